"""The exact odds of a reroll, against the rules of rolling played out die by die."""

from fractions import Fraction

import pytest

from paddock.engine import new_log
from paddock.testing import clause

from ..odds import best_reroll, chance, largest, odds, resting
from ..rules.combos import largest_combo
from ..rules.dice import next_wave, roll, roll_die
from ..state import ADD, DONE, FIRST, MARK, OFFER_CHIP, ROLL, ROLL_DIE, State, Table
from .position import Position, new_table

WAVES = 6  # played out; what still rolls then is less likely than six sixes in a row for some die


def enumerated(t: Table, kept: tuple[int, ...], rolled: int, in_play: int, wanted: int) -> tuple[Fraction, Fraction]:
    """The chance of the wanted combo as far as the waves go, and the chance that dice still roll after them."""
    state = State()
    state.dice, state.in_play = [0, *kept], in_play
    roll(state, rolled, FIRST)
    positions, good, still = {key(state): Fraction(1)}, Fraction(0), Fraction(0)
    for _ in range(WAVES):
        positions, rested = wave(positions)
        good += sum((p for s, p in rested.items() if largest_combo(t, position(s)) >= wanted), Fraction(0))
    still = sum(positions.values(), Fraction(0))
    return good, still


def key(s: State) -> tuple[int, ...]:
    return (*s.dice, s.in_play, s.to_roll)


def position(one: tuple[int, ...]) -> State:
    s = State()
    s.dice, s.in_play, s.phase = list(one[:6]), one[6], ROLL_DIE
    s.to_roll = one[7]
    return s


Positions = dict[tuple[int, ...], Fraction]


def wave(positions: Positions) -> tuple[Positions, Positions]:
    """One wave of dice by the rules: positions that roll again, and those that rest."""
    again: Positions = {}
    rested: Positions = {}
    for one, likely in positions.items():
        for after, share in dice_rolled(position(one)).items():
            s = position(after[:8])
            s.sixes = after[8]
            next_wave(s, new_log(0))
            into = rested if s.phase == OFFER_CHIP else again
            into[key(s)] = into.get(key(s), Fraction(0)) + likely * share
    return again, rested


def dice_rolled(s: State) -> Positions:
    """All dice of a wave, one after the other; the sixes are the last number of a position."""
    found: Positions = {(*key(s), s.sixes): Fraction(1)}
    for _ in range(s.to_roll):
        following: Positions = {}
        for one, likely in found.items():
            for value in range(1, 7):
                after = position(one[:8])
                after.sixes = one[8]
                roll_die(after, value, new_log(0))
                told = (*key(after), after.sixes)
                following[told] = following.get(told, Fraction(0)) + likely / 6
        found = following
    return found


@clause("DC-31", "DC-32", "DC-34", "DC-42")
@pytest.mark.parametrize(
    ("kept", "rolled", "in_play", "wanted"),
    [((2, 0, 0, 0, 0), 1, 8, 3), ((0, 1, 1, 0, 1), 2, 8, 4), ((1, 1, 0, 0, 0), 2, 9, 3), ((3, 0, 2, 0, 3), 2, 10, 5)],
)
def test_the_chance_of_a_combo_is_that_of_every_roll_by_the_rules(
    kept: tuple[int, ...], rolled: int, in_play: int, wanted: int
):
    t = new_table(2)
    good, still = enumerated(t, kept, rolled, in_play, wanted)
    exact = chance(kept, rolled, in_play, wanted, t.max_combo)
    assert good <= exact <= good + still
    assert still < Fraction(1, 1000)


@clause("DC-31", "DC-32")
def test_how_many_dice_rest_by_hand():
    assert resting(3, 10) == {3: 1}  # with ten in play no die is added
    # One die, nine in play: 5 in 6 rest as one; a six brings the tenth die, and then two rest.
    assert resting(1, 9) == {1: Fraction(5, 6), 2: Fraction(1, 6)}
    assert sum(resting(4, 5).values()) == 1


@clause("DC-34", "DC-42")
def test_the_best_reroll_by_hand():
    # Ten dice in play, 1 1 1 2 left: rolling the 2 makes four of a kind in one case of five (a six goes on).
    assert best_reroll((3, 1, 0, 0, 0), 10, 4, 10) == (Fraction(1, 5), (0, 1, 0, 0, 0))
    # 1 2 3 5: a row of four needs the 5 to become a 4.
    assert best_reroll((1, 1, 1, 0, 1), 10, 4, 10) == (Fraction(1, 5), (0, 0, 0, 0, 1))


@clause("DC-42")
def test_the_largest_combo_is_that_of_the_rules():
    t, s = new_table(2), State()
    for dice in [(0, 0, 0, 0, 0), (1, 0, 1, 0, 0), (2, 1, 1, 0, 4), (1, 1, 1, 1, 1), (9, 0, 0, 0, 1)]:
        s.dice = [0, *dice]
        assert largest(dice, t.max_combo) == largest_combo(t, s)


@clause("DC-33", "DC-34")
def test_the_odds_are_told_in_words_where_a_chip_can_be_paid():
    race = Position("SA SA SA", A="1.L1", B="2.L1", dice="1 1 3", chips={"A": 1}, at="chips")
    told = odds(race.table, race.state)
    assert told[DONE] == "largest combo 2"
    assert told[ADD + 1] == "largest combo 3"
    assert told[ADD + 2] == "largest combo 3"  # 1 2 3
    assert told[MARK + 3].endswith("% for a combo of 3")
    assert set(told) == {DONE, *(ADD + value for value in range(1, 6)), MARK + 1, MARK + 3}
    race.plays("mark 1")
    assert ROLL in odds(race.table, race.state)
    race.plays("roll")
    assert odds(race.table, race.state) == {}
