"""The racetrack as a graph: spots, links, gates, cars on spots; items and piles."""

from paddock.engine import (
    at_place,
    digit,
    is_in,
    note,
    rule,
    size_of,
    with_one,
    without,
)

from ..events import CLEANED, CUBES_FULL
from ..state import (
    CARS,
    FINISH,
    GATE_FLOW,
    LANES,
    MOST_DAMAGE,
    NO_RUN,
    NOWHERE,
    OFF,
    SPOTS,
    State,
    Table,
)

FREE = 1 << CARS  # beyond the bits of the cars
CUBE_BITS = 2  # bits for the cubes on a spot, where those of a card are packed into one number

# Spots and links


@rule
def card_of(spot: int):
    """The laid card that a spot is on, by its index."""
    return spot >> 4


@rule
def number_on_card(spot: int):
    """The number of a spot in the list of its card's type."""
    return spot & 15


@rule
def spot_at(index: int, number: int):
    """The spot of that number on a laid card."""
    return 16 * index + number


@rule
def place_at(kind: int, number: int):
    """The spot of that number on any card of a type."""
    return 16 * kind + number


@rule
def place_of(s: State, spot: int):
    """Which spot of which type of card it is."""
    return place_at(s.kind[card_of(spot)], number_on_card(spot))


@rule
def successor(t: Table, s: State, spot: int, lane: int):
    """The spot one step ahead in a lane, on the same card or over the seam; NOWHERE if there is none laid."""
    index = card_of(spot)
    kind = s.kind[index]
    if is_in(t.exit_mask[kind], number_on_card(spot)):
        if index + 1 >= s.laid:
            return NOWHERE
        entry = t.entry[s.kind[index + 1]][lane]
        return spot_at(index + 1, entry) if entry >= 0 else NOWHERE
    link = t.link[place_at(kind, number_on_card(spot))][lane]
    return spot_at(index, link) if link >= 0 else NOWHERE


@rule
def gate_ahead(t: Table, s: State, spot: int):
    """DC-45 The size of the gate that a spot is in front of, 0 for none."""
    gate = t.gate[place_of(s, spot)]
    return t.gate_size[s.kind[card_of(spot)]][gate] if gate >= 0 else 0


@rule
def has_car(s: State, spot: int):
    """DC-46 Whether a car stands there; the one being driven does not count."""
    return is_in(s.standing[card_of(spot)], number_on_card(spot))


@rule
def has_barrel(s: State, spot: int):
    """DC-65 Whether a barrel bars that spot."""
    return is_in(s.barrels[card_of(spot)], number_on_card(spot))


@rule
def car_on(t: Table, s: State, spot: int):
    """The car on a spot, the one being driven left out; -1 for none."""
    for car in range(t.cars):
        if s.spot[car] == spot and car != s.mover:
            return car
    return -1


@rule
def stand(s: State, spot: int):
    """A car stands on a spot."""
    index = card_of(spot)
    s.standing[index] = with_one(s.standing[index], number_on_card(spot))


@rule
def leave(s: State, spot: int):
    """No car stands on a spot any more."""
    index = card_of(spot)
    s.standing[index] = without(s.standing[index], number_on_card(spot))


@rule
def progress(t: Table, s: State, car: int):
    """How far forward a car is: the card, then the steps to the next one."""
    spot = s.spot[car]
    if spot == OFF:
        return 0
    return 8 * card_of(spot) + 7 - t.to_exit[place_of(s, spot)]


# Names for events, which know no position


@rule
def named_car(s: State, car: int):
    """A car with its owner."""
    return 16 * s.owner[car] + car


@rule
def named_spot(s: State, spot: int):
    """A spot with the type of its card."""
    return 1024 * s.kind[card_of(spot)] + spot


@rule
def spot_named(name: int):
    """The spot that an event names."""
    return name % 1024


# Runs


@rule
def nearest_free(t: Table, s: State, spot: int, size: int, most: int):
    """DC-44 DC-46 Least steps from a spot to one without a car, driving through cars; NO_RUN if beyond `most`.

    Only spots with cars need to be gone through, so the front of the search is a set of cars. The gate of the first
    spot is the caller's affair; further ones bar the way, or need the size with the option `flow`.
    """
    cars = cars_ahead(t, s, spot)
    if cars == FREE:
        return 1
    if t.full_blocking:
        return NO_RUN
    for steps in range(2, most + 1):
        front = cars
        cars = 0
        for car in range(t.cars):
            if is_in(front, car) and can_drive_through(t, s, s.spot[car], size):
                cars |= cars_ahead(t, s, s.spot[car])
        if cars & FREE:
            return steps
        if cars == 0:
            return NO_RUN
    return NO_RUN


@rule
def cars_ahead(t: Table, s: State, spot: int):
    """The set of cars one step ahead, or FREE if a spot there has neither car nor barrel."""
    cars = 0
    for lane in range(LANES):
        ahead = successor(t, s, spot, lane)
        if ahead >= 0 and not has_barrel(s, ahead):
            if not has_car(s, ahead):
                return FREE
            cars = with_one(cars, car_on(t, s, ahead))
    return cars


@rule
def can_drive_through(t: Table, s: State, spot: int, size: int):
    """DC-45 Whether a play that came to this spot may leave it: never past a gate, unless gates are thresholds."""
    gate = gate_ahead(t, s, spot)
    return gate == 0 or (t.gates == GATE_FLOW and gate <= size)


@rule
def is_on_finish(s: State, spot: int):
    """DC-90 Whether a spot is on Finish."""
    return spot != OFF and s.kind[card_of(spot)] == FINISH


# Items


@rule
def cubes_on(s: State, spot: int):
    """Damage cubes on a spot, 0..2."""
    return digit(s.cubes[card_of(spot)], number_on_card(spot), CUBE_BITS)


@rule
def clear_cubes(s: State, spot: int):
    """The cubes leave a spot."""
    s.cubes[card_of(spot)] -= at_place(cubes_on(s, spot), number_on_card(spot), CUBE_BITS)


@rule
def is_clear(t: Table, s: State, index: int):
    """DC-102 In play, may bear items, and none lies on it."""
    if index < s.rear or t.takes_items[s.kind[index]] == 0 or card_of(s.shop) == index:
        return False
    return s.cubes[index] == 0 and s.gate_cubes[index] == 0 and s.barrels[index] == 0


@rule
def keep_three(s: State, seat: int, cubes: int, log: list[int]):
    """DC-70 A player holds three cubes at most; the others go to the pile."""
    kept = min(cubes, MOST_DAMAGE - s.damage[seat])
    s.damage[seat] += kept
    if kept < cubes:
        s.pile_cubes += cubes - kept
        note(log, CUBES_FULL, seat, MOST_DAMAGE, cubes - kept)


@rule
def lift_barrels(s: State, index: int):
    """All barrels of a card return to the pile."""
    lifted = size_of(s.barrels[index])
    s.pile_barrels += lifted
    s.barrels[index] = 0
    return lifted


@rule
def clean_up(t: Table, s: State, log: list[int]):
    """DC-13 DC-71 When the last-place card changes, items on the cards left behind return to the centre."""
    rear = s.laid - 1
    for car in range(t.cars):
        if s.spot[car] != OFF:
            rear = min(rear, card_of(s.spot[car]))
    while s.rear < rear:
        clear_card(s, s.rear, log)
        s.rear += 1


@rule
def clear_card(s: State, index: int, log: list[int]):
    """DC-71 Cubes, barrels and the shop of one card return to the centre."""
    if s.cubes[index] == 0 and s.gate_cubes[index] == 0 and s.barrels[index] == 0 and card_of(s.shop) != index:
        return
    note(log, CLEANED, index, 0, 0)
    for number in range(SPOTS):
        s.pile_cubes += digit(s.cubes[index], number, CUBE_BITS)
    s.pile_cubes += size_of(s.gate_cubes[index])
    s.cubes[index] = 0
    s.gate_cubes[index] = 0
    lift_barrels(s, index)
    if card_of(s.shop) == index:
        s.shop = OFF


# Chips


@rule
def pay_chip(s: State):
    """DC-36 A chip that is paid goes back to the supply."""
    s.chips[s.turn] -= 1
    s.pile_chips += 1


# Seats


@rule
def next_racer(t: Table, s: State, seat: int):
    """DC-01 The next player clockwise who is in the race."""
    seat = seat + 1 if seat + 1 < t.seats else 0
    while s.place[seat] > 0:
        seat = seat + 1 if seat + 1 < t.seats else 0
    return seat


@rule
def turn_place(t: Table, s: State, seat: int):
    """A seat's place in turn order, 0 for the first player."""
    return (seat - s.first + t.seats) % t.seats
