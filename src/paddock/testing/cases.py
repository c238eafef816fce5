"""The tables on which a game is tested: every number of seats, every value of every option, and all options at once."""

from dataclasses import dataclass

from paddock.engine import Game, Option, OptionError, Options, Value, shown_value


@dataclass(frozen=True)
class Case:
    """Seats and options of one table, and a name for reports."""

    name: str
    seats: int
    options: Options


def cases(game: Game) -> list[Case]:
    """Every number of seats, every value of every option, and all options switched on together."""
    fewest, most = game.seats
    found = [Case(f"{seats} seats", seats, {}) for seats in range(fewest, most + 1)]
    for number, option in enumerate(game.options):
        seats = fewest + 1 + number % (most - fewest) if most > fewest else fewest
        found += [_case(game, option, value, seats) for value in option.samples() if value != option.default]
    return [*found, *_everything(game)]


def _case(game: Game, option: Option, value: Value, seats: int) -> Case:
    """One option with one value, the options it needs, and the nearest number of seats that all of them allow."""
    options = {**_needed(game, option), option.name: value}
    fewest, most = game.seats
    possible = [number for number in range(fewest, most + 1) if _is_possible(game, number, options)]
    seats = min(possible, key=lambda number: abs(number - seats), default=seats)
    return Case(f"{option.name}={shown_value(value)}", seats, options)


def _needed(game: Game, option: Option) -> dict[str, Value]:
    """The options that an option needs, recursively."""
    known = {other.name: other for other in game.options}
    needed: dict[str, Value] = {}
    for name, values in option.needs.items():
        needed |= {**_needed(game, known[name]), name: values[0]}
    return needed


def _everything(game: Game) -> list[Case]:
    """As many options as possible away from their defaults: once with their last values, once with their second."""
    found: list[Case] = []
    for name, pick in (("everything, last values", -1), ("everything, second values", 1)):
        seats = game.seats[1]
        options: dict[str, Value] = {}
        for option in game.options:
            samples = option.samples()
            tried = {**options, option.name: samples[pick if len(samples) > 1 else 0]}
            if _is_possible(game, seats, tried):
                options = tried
        found.append(Case(name, seats, options))
    return found


def _is_possible(game: Game, seats: int, options: Options) -> bool:
    try:
        game.new_table(seats, options)
    except OptionError:
        return False
    return True
