"""OpenSpiel: importing this module registers every game as `paddock_GAME`, e.g. `paddock_GAME(seats=3,laps=1)`.

Chance is a player with explicit outcomes. An observation is the named vector; an information state is everything that
the player has observed and done, so it has perfect recall. Use Python algorithms: the C++ MCTS bot of OpenSpiel 2.0
crashes the interpreter on any game written in Python.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from typing import Any, ClassVar, Self

import numpy as np

from paddock.engine import CHANCE, OVER, Game, Options, Position, Value
from paddock.games import all_games

from .extras import needed
from .race import EnvError, Race

with needed("openspiel"):
    pyspiel: Any = import_module("pyspiel")  # it has no types

PREFIX = "paddock_"
DIGEST = 6  # bytes that tell one observation from another in an information state


class RaceState(pyspiel.State):
    """A position of a race, with what each player has heard so far."""

    def __init__(self, game: "RaceGame"):
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self.held = _Held(game.race)

    def current_player(self) -> int:
        """A seat, chance or the end."""
        actor = self.held.position.actor
        if actor == CHANCE:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if actor == OVER else actor

    def is_terminal(self) -> bool:
        """Whether the race is over."""
        return self.held.position.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        """Moves with seats counted from the player, in ascending order."""
        held = self.held
        return sorted(held.race.action(move, player) for move in held.position.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the pending chance event, with their probabilities."""
        outcomes, weights = self.held.position.outcomes()
        total = sum(weights)
        return sorted((outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True))

    def _apply_action(self, action: int) -> None:
        actor = self.held.position.actor
        self.held.play(action if actor == CHANCE else self.held.race.move(action, actor))

    def _action_to_string(self, player: int, action: int) -> str:
        held = self.held
        move = held.race.move(action, player) if player >= 0 else action
        return held.race.game.words.move_to_words(held.race.table, held.position.state, move)

    def returns(self) -> list[float]:
        """The rewards of all seats: 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.held.race.seats
        return self.held.at_its_end().rewards()

    def observation_string(self, player: int) -> str:
        """The race drawn as text, as the player may see it."""
        seen = self.held.position.seen_by(player)
        return self.held.race.game.words.position(seen.table, seen.state)

    def observation_tensor(self, player: int) -> list[float]:
        """The named vector."""
        return self.held.vector(player).astype(np.float64).tolist()

    def information_state_string(self, player: int | None = None) -> str:
        """Everything the player has heard, in order, and what it observes now."""
        return self.held.heard_by(self.current_player() if player is None else player)

    def __str__(self) -> str:
        held = self.held
        return held.race.game.words.position(held.race.table, held.position.state)


class _Held:
    """What a state holds. Copied by hand, because the table is shared; pickled as the moves that lead to it."""

    __slots__ = ("_ears", "moves", "position", "race")

    def __init__(self, race: Race):
        self.race = race
        self.position = race.from_the_start()
        self.moves: list[int] = []
        self._ears = _Ears.at_the_start(race)

    def __deepcopy__(self, memo: Any) -> "_Held":
        twin = object.__new__(_Held)
        twin.race, twin.position, twin.moves = self.race, self.position.copy(), list(self.moves)
        twin._ears = self._ears
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        race = self.race
        return _restored, (race.game.id, race.seats, tuple(race.options.items()), self.moves)

    def play(self, move: int) -> None:
        """Play a move or an outcome."""
        self.position.play_unheard((move,))
        self.moves.append(move)

    def vector(self, seat: int) -> np.ndarray[Any, Any]:
        """What a seat observes."""
        return self.race.observed.vector(self.race.table, self.position.seen_by(seat).state, seat)

    def heard_by(self, seat: int) -> str:
        """All that a seat has heard."""
        if self._ears.ply < len(self.moves):
            self._ears = self._ears.after(self.moves[self._ears.ply :])
        return f"seat {seat} " + " ".join(self._ears.heard[seat])

    def at_its_end(self) -> Race:
        """The race at this position, for its rewards."""
        race = self.race.copy()
        race.position = self.position
        return race


@dataclass(frozen=True)
class _Ears:
    """What every seat has heard up to a ply; worked out only when an information state is asked for."""

    ply: int
    position: Position
    heard: list[list[str]]  # by seat
    last: list[bytes]  # by seat: what it saw last

    @classmethod
    def at_the_start(cls, race: Race) -> Self:
        """Nothing is heard yet, and everybody sees the first position."""
        ears = cls(0, race.from_the_start(), [[] for _ in range(race.seats)], [b""] * race.seats)
        ears.listen([""] * race.seats)
        return ears

    def after(self, moves: list[int]) -> "_Ears":
        """The same some moves later, as another object: copies of a state share this one."""
        ears = _Ears(
            self.ply + len(moves), self.position.copy(), [list(lines) for lines in self.heard], list(self.last)
        )
        for move in moves:
            actor, position = ears.position.actor, ears.position
            told = [f"{actor}:{move}" if position.sees_move(seat) else "" for seat in range(position.seats)]
            position.play_unheard((move,))
            ears.listen(told)
        return ears

    def listen(self, told: list[str]) -> None:
        """Note what each seat hears and sees; nothing if it notices nothing, so that hidden moves cannot be counted."""
        for seat, said in enumerate(told):
            seen = self.position.seen_by(seat).state.to_bytes()
            if said or seen != self.last[seat]:
                self.heard[seat].append(f"{said}@{blake2b(seen, digest_size=DIGEST).hexdigest()}")
                self.last[seat] = seen


def _restored(game_id: str, seats: int, options: tuple[tuple[str, Value], ...], moves: list[int]) -> _Held:
    """What was pickled."""
    held = _Held(_race(game_id, seats, options))
    for move in moves:
        held.play(move)
    return held


@lru_cache(maxsize=16)
def _race(game_id: str, seats: int, options: tuple[tuple[str, Value], ...]) -> Race:
    """The tables that were used last: making one takes longer than many moves."""
    return Race(game_id, seats, dict(options))


class RaceGame(pyspiel.Game):
    """A game of the registry at one table; `seats` and the game's options are parameters."""

    source: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None):
        given = params or {}
        seats = int(given.get("seats", _default_seats(self.source)))
        self.race = Race(self.source.id, seats, _chosen(self.source, given))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.source.moves,
            max_chance_outcomes=self.source.moves,
            num_players=self.race.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.race.seats > 1 else None,
            max_game_length=self.source.longest(self.race.table),
        )
        super().__init__(_kind(self.source, seats), info, given)  # pyright: ignore[reportUnknownMemberType]

    def new_initial_state(self) -> RaceState:
        """The position before the first move or chance event."""
        return RaceState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RaceObserver":
        """An observer that gives the named vector."""
        if params:
            raise EnvError("observers of paddock's games take no parameters")
        return RaceObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), len(self.race.observed))


class RaceObserver:
    """The vector of a player as `tensor`; with perfect recall the string is the information state."""

    def __init__(self, kind: Any, size: int):
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RaceState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = state.held.vector(player)

    def string_from(self, state: RaceState, player: int) -> str:
        """The information state, or the race as the player may see it."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


def _default_seats(game: Game) -> int:
    return max(2, game.seats[0])


def _parameters(game: Game) -> dict[str, Value]:
    return {"seats": _default_seats(game), **{option.name: option.default for option in game.options}}


def _chosen(game: Game, given: dict[str, Any]) -> Options:
    """The options that differ from their defaults; OpenSpiel passes all or only those that were named."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, Value] = {}
    for name, value in given.items():
        if name in known and value != known[name].default:
            chosen[name] = value
    return chosen


def _kind(game: Game, seats: int) -> Any:
    """What OpenSpiel has to know about a game at a table with that many seats."""
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if game.hides_nothing else information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if seats > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _register(game: Game) -> None:
    name = f"Race_{game.id}"
    made = type(name, (RaceGame,), {"source": game, "__module__": __name__})
    globals()[name] = made  # where pickle looks for it
    pyspiel.register_game(_kind(game, _default_seats(game)), made)


for _game in all_games():
    _register(_game)
