"""A finished race explained: what dice and decisions did to everybody's chance, which adds up to the result exactly."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from msgspec import Struct

from paddock.engine import CHANCE, TABLE, Match

from .chances import Chances, race_chances, race_positions
from .effort import USUAL, Effort, share
from .grading import GradedDecision, graded_decisions
from .happened import happened
from .telling import told

MOST_PLIES = 5000  # a longer race is not explained


class AnalysisError(ValueError):
    """A race that cannot be explained, with the reason."""


class DriverResult(Struct, frozen=True):
    """What made a driver's result, in thousandths of a win: start + luck + own + rivals + clock = result, exactly."""

    seat: int
    name: str
    start: int  # the chance before the first ply
    luck: int  # what dice and draws changed, anybody's
    own: int  # what the driver's own decisions changed
    rivals: int  # what the decisions of the other drivers changed
    clock: int  # by a running clock: what the time changed that everybody took; else 0
    result: int  # 1000 for a win, 0 for none, a part of it if several shared the first place


class Turn(Struct, frozen=True):
    """The turn that decided the race: the largest change that lasted."""

    seat: int  # whose turn it was
    first: int  # the ply it began with
    stop: int  # the ply after its last one
    driver: int  # whose chance it changed
    before: int  # that chance in thousandths
    after: int


class Explained(Struct, frozen=True):
    """A race explained. Chances are in thousandths: before each ply, then the result."""

    game: str
    names: list[str]
    walks: int  # from each position
    chances: list[list[int]]
    drivers: list[DriverResult]
    decisions: list[GradedDecision]
    decided: Turn | None
    sentences: list[str]


def explain(match: Match, effort: Effort = USUAL) -> Explained:
    """Explain a finished race; the same race and effort give the same numbers everywhere."""
    if not match.is_over:
        raise AnalysisError("the race is not over; only a finished race is explained, because nothing in it is secret")
    if len(match.plies) > MOST_PLIES:
        raise AnalysisError(f"the race has {len(match.plies)} plies; at most {MOST_PLIES} are explained")
    states = race_positions(match)
    chances = race_chances(match, states, effort)
    drivers = drivers_of(match, chances, clocked_plies(match, states))
    decisions, decided = graded_decisions(match, states, effort), deciding_turn(match, chances)
    return Explained(
        match.game.id,
        list(match.names),
        share(effort.chances, len(states)),
        [list(one) for one in chances],
        drivers,
        decisions,
        decided,
        told(drivers, decisions, decided, happened(match, decided.first, decided.stop) if decided else ""),
    )


def clocked_plies(match: Match, states: Sequence[object]) -> set[int]:
    """The plies that a running clock answered: people's time, not dice."""
    live = match.game.live
    if live is None or not match.game.live_option(match.options):
        return set()
    chance = [number for number, ply in enumerate(match.plies) if ply.actor == CHANCE]
    return {number for number in chance if live.awaits_clock(states[number])}


def drivers_of(match: Match, chances: Sequence[Chances], clocked: set[int]) -> list[DriverResult]:
    """The changes of every driver's chance, sorted by what caused them."""
    return [_driver(match, chances, clocked, seat) for seat in range(len(match.names))]


def _driver(match: Match, chances: Sequence[Chances], clocked: set[int], seat: int) -> DriverResult:
    def changed(is_cause: Callable[[int, int], bool]) -> int:
        return sum(
            chances[number + 1][seat] - chances[number][seat]
            for number, ply in enumerate(match.plies)
            if is_cause(number, ply.actor)
        )

    return DriverResult(
        seat,
        match.names[seat],
        start=chances[0][seat],
        luck=changed(lambda number, actor: actor == CHANCE and number not in clocked),
        own=changed(lambda number, actor: actor == seat),
        rivals=changed(lambda number, actor: actor >= 0 and actor != seat),
        clock=changed(lambda number, actor: number in clocked or actor == TABLE),
        result=chances[-1][seat],
    )


def turns_of(match: Match) -> list[tuple[int, int, int]]:
    """The turns as seat, first ply and ply after the last: what one seat decides, with the chance that follows.

    A lone driver's turn ends with the dice or draws that follow a decision: the whole race would be one otherwise.
    """
    turns: list[tuple[int, int, int]] = []
    is_alone = len(match.names) == 1
    for number, ply in enumerate(match.plies):
        is_new = ply.actor >= 0 and is_alone and number > 0 and match.plies[number - 1].actor < 0
        if turns and not is_new and (ply.actor < 0 or ply.actor == turns[-1][0]):
            turns[-1] = (turns[-1][0], turns[-1][1], number + 1)
        else:
            turns.append((ply.actor, number, number + 1))
    return turns


def deciding_turn(match: Match, chances: Sequence[Chances]) -> Turn | None:
    """The turn with the largest lasting rise of a winner's chance; with no winner, of a driver's lasting fall."""
    won = [seat for seat, result in enumerate(chances[-1]) if result > 0]
    lasting = {seat: _lasting(chances, seat, rises=bool(won)) for seat in won or range(len(chances[-1]))}
    sign = 1 if won else -1
    found = [
        (
            sign * (ends[stop] - chances[first][seat]),
            Turn(by, first, stop, seat, chances[first][seat], chances[stop][seat]),
        )
        for by, first, stop in turns_of(match)
        for seat, ends in lasting.items()
    ]
    most, turn = max(found, key=lambda one: one[0], default=(0, None))
    return turn if most > 0 else None


def _lasting(chances: Sequence[Chances], seat: int, *, rises: bool) -> list[int]:
    """By position: the lowest (or highest) chance from there on, below (or above) which the driver never came again."""
    backwards = accumulate((one[seat] for one in reversed(chances)), min if rises else max)
    return list(backwards)[::-1]
