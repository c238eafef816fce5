"""End of turn, DC-80 to DC-82, and end of the game, DC-90 to DC-94."""

from paddock.engine import (
    OVER,
    note,
    rule,
    throw_hand,
)

from ..events import ALL_REPAIRED, DECLINED, FINISHED, GAINED, PLACED, ROUND_LIMIT, WON
from ..state import (
    CARS,
    CHOOSE_REPAIR,
    DECLINE,
    GAIN_CHIPS,
    MOST_CHIPS,
    NEXT_TURN,
    OFF,
    OFFER_ACT,
    RACE_OVER,
    REPAIR,
    RESTING,
    START_TURN,
    State,
    Table,
)
from .model import clean_up, leave, named_car, next_racer, progress, stand, turn_place

# End of turn


@rule
def end_turn(t: Table, s: State, log: list[int]):
    """DC-80 A player with a car at the repair shop returns all cubes; with the option one is asked."""
    if s.damage[s.turn] == 0 or not is_at_shop(t, s):
        s.phase = GAIN_CHIPS
    elif t.ask_repair:
        s.phase = CHOOSE_REPAIR
        s.to_act = s.turn
    else:
        repair(s, REPAIR, log)


@rule
def is_at_shop(t: Table, s: State):
    """DC-80 Whether one of A's own cars stands where the shop is."""
    if s.shop == OFF:
        return False
    for car in range(t.cars):
        if s.spot[car] == s.shop and s.owner[car] == s.turn:
            return True
    return False


@rule
def repair_options(out: list[int]):
    """DC-80 Decline or repair."""
    out[0] = DECLINE
    out[1] = REPAIR
    return 2


@rule
def repair(s: State, move: int, log: list[int]):
    """DC-80 All cubes go back to the pile; the shop stays."""
    s.phase = GAIN_CHIPS
    if move == DECLINE:
        note(log, DECLINED, s.turn, 0, 0)
        return
    note(log, ALL_REPAIRED, s.turn, s.damage[s.turn], 0)
    s.pile_cubes += s.damage[s.turn]
    s.damage[s.turn] = 0


@rule
def gain_chips(s: State, log: list[int]):
    """DC-81 A chip for every unused die, up to five held."""
    dice = 0
    for value in range(1, RESTING + 1):
        dice += s.dice[value]
    gained = min(dice, MOST_CHIPS - s.chips[s.turn])
    if gained > 0:
        s.chips[s.turn] += gained
        s.pile_chips -= gained
        note(log, GAINED, s.turn, gained, s.chips[s.turn])
    s.phase = NEXT_TURN


@rule
def next_turn(t: Table, s: State, log: list[int]):
    """DC-82 DC-93 Everything of the turn ends; a round is complete when the turn passes back in turn order."""
    reset(s)
    seat = next_racer(t, s, s.turn)
    if turn_place(t, s, seat) <= turn_place(t, s, s.turn):
        s.rounds += 1
    s.turn = seat
    s.phase = START_TURN
    if s.rounds >= t.round_limit:
        note(log, ROUND_LIMIT, s.rounds, 0, 0)
        end_race(s)


@rule
def reset(s: State):
    """DC-82 Dice return, borrowed cars and stops end, Critter and Nitro effects end."""
    s.critters = 0
    s.nitros = 0
    s.in_play = 0
    for value in range(RESTING + 1):
        s.dice[value] = 0
    for car in range(CARS):
        s.stopped[car] = 0
        s.borrowed[car] = 0


# The finish


@rule
def finish(t: Table, s: State, log: list[int]):
    """DC-55 DC-90 DC-91 A car on Finish: its owner has finished, and wins unless the race is for placings."""
    car = s.mover
    seat = s.owner[car]
    note(log, FINISHED, named_car(s, car), 0, 0)
    stand(s, s.spot[car])
    s.mover = -1
    if t.placings == 0:
        note(log, WON, seat, 0, 0)
        end_race(s)
        return
    take_place(t, s, seat, log)
    if s.racers == 1:
        end_placings(t, s, log)
    else:
        s.phase = NEXT_TURN if seat == s.turn else OFFER_ACT


@rule
def take_place(t: Table, s: State, seat: int, log: list[int]):
    """DC-94 The next free place; cars, chips, cubes and hand leave the race."""
    s.place[seat] = t.seats - s.racers + 1
    s.racers -= 1
    note(log, PLACED, seat, s.place[seat], 0)
    for car in range(t.cars):
        if s.owner[car] == seat and s.spot[car] != OFF:
            leave(s, s.spot[car])
            s.spot[car] = OFF
    s.pile_chips += s.chips[seat]
    s.chips[seat] = 0
    s.pile_cubes += s.damage[seat]
    s.damage[seat] = 0
    throw_hand(s, seat)
    clean_up(t, s, log)


@rule
def end_placings(t: Table, s: State, log: list[int]):
    """DC-94 The one player left takes the last place."""
    for seat in range(t.seats):
        if s.place[seat] == 0:
            s.place[seat] = t.seats
            note(log, PLACED, seat, t.seats, 0)
    end_race(s)


@rule
def end_race(s: State):
    """DC-91 No shop, no chips, no further turns."""
    s.phase = RACE_OVER
    s.to_act = OVER


# Ranking


@rule
def rank_key(t: Table, s: State, seat: int):
    """DC-92 The best car; then fewer damage cubes, then more chips."""
    best = 0
    for car in range(t.cars):
        if s.owner[car] == seat:
            best = max(best, progress(t, s, car))
    return 100 * best - 10 * s.damage[seat] + s.chips[seat]


@rule
def race_place(t: Table, s: State, seat: int):
    """DC-92 DC-94 The place as things stand, shared if nothing tells two players apart."""
    if s.place[seat] > 0:
        return s.place[seat]
    place = t.seats - s.racers + 1
    key = rank_key(t, s, seat)
    for other in range(t.seats):
        if s.place[other] == 0 and rank_key(t, s, other) > key:
            place += 1
    return place
