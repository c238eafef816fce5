"""Setup: DC-01 to DC-08."""

from paddock.engine import (
    CHANCE,
    demand_draws,
    is_odd,
    note,
    rule,
)

from ..events import FIRST_PLAYER, ON_GRID
from ..state import (
    BARRELS,
    CARS,
    CHIPS,
    CUBES,
    DANGERS,
    DEAL,
    DRAW_FIRST,
    DRAWING,
    HAND,
    KINDS,
    NO_RUN,
    OFF,
    RESTING,
    SLOTS,
    START,
    START_TURN,
    WIDE_OPEN,
    State,
    Table,
)
from .model import named_car, named_spot, next_racer, stand

FIRST_CHIPS, OTHER_CHIPS, LAST_CHIPS = 1, 3, 4
GRID = (3, 7, 2, 6, 1, 5, 0, 4)  # L4, R4, L3, R3, L2, R2, L1, R1 as numbers of spots


@rule
def set_up(t: Table, s: State):
    """DC-01 DC-05 DC-06 DC-07 Start and a Wide-Open are laid, everything else is in the centre."""
    clear_track(t, s)
    clear_players(t, s)
    clear_turn(s)
    s.pile_cubes = CUBES
    s.pile_barrels = BARRELS
    s.pile_chips = CHIPS
    s.racers = t.seats
    s.first = -1
    s.turn = -1
    s.turns = 0
    s.rounds = 0
    s.phase = DRAW_FIRST
    s.to_act = CHANCE


@rule
def clear_track(t: Table, s: State):
    """DC-05 DC-06 One Wide-Open is taken out of the deck and laid behind Start."""
    for index in range(SLOTS):
        s.kind[index] = START
        s.standing[index] = 0
        s.cubes[index] = 0
        s.gate_cubes[index] = 0
        s.barrels[index] = 0
    for kind in range(KINDS):
        s.left[kind] = t.copies[kind]
    s.kind[1] = WIDE_OPEN
    s.left[WIDE_OPEN] -= 1
    s.laid = 2
    s.rear = 0
    s.shop = OFF


@rule
def clear_players(t: Table, s: State):
    """DC-07 Nobody has anything yet; with the expansion all Danger cards are in the draw deck."""
    s.draw_cards = 0
    s.discard_cards = 0
    for card in range(DANGERS):
        s.draw[card] = t.danger_count[card] if t.danger else 0
        s.draw_cards += s.draw[card]
        s.discard[card] = 0
    for seat in range(CARS):
        s.spot[seat] = OFF
        s.owner[seat] = 0
        s.stopped[seat] = 0
        s.borrowed[seat] = 0
        s.place[seat] = 0
        s.chips[seat] = 0
        s.damage[seat] = 0
        s.cards[seat] = 0
        s.played[seat] = 0
        s.sits_out[seat] = 0
        s.need[seat] = NO_RUN
        for card in range(DANGERS):
            s.hand[seat][card] = 0


@rule
def clear_turn(s: State):
    """No window, dice or play yet."""
    s.drawer = 0
    s.to_draw = 0
    s.then = START_TURN
    s.is_open = 0
    s.sayer = 0
    s.passes = 0
    s.critters = 0
    s.nitros = 0
    s.playing = -1
    s.target = 0
    s.lane = 0
    s.open_players = 0
    s.open_cards = 0
    s.open_lanes = 0
    s.open_spots = 0
    s.open_steps = 0
    s.in_play = 0
    s.to_roll = 0
    s.rolled_for = 0
    s.sixes = 0
    s.jukes = 0
    s.mover = -1
    s.declared = 0
    s.size = 0
    s.driven = 0
    s.steps_left = 0
    s.single = 0
    for value in range(RESTING + 1):
        s.dice[value] = 0
        s.marked[value] = 0


# The first player


@rule
def first_outcomes(t: Table, out: list[int], weight: list[int]):
    """DC-01 Every seat with equal chance."""
    for seat in range(t.seats):
        out[seat] = seat
        weight[seat] = 1
    return t.seats


@rule
def take_first(t: Table, s: State, seat: int, log: list[int]):
    """DC-01 DC-03 DC-04 The first player is known: the grid and the chips follow."""
    note(log, FIRST_PLAYER, seat, 0, 0)
    s.first = seat
    s.turn = seat
    for row in range(t.cars_each):
        line_up(t, s, row, log)
    for place in range(t.seats):
        give_chips(t, s, place)
    s.drawer = seat
    s.phase = DEAL


@rule
def line_up(t: Table, s: State, row: int, log: list[int]):
    """DC-03 A car of each player: the first round in reverse turn order, the next in turn order, and so on.

    R-21 If cars cannot be passed it is the other way round.
    """
    in_turn_order = is_odd(row) != (t.full_blocking == 1)
    for i in range(t.seats):
        place = i if in_turn_order else t.seats - 1 - i
        car = row * t.seats + i
        s.owner[car] = (s.first + place) % t.seats
        s.spot[car] = GRID[car]
        stand(s, GRID[car])
        note(log, ON_GRID, named_car(s, car), named_spot(s, GRID[car]), 0)


@rule
def give_chips(t: Table, s: State, place: int):
    """DC-04 One for the first player, four for the last, three for the others."""
    chips = OTHER_CHIPS
    if place == 0:
        chips = FIRST_CHIPS
    elif place == t.seats - 1:
        chips = LAST_CHIPS
    s.chips[(s.first + place) % t.seats] = chips
    s.pile_chips -= chips


# The deal


@rule
def deal(t: Table, s: State):
    """DC-07 One Danger card to each in turn order, then a second round."""
    if t.danger == 0 or s.cards[s.drawer] == HAND:
        s.phase = START_TURN
        return
    demand_draws(s, s.drawer, 1, DEAL, DRAWING)


@rule
def deal_next(t: Table, s: State):
    """DC-07 The deal goes round."""
    s.drawer = next_racer(t, s, s.drawer)
