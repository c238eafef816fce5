"""The words of the game: moves, outcomes, decisions and the position, in the words of the box."""

from collections.abc import Mapping

from paddock.engine import Namer, Phrase, is_in, number_of

from .rules.items import next_piece
from .rules.model import follow_road, progress
from .rules.scoring import race_place, team_mate, team_points, winning_team
from .state import (
    BY_GATE,
    BY_SHORTCUT,
    CHOOSE_ROUTE,
    DRAW_POLE,
    DRAW_STARTER,
    FILL,
    FILL_TRAY,
    FIX,
    FLIP,
    NOTHING,
    PLACE,
    PLACE_PIECE,
    QUALIFYING_DIE,
    RACE_DIE,
    ROCKET_DIE,
    ROLL,
    ROUTE,
    STOP,
    TRAY,
    USE,
    State,
    Table,
)
from .table import components

ITEM_NAMES = ("nothing", "a turbo", "a rocket", "a bomb", "a wrench", "an oil spill", "an armed bomb", "the tray")
ITEM_FORMS = ("", ""), ("turbo",), ("rocket",), ("bomb",), ("wrench", "wrenches"), ("oil spill",)  # one, many
MARKS = " trbwo!$"  # what lies on a space, on the map
LEGEND = (
    "  1-8 cars, * several, + corner, | line, x loop, T teleport, s switch, H/= gate, trbwo items, ! armed bomb, $ tray"
)


def seat_name(t: Table, seat: int) -> str:
    """A seat is called by its colour."""
    return components()["colour"][seat]["id"]


def item_name(t: Table, kind: int) -> str:
    """An item with its article."""
    return ITEM_NAMES[kind]


def step_name(t: Table, step: int) -> str:
    """A step by its number; a car that has finished is beyond the flag."""
    return f"step {step}" if step else "the flag"


def tie_breaker(t: Table, is_drawn: int) -> str:
    """What follows a tie in qualifying."""
    return "a draw decides" if is_drawn else "the tied cars qualify again"


def dice_name(t: Table, dice: int) -> str:
    """A number of dice, e.g. 1 die or 3 dice."""
    return number_of(dice, "die", "dice")


def points_name(t: Table, points: int) -> str:
    """A number of points, e.g. 1 point or 7 points."""
    return number_of(points, "point")


NAMERS: Mapping[str, Namer] = {
    "car": seat_name,
    "item": item_name,
    "step": step_name,
    "tie_breaker": tie_breaker,
    "dice": dice_name,
    "points": points_name,
}


def move_to_words(t: Table, s: State, move: int) -> str:
    """A choice or an outcome of the pending decision."""
    if s.phase in (DRAW_STARTER, DRAW_POLE):
        return seat_name(t, move)
    if s.phase in (RACE_DIE, QUALIFYING_DIE, ROCKET_DIE):
        return str(move)
    if s.phase == CHOOSE_ROUTE:
        return _route(t, s, move - ROUTE)
    if s.phase == FILL_TRAY:
        return f"put {item_name(t, move - FILL)} into the tray"
    if s.phase == PLACE_PIECE:
        return f"put {item_name(t, next_piece(s))} on step {move - PLACE}"
    if move > FLIP:
        return f"use {item_name(t, move - USE)}"
    return {STOP: "stop", ROLL: "roll", FIX: "fix the car", FLIP: "set the car upright"}[move]


def _route(t: Table, s: State, route: int) -> str:
    step, _, _ = follow_road(t, s.step[s.turn], s.points, route, s.crossings[s.turn] == t.laps)
    ways = {0: "by the normal road", BY_SHORTCUT: "by the shortcut", BY_GATE: "through the gate"}
    way = ways.get(route, "by the shortcut and through the gate")
    return f"drive {way} to the flag" if step == 0 else f"drive {way} to step {step}"


# What questions say


def _so_far(t: Table, s: State) -> str:
    faces = [str(face) for face in range(1, 7) if is_in(s.rolled, face - 1)]
    return f"{'+'.join(faces)} = {s.total}" if len(faces) > 1 else str(s.total)


def _risk(t: Table, s: State) -> str:
    return f"{s.dice_rolled} in 6 to show a number again"


def _cost(t: Table, s: State) -> str:
    return ": a crash" if t.corner[s.step[s.turn]] else ": no move"


PHRASES: Mapping[str, Phrase] = {
    "so_far": _so_far,
    "risk": _risk,
    "cost": _cost,
    "first_or_now": lambda t, s: "and now?" if s.item_used else "what first?",
    "next_piece": lambda t, s: item_name(t, next_piece(s)),
}


# The position as text


def position(t: Table, s: State) -> str:
    """The track as a map, and a line for each car in race order."""
    lines = [f"Round {s.round + 1}."] if s.turn >= 0 else ["Before the race."]
    if s.step[0] or s.finished:
        lines += [*_map(t, s), LEGEND]
    place = [race_place(t, s, car) for car in range(t.seats)]
    lines += [_car_line(t, s, car, place[car]) for car in sorted(range(t.seats), key=lambda c: place[c])]
    return "\n".join([*lines, *_shared_lines(t, s)])


def _map(t: Table, s: State) -> list[str]:
    """Cars by number, several on a corner as *; + corner, T teleport, s switch, x loop, | the last step of a lap."""
    steps = [step for step in range(1, len(t.cell)) if t.cell[step] == step]
    grid = [[" "] * (max(t.col) + 1) for _ in range(max(t.row) + 1)]
    for step in steps:
        grid[t.row[step]][t.col[step]] = _mark(t, s, step)
    return ["  " + " ".join(row).rstrip() for row in grid]


def _mark(t: Table, s: State, step: int) -> str:
    cars = [car for car in range(t.seats) if t.cell[s.step[car]] == step]
    if cars:
        return str(cars[0] + 1) if len(cars) == 1 else "*"
    if s.thing[step] != NOTHING:
        return MARKS[s.thing[step]]
    if step == t.gate_location:
        return "=" if s.gate_open else "H"
    if t.teleport[step]:
        return "T"
    if t.switch[step]:
        return "s"
    if t.cell.count(step) > 1:
        return "x"
    return "+" if t.corner[step] else "|" if step == t.lap_length else "."


def _car_line(t: Table, s: State, car: int, place: int) -> str:
    name = f"{place}. {seat_name(t, car)} ({car + 1})"
    if s.place[car]:
        return f"  {name:16} finished"
    if s.step[car] == 0:
        return f"  {name:16} {s.value[car]} in qualifying"
    where = f"step {s.step[car]}{' (corner)' if t.corner[s.step[car]] else ''}"
    left = t.laps - max(0, s.crossings[car] - 1)
    laps = f"{number_of(left, 'lap')} to go"
    extras = [dice_name(t, s.dice[car]), *_extras(t, s, car)]
    return f"  {name:16} {where:18} {laps:14} {', '.join(extras)}"


def gap(t: Table, flag: State, end: State, car: int) -> str:
    """GP-63 What a car had still to drive when the first one finished: laps, and the rest in steps."""
    if flag.place[car]:
        return ""
    laps, steps = divmod(t.laps * t.lap_length - progress(t, flag, car), t.lap_length)
    parts = [number_of(laps, "lap")] * (laps > 0) + [number_of(steps, "step")] * (steps > 0)
    return f"{' and '.join(parts)} to go"


def _extras(t: Table, s: State, car: int) -> list[str]:
    extras = ["belly-up"] if s.belly_up[car] else []
    if t.shortcut_from and s.cylinder_spent[car]:
        extras.append("cylinder spent")
    for kind in range(1, 6):
        if s.held[car][kind]:
            extras.append(number_of(s.held[car][kind], *ITEM_FORMS[kind]))
    if s.safety[car]:
        extras.append(f"{number_of(s.safety[car], 'turn')} under the safety car")
    return extras


def _shared_lines(t: Table, s: State) -> list[str]:
    lines: list[str] = []
    lying = [f"{ITEM_NAMES[s.thing[c]]} on {c}" for c in range(1, len(s.thing)) if s.thing[c] not in (NOTHING, TRAY)]
    if lying:
        lines.append("  On the track: " + ", ".join(lying) + ".")
    if s.tray_at:
        lines.append(f"  The tray with {ITEM_NAMES[s.tray_item]} is on step {s.tray_at}.")
    if t.gate_location:
        lines.append(f"  The gate is {'open' if s.gate_open else 'closed'}.")
    if s.fastest:
        lines.append(f"  Fastest turn: {seat_name(t, s.fastest_seat)} with {s.fastest}.")
    if t.teams and s.turn >= 0:
        seat = winning_team(t, s)
        pair = f"{seat_name(t, seat)} and {seat_name(t, team_mate(t, seat))}"
        lines.append(f"  Team ahead: {pair} with {points_name(t, team_points(t, s, seat))}.")
    return lines
