"""The doors into compiled rules: what is called from Python, each with arrays of records and buffers.

`Tables` and `States` are arrays of records when compiled and lists of light records when interpreted. Inside, a
compiled rule gets a plain pointer for each buffer (`raw`): arrays would be counted and taken apart at every call.
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
from .loops import advance, settle
from .marking import OVER, Rule, rule
from .rng import seed_random
from .search import walk

Tables = list[Any]
States = list[Any]
Ints = list[int]
Grid = list[list[int]]

SETUP, ACTOR, LEGAL, CHANCES, APPLY, STANDINGS, CONCEAL, RESAMPLE, SEES_MOVE, ESTIMATE, SUGGEST = range(11)
GO_ON = -1  # in place of the number of the first race


@rule
def raw(buffer: Ints) -> Ints:
    """What rules get for a buffer: the list itself when interpreted, a pointer when compiled."""
    return buffer


@rule
def ask(
    tables: Tables, states: States, question: int, number: int, out: Ints, weight: Ints, log: Ints, random: Ints
) -> int:
    """One rule of the contract on the first table and state; answers go to `out` and `weight` or are returned."""
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
    tables: Tables,
    states: States,
    policy: Ints,
    seed: int,
    first: int,
    bound: int,
    plies: Ints,
    decisions: Ints,
    place: Grid,
    out: Ints,
    weight: Ints,
    log: Ints,
    random: Grid,
) -> None:
    """Race number `first` and following of a seed, one for each entry of `plies`; -1: not over within the bound.

    With GO_ON as the first, the races that stand in the states are played on, each by at most `bound` plies.
    """
    t = tables[0]
    for race in range(len(plies)):
        which = race if first == GO_ON else 0
        s = states[which]
        if first != GO_ON:
            seed_random(raw(random[0]), seed, first + race)
            clear(states, which)
            setup(t, s)
        played, decided = advance(t, s, raw(policy), bound, raw(out), raw(weight), raw(log), raw(random[which]))
        plies[race] = played if first == GO_ON or actor(t, s) == OVER else -1
        decisions[race] = decided
        standings(t, s, raw(out), raw(weight))
        for seat in range(len(policy)):
            place[race][seat] = out[seat]


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
    """Play one given move in each race of a part of a batch, then all chance that follows; -1 plays none."""
    for i in range(start, stop):
        if moves[i] >= 0 and actor(tables[0], states[i]) != OVER:
            apply(tables[0], states[i], moves[i], raw(log))
        settle(tables[0], states[i], raw(out), raw(weight), raw(log), raw(random[i]))


@rule
def clear(states: States, one: int) -> None:
    """Set every field of a state to zero: what an earlier race left behind is not there for `setup`."""
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
    """Walk from the first state, of which only what `seat` sees is used, in the second; returns plies played."""
    played = 0
    for _ in range(walks):
        become(states, 1, 0)
        t, s = tables[0], states[1]
        resample(t, s, seat, raw(random))
        played += walk(
            t, s, seat, depth, raw(tree), raw(path), raw(policy), raw(out), raw(weight), raw(log), raw(random)
        )
    return played


ENTRIES: tuple[Rule, ...] = (ask, races, step_all, search)
