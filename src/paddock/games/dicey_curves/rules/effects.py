"""What Danger cards do: DC-100 to DC-112."""

from paddock.engine import (
    at_place,
    is_in,
    minus,
    note,
    rule,
    set_below,
    size_of,
    with_one,
)

from ..events import (
    BARRELS_LAID,
    BARRELS_LIFTED,
    CUBES_LAID,
    DAMAGED,
    GATE_CUBES_LAID,
    REPAIRED,
    SHOP_PLACED,
)
from ..state import (
    CRITTER_CROSSING,
    DANGEROUS_CURVE,
    INSTANT_DAMAGE,
    LANE_CLOSED,
    LANES,
    LIFT_BARRELS,
    MAJOR_DEBRIS,
    MOST_DAMAGE,
    REPAIR_SHOP,
    State,
    Table,
)
from .model import (
    CUBE_BITS,
    is_clear,
    keep_three,
    lift_barrels,
    named_spot,
    place_at,
    spot_at,
)

LONGEST_ROUTE = 5  # steps on one card


@rule
def change_damage(s: State, seat: int, log: list[int]):
    """DC-70 DC-100 DC-101 Instant Damage gives a cube, three at most; Instant Repair takes one."""
    if s.playing != INSTANT_DAMAGE:
        s.damage[seat] -= 1
        s.pile_cubes += 1
        note(log, REPAIRED, seat, s.damage[seat], 0)
        return
    note(log, DAMAGED, seat, min(MOST_DAMAGE, s.damage[seat] + 1), 0)
    s.pile_cubes -= 1
    keep_three(s, seat, 1, log)


@rule
def adjust_first_roll(s: State, card: int):
    """DC-111 DC-112 One die less, or two more, for the player about to roll."""
    if card == CRITTER_CROSSING:
        s.critters += 1
    else:
        s.nitros += 1


# Cards that add to the racetrack


@rule
def fits(t: Table, s: State, card: int, index: int):
    """DC-102 Whether a Danger card may be played on a track card."""
    if not is_clear(t, s, index):
        return False
    if card == REPAIR_SHOP:
        return True
    if card == LANE_CLOSED:
        return is_any_lane_open(t, s, index)
    cubes = cubes_needed(t, s, card, index)
    return 0 < cubes <= s.pile_cubes


@rule
def free_arrows(t: Table, s: State, index: int):
    """DC-103 The set of arrow spots without a car."""
    return minus(t.arrow_mask[s.kind[index]], s.standing[index])


@rule
def cubes_needed(t: Table, s: State, card: int, index: int):
    """DC-103 DC-104 DC-105 How many cubes a card would take on a track card."""
    if card == DANGEROUS_CURVE:
        return t.gate_count[s.kind[index]]
    return size_of(free_arrows(t, s, index)) * cubes_a_spot(card)


@rule
def cubes_a_spot(card: int):
    """DC-103 DC-104 Minor Debris one, Major Debris two."""
    return 2 if card == MAJOR_DEBRIS else 1


@rule
def lay_cubes(t: Table, s: State, index: int, log: list[int]):
    """DC-103 DC-104 DC-105 Cubes on the free arrow spots, or one at every gate."""
    s.pile_cubes -= cubes_needed(t, s, s.playing, index)
    if s.playing == DANGEROUS_CURVE:
        gates = t.gate_count[s.kind[index]]
        s.gate_cubes[index] = set_below(gates)
        note(log, GATE_CUBES_LAID, index, gates, 0)
        return
    arrows = free_arrows(t, s, index)
    for spot in range(t.spots[s.kind[index]]):
        if is_in(arrows, spot):
            s.cubes[index] |= at_place(cubes_a_spot(s.playing), spot, CUBE_BITS)
            note(log, CUBES_LAID, 0, named_spot(s, spot_at(index, spot)), cubes_a_spot(s.playing))


# Lane Closed


@rule
def is_any_lane_open(t: Table, s: State, index: int):
    """DC-106 Whether some lane of a card may be closed."""
    for lane in range(LANES):
        if barrels_needed(t, s, index, lane) > 0:
            return True
    return False


@rule
def free_in_lane(t: Table, s: State, index: int, lane: int):
    """DC-106 The set of spots of a lane without a car."""
    return minus(t.lane_mask[s.kind[index]][lane], s.standing[index])


@rule
def barrels_needed(t: Table, s: State, index: int, lane: int):
    """DC-106 DC-108 Spots of the lane without a car; 0 if there is none or a car would be trapped."""
    blocked = free_in_lane(t, s, index, lane)
    if blocked == 0 or (s.standing[index] and is_trap(t, s, index, blocked)):
        return 0
    return size_of(blocked)


@rule
def is_trap(t: Table, s: State, index: int, blocked: int):
    """DC-108 Whether a car on the card would have no way to an exit that avoids these barrels."""
    kind = s.kind[index]
    way_out = minus(t.exit_mask[kind], blocked)
    for _ in range(LONGEST_ROUTE):
        for spot in range(t.spots[kind]):
            if t.links[place_at(kind, spot)] & way_out and not is_in(blocked, spot):
                way_out = with_one(way_out, spot)
    return minus(s.standing[index], way_out) != 0


@rule
def close_lane(t: Table, s: State, log: list[int]):
    """DC-106 A barrel on every spot of the lane without a car."""
    barrels = barrels_needed(t, s, s.target, s.lane)
    s.barrels[s.target] = free_in_lane(t, s, s.target, s.lane)
    s.pile_barrels -= barrels
    note(log, BARRELS_LAID, s.target, s.lane, barrels)


@rule
def lift(s: State, index: int, log: list[int]):
    """DC-107 All barrels of a card return to the pile."""
    note(log, BARRELS_LIFTED, index, lift_barrels(s, index), 0)
    s.phase = LIFT_BARRELS


# Repair Shop


@rule
def place_shop(s: State, spot: int, log: list[int]):
    """DC-109 DC-110 The shop is put next to a spot, wherever it was."""
    s.shop = spot
    note(log, SHOP_PLACED, named_spot(s, spot), 0, 0)
