"""Real time, without a network (section 8): what a server asks this module, with times it measured itself.

Race time is integer milliseconds, GO = 0. `RealtimeRace` takes the inputs as they are read and plays them into a match
in the order of their fair times; everything else here is a function of numbers.
"""

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import median

from paddock.engine import CHANCE, TABLE, Input, Match, MatchError, Options
from paddock.engine import FateKind as What
from paddock.engine import InputFate as Fate

from .box import components
from .driver import auto_pick
from .rules import PHASES
from .rules.clock import deadline, time_limit
from .rules.finishing import is_racing
from .rules.model import alike, count, free_dice, is_duration, redline_cost
from .rules.placing import ACTIONS, action_set
from .rules.rolling import hand_set, hands_with
from .rules.secrets import hide
from .state import (
    ACT,
    BACK,
    BOT,
    CARS,
    CHOICES,
    CLOCK,
    DECIDE,
    DICE,
    DIGIT,
    FACE,
    LATER,
    MOST_REDLINES,
    NEXT,
    NONE,
    PERSON,
    PLACE,
    PLACE_FACE,
    PLACING,
    RELEASE,
    RERUN,
    RETIRE,
    RUNNING,
    SAVE,
    TAKE_CARD,
    TIME,
    State,
    Table,
)

TIMING: Mapping[str, int] = components("timing")["realtime"]


# What a host asks (paddock.engine.LiveRules)

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


def new_race(match: Match, delays: Sequence[int], bot: Callable[[int], int]) -> "RealtimeRace":
    """The race from where the match stands."""
    return RealtimeRace(match, delays, bot)


def rerun(s: State) -> int:
    """PN-80 The table move after a red flag."""
    return RERUN


# Before and at the start


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


def default_hand(t: Table, s: State, seat: int) -> int:
    """PN-71 PN-73 The hand a client offers: dice of the last hand first, then the lowest slots."""
    size = min(2, DICE - count(s.placed[seat])) - count(s.saved[seat])
    free = [slot for slot in range(DICE) if free_dice(s, seat) >> slot & 1]
    free.sort(key=lambda slot: (not s.last_hand[seat] >> slot & 1, slot))
    return sum(1 << slot for slot in free[: max(0, size)])


# Inputs


def canonical(t: Table, s: State, seat: int, move: int) -> int | None:
    """The legal action of the same kinds and values as an input, None if there is none (section 5)."""
    if 0 < move < PLACE:
        return _hand_like(s, seat, hand_set(t, s, seat), move)
    if not PLACE <= move < PLACE_FACE + DICE:
        return None
    actions, slot = action_set(t, s, seat), (move - PLACE) % DICE
    same = [move - slot + other for other in range(DICE) if _is_same(t, s, seat, slot, other)]
    return next((one for one in sorted(same) if actions >> (one - ACTIONS) & 1), None)


def _hand_like(s: State, seat: int, hands: int, move: int) -> int | None:
    """The hand of a set with dice of the same kinds."""
    wanted = _kinds(s, seat, move)
    return next((mask for mask in range(PLACE) if hands >> mask & 1 and _kinds(s, seat, mask) == wanted), None)


def _kinds(s: State, seat: int, mask: int) -> list[int]:
    return sorted(alike(s.kind[seat][slot]) for slot in range(DICE) if mask >> slot & 1)


def _is_same(t: Table, s: State, seat: int, a: int, b: int) -> bool:
    """Whether two dice are of equal kind, place and value."""
    faces = t.value[s.kind[seat][a]]
    places = [(s.fresh[seat] >> slot & 1, s.saved[seat] >> slot & 1, alike(s.kind[seat][slot])) for slot in (a, b)]
    equal = s.face[seat][a] == s.face[seat][b] or (
        not t.optional_boost and faces[s.face[seat][a]] == faces[s.face[seat][b]]
    )
    return places[0] == places[1] and equal


def refusal(t: Table, s: State, seat: int, move: int) -> tuple[str, str]:
    """PN-74 The clause by which an input is not legal, and the reason in words."""
    clause = _refused_by(t, s, seat, move)
    if clause == "PN-41" and s.saved[seat] >> (move - RELEASE) % DICE & 1:
        return clause, "a saved die is locked while anything else goes"
    return clause, REASONS[clause]


def _refused_by(t: Table, s: State, seat: int, move: int) -> str:
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
    if count(s.saved[seat]) >= min(2, DICE - count(s.placed[seat])):
        return "PN-24"
    return "PN-26" if _hand_like(s, seat, hands_with(s, seat, 0), move) is not None else "PN-22"


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


# Running a race


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
            self._log(one, "dropped", "PN-74", IN_THE_AIR if one.te < s.settle[seat] else GOING_BACK)
        elif one.move < PLACE and one.te < self._locked.get(seat, 0):
            self._log(one, "dropped", "PN-72")
        elif one.te >= time_limit(self.match.table, s):  # kept until the limit: nobody acts then
            self._log(one, "refused", "PN-103")
        else:
            self._accept(one)

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

    def _log(self, one: Input, what: What, clause: str, reason: str = "") -> None:
        done = what in ("accepted", "kept")
        self.log.append(Fate(one, what, clause, "" if done else reason or REASONS[clause]))


# The record


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
        fair = one.read_at - one.delay
        if (one.seat, one.number) not in kept:
            if one.te not in (fair, max(fair, latest.get(one.seat, fair))):
                return number, f"read at {one.read_at} with a credit of {one.delay} this counts at {fair}, not {one.te}"
            latest[one.seat] = one.te
        if fate.what == "kept":
            kept.add((one.seat, one.number))
        if fate.what == "accepted" and (not acted or acted.pop(0) != (one.seat, one.te)):
            return number, f"the race has no action of seat {one.seat} at {one.te} here"
    return (len(log) - 1, f"the race has an action of seat {acted[0][0]} more") if acted else None


def stream_of(t: Table, s: State) -> int:
    """Section 7: 0 for the table's stream, else one for each race and seat: nobody's dice depend on what others do."""
    return 8 * s.race + s.who + 1 if s.phase == FACE or is_duration(s) else 0


# Views and absences


def known_at(t: Table, s: State, seat: int, at: int, delay: int = 0) -> State:
    """PN-84 The position as a seat may know it at a race time: settled faces even without an event since, its own faces
    earlier by its network delay; and the seat at the wheel if it may act."""
    shown = s.copy()
    shown.now = max(at, s.now)
    hide(t, shown, seat)
    if seat < 0:
        return shown
    if s.settle[seat] <= at + delay and s.phase != FACE:
        shown.face[seat] = list(s.face[seat])
    if s.phase == NEXT and s.due[seat] <= max(at + delay, s.now) and _is_at_the_wheel(s, seat):
        shown.phase, shown.turn = ACT, seat
    return shown


def _is_at_the_wheel(s: State, seat: int) -> bool:
    return s.status[seat] == RUNNING and s.step[seat] == DECIDE and s.pilot[seat] == PERSON


def next_sight(s: State, seat: int, after: int, delay: int) -> int | None:
    """PN-77 PN-84 When a seat is told of dice that lie still: of its own dice earlier by its network delay."""
    times = [faces_sent_at(s, car, delay if car == seat else 0) for car in range(CARS) if s.status[car] == RUNNING]
    return min((time for time in times if time > after), default=None)


def faces_sent_at(s: State, seat: int, delay: int) -> int:
    """PN-77 When a racer's faces are sent, so that they appear when the dice settle."""
    return s.settle[seat] - delay


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


def is_pick_overdue(asked_at: int, now: int) -> bool:
    """PN-81 Whether the draft timer has run out; 0 switches it off."""
    return bool(TIMING["draft_pick_ms"]) and now - asked_at >= TIMING["draft_pick_ms"]


def is_ready_overdue(asked_at: int, now: int) -> bool:
    """PN-71 Whether the start is announced although some seats are not ready."""
    return now - asked_at >= TIMING["ready_timeout_ms"]


def pick_for(t: Table, s: State) -> int:
    """PN-81 The auto-pick of the drafter whose time is up; a winner gets the highest card."""
    out = [0] * CHOICES
    n = PHASES.legal(t, s, out)
    return out[n - 1] if s.phase == TAKE_CARD else auto_pick(t, s, out, n)
