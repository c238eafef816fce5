"""`paddock ladder`: which level of bot is stronger, and how sure that is."""

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import click

from paddock.bots import BOTS, LEVELS, UnknownBotError, make_bot
from paddock.bots.ladder import mirrored, ratings
from paddock.engine import Game, Options
from paddock.engine.intervals import Z99, wilson
from paddock.engine.options import Value, shown
from paddock.games import load_game

from .params import (
    FILE,
    MOST_SEED,
    Whole,
    chosen_options,
    complete_bots,
    game_argument,
    new_table,
    options_option,
)
from .progress import compile_with_progress, progress

Pair = tuple[str, str]  # the stronger level first, as the levels are listed


@click.command(short_help="Let the levels of bots race each other.")
@game_argument
@click.option(
    "--levels",
    default=",".join(LEVELS),
    show_default=True,
    metavar="A,B,...",
    shell_complete=complete_bots,
    help=f"From the weakest to the strongest, of {', '.join(BOTS)}.",
)
@click.option("--races", type=Whole(2, 1_000_000), default=200, show_default=True, help="Of each pair; an even number.")
@click.option("--seats", type=Whole(2, 1000), help="Cars of a race, half of each level.  [default: the fewest]")
@click.option("--seed", type=Whole(0, MOST_SEED), default=1, show_default=True, help="Same seed, same races.")
@options_option
@click.option("--jobs", type=Whole(1, 1024), help="Processes.  [default: one for each processor]")
@click.option("--json", "file", type=FILE, metavar="FILE", help="Store everything there, too.")
def ladder(
    game: Game,
    levels: str,
    races: int,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    jobs: int | None,
    file: Path | None,
) -> None:
    """Every level races every other one, each race twice: with the same dice and the seats exchanged.

    Searches use all walks of their level however long they take, so the same seed gives the same result anywhere.
    """
    names, number = chosen_levels(levels), seats or max(2, game.seats[0])
    if races % 2:
        raise click.ClickException(f"--races takes an even number, not {races}: each race is held twice, mirrored")
    chosen = chosen_options(game, options)
    new_table(game, number, chosen)
    _check_writable(file)
    compile_with_progress(game)
    begun = time.perf_counter()
    won = round_robin(game, number, chosen, names, races, seed, jobs or os.cpu_count() or 1)
    result = {
        "game": game.id,
        "seats": number,
        "options": game.complete_options(number, chosen),
        "seed": seed,
        "races": races,
        "seconds": round(time.perf_counter() - begun, 1),
        **figures(names, won, races),
    }
    if file:
        file.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    click.echo(report(game, result))


def chosen_levels(text: str) -> list[str]:
    """Two or more different bots."""
    try:
        names = [make_bot(name.strip()).name for name in text.split(",")]
    except UnknownBotError as error:
        raise click.ClickException(str(error)) from None
    if len(names) < 2 or len(set(names)) < len(names):
        raise click.ClickException("a ladder needs two or more different levels")
    return names


def _check_writable(file: Path | None) -> None:
    """Before an hour of racing, not after it."""
    if file is None:
        return
    try:
        file.touch()
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from None


# Racing


def round_robin(
    game: Game, seats: int, options: Options, levels: Sequence[str], races: int, seed: int, jobs: int
) -> dict[Pair, float]:
    """Races won by the first level of each pair, the stronger one, held in so many processes."""
    pairs = [(strong, weak) for weak, strong in combinations(levels, 2)]
    won = dict.fromkeys(pairs, 0.0)
    place = game.id, seats, tuple(options.items())
    with _processes(jobs) as pool, progress(f"Racing {game.name}", len(pairs) * races // 2) as bar:
        waiting = {pool.submit(held, place, pair, seed, number): pair for number in range(races // 2) for pair in pairs}
        total = len(waiting)
        while waiting:
            for future in wait(waiting, timeout=1.0, return_when="FIRST_COMPLETED").done:
                won[waiting.pop(future)] += future.result()
            bar.at(total - len(waiting), f"{2 * (total - len(waiting)):,} of {2 * total:,} races")
    return won


Place = tuple[str, int, tuple[tuple[str, Value], ...]]  # game, seats and options


def held(place: Place, pair: Pair, seed: int, number: int) -> float:
    """Two mirrored races, in a process of their own: how many the first level won."""
    game, table = _table(place)
    return mirrored(game, table, *pair, seed, number)


@cache
def _table(place: Place) -> tuple[Game, Any]:
    game_id, seats, options = place
    game = load_game(game_id)
    return game, game.new_table(seats, dict(options))


@contextmanager
def _processes(jobs: int) -> Generator[Executor]:
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)  # somebody who interrupts does not wait for all races


def _begin() -> None:
    """Ctrl-C is for the one who waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# Results


def figures(levels: Sequence[str], won: dict[Pair, float], races: int) -> dict[str, Any]:
    """Ratings and shares with their 99 % intervals; does each level beat the one below?"""
    rated = [
        {"level": one.level, "rating": round(one.points, 1), "within": round(one.within, 1)}
        for one in ratings(levels, won, races)
    ]
    pairs = [_pair_figures(pair, share, races) for pair, share in won.items()]
    steps = {(one["level"], one["against"]): one["low"] > 0.5 for one in pairs}
    climbs = all(steps[strong, weak] for weak, strong in pairwise(levels))
    return {"ratings": rated, "pairs": pairs, "each_beats_the_one_below": climbs}


def _pair_figures(pair: Pair, won: float, races: int) -> dict[str, Any]:
    low, high = wilson(won, races, Z99)
    level, against = pair
    return {
        "level": level,
        "against": against,
        "won": won,
        "share": round(won / races, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def report(game: Game, result: dict[str, Any]) -> str:
    """The result for people."""
    return "\n".join([*_heading(game, result), "", *_ratings(result), "", *_shares(result), "", _verdict(result)])


def _heading(game: Game, result: dict[str, Any]) -> list[str]:
    changed = [
        f", {option.name}={shown(result['options'][option.name]).splitlines()[0][:40]}"
        for option in game.options
        if result["options"][option.name] != option.default
    ]
    return [
        f"{game.name}, {result['seats']} seats{''.join(changed)}: {result['races']:,} races of each pair, mirrored,"
        f" seed {result['seed']}, in {result['seconds']:,.0f} s"
    ]


def _ratings(result: dict[str, Any]) -> list[str]:
    wide = max(len(one["level"]) for one in result["ratings"])
    best_first = sorted(result["ratings"], key=lambda one: -one["rating"])
    lines = [f"{one['level']:{wide}}  {one['rating']:6.0f}  ± {one['within']:.0f}" for one in best_first]
    return [f"{'level':{wide}}  rating  99 % interval", *lines]


def _shares(result: dict[str, Any]) -> list[str]:
    names = [f"{one['level']} against {one['against']}" for one in result["pairs"]]
    wide = max(len(name) for name in names)
    return [f"{'pair':{wide}}  {'share':>7}  99 % interval"] + [
        f"{name:{wide}}  {100 * one['share']:>5.1f} %  {100 * one['low']:.1f} to {100 * one['high']:.1f} %"
        for name, one in zip(names, result["pairs"], strict=True)
    ]


def _verdict(result: dict[str, Any]) -> str:
    if result["each_beats_the_one_below"]:
        return "Each level beats the one below it: 50 % is outside every such interval."
    return "Not every level is shown to beat the one below it: run more races, or the game leaves too little to skill."
