"""Benchmark the search: its plies per second against plain races, and the Champion against OpenSpiel's Python MCTS."""

import importlib
import random
import sys
import time
from typing import Any

import numpy as np

from paddock.bots import LEVELS, Level, Search, Seen
from paddock.engine import CHANCE, HERE, OVER, Z99, Game, Match, Position, SeededDice, simulate, wilson
from paddock.games import all_games
from paddock.games.nestorgames_gp import GAME as GP

SECONDS = 1.0  # of each measure
OPENING = 20  # plies played before a search is measured
MOVE_SECONDS = 0.1  # of both players of a match
RACES = 20  # of a match, an even number: seats are exchanged
SEARCHING = [level for level in LEVELS.values() if level.walks]


def main() -> int:
    """Print both benchmarks."""
    print("Plies a second of processor time inside search, million; plain: quick drivers alone; one core")
    for game in all_games():
        plain = plain_rate(game)
        rates = {level.name: search_rate(game, level) for level in SEARCHING}
        told = ", ".join(f"{name}: {rate:.2f} ({rate / plain:.0%})" for name, rate in rates.items())
        print(f"  {game.id:16} plain {plain:6.2f}, {told}")
    print(against_open_spiel(RACES, MOVE_SECONDS))
    return 0


def plain_rate(game: Game) -> float:
    """Million plies a second of whole races with quick drivers."""
    table, races, seats = game.new_table(max(2, game.seats[0]), {}), 20, ("quick",)
    while True:
        begun = time.process_time()
        found = simulate(game, table, races, bots=seats, on=HERE)
        seconds = time.process_time() - begun
        if seconds >= SECONDS:
            return found.moves / seconds / 1e6
        races = int(races * max(2.0, 1.2 * SECONDS / max(seconds, 1e-3)))


def search_rate(game: Game, level: Level) -> float:
    """Million plies per second of a level's searches from a position a few plies into a race."""
    match, choose = Match(game, max(2, game.seats[0]), {}, SeededDice(1)), random.Random(1)
    match.settle()
    while len(match.plies) < OPENING:
        match.play(choose.choice(match.choices()).move)
    plies, seconds, searches = 0, 0.0, 0
    while seconds < SECONDS:
        search = Search(Seen.of(match, match.actor), searches, depth=level.depth)
        begun = time.process_time()
        search.walk(level.walks)
        seconds += time.process_time() - begun
        plies += search.plies
        searches += 1
    return plies / seconds / 1e6


# Against OpenSpiel


def against_open_spiel(races: int, seconds: float) -> str:
    """The champion's search and OpenSpiel's, the same time for each move, two cars, seats exchanged."""
    try:
        mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return "OpenSpiel is not here (`make bench` installs it): no match against its Python MCTS"
    rival = OpenSpielPlayer(mcts, pyspiel, seconds)
    won = sum(_race(rival, number, seconds) for number in range(races))
    low, high = wilson(won, races, Z99)
    return (
        f"Champion's search against OpenSpiel's Python MCTS, {GP.name}, 2 cars, {seconds} s a move each: "
        f"{won:g} of {races} races won ({100 * low:.0f} to {100 * high:.0f} %, 99 % interval); "
        f"OpenSpiel made {rival.rate * seconds:.0f} simulations a move"
    )


def _race(rival: "OpenSpielPlayer", number: int, seconds: float) -> float:
    """One race; returns the Champion's share of the win."""
    champion = number % 2
    match = Match(GP, 2, {}, SeededDice(1 + number // 2))
    match.settle()
    while not match.is_over:
        match.play(_champion_move(match, seconds) if match.actor == champion else rival.move(match))
    places = match.standings()[0]
    return 1.0 / places.count(1) if places[champion] == 1 else 0.0


def _champion_move(match: Match, seconds: float) -> int:
    search = Search(Seen.of(match, match.actor), len(match.plies), depth=LEVELS["champion"].depth)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        search.walk(200)
    return search.lines()[0].move


class OpenSpielPlayer:
    """OpenSpiel's MCTSBot with random rollouts, and as many simulations as fit into its time."""

    def __init__(self, mcts: Any, pyspiel: Any, seconds: float):
        self._mcts, self._pyspiel, self._seconds = mcts, pyspiel, seconds
        self.rate = 50.0  # simulations a second, learnt from move to move

    def move(self, match: Match) -> int:
        """Its choice in a position that hides nothing."""
        root = OpenSpielState(self._pyspiel, match.now.copy())
        simulations, random_state = max(2, int(self.rate * self._seconds)), np.random.RandomState(len(match.plies))
        evaluator = self._mcts.RandomRolloutEvaluator(1, random_state)
        bot = self._mcts.MCTSBot(root, 2.0, simulations, evaluator, solve=False, random_state=random_state)
        begun = time.perf_counter()
        move = int(bot.step(root))
        self.rate = (self.rate + simulations / (time.perf_counter() - begun)) / 2
        return move


class OpenSpielState:
    """A position of the game with the methods that OpenSpiel's Python MCTS calls. Nothing is hidden in this game."""

    def __init__(self, pyspiel: Any, position: Position):
        self._pyspiel, self._position = pyspiel, position

    def clone(self) -> "OpenSpielState":
        """A copy."""
        return OpenSpielState(self._pyspiel, self._position.copy())

    def num_players(self) -> int:
        """Two cars."""
        return 2

    def max_utility(self) -> float:
        """The utility of a win."""
        return 1.0

    def min_utility(self) -> float:
        """The utility of a loss."""
        return -1.0

    def get_type(self) -> Any:
        """The type of game: that of pig, OpenSpiel's most similar game."""
        return self._pyspiel.load_game("pig").get_type()

    def current_player(self) -> int:
        """A seat, chance or nobody."""
        actor = self._position.actor
        players = {CHANCE: self._pyspiel.PlayerId.CHANCE, OVER: self._pyspiel.PlayerId.TERMINAL}
        return players.get(actor, actor)

    def is_terminal(self) -> bool:
        """The race is over."""
        return self._position.is_over

    def is_chance_node(self) -> bool:
        """A die is to be rolled."""
        return self._position.actor == CHANCE

    def legal_actions(self, *_: Any) -> list[int]:
        """Legal moves, or the outcomes of chance."""
        return self._position.possible()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their probabilities."""
        outcomes, weights = self._position.outcomes()
        return [(outcome, one / sum(weights)) for outcome, one in zip(outcomes, weights, strict=True)]

    def apply_action(self, action: int) -> None:
        """Play a move or an outcome."""
        self._position.play_unheard((int(action),))

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        place, _ = self._position.standings()
        if place[0] == place[1]:
            return [0.0, 0.0]
        return [1.0, -1.0] if place[0] < place[1] else [-1.0, 1.0]


if __name__ == "__main__":
    sys.exit(main())
