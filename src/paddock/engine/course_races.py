"""Races on a track, read spot by spot: where cars crash, overtake and wait, how long laps take, who wins from where."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .course import NOWHERE, Course
from .game import Game
from .measure import Drivers, ply_by_ply
from .race.events import Happening
from .race.position import Position
from .rules.schema import Record

CRASHES, OVERTAKES, WAITS = "crashes", "overtakes", "waits"
INCIDENTS = (CRASHES, OVERTAKES, WAITS)
HUNDRED = 100
Spots = Counter[int]  # by the number of a spot: how often


@dataclass
class TrackRace:
    """What the lab reads in one race."""

    seats: int
    counted: dict[str, Spots] = field(default_factory=lambda: {kind: Counter[int]() for kind in INCIDENTS})
    arrivals: list[Spots] = field(default_factory=list[Spots])  # by seat: how often its car came to a spot
    laps: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # number of a lap, rounds it took
    starts: list[int] = field(default_factory=list[int])  # by seat: the first spot of its car
    place: list[int] = field(default_factory=list[int])
    rounds: int = 0

    def total(self, kind: str) -> int:
        """Of one kind, on all spots."""
        return self.counted[kind].total()

    @property
    def crash_rate(self) -> float:
        """Crashes of a car in a hundred rounds."""
        return HUNDRED * self.total(CRASHES) / (self.seats * max(1, self.rounds))


class Reading:
    """One race while it is read, ply by ply."""

    def __init__(self, course: Course, position: Position):
        self._course = course
        seats = range(position.seats)
        self.race = TrackRace(len(seats), arrivals=[Counter() for _ in seats], starts=[NOWHERE] * len(seats))
        self._lap_began = [0] * len(seats)
        self._at = self._spots_of(position)
        self._order = position.standings()[0]

    def _spots_of(self, position: Position) -> list[int]:
        return [self._course.at(position.table, position.state, seat) for seat in range(position.seats)]

    def see(self, position: Position, happened: Sequence[Happening]) -> None:
        """Read the ply that led to this position."""
        before, now = self._at, self._spots_of(position)
        round_now = self._course.rounds(position.table, position.state)
        for happening in happened:
            self._hear(position.table, happening, before, now, round_now)
        if now != before:
            self._moved(position, before, now)
        self._at = now
        self.race.rounds = max(self.race.rounds, round_now)

    def _hear(self, table: Any, happening: Happening, before: list[int], now: list[int], round_now: int) -> None:
        kind = CRASHES if happening.event.moment == "crash" else WAITS if self._course.is_wait(happening) else ""
        if kind:
            named = (self._course.where(table, happening), now[happening.a], before[happening.a])
            self.race.counted[kind][next((spot for spot in named if spot != NOWHERE), NOWHERE)] += 1
        lap = self._course.lap(table, happening)
        if lap > 0:
            self.race.laps.append((lap, round_now - self._lap_began[happening.a]))
        if lap >= 0:
            self._lap_began[happening.a] = round_now

    def _moved(self, position: Position, before: list[int], now: list[int]) -> None:
        """Count arrivals, and each pair of cars that has changed order because the one now in front moved."""
        order = position.standings()[0]
        for seat, spot in enumerate(now):
            if spot in (before[seat], NOWHERE):
                continue
            self.race.arrivals[seat][spot] += 1
            if self.race.starts[seat] == NOWHERE:
                self.race.starts[seat] = spot
        for seat in range(position.seats):
            for other in overtaken(seat, self._order, order, before, now):
                self.race.counted[OVERTAKES][now[other]] += 1
        self._order = order


def overtaken(
    seat: int, order: Sequence[int], order_now: Sequence[int], before: Sequence[int], now: Sequence[int]
) -> list[int]:
    """Cars on the track that were in front of a car and are behind it now, because it moved; by places and spots."""
    if before[seat] in (NOWHERE, now[seat]):
        return []
    return [
        other
        for other in range(len(now))
        if NOWHERE not in (before[other], now[other])
        and order[other] < order[seat]
        and order_now[other] > order_now[seat]
    ]


def course_races(
    game: Game, course: Course, table: Record, drivers: Drivers, numbers: Iterable[int]
) -> Iterator[TrackRace]:
    """The races of these numbers, read; the same races as `measure` runs."""
    run = ply_by_ply(game, table, drivers)
    return (_read(course, run(number)) for number in numbers)


def _read(course: Course, plies: Any) -> TrackRace:
    position, _ = next(plies)
    reading = Reading(course, position)
    for position, happened in plies:
        reading.see(position, happened)
    reading.race.place = position.standings()[0]
    return reading.race
