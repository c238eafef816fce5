"""Dice plays: which cars can be driven with which dice, DC-41 to DC-43, and Super Size Your Combo, DC-48."""

from paddock.engine import (
    demand_draws,
    note,
    rule,
    take_from_hand,
    throw,
)

from ..events import DROVE, SUPER_SIZED
from ..state import (
    CHOOSE_DICE,
    DECLARE,
    DRAWING,
    DRIVE_ON,
    GATE_FLOW,
    GATE_STEP,
    HAND,
    MOST_DICE,
    NO_RUN,
    OFF,
    OFFER_DICE,
    RESTING,
    ROW,
    ROW_FROM,
    ROW_SIZE,
    ROWS,
    SAME,
    SUPER_SIZE,
    State,
    Table,
)
from .model import gate_ahead, leave, named_car, nearest_free

MOST_SIZE = MOST_DICE + 2 * HAND  # all dice, and a Super Size for each card of a hand


# Sizes


@rule
def has_row(s: State, row: int):
    """DC-42 Whether unused dice show each value of a row."""
    for i in range(ROW_SIZE[row]):
        if s.dice[ROW_FROM[row] + i] == 0:
            return False
    return True


@rule
def largest_combo(t: Table, s: State):
    """DC-42 Dice of the largest Single or Combo among the unused dice, 0 without dice."""
    most = 0
    row = 0
    for value in range(1, RESTING + 1):
        most = max(most, min(s.dice[value], t.max_combo))
        row = row + 1 if s.dice[value] else 0
        most = max(most, row)
    return most


@rule
def needed_size(t: Table, s: State, spot: int):
    """DC-41 DC-44 The size from which a car here has a run: enough for its gate and for the nearest free spot."""
    gate = gate_ahead(t, s, spot)
    if t.gates == GATE_FLOW:
        for size in range(max(gate, 1), MOST_SIZE + 1):
            if nearest_free(t, s, spot, size, size) <= size:
                return size
        return NO_RUN
    most = 1 if gate > 0 and t.gates == GATE_STEP else MOST_SIZE
    return max(gate, nearest_free(t, s, spot, 0, most))


@rule
def bonus(t: Table, s: State):
    """DC-48 What Super Sizes in hand could add to a play."""
    held = s.hand[s.turn][SUPER_SIZE]
    return 2 * held if t.supersize_stack else 2 * min(1, held)


@rule
def find_needs(t: Table, s: State):
    """DC-41 The size that each controlled car needs; a stopped one cannot be played."""
    for car in range(t.cars):
        s.need[car] = NO_RUN
        if s.spot[car] != OFF and s.stopped[car] == 0 and (s.owner[car] == s.turn or s.borrowed[car]):
            s.need[car] = needed_size(t, s, s.spot[car])


@rule
def reachable_size(t: Table, s: State):
    """DC-41 DC-48 The largest size that A can play now, 0 without dice."""
    largest = largest_combo(t, s)
    return largest + bonus(t, s) if largest else 0


@rule
def possible_bonus(t: Table, s: State):
    """DC-48 R-37 What Super Sizes could add to a play as far as rivals know: they see only card backs."""
    return 2 * s.cards[s.turn] if t.supersize_stack else 2 * min(1, s.cards[s.turn])


@rule
def possible_size(t: Table, s: State):
    """DC-41 DC-48 R-37 The largest size that A could play as far as rivals know, 0 without dice."""
    largest = largest_combo(t, s)
    return largest + possible_bonus(t, s) if largest else 0


# Choosing dice


@rule
def can_declare(t: Table, s: State):
    """DC-48 A Super Size in hand with which some dice are enough; one a play, unless they stack."""
    if s.hand[s.turn][SUPER_SIZE] == 0 or (s.declared > 0 and t.supersize_stack == 0):
        return False
    return largest_combo(t, s) + 2 * s.declared + bonus(t, s) >= s.need[s.mover]


@rule
def dice_options(t: Table, s: State, out: list[int]):
    """DC-41 DC-42 DC-43 Super Size, and every Single or Combo with which the car has a run."""
    n = 0
    if can_declare(t, s):
        out[0] = DECLARE
        n = 1
    least = max(1, s.need[s.mover] - 2 * s.declared)
    for value in range(1, RESTING + 1):
        for dice in range(least, min(s.dice[value], t.max_combo) + 1):
            out[n] = SAME + 10 * (value - 1) + dice - 1
            n += 1
    for row in range(ROWS):
        if ROW_SIZE[row] >= least and has_row(s, row):
            out[n] = ROW + row
            n += 1
    return n


@rule
def only_dice(t: Table, s: State):
    """R-37 The only choice of dice as far as rivals know; -1 if there could be more."""
    if largest_combo(t, s) + 2 * s.declared < s.need[s.mover]:
        return DECLARE
    if possible_bonus(t, s) > 0 and (s.declared == 0 or t.supersize_stack):
        return -1
    least = max(1, s.need[s.mover] - 2 * s.declared)
    only = -1
    for value in range(1, RESTING + 1):
        dice = min(s.dice[value], t.max_combo)
        if dice >= least:
            if only >= 0 or dice > least:
                return -1
            only = SAME + 10 * (value - 1) + dice - 1
    for row in range(ROWS):
        if ROW_SIZE[row] >= least and has_row(s, row):
            if only >= 0:
                return -1
            only = ROW + row
    return only


@rule
def offer_dice(t: Table, s: State, log: list[int]):
    """DC-41 R-37 Ask for the dice, unless everybody knows that there is no choice."""
    only = only_dice(t, s)
    if only >= 0:
        choose_dice(s, only, log)
        return
    s.phase = CHOOSE_DICE
    s.to_act = s.turn


@rule
def choose_dice(s: State, move: int, log: list[int]):
    """DC-41 DC-48 The dice are used up; a Super Size is declared before."""
    if move == DECLARE:
        declare(s, log)
        return
    if move < ROW:
        dice = (move - SAME) % MOST_DICE + 1
        s.dice[(move - SAME) // MOST_DICE + 1] -= dice
    else:
        dice = ROW_SIZE[move - ROW]
        for i in range(dice):
            s.dice[ROW_FROM[move - ROW] + i] -= 1
    begin_play(s, dice, move, log)


@rule
def declare(s: State, log: list[int]):
    """DC-48 The card is laid open with the dice."""
    note(log, SUPER_SIZED, s.turn, 0, 0)
    take_from_hand(s, s.turn, SUPER_SIZE)
    s.declared += 1
    s.phase = OFFER_DICE


@rule
def begin_play(s: State, dice: int, move: int, log: list[int]):
    """DC-43 DC-44 DC-48 The size is settled; Super Sizes are discarded and replaced before the car moves."""
    s.size = dice + 2 * s.declared
    s.single = 1 if s.size == 1 else 0
    s.driven = 0
    s.steps_left = s.size
    note(log, DROVE, named_car(s, s.mover), move, s.size)
    leave(s, s.spot[s.mover])
    s.phase = DRIVE_ON
    if s.declared:
        for _ in range(s.declared):
            throw(s, SUPER_SIZE)
        cards = s.declared
        s.declared = 0
        demand_draws(s, s.turn, cards, DRIVE_ON, DRAWING)
