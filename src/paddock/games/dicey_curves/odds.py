"""Exact odds of rolling dice again: how likely a combo of the wanted size is. For learners; no rule uses them.

Exact is the chance that the dice on the table, after the marked ones have been rolled until every one of them rests
(sixes add dice, up to ten, and go on: DC-31, DC-32), hold a Single or Combo of a wanted size (DC-42). It is the whole
value of one chip for one reroll. What further chips could do, Super Sizes in hand and what a run then meets on the road
are not in it.
"""

from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb

from .driver import lead_car
from .rules.combos import largest_combo, needed_size
from .state import ADD, CHOOSE_CHIP, CHOOSE_MARK, DONE, MARK, MOST_DICE, NO_RUN, RESTING, ROLL, State, Table

Dice = tuple[int, ...]  # by value 1..5: how many
VALUES = range(1, RESTING + 1)


@cache
def resting(rolled: int, in_play: int) -> dict[int, Fraction]:
    """DC-31 DC-32 How many dice lie in the end when `rolled` dice are rolled, each number with its probability.

    Each six is rolled again with a new die as long as fewer than ten are in play; with ten, whatever is rolled rests
    sooner or later.
    """
    if rolled == 0 or in_play == MOST_DICE:
        return {rolled: Fraction(1)}
    found: dict[int, Fraction] = {}
    for sixes in range(rolled + 1):
        likely = Fraction(comb(rolled, sixes) * 5 ** (rolled - sixes), 6**rolled)
        added = min(sixes, MOST_DICE - in_play)
        for number, share in resting(sixes + added, in_play + added).items():
            total = rolled - sixes + number
            found[total] = found.get(total, Fraction(0)) + likely * share
    return found


def largest(dice: Dice, most: int) -> int:
    """DC-42 Dice of the largest Single or Combo: equal dice (at most `most`), or a row."""
    row = longest = 0
    for number in dice:
        row = row + 1 if number else 0
        longest = max(longest, row)
    return max(longest, min(most, max(dice)))


@lru_cache(maxsize=4096)
def chance(kept: Dice, rolled: int, in_play: int, wanted: int, most: int) -> Fraction:
    """The chance that the kept dice and `rolled` new ones hold a combo of the wanted size."""
    total = Fraction(0)
    for number, likely in resting(rolled, in_play).items():
        total += likely * Fraction(_good_rolls(kept, number, wanted, most), RESTING**number)
    return total


def _good_rolls(kept: Dice, number: int, wanted: int, most: int) -> int:
    """How many of the equally likely results of `number` dice hold a combo of the wanted size."""
    return RESTING**number - _bad_rolls(kept, number, 0, wanted, most)


@lru_cache(maxsize=2048)
def _bad_rolls(kept: Dice, number: int, row: int, wanted: int, most: int) -> int:
    """How many results hold no such combo, counted value by value; a row of `row` values precedes the first one."""
    if not kept:
        return 1 if number == 0 else 0
    bad = 0
    for dice in range(number + 1):
        together = kept[0] + dice
        longer = row + 1 if together else 0
        if max(longer, min(most, together)) < wanted:
            bad += comb(number, dice) * _bad_rolls(kept[1:], number - dice, longer, wanted, most)
    return bad


def best_reroll(dice: Dice, in_play: int, wanted: int, most: int) -> tuple[Fraction, Dice]:
    """DC-34 The dice to roll again for one chip, and the chance they give; of equal chances, the fewest dice."""
    sets = [marked for marked in product(*(range(number + 1) for number in dice)) if any(marked)]
    found = [(chance(_without(dice, marked), sum(marked), in_play, wanted, most), marked) for marked in sets]
    return max(found, key=lambda one: (one[0], -sum(one[1])))


def _without(dice: Dice, marked: Dice) -> Dice:
    return tuple(a - b for a, b in zip(dice, marked, strict=True))


def odds(t: Table, s: State) -> dict[int, str]:
    """DC-33 DC-34 What each use of a chip gives: the combo, or the chance of the one that is wanted."""
    if s.phase not in (CHOOSE_CHIP, CHOOSE_MARK):
        return {}
    dice, marked = (tuple(held[value] for value in VALUES) for held in (s.dice, s.marked))
    now = largest_combo(t, s)
    need = needed_size(t, s, s.spot[lead_car(t, s)])
    wanted = need if now < need < NO_RUN else now + 1
    told = {MARK + v: _chance(t, s, dice, _more(marked, v), wanted) for v in VALUES if dice[v - 1] > marked[v - 1]}
    if s.phase == CHOOSE_MARK:
        return {**told, ROLL: _chance(t, s, dice, marked, wanted)}
    added = {ADD + v: f"largest combo {largest(_more(dice, v), t.max_combo)}" for v in VALUES}
    return {**told, **added, DONE: f"largest combo {now}"}


def _chance(t: Table, s: State, dice: Dice, marked: Dice, wanted: int) -> str:
    likely = chance(_without(dice, marked), sum(marked), s.in_play, wanted, t.max_combo)
    return f"{round(100 * likely)} % for a combo of {wanted}"


def _more(dice: Dice, value: int) -> Dice:
    return tuple(number + (v == value) for v, number in zip(VALUES, dice, strict=True))
