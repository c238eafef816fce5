"""What the compiled loop counts is what a patient reader of the same race counts, on both backends."""

from dataclasses import fields
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from paddock.engine import (
    BACKENDS,
    CHANCE,
    HERE,
    OVER,
    Backend,
    Cores,
    Drivers,
    Measured,
    Position,
    measure,
    policy_number,
    random_words,
    uniform,
    weighted,
)
from paddock.games._template import GAME as RIDGE_RUN

STREAM_OF_DRIVERS = 2**40
RANDOM, QUICK, SLIPPING = policy_number("random"), policy_number("quick"), policy_number("quick", 30)
SEATS, SEED = 3, 5
DRIVERS = Drivers([[QUICK, RANDOM, SLIPPING], [SLIPPING, QUICK, RANDOM]], SEED, SEED + 1)


def read_race(number: int, sure: int) -> dict[str, Any]:
    """Race number `number`, played by the rules one move at a time and counted on paper."""
    position = Position.start(RIDGE_RUN, RIDGE_RUN.new_table(SEATS, {}))
    dice = random_words(DRIVERS.dice_seed, number)
    driver = random_words(DRIVERS.driver_seed, STREAM_OF_DRIVERS + number)
    policies = DRIVERS.policies[number % 2]
    plies = 0
    asked: list[tuple[int, int]] = []  # who decided, among how many options
    chances: list[tuple[int, list[int]]] = []  # the turn, and what the estimate says
    leaders: list[int | None] = []
    turns: list[int] = []  # who took each turn
    while position.actor != OVER:
        actor, moves = position.actor, position.possible()
        if actor == CHANCE:
            outcomes, weights = position.outcomes()
            move = outcomes[weighted(dice, weights, len(weights))]
        else:
            if not asked or asked[-1][0] != actor:
                if len(turns) % SEATS == 0:
                    chances.append((len(turns), position.estimate()))
                    places = position.standings()[0]
                    leaders.append(places.index(1) if places.count(1) == 1 else (leaders or [None])[-1])
                turns.append(actor)
            asked.append((actor, len(moves)))
            slips = policies[actor] == SLIPPING and uniform(driver, 100) < 30
            is_random = policies[actor] == RANDOM or slips
            move = moves[uniform(driver, len(moves))] if is_random else position.suggest(moves, driver)
        position.play(move)
        plies += 1
    sure_at = next(((turn, one.index(max(one))) for turn, one in chances if max(one) >= sure), (-1, -1))
    known = [leader for leader in leaders if leader is not None]
    return {
        "plies": plies,
        "decisions": len(asked),
        "turns": len(turns),
        "lead_changes": sum(one != other for one, other in pairwise(known)),
        "decided": sure_at[0],
        "decided_by": sure_at[1],
        "place": position.standings()[0],
        "seat_decisions": [sum(seat == who for who, _ in asked) for seat in range(SEATS)],
        "seat_options": [sum(n for who, n in asked if seat == who) for seat in range(SEATS)],
        "lowest": [min(one[seat] for _, one in chances) for seat in range(SEATS)],
        "longest_wait": [longest_wait([who for who, _ in asked], seat) for seat in range(SEATS)],
    }


def longest_wait(who: list[int], seat: int) -> int:
    """The longest run of decisions of others before a decision of the seat."""
    longest = waited = 0
    for one in who:
        longest, waited = (max(longest, waited), 0) if one == seat else (longest, waited + 1)
    return longest


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_race_is_counted_as_a_reader_counts_it(backend: Backend):
    sure = 700
    (part,) = measure(RIDGE_RUN, RIDGE_RUN.new_table(SEATS, {}), 0, 12, DRIVERS, sure=sure, backend=backend)
    for number in range(12):
        for name, expected in read_race(number, sure).items():
            assert getattr(part, name)[number].tolist() == expected, (number, name)


def test_both_backends_and_any_number_of_threads_count_the_same():
    table = RIDGE_RUN.new_table(SEATS, {})
    ways: list[tuple[Backend, int]] = [("python", 1), ("native", 1), ("native", 3)]
    one, *others = [whole(measure(RIDGE_RUN, table, 7, 60, DRIVERS, backend=b, on=Cores(n))) for b, n in ways]
    assert all(other == one for other in others)


def test_races_in_parts_are_the_races_at_once():
    table = RIDGE_RUN.new_table(SEATS, {})
    at_once = whole(measure(RIDGE_RUN, table, 0, 12_000, DRIVERS, on=Cores(2)))
    first = list(measure(RIDGE_RUN, table, 0, 7000, DRIVERS, on=HERE))
    assert whole(iter([*first, *measure(RIDGE_RUN, table, 7000, 12_000, DRIVERS, on=Cores(3))])) == at_once


def whole(parts: Any) -> dict[str, Any]:
    found: list[Measured] = list(parts)
    names = [field.name for field in fields(Measured) if field.name not in ("first", "curve")]
    return {name: np.concatenate([getattr(part, name) for part in found]).tolist() for name in names}


def test_the_curve_counts_each_look_of_each_seat_and_those_that_won():
    drivers = Drivers([[QUICK, QUICK]], 1, 1)
    (part,) = measure(RIDGE_RUN, RIDGE_RUN.new_table(2, {}), 0, 1, drivers, with_curve=True, backend="python")
    looks = -(-int(part.turns[0]) // 2)
    assert part.curve[0].sum() == 2 * looks
    assert part.curve[1].sum() == looks  # in a race with one winner


def test_other_seeds_of_drivers_leave_the_dice_as_they_are():
    table, quick = RIDGE_RUN.new_table(2, {}), [[QUICK, QUICK]]  # who draw no random numbers in this game
    ways = (Drivers(quick, 3, 1), Drivers(quick, 3, 2), Drivers(quick, 4, 1))
    one, same, rerolled = [next(measure(RIDGE_RUN, table, 0, 40, drivers, backend="python")) for drivers in ways]
    assert one.plies.tolist() == same.plies.tolist()
    assert one.plies.tolist() != rerolled.plies.tolist()
