"""Moving forward into whatever is there: ND-22, rear-end collisions, ND-70 to ND-73, and the gap, ND-78 to ND-80."""

from paddock.engine import note, rule

from ..events import MOVED, REAR_ENDED, SHOT_GAP, SLOWED
from ..state import (
    GAP,
    LEFT,
    MOVER,
    OFFER_STEP,
    RIGHT,
    State,
    Table,
)
from .damage import damage
from .drafting import first_space
from .entering import come_onto
from .model import car_on, forwardness, is_in_garage, lane_of
from .nitrous import can_use_nitro, spend_token, use_point


@rule
def move_forward(t: Table, s: State, log: list[int]):
    """ND-22 ND-93 The next space of the lane; a car that stands there is run into, but never in the garage."""
    use_point(s)
    target = t.forward[s.space[s.turn]]
    struck = -1 if is_in_garage(target) else car_on(t, s, target)
    if struck >= 0:
        rear_end(t, s, struck, log)
        return
    first_space(t, s)
    s.victim = -1
    note(log, MOVED, s.turn, target, 0)
    come_onto(t, s, s.turn, target, MOVER)


@rule
def rear_end(t: Table, s: State, struck: int, log: list[int]):
    """ND-70 ND-72 ND-73 Damage to both, then the mover is slowed to the struck car's speed; movement is over."""
    car = s.turn
    speed = s.speed[struck]
    s.over = 1
    note(log, REAR_ENDED, car, struck, 0)
    damage(t, s, car, log)
    damage(t, s, struck, log)
    if s.wrecked[struck] == 0:
        speed = s.speed[struck]
    if s.wrecked[car] == 0 and s.speed[car] > speed:
        s.speed[car] = speed
        note(log, SLOWED, car, speed, 0)
    s.phase = OFFER_STEP


# Shooting the gap


@rule
def space_in_front(t: Table, space: int, lane: int):
    """ND-78 The space of a lane in the row in front: straight ahead, or beside that."""
    ahead = t.forward[space]
    return ahead if lane_of(ahead) == lane else t.beside[ahead][lane]


@rule
def beyond_gap(t: Table, space: int, lane: int):
    """ND-79 Where a car that shoots the gap comes out in a lane."""
    return t.forward[space_in_front(t, space, lane)]


@rule
def can_shoot_gap(t: Table, s: State, lane: int):
    """ND-78 A card and nitrous for two spaces, a pair side by side in front, and a free space beyond."""
    if s.cards[s.turn] == 0 or not can_use_nitro(t, s, 2):
        return False
    space = s.space[s.turn]
    if car_on(t, s, space_in_front(t, space, LEFT)) < 0 or car_on(t, s, space_in_front(t, space, RIGHT)) < 0:
        return False
    return car_on(t, s, beyond_gap(t, space, lane)) < 0


@rule
def shoot_gap(t: Table, s: State, log: list[int]):
    """ND-79 ND-80 Damage to all three, then between them to the space beyond; no point is used."""
    space = s.space[s.turn]
    left = car_on(t, s, space_in_front(t, space, LEFT))
    right = car_on(t, s, space_in_front(t, space, RIGHT))
    target = beyond_gap(t, space, s.step - GAP)
    spend_token(s)
    s.bonus_made += 2
    first_space(t, s)
    s.victim = -1
    damage(t, s, s.turn, log)
    damage_pair(t, s, left, right, log)
    if s.wrecked[s.turn]:
        s.phase = OFFER_STEP
        return
    note(log, SHOT_GAP, s.turn, target, 0)
    come_onto(t, s, s.turn, target, MOVER)


@rule
def damage_pair(t: Table, s: State, one: int, two: int, log: list[int]):
    """ND-79 The two cars in forward order."""
    if forwardness(t, s, one) > forwardness(t, s, two):
        damage(t, s, one, log)
        damage(t, s, two, log)
    else:
        damage(t, s, two, log)
        damage(t, s, one, log)
