"""What a seat may know: its own hand, and of the other hands and the draw pile only the sum by face."""

from paddock.engine import rule, uniform

from ..state import CHOOSE_CARD, DRAW_CARD, FACES, FIRST_FACE, FOR_MATCH, State, Table
from .cards import has_type
from .model import section_of

ATTEMPTS = 64  # deals tried before a hand is made to fit


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
    """R-35 Deal the pool to the hidden hands; one that pays for handling by a match holds a card of that type."""
    pays_match = s.phase == CHOOSE_CARD and s.purpose == FOR_MATCH and s.payer != seat
    if pays_match:
        deal_matching_hand(s, s.payer, t.type[section_of(s.space[s.payer])], random)
    for other in range(t.seats):
        if other != seat and not (pays_match and other == s.payer):
            fill_hand(s, other, 0, random)


@rule
def deal_matching_hand(s: State, seat: int, kind: int, random: list[int]):
    """R-35 A hand with a card of a type: at random until one has it, then made to have it."""
    for _ in range(ATTEMPTS):
        fill_hand(s, seat, 0, random)
        if has_type(s, seat, kind):
            return
        return_hand(s, seat)
    deal_card_of(s, seat, kind, random)
    fill_hand(s, seat, 1, random)


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
def deal_card_of(s: State, seat: int, kind: int, random: list[int]):
    """One card of a type from the pool."""
    left = 0
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        left += s.draw[face]
    ticket = uniform(random, left)
    face = FIRST_FACE[kind]
    while ticket >= s.draw[face]:
        ticket -= s.draw[face]
        face += 1
    s.draw[face] -= 1
    s.hand[seat][face] += 1


@rule
def sees_draw(s: State, seat: int):
    """A card drawn into a hand is known to its owner only; everything else is public."""
    if s.phase == DRAW_CARD and seat != s.drawer:
        return 0
    return 1
