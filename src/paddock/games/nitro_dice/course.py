"""The track as the lab reads it: its spaces, lane by lane, and what happens to cars there."""

from paddock.engine import NOWHERE, Course, Happening, Spot

from .events import HALTED, HIT_HAZARD, LAP, PITTED, SPEED_SET
from .state import OFF, State, Table
from .table import spaces
from .words import LANE_WORDS, place_name


def spots(t: Table) -> tuple[Spot, ...]:
    """The spaces of all sections."""
    return tuple(
        Spot(
            space,
            place_name(t, space),
            t.x[space] / 10,
            t.y[space] / 10,
            LANE_WORDS[lane].removeprefix("the "),
            (t.forward[space],) if t.forward[space] >= 0 else (),
        )
        for space, _, lane, _ in spaces(t)
    )


def at(t: Table, s: State, seat: int) -> int:
    """The space of a car that is on the track."""
    return s.space[seat] if s.space[seat] != OFF else NOWHERE


def where(t: Table, happening: Happening) -> int:
    """The space that an event names."""
    return happening.b if happening.event.kind == HIT_HAZARD else NOWHERE


def is_wait(happening: Happening) -> bool:
    """ND-11 ND-84 ND-94 Speed 0 for a round, movement ended by damage, work in the garage."""
    kind = happening.event.kind
    return kind in (PITTED, HALTED) or (kind == SPEED_SET and happening.b == 0)


def lap(t: Table, happening: Happening) -> int:
    """ND-23 The lap that a car completes."""
    return happening.b if happening.event.kind == LAP else -1


COURSE = Course(spots, at, lambda t, s: s.round, where, is_wait, lap)
