"""Race: end and ranking; after the race: wins, trophies, the series (PN-45..69)."""

from paddock.engine import (
    CHANCE,
    is_in,
    is_several,
    lowest_of,
    note,
    rule,
    with_one,
)

from ..events import (
    CAPPED,
    DRAWN_AHEAD,
    DRAWN_LEVEL,
    PHOTO_FINISH,
    RANKED,
    SAME_ROUND,
    SOLO_OVER,
    TROPHY,
    VOID_RACE,
    WON_GAME,
    WON_RACE,
)
from ..state import (
    ABSENT,
    ACT,
    ALL_FINISH,
    AWARD,
    CARS,
    DICE,
    FACE,
    FINISHED,
    FIRST_FINISH,
    GAME_OVER,
    LAST_CARD,
    MOST_REDLINES,
    NEXT,
    NEXT_RACE,
    NEXT_TAKER,
    NONE,
    PHOTO,
    PLACING,
    RANDOM_CARD,
    RANKING,
    RETIRED,
    ROUNDS,
    RUNNING,
    TAKE,
    TAKE_CARD,
    THEN,
    TIDY,
    TIME,
    TROPHY_DRAW,
    VALUES,
    VOID,
    State,
    Table,
)
from .model import is_duration

POINTS_RACES = 3
LATE = 1 << 30  # later than any time


@rule
def is_race_over(t: Table, s: State):
    """PN-47 No racer is running, or as the option says."""
    running = 0
    finished = 0
    for car in range(t.seats):
        running += 1 if s.status[car] == RUNNING else 0
        finished += 1 if s.status[car] == FINISHED else 0
    if running == 0:
        return True
    if t.race_end == ALL_FINISH or finished == 0:
        return False
    return t.race_end == FIRST_FINISH or running == 1


# Ranking


@rule
def is_racing(s: State):
    """Whether a race is being driven."""
    if s.phase == ACT or s.phase == FACE or s.phase == NEXT or s.phase == TIME:
        return True
    return is_duration(s)


@rule
def race_class(status: int):
    """PN-49 Finished, then running, then stalled, then exploded or retired; then who was not there."""
    if status == FINISHED:
        return 0
    if status == RUNNING:
        return 1
    return min(status, RETIRED - 1) if status != ABSENT else ABSENT


@rule
def time_key(time: int):
    """Earlier is better, none is last."""
    return LATE if time == NONE else time


@rule
def race_order(t: Table, s: State, a: int, b: int):
    """PN-48 PN-49 Negative if racer a is ahead of b, positive if behind, 0 if only chance can say.

    PN-97 PN-108 In rounds by what was public when the round began.
    """
    if t.clock == ROUNDS and is_racing(s):
        a += THEN
        b += THEN
    status = s.status[a]
    if race_class(status) != race_class(s.status[b]):
        return race_class(status) - race_class(s.status[b])
    if status == ABSENT:
        return a - b
    if status == FINISHED:
        return order_by(s.ended[a] - s.ended[b], s.redlines[a] - s.redlines[b], 0)
    late = time_key(s.last_placed[a]) - time_key(s.last_placed[b])
    return order_by(s.next[b] - s.next[a], s.redlines[a] - s.redlines[b], late)


@rule
def order_by(first: int, second: int, third: int):
    """The first difference that is not 0."""
    if first != 0:
        return first
    return second if second != 0 else third


@rule
def rank_next(t: Table, s: State, log: list[int]):
    """PN-48 PN-49 The next place goes to the best racer left; equal ones are drawn."""
    tied = tied_for_next(t, s)
    if tied == 0:
        s.phase = AWARD
        return
    if is_several(tied):
        s.todo = tied
        s.phase = PHOTO
        return
    give_rank(t, s, lowest_of(tied), log)


@rule
def tied_for_next(t: Table, s: State):
    """The set of racers without a place whom no other one is ahead of."""
    best = -1
    tied = 0
    for seat in range(t.seats):
        if s.rank[seat]:
            continue
        order = -1 if best < 0 else race_order(t, s, seat, best)
        if order < 0:
            best = seat
            tied = 0
        if order <= 0:
            tied = with_one(tied, seat)
    return tied


@rule
def give_rank(t: Table, s: State, seat: int, log: list[int]):
    """PN-49 A racer takes the next place."""
    place = 1
    for other in range(t.seats):
        place += 1 if s.rank[other] else 0
    s.rank[seat] = place
    note(log, RANKED, seat, place, 0)


@rule
def photo_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """PN-48 Each of the tied racers is as likely."""
    n = 0
    for seat in range(t.seats):
        if is_in(s.todo, seat):
            out[n] = seat
            weight[n] = 1
            n += 1
    return n


@rule
def is_photo_finish(s: State):
    """PN-48 Whether the tied racers have finished; others are level in everything (PN-49)."""
    return s.status[lowest_of(s.todo)] == FINISHED


@rule
def answer_photo(t: Table, s: State, seat: int, log: list[int]):
    """PN-48 PN-49 The draw puts one of the tied racers ahead: a photo finish, or an order behind the finishers."""
    note(log, DRAWN_AHEAD if is_photo_finish(s) else DRAWN_LEVEL, seat, 0, 0)
    s.todo = 0
    give_rank(t, s, seat, log)
    s.phase = RANKING


# Wins and track cards


@rule
def winner(t: Table, s: State):
    """PN-46 The seat that won the race just ranked, -1 for none."""
    for seat in range(t.seats):
        if s.rank[seat] == 1 and s.status[seat] == FINISHED:
            return seat
    return -1


@rule
def award(t: Table, s: State, log: list[int]):
    """PN-46 PN-50 PN-52 PN-69 The win is counted, then the winner's card."""
    for seat in range(t.seats):
        if s.status[seat] != ABSENT:
            s.rank_sum[seat] += s.rank[seat]
        if s.status[seat] == FINISHED and (s.best[seat] == NONE or s.ended[seat] < s.best[seat]):
            s.best[seat] = s.ended[seat]
    first = winner(t, s)
    s.won[s.race - 1] = first + 1 if first >= 0 else VOID
    s.phase = TIDY
    if first < 0:
        note(log, VOID_RACE, 0, 0, 0)
        return
    s.wins[first] += 1
    tell_photo(t, s, first, log)
    note(log, WON_RACE, first, s.wins[first], 0)
    if t.seats == 1 or t.fixed[0]:
        return
    if t.points:
        s.phase = NEXT_TAKER
    else:
        offer_trophy(t, s, first, log)


@rule
def tell_photo(t: Table, s: State, first: int, log: list[int]):
    """PN-48 PN-78 Log cars that finish with the winner or just behind, or would have if the race had gone on."""
    if log[0] == 0:
        return
    for car in range(t.seats):
        gap = line_time(s, car) - s.ended[first]
        if car == first:
            continue
        if t.clock == ROUNDS:
            if gap == 0:
                note(log, SAME_ROUND, first, car, 0)
        elif gap < t.photo:
            note(log, PHOTO_FINISH, first, car, gap)


@rule
def line_time(s: State, car: int):
    """PN-78 When a racer's last placement completes, or would have completed; LATE for none."""
    if s.status[car] == FINISHED:
        return s.ended[car]
    explodes = s.hand_cost[car] and s.redlines[car] == MOST_REDLINES
    if s.status[car] == RUNNING and s.step[car] == PLACING and s.next[car] == DICE and not explodes:
        return s.due[car]
    return LATE


@rule
def offer_trophy(t: Table, s: State, seat: int, log: list[int]):
    """PN-53 The winner picks, chance does, or it is the last card; that one also when the win ends the game."""
    if t.trophy == LAST_CARD or s.wins[seat] >= t.wins_to_win or s.gone[seat]:
        take_card_of(s, seat, s.track[DICE - 1] - 1, log)
        return
    s.turn = seat
    s.phase = TAKE_CARD
    if t.trophy == RANDOM_CARD:
        s.who = seat
        s.turn = CHANCE
        s.phase = TROPHY_DRAW


@rule
def next_taker(t: Table, s: State):
    """PN-68 The finishers pick in ranking order."""
    while s.taken < t.seats:
        s.taken += 1
        for seat in range(t.seats):
            if s.rank[seat] == s.taken and s.status[seat] == FINISHED and s.gone[seat] == 0:
                s.turn = seat
                s.phase = TAKE_CARD
                return
    s.phase = TIDY


@rule
def take_options(s: State, out: list[int]):
    """PN-53 The values that lie on the track."""
    n = 0
    for value in range(VALUES):
        if s.on_track[value]:
            out[n] = TAKE + value
            n += 1
    return n


@rule
def trophy_outcomes(s: State, out: list[int], weight: list[int]):
    """PN-53 Each card as likely."""
    n = 0
    for value in range(VALUES):
        if s.on_track[value]:
            out[n] = value
            weight[n] = s.on_track[value]
            n += 1
    return n


@rule
def take_card_of(s: State, seat: int, value: int, log: list[int]):
    """PN-52 A card of the track is kept for the rest of the game."""
    s.on_track[value] -= 1
    s.trophies[seat][value] += 1
    note(log, TROPHY, seat, value + 1, 0)


@rule
def take_trophy(t: Table, s: State, value: int, log: list[int]):
    """PN-52 PN-68 The card is taken; with points the next finisher picks."""
    take_card_of(s, s.turn, value, log)
    s.turn = CHANCE
    s.phase = NEXT_TAKER if t.points else TIDY


@rule
def draw_trophy(s: State, value: int, log: list[int]):
    """PN-52 PN-53 Chance has picked the winner's card."""
    take_card_of(s, s.who, value, log)
    s.phase = TIDY


@rule
def tidy(t: Table, s: State, log: list[int]):
    """PN-54 PN-69 The other cards are set aside; the game is over, or the next race follows."""
    for value in range(VALUES):
        s.aside[value] += s.on_track[value]
        s.on_track[value] = 0
    if is_game_over(t, s, log):
        s.turn = CHANCE
        s.phase = GAME_OVER
        return
    set_draft_order(t, s)
    s.phase = NEXT_RACE


@rule
def is_game_over(t: Table, s: State, log: list[int]):
    """PN-51 PN-57 PN-60 PN-68 Enough wins, all races of a points series, the cap, or a solo race."""
    if t.seats == 1:
        note(log, SOLO_OVER, 0, 0, 0)
        return True
    if t.points:
        return s.race >= POINTS_RACES
    first = winner(t, s)
    if first >= 0 and s.wins[first] >= t.wins_to_win:
        note(log, WON_GAME, first, 0, 0)
        return True
    if s.race >= t.max_races:
        s.capped = 1
        note(log, CAPPED, s.race, 0, 0)
        return True
    return False


@rule
def set_draft_order(t: Table, s: State):
    """PN-10 From the second race on: last place first, the winner last."""
    n = 0
    for back in range(t.seats):
        for seat in range(t.seats):
            if s.rank[seat] == t.seats - back and s.gone[seat] == 0:
                s.order[n] = seat
                n += 1
    s.drafters = n
    for seat in range(CARS):
        s.rank[seat] = 0


# Standings


@rule
def points_of(s: State, seat: int):
    """PN-68 The numbers on the cards won."""
    points = 0
    for value in range(VALUES):
        points += (value + 1) * s.trophies[seat][value]
    return points


@rule
def has_left(t: Table, s: State, seat: int):
    """PN-58 1 for a player who left without having won the game."""
    return 0 if s.wins[seat] >= t.wins_to_win and t.points == 0 else s.gone[seat]


@rule
def game_order(t: Table, s: State, a: int, b: int):
    """PN-51 PN-57 PN-68 PN-108 Negative if seat a stands better than b, 0 if they share a place."""
    if has_left(t, s, a) != has_left(t, s, b):
        return has_left(t, s, a) - has_left(t, s, b)
    if t.points and points_of(s, a) != points_of(s, b):
        return points_of(s, b) - points_of(s, a)
    if (t.points == 0 or s.phase == GAME_OVER) and s.wins[a] != s.wins[b]:
        return s.wins[b] - s.wins[a]
    if s.capped:
        return order_by(s.rank_sum[a] - s.rank_sum[b], time_key(s.best[a]) - time_key(s.best[b]), 0)
    if s.rank[a] and s.rank[b]:
        return s.rank[a] - s.rank[b]
    return race_order(t, s, a, b)


@rule
def game_place(t: Table, s: State, seat: int):
    """PN-108 1 and one for each seat that stands better."""
    place = 1
    for other in range(t.seats):
        if other != seat and game_order(t, s, other, seat) < 0:
            place += 1
    return place


@rule
def game_score(t: Table, s: State, seat: int):
    """PN-108 Wins, points, or in a solo race its time (in rounds its rolls), 0 for none."""
    if t.seats == 1:
        if s.status[seat] != FINISHED:
            return 0
        return s.rolls[seat] if t.clock == ROUNDS else s.ended[seat]
    return points_of(s, seat) if t.points else s.wins[seat]
