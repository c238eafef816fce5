"""`paddock simulate`: run many races between bots and print statistics."""

import json
from collections.abc import Callable
from typing import Any, Literal

import click

from paddock.engine import BACKENDS, Backend, Game, NoGpuError, Record, Simulation, capitalised, shown_value, wilson
from paddock.engine import simulate as run_races

from .errors import wrong_input
from .params import (
    MOST_SEED,
    Whole,
    bots_by_seat,
    chosen_options,
    complete_policies,
    game_argument,
    json_option,
    new_table,
    on_option,
    options_option,
    workers,
)
from .progress import Bar, compile_with_progress, progress

MOST_RACES = 10_000_000  # every race is a row in memory
DEFAULT_SEATS = 4


@click.command()
@game_argument
@click.option("--seats", type=Whole(1, 1000), help="How many cars race.  [default: 4 or the nearest possible]")
@click.option("--races", type=Whole(1, MOST_RACES), default=1000, show_default=True, help="How many races.")
@click.option("--seed", type=Whole(0, MOST_SEED), default=1, show_default=True, help="Same seed, same races.")
@options_option
@click.option(
    "--bots",
    default="random",
    show_default=True,
    shell_complete=complete_policies,
    help="random: any legal move; quick: the game's suggestion; or one for each seat, separated by commas.",
)
@click.option(
    "--backend",
    type=click.Choice([*BACKENDS, "gpu"]),
    default="native",
    show_default=True,
    help="How rules are run; gpu needs a CUDA device and paddock[gpu].",
)
@on_option
@click.option("--threads", type=Whole(1, 1024), help="With --on cores.  [default: all processors]")
@json_option
def simulate(
    game: Game,
    seats: int | None,
    races: int,
    seed: int,
    options: tuple[str, ...],
    bots: str,
    backend: Backend | Literal["gpu"],
    place: str,
    threads: int | None,
    as_json: bool,
) -> None:
    """Simulate many races and show who wins from which seat."""
    number = default_seats(game) if seats is None else seats
    chosen = chosen_options(game, options)
    table = new_table(game, number, chosen)
    players = bots_by_seat(bots, number)
    if backend == "native":
        compile_with_progress(game)
    if backend == "gpu" and place != "cores":
        raise click.ClickException(f"--backend gpu takes the GPU of this machine: leave --on {place[:60]} out")
    with wrong_input(NoGpuError), workers(place, threads) as on, progress(f"Racing {game.name}", races) as bar:
        count = counted(bar, races)
        found = run_races(game, table, races, seed=seed, bots=players, backend=backend, on=on, done=count)
    setting = {
        "game": game.id,
        "seats": number,
        "options": game.complete_options(number, chosen),
        "seed": seed,
        "bots": players,
        "backend": backend,
        "bound": game.longest(table),
    }
    result = {**setting, **figures(found)}
    click.echo(json.dumps(result, indent=2, ensure_ascii=False) if as_json else report(game, table, result))


def counted(bar: Bar, races: int) -> Callable[[int], None]:
    """A callback that advances the bar by the races done since the last call."""
    done = 0

    def count(some: int) -> None:
        nonlocal done
        done += some
        bar.at(done, f"{done:,} of {races:,}")

    return count


def default_seats(game: Game) -> int:
    """Four, or the nearest number the game is for."""
    fewest, most = game.seats
    return min(max(DEFAULT_SEATS, fewest), most)


def figures(found: Simulation) -> dict[str, Any]:
    """The statistics of a simulation."""
    finished = found.plies[found.plies >= 0]
    return {
        "races": len(found.plies),
        "moves": found.moves,
        "decisions": int(found.decisions.sum()),
        "seconds": found.seconds,
        "moves_per_second": found.moves / found.seconds if found.seconds else 0.0,
        "wins_by_seat": found.wins_by_seat,
        "mean_moves": float(finished.mean()) if len(finished) else 0.0,
        "longest_moves": int(finished.max()) if len(finished) else 0,
        "unfinished": found.unfinished,
    }


def report(game: Game, table: Record, result: dict[str, Any]) -> str:
    """The result for people."""
    return "\n".join([*_heading(game, result), "", *_wins(game, table, result)])


def _heading(game: Game, result: dict[str, Any]) -> list[str]:
    changed = [
        f"{option.name}={shown_value(result['options'][option.name]).splitlines()[0][:40]}"
        for option in game.options
        if result["options"][option.name] != option.default
    ]
    bots = result["bots"] if len(set(result["bots"])) > 1 else [f"all {result['bots'][0]}"]
    unfinished = f"{result['unfinished']:,} not over" if result["unfinished"] else "all over"
    return [
        f"{game.name}, {result['seats']} seats ({', '.join(bots)}){', ' if changed else ''}{', '.join(changed)}",
        f"{result['races']:,} races of seed {result['seed']} in {result['seconds']:.2f} s, {result['backend']}:"
        f" {result['moves']:,} moves, {result['moves_per_second']:,.0f} a second",
        f"{result['mean_moves']:.1f} moves a race, at most {result['longest_moves']:,};"
        f" {unfinished} within the bound of {result['bound']:,}",
    ]


def _wins(game: Game, table: Record, result: dict[str, Any]) -> list[str]:
    names = [f"{seat} {capitalised(game.words.seat_name(table, seat))}" for seat in range(result["seats"])]
    wide = max(len("seat"), *(len(name) for name in names))
    lines = [f"{'seat':{wide}}  {'wins':>10}  {'share':>7}  95 % interval"]
    for name, wins in zip(names, result["wins_by_seat"], strict=True):
        low, high = wilson(wins, result["races"])
        share = 100 * wins / result["races"]
        lines.append(f"{name:{wide}}  {wins:>10,}  {share:>5.1f} %  {100 * low:.1f} to {100 * high:.1f} %")
    return lines
