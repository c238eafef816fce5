"""What the estimate knows: rolls to go of cars in every stage of a race, and what wins are worth. By hand."""

import pytest

from ..estimate import LONGEST, rolls_left, share_after, winner, wins_needed
from ..state import CARS, CERTAIN, DEAL, EXPLODED, FINISHED, NEEDED_BITS, PHOTO, RANKING
from ..table import shares_of_wins
from .position import Race

LAST_SIX = 6000  # thousandths of a roll that a common die needs for a 6 on the last space: one face in six


def packed(*needed: int) -> int:
    return sum(wins << NEEDED_BITS * seat for seat, wins in enumerate(needed))


@pytest.mark.parametrize(
    ("needed", "shares"),
    [
        ((2, 2), (1 / 2, 1 / 2)),
        ((1, 2), (3 / 4, 1 / 4)),  # the first race, or the second
        ((1, 3), (7 / 8, 1 / 8)),  # the second seat must win three in a row
        ((2, 3), (11 / 16, 5 / 16)),  # half of (1, 3) and half of (2, 2)
        ((1, 1, 2), (4 / 9, 4 / 9, 1 / 9)),  # the third wins first, then one of (1, 1, 1)
        ((0, 1, 1), (0, 1 / 2, 1 / 2)),  # the first seat left
    ],
)
def test_later_races_are_anybodys(needed: tuple[int, ...], shares: tuple[float, ...]):
    found = shares_of_wins(len(needed))
    assert [found[seat][packed(*needed)] / CERTAIN for seat in range(len(needed))] == pytest.approx(shares, abs=2e-4)
    assert all(found[seat][packed(*needed)] == 0 for seat in range(len(needed), CARS))


def test_who_wins_the_race_needs_a_win_less():
    race = Race("cccwww", "cccwww", wins_to_win=2)
    race.at(wins=[1, 0, 0, 0])
    needed = wins_needed(race.table, race.state)
    assert needed == packed(1, 2)
    assert share_after(race.table, 0, 0, needed) == CERTAIN
    assert share_after(race.table, 1, 0, needed) == 0
    assert share_after(race.table, 0, 1, needed) == CERTAIN // 2


def test_before_a_track_is_dealt_only_wins_count():
    race = Race("cccwww", "cccwww", wins_to_win=2)
    race.decide("A")
    assert race.state.phase == DEAL
    assert race.runner.estimate() == [750, 250]


def test_a_race_is_worth_what_the_win_changes():
    race = Race("cccwww", "cccwww", wins_to_win=2, clock="simulated")
    race.has("A", placed="1 2 3")
    alone = Race("cccwww", "cccwww", wins_to_win=1, clock="simulated")
    alone.has("A", placed="1 2 3")
    chance = alone.runner.estimate()[0]
    assert 500 < chance < 1000
    # a race each: the third is anybody's, so half of what this race gives and a quarter
    assert race.runner.estimate()[0] == pytest.approx(chance * 0.75 + (1000 - chance) * 0.25, abs=1)


def test_who_has_finished_alone_has_won_and_level_ones_wait_for_the_draw():
    race = Race("cccwww", "cccwww", "cccwww", wins_to_win=1, clock="simulated")
    race.stands("A", FINISHED, 6, placed=900, ended=900)
    assert winner(race.table, race.state) == 0
    assert race.runner.estimate() == [1000, 0, 0]
    race.stands("B", FINISHED, 6, placed=900, ended=900)
    race.stands("C", EXPLODED, 2, ended=400)
    race.goes_on(RANKING)
    assert race.state.phase == PHOTO
    assert winner(race.table, race.state) == -1
    assert race.runner.estimate() == [500, 500, 0]


def test_a_car_that_is_out_wins_no_more_and_a_player_who_left_neither():
    race = Race("cccwww", "cccwww", "cccwww", wins_to_win=1, clock="simulated")
    race.stands("C", EXPLODED, 2, ended=400)
    assert race.runner.estimate()[2] == 0
    race.at(gone=[0, 1, 0, 0])
    assert race.runner.estimate() == [1000, 0, 0]


def test_rolls_to_go_are_those_of_the_solved_track():
    race = Race("cccxxx", track="123456", strip="ladder", clock="simulated", pilot_1="master")
    race.has("A", placed="4 5 6 1 2", redlines=2)
    assert rolls_left(race.table, race.state, 0) == LAST_SIX
    race.has("A", placed="", redlines=2, fresh={3: 6})
    assert rolls_left(race.table, race.state, 0) == 0  # the die that lies there fits


def test_a_slow_pilot_needs_longer_for_as_many_rolls():
    race = Race("cccxxx", "cccxxx", track="123456", strip="ladder", clock="simulated", pilot_1="master")
    for seat in "AB":
        race.has(seat, placed="4 5 6 1 2", redlines=2)
    # a master's roll takes 520 + 80 + 180 + 90 + 180 + 50, an amateur's 1100 + 190 + 560 + 270 + 450 + 120
    assert rolls_left(race.table, race.state, 1) == LAST_SIX * (1024 * 2690 // 1100) // 1024


def test_rivals_know_nothing_of_a_round_before_it_is_over():
    race = Race("cccwww", "cccwww", wins_to_win=1)
    before = race.runner.estimate()
    race.roll("1 2", 3, 5)
    assert race.state.fresh[0]
    assert race.runner.estimate() == before
    race.roll("1 2", 6, 6)  # the round is over: everybody hears that the first car has a die that fits
    assert race.runner.estimate()[0] > before[0]


def test_who_left_counts_as_far_behind_as_any():
    race = Race("cccwww", "cccwww", clock="simulated")
    race.at(gone=[0, 1, 0, 0])
    assert rolls_left(race.table, race.state, 1) == LONGEST
