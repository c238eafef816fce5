"""The exact odds of a rolling turn, against the rules themselves played out over every sequence of dice."""

from fractions import Fraction

import pytest

from paddock.engine import CHANCE, new_log
from paddock.games.nestorgames_gp import GAME
from paddock.games.nestorgames_gp.odds import best, odds, points, risk, rolling, should_stop
from paddock.games.nestorgames_gp.state import QUALIFY, ROLL, ROLL_OR_STOP, STOP, State, Table
from paddock.testing import clause

from .position import Position

STRAIGHT = 12  # a step of the coast board with nothing on it, far from the flag


def turn(*faces: int, dice: int = 6, turbo: bool = False) -> Position:
    race = Position("coast", A=STRAIGHT, B=40)
    race.rolls(*faces)
    state: State = race.runner.state  # pyright: ignore[reportAssignmentType]
    state.dice[0] = dice
    state.turbo_on = int(turbo)
    race.runner.state = state
    return race


def mask(*faces: int) -> int:
    return sum(1 << (face - 1) for face in faces)


def enumerated(t: Table, s: State, car: int) -> tuple[Fraction, Fraction]:
    """Points and risk of a bust under the best stops, by the rules and every possible die."""
    if s.phase != ROLL_OR_STOP or s.turn != car:
        if s.step[car] == STRAIGHT:
            return Fraction(0), Fraction(1)  # the turn is over and the car has not moved: a bust
        return Fraction(s.points), Fraction(0)
    stopped, rolled = (enumerated_move(t, s, move, car) for move in (STOP, ROLL))
    return max(stopped, rolled, key=lambda found: found[0])


def enumerated_move(t: Table, s: State, move: int, car: int) -> tuple[Fraction, Fraction]:
    after = played(t, s, move)
    if move == STOP or GAME.contract["actor"](t, after) != CHANCE:
        return enumerated(t, after, car)
    found = [enumerated(t, played(t, after, face), car) for face in range(1, 7)]
    return sum((f[0] for f in found), Fraction(0)) / 6, sum((f[1] for f in found), Fraction(0)) / 6


def played(t: Table, s: State, move: int) -> State:
    after = s.copy()
    GAME.contract["apply"](t, after, move, new_log(0))
    return after


@clause("GP-27", "GP-28")
@pytest.mark.parametrize(
    ("faces", "dice", "turbo"),
    [((1,), 6, False), ((6,), 6, False), ((2, 3), 6, False), ((1,), 3, False), ((1, 2), 6, True), ((4, 1, 2), 5, True)],
)
def test_the_odds_are_those_of_every_sequence_of_dice_played_by_the_rules(
    faces: tuple[int, ...], dice: int, turbo: bool
):
    race = turn(*faces, dice=dice, turbo=turbo)
    state: State = race.runner.state  # pyright: ignore[reportAssignmentType]
    assert state.phase == ROLL_OR_STOP
    expected, bust = enumerated_move(race.table, state, ROLL, 0)
    assert rolling(mask(*faces), dice, turbo) == expected
    assert risk(mask(*faces), dice, turbo) == bust


@clause("GP-30", "GP-98")
def test_points_are_the_sum_and_with_a_turbo_the_highest_twice():
    assert points(mask(1, 2, 6), turbo=False) == 9
    assert points(mask(1, 2, 6), turbo=True) == 15
    assert points(0, turbo=True) == 0


@clause("GP-28")
def test_the_best_stop_by_hand():
    # With five numbers rolled, 5 in 6 bust. 2 3 4 5 6 = 20 becomes 21 in one case of six: 3.5 points instead of 20.
    assert rolling(mask(2, 3, 4, 5, 6), 6) == Fraction(21, 6)
    assert should_stop(mask(2, 3, 4, 5, 6), 6)
    # After a 1 every other number is better than stopping with 1, and 1 in 6 busts.
    assert not should_stop(mask(1), 6)
    # One die in hand: 1 is all there is.
    assert best(mask(1), 1) == 1
    assert risk(mask(1), 1) == 0
    # 1 and 2 with three dice in hand: the last die is 3, 4, 5 or 6: (6 + 7 + 8 + 9) / 6 = 5 points; 2 in 6 bust.
    assert rolling(mask(1, 2), 3) == 5
    assert risk(mask(1, 2), 3) == Fraction(2, 6)
    assert not should_stop(mask(1, 2), 3)  # 5 is more than 3


@clause("GP-07", "GP-29")
def test_the_odds_are_told_in_words_where_they_are_the_choice():
    race = turn(1, 2, dice=3)
    told = odds(race.table, race.runner.state)  # pyright: ignore[reportArgumentType]
    assert told == {STOP: "3 steps", ROLL: "bust 2 in 6 (GP-28), 5.0 steps on average"}
    state: State = race.runner.state  # pyright: ignore[reportAssignmentType]
    state.step[0] = next(step for step in range(1, 60) if race.table.corner[step])
    assert "a crash, GP-29" in odds(race.table, state)[ROLL]
    state.phase = QUALIFY
    assert odds(race.table, state)[STOP] == "3 points"
    state.phase = ROLL
    assert odds(race.table, state) == {}
