"""How many more rolls a car driven by `suggest` needs than the least expected number, both computed exactly.

python -m paddock.games.project_nos.loss           every car on every strip
python -m paddock.games.project_nos.loss 20        and on 20 dealt tracks
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import isinf
from typing import Any

import numpy as np

from paddock.engine import Backend, Runner

from . import GAME
from .box import KIND_IDS, components, strips
from .rules.model import redline_cost
from .solver import expected_rolls, sets_of_dice
from .state import (
    ACT,
    ALL_DICE,
    COMMON,
    DICE,
    MOST_REDLINES,
    NITROUS,
    PLACE,
    PLACE_FACE,
    RELEASE,
    RUNNING,
    SAVE,
)

Position = tuple[int, tuple[int, ...], int, tuple[int, ...]]  # space, kinds of the dice left, redlines, saved faces
Rolled = tuple[tuple[int, int], ...]  # kind and face of each die rolled and not placed


def loss(
    track: Sequence[int], modifications: Sequence[str], *, dealt: bool = False, backend: Backend = "native"
) -> float:
    """Rolls of a car driven by `suggest` beyond the least expected, on a fixed track or with the same track dealt."""
    kinds = [COMMON] * 3 + [min(COMMON, KIND_IDS.index(name)) for name in modifications]
    return Drive(track, kinds, dealt, backend).rolls() - expected_rolls(track, modifications)


class Drive:
    """One car on one track by the default rules."""

    def __init__(self, track: Sequence[int], kinds: Sequence[int], dealt: bool, backend: Backend):
        self._table: Any = GAME.new_table(1, {} if dealt else {"track": f"values = {list(track)}\n"})
        self._runner = Runner(GAME, self._table, backend)
        self._runner.setup()
        self._state: Any = self._runner.state
        self._state.phase, self._state.turn, self._state.race = ACT, 0, 1
        self._state.track = list(track)
        self._state.status[0] = RUNNING
        self._start: Position = (1, tuple(sorted(kinds)), 0, ())

    def rolls(self) -> float:
        """Expected rolls from the start: one for each position, and those of the positions it leads to."""
        number = {self._start: 0}
        waiting = [self._start]
        chances: Counter[tuple[int, int]] = Counter()
        while waiting:
            at = waiting.pop()
            for chance, then in self._outcomes(at):
                if then[0] <= DICE:
                    if then not in number:
                        number[then] = len(number)
                        waiting.append(then)
                    chances[number[at], number[then]] += chance  # type: ignore[assignment]
        matrix = np.eye(len(number))
        for (at, then), chance in chances.items():
            matrix[at, then] -= chance
        return float(np.linalg.solve(matrix, np.ones(len(number)))[0])

    def _outcomes(self, at: Position) -> Iterator[tuple[float, Position]]:
        """Chances of the positions before the next roll."""
        hand = self._choice(at, (), used=True)
        if hand >= PLACE:
            raise ValueError(f"before a roll at {at} move {hand} was suggested")
        kinds = tuple(self._state.kind[0][slot] for slot in range(DICE) if hand >> slot & 1)
        for chance, rolled in throws(kinds):
            yield chance, self._after(at, rolled)

    def _after(self, at: Position, rolled: Rolled) -> Position:
        """Where the choices after a roll lead, up to the next roll."""
        used = False
        while at[0] <= DICE and (move := self._choice(at, rolled, used)) >= PLACE:
            at, rolled = self._acted(at, rolled, move)
            used = used or not SAVE <= move < PLACE_FACE
        return at

    def _acted(self, at: Position, rolled: Rolled, move: int) -> tuple[Position, Rolled]:
        """The position after a die is placed, saved or released."""
        space, kinds, redlines, saved = at
        slot = (move - PLACE) % DICE
        kind, face = self._state.kind[0][slot], self._state.face[0][slot]
        if SAVE <= move < RELEASE:
            return (space, kinds, redlines, tuple(sorted((*saved, face)))), less(rolled, (kind, face))
        if self._state.saved[0] >> slot & 1:
            saved = less(saved, face)
        else:
            rolled = less(rolled, (kind, face))
        if RELEASE <= move < PLACE_FACE:
            return (space, kinds, redlines, saved), rolled
        redlines += redline_cost(kind, self._table.value[kind][face], self._state.track[space - 1])
        if redlines > MOST_REDLINES:
            raise ValueError(f"at {at} with {rolled} the engine blows up")
        return (space + 1, less(kinds, kind), redlines, saved), rolled

    def _choice(self, at: Position, rolled: Rolled, used: bool) -> int:
        """The move that `suggest` chooses."""
        space, kinds, redlines, saved = at
        s = self._state
        s.next[0], s.redlines[0], s.used[0] = space, redlines, int(used)
        s.kind[0] = [*kinds, *[COMMON] * (DICE - len(kinds))]
        s.placed[0] = ALL_DICE - ((1 << len(kinds)) - 1)
        s.face[0] = [0] * DICE
        left = list(kinds)
        s.saved[0] = self._shown(left, [(NITROUS, face) for face in saved])
        s.fresh[0] = self._shown(left, rolled)
        s.last_hand[0] = s.fresh[0] | s.saved[0]
        self._runner.state = s
        return self._runner.suggest(1)

    def _shown(self, left: list[int], dice: Sequence[tuple[int, int]]) -> int:
        """Let dice of these kinds, taken from those left, show their faces; returns their mask."""
        mask = 0
        for kind, face in dice:
            slot = left.index(kind)
            left[slot] = -1
            self._state.face[0][slot] = face
            mask |= 1 << slot
        return mask


@cache
def throws(kinds: tuple[int, ...]) -> list[tuple[float, Rolled]]:
    """Chances of what some dice show, those of a kind in any order."""
    faces = product(range(1, 7), repeat=len(kinds))
    found = Counter(tuple(sorted(zip(kinds, shown, strict=True))) for shown in faces)
    return [(n / 6 ** len(kinds), rolled) for rolled, n in found.items()]


def less(some: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """The same dice without one of them."""
    at = some.index(one)
    return some[:at] + some[at + 1 :]


# The command


def main(arguments: list[str]) -> int:
    """A line for each car, a column for each track, the means and worst last."""
    fixed = [list(strip["values"]) for strip in strips()]
    dealt = dealt_tracks(int(arguments[0]) if arguments else 0)
    tracks = [(track, False) for track in fixed] + [(track, True) for track in dealt]
    print("rolls above the least, in thousandths".ljust(42), *("".join(map(str, track)) for track, _ in tracks))
    lines = [
        print_line([KIND_IDS[kind] for kind in dice] + ["plain"] * (3 - len(dice)), tracks) for dice in sets_of_dice()
    ]
    for name, first, stop in (("strips", 0, len(fixed)), ("dealt tracks", len(fixed), len(tracks))):
        losses = [loss for line in lines for loss in line[first:stop] if loss is not None]
        if losses:
            print(f"{name}: mean {sum(losses) / len(losses):.3f}, worst {max(losses):.3f} of {len(losses)} pairs")
    return 0


def print_line(car: list[str], tracks: list[tuple[list[int], bool]]) -> list[float | None]:
    """Print the losses of one car; None where it cannot finish."""
    able = [not isinf(expected_rolls(track, car)) for track, _ in tracks]
    losses = [loss(track, car, dealt=dealt) if can else None for can, (track, dealt) in zip(able, tracks, strict=True)]
    cells = ("     -" if one is None else f"{round(1000 * one):6}" for one in losses)
    print(" + ".join(car).ljust(42), *cells, flush=True)
    return losses


def dealt_tracks(number: int) -> list[list[int]]:
    """Tracks dealt from the box."""
    cards = [card["value"] for card in components("track_cards")["card"]]
    chance = random.Random(1)
    return [chance.sample(cards, DICE) for _ in range(number)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
