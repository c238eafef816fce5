"""When a start, an input and a delay count (PN-71, PN-72, PN-77): functions of measured times."""

from collections.abc import Mapping, Sequence
from statistics import median

from ..box import components

TIMING: Mapping[str, int] = components("timing")["realtime"]
LIGHTS = ((TIMING["ready_at_ms"], "Ready"), (TIMING["set_at_ms"], "Set"), (0, "GO!"))  # PN-71 from when on


def go_instant(wall: int, race_time: int = 0) -> int:
    """PN-71 PN-80 The instant of GO when a start is announced; a restarted race goes on from a race time."""
    return wall + TIMING["announce_ms"] - race_time


def credit(round_trips: Sequence[float], cap: int = TIMING["comp_cap_ms"]) -> int:
    """PN-77 L: half the median round trip of the last pings, at most the cap; 0 with too few of them."""
    last = list(round_trips)[-TIMING["ping_count"] :]
    if len(last) < TIMING["ping_min"]:
        return 0
    return max(0, min(cap, int(median(last) / 2)))


def fair_time(read_at: int, delay: int, previous: int | None) -> int:
    """PN-77 te: when an input counts that was read at a race time; never before the racer's previous input."""
    return read_at - delay if previous is None else max(read_at - delay, previous)


def lock_until(te: int, start: int = 0) -> int:
    """PN-72 A press before GO, or before a race goes on, locks the racer's ROLL until then."""
    return max(start, te + TIMING["early_press_lock_ms"])


def is_pick_overdue(asked_at: int, now: int) -> bool:
    """PN-81 Whether the draft timer has run out; 0 switches it off."""
    return bool(TIMING["draft_pick_ms"]) and now - asked_at >= TIMING["draft_pick_ms"]


def is_ready_overdue(asked_at: int, now: int) -> bool:
    """PN-71 Whether the start is announced although some seats are not ready."""
    return now - asked_at >= TIMING["ready_timeout_ms"]
