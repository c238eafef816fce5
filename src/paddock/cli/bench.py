"""`paddock bench`: measure the speed of each game's rules on this machine, interpreted and compiled, on one core."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

import click

from paddock.engine import HERE, Backend, Game, Record
from paddock.engine import simulate as run_races
from paddock.games import all_games

from .params import GAME, json_option
from .progress import Bar, compile_with_progress, progress
from .simulate import default_seats

MOST_RACES = 1_000_000
START = """
import sys, time
start = time.perf_counter()
from paddock.games import load_game
load_game(sys.argv[1]).native()
print(time.perf_counter() - start)
"""


@click.command(short_help="Measure moves per second.")
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 600),
    default=2.0,
    show_default=True,
    help="How long each backend of each game is measured.",
)
@json_option
def bench(games: tuple[Game, ...], seconds: float, as_json: bool) -> None:
    """Measure moves per second of each GAME (all of them by default), random moves on one core.

    The time to compile is that of a new process: cold with an empty cache, warm with the one just filled.
    """
    results = [measured(game, seconds) for game in games or all_games()]
    click.echo(json.dumps(results, indent=2) if as_json else report(results))


def measured(game: Game, seconds: float) -> dict[str, Any]:
    """All figures of one game, with an empty cache of compiled rules for this run only."""
    table = game.new_table(default_seats(game), {})
    before = os.environ.get("PADDOCK_CACHE")
    with tempfile.TemporaryDirectory() as cache, progress(game.name, 4) as bar:
        os.environ["PADDOCK_CACHE"] = cache
        try:
            return _figures(game, table, seconds, bar)
        finally:
            os.environ.pop("PADDOCK_CACHE")
            if before is not None:
                os.environ["PADDOCK_CACHE"] = before


def _figures(game: Game, table: Record, seconds: float, bar: Bar) -> dict[str, Any]:
    bar.at(0, "compiled for the first time")
    cold = _start_seconds(game)
    bar.at(1, "started again")
    warm = _start_seconds(game)
    bar.at(2, "interpreted")
    python = moves_per_second(game, table, "python", seconds)
    bar.at(3, "native")
    compile_with_progress(game)
    native = moves_per_second(game, table, "native", seconds)
    return {
        "game": game.id,
        "seats": default_seats(game),
        "python_moves_per_second": python,
        "native_moves_per_second": native,
        "ratio": native / python,
        "compile_cold_seconds": cold,
        "compile_warm_seconds": warm,
    }


def _start_seconds(game: Game) -> float:
    """Seconds until a new process has compiled rules."""
    done = subprocess.run([sys.executable, "-c", START, game.id], capture_output=True, text=True, check=True)
    return float(done.stdout)


def moves_per_second(game: Game, table: Record, backend: Backend, seconds: float) -> float:
    """Run more and more random races until a run lasts long enough; returns its rate."""
    races = 1
    while True:
        found = run_races(game, table, races, backend=backend, on=HERE)
        if found.seconds >= seconds or races >= MOST_RACES:
            return found.moves / found.seconds
        wanted = races * seconds / max(found.seconds, 1e-4)
        races = min(MOST_RACES, max(races + 1, int(min(wanted * 1.1, races * 50))))


def report(results: list[dict[str, Any]]) -> str:
    """A table for people."""
    wide = max(len("game"), *(len(result["game"]) for result in results))
    lines = [f"{'game':{wide}}  seats  {'python':>12}  {'native':>14}  {'ratio':>6}  cold start  warm start"]
    for result in results:
        lines.append(
            f"{result['game']:{wide}}  {result['seats']:>5}  {result['python_moves_per_second']:>10,.0f}/s"
            f"  {result['native_moves_per_second']:>12,.0f}/s  {result['ratio']:>6.0f}"
            f"  {result['compile_cold_seconds']:>8.1f} s  {result['compile_warm_seconds']:>8.2f} s"
        )
    return "\n".join([*lines, "Moves (with chance) a second, random play, one core. A start includes loading Numba."])
