"""II. Driver phase and III. Race Status phase: whose activation it is. VL-16, VL-17, VL-31 to VL-34, VL-86."""

from paddock.engine import note, rule

from ..events import NPD_PITS, ROGUE_DRIVEN, TURN_BEGINS
from ..state import (
    CARS,
    CHOOSE_TURN,
    FOR_NPD,
    NEXT_CAR,
    NOBODY,
    NONE,
    NPD_PIT_CARD,
    PRIMARY,
    RACE_STATUS,
    ROGUE,
    SCORE_STAGE,
    START_ROUND,
    State,
    Table,
)
from .dice import roll
from .model import last_primary, token_of


@rule
def start_drivers(t: Table, s: State):
    """VL-17 VL-31 VL-32 Each player's Team cards left to right from the First Player on, then the rogues."""
    n = 0
    for i in range(t.seats):
        seat = (s.first_player + i) % t.seats
        n = append_area(s, seat, n)
    append_area(s, NOBODY, n)
    s.at = -1
    s.phase = NEXT_CAR


@rule
def append_area(s: State, owner: int, n: int):
    """VL-15 VL-31 The Team cards of one play area, in their alignment."""
    for i in range(CARS):
        if s.owner[s.lineup[i]] == owner:
            s.sequence[n] = s.lineup[i]
            n += 1
    return n


@rule
def next_car(s: State, log: list[int]):
    """VL-31 VL-32 VL-86 The next activation; NPDs miss theirs with the fifth Laps card."""
    s.at += 1
    if s.at == CARS:
        s.car = NONE
        s.phase = RACE_STATUS
        return
    s.car = s.sequence[s.at]
    s.token = token_of(s, s.car)
    s.target = NONE
    if s.kind[s.car] == PRIMARY:
        s.driver = s.owner[s.car]
        note(log, TURN_BEGINS, s.car, 0, 0)
        s.phase = CHOOSE_TURN
        s.to_act = s.driver
    elif is_npd_pit_round(s):
        note(log, NPD_PITS, s.car, 0, 0)
        s.phase = NEXT_CAR
    else:
        activate_npd(s, log)


@rule
def is_npd_pit_round(s: State):
    """VL-86 VL-105 The round of the fifth Laps card of a stage without a caution."""
    return s.laps_drawn == NPD_PIT_CARD and s.had_yellow == 0


@rule
def activate_npd(s: State, log: list[int]):
    """VL-32 VL-80 A rogue is driven by the player whose primary is last at that moment."""
    if s.kind[s.car] == ROGUE:
        s.driver = s.owner[last_primary(s)]
        note(log, ROGUE_DRIVEN, s.car, s.driver, 0)
    else:
        s.driver = s.owner[s.car]
    roll(s, s.car, FOR_NPD)


@rule
def race_status(t: Table, s: State):
    """VL-34 The stage ends when its laps have been run; otherwise a new round."""
    s.phase = SCORE_STAGE if s.laps_run >= t.stage_laps[s.stage] else START_ROUND
