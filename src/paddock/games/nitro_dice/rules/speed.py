"""Speed determination phase: ND-10 to ND-15."""

from paddock.engine import note, rule

from ..events import ROUND, SPEED_SET
from ..state import CHOOSE_SPEED, FOR_SPEED, NEXT_SPEED, SET_SPEED, START_MOVEMENT, State, Table
from .cards import demand_card
from .model import put_in_order


@rule
def start_round(t: Table, s: State, log: list[int]):
    """ND-07 ND-10 A new round: speeds are set in forward order, the leader first."""
    s.round += 1
    note(log, ROUND, s.round, 0, 0)
    put_in_order(t, s, False)
    s.phase = NEXT_SPEED


@rule
def next_speed(s: State):
    """ND-10 One player after the other; then everybody moves."""
    s.at += 1
    if s.at == s.running:
        s.phase = START_MOVEMENT
        return
    s.turn = s.order[s.at]
    s.phase = CHOOSE_SPEED
    s.to_act = s.turn


@rule
def speed_options(s: State, out: list[int]):
    """ND-11 ND-12 ND-13 ND-14 Within 1 for free, within 2 for a card, never below 0 or above the condition."""
    car = s.turn
    reach = 2 if s.cards[car] > 0 else 1
    n = 0
    for speed in range(max(0, s.speed[car] - reach), min(s.condition[car], s.speed[car] + reach) + 1):
        out[n] = speed
        n += 1
    return n


@rule
def choose_speed(s: State, speed: int):
    """ND-11 ND-12 A change of two costs a card of any type."""
    s.wanted = speed
    change = speed - s.speed[s.turn]
    if change == 2 or change == -2:
        demand_card(s, s.turn, FOR_SPEED)
    else:
        s.phase = SET_SPEED


@rule
def set_speed(s: State, log: list[int]):
    """ND-11 ND-12 Turn the die."""
    note(log, SPEED_SET, s.turn, s.wanted, abs(s.wanted - s.speed[s.turn]))
    s.speed[s.turn] = s.wanted
    s.phase = NEXT_SPEED
