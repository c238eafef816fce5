"""The entry points of compiled rules: what Python calls, each with arrays of records and buffers.

`Tables` and `States` are arrays of records when compiled and lists of light records when interpreted. Inside, a
compiled rule gets a plain pointer for each buffer (`raw`): an array would be reference counted and unpacked per call.
"""

from typing import Any

from .contract import (
    actor,
    apply,
    chance,
    conceal,
    estimate,
    legal,
    resample,
    sees_move,
    setup,
    standings,
    suggest,
)
from .log import EVENT, HEAD
from .loops import OUTSIDE, advance, chance_outcome, play_action, rival_move, settle, turned_move
from .marking import CHANCE, OVER, Rule, rule
from .measures import (
    CHOICE_ROWS,
    OF_RACE,
    PLACE,
    SLOT_ROWS,
    begin_row,
    chances_now,
    count_curve,
    count_firing,
    count_notes,
    driver_move,
    event_slot,
    explored_choice,
    measured_race,
    win_parts,
)
from .rng import seed_random
from .search import walk

Tables = list[Any]
States = list[Any]
Ints = list[int]
Grid = list[list[int]]
Flags = list[list[Any]]  # bytes when compiled

SETUP, ACTOR, LEGAL, CHANCES, APPLY, STANDINGS, CONCEAL, RESAMPLE, SEES_MOVE, ESTIMATE, SUGGEST = range(11)
DRIVERS = 1 << 40  # streams of random words from here on are those of drivers, below it those of dice
RACE_ENDED, NOT_LEGAL = 1, 2  # how a race of a batch ended
NO_SEAT, NO_MOVE = -2, -1  # nobody's eyes, not even a spectator's; nothing is played first
ROWS = 1 << 20  # streams of random words that a ply has, one for each row
PLACES = 2  # where the places begin in a row of results, after plies and decisions


@rule
def raw(buffer: Ints) -> Ints:
    """What rules get for a buffer: the list itself when interpreted, a pointer when compiled."""
    return buffer


@rule
def ask(
    tables: Tables, states: States, question: int, number: int, out: Ints, weight: Ints, log: Ints, random: Ints
) -> int:
    """Call one rule of the contract on the first table and state; results go to `out` and `weight` or are returned."""
    t, s = tables[0], states[0]
    if question == APPLY:
        apply(t, s, number, raw(log))
    elif question == ACTOR:
        return actor(t, s)
    elif question == LEGAL:
        return legal(t, s, raw(out))
    elif question == CHANCES:
        return chance(t, s, raw(out), raw(weight))
    elif question == SETUP:
        clear(states, 0)
        setup(t, s)
    elif question == STANDINGS:
        standings(t, s, raw(out), raw(weight))
    elif question == CONCEAL:
        conceal(t, s, number)
    elif question == RESAMPLE:
        resample(t, s, number, raw(random))
    elif question == SEES_MOVE:
        return sees_move(t, s, number)
    elif question == ESTIMATE:
        estimate(t, s, raw(out))
    elif question == SUGGEST:
        return suggest(t, s, raw(out), legal(t, s, raw(out)), raw(random))
    return 0


@rule
def races(
    tables: Tables, states: States, policy: Ints, seed: int, first: int, bound: int, results: Grid, scratch: Grid
) -> None:
    """Run races number `first` and following of a seed, one for each row of `results`, in the first state.

    A row gets the plies (-1: not over within the bound), of these the decisions, and from PLACES on the place of each
    seat. `scratch` has a row each for options, weights, events and random words.
    """
    t, s = tables[0], states[0]
    out, weight, log, random = raw(scratch[0]), raw(scratch[1]), raw(scratch[2]), raw(scratch[3])
    for race in range(len(results)):
        seed_random(random, seed, first + race)
        clear(states, 0)
        setup(t, s)
        played, decided = advance(t, s, raw(policy), bound, out, weight, log, random)
        results[race][0] = played if actor(t, s) == OVER else -1
        results[race][1] = decided
        standings(t, s, out, weight)
        for seat in range(len(policy)):
            results[race][PLACES + seat] = out[seat]


@rule
def measured(
    tables: Tables,
    states: States,
    policies: Grid,
    dice_seed: int,
    driver_seed: int,
    first: int,
    bound: int,
    sure: int,
    flags: Ints,
    results: Grid,
    curve: Grid,
    trace: Ints,
    scratch: Grid,
) -> None:
    """Race number `first` and following with a row of measures each; `policies` has a row of drivers for each race.

    `flags` says which kinds of events are crashes and eliminations. `curve` gets, by the thousandths of an estimate,
    how often it was given and how often that seat won, as far as `trace` has room. `scratch` has a row each for
    options, weights, events, random words of the dice and of the drivers, and when each seat last decided.
    """
    t, s = tables[0], states[0]
    out, weight, log = raw(scratch[0]), raw(scratch[1]), raw(scratch[2])
    dice, driver, last = raw(scratch[3]), raw(scratch[4]), raw(scratch[5])
    for race in range(len(results)):
        seats, row = len(policies[race]), raw(results[race])
        seed_random(dice, dice_seed, first + race)
        seed_random(driver, driver_seed, DRIVERS + first + race)
        clear(states, 0)
        setup(t, s)
        begin_row(row, seats)
        measured_race(
            t,
            s,
            seats,
            bound,
            sure,
            raw(policies[race]),
            raw(flags),
            row,
            last,
            raw(trace),
            out,
            weight,
            log,
            dice,
            driver,
        )
        standings(t, s, out, weight)
        for seat in range(seats):
            row[OF_RACE + PLACE * seats + seat] = out[seat]
        count_curve(seats, row, raw(trace), raw(curve[0]), raw(curve[1]))


@rule
def explored(
    tables: Tables,
    states: States,
    policy: Ints,
    seed: int,
    first: int,
    races: int,
    bound: int,
    explore: int,
    moves: int,
    curve: Ints,
    plan: Ints,
    slots: Ints,
    choices: Ints,
    notes: Ints,
    scratch: Grid,
) -> None:
    """Races that count how often clauses fire and choices are taken, and what each does to win chances.

    Of a hundred decisions `explore` are any legal move: there, and only there, what was taken and what was passed over
    differ by chance alone. `curve` turns an estimate into a win chance, `plan` an event into its slot; the phases have
    the slots before those of events. `slots` and `choices` are rows one after the other.
    """
    t, s = tables[0], states[0]
    out, weight, log = raw(scratch[0]), raw(scratch[1]), raw(scratch[2])
    dice, driver, now = raw(scratch[3]), raw(scratch[4]), raw(scratch[5])
    seats, many_slots, many = len(policy), len(slots) // SLOT_ROWS, len(choices) // CHOICE_ROWS
    for race in range(first, first + races):
        seed_random(dice, seed, race)
        seed_random(driver, seed, DRIVERS + race)
        clear(states, 0)
        setup(t, s)
        chances_now(t, s, seats, raw(curve), now, out)
        for _ in range(bound):
            seat, phase = actor(t, s), s.phase
            if seat == OVER:
                break
            if seat == CHANCE:
                move = chance_outcome(t, s, out, weight, dice)
            else:
                move = explored_choice(
                    t, s, policy[seat], explore, moves, raw(choices), many, raw(notes), seat, out, driver
                )
            apply(t, s, move, log)
            moved = chances_now(t, s, seats, raw(curve), now, out)
            count_firing(raw(slots), many_slots, phase, moved, race)
            for i in range(HEAD, HEAD + min(log[0], log[1]), EVENT):
                count_firing(raw(slots), many_slots, event_slot(log, i, raw(plan)), moved, race)
            log[1] = 0
        standings(t, s, out, weight)
        count_notes(raw(notes), raw(choices), many, out)


@rule
def go_on(tables: Tables, states: States, policy: Ints, bound: int, scratch: Grid, random: Grid) -> int:
    """Continue the race in each state by at most `bound` plies; returns the total of plies played.

    `scratch` has a row each for options, weights and events; each race has its own row of random words.
    """
    total = 0
    out, weight, log = raw(scratch[0]), raw(scratch[1]), raw(scratch[2])
    for race in range(len(random)):
        played, _ = advance(tables[0], states[race], raw(policy), bound, out, weight, log, raw(random[race]))
        total += played
    return total


@rule
def step_all(
    tables: Tables,
    states: States,
    start: int,
    stop: int,
    moves: Ints,
    out: Ints,
    weight: Ints,
    log: Ints,
    random: Grid,
) -> None:
    """Play one given move in races `start` to `stop` of a batch, then all chance that follows; -1 plays none."""
    for i in range(start, stop):
        if moves[i] >= 0 and actor(tables[0], states[i]) != OVER:
            apply(tables[0], states[i], moves[i], raw(log))
        settle(tables[0], states[i], raw(out), raw(weight), raw(log), raw(random[i]))


@rule
def drive_all(
    tables: Tables,
    states: States,
    start: int,
    stop: int,
    actions: Ints,
    policy: Ints,
    seat_moves: Ints,
    seed: int,
    numbers: Ints,
    ended: Ints,
    acting: Ints,
    viewer: Ints,
    places: Grid,
    masks: Flags,
    scratch: Grid,
    random: Grid,
) -> None:
    """One step of races `start` to `stop`: an action each, then all that follows up to a decision from OUTSIDE.

    A race that is over, or whose action is -1, is begun again with the next number; it gets `numbers`. The second half
    of `states` gets what the `viewer` may know: the seat that is asked or, when the race is over, the one asked last.
    `ended` is RACE_ENDED, by an action that is not legal NOT_LEGAL, else 0; `places` are those of the last end.
    """
    t, races = tables[0], len(actions)
    out, weight, log = raw(scratch[0]), raw(scratch[1]), raw(scratch[2])
    for i in range(start, stop):
        s, words = states[i], raw(random[i])
        is_new = 1 if ended[i] != 0 or actions[i] < 0 else 0
        ended[i] = 0
        if is_new == 0 and play_action(t, s, actions[i], raw(seat_moves), len(seat_moves), out, log) == 0:
            ended[i] = NOT_LEGAL
        seat = OVER
        while ended[i] == 0:
            if is_new == 1:
                numbers[i] += races
                seed_random(words, seed, numbers[i])
                clear(states, i)
                setup(t, s)
            settle(t, s, out, weight, log, words)
            seat = actor(t, s)
            while seat != OVER and policy[seat] != OUTSIDE:
                become(states, races + i, i)
                conceal(t, states[races + i], seat)
                apply(t, s, rival_move(t, states[races + i], seat, policy[seat], out, words), log)
                settle(t, s, out, weight, log, words)
                seat = actor(t, s)
            if seat != OVER:
                viewer[i] = seat
                break
            if is_new == 0:
                ended[i] = RACE_ENDED
        acting[i] = seat
        if ended[i] != 0:
            standings(t, s, raw(places[i]), weight)
        become(states, races + i, i)
        conceal(t, states[races + i], viewer[i])
        for move in range(len(masks[i])):
            masks[i][move] = 0
        if seat != OVER:
            for k in range(legal(t, s, out)):
                masks[i][turned_move(out[k], t.seats - seat, t.seats, raw(seat_moves), len(seat_moves))] = 1


@rule
def clear(states: States, one: int) -> None:
    """Set every field of a state to zero, so that `setup` sees nothing of an earlier race."""
    states[one].clear()


@rule
def become(states: States, one: int, other: int) -> None:
    """Make one state equal to another."""
    states[one].become(states[other])


@rule
def search(
    tables: Tables,
    states: States,
    seat: int,
    walks: int,
    depth: int,
    policy: Ints,
    tree: Ints,
    path: Ints,
    out: Ints,
    weight: Ints,
    log: Ints,
    random: Ints,
) -> int:
    """Search from the first state, which holds only what `seat` sees, with the second as scratch; returns plies."""
    played = 0
    for _ in range(walks):
        become(states, 1, 0)
        t, s = tables[0], states[1]
        resample(t, s, seat, raw(random))
        played += walk(
            t, s, seat, depth, raw(tree), raw(path), raw(policy), raw(out), raw(weight), raw(log), raw(random)
        )
    return played


@rule
def play_outs(
    tables: Tables,
    states: States,
    seat: int,
    move: int,
    played: int,
    policy: Ints,
    seed: int,
    ply: int,
    depth: int,
    results: Grid,
    scratch: Grid,
) -> int:
    """Race on from the first state, once for each row of `results`, with the second as scratch; returns plies.

    A row gets each seat's part of a win after `depth` plies or at the end. `seat` (NO_SEAT: none) resamples what is
    hidden from it, so that each row has its own world; then `move` (NO_MOVE: none) is played. The random words of a ply
    depend on the row and on the number of the ply alone: rows that reach the same position at the same ply go on
    alike. So a row whose first move is `played` would be what it was after that move, and is left as it is.
    """
    t, s, total = tables[0], states[1], 0
    out, weight, log, random = raw(scratch[0]), raw(scratch[1]), raw(scratch[2]), raw(scratch[3])
    for row in range(len(results)):
        become(states, 1, 0)
        at = ply
        if seat != NO_SEAT:
            seed_random(random, seed, DRIVERS + row)
            resample(t, s, seat, random)
        if move != NO_MOVE:
            apply(t, s, move, log)
            at += 1
        first = at
        is_known = 0
        while at < first + depth:
            who = actor(t, s)
            if who == OVER:
                break
            seed_random(random, seed, at * ROWS + row)
            if who == CHANCE:
                choice = chance_outcome(t, s, out, weight, random)
            else:
                choice = driver_move(t, s, policy[who], out, legal(t, s, out), random)
            if at == first and choice == played:
                is_known = 1
                break
            apply(t, s, choice, log)
            at += 1
        total += at - first
        if is_known == 0:
            win_parts(t, s, len(policy), raw(results[row]), out, weight)
    return total


ENTRIES: tuple[Rule, ...] = (ask, races, go_on, step_all, drive_all, search, measured, explored, play_outs)
