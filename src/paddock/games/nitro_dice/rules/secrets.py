"""What a seat may know: its own hand, and of the other hands and the draw pile only the sum by face."""

from paddock.engine import rule, uniform

from ..state import (
    CHOOSE_CARD,
    DRAW_CARD,
    FACES,
    FOR_MATCH,
    PAY_HANDLING,
    PLACE_HAZARD,
    TYPES,
    State,
    Table,
)
from .hazards import open_types
from .model import section_of

ATTEMPTS = 64  # deals tried before a hand is made to fit
ANY_TYPE = (1 << TYPES) - 1


@rule
def hide_hands(t: Table, s: State, seat: int):
    """Other hands are pooled with the draw pile; sizes stay."""
    for other in range(t.seats):
        if other != seat:
            return_hand(s, other)


@rule
def return_hand(s: State, seat: int):
    """A hand goes back into the pool, its size is kept."""
    for face in range(FACES):
        s.draw[face] += s.hand[seat][face]
        s.hand[seat][face] = 0


@rule
def deal_hidden_hands(t: Table, s: State, seat: int, random: list[int]):
    """Deal the pool to the hidden hands; one whose owner is being asked must be a hand that would be asked."""
    asked = s.to_act
    if asked >= 0 and asked != seat:
        deal_asked_hand(t, s, asked, random)
    for other in range(t.seats):
        if other != seat and other != asked:
            fill_hand(s, other, 0, random)


@rule
def deal_asked_hand(t: Table, s: State, seat: int, random: list[int]):
    """A hand that fits the pending question: at random until one does, then made to fit."""
    types = types_shown(t, s)
    faces = faces_shown(s, seat)
    for _ in range(ATTEMPTS):
        fill_hand(s, seat, 0, random)
        if faces_of(t, s, seat, types) >= faces:
            return
        return_hand(s, seat)
    held = 0
    while held < faces:
        deal_new_face(t, s, seat, types, random)
        held += 1
    fill_hand(s, seat, held, random)


@rule
def types_shown(t: Table, s: State):
    """Of which types a seat that is asked must hold cards: bit k for each."""
    if s.phase == PAY_HANDLING:
        return 1 << t.type[section_of(s.space[s.comer])]
    if s.phase == CHOOSE_CARD and s.purpose == FOR_MATCH:
        return 1 << t.type[section_of(s.space[s.payer])]
    if s.phase == PLACE_HAZARD:
        return open_types(t, s)
    return ANY_TYPE


@rule
def faces_shown(s: State, seat: int):
    """How many different faces of these types a seat that is asked must hold."""
    if s.phase == PAY_HANDLING:
        return 1 if s.cards[seat] < 3 else 0
    if s.phase == CHOOSE_CARD:
        return 2
    if s.phase == PLACE_HAZARD:
        return 1
    return 0


@rule
def faces_of(t: Table, s: State, seat: int, types: int):
    """How many different faces of some types a hand has."""
    n = 0
    for face in range(FACES):
        if s.hand[seat][face] and types >> t.face_type[face] & 1:
            n += 1
    return n


@rule
def fill_hand(s: State, seat: int, held: int, random: list[int]):
    """Deal cards of the pool until the hand has its size again."""
    left = 0
    for face in range(FACES):
        left += s.draw[face]
    for _ in range(s.cards[seat] - held):
        ticket = uniform(random, left)
        face = 0
        while ticket >= s.draw[face]:
            ticket -= s.draw[face]
            face += 1
        s.draw[face] -= 1
        s.hand[seat][face] += 1
        left -= 1


@rule
def deal_new_face(t: Table, s: State, seat: int, types: int, random: list[int]):
    """One card of these types from the pool, of a face not in the hand yet."""
    left = 0
    for face in range(FACES):
        if types >> t.face_type[face] & 1 and s.hand[seat][face] == 0:
            left += s.draw[face]
    ticket = uniform(random, left)
    for face in range(FACES):
        if types >> t.face_type[face] & 1 and s.hand[seat][face] == 0:
            if ticket < s.draw[face]:
                s.draw[face] -= 1
                s.hand[seat][face] += 1
                return
            ticket -= s.draw[face]


@rule
def sees_draw(s: State, seat: int):
    """A card drawn into a hand is known to its owner only; everything else is public."""
    if s.phase == DRAW_CARD and seat != s.drawer:
        return 0
    return 1
