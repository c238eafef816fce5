"""Comparisons: the same dice, differences race by race, and claims only where chance does not explain them."""

import numpy as np
import pytest

from paddock.cli.lab import variant_options
from paddock.games import load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import Conditions, LabError, compare
from paddock.lab.compare import Sums, against
from paddock.lab.statistics import paired

RACES = 150


def ridge(length: int, **other: int) -> Conditions:
    return Conditions(RIDGE_RUN, 2, {"length": length}, seed=other.get("seed", 1))


def test_a_variant_beside_itself_differs_in_nothing():
    report = compare((ridge(12), ridge(12)), RACES, backend="python")
    rows = report.table("differences").records()
    assert {row["difference"] for row in rows} == {0.0}
    assert {row["differs"] for row in rows} == {"not shown"}
    assert "0 of 15 measures differ" in report.sentences[0]


def test_a_longer_ridge_takes_more_turns_and_is_said_to():
    report = compare((ridge(12), ridge(24)), RACES, backend="python")
    row = next(row for row in report.table("differences").records() if row["measure"] == "turns")
    assert row["low"] > 0
    assert row["differs"] == "yes"
    assert row["variant_value"] - row["first"] == pytest.approx(row["difference"])
    assert "Length=24 against length=12" in report.sentences[0]
    assert any(sentence.startswith("Turns a race: ") for sentence in report.sentences)


def test_sums_of_pairs_worked_out_by_hand():
    sums = Sums()
    sums.add(np.array([1.0, 2.0]), np.array([2.0, 4.0]))
    sums.add(np.array([3.0]), np.array([6.0]))
    assert (sums.n, sums.before, sums.after, sums.change, sums.squares) == (3, 6, 12, 6, 14)
    assert paired(sums.change, sums.squares, sums.n)[0].value == 2


def test_one_variant_is_no_comparison():
    with pytest.raises(LabError, match="give an option twice"):
        compare((ridge(12),), RACES, backend="python")


def test_other_seeds_are_no_comparison():
    with pytest.raises(LabError, match="same seed"):
        compare((ridge(12), ridge(24, seed=2)), RACES, backend="python")


def test_an_option_given_twice_makes_two_variants():
    assert variant_options(("laps=2", "board=oval", "board=coast")) == [
        ("laps=2", "board=oval"),
        ("laps=2", "board=coast"),
    ]


def test_a_file_is_called_by_its_name_and_two_of_one_name_by_their_numbers():
    game = load_game("nestorgames_gp")
    assert game.workshop
    oval, coast = (example.text for example in game.workshop.examples()[:2])
    first, other = (Conditions(game, 2, {"board": text}) for text in (oval, coast))
    assert against(other, first, 2) == "board=Coast Road against board=First Oval"
    changed = Conditions(game, 2, {"board": oval + "\n# one more remark\n"})
    assert against(changed, first, 3) == "board=First Oval (number 3) against board=First Oval (number 1)"
