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
    PAY_STEP,
    RESTING,
    ROW,
    ROW_FROM,
    ROW_SIZE,
    ROWS,
    SAME,
    STEP,
    State,
    Table,
)
from .words import dice_name

Way = tuple[int, list[int]]  # cubes met, and the spots driven to


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
    """The combinations in words, the largest first, of equal ones that which leaves the larger combo."""
    found = sorted(combinations(t, s), key=lambda play: (-play[1], -_largest_left(t, s, play[0])))
    return [{"move": move, "dice": dice_name(t, move), "size": size} for move, size in found]


def _largest_left(t: Table, s: State, move: int) -> int:
    values = [int(value) for value in dice_name(t, move).split()]
    for value in values:
        s.dice[value] -= 1
    left = largest_combo(t, s)
    for value in values:
        s.dice[value] += 1
    return left


def steps(t: Table, s: State) -> list[dict[str, Any]]:
    """The spots one step ahead of the car being driven, and the moves that lead there, taking cubes or paying."""
    if s.phase != CHOOSE_STEP:
        return []
    ahead = [(lane, successor(t, s, s.spot[s.mover], lane)) for lane in range(LANES)]
    return [{"spot": spot, "move": STEP + lane, "paying": PAY_STEP + lane} for lane, spot in ahead if spot >= 0]


def reachable(t: Table, s: State) -> list[dict[str, Any]]:
    """For each car that can be driven now: its gate, and by size of a play the spots where it may end."""
    if s.phase == CHOOSE_STEP:
        return [_car_reach(t, s, s.mover, [s.size])]
    if s.phase not in (CHOOSE_ACT, CHOOSE_DICE):
        return []
    extra = 2 * s.declared
    sizes = sorted({size + extra for _, size in combinations(t, s)})
    if sizes and bonus(t, s):
        sizes = sorted({*sizes, *(size + 2 for size in sizes)})
    cars = [s.mover] if s.phase == CHOOSE_DICE else [c for c in range(t.cars) if s.need[c] <= max(sizes, default=0)]
    return [_car_reach(t, s, car, sizes) for car in cars]


def _car_reach(t: Table, s: State, car: int, sizes: list[int]) -> dict[str, Any]:
    plays = [{"size": size, "ends": _ends(t, s, car, size)} for size in sizes]
    return {"car": car, "gate": gate_ahead(t, s, s.spot[car]), "plays": [play for play in plays if play["ends"]]}


def _ends(t: Table, s: State, car: int, size: int) -> list[dict[str, Any]]:
    ways = run_ends(t, s, car, size)
    return [{"spot": way[-1], "way": way, "cubes": cubes} for cubes, way in ways.values() if way]


def run_ends(t: Table, s: State, car: int, size: int) -> dict[int, Way]:
    """Where the complete runs of a play end, as far as the laid cards tell, and the way that meets fewest cubes."""
    trial = s.copy()
    if s.phase != CHOOSE_STEP:
        leave(trial, trial.spot[car])
        trial.mover, trial.size, trial.driven, trial.steps_left = car, size, 0, size
    front: dict[int, Way] = {trial.spot[car]: (0, [])}
    found: dict[int, Way] = {}
    while front:
        front = _step(t, trial, front, found)
    return found


def _step(t: Table, s: State, front: dict[int, Way], found: dict[int, Way]) -> dict[int, Way]:
    """The spots one step further on; ends of runs are added to those found."""
    ahead: dict[int, Way] = {}
    through_gate = False
    for spot, (cubes, way) in front.items():
        s.spot[s.mover] = spot
        lanes = steps_open(t, s)
        through_gate = through_gate or (lanes > 0 and gate_ahead(t, s, spot) > 0)
        if s.driven and _may_end(t, s, lanes):
            _keep_best(found, spot, (cubes, way))
        for lane in range(LANES):
            if lanes >> lane & 1:
                after = successor(t, s, spot, lane)
                _keep_best(ahead, after, (cubes + cubes_on(s, after), [*way, after]))
    s.driven += 1
    s.steps_left = 0 if through_gate and t.gates == GATE_STEP else s.steps_left - 1
    return ahead


def _may_end(t: Table, s: State, lanes: int) -> bool:
    """Nothing continues the run, a stop is allowed, or the next card decides how far it goes."""
    here = s.spot[s.mover]
    is_last = here >> 4 == s.laid - 1 and s.kind[here >> 4] != FINISH
    return lanes == 0 or is_last or (t.short_moves == 1 and not has_car(s, here))


def _keep_best(ways: dict[int, Way], spot: int, way: Way) -> None:
    if spot not in ways or way[0] < ways[spot][0]:
        ways[spot] = way
