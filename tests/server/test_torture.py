"""The long proofs can see what they look for: fast versions of `make torture`, with something wrong in them."""

import random
from pathlib import Path
from typing import Any

import pytest
from bench.torture import leaks
from bench.torture.__main__ import PROOFS, main, proved, table
from bench.torture.proof import Proof, Run

from paddock.engine import FairDice, Match
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server.table.sight import Sight


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


def fails(proof: Proof) -> None:
    proof.aim("tries", 4)
    with proof.part("the first"):
        proof.count("tries")
        raise ValueError("as it happens")
    proof.count("tries")
    proof.check(False, "this does not hold")


def test_a_proof_goes_on_after_a_failure_and_the_table_says_what_failed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(PROOFS, "kills", (fails, 60.0))
    lines = table([proved("kills", 1.0, 60.0, 1)]).splitlines()
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
