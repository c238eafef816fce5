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
from .loops import advance, chance_outcome, settle
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
    event_slot,
    explored_choice,
    measured_race,
)
from .rng import seed_random
from .search import walk

Tables = list[Any]
States = list[Any]
Ints = list[int]
Grid = list[list[int]]

SETUP, ACTOR, LEGAL, CHANCES, APPLY, STANDINGS, CONCEAL, RESAMPLE, SEES_MOVE, ESTIMATE, SUGGEST = range(11)
DRIVERS = 1 << 40  # streams of random words from here on are those of drivers, below it those of dice
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


ENTRIES: tuple[Rule, ...] = (ask, races, go_on, step_all, search, measured, explored)
