"""Options of a game: what people may agree on before a race."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

Value = str | int | bool
Options = Mapping[str, Value]
LARGEST_FILE = 48_000  # characters of a component file; those in the box have a third of it
MOST_BYTES = 4 * LARGEST_FILE + 3  # of such a file in UTF-8, with a byte order mark


class OptionError(ValueError):
    """An option that does not exist, or a value or combination that it cannot have."""


@dataclass(frozen=True)
class Option:
    """One option with its values, its default and a sentence that explains it."""

    name: str
    text: str
    default: Value
    values: Mapping[Value, str] = field(default_factory=dict[Value, str])  # each with what it changes, in a sentence
    least: int = 0  # for a number instead of listed values
    most: int = 0
    clause: str = ""
    file: bool = False  # also takes the text of a component file, e.g. a player's own board
    needs: Mapping[str, tuple[Value, ...]] = field(default_factory=dict[str, tuple[Value, ...]])
    seats: tuple[int, ...] = ()  # numbers of seats it can be switched on with; empty: all
    alone: Value | None = None  # the default for one seat, where it differs
    title: str = ""  # as the box writes it, where the name in plain words does not read so, e.g. "NPDs"
    titles: Mapping[Value, str] = field(default_factory=dict[Value, str])  # of values, likewise

    def default_for(self, seats: int) -> Value:
        """The default for that number of seats."""
        return self.default if self.alone is None or seats > 1 else self.alone

    def titled(self) -> str:
        """What people call it, in plain words and as the box writes it."""
        words = self.title or in_words(self.name)
        return words[:1].upper() + words[1:]

    def value_titled(self, value: Value) -> str:
        """What people call a value, likewise."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.titles.get(value) or in_words(str(value))

    def read(self, text: str) -> Value:
        """The value of a typed text, or an error that names the possible values."""
        for value in self.values:
            if text == shown_value(value):
                return value
        if not self.values and re.fullmatch(r"-?\d{1,9}", text, re.ASCII) and self.least <= int(text) <= self.most:
            return int(text)
        if self.file and (read := self._file(text.removeprefix("@"))) is not None:
            return read
        if self.file and text.startswith("@"):
            raise OptionError(f"{self.name}: there is no file {text[1:81]!r}")
        raise OptionError(f"{self.name} takes {self.choices()}, not {text[:40]!r}")

    def _file(self, path: str) -> str | None:
        """The text of a file, None if there is none; it ends in a newline, which tells a file's text from a name."""
        try:
            if not Path(path).is_file():
                return None
            if Path(path).stat().st_size > MOST_BYTES:
                raise OptionError(
                    f"{self.name}: {path[:80]!r} is too large; a file has at most {LARGEST_FILE} characters"
                )
            text = Path(path).read_text(encoding="utf-8-sig")
        except OptionError:
            raise
        except (OSError, ValueError) as error:
            raise OptionError(f"{self.name}: {path[:80]!r} cannot be read as text ({type(error).__name__})") from None
        return text if is_file(text) else f"{text}\n"

    def check(self, value: Value) -> None:
        """Refuse a value that this option does not have."""
        if self.values and any(value == known and type(value) is type(known) for known in self.values):
            return
        if not self.values and type(value) is int and self.least <= value <= self.most:
            return
        if self.file and is_file(value):
            self._check_size(str(value))
            return
        raise OptionError(f"{self.name} takes {self.choices()}, not {shown_value(value)[:40]!r}")

    def _check_size(self, text: str) -> None:
        if len(text) > LARGEST_FILE:
            raise OptionError(f"{self.name}: a file has at most {LARGEST_FILE} characters, this has {len(text)}")

    def choices(self) -> str:
        """What may be chosen, in words."""
        if not self.values:
            return f"a whole number from {self.least} to {self.most}"
        listed = ", ".join(shown_value(value) for value in self.values)
        return f"{listed} or the path of a file" if self.file else listed

    def samples(self) -> tuple[Value, ...]:
        """Values that together show everything the option does."""
        return tuple(self.values) or tuple(sorted({self.least, int(self.default), self.most}))


def is_file(value: Value) -> bool:
    """Whether a value is the text of a component file, and not a name."""
    return isinstance(value, str) and "\n" in value


def in_words(name: str) -> str:
    """A name of the code as plain words."""
    return name.replace("_", " ")


def shown_value(value: Value) -> str:
    """A value as people type and read it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def complete_values(options: tuple[Option, ...], chosen: Options, seats: int) -> dict[str, Value]:
    """Every option of a game with its chosen or default value, checked."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            raise OptionError(f"there is no option {name!r}; there are {', '.join(known)}")
    values = {name: chosen.get(name, option.default_for(seats)) for name, option in known.items()}
    for option in options:
        option.check(values[option.name])
        if values[option.name] != option.default_for(seats):
            _check_needs(option, values, seats)
    return values


def _check_needs(option: Option, values: Options, seats: int) -> None:
    """Refuse an option that would have no effect without another one; it is not silently ignored."""
    for other, needed in option.needs.items():
        if values[other] not in needed:
            listed = " or ".join(shown_value(value) for value in needed)
            raise OptionError(f"{option.name}={shown_value(values[option.name])} needs {other}={listed}")
    if option.seats and seats not in option.seats:
        listed = ", ".join(str(number) for number in option.seats)
        raise OptionError(f"{option.name}={shown_value(values[option.name])} needs {listed} seats, not {seats}")


def read_options(options: tuple[Option, ...], texts: list[str]) -> dict[str, Value]:
    """Options typed as `name=value`."""
    known = {option.name: option for option in options}
    chosen: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"an option is written name=value, not {text[:40]!r}")
        if name not in known:
            raise OptionError(f"there is no option {name!r}; there are {', '.join(known)}")
        chosen[name] = known[name].read(value)
    return chosen
