"""A driver that finishes races: the quick choice of the easiest bots and of playouts, never used by the rules."""

from paddock.engine import (
    is_in,
    rule,
    uniform,
)

from .estimate import STRENGTH, plan_worth, reach, turns_left
from .rules.grid import start_space
from .rules.model import open_from
from .rules.npds import best_step
from .rules.risk import is_test
from .rules.turns import return_distance
from .state import (
    BONUS,
    CARD_TYPE,
    CHOOSE_ANNOUNCE,
    CHOOSE_CONTEST,
    CHOOSE_DISCARD,
    CHOOSE_DRIVE,
    CHOOSE_GARAGE,
    CHOOSE_GEAR,
    CHOOSE_LANE,
    CHOOSE_PIT_DIE,
    CHOOSE_QUALIFY,
    CHOOSE_REROLL,
    CHOOSE_TURN,
    CHOOSE_YELLOW,
    CROSSOVER,
    DIRECTIONS,
    DRAFT,
    FOR_CONTEST,
    FOR_FUMES,
    FOR_PEDAL,
    FUMES,
    GO_TO_PITS,
    HIGH_GEAR,
    INSIDE_GROOVE,
    KEEP,
    LOOP,
    LOW_GEAR,
    OUTSIDE_GROOVE,
    PAINT,
    PASS,
    PIT,
    PIT_DIE,
    PIT_DRAW,
    RACE,
    REROLL,
    SET_CARD,
    SIDE_DRAFT,
    STAY_OUT,
    STEP,
    TO_INSIDE,
    TO_OUTSIDE,
    State,
    Table,
)

WEAK = 64  # a card not worth keeping in the garage


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A quick sensible choice."""
    if s.phase == CHOOSE_DRIVE:
        return drive_choice(t, s, out, n)
    if s.phase == CHOOSE_TURN:
        return turn_choice(t, s, out, n)
    if s.phase == CHOOSE_REROLL:
        return reroll_choice(s)
    if s.phase == CHOOSE_DISCARD:
        return weakest_type(out, n)
    if s.phase == CHOOSE_GEAR:
        return HIGH_GEAR if straight_run(t, s) >= 5 else LOW_GEAR
    return rare_choice(t, s, out, n, random)


@rule
def rare_choice(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """Setup, yellow flag and scoring."""
    if s.phase == CHOOSE_LANE:
        return front_lane(s)
    if s.phase == CHOOSE_GARAGE:
        return garage_choice(t, out, n)
    if s.phase == CHOOSE_QUALIFY:
        return qualify_choice(t, out, n)
    if s.phase == CHOOSE_YELLOW or s.phase == CHOOSE_ANNOUNCE:
        return yellow_choice(t, s, out)
    if s.phase == CHOOSE_PIT_DIE:
        return PIT_DIE + max(1, t.hand_size - s.cards[s.to_act])
    if s.phase == CHOOSE_CONTEST:
        return RACE
    return out[uniform(random, n)]


# Setup


@rule
def front_lane(s: State):
    """The lane that starts further forward."""
    inside = start_space(s, s.placing, INSIDE_GROOVE)
    outside = start_space(s, s.placing, OUTSIDE_GROOVE)
    return TO_OUTSIDE if outside > inside + LOOP else TO_INSIDE


@rule
def garage_choice(t: Table, out: list[int], n: int):
    """Exchange the weakest card if it is weak."""
    best = PASS
    least = WEAK
    for i in range(1, n):
        strength = STRENGTH[t.type_of[out[i] - SET_CARD]]
        if strength < least:
            least = strength
            best = out[i]
    return best


@rule
def qualify_choice(t: Table, out: list[int], n: int):
    """A low number on a card that is not missed too much."""
    best = out[0]
    least = 1000
    for i in range(n):
        card = out[i] - SET_CARD
        cost = 2 * t.stopwatch[card] + STRENGTH[t.type_of[card]] // 2
        if cost < least:
            least = cost
            best = out[i]
    return best


# Turns


@rule
def turn_choice(t: Table, s: State, out: list[int], n: int):
    """Play the card that fits best or make a pit stop, whichever promises more for the rest of the stage."""
    turns = turns_left(t, s, s.car)
    cards = s.cards[s.driver]
    best = out[0]
    most = -1000
    for i in range(n):
        worth = 0
        if out[i] >= CARD_TYPE:
            worth = card_worth(t, s, out[i] - CARD_TYPE) + plan_worth(cards - 1, turns)
        elif out[i] < FUMES:
            worth = stop_worth(t, s, out[i] - PIT, cards, turns)
        if worth > most:
            most = worth
            best = out[i]
    return best


@rule
def card_worth(t: Table, s: State, kind: int):
    """How far a card brings this car from where it is."""
    steps = t.type_move[kind] if t.type_move[kind] else 5
    return STRENGTH[kind] - 20 * steps + 10 * reach(t, s, steps)


@rule
def stop_worth(t: Table, s: State, stop: int, cards: int, turns: int):
    """The cards of a pit stop, less the ground it loses."""
    lost = s.distance[s.car] - return_distance(t, s, stop)
    held = min(t.hand_size, cards + PIT_DRAW[stop] + s.quick_pit)
    return plan_worth(held, turns) - 10 * lost


@rule
def weakest_type(out: list[int], n: int):
    """The card that is missed least."""
    best = out[0]
    for i in range(n):
        if STRENGTH[out[i] - CARD_TYPE] < STRENGTH[best - CARD_TYPE]:
            best = out[i]
    return best


@rule
def straight_run(t: Table, s: State):
    """Free spaces straight ahead, at most six."""
    cell = s.cell[s.car]
    free = 0
    while free < 6 and t.step[0][cell] >= 0 and s.on[t.step[0][cell]] < 0:
        cell = t.step[0][cell]
        free += 1
    return free


@rule
def drive_choice(t: Table, s: State, out: list[int], n: int):
    """Maneuvers that gain ground, then steps to where the road is free, then whatever hinders others."""
    for move in range(DRAFT, BONUS + 1):
        if is_in(s.open, move):
            return move
    if open_from(s, STEP, DIRECTIONS) and s.begun:
        return best_step(t, s)
    for i in range(n):
        if is_useful(s, out[i]):
            return out[i]
    return best_step(t, s) if open_from(s, STEP, DIRECTIONS) else out[0]


@rule
def is_useful(s: State, move: int):
    """Against a car that is not the driver's own."""
    if move >= PAINT:
        return s.owner[move - PAINT] != s.driver
    if move >= SIDE_DRAFT:
        return s.owner[move - SIDE_DRAFT] != s.driver
    return move >= CROSSOVER and s.primary[s.driver] != move - CROSSOVER


@rule
def reroll_choice(s: State):
    """Where a failure costs most."""
    if is_test(s.rolling) or s.rolling == FOR_FUMES or s.rolling == FOR_CONTEST:
        return REROLL
    return REROLL if s.rolling == FOR_PEDAL and s.die[s.roller] <= 2 else KEEP


@rule
def yellow_choice(t: Table, s: State, out: list[int]):
    """Pit with a short hand, otherwise stay out as far forward as possible."""
    if s.phase == CHOOSE_ANNOUNCE:
        return STAY_OUT if s.cards[0] >= t.hand_size - 1 else GO_TO_PITS
    if s.cards[s.to_act] < t.hand_size - 1 or out[1] == TO_OUTSIDE:
        return GO_TO_PITS
    return TO_INSIDE if s.lapped[s.placing] else front_lane(s)
