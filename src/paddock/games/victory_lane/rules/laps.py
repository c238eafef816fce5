"""I. Laps phase: drawing a Laps card and its events. VL-18 to VL-30, VL-70, VL-130."""

from paddock.engine import (
    CHANCE,
    is_in,
    note,
    rule,
    with_one,
)

from ..events import CAUTION, EVENT, LAPS_DRAWN, LAPS_RUN, LAPS_SHUFFLED, LINE_ADVANCES, QUICK_PITS, ROUND
from ..state import (
    CAUTION_RAIN,
    CHASE_THE_PACK,
    CLEAN_AIR,
    DRAW_LAPS,
    FOR_HORSEPOWER,
    FOR_WEAR,
    FREIGHT_TRAIN,
    HIGH_LINE,
    HIGH_LINE_RUN,
    HORSEPOWER,
    HORSEPOWER_FACE,
    LAPS,
    LAPS_CARDS,
    LINES,
    LOW_LINE,
    LOW_LINE_RUN,
    NEXT_EVENT,
    NEXT_EVENT_CAR,
    NONE,
    PRIMARY,
    QUICK_PIT,
    QUICK_PIT_DRAW,
    SCORE_STAGE,
    START_DRIVERS,
    THREE_WIDE,
    TIRE_WEAR,
    WEAR_BACK,
    WEAR_FACES,
    YELLOW_FLAG,
    State,
    Table,
)
from .dice import roll
from .model import advance_line, advance_up_to, back, lane_of, line_front, list_line, list_running_order
from .risk import begin_wide_test


@rule
def start_round(s: State, log: list[int]):
    """VL-16 VL-18 A round begins with the Laps phase; an empty Laps deck is reshuffled (VL-130)."""
    s.round += 1
    s.quick_pit = 0
    s.car = NONE
    note(log, ROUND, s.round, s.stage + 1, 0)
    left = 0
    for card in range(LAPS_CARDS):
        left += 1 - s.laps_in_play[card]
    if left == 0:
        clear_laps_display(s)
        note(log, LAPS_SHUFFLED, 0, 0, 0)
    s.phase = DRAW_LAPS
    s.to_act = CHANCE


@rule
def clear_laps_display(s: State):
    """VL-94 VL-130 All Laps cards are in the deck again."""
    for card in range(LAPS_CARDS):
        s.laps_in_play[card] = 0


@rule
def laps_outcomes(s: State, out: list[int], weight: list[int]):
    """VL-18 Every Laps card that is not in play."""
    n = 0
    for card in range(LAPS_CARDS):
        if s.laps_in_play[card] == 0:
            out[n] = LAPS + card
            weight[n] = 1
            n += 1
    return n


@rule
def draw_laps(s: State, card: int, log: list[int]):
    """VL-18 The First Player draws; the events follow top to bottom."""
    note(log, LAPS_DRAWN, s.first_player, card, 0)
    s.laps_card = card
    s.laps_in_play[card] = 1
    s.laps_drawn += 1
    s.event_at = -1
    s.phase = NEXT_EVENT


@rule
def next_event(t: Table, s: State, log: list[int]):
    """VL-18 VL-19 VL-27 The next event of the card, or the laps are added and the Driver phase follows."""
    s.event_at += 1
    if s.event_at == 2 or t.events[s.laps_card][s.event_at] < 0:
        s.laps_run += t.laps[s.laps_card]
        note(log, LAPS_RUN, s.laps_run, t.stage_laps[s.stage], 0)
        s.phase = START_DRIVERS
        return
    event = t.events[s.laps_card][s.event_at]
    note(log, EVENT, event, 0, 0)
    if event <= FREIGHT_TRAIN:
        move_lines(t, s, event, log)
    elif event <= HIGH_LINE_RUN:
        run_lane(t, s, event, log)
    elif event <= CHASE_THE_PACK:
        move_one(t, s, event, log)
    elif event <= TIRE_WEAR:
        start_rolls(s, event)
    elif event == QUICK_PIT:
        s.quick_pit = QUICK_PIT_DRAW
        note(log, QUICK_PITS, QUICK_PIT_DRAW, 0, 0)
    elif event <= THREE_WIDE:
        begin_wide_test(t, s, t.event_width[event], log)
    else:
        call_caution(t, s, log)


@rule
def move_lines(t: Table, s: State, event: int, log: list[int]):
    """VL-20 VL-21 Every line long enough, found before any moves, in running order of their front cars."""
    list_running_order(s)
    rows = 0
    for i in range(s.order_cars):
        car = s.order[i]
        if rows < LINES and line_front(t, s, car) == car and list_line(t, s, car, rows) >= t.line_cars[event]:
            rows += 1
    for row in range(rows):
        clause = 21 if event == FREIGHT_TRAIN else 20
        note(log, LINE_ADVANCES, s.line[row][0], s.line_size[row], clause)
        advance_line(t, s, row, t.event_spaces[event] + t.draft_bonus, clause, log)


@rule
def run_lane(t: Table, s: State, event: int, log: list[int]):
    """VL-22 Each car on that lane when the event starts, in running order, one space if it can."""
    lane = LOW_LINE if event == LOW_LINE_RUN else HIGH_LINE
    list_running_order(s)
    there = 0
    for i in range(s.order_cars):
        if lane_of(s.cell[s.order[i]]) == lane:
            there = with_one(there, i)
    for i in range(s.order_cars):
        if is_in(there, i):
            advance_up_to(t, s, s.order[i], t.event_spaces[event], 22, log)


@rule
def move_one(t: Table, s: State, event: int, log: list[int]):
    """VL-23 VL-24 VL-30 Clean Air moves the first car, Chase The Pack the last one up to two spaces."""
    list_running_order(s)
    if event == CLEAN_AIR:
        advance_up_to(t, s, s.order[0], t.event_spaces[event], 23, log)
    else:
        advance_up_to(t, s, s.order[s.order_cars - 1], t.event_spaces[event], 24, log)


# Horsepower and Tire Wear


@rule
def start_rolls(s: State, event: int):
    """VL-25 VL-26 Who rolls, in the running order at the start: all, or the primaries with Worn Tires."""
    list_running_order(s)
    s.roller_cars = 0
    for i in range(s.order_cars):
        car = s.order[i]
        if event != TIRE_WEAR or (s.kind[car] == PRIMARY and s.worn[car]):
            s.rollers[s.roller_cars] = car
            s.roller_cars += 1
    s.roller_at = -1
    s.phase = NEXT_EVENT_CAR


@rule
def next_event_car(t: Table, s: State):
    """VL-25 VL-26 One car after the other."""
    s.roller_at += 1
    if s.roller_at == s.roller_cars:
        s.phase = NEXT_EVENT
        return
    is_power = t.events[s.laps_card][s.event_at] == HORSEPOWER
    roll(s, s.rollers[s.roller_at], FOR_HORSEPOWER if is_power else FOR_WEAR)


@rule
def resolve_event_die(t: Table, s: State, log: list[int]):
    """VL-25 VL-26 A 6 is a space forward; with Worn Tires 1-3 is a space back."""
    if s.rolling == FOR_HORSEPOWER:
        if s.die[s.roller] == HORSEPOWER_FACE:
            advance_up_to(t, s, s.roller, t.event_spaces[HORSEPOWER], 25, log)
    elif s.die[s.roller] <= WEAR_FACES:
        back(t, s, s.roller, WEAR_BACK, 26, log)
    s.phase = NEXT_EVENT_CAR


# Cautions


@rule
def call_caution(t: Table, s: State, log: list[int]):
    """VL-29 VL-104 VL-105 The laps are added, then the yellow flag; or it is the stage end if they are complete."""
    s.laps_run += t.laps[s.laps_card]
    if not t.caution_ends_stage:
        s.laps_run = min(s.laps_run, t.stage_laps[s.stage] - 1)
    note(log, CAUTION, t.events[s.laps_card][s.event_at] - CAUTION_RAIN, s.laps_run, t.stage_laps[s.stage])
    s.had_yellow = 1
    s.stage_end = 0
    s.phase = SCORE_STAGE if s.laps_run >= t.stage_laps[s.stage] else YELLOW_FLAG
