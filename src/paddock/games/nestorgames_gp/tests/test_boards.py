"""The boards in the box are as the ledger says, and a board nobody can race on is refused with a reason."""

import copy
import json
import pickle
import tomllib
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paddock.games.nestorgames_gp.board import (
    COMPONENTS,
    Board,
    BoardError,
    Gate,
    Loop,
    load_board,
    read_board,
    supplied_boards,
)
from paddock.testing import clause

from .position import Car, Position

Data = dict[str, Any]
Break = Callable[[Data], object]

# id, name, L, corners, shortcut, loops, gate, switches, T spaces: typed from RULES.md, Custom boards
LEDGER: list[tuple[Any, ...]] = [
    ("oval", "First Oval", 46, 4, None, [], None, (), None),
    ("coast", "Coast Road", 66, 14, None, [], None, (), None),
    ("quarry", "Quarry Cut", 70, 14, (15, 41), [], None, (), None),
    ("knot", "Double Knot", 74, 14, None, [(14, 26), (39, 49)], None, (), None),
    ("drawbridge", "Drawbridge", 70, 14, None, [], (17, 71, 31), (10, 40), None),
    ("warp", "Warp Yard", 74, 16, None, [], None, (), (19, 30)),
    ("switchyard", "Switchyard", 74, 8, None, [], (16, 75, 30), (12, 53), (34, 47)),
    ("arcade", "Grand Arcade", 90, 20, (8, 26), [(45, 55)], (41, 91, 57), (34, 68), (63, 74)),
]
IDS: list[str] = [row[0] for row in LEDGER]


def text_of(board: str) -> str:
    return (COMPONENTS / f"board_{board}.toml").read_text(encoding="utf-8")


@cache
def json_of(board: str) -> str:
    return json.dumps(tomllib.loads(text_of(board)))


def data_of(board: str) -> Data:
    """A new copy of the parsed file, since some tests change it; JSON is parsed much faster than TOML."""
    return json.loads(json_of(board))


def step(data: Data, n: int) -> Data:
    return data["step"][n - 1]


def as_toml(data: Data) -> str:
    """Each top-level value on a separate line, the rest inline."""
    return "\n".join(f"{as_key(key)} = {as_value(value)}" for key, value in data.items())


def as_key(key: str) -> str:
    plain = key.isascii() and key.isidentifier()
    return '"' + (key if plain else "".join(f"\\U{ord(letter):08x}" for letter in key)) + '"'


def as_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return as_key(value)
    if isinstance(value, list):
        return "[" + ", ".join(as_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_key(key)} = {as_value(item)}" for key, item in value.items()) + "}"
    return repr(value)


def problems_of(board: str, break_it: Break) -> tuple[str, ...]:
    data = data_of(board)
    break_it(data)
    with pytest.raises(BoardError) as caught:
        read_board(as_toml(data), board)
    return caught.value.problems


def put(table: str, key: str, value: object) -> Break:
    return lambda data: data[table].update({key: value})


def put_step(number: int, **values: object) -> Break:
    return lambda data: step(data, number).update(values)


def both(*breaks: Break) -> Break:
    return lambda data: [break_it(data) for break_it in breaks]


# The boards in the box.


def test_the_boards_come_in_the_order_of_learning():
    assert supplied_boards() == tuple(IDS)
    assert [load_board(board).order for board in supplied_boards()] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("row", LEDGER, ids=IDS)
def test_a_board_agrees_with_the_ledger(row: tuple[Any, ...]):
    id, name, length, corners, shortcut, loops, gate, switches, teleport = row
    board = load_board(id)

    assert (board.id, board.name, board.lap_length) == (id, name, length)
    assert sum(step.kind == "corner" for step in board.steps) == corners
    assert (board.shortcut and (board.shortcut.start, board.shortcut.to)) == shortcut
    assert [loop.steps for loop in board.loops] == loops
    assert board.gate == (gate and Gate(gate[0], gate[1], gate[2], switches))
    assert board.teleport == teleport
    assert len(board.steps) == length + (1 if gate else 0)


@pytest.mark.clause("GP-12")
@pytest.mark.parametrize("row", LEDGER, ids=IDS)
def test_slot_one_touches_the_finish_line_and_each_slot_has_its_box(row: tuple[Any, ...]):
    board, length = load_board(row[0]), row[2]

    assert board.pit == tuple(length - i for i in range(8))
    assert [(box.slot, box.step) for box in board.boxes] == [(i + 1, length - i) for i in range(8)]


@pytest.mark.parametrize("board", IDS)
def test_each_piece_of_the_box_has_its_place(board: str):
    placed = load_board(board).default_items

    assert len(load_board(board).wet_oil) == 4
    assert {item: len(steps) for item, steps in placed.items()} == {
        "turbo": 2,
        "rocket": 2,
        "bomb": 2,
        "wrench": 2,
        "oil": 4,
    }


def test_a_step_is_found_by_its_number():
    corner = load_board("arcade").step(8)

    assert (corner.n, corner.cell, corner.col, corner.row, corner.x, corner.y) == (8, "c00r02", 0, 2, 68, 365)
    assert (corner.kind, corner.enter, corner.dir, corner.next, corner.mark) == (
        "corner",
        "S",
        "E",
        9,
        "shortcut_from",
    )
    assert load_board("arcade").step(7).mark == ""


def test_the_gate_square_is_the_last_step():
    gate = load_board("drawbridge").steps[-1]

    assert (gate.n, gate.kind, gate.next) == (71, "gate", 31)


def test_the_steps_of_a_loop_lie_on_its_cell():
    board = load_board("knot")

    assert board.loops[0] == Loop("c03r05", (14, 26))
    assert board.step(14).cell == board.step(26).cell == "c03r05"


def test_the_lower_step_of_a_pair_comes_first_however_it_is_written():
    data = data_of("arcade")
    data["teleport"]["spaces"] = [74, 63]
    data["loop"][0]["steps"] = [55, 45]

    board = read_board(as_toml(data), "arcade")

    assert board.teleport == (63, 74)
    assert board.loops[0].steps == (45, 55)


def test_a_board_is_read_once_and_cannot_be_changed():
    board = load_board("oval")

    assert load_board("oval") is board
    assert hash(board) == hash(read_board(text_of("oval"), "oval"))
    with pytest.raises(FrozenInstanceError):
        board.lap_length = 47  # pyright: ignore[reportAttributeAccessIssue]


def test_a_custom_board_is_loaded_from_its_text():
    text = text_of("coast").replace('name = "Coast Road"', 'name = "My Road"')

    assert load_board(text).name == "My Road"
    assert load_board(text) is load_board(text)


def test_an_unknown_board_is_told_with_those_there_are():
    with pytest.raises(BoardError, match="none is called 'monaco'; there are oval, coast, quarry"):
        load_board("monaco")


# The error.


def test_an_error_names_its_source_before_each_problem():
    text = text_of("oval").replace("corner_count = 4", "corner_count = 5").replace("[46, 1]", "[1, 46]")

    with pytest.raises(BoardError) as caught:
        read_board(text, "my_board.toml")

    assert str(caught.value) == (
        "my_board.toml: corner_count is 5, but there are 4 corners\n"
        "my_board.toml: finish_edge must be [46, 1]: the line lies before step 1"
    )
    assert len(caught.value.problems) == 2


def test_an_error_survives_the_way_to_another_process():
    error = BoardError("my_board.toml", ["step 17 is missing"])

    assert str(pickle.loads(pickle.dumps(error))) == "my_board.toml: step 17 is missing"


def test_a_problem_of_a_custom_board_is_told_as_that_of_a_custom_board():
    with pytest.raises(BoardError, match="custom board: step 17 is missing"):
        load_board(text_of("oval").replace("\nn = 17\n", "\nn = 99\n"))


# Each check refuses one broken board.

MALFORMED: list[tuple[str, Break, str]] = [
    ("oval", lambda data: data.pop("board"), "file: board is missing"),
    ("oval", lambda data: data.update(board=3), "file: board must be a table [board]"),
    ("oval", lambda data: data.pop("step"), "file: step is missing"),
    ("oval", lambda data: data.update(step=[1]), "file: step must be a list of tables [[step]]"),
    ("oval", lambda data: data.pop("box"), "file: box is missing"),
    ("oval", lambda data: data.update(gate=[]), "file: gate must be a table [gate]"),
    ("oval", lambda data: data.update(loop={}), "file: loop must be a list of tables [[loop]]"),
    ("oval", lambda data: data["board"].pop("pit"), "board: pit is missing"),
    ("oval", lambda data: step(data, 17).pop("dir"), "step 17: dir is missing"),
    ("oval", lambda data: step(data, 17).pop("n"), "[[step]] no. 17: n is missing"),
    ("oval", put_step(17, x="far"), "step 17: x must be a whole number from 0 to 9999"),
    ("oval", put_step(17, x=True), "step 17: x must be a whole number from 0 to 9999"),
    ("oval", put_step(17, x=-1), "step 17: x must be a whole number from 0 to 9999"),
    ("oval", put_step(17, x=1.5), "step 17: x must be a whole number from 0 to 9999"),
    ("oval", put_step(17, cell=4), "step 17: cell must be a text"),
    (
        "oval",
        put_step(17, kind="bend"),
        "step 17: kind must be one of straight, corner, loop, gate, not 'bend'",
    ),
    ("oval", put_step(17, kind=3), "step 17: kind must be one of straight, corner, loop, gate"),
    ("oval", put_step(17, dir="NE"), "step 17: dir must be one of N, E, S, W, not 'NE'"),
    ("oval", put_step(17, enter="up"), "step 17: enter must be one of N, E, S, W, not 'up'"),
    ("oval", put_step(17, mark="pit9"), "step 17: mark must be one of pit1, pit2"),
    ("oval", put("board", "reconstructed", 1), "board: reconstructed must be true or false"),
    ("oval", put("board", "name", ""), "board: name must be a text"),
    ("oval", put("board", "pit", [1, "2"]), "board: pit must be a list of whole numbers from 0 to 9999"),
    ("oval", put("board", "features", [1]), "board: features must be a list of texts"),
    ("oval", put("board", "finish_edge", [46]), "board: finish_edge must be a pair of whole numbers"),
    ("oval", put("default_items", "magnet", [5]), "default_items: there is no item 'magnet'"),
    ("oval", lambda data: data["default_items"].pop("oil"), "default_items: oil is missing"),
    ("quarry", put("shortcut", "triangles", 3), "shortcut: triangles must be a list of pairs"),
    (
        "quarry",
        put("shortcut", "triangles", [[1, 2, 3]]),
        "shortcut: triangles must be a pair of whole numbers",
    ),
    ("warp", lambda data: data["teleport"].pop("distance"), "teleport: distance is missing"),
]

NUMBERING: list[tuple[str, Break, str]] = [
    ("oval", put("board", "lap_length", 121), "lap_length is 121, but a lap has 29 to 120 steps"),
    ("oval", put("board", "lap_length", 28), "lap_length is 28, but a lap has 29 to 120 steps"),
    ("oval", lambda data: data["step"].pop(16), "step 17 is missing"),
    ("oval", put_step(17, n=18), "step 18 is there 2 times"),
    ("oval", put_step(46, n=47), "step 47: the last step here is 46"),
    ("drawbridge", lambda data: data["step"].pop(), "step 71 is missing"),
    ("drawbridge", lambda data: data.pop("gate"), "step 71: the last step here is 70"),
    ("oval", put_step(17, next=0), "step 17: next: there is no step 0 on the lap"),
    ("oval", put("board", "pit", [47]), "pit: there is no step 47 on the lap"),
    ("oval", put("board", "wet_oil", [47]), "wet_oil: there is no step 47 on the lap"),
    ("oval", put("default_items", "oil", [0]), "default_items: oil: there is no step 0 on the lap"),
    ("warp", put("teleport", "spaces", [19, 75]), "teleport: there is no step 75 on the lap"),
    (
        "knot",
        lambda data: data["loop"][0].update(steps=[14, 75]),
        "loop c03r05: there is no step 75 on the lap",
    ),
    ("oval", lambda data: data["box"][2].update(step=47), "box 3: there is no step 47 on the lap"),
    ("quarry", put("shortcut", "to", 71), "shortcut: there is no step 71 on the lap"),
    ("drawbridge", put("gate", "to", 71), "gate: there is no step 71 on the lap"),
    ("drawbridge", put("gate", "switches", [10, 99]), "gate: there is no step 99 on the lap"),
    ("drawbridge", put("gate", "location", 70), "gate: its location must be step 71, not 70"),
]

LAP: list[tuple[str, Break, str]] = [
    ("oval", put_step(17, next=19), "step 17: next is 19, not 18"),
    ("oval", put_step(46, next=46), "step 46: next is 46, not 1"),
    ("drawbridge", put_step(71, next=32), "step 71: next is 32, not 31"),
    ("oval", put_step(17, kind="gate"), "step 17: kind gate, but it is not the location of the gate"),
    (
        "drawbridge",
        put_step(71, kind="straight"),
        "step 71: the gate's location must be of kind gate, not straight",
    ),
]

ROAD: list[tuple[str, Break, str]] = [
    ("coast", put_step(9, enter="E", dir="E"), "step 9: a corner turns by 90 degrees, not from E to E"),
    ("coast", put_step(9, enter="E", dir="W"), "step 9: a corner turns by 90 degrees, not from E to W"),
    ("coast", put_step(9, kind="straight"), "step 9: kind straight, but it turns from "),
    ("arcade", put_step(17, dir="E"), "step 17: heading E but step 18 lies to the S"),
    ("arcade", put_step(17, col=9), "step 17: step 18 is not on a neighbouring cell"),
    ("drawbridge", put_step(71, enter="E", dir="E"), "step 71: heading E but step 31 lies to the W"),
    ("arcade", put_step(17, enter="W"), "step 17: entered heading W, but step 16 is left to the S"),
    ("arcade", put_step(17, cell="c05r07"), "step 17: cell c05r07, but column 5, row 6 is c05r06"),
    ("oval", put("board", "grid_cols", 16), "c16r00 is off the grid of 16 by 8"),
    ("oval", put("board", "grid_rows", 7), "c00r07 is off the grid of 17 by 7"),
    ("arcade", put_step(17, x=1001), "step 17: (1001, 581) lies outside the drawing of 0 to 1000"),
    ("oval", lambda data: data["box"][1].update(x=0, y=2000), "box 2: (0, 2000) lies outside the drawing"),
    ("quarry", put("shortcut", "triangles", [[0, 1001]]), "shortcut: triangle: (0, 1001) lies outside"),
    (
        "arcade",
        put_step(17, col=0, row=0, cell="c00r00"),
        "step 17: shares cell c00r00 with step 6, but they",
    ),
    (
        "knot",
        lambda data: data["loop"].pop(),
        "step 49: shares cell c11r04 with step 39, but they are no loop",
    ),
    (
        "arcade",
        put_step(6, kind="straight"),
        "step 6: the straight line from step 1 ends here, but this is no corner",
    ),
]

PIT: list[tuple[str, Break, str]] = [
    ("oval", put("board", "pit", [46, 45, 44, 43, 42, 41, 40]), "pit: must be the steps 46 to 39, downwards"),
    ("oval", put("board", "pit", list(range(39, 47))), "pit: must be the steps 46 to 39, downwards"),
    ("oval", put_step(43, kind="corner"), "step 43: a pit square must be a straight, this is a corner"),
    ("oval", lambda data: data["box"].pop(3), "box 4 is missing"),
    ("oval", lambda data: data["box"][3].update(slot=3, step=44), "box 3 is there 2 times"),
    ("oval", lambda data: data["box"][3].update(slot=9), "box 9: there is no such grid slot"),
    (
        "oval",
        lambda data: data["box"][3].update(step=42),
        "box 4: stands beside step 42, not beside its pit square 43",
    ),
]

FEATURES: list[tuple[str, Break, str]] = [
    ("quarry", put("shortcut", "from", 16), "step 16: a shortcut joins corners, this is a straight"),
    ("quarry", put("shortcut", "to", 42), "step 42: a shortcut joins corners, this is a straight"),
    (
        "arcade",
        put("shortcut", "to", 24),
        "step 24: the shortcut comes heading S, but the corner is left to the W",
    ),
    (
        "quarry",
        lambda data: data["shortcut"].update({"from": 41, "to": 15}),
        "shortcut: must lead forward, not from step 41 to step 15",
    ),
    ("quarry", put("shortcut", "to", 15), "shortcut: must lead forward, not from step 15 to step 15"),
    ("arcade", put("gate", "from", 38), "step 38: a gate may not join a corner"),
    ("arcade", both(put("gate", "to", 53), put_step(91, next=53)), "step 53: a gate may not join a corner"),
    (
        "drawbridge",
        both(lambda data: data["gate"].update({"from": 31, "to": 17}), put_step(71, next=17)),
        "gate: must lead forward, not from step 31 to step 17",
    ),
    ("drawbridge", put("gate", "from", 16), "step 71: the gate square is not beside step 16"),
    ("drawbridge", put_step(71, enter="S"), "step 71: entered heading S, but lies W of step 17"),
    ("drawbridge", put_step(71, col=13, cell="c13r06"), "step 71: shares cell c13r06 with step 17"),
    ("drawbridge", put("gate", "switches", [10]), "gate: needs two or more switches on different steps"),
    ("drawbridge", put("gate", "switches", [10, 10]), "gate: needs two or more switches on different steps"),
    (
        "arcade",
        put("gate", "switches", [34, 31]),
        "step 31: a switch must lie on a straight, this is a corner",
    ),
    ("arcade", put("gate", "switches", [34, 45]), "step 45: a switch must lie on a straight, this is a loop"),
    (
        "arcade",
        put("gate", "switches", [34, 63]),
        "step 63: a switch may not lie on a T space: a car that ends there would have to do both",
    ),
    ("arcade", put("gate", "switches", [34, 85]), "step 85: a switch may not lie in the pit lane"),
    ("drawbridge", put("gate", "starts_closed", False), "gate: starts_closed must be true"),
    (
        "warp",
        put("teleport", "spaces", [16, 30]),
        "step 16: a T space must lie on a straight, this is a corner",
    ),
    (
        "arcade",
        put("teleport", "spaces", [45, 74]),
        "step 45: a T space must lie on a straight, this is a loop",
    ),
    ("warp", put("teleport", "spaces", [19, 70]), "step 70: a T space may not lie in the pit lane"),
    (
        "warp",
        put("teleport", "spaces", [22, 30]),
        "step 30: T spaces must be 9 steps apart, step 22 is nearer",
    ),
    ("warp", put("teleport", "spaces", [3, 74]), "step 74: T spaces must be 9 steps apart, step 3 is nearer"),
    ("arcade", put_step(17, kind="loop"), "step 17: kind loop, but no [[loop]] names it"),
    ("knot", put_step(14, kind="straight"), "step 14: named by a loop, but of kind straight"),
    (
        "knot",
        lambda data: data["loop"][0].update(cell="c03r06"),
        "step 14: named by the loop on c03r06, but it lies on c03r05",
    ),
    ("knot", put_step(26, enter="W", dir="W"), "step 26: heading W does not cross step 14, heading E"),
    (
        "knot",
        lambda data: data["loop"][0].update(steps=[14, 22]),
        "step 22: two steps of a loop must be 9 steps apart, step 14 is nearer",
    ),
    ("knot", lambda data: data["loop"].append(data["loop"][0]), "step 14: named by 2 loops"),
    # Seven pushes by the road from 23 to the T space 30, whose jump back to 23 closes the circle.
    (
        "warp",
        put("teleport", "spaces", [23, 30]),
        "step 23: a chain of bumps from here comes back to c05r02 on step 23",
    ),
    # Step 22 is put on the square of step 14: eight pushes, as far as eight cars reach.
    (
        "knot",
        put_step(22, col=3, row=5, cell="c03r05"),
        "step 14: a chain of bumps from here comes back to c03r05 on step 22",
    ),
    # Two thirds of the arcade skipped: 1 to 8, 77 to 90 and nothing else.
    ("arcade", put("shortcut", "to", 77), "the shortest way round is 22 spaces, it must be 29 or more"),
]

PIECES: list[tuple[str, Break, str]] = [
    ("oval", put("board", "wet_oil", [4, 11, 26]), "wet_oil: needs 4 steps, not 3"),
    ("oval", put("board", "wet_oil", [4, 11, 26, 26]), "step 26: there is already wet oil on "),
    ("arcade", put("board", "wet_oil", [4, 18, 36, 59]), "step 18: wet oil may not lie on a corner"),
    ("arcade", put("board", "wet_oil", [4, 17, 36, 84]), "step 84: wet oil may not lie in the pit lane"),
    ("arcade", put("board", "wet_oil", [4, 17, 36, 63]), "step 63: wet oil may not lie on a T space"),
    ("arcade", put("board", "wet_oil", [4, 17, 34, 59]), "step 34: wet oil may not lie on a switch"),
    ("oval", put("default_items", "bomb", [17]), "default_items: bomb needs 2 steps, not 1"),
    ("oval", put("default_items", "bomb", [17, 19]), "step 19: there is already a default item on "),
    ("knot", put("default_items", "bomb", [14, 26]), "step 26: there is already a default item on c03r05"),
    ("arcade", put("default_items", "bomb", [31, 81]), "step 31: a default item may not lie on a corner"),
    ("arcade", put("default_items", "bomb", [30, 83]), "step 83: a default item may not lie in the pit lane"),
    ("arcade", put("default_items", "bomb", [30, 74]), "step 74: a default item may not lie on a T space"),
    ("arcade", put("default_items", "bomb", [30, 68]), "step 68: a default item may not lie on a switch"),
    ("arcade", put("default_items", "bomb", [30, 59]), "step 59: a default item may not lie on wet oil"),
]

DECLARED: list[tuple[str, Break, str]] = [
    ("arcade", lambda data: step(data, 34).pop("mark"), "step 34: its mark is none, it should be switch"),
    ("arcade", put_step(17, mark="T"), "step 17: its mark is T, it should be none"),
    ("arcade", put_step(90, mark="pit2"), "step 90: its mark is pit2, it should be pit1"),
    (
        "arcade",
        put_step(8, mark="shortcut_to"),
        "step 8: its mark is shortcut_to, it should be shortcut_from",
    ),
    ("arcade", put_step(57, mark="gate_from"), "step 57: its mark is gate_from, it should be gate_to"),
    ("arcade", put("board", "corner_count", 19), "corner_count is 19, but there are 20 corners"),
    ("arcade", put("board", "square_count", 91), "square_count is 91, but there are 90 squares"),
    (
        "arcade",
        put("board", "features", ["loop"]),
        "features must be ['shortcut', 'loop', 'gate', 'teleport']",
    ),
    ("arcade", put("board", "finish_edge", [1, 90]), "finish_edge must be [90, 1]"),
    ("arcade", put("board", "max_laps", 0), "max_laps must be 1 or more"),
    ("arcade", put("board", "default_laps", 0), "default_laps must be 1 or more"),
    ("arcade", put("shortcut", "saves", 18), "shortcut: saves is 18, but its steps make it 17"),
    ("arcade", put("gate", "saves", 15), "gate: saves is 15, but its steps make it 14"),
    ("arcade", put("teleport", "distance", 12), "teleport: distance is 12, but its steps make it 11"),
    (
        "arcade",
        lambda data: data["loop"][0].update(skip=9),
        "loop of steps 45 and 55: skip is 9, but its steps make it 10",
    ),
]

BROKEN = MALFORMED + NUMBERING + LAP + ROAD + PIT + FEATURES + PIECES + DECLARED


@pytest.mark.parametrize(("board", "break_it", "told"), BROKEN, ids=[f"{row[0]}: {row[2]}" for row in BROKEN])
def test_a_broken_board_is_refused_with_its_reason(board: str, break_it: Break, told: str):
    problems = problems_of(board, break_it)

    assert any(told in problem for problem in problems), problems


@pytest.mark.parametrize("board", IDS)
def test_a_board_written_anew_is_the_same_board(board: str):
    assert read_board(as_toml(data_of(board)), board) == load_board(board)


def test_all_problems_are_told_at_once():
    problems = problems_of("arcade", both(put_step(17, dir="E"), put("board", "max_laps", 0), put("gate", "saves", 1)))

    assert "step 17: heading E but step 18 lies to the S" in problems
    assert "max_laps must be 1 or more" in problems
    assert "gate: saves is 1, but its steps make it 14" in problems


def test_a_missing_table_is_told_once_and_its_contents_not_at_all():
    assert problems_of("oval", lambda data: data.pop("board")) == ("file: board is missing",)


def test_a_board_without_numbered_steps_is_not_checked_further():
    problems = problems_of("arcade", both(lambda data: data["step"].pop(16), put("board", "max_laps", 0)))

    assert problems == ("step 17 is missing",)


def test_a_step_with_two_uses_may_carry_either_mark():
    data = data_of("drawbridge")
    data["gate"]["switches"] = [17, 40]
    del step(data, 10)["mark"]

    assert read_board(as_toml(data), "drawbridge").step(17).mark == "gate_from"


@clause("GP-77")
def test_a_switch_that_carries_the_mark_of_its_other_use_turns_the_gate():
    data = data_of("drawbridge")
    data["gate"]["switches"] = [17, 40]
    del step(data, 10)["mark"]
    board = as_toml(data) + "\n"
    race = Position(board, A=15, B=1)

    race.moves(2)

    assert race.car("A") == Car(17)  # gate_from and switch at once
    assert race.gate_open
    assert Position(board, A=Car(17, holds=("oil",)), B=1, options={"items": "tray"}).choices == set()  # GP-84


def test_t_spaces_nine_steps_apart_are_allowed():
    data = data_of("warp")
    data["teleport"] = {"spaces": [19, 28], "distance": 9}
    del step(data, 30)["mark"]
    step(data, 28)["mark"] = "T"

    assert read_board(as_toml(data), "warp").teleport == (19, 28)


# Any text gives a board or a BoardError.


def outcome(text: str) -> Board | BoardError:
    try:
        return read_board(text, "fuzzed")
    except BoardError as error:
        return error


def board_or_reason(text: str) -> None:
    found = outcome(text)
    if isinstance(found, BoardError):
        assert found.problems
        assert str(found).count("fuzzed: ") == len(found.problems)


NUMBERS = st.integers(-2, 130) | st.integers() | st.floats(allow_nan=False)
JUNK = st.recursive(
    st.booleans() | NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a parsed file."""
    if not isinstance(value, (dict, list)):
        return []
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def mutate(draw: st.DrawFn, data: Data) -> None:
    """Change something somewhere: first a table is drawn, else nearly all changes would hit the steps."""
    start = draw(st.sampled_from([data, *[value for key, value in data.items() if key != "step"]]))
    found = places(start) or places(data)
    holder, key = draw(st.sampled_from(found))
    other, other_key = draw(st.sampled_from(found))
    match draw(st.sampled_from(["delete", "junk", "number", "swap", "copy"])):
        case "delete":
            del holder[key]
        case "junk":
            holder[key] = draw(JUNK)
        case "number":
            holder[key] = draw(st.integers(0, 125))
        case "swap":
            holder[key], other[other_key] = copy.deepcopy((other[other_key], holder[key]))
        case _:
            holder[key] = copy.deepcopy(other[other_key])


@st.composite
def mutated_boards(draw: st.DrawFn) -> str:
    data = data_of(draw(st.sampled_from(IDS)))
    for _ in range(draw(st.integers(1, 4))):
        if data:
            mutate(draw, data)
    return as_toml(data)


SCRAPS = ["", "0", "-", "]", "[", '"', "\n", "true", "1e9", "{}"]


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    text = text_of(draw(st.sampled_from(IDS)))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        text = text[:start] + draw(st.sampled_from(SCRAPS)) + text[end:]
    return text


FUZZ = settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@FUZZ
@given(mutated_boards())
def test_a_board_with_changed_values_is_read_or_refused(text: str):
    board_or_reason(text)


@FUZZ
@given(mutated_texts())
def test_a_board_with_changed_letters_is_read_or_refused(text: str):
    board_or_reason(text)


@settings(max_examples=50, deadline=None)
@given(st.text())
@example("")
@example("x = " + "[" * 100_000)
@example("x = " + "9" * 5000)
@example("x = 0x" + "f" * 5000)
def test_any_text_is_read_or_refused(text: str):
    board_or_reason(text)


@pytest.mark.parametrize("key", ["n", "kind", "next", "cell", "x"])
def test_an_endless_number_in_a_step_is_refused(key: str):
    # Python refuses to print this number, so no message may contain it.
    found = outcome(text_of("oval") + f"[[step]]\n{key} = 0x{'f' * 5000}\n")

    assert f"[[step]] no. 47: {key} must be" in str(found)


@clause("GP-90", "GP-112")
def test_a_board_has_room_for_every_piece_and_car():  # R45
    crowded = text_of("oval").replace(
        'kind = "straight"', 'kind = "corner"', 10
    )  # 46 squares less 4 corners less 10 = 32
    with pytest.raises(BoardError, match="there are 32 squares where a piece may lie, there must be 33 or more"):
        read_board(crowded, "crowded")
