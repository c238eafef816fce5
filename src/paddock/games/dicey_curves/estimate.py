"""A cheap guess of who will win. Never used by the rules.

What is weighed of each player, and by how much, was fitted to who won many races: see `weights.py`.
"""

from paddock.engine import mix_weights, rule, settle_chances, share_out_worth, turns_before

from .rules.combos import largest_combo
from .rules.model import card_of, gate_ahead, place_of, progress
from .rules.turns import race_place
from .state import (
    CARS,
    CHOOSE_ACT,
    CHOOSE_CHIP,
    CHOOSE_DICE,
    CHOOSE_MARK,
    CHOOSE_STEP,
    CRITTER_CROSSING,
    FINISH,
    GATE_FLOW,
    INSTANT_DAMAGE,
    INSTANT_REPAIR,
    NITRO_BOOST,
    OFF,
    RACE_OVER,
    RESTING,
    ROLL_DIE,
    SUPER_SIZE,
    State,
    Table,
)

TRAITS = (
    # Cards that the best car has behind it
    *("straights", "wide_opens", "gentle_curves", "sharp_curves", "s_curves", "hairpins", "dicey_curves"),
    "off_the_grid",  # 1: the best car has left Start
    "steps_to_exit",  # of the card that it is on
    *("gate_of_2", "gate_of_3", "gate_of_4", "gate_of_5"),  # 1: it waits in front of one
    *("on_gentle_curve", "on_sharp_curve", "on_s_curve", "on_hairpin", "on_dicey_curves"),
    "chips",
    "damage",
    *("nitro_boosts", "super_sizes", "instant_damages", "instant_repairs", "critter_crossings"),  # in hand
    "alone",  # how far the second car is behind, in eighths of a card
    *("behind", "far_behind", "lead"),  # of the foremost car of all, in eighths of a card; and ahead of all rivals
    "turns_before",  # in 64ths of a round: how long until this player's turn
    *("on_turn", "has_dice", "dice", "largest_combo", "gate_is_open", "steps_left", "boosts"),
)
KNOTS = (4, 12, 24, 48, 96, 160, 280)  # eighths of a card that the foremost car has to go
(OFF_THE_GRID, STEPS_TO_EXIT, GATE_OF_2, ON_A_CURVE, CHIPS, NITRO_BOOSTS, ALONE, BEHIND, ON_TURN) = (
    *(7, 8, 9, 13, 18, 20, 25, 26, 30),
)
CURVE = (0, 0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6)  # by type of card: which of the seven it counts as
NEAR, FAR = 8, 32  # eighths of a card that a car is behind or ahead from which on more of them count otherwise
FURTHEST = 24  # that a second car counts as behind
GROUPS = 4 * (CARS - 1)
RISING = ()  # traits of which more is never worse
FITTED_TO = ("race_length",)  # options raced with some number of seats
GROUPED = ("danger", "gates")  # and with every number of seats


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chances to win in thousandths: how far the best car has come, and what chips, dice and damage promise."""
    first = winner(t, s)
    if first >= 0:
        settle_chances(value, t.seats, first)
        return
    best, second = foremost(t, s)
    mix_weights(t, to_go(t, s, best), value)
    for seat in range(t.seats):
        value[seat] = worth(t, s, seat, best, second, value, t.seats)
    share_out_worth(t, value)


@rule
def winner(t: Table, s: State):
    """The player who has won already, -1 for none."""
    for seat in range(t.seats):
        if s.place[seat] == 1 or (s.phase == RACE_OVER and race_place(t, s, seat) == 1):
            return seat
    return -1


@rule
def group(t: Table):
    """Tables of as many players, with or without Danger cards and gates on the way, are as hard to foresee."""
    return t.seats - 2 + (CARS - 1) * (t.danger + (2 if t.gates == GATE_FLOW else 0))


@rule
def foremost(t: Table, s: State):
    """How far the foremost player has come, and the next one, in eighths of a card."""
    best = 0
    second = 0
    leader = -1
    for car in range(t.cars):
        done = progress(t, s, car)
        if s.owner[car] == leader:
            best = max(best, done)
        elif done > best:
            second = best
            best = done
            leader = s.owner[car]
        else:
            second = max(second, done)
    return best, second


@rule
def to_go(t: Table, s: State, best: int):
    """Eighths of a card from the foremost car to Finish, which may lie anywhere that it still can."""
    if s.kind[s.laid - 1] == FINISH:
        return 8 * (s.laid - 1) - best
    return 4 * (max(t.fewest_cards, s.laid - 1) + t.most_cards) + 8 - best


@rule
def far(t: Table, s: State, seat: int):
    """How far a player's best car has come, in eighths of a card."""
    best = 0
    for car in range(t.cars):
        if s.owner[car] == seat:
            best = max(best, progress(t, s, car))
    return best


# What is weighed of a player: `w` has the weights of all traits, from `at` on


@rule
def worth(t: Table, s: State, seat: int, best: int, second: int, w: list[int], at: int):
    """The sum of a player's traits, each times its weight."""
    total = s.chips[seat] * w[at + CHIPS] + s.damage[seat] * w[at + CHIPS + 1]
    if t.danger:
        total += hand_worth(s, seat, w, at + NITRO_BOOSTS)
    car, most, next_most = two_cars(t, s, seat)
    if car >= 0:
        rival = second if most == best else best
        total += road_worth(s, card_of(s.spot[car]), w, at)
        total += spot_worth(t, s, s.spot[car], w, at)
        total += (min(FURTHEST, most - next_most) if next_most >= 0 else FURTHEST) * w[at + ALONE]
        total += max(0, rival - most - NEAR) * w[at + BEHIND]
        total += max(0, rival - most - FAR) * w[at + BEHIND + 1]
        total += max(0, most - rival - NEAR) * w[at + BEHIND + 2]
    if seat == s.turn:
        gate = gate_ahead(t, s, s.spot[car]) if car >= 0 else 0
        return total + turn_worth(t, s, gate, w, at + ON_TURN)
    if s.turn >= 0:
        total += turns_before(seat, s.turn, t.seats) * w[at + ON_TURN - 1]
    return total


@rule
def hand_worth(s: State, seat: int, w: list[int], at: int):
    """Danger cards in hand."""
    total = s.hand[seat][NITRO_BOOST] * w[at] + s.hand[seat][SUPER_SIZE] * w[at + 1]
    total += s.hand[seat][INSTANT_DAMAGE] * w[at + 2] + s.hand[seat][INSTANT_REPAIR] * w[at + 3]
    return total + s.hand[seat][CRITTER_CROSSING] * w[at + 4]


@rule
def two_cars(t: Table, s: State, seat: int):
    """A player's best car, how far it has come, and the next one; -1 for none."""
    car = -1
    most = -1
    next_most = -1
    for one in range(t.cars):
        if s.owner[one] == seat and s.spot[one] != OFF:
            done = progress(t, s, one)
            next_most = max(next_most, min(most, done))
            if done > most:
                most = done
                car = one
    return car, most, next_most


@rule
def road_worth(s: State, card: int, w: list[int], at: int):
    """The cards that a car has behind it, as far as they lie."""
    total = w[at + OFF_THE_GRID] if card > 0 else 0
    for index in range(max(1, s.rear), card):
        total += w[at + CURVE[s.kind[index]]]
    return total


@rule
def spot_worth(t: Table, s: State, spot: int, w: list[int], at: int):
    """Where on its card a car is."""
    total = t.to_exit[place_of(s, spot)] * w[at + STEPS_TO_EXIT]
    gate = gate_ahead(t, s, spot)
    if gate:
        total += w[at + GATE_OF_2 + gate - 2]
    curve = CURVE[s.kind[card_of(spot)]]
    return total + w[at + ON_A_CURVE + curve - 2] if curve >= 2 else total


@rule
def turn_worth(t: Table, s: State, gate: int, w: list[int], at: int):
    """What the dice and the play in progress will still bring to a player in front of a gate."""
    total = w[at] + (2 * s.nitros - s.critters) * w[at + 6]
    if not has_dice(s):
        return total
    dice = s.to_roll + s.sixes
    for value in range(1, RESTING + 1):
        dice += s.dice[value]
    total += w[at + 1] + dice * w[at + 2]
    if s.to_roll == 0:
        combo = largest_combo(t, s)
        total += combo * w[at + 3]
        if gate and combo >= gate:
            total += w[at + 4]
    return total + s.steps_left * w[at + 5] if s.phase == CHOOSE_STEP else total


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
