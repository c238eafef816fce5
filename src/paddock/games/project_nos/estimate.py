"""Quick judgement: who will win this race, and what that is worth in the game. Never used by the rules.

Worth is weighed as in `weights.py`, fitted to who won many single races; in a series for points to who won the series.
"""

from paddock.engine import at_place, digit, is_in, mix_weights, rule, settle_chances, share_out_worth

from .driver import NEVER, rolls_to_go
from .rules.finishing import POINTS_RACES, game_place, is_racing, points_of, race_order
from .rules.model import redline_cost
from .state import (
    ALL_DICE,
    CARS,
    CERTAIN,
    DICE,
    FINISHED,
    GAME_OVER,
    MOST_REDLINES,
    NEEDED_BITS,
    PHOTO,
    PLACING,
    ROUNDS,
    RUNNING,
    THEN,
    State,
    Table,
)

TRAITS = (
    "road",  # of LONGEST, in 64ths of a roll that the quickest pilot makes
    "waiting",  # units of 16 milliseconds until it may act again, below zero
    "redlines",
    "at_the_line",  # 1 before the first die is placed
    "dice_to_pick",
    "points",  # of a series for points
)
ROAD, WAITING, REDLINES, AT_THE_LINE, DICE_TO_PICK, POINTS = range(6)
RISING = ("road", "waiting", "points")  # more is never worse
KNOTS = (0, 1500, 3500, 6000, 9000, 14000, 40000)  # thousandths of a roll that the best car has to go
GROUPS = 3 * (CARS - 1)
FITTED_TO = ("track", "race_end", "third_redline", "modifications", "dice_supply", "max_mod_cards")
GROUPED = ("clock", "series")
SINGLE = {"wins_to_win": 1}  # fits look at single races: what a win is worth in the game is worked out
LONGEST = 24000  # thousandths of a roll: more than any car needs that may still win
A_RACE = 8000  # and about what the quickest of some cars needs for a race
LOST = 1 << 40  # worth that leaves a car no chance


# Chances


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chances to win the game in thousandths: by the chances in this race, and by what each win would change."""
    first = winner(t, s)
    if first >= 0:
        settle_chances(value, t.seats, first)
        return
    race_chances(t, s, value)
    if t.points == 0:
        game_chances(t, s, value)


@rule
def race_chances(t: Table, s: State, value: list[int]):
    """Chances to win this race; to win the series where points are counted."""
    best, second = foremost(t, s)
    mix_weights(t, to_go(t, s, best), value)
    for seat in range(t.seats):
        value[seat] = worth(t, s, seat, best, second, value, t.seats) - (0 if may_win(t, s, seat) else LOST)
    share_out_worth(t, value)


@rule
def winner(t: Table, s: State):
    """The seat that has won the game, as far as everybody can know; -1 for none."""
    for seat in range(t.seats):
        if s.phase == GAME_OVER:
            if game_place(t, s, seat) == 1:
                return seat
        elif t.points == 0:
            wins = s.wins[seat] + (1 if is_on(s) and is_first(t, s, seat) else 0)
            if wins >= t.wins_to_win:
                return seat
    return -1


@rule
def group(t: Table):
    """Races of as many cars are as hard to foresee, with one clock or another, for wins or for points."""
    if t.seats == 1:
        return 0
    return t.seats - 2 + (CARS - 1) * (2 if t.points else 1 if t.clock != ROUNDS else 0)


@rule
def foremost(t: Table, s: State):
    """How far the best car has come in this race, in thousandths of a roll, and the next one."""
    best = 0
    second = 0
    for seat in range(t.seats):
        done = LONGEST - rolls_left(t, s, seat)
        second = max(second, min(best, done))
        best = max(best, done)
    return best, second


@rule
def to_go(t: Table, s: State, best: int):
    """What the best car has to go, with the races that a series for points has still to come."""
    left = LONGEST - best if is_on(s) else 0
    return left + (A_RACE * (POINTS_RACES - s.race) if t.points else 0)


@rule
def far(t: Table, s: State, seat: int):
    """How far a seat has come in the game, in thousandths of a roll."""
    return LONGEST * s.wins[seat] + (LONGEST - rolls_left(t, s, seat) if is_on(s) else 0)


@rule
def worth(t: Table, s: State, seat: int, best: int, second: int, w: list[int], at: int):
    """The sum of a car's traits, each times its weight: `w` has those from `at` on."""
    total = points_of(s, seat) * w[at + POINTS] if t.points else 0
    if not is_on(s):
        return total
    total += 64 * (LONGEST - rolls_left(t, s, seat)) // 1000 * w[at + ROAD]
    if not is_racing(s):
        return total + (DICE // 2 - s.mod_dice[seat]) * w[at + DICE_TO_PICK]
    car = public_racer(t, s, seat)
    if s.status[car] != RUNNING:
        return total
    if t.clock != ROUNDS:
        total -= max(0, s.due[seat] - s.now) // 16 * w[at + WAITING]
    total += s.redlines[car] * w[at + REDLINES]
    return total + (w[at + AT_THE_LINE] if s.next[car] == 1 else 0)


# What a race is worth


@rule
def game_chances(t: Table, s: State, value: list[int]):
    """From chances to win this race to chances to win the game: whoever wins it needs a win less."""
    needed = wins_needed(t, s)
    total = 0
    for seat in range(t.seats):
        value[t.seats + seat] = 0
        for first in range(t.seats):
            value[t.seats + seat] += value[first] * share_after(t, seat, first, needed)
    best = 0
    for seat in range(t.seats):
        value[seat] = (value[t.seats + seat] + CERTAIN // 2) // CERTAIN
        total += value[seat]
        best = seat if value[seat] > value[best] else best
    value[best] += 1000 - total


@rule
def wins_needed(t: Table, s: State):
    """The wins that each seat still needs, packed into one number; 0 for a player who left."""
    needed = 0
    for seat in range(t.seats):
        needed += at_place(0 if s.gone[seat] else t.wins_to_win - s.wins[seat], seat, NEEDED_BITS)
    return needed


@rule
def share_after(t: Table, seat: int, first: int, needed: int):
    """The chance of a seat to win the game, of CERTAIN, once `first` has won this race."""
    if digit(needed, first, NEEDED_BITS) == 1:
        return CERTAIN if seat == first else 0
    return t.share[seat][needed - at_place(1, first, NEEDED_BITS)]


# A car in the race, by what everybody knows of it


@rule
def is_on(s: State):
    """Whether a race is on whose track is dealt, and whose winner is not counted yet."""
    return s.race > 0 and s.track[DICE - 1] > 0 and s.won[s.race - 1] == 0


@rule
def public_racer(t: Table, s: State, seat: int):
    """The entry of a racer as rivals know it: in a race in rounds, as it stood when the round began."""
    return THEN + seat if t.clock == ROUNDS and is_racing(s) else seat


@rule
def may_win(t: Table, s: State, seat: int):
    """Whether a seat may still win: what `race_chances` is about."""
    if s.gone[seat]:
        return False
    if t.points or not is_on(s) or not is_ranked(s):
        return True
    return s.status[public_racer(t, s, seat)] == RUNNING or is_leading(t, s, seat)


@rule
def is_ranked(s: State):
    """Whether cars are on the road, or over the line with a photo to be looked at."""
    return is_racing(s) or s.phase == PHOTO


@rule
def is_leading(t: Table, s: State, seat: int):
    """Whether a seat has finished, and nobody before it."""
    if s.status[public_racer(t, s, seat)] != FINISHED:
        return False
    for other in range(t.seats):
        if race_order(t, s, other, seat) < 0:
            return False
    return True


@rule
def is_first(t: Table, s: State, seat: int):
    """Whether a seat has won the race, as everybody knows: it leads, and nobody is level with it."""
    if not is_ranked(s) or not is_leading(t, s, seat):
        return False
    for other in range(t.seats):
        if other != seat and race_order(t, s, other, seat) == 0:
            return False
    return True


@rule
def rolls_left(t: Table, s: State, seat: int):
    """About how many rolls a seat has to go, in thousandths of one that the quickest pilot makes."""
    if s.gone[seat] or not is_on(s):
        return LONGEST
    if not is_racing(s):
        return min(LONGEST, rolls_from(t, s, seat, ALL_DICE, 1, 0))
    car = public_racer(t, s, seat)
    if s.status[car] == FINISHED:
        return 0
    if s.status[car] != RUNNING:
        return LONGEST
    left = rolls_of_runner(t, s, seat, car)
    return min(LONGEST, left * t.pace[s.pilot[seat]] // 1024)


@rule
def rolls_of_runner(t: Table, s: State, seat: int, car: int):
    """Rolls to go of a car on the road: a die on its way to the lane, one that may be placed, or another roll."""
    dice = ALL_DICE - s.placed[car]
    if t.clock != ROUNDS and s.step[seat] == PLACING:
        cost = s.redlines[car] + s.hand_cost[seat]
        if cost > MOST_REDLINES:
            return LONGEST
        return rolls_from(t, s, seat, dice - (1 << s.hand_die[seat]), s.next[car] + 1, cost)
    least = rolls_from(t, s, seat, dice, s.next[car], s.redlines[car])
    shown = s.saved[car]
    if t.clock == ROUNDS or s.settle[seat] <= s.now:
        shown |= s.fresh[car]
    for slot in range(DICE):
        if is_in(shown, slot):
            least = min(least, rolls_after_placing(t, s, seat, car, slot))
    return least


@rule
def rolls_after_placing(t: Table, s: State, seat: int, car: int, slot: int):
    """Rolls to go after placing a die that shows something; NEVER if it does not fit."""
    kind = s.kind[seat][slot]
    cost = redline_cost(kind, t.value[kind][s.face[car][slot]], s.track[s.next[car] - 1])
    if s.redlines[car] + cost > MOST_REDLINES or cost > 1:
        return NEVER
    dice = ALL_DICE - s.placed[car] - (1 << slot)
    return rolls_from(t, s, seat, dice, s.next[car] + 1, s.redlines[car] + cost)


@rule
def rolls_from(t: Table, s: State, seat: int, dice: int, space: int, redlines: int):
    """Rolls to go of some dice from a space on; the tables of dealt tracks begin behind the first space."""
    if space > 1 or t.solved:
        return rolls_to_go(t, s, seat, dice, space, redlines)
    fits = 0
    rolls = 0
    for slot in range(DICE):
        if is_in(dice, slot):
            faces = t.free_faces[s.kind[seat][slot]][s.track[0]]
            fits += faces
            rolls += faces * min(LONGEST, rolls_to_go(t, s, seat, dice - (1 << slot), 2, redlines))
    return 1000 + rolls // fits if fits else LONGEST
