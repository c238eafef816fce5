"""A race by its inputs: stored as their times, played again from them, and checked against them (PN-83, PN-109)."""

from collections.abc import Sequence

from paddock.engine import TABLE, Input, Match
from paddock.engine import InputFate as Fate

from ..rules.clock import deadline
from ..rules.model import is_duration
from ..state import ACT, CLOCK, DIGIT, FACE, NEXT, PERSON, TIME, State, Table
from .timing import fair_time


def clock_answers(now: int, seat: int, te: int) -> list[int]:
    """PN-105 The answers of NEXT and TIME for a seat that acts at a time: the seat and three digits."""
    dt = te - now
    return [seat, dt // DIGIT**2, dt // DIGIT % DIGIT, dt % DIGIT]


def to_inputs(match: Match) -> tuple[list[tuple[int, int, int, int]], list[int]]:
    """PN-109 A game as its inputs (race, seat, te, move) and all other moves and outcomes."""
    again = Match(match.game, match.names, match.options, match.dice)
    inputs: list[tuple[int, int, int, int]] = []
    others: list[int] = []
    for ply in match.plies:
        s: State = again.state
        if ply.actor >= 0 and s.phase == ACT and s.pilot[s.turn] == PERSON:
            inputs.append((s.race, s.turn, s.now, ply.move))
        elif s.phase not in (NEXT, TIME) or ply.actor == TABLE:
            others.append(ply.move)
        again.repeat((ply.actor, ply.move))
    return inputs, others


def from_inputs(match: Match, inputs: Sequence[tuple[int, int, int, int]], others: Sequence[int]) -> None:
    """PN-109 Play a game from its inputs: the clock's answers follow from them."""
    waiting, rest = list(inputs), list(others)
    while not match.is_over:
        s: State = match.state
        if s.phase == NEXT:
            race, seat, te, _ = waiting[0] if waiting else (0, 0, 0, 0)
            acts = race == s.race and te < deadline(match.table, s)
            for answer in clock_answers(s.now, seat, te) if acts else [CLOCK]:
                match.apply(answer)
        elif s.phase == ACT and s.pilot[s.turn] == PERSON:
            match.apply(waiting.pop(0)[3])
        elif rest:
            match.apply(rest.pop(0))
        else:
            return


def wrong_time(match: Match, log: Sequence[Fate]) -> tuple[int, str] | None:
    """PN-83 The first log entry whose time does not follow from the measurements, or that led to no action."""
    acted = [(seat, te) for _, seat, te, _ in to_inputs(match)[0]]
    latest: dict[int, int] = {}
    kept: set[tuple[int, int]] = set()
    for number, fate in enumerate(log):
        one = fate.input
        if (one.seat, one.number) not in kept:
            wrong = _unfair_time(one, latest.get(one.seat))
            if wrong:
                return number, wrong
            latest[one.seat] = one.te
        if fate.what == "kept":
            kept.add((one.seat, one.number))
        if fate.what == "accepted" and (not acted or acted.pop(0) != (one.seat, one.te)):
            return number, f"the race has no action of seat {one.seat} at {one.te} here"
    return (len(log) - 1, f"the race has an action of seat {acted[0][0]} more") if acted else None


def _unfair_time(one: Input, previous: int | None) -> str:
    """PN-77 What is wrong with the time of an input, given the time of the racer's previous one; "" if nothing is."""
    fair = one.read_at - one.delay
    if one.te in (fair, fair_time(one.read_at, one.delay, previous)):
        return ""
    return f"read at {one.read_at} with a credit of {one.delay} this counts at {fair}, not {one.te}"


def stream_of(t: Table, s: State) -> int:
    """Section 7: 0 for the table's stream, else one for each race and seat: nobody's dice depend on what others do."""
    return 8 * s.race + s.who + 1 if s.phase == FACE or is_duration(s) else 0
