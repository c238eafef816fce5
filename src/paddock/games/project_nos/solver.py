"""The least expected number of rolls of every car on a track, by the default rules (section 12 of the rules).

Only rolls cost anything, and saving and releasing are free. So what matters between two rolls is: the space, the dice
not placed by kind, the redlines, and the nitrous faces at hand (saved or just rolled). Of these any may be kept for the
next roll, as long as one die is rolled. Keeping nothing or one face is a choice with an unknown value each; the
unknowns of one position are found together by policy iteration, from the last space back to the first, for all cars at
once: a set of dice is the modification dice left, all others are common.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import inf
from typing import Any

import numpy as np

from .box import KIND_IDS, components
from .rules.model import redline_cost
from .state import COLOURS, COMMON, DICE, KINDS, MOST_REDLINES, NITROUS, V8, VALUES

Kinds = tuple[int, ...]  # kinds of dice, sorted
Faces = tuple[int, ...]  # nitrous faces, sorted
Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

CARDS = 3  # modification dice of a car
LEVELS = MOST_REDLINES + 1  # numbers of redlines
BARRED = 3  # redlines of a die that does not fit
KEPT = VALUES + 1  # faces that may be kept, and none
LATER = 1e4  # before a first policy is known: later than any placement
SAME = 1e-10  # a gain this small is rounding
AT_HAND: list[Faces] = [faces for n in range(3) for faces in combinations_with_replacement(range(1, KEPT), n)]
KINDS_OF_DICE = (*range(KINDS), COMMON)


def expected_rolls(track: Sequence[int], modifications: Sequence[str]) -> float:
    """Least expected rolls with three common dice and these; infinite if the car cannot finish."""
    kinds = tuple(sorted(KIND_IDS.index(name) for name in modifications if KIND_IDS.index(name) < KINDS))
    return solved(tuple(track)).rolling(1, kinds, 0, 0)


@dataclass(frozen=True)
class Solution:
    """All positions of one track, by space less 1, set of dice, redlines and the nitrous face kept (0 for none)."""

    rolls: Floats  # rolls to go when the next thing is a roll
    hands: Ints  # the best hand: number of its row in `hands_of`

    def rolling(self, space: int, modifications: Kinds, redlines: int, kept: int) -> float:
        """Rolls to go from a space on with these modification dice left and common ones for the other spaces."""
        return float(self.rolls[space - 1, set_number()[modifications], redlines, kept])

    def hand(self, space: int, modifications: Kinds, redlines: int, kept: int) -> Kinds:
        """The kinds of dice to roll; empty if the car cannot finish."""
        at = int(self.hands[space - 1, set_number()[modifications], redlines, kept])
        return hands_of(DICE + 1 - space).hand[at] if at >= 0 else ()


@lru_cache(maxsize=32)
def solved(track: tuple[int, ...]) -> Solution:
    """Every position on a track."""
    shape = (DICE, len(sets_of_dice()), LEVELS, KEPT)
    rolls, hands = np.full(shape, inf), np.full(shape, -1)
    after = np.zeros((len(sets_of_dice()), LEVELS + BARRED, len(AT_HAND)))
    after[:, LEVELS:] = inf
    for space in range(DICE, 0, -1):
        costs = redlines_by_face(track[space - 1])
        rolls[space - 1], hands[space - 1] = solved_space(hands_of(DICE + 1 - space), costs, after)
        after = worth_at_hand(rolls[space - 1], costs, after)
    return Solution(rolls, hands)


# Sets of dice


@cache
def sets_of_dice() -> list[Kinds]:
    """All modification dice that a car may have left: three at most, one kind of each colour."""
    found = [dice for n in range(CARDS + 1) for dice in combinations_with_replacement(range(KINDS), n)]
    return [dice for dice in found if all(not {2 * one, 2 * one + 1} <= set(dice) for one in range(COLOURS))]


@cache
def set_number() -> dict[Kinds, int]:
    """The place of each set in `sets_of_dice`."""
    return {dice: at for at, dice in enumerate(sets_of_dice())}


@cache
def less_one() -> Ints:
    """By set and kind: the set without a die of that kind, itself without a common one; 0 where there is none."""
    found = np.zeros((len(sets_of_dice()), COMMON + 1), np.int64)
    for at, dice in enumerate(sets_of_dice()):
        found[at, COMMON] = at
        for kind in set(dice):
            found[at, kind] = set_number()[without(dice, kind)]
    return found


@cache
def face_values(kind: int) -> tuple[int, ...]:
    """What each face of a die of a kind counts."""
    return next(
        tuple(entry["values"]) for entry in components("modifications")["kind"] if entry["id"] == KIND_IDS[kind]
    )


@cache
def redlines_by_face(wanted: int) -> Ints:
    """By kind and face: what it costs on a track card, BARRED if it does not fit; face 0 is no die."""
    found = np.full((COMMON + 1, VALUES + 1), BARRED)
    for kind in KINDS_OF_DICE:
        for face, value in enumerate(face_values(kind), 1):
            cost = redline_cost(kind, value, wanted)
            found[kind, face] = cost if cost <= 1 else BARRED
    return found


def without(dice: tuple[int, ...], one: int) -> tuple[int, ...]:
    """The dice, or faces, less one."""
    at = dice.index(one)
    return dice[:at] + dice[at + 1 :]


# Hands


@dataclass(frozen=True)
class Outcomes:
    """What rolls may show, a line each: which dice may then be placed, which faces kept."""

    chance: Floats
    kind: Ints  # up to three dice that may be placed,
    face: Ints  # 0 for none,
    hand: Ints  # and the nitrous faces that are at hand afterwards, as number of AT_HAND
    keep: Ints  # up to two nitrous faces that may be kept, 0 for none


@cache
def outcomes(hand: Kinds, kept: int) -> Outcomes:
    """All outcomes of a hand rolled beside a kept face, 0 for none; equal ones are one line."""
    chances: dict[tuple[tuple[int, int], ...], float] = {}
    for faces in product(range(1, VALUES + 1), repeat=len(hand)):
        shown = tuple(sorted(zip(hand, faces, strict=True)))
        chances[shown] = chances.get(shown, 0.0) + 1 / 6 ** len(hand)
    lines = [one_outcome(shown, kept) for shown in chances]
    kind, face, at_hand, keep = (np.array([line[part] for line in lines]) for part in range(4))
    return Outcomes(np.array(list(chances.values())), kind, face, at_hand, keep)


def one_outcome(shown: tuple[tuple[int, int], ...], kept: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """A line of outcomes: kinds and faces that may be placed, what each leaves at hand, and faces to keep."""
    nitrous = [face for kind, face in shown if kind == NITROUS] + ([kept] if kept else [])
    dice = [(kind, face) for kind, face in shown if kind != NITROUS] + [(NITROUS, face) for face in nitrous]
    rests = [tuple(nitrous) if kind != NITROUS else without(tuple(nitrous), face) for kind, face in dice]
    left = [AT_HAND.index(tuple(sorted(rest))) for rest in rests]
    spare = 3 - len(dice)
    kinds, faces = [kind for kind, _ in dice], [face for _, face in dice]
    return kinds + [COMMON] * spare, faces + [0] * spare, left + [0] * spare, [*nitrous, 0, 0][:2]


@dataclass(frozen=True)
class Hands:
    """Every hand of every set of dice with a number of dice left: rows by set and face kept, and lines of outcomes."""

    hand: list[Kinds]  # by row: the dice rolled
    dice: Ints  # by row: the set of dice
    kept: Ints  # by row: the nitrous face kept
    first: Ints  # by row: its first line
    line_row: Ints  # by line: its row
    lines: Outcomes


@cache
def hands_of(left: int) -> Hands:
    """The hands of all sets with `left` dice left."""
    rows = [
        (at, kept, hand)
        for at, dice in enumerate(sets_of_dice())
        if len(dice) <= left
        for kept in range(KEPT if NITROUS in dice and left > 1 else 1)
        for hand in possible_hands((*dice, *[COMMON] * (left - len(dice))), kept)
    ]
    parts = [outcomes(hand, kept) for _, kept, hand in rows]
    lengths = [len(part.chance) for part in parts]
    whole = Outcomes(*(np.concatenate([getattr(part, name) for part in parts]) for name in Outcomes.__annotations__))
    return Hands(
        [hand for _, _, hand in rows],
        np.array([at for at, _, _ in rows]),
        np.array([kept for _, kept, _ in rows]),
        np.cumsum([0, *lengths[:-1]]),
        np.repeat(np.arange(len(rows)), lengths),
        whole,
    )


def possible_hands(dice: Kinds, kept: int) -> list[Kinds]:
    """PN-22..24 Two dice or what is left, three if one is a V8; a kept die is one of them and is not rolled."""
    if kept:
        return [(kind,) for kind in sorted(set(without(dice, NITROUS)))]
    pairs = sorted(set(combinations(dice, min(2, len(dice)))))
    return pairs + sorted({hand for hand in combinations(dice, 3) if V8 in hand})


# Values


def solved_space(hands: Hands, costs: Ints, after: Floats) -> tuple[Floats, Ints]:
    """By set of dice, redlines and face kept: rolls to go, and the row of the best hand; policy iteration."""
    placed = worth_of_placing(hands, costs, after)
    shape = (len(sets_of_dice()), LEVELS, KEPT)
    rolls = np.full(shape, LATER)
    while True:
        stay, keep = worth_of_staying(hands, rolls)
        by_row = 1 + np.add.reduceat(hands.lines.chance[:, None] * np.minimum(placed, stay), hands.first)
        best = best_rows(hands, by_row)
        new = evaluated(hands, best, placed, placed < stay, keep)
        if np.nanmax(np.where(best >= 0, rolls - new, 0.0)) < SAME:
            return np.where(new < LATER, new, inf), np.where(new < LATER, best, -1)
        rolls = new


def worth_of_placing(hands: Hands, costs: Ints, after: Floats) -> Floats:
    """By line and redlines: rolls to go after the best placement."""
    lines = hands.lines
    then = less_one()[hands.dice[hands.line_row][:, None], lines.kind]
    redlines = costs[lines.kind, lines.face][:, :, None] + np.arange(LEVELS)
    return after[then[:, :, None], redlines, lines.hand[:, :, None]].min(axis=1)


def worth_of_staying(hands: Hands, rolls: Floats) -> tuple[Floats, Ints]:
    """By line and redlines: rolls to go if nothing is placed, and the face that is kept then."""
    dice = hands.dice[hands.line_row]
    choices = np.stack([rolls[dice, :, 0], *(rolls[dice, :, hands.lines.keep[:, one]] for one in range(2))])
    which = choices.argmin(axis=0)
    faces = np.concatenate([np.zeros((len(dice), 1), np.int64), hands.lines.keep], axis=1)
    return choices.min(axis=0), np.take_along_axis(faces, which, axis=1)


def best_rows(hands: Hands, by_row: Floats) -> Ints:
    """By set of dice, redlines and face kept: the row of fewest rolls, -1 where there is none."""
    best = np.full((len(sets_of_dice()), LEVELS, KEPT), -1)
    order = np.argsort(-by_row, axis=0, kind="stable")  # the best comes last and stays
    for redlines in range(LEVELS):
        rows = order[:, redlines]
        best[hands.dice[rows], redlines, hands.kept[rows]] = rows
    return best


def evaluated(hands: Hands, best: Ints, placed: Floats, places: Any, keep: Ints) -> Floats:
    """Rolls to go by set, redlines and face kept if these rows are rolled and these choices made."""
    row = hands.line_row
    dice, kept, chance = hands.dice[row], hands.kept[row], hands.lines.chance
    once = np.where(best >= 0, 1.0, LATER)
    stays = np.zeros((*best.shape, KEPT))
    for redlines in range(LEVELS):
        rolled = best[dice, redlines, kept] == row
        lands, waits = rolled & places[:, redlines], rolled & ~places[:, redlines]
        np.add.at(once[:, redlines], (dice[lands], kept[lands]), (chance * placed[:, redlines])[lands])
        np.add.at(stays[:, redlines], (dice[waits], kept[waits], keep[waits, redlines]), chance[waits])
    never = stays[..., 0, 0] > 1 - SAME  # nothing ever fits
    stays[never], once[never] = 0.0, LATER
    return np.linalg.solve(np.eye(KEPT) - stays, once[..., None])[..., 0].astype(np.float64, copy=False)


def worth_at_hand(rolls: Floats, costs: Ints, after: Floats) -> Floats:
    """Rolls to go with nitrous faces at hand and no other die of the latest roll to be placed."""
    found = np.full((*after.shape[:2], len(AT_HAND)), inf)
    then, redlines = less_one()[:, NITROUS], np.arange(LEVELS)
    for at, faces in enumerate(AT_HAND):
        ways = [rolls[:, :, kept] for kept in (0, *faces)]
        for face in faces:
            rest = AT_HAND.index(without(faces, face))
            ways.append(after[then[:, None], redlines + costs[NITROUS, face], rest])
        found[:, :LEVELS, at] = np.min(ways, axis=0)
    return found
