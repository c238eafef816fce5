"""Races by a live clock: which options need one, and what a server without one says."""

from paddock.engine import Game, Option, Options, Value

from .refusals import RefusedError


def offered_values(game: Game, option: Option) -> list[Value]:
    """The values of an option that this server can race with."""
    return [value for value in option.values if not game.live_option({option.name: value})]


def check_live(game: Game, options: Options) -> None:
    """Refuse a race that only a live clock could run."""
    name = game.live_option(options)
    if not name:
        return
    option = next(option for option in game.options if option.name == name)
    others = " or ".join(str(value) for value in offered_values(game, option))
    words = f"{name}={options[name]} needs a clock that runs while people race, and this server has none: take {others}"
    raise RefusedError(words, status=400)
