"""What a choice would lead to, told before it is made: steps and pushes, pit returns, who comes next."""

from typing import Any

from paddock.engine import is_in

from .rules.grid import start_space
from .rules.model import last_primary
from .rules.turns import return_distance
from .state import (
    CARS,
    CAUTION_RAIN,
    CHOOSE_DRIVE,
    CHOOSE_LANE,
    CHOOSE_TURN,
    CHOOSE_YELLOW,
    DIRECTIONS,
    INSIDE_GROOVE,
    LAPS_CARDS,
    LOOP,
    NONE,
    NPD_PIT_CARD,
    OUTSIDE_GROOVE,
    PIT,
    PIT_DRAW,
    PRIMARY,
    ROGUE,
    STEP,
    TO_INSIDE,
    State,
    Table,
)


def steps(t: Table, s: State) -> list[dict[str, Any]]:
    """Every open step: where it leads, whom it pushes, and the chance in percent that somebody fails."""
    if s.phase != CHOOSE_DRIVE:
        return []
    return [_step(t, s, way) for way in range(DIRECTIONS) if is_in(s.open, STEP + way)]


def _step(t: Table, s: State, way: int) -> dict[str, Any]:
    cell = t.step[way][s.cell[s.car]]
    pushed = pushed_cars(t, s, cell)
    risk = 100 * (1 - (5 / 6) ** len(pushed))  # neighbours of a line of n + 1 cars make n pairs
    return {"move": STEP + way, "to": cell, "pushes": pushed, "risk": round(risk)}


def pushed_cars(t: Table, s: State, cell: int) -> list[int]:
    """The run of cars from a space on, nearest first."""
    pushed: list[int] = []
    while cell >= 0 and s.on[cell] >= 0:
        pushed.append(s.on[cell])
        cell = t.step[0][cell]
    return pushed


def pit_returns(t: Table, s: State) -> list[dict[str, Any]]:
    """Where each pit stop of the active car would bring it back, and the cards it draws."""
    if s.phase != CHOOSE_TURN:
        return []
    found: list[dict[str, Any]] = []
    for stop in range(3):
        cell, distance = return_space(t, s, stop)
        found.append({"move": PIT + stop, "to": cell, "distance": distance, "draws": PIT_DRAW[stop] + s.quick_pit})
    return found


def return_space(t: Table, s: State, stop: int) -> tuple[int, int]:
    """VL-78 The space and the distance after a pit stop."""
    distance = return_distance(t, s, stop)
    cell = distance % LOOP + (0 if distance % 2 else LOOP * INSIDE_GROOVE)
    while s.on[cell] not in (NONE, s.car):
        distance -= t.back_loss[cell]
        cell = t.back_to[cell]
    return cell, distance


def placements(s: State) -> list[dict[str, int]]:
    """VL-12 VL-102 Where each lane would put the car that is being placed."""
    if s.phase not in (CHOOSE_LANE, CHOOSE_YELLOW):
        return []
    lanes = range(INSIDE_GROOVE, OUTSIDE_GROOVE + 1)
    found = [{"move": TO_INSIDE + lane - INSIDE_GROOVE, "to": start_space(s, s.placing, lane)} for lane in lanes]
    return [place for place in found if place["to"] >= 0]


def coming_activations(s: State) -> list[int]:
    """The cars that have still to be activated this round."""
    return s.sequence[s.at + 1 : CARS] if s.car >= 0 else []


def rogue_driver(t: Table, s: State) -> int | None:
    """VL-32 The seat that would drive the next rogue."""
    if ROGUE not in s.kind or s.kind.count(PRIMARY) < t.seats:
        return None
    return s.owner[last_primary(s)]


def cautions_left(t: Table, s: State) -> int:
    """Laps cards with a caution still in the deck."""
    return sum(not s.laps_in_play[card] and t.events[card][0] >= CAUTION_RAIN for card in range(LAPS_CARDS))


def is_npd_pit_near(s: State) -> bool:
    """VL-86 Whether NPDs pit with the present or the next Laps card."""
    return s.had_yellow == 0 and NPD_PIT_CARD - 1 <= s.laps_drawn <= NPD_PIT_CARD
