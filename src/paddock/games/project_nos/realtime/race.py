"""Running a race: inputs are taken as they are read, and played into a match in the order of their fair times."""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import replace

from paddock.engine import CHANCE, Input, Match, MatchError
from paddock.engine import FateKind as What
from paddock.engine import InputFate as Fate

from ..rules.clock import deadline, time_limit
from ..rules.finishing import is_racing
from ..state import ACT, CLOCK, LATER, NEXT, PLACE, PLACING, RUNNING, TIME, State
from .inputs import canonical
from .record import clock_answers
from .refusals import GOING_BACK, IN_THE_AIR, REASONS, REPLACED, refusal
from .timing import fair_time, lock_until


class RealtimeRace:
    """Feeds inputs into a match whose clock is real time (PN-74..78), from where the match stands."""

    def __init__(self, match: Match, delays: Sequence[int], bot: Callable[[int], int] | None = None):
        self.match = match
        self.delays = tuple(delays)
        self.start = match.state.now  # PN-80 what comes before is an early press
        self.number = match.state.race  # the next race has its own start
        self.log: list[Fate] = []
        self._bot = bot
        self._horizon = max(self.delays, default=0)  # H
        self._waiting: list[Input] = []
        self._seen: set[tuple[int, int]] = set()
        self._latest: dict[int, int] = {}
        self._kept: dict[int, list[Input]] = {}
        self._locked: dict[int, int] = {}

    @property
    def state(self) -> State:
        """The position."""
        return self.match.state

    @property
    def is_over(self) -> bool:
        """PN-71 Whether this race is over, though the next one may be at the line already."""
        return not is_racing(self.state) or self.state.race != self.number

    def read(self, seat: int, number: int, move: int, at: int) -> Input | None:
        """PN-76 PN-77 An input was read at race time `at`; None if its number was seen before."""
        if (seat, number) in self._seen:
            return None
        self._seen.add((seat, number))
        te = fair_time(at, self.delays[seat], self._latest.get(seat))
        self._latest[seat] = te
        one = Input(te, seat, number, move, at, self.delays[seat])
        heapq.heappush(self._waiting, one)
        return one

    def safe_at(self, one: Input) -> int:
        """PN-78 The time from which no earlier input can arrive any more."""
        return one.te + self._horizon + 1

    def advance(self, at: int) -> list[Fate]:
        """PN-78 Race time is `at`: feed the inputs that no other can precede any more, and run the clock to there."""
        before = len(self.log)
        safe = at - self._horizon
        while self._go_on(safe):
            pass
        return self.log[before:]

    def step_in(self, move: int, at: int) -> list[Fate]:
        """PN-80 PN-110 A table move at race time `at`: what was pressed earlier counts first, and the clock runs to
        the latest time that no press can precede any more."""
        fates = self.advance(at)
        end = self._end()
        if end is not None:
            self.match.intervene(LATER + max(0, min(at - self._horizon, end - 1) - self.state.now))
        self.match.intervene(move)
        return fates + self.advance(at)

    def next_wake(self) -> int:
        """PN-78 When a waiting input or the next automatic event is safe from earlier inputs."""
        times = [self.safe_at(one) for one in self._waiting[:1]]
        end = self._end()
        if end is not None:
            times.append(end + self._horizon + 1)
        return min(times, default=self.state.now + self._horizon + 1)

    def _go_on(self, safe: int) -> bool:
        """One step; False when everything up to the safe time has happened."""
        self._settle()
        if self._feed_kept():
            return True
        end = self._end()
        first = self._waiting[0] if self._waiting else None
        if first is not None and first.te < safe and (end is None or first.te < end):
            self._feed(heapq.heappop(self._waiting))
            return True
        if end is None or end >= safe or (first is not None and first.te < end):
            return False
        self.match.apply(CLOCK)
        return True

    def _end(self) -> int | None:
        """E, while this race asks the clock."""
        asks = self.state.phase == NEXT and not self.is_over
        return deadline(self.match.table, self.state) if asks else None

    def _settle(self) -> None:
        """Answer everything that is not the clock's: dice, durations, bots."""
        while True:
            if self.state.phase in (NEXT, TIME) or self.is_over:
                return
            if self.match.actor == CHANCE:
                outcome = self.match.draw()
                if outcome is None:
                    raise MatchError("a race in real time needs dice that answer at once")
                self.match.apply(outcome)
            elif self.state.phase == ACT and self._bot is not None:
                self.match.apply(self._bot(self.state.turn))
            else:
                return

    def _feed(self, one: Input) -> None:
        """PN-74 Feed an input by the first case of the clause that applies."""
        s, seat = self.state, one.seat
        if one.te < self.start:
            self._press_early(one)
        elif self.is_over or s.status[seat] != RUNNING:
            self._log(one, "refused", "PN-74")
        elif s.step[seat] == PLACING:
            self._kept.setdefault(seat, []).append(one)
            self._log(one, "kept", "PN-74")
        elif one.te < s.due[seat]:
            self._drop_too_soon(one)
        elif one.move < PLACE and one.te < self._locked.get(seat, 0):
            self._log(one, "dropped", "PN-72")
        elif one.te >= time_limit(self.match.table, s):  # kept until the limit: nobody acts then
            self._log(one, "refused", "PN-103")
        else:
            self._accept(one)

    def _drop_too_soon(self, one: Input) -> None:
        """PN-74 Dice in the air lie still in a moment, so that the input would count then; a restart takes longer."""
        lies_still = self.state.settle[one.seat]
        if one.te < lies_still:
            self._log(one, "dropped", "PN-74", IN_THE_AIR, retry_at=lies_still)
        else:
            self._log(one, "dropped", "PN-74", GOING_BACK)

    def _press_early(self, one: Input) -> None:
        """PN-72 A ROLL before GO does nothing but lock."""
        if one.move < PLACE:
            self._locked[one.seat] = lock_until(one.te, self.start)
        self._log(one, "dropped", "PN-72")

    def _accept(self, one: Input) -> None:
        """PN-74 Refused with its clause, or NEXT, TIME and the move."""
        move = canonical(self.match.table, self.state, one.seat, one.move)
        if move is None:
            self._log(one, "refused", *refusal(self.match.table, self.state, one.seat, one.move))
            return
        for answer in clock_answers(self.state.now, one.seat, one.te):
            self.match.apply(answer)
        self.match.apply(move)
        self._log(one, "accepted", "PN-105")
        self._settle()

    def _feed_kept(self) -> bool:
        """PN-74 At PLACED what was kept is fed again: saves, releases and placements in order, then the latest roll."""
        s = self.state
        for seat in sorted(self._kept):
            if not self.is_over and s.status[seat] == RUNNING and s.step[seat] == PLACING:
                continue
            kept = self._kept.pop(seat)
            rolls = [one for one in kept if one.move < PLACE]
            for one in rolls[:-1]:
                self._log(one, "dropped", "PN-74", REPLACED)
            for one in [*(one for one in kept if one.move >= PLACE), *rolls[-1:]]:
                self._feed(replace(one, te=self.state.now))
            return True
        return False

    def _log(self, one: Input, what: What, clause: str, reason: str = "", retry_at: int = -1) -> None:
        """Write down what became of an input, with a reason if it did nothing."""
        done = what in ("accepted", "kept")
        self.log.append(Fate(one, what, clause, "" if done else reason or REASONS[clause], retry_at))
