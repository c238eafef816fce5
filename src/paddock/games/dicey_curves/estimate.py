"""A cheap guess of who will win. Never used by the rules."""

from paddock.engine import rule

from .rules.combos import largest_combo
from .rules.model import gate_ahead, progress
from .rules.turns import race_place
from .state import (
    CHOOSE_ACT,
    CHOOSE_CHIP,
    CHOOSE_DICE,
    CHOOSE_MARK,
    CHOOSE_STEP,
    OFF,
    RACE_OVER,
    RESTING,
    ROLL_DIE,
    SUPER_SIZE,
    State,
    Table,
)

STEP = 20  # worth of a step of the best car
OTHER_CAR = 3  # of a step of another car
CHIP = 11
DAMAGE = 12  # of a damage cube
GATE = (0, 0, 4, 9, 18, 30)  # what the wait in front of a gate of that size costs
DIE = 14  # of an unused die that can still be played
LARGEST = 3  # for each die of the largest combination beyond the first
UNPLAYED = 15  # a play that is being chosen
PROMISED = 19  # a step of the play in progress
SCALE = 60  # a lead of this worth makes a player about four times as likely to win


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chances to win in thousandths: how far the best car has come, and what chips, dice and damage promise."""
    best = -1000000
    for seat in range(t.seats):
        value[seat] = outlook(t, s, seat)
        best = max(best, value[seat])
    total = 0
    for seat in range(t.seats):
        value[seat] = share(best - value[seat])
        total += value[seat]
    rest = 1000
    for seat in range(t.seats):
        value[seat] = 1000 * value[seat] // total
        rest -= value[seat]
    for seat in range(t.seats):
        if rest > 0:
            value[seat] += 1
            rest -= 1


@rule
def share(behind: int):
    """The weight of a player who is `behind` the best; never 0, so that a better position always weighs more."""
    part = SCALE * 4096 // (SCALE + behind)
    return 1 + part * part // 4096


@rule
def outlook(t: Table, s: State, seat: int):
    """What a player's position is worth, in parts of a step."""
    if s.phase == RACE_OVER or s.place[seat] > 0:
        return 30000 - 20000 * (race_place(t, s, seat) - 1)
    worth = car_worth(t, s, seat) + chip_worth(s.chips[seat]) - DAMAGE * s.damage[seat]
    worth += 4 * s.hand[seat][SUPER_SIZE]
    if seat == s.turn:
        worth += promise(t, s) + DIE * (2 * s.nitros - s.critters) // 2
    return worth


@rule
def chip_worth(chips: int):
    """Each further chip is worth a little less."""
    return CHIP * chips - chips * (chips - 1) // 2


@rule
def car_worth(t: Table, s: State, seat: int):
    """The best car counts in full, the others a little."""
    best = 0
    total = 0
    for car in range(t.cars):
        if s.owner[car] == seat and s.spot[car] != OFF:
            worth = STEP * steps_done(t, s, car) - GATE[gate_ahead(t, s, s.spot[car])]
            best = max(best, worth)
            total += worth
    return best + OTHER_CAR * (total - best) // STEP


@rule
def steps_done(t: Table, s: State, car: int):
    """How far a car has come; a card counts about three and a half steps, whatever its lanes."""
    forward = progress(t, s, car)
    return 7 * (forward // 8) // 2 + forward % 8


@rule
def has_dice(s: State):
    """Whether the dice of a turn are being rolled or played."""
    return (
        s.phase == ROLL_DIE
        or s.phase == CHOOSE_CHIP
        or s.phase == CHOOSE_MARK
        or s.phase == CHOOSE_ACT
        or s.phase == CHOOSE_DICE
        or s.phase == CHOOSE_STEP
    )


@rule
def promise(t: Table, s: State):
    """What the dice and the play in progress will still bring."""
    if not has_dice(s):
        return 0
    dice = s.to_roll + s.sixes
    for value in range(1, RESTING + 1):
        dice += s.dice[value]
    worth = DIE * dice + LARGEST * max(0, largest_combo(t, s) - 1)
    if s.phase == CHOOSE_STEP:
        return worth + PROMISED * s.steps_left
    if s.phase == CHOOSE_DICE:
        return worth + UNPLAYED
    return worth - 1 if s.phase == CHOOSE_ACT else worth
