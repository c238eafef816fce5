"""Placing and removing hazards: ND-87 to ND-89; the same laying serves Disaster Area, ND-130."""

from paddock.engine import (
    is_in,
    note,
    rule,
    take_from_hand,
    throw,
    with_one,
)

from ..events import LAID, LAID_BEFORE, PASSED
from ..state import (
    ASK_WHERE,
    CARD,
    CHOOSE_WHERE,
    END_TURN,
    FACES,
    NEXT_HAZARD,
    PASS,
    PLACE_HAZARD,
    TYPES,
    WHERE,
    State,
    Table,
)
from .model import (
    face_of,
    section_of,
)


@rule
def occupied_sections(t: Table, s: State):
    """ND-88 The sections with a car on them, as a set."""
    sections = 0
    for car in range(t.seats):
        sections = with_one(sections, section_of(s.space[car]))
    return sections


@rule
def is_open_for(t: Table, s: State, section: int, occupied: int):
    """ND-88 ND-130 No car on it; before the race, no hazard."""
    if s.round == 0:
        return t.hazards[s.card[section]] == 0
    return not is_in(occupied, section)


@rule
def open_types(t: Table, s: State):
    """ND-88 The set of types of which at least one section may be replaced."""
    occupied = occupied_sections(t, s)
    types = 0
    for kind in range(TYPES):
        if t.replaceable[kind] > t.seats:
            types = with_one(types, kind)
            continue
        for i in range(t.replaceable[kind]):
            if is_open_for(t, s, t.section_of_type[kind][i], occupied):
                types = with_one(types, kind)
    return types


@rule
def offer_placing(s: State):
    """ND-08 ND-87 R-37 After movement a card may be laid; a hand without one that fits is asked like any other."""
    s.phase = PLACE_HAZARD
    s.to_act = s.turn


@rule
def place_options(t: Table, s: State, out: list[int]):
    """ND-87 Leave the track as it is, or a face in hand for which there is a section."""
    types = open_types(t, s)
    out[0] = PASS
    n = 1
    for face in range(FACES):
        if s.hand[s.turn][face] and is_in(types, t.face_type[face]):
            out[n] = CARD + face
            n += 1
    return n


@rule
def place(s: State, move: int, log: list[int]):
    """ND-87 ND-89 Only one a turn: the card leaves the hand, its section is chosen next."""
    if move == PASS:
        note(log, PASSED, s.turn, 0, 0)
        s.phase = END_TURN
        return
    s.placing = move - CARD
    take_from_hand(s, s.turn, s.placing)
    s.phase = ASK_WHERE


@rule
def ask_where(t: Table, s: State, log: list[int]):
    """ND-88 ND-130 Ask where the card goes, if there is a choice."""
    kind = t.face_type[s.placing]
    occupied = occupied_sections(t, s)
    only = -1
    for i in range(t.replaceable[kind]):
        section = t.section_of_type[kind][i]
        if is_open_for(t, s, section, occupied):
            if only >= 0 or t.flips[s.placing] == 2:
                s.phase = CHOOSE_WHERE
                s.to_act = s.turn
                return
            only = section
    lay(t, s, only, 0, log)


@rule
def where_options(t: Table, s: State, out: list[int]):
    """ND-88 ND-89 ND-130 Every open section of the card's type, both ways round if that makes a difference."""
    kind = t.face_type[s.placing]
    occupied = occupied_sections(t, s)
    n = 0
    for i in range(t.replaceable[kind]):
        section = t.section_of_type[kind][i]
        if is_open_for(t, s, section, occupied):
            for flip in range(t.flips[s.placing]):
                out[n] = WHERE + 2 * section + flip
                n += 1
    return n


@rule
def choose_where(t: Table, s: State, way: int, log: list[int]):
    """ND-88 ND-89 ND-130 The section and which way round, as the player likes."""
    lay(t, s, way // 2, way % 2, log)


@rule
def lay(t: Table, s: State, section: int, flip: int, log: list[int]):
    """ND-89 ND-130 The card becomes the section; the old card is discarded, before the deal it joins the undealt."""
    old = face_of(s.card[section])
    s.card[section] = 2 * s.placing + flip
    note(log, LAID if s.round else LAID_BEFORE, s.turn, section, s.card[section])
    if s.round == 0:
        s.draw[old] += 1
        s.draw_cards += 1
        s.phase = NEXT_HAZARD
    else:
        throw(s, old)
        s.phase = END_TURN
