"""What a client draws: the track once, and each new position. Nothing is hidden in this game."""

from typing import Any

from paddock.engine import is_in

from .board import load_board, supplied_boards
from .forecast import bust, ends, placing, uses
from .rules.model import progress
from .rules.scoring import race_place, team_mate, team_place, team_points
from .state import (
    CARS,
    CHOOSE_ROUTE,
    NOTHING,
    QUALIFY,
    QUALIFYING_DIE,
    RACE_DIE,
    RACE_OVER,
    ROLL_OR_STOP,
    State,
    Table,
)
from .table import ITEM, components

HEADINGS = ("W", "S", "E", "N")
THINGS = ("", *ITEM, "armed_bomb", "tray")


def scene(t: Table) -> dict[str, Any]:
    """The track and what else stays as it is for the whole race."""
    return {
        **_board(t),
        "lap_length": t.lap_length,
        "laps": t.laps,
        "steps": [_step(t, n) for n in range(1, len(t.cell)) if t.cell[n]],
        "shortcut": [t.shortcut_from, t.shortcut_to] if t.shortcut_from else None,
        "gate": [t.gate_from, t.gate_location, t.gate_to] if t.gate_from else None,
        "boxes": [{"x": t.box_x[slot], "y": t.box_y[slot]} for slot in range(CARS)],
        "colours": [{"name": c["id"], "hex": c["hex"]} for c in components()["colour"][: t.seats]],
        "round_limit": t.round_limit,
    }


def _board(t: Table) -> dict[str, str]:
    """Which board of the box this is; a custom board has no id."""
    cells = list(zip(t.x, t.y, strict=True))
    for board_id in supplied_boards():
        board = load_board(board_id)
        if board.lap_length == t.lap_length and all(cells[step.n] == (step.x, step.y) for step in board.steps):
            return {"board": board.id, "name": board.name}
    return {"board": "", "name": "Custom board"}


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
    place = [race_place(t, s, car) for car in range(t.seats)]
    return {
        "round": s.round + 1,
        "turn": s.turn,
        "racing": s.turn >= 0,
        "over": s.phase == RACE_OVER,
        "cars": [_car(t, s, car, place[car]) for car in range(t.seats)],
        "things": _things(s) if any(s.thing) else [],
        "tray": THINGS[s.tray_item],
        "available": {name: s.available[kind] for name, kind in ITEM.items()},
        "gate_open": bool(s.gate_open),
        "fastest": {"seat": s.fastest_seat, "points": s.fastest} if s.fastest else None,
        "roller": s.turn if s.turn >= 0 else s.qualifier,
        "rolled": [face for face in range(1, 7) if is_in(s.rolled, face - 1)] if _is_rolling(s) else [],
        "total": s.total if _is_rolling(s) else 0,
        "turbo": bool(s.turbo_on),
        "bust": bust(t, s),
        "ends": ends(t, s),
        "placing": placing(t, s),
        "uses": uses(t, s),
        "safety_car": bool(s.under_safety_car),
        "teams": _teams(t, s) if t.teams else [],
    }


def _teams(t: Table, s: State) -> list[dict[str, Any]]:
    """GP-135 The teams as they stand, the first one first."""
    lower = [seat for seat in range(t.seats) if seat < team_mate(t, seat)]
    return [
        {"seats": [seat, team_mate(t, seat)], "points": team_points(t, s, seat), "place": team_place(t, s, seat)}
        for seat in sorted(lower, key=lambda seat: team_place(t, s, seat))
    ]


def _things(s: State) -> list[dict[str, Any]]:
    return [{"cell": c, "thing": THINGS[s.thing[c]]} for c in range(len(s.thing)) if s.thing[c] != NOTHING]


def _is_rolling(s: State) -> bool:
    return s.phase in (QUALIFY, QUALIFYING_DIE, RACE_DIE, ROLL_OR_STOP, CHOOSE_ROUTE)


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
        "held": {name: s.held[car][kind] for name, kind in ITEM.items() if s.held[car][kind]}
        if any(s.held[car])
        else {},
        "safety": s.safety[car],
        "qualifying": s.value[car],
        "slot": (car - s.pole) % t.seats + 1,
        "stamp": s.stamp[car],
    }
