"""Maneuvers of Action cards and NPDs: VL-53 to VL-62, VL-83."""

from paddock.engine import (
    demand_draws,
    is_in,
    is_odd,
    moved_up,
    note,
    rule,
    set_of,
    with_one,
)

from ..events import BONUS_GIVEN, DRAFTED, PAINT_MISSED, PAINTED, RODE, SIDE_DRAFTED, SLINGSHOT_DECLARED
from ..state import (
    BONUS,
    BONUS_BIT,
    CROSSOVER,
    CROSSOVER_BIT,
    DIALED_IN,
    DIRECTIONS,
    DRAFT,
    DRAFT_BIT,
    DRAFT_SPACES,
    DRAWING,
    END_TURN,
    EVEN_BONUS,
    FOR_DIALED,
    FOR_PAINT,
    LAPPED_BONUS,
    LAPPED_TOKEN,
    LEAD,
    MOVE_OVER_BONUS,
    OFFER_DRIVE,
    PAINT,
    PAINT_BACK,
    PAINT_BIT,
    PAINT_NEEDS,
    RIDE,
    RIDE_BIT,
    RIDE_DRAW,
    RIDE_SPACES,
    SIDE_DRAFT,
    SIDE_DRAFT_BIT,
    SLINGSHOT,
    SLINGSHOT_BIT,
    SLINGSHOT_BONUS,
    SOLO,
    State,
    Table,
)
from .dice import roll
from .model import advance_line, back, can_advance, line_front, list_line, side_back, swap

# What is viable


@rule
def viable_maneuvers(t: Table, s: State, wanted: int):
    """VL-56 VL-83 The moves open among these maneuvers, as a set."""
    found = 0
    if wanted & (DRAFT_BIT | RIDE_BIT) and is_draft_viable(t, s, s.car):
        found |= (set_of(DRAFT) if wanted & DRAFT_BIT else 0) | (set_of(RIDE) if wanted & RIDE_BIT else 0)
    if wanted & (CROSSOVER_BIT | SLINGSHOT_BIT):
        ahead = cars_ahead(t, s, s.car)
        if wanted & CROSSOVER_BIT:
            found |= moved_up(chosen_targets(s, ahead), CROSSOVER)
        elif ahead:
            found = with_one(found, SLINGSHOT)
    if wanted & SIDE_DRAFT_BIT:
        found |= moved_up(chosen_targets(s, side_draft_targets(t, s)), SIDE_DRAFT)
    if wanted & PAINT_BIT:
        found |= moved_up(touching_cars(t, s), PAINT)
    if wanted & BONUS_BIT and is_bonus_viable(t, s):
        found = with_one(found, BONUS)
    return found


@rule
def chosen_targets(s: State, targets: int):
    """VL-116 A solo NPD must take the player's primary if that is a target."""
    if s.kind[s.car] == SOLO and is_in(targets, s.primary[0]):
        return set_of(s.primary[0])
    return targets


@rule
def is_draft_viable(t: Table, s: State, car: int):
    """VL-54 In a line of two or more whose front car can advance (R-47)."""
    front = line_front(t, s, car)
    if front == car:
        behind = t.behind[s.cell[car]]
        if behind < 0 or s.on[behind] < 0:
            return False
    return can_advance(t, s, front)


@rule
def cars_ahead(t: Table, s: State, car: int):
    """VL-53 VL-62 Cars in forward spaces, straight or diagonal, as a set."""
    found = 0
    for direction in range(DIRECTIONS):
        cell = t.step[direction][s.cell[car]]
        if cell >= 0 and s.on[cell] >= 0:
            found = with_one(found, s.on[cell])
    return found


@rule
def cars_beside(t: Table, s: State, car: int):
    """Cars side by side with one, as a set."""
    found = 0
    for i in range(3):
        cell = t.beside[s.cell[car]][i]
        if cell >= 0 and s.on[cell] >= 0:
            found = with_one(found, s.on[cell])
    return found


@rule
def side_draft_targets(t: Table, s: State):
    """VL-55 Cars beside, but none that would go back into the active car's own space (R-52)."""
    found = 0
    for i in range(3):
        cell = t.beside[s.cell[s.car]][i]
        if cell >= 0 and s.on[cell] >= 0 and t.back_to[cell] != s.cell[s.car]:
            found = with_one(found, s.on[cell])
    return found


@rule
def touching_cars(t: Table, s: State):
    """VL-60 The car directly in front, and cars beside."""
    found = cars_beside(t, s, s.car)
    ahead = t.step[0][s.cell[s.car]]
    if ahead >= 0 and s.on[ahead] >= 0:
        found = with_one(found, s.on[ahead])
    return found


@rule
def is_bonus_viable(t: Table, s: State):
    """VL-59 VL-61 VL-65 Earned by the Move, and with a step at hand that pushes one car at most."""
    if t.type_of[s.card] != DIALED_IN and s.bonus == 0:
        return False
    cell = s.cell[s.car]
    for direction in range(1, DIRECTIONS):
        target = t.step[direction][cell]
        if target >= 0 and s.on[target] < 0:
            return True
    ahead = t.step[0][cell]
    if ahead < 0:
        return False
    beyond = t.step[0][ahead]
    return s.on[ahead] < 0 or (beyond >= 0 and s.on[beyond] < 0)


# What they do


@rule
def maneuver(t: Table, s: State, move: int, log: list[int]):
    """VL-42 VL-53 VL-54 VL-55 VL-60 A maneuver is performed once."""
    s.used += 1
    if move >= PAINT:
        s.maneuvers -= PAINT_BIT
        s.target = move - PAINT
        roll(s, s.car, FOR_PAINT)
    elif move >= SIDE_DRAFT:
        s.maneuvers -= SIDE_DRAFT_BIT
        note(log, SIDE_DRAFTED, s.car, move - SIDE_DRAFT, 0)
        side_back(t, s, move - SIDE_DRAFT, log)
    elif move >= CROSSOVER:
        s.maneuvers -= CROSSOVER_BIT
        cross_over(t, s, move - CROSSOVER, log)
    elif move == DRAFT:
        s.maneuvers -= DRAFT_BIT
        draft(t, s, DRAFT_SPACES, 54, log)
    else:
        card_maneuver(t, s, move, log)


@rule
def card_maneuver(t: Table, s: State, move: int, log: list[int]):
    """VL-58 VL-59 VL-62 What only Action cards have."""
    s.maneuvers = 0
    if move == SLINGSHOT:
        s.move += SLINGSHOT_BONUS
        s.move_left += SLINGSHOT_BONUS
        note(log, SLINGSHOT_DECLARED, s.car, s.move_left, 0)
    elif move == RIDE:
        note(log, RODE, s.car, 0, 0)
        draft(t, s, RIDE_SPACES, 58, log)
        demand_draws(s, s.owner[s.car], RIDE_DRAW, END_TURN, DRAWING)
    else:
        take_bonus(t, s, log)


@rule
def draft(t: Table, s: State, spaces: int, clause: int, log: list[int]):
    """VL-54 VL-58 VL-127 The whole line advances, without a risk test."""
    n = list_line(t, s, line_front(t, s, s.car), 0)
    note(log, DRAFTED, s.car, n, clause)
    advance_line(t, s, 0, spaces + t.draft_bonus, clause, log)


@rule
def cross_over(t: Table, s: State, other: int, log: list[int]):
    """VL-53 The car exchanges places with a forward adjacent one."""
    for direction in range(DIRECTIONS):
        if t.step[direction][s.cell[s.car]] == s.cell[other]:
            swap(s, s.car, other, t.gain[direction][s.cell[s.car]], log)
            return


@rule
def take_bonus(t: Table, s: State, log: list[int]):
    """VL-59 VL-61 Bonus steps: by the lane, by the token at the start of the turn, or by a die."""
    if t.type_of[s.card] != DIALED_IN:
        give_bonus(s, s.bonus, 61, log)
    elif s.token == LEAD:
        roll(s, s.car, FOR_DIALED)
    else:
        give_bonus(s, LAPPED_BONUS if s.token == LAPPED_TOKEN else MOVE_OVER_BONUS, 59, log)


@rule
def give_bonus(s: State, steps: int, clause: int, log: list[int]):
    """VL-65 Give a bonus of optional steps."""
    note(log, BONUS_GIVEN, s.car, steps, clause)
    s.in_bonus = 1
    s.bonus_left = steps
    s.phase = OFFER_DRIVE


@rule
def resolve_dialed(s: State, log: list[int]):
    """VL-59 An even number gives two steps."""
    give_bonus(s, 0 if is_odd(s.die[s.car]) else EVEN_BONUS, 59, log)


@rule
def resolve_paint(t: Table, s: State, log: list[int]):
    """VL-60 3 or more: the touching car goes back two spaces."""
    s.phase = OFFER_DRIVE
    if s.die[s.car] < PAINT_NEEDS:
        note(log, PAINT_MISSED, s.car, s.target, 0)
        return
    note(log, PAINTED, s.car, s.target, 0)
    back(t, s, s.target, PAINT_BACK, 60, log)
