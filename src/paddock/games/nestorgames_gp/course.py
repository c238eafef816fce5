"""The board as the lab reads it: its spaces, and what happens to cars there. A space is named by its lowest step."""

from paddock.engine import NOWHERE, Course, Happening, Spot

from .events import BUST, CRASHED, FINISHED, FLIPPED, LAP, LOST_ALL_DICE, STARTED, STAYED
from .state import State, Table
from .words import step_name

STEP_OF = {CRASHED: "b", LOST_ALL_DICE: "b", BUST: "c", STAYED: "b"}  # which number of an event is a step


def spots(t: Table) -> tuple[Spot, ...]:
    """The spaces of the board, with all roads that lead on from them."""
    steps = [n for n in range(1, len(t.cell)) if t.cell[n]]
    return tuple(
        Spot(cell, _name(t, cell, steps), t.x[cell], t.y[cell], following=_following(t, cell, steps))
        for cell in sorted({t.cell[n] for n in steps})
    )


def _name(t: Table, cell: int, steps: list[int]) -> str:
    names = " and ".join(step_name(t, n) for n in steps if t.cell[n] == cell)
    return f"{names} (corner)" if t.corner[cell] else names


def _following(t: Table, cell: int, steps: list[int]) -> tuple[int, ...]:
    roads = [t.next_step[n] for n in steps if t.cell[n] == cell]
    extra = ((t.shortcut_from, t.shortcut_to), (t.gate_from, t.gate_location))
    roads += [to for start, to in extra if start and t.cell[start] == cell]
    return tuple(t.cell[n] for n in roads if n)


def at(t: Table, s: State, seat: int) -> int:
    """The space of a car; before the grid is made and beyond the flag it has none."""
    return t.cell[s.step[seat]] if s.step[seat] else NOWHERE


def where(t: Table, happening: Happening) -> int:
    """The space of the step that an event names."""
    number = STEP_OF.get(happening.event.kind)
    return t.cell[getattr(happening, number)] if number else NOWHERE


def is_wait(happening: Happening) -> bool:
    """GP-23 GP-28 GP-124 A turn for setting the car upright, a bust, a move that the safety car forbids."""
    return happening.event.kind in (FLIPPED, BUST, STAYED)


def lap(t: Table, happening: Happening) -> int:
    """GP-60 GP-61 GP-63 The first lap begins at the line; the last one ends with the flag."""
    if happening.event.kind == LAP:
        return happening.b
    return {STARTED: 0, FINISHED: t.laps}.get(happening.event.kind, -1)


COURSE = Course(spots, at, lambda t, s: s.round, where, is_wait, lap)
