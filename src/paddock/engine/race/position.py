"""A position: a table, a state and the rules of their game, with the contract's questions by name.

Code outside the engine never calls a rule of the contract by its name in a string: it calls a method of a position.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import msgspec

from ..game import Decision, Game
from ..rules.log import new_log, read_log
from ..rules.marking import CHANCE, OVER
from ..rules.rng import WORDS, all_weights, seed_random
from ..rules.schema import seats_of
from .events import Happening

HIDDEN = "it shows what is hidden"
UNHEARD = new_log(0)  # drops all events


class _Spare(threading.local):
    """A reusable event buffer for each thread: allocating one costs more than many moves do."""

    def __init__(self) -> None:
        self.log = new_log()


_spare = _Spare()


@dataclass(slots=True)
class Position:
    """One moment of a race; `state` may be the truth, what a seat knows, or a world that a seat holds possible."""

    game: Game
    table: Any
    state: Any

    @classmethod
    def start(cls, game: Game, table: Any) -> Self:
        """The position before the first move or chance event."""
        position = cls(game, table, game.state())
        game.contract["setup"](table, position.state)
        return position

    def copy(self) -> Self:
        """An independent copy of the position."""
        return type(self)(self.game, self.table, self.state.copy())

    # Who acts and what is possible

    @property
    def seats(self) -> int:
        """How many seats this table has."""
        return seats_of(self.table)

    @property
    def actor(self) -> int:
        """A seat, CHANCE or OVER."""
        return self.game.contract["actor"](self.table, self.state)

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return self.actor == OVER

    @property
    def decision(self) -> Decision:
        """What is being decided or drawn."""
        return self.game.decision(self.table, self.state)

    def legal(self) -> list[int]:
        """The legal moves of the acting seat."""
        out = [0] * self.game.room
        return out[: self.game.counted("legal", self.game.contract["legal"](self.table, self.state, out))]

    def outcomes(self) -> tuple[list[int], list[int]]:
        """Outcomes of the pending chance event and their weights."""
        out, weight = [0] * self.game.room, [0] * self.game.room
        n = self.game.counted("chance", self.game.contract["chance"](self.table, self.state, out, weight))
        return out[:n], all_weights(weight[:n])

    def possible(self) -> list[int]:
        """The legal moves of a seat or the outcomes of chance; empty when the race is over."""
        actor = self.actor
        if actor == OVER:
            return []
        return self.outcomes()[0] if actor == CHANCE else self.legal()

    # Playing

    def play(self, move: int) -> tuple[Happening, ...]:
        """Change the position by a legal move or an outcome; returns what happened."""
        log = _spare.log
        log[1] = 0
        self.game.contract["apply"](self.table, self.state, move, log)
        return tuple([Happening(self.game.events[kind], a, b, c) for kind, a, b, c in read_log(log)])

    def play_unheard(self, moves: Iterable[int]) -> Self:
        """Play moves and outcomes without recording events; returns the position itself."""
        apply = self.game.contract["apply"]
        for move in moves:
            apply(self.table, self.state, move, UNHEARD)
        return self

    def after(self, move: int) -> Self:
        """A copy of the position after a move, played without recording events."""
        return self.copy().play_unheard((move,))

    # What a seat may know

    def seen_by(self, seat: int) -> Self:
        """The position as a seat (a spectator: SPECTATOR) may know it."""
        seen = self.copy()
        self.game.contract["conceal"](self.table, seen.state, seat)
        return seen

    def world(self, seat: int, random: list[int]) -> Self:
        """A position that the seat holds possible, drawn from what this one shows: pass what the seat has `seen_by`."""
        world = self.copy()
        self.game.contract["resample"](self.table, world.state, seat, random)
        return world

    def worlds(self, seat: int, seed: int, streams: Iterable[int]) -> list[Self]:
        """Several such positions, one for each random stream."""
        return [self.world(seat, random_words(seed, stream)) for stream in streams]

    def sees_move(self, seat: int) -> bool:
        """Whether a seat may see the move or outcome about to be played."""
        return self.game.contract["sees_move"](self.table, self.state, seat) != 0

    # How it stands

    def standings(self) -> tuple[list[int], list[int]]:
        """Place and points of each seat as things stand."""
        place, score = [0] * self.game.room, [0] * self.game.room
        self.game.contract["standings"](self.table, self.state, place, score)
        return place[: self.seats], score[: self.seats]

    def estimate(self) -> list[int]:
        """Each seat's chance to win, in thousandths."""
        value = [0] * self.game.room
        self.game.contract["estimate"](self.table, self.state, value)
        return value[: self.seats]

    def suggest(self, moves: list[int], random: list[int]) -> int:
        """The game's quick choice among the legal moves."""
        return self.game.contract["suggest"](self.table, self.state, list(moves), len(moves), random)


def random_words(seed: int, stream: int) -> list[int]:
    """Random numbers for one draw: the same seed and stream always give the same."""
    words = [0] * WORDS
    seed_random(words, seed, stream)
    return words


# Taking back


class Permission(msgspec.Struct, frozen=True, gc=False):
    """Whether something is allowed, with the reason why not or until when."""

    allowed: bool
    reason: str


def differs(worlds: Sequence[Position], move: int, seat: int) -> bool:
    """Whether a seat's view after a move differs between worlds: then the move tells it which world is real."""
    if len(worlds) < 2:
        return False
    first, *others = [world.after(move).seen_by(seat).state for world in worlds]
    return any(state != first for state in others)


def foresee(worlds: Sequence[Position], seat: int, move: int, names: Sequence[str]) -> Permission:
    """Whether a seat could take back a move it has not made, from worlds that it holds possible."""
    after = worlds[0].copy()
    if after.game.reveals_nothing:
        after.play_unheard((move,))
    elif any(happening.event.reveals for happening in after.play(move)):
        return Permission(False, HIDDEN)
    actor = after.actor
    if actor == CHANCE and len(after.outcomes()[0]) > 1:
        return Permission(False, "a die or a draw follows at once")
    if differs(worlds, move, seat):
        return Permission(False, HIDDEN)
    if actor in (seat, CHANCE, OVER):
        return Permission(True, "can be taken back")
    return Permission(True, f"can be taken back until {names[actor]} moves")
