"""Driving a run: DC-44 to DC-47, and the items met on the way, DC-60 to DC-66."""

from paddock.engine import (
    is_in,
    is_several,
    list_set,
    lowest_of,
    moved_up,
    note,
    rule,
    with_one,
    without,
)

from ..events import (
    GATE_PASSED,
    PAID_FOR_CUBES,
    STEPPED,
    STOPPED,
    TOOK_CUBES,
    TOOK_GATE_CUBE,
    TOOK_ON_THE_WAY,
)
from ..state import (
    ARRIVED,
    CHOOSE_STEP,
    DRIVE_ON,
    END_PLAY,
    FINISH,
    GATE_FLOW,
    GATE_STEP,
    LANES,
    OFFER_ACT,
    PAY_STEP,
    STEP,
    STOP,
    State,
    Table,
)
from .model import (
    can_drive_through,
    card_of,
    clean_up,
    clear_cubes,
    cubes_on,
    gate_ahead,
    has_barrel,
    has_car,
    is_on_finish,
    keep_three,
    named_car,
    named_spot,
    nearest_free,
    pay_chip,
    place_of,
    stand,
    successor,
)
from .track import demand_card
from .turns import finish

# Which steps


@rule
def steps_open(t: Table, s: State):
    """DC-44 DC-45 The set of lanes that continues some run of this play."""
    spot = s.spot[s.mover]
    gate = gate_ahead(t, s, spot)
    if s.steps_left == 0 or gate > s.size or (gate > 0 and s.driven > 0 and t.gates != GATE_FLOW):
        return 0
    left = 0 if gate > 0 and t.gates == GATE_STEP else s.steps_left - 1
    lanes = 0
    for lane in range(LANES):
        ahead = successor(t, s, spot, lane)
        if ahead >= 0 and can_step_onto(t, s, ahead, left):
            lanes = with_one(lanes, lane)
    return lanes


@rule
def can_step_onto(t: Table, s: State, spot: int, left: int):
    """DC-44 DC-46 DC-65 No barrel, and no car unless the run goes on to a free spot with the steps left."""
    if has_barrel(s, spot):
        return False
    if not has_car(s, spot):
        return True
    if left == 0 or t.full_blocking or not can_drive_through(t, s, spot, s.size):
        return False
    return nearest_free(t, s, spot, s.size, left) <= left


@rule
def can_pay(s: State):
    """DC-62 Leaving a spot with cubes within the same play, with a chip."""
    return s.driven > 0 and s.chips[s.turn] > 0 and cubes_on(s, s.spot[s.mover]) > 0


@rule
def drive_on(t: Table, s: State, log: list[int]):
    """DC-44 The car must step on while some run goes on; a single way is taken without asking."""
    lanes = steps_open(t, s)
    if lanes == 0:
        s.phase = END_PLAY
        return
    s.open_steps = lanes
    if can_pay(s):
        s.open_steps |= moved_up(lanes, PAY_STEP - STEP)
    if t.short_moves and s.driven > 0 and not has_car(s, s.spot[s.mover]):
        s.open_steps = with_one(s.open_steps, STOP - STEP)
    if is_several(s.open_steps):
        s.phase = CHOOSE_STEP
        s.to_act = s.turn
        return
    take_step(t, s, lowest_of(lanes), 0, log)


@rule
def step_options(s: State, out: list[int]):
    """DC-44 DC-62 The lanes to step to, the same paying a chip, and with the option to stop."""
    return list_set(s.open_steps, STEP, out, 0)


@rule
def choose_step(t: Table, s: State, move: int, log: list[int]):
    """DC-44 DC-62 A step, paid or not, or the stop."""
    if move == STOP:
        s.phase = END_PLAY
    elif move >= PAY_STEP:
        take_step(t, s, move - PAY_STEP, 1, log)
    else:
        take_step(t, s, move - STEP, 0, log)


# A step


@rule
def take_step(t: Table, s: State, lane: int, pays: int, log: list[int]):
    """DC-11 DC-44 DC-66 Leave the spot, pass the gate, arrive; then the next card is laid if this is the last one."""
    spot = s.spot[s.mover]
    ahead = successor(t, s, spot, lane)
    leave_cubes(t, s, spot, pays, log)
    gate = gate_ahead(t, s, spot)
    if gate > 0:
        pass_gate(t, s, spot, gate, log)
    s.spot[s.mover] = ahead
    s.driven += 1
    s.steps_left = 0 if gate > 0 and t.gates == GATE_STEP else s.steps_left - 1
    note(log, STEPPED, named_car(s, s.mover), named_spot(s, ahead), 0)
    s.phase = ARRIVED
    if card_of(ahead) == s.laid - 1 and s.kind[card_of(ahead)] != FINISH:
        demand_card(s, ARRIVED)


@rule
def victim(t: Table, s: State):
    """DC-54 Who takes the cubes: the car's owner, with the option its driver."""
    return s.turn if t.driver_damage else s.owner[s.mover]


@rule
def leave_cubes(t: Table, s: State, spot: int, pays: int, log: list[int]):
    """DC-61 DC-62 Passing through cubes takes them all, or costs a chip and they stay."""
    cubes = cubes_on(s, spot)
    if cubes == 0 or s.driven == 0:
        return
    if pays:
        pay_chip(s)
        note(log, PAID_FOR_CUBES, s.turn, named_spot(s, spot), 0)
        return
    clear_cubes(s, spot)
    note(log, TOOK_ON_THE_WAY, victim(t, s), named_car(s, s.mover), cubes)
    keep_three(s, victim(t, s), cubes, log)


@rule
def pass_gate(t: Table, s: State, spot: int, gate: int, log: list[int]):
    """DC-45 DC-63 DC-64 A gate cube is taken by a play of exactly the gate's size."""
    note(log, GATE_PASSED, named_car(s, s.mover), gate, s.size)
    index = card_of(spot)
    number = t.gate[place_of(s, spot)]
    if is_in(s.gate_cubes[index], number) and s.size == gate:
        s.gate_cubes[index] = without(s.gate_cubes[index], number)
        note(log, TOOK_GATE_CUBE, victim(t, s), named_car(s, s.mover), 1)
        keep_three(s, victim(t, s), 1, log)


@rule
def arrive(t: Table, s: State, log: list[int]):
    """DC-71 DC-90 On Finish the car has finished; elsewhere cards left behind are cleaned up and it may drive on."""
    if is_on_finish(s, s.spot[s.mover]):
        finish(t, s, log)
        return
    clean_up(t, s, log)
    s.phase = DRIVE_ON


@rule
def end_play(t: Table, s: State, log: list[int]):
    """DC-43 DC-47 DC-60 Cubes where the car lands are taken; a Single stops it."""
    car = s.mover
    spot = s.spot[car]
    stand(s, spot)
    cubes = cubes_on(s, spot)
    if cubes:
        clear_cubes(s, spot)
        note(log, TOOK_CUBES, victim(t, s), named_car(s, car), cubes)
        keep_three(s, victim(t, s), cubes, log)
    if s.single:
        s.stopped[car] = 1
        note(log, STOPPED, named_car(s, car), 0, 0)
    s.mover = -1
    s.phase = OFFER_ACT
