"""Does a slow connection cost races (PN-77)? Equal players race in real time, one of them over a slow connection.

Nothing waits: race time is simulated, and the server's own code computes what it would read, credit and show.
"""

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from paddock.engine import WORDS, Match, Position, SeededDice, seed_random

from . import GAME, realtime
from .rules.model import count
from .state import ACT, ALL_DICE, DICE, PLACE, SAVE, State, Table

OPTIONS = {"modifications": "none", "track": "harbour_mile", "wins_to_win": 1, "clock": "realtime"}
REACTION = (180, 420)  # milliseconds from seeing to pressing
PINGS = 9


@dataclass
class NetworkLine:
    """A network connection: one-way delay in milliseconds, give or take up to half the jitter at random."""

    delay: int
    jitter: int
    chance: random.Random

    def trip(self) -> int:
        """Milliseconds one way."""
        half = self.jitter // 2
        return max(0, self.delay + self.chance.randint(-half, half))

    def credit(self) -> int:
        """The latency credit of a server that measures this connection."""
        return realtime.credit([float(self.trip() + self.trip()) for _ in range(PINGS)])


@dataclass
class Person:
    """Presses what `suggest` would, a reaction time after it is shown, and rolls right after a placement."""

    seat: int
    line: NetworkLine
    chance: random.Random
    number: int = 0
    answered: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])  # situations: rolls and placed dice
    words: list[int] = field(default_factory=lambda: [0] * WORDS)

    def presses(self, race: realtime.RealtimeRace, shown_at: int) -> list[tuple[int, int]]:
        """Looks at what was shown at a race time: moves, and when the server will read them."""
        t, delay = race.match.table, race.delays[self.seat]
        known = realtime.known_at(t, race.state, self.seat, shown_at, delay)
        now = (known.rolls[self.seat], known.placed[self.seat])
        if known.phase != ACT or now in self.answered:
            return []
        self.answered.add(now)
        position = Position(GAME, t, known)
        move = position.suggest(position.legal(), self.words)
        pressed = max(0, shown_at + self.line.trip()) + self.chance.randint(*REACTION)
        moves = [(move, pressed + self.line.trip())]
        if PLACE <= move < SAVE and count(known.placed[self.seat]) < DICE - 1:
            self.answered.add((now[0], now[1] | 1 << move - PLACE))  # the roll is sent before the die has landed
            after = pressed + self.chance.randint(*REACTION)
            moves.append((self._next_hand(t, known, move - PLACE), after + self.line.trip()))
        return moves

    def _next_hand(self, t: Table, known: State, slot: int) -> int:
        """PN-73 The hand that the page offers while a die is being placed."""
        s = known.copy()
        s.placed[self.seat] |= 1 << slot
        s.fresh[self.seat] = 0
        s.last_hand[self.seat] &= ALL_DICE - (1 << slot)
        return realtime.default_hand(t, s, self.seat)


def race(lines: Sequence[tuple[int, int]], seed: int) -> Match:
    """One race to its end; the same seed gives the same dice and the same people."""
    people = [
        Person(seat, NetworkLine(*line, random.Random(f"line {seat} {seed}")), random.Random(f"{seat} {seed}"))
        for seat, line in enumerate(lines)
    ]
    for person in people:
        seed_random(person.words, seed, person.seat)
    match = Match(GAME, len(lines), OPTIONS, _Dice(seed))
    match.settle()
    running = realtime.RealtimeRace(match, [person.line.credit() for person in people])
    reads: list[tuple[int, int, int]] = []
    at = -realtime.TIMING["announce_ms"]
    while match.awaits_clock:
        for person in people:
            for move, read_at in person.presses(running, at):
                heapq.heappush(reads, (read_at, person.seat, move))
        at = _next_time(running, reads, at)
        while reads and reads[0][0] <= at:
            read_at, seat, move = heapq.heappop(reads)
            people[seat].number += 1
            running.read(seat, people[seat].number, move, read_at)
        for fate in running.advance(at):
            if fate.what in ("dropped", "refused"):
                people[fate.input.seat].answered.clear()
    return match


def _next_time(running: realtime.RealtimeRace, reads: list[tuple[int, int, int]], at: int) -> int:
    """The next race time at which the server reads, feeds or shows something."""
    sights = [realtime.next_sight(running.state, seat, at, delay) for seat, delay in enumerate(running.delays)]
    times = [running.next_wake(), *(one[0] for one in reads[:1]), *(time for time in sights if time is not None)]
    return max(at + 1, min(times))


class _Dice(SeededDice):
    """Seeded dice that leave the clock to the people."""

    answers_clock = False


def share(lines: Sequence[tuple[int, int]], races: int, first_seed: int = 1) -> tuple[int, int]:
    """Races won by the second seat, and races with a winner; seats are exchanged in every second race."""
    won = decided = 0
    for number in range(races):
        swapped = number % 2 == 1
        places = race(lines[::-1] if swapped else lines, first_seed + number // 2).standings()[0]
        decided += places.count(1) == 1
        won += places.count(1) == 1 and places[0 if swapped else 1] == 1
    return won, decided
