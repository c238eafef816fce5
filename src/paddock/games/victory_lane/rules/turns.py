"""The activation of a primary car: Action cards, green flag pit stops, fumes.

VL-33, VL-35, VL-57 to VL-64, VL-68, VL-75 to VL-79.
"""

from paddock.engine import (
    demand_draws,
    is_odd,
    note,
    rule,
)

from ..events import FUMES_CARD, GEAR_CHOSEN, ON_FUMES, PEDAL, PITTED, PLAYED, RETURNED, SPUTTERED
from ..state import (
    BOXES,
    CARD_TYPE,
    CHOOSE_GEAR,
    DRAW_FOR_FUMES,
    DRAWING,
    END_TURN,
    FOR_FUMES,
    FOR_PEDAL,
    FUMES,
    GEARS,
    HIGH_GEAR,
    IN_PLAY,
    INSIDE_GROOVE,
    LOOP,
    LOW_GEAR,
    LOW_LINE,
    NONE,
    PEDAL_DOWN,
    PEDAL_MOVES,
    PIT,
    PIT_BACK,
    PIT_DRAW,
    RETURN_TO_TRACK,
    SHIFT_GEARS,
    SPUTTER_BACK,
    SPUTTER_FACES,
    State,
    Table,
)
from .decks import ask_for_card, leave_hand, lowest_of_type, take_from_deck, type_options
from .dice import roll
from .driving import begin_driving
from .model import (
    back,
    display_position,
    lift,
    normalise,
    put,
    space_at,
)

BOX_SPACES = LOOP // BOXES  # spaces of the track beside a pit box


# The choice


@rule
def turn_options(t: Table, s: State, out: list[int]):
    """VL-33 A card, a pit stop, or fumes with an empty hand; after sputtering only the pit stop."""
    n = 0
    if s.must_pit[s.car] == 0:
        n = type_options(t, s, s.driver, out)
        if s.cards[s.driver] == 0:
            out[0] = FUMES
            n = 1
    for stop in range(3):
        out[n] = PIT + stop
        n += 1
    return n


@rule
def take_turn(t: Table, s: State, move: int, log: list[int]):
    """VL-33 VL-79 Exactly one of the three."""
    if move == FUMES:
        note(log, ON_FUMES, s.car, 0, 0)
        roll(s, s.car, FOR_FUMES)
    elif move < FUMES:
        pit(t, s, move - PIT, log)
    else:
        card = lowest_of_type(t, s, s.driver, move - CARD_TYPE)
        leave_hand(s, s.driver, card, IN_PLAY)
        play(t, s, card, log)


# Action cards


@rule
def play(t: Table, s: State, card: int, log: list[int]):
    """VL-35 VL-57 VL-60 VL-63 VL-64 The card is revealed; its text sets the Move and the maneuver."""
    note(log, PLAYED, s.car, card, 0)
    s.card = card
    kind = t.type_of[card]
    if kind == PEDAL_DOWN:
        roll(s, s.car, FOR_PEDAL)
    elif kind == SHIFT_GEARS:
        s.phase = CHOOSE_GEAR
        s.to_act = s.driver
    else:
        begin_driving(s, t.type_move[kind], t.type_maneuver[kind])


@rule
def resolve_pedal(s: State, log: list[int]):
    """VL-63 Pedal Down: the die sets the Move."""
    note(log, PEDAL, s.car, PEDAL_MOVES[s.die[s.car]], 0)
    begin_driving(s, PEDAL_MOVES[s.die[s.car]], 0)


@rule
def gear_options(out: list[int]):
    """VL-64 Low or high."""
    out[0] = LOW_GEAR
    out[1] = HIGH_GEAR
    return 2


@rule
def shift(s: State, move: int, log: list[int]):
    """VL-64 Shift Gears: Move 4, or Move 6 straight ahead."""
    note(log, GEAR_CHOSEN, s.car, GEARS[move - LOW_GEAR], 0)
    begin_driving(s, GEARS[move - LOW_GEAR], 0)
    s.straight_only = 1 if move == HIGH_GEAR else 0


# Green flag pit stops


@rule
def pit(t: Table, s: State, stop: int, log: list[int]):
    """VL-75 VL-27 The car goes to the box beside it; longer stops go further back and draw more."""
    note(log, PITTED, s.car, stop, PIT_DRAW[stop] + s.quick_pit)
    s.stop = stop
    s.box_from = display_position(s, s.car) // BOX_SPACES
    demand_draws(s, s.driver, PIT_DRAW[stop] + s.quick_pit, RETURN_TO_TRACK, DRAWING)


@rule
def return_distance(t: Table, s: State, stop: int):
    """VL-75 VL-76 VL-78 The distance of the space that the arrow of the box points to."""
    h = display_position(s, s.car)
    boxes = PIT_BACK[stop] + (t.pit_extra_back if stop > 0 else 0)
    box = h // BOX_SPACES - boxes
    lap = 0
    if box < 0:
        lap = LOOP if t.pit_loop else 0
        box = box + BOXES if t.pit_loop else 0
    start = s.distance[s.car] - h - lap
    low = start + BOX_SPACES * box + 1
    return low if t.pit_exit_groove == 0 and t.exists[low % LOOP] else low - 1


@rule
def return_to_track(t: Table, s: State, log: list[int]):
    """VL-68 VL-77 VL-78 Fresh tires; back on the track by the arrow, or further back until a space is open."""
    car = s.car
    if not (s.stop == 0 and t.gas_keeps_tires):
        s.worn[car] = 0
    s.must_pit[car] = 0
    distance = return_distance(t, s, s.stop)
    cell = space_at(LOW_LINE if is_odd(distance) else INSIDE_GROOVE, distance)
    lift(s, car)
    while s.on[cell] >= 0:
        distance -= t.back_loss[cell]
        cell = t.back_to[cell]
    put(s, car, cell, distance - s.distance[car])
    note(log, RETURNED, car, cell, 0)
    normalise(s, log)
    s.phase = END_TURN


# Fumes


@rule
def resolve_fumes(t: Table, s: State, log: list[int]):
    """VL-79 1-4: sputtering; 5-6: a card to be played at once."""
    if s.die[s.car] <= SPUTTER_FACES:
        note(log, SPUTTERED, s.car, 0, 0)
        s.must_pit[s.car] = 1
        back(t, s, s.car, SPUTTER_BACK, 79, log)
        s.phase = END_TURN
        return
    s.drawer = NONE
    ask_for_card(s, DRAW_FOR_FUMES, log)


@rule
def draw_for_fumes(t: Table, s: State, card: int, log: list[int]):
    """VL-79 The card drawn is played at once (R-32)."""
    note(log, FUMES_CARD, s.car, card, 0)
    take_from_deck(s, card, IN_PLAY)
    play(t, s, card, log)
