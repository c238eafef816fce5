"""One race as environments run it: chance comes from a seed, seats observe and act relative to themselves."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from paddock.engine import CHANCE, OVER, Game, Options, Position, random_words, uniform, weighted
from paddock.games import load_game

DEFAULT_SEATS = 4
MOST_SEED = 2**63 - 1
LOSE, RANDOM = "lose", "random"
ILLEGAL = (LOSE, RANDOM)  # an illegal action loses the race, or a random legal one is played in its place


class EnvError(ValueError):
    """An environment that cannot be made or asked like that, with a sentence that says why."""


class Race:
    """A table, a position and the random numbers of its chance; the engine's rules, interpreted."""

    def __init__(self, game_id: str, seats: int | None, options: Options | None):
        self.game: Game = load_game(game_id)
        fewest, most = self.game.seats
        self.seats = min(max(DEFAULT_SEATS, fewest), most) if seats is None else seats
        self.options = self.game.complete_options(self.seats, options or {})
        clock = self.game.live_option(self.options)
        if clock:
            raise EnvError(f"{clock}={self.options[clock]} needs a clock that runs while people race: choose another")
        self.table: Any = self.game.new_table(self.seats, options or {})
        self.observed = self.game.observed
        self.moves = self.game.moves
        self.start(0, 0)

    def start(self, seed: int, number: int) -> None:
        """Begin race number `number` of a seed; it runs to the first decision."""
        self.position = self.from_the_start()
        self.decisions = 0
        self.plies = 0
        self.loser = -1  # the seat that lost by an illegal action
        self._random = random_words(seed, number)
        self._settle()

    def from_the_start(self) -> Position:
        """The position before the first move or chance event."""
        return Position.start(self.game, self.table)

    def copy(self) -> "Race":
        """An independent copy."""
        twin = object.__new__(Race)
        vars(twin).update(vars(self))
        twin.position, twin._random = self.position.copy(), list(self._random)
        return twin

    # Playing

    @property
    def actor(self) -> int:
        """The seat that decides, or OVER."""
        return OVER if self.loser >= 0 else self.position.actor

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return self.actor == OVER

    def actions(self) -> list[int]:
        """The legal actions of the acting seat: moves with seats counted from it."""
        seat = self.actor
        return [] if seat == OVER else [self.action(move, seat) for move in self.position.legal()]

    def action(self, move: int, seat: int) -> int:
        """What a seat calls a move: moves that name a seat count from the acting one."""
        return self.observed.turned_move(self.table, move, -seat)

    def move(self, action: int, seat: int) -> int:
        """The move that a seat means by an action."""
        return self.observed.turned_move(self.table, action, seat)

    def play(self, action: int, illegal: str = LOSE) -> bool:
        """Play an action of the acting seat and the chance that follows; returns whether the action was legal."""
        legal = self.actions()
        is_legal = action in legal
        self.decisions += 1
        if not is_legal and illegal == LOSE:
            self.loser = self.actor
            return False
        chosen = action if is_legal else legal[uniform(self._random, len(legal))]
        self._apply(self.move(chosen, self.actor))
        self._settle()
        return is_legal

    def _settle(self) -> None:
        while self.position.actor == CHANCE:
            outcomes, weights = self.position.outcomes()
            self._apply(outcomes[weighted(self._random, weights, len(weights))])

    def _apply(self, move: int) -> None:
        self.position.play_unheard((move,))
        self.plies += 1

    # What agents get

    def observe(self, seat: int) -> np.ndarray[Any, Any]:
        """What a seat observes: the named integers of its game, from the state as that seat may know it."""
        return self.observed.vector(self.table, self.position.seen_by(seat).state, seat)

    def mask(self, seat: int, size: int = 0) -> np.ndarray[Any, Any]:
        """1 for each legal action of a seat; all 0 if it is not asked."""
        mask = np.zeros(size or self.moves, np.int8)
        if seat == self.actor:
            mask[self.actions()] = 1
        return mask

    def rewards(self) -> list[float]:
        """Each seat's reward at the end of the race."""
        if self.loser >= 0:
            return rewards_without(self.loser, self.seats)
        return rewards_by_place(self.position.standings()[0], self.game.field)

    def result(self, seat: int) -> dict[str, int]:
        """Place and points of a seat, for the last info of a race."""
        places, points = self.position.standings()
        return {"place": places[seat], "points": points[seat]}

    def text(self, seat: int) -> str:
        """The race as a seat or a spectator (SPECTATOR) sees it, and what is asked."""
        seen = self.position.seen_by(seat)
        drawn = self.game.words.position(self.table, seen.state)
        return drawn if self.is_over else f"{drawn}\n{seen.decision.question}"


def rewards_by_place(places: list[int], field: int) -> list[float]:
    """The share of rivals that a seat beat less the share that beat it: 1 for a winner, -1 for the last. The sum is 0.

    A lone seat races against the cars of the field; without a field there is nobody to beat, and its reward is 0.
    """
    if len(places) == 1:
        return [(field + 1 - 2 * places[0]) / (field - 1) if field > 1 else 0.0]
    return [sum(_sign(other - place) for other in places) / (len(places) - 1) for place in places]


def rewards_without(loser: int, seats: int) -> list[float]:
    """-1 for a seat that lost by an illegal action; the others share what it lost."""
    share = 1 / (seats - 1) if seats > 1 else 0.0
    return [-1.0 if seat == loser else share for seat in range(seats)]


class Seeds:
    """Which race comes next: race 0 of a seed that is given, then race 1 and so on; without one, of a random seed."""

    def __init__(self) -> None:
        self._seed, self._number = int(np.random.SeedSequence().generate_state(2, np.uint64)[0] >> 1), 0

    def next(self, seed: int | None) -> tuple[int, int]:
        """The seed and the number of the next race."""
        if seed is not None:
            if not 0 <= seed <= MOST_SEED:
                raise EnvError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed}")
            self._seed, self._number = int(seed), 0
        else:
            self._number += 1
        return self._seed, self._number


def checked_rule(illegal: str) -> str:
    """What happens to an illegal action, or an error."""
    if illegal not in ILLEGAL:
        raise EnvError(f"illegal takes {' or '.join(ILLEGAL)}, not {illegal!r}")
    return illegal


def agent_names(seats: int) -> Iterator[str]:
    """What agents are called."""
    return (f"seat_{seat}" for seat in range(seats))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
