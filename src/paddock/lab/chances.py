"""What an estimate is worth: from a game's rule of thumb to a win chance, by races that tried it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import Backend, Workers

from .conditions import NEVER, Conditions
from .statistics import rising

DECIDED = 0.9  # a win chance from which on a race counts as decided
PILOT = {"native": 4000, "python": 100}  # races that the curve is drawn from
PILOT_SEED = 0x9110_7000  # added to the seed: the races of the pilot are not those that are measured


@dataclass(frozen=True)
class Chances:
    """By the thousandths of an estimate: the share of seats given so much that won."""

    curve: Any
    sure: int  # the least thousandths that are a win chance of 90 %; 1001: none are

    @classmethod
    def from_curve(cls, curve: Any) -> "Chances":
        """The first value of a never-falling curve that is sure enough."""
        sure = int(np.searchsorted(curve, DECIDED))
        return cls(curve, sure if sure < len(curve) else NEVER)


def chances(setting: Conditions, *, backend: Backend = "native", on: Workers | None = None) -> Chances:
    """Race a pilot and compare what was estimated with who won."""
    drivers = setting.driven_by([list(setting.levels)], PILOT_SEED)
    parts = setting.measure(0, PILOT[backend], drivers, with_curve=True, backend=backend, on=on)
    curve: Any = sum(part.curve for part in parts)
    return Chances.from_curve(rising(curve[0], curve[1]))
