"""What a player may want to know before choosing: the combos of the dice, and where each car could go with which."""

from typing import Any

from .rules.combos import bonus, largest_combo
from .rules.driving import steps_open
from .rules.model import cubes_on, gate_ahead, has_car, leave, successor
from .state import (
    CHOOSE_ACT,
    CHOOSE_DICE,
    CHOOSE_STEP,
    FINISH,
    GATE_STEP,
    LANES,
    OFF,
    RESTING,
    ROW,
    ROW_FROM,
    ROW_SIZE,
    ROWS,
    SAME,
    State,
    Table,
)
from .words import dice_name, spot_name


def combinations(t: Table, s: State) -> list[tuple[int, int]]:
    """Every Single and Combo of the unused dice: its move and its dice."""
    same = [
        (SAME + 10 * (value - 1) + dice - 1, dice)
        for value in range(1, RESTING + 1)
        for dice in range(1, min(s.dice[value], t.max_combo) + 1)
    ]
    rows = [
        (ROW + row, ROW_SIZE[row])
        for row in range(ROWS)
        if all(s.dice[ROW_FROM[row] + i] for i in range(ROW_SIZE[row]))
    ]
    return same + rows


def plays(t: Table, s: State) -> list[dict[str, Any]]:
    """The combinations in words, the largest first."""
    found = [{"move": move, "dice": dice_name(t, move), "size": size} for move, size in combinations(t, s)]
    return sorted(found, key=lambda play: -int(play["size"]))


def reachable(t: Table, s: State) -> list[dict[str, Any]]:
    """For each car that can be driven now, the spots where a play ends and the least dice it takes."""
    if s.phase == CHOOSE_STEP:
        return [_car_reach(t, s, s.mover, [s.size])]
    if s.phase not in (CHOOSE_ACT, CHOOSE_DICE):
        return []
    extra = 2 * s.declared
    sizes = sorted({size + extra for _, size in combinations(t, s)})
    if largest_combo(t, s) and bonus(t, s):
        sizes = sorted({*sizes, *(size + 2 for size in sizes)})
    cars = [s.mover] if s.phase == CHOOSE_DICE else [c for c in range(t.cars) if s.need[c] <= max(sizes, default=0)]
    return [_car_reach(t, s, car, sizes) for car in cars]


def _car_reach(t: Table, s: State, car: int, sizes: list[int]) -> dict[str, Any]:
    ends: dict[int, int] = {}
    for size in sizes:
        for spot in run_ends(t, s, car, size):
            ends.setdefault(spot, size)
    spots = [
        {"spot": spot, "name": spot_name(t, s, spot), "size": size, "cubes": cubes_on(s, spot)}
        for spot, size in sorted(ends.items())
    ]
    return {"car": car, "gate": gate_ahead(t, s, s.spot[car]) if s.spot[car] != OFF else 0, "ends": spots}


def run_ends(t: Table, s: State, car: int, size: int) -> set[int]:
    """Where the complete runs of a play end, as far as the laid cards tell."""
    trial = s.copy()
    if s.phase != CHOOSE_STEP:
        leave(trial, trial.spot[car])
        trial.mover, trial.size, trial.driven, trial.steps_left = car, size, 0, size
    return _ends(t, trial)


def _ends(t: Table, s: State) -> set[int]:
    here, lanes = s.spot[s.mover], steps_open(t, s)
    found: set[int] = set()
    if s.driven and (lanes == 0 or (t.short_moves and not has_car(s, here))):
        found.add(here)
    if s.driven and here >> 4 == s.laid - 1 and s.kind[here >> 4] != FINISH:
        found.add(here)  # the next card decides how far it goes
    for lane in range(LANES):
        if lanes >> lane & 1:
            found |= _ends_after(t, s, lane)
    return found


def _ends_after(t: Table, s: State, lane: int) -> set[int]:
    trial = s.copy()
    here = s.spot[s.mover]
    through_gate = gate_ahead(t, s, here) > 0
    trial.spot[s.mover] = successor(t, s, here, lane)
    trial.driven += 1
    trial.steps_left = 0 if through_gate and t.gates == GATE_STEP else s.steps_left - 1
    return _ends(t, trial)
