"""Races from a position on: the dice of a walk depend on the ply alone, so nothing is raced twice."""

import numpy as np
import pytest

from paddock.engine import Match, PlayOuts, Position, SeededDice, policy_number
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template.state import GEAR_1

CLUB = policy_number("quick", 12)


def raced() -> Match:
    match = Match(RIDGE_RUN, 3, {"length": 8}, SeededDice(4))
    match.settle()
    while not match.is_over:
        match.play(match.now.legal()[-1])
    return match


def decision() -> tuple[Match, int]:
    """A position in which a seat decides, and its ply."""
    match = raced()
    number = next(number for number, ply in enumerate(match.plies) if number > 3 and ply.actor >= 0)
    return match.at(number), number


def play_outs(match: Match, **more: int) -> PlayOuts:
    return PlayOuts(RIDGE_RUN, match.table, 20, [CLUB] * 3, seed=9, backend="python", **more)


@pytest.mark.parametrize("depth", [0, 1000])
def test_walks_that_begin_with_the_move_played_are_those_from_the_next_position(depth: int):
    match = raced()
    reused, fresh = play_outs(match, depth=depth), play_outs(match, depth=depth)
    for number in range(len(match.plies), -1, -1):
        state = match.at(number).state
        played = match.plies[number].move if number < len(match.plies) else -1
        assert np.array_equal(reused.back_to(state, number, played), fresh.back_to(state, number)), number
    assert reused.plies < fresh.plies


def test_a_race_that_is_over_is_won_by_its_winner_in_every_walk():
    match = raced()
    parts = play_outs(match).back_to(match.state, len(match.plies))
    assert (parts == [PlayOuts.win if place == 1 else 0 for place in match.standings()[0]]).all()


def test_worlds_are_drawn_from_what_the_seat_knows():
    match, number = decision()
    seat = match.actor
    known = match.seen_by(seat)
    other = Position(RIDGE_RUN, match.table, known).world(seat, [1, 2, 3, 4])
    again = other.seen_by(seat).state
    move = match.now.legal()[0]
    one, two = (play_outs(match).after(state, seat, move, number) for state in (known, again))
    assert np.array_equal(one, two)


def test_where_the_walks_stop_early_the_estimate_counts():
    match, number = decision()
    parts = play_outs(match, depth=1).after(match.seen_by(match.actor), match.actor, GEAR_1, number)
    assert (parts.sum(axis=1) == PlayOuts.win).all()
    assert ((parts > 0) & (parts < PlayOuts.win)).any()
