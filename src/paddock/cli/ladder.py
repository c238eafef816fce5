"""`paddock ladder`: let the levels of bots race each other; ratings with confidence intervals."""

import json
import time
from collections.abc import Sequence
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import click

from paddock.bots import BOTS, LEVELS, Pair, Score, UnknownBotError, make_bot, mirrored, ratings
from paddock.engine import Z99, Game, Record, Workers, shown_value, wilson

from .params import (
    FILE,
    MOST_SEED,
    Whole,
    chosen_options,
    complete_bots,
    game_argument,
    new_table,
    on_option,
    options_option,
    workers,
)
from .progress import compile_with_progress, progress

MOST_RACES = 1_000_000  # of a pair


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
@click.option(
    "--races",
    default="200",
    show_default=True,
    metavar="N or N,N,...",
    help="Of each pair; or of each step from a level to the next one, and of no other pair. Even numbers.",
)
@click.option("--seats", type=Whole(2, 1000), help="Cars of a race, half of each level.  [default: the fewest]")
@click.option("--seed", type=Whole(0, MOST_SEED), default=1, show_default=True, help="Same seed, same races.")
@options_option
@on_option
@click.option("--jobs", type=Whole(1, 1024), help="Processes with --on cores.  [default: one for each processor]")
@click.option("--json", "file", type=FILE, metavar="FILE", help="Store everything there, too.")
def ladder(
    game: Game,
    levels: str,
    races: str,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    place: str,
    jobs: int | None,
    file: Path | None,
) -> None:
    """Every level races every other one, each race twice: with the same dice and the seats exchanged.

    Searches use all walks of their level however long they take, so the same seed gives the same result anywhere. The
    intervals are true for a number of races that was chosen before the first of them, not for the best of several runs.
    """
    names, number = chosen_levels(levels), seats or max(2, game.seats[0])
    wanted = chosen_races(names, races)
    chosen = chosen_options(game, options)
    table = new_table(game, number, chosen)
    _check_writable(file)
    compile_with_progress(game)
    begun = time.perf_counter()
    with workers(place, jobs) as on:
        scores = round_robin(game, table, wanted, seed, on)
    result = {
        "game": game.id,
        "seats": number,
        "options": game.complete_options(number, chosen),
        "seed": seed,
        "races": races,
        "seconds": round(time.perf_counter() - begun, 1),
        "levels": {name: driving(game, name) for name in names},
        **figures(names, scores),
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


def chosen_races(levels: Sequence[str], text: str) -> dict[Pair, int]:
    """By pair, the stronger level first: its number of races, the same for all pairs or given for each step."""
    numbers = [_even(word) for word in text.split(",")]
    steps = [(strong, weak) for weak, strong in pairwise(levels)]
    if len(numbers) == 1:
        return {(strong, weak): numbers[0] for weak, strong in combinations(levels, 2)}
    if len(numbers) != len(steps):
        raise click.ClickException(f"--races takes one number or {len(steps)}, one for each step, not {len(numbers)}")
    return dict(zip(steps, numbers, strict=True))


def _even(word: str) -> int:
    text = word.strip()
    if text.isascii() and text.isdigit() and len(text) < 9 and 2 <= int(text) <= MOST_RACES and int(text) % 2 == 0:
        return int(text)
    raise click.ClickException(
        f"--races takes an even number from 2 to {MOST_RACES:,}, as each race is held twice, not {text[:40]!r}"
    )


def driving(game: Game, name: str) -> dict[str, int]:
    """The parameters of a level's strength."""
    level = BOTS[name]
    return {"slips": level.slips, "walks": level.walks, "depth": level.reach(game.horizon)}


def _check_writable(file: Path | None) -> None:
    """Refuse a file that cannot be written, before an hour of racing."""
    if file is None:
        return
    try:
        file.touch()
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from None


# Racing


def round_robin(game: Game, table: Record, races: dict[Pair, int], seed: int, on: Workers) -> dict[Pair, Score]:
    """The wins of each pair's first level."""
    won = dict.fromkeys(races, 0.0)
    twice = sorted((number, pair) for pair, many in races.items() for number in range(many // 2))
    found = on.map(partial(_held, game, table, seed), twice)
    with progress(f"Racing {game.name}", len(twice)) as bar:
        for done, ((_, pair), wins) in enumerate(zip(twice, found, strict=True), 1):
            won[pair] += wins
            bar.at(done, f"{2 * done:,} of {2 * len(twice):,} races")
    return {pair: Score(won[pair], many) for pair, many in races.items()}


def _held(game: Game, table: Record, seed: int, number: int, pair: Pair) -> float:
    """Run two mirrored races; returns how many the first level won."""
    return mirrored(game, table, *pair, seed, number)


# Results


def figures(levels: Sequence[str], scores: dict[Pair, Score]) -> dict[str, Any]:
    """Ratings and shares with 99 % intervals, and whether each level beats the one below."""
    rated = [
        {"level": one.level, "rating": round(one.points, 1), "within": round(one.within, 1)}
        for one in ratings(levels, scores)
    ]
    pairs = [_pair_figures(pair, score) for pair, score in scores.items()]
    steps = {(one["level"], one["against"]): one["low"] > 0.5 for one in pairs}
    climbs = all(steps[strong, weak] for weak, strong in pairwise(levels))
    return {"ratings": rated, "pairs": pairs, "each_beats_the_one_below": climbs}


def _pair_figures(pair: Pair, score: Score) -> dict[str, Any]:
    low, high = wilson(score.won, score.races, Z99)
    level, against = pair
    return {
        "level": level,
        "against": against,
        "won": score.won,
        "races": score.races,
        "share": round(score.won / score.races, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def report(game: Game, result: dict[str, Any]) -> str:
    """The result for people."""
    return "\n".join([*_heading(game, result), "", *_ratings(result), "", *_shares(result), "", _verdict(result)])


def _heading(game: Game, result: dict[str, Any]) -> list[str]:
    changed = [
        f", {option.name}={shown_value(result['options'][option.name]).splitlines()[0][:40]}"
        for option in game.options
        if result["options"][option.name] != option.default
    ]
    return [
        f"{game.name}, {result['seats']} seats{''.join(changed)}: mirrored races, seed {result['seed']},"
        f" in {result['seconds']:,.0f} s"
    ]


def _ratings(result: dict[str, Any]) -> list[str]:
    wide = max(len(one["level"]) for one in result["ratings"])
    best_first = sorted(result["ratings"], key=lambda one: -one["rating"])
    lines = [f"{one['level']:{wide}}  {one['rating']:6.0f}  ± {one['within']:.0f}" for one in best_first]
    return [f"{'level':{wide}}  rating  99 % interval", *lines]


def _shares(result: dict[str, Any]) -> list[str]:
    names = [f"{one['level']} against {one['against']}" for one in result["pairs"]]
    wide = max(len(name) for name in names)
    return [f"{'pair':{wide}}  {'races':>7}  {'share':>7}  99 % interval"] + [
        f"{name:{wide}}  {one['races']:>7,}  {100 * one['share']:>5.1f} %"
        f"  {100 * one['low']:.1f} to {100 * one['high']:.1f} %"
        for name, one in zip(names, result["pairs"], strict=True)
    ]


def _verdict(result: dict[str, Any]) -> str:
    if result["each_beats_the_one_below"]:
        return "Each level beats the one below it: 50 % is outside every such interval."
    return "Not every level is shown to beat the one below it: run more races, or the game leaves too little to skill."
