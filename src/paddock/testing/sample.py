"""The races that the checks use: one random race for each case, cached for the next check."""

import random
from dataclasses import dataclass

from paddock.engine import WORDS, FairDice, Game, Match, SeededDice

from .cases import Case

POSITIONS = 6  # positions of a race that are checked, up to twice as many
STRANGE = 150  # first plies of a sample race with random moves
KEPT_RACES = 8  # sample races in the cache


def new_match(game: Game, case: Case, seed: int = 1) -> Match:
    """A match of a case, at its first decision."""
    match = Match(game, case.seats, case.options, SeededDice(seed))
    match.settle()
    return match


@dataclass
class SampleRace:
    """One random race of a case with fair dice: positions spread over it, and how it ended."""

    positions: list[Match]  # the last one included
    over: Match


_sample_races: dict[tuple[str, str], SampleRace] = {}


def sample_race(game: Game, case: Case) -> SampleRace:
    """The race that all checks of a case use; cached."""
    key = game.id, case.name
    kept = _sample_races.get(key)
    if kept and kept.over.game is game:
        return kept
    if len(_sample_races) >= KEPT_RACES:
        _sample_races.clear()
    _sample_races[key] = _played(game, case)
    return _sample_races[key]


def _played(game: Game, case: Case) -> SampleRace:
    match = Match(game, case.seats, case.options, FairDice(bytes(range(32)), ((0, "a word"),)))
    match.settle()
    choose, positions, every, decisions = random.Random(4), [match.fork()], 1, 0
    while not match.is_over:
        match.play(_drive(match, choose))
        decisions += 1
        if decisions % every == 0 and not match.is_over:
            positions.append(match.fork())
        if len(positions) > 2 * POSITIONS:
            positions, every = positions[::2], 2 * every
    return SampleRace([*positions, match], match)


def _drive(match: Match, choose: random.Random) -> int:
    """A random move or the quick one, so that races get unusual positions and still end; a clock event is drawn."""
    if match.awaits_clock:
        return choose.choices(*match.outcomes())[0]
    moves = [choice.move for choice in match.choices()]
    if len(match.plies) < STRANGE or choose.random() < 0.1:
        return choose.choice(moves)
    words = [choose.getrandbits(32) for _ in range(WORDS)]
    return match.now.copy().suggest(moves, words)


def sampled(game: Game, case: Case) -> list[Match]:
    """Positions spread over a random race, the last one included; they are shared, so fork them to play on."""
    return sample_race(game, case).positions
