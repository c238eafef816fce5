"""Luck and skill: levels against each other, and how much of a result the drivers and the dice decide."""

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from paddock.bots import Pair, Rating, Score, mirrored, ratings
from paddock.engine import HERE, Backend, Drivers, Workers

from .conditions import CAN_BE_COMPILED, Conditions
from .statistics import Estimated, mean_of, ratio

REROLL = 0x0D1C_E000  # added to the seed for other dice


@dataclass(frozen=True)
class Duel:
    """Two levels in turns around the table, each race twice: the same dice, the seats exchanged."""

    level: str
    against: str
    races: int
    won: Estimated  # by the first level, of the races


@dataclass(frozen=True)
class Split:
    """What decides the places in a mixed field; the three parts add up to 1.

    `drivers`: what stays when only the dice are rolled again. `dice`: what stays when only the drivers are exchanged.
    `together`: what neither decides alone.
    """

    drivers: Estimated
    dice: Estimated
    together: float
    races: int
    field: tuple[str, ...]  # the levels that raced, a seat each


def shares_of_win(place: Any) -> Any:
    """By race and seat: the part of the win, shared where several are first."""
    first = np.asarray(place) == 1
    return first / np.maximum(1, first.sum(axis=1, keepdims=True))


def duel(setting: Conditions, level: str, against: str, races: int, backend: Backend, on: Workers | None) -> Duel:
    """So many races, half of them with exchanged seats."""
    twice = races // 2
    if level in CAN_BE_COMPILED and against in CAN_BE_COMPILED:
        won = _compiled_duel(setting, level, against, twice, backend, on)
    else:
        job = partial(mirrored, setting.game, setting.table(), level, against, setting.seed)
        won = [one / 2 for one in (on or HERE).map(job, [(number,) for number in range(twice)])]
    return Duel(level, against, 2 * twice, mean_of(won))


def _compiled_duel(
    setting: Conditions, level: str, against: str, twice: int, backend: Backend, on: Workers | None
) -> Any:
    """For each pair of mirrored races: the part that the first level won."""
    won = np.zeros(twice)
    for first, pair in enumerate(((level, against), (against, level))):
        place = _places(setting, setting.driven_by([pair]), twice, backend, on)
        won += shares_of_win(place)[:, first::2].sum(axis=1) / 2
    return won


def duels(setting: Conditions, levels: tuple[str, ...], races: int, backend: Backend, on: Workers | None) -> list[Duel]:
    """Every level against every other one, the one named later first: levels are named from the weakest up."""
    return [duel(setting, strong, weak, races, backend, on) for weak, strong in combinations(levels, 2)]


def rated(levels: tuple[str, ...], found: list[Duel]) -> list[Rating]:
    """Strengths of the levels; 400 points are ten to one."""
    scores: dict[Pair, Score] = {(one.level, one.against): Score(one.won.value * one.races, one.races) for one in found}
    return ratings(levels, scores)


def split(setting: Conditions, levels: tuple[str, ...], races: int, backend: Backend, on: Workers | None) -> Split:
    """Variance of places by its sources (Sobol indices by Jansen's estimators).

    Every race is held three times: as it is, with the dice rolled again for the same drivers in the same seats, and
    with the drivers exchanged (another order of the same field) for the same dice.
    """
    draw = np.random.default_rng(setting.seed)
    field = [levels[seat % len(levels)] for seat in range(setting.seats)]
    orders: list[list[list[int]]] = [[draw.permutation(setting.seats).tolist() for _ in range(races)] for _ in range(2)]
    one, other = ([[field[i] for i in order] for order in some] for some in orders)
    base = _places(setting, setting.driven_by(one), races, backend, on)
    rerolled = _places(setting, setting.driven_by(one, REROLL), races, backend, on)
    exchanged = _places(setting, setting.driven_by(other), races, backend, on)
    spread = ((base - base.mean(axis=0)) ** 2).sum(axis=1)
    if not spread.any():
        nothing = Estimated(0.0, 0.0, 0.0)
        return Split(nothing, nothing, 0.0, races, tuple(field))
    by_dice = ratio(((base - rerolled) ** 2).sum(axis=1) / 2, spread)
    by_drivers = ratio(((base - exchanged) ** 2).sum(axis=1) / 2, spread)
    drivers, dice = _rest(by_dice), _rest(by_drivers)
    return Split(drivers, dice, 1 - drivers.value - dice.value, races, tuple(field))


def _rest(found: Estimated) -> Estimated:
    return Estimated(1 - found.value, 1 - found.high, 1 - found.low)


def _places(setting: Conditions, drivers: Drivers, races: int, backend: Backend, on: Workers | None) -> Any:
    parts = setting.measure(0, races, drivers, backend=backend, on=on)
    return np.concatenate([part.place for part in parts]).astype(float)
