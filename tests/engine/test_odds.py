"""Chances from worth: half as likely for each halving behind, and always a thousand in all."""

import pytest

from paddock.engine import HALVING, SHARP, chance_weight, settle_chances, share_out, sharpen, turns_before


@pytest.mark.parametrize("behind", range(0, 5 * HALVING, 37))
def test_a_weight_is_halved_for_each_halving_behind(behind: int):
    assert chance_weight(behind) == pytest.approx(2**20 * 0.5 ** (behind / HALVING), rel=0.004)


def test_a_weight_never_rises_with_the_distance_behind():
    weights = [chance_weight(behind) for behind in range(25 * HALVING)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] == 0


def test_worth_becomes_chances_that_add_up_to_a_thousand():
    value = [0, HALVING, -HALVING, 99]
    share_out(value, 3)  # as 2 to 4 to 1
    assert value == [286, 571, 143, 99]


def test_equal_worth_is_shared_and_the_first_gets_what_cannot_be():
    value = [7, 7, 7]
    share_out(value, 3)
    assert value == [334, 333, 333]


def test_after_the_race_all_chances_are_the_winners():
    value = [3, 4, 5, 6]
    settle_chances(value, 3, 1)
    assert value == [0, 1000, 0, 6]


def test_the_way_behind_is_stretched_by_what_is_near_further_and_far():
    value = [5 * HALVING, 4 * HALVING, 3 * HALVING, 0]  # 0, 1, 2 and 5 halvings behind
    sharpen(value, 4, SHARP // 2, SHARP, 2 * SHARP)
    assert [-one / HALVING for one in value] == [0, 0.5, 1.5, 0.5 + 1.5 + 5]


@pytest.mark.parametrize("seats", range(1, 9))
def test_turns_before_are_64ths_of_a_round(seats: int):
    for seat in range(seats):
        assert turns_before(seat, 0, seats) == 64 * seat // seats
        assert turns_before(0, seat, seats) == 64 * ((seats - seat) % seats) // seats
