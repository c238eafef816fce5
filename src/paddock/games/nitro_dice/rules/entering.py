"""What a car meets on the space it comes onto, in the order of ND-23, and handling, ND-30 to ND-35."""

from paddock.engine import (
    demand_draws,
    is_in,
    note,
    rule,
)

from ..events import COMPLETED, HIT_HAZARD, LAP, LAP_LED, UNPAID
from ..state import (
    AFTER_ENTRY,
    COUNT_LAP,
    DRAFT,
    DRAWING,
    ENTER,
    FOR_MATCH,
    FOR_THREE,
    MATCH,
    MEET_SPACE,
    MOVER,
    OFFER_STEP,
    PAY_HANDLING,
    PUSHED,
    TAKE_DAMAGE,
    THREE,
    State,
    Table,
)
from .cards import demand_card, has_type
from .damage import damage
from .model import (
    place_of,
    section_of,
    stand,
)


@rule
def come_onto(t: Table, s: State, car: int, space: int, role: int):
    """ND-23 ND-30 Put the car there; on another section it has crossed a border and owes handling."""
    s.comer = car
    s.role = role
    s.entered = 1 if section_of(space) != section_of(s.space[car]) else 0
    s.prog[car] += s.entered
    stand(t, s, car, space)
    if s.entered:
        owe_handling(s)
    else:
        s.phase = MEET_SPACE


# Handling


@rule
def owe_handling(s: State):
    """ND-31 R-37 Ask how the section is paid, even if damage is the only way: not asking would reveal the hand."""
    s.phase = PAY_HANDLING
    s.to_act = s.comer


@rule
def handling_options(t: Table, s: State, out: list[int]):
    """ND-31 ND-33 ND-35 A card of the section's type, any three cards, or damage."""
    car = s.comer
    n = 0
    if has_type(s, car, t.type[section_of(s.space[car])]):
        out[n] = MATCH
        n += 1
    if s.cards[car] >= 3:
        out[n] = THREE
        n += 1
    out[n] = TAKE_DAMAGE
    return n + 1


@rule
def pay_handling(t: Table, s: State, way: int, log: list[int]):
    """ND-31 ND-34 Exactly one of the three ways."""
    if way == MATCH:
        demand_card(s, s.comer, FOR_MATCH)
    elif way == THREE:
        s.to_pay = 3
        demand_card(s, s.comer, FOR_THREE)
    else:
        note(log, UNPAID, s.comer, section_of(s.space[s.comer]), 0)
        damage(t, s, s.comer, log)
        s.phase = MEET_SPACE


# Hazard, sideswipe, lap


@rule
def meet_space(t: Table, s: State, log: list[int]):
    """ND-26 ND-77 A hazard is a point of damage; a sideswipe one for each of the two cars."""
    car = s.comer
    if s.wrecked[car] == 0 and is_hazard(t, s, s.space[car]):
        note(log, HIT_HAZARD, car, s.space[car], 0)
        damage(t, s, car, log)
    if s.role == MOVER and s.victim >= 0:
        damage(t, s, car, log)
        damage(t, s, s.victim, log)
    s.phase = COUNT_LAP


@rule
def is_hazard(t: Table, s: State, space: int):
    """ND-26 Whether a hazard lies on a space."""
    return is_in(t.hazards[s.card[section_of(space)]], place_of(space))


@rule
def count_lap(t: Table, s: State, log: list[int]):
    """ND-23 ND-110 ND-131 The line is the exit edge of section 0; leaving the grid is not a lap."""
    s.phase = AFTER_ENTRY
    car = s.comer
    if s.entered == 0 or s.prog[car] == 1 or section_of(s.space[car]) != 1 or s.wrecked[car]:
        return
    lap = (s.prog[car] - 1) // t.sections
    note(log, LAP, car, lap, 0)
    if s.prog[car] == t.finish:
        note(log, COMPLETED, car, 0, 0)
    if lap > s.laps_led:
        s.laps_led = lap
        if t.lap_leader:
            note(log, LAP_LED, car, lap, 0)
            demand_draws(s, car, 2, AFTER_ENTRY, DRAWING)


@rule
def after_entry(s: State):
    """ND-23 ND-68 ND-77 A pushed car makes room for the mover; a car that has moved on may pull one along."""
    if s.role == PUSHED:
        s.phase = ENTER
    elif s.follower >= 0 and s.wrecked[s.comer] == 0:
        s.phase = DRAFT
    else:
        s.phase = OFFER_STEP
