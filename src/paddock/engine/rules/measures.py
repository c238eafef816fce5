"""What the lab counts while it races: the engine's own loop with a look at how the race stands once a round.

A turn is a run of decisions of one seat; a round has as many turns as there are seats. A look asks the game's
`estimate` (who is likely to win) and `standings` (who is in front); at every turn it would cost as much as racing.
Dice and drivers have random words apart, so that the same dice can be raced by other drivers.
"""

from typing import Any

from .choosing import QUICK
from .contract import actor, apply, estimate, legal, standings, suggest
from .log import EVENT, HEAD
from .loops import chance_outcome
from .marking import CHANCE, OVER, rule
from .rng import uniform

HUNDRED = 100
SLIPS = 100  # policies from here on: the game's quick choice, but of a hundred choices `policy - SLIPS` any legal move

# A race's row: these first, then a number for each seat of every one of the seat measures
PLIES, DECISIONS, TURNS, LEAD_CHANGES, DECIDED, DECIDED_BY, CRASHES, ELIMINATIONS = range(8)
PLACE, SEAT_DECISIONS, SEAT_CHOICES, SEAT_OPTIONS, LONGEST_WAIT, LOWEST = range(6)
OF_RACE, OF_SEAT = 8, 6

CRASH, OUT = 1, 2  # what an event's kind counts as, added up
NOBODY = -1
WIN = 840_000  # parts of a win: one to eight seats can share it, and thousandths are whole


@rule
def driver_move(t: Any, s: Any, policy: int, out: list[int], n: int, driver: list[int]):
    """The choice among n legal moves of a driver who may slip."""
    if policy == QUICK:
        return suggest(t, s, out, n, driver)
    if policy >= SLIPS and uniform(driver, HUNDRED) >= policy - SLIPS:
        return suggest(t, s, out, n, driver)
    return out[uniform(driver, n)]


@rule
def win_parts(t: Any, s: Any, seats: int, row: list[int], out: list[int], weight: list[int]):
    """Each seat's part of a win: that of the result if the race is over, else as the game estimates it."""
    if actor(t, s) != OVER:
        estimate(t, s, out)
        for seat in range(seats):
            row[seat] = WIN // 1000 * out[seat]
        return
    standings(t, s, out, weight)
    winners = 0
    for seat in range(seats):
        if out[seat] == 1:
            winners += 1
    for seat in range(seats):
        row[seat] = WIN // winners if out[seat] == 1 else 0


@rule
def begin_row(row: list[int], seats: int):
    """A race of which nothing is known yet."""
    for i in range(OF_RACE + OF_SEAT * seats):
        row[i] = 0
    row[DECIDED] = NOBODY
    row[DECIDED_BY] = NOBODY
    for seat in range(seats):
        row[OF_RACE + LOWEST * seats + seat] = 1000


@rule
def look(t: Any, s: Any, seats: int, sure: int, row: list[int], trace: list[int], out: list[int]):
    """How likely each seat is to win before this round: is it decided, and how low has each been?"""
    estimate(t, s, out)
    lowest = OF_RACE + LOWEST * seats
    likely = 0
    for seat in range(seats):
        row[lowest + seat] = min(row[lowest + seat], out[seat])
        if out[seat] > out[likely]:
            likely = seat
    if row[DECIDED] == NOBODY and out[likely] >= sure:
        row[DECIDED] = row[TURNS]
        row[DECIDED_BY] = likely
    if trace[0] >= trace[1] + seats:
        for seat in range(seats):
            trace[HEAD + trace[1] + seat] = out[seat]
        trace[1] += seats


@rule
def leader_now(t: Any, s: Any, seats: int, leader: int, out: list[int], weight: list[int]):
    """The one car in front; where several share the lead, the one that had it before."""
    standings(t, s, out, weight)
    found = NOBODY
    shared = 0
    for seat in range(seats):
        if out[seat] == 1:
            found = seat
            shared += 1
    return found if shared == 1 else leader


@rule
def count_events(log: list[int], flags: list[int], row: list[int]):
    """Crashes and eliminations among the events of some moves."""
    for i in range(HEAD, HEAD + min(log[0], log[1]), EVENT):
        flag = flags[log[i]]
        if flag != 0:
            row[CRASHES] += flag & CRASH
            row[ELIMINATIONS] += flag >> 1
    log[1] = 0


@rule
def count_choice(row: list[int], seats: int, seat: int, n: int):
    """A decision of a seat among n options, and how many decisions of others it has waited for."""
    base = OF_RACE + seat
    row[base + SEAT_DECISIONS * seats] += 1
    row[base + SEAT_OPTIONS * seats] += n
    if n > 1:
        row[base + SEAT_CHOICES * seats] += 1


@rule
def measured_race(
    t: Any,
    s: Any,
    seats: int,
    bound: int,
    sure: int,
    policy: list[int],
    flags: list[int],
    row: list[int],
    last: list[int],
    trace: list[int],
    out: list[int],
    weight: list[int],
    log: list[int],
    dice: list[int],
    driver: list[int],
):
    """Race from the position in `s` to the end and write its row, but for the places."""
    turn = NOBODY
    leader = NOBODY
    played = 0
    decisions = 0
    next_look = 0
    enough = log[0] // 2
    for seat in range(seats):
        last[seat] = 0
    while played < bound:
        seat = actor(t, s)
        if seat == OVER:
            break
        if seat == CHANCE:
            move = chance_outcome(t, s, out, weight, dice)
        else:
            if seat != turn:
                turn = seat
                if row[TURNS] >= next_look:
                    next_look = row[TURNS] + seats
                    look(t, s, seats, sure, row, trace, out)
                    front = leader_now(t, s, seats, leader, out, weight)
                    if front != leader and leader != NOBODY:
                        row[LEAD_CHANGES] += 1
                    leader = front
                row[TURNS] += 1
                wait = OF_RACE + LONGEST_WAIT * seats + seat
                row[wait] = max(row[wait], decisions - last[seat])
            n = legal(t, s, out)
            count_choice(row, seats, seat, n)
            move = driver_move(t, s, policy[seat], out, n, driver)
            decisions += 1
            last[seat] = decisions
        apply(t, s, move, log)
        if log[1] > enough:
            count_events(log, flags, row)
        played += 1
    count_events(log, flags, row)
    row[PLIES] = played if actor(t, s) == OVER else -1
    row[DECISIONS] = decisions


@rule
def count_curve(seats: int, row: list[int], trace: list[int], seen: list[int], won: list[int]):
    """How often a seat that `estimate` gave so many thousandths won: for each seat of each look of a finished race."""
    for i in range(0, trace[1], seats):
        for seat in range(seats):
            value = trace[HEAD + i + seat]
            seen[value] += 1
            if row[OF_RACE + PLACE * seats + seat] == 1:
                won[value] += 1
    trace[1] = 0


# How often clauses fire and choices are taken, and what they do to win chances

# Rows of what is counted for each slot (a clause of a kind of event, or a phase)
FIRED, RACES_WITH, SWING, LAST_RACE = range(4)
# Rows of what is counted for each choice (a phase and a move)
OFFERED, FORCED, TAKEN, TAKEN_WON, TRIED, TRIED_WON, PASSED, PASSED_WON = range(8)
SLOT_ROWS, CHOICE_ROWS = 4, 8
PLAN = 3  # numbers of a kind of event: its first slot, which of its numbers names the clause (0: none), and of how many
NOTE = 2  # entries of a note about a choice: three times its number plus how it was met, and the seat
MET_TAKEN, MET_TRIED, MET_PASSED = range(3)  # in the order of the rows above


@rule
def event_slot(log: list[int], i: int, plan: list[int]):
    """The slot of the event at that place of the log."""
    first = PLAN * log[i]
    by = plan[first + 1]
    if by == 0:
        return plan[first]
    value = log[i + by]
    return plan[first] + 1 + value if 0 <= value < plan[first + 2] else plan[first]


@rule
def chances_now(t: Any, s: Any, seats: int, curve: list[int], now: list[int], out: list[int]):
    """Write each seat's win chance in thousandths; returns how much has moved from one seat to another since."""
    estimate(t, s, out)
    moved = 0
    for seat in range(seats):
        chance = curve[out[seat]]
        moved += abs(chance - now[seat])
        now[seat] = chance
    return moved // 2


@rule
def remember(notes: list[int], choice: int, met: int, seat: int):
    """Note how a choice was met, to be counted when it is known who won."""
    used = notes[1]
    if used + NOTE <= notes[0]:
        notes[HEAD + used] = 3 * choice + met
        notes[HEAD + used + 1] = seat
        notes[1] = used + NOTE


@rule
def explored_choice(
    t: Any,
    s: Any,
    policy: int,
    explore: int,
    moves: int,
    choices: list[int],
    many: int,
    notes: list[int],
    seat: int,
    out: list[int],
    driver: list[int],
):
    """The choice of a seat, which is any legal move `explore` times of a hundred; what was offered is counted."""
    n = legal(t, s, out)
    first = s.phase * moves
    for i in range(n):
        choices[OFFERED * many + first + out[i]] += 1
    if n == 1:
        choices[FORCED * many + first + out[0]] += 1
    if n == 1 or uniform(driver, HUNDRED) >= explore:
        move = driver_move(t, s, policy, out, n, driver)
        remember(notes, first + move, MET_TAKEN, seat)
        return move
    taken = uniform(driver, n)
    for i in range(n):
        remember(notes, first + out[i], MET_TRIED if i == taken else MET_PASSED, seat)
    return out[taken]


@rule
def count_firing(slots: list[int], many: int, slot: int, moved: int, race: int):
    """A clause has fired in this race, and so much win chance has moved."""
    slots[FIRED * many + slot] += 1
    slots[SWING * many + slot] += moved
    if slots[LAST_RACE * many + slot] != race + 1:
        slots[LAST_RACE * many + slot] = race + 1
        slots[RACES_WITH * many + slot] += 1


@rule
def count_notes(notes: list[int], choices: list[int], many: int, place: list[int]):
    """Now that it is known who won: count how choices were met."""
    for i in range(HEAD, HEAD + notes[1], NOTE):
        choice, met = notes[i] // 3, notes[i] % 3
        row = (TAKEN + 2 * met) * many
        choices[row + choice] += 1
        if place[notes[i + 1]] == 1:
            choices[row + many + choice] += 1
    notes[1] = 0
