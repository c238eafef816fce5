"""Draft: cards and dice in turn (PN-08..19)."""

from paddock.engine import (
    CHANCE,
    is_in,
    note,
    rule,
    size_of,
    with_one,
)

from ..events import TOOK_CARD, TOOK_DIE, TOOK_PLAIN_DIE
from ..state import (
    CARD,
    COLOURS,
    DIE,
    DRAFTING,
    GO,
    KINDS,
    PICK,
    PICK_MORE,
    PLAIN,
    STOP,
    State,
    Table,
)
from .dealing import add_die


@rule
def next_drafter(t: Table, s: State):
    """PN-11 Turns in draft order until everybody has three dice; who has three, or has left, is skipped."""
    for _ in range(6 * s.drafters):
        seat = drafter(t, s)
        if s.gone[seat] == 0 and s.mod_dice[seat] < 3:
            s.turn = seat
            s.phase = PICK
            return
        s.draft_turn += 1
    s.phase = GO


@rule
def drafter(t: Table, s: State):
    """Whose draft turn it is; with `snake` every second round runs backwards."""
    at = s.draft_turn % s.drafters
    if t.snake and s.draft_turn // s.drafters % 2 == 1:
        at = s.drafters - 1 - at
    return s.order[at]


@rule
def card_options(t: Table, s: State, out: list[int]):
    """PN-12 The cards that may be taken."""
    n = 0
    for kind in range(KINDS):
        if may_take_card(t, s, kind):
            out[n] = CARD + kind
            n += 1
    return n


@rule
def may_take_card(t: Table, s: State, kind: int):
    """PN-12 PN-14 A copy is left, with a die, and the car has neither this colour nor all its cards."""
    if s.card_left[kind] == 0 or s.die_left[kind // 2] == 0 or has_colour(s, s.turn, kind // 2):
        return False
    return size_of(s.cards[s.turn]) < t.max_mod_cards


@rule
def has_colour(s: State, seat: int, colour: int):
    """Whether a car has a card of a colour."""
    return is_in(s.cards[seat], 2 * colour) or is_in(s.cards[seat], 2 * colour + 1)


@rule
def pick_options(t: Table, s: State, out: list[int]):
    """PN-12 PN-13 PN-16 A card with a die, a die of an own colour, or what is left for a blocked picker."""
    n = card_options(t, s, out)
    for colour in range(COLOURS):
        if has_colour(s, s.turn, colour) and s.die_left[colour]:
            out[n] = DIE + colour
            n += 1
    if n:
        return n
    for colour in range(COLOURS):
        if s.die_left[colour]:
            out[n] = DIE + colour
            n += 1
    return n


@rule
def pick(t: Table, s: State, move: int, log: list[int]):
    """PN-12 PN-13 PN-19 Take a card with a die, or a die; after a card perhaps a second card."""
    seat = s.turn
    if move >= DIE:
        take_die(s, seat, move - DIE, log)
        end_turn(s)
        return
    take_card(s, seat, move - CARD, log)
    if t.cards_per_turn == 2 and s.mod_dice[seat] < 3 and could_take_card(t, s):
        s.phase = PICK_MORE
        return
    end_turn(s)


@rule
def could_take_card(t: Table, s: State):
    """PN-19 Whether another card pick is possible."""
    for kind in range(KINDS):
        if may_take_card(t, s, kind):
            return True
    return False


@rule
def more_options(t: Table, s: State, out: list[int]):
    """PN-19 Another card with a die, or no more."""
    n = card_options(t, s, out)
    out[n] = STOP
    return n + 1


@rule
def pick_more(s: State, move: int, log: list[int]):
    """PN-19 The second card of a turn, or none."""
    if move != STOP:
        take_card(s, s.turn, move - CARD, log)
    end_turn(s)


@rule
def end_turn(s: State):
    """The next drafter."""
    s.turn = CHANCE
    s.draft_turn += 1
    s.phase = DRAFTING


@rule
def take_card(s: State, seat: int, kind: int, log: list[int]):
    """PN-12 A card and a die of its colour."""
    s.cards[seat] = with_one(s.cards[seat], kind)
    s.card_left[kind] -= 1
    add_die(s, seat, kind, kind // 2)
    note(log, TOOK_CARD, seat, kind, kind // 2)


@rule
def take_die(s: State, seat: int, colour: int, log: list[int]):
    """PN-13 PN-16 A die has the kind of the card of its colour; without such a card it is plain."""
    if not has_colour(s, seat, colour):
        add_die(s, seat, PLAIN, colour)
        note(log, TOOK_PLAIN_DIE, seat, colour, 0)
        return
    add_die(s, seat, 2 * colour if is_in(s.cards[seat], 2 * colour) else 2 * colour + 1, colour)
    note(log, TOOK_DIE, seat, colour, 0)
