"""Parameters that several commands share, with their completion."""

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from paddock.bots import BOTS
from paddock.engine import (
    HERE,
    POLICIES,
    Cores,
    Game,
    OnRay,
    OptionError,
    Record,
    Value,
    Workers,
    WorkersError,
    read_options,
    shown_value,
)
from paddock.games import BrokenGameError, game_ids, load_game

from .errors import wrong_input

MOST_SEED = 2**63 - 1


class GameType(click.ParamType[Game]):
    """A game's id, or a part of it that no other id has."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game of that name."""
        if isinstance(value, Game):
            return value
        text = str(value).lower()
        found = [text] if text in game_ids() else [game_id for game_id in game_ids() if text and text in game_id]
        if len(found) == 1:
            with wrong_input(BrokenGameError):
                return load_game(found[0])
        what = (
            f"{str(value)[:40]!r} could be {' or '.join(found)}" if found else f"there is no game {str(value)[:40]!r}"
        )
        raise click.ClickException(what if found else f"{what}; there are {', '.join(game_ids())}")

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Ids that begin with the typed text."""
        return [CompletionItem(game_id) for game_id in game_ids() if game_id.startswith(incomplete)]


class Whole(click.ParamType[int]):
    """A whole number within bounds."""

    name = "number"

    def __init__(self, least: int, most: int):
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a sentence with the bounds."""
        text = str(value).strip()
        if re.fullmatch(r"[+-]?\d{1,20}", text, re.ASCII) and self._least <= int(text) <= self._most:
            return int(text)
        what = param.opts[0] if param else "this"
        raise click.ClickException(
            f"{what} takes a whole number from {self._least:,} to {self._most:,}, not {text[:40]!r}"
        )


class WorkPlace(click.ParamType[str]):
    """Where races run: a word, and for a cluster its address."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text, if it is one of the three."""
        word, colon, address = str(value).partition(":")
        if (word == "ray" and bool(colon) == bool(address)) or value in ("local", "cores"):
            return str(value)
        raise click.ClickException(f"--on takes local, cores, ray or ray:ADDRESS, not {str(value)[:40]!r}")

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words."""
        return [CompletionItem(word) for word in ("local", "cores", "ray") if word.startswith(incomplete)]


def complete_option(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The game's options with their values."""
    game = ctx.params.get("game")
    if game is None and ctx.args:  # click stops parsing arguments at an option without its value
        with suppress(click.ClickException):
            game = GAME.convert(ctx.args[0], None, ctx)
    if not isinstance(game, Game):
        return []
    pairs = [(option, f"{option.name}={shown_value(value)}") for option in game.options for value in option.samples()]
    return [CompletionItem(pair, help=option.text) for option, pair in pairs if pair.startswith(incomplete)]


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of bots, separated by commas."""
    return _completed(BOTS, incomplete)


def complete_policies(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of bots that simulations can use."""
    return _completed(POLICIES, incomplete)


def _completed(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    done, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{done}{comma}{name}") for name in names if name.startswith(last)]


GAME = GameType()
FILE = click.Path(path_type=Path)

game_argument = click.argument("game", type=GAME)
options_option = click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_option,
    help="An option of the game, e.g. laps=2 or board=FILE; `paddock games --options` lists them. May be repeated.",
)
on_option = click.option(
    "--on",
    "place",
    type=WorkPlace(),
    default="cores",
    show_default=True,
    metavar="local|cores|ray[:ADDRESS]",
    help="Where races run: in this process, on all its processors, on a Ray cluster. The result is the same.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def chosen_options(game: Game, texts: tuple[str, ...]) -> dict[str, Value]:
    """Options as typed, or one sentence about what is wrong."""
    try:
        options = read_options(game.options, list(texts))
    except OptionError as error:
        raise click.ClickException(str(error)) from None
    name = game.live_option(options)
    if name:
        others = [str(value) for value in _values(game, name) if not game.live_option({name: value})]
        needs = (
            f"{name}={options[name]} needs a clock that runs while people race: play it in the browser (paddock serve)"
        )
        raise click.ClickException(f"{needs}, or take {' or '.join(others)}")
    return options


def _values(game: Game, name: str) -> tuple[Value, ...]:
    return tuple(next(option.values for option in game.options if option.name == name))


@contextmanager
def workers(place: str, number: int | None = None) -> Generator[Workers]:
    """Those who do the work at a place; what they cannot do is one sentence."""
    if number and place != "cores":
        raise click.ClickException(f"a number of threads or processes is for --on cores, not for --on {place[:60]}")
    with wrong_input(WorkersError), _at(place, number) as found:
        yield found


def _at(place: str, number: int | None) -> Workers:
    if place == "local":
        return HERE
    return Cores(number) if place == "cores" else OnRay(place.partition(":")[2])


def new_table(game: Game, seats: int, options: dict[str, Value]) -> Record:
    """The table of a race, or one sentence about what is wrong."""
    try:
        return game.new_table(seats, options)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def bots_by_seat(text: str, seats: int) -> list[str]:
    """One bot for all, or one for each seat, separated by commas; only bots that simulations can use."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in POLICIES:
            known = ", ".join(sorted(POLICIES))
            raise click.ClickException(f"there is no bot {name[:40]!r}; there are {known}")
    if len(names) not in (1, seats):
        raise click.ClickException(f"{len(names)} bots for {seats} seats: name one for all or one for each seat")
    return names if len(names) == seats else names * seats
