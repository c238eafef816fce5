"""Setup: ND-01 to ND-06, and Disaster Area, ND-130."""

from paddock.engine import (
    CHANCE,
    demand_draws,
    halved,
    is_odd,
    note,
    rule,
)

from ..events import GRID, HAZARD_DRAWN
from ..state import (
    ASK_WHERE,
    BEST_CONDITION,
    CARD,
    CARS,
    DRAW_HAZARD,
    DRAW_START,
    DRAWING,
    FACES,
    FIRST_FACE,
    HAND,
    NEXT_DEAL,
    NEXT_HAZARD,
    OFF,
    SECTIONS,
    SPECIAL,
    START,
    START_ROUND,
    TOKENS,
    TYPES,
    State,
    Table,
)
from .model import space_at


@rule
def set_up(t: Table, s: State):
    """ND-01 ND-02 ND-03 The track of clean cards, every car as new; the starting order is drawn first."""
    clear_cars(s)
    clear_turn(s)
    gather_cards(t, s)
    lay_track(t, s)
    s.round = 0
    s.laps_led = 0
    s.wrecks = 0
    s.running = 0
    s.at = 0
    s.hazards_left = t.disaster_hazards
    s.phase = DRAW_START
    s.to_act = CHANCE


@rule
def clear_cars(s: State):
    """ND-02 Condition 9, two tokens, speed 0, no cards, not yet on the grid."""
    for car in range(CARS):
        s.order[car] = 0
        s.space[car] = OFF
        s.prog[car] = 0
        s.speed[car] = 0
        s.condition[car] = BEST_CONDITION
        s.nitro[car] = TOKENS
        s.queue[car] = 0
        s.wrecked[car] = 0
        s.cards[car] = 0
        for face in range(FACES):
            s.hand[car][face] = 0


@rule
def clear_turn(s: State):
    """No turn, step, payment or draw yet."""
    s.turn = -1
    s.spent = 0
    s.bonus = 0
    s.bonus_made = 0
    s.nitro_used = 0
    s.moved = 0
    s.first_speed = 0
    s.over = 0
    s.steps = 0
    s.step = 0
    s.target = OFF
    s.victim = -1
    s.follower = -1
    s.comer = 0
    s.role = 0
    s.entered = 0
    s.purpose = 0
    s.payer = 0
    s.to_pay = 0
    s.wanted = 0
    s.drawer = 0
    s.to_draw = 0
    s.then = START_ROUND
    s.placing = 0


@rule
def gather_cards(t: Table, s: State):
    """All 96 cards together."""
    s.draw_cards = 0
    s.discard_cards = 0
    s.played_cards = 0
    for face in range(FACES):
        s.draw[face] = t.count[face]
        s.draw_cards += t.count[face]
        s.discard[face] = 0
        s.played[face] = 0


@rule
def lay_track(t: Table, s: State):
    """ND-01 Every section but Start/Finish and Garage is a clean card out of the 96."""
    for section in range(SECTIONS):
        s.card[section] = SPECIAL
    for kind in range(TYPES):
        clean = FIRST_FACE[kind]
        for i in range(t.replaceable[kind]):
            s.card[t.section_of_type[kind][i]] = 2 * clean
        s.draw[clean] -= t.replaceable[kind]
        s.draw_cards -= t.replaceable[kind]


# The grid


@rule
def start_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """ND-04 Each seat without a starting position with equal chance."""
    n = 0
    for seat in range(t.seats):
        if s.space[seat] == OFF:
            out[n] = START + seat
            weight[n] = 1
            n += 1
    return n


@rule
def take_position(t: Table, s: State, seat: int, log: list[int]):
    """ND-04 The next starting position is drawn; the last car takes what is left."""
    put_on_grid(t, s, seat, log)
    if s.running == t.seats - 1:
        for other in range(t.seats):
            if s.space[other] == OFF:
                put_on_grid(t, s, other, log)
        s.at = s.running
        s.phase = NEXT_HAZARD


@rule
def put_on_grid(t: Table, s: State, seat: int, log: list[int]):
    """ND-05 Two by two from the front row, the odd position in the inside lane."""
    k = s.running
    lane = 1 - t.inside[0] if is_odd(k) else t.inside[0]
    s.space[seat] = space_at(0, lane, 2 - halved(k, 1))
    s.order[k] = seat
    s.running = k + 1
    note(log, GRID, seat, k + 1, 0)


# Disaster Area


@rule
def next_hazard(t: Table, s: State):
    """ND-130 The last on the grid lays first, then forward and round again, until enough lie or none fits."""
    if s.hazards_left == 0 or not is_any_hazard_left(t, s):
        s.hazards_left = 0
        s.at = -1
        s.phase = NEXT_DEAL
        return
    s.at = s.at - 1 if s.at > 0 else s.running - 1
    s.turn = s.order[s.at]
    s.hazards_left -= 1
    s.phase = DRAW_HAZARD
    s.to_act = CHANCE


@rule
def is_fitting_hazard(t: Table, s: State, face: int):
    """ND-130 An undealt card with a hazard, for a type that still has a section without one."""
    if s.draw[face] == 0 or t.hazards[2 * face] == 0:
        return False
    kind = t.face_type[face]
    for i in range(t.replaceable[kind]):
        if t.hazards[s.card[t.section_of_type[kind][i]]] == 0:
            return True
    return False


@rule
def is_any_hazard_left(t: Table, s: State):
    """ND-130 Whether any card fits."""
    for face in range(FACES):
        if is_fitting_hazard(t, s, face):
            return True
    return False


@rule
def hazard_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """ND-130 Any hazard card that fits, as likely as there are cards of it."""
    n = 0
    for face in range(FACES):
        if is_fitting_hazard(t, s, face):
            out[n] = CARD + face
            weight[n] = s.draw[face]
            n += 1
    return n


@rule
def draw_hazard(s: State, face: int, log: list[int]):
    """ND-130 The card is there for all to see; its player chooses where it goes."""
    note(log, HAZARD_DRAWN, s.turn, face, 0)
    s.draw[face] -= 1
    s.draw_cards -= 1
    s.placing = face
    s.phase = ASK_WHERE


# The deal


@rule
def next_deal(s: State):
    """ND-06 Nine cards to each player, in the order of the grid; then the race begins."""
    s.at += 1
    if s.at == s.running:
        s.turn = -1
        s.phase = START_ROUND
        return
    demand_draws(s, s.order[s.at], HAND, NEXT_DEAL, DRAWING)
