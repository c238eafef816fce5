"""What makes a board fit to race on: RULES.md, Custom boards. Each check tells every problem of its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Board, Declared, Gate, Limits, Loop, Shortcut, Step

HEADING_TO = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}  # (columns, rows) to the neighbour
ACROSS = {"N": "EW", "S": "EW", "E": "NS", "W": "NS"}
DRAWING = range(1001)  # x and y of everything drawn

Check = Callable[["Board", "Declared", "Limits"], Iterator[str]]

ROOM = 24 + 8 + 1  # pieces of two sets with extra oil, cars, and a space to place on


def problems_of(board: Board, declared: Declared, limits: Limits) -> list[str]:
    """Every problem of a board. Without numbered steps on a closed lap the other checks mean nothing."""
    for stage in (NUMBERING, LAP, RULES):
        problems = list(chain.from_iterable(check(board, declared, limits) for check in stage))
        if problems:
            return problems
    return []


# Numbering: every number leads to a step.


def _lap_length_is_allowed(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """A lap is at most as long as the state allows, and too long for one move."""
    shortest = _shortest_allowed(limits)
    if not shortest <= board.lap_length <= limits.lap_steps:
        yield f"lap_length is {board.lap_length}, but a lap has {shortest} to {limits.lap_steps} steps"


def _steps_are_numbered(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """Steps 1..L once each; the gate square is step L + 1."""
    last = min(board.lap_length, limits.lap_steps) + (board.gate is not None)
    count = Counter(step.n for step in board.steps)
    yield from (f"step {n} is missing" for n in range(1, last + 1) if n not in count)
    yield from (f"step {n} is there {count[n]} times" for n in count if count[n] > 1)
    yield from (f"step {n}: the last step here is {last}" for n in count if not 1 <= n <= last)


def _references_exist(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """Every step number refers to a step of the lap."""
    for what, n in _references(board):
        if not 1 <= n <= board.lap_length:
            yield f"{what}: there is no step {n} on the lap"


def _references(board: Board) -> Iterator[tuple[str, int]]:
    yield from ((f"step {step.n}: next", step.next) for step in board.steps)
    yield from (("pit", n) for n in board.pit)
    yield from (("wet_oil", n) for n in board.wet_oil)
    yield from ((f"default_items: {item}", n) for item, steps in board.default_items.items() for n in steps)
    yield from (("teleport", n) for n in board.teleport or ())
    yield from ((f"loop {loop.cell}", n) for loop in board.loops for n in loop.steps)
    yield from ((f"box {box.slot}", box.step) for box in board.boxes)
    if board.shortcut:
        yield from (("shortcut", n) for n in (board.shortcut.start, board.shortcut.to))
    if board.gate:
        yield from (("gate", n) for n in (board.gate.start, board.gate.to, *board.gate.switches))


def _gate_square_is_after_the_lap(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """The gate's location is step L + 1."""
    if board.gate and board.gate.location != board.lap_length + 1:
        yield f"gate: its location must be step {board.lap_length + 1}, not {board.gate.location}"


# The lap.


def _lap_is_closed(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """One closed lap: n leads to n + 1, the last step to 1, the gate square to the end of the gate."""
    for step in board.steps:
        following = step.n % board.lap_length + 1
        if board.gate and step.n == board.gate.location:
            following = board.gate.to
        if step.next != following:
            yield f"step {step.n}: next is {step.next}, not {following}"


def _only_the_gate_square_is_a_gate(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """Kind gate belongs to the gate's location and to nothing else."""
    location = board.gate.location if board.gate else 0
    for step in board.steps:
        if step.n == location and step.kind != "gate":
            yield f"step {step.n}: the gate's location must be of kind gate, not {step.kind}"
        if step.n != location and step.kind == "gate":
            yield f"step {step.n}: kind gate, but it is not the location of the gate"


# Road and grid.


def _kinds_agree_with_headings(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """A corner turns by 90 degrees, every other step is left as it was entered."""
    for step in board.steps:
        if step.kind == "corner" and step.dir not in ACROSS[step.enter]:
            yield f"step {step.n}: a corner turns by 90 degrees, not from {step.enter} to {step.dir}"
        if step.kind != "corner" and step.dir != step.enter:
            yield f"step {step.n}: kind {step.kind}, but it turns from {step.enter} to {step.dir}"


def _headings_lead_to_the_next_step(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """A step is left towards the cell of the following step."""
    for step in board.steps:
        heading = _heading(step, board.step(step.next))
        if not heading:
            yield f"step {step.n}: step {step.next} is not on a neighbouring cell"
        elif heading != step.dir:
            yield f"step {step.n}: heading {step.dir} but step {step.next} lies to the {heading}"


def _steps_are_entered_as_left(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """A step of the lap is entered in the heading in which the one before is left."""
    for step in board.steps[: board.lap_length]:
        following = board.step(step.next)
        if following.enter != step.dir:
            left = f"step {step.n} is left to the {step.dir}"
            yield f"step {following.n}: entered heading {following.enter}, but {left}"


def _cells_lie_on_the_grid(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """A cell is named after its column and row, and both are on the grid."""
    for step in board.steps:
        name = f"c{step.col:02}r{step.row:02}"
        if step.cell != name:
            yield f"step {step.n}: cell {step.cell[:20]}, but column {step.col}, row {step.row} is {name}"
        if step.col >= board.grid_cols or step.row >= board.grid_rows:
            yield f"step {step.n}: {name} is off the grid of {board.grid_cols} by {board.grid_rows}"


def _drawing_fits(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """Everything is drawn in a square of 1000."""
    drawn = [(f"step {step.n}", step.x, step.y) for step in board.steps]
    drawn += [(f"box {box.slot}", box.x, box.y) for box in board.boxes]
    drawn += [("shortcut: triangle", *centre) for centre in (board.shortcut.triangles if board.shortcut else ())]
    for what, x, y in drawn:
        if x not in DRAWING or y not in DRAWING:
            yield f"{what}: ({x}, {y}) lies outside the drawing of 0 to 1000"


def _one_step_a_cell(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """Every cell carries one step, only a loop square two."""
    loops = {loop.steps for loop in board.loops}
    for a, b in combinations(board.steps, 2):
        if (a.col, a.row) == (b.col, b.row) and (a.n, b.n) not in loops:
            yield f"step {b.n}: shares cell {b.cell} with step {a.n}, but they are no loop"


def _lines_end_on_corners(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """Every straight line from a step of the lap ends on a corner."""
    ends: dict[int, int] = {}
    for step in board.steps[: board.lap_length]:
        end = _end_of_line(board, step)
        if board.step(end).kind != "corner":
            ends.setdefault(end, step.n)
    for end, start in ends.items():
        yield f"step {end}: the straight line from step {start} ends here, but this is no corner"


def _end_of_line(board: Board, start: Step) -> int:
    """The last step of the straight line from start, or start itself where the line never ends."""
    at = board.step(start.next)
    while at.kind != "corner" and at.dir == start.dir and at != start:
        at = board.step(at.next)
    return at.n


# Pit lane and boxes.


def _pit_is_the_end_of_the_lap(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """GP-12 Slot i is step L + 1 - i."""
    lane = tuple(range(board.lap_length, board.lap_length - limits.players, -1))
    if board.pit != lane:
        yield f"pit: must be the steps {lane[0]} to {lane[-1]}, downwards"


def _pit_is_straight(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """GP-12 Pit squares are straight squares of the lap."""
    for n in board.pit:
        if board.step(n).kind != "straight":
            yield f"step {n}: a pit square must be a straight, this is a {board.step(n).kind}"


def _one_box_a_slot(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """GP-13 Each slot has one box, beside its pit square."""
    count = Counter(box.slot for box in board.boxes)
    slots = range(1, limits.players + 1)
    yield from (f"box {slot} is missing" for slot in slots if slot not in count)
    yield from (f"box {slot} is there {count[slot]} times" for slot in count if count[slot] > 1)
    yield from (f"box {slot}: there is no such grid slot" for slot in count if slot not in slots)
    for box in board.boxes:
        square = board.lap_length + 1 - box.slot
        if box.slot in slots and box.step != square:
            yield f"box {box.slot}: stands beside step {box.step}, not beside its pit square {square}"


# Special track features.


def _shortcut_joins_corners(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """GP-70 A shortcut goes straight on from a corner to a later corner."""
    if board.shortcut:
        yield from _shortcut_problems(board, board.shortcut)


def _shortcut_problems(board: Board, shortcut: Shortcut) -> Iterator[str]:
    start, to = board.step(shortcut.start), board.step(shortcut.to)
    yield from _must_come_later("shortcut", shortcut.start, shortcut.to)
    for end in (start, to):
        if end.kind != "corner":
            yield f"step {end.n}: a shortcut joins corners, this is a {end.kind}"
    if start.enter != to.dir:
        yield f"step {to.n}: the shortcut comes heading {start.enter}, but the corner is left to the {to.dir}"


def _gate_joins_two_roads(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """GP-78 A gate goes across one free cell from a step that is no corner to a later one."""
    if board.gate:
        yield from _gate_problems(board, board.gate)


def _gate_problems(board: Board, gate: Gate) -> Iterator[str]:
    yield from _must_come_later("gate", gate.start, gate.to)
    for n in (gate.start, gate.to):
        if board.step(n).kind == "corner":
            yield f"step {n}: a gate may not join a corner"
    square = board.step(gate.location)
    heading = _heading(board.step(gate.start), square)
    if not heading:
        yield f"step {square.n}: the gate square is not beside step {gate.start}"
    elif heading != square.enter:
        yield f"step {square.n}: entered heading {square.enter}, but lies {heading} of step {gate.start}"


def _switches_lie_on_straights(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """GP-77 GP-102 A gate has two or more switches, on straights outside the pit lane, off the T spaces."""
    if not board.gate:
        return
    if len(set(board.gate.switches)) < 2:
        yield "gate: needs two or more switches on different steps"
    for n in board.gate.switches:
        yield from _must_be_straight(board, n, "a switch")
        if n in (board.teleport or ()):
            yield f"step {n}: a switch may not lie on a T space: a car that ends there would have to do both"


def _teleports_lie_on_straights(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """GP-81 The T spaces lie on straights outside the pit lane, further apart than a chain reaches."""
    if not board.teleport:
        return
    for n in board.teleport:
        yield from _must_be_straight(board, n, "a T space")
    yield from _must_be_apart(board, board.teleport, "T spaces", limits)


def _loops_cross(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """GP-74 A loop is one square crossed by two straight steps at right angles."""
    looped = Counter(n for loop in board.loops for n in loop.steps)
    yield from (f"step {n}: named by {looped[n]} loops" for n in looped if looped[n] > 1)
    for step in board.steps:
        if step.kind == "loop" and step.n not in looped:
            yield f"step {step.n}: kind loop, but no [[loop]] names it"
    for loop in board.loops:
        yield from _loop_problems(board, loop)
        yield from _must_be_apart(board, loop.steps, "two steps of a loop", limits)


def _loop_problems(board: Board, loop: Loop) -> Iterator[str]:
    first, second = (board.step(n) for n in loop.steps)
    for step in (first, second):
        if step.kind != "loop":
            yield f"step {step.n}: named by a loop, but of kind {step.kind}"
        if step.cell != loop.cell:
            yield f"step {step.n}: named by the loop on {loop.cell[:20]}, but it lies on {step.cell}"
    if second.dir not in ACROSS[first.dir]:
        yield f"step {second.n}: heading {second.dir} does not cross step {first.n}, heading {first.dir}"


def _no_chain_closes(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """From no step can the cars push one another in a circle."""
    # A repeat further on in a chain is found from the step where it begins.
    for step in board.steps:
        again = _meets_again(board, step, limits.players)
        if again:
            yield f"step {step.n}: a chain of bumps from here comes back to {step.cell} on step {again}"


def _meets_again(board: Board, start: Step, moves: int) -> int:
    """The step at which a chain of at most `moves` pushes returns to the cell of start, or 0."""
    places = {(start.n, False)}
    for _ in range(moves):
        places = {after for place in places for after in _pushed_to(board, *place)}
        for n, _jumped in sorted(places):
            if board.step(n).cell == start.cell:
                return n
    return 0


def _pushed_to(board: Board, n: int, jumped: bool) -> Iterator[tuple[int, bool]]:
    """GP-83 Where a chain goes on from step n; a car that has just jumped does not jump back."""
    yield board.step(n).next, False
    if board.teleport and n in board.teleport and not jumped:
        yield sum(board.teleport) - n, True


def _shortest_road_is_long_enough(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """With all extra edges used a lap is still too long for one move."""
    spaces, reached = 1, {1}
    while board.lap_length not in reached:
        reached = {following for n in reached for following in _ways_on(board, n)}
        spaces += 1
    if spaces < _shortest_allowed(limits):
        yield f"the shortest way round is {spaces} spaces, it must be {_shortest_allowed(limits)} or more"


def _ways_on(board: Board, n: int) -> Iterator[int]:
    yield board.step(n).next
    if board.shortcut and n == board.shortcut.start:
        yield board.shortcut.to
    if board.gate and n == board.gate.start:
        yield board.gate.location


# Pieces on the board.


def _there_is_room_for_pieces(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """R45 Two sets with extra oil, eight cars and one more space: every piece finds a spot, corners or not."""
    closed = {*(board.gate.switches if board.gate else ()), *(board.teleport or ())}
    free = {s.cell for s in board.steps if s.kind not in ("corner", "gate") and s.n not in closed}
    if len(free) < ROOM:
        yield f"there are {len(free)} squares where a piece may lie, there must be {ROOM} or more"


def _wet_oil_is_placed(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """GP-16 One step for each oil spill, none in the pit lane, on corners, T spaces or switches."""
    if len(board.wet_oil) != limits.pieces["oil"]:
        yield f"wet_oil: needs {limits.pieces['oil']} steps, not {len(board.wet_oil)}"
    yield from _must_be_different_cells(board, board.wet_oil, "wet oil")
    for n in board.wet_oil:
        yield from _must_be_free(board, n, "wet oil")


def _default_items_are_placed(board: Board, _: Declared, limits: Limits) -> Iterator[str]:
    """GP-112 Each piece has a separate free cell, no corner, outside the pit lane and off the wet oil."""
    for item, steps in board.default_items.items():
        if len(steps) != limits.pieces[item]:
            yield f"default_items: {item} needs {limits.pieces[item]} steps, not {len(steps)}"
    placed = tuple(chain.from_iterable(board.default_items.values()))
    yield from _must_be_different_cells(board, placed, "a default item")
    oiled = {board.step(n).cell for n in board.wet_oil}
    for n in placed:
        yield from _must_be_free(board, n, "a default item")
        if board.step(n).cell in oiled:
            yield f"step {n}: a default item may not lie on wet oil"


# What the board says about itself.


def _marks_agree(board: Board, _: Declared, __: Limits) -> Iterator[str]:
    """Each step is marked as what it is used for."""
    wanted: dict[int, list[str]] = {}
    for n, mark in _marks(board):
        wanted.setdefault(n, []).append(mark)
    for step in board.steps:
        if step.mark not in wanted.get(step.n, [""]):
            should = " or ".join(wanted.get(step.n, ["none"]))
            yield f"step {step.n}: its mark is {step.mark or 'none'}, it should be {should}"


def _marks(board: Board) -> Iterator[tuple[int, str]]:
    yield from ((n, f"pit{slot}") for slot, n in enumerate(board.pit, 1))
    yield from ((n, "T") for n in board.teleport or ())
    if board.shortcut:
        yield board.shortcut.start, "shortcut_from"
        yield board.shortcut.to, "shortcut_to"
    if board.gate:
        yield board.gate.start, "gate_from"
        yield board.gate.to, "gate_to"
        yield from ((n, "switch") for n in board.gate.switches)


def _counts_agree(board: Board, declared: Declared, _: Limits) -> Iterator[str]:
    """Corners, squares and features are as many as the board says."""
    corners = sum(step.kind == "corner" for step in board.steps)
    squares = len({step.cell for step in board.steps})
    if declared.corner_count != corners:
        yield f"corner_count is {declared.corner_count}, but there are {corners} corners"
    if declared.square_count != squares:
        yield f"square_count is {declared.square_count}, but there are {squares} squares"
    if sorted(declared.features) != sorted(_features(board)):
        yield f"features must be {list(_features(board))}"


def _features(board: Board) -> tuple[str, ...]:
    there = {"shortcut": board.shortcut, "loop": board.loops, "gate": board.gate, "teleport": board.teleport}
    return tuple(name for name, feature in there.items() if feature)


def _finish_line_is_declared(board: Board, declared: Declared, _: Limits) -> Iterator[str]:
    """The finish line lies between step L and step 1."""
    if declared.finish_edge != (board.lap_length, 1):
        yield f"finish_edge must be [{board.lap_length}, 1]: the line lies before step 1"


def _there_are_laps(board: Board, declared: Declared, _: Limits) -> Iterator[str]:
    """GP-14 A race has a lap at least."""
    if not board.max_laps:
        yield "max_laps must be 1 or more"
    if not declared.default_laps:
        yield "default_laps must be 1 or more"


def _savings_agree(board: Board, declared: Declared, _: Limits) -> Iterator[str]:
    """What an extra edge, a jump or a loop is worth follows from its steps."""
    for what, said, counted in _savings(board, declared):
        if said != counted:
            yield f"{what} is {said}, but its steps make it {counted}"


def _savings(board: Board, declared: Declared) -> Iterator[tuple[str, int | None, int]]:
    if board.shortcut:
        yield "shortcut: saves", declared.shortcut_saves, board.shortcut.to - board.shortcut.start - 1
    if board.gate:
        yield "gate: saves", declared.gate_saves, board.gate.to - board.gate.start - 2
    if board.teleport:
        yield "teleport: distance", declared.teleport_distance, board.teleport[1] - board.teleport[0]
    for loop, skip in zip(board.loops, declared.loop_skips, strict=True):
        yield f"loop of steps {loop.steps[0]} and {loop.steps[1]}: skip", skip, loop.steps[1] - loop.steps[0]


def _gate_starts_closed(_: Board, declared: Declared, __: Limits) -> Iterator[str]:
    """GP-15 The gate starts closed."""
    if declared.gate_starts_closed is False:
        yield "gate: starts_closed must be true"


# Shared sentences.


def _heading(start: Step, to: Step) -> str:
    """The heading from one cell to a neighbouring one, or nothing."""
    return HEADING_TO.get((to.col - start.col, to.row - start.row), "")


def _shortest_allowed(limits: Limits) -> int:
    # One space longer than a move that would return to its start.
    return limits.points + 2


def _must_come_later(what: str, start: int, to: int) -> Iterator[str]:
    if start >= to:
        yield f"{what}: must lead forward, not from step {start} to step {to}"


def _must_be_apart(board: Board, pair: tuple[int, int], what: str, limits: Limits) -> Iterator[str]:
    apart = pair[1] - pair[0]
    if min(apart, board.lap_length - apart) <= limits.players:
        yield f"step {pair[1]}: {what} must be {limits.players + 1} steps apart, step {pair[0]} is nearer"


def _must_be_straight(board: Board, n: int, what: str) -> Iterator[str]:
    if board.step(n).kind != "straight":
        yield f"step {n}: {what} must lie on a straight, this is a {board.step(n).kind}"
    if n in board.pit:
        yield f"step {n}: {what} may not lie in the pit lane"


def _must_be_free(board: Board, n: int, what: str) -> Iterator[str]:
    if board.step(n).kind == "corner":
        yield f"step {n}: {what} may not lie on a corner"
    if n in board.pit:
        yield f"step {n}: {what} may not lie in the pit lane"
    if n in (board.teleport or ()):
        yield f"step {n}: {what} may not lie on a T space"
    if board.gate and n in board.gate.switches:
        yield f"step {n}: {what} may not lie on a switch"


def _must_be_different_cells(board: Board, steps: tuple[int, ...], what: str) -> Iterator[str]:
    taken: set[str] = set()
    for n in steps:
        if board.step(n).cell in taken:
            yield f"step {n}: there is already {what} on {board.step(n).cell}"
        taken.add(board.step(n).cell)


NUMBERING: tuple[Check, ...] = (
    _lap_length_is_allowed,
    _steps_are_numbered,
    _references_exist,
    _gate_square_is_after_the_lap,
)
LAP: tuple[Check, ...] = (
    _lap_is_closed,
    _only_the_gate_square_is_a_gate,
)
RULES: tuple[Check, ...] = (
    _kinds_agree_with_headings,
    _headings_lead_to_the_next_step,
    _steps_are_entered_as_left,
    _cells_lie_on_the_grid,
    _drawing_fits,
    _one_step_a_cell,
    _lines_end_on_corners,
    _pit_is_the_end_of_the_lap,
    _pit_is_straight,
    _one_box_a_slot,
    _shortcut_joins_corners,
    _gate_joins_two_roads,
    _switches_lie_on_straights,
    _teleports_lie_on_straights,
    _loops_cross,
    _no_chain_closes,
    _shortest_road_is_long_enough,
    _there_is_room_for_pieces,
    _wet_oil_is_placed,
    _default_items_are_placed,
    _marks_agree,
    _counts_agree,
    _finish_line_is_declared,
    _there_are_laps,
    _savings_agree,
    _gate_starts_closed,
)
