"""Which legal action a press means: the hand offered first, and dice that are as good as the ones pressed."""

from ..rules.model import alike, count, free_dice
from ..rules.placing import ACTIONS, action_set
from ..rules.rolling import hand_set
from ..state import DICE, PLACE, PLACE_FACE, State, Table


def default_hand(t: Table, s: State, seat: int) -> int:
    """PN-71 PN-73 The hand a client offers: dice of the last hand first, then the lowest slots."""
    size = min(2, DICE - count(s.placed[seat])) - count(s.saved[seat])
    free = [slot for slot in range(DICE) if free_dice(s, seat) >> slot & 1]
    free.sort(key=lambda slot: (not s.last_hand[seat] >> slot & 1, slot))
    return sum(1 << slot for slot in free[: max(0, size)])


def canonical(t: Table, s: State, seat: int, move: int) -> int | None:
    """The legal action of the same kinds and values as an input, None if there is none (section 5)."""
    if 0 < move < PLACE:
        return hand_like(s, seat, hand_set(t, s, seat), move)
    if not PLACE <= move < PLACE_FACE + DICE:
        return None
    actions, slot = action_set(t, s, seat), (move - PLACE) % DICE
    same = [move - slot + other for other in range(DICE) if _is_same(t, s, seat, slot, other)]
    return next((one for one in sorted(same) if actions >> (one - ACTIONS) & 1), None)


def hand_like(s: State, seat: int, hands: int, move: int) -> int | None:
    """The hand of a set with dice of the same kinds."""
    wanted = _kinds(s, seat, move)
    return next((mask for mask in range(PLACE) if hands >> mask & 1 and _kinds(s, seat, mask) == wanted), None)


def _kinds(s: State, seat: int, mask: int) -> list[int]:
    """The kinds of the dice of a hand."""
    return sorted(alike(s.kind[seat][slot]) for slot in range(DICE) if mask >> slot & 1)


def _is_same(t: Table, s: State, seat: int, a: int, b: int) -> bool:
    """Whether two dice are of equal kind, place and value."""
    faces = t.value[s.kind[seat][a]]
    places = [(s.fresh[seat] >> slot & 1, s.saved[seat] >> slot & 1, alike(s.kind[seat][slot])) for slot in (a, b)]
    equal = s.face[seat][a] == s.face[seat][b] or (
        not t.optional_boost and faces[s.face[seat][a]] == faces[s.face[seat][b]]
    )
    return places[0] == places[1] and equal
