"""What a game's estimate costs the search: walks a second, with no playout and with a Pro's, against another tree.

    python -m bench.estimate FOLDER GAME [GAME ...]

FOLDER is the tree to compare with, e.g. a worktree of main. Both are measured in turn, several times, each in a process
with its own rules; the best measure of each counts.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from paddock.bots import Search, Seen
from paddock.engine import Game, Match, SeededDice
from paddock.games import load_game

SECONDS = 0.5  # of processor time for each measure
ROUNDS = 3  # measures of each tree
OPENING = 20  # plies before the position that is searched
WALKS = 400
DEPTHS = (0, 40)  # plies beyond the tree
MEASURE = "--measure"


def walks_a_second(game: Game, seats: int, depth: int) -> float:
    """Of searches some plies into a race."""
    match = Match(game, seats, {}, SeededDice(1))
    match.settle()
    for _ in range(OPENING):
        match.play(match.choices()[0].move)
    walks, seconds = 0, 0.0
    while seconds < SECONDS:
        search = Search(Seen.of(match, match.actor), walks, depth=depth)
        begun = time.process_time()
        search.walk(WALKS)
        seconds += time.process_time() - begun
        walks += WALKS
    return walks / seconds


def measured(games: list[str]) -> dict[str, float]:
    """Walks a second with the fewest and the most seats."""
    return {
        f"{game.id}, {seats} seats, {depth} plies": walks_a_second(game, seats, depth)
        for game in map(load_game, games)
        for seats in (max(2, game.seats[0]), game.seats[1])
        for depth in DEPTHS
    }


def ask(tree: Path, games: list[str]) -> dict[str, float]:
    """The same by a process with that tree's rules."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, __file__, MEASURE, *games]
    return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Print walks a second here and as a ratio to the other tree."""
    first, *games = sys.argv[1:]
    if first == MEASURE:
        print(json.dumps(measured(games)))
        return
    trees = (Path(first).absolute(), Path(__file__).absolute().parents[1])
    runs = [[ask(tree, games) for tree in trees] for _ in range(ROUNDS)]
    for name in runs[0][0]:
        before, now = (max(run[tree][name] for run in runs) for tree in (0, 1))
        print(f"{name:36} {now:9.0f} walks a second, {now / before:.2f} times as many as before")


if __name__ == "__main__":
    main()
