"""What a seat may know: its own hand, and of the other hands and the draw deck only the sum by card."""

from paddock.engine import rule, uniform

from ..state import DANGERS, DRAW_DANGER, State, Table


@rule
def hide_hands(t: Table, s: State, seat: int):
    """Other hands are pooled with the draw deck; sizes stay."""
    for other in range(t.seats):
        if other != seat:
            for card in range(DANGERS):
                s.draw[card] += s.hand[other][card]
                s.hand[other][card] = 0


@rule
def deal_hidden_hands(t: Table, s: State, seat: int, random: list[int]):
    """R-37 Deal the pool to the hidden hands: no question tells anything of the hand that is asked."""
    for other in range(t.seats):
        if other != seat:
            fill_hand(s, other, random)


@rule
def fill_hand(s: State, seat: int, random: list[int]):
    """Deal cards of the pool until the hand has its size again."""
    left = 0
    for card in range(DANGERS):
        left += s.draw[card]
    for _ in range(s.cards[seat]):
        ticket = uniform(random, left)
        card = 0
        while ticket >= s.draw[card]:
            ticket -= s.draw[card]
            card += 1
        s.draw[card] -= 1
        s.hand[seat][card] += 1
        left -= 1


@rule
def sees_draw(s: State, seat: int):
    """A Danger card drawn is known to its owner only; everything else is public."""
    if s.phase == DRAW_DANGER and seat != s.drawer:
        return 0
    return 1
