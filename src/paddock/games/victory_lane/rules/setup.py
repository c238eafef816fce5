"""Setup and qualifying: VL-01 to VL-15."""

from paddock.engine import (
    CHANCE,
    demand_draws,
    note,
    rule,
)

from ..events import DEALT_NPD, GARAGE_DISCARD, GARAGE_PASS, QUALIFIED, ROGUE_NPD, TEAM_TAKEN
from ..state import (
    CARDS,
    CARS,
    CELLS,
    CHOOSE_GARAGE,
    CHOOSE_NPD,
    CHOOSE_QUALIFY,
    CHOOSE_TEAM,
    DEAL_CARD,
    DEAL_TEAM,
    DEALT,
    DECK,
    DISCARDED,
    DRAWING,
    FACE_DOWN,
    FIRST_HAND,
    LAPS_CARDS,
    NEXT_GARAGE,
    NEXT_HAND,
    NEXT_HAND_CHECK,
    NEXT_NPD,
    NEXT_NPD_CARD,
    NEXT_ON_GRID,
    NEXT_QUALIFY,
    NEXT_TEAM,
    NOBODY,
    NONE,
    OFF,
    PASS,
    PRIMARY,
    ROGUE,
    SEATS,
    SET_CARD,
    SOLO,
    START_ROUND,
    TEAM,
    TEAMMATE,
    WAITING,
    State,
    Table,
)
from .decks import ask_for_card, leave_hand
from .grid import demand_place


@rule
def set_up(t: Table, s: State):
    """VL-01 VL-03 VL-06 Eight cars, all cards in their decks, green flag, no points; team cards are chosen first."""
    clear_cars(s)
    clear_cards(s)
    clear_turn(s)
    clear_orders(s)
    s.qualifying = 1
    s.stage = 0
    s.round = 0
    s.laps_run = 0
    s.laps_drawn = 0
    s.had_yellow = 0
    s.flag = 0
    s.first_player = 0
    s.window = 0
    s.seat_at = 0
    s.then = START_ROUND
    s.placed_then = NEXT_ON_GRID
    s.phase = CHOOSE_TEAM
    s.to_act = 0


@rule
def clear_cars(s: State):
    """VL-04 VL-05 Every car off the track, as new and without a player."""
    for car in range(CARS):
        s.cell[car] = OFF
        s.distance[car] = WAITING
        s.lapped[car] = 0
        s.owner[car] = NOBODY
        s.kind[car] = ROGUE
        s.points[car] = 0
        s.position[car] = 0
        s.last_position[car] = 0
        s.worn[car] = 0
        s.must_pit[car] = 0
        s.sideways[car] = 0
        s.qualify[car] = NONE
        s.die[car] = 0
        s.pit_die[car] = 0
        s.box[car] = NONE
    for cell in range(CELLS):
        s.on[cell] = -1


@rule
def clear_cards(s: State):
    """VL-06 All cards in their decks."""
    for card in range(CARDS):
        s.place[card] = DECK
    s.deck_cards = CARDS
    for seat in range(SEATS):
        s.cards[seat] = 0
        s.primary[seat] = NONE
    for card in range(LAPS_CARDS):
        s.laps_in_play[card] = 0
    s.laps_card = NONE
    s.event_at = 0
    s.quick_pit = 0


@rule
def clear_turn(s: State):
    """No turn yet."""
    s.car = NONE
    s.driver = NONE
    s.card = NONE
    s.token = 0
    s.move = 0
    s.move_left = 0
    s.begun = 0
    s.complete = 0
    s.straight_only = 0
    s.lane_left = 0
    s.bonus = 0
    s.in_bonus = 0
    s.bonus_left = 0
    s.maneuvers = 0
    s.used = 0
    s.minimum = 0
    s.target = NONE
    s.stop = 0
    s.box_from = 0
    s.open = 0


@rule
def clear_orders(s: State):
    """No order, test, draw or placing yet."""
    for i in range(CARS):
        s.lineup[i] = 0
        s.sequence[i] = 0
        s.order[i] = 0
        s.rollers[i] = 0
        s.test[i] = 0
        s.file[i] = 0
        for row in range(4):
            s.line[row][i] = 0
    for row in range(4):
        s.line_size[row] = 0
    s.at = 0
    s.order_cars = 0
    s.roller_cars = 0
    s.roller_at = 0
    s.rolling = 0
    s.roller = 0
    s.test_cars = 0
    s.test_at = 0
    s.wide = 0
    s.passed = 0
    s.next_position = 0
    s.tie_rolls = 0
    s.drawer = NONE
    s.to_draw = 0
    s.file_at = 0
    s.placing = 0
    s.first_found = 0
    s.stage_end = 0
    s.announced = 0


# Team cards


@rule
def team_options(s: State, out: list[int]):
    """VL-04 Every Team card that nobody has taken."""
    n = 0
    for car in range(CARS):
        if s.owner[car] == NOBODY:
            out[n] = TEAM + car
            n += 1
    return n


@rule
def take_team(s: State, car: int, log: list[int]):
    """VL-04 A player takes a Team card, primary side up, with fresh tires."""
    note(log, TEAM_TAKEN, s.seat_at, car, 0)
    s.owner[car] = s.seat_at
    s.kind[car] = PRIMARY
    s.primary[s.seat_at] = car
    s.seat_at += 1
    s.phase = NEXT_TEAM


@rule
def next_team(t: Table, s: State, log: list[int]):
    """VL-04 In seat order; the eighth player takes the last card."""
    if s.seat_at == t.seats:
        s.seat_at = 0
        s.at = 0
        s.phase = NEXT_NPD
    elif s.seat_at == CARS - 1:
        for car in range(CARS):
            if s.owner[car] == NOBODY:
                take_team(s, car, log)
    else:
        s.phase = CHOOSE_TEAM
        s.to_act = s.seat_at


@rule
def next_npd(t: Table, s: State, log: list[int]):
    """VL-05 One card at a time in seat order; what is left is rogue. Solo: all seven lie in the player's area."""
    if t.seats == 1:
        take_all_npds(s)
    elif s.at < t.npds_each * t.seats:
        ask_for_npd(t, s, log)
        return
    for car in range(CARS):
        if s.kind[car] == ROGUE:
            note(log, ROGUE_NPD, car, 0, 0)
    s.seat_at = -1
    s.phase = NEXT_HAND


@rule
def ask_for_npd(t: Table, s: State, log: list[int]):
    """VL-05 VL-122 The next teammate is dealt, or taken by its player; the last card of all is not asked for."""
    if not t.npds_chosen:
        s.phase = DEAL_TEAM
        s.to_act = CHANCE
    elif s.at < CARS - t.seats - 1:
        s.phase = CHOOSE_NPD
        s.to_act = s.at % t.seats
    else:
        for car in range(CARS):
            if s.owner[car] == NOBODY:
                deal_npd(t, s, car, log)


@rule
def take_all_npds(s: State):
    """VL-05 Solo NPDs are in the player's area but no teammates."""
    for car in range(CARS):
        if s.kind[car] == ROGUE:
            s.kind[car] = SOLO
            s.owner[car] = 0


@rule
def npd_outcomes(s: State, out: list[int], weight: list[int]):
    """VL-05 Every Team card that is left."""
    n = 0
    for car in range(CARS):
        if s.owner[car] == NOBODY:
            out[n] = DEALT + car
            weight[n] = 1
            n += 1
    return n


@rule
def deal_npd(t: Table, s: State, car: int, log: list[int]):
    """VL-05 A teammate for the next player."""
    seat = s.at % t.seats
    note(log, DEALT_NPD, car, seat, 0)
    s.owner[car] = seat
    s.kind[car] = TEAMMATE
    s.at += 1
    s.phase = NEXT_NPD


# Qualifying


@rule
def next_hand(t: Table, s: State):
    """VL-06 Five Action cards to each player."""
    s.seat_at += 1
    if s.seat_at < t.seats:
        demand_draws(s, s.seat_at, FIRST_HAND, NEXT_HAND, DRAWING)
        return
    s.seat_at = -1
    s.phase = NEXT_GARAGE


@rule
def next_garage(t: Table, s: State):
    """VL-08 Each player once, in seat order."""
    s.seat_at += 1
    if s.seat_at < t.seats:
        s.phase = CHOOSE_GARAGE
        s.to_act = s.seat_at
        return
    s.seat_at = -1
    s.phase = NEXT_QUALIFY


@rule
def hand_options(s: State, seat: int, out: list[int], n: int):
    """VL-08 VL-09 Every card of a hand; returns how many choices there are with the n before."""
    for card in range(CARDS):
        if s.place[card] == seat:
            out[n] = SET_CARD + card
            n += 1
    return n


@rule
def garage_options(s: State, out: list[int]):
    """VL-08 Pass, or one of the five cards."""
    out[0] = PASS
    return hand_options(s, s.seat_at, out, 1)


@rule
def use_garage(s: State, move: int, log: list[int]):
    """VL-08 Discard one card and draw one, or leave the hand as it is."""
    if move == PASS:
        note(log, GARAGE_PASS, s.seat_at, 0, 0)
        s.phase = NEXT_GARAGE
        return
    note(log, GARAGE_DISCARD, s.seat_at, move - SET_CARD, 0)
    leave_hand(s, s.seat_at, move - SET_CARD, DISCARDED)
    demand_draws(s, s.seat_at, 1, NEXT_GARAGE, DRAWING)


@rule
def next_qualify(t: Table, s: State):
    """VL-09 Each player sets a card; they are asked in seat order, and nobody sees the answers before."""
    s.seat_at += 1
    if s.seat_at < t.seats:
        s.phase = CHOOSE_QUALIFY
        s.to_act = s.seat_at
        return
    s.file_at = -1
    s.phase = NEXT_NPD_CARD


@rule
def qualify_options(s: State, out: list[int]):
    """VL-09 Every card of the hand."""
    return hand_options(s, s.seat_at, out, 0)


@rule
def set_card(s: State, card: int):
    """VL-09 A card lies face down before the primary."""
    leave_hand(s, s.seat_at, card, FACE_DOWN)
    s.qualify[s.primary[s.seat_at]] = card
    s.phase = NEXT_QUALIFY


@rule
def next_npd_card(t: Table, s: State, log: list[int]):
    """VL-10 A card for each NPD, in the order of the teams; then all are revealed."""
    s.file_at += 1
    while s.file_at < CARS and s.kind[s.file_at] == PRIMARY:
        s.file_at += 1
    if s.file_at < CARS:
        s.drawer = NONE
        ask_for_card(s, DEAL_CARD, log)
        return
    reveal(t, s, log)


@rule
def deal_face_down(s: State, card: int):
    """VL-10 The card of an NPD, seen by nobody yet."""
    s.place[card] = FACE_DOWN
    s.deck_cards -= 1
    s.qualify[s.file_at] = card
    s.phase = NEXT_NPD_CARD


@rule
def reveal(t: Table, s: State, log: list[int]):
    """VL-11 Lowest stopwatch first; the cards are discarded."""
    for i in range(CARS):
        best = -1
        for car in range(CARS):
            card = s.qualify[car]
            if card >= 0 and (best < 0 or t.stopwatch[card] < t.stopwatch[s.qualify[best]]):
                best = car
        note(log, QUALIFIED, best, s.qualify[best], i + 1)
        s.file[i] = best
        s.lineup[i] = best
        s.distance[best] = WAITING - i
        s.place[s.qualify[best]] = DISCARDED
        s.qualify[best] = NONE
    s.file_at = -1
    s.first_found = 0
    s.phase = NEXT_ON_GRID


@rule
def next_on_grid(t: Table, s: State):
    """VL-11 VL-12 The cars are placed in this order; then hands are checked."""
    s.file_at += 1
    if s.file_at < CARS:
        demand_place(s, s.file[s.file_at], NEXT_ON_GRID)
        return
    s.qualifying = 0
    s.seat_at = -1
    s.phase = NEXT_HAND_CHECK


@rule
def next_hand_check(t: Table, s: State):
    """VL-15 Each player draws nothing, so discards to the hand size; then the race begins."""
    s.seat_at += 1
    if s.seat_at < t.seats:
        demand_draws(s, s.seat_at, 0, NEXT_HAND_CHECK, DRAWING)
    else:
        s.phase = START_ROUND
