"""Moves of the table, never listed as legal (PN-58, PN-80, PN-110)."""

from paddock.engine import (
    CHANCE,
    is_in,
    note,
    rule,
    with_one,
    without,
)

from ..events import BOT_DRIVES, LAST_ONE_LEFT, LEFT, PERSON_DRIVES, RED_FLAG
from ..state import (
    ACT,
    BACK,
    BOT,
    COMMON,
    DEAL,
    DECIDE,
    DICE,
    DRAFTING,
    FACE,
    FIRST,
    GAME_OVER,
    KINDS,
    LATER,
    NEXT,
    NEXT_TAKER,
    PERSON,
    PICK,
    PICK_MORE,
    RERUN,
    RETIRE,
    RETIRED,
    ROUNDS,
    RUN,
    RUNNING,
    TAKE_CARD,
    THINK,
    TIDY,
    TIME,
    TROPHY_DRAW,
    WHITE,
    State,
    Table,
)
from .clock import line_up, tell_fallen
from .finishing import is_racing, take_card_of
from .model import is_duration
from .placing import end_drive


@rule
def table_move(t: Table, s: State, move: int, log: list[int]):
    """PN-110 RETIRE, BOT, PERSON, RERUN or LATER; takes effect at `now`."""
    if move >= LATER:
        go_later(t, s, move - LATER, log)
    elif move >= RERUN:
        rerun(t, s, log)
    elif move >= BACK:
        hand_back(s, move - BACK, log)
    elif move >= BOT:
        take_over(t, s, move - BOT, log)
    else:
        leave(t, s, move - RETIRE, log)
    if s.phase == NEXT or s.phase == TIME:  # asked again
        s.phase = RUN


@rule
def go_later(t: Table, s: State, lasts: int, log: list[int]):
    """PN-110 LATER: nobody acts for `lasts` milliseconds; the table's next move takes effect then."""
    before = s.now
    s.now += lasts
    tell_fallen(t, s, before, log)


@rule
def rerun(t: Table, s: State, log: list[int]):
    """PN-80 A red-flagged race: same cars and track, back to GO."""
    if is_racing(s):
        note(log, RED_FLAG, 0, 0, 0)
        s.turn = CHANCE
        line_up(t, s)


@rule
def hand_back(s: State, car: int, log: list[int]):
    """PN-110 The player drives again."""
    s.pilot[car] = PERSON
    s.waking = without(s.waking, car)
    if s.phase == THINK and s.who == car and s.step[car] == DECIDE:
        s.phase = RUN
    note(log, PERSON_DRIVES, car, 0, 0)


@rule
def take_over(t: Table, s: State, car: int, log: list[int]):
    """PN-110 A bot drives; before it acts it thinks."""
    was_person = s.pilot[car] == PERSON
    s.pilot[car] = t.takeover
    note(log, BOT_DRIVES, car, 0, 0)
    if t.clock == ROUNDS:  # where nothing takes time
        return
    if not was_person or not is_racing(s) or s.status[car] != RUNNING or s.step[car] != DECIDE:
        return
    if s.phase == FACE and s.who == car:  # it thinks when its dice lie still, as after any roll
        return
    s.due[car] = max(s.due[car], s.now)
    s.waking = with_one(s.waking, car)
    if s.phase == ACT and s.turn == car:
        s.turn = CHANCE
        s.phase = RUN


@rule
def leave(t: Table, s: State, seat: int, log: list[int]):
    """PN-58 A player leaves: retired in this race, absent from later ones; the last one remaining wins at once."""
    if s.gone[seat] or s.phase == GAME_OVER:
        return
    s.gone[seat] = 1
    note(log, LEFT, seat, 0, 0)
    if is_racing(s):
        retire(t, s, seat)
    elif is_before_go(s):
        give_car_back(s, seat)
    if s.turn == seat:
        skip_turn(s, log)
    if s.phase == TROPHY_DRAW and s.who == seat:
        take_card_of(s, seat, s.track[DICE - 1] - 1, log)
        s.phase = TIDY
    end_if_alone(t, s, log)


@rule
def is_before_go(s: State):
    """PN-58 Whether the track is being dealt or cars are being drafted."""
    return s.phase == PICK or s.phase == PICK_MORE or s.phase == DEAL or s.phase == FIRST


@rule
def retire(t: Table, s: State, car: int):
    """PN-58 PN-110 Out of the running race; what was asked of that racer is cancelled."""
    if s.status[car] == RUNNING:
        end_drive(t, s, car, RETIRED)
    s.starting = without(s.starting, car)
    s.waking = without(s.waking, car)
    if s.who == car and (s.phase == FACE or is_duration(s)):
        s.todo = 0
        s.phase = RUN


@rule
def give_car_back(s: State, seat: int):
    """PN-58 In the draft cards and dice go back; no car starts."""
    s.status[seat] = RETIRED
    s.ended[seat] = 0
    for kind in range(KINDS):
        s.card_left[kind] += 1 if is_in(s.cards[seat], kind) else 0
    s.cards[seat] = 0
    for slot in range(3, 3 + s.mod_dice[seat]):
        s.die_left[s.colour[seat][slot]] += 1
        s.kind[seat][slot] = COMMON
        s.colour[seat][slot] = WHITE
    s.mod_dice[seat] = 0


@rule
def skip_turn(s: State, log: list[int]):
    """PN-58 A decision of one who left: the draft turn is skipped, a winner gets the card of space 6."""
    seat = s.turn
    s.turn = CHANCE
    if s.phase == PICK or s.phase == PICK_MORE:
        s.draft_turn += 1
        s.phase = DRAFTING
    elif s.phase == TAKE_CARD and s.taken == 0:
        take_card_of(s, seat, s.track[DICE - 1] - 1, log)
        s.phase = TIDY
    elif s.phase == TAKE_CARD:
        s.phase = NEXT_TAKER
    elif s.phase == ACT:
        s.phase = RUN


@rule
def end_if_alone(t: Table, s: State, log: list[int]):
    """PN-58 The last one remaining wins the game; a solo player who leaves has no result."""
    left = -1
    players = 0
    for seat in range(t.seats):
        if s.gone[seat] == 0:
            left = seat
            players += 1
    if players > 1 or (players == 1 and t.seats == 1):
        return
    if players == 1:
        note(log, LAST_ONE_LEFT, left, 0, 0)
    s.turn = CHANCE
    s.phase = GAME_OVER
