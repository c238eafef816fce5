"""One machine for the three clocks (PN-100..106): what comes next, and how long things take."""

from paddock.engine import (
    CHANCE,
    at_place,
    is_in,
    list_set,
    lowest_of,
    note,
    rule,
    with_one,
    without,
)

from ..events import (
    EXPLODED_NOW,
    FELL,
    FINISHED_NOW,
    PLACED,
    PLACED_SAVED,
    PLACES,
    PRESSED,
    PROGRESS,
    REDLINED,
    RELEASED,
    RESTARTED,
    ROLLS,
    SAVED,
    SECRETLY,
    STALLED_AT_GO,
    STALLED_NOW,
    TIME_UP,
    WENT,
)
from ..state import (
    ABSENT,
    ACT,
    CLOCK,
    CUBE_PART,
    DECIDE,
    DICE,
    DIGIT,
    EXPLODED,
    FACE,
    FINISHED,
    GRAB_PART,
    NEXT,
    NONE,
    PLACE,
    PLACE_FACE,
    PLACE_PART,
    PLACE_TIME,
    PLACING,
    RANKING,
    REALTIME,
    RELEASE,
    RETIRED,
    ROLL_PART,
    ROLL_TIME,
    ROUNDS,
    RUN,
    RUNNING,
    SAVE,
    SAVE_PART,
    SAVE_TIME,
    STALLED,
    START,
    START_PART,
    THEN,
    THINK,
    THINK_PART,
    TIME,
    State,
    Table,
)
from .dealing import clear_clock, clear_racer
from .finishing import is_race_over
from .model import is_finishable, is_person, is_secret, is_skill
from .placing import (
    ACTIONS,
    BLEW_UP,
    LANDED_BACK,
    LANDED_HOME,
    LANDED_STUCK,
    WENT_BACK,
    action_set,
    land,
    placing_cost,
    release_die,
    save_die,
)
from .rolling import grabs, hand_set, pick_up, show_face
from .secrets import keep_round

A_FACE = 3  # bits for a face, where those of a roll are packed into one number


@rule
def go(t: Table, s: State, log: list[int]):
    """PN-43 PN-101 GO: cars that cannot finish stay at the line, the others run."""
    line_up(t, s)
    note(log, WENT, s.race, 0, 0)
    for car in range(t.seats):
        if s.status[car] == STALLED:
            note(log, STALLED_AT_GO, car, 0, 0)


@rule
def line_up(t: Table, s: State):
    """PN-86 PN-101 Every racer at the line, the clock at 0; skills draw their START."""
    clear_clock(s)
    for car in range(t.seats):
        if s.status[car] != ABSENT:
            clear_racer(s, car)
            s.status[car] = start_status(t, s, car)
            s.ended[car] = NONE if s.status[car] == RUNNING else 0
            if s.status[car] == RUNNING and is_skill(t, s, car):
                s.starting = with_one(s.starting, car)
    s.phase = RUN
    if t.clock == ROUNDS:
        keep_round(t, s)


@rule
def first_event(t: Table, s: State):
    """PN-20 PN-86 PN-102 PN-105 What comes first in a solo stock race on a known strip: it begins unlogged."""
    if s.starting:
        ask_duration(t, s, 0, START, START_PART)
    elif t.clock == REALTIME:
        s.phase = NEXT
    else:
        s.turn = 0
        s.phase = ACT


@rule
def start_status(t: Table, s: State, car: int):
    """PN-43 PN-58 PN-101 Who left in the draft has no car; a car that cannot finish does not start."""
    if s.gone[car]:
        return RETIRED
    return RUNNING if t.run_on or is_finishable(t, s, car) else STALLED


@rule
def run(t: Table, s: State, log: list[int]):
    """PN-86 PN-102 PN-105 PN-110 What comes next: a draw, an automatic event due now, the end of the race, or a later
    time."""
    if s.starting:
        ask_duration(t, s, lowest_of(s.starting), START, START_PART)
        return
    if s.waking:
        ask_duration(t, s, lowest_of(s.waking), THINK, THINK_PART)
        return
    car = next_automatic(t, s)
    if car >= 0 and s.due[car] <= s.now:
        happen(t, s, car, log)
    elif is_race_over(t, s):
        stop_race(t, s, log)
    elif t.clock == REALTIME:
        s.phase = NEXT
    else:
        advance_clock(t, s, car, log)


@rule
def next_automatic(t: Table, s: State):
    """PN-102 The racer with the earliest automatic event, the lower seat first; -1 for none."""
    best = -1
    for car in range(t.seats):
        if s.status[car] != RUNNING or (s.step[car] != PLACING and is_person(t, s, car)):
            continue
        if best < 0 or s.due[car] < s.due[best]:
            best = car
    return best


@rule
def happen(t: Table, s: State, car: int, log: list[int]):
    """PN-20 PN-28 PN-102 An automatic event: a placement takes effect, or the racer may act."""
    if s.step[car] == PLACING:
        finish_placing(t, s, car, log)
        return
    s.turn = car
    s.phase = ACT


@rule
def time_limit(t: Table, s: State):
    """PN-103 When the race ends at the latest."""
    if t.coast and s.first_finish != NONE:
        return min(t.limit, s.first_finish + t.coast)
    return t.limit


@rule
def deadline(t: Table, s: State):
    """PN-102 E: the earliest automatic event, at most the limit."""
    car = next_automatic(t, s)
    limit = time_limit(t, s)
    return limit if car < 0 else min(limit, s.due[car])


@rule
def advance_clock(t: Table, s: State, car: int, log: list[int]):
    """PN-102 PN-103 The time of the next automatic event; without one until the limit the race is over."""
    limit = time_limit(t, s)
    before = s.now
    if t.clock == ROUNDS:
        tell_round(t, s, log)
    if car < 0 or s.due[car] > limit:
        s.now = limit
        note(log, TIME_UP, limit, 0, 0)
        s.phase = RANKING
        return
    s.now = s.due[car]
    s.phase = RUN
    tell_fallen(t, s, before, log)
    if t.clock == ROUNDS:
        keep_round(t, s)


@rule
def stop_race(t: Table, s: State, log: list[int]):
    """PN-47 Nothing more can happen at this time, and the order is known."""
    if t.clock == ROUNDS:
        tell_round(t, s, log)
    s.phase = RANKING


# Real time: a person acts


@rule
def may_act(t: Table, s: State, car: int, end: int):
    """PN-105 Whether a person could act before the next automatic event."""
    if s.status[car] != RUNNING or s.step[car] != DECIDE or not is_person(t, s, car):
        return False
    return max(s.now, s.due[car]) < end


@rule
def next_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """PN-105 The clock answers: a person who acts, or nobody before the next automatic event."""
    end = deadline(t, s)
    n = 0
    for car in range(t.seats):
        if may_act(t, s, car, end):
            out[n] = car
            weight[n] = 8
            n += 1
    out[n] = CLOCK
    weight[n] = 1
    return n + 1


@rule
def answer_next(t: Table, s: State, answer: int, log: list[int]):
    """PN-105 No person acts, or one does: then the time is asked."""
    if answer == CLOCK:
        advance_clock(t, s, next_automatic(t, s), log)
        return
    s.who = answer
    s.part = 0
    s.digits = 0
    s.phase = TIME


@rule
def time_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """PN-105 The next digit of the time since `now` that still allows a legal time."""
    first = max(s.now, s.due[s.who]) - s.now
    last = deadline(t, s) - 1 - s.now
    scale = 1
    for _ in range(2 - s.digits):
        scale *= DIGIT
    n = 0
    for digit in range(DIGIT):
        low = (s.part * DIGIT + digit) * scale
        if low + scale > first and low <= last:
            out[n] = digit
            weight[n] = 4000 if n == 0 and s.digits == 0 else 1
            n += 1
    return n


@rule
def answer_time(t: Table, s: State, digit: int, log: list[int]):
    """PN-20 PN-28 PN-105 After three digits the person acts at that time, once."""
    s.part = s.part * DIGIT + digit
    s.digits += 1
    if s.digits < 3:
        return
    before = s.now
    s.now += s.part
    s.part = 0
    s.digits = 0
    tell_fallen(t, s, before, log)
    s.turn = s.who
    s.phase = ACT


# Acting


@rule
def act_options(t: Table, s: State, out: list[int]):
    """PN-22..30 PN-38 PN-41 Place, save and release; then the hands that may be rolled."""
    n = list_set(action_set(t, s, s.turn), ACTIONS, out, 0)
    return list_set(hand_set(t, s, s.turn), 0, out, n)


@rule
def act(t: Table, s: State, move: int, log: list[int]):
    """PN-105 PN-106 The racer whose turn it is acts at `now`."""
    car = s.turn
    s.turn = CHANCE
    s.phase = RUN
    if is_person(t, s, car):
        note(log, PRESSED, car, s.now, 0)
    if move < PLACE:
        roll(t, s, car, move, log)
    elif move < SAVE or move >= PLACE_FACE:
        start_placing(t, s, car, move, log)
    elif move < RELEASE:
        save(t, s, car, move - SAVE, log)
    else:
        release(t, s, car, move - RELEASE, log)


@rule
def roll(t: Table, s: State, car: int, hand: int, log: list[int]):
    """PN-27 PN-87 PN-106 Grabs are counted, the dice roll; chance says how long, which faces, how long to think."""
    grabbed = grabs(s, car, hand)
    pick_up(s, car, hand)
    s.who = car
    s.todo = hand
    if not is_secret(t):
        note(log, ROLLS, car, hand, 0)
    if is_skill(t, s, car):
        ask_duration(t, s, car, ROLL_TIME, ROLL_PART)
        s.base += grabbed * t.base[s.pilot[car]][GRAB_PART]
        s.jitter += grabbed * t.jitter[s.pilot[car]][GRAB_PART]
        return
    s.settle[car] = s.now + (1 if t.clock == ROUNDS else t.roll_ms)
    s.phase = FACE


@rule
def start_placing(t: Table, s: State, car: int, move: int, log: list[int]):
    """PN-88 PN-106 The cost is fixed now; the die lands when the duration is over."""
    die = move - PLACE_FACE if move >= PLACE_FACE else move - PLACE
    cost = placing_cost(t, s, car, move)
    s.hand_die[car] = die
    s.hand_cost[car] = cost
    s.step[car] = PLACING
    if t.clock == ROUNDS:
        s.due[car] = s.now
        return
    note(log, PLACES, car, s.next[car], 0)
    if is_skill(t, s, car):
        ask_duration(t, s, car, PLACE_TIME, PLACE_PART)
        s.base += cost * t.base[s.pilot[car]][CUBE_PART]
        s.jitter += cost * t.jitter[s.pilot[car]][CUBE_PART]
        return
    s.due[car] = s.now + t.place_ms + cost * t.cube_ms


@rule
def release(t: Table, s: State, car: int, slot: int, log: list[int]):
    """PN-41 A saved die is let go, in no time."""
    tell(t, log, RELEASED, car, 0, die_number(s, car, slot))
    release_die(s, car, slot)


@rule
def save(t: Table, s: State, car: int, slot: int, log: list[int]):
    """PN-38 PN-89 A nitrous die is saved, which takes a skill some time."""
    save_die(s, car, slot)
    tell(t, log, SAVED, car, 0, die_number(s, car, slot))
    if is_skill(t, s, car):
        ask_duration(t, s, car, SAVE_TIME, SAVE_PART)


@rule
def finish_placing(t: Table, s: State, car: int, log: list[int]):
    """PN-28 PN-31 PN-36 PN-39 PN-43 PN-45 PN-106 PLACED: the lane changes; the next DECIDE is at the same time."""
    space = s.next[car]
    saved = is_in(s.saved[car], s.hand_die[car])
    die = die_number(s, car, s.hand_die[car])
    cost = s.hand_cost[car]
    became = land(t, s, car)
    if became == BLEW_UP:
        tell(t, log, EXPLODED_NOW, car, s.now, space)
        return
    if became != WENT_BACK:
        tell(t, log, PLACED_SAVED if saved else PLACED, car, space, die)
        if cost and became != LANDED_BACK:
            tell(t, log, REDLINED, car, s.redlines[car], 0)
    if became in (WENT_BACK, LANDED_BACK):
        tell(t, log, RESTARTED, car, 0, 0)
    elif became == LANDED_HOME:
        tell(t, log, FINISHED_NOW, car, s.now, s.redlines[car])
    elif became == LANDED_STUCK:
        tell(t, log, STALLED_NOW, car, s.now, s.next[car])


# Durations


@rule
def ask_duration(t: Table, s: State, car: int, phase: int, part: int):
    """PN-85 Chance says how long something takes a skill."""
    s.who = car
    s.base = t.base[s.pilot[car]][part]
    s.jitter = t.jitter[s.pilot[car]][part]
    s.phase = phase


@rule
def duration_outcomes(s: State, out: list[int], weight: list[int]):
    """PN-85 A triangle: tens of milliseconds above the shortest duration."""
    most = 2 * s.jitter // 10
    for tens in range(most + 1):
        out[tens] = tens
        weight[tens] = min(tens, most - tens) + 1
    return most + 1


@rule
def duration(s: State, tens: int):
    """PN-85 The duration asked for, in milliseconds."""
    return s.base + 10 * tens


@rule
def start_after(s: State, tens: int):
    """PN-86 PN-106 A skill acts for the first time when this duration after GO is over."""
    s.due[s.who] = duration(s, tens)
    s.starting = without(s.starting, s.who)
    s.phase = RUN


@rule
def roll_for(s: State, tens: int):
    """PN-87 PN-106 The dice will lie still then; which faces they show is drawn now."""
    s.settle[s.who] = s.now + duration(s, tens)
    s.phase = FACE


@rule
def think_for(s: State, tens: int):
    """PN-87 PN-106 PN-110 A skill acts this duration after its dice lie still, or after it has taken over."""
    s.due[s.who] += duration(s, tens)
    s.waking = without(s.waking, s.who)
    s.phase = RUN


@rule
def be_busy_for(s: State, tens: int):
    """PN-88 PN-89 PN-106 The die lands, or is saved, after this duration."""
    s.due[s.who] = s.now + duration(s, tens)
    s.phase = RUN


@rule
def answer_face(t: Table, s: State, face: int):
    """PN-27 PN-87 PN-106 The next die of the roll, in slot order; after the last one a skill thinks."""
    car = s.who
    slot = lowest_of(s.todo)
    s.todo = without(s.todo, slot)
    show_face(s, car, slot, face + 1)
    if s.todo:
        return
    s.due[car] = s.settle[car]
    s.phase = RUN
    if is_skill(t, s, car):
        ask_duration(t, s, car, THINK, THINK_PART)


# The log


@rule
def tell(t: Table, log: list[int], kind: int, car: int, b: int, c: int):
    """Log a racer's action for all seats; in rounds at first for the racer only."""
    note(log, kind + (SECRETLY if is_secret(t) else 0), car, b, c)


@rule
def die_number(s: State, car: int, slot: int):
    """A die for the log: slot, kind and face."""
    return slot + 8 * s.kind[car][slot] + 64 * s.face[car][slot]


@rule
def tell_fallen(t: Table, s: State, before: int, log: list[int]):
    """PN-27 PN-107 Faces are told when the dice lie still."""
    if log[0] == 0:
        return
    for car in range(t.seats):
        if before < s.settle[car] <= s.now and s.status[car] == RUNNING:
            faces = 0
            for slot in range(DICE):
                if is_in(s.fresh[car], slot):
                    faces += at_place(s.face[car][slot], slot, A_FACE)
            note(log, FELL, car, s.settle[car], faces)


@rule
def tell_round(t: Table, s: State, log: list[int]):
    """PN-36 PN-43 PN-45 PN-97 At the end of a round everybody learns what the racers did in it."""
    if log[0] == 0:
        return
    for car in range(t.seats):
        if s.next[car] != s.next[THEN + car] or s.redlines[car] != s.redlines[THEN + car]:
            note(log, PROGRESS, car, s.next[car] - 1, s.redlines[car])
        if s.status[car] != s.status[THEN + car]:
            if s.status[car] == FINISHED:
                note(log, FINISHED_NOW, car, s.now, s.redlines[car])
            elif s.status[car] == EXPLODED:
                note(log, EXPLODED_NOW, car, s.now, s.next[car])
            elif s.status[car] == STALLED:
                note(log, STALLED_NOW, car, s.now, s.next[car])
