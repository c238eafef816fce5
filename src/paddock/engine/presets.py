"""Presets of a game: named sets of options that a new table offers first, as `presets.toml` in the game's folder says.

[[presets]]
name = "Quick"
say = "One lap, and the first car over the line ends it."  # at most 20 words
seats = 3                                                  # cars; left out: the usual number
options = { laps = 1, race_end = "first" }                 # left out: the rules of the box as they are
"""

from dataclasses import dataclass

import msgspec

from .component_file import ComponentFileError, read_component
from .game import Game
from .race.options import OptionError, Options, Value

FILE = "presets.toml"
MOST_PRESETS = 6
MOST_LETTERS = 24  # of a name
MOST_WORDS = 20  # of a sentence
USUAL_SEATS = 4


class PresetError(ValueError):
    """Presets that cannot be offered; names the file, the preset and what is wrong."""


class _PresetFile(msgspec.Struct, forbid_unknown_fields=True):
    """One preset as the file has it."""

    name: str
    say: str
    seats: int = 0
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict[str, Value])


class _PresetsFile(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    presets: list[_PresetFile]


@dataclass(frozen=True)
class Preset:
    """A named set of options."""

    name: str
    say: str  # what such a race is like, in a sentence
    seats: int  # cars
    options: Options  # what differs from the defaults


def usual_seats(game: Game) -> int:
    """The default number of seats."""
    return max(game.seats[0], min(USUAL_SEATS, game.seats[1]))


def read_presets(game: Game) -> tuple[Preset, ...]:
    """The presets of a game, checked; none if its folder has no file of them."""
    path = game.folder / FILE
    if not path.is_file():
        return ()
    try:
        file = msgspec.convert(read_component(path.read_text(encoding="utf-8")), _PresetsFile)
    except (ComponentFileError, msgspec.ValidationError) as error:
        raise PresetError(f"{game.id}: {FILE}: {error}") from None
    presets = tuple(Preset(one.name, one.say, one.seats or usual_seats(game), one.options) for one in file.presets)
    wrong = [f"{one.name!r} {problem}" for one in presets for problem in _problems(game, one)]
    if len({one.name for one in presets}) < len(presets):
        wrong.append("two presets have the same name")
    if not 0 < len(presets) <= MOST_PRESETS:
        wrong.append(f"there are 1 to {MOST_PRESETS} presets, not {len(presets)}")
    if wrong:
        raise PresetError(f"{game.id}: {FILE}: {'; '.join(wrong)}")
    return presets


def _problems(game: Game, preset: Preset) -> list[str]:
    """What is wrong with a preset."""
    problems: list[str] = []
    if not 0 < len(preset.name) <= MOST_LETTERS:
        problems.append(f"needs a name of at most {MOST_LETTERS} letters")
    words = len(preset.say.split())
    if not 3 <= words <= MOST_WORDS or not preset.say.endswith("."):
        problems.append(f"needs a sentence of 3 to {MOST_WORDS} words that ends with a full stop, not {preset.say!r}")
    try:
        game.new_table(preset.seats, preset.options)
    except (OptionError, ValueError) as error:
        problems.append(f"is no legal set of options: {error}")
    return problems
