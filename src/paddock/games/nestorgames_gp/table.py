"""From seats and options to the table of a race: the board as arrays, the pieces counted."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from paddock.engine import Option, OptionError, Options, fill_weights

from .board import Board, BoardError, board_heads, load_board
from .estimate import KNOTS, group
from .state import (
    ALL,
    BOARD_GAME,
    BOMB,
    EAST,
    FIRST,
    LAST_BUT_ONE,
    NO_ITEMS,
    NORTH,
    OIL,
    ROCKET,
    SOUTH,
    TRAY_GAME,
    TURBO,
    WEST,
    WRENCH,
    Table,
)
from .teams import pairs
from .weights import SHARPNESS, WEIGHTS

COMPONENTS = Path(__file__).parent / "components"
ITEM = {"turbo": TURBO, "rocket": ROCKET, "bomb": BOMB, "wrench": WRENCH, "oil": OIL}
HEADING = {"W": WEST, "S": SOUTH, "E": EAST, "N": NORTH}
WITH_ITEMS = {"items": ("tray", "board")}

OPTIONS = (
    Option(
        "board",
        "The track to race on.",
        "oval",
        {**board_heads("description")},
        clause="GP-01",
        file=True,
        titles={**board_heads("name")},
    ),
    Option("laps", "How many laps a car must complete.", 3, least=1, most=9, clause="GP-14"),
    Option(
        "items",
        "Special items on the road.",
        "none",
        {
            "none": "Plain racing: only dice, corners and bumps.",
            "tray": "One item at a time lies on the road; who lands on it takes it, and the next one comes.",
            "board": "All items lie on the road from the start; what is used lies in front of the leader again.",
        },
        clause="GP-85",
    ),
    Option(
        "item_sets",
        "How many sets of items there are.",
        1,
        {
            1: "Eight items besides the oil: who finds one is lucky.",
            2: "Twice as many turbos, rockets, bombs and wrenches: more is shot and more is repaired.",
        },
        clause="GP-120",
        needs=WITH_ITEMS,
    ),
    Option(
        "extra_set_oil",
        "How many oil spills two sets bring.",
        False,
        {
            False: "Four oil spills, with two sets as with one.",
            True: "Eight oil spills: more cars slide.",
        },
        clause="GP-120",
        needs={"item_sets": (2,)},
    ),
    Option(
        "safety_car",
        "What a severe accident does to the race.",
        False,
        {
            False: "Accidents stop only the cars in them; everybody else races on.",
            True: "A severe accident costs all dice, and for three turns nobody may overtake or bump.",
        },
        clause="GP-121",
    ),
    Option(
        "safety_restart",
        "Which accident restarts the three turns of the safety car.",
        "any_crash",
        {
            "any_crash": "Each crash behind the safety car starts its three turns again.",
            "severe": "Only another severe accident starts its three turns again.",
        },
        clause="GP-126",
        needs={"safety_car": (True,)},
    ),
    Option(
        "fastest_turn",
        "Whether the longest turn counts.",
        False,
        {
            False: "Points are given for places only.",
            True: "The longest movement of the race earns half a point of the championship.",
        },
        clause="GP-127",
    ),
    Option(
        "wet_race",
        "Whether it has rained.",
        False,
        {
            False: "A dry track: oil comes only with the items.",
            True: "Four oil spills lie on the track for the whole race, and cars that end there slide.",
        },
        clause="GP-16",
    ),
    Option(
        "teams",
        "Whether two players race as a team.",
        False,
        {
            False: "Everybody races alone.",
            True: "The points of two cars are added: helping your team mate pays.",
        },
        clause="GP-134",
        seats=(4, 6, 8),
    ),
    Option(
        "team_pairs",
        "Who races with whom.",
        "opposite",
        {
            "opposite": "You race with the player opposite: with four cars 1 and 3, 2 and 4.",
            "neighbours": "You race with the next player: 1 and 2, 3 and 4, and so on.",
            "first_and_last": "The first races with the last: with four cars 1 and 4, 2 and 3.",
        },
        clause="GP-134",
        needs={"teams": (True,)},
    ),
    Option(
        "race_end",
        "When the race is over.",
        "last_but_one",
        {
            "last_but_one": "Racing goes on until one car is left, which takes the last place.",
            "all": "Racing goes on until the last car has crossed the line, too.",
            "first": "The race stops with the winner's turn; the others are placed where they are.",
        },
        clause="GP-65",
    ),
    Option(
        "bumped_landing",
        "What a bumped car sets off where it comes to rest.",
        "all",
        {
            "all": "A bumped car sets off what lies where it stops: it may even pick up an item.",
            "hazards": "A bumped car meets bombs and oil only; items, switches and teleports stay as they are.",
        },
        clause="GP-49",
    ),
    Option(
        "corner_hit",
        "Who crashes when a car drives onto an occupied corner.",
        "everyone",
        {
            "everyone": "All cars on the corner crash, with the one that drove into them.",
            "occupants": "The driver who arrives is spared: driving into a full corner is a weapon.",
        },
        clause="GP-43",
    ),
    Option(
        "items_on_corners",
        "Whether the tray and free pieces may be placed on corners.",
        True,
        {
            True: "Items may lie on corners, where stopping is dangerous.",
            False: "Items lie on straights only.",
        },
        clause="GP-90",
        needs=WITH_ITEMS,
    ),
    Option(
        "item_placement",
        "Who lays the items on the board.",
        "player",
        {
            "player": "The last on the grid puts each item where it helps most.",
            "default": "Items lie where the board suggests: the race starts at once.",
        },
        clause="GP-112",
        needs={"items": ("board",)},
    ),
    Option(
        "rounds_per_lap_limit",
        "The race stops after this many rounds for each lap.",
        60,
        least=20,
        most=1000,
        clause="GP-68",
    ),
)


@cache
def components() -> dict[str, Any]:
    """Everything in the box that is not a board."""
    return tomllib.loads((COMPONENTS / "game.toml").read_text(encoding="utf-8"))


def build(seats: int, options: Options) -> Table:
    """The table of a race."""
    t = Table()
    t.seats = seats
    _fill_options(t, options)
    _fill_pieces(t, options)
    try:
        _fill_board(t, load_board(str(options["board"])))
    except BoardError as error:
        raise OptionError(str(error)) from None
    fill_weights(t, KNOTS, WEIGHTS, SHARPNESS, group(t))
    return t


def _fill_options(t: Table, options: Options) -> None:
    t.laps = int(options["laps"])
    t.items = {"none": NO_ITEMS, "tray": TRAY_GAME, "board": BOARD_GAME}[str(options["items"])]
    t.race_end = {"last_but_one": LAST_BUT_ONE, "all": ALL, "first": FIRST}[str(options["race_end"])]
    t.items_on_corners = int(options["items_on_corners"])
    t.placed_by_player = int(options["item_placement"] == "player")
    t.safety_car = int(options["safety_car"])
    t.severe_only = int(options["safety_restart"] == "severe")
    t.fastest_turn = int(options["fastest_turn"])
    t.wet_race = int(options["wet_race"])
    t.teams = int(options["teams"])
    for seat, mate in pairs(t.seats, str(options["team_pairs"])) if t.teams else ():
        t.mate[seat], t.mate[mate] = mate, seat
    t.hazards_only = int(options["bumped_landing"] == "hazards")
    t.occupants_only = int(options["corner_hit"] == "occupants")
    t.round_limit = t.laps * int(options["rounds_per_lap_limit"])


def _fill_pieces(t: Table, options: Options) -> None:
    """GP-02 GP-16 GP-120 How many pieces of each item are in play."""
    for item in components()["item"]:
        doubled = options["extra_set_oil"] if item["id"] == "oil" else options["item_sets"] == 2
        count = item["count"] * (2 if doubled else 1)
        in_play = t.items != NO_ITEMS or (t.wet_race and item["id"] == "oil")
        t.pieces[ITEM[item["id"]]] = count if in_play else 0


def _fill_board(t: Table, board: Board) -> None:
    t.lap_length = board.lap_length
    for step in board.steps:
        t.next_step[step.n] = step.next
        t.corner[step.n] = int(step.kind == "corner")
        t.heading[step.n] = HEADING[step.dir]
        t.cell[step.n] = min(other.n for other in board.steps if other.cell == step.cell)
        t.to_go[step.n] = board.lap_length - step.n + 1
        t.col[step.n], t.row[step.n], t.x[step.n], t.y[step.n] = step.col, step.row, step.x, step.y
    for box in board.boxes:
        t.box_x[box.slot - 1], t.box_y[box.slot - 1] = box.x, box.y
    if board.shortcut:
        t.shortcut_from, t.shortcut_to = board.shortcut.start, board.shortcut.to
    if board.gate:
        t.gate_from, t.gate_location, t.gate_to = board.gate.start, board.gate.location, board.gate.to
        t.to_go[t.gate_location] = 1 + t.to_go[t.gate_to]
        for step in board.gate.switches:
            t.switch[step] = 1
    if board.teleport:
        there, back = board.teleport
        t.teleport[there], t.teleport[back] = back, there
    _fill_places_of_pieces(t, board)


def _fill_places_of_pieces(t: Table, board: Board) -> None:
    for step in board.steps:
        t.closed_to_items[step.n] = int(t.switch[step.n] or t.teleport[step.n] != 0 or step.kind == "gate")
    t.wet_oil = list(board.wet_oil)
    for item, steps in board.default_items.items():
        t.default_items[ITEM[item]] = [*steps, 0, 0, 0, 0][:4]
