"""What happens when people have gone: bots, cars given back, the red flag, picks made for them (PN-80, PN-81)."""

from collections.abc import Mapping, Sequence

from ..driver import auto_pick
from ..rules import PHASES
from ..state import BACK, BOT, CHOICES, NONE, PERSON, RERUN, RUNNING, TAKE_CARD, State, Table
from .timing import TIMING


def takeovers(s: State, gone_since: Mapping[int, int], now: int) -> list[int]:
    """PN-80 Table moves that put a bot into the cars of people who have been gone long enough."""
    late = [seat for seat, since in gone_since.items() if now - since >= TIMING["bot_takeover_ms"]]
    return [BOT + seat for seat in sorted(late) if s.pilot[seat] == PERSON and s.status[seat] == RUNNING]


def hand_backs(s: State, back: Sequence[int]) -> list[int]:
    """PN-80 Table moves that give cars back to people who have come back."""
    return [BACK + seat for seat in back if s.pilot[seat] != PERSON]


def is_red_flag(s: State, people: Sequence[int], gone_since: Mapping[int, int], now: int) -> bool:
    """PN-80 Whether all people have been gone long enough, before any finish, for the race to be run again."""
    if not people or s.first_finish != NONE or any(seat not in gone_since for seat in people):
        return False
    return now - max(gone_since[seat] for seat in people) >= TIMING["all_gone_ms"]


def rerun(s: State) -> int:
    """PN-80 The table move after a red flag."""
    return RERUN


def pick_for(t: Table, s: State) -> int:
    """PN-81 The auto-pick of the drafter whose time is up; a winner gets the highest card."""
    out = [0] * CHOICES
    n = PHASES.legal(t, s, out)
    return out[n - 1] if s.phase == TAKE_CARD else auto_pick(t, s, out, n)
