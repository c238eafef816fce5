"""Stage end and scoring: VL-34, VL-88 to VL-94, races for position, and who is ahead. VL-113, VL-114, VL-120."""

from paddock.engine import (
    OVER,
    is_in,
    note,
    rule,
)

from ..events import BRAKED_FOR_POSITION, CHECKERED, CONTEST, LOST_CONTROL, POSITION, STAGE_ENDS
from ..state import (
    ASK_CONTEST,
    CARS,
    CAUTION_RAIN,
    CHOOSE_CONTEST,
    CONTEST_DICE,
    CONTEST_REROLLS,
    CONTROL_BACK,
    FOR_CONTEST,
    NEXT_POSITION,
    PRIMARY,
    RACE,
    RACE_OVER,
    RACE_POINTS,
    STAGE_POINTS,
    YELLOW_FLAG,
    State,
    Table,
)
from .dice import ask_reroll, has_reroll, roll
from .model import back, running_key

POINTS_FIRST = 1 << 20  # more than any difference of rank keys


@rule
def is_last_stage(t: Table, s: State):
    """VL-89 Whether the race ends with this stage."""
    return s.stage == t.stages - 1


@rule
def points_for(t: Table, s: State, position: int):
    """VL-88 VL-89 Points of a position at the end of this stage."""
    return RACE_POINTS[position] if is_last_stage(t, s) else STAGE_POINTS[position]


@rule
def score_stage(t: Table, s: State, log: list[int]):
    """VL-34 VL-88 VL-89 VL-90 VL-104 The stage is over; positions are assigned from the front."""
    note(log, STAGE_ENDS, s.stage + 1, s.laps_run, 104 if is_caution_up(t, s) else 34)
    for car in range(CARS):
        s.position[car] = 0
    s.next_position = 1
    s.tie_rolls = 0
    s.car = -1
    s.phase = NEXT_POSITION


@rule
def is_caution_up(t: Table, s: State):
    """VL-29 Whether a caution of the Laps card is being resolved."""
    return s.laps_card >= 0 and s.event_at < 2 and t.events[s.laps_card][s.event_at] >= CAUTION_RAIN


@rule
def front_unplaced(s: State, but: int):
    """VL-90 The first car in running order without a position, one excepted; -1 if there is none."""
    best = -1
    for car in range(CARS):
        if s.position[car] or car == but or s.cell[car] < 0:
            continue
        if best < 0 or running_key(s, car) > running_key(s, best):
            best = car
    return best


@rule
def next_position(t: Table, s: State, log: list[int]):
    """VL-90 VL-91 One front car takes the position; two level ones race if the points differ."""
    first = front_unplaced(s, -1)
    if first < 0:
        end_stage(t, s, log)
        return
    second = front_unplaced(s, first)
    p = s.next_position
    if second < 0 or s.distance[second] != s.distance[first] or points_for(t, s, p) == points_for(t, s, p + 1):
        give_position(t, s, first, log)
        return
    note(log, CONTEST, first, second, p)
    s.test[0] = first
    s.test[1] = second
    s.test_cars = 2
    s.test_at = -1
    s.phase = ASK_CONTEST


@rule
def give_position(t: Table, s: State, car: int, log: list[int]):
    """VL-88 VL-89 VL-90 A car takes the next position and its points."""
    s.position[car] = s.next_position
    s.last_position[car] = s.next_position
    s.points[car] += points_for(t, s, s.next_position)
    note(log, POSITION, car, s.next_position, points_for(t, s, s.next_position))
    s.next_position += 1
    s.phase = NEXT_POSITION


@rule
def end_stage(t: Table, s: State, log: list[int]):
    """VL-93 VL-94 VL-131 The race is over, or the yellow flag of the stage end follows."""
    if is_last_stage(t, s):
        s.flag = 2
        note(log, CHECKERED, 0, 0, 0)
        s.phase = RACE_OVER
        s.to_act = OVER
        return
    s.stage_end = 1
    s.phase = YELLOW_FLAG


# Races for position


@rule
def ask_contest(s: State):
    """VL-91 The inside car's player first, then the other's: race or brake; NPDs never brake."""
    s.test_at += 1
    if s.test_at == 2:
        s.test_at = -1
        s.passed = 0
        s.phase = CONTEST_DICE
    elif s.kind[s.test[s.test_at]] == PRIMARY:
        s.phase = CHOOSE_CONTEST
        s.to_act = s.owner[s.test[s.test_at]]


@rule
def contest_options(out: list[int]):
    """VL-91 Race or brake."""
    out[0] = RACE
    out[1] = RACE + 1
    return 2


@rule
def choose_contest(t: Table, s: State, move: int, log: list[int]):
    """VL-91 The braker leaves the position to the other car and takes the next one."""
    if move == RACE:
        s.phase = ASK_CONTEST
        return
    note(log, BRAKED_FOR_POSITION, s.test[s.test_at], 0, 0)
    decide_contest(t, s, 1 - s.test_at, log)


@rule
def decide_contest(t: Table, s: State, winner: int, log: list[int]):
    """VL-91 The winner takes the position, the other the next one."""
    give_position(t, s, s.test[winner], log)
    give_position(t, s, s.test[1 - winner], log)


@rule
def next_contest_die(s: State):
    """VL-91 Both roll, the inside car first."""
    s.test_at += 1
    if s.test_at == 2:
        s.phase = CONTEST_REROLLS
        return
    roll(s, s.test[s.test_at], FOR_CONTEST)


@rule
def after_contest_die(s: State):
    """The first dice are followed by each other, a reroll by the next decision."""
    s.phase = CONTEST_DICE if s.test_at < 2 else CONTEST_REROLLS


@rule
def settle_contest(t: Table, s: State, log: list[int]):
    """VL-91 VL-92 Rerolls by those who are not ahead, inside first; then the higher die wins, or control is lost."""
    for i in range(2):
        car = s.test[i]
        if has_reroll(s, car) and not is_in(s.passed, car) and s.die[car] <= s.die[s.test[1 - i]]:
            ask_reroll(s, car)
            return
    if s.die[s.test[0]] != s.die[s.test[1]]:
        decide_contest(t, s, 0 if s.die[s.test[0]] > s.die[s.test[1]] else 1, log)
        return
    s.tie_rolls += 1
    if s.tie_rolls >= t.tie_roll_limit:
        decide_contest(t, s, 0, log)
        return
    note(log, LOST_CONTROL, s.test[0], s.test[1], 0)
    back(t, s, s.test[0], CONTROL_BACK, 92, log)
    back(t, s, s.test[1], CONTROL_BACK, 92, log)
    s.phase = NEXT_POSITION


# Who is ahead


@rule
def rank_key(s: State, car: int):
    """Higher is ahead: positions just assigned before the running order."""
    return 100000 - s.position[car] if s.position[car] else running_key(s, car)


@rule
def side_of(t: Table, seat: int):
    """VL-114 Whose points are added: with teams of two seats i and i + 4 are on one side."""
    return seat % 4 if t.eight_teams else seat


@rule
def counts_for(t: Table, s: State, car: int, side: int):
    """VL-87 VL-113 VL-114 Whether a car's points are a side's: its primaries', in team play also its NPDs'."""
    if s.owner[car] < 0 or side_of(t, s.owner[car]) != side:
        return False
    return s.kind[car] == PRIMARY or t.team_play == 1


@rule
def side_score(t: Table, s: State, side: int):
    """VL-93 VL-113 VL-114 The points of a player or a team."""
    total = 0
    for car in range(CARS):
        if counts_for(t, s, car, side):
            total += s.points[car]
    return total


@rule
def side_key(t: Table, s: State, side: int):
    """VL-93 VL-113 VL-114 Points, then the best-placed primary; higher is better."""
    best = -200000
    for car in range(CARS):
        if s.kind[car] == PRIMARY and side_of(t, s.owner[car]) == side:
            best = max(best, rank_key(s, car))
    return POINTS_FIRST * side_score(t, s, side) + best


@rule
def race_place(t: Table, s: State, seat: int):
    """VL-93 VL-120 How many sides are better, and one; seats of a team share their place. Alone: among all cars."""
    if t.seats == 1:
        return place_among_cars(s, s.primary[0]) if s.primary[0] >= 0 else 1
    mine = side_key(t, s, side_of(t, seat))
    place = 1
    for other in range(t.seats):
        if side_key(t, s, side_of(t, other)) > mine:
            place += 1
    return place


@rule
def place_among_cars(s: State, car: int):
    """VL-120 The place of a car by its own points among all eight; level ones by their position."""
    mine = POINTS_FIRST * s.points[car] + rank_key(s, car)
    place = 1
    for other in range(CARS):
        if POINTS_FIRST * s.points[other] + rank_key(s, other) > mine:
            place += 1
    return place
