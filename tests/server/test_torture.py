"""The long proofs can see what they look for: fast versions of `make torture`, with something wrong in them."""

import random
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bench.torture import hostile, leaks
from bench.torture.__main__ import PROOFS, main, proved, table
from bench.torture.history import PRESS_LOST, problems_of_presses
from bench.torture.kills import LIVE
from bench.torture.nodes import stored_fates
from bench.torture.pieces import (
    Piece,
    PiecesError,
    check_pieces,
    code_version,
    keep,
    piece_of,
    read_kept,
    total,
)
from bench.torture.proof import Proof, Run
from bench.torture.servers import until
from bench.torture.watching import WatchedLiveRace, Watcher

from paddock.engine import FairDice, Match, RaceRecord, write_record
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import open_store
from paddock.server.store.store import EntryRow, Presses
from paddock.server.table.sight import Sight
from paddock.server.thinking.thinkers import Pool, begin_worker, search

from .harness import QUICKLY, serving, spoil, store_in


def raced(proof: Proof) -> None:
    """Some positions of one race."""
    leaks.compare_race(proof, RIDGE_RUN, {}, 0, proof.aim("pairs of messages", 300))


def test_worlds_that_a_seat_cannot_tell_apart_send_the_same(tmp_path: Path):
    proof = Proof("leaks", tmp_path)
    raced(proof)
    assert proof.failures == []
    assert proof.done["pairs of messages"] >= 300


def test_a_message_made_of_the_truth_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def truth(sight: Sight, seat: int) -> Any:
        return sight.match.state

    monkeypatch.setattr(Sight, "known", truth)
    proof = Proof("leaks", tmp_path)
    raced(proof)
    assert any("position differs" in failure for failure in proof.failures)


def test_both_worlds_are_played_on_by_moves_that_show_the_same():
    here = Match(RIDGE_RUN, 3, {}, FairDice(bytes(32)))
    here.settle()
    there = here.fork()
    assert leaks.play_alike(here, there, 1, random.Random(1))
    assert here.script == there.script


def test_hints_of_two_worlds_are_searched_with_compiled_rules_from_the_first_on():
    match = Match(RIDGE_RUN, 3, {}, FairDice(bytes(32)))
    match.settle()
    question, pool = leaks.question_of(match), Pool(1, begin_worker)
    try:
        answers = [pool.submit(work, question).result() for work in (leaks.search_compiled, search)]
    finally:
        pool.close()
    assert answers[0]
    assert answers[0] == answers[1]  # without compiled rules `search` finds nothing


def fails(proof: Proof) -> None:
    proof.aim("tries", 4)
    with proof.part("the first"):
        proof.count("tries")
        raise ValueError("as it happens")
    proof.count("tries")
    proof.check(False, "this does not hold")


def test_a_proof_goes_on_after_a_failure_and_the_table_says_what_failed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(PROOFS, "kills", (fails, 60.0))
    lines = table([piece_of(proved("kills", 1.0, 60.0, 1), "")]).splitlines()
    assert lines[2].split("  ")[0] == "kills"
    assert "2 FAILED" in lines[2]
    assert "2 of 4 tries" in lines[2]
    assert lines[3].endswith("ValueError: as it happens")
    assert lines[4].endswith("this does not hold")


def holds(proof: Proof) -> None:
    proof.count("tries")


@pytest.mark.parametrize(("run", "status"), [(fails, 1), (holds, 0)], ids=["fails", "holds"])
def test_the_exit_status_says_whether_anything_failed(
    run: Run, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(PROOFS, "kills", (run, 60.0))
    monkeypatch.setattr("sys.argv", ["torture", "kills", "--scale", "0.1"])
    assert main() == status
    assert capsys.readouterr().out.startswith("scale 0.1, seed 1\n")


# Hostile records


def record() -> str:
    """A race that has begun."""
    match = Match(RIDGE_RUN, 3, {"length": 12}, FairDice(bytes(32)))
    match.settle()
    return write_record(RaceRecord.of(match), match)


RECORD = record()


@pytest.mark.parametrize(
    "text",
    [
        RECORD,
        RECORD.replace("option length 12", 'option length "long"'),  # the game refuses it, not the reader of records
        RECORD.replace("game _template", "game chess"),
        RECORD.replace("end ", "and "),
    ],
    ids=["good", "option", "game", "line"],
)
def test_a_record_that_is_read_or_refused_in_words_is_no_failure(text: str):
    assert hostile.wrong_with_reading(text) == ""


def test_a_record_that_is_refused_in_no_words_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    def fail(where: str, record: object) -> None:
        raise KeyError("length")

    monkeypatch.setattr(hostile, "verify_race", fail)
    assert hostile.wrong_with_reading(RECORD) == "KeyError 'length'"


# Races by a running clock

LIVE_GAMES = [game for game in all_games() if game.live]
FIRST_PRESS = 8  # entries: there are fewer before anybody has pressed


@pytest.mark.long
@pytest.mark.parametrize("is_planted", [False, True], ids=["honest", "planted"])
def test_presses_that_were_answered_and_are_not_stored_are_found(is_planted: bool, tmp_path: Path):
    store = open_store(store_in(tmp_path))
    append = store.append

    async def forgetful(table: str, first: int, entries: list[EntryRow], presses: Presses) -> None:
        await append(table, first, entries)

    if is_planted:
        store.append = forgetful  # pyright: ignore[reportAttributeAccessIssue]
    with serving(store, QUICKLY, LIVE_GAMES) as house:
        made = house.table("me", "me", game=LIVE_GAMES[0].id, options=LIVE)
        race = WatchedLiveRace(Place(house.port), made.id, made.keys)
        race.start()
        until(lambda: race.reached >= FIRST_PRESS, "the first press")
        race.stopped.set()
        race.thread.join()
    stored = stored_fates(row[0] for row in spoil(store_in(tmp_path), "SELECT data FROM presses ORDER BY number"))
    assert ("accepted" in dict(race.told_fates).values(), race.problems) == (True, [])
    problems = {problem.kind for problem in problems_of_presses(stored, race.told_fates)}
    assert problems == ({PRESS_LOST} if is_planted else set())


def test_somebody_who_hears_other_messages_only_comes_again():
    """A slow site is no wrong one: tables that stand still are counted by the clock of the proof."""
    with serving("sqlite://:memory:", QUICKLY, [RIDGE_RUN]) as house:
        made = house.table("me", "me")
        with Watcher(house.port, made.id, [made.keys[0]]) as line:
            line.settled()
            line.patience = 0.0
            with pytest.raises(TimeoutError, match="no position"):
                line.hear("position")


@dataclass
class Place:
    """A server whose people press at once."""

    port: int
    thinking: tuple[float, float] = (0.0, 0.0)
    chance: random.Random = field(default_factory=lambda: random.Random(1))


# Proofs in pieces


def piece(name: str = "kills", seed: int = 1, code: str = "abc", done: int = 100, **more: Any) -> Piece:
    """A tenth of a proof."""
    return Piece(name, seed, 0.1, code, 60.0, {"tries": done}, {"tries": 100}, {"tries": 1_000}, {}, **more)


def reported(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr("sys.argv", ["torture", "--report", *map(str, words)])
    return main()


def test_pieces_of_different_seeds_are_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for number, done in enumerate((100, 150)):
        keep(piece(seed=number, done=done), tmp_path / f"{number}.jsonl")
    assert reported(monkeypatch, tmp_path / "0.jsonl", tmp_path / "1.jsonl") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["kills", "held", "in", "part", "120", *["250", "of", "1,000", "tries"]]
    assert [line.split()[:3] for line in lines[3:]] == [["seed", "0", "60"], ["seed", "1", "60"]]


def test_a_proof_that_reached_its_full_numbers_in_pieces_held(tmp_path: Path):
    pieces = [piece(seed=seed) for seed in range(10)]
    assert total(pieces[:9], is_whole=True).result() == "held in part"
    assert total(pieces, is_whole=True).result() == "held"


def test_of_a_proof_of_one_long_run_the_largest_piece_counts():
    """Ten soaks of two minutes are no soak of twenty."""
    pieces = [piece("soak", seed, done=done) for seed, done in enumerate((100, 300, 200))]
    assert total(pieces, is_whole=True).done == {"tries": 300}


def test_a_piece_that_failed_fails_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    keep(piece(failures=["it broke"]), tmp_path / "kept.jsonl")
    keep(piece(seed=2), tmp_path / "kept.jsonl")
    assert reported(monkeypatch, tmp_path / "kept.jsonl") == 1
    assert "1 FAILED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ([piece(), piece()], "kills with seed 1 is there twice"),
        ([piece(), piece(seed=2, code="def")], "kills was run with different code (abc, def)"),
    ],
    ids=["twice", "different code"],
)
def test_pieces_that_must_not_be_added_up_are_refused(
    pieces: list[Piece], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for one in pieces:
        keep(one, tmp_path / "kept.jsonl")
    with pytest.raises(SystemExit):
        reported(monkeypatch, tmp_path / "kept.jsonl")
    assert words in capsys.readouterr().err


def test_pieces_of_different_code_are_added_up_if_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for seed, code in enumerate(("abc", "def")):
        keep(piece(seed=seed, code=code), tmp_path / "kept.jsonl")
    assert reported(monkeypatch, tmp_path / "kept.jsonl", "--any-code") == 0
    assert "200 of 1,000 tries" in capsys.readouterr().out


def test_different_proofs_may_be_of_different_code():
    check_pieces([piece(), piece("leaks", code="def")])


def test_a_line_that_is_no_piece_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    keep(piece(), tmp_path / "kept.jsonl")
    with (tmp_path / "kept.jsonl").open("a") as file:
        file.write('{"proof": "kills"\n')
    with pytest.raises(SystemExit):
        reported(monkeypatch, tmp_path / "kept.jsonl")
    assert "line 2 of" in capsys.readouterr().err


def test_each_proof_that_has_ended_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bench.torture.__main__.code_version", lambda: "abc")
    monkeypatch.setitem(PROOFS, "kills", (fails, 60.0))
    monkeypatch.setitem(PROOFS, "verify", (holds, 60.0))
    words = ["verify", "kills", "--scale", "0.5", "--seed", "3", "--keep", str(tmp_path / "kept.jsonl")]
    monkeypatch.setattr("sys.argv", ["torture", *words])
    assert main() == 1
    first, second = read_kept([tmp_path / "kept.jsonl"])
    assert (first.proof, first.seed, first.code, first.done, first.failures) == ("verify", 3, "abc", {"tries": 1}, [])
    assert (second.goals, second.full, second.failures[-1]) == ({"tries": 2}, {"tries": 4}, "this does not hold")


def test_code_that_is_not_committed_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=Ana", "-c", "user.email=ana@example.org", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()

    monkeypatch.setattr("bench.torture.pieces.ROOT", tmp_path)
    with pytest.raises(PiecesError):  # no repository
        code_version()
    git("init")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text("")
    git("add", ".")
    git("commit", "-m", "First")
    (tmp_path / "kept.jsonl").write_text("")  # is no code
    assert git("rev-parse", "HEAD").startswith(code_version())
    (tmp_path / "src" / "two.py").write_text("")
    with pytest.raises(PiecesError, match="commit it first"):
        code_version()


def test_the_pieces_that_are_kept_here_add_up():
    folder = Path(__file__).parents[2] / "docs" / "proofs"
    held, failed = (read_kept([folder / name]) for name in ("torture.jsonl", "failed.jsonl"))
    check_pieces(held)
    assert {one.proof for one in held + failed} <= set(PROOFS)
    assert [one for one in held if one.failures] == [one for one in failed if not one.failures] == []
