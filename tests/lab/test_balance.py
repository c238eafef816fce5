"""The report on a game's balance: figures worked out by hand, runs that go on, and pages that stand alone."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from paddock.engine import Measured
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import Balance, BalancePlan, Conditions, LabError, Report, balance, page
from paddock.lab.chances import Chances
from paddock.lab.skill import shares_of_win, split
from paddock.lab.tally import Tally, race_values

PLAN = BalancePlan(
    (Conditions(RIDGE_RUN, 2), Conditions(RIDGE_RUN, 3)), races=300, levels=("random", "quick"), level_races=60
)


@pytest.fixture(scope="module")
def report() -> Report:
    return balance(PLAN, backend="python", command="paddock lab balance <ridge>")


def three_races() -> Measured:
    """Of two seats: one decided at half and kept, one overturned, one drawn without a decision before the end."""

    def column(*values: object) -> np.ndarray:
        return np.array(values, np.int64)

    return Measured(
        first=0,
        plies=column(30, 40, -1),
        decisions=column(20, 20, 10),
        turns=column(10, 10, 8),
        lead_changes=column(0, 2, 1),
        decided=column(4, 6, -1),
        decided_by=column(0, 0, -1),
        crashes=column(1, 0, 3),
        eliminations=column(0, 0, 1),
        place=column([1, 2], [2, 1], [1, 1]),
        seat_decisions=column([10, 10], [10, 10], [5, 5]),
        seat_choices=column([5, 5], [2, 2], [0, 0]),
        seat_options=column([20, 20], [14, 14], [5, 5]),
        longest_wait=column([1, 2], [3, 1], [1, 1]),
        lowest=column([400, 50], [300, 200], [500, 500]),
        curve=column([0], [0]),
    )


STRAIGHT = np.arange(1001) / 1000  # a curve by which an estimate is the win chance


def test_three_races_worked_out_by_hand():
    values = {name: found.tolist() for name, found in race_values(three_races(), STRAIGHT).items()}
    assert values["decided"] == [40, 60, 100]
    assert values["runaway"] == [True, False, False]  # turn 4 of 10 is in the first half
    assert values["overturned"] == [False, True, False]
    assert values["comeback"] == [False, True, False]  # the winner had 0.2, and half of a fair share is 0.25
    assert values["tie"] == [False, False, True]
    assert values["unfinished"] == [False, False, True]
    assert values["draws"] == [10, 20, 0]
    assert values["seconds"] == [6 * 10 + 2 * 20, 6 * 4 + 2 * 36, 2 * 10]


def test_a_tally_adds_up_and_survives_storing():
    tally = Tally(2)
    tally.add(three_races(), STRAIGHT)
    tally.add(three_races(), STRAIGHT)
    stored = Tally.from_json(json.loads(json.dumps(tally.as_json())))
    assert stored.races == 6
    assert stored.wins() == [4, 4]
    assert stored.counts("crashes").tolist() == [2, 2, 0, 2]
    assert stored.percentile("crashes", 0.5) == 1
    assert stored.as_json() == tally.as_json()


def test_a_race_is_decided_from_the_first_estimate_that_wins_nine_of_ten():
    curve = np.linspace(0, 1, 1001) ** 2
    assert Chances.from_curve(curve).sure == 949  # 0.949 squared is 0.9006, 0.948 squared 0.8987
    assert Chances.from_curve(np.full(1001, 0.5)).sure == 1001


def test_a_shared_first_place_is_shared():
    assert shares_of_win([[1, 2, 3], [1, 1, 3]]).tolist() == [[1, 0, 0], [0.5, 0.5, 0]]


def test_equal_drivers_decide_nothing_and_the_rest_is_dice():
    found = split(Conditions(RIDGE_RUN, 2), ("quick", "quick"), 400, "python", None)
    assert found.dice.value == 1.0  # quick drivers slip never: exchanged, they drive the same race
    assert abs(found.drivers.value) < 0.2
    assert found.drivers.value + found.dice.value + found.together == pytest.approx(1)


def test_a_run_in_two_halves_gives_the_report_of_a_run_at_once(report: Report, tmp_path: Path):
    state = tmp_path / "state"
    first = Balance(PLAN, backend="python")
    for _ in first.steps():
        if first.done > 200:
            break
    first.store(state)
    second = Balance(PLAN, backend="python")
    second.go_on_from(state)
    assert 200 < second.done < PLAN.races * 2
    for _ in second.steps():
        pass
    assert second.report("paddock lab balance <ridge>").json() == report.json()


@pytest.mark.parametrize("text", ["", "{}", '{"is": "x", "tallies": [], "plan": {}}', "[1]"])
def test_a_file_that_is_no_state_is_refused_in_a_sentence(text: str, tmp_path: Path):
    file = tmp_path / "state"
    file.write_text(text)
    with pytest.raises(LabError, match="not the state of a run"):
        Balance(PLAN, backend="python").go_on_from(file)


def test_a_state_of_other_settings_is_refused(tmp_path: Path):
    file = tmp_path / "state"
    Balance(PLAN, backend="python").store(file)
    with pytest.raises(LabError, match="other settings"):
        Balance(BalancePlan((Conditions(RIDGE_RUN, 4),), 300), backend="python").go_on_from(file)


def test_a_level_that_searches_cannot_race_millions():
    with pytest.raises(LabError, match="take rookie, club, quick, random"):
        Conditions(RIDGE_RUN, 2, levels=("champion",))


def test_the_quick_driver_beats_the_random_one(report: Report):
    for row in report.table("levels").records():
        assert (row["level"], row["against"]) == ("quick", "random")
        assert row["low"] > 0.5


def test_shares_of_wins_add_up_to_all_races_and_ties(report: Report):
    ties = {row["seats"]: row["value"] for row in report.table("measures").records() if row["measure"] == "tie"}
    for seats in (2, 3):
        shares = sum(row["won"] for row in report.table("seats").records() if row["seats"] == seats)
        assert 1 <= shares <= 1 + ties[seats] * (seats - 1) + 1e-9


def test_tables_are_tidy_as_csv_json_and_frames(report: Report, tmp_path: Path):
    report.write_csv(tmp_path)
    with (tmp_path / "seats.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["seats"] for row in rows] == ["2", "2", "3", "3", "3"]
    assert json.loads(report.json())["tables"]["seats"][0]["seats"] == 2
    frame = report.table("seats").to_polars()
    assert frame.shape == (5, len(report.table("seats").columns))
    assert frame["won"].sum() == pytest.approx(sum(float(row["won"]) for row in rows))


def test_a_page_loads_nothing_and_says_how_it_was_made(report: Report):
    text = page(report)
    assert [word for word in ("http:", "https:", "src=", "@import", "url(") if word in text] == []
    assert "paddock lab balance &lt;ridge&gt;" in text
    assert text.count("<svg") == len(report.plots) == 8
    assert text.index(report.sentences[0][:40]) < text.index("<svg") < text.index("<table")
