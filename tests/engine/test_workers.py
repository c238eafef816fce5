"""Parts of a job, done in this process, by threads and by processes."""

import pickle
import socket
import sys
import threading
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from tests.engine.jobs import doubled, doubled_by_the_second, ending, failing

from paddock.engine import HERE, Cores, LostPartError, OnRay, WorkersError, simulate
from paddock.games import OtherRulesError, all_games
from paddock.games._template import GAME

PARTS = [(number,) for number in range(30)]
DOUBLED = [2 * number for number in range(30)]


def test_results_come_in_the_order_of_the_parts():
    with Cores(2) as two:
        assert list(HERE.map(doubled, PARTS)) == DOUBLED
        assert list(HERE.compiled(doubled, PARTS)) == DOUBLED
        assert list(two.compiled(doubled, PARTS)) == DOUBLED
        assert list(two.map(doubled, PARTS)) == DOUBLED


def test_results_come_before_all_parts_are_done():
    asked, go = list[int](), threading.Event()

    def waiting(number: int) -> int:
        asked.append(number)
        if number:
            go.wait()
        return number

    found = Cores(2).compiled(waiting, PARTS)
    assert next(found) == 0
    assert len(asked) < 10  # eight wait or run
    go.set()
    assert list(found) == list(range(1, 30))


def test_whoever_stops_early_calls_off_the_rest():
    done = list[int]()
    found = Cores(1).compiled(done.append, PARTS)
    next(found)
    cast(Generator[None], found).close()
    assert len(done) < len(PARTS)


def test_what_a_part_raises_is_raised():
    with pytest.raises(ValueError, match="0 is wrong"):
        list(Cores(2).compiled(failing, PARTS))


@pytest.mark.long
def test_a_part_whose_process_is_killed_is_done_again(tmp_path: Path):
    with Cores(2) as two:
        assert list(two.map(partial(doubled_by_the_second, killed=5, folder=tmp_path), PARTS)) == DOUBLED
        assert (tmp_path / "5").exists()
        assert list(two.map(doubled, PARTS)) == DOUBLED  # by new processes


@pytest.mark.long
def test_a_part_that_ends_every_process_is_named():
    with Cores(2) as two, pytest.raises(LostPartError, match="died 3 times at the part 7:"):
        list(two.map(partial(ending, killed=7), PARTS))


def test_one_worker_races_as_several_do():
    one, two = (simulate(GAME, GAME.new_table(2, {}), 5000, seed=6, on=on) for on in (HERE, Cores(2)))
    assert one.plies.tolist() == two.plies.tolist()
    assert one.place.tolist() == two.place.tolist()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_game_that_is_sent_is_loaded_where_it_arrives(game: object):
    assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.parametrize("where", ["rules", "version"])
def test_other_rules_are_refused_where_they_arrive(where: str, monkeypatch: pytest.MonkeyPatch):
    if where == "rules":
        monkeypatch.setitem(vars(GAME), "rules_digest", "0123456789abcdef")
    else:
        monkeypatch.setattr("paddock.games.__version__", "0.0.1")
    sent = pickle.dumps(GAME)
    monkeypatch.undo()
    with pytest.raises(OtherRulesError, match="install the same version on all machines"):
        pickle.loads(sent)


# A cluster that cannot be joined


def test_without_ray_one_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkersError, match=r"a cluster needs Ray: pip install 'paddock\[cluster\]'"):
        OnRay()


@pytest.mark.long
@pytest.mark.parametrize("by", ["option", "environment"])
def test_an_address_where_nobody_listens_is_told_at_once(by: str, monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(WorkersError, match=f"no Ray cluster can be joined at {address} "):
            OnRay(address if by == "option" else "")


@pytest.mark.long
def test_no_cluster_on_this_machine_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    with pytest.raises(WorkersError, match="no Ray cluster can be joined on this machine"):
        OnRay()
