"""Quick judgement: how each player stands. Used by bots and for the win-chance bar, never by the rules.

Worth is counted in tenths of a half unit: a space is 20.
"""

from paddock.engine import HALVING, mix_weights, rule, share_out, share_out_worth

from .rules.maneuvers import cars_ahead, is_draft_viable
from .rules.model import is_beside, lane_of
from .rules.npds import run_out, steps_left
from .rules.risk import is_test
from .rules.scoring import counts_for, race_place, side_of, side_score
from .rules.turns import return_distance
from .state import (
    BONUS_BIT,
    BOXES,
    CARDS,
    CARS,
    CHOOSE_DISCARD,
    CHOOSE_GEAR,
    CHOOSE_REROLL,
    CROSSOVER_BIT,
    DIALED_IN,
    DIRECTIONS,
    DRAFT_BIT,
    DRAW_CARD,
    DRAW_FOR_FUMES,
    FOR_FUMES,
    FOR_PEDAL,
    HIGH_LINE,
    HIGH_LINE_CARD,
    LAPPED_TOKEN,
    LEAD,
    LOW_LINE,
    NEXT_BOX,
    OFF,
    PRIMARY,
    RACE_OVER,
    RETURN_TO_TRACK,
    RIDE_BIT,
    ROLL_DIE,
    SEATS,
    SLINGSHOT_BIT,
    WAITING,
    State,
    Table,
)

SPACE = 20
PROMISED = 9  # tenths of a half unit that a half unit still to be driven counts
MEAN = 84  # a card, about 4.2 spaces
STRENGTH = (100, 96, 92, 72, 45, 62, 84, 64, 96, 76, 96, 76, 100, 80, 90, 70, 84, 64, 100, 80)  # by type
MOST_TURNS = 12
HAND_WORTH = (  # by cards and turns to come: what they promise with the best plan of playing and pitting
    *(0, 23, 75, 129, 184, 237, 279, 331, 385, 440, 493, 535, 587),
    *(5, 65, 107, 159, 213, 268, 321, 363, 415, 469, 524, 577, 619),
    *(10, 89, 149, 191, 243, 297, 352, 405, 447, 499, 553, 608, 661),
    *(15, 94, 173, 233, 275, 327, 381, 436, 489, 531, 583, 637, 692),
    *(20, 99, 178, 257, 317, 359, 411, 465, 520, 573, 615, 667, 721),
    *(25, 104, 183, 262, 341, 401, 443, 495, 549, 604, 657, 699, 751),
)
FRESH = 14  # a reroll
MUST_PIT = 40  # a turn that is only a pit stop
POINT = 60  # a point already scored
FAR = 4000  # a larger lead counts no more
FIELD_QUARTER = 80  # a car this far behind has a quarter of the chance in a solo race
FIELD_TURN = 69  # what a solo NPD gains in a turn, on average of 1,500 races
FIELD_LEAD = 80  # what the field gains on a quick driver in the rest of a stage, fitted to who won those races
PENALTY = 40
PLACE_IN_PITS = 10  # a place on the grid
STOPWATCH = 2  # a number on the stopwatch
FUMES = -45  # what running on fumes promises


TRAITS = (
    "standing",  # beside the best one, in tenths of a half unit
    "points",  # scored so far, beyond what they count in the standing
)
RISING = TRAITS  # more is never worse
KNOTS = (0, 6, 14, 27, 41, 80, 160)  # laps to go, of all stages
GROUPS = 2 * (SEATS - 1)
FITTED_TO = ("race",)  # options raced with some number of seats
GROUPED = ("team_play",)  # and with every number of seats


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chances to win in thousandths: how each player stands, more so the fewer laps there are to go."""
    if t.seats == 1:
        value[0] = chance_alone(t, s)
        return
    if s.phase == RACE_OVER:
        share_out_win(t, s, value)
        return
    best, second = foremost(t, s)
    mix_weights(t, to_go(t, s, best), value)
    for seat in range(t.seats):
        value[seat] = worth(t, s, seat, best, second, value, t.seats)
    share_out_worth(t, value)


@rule
def share_out_win(t: Table, s: State, value: list[int]):
    """After the race all chances are those of the players in place 1, who may be a team."""
    for seat in range(t.seats):
        value[seat] = 0 if race_place(t, s, seat) == 1 else -FAR * HALVING
    share_out(value, t.seats)


@rule
def winner(t: Table, s: State):
    """The first player who has won, -1 before the race is over."""
    if s.phase == RACE_OVER:
        for seat in range(t.seats):
            if race_place(t, s, seat) == 1:
                return seat
    return -1


@rule
def group(t: Table):
    """Tables of as many players, for themselves or with their NPDs, are as hard to foresee."""
    return max(0, t.seats - 2) + (SEATS - 1 if t.team_play else 0)


@rule
def foremost(t: Table, s: State):
    """How the best player stands, and the next one."""
    best = -1000000
    second = -1000000
    for seat in range(t.seats):
        worth = standing(t, s, seat)
        second = max(second, min(best, worth))
        best = max(best, worth)
    return best, second


@rule
def to_go(t: Table, s: State, best: int):
    """Laps to go in this stage and all further ones."""
    laps = max(0, t.stage_laps[s.stage] - s.laps_run)
    if s.flag == 1 and s.stage_end:
        laps = 0
    for stage in range(s.stage + 1, t.stages):
        laps += t.stage_laps[stage]
    return laps


@rule
def worth(t: Table, s: State, seat: int, best: int, second: int, w: list[int], at: int):
    """The sum of a player's traits, each times its weight: `w` has those from `at` on."""
    total = max(-FAR, standing(t, s, seat) - best) * w[at]
    return total + side_score(t, s, side_of(t, seat)) * w[at + 1]


@rule
def far(t: Table, s: State, seat: int):
    """How far the cars that count for a player have come, in half units, on average."""
    total = 0
    cars = 0
    for car in range(CARS):
        if counts_for(t, s, car, side_of(t, seat)):
            total += place_worth(t, s, car)
            cars += 1
    return total // max(1, cars)


@rule
def chance_alone(t: Table, s: State):
    """VL-120 The chance of a solo player to be first of all eight cars."""
    if s.phase == RACE_OVER:
        return 1000 if race_place(t, s, 0) == 1 else 0
    if s.primary[0] < 0:
        return 1000 // CARS
    best = -1000000
    for car in range(CARS):
        best = max(best, worth_alone(t, s, car))
    total = 0
    mine = 0
    for car in range(CARS):
        share = 1024 * FIELD_QUARTER // (FIELD_QUARTER + best - worth_alone(t, s, car))
        total += share * share
        if car == s.primary[0]:
            mine = share * share
    return 1000 * mine // total


@rule
def worth_alone(t: Table, s: State, car: int):
    """The worth of a car in a solo race: NPDs have no hand, but a Move in every turn to come."""
    turns = turns_left(t, s, car)
    if s.kind[car] == PRIMARY:
        return car_worth(t, s, car) - (FIELD_LEAD if turns else 0)
    return car_worth(t, s, car) + FIELD_TURN * turns


@rule
def standing(t: Table, s: State, seat: int):
    """The worth of a player's cars, on average."""
    total = 0
    cars = 0
    for car in range(CARS):
        if counts_for(t, s, car, side_of(t, seat)):
            total += car_worth(t, s, car)
            cars += 1
    return total // max(1, cars)


@rule
def car_worth(t: Table, s: State, car: int):
    """Points, distance, what the turn under way promises, and for a primary its hand and tires."""
    worth = POINT * s.points[car] + 10 * place_worth(t, s, car)
    if car == s.car:
        worth += turn_worth(t, s)
    if s.phase == ROLL_DIE and is_test(s.rolling):
        worth -= test_risk(t, s, car)
    if s.kind[car] != PRIMARY:
        return worth
    worth += 0 if s.worn[car] else FRESH
    worth -= MUST_PIT if s.must_pit[car] else 0
    if s.qualify[car] >= 0:
        worth -= STOPWATCH * t.stopwatch[s.qualify[car]]
    return worth + hand_worth(t, s, car, s.owner[car])


@rule
def place_worth(t: Table, s: State, car: int):
    """Half units: the distance, or where a car in the pits or not yet on the grid may expect to be."""
    if s.cell[car] == OFF:
        return 12 + s.distance[car] - WAITING - (s.pit_die[car] if s.pit_die[car] > 0 else 0)
    is_stopping = s.phase == DRAW_CARD or s.phase == DRAW_FOR_FUMES or s.phase == CHOOSE_DISCARD
    if car == s.car and is_stopping and s.then == RETURN_TO_TRACK:
        return return_distance(t, s, s.stop)
    return s.distance[car]


# The turn under way


@rule
def turn_worth(t: Table, s: State):
    """Steps and maneuvers that the active car may still make."""
    if s.phase == CHOOSE_GEAR:
        return PROMISED * reach(t, s, 5)
    if s.phase == ROLL_DIE or s.phase == CHOOSE_REROLL:
        if s.rolling == FOR_FUMES:
            return FUMES
        if s.rolling == FOR_PEDAL:
            return PROMISED * reach(t, s, 5)
    if s.open == 0:
        return 0
    return PROMISED * reach(t, s, steps_left(s)) + maneuver_worth(t, s)


@rule
def reach(t: Table, s: State, steps: int):
    """Half units that `steps` steps would gain if no other car moved; a step blocked by cars counts little."""
    if steps == 0:
        return 0
    best = 1
    for direction in range(DIRECTIONS):
        cell = t.step[direction][s.cell[s.car]]
        if cell >= 0 and s.on[cell] < 0:
            best = max(best, t.gain[direction][s.cell[s.car]] + run_out(t, s, cell, steps - 1))
    return best


@rule
def maneuver_worth(t: Table, s: State):
    """What the maneuvers left promise."""
    left = s.maneuvers
    worth = 0
    if left & (DRAFT_BIT | RIDE_BIT):
        each = SPACE if left & DRAFT_BIT else 2 * SPACE
        worth += each - 4 if is_draft_viable(t, s, s.car) else each // 4
    if left & SLINGSHOT_BIT and not s.begun and cars_ahead(t, s, s.car):
        worth += 2 * SPACE - 6
    if left & CROSSOVER_BIT:
        worth += 8
    if left & BONUS_BIT:
        worth += bonus_worth(t, s)
    return worth


@rule
def bonus_worth(t: Table, s: State):
    """Dialed In, Low Line and High Line."""
    if s.card < 0:
        return 0
    kind = t.type_of[s.card]
    if kind == DIALED_IN:
        return 16 if s.token == LEAD else 80 if s.token == LAPPED_TOKEN else 64
    wanted = LOW_LINE if kind < HIGH_LINE_CARD else HIGH_LINE
    return 30 if lane_of(s.cell[s.car]) == wanted else 8


@rule
def test_risk(t: Table, s: State, car: int):
    """A sixth of the penalty for each neighbour in a risk test, and of the steps that the active car would lose."""
    for i in range(s.test_cars):
        if s.test[i] == car:
            lost = PROMISED * 2 * s.move_left if car == s.car else 0
            return (PENALTY + lost) * neighbours_in_test(t, s, i) // 6
    return 0


@rule
def neighbours_in_test(t: Table, s: State, i: int):
    """Cars whose number must not be the same."""
    n = 0
    for j in range(s.test_cars):
        if s.wide:
            n += 1 if is_beside(t, s.cell[s.test[i]], s.cell[s.test[j]]) else 0
        else:
            n += 1 if i - j == 1 or j - i == 1 else 0
    return n


# The hand


@rule
def hand_worth(t: Table, s: State, car: int, seat: int):
    """What the cards in hand and about to be drawn promise for the turns that are left of the stage."""
    turns = turns_left(t, s, car)
    better = 0
    known = 0
    for card in range(CARDS):
        if s.place[card] == seat:
            known += 1
            better += STRENGTH[t.type_of[card]] - MEAN
    cards = min(t.hand_size, max(s.cards[seat], known) + cards_coming(s, car, seat))
    if s.qualifying:
        cards = min(cards, 4)
    if turns < cards:
        better = better * turns // max(1, cards)
    return plan_worth(cards, turns) + better


@rule
def plan_worth(cards: int, turns: int):
    """What `cards` cards promise for `turns` turns."""
    return HAND_WORTH[(MOST_TURNS + 1) * min(5, cards) + turns]


@rule
def cards_coming(s: State, car: int, seat: int):
    """Cards that will be drawn for a choice already made."""
    if s.pit_die[car] > 0 and s.then != NEXT_BOX:
        return s.pit_die[car]
    if s.phase == DRAW_CARD and s.drawer == seat:
        return s.to_draw
    if s.flag == 1 and s.pit_die[car] == 0:
        for box in range(BOXES):
            if s.box[box] == car:
                return 3
    return 0


@rule
def turns_left(t: Table, s: State, car: int):
    """Turns of this stage that a car has still to come, one under way not counted."""
    laps = max(0, t.stage_laps[s.stage] - s.laps_run)
    if s.flag == 1 and s.stage_end:
        laps = t.stage_laps[min(s.stage + 1, t.stages - 1)]
    turns = (4 * laps + 26) // 27
    if s.car >= 0 and s.flag == 0:
        for i in range(s.at + 1, CARS):
            turns += 1 if s.sequence[i] == car else 0
    return min(MOST_TURNS, turns)
