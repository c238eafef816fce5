"""What a seat may know: its own hand, and of the other hands and the draw deck only the sum by card."""

from paddock.engine import fill_hand, rule

from ..state import DRAW_DANGER, State, Table


@rule
def deal_hidden_hands(t: Table, s: State, seat: int, random: list[int]):
    """R-37 Deal the pool to the hidden hands: no question tells anything of the hand that is asked."""
    for other in range(t.seats):
        if other != seat:
            fill_hand(s, other, 0, random)


@rule
def sees_draw(s: State, seat: int):
    """A Danger card drawn is known to its owner only; everything else is public."""
    if s.phase == DRAW_DANGER and seat != s.drawer:
        return 0
    return 1
