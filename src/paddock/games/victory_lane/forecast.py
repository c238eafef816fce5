"""What a choice would lead to, told before it is made: steps and pushes, pit returns, who comes next."""

from typing import Any

from paddock.engine import is_in

from .rules.driving import begin_driving, is_step_legal
from .rules.grid import start_space
from .rules.model import last_primary, put
from .rules.turns import return_distance
from .rules.yellow import open_box
from .state import (
    CARD_TYPE,
    CARDS,
    CARS,
    CAUTION_RAIN,
    CHOOSE_DRIVE,
    CHOOSE_GEAR,
    CHOOSE_LANE,
    CHOOSE_TURN,
    CHOOSE_YELLOW,
    DIRECTIONS,
    GEARS,
    GO_TO_PITS,
    HIGH_GEAR,
    INSIDE_GROOVE,
    LAPS_CARDS,
    LOOP,
    LOW_GEAR,
    NONE,
    NPD_PIT_CARD,
    OUTSIDE_GROOVE,
    PEDAL_DOWN,
    PEDAL_MOVES,
    PIT,
    PIT_DRAW,
    PRIMARY,
    ROGUE,
    SHIFT_GEARS,
    STEP,
    TO_INSIDE,
    State,
    Table,
)


def steps(t: Table, s: State) -> list[dict[str, Any]]:
    """Every open step: where it leads, whom it pushes, and the chance in percent that a car fails the risk test."""
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


def pit_entry(s: State) -> dict[str, int] | None:
    """VL-97 The front-most open box, where the car that is being placed would pit."""
    if s.phase != CHOOSE_YELLOW:
        return None
    return {"move": GO_TO_PITS, "box": open_box(s) + 1}


# How far a card would carry the car


def reaches(t: Table, s: State) -> list[dict[str, Any]]:
    """For every card that may be played or gear that may be chosen: the spaces that its Move leads over and to."""
    if s.phase == CHOOSE_GEAR:
        low, high = _gears()
        return [{"move": LOW_GEAR, **_reach(t, s, [low])}, {"move": HIGH_GEAR, **_reach(t, s, [high])}]
    if s.phase != CHOOSE_TURN or s.must_pit[s.car]:
        return []
    held = sorted({t.type_of[card] for card in range(CARDS) if s.place[card] == s.driver})
    return [{"move": CARD_TYPE + kind, **_reach(t, s, _moves_of(t, kind))} for kind in held]


def _gears() -> list[tuple[int, int]]:
    """VL-64 The Move of each gear, and whether it is straight ahead only."""
    return [(GEARS[0], 0), (GEARS[1], 1)]


def _moves_of(t: Table, kind: int) -> list[tuple[int, int]]:
    """The Moves that a card may give, each with whether it is straight ahead only."""
    if kind == PEDAL_DOWN:
        return [(move, 0) for move in sorted(set(PEDAL_MOVES[1:]))]
    return _gears() if kind == SHIFT_GEARS else [(t.type_move[kind], 0)]


def _reach(t: Table, s: State, moves: list[tuple[int, int]]) -> dict[str, list[int]]:
    """The spaces on the way, those where a Move may end, and those from which cars would have to be pushed."""
    way: set[int] = set()
    ends: set[int] = set()
    pushes: set[int] = set()
    for steps, is_straight in moves:
        tried = s.copy()
        begin_driving(tried, steps, 0)
        tried.straight_only = is_straight
        here = {s.cell[s.car]}
        for _ in range(steps):
            here = {cell for one in here for cell in _free_steps(t, tried, one, pushes)}
            way |= here
        ends |= here if steps else set()
    return {"way": sorted(way - ends), "ends": sorted(ends), "pushes": sorted(pushes)}


def _free_steps(t: Table, tried: State, cell: int, pushes: set[int]) -> list[int]:
    """VL-36 Where a step leads from a space without a push; cars that could be pushed there are noted."""
    put(tried, tried.car, cell, 0)
    found: list[int] = []
    for way in range(DIRECTIONS):
        if not is_step_legal(t, tried, way):
            continue
        to = t.step[way][cell]
        if tried.on[to] < 0:
            found.append(to)
        else:
            pushes.add(to)
    return found


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
