"""Races that people held: read as the compiled loop counts them, and nothing personal in the report."""

import json
from pathlib import Path

import pytest

from paddock.engine import CHANCE, OVER, Drivers, Position, measure, policy_number, random_words, uniform, weighted
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import HeldGroup, races, read_races
from paddock.lab.statistics import welch
from paddock.server import StoreError, held_races

STORES = Path(__file__).parents[1] / "server" / "stores"
SEED, SEATS, SURE = 5, 3, 700


def random_moves(number: int) -> tuple[tuple[int, int], ...]:
    """The moves of the race that random drivers hold with that number."""
    position = Position.start(RIDGE_RUN, RIDGE_RUN.new_table(SEATS, {}))
    dice, driver = random_words(SEED, number), random_words(SEED, 2**40 + number)
    moves: list[tuple[int, int]] = []
    while (actor := position.actor) != OVER:
        if actor == CHANCE:
            outcomes, weights = position.outcomes()
            move = outcomes[weighted(dice, weights, len(weights))]
        else:
            legal = position.legal()
            move = legal[uniform(driver, len(legal))]
        moves.append((actor, move))
        position.play(move)
    return tuple(moves)


@pytest.fixture(scope="module")
def group() -> HeldGroup:
    options = RIDGE_RUN.complete_options(SEATS, {})
    return HeldGroup(RIDGE_RUN, SEATS, options, tuple(random_moves(number) for number in range(25)))


def test_a_held_race_is_read_as_the_lab_counts_it(group: HeldGroup):
    drivers = Drivers([[policy_number("random")] * SEATS], SEED, SEED)
    (counted,) = measure(RIDGE_RUN, RIDGE_RUN.new_table(SEATS, {}), 0, 25, drivers, sure=SURE, backend="python")
    found = read_races(group, SURE)
    for name in counted.__dataclass_fields__:
        if name not in ("first", "curve"):
            assert getattr(found, name).tolist() == getattr(counted, name).tolist(), name


def test_random_people_take_longer_than_quick_bots(group: HeldGroup):
    report = races([group], 200, backend="python")
    turns = next(row for row in report.table("held").records() if row["measure"] == "turns")
    assert turns["people"] > turns["bots"]
    assert turns["differs"] == "yes"
    assert "25 races of people; beyond chance they differ from bots in" in report.sentences[0]


def test_one_race_is_too_few_to_compare(group: HeldGroup):
    alone = HeldGroup(group.game, group.seats, group.options, group.races[:1])
    assert races([alone], 50, backend="python").sentences == [
        "Ridge Run, 3 seats: 1 races of people, too few to compare."
    ]


def test_a_store_gives_finished_races_and_nothing_personal():
    found = held_races(STORES / "version_2.sqlite", [RIDGE_RUN])
    stored = json.loads((STORES / "version_2.json").read_text(encoding="utf-8"))
    assert [(race.seats, race.by_people, len(race.moves)) for race in found] == [(2, True, stored["over"]["entries"])]
    assert set(found[0].__dataclass_fields__) == {"game", "seats", "options", "by_people", "moves"}


def test_a_file_that_is_no_store_is_told_in_a_sentence(tmp_path: Path):
    file = tmp_path / "races.sqlite"
    file.write_text("no store")
    with pytest.raises(StoreError, match="is no store"):
        held_races(file, [RIDGE_RUN])
    with pytest.raises(StoreError, match="there is no store"):
        held_races(tmp_path / "none", [RIDGE_RUN])


def test_welch_of_two_pairs():
    # means 1.5 and 3.5, variances 0.5 each: t = 2 / sqrt(0.25 + 0.25) = 2.8284, 2 degrees of freedom: p = 0.1056
    assert welch([1, 2], [3, 4]) == pytest.approx(1 - 2.8284271 / (2.8284271**2 + 2) ** 0.5, abs=1e-6)
    assert welch([1, 1], [1, 1]) == 1.0
