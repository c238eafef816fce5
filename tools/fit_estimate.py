"""Fit the weights of a game's estimate to who won many races, and write them to its `weights.py`.

    python -m tools.fit_estimate GAME --races 1600 --write

A game takes part if its `estimate.py` has
    TRAITS              names of what is weighed of each seat
    KNOTS               distances to go at which weights are given, rising
    foremost(t, s)      a rule: how far the best seat has come, and the next one
    to_go(t, s, best)   a rule: the distance to go
    worth(t, s, seat, best, second, w, at)   a rule: the sum of traits times weights, which are w[at] and following
    RISING              names of traits of which more is never worse: their weights are not below zero
    FITTED_TO           names of options whose values are raced with some number of seats
    GROUPED             names of options whose values are raced with every number of seats
    group(t), GROUPS    a rule: which sharpness a table has, and how many there are
    winner(t, s)        a rule: the seat that has won already, -1 for none
    SINGLE              options of single races, where the estimate weighs a race of a longer game; otherwise not there
The chance of a seat is proportional to the exponential of its worth: the sum of traits times weights, which are
interpolated between knots, times the sharpness of the table's group. Maximum likelihood with a small penalty on large
weights and on weights that change from knot to knot.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# SciPy ships no types.

import argparse
import importlib
import math
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from scipy.optimize import minimize

from paddock.engine import BETWEEN, FAR_BEHIND, HALVING, NEAR_BEHIND, SHARP, UNIT, Game, OptionError, sample_positions
from paddock.games import load_game
from paddock.lab import fitted, losses, softmax, tenths
from paddock.testing import Case, cases

EACH = 6
RIDGE, SMOOTH, EVEN = 2e-6, 2e-5, 1e-4
STEADY = 1e-4  # of how sure chances are at a knot, beside the rest of its group
ROUNDS = 300
LARGEST = 32767 * 1024
DIGIT = 32  # bits of a trait


def settings(game: Game, module: Any) -> Iterator[tuple[Case, int]]:
    """Every number of seats, and every value of the options that the game names, with the part of the races for it."""
    fewest, most = game.seats
    for case in cases(game):
        option = case.name.partition("=")[0]
        if case.name.endswith(" seats"):
            yield case, 1
        elif option in module.FITTED_TO:
            yield case, 2
        elif option in module.GROUPED:
            for seats in range(fewest, most + 1):
                with suppress(OptionError):  # not every option is for every number of seats
                    game.new_table(seats, case.options)
                    yield Case(case.name, seats, case.options), 3


def raced(game: Game, module: Any, case: Case) -> Any:
    """The table of a case, with the options of single races where they go with it."""
    with suppress(OptionError):
        return game.new_table(case.seats, {**case.options, **getattr(module, "SINGLE", {})})
    return game.new_table(case.seats, case.options)


def sampled(game: Game, module: Any, races: int, seed: int) -> list[dict[str, Any]]:
    """Traits, distance, group and winners of positions of races between quick drivers."""
    found: list[dict[str, Any]] = []
    for case, part in settings(game, module):
        if case.seats == 1 or game.live_option(case.options):
            continue
        table = raced(game, module, case)
        positions = sample_positions(game, table, races // part, EACH, seed=seed)
        rows = [positions.state(i) for i in range(len(positions.states))]
        open_ = np.array([module.winner(table, state) < 0 for state in rows])
        values = np.zeros((len(rows), case.seats, len(module.TRAITS)), np.float32)
        left = np.zeros(len(rows), np.int64)
        for i, state in enumerate(rows):
            best, second = module.foremost(table, state)
            left[i] = module.to_go(table, state, best)
            for seat in range(case.seats):
                values[i, seat] = traits(module, table, state, seat, best, second)
        found.append(
            {
                "name": f"{case.seats} seats, {case.name}",
                "x": values[open_],
                "left": left[open_],
                "group": int(module.group(table)),
                "won": positions.won[open_],
                "race": positions.race[open_],
            }
        )
        print(f"sampled {found[-1]['name']}: {int(open_.sum())} positions", flush=True)
    return found


def traits(module: Any, table: Any, state: Any, seat: int, best: int, second: int) -> Any:
    """What is weighed of a seat: its worth, if each weight is another digit of a large number."""
    many = len(module.TRAITS)
    worth = module.worth(table, state, seat, best, second, [1 << DIGIT * i for i in range(many)], 0)
    zero = sum(1 << DIGIT * i + DIGIT - 1 for i in range(many))  # for traits below zero
    digits = np.frombuffer((worth + zero).to_bytes(many * DIGIT // 8, "little"), f"<u{DIGIT // 8}")
    return digits.astype(np.int64) - (1 << DIGIT - 1)


def hats(left: Any, knots: Any) -> Any:
    """By position and knot: how much that knot's weights count, in whole parts as the rule has them."""
    k = np.array(knots)
    at = np.clip(np.searchsorted(k, left, side="right") - 1, 0, len(k) - 2)
    part = np.clip((left - k[at]) * BETWEEN // (k[at + 1] - k[at]), 0, BETWEEN) / BETWEEN
    found = np.zeros((len(left), len(k)), np.float32)
    found[np.arange(len(left)), at], found[np.arange(len(left)), at + 1] = 1 - part, part
    return found


def fit(data: list[dict[str, Any]], module: Any) -> tuple[Any, Any]:
    """Weights by knot and trait, and the sharpness of each group."""
    knots, groups = module.KNOTS, module.GROUPS
    many, traits = sum(len(one["x"]) for one in data), data[0]["x"].shape[2]
    scale = np.sqrt(sum(one["x"].var(axis=1).mean(axis=0) * len(one["x"]) for one in data) / many)
    scale = np.maximum(scale, 1e-6).astype(np.float32)  # by how much seats of one position differ
    ready = [
        ((one["x"] / scale).astype(np.float32), hats(one["left"], knots), one["won"].astype(np.float32), one["group"])
        for one in data
    ]
    shape = (len(knots), traits)
    free = len(knots) * traits

    def loss(parameters: Any) -> tuple[float, Any]:
        weights, sharp = parameters[:free].reshape(shape), parameters[free:]
        slope, by_group, value = np.zeros(shape), 2 * EVEN * sharp, EVEN * (sharp**2).sum()
        for x, base, won, group in ready:
            times = float(np.exp(sharp[group]))
            worth = times * np.einsum("nsf,nf->ns", x, base @ weights.astype(np.float32))
            chances = softmax(worth)
            value += -(won * np.log(np.maximum(chances, 1e-12))).sum() / many
            pull = (chances - won) / many
            slope += times * (base.T @ np.einsum("ns,nsf->nf", pull, x))
            by_group[group] += float((pull * worth).sum())
        steps = np.diff(weights, axis=0)
        value += RIDGE * (weights**2).sum() + SMOOTH * (steps**2).sum()
        slope += 2 * RIDGE * weights
        slope[1:] += 2 * SMOOTH * steps
        slope[:-1] -= 2 * SMOOTH * steps
        return float(value), np.concatenate([slope.ravel(), by_group]).astype(float)

    least = [0.0 if name in module.RISING else None for name in module.TRAITS] * len(knots)
    bounds = [*((low, None) for low in least), *[(None, None)] * groups]
    start = np.zeros(free + groups)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": ROUNDS})
    print(
        f"fitted {free + groups} numbers to {many} positions: log loss {found.fun:.4f}, {found.nit} rounds", flush=True
    )
    return found.x[:free].reshape(shape) / scale, np.exp(found.x[free:])


def gaps(worth: Any) -> Any:
    """By position, seat and range: how far behind the best a seat is, in halvings."""
    near, far = NEAR_BEHIND / HALVING, FAR_BEHIND / HALVING
    behind = (worth.max(axis=1, keepdims=True) - worth) / math.log(2)
    return np.stack([np.minimum(behind, near), np.clip(behind - near, 0, far - near), np.maximum(0, behind - far)], 2)


def sharpened(data: list[dict[str, Any]], knots: Any, weights: Any, sharp: Any) -> Any:
    """By group and knot: the sharpness near, further and far behind the best; as it was where there are no races.

    What a knot has beyond the rest of its group is held small, as a knot may have seen few races of a group.
    """
    found = np.repeat(sharp, 3 * len(knots)).reshape(len(sharp), len(knots), 3)
    for group in {one["group"] for one in data}:
        some = [one for one in data if one["group"] == group]
        x = np.concatenate([slopes_by_knot(one, knots, weights) for one in some])
        slopes = fitted(-x * math.log(2), np.concatenate([one["won"] for one in some]), ridge=STEADY).reshape(-1, 3)
        found[group] = np.clip(slopes[0] + slopes[1:], 0.05, 100)
    return found


def slopes_by_knot(one: dict[str, Any], knots: Any, weights: Any) -> Any:
    """By position, seat and feature: how far behind a seat is in each range, and that times the part of each knot."""
    base = hats(one["left"], knots)
    behind = gaps(np.einsum("nsf,nf->ns", one["x"], base @ weights))
    by_knot = np.einsum("nk,nsr->nskr", base, behind).reshape(*behind.shape[:2], -1)
    return np.concatenate([behind, by_knot], axis=2)


def rounded(weights: Any, sharp: Any) -> tuple[Any, Any]:
    """As whole numbers."""
    whole = np.rint(weights / math.log(2) * HALVING * UNIT).astype(int)
    return np.clip(whole, -LARGEST, LARGEST), np.rint(sharp * SHARP).astype(int)


def judge(data: list[dict[str, Any]], knots: Any, weights: Any, sharp: Any) -> None:
    """Print log loss and the tenths that are not true, by the whole numbers."""
    for one in data:
        each = hats(one["left"], knots) @ (weights / UNIT / HALVING * math.log(2))
        worth = np.einsum("nsf,nf->ns", one["x"], each)
        slopes = np.einsum("nk,kr->nr", hats(one["left"], knots), sharp[one["group"]] / SHARP)
        chances = softmax(-np.einsum("nsr,nr->ns", gaps(worth), slopes) * math.log(2))
        wrong = [
            f"{10 * t.tenth}+: {t.predicted:.3f} {t.observed.value:.3f}"
            for t in tenths(chances, one["won"], one["race"])
            if not t.is_true
        ]
        print(f"{one['name']:45} {losses(chances, one['won']).mean():.4f} {'; '.join(wrong)}", flush=True)


def written(module: Any, weights: Any, sharp: Any, command: str) -> str:
    """The file."""
    lines = ['"""What the estimate weighs, fitted to who won races between quick drivers. Written, not edited:', ""]
    lines += [command, '"""', "", "# fmt: off"]
    lines += ["# By knot of the way to go, then by trait: worth for each unit, in parts of a halving, times UNIT."]
    lines += ["WEIGHTS = ("]
    for knot, row in zip(module.KNOTS, weights, strict=True):
        numbers = ", ".join(str(number) for number in row)
        lines += [f"    # {knot} to go", *wrap(numbers + ",", 118, initial_indent="    ", subsequent_indent="    ")]
    lines += [")", "# By group of tables and knot: how sure chances are near, further and far behind, times SHARP."]
    lines += ["SHARPNESS = ("]
    for group in sharp:
        lines += ["    " + "  ".join(", ".join(str(number) for number in row) + "," for row in group)]
    lines += [")"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Fit, print how true the chances are in other races, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--races", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    game = load_game(given.game)
    module = importlib.import_module(f"{game.rules[0].__name__.rsplit('.', 1)[0]}.estimate")
    data = sampled(game, module, given.races, given.seed)
    weights, sharp = fit(data, module)
    weights, sharp = rounded(weights, sharpened(data, module.KNOTS, weights, sharp))
    judge(sampled(game, module, given.races // 2, given.seed + 1), module.KNOTS, weights, sharp)
    if given.write:
        command = f"python -m tools.fit_estimate {game.id} --races {given.races} --seed {given.seed} --write"
        (Path(game.folder) / "weights.py").write_text(written(module, weights, sharp, command), encoding="utf-8")


if __name__ == "__main__":
    main()
