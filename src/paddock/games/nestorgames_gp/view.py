"""What a client draws: the track once, and a position as often as it changes. Nothing is hidden in this game."""

from typing import Any

from .rules.model import progress
from .rules.scoring import race_places
from .rules.turn import route_options
from .state import CARS, CHOOSE_ROUTE, NOTHING, QUALIFY, RACE_OVER, ROLL_OR_STOP, ROUTE, State, Table
from .table import ITEM, components

HEADINGS = ("W", "S", "E", "N")
THINGS = ("", *ITEM, "armed_bomb", "tray")


def scene(t: Table) -> dict[str, Any]:
    """The track and what else stays as it is for the whole race."""
    return {
        "lap_length": t.lap_length,
        "laps": t.laps,
        "steps": [_step(t, n) for n in range(1, len(t.cell)) if t.cell[n]],
        "shortcut": [t.shortcut_from, t.shortcut_to] if t.shortcut_from else None,
        "gate": [t.gate_from, t.gate_location, t.gate_to] if t.gate_from else None,
        "boxes": [{"x": t.box_x[slot], "y": t.box_y[slot]} for slot in range(CARS)],
        "colours": [{"name": c["id"], "hex": c["hex"]} for c in components()["colour"][: t.seats]],
        "teams": bool(t.teams),
        "round_limit": t.round_limit,
    }


def _step(t: Table, n: int) -> dict[str, Any]:
    return {
        "n": n,
        "cell": t.cell[n],
        "x": t.x[n],
        "y": t.y[n],
        "next": t.next_step[n],
        "heading": HEADINGS[t.heading[n]],
        "corner": bool(t.corner[n]),
        "switch": bool(t.switch[n]),
        "teleport": t.teleport[n],
    }


def view(t: Table, s: State) -> dict[str, Any]:
    """The position."""
    place = [0] * CARS
    race_places(t, s, place)
    return {
        "round": s.round + 1,
        "turn": s.turn,
        "racing": s.turn >= 0,
        "over": s.phase == RACE_OVER,
        "cars": [_car(t, s, car, place[car]) for car in range(t.seats)],
        "things": [{"cell": c, "thing": THINGS[s.thing[c]]} for c in range(len(s.thing)) if s.thing[c] != NOTHING],
        "tray": THINGS[s.tray_item],
        "available": {name: s.available[kind] for name, kind in ITEM.items()},
        "gate_open": bool(s.gate_open),
        "fastest": {"seat": s.fastest_seat, "points": s.fastest} if s.fastest else None,
        "rolled": [face for face in range(1, 7) if s.rolled & (1 << (face - 1))] if _is_rolling(s) else [],
        "total": s.total if _is_rolling(s) else 0,
        "turbo": bool(s.turbo_on),
        "ends": _ends(t, s),
    }


def _is_rolling(s: State) -> bool:
    return s.phase in (QUALIFY, ROLL_OR_STOP, CHOOSE_ROUTE)


def _car(t: Table, s: State, car: int, place: int) -> dict[str, Any]:
    return {
        "seat": car,
        "step": s.step[car],
        "place": place,
        "finished": s.place[car] > 0,
        "laps_left": t.laps - max(0, s.crossings[car] - 1),
        "progress": progress(t, s, car) if s.step[car] else 0,
        "belly_up": bool(s.belly_up[car]),
        "dice": s.dice[car],
        "cylinder_spent": bool(s.cylinder_spent[car]),
        "held": {name: s.held[car][kind] for name, kind in ITEM.items() if s.held[car][kind]},
        "safety": s.safety[car],
        "qualifying": s.value[car],
        "slot": (car - s.pole) % t.seats + 1,
        "stamp": s.stamp[car],
    }


def _ends(t: Table, s: State) -> list[dict[str, Any]]:
    """Where the car would come to rest if it stopped now (face 0) or after one more die, by the normal road."""
    if s.phase != ROLL_OR_STOP:
        return []
    faces = [0, *(face for face in range(1, 7) if not s.rolled & (1 << (face - 1)))]
    return [{"face": face, **_end(t, s, face)} for face in faces]


def _end(t: Table, s: State, face: int) -> dict[str, Any]:
    after = s.copy()
    after.total += face
    after.points = after.total + max(after.highest, face) if after.turbo_on else after.total
    out = [0] * 4
    routes = [move - ROUTE for move in out[: route_options(t, after, out)]]
    return {"points": after.points, "routes": routes}
