"""`paddock envs`: what agents observe of a game, and what the games are like in figures."""

import json
from collections.abc import Iterable
from dataclasses import asdict

import click

from paddock.engine import Game, GameError
from paddock.envs import Card, FieldLine, card_rows, data_card, field_lines
from paddock.games import all_games

from .params import GAME, MOST_SEED, Whole, chosen_options, json_option, new_table, options_option
from .progress import progress

MOST_RACES = 100_000


@click.command(short_help="Show what agents observe, and a data card of the games.")
@click.argument("game", type=GAME, required=False)
@click.option("--card", "as_card", is_flag=True, help="The data card, of one game or of all.")
@click.option("--seats", type=Whole(1, 1000), help="For the card: how many cars race.  [default: 4 or the nearest]")
@click.option("--races", type=Whole(1, MOST_RACES), default=20, show_default=True, help="For the card.")
@click.option("--seed", type=Whole(0, MOST_SEED), default=1, show_default=True, help="Same seed, same card.")
@options_option
@json_option
def envs(
    game: Game | None,
    as_card: bool,
    seats: int | None,
    races: int,
    seed: int,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show what agents observe of GAME: the integers of an observation in order, with their ranges.

    Environments for PettingZoo, Gymnasium and OpenSpiel are made in Python: see docs/research.md.
    """
    if as_card:
        if options and game is None:
            raise click.ClickException("options are those of one game: name it")
        cards = played([game] if game else all_games(), seats, races, seed, options)
        click.echo(json.dumps([asdict(card) for card in cards], indent=2) if as_json else aligned(card_rows(cards)))
        return
    if game is None:
        raise click.ClickException("name a game, or take --card for all of them")
    lines = observed(game)
    click.echo(json.dumps([asdict(line) for line in lines], indent=2) if as_json else told(game, lines))


def played(games: list[Game], seats: int | None, races: int, seed: int, options: tuple[str, ...]) -> list[Card]:
    """The card of each game."""
    found: list[Card] = []
    with progress("Racing", len(games)) as bar:
        for number, game in enumerate(games):
            bar.at(number, game.name)
            fewest, most = game.seats
            cars = min(max(4, fewest), most) if seats is None else seats
            chosen = chosen_options(game, options)
            new_table(game, cars, chosen)
            observed(game)
            found.append(data_card(game, cars, chosen, races, seed))
    return found


def observed(game: Game) -> list[FieldLine]:
    """The fields of a game's vector, or one sentence if it declares none."""
    try:
        return field_lines(game)
    except GameError as error:
        raise click.ClickException(str(error)) from None


def told(game: Game, lines: list[FieldLine]) -> str:
    """The vector for people."""
    size = sum(line.size for line in lines)
    heading = f"{game.name}: {size} integers; seats are counted from the observing one, which is 0. {game.moves} moves."
    rows = [("index", "field", "from", "to", "seats", "")]
    rows += [(_index(line), line.shape, str(line.least), str(line.most), line.relative, line.about) for line in lines]
    left_out = [f"  {name}: {why}" for name, why in game.observed.declared.left_out.items()]
    return "\n".join([heading, "", aligned(rows), *(["", "Left out:", *left_out] if left_out else [])])


def _index(line: FieldLine) -> str:
    return str(line.first) if line.size == 1 else f"{line.first}-{line.first + line.size - 1}"


def aligned(rows: Iterable[tuple[str, ...]]) -> str:
    """Rows with columns of equal width: the first one and text to the left."""
    listed = list(rows)
    wide = [max(len(row[column]) for row in listed) for column in range(len(listed[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)) for row in listed]
    return "\n".join(line.rstrip() for line in lines)
