"""What is raced: a game, its options, seats and drivers, and the seed that makes it repeatable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from paddock.bots import BOTS
from paddock.engine import (
    Backend,
    Drivers,
    Game,
    Measured,
    Record,
    Value,
    Workers,
    measure,
    policy_number,
    shown_value,
)

if TYPE_CHECKING:
    from .version import Version

CAN_BE_COMPILED = tuple(name for name, level in BOTS.items() if not level.walks)
NEVER = 1001  # thousandths that no estimate reaches
DRIVER_SEED = 0x5EED  # added to the seed: drivers slip by random words of their own


class LabError(ValueError):
    """Something that the lab cannot do, with a sentence that says why and what to do."""


@dataclass(frozen=True)
class Conditions:
    """One set of options and seats, raced by drivers of some levels, one for each seat in turns."""

    game: Game
    seats: int
    options: dict[str, Value] = field(default_factory=dict[str, Value])
    levels: tuple[str, ...] = ("quick",)
    seed: int = 1
    version: "Version | None" = None  # whose code races; None: this one

    def __post_init__(self) -> None:
        for level in self.levels:
            if level not in CAN_BE_COMPILED:
                raise LabError(f"{level[:40]!r} cannot race millions; take {', '.join(CAN_BE_COMPILED)}")

    def table(self) -> Record:
        """The table of its races."""
        return self.game.new_table(self.seats, self.options)

    def complete_options(self) -> dict[str, Value]:
        """All options with their values."""
        return self.game.complete_options(self.seats, self.options)

    def changed_options(self) -> list[str]:
        """Options that are not as the game proposes, as they are typed."""
        given, usual = self.complete_options(), self.game.complete_options(self.seats, {})
        return [self._typed(name, value) for name, value in given.items() if value != usual[name]]

    def option_words(self) -> list[str]:
        """All options as they are typed."""
        return [self._typed(name, value) for name, value in self.complete_options().items()]

    def _typed(self, name: str, value: Value) -> str:
        """An option as it is typed; a file by what it calls itself."""
        workshop = self.game.workshop
        is_file = workshop is not None and workshop.option == name and "\n" in str(value)
        called = workshop.check(str(value)).name if workshop and is_file else ""
        return f"{name}={called or one_line(value)}"

    def drivers(self) -> Drivers:
        """The same drivers in every race."""
        return self.driven_by([list(self.levels)])

    def driven_by(self, rows: Sequence[Sequence[str]], reroll: int = 0) -> Drivers:
        """Other drivers of the same races: a row of levels for each race, in turns; `reroll` gives other dice."""
        policies = [[policy(row[seat % len(row)]) for seat in range(self.seats)] for row in rows]
        return Drivers(policies, self.seed + reroll, self.seed + DRIVER_SEED)

    def measure(
        self,
        first: int,
        stop: int,
        drivers: Drivers | None = None,
        *,
        sure: int = NEVER,
        with_curve: bool = False,
        backend: Backend = "native",
        on: Workers | None = None,
    ) -> Iterator[Measured]:
        """Race number `first` to `stop` - 1 under these conditions, by other drivers if some are given."""
        who = drivers or self.drivers()
        if self.version:
            counting = {"sure": sure, "with_curve": with_curve, "backend": backend}
            return self.version.measure(self, first, stop, who, counting)
        table = self.table()
        return measure(self.game, table, first, stop, who, sure=sure, with_curve=with_curve, backend=backend, on=on)

    def as_json(self) -> dict[str, Any]:
        """For reports and state files."""
        version = {"version": self.version.name} if self.version else {}
        return version | {
            "game": self.game.id,
            "seats": self.seats,
            "options": self.complete_options(),
            "drivers": list(self.levels),
            "seed": self.seed,
        }


def policy(level: str) -> int:
    """The number by which compiled races know a level without a search."""
    slips = BOTS[level].slips
    return policy_number("random") if slips >= 100 else policy_number("quick", slips)


def one_line(value: Value) -> str:
    """An option's value, short."""
    return shown_value(value).splitlines()[0][:40]
