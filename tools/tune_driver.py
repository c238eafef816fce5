"""Tune the numbers of a game's quick driver by races, and write them to its `habits.py`.

    python -m tools.tune_driver GAME --write

A game takes part if its `driver.py` has TUNED, the name of each habit with a step of trying, if its `habits.py` has
HABITS, their values, and if its tables have the field `habits` by seat, so that drivers of one race may differ.

First in stages, by SPSA (simultaneous perturbation): in each round all habits are moved at once, each by a step up or
down at random; cars with these habits race cars with the opposite ones, and all habits move towards the side that won
more. After a stage the mean of its second half races the best habits so far; if it is not better, the next stage begins
at the best again, with half the gain. Then in tries: one to three habits are moved, by a quarter of a step to sixteen.

"Better" means: one car with these habits races others that all have the best so far, from every seat with the same
dice, with every preset of the game. What looks good in a few races is raced again in many, and kept if it wins more
than its share there by two standard errors. At the end the tuned driver races the driver before in other races, with
every number of seats.
"""

import argparse
import importlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from paddock.engine import HERE, Game, Options, read_presets, simulate, wilson
from paddock.games import load_game

LARGEST = 32767  # what a field holds
ROUNDS = 60  # of a stage
GAIN = 6.0  # steps for a share of wins that differs by 1, at first
MANY = 8  # times as many races when a move is raced again
Habits = list[int]


@dataclass(frozen=True)
class Arena:
    """Seats and options in which drivers race each other."""

    game: Game
    seats: int
    options: Options

    def lead(self, one: Habits, other: Habits, races: int, seed: int) -> float:
        """How much more often `one` wins than `other`, where every second car has these habits and the rest those."""
        won = [
            self._won(one, other, races // 2, seed, [(seat + turn) % 2 for seat in range(self.seats)])
            for turn in (0, 1)
        ]
        return 2 * float(np.mean(won)) - 1

    def share(self, one: Habits, others: Habits, races: int, seed: int) -> float:
        """The share of races that a driver with the habits `one` wins against drivers that all have `others`."""
        firsts = [[int(seat == alone) for seat in range(self.seats)] for alone in range(self.seats)]
        race = partial(self._won, one, others, races // self.seats, seed)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return float(np.mean(list(pool.map(race, firsts))))

    def _won(self, one: Habits, others: Habits, races: int, seed: int, is_one: list[int]) -> float:
        """The share of races won by the cars that have the habits `one`."""
        table: Any = self.game.new_table(self.seats, self.options)
        for seat in range(self.seats):
            table.habits[seat][:] = one if is_one[seat] else others
        first = simulate(self.game, table, races, seed=seed, bots=("quick",), on=HERE).place == 1
        return float((first @ np.array(is_one) / np.maximum(1, first.sum(axis=1))).mean())


@dataclass(frozen=True)
class Lead:
    """By how much a driver wins more than its share, on average over arenas, in parts of that share."""

    value: float
    error: float

    @classmethod
    def of(cls, arenas: list[Arena], one: Habits, others: Habits, races: int, seed: int) -> "Lead":
        """That of `one` against `others`."""
        leads = [arena.seats * arena.share(one, others, races, seed) - 1 for arena in arenas]
        variances = [(arena.seats - 1) / races for arena in arenas]
        return cls(float(np.mean(leads)), float(np.sqrt(np.sum(variances)) / len(arenas)))


def walked(arenas: list[Arena], start: Habits, steps: list[int], stages: int, races: int, seed: int) -> Habits:
    """The best habits after stages of rounds, with a given number of races in each round."""
    best, gain = start, GAIN
    for stage in range(stages):
        now = stage_of_rounds(arenas, best, np.array(steps), gain, races, np.random.default_rng([seed, stage]))
        if is_better(arenas, now, best, races, seed + 1000 * stage):
            best = now
            print(f"stage {stage + 1}: {' '.join(map(str, best))}", flush=True)
        else:
            gain /= 2
    return best


def stage_of_rounds(
    arenas: list[Arena], start: Habits, steps: Any, gain: float, races: int, draw: np.random.Generator
) -> Habits:
    """The mean of the second half of a stage."""
    habits, mean = np.array(start, float), np.zeros(len(start))
    for number in range(ROUNDS):
        signs = draw.choice((-1.0, 1.0), len(start)) * steps
        noise = draw.random(len(start))  # rounds up or down in proportion
        up, down = whole(habits + signs + noise), whole(habits - signs + noise)
        lead = arenas[number % len(arenas)].lead(up, down, races, int(draw.integers(1 << 30)))
        habits = np.clip(habits + gain * lead * signs, 0, LARGEST)
        mean += habits if 2 * number >= ROUNDS else 0
    return whole(mean / (ROUNDS // 2) + 0.5)


def whole(habits: Any) -> Habits:
    """Rounded down, as far as a field holds them."""
    return np.clip(np.floor(habits), 0, LARGEST).astype(int).tolist()


def climbed(arenas: list[Arena], start: Habits, steps: list[int], tries: int, races: int, seed: int) -> Habits:
    """The best habits after a given number of tries."""
    draw = np.random.default_rng(seed)
    best = start
    for number in range(tries):
        tried = moved(best, steps, draw)
        if tried == best or not is_better(arenas, tried, best, races, seed + 1000 * number):
            continue
        best = tried
        print(f"try {number + 1}: {' '.join(map(str, best))}", flush=True)
    return best


def moved(habits: Habits, steps: list[int], draw: np.random.Generator) -> Habits:
    """Habits with one to three of them moved."""
    found = list(habits)
    chosen: list[int] = draw.choice(len(habits), draw.integers(1, 4), replace=False).tolist()
    for i in chosen:
        way = int(draw.choice((-1, 1)))
        way *= max(1.0, steps[i] * 2.0 ** draw.uniform(-2, 4))
        found[i] = min(LARGEST, max(0, round(habits[i] + way)))
    return found


def is_better(arenas: list[Arena], one: Habits, others: Habits, races: int, seed: int) -> bool:
    """Whether a driver wins more than its share: at a first look in a few races, then in many."""
    first = Lead.of(arenas, one, others, races, seed)
    if first.value <= first.error:
        return False
    lead = Lead.of(arenas, one, others, MANY * races, seed + 1)
    return lead.value > 2 * lead.error


def compared(game: Game, now: Habits, before: Habits, races: int, seed: int) -> list[str]:
    """How the driver now does against the driver before: alone against all others, with every number of seats."""
    found: list[str] = []
    for seats in range(max(2, game.seats[0]), game.seats[1] + 1):
        share = Arena(game, seats, {}).share(now, before, races, seed)
        low, high = wilson(share * races, races)
        found.append(f"{seats} seats: {share:.1%} of {races} ({low:.1%} to {high:.1%}; fair share {1 / seats:.1%})")
        print(found[-1], flush=True)
    return found


def written(names: list[str], habits: Habits, command: str, figures: list[str]) -> str:
    """The file."""
    lines = ['"""What the quick driver weighs, tuned by races between quick drivers. Written, not edited:', ""]
    lines += [command, "", "Races won alone against drivers with the habits before:", *figures, '"""', ""]
    lines += ["HABITS = (", *(f"    {habit},  # {name}" for name, habit in zip(names, habits, strict=True)), ")"]
    return "\n".join(lines) + "\n"


def arenas_of(game: Game, seats: list[int]) -> list[Arena]:
    """Each preset with each number of seats."""
    presets = [preset.options for preset in read_presets(game) if not game.live_option(preset.options)]
    return [Arena(game, number, options) for options in presets or [{}] for number in seats]


def main() -> None:
    """Tune, compare, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", default="2,4", help="numbers of seats to tune with")
    parser.add_argument("--stages", type=int, default=10)
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--races", type=int, default=800, help="of a round, and of a first look in each setting")
    parser.add_argument("--check", type=int, default=20160, help="races with each number of seats at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    game, begun = load_game(given.game), time.monotonic()
    package = game.rules[0].__name__.rsplit(".", 1)[0]
    habits: tuple[tuple[str, int], ...] = importlib.import_module(f"{package}.driver").TUNED
    names, steps = [name for name, _ in habits], [step for _, step in habits]
    before = list(importlib.import_module(f"{package}.habits").HABITS)
    arenas = arenas_of(game, [int(number) for number in given.seats.split(",")])
    now = walked(arenas, before, steps, given.stages, given.races, given.seed)
    now = climbed(arenas, now, steps, given.tries, given.races, given.seed)
    for name, old, new in zip(names, before, now, strict=True):
        print(f"{name:20} {old:6} {new:6}")
    figures = compared(game, now, before, given.check, given.seed + 10**9)
    print(f"{time.monotonic() - begun:.0f} s")
    if given.write:
        command = (
            f"python -m tools.tune_driver {game.id} --seats {given.seats} --stages {given.stages} --tries {given.tries}"
        )
        command += f" --races {given.races} --seed {given.seed} --write"
        (Path(game.folder) / "habits.py").write_text(written(names, now, command, figures), encoding="utf-8")


if __name__ == "__main__":
    main()
