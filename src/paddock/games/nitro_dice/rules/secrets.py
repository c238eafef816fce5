"""What a seat may know: its own hand, and of the other hands and the draw pile only the sum by face."""

from paddock.engine import draw_any, fill_hand, pool_hand, rule

from ..state import CHOOSE_CARD, DRAW_CARD, FIRST_FACE, FOR_MATCH, State, Table
from .cards import has_type
from .model import section_of

ATTEMPTS = 64  # deals tried before a hand is made to fit


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
        pool_hand(s, seat)
    s.hand[seat][draw_any(s, FIRST_FACE[kind], FIRST_FACE[kind + 1], random)] += 1
    fill_hand(s, seat, 1, random)


@rule
def sees_draw(s: State, seat: int):
    """A card drawn into a hand is known to its owner only; everything else is public."""
    if s.phase == DRAW_CARD and seat != s.drawer:
        return 0
    return 1
