"""Real time, without a network (section 8): what a server asks this package, with times it measured itself.

Race time is integer milliseconds, GO = 0. It answers `paddock.engine.LiveRules`, one module a job: `timing`, `inputs`,
`refusals`, `race`, `record`, `sight`, `absence`; what the host asks of the position itself stands here.
"""

from collections.abc import Callable, Sequence

from paddock.engine import Match, Options

from ..rules.clock import deadline
from ..state import LATER, NEXT, RETIRE, TIME, State, Table
from .absence import hand_backs, is_red_flag, pick_for, rerun, takeovers
from .inputs import canonical, default_hand
from .race import RealtimeRace
from .record import from_inputs, stream_of, to_inputs, wrong_time
from .sight import faces_sent_at, known_at, next_sight
from .timing import LIGHTS, TIMING, credit, fair_time, go_instant, is_pick_overdue, is_ready_overdue, lock_until

__all__ = [
    "LIGHTS",
    "OPTIONS",
    "TIMING",
    "RealtimeRace",
    "awaits_clock",
    "canonical",
    "credit",
    "default_hand",
    "faces_sent_at",
    "fair_time",
    "from_inputs",
    "go_instant",
    "hand_backs",
    "is_pick_overdue",
    "is_ready_overdue",
    "is_red_flag",
    "known_at",
    "lock_until",
    "new_race",
    "next_sight",
    "pick_for",
    "race_time",
    "rerun",
    "seat_options",
    "stream_of",
    "table_moves",
    "takeovers",
    "to_inputs",
    "wrong_time",
]

OPTIONS: Options = {"clock": "realtime"}
SKILLS = {"rookie": "novice", "club": "amateur", "pro": "pro", "champion": "master"}  # PN-93 of bot levels


def awaits_clock(s: State) -> bool:
    """PN-105 The clock answers NEXT and TIME."""
    return s.phase in (NEXT, TIME)


def table_moves(t: Table, s: State) -> range:
    """PN-110 RETIRE, BOT, PERSON and RERUN; LATER before the next automatic event."""
    return range(RETIRE, LATER + (deadline(t, s) - s.now if s.phase == NEXT else 0))


def seat_options(levels: Sequence[str]) -> Options:
    """PN-82 PN-93 Who drives which car: a person, or the skill of a bot's level."""
    pilots = [SKILLS.get(level, "amateur") if level else "person" for level in levels]
    return {f"pilot_{seat}": pilot for seat, pilot in enumerate(pilots, 1)}


def race_time(s: State) -> int:
    """PN-70 Milliseconds since GO."""
    return s.now


def new_race(match: Match, delays: Sequence[int], bot: Callable[[int], int]) -> RealtimeRace:
    """The race from where the match stands."""
    return RealtimeRace(match, delays, bot)
