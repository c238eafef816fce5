"""`paddock games`: list the games."""

import json
from typing import Any

import click

from paddock.engine import Game, Option, shown_value
from paddock.games import all_games

from .params import json_option


@click.command()
@click.option("--options", "with_options", is_flag=True, help="Show the options of each game, too.")
@json_option
def games(with_options: bool, as_json: bool) -> None:
    """List the games."""
    if as_json:
        click.echo(json.dumps([described(game) for game in all_games()], indent=2, ensure_ascii=False))
        return
    for number, game in enumerate(all_games()):
        click.echo(("\n" if number else "") + "\n".join(lines(game)))
        if with_options:
            click.echo("\n".join(option_lines(game)))
    if not with_options:
        click.echo("\nOptions of each game: paddock games --options. A race: paddock terminal GAME.")


FILE = "FILE"  # for an option that takes the path of a file


def described(game: Game) -> dict[str, Any]:
    """A game as JSON."""
    plain = ("id", "name", "designer", "publisher", "year", "sentence", "minutes", "weight", "seats")
    return {**{name: getattr(game, name) for name in plain}, "options": [described_option(o) for o in game.options]}


def described_option(option: Option) -> dict[str, Any]:
    """An option as JSON; it has listed values or a least and a most."""
    says = {shown_value(value): sentence for value, sentence in option.values.items()}
    values = {"values": list(option.values), "says": says}
    return {
        "name": option.name,
        "text": option.text,
        "default": option.default,
        **(values if option.values else {"least": option.least, "most": option.most}),
        "file": option.file,
        "clause": option.clause,
        "needs": dict(option.needs),
        "seats": option.seats,
    }


def lines(game: Game) -> list[str]:
    """A game in three lines."""
    (fewest, most), (short, long) = game.seats, game.minutes
    players = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    return [
        f"{game.id}: {game.name}, by {game.designer} ({game.publisher}, {game.year})",
        f"  {game.sentence}",
        f"  {players}, {short} to {long} minutes, weight {game.weight} of 5",
    ]


def option_lines(game: Game) -> list[str]:
    """Each option with its default, its meaning and its values."""
    found: list[str] = []
    for option in game.options:
        found += _described(f"--option {option.name}", option)
    return [*found, *series_lines(game)]


def series_lines(game: Game) -> list[str]:
    """How its races count together, and the options of a series."""
    if game.series is None:
        return []
    found = [f"  Series: {game.series.sentence} ({game.series.clause})"]
    for option in game.series.options:
        found += _described(f"--set {option.name}", option)
    return found


def _described(typed: str, option: Option) -> list[str]:
    """An option with its meaning and its conditions, and what each value changes."""
    wide = max((len(shown_value(value)) for value in option.values), default=0)
    values = [f"      {shown_value(value):{wide}}  {sentence}" for value, sentence in option.values.items()]
    values += [f"      {FILE:{wide}}  One of your own."] if option.file else []
    head = f"  {typed}={shown_value(option.default)}  {option.text} ({option.clause}){_conditions(option)}"
    return [head, *(values or [f"      {option.choices()}"])]


def _conditions(option: Option) -> str:
    needs = [f"{name}={' or '.join(shown_value(value) for value in values)}" for name, values in option.needs.items()]
    if option.seats:
        needs.append(f"{', '.join(str(number) for number in option.seats)} seats")
    return f"; needs {', '.join(needs)}" if needs else ""
