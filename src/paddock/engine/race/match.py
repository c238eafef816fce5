"""A match: one race as the list of moves played so far, chance included. The one place where moves are applied."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from ..game import Decision, Game
from ..live import InputFate
from ..rules.marking import CHANCE, OVER, TABLE
from .dice import Dice, SeededDice
from .events import SPECTATOR, Happening, capitalised
from .options import Options
from .position import Permission, Position, differs, foresee
from .trail import Trail

if TYPE_CHECKING:
    from .race_record import RaceRecord

WORLDS = 16  # worlds compared to find out whether a move reveals a secret
STREAM = 32  # bits of the number of a draw within its stream
NO_TURN = -1  # a ply that belongs to no hidden turn
TURN_SEATS = 64  # a hidden turn is a number of the game's; its remainder by this is the seat
ROOM = 1 << 20  # numbers of plies and entries that a hidden turn takes, however many it has


class MatchError(ValueError):
    """Something a match cannot do, with a sentence that says why."""


class IllegalMoveError(MatchError):
    """A move that the rules do not allow now."""

    def __init__(self, decision: Decision, alternatives: list[str]):
        self.clause = decision.clause
        self.alternatives = alternatives
        listed = "; ".join(alternatives[:12]) + ("; ..." if len(alternatives) > 12 else "")
        super().__init__(f"that is not possible now ({decision.clause}). {decision.question} Possible: {listed}.")


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A legal move or an outcome, with its words."""

    move: int
    words: str


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One move or outcome that was played, with its events; untracked by the garbage collector, there are many."""

    actor: int
    move: int
    words: str
    clause: str
    outcomes: int  # how many there were to choose or draw from
    seen_by: frozenset[int]  # seats (SPECTATOR for spectators) that may see the move
    happenings: tuple[Happening, ...]
    turn: int = NO_TURN  # the hidden turn it belongs to
    number: int = 0  # its public number, which does not show how many plies hidden turns before it had


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Plies taken back: the match went back to this ply."""

    to_ply: int
    by: int  # the seat that took back, or -1: by consent of all


DIE_SINCE = Permission(False, "a die was rolled or a card drawn since")


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the history in words."""

    ply: int
    actor: int
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """A checkpoint of a match, to restore it: all but its table, names, options, dice and log of inputs."""

    state: Any
    plies: Sequence[Ply]
    script: Sequence[tuple[int, int] | TakeBack]
    entries: Sequence[int]  # the number of each entry
    draws: dict[int, int]  # by draw number: how often the dice were asked with it
    opened: tuple[int, int]  # the hidden turn that is being taken, and the entry number it began with


class Match:
    """A race in progress: apply, undo, fork, replay, save, load."""

    def __init__(
        self,
        game: Game,
        seats: int | Sequence[str],
        options: Options | None = None,
        dice: Dice | None = None,
    ):
        names = [""] * seats if isinstance(seats, int) else list(seats)
        self.game = game
        self.options = game.complete_options(len(names), options or {})
        self.table: Any = game.new_table(len(names), options or {})
        self.names = [name or game.words.seat_name(self.table, seat) for seat, name in enumerate(names)]
        self.namers = game.namers(self.names)
        self.dice: Dice = dice or SeededDice()
        self.state: Any = Position.start(game, self.table).state
        self.plies: Trail[Ply] = Trail()
        self.entries: Trail[int] = Trail()  # by entry of the script: the public number of the position after it
        self._opened = (self._turn(), 0)  # the hidden turn that is being taken, and the entry number it began with
        self.script: Trail[tuple[int, int] | TakeBack] = Trail()  # (actor, move) or what was taken back, in order
        self.presses: Trail[InputFate] = Trail()  # by a running clock: the log of inputs and what became of each
        self._draws: dict[int, int] = {}  # by draw number: how often the dice were asked with it, if at all
        self._given: Counter[int] | None = None  # by stream of dice: outcomes drawn from it; None: not counted yet
        self._shared = False  # a fork has the same state object: copy it before the next move (copy-on-write)
        self._before: dict[int, Any] = {}  # positions before the plies since the last die: those that may be taken back

    # Who acts and what is possible

    @property
    def now(self) -> Position:
        """The position itself, not a copy: copy it before playing on."""
        return Position(self.game, self.table, self.state)

    @property
    def actor(self) -> int:
        """A seat, CHANCE or OVER."""
        return self.now.actor

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return self.actor == OVER

    @property
    def decision(self) -> Decision:
        """What is being decided or drawn now."""
        return self.game.decision(self.table, self.state, self.namers)

    def choices(self) -> list[Choice]:
        """The legal moves of the acting seat, or the outcomes of the pending chance event."""
        words = self.game.words
        return [Choice(move, words.move_to_words(self.table, self.state, move)) for move in self.now.possible()]

    def component_number(self, move: int) -> int:
        """The number by which people call the component of a pending choice or outcome; 0 for none."""
        number = self.game.component_number
        return 0 if number is None else number(self.table, self.state, move)

    def audience(self) -> frozenset[int]:
        """Seats (SPECTATOR for spectators) that may see the pending move or outcome."""
        return self._seats_that_see()

    def can_apply(self, move: int) -> bool:
        """Whether a move or an outcome is possible now."""
        return move in self.now.possible()

    def outcomes(self) -> tuple[list[int], list[int]]:
        """Outcomes of the pending chance event and their weights."""
        return self.now.outcomes()

    def words_to_move(self, text: str) -> int:
        """The move or outcome that was typed in words."""
        wanted = " ".join(text.lower().split())
        for choice in self.choices():
            if choice.words.lower() == wanted:
                return choice.move
        raise IllegalMoveError(self.decision, [choice.words for choice in self.choices()])

    def standings(self) -> tuple[list[int], list[int]]:
        """Place and points of each seat as things stand."""
        return self.now.standings()

    # Playing

    def play(self, move: int, seat: int | None = None) -> list[Happening]:
        """Play a move of the acting seat, then the chance that follows as far as the dice answer it."""
        if seat is not None and seat != self.actor:
            raise MatchError(self._not_your_turn(seat))
        before = len(self.plies)
        self.apply(move)
        self.settle()
        return [happening for ply in self.plies[before:] for happening in ply.happenings]

    def settle(self) -> None:
        """Answer pending chance events from the dice until a seat must decide or a person must enter an outcome."""
        while self.actor == CHANCE:
            outcome = self.draw()
            if outcome is None:
                return
            self.apply(outcome)

    def draw(self) -> int | None:
        """The dice's outcome of the pending chance event; None if a person has to enter it or the clock answers it."""
        if self.awaits_clock and not self.dice.answers_clock:
            return None
        outcomes, weights = self.outcomes()
        number = self._draw_number()
        return self.dice.draw(number, self._draws.get(number, 0), outcomes, weights)

    @property
    def awaits_clock(self) -> bool:
        """Whether a running clock answers the pending chance event, not the dice."""
        live = self.game.live
        return live is not None and self.actor == CHANCE and live.awaits_clock(self.state)

    def _draw_number(self) -> int:
        """The number that the dice are asked with: the ply, or a stream with the count of its draws so far."""
        stream = self._stream(self.state)
        if stream < 0:
            return len(self.plies)
        if self._given is None:
            self._given = self._count_given()
        return (stream << STREAM) + self._given[stream]

    def _stream(self, state: Any) -> int:
        return self.game.live.stream_of(self.table, state) if self.game.live else -1

    def _count_given(self) -> Counter[int]:
        position, given = Position.start(self.game, self.table), Counter[int]()
        for ply in self.plies:
            if ply.actor == CHANCE:
                given[self._stream(position.state)] += 1
            position.play_unheard((ply.move,))
        return given

    def apply(self, move: int) -> Ply:
        """Apply one legal move or chance outcome; all of them go through this method."""
        actor = self.actor
        possible = self.now.possible()
        if move not in possible:
            raise IllegalMoveError(self.decision, [choice.words for choice in self.choices()])
        if actor == CHANCE:
            self._count_draw()
        return self._played_by(actor, move, self.decision.clause, len(possible))

    def intervene(self, move: int) -> Ply:
        """Apply a move of the table: the host of a race by a running clock enters it."""
        if self.game.live is None or self.is_over or move not in self.game.live.table_moves(self.table, self.state):
            raise MatchError("the table cannot do that now")
        return self._played_by(TABLE, move, "", 1)

    def _played_by(self, actor: int, move: int, clause: str, outcomes: int) -> Ply:
        seen_by, before = self._seats_that_see(), self._turn()
        words = self.game.words.move_to_words(self.table, self.state, move)
        self._remember(actor, outcomes)
        if self._shared:
            self.state, self._shared = self.state.copy(), False
        happenings = self.now.play(move)
        turn = NO_TURN if actor == TABLE else before
        ply = Ply(actor, move, words, clause, outcomes, seen_by, happenings, turn, self._next_number(before))
        self.plies.append(ply)
        self.script.append((actor, move))
        self._count_entry()
        return ply

    def _count_draw(self) -> None:
        number = self._draw_number()
        self._draws[number] = self._draws.get(number, 0) + 1
        if self._given is not None:
            self._given[self._stream(self.state)] += 1

    def _remember(self, actor: int, outcomes: int) -> None:
        """Keep the position before a ply that may be taken back; after a die nothing earlier may be."""
        if actor == TABLE or (actor == CHANCE and outcomes > 1):
            self._before = {}
        else:
            self._before[len(self.plies)] = self.state if self._shared else self.state.copy()

    def _not_your_turn(self, seat: int) -> str:
        if self.is_over:
            return "the race is over"
        if self.actor == CHANCE:
            return f"a die or a draw comes first: {self.decision.question}"
        return f"it is {self.names[self.actor]}'s turn, not {self.names[seat]}'s"

    # Taking back

    def can_undo(self, seat: int) -> Permission:
        """Whether a seat may take back its last move: no die, no revealed secret, no other seat's move since."""
        for number in range(self._known_plies(seat) - 1, -1, -1):
            ply = self.plies[number]
            if self.is_hidden(ply, seat):
                return Permission(False, f"{self.names[ply.turn % TURN_SEATS]} has moved since")
            if ply.actor == CHANCE:
                if ply.outcomes > 1:
                    return DIE_SINCE
                continue
            if ply.actor == TABLE:
                return Permission(False, "the table has stepped in since")
            if ply.actor != seat:
                return Permission(False, f"{self.names[ply.actor]} has moved since")
            if self._reveals(number):
                return Permission(False, f"“{ply.words}” showed what was hidden")
            return Permission(True, f"take back “{ply.words}”")
        return Permission(False, "there is nothing to take back")

    def will_be_undoable(self, move: int) -> Permission:
        """Whether the acting seat could take back a move it has not made yet."""
        now, seat = self.now, self.actor
        if move not in now.possible():
            raise IllegalMoveError(self.decision, [choice.words for choice in self.choices()])
        return foresee([now, *self._other_worlds(now, seat, len(self.plies) + 1)], seat, move, self.names)

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat, if that is permitted."""
        permission = self.can_undo(seat)
        if not permission.allowed:
            raise MatchError(f"this cannot be taken back: {permission.reason}")
        last = max(ply for ply, played in enumerate(self.plies) if played.actor == seat)
        self.take_back(last, seat)

    def take_back(self, to_ply: int, by: int = -1) -> None:
        """Go back to a ply by consent of all (or of the one seat concerned); dice rolled again do not repeat."""
        if not 0 <= to_ply < len(self.plies):
            raise MatchError(f"there is no ply {to_ply} to go back to; {len(self.plies)} have been played")
        self.plies, self._given = Trail(self.plies[:to_ply]), None
        self.state, self._shared = self._played(self.plies), False
        self._before = {number: before for number, before in self._before.items() if number < to_ply}
        self.script.append(TakeBack(to_ply, by))
        self._count_entry()

    # Hidden turns: others hear of one when it ends; public numbers do not show how many plies it has

    def _turn(self) -> int:
        """The hidden turn that is being taken."""
        return self.game.hidden_turn(self.table, self.state) if self.game.hidden_turn else NO_TURN

    def _next_number(self, before: int) -> int:
        """The number of a ply just applied in the hidden turn `before`; the one that ends it takes the last number."""
        if before == NO_TURN or self._turn() == before:
            return self.ply_number
        return self._turn_number(before) + ROOM - 1

    def _turn_number(self, turn: int) -> int:
        """The number of the first ply of the hidden turn that the last plies belong to."""
        first = self._first_of(len(self.plies), turn)
        return self.plies[first].number if first < len(self.plies) else self.ply_number

    def _first_of(self, stop: int, turn: int) -> int:
        """The first of the plies before `stop` that belong to one hidden turn."""
        while stop and self.plies[stop - 1].turn == turn:
            stop -= 1
        return stop

    def _count_entry(self) -> None:
        """Number a new entry of the script; one that ends a hidden turn takes the last number reserved for the turn."""
        turn, began = self._opened
        ends = turn not in (NO_TURN, self._turn())
        number = began + ROOM if ends else self.entry_number + 1
        self.entries.append(number)
        if self._turn() != turn:
            self._opened = (self._turn(), number)

    @property
    def ply_number(self) -> int:
        """The number of the position: plies played, where nothing is hidden."""
        return self.plies[-1].number + 1 if self.plies else 0

    @property
    def entry_number(self) -> int:
        """The number of the last entry of the script."""
        return self.entries[-1] if self.entries else 0

    def is_outside(self, seats: Sequence[int]) -> bool:
        """Whether a hidden turn is being taken by none of these seats: they hear of it when it is over."""
        turn = self._opened[0]
        return turn != NO_TURN and turn % TURN_SEATS not in seats

    @property
    def hidden_driver(self) -> int:
        """The seat that takes a hidden turn now; -1 for none."""
        turn = self._opened[0]
        return -1 if turn == NO_TURN else turn % TURN_SEATS

    def _known_plies(self, seat: int) -> int:
        """How many plies a seat may have heard of."""
        plies = len(self.plies)
        return self._first_of(plies, self._opened[0]) if self.is_outside([seat]) else plies

    def known_ply(self, *seats: int) -> int:
        """The number of the position as these seats may know it."""
        return self._turn_number(self._opened[0]) if self.is_outside(seats) else self.ply_number

    def known_entry(self, *seats: int) -> int:
        """The number of the last entry that these seats may know of."""
        return self._opened[1] if self.is_outside(seats) else self.entry_number

    def ply_at(self, number: int) -> int:
        """The index of the ply with a number; -1 for none."""
        return bisect_number([ply.number for ply in self.plies], number)

    def entries_at(self, number: int) -> int:
        """How many entries of the script there were at an entry number; -1 for a number that was never told."""
        return bisect_number([0, *self.entries], number)

    def number_of(self, index: int) -> int:
        """The number of the ply at an index, or of the position after the last one."""
        return self.plies[index].number if index < len(self.plies) else self.ply_number

    def number_after(self, entries: int) -> int:
        """The public number after `entries` entries of the script; a negative count is returned as it is."""
        return self.entries[entries - 1] if entries > 0 else min(0, entries)

    def is_hidden(self, ply: Ply, seat: int) -> bool:
        """Whether a ply belongs to a hidden turn of another seat."""
        return ply.turn != NO_TURN and ply.turn % TURN_SEATS != seat

    def turn_until(self, number: int) -> range:
        """The plies of a hidden turn if ply `number` ends it; else empty."""
        turn = self.plies[number].turn
        follows = self.plies[number + 1].turn if number + 1 < len(self.plies) else self._turn()
        return range(self._first_of(number, turn), number + 1) if follows != turn else range(0)

    # Copies and files

    def fork(self, dice: Dice | None = None) -> "Match":
        """An independent copy of the match at its present position; both share what neither has changed."""
        self._shared = True
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.dice = dice or self.dice
        twin.plies, twin.script, twin.presses = self.plies.fork(), self.script.fork(), self.presses.fork()
        twin._draws, twin._before = self._draws.copy(), self._before.copy()
        twin.entries = self.entries.fork()
        twin._given = None if self._given is None else self._given.copy()
        return twin

    def snapshot(self) -> MatchSnapshot:
        """A checkpoint of the match; later moves do not change it."""
        self._shared = True
        plies, script, entries = self.plies.fork(), self.script.fork(), self.entries.fork()
        return MatchSnapshot(self.state, plies, script, entries, self._draws.copy(), self._opened)

    def restore(self, snapshot: MatchSnapshot) -> None:
        """Set a new match of the same table to a checkpoint."""
        self.state, self._shared = snapshot.state, True
        self.plies, self.script, self.entries = Trail(snapshot.plies), Trail(snapshot.script), Trail(snapshot.entries)
        self._draws, self._opened = dict(snapshot.draws), snapshot.opened
        self._given, self._before = None, {}

    def at(self, ply: int) -> "Match":
        """An independent copy of the match as it stood after `ply` plies."""
        if not 0 <= ply <= len(self.plies):
            raise MatchError(f"there is no ply {ply}; {len(self.plies)} have been played")
        twin = self.fork()
        if ply < len(self.plies):
            twin.take_back(ply)
        return twin

    def save(self, path: str | Path, drivers: Sequence[str] = ()) -> None:
        """Write the race record; `drivers` says who drives each seat, `person` or a bot's kind."""
        from .race_record import RaceRecord, write_record

        Path(path).write_text(write_record(RaceRecord.of(self, drivers), self), encoding="utf-8")

    @classmethod
    def replay(cls, game: Game, record: "RaceRecord") -> Self:
        """The match that a record tells, applied move by move."""
        match = cls(game, record.names, record.options, record.dice())
        for number, entry in enumerate(record.script):
            try:
                match.repeat(entry)
            except MatchError as error:
                raise record.error(number, str(error)) from None
        match.presses = Trail(record.presses)
        return match

    def repeat(self, entry: tuple[int, int] | TakeBack) -> None:
        """Apply one entry of a script."""
        if isinstance(entry, TakeBack):
            self.take_back(entry.to_ply, entry.by)
            return
        actor, move = entry
        if actor == TABLE:
            self.intervene(move)
            return
        if actor != self.actor:
            raise MatchError(f"the record says {actor_name(actor)} acts, the rules say {actor_name(self.actor)}")
        self.apply(move)

    # What a seat may see

    def seen_by(self, seat: int) -> Any:
        """The position as a seat (a spectator: SPECTATOR) may know it."""
        return self.now.seen_by(seat).state

    def view(self, seat: int) -> dict[str, Any]:
        """What a client of that seat draws."""
        return self.game.view(self.table, self.seen_by(seat))

    def position(self, seat: int = SPECTATOR) -> str:
        """The position as text, as that seat may see it."""
        return self.game.words.position(self.table, self.seen_by(seat))

    def history(self, seat: int = SPECTATOR, start: int = 0) -> list[HistoryLine]:
        """What happened, in words, as that seat may know it."""
        lines: list[HistoryLine] = []
        for number, ply in enumerate(self.plies[start:], start):
            lines += self._turn_lines(number, seat) if self.is_hidden(ply, seat) else self._lines(number, ply, seat)
        return lines

    def _turn_lines(self, number: int, seat: int) -> list[HistoryLine]:
        """A hidden turn as others hear of it: that it is over, and what is public by then."""
        plies = [self.plies[one] for one in self.turn_until(number)]
        if not plies:
            return []
        actor = plies[0].turn % TURN_SEATS
        lines = [HistoryLine(number, actor, plies[0].clause, f"{self.full_name(actor)}: has chosen.")]
        for ply in plies:
            lines += self._told(number, ply, seat)
        return lines

    def _lines(self, number: int, ply: Ply, seat: int) -> list[HistoryLine]:
        lines: list[HistoryLine] = []
        if ply.actor not in (CHANCE, TABLE):
            said = ply.words if seat in ply.seen_by else "has chosen"
            lines.append(HistoryLine(number, ply.actor, ply.clause, f"{self.full_name(ply.actor)}: {said}."))
        return lines + self._told(number, ply, seat)

    def _told(self, number: int, ply: Ply, seat: int) -> list[HistoryLine]:
        """The lines that a seat hears about the events of a ply."""
        lines: list[HistoryLine] = []
        for happening in ply.happenings:
            sentence = happening.sentence(self.table, self.namers, seat)
            if sentence:
                lines.append(HistoryLine(number, ply.actor, happening.clause, sentence))
        return lines

    def full_name(self, seat: int) -> str:
        """A player's name with what the seat is called, e.g. Ana (red)."""
        called = self.game.words.seat_name(self.table, seat)
        return capitalised(called) if self.names[seat] == called else f"{self.names[seat]} ({called})"

    def _seats_that_see(self) -> frozenset[int]:
        if self.game.shows_moves:
            return _everybody(len(self.names))
        now, actor = self.now, self.actor
        seats = range(SPECTATOR, len(self.names))
        return frozenset(seat for seat in seats if 0 <= seat == actor or now.sees_move(seat))

    def _reveals(self, number: int) -> bool:
        """Whether a ply showed its mover something that had been hidden from it, so that it cannot be taken back.

        It did if the mover's view after the same move differs in some other world that the mover held possible.
        """
        ply, before = self.plies[number], self._position_before(number)
        if any(happening.event.reveals for happening in ply.happenings):
            return True
        return differs([before, *self._other_worlds(before, ply.actor, len(self.plies))], ply.move, ply.actor)

    def _other_worlds(self, position: Position, seat: int, seed: int) -> list[Position]:
        """Positions that a seat cannot tell from the real one; none where nothing is hidden from it."""
        if self.game.hides_nothing:
            return []
        known = position.seen_by(seat)
        return [] if known.state == position.state else known.worlds(seat, seed, range(WORLDS))

    def _position_before(self, number: int) -> Position:
        if number not in self._before:  # a match restored from its moves
            self._before[number] = self._played(self.plies[:number])
        return Position(self.game, self.table, self._before[number])

    def _played(self, plies: Sequence[Ply]) -> Any:
        """The position after these plies."""
        return Position.start(self.game, self.table).play_unheard(ply.move for ply in plies).state


@cache
def _everybody(seats: int) -> frozenset[int]:
    return frozenset(range(SPECTATOR, seats))


def bisect_number(numbers: list[int], number: int) -> int:
    """The last place of a number in a list, -1 if it is not there."""
    at = bisect_right(numbers, number) - 1
    return at if at >= 0 and numbers[at] == number else -1


def actor_name(actor: int) -> str:
    """Who acts, in a record and in errors."""
    return {CHANCE: "chance", OVER: "nobody", TABLE: "the table"}.get(actor, f"seat {actor}")
