"""Clauses and choices: counted as the rules tell of them, and judged only by what was taken by chance."""

from typing import Any

import numpy as np
import pytest

from paddock.engine import Cores, Explored, explore, policy_number
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template.state import CHOOSE, GEAR_1, RACE_OVER
from paddock.lab import Conditions, Report, clauses
from paddock.lab.clauses import ChoiceFound, choice_words
from paddock.lab.statistics import Estimated

RACES = 200
CONDITIONS = Conditions(RIDGE_RUN, 2, levels=("random",))


@pytest.fixture(scope="module")
def report() -> Report:
    return clauses(CONDITIONS, RACES, backend="python")


def by(report: Report, table: str, name: str) -> dict[str, dict[str, Any]]:
    return {row[name]: row for row in report.table(table).records()}


def test_every_race_ends_at_the_summit_or_at_nightfall(report: Report):
    fired = by(report, "clauses", "clause")
    assert fired["RR-30"]["a_race"] + fired["RR-31"]["a_race"] == pytest.approx(1)
    assert fired["RR-30"]["races_with"] == fired["RR-30"]["a_race"]


def test_two_cars_draw_a_card_each_before_the_first_turn(report: Report):
    assert by(report, "clauses", "clause")["RR-02"]["a_race"] >= 2
    assert by(report, "clauses", "clause")["RR-02"]["races_with"] == 1


def test_random_drivers_take_each_gear_equally_often(report: Report):
    gears = [row for name, row in by(report, "choices", "choice").items() if "gear" in name.lower()]
    assert len(gears) == 3
    assert len({row["offered"] for row in gears}) == 1
    for row in gears:
        assert 0.15 < row["taken"] < 0.4  # of four choices, or of three where there is no card
        assert row["forced"] == 0


def test_both_backends_explore_the_same_races():
    table, curve = RIDGE_RUN.new_table(3, {}), list(range(1001))
    policies = [policy_number("quick"), policy_number("random"), policy_number("quick", 20)]
    python = list(explore(RIDGE_RUN, table, 0, 60, policies, 3, curve, backend="python"))
    native = list(explore(RIDGE_RUN, table, 0, 60, policies, 3, curve, on=Cores(2)))
    one, other = (sum(parts[1:], start=parts[0]) for parts in (python, native))
    for name in Explored.__dataclass_fields__:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def choice(**given: Any) -> ChoiceFound:
    usual: dict[str, Any] = {
        "question": "gear",
        "name": "gear 1",
        "offered": 1000,
        "forced": 0.0,
        "taken": 0.2,
        "won": 0.5,
        "tried": 100,
        "effect": Estimated(-0.2, -0.3, -0.1),
        "chance": 0.001,
    }
    return ChoiceFound(**(usual | given))


def test_what_is_thought_of_a_choice():
    assert choice().verdict == "costs"
    assert choice(taken=0.001).verdict == "nobody should"
    assert choice(effect=Estimated(0.2, 0.1, 0.3)).verdict == "pays"
    assert choice(chance=0.2).verdict == ""
    assert choice(tried=29).verdict == "too rare to tell"
    assert choice(forced=1.0).verdict == "no alternative"


def test_a_choice_that_was_not_met_has_words_too():
    # gear 7 is never offered; nobody chooses anything when the race is over
    words = choice_words(CONDITIONS, [(CHOOSE, GEAR_1), (CHOOSE, 7), (RACE_OVER, 7)])
    assert words[CHOOSE, GEAR_1] == "gear 1"
    assert words[CHOOSE, 7] == "gear 7"
    assert words[RACE_OVER, 7] == "a choice that is seldom met"
