"""What a choice leads to: where stopping now or one more die brings the car, worked out by the rules themselves."""

from typing import Any

from paddock.engine import is_in, new_log, with_one

from .rules.finish import is_last_lap
from .rules.items import can_use, next_piece, place_options, target_cell
from .rules.landing import come_to_rest
from .rules.model import end_of_edge, extra_edge, follow_road, other_car_on, put_car
from .rules.safety_car import is_forbidden
from .rules.turn import highest_die, route_options
from .state import (
    ARMED_BOMB,
    BOMB,
    CHOOSE_ROUTE,
    KINDS,
    NOTHING,
    OIL,
    PLACE,
    PLACE_PIECE,
    QUALIFY,
    QUALIFYING_DIE,
    RACE_DIE,
    ROCKET,
    ROLL,
    ROLL_OR_STOP,
    ROUTE,
    START_TURN,
    STEPS,
    STOP,
    TRAY,
    USE,
    State,
    Table,
)
from .table import ITEM

ROUTES = 4  # subsets of shortcut and gate
LYING = {OIL: "oil", ARMED_BOMB: "bomb", TRAY: "tray"}  # what a car meets; anything else is an item to take
QUIET = ([], ["corner"])  # marks of a space that does nothing to a car
NAME = {kind: name for name, kind in ITEM.items()}


def ends(t: Table, s: State) -> list[dict[str, Any]]:
    """GP-30 GP-32 Where the car would go if it stopped now (face 0), and after each next die that is no bust."""
    if s.phase not in (CHOOSE_ROUTE, ROLL_OR_STOP):
        return []
    faces = range(7) if s.phase == ROLL_OR_STOP else range(1)
    last_lap = is_last_lap(t, s, s.turn)
    return [_end(t, s, face, last_lap) for face in faces if face == 0 or not is_in(s.rolled, face - 1)]


def _end(t: Table, s: State, face: int, last_lap: bool) -> dict[str, Any]:
    """Where the car goes if the next die shows this face, 0 for stopping now."""
    points = s.total + face
    if s.turbo_on:
        points += highest_die(with_one(s.rolled, face - 1) if face else s.rolled)
    return {
        "face": face,
        "move": (STOP if face == 0 else ROLL) if s.phase == ROLL_OR_STOP else -1,
        "points": points,
        "routes": [_road(t, s, points, route, last_lap) for route in _open_roads(t, s, points)],
    }


def _open_roads(t: Table, s: State, points: int) -> list[int]:
    """GP-32 Every road these points can be driven on, those included that the safety car forbids."""
    if t.shortcut_from == 0 and t.gate_from == 0:
        return [0]
    without_safety_car = s.copy()
    without_safety_car.under_safety_car = 0
    without_safety_car.points = points
    out = [0] * ROUTES
    return [move - ROUTE for move in out[: route_options(t, without_safety_car, out)]]


def _road(t: Table, s: State, points: int, route: int, last_lap: bool) -> dict[str, Any]:
    car = s.turn
    step, crossed, _ = follow_road(t, s.step[car], points, route, last_lap)
    marks = _marks(t, s, step)
    return {
        "route": route,
        "move": ROUTE + route,
        "step": step,
        "path": _path(t, s.step[car], points, route, last_lap),
        "marks": marks,
        "forbidden": bool(s.under_safety_car and is_forbidden(t, s, car, points, route)),
        **(_rest(step) if marks in QUIET and not t.closed_to_items[step] else _landing(t, s, step, crossed)),
    }


def _path(t: Table, step: int, points: int, route: int, last_lap: bool) -> list[int]:
    """The steps driven over, one for each point; a car that finishes stops on the last step of the lap."""
    if step + points <= t.lap_length and route == 0:
        return list(range(step + 1, step + points + 1))
    path: list[int] = []
    for _ in range(points):
        if step == t.lap_length and last_lap:
            break
        step = end_of_edge(t, step, extra_edge(t, step, route) if route else 0)
        path.append(step)
    return path


def _marks(t: Table, s: State, step: int) -> list[str]:
    """What is there for a car that ends its movement on a step."""
    if step == 0:
        return ["flag"]
    marks = ["corner"] if t.corner[step] else []
    if other_car_on(t, s, t.cell[step], s.turn) >= 0:
        marks.append("occupied")
    thing = s.thing[t.cell[step]]
    if thing != NOTHING:
        marks.append(LYING.get(thing, "item"))
    if t.teleport[step]:
        marks.append("teleport")
    if t.switch[step]:
        marks.append("switch")
    return marks


def _rest(step: int) -> dict[str, Any]:
    """GP-44 On an empty space a car stays where it stopped."""
    return {"rest": step, "crash": False, "bumps": [], "crashes": []}


def _landing(t: Table, s: State, step: int, crossed: int) -> dict[str, Any]:
    """GP-40 GP-102 Where the car ends after pushes and slides (0 beyond the flag), and which others are hit."""
    after = s.copy()
    after.crossings[s.turn] += crossed
    put_car(after, s.turn, step)
    if step:
        come_to_rest(t, after, s.turn, new_log(0))
    others = [car for car in range(t.seats) if car != s.turn]
    return {
        "rest": after.step[s.turn],
        "crash": bool(after.belly_up[s.turn]),
        "bumps": [car for car in others if after.step[car] != s.step[car]],
        "crashes": [car for car in others if after.belly_up[car] > s.belly_up[car] or after.dice[car] < s.dice[car]],
    }


def bust(t: Table, s: State) -> dict[str, Any] | None:
    """GP-07 GP-28 GP-29 GP-121 In how many of six cases the next die is a bust, and what a bust costs."""
    if s.phase in (QUALIFY, QUALIFYING_DIE):
        return {"in_six": s.dice_rolled, "cost": "value"}
    if s.phase not in (ROLL_OR_STOP, RACE_DIE):
        return None
    if not t.corner[s.step[s.turn]]:
        return {"in_six": s.dice_rolled, "cost": "move"}
    has_six = is_in(s.rolled, 5)
    return {"in_six": s.dice_rolled, "cost": "all_dice" if has_six and t.safety_car else "crash"}


def placing(t: Table, s: State) -> dict[str, Any] | None:
    """GP-112 The piece to be placed, and the step that each move puts it on."""
    if s.phase != PLACE_PIECE:
        return None
    out = [0] * STEPS
    moves = out[: place_options(t, s, out)]
    return {"piece": NAME[next_piece(s)], "moves": [{"move": move, "step": move - PLACE} for move in moves]}


def uses(t: Table, s: State) -> list[dict[str, Any]]:
    """GP-92 The items that can be used now, each with the space it is aimed at or left on (0: none)."""
    if s.phase != START_TURN:
        return []
    kinds = [kind for kind in range(1, KINDS) if can_use(t, s, s.turn, kind)]
    return [{"item": NAME[kind], "move": USE + kind, "cell": _aim(t, s, kind)} for kind in kinds]


def _aim(t: Table, s: State, kind: int) -> int:
    if kind == ROCKET:
        return target_cell(t, s, s.turn)
    return t.cell[s.step[s.turn]] if kind in (BOMB, OIL) else 0
