"""Roll Dice: DC-30 to DC-36."""

from paddock.engine import CHANCE, note, rule

from ..events import ADDED, FIRST_DICE, REROLLED, ROLLED, SIXES
from ..state import (
    ADD,
    AGAIN,
    BASE_DICE,
    CHOOSE_CHIP,
    CHOOSE_MARK,
    DONE,
    FEWEST_DICE,
    FIRST,
    MARK,
    MOST_DICE,
    NEXT_WAVE,
    OFFER_ACT,
    OFFER_CHIP,
    RESTING,
    ROLL,
    ROLL_DIE,
    SIXES_AGAIN,
    State,
)
from .model import pay_chip


@rule
def first_dice(s: State):
    """DC-30 Five, less damage and Critter Crossings, and two for each Nitro Boost; 2 at least, 10 at most."""
    dice = BASE_DICE - s.damage[s.turn] - s.critters + 2 * s.nitros
    return max(FEWEST_DICE, min(MOST_DICE, dice))


@rule
def first_roll(s: State, log: list[int]):
    """DC-30 Counted when the window closes."""
    s.in_play = first_dice(s)
    note(log, FIRST_DICE, s.turn, s.in_play, 0)
    roll(s, s.in_play, FIRST)


@rule
def roll(s: State, dice: int, why: int):
    """Roll `dice` dice, one chance event each."""
    s.rolled_for = why
    s.to_roll = dice
    s.sixes = 0
    s.phase = ROLL_DIE
    s.to_act = CHANCE


@rule
def roll_die(s: State, value: int, log: list[int]):
    """DC-30 DC-31 DC-34 A die of the wave comes to rest, or shows a six."""
    note(log, ROLLED, s.turn, value, s.rolled_for)
    if value > RESTING:
        s.sixes += 1
    else:
        s.dice[value] += 1
    s.to_roll -= 1
    if s.to_roll == 0:
        s.phase = NEXT_WAVE


@rule
def next_wave(s: State, log: list[int]):
    """DC-31 DC-32 Each six adds a die as far as ten dice go; sixes and added dice are rolled again."""
    if s.sixes == 0:
        s.phase = OFFER_CHIP
        return
    added = min(s.sixes, MOST_DICE - s.in_play)
    s.in_play += added
    note(log, SIXES, s.sixes, added, s.sixes + added)
    roll(s, s.sixes + added, SIXES_AGAIN)


# Chips for dice


@rule
def offer_chip(s: State):
    """DC-35 As long as A has chips: add a die, reroll, or go on to Move Cars."""
    if s.chips[s.turn] == 0:
        s.phase = OFFER_ACT
        return
    s.phase = CHOOSE_CHIP
    s.to_act = s.turn


@rule
def chip_options(s: State, out: list[int]):
    """DC-33 DC-34 Done, a value for a new die, or a die to be rolled again."""
    out[0] = DONE
    n = 1
    if s.in_play < MOST_DICE:
        for value in range(1, RESTING + 1):
            out[n] = ADD + value
            n += 1
    for value in range(1, RESTING + 1):
        if s.dice[value]:
            out[n] = MARK + value
            n += 1
    return n


@rule
def choose_chip(s: State, move: int, log: list[int]):
    """DC-33 DC-34 DC-35 A chip adds a die or pays for a reroll."""
    if move == DONE:
        s.phase = OFFER_ACT
        return
    pay_chip(s)
    if move <= ADD + RESTING:
        s.dice[move - ADD] += 1
        s.in_play += 1
        note(log, ADDED, s.turn, move - ADD, 0)
        s.phase = OFFER_CHIP
        return
    mark(s, move - MARK, log)


@rule
def mark(s: State, value: int, log: list[int]):
    """DC-34 Mark a die for the reroll; roll at once if no other die can be marked."""
    s.marked[value] += 1
    for other in range(value, RESTING + 1):
        if s.dice[other] > s.marked[other]:
            s.phase = CHOOSE_MARK
            s.to_act = s.turn
            return
    reroll(s, log)


@rule
def mark_options(s: State, out: list[int]):
    """DC-34 Roll, or mark one more die of a value not below the last one."""
    out[0] = ROLL
    n = 1
    last = RESTING
    while s.marked[last] == 0:
        last -= 1
    for value in range(last, RESTING + 1):
        if s.dice[value] > s.marked[value]:
            out[n] = MARK + value
            n += 1
    return n


@rule
def choose_mark(s: State, move: int, log: list[int]):
    """DC-34 Mark another die, or roll the marked ones."""
    if move == ROLL:
        reroll(s, log)
    else:
        mark(s, move - MARK, log)


@rule
def reroll(s: State, log: list[int]):
    """DC-34 The marked dice are rolled again."""
    dice = 0
    for value in range(1, RESTING + 1):
        dice += s.marked[value]
        s.dice[value] -= s.marked[value]
        s.marked[value] = 0
    note(log, REROLLED, s.turn, dice, 0)
    roll(s, dice, AGAIN)
