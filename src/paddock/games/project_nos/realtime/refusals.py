"""Why a press does nothing, by clause and in words (PN-74)."""

from ..rules.model import count, redline_cost
from ..rules.rolling import hands_with
from ..state import DICE, MOST_REDLINES, PLACE, PLACE_FACE, RELEASE, SAVE, State, Table
from .inputs import hand_like

REASONS = {
    "PN-22": "that hand cannot be rolled",
    "PN-24": "saved dice fill the hand: place or release one first",
    "PN-26": "the dice of the last hand stay together",
    "PN-28": "that die shows nothing to place",
    "PN-30": "that die does not fit the space",
    "PN-32": "one die of a roll is placed already",
    "PN-36": "the third redline is not allowed",
    "PN-38": "only a nitrous die just rolled can be saved",
    "PN-41": "that die is not saved",
    "PN-72": "too early: wait for the light",
    "PN-74": "the car is not running",
    "PN-103": "the time is up",
}
IN_THE_AIR = "the dice are still in the air"
GOING_BACK = "the car is going back to the start line"
REPLACED = "a later roll took its place"


def refusal(t: Table, s: State, seat: int, move: int) -> tuple[str, str]:
    """PN-74 The clause by which an input is not legal, and the reason in words."""
    clause = _refused_by(t, s, seat, move)
    if clause == "PN-41" and s.saved[seat] >> (move - RELEASE) % DICE & 1:
        return clause, "a saved die is locked while anything else goes"
    return clause, REASONS[clause]


def _refused_by(t: Table, s: State, seat: int, move: int) -> str:
    """The clause by which an input is not legal."""
    slot = (move - PLACE) % DICE
    if move < PLACE:
        return _hand_refused_by(s, seat, move)
    if SAVE <= move < PLACE_FACE:
        return "PN-38" if move < RELEASE else "PN-41"
    if not (s.fresh[seat] | s.saved[seat]) >> slot & 1:
        return "PN-28"
    if s.fresh[seat] >> slot & 1 and s.used[seat] and not t.chain:
        return "PN-32"
    kind = s.kind[seat][slot]
    fits = redline_cost(kind, t.value[kind][s.face[seat][slot]], s.track[s.next[seat] - 1]) < 2
    return "PN-36" if fits and s.redlines[seat] == MOST_REDLINES else "PN-30"


def _hand_refused_by(s: State, seat: int, move: int) -> str:
    """The clause by which a hand cannot be rolled."""
    if count(s.saved[seat]) >= min(2, DICE - count(s.placed[seat])):
        return "PN-24"
    return "PN-26" if hand_like(s, seat, hands_with(s, seat, 0), move) is not None else "PN-22"
