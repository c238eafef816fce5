"""Racetrack, in rulebook order. Clause numbers are those of RULES.md."""

from paddock.engine import BOARD, CHANCE, EQUAL, OVER, Phase, Phases, note, rule

from .events import DRAWN, DUSK, FINISHED, LAP, ONE_WAY, STOPPED, TURNED_BACK
from .state import CHANGES, CHOOSE, DRAW_LOT, NEXT_CAR, RACE_OVER, ROUNDS_A_LAP, State, Table
from .track import COLUMNS, GRID, ROWS

GRID_COLUMNS = tuple(column for column, _ in GRID)
GRID_ROWS = tuple(row for _, row in GRID)

# Setup


@rule
def setup(t: Table, s: State):
    """RT-02 A lot is drawn."""
    s.phase = DRAW_LOT
    s.to_act = CHANCE


@rule
def lot_outcomes(t: Table, out: list[int], weight: list[int]):
    """RT-02 Any car, equally likely."""
    weight[0] = EQUAL
    for car in range(t.seats):
        out[car] = car
    return t.seats


@rule
def draw_lot(t: Table, s: State, car: int, log: list[int]):
    """RT-02 The cars take their places on the grid."""
    s.first = car
    for place in range(t.seats):
        s.column[(car + place) % t.seats] = GRID_COLUMNS[place]
        s.row[(car + place) % t.seats] = GRID_ROWS[place]
    note(log, DRAWN, car, 0, 0)
    s.phase = NEXT_CAR


# Turn


@rule
def next_car(t: Table, s: State, log: list[int]):
    """RT-02 RT-13 The next car in order is asked; one with no choice stops or makes its only move."""
    if s.moved == t.seats:
        end_round(t, s, log)
        return
    s.car = (s.first + s.moved) % t.seats
    s.moved += 1
    choices = count_moves(t, s)
    if choices > 1:
        s.phase = CHOOSE
        s.to_act = s.car
    elif choices == 1:
        note(log, ONE_WAY, s.car, 0, 0)
        drive(t, s, only_move(t, s), log)
    else:
        stop(s, log)


@rule
def may_make(t: Table, s: State, change: int):
    """RT-10 RT-11 RT-12 Whether the car may change its speed like this."""
    right = s.right[s.car] + change % 3 - 1
    down = s.down[s.car] + change // 3 - 1
    return is_road_all_the_way(t, s, right, down) and is_free(t, s, s.column[s.car] + right, s.row[s.car] + down)


@rule
def is_road_all_the_way(t: Table, s: State, right: int, down: int):
    """RT-11 R1 Every square on the straight way is road."""
    steps = max(abs(right), abs(down))
    for step in range(1, steps + 1):
        column = s.column[s.car] + (2 * right * step + steps) // (2 * steps)
        row = s.row[s.car] + (2 * down * step + steps) // (2 * steps)
        if column < 0 or column >= COLUMNS or row < 0 or row >= ROWS or t.distance[row * COLUMNS + column] < 0:
            return False
    return True


@rule
def is_free(t: Table, s: State, column: int, row: int):
    """RT-12 No other car stands there."""
    for other in range(t.seats):
        if other != s.car and s.column[other] == column and s.row[other] == row:
            return False
    return True


@rule
def move_options(t: Table, s: State, out: list[int]):
    """RT-10 The changes of speed that the car may make."""
    n = 0
    for change in range(CHANGES):
        if may_make(t, s, change):
            out[n] = change
            n += 1
    return n


@rule
def count_moves(t: Table, s: State):
    """RT-13 How many moves the car has."""
    n = 0
    for change in range(CHANGES):
        if may_make(t, s, change):
            n += 1
    return n


@rule
def only_move(t: Table, s: State):
    """RT-13 The first move that the car has."""
    for change in range(CHANGES):
        if may_make(t, s, change):
            return change
    return 0


@rule
def stop(s: State, log: list[int]):
    """RT-13 No way on: speed 0."""
    s.right[s.car] = 0
    s.down[s.car] = 0
    note(log, STOPPED, s.car, 0, 0)


@rule
def drive(t: Table, s: State, change: int, log: list[int]):
    """RT-10 The car changes its speed and moves by it."""
    before = distance_of(t, s, s.car)
    s.right[s.car] += change % 3 - 1
    s.down[s.car] += change // 3 - 1
    s.column[s.car] += s.right[s.car]
    s.row[s.car] += s.down[s.car]
    look_at_line(t, s, distance_of(t, s, s.car) - before, log)
    s.phase = NEXT_CAR


# Laps and end


@rule
def distance_of(t: Table, s: State, car: int):
    """RT-31 R2 How far along a lap a car is, in steps."""
    return t.distance[s.row[car] * COLUMNS + s.column[car]]


@rule
def look_at_line(t: Table, s: State, steps: int, log: list[int]):
    """RT-20 RT-30 No move goes half round the road: a distance that changes by more crossed the line."""
    if 2 * steps < -t.lap_length:
        s.crossed[s.car] += 1
        if s.crossed[s.car] > t.laps:
            note(log, FINISHED, s.car, 0, 0)
        else:
            note(log, LAP, s.car, s.crossed[s.car], 0)
    elif 2 * steps > t.lap_length:
        s.crossed[s.car] -= 1
        note(log, TURNED_BACK, s.car, 0, 0)


@rule
def end_round(t: Table, s: State, log: list[int]):
    """RT-30 RT-32 The race is over once a car has finished, or after the last round."""
    s.round += 1
    s.moved = 0
    for car in range(t.seats):
        if s.crossed[car] > t.laps:
            end_race(s)
            return
    if s.round == ROUNDS_A_LAP * t.laps:
        note(log, DUSK, s.round, 0, 0)
        end_race(s)


@rule
def end_race(s: State):
    """RT-30 Nobody moves any more."""
    s.phase = RACE_OVER
    s.to_act = OVER


@rule
def driven(t: Table, s: State, car: int):
    """RT-31 Steps from the line before the grid."""
    return s.crossed[car] * t.lap_length + distance_of(t, s, car)


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """RT-31 By distance, then in the order of moving; the winner scores a point."""
    for car in range(t.seats):
        place[car] = 1
        for other in range(t.seats):
            ahead = driven(t, s, other) - driven(t, s, car)
            if ahead > 0 or (ahead == 0 and turn_order(t, s, other) < turn_order(t, s, car)):
                place[car] += 1
        score[car] = 1 if place[car] == 1 else 0


@rule
def turn_order(t: Table, s: State, car: int):
    """RT-02 How many cars move before this one."""
    return (car - s.first + t.seats) % t.seats


# What a race waits for, and the contract

PHASES = Phases(
    Phase.chance(DRAW_LOT, "lot", "RT-02", lot_outcomes, draw_lot, "Who moves first?"),
    Phase.step(NEXT_CAR, "RT-13", next_car),
    Phase.decision(CHOOSE, "move", "RT-10", move_options, drive, "{car:car}: where to?", BOARD),
    Phase.over(RACE_OVER, "RT-30"),
    often=(CHOOSE,),
)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def conceal(t: Table, s: State, seat: int):
    """Nothing is hidden."""


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """Nothing is hidden."""


@rule
def sees_move(t: Table, s: State, seat: int):
    """Everybody sees every move."""
    return 1
