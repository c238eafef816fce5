"""What each seat may know of a race. Everything about a race that the server sends is made here.

A message for a seat is a function of the concealed position, of worlds drawn from it, and of the plies and happenings
that the seat may see. Parts that are equal for several seats are made and encoded once.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from paddock.bots import advice_sentence, good_lines
from paddock.engine import (
    EVERYBODY,
    OVER,
    SPECTATOR,
    Coach,
    CoachError,
    Happening,
    Match,
    Position,
    TriedMove,
    figures,
    foresee,
    random_words,
    read_coach,
)

from ..http.logs import log_error
from ..line import wire
from ..line.wire import (
    Advice,
    AdviceLine,
    Alternative,
    ChoiceInfo,
    Clocks,
    DecisionInfo,
    Happened,
    Plies,
    PlyInfo,
    UndoInfo,
)

if TYPE_CHECKING:
    from .entering import Entering

WORLDS = 8  # sampled to find out whether a move would reveal something
RECKONED = 1.0  # seconds for which places and chances are cached in a race by a running clock
GUESSES = 4  # sampled worlds over which chances are averaged
ANYBODY = -99  # placeholder for the seat, the first number in a message that several seats share
ESTIMATING, FORESEEING = 1 << 20, 1 << 21  # first numbers of two separate ranges of random streams
encode = msgspec.json.Encoder().encode


class Sight:
    """A race at one moment, seat by seat."""

    def __init__(
        self,
        match: Match,
        states: Mapping[int, Any],
        racing: bool = True,
        odds: bool = True,
        by_clock: Callable[[Match, int], Any] | None = None,
        notices: Mapping[int, str] | None = None,
        entering: "Entering | None" = None,
    ):
        self.match = match
        self.made_at = self.reckoned_at = time.monotonic()
        self._by_clock = by_clock  # what a seat may know now, in a race by a running clock
        self._notices = notices or {}  # what the table says about plies
        self._entering = entering  # at a table with real dice
        self.odds = odds  # whether exact odds are sent
        self.racing = racing  # before and after a race no seat has choices
        self.states = states  # the position after ply n, for the last plies
        self.ply = len(match.plies)
        self.actor = match.actor
        self._open = match.game.hides_nothing
        self.clock_runs = match.awaits_clock
        self._known: dict[int, Any] = {}
        self._views: dict[int, list[tuple[Any, msgspec.Raw]]] = {}
        self._plies: dict[tuple[Any, ...], msgspec.Raw] = {}
        self._for_all: dict[int, msgspec.Raw] = {}  # plies from a number on, where everybody sees the same
        self._onlookers: dict[tuple[bool, str], bytes] = {}  # by undo: the position for seats without choices
        self._decisions: dict[int, DecisionInfo] = {}
        self.reckoned: dict[int, tuple[list[int], list[int], list[int]]] = {}

    # Positions

    def known(self, seat: int) -> Any:
        """The position as a seat may know it."""
        if self._open:
            return self.match.state
        if seat not in self._known:
            know = self._by_clock or Match.seen_by
            self._known[seat] = know(self.match, seat)
        return self._known[seat]

    def view(self, seat: int) -> msgspec.Raw:
        """What a client of that seat draws now."""
        return self._drawn(self.ply, self.known(seat))

    def _view_after(self, ply: int, seat: int) -> msgspec.Raw | None:
        """What a client draws after a ply; None for an old ply, or if the `position` message shows it."""
        state = None if self.clock_runs or ply == self.ply - 1 else self.states.get(ply)
        if state is None:
            return None
        return self._drawn(ply + 1, state if self._open else self._at(state).seen_by(seat).state)

    def _at(self, state: Any) -> Position:
        return Position(self.match.game, self.match.table, state)

    def _drawn(self, ply: int, known: Any) -> msgspec.Raw:
        """The encoded view, made once for equal knowledge."""
        made = self._views.setdefault(ply, [])
        for state, raw in made:
            if state is known or state == known:
                return raw
        raw = msgspec.Raw(encode(self.match.game.view(self.match.table, known)))
        made.append((known, raw))
        return raw

    def _worlds(self, seat: int, many: int, stream: int) -> list[Position]:
        """Random positions that the seat cannot exclude, sampled only from what it knows."""
        known = self.known(seat)
        if self._open or known == self.match.state:
            return [self.match.now]
        return self._at(known).worlds(seat, self.match.known_ply(seat), range(stream, stream + many))

    # Messages

    def plies(self, seat: int, start: int, line: Sequence[int] | None = None) -> bytes:
        """The message about the plies from `start` on, for a line that holds some seats, or just this one; empty if
        the seat may know nothing of them yet."""
        entry = self.match.known_entry(*([seat] if line is None else line))
        if start in self._for_all:
            return encode(Plies(seat, entry, self._for_all[start]))  # pyright: ignore[reportArgumentType]
        seen = [raw for number in range(start, self.ply) if (raw := self._ply(number, seat))]
        if self._open and all(self._is_public(number) for number in range(start, self.ply)):
            self._for_all[start] = msgspec.Raw(encode(seen))
        return encode(Plies(seat, entry, seen)) if seen else b""  # pyright: ignore[reportArgumentType]

    def _is_public(self, number: int) -> bool:
        """Whether everybody may know everything about a ply."""
        ply = self.match.plies[number]
        seats = len(self.match.names) + 1
        return len(ply.seen_by) == seats and all(h.event.seen_by == EVERYBODY for h in ply.happenings)

    def position(self, seat: int, clocks: Clocks, line: Sequence[int] | None = None) -> bytes:
        """The message about the position now, for a line that holds some seats, or just this one."""
        line = [seat] if line is None else line
        choices, undo = self.choices(seat), self._undo_info(seat)
        if choices or not self._open or self._entering:
            return encode(self._position(seat, clocks, choices, undo, line))
        group = undo.allowed, undo.reason
        if group not in self._onlookers:
            self._onlookers[group] = encode(self._position(ANYBODY, clocks, choices, undo, line))
        return self._onlookers[group].replace(b":%d," % ANYBODY, b":%d," % seat, 1)

    def _position(
        self, seat: int, clocks: Clocks, choices: list[ChoiceInfo], undo: UndoInfo, line: Sequence[int]
    ) -> wire.Position:
        places, scores, chances = self.standing(seat)
        return wire.Position(
            seat=seat,
            entry=self.match.known_entry(*line),
            ply=self.match.known_ply(*line),
            actor=self._told_actor(line),
            decision=self._coached(seat, choices) if choices else self._decision(seat),
            view=self.view(seat),
            choices=choices,
            places=places,
            scores=scores,
            chances=chances,
            clocks=clocks,
            undo=undo,
            roll=self._entering.asked(seat) if self._entering else None,
            figures=figures(self.match) if self.match.is_over else [],
        )

    def _told_actor(self, line: Sequence[int]) -> int:
        """Who acts; others do not hear whether a hidden turn waits for its driver or for the dice."""
        return self.match.hidden_driver if self._entering and self.match.is_outside(line) else self.actor

    def _undo_info(self, seat: int) -> UndoInfo:
        """Whether a seat can take back what it did last."""
        if seat < 0:
            return UndoInfo(False, "spectators take nothing back")
        permission = self._entering.permission(seat) if self._entering else self.match.can_undo(seat)
        return UndoInfo(permission.allowed, permission.reason)

    def _decision(self, seat: int) -> DecisionInfo:
        """The pending decision as a seat may know it."""
        group = SPECTATOR if self._open else seat
        if group not in self._decisions:
            decision = self.match.game.decision(self.match.table, self.known(seat), self.match.namers)
            self._decisions[group] = DecisionInfo(decision.clause, decision.question)
        return self._decisions[group]

    def _coached(self, seat: int, choices: list[ChoiceInfo]) -> DecisionInfo:
        """The decision of a seat that acts, with what a coach says; by a running clock nobody has time to read."""
        told = self._decision(seat)
        coach = self._coach() if self.odds and not self.clock_runs else None
        usual = next((choice for choice in choices if choice.likely), None)
        if coach is None or usual is None:
            return told
        known = self.known(seat)
        line = coach.line(self.match.table, known, usual.move, usual.odds)
        return DecisionInfo(told.clause, told.question, coach.kind(known), line)

    def _coach(self) -> Coach | None:
        """The game's coach; one whose lines cannot be read is logged and left out."""
        try:
            return read_coach(self.match.game)
        except CoachError:
            log_error("a coach cannot speak", game=self.match.game.id)
            return None

    def _ply(self, number: int, seat: int) -> msgspec.Raw | None:
        """A ply as a seat may know it; a hidden turn is sent as a whole when it is over, nothing before."""
        ply = self.match.plies[number]
        if self.match.is_hidden(ply, seat):
            return self._turn(number, seat)
        view = self._view_after(number, seat)
        signature = (number, seat in ply.seen_by, *(h.is_seen_by(seat) for h in ply.happenings), id(view))
        if signature not in self._plies:
            self._plies[signature] = msgspec.Raw(encode(self._ply_info(number, seat, view)))
        return self._plies[signature]

    def _ply_info(self, number: int, seat: int, view: Any) -> PlyInfo:
        """One ply as a seat may know it."""
        ply = self.match.plies[number]
        sees = seat in ply.seen_by
        known = [happened(self.match, happening, seat) for happening in ply.happenings]
        return PlyInfo(
            ply=ply.number,
            actor=ply.actor,
            words=ply.words if sees else "",
            move=ply.move if sees else -1,
            clause=ply.clause,
            happenings=[one for one in known if one is not None],
            view=view,
            notice=self._notices.get(number, ""),
        )

    def _turn(self, number: int, seat: int) -> msgspec.Raw | None:
        """A hidden turn that ends with this ply, as other seats may know it; None if it does not end here."""
        numbers = self.match.turn_until(number)
        if not numbers:
            return None
        plies = [self.match.plies[one] for one in numbers]
        known = [happened(self.match, happening, seat) for ply in plies for happening in ply.happenings]
        told = PlyInfo(
            ply=plies[-1].number,
            actor=plies[0].actor,
            words="",
            move=-1,
            clause=plies[0].clause,
            happenings=[one for one in known if one is not None],
            view=self._view_after(number, seat),
            notice=next((self._notices[one] for one in numbers if one in self._notices), ""),
        )
        return msgspec.Raw(encode(told))

    # Choices

    def alternatives(self, seat: int) -> list[Alternative]:
        """The legal moves of a seat, if it acts."""
        if seat < 0 or not self.racing or seat != self._actor_for(seat):
            return []
        words, known = self.match.game.words, self.known(seat)
        moves = (self._at(known) if self.clock_runs else self._worlds(seat, 1, FORESEEING)[0]).legal()
        return [Alternative(move, words.move_to_words(self.match.table, known, move)) for move in moves]

    def _actor_for(self, seat: int) -> int:
        """Who acts; by a running clock each seat that can."""
        if not self.clock_runs:
            return self.actor
        return self._at(self.known(seat)).actor

    def choices(self, seat: int) -> list[ChoiceInfo]:
        """The legal moves of a seat, if it acts, with whether they could be taken back."""
        possible = self.alternatives(seat)
        home = partial(self.match.game.home, self.match.table, self.known(seat))
        if self.clock_runs:
            return [ChoiceInfo(c.move, c.words, False, "the clock runs", False, "", home(c.move)) for c in possible]
        if not possible:
            return []
        worlds = self._worlds(seat, WORLDS, FORESEEING)
        foreseen = [(choice, foresee(worlds, seat, choice.move, self.match.names)) for choice in possible]
        likely = self._likely(worlds[0], [choice.move for choice in possible])
        odds = self._odds(seat)
        return [
            ChoiceInfo(c.move, c.words, will.allowed, will.reason, c.move == likely, odds.get(c.move, ""), home(c.move))
            for c, will in foreseen
        ]

    def _odds(self, seat: int) -> dict[int, str]:
        """Exact odds of moves, if the game computes them."""
        odds = self.match.game.odds
        return odds(self.match.table, self.known(seat)) if odds and self.odds else {}

    def advice(self, seat: int, tried: list[TriedMove], why: str) -> Advice:
        """The result of a search in words."""
        lines = good_lines(tried)
        game, table, known = self.match.game, self.match.table, self.known(seat)
        named = [AdviceLine(one.move, game.words.move_to_words(table, known, one.move), one.chance) for one in lines]
        return Advice(seat, self.match.known_ply(seat), named, advice_sentence(game, table, known, lines, why=why))

    def _likely(self, world: Position, moves: list[int]) -> int:
        """The game's quick choice in a world that the seat holds possible."""
        return world.suggest(moves, list(_random_words(self.match.known_ply(self.actor))))

    # Standing

    def standing(self, seat: int) -> tuple[list[int], list[int], list[int]]:
        """Places, points and chances, estimated from what a seat knows; the true ones when the race is over."""
        group = SPECTATOR if self._open or self.clock_runs else seat
        if group not in self.reckoned:
            worlds = self._guesses(group)
            self.reckoned[group] = (*worlds[0].standings(), mean_estimate(worlds))
        return self.reckoned[group]

    def follow(self, last: "Sight") -> None:
        """Reuse the cached standings: by a running clock there is news many times a second."""
        if self.clock_runs and last.clock_runs and self.made_at - last.reckoned_at < RECKONED:
            self.reckoned, self.reckoned_at = last.reckoned, last.reckoned_at

    def _guesses(self, seat: int) -> list[Position]:
        """Worlds in which chances are estimated; by a running clock only one, a spectator's, to save time."""
        if self.actor == OVER:
            return [self.match.now]
        return self._worlds(seat, 1 if self.clock_runs else GUESSES, ESTIMATING)


@lru_cache(maxsize=4096)
def _random_words(ply: int) -> tuple[int, ...]:
    """Random numbers for a quick choice: the same for every table, so they reveal nothing."""
    return tuple(random_words(FORESEEING, ply))


def happened(match: Match, happening: Happening, seat: int) -> Happened | None:
    """Something that happened as a seat may know it; None if it may not."""
    sentence = happening.sentence(match.table, match.namers, seat)
    clause = happening.clause
    if happening.is_seen_by(seat):
        return Happened(happening.event.kind, happening.a, happening.b, happening.c, clause, sentence)
    return Happened(-1, 0, 0, 0, clause, sentence) if sentence else None


def mean_estimate(worlds: Sequence[Position]) -> list[int]:
    """Each seat's chance to win in thousandths, averaged over equally likely worlds."""
    values = [world.estimate() for world in worlds]
    if len(values) == 1:
        return values[0]
    total = [sum(column) for column in zip(*values, strict=True)]
    mean = [value // len(worlds) for value in total]
    mean[0] += sum(total) // len(worlds) - sum(mean)
    return mean
