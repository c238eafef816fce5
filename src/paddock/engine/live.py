"""Races by a running clock: what a game tells the host that runs one, and the log of what people pressed.

Race time is integer milliseconds. The host measures it and each connection's delay; the game says what follows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from .race.options import Options

if TYPE_CHECKING:
    from .race.match import Match

FateKind = Literal["accepted", "kept", "dropped", "refused"]
FATES: tuple[FateKind, ...] = ("accepted", "kept", "dropped", "refused")


@dataclass(frozen=True, order=True)
class Input:
    """What a person did, ordered as inputs are fed."""

    te: int  # race time at which it counts
    seat: int
    number: int  # the client's sequence number
    move: int
    read_at: int  # race time at which the host read it
    delay: int  # milliseconds that the racer's connection is credited


@dataclass(frozen=True)
class InputFate:
    """What became of an input: enough for anybody to check its time."""

    input: Input
    what: FateKind
    clause: str
    # For the person who made it; in no record.
    reason: str = field(default="", compare=False)  # why it did nothing
    retry_at: int = field(default=-1, compare=False)  # race time from which it would count, if it came too soon; or -1


class LiveRace(Protocol):
    """A race being run: inputs go in as they are read, and into the match when nothing earlier can come."""

    match: "Match"
    delays: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether it is over; the match may stand at the start of another race by then."""
        ...

    def read(self, seat: int, number: int, move: int, at: int) -> Input | None:
        """An input was read at race time `at`; None if its number was seen before."""
        ...

    def safe_at(self, one: Input) -> int:
        """Race time from which nothing earlier than an input can come, so that it is fed."""
        ...

    def advance(self, at: int) -> list[InputFate]:
        """Run the race up to race time `at`; returns what became of inputs."""
        ...

    def step_in(self, move: int, at: int) -> list[InputFate]:
        """The host enters a table move at race time `at`; returns what became of inputs before it."""
        ...

    def next_wake(self) -> int:
        """Race time at which `advance` has something to do if nobody presses."""
        ...


class LiveRules(Protocol):
    """What a game with a running clock gives its host. Positions are whole unless a function says otherwise."""

    OPTIONS: Options  # with these values a race needs a running clock

    def awaits_clock(self, s: Any) -> bool:
        """Whether the clock answers the pending chance event, not the dice."""
        ...

    def stream_of(self, t: Any, s: Any) -> int:
        """The stream of dice that answers the pending chance event; -1 where dice are counted by plies."""
        ...

    def table_moves(self, t: Any, s: Any) -> range:
        """Moves that the host may enter now; they are never listed as legal."""
        ...

    def seat_options(self, levels: Sequence[str]) -> Options:
        """Options that say who drives: by seat a bot's level, "" for a person."""
        ...

    def race_time(self, s: Any) -> int:
        """The race time of a position."""
        ...

    def new_race(self, match: "Match", delays: Sequence[int], bot: Callable[[int], int]) -> LiveRace:
        """Run the race from where the match stands."""
        ...

    def credit(self, round_trips: Sequence[float]) -> int:
        """Milliseconds by which a connection with these round-trip times is credited."""
        ...

    def go_instant(self, wall: int, race_time: int) -> int:
        """The instant, in wall milliseconds, of race time 0 for a start announced at `wall`."""
        ...

    def is_ready_overdue(self, asked_at: int, now: int) -> bool:
        """Whether the start is announced although not all players are ready."""
        ...

    def is_pick_overdue(self, asked_at: int, now: int) -> bool:
        """Whether a decision between races has taken too long."""
        ...

    def pick_for(self, t: Any, s: Any) -> int:
        """The move made for the acting seat when its pick is overdue."""
        ...

    def known_at(self, t: Any, s: Any, seat: int, at: int, delay: int) -> Any:
        """The position as a seat may know it at a race time, with the seat as its actor if it could act."""
        ...

    def next_sight(self, s: Any, seat: int, after: int, delay: int) -> int | None:
        """The next race time at which a seat sees something new although no input arrives."""
        ...

    def takeovers(self, s: Any, gone_since: Mapping[int, int], now: int) -> list[int]:
        """Table moves that put bots into the cars of people who are gone; times in milliseconds."""
        ...

    def hand_backs(self, s: Any, back: Sequence[int]) -> list[int]:
        """Table moves that give cars back to people who have reconnected."""
        ...

    def is_red_flag(self, s: Any, people: Sequence[int], gone_since: Mapping[int, int], now: int) -> bool:
        """Whether the race stops because everybody has gone."""
        ...

    def rerun(self, s: Any) -> int:
        """The table move that runs a stopped race again."""
        ...

    def wrong_time(self, match: "Match", log: Sequence[InputFate]) -> tuple[int, str] | None:
        """The first entry of a log that does not agree with the race, and why; None if all do."""
        ...
