"""What a seat may know: its own hand, and of the other hands and the draw deck only the sum by card."""

from paddock.engine import rule, uniform

from ..state import CHOOSE_ACT, CHOOSE_DICE, DANGERS, DRAW_DANGER, SUPER_SIZE, State, Table
from .acts import can_pay_for_act, least_need
from .combos import largest_combo, only_dice


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
    """Deal the pool to the hidden hands; one whose owner could not be asked otherwise has Super Sizes."""
    if s.turn >= 0 and s.turn != seat:
        shown = super_sizes_shown(t, s)
        s.draw[SUPER_SIZE] -= shown
        s.hand[s.turn][SUPER_SIZE] += shown
    for other in range(t.seats):
        if other != seat:
            fill_hand(s, other, held(s, other), random)


@rule
def super_sizes_shown(t: Table, s: State):
    """How many Super Sizes A must hold to be asked the pending question."""
    largest = largest_combo(t, s) + 2 * s.declared
    if s.phase == CHOOSE_ACT:
        if s.jukes or can_pay_for_act(t, s):
            return 0
        return max(0, least_need(t, s) - largest + 1) // 2
    if s.phase != CHOOSE_DICE:
        return 0
    if s.need[s.mover] > largest:
        return (s.need[s.mover] - largest + 1) // 2
    return 1 if only_dice(t, s) >= 0 else 0


@rule
def held(s: State, seat: int):
    """Cards of a hand that are dealt already."""
    n = 0
    for card in range(DANGERS):
        n += s.hand[seat][card]
    return n


@rule
def fill_hand(s: State, seat: int, cards: int, random: list[int]):
    """Deal cards of the pool until the hand has its size again."""
    left = 0
    for card in range(DANGERS):
        left += s.draw[card]
    for _ in range(s.cards[seat] - cards):
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
