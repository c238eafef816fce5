"""Movement phase: order and duty to move, ND-20 to ND-28, and braking, ND-69."""

from paddock.engine import (
    is_several,
    list_set,
    lowest_of,
    note,
    rule,
    set_of,
    with_one,
)

from ..events import BRAKED, ENDED, HALTED, MOVE_ORDER
from ..state import (
    BRAKE,
    CARRY_OUT,
    CHOOSE_STEP,
    DRIFT,
    END,
    END_CHECK,
    END_TURN,
    FOR_BRAKE,
    FOR_DRIFT,
    FOR_GAP,
    FOR_LANE,
    FORWARD,
    GAP,
    GARAGE,
    HALTING,
    LANE,
    LANES,
    LEFT,
    NEXT_MOVER,
    NITRO,
    NITRO3,
    OFFER_PLACING,
    OFFER_STEP,
    PIT,
    RIGHT,
    State,
    Table,
)
from .cards import clear_played_row, demand_card
from .collisions import can_shoot_gap, move_forward, shoot_gap
from .damage import expended
from .garage import pit
from .lanes import can_change_to, change_lane, drift, is_in_motion
from .model import is_in_garage, put_in_order
from .nitrous import can_use_nitro, use_nitro, use_nitro_madness

# Whose turn


@rule
def start_movement(t: Table, s: State, log: list[int]):
    """ND-07 ND-20 The order of the phase, fixed now: highest speed, then furthest forward."""
    put_in_order(t, s, True)
    for i in range(s.running):
        note(log, MOVE_ORDER, s.order[i], i + 1, s.speed[s.order[i]])
    s.phase = NEXT_MOVER


@rule
def next_mover(s: State):
    """ND-08 ND-20 The next player of the order whose car is still in the race; then the end check."""
    s.at += 1
    while s.at < s.running and s.wrecked[s.order[s.at]]:
        s.at += 1
    if s.at == s.running:
        s.phase = END_CHECK
        return
    s.turn = s.order[s.at]
    s.spent = 0
    s.bonus = 0
    s.bonus_made = 0
    s.nitro_used = 0
    s.moved = 0
    s.over = 0
    s.first_speed = s.speed[s.turn]
    s.phase = OFFER_STEP


@rule
def end_turn(s: State):
    """ND-25 Movement and placing are over."""
    clear_played_row(s)
    s.phase = NEXT_MOVER


# Steps


@rule
def offer_step(t: Table, s: State, log: list[int]):
    """ND-21 ND-24 ND-28 Ask for the next step, or take the only one; a car that has ended goes on to placing."""
    if s.wrecked[s.turn]:
        s.phase = END_TURN
        return
    if s.over:
        halt(s, log)
        s.phase = OFFER_PLACING
        return
    s.steps = open_steps(t, s)
    if not is_several(s.steps):
        choose_step(s, FORWARD + lowest_of(s.steps))
        return
    s.phase = CHOOSE_STEP
    s.to_act = s.turn


@rule
def halt(s: State, log: list[int]):
    """ND-23 ND-84 Damage that halted the car has ended its movement, now that its step is resolved."""
    if s.over == HALTING:
        note(log, HALTED, s.turn, 0, 0)
        s.over = 1


@rule
def open_steps(t: Table, s: State):
    """ND-21 ND-22 ND-24 ND-27 ND-28 Every step the mover may take now, as the set of steps less FORWARD."""
    car = s.turn
    in_garage = is_in_garage(s.space[car])
    has_point = s.spent < s.speed[car]
    steps = 0
    if (has_point or s.bonus > 0) and t.forward[s.space[car]] >= 0:
        steps = with_one(steps, 0)
    if in_garage and has_point:
        steps = with_one(steps, PIT - FORWARD)
    if not has_point and s.bonus == 0:
        steps = with_one(steps, END - FORWARD)
    if s.cards[car] > 0:
        steps |= steps_for_a_card(t, s)
    return steps | steps_for_a_token(t, s)


@rule
def steps_for_a_card(t: Table, s: State):
    """ND-40 ND-42 ND-44 ND-69 Lane changes, drifts and the brake."""
    car = s.turn
    space = s.space[car]
    steps = 0
    if s.speed[car] > expended(t, s):
        steps = with_one(steps, BRAKE - FORWARD)
    if not is_in_motion(s):
        return steps
    can_drift = s.spent < s.speed[car] or s.bonus > 0
    for lane in range(LANES):
        if t.beside[space][lane] >= 0 and can_change_to(t, s, t.beside[space][lane]):
            steps = with_one(steps, LANE + lane - FORWARD)
        if can_drift and t.drift[space][lane] >= 0 and can_change_to(t, s, t.drift[space][lane]):
            steps = with_one(steps, DRIFT + lane - FORWARD)
    return steps


@rule
def steps_for_a_token(t: Table, s: State):
    """ND-50 ND-78 ND-132 Nitrous, and the gap."""
    if not can_use_nitro(t, s, 2):
        return 0
    steps = set_of(NITRO - FORWARD)
    if t.nitro_madness and can_use_nitro(t, s, 3):
        steps = with_one(steps, NITRO3 - FORWARD)
    for lane in range(LEFT, RIGHT + 1):
        if can_shoot_gap(t, s, lane):
            steps = with_one(steps, GAP + lane - FORWARD)
    return steps


@rule
def step_options(s: State, out: list[int]):
    """ND-28 The open steps."""
    return list_set(s.steps, FORWARD, out, 0)


@rule
def choose_step(s: State, step: int):
    """ND-40 ND-44 ND-69 ND-79 A step that costs a card is chosen first, the card next."""
    s.step = step
    if LANE <= step <= LANE + GARAGE:
        demand_card(s, s.turn, FOR_LANE)
    elif DRIFT <= step <= DRIFT + GARAGE:
        demand_card(s, s.turn, FOR_DRIFT)
    elif step == BRAKE:
        demand_card(s, s.turn, FOR_BRAKE)
    elif GAP <= step <= GAP + RIGHT:
        demand_card(s, s.turn, FOR_GAP)
    else:
        s.phase = CARRY_OUT


@rule
def carry_out(t: Table, s: State, log: list[int]):
    """ND-24 The step chosen takes effect."""
    if s.step == FORWARD:
        move_forward(t, s, log)
    elif s.step == END:
        end_movement(s, log)
    elif s.step == BRAKE:
        brake(s, log)
    elif s.step <= LANE + GARAGE:
        change_lane(t, s, log)
    elif s.step <= DRIFT + GARAGE:
        drift(t, s, log)
    elif s.step == PIT:
        pit(s, log)
    elif s.step == NITRO:
        use_nitro(s, log)
    elif s.step == NITRO3:
        use_nitro_madness(t, s, log)
    else:
        shoot_gap(t, s, log)


@rule
def brake(s: State, log: list[int]):
    """ND-69 The die is turned down by one."""
    s.speed[s.turn] -= 1
    note(log, BRAKED, s.turn, s.speed[s.turn], 0)
    s.phase = OFFER_STEP


@rule
def end_movement(s: State, log: list[int]):
    """ND-24 The player is content with where the car is."""
    note(log, ENDED, s.turn, s.space[s.turn], 0)
    s.over = 1
    s.phase = OFFER_STEP
