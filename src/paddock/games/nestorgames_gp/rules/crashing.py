"""Crashing, and the safety car it may bring out: GP-50 to GP-53, GP-121, GP-122, GP-126."""

from paddock.engine import (
    is_in,
    note,
    rule,
)

from ..events import CRASHED, LOST_ALL_DICE, SAFETY_CAR
from ..state import State, Table

SAFETY_TURNS = 3


@rule
def crash(t: Table, s: State, car: int, severe: int, log: list[int]):
    """GP-50 GP-51 Belly-up, and a die goes to the box; GP-121 in a severe accident all of them."""
    s.belly_up[car] = 1
    if severe and t.safety_car:
        s.dice[car] = 0
        note(log, LOST_ALL_DICE, car, s.step[car], 0)
        deploy_safety_car(t, s, log)
        return
    if s.dice[car] > 0:
        s.dice[car] -= 1
    note(log, CRASHED, car, s.step[car], s.dice[car])
    if t.safety_car and not t.severe_only and is_safety_car_out(t, s):
        deploy_safety_car(t, s, log)


@rule
def crash_all(t: Table, s: State, cars: int, severe: int, log: list[int]):
    """GP-52 Every one of these cars crashes once."""
    for car in range(t.seats):
        if is_in(cars, car):
            crash(t, s, car, severe, log)


@rule
def is_safety_car_out(t: Table, s: State):
    """GP-126 Whether anybody still has a turn to drive under the safety car."""
    for car in range(t.seats):
        if s.safety[car] > 0:
            return True
    return False


@rule
def deploy_safety_car(t: Table, s: State, log: list[int]):
    """GP-122 Three turns for every unfinished player, the present turn not counted."""
    fresh = False
    for car in range(t.seats):
        if s.place[car] == 0 and s.safety[car] < SAFETY_TURNS:
            s.safety[car] = SAFETY_TURNS
            fresh = True
    if fresh or not s.deployed:
        note(log, SAFETY_CAR, 0, 0, 0)
    s.deployed = 1
