"""Ridge Run: a test for each clause, and the conformance kit. Copy this file with the folder."""

import pytest

from paddock.engine import CHANCE, Match, SeededDice
from paddock.testing import Case, Check, clause, conformance, coverage

from .. import GAME


@pytest.mark.parametrize(("check", "case"), conformance(GAME))
def test_conformance(check: Check, case: Case):
    check(GAME, case)


def test_every_clause_is_named_by_a_test():
    assert coverage(GAME).missing == []


def race(*cards: int, length: int = 12) -> Match:
    """A race in which the cars have drawn these cards."""
    match = Match(GAME, len(cards), {"length": length}, SeededDice(1))
    for card in cards:
        match.apply(card)
    return match


@clause("RR-01")
def test_every_car_starts_at_the_foot_of_a_ridge_of_the_agreed_length():
    match = race(1, 2, length=20)
    assert match.state.space[:2] == [0, 0]
    assert match.table.length == 20


@clause("RR-02")
def test_each_car_draws_one_of_eighteen_cards_that_only_its_owner_knows():
    match = Match(GAME, 2, {}, SeededDice(1))
    assert match.outcomes() == ([1, 2, 3], [6, 6, 6])
    match.apply(3)
    assert match.outcomes() == ([1, 2, 3], [6, 6, 5])
    match.apply(3)
    assert match.seen_by(0).card[:2] == [3, -1]
    assert match.seen_by(1).card[:2] == [-1, 3]
    assert [line.text for line in match.history(1)] == ["Red draws a boost card.", "Blue draws a boost of 3."]


@clause("RR-10")
def test_cars_choose_a_gear_or_the_boost_in_seat_order():
    match = race(1, 2)
    assert [choice.words for choice in match.choices()] == ["gear 1", "gear 2", "gear 3", "play the boost of 1"]
    assert match.actor == 0
    match.apply(1)
    assert match.actor == 1
    match.apply(1)
    assert match.actor == 0


@clause("RR-11")
def test_gear_1_climbs_one_space_without_a_die():
    match = race(1, 2)
    match.apply(1)
    assert match.state.space[0] == 1
    assert match.actor == 1


@clause("RR-12")
@pytest.mark.parametrize(("gear", "face", "space"), [(2, 1, 0), (2, 2, 2), (3, 3, 0), (3, 4, 4)])
def test_a_low_die_spins_the_car(gear: int, face: int, space: int):
    match = race(1, 2)
    match.apply(gear)
    assert match.actor == CHANCE
    match.apply(face)
    assert match.state.space[0] == space
    assert match.actor == 1


@clause("RR-20")
def test_a_boost_climbs_by_the_card_and_draws_a_new_one():
    match = race(3, 2)
    match.apply(4)
    assert match.state.space[0] == 3
    assert match.state.thrown[3] == 1
    assert match.outcomes() == ([1, 2, 3], [6, 5, 5])
    match.apply(1)
    assert match.state.card[:2] == [1, 2]
    assert match.actor == 1


@clause("RR-30")
def test_the_first_car_on_the_summit_wins_and_equal_cars_are_placed_by_seat():
    match = race(1, 3, 2, length=6)
    for move in (1, 4, 1, 1):  # red climbs 1, blue boosts 3 and draws a 1, green climbs 1
        match.apply(move)
    for move in (1, 4):  # red is on 2; blue's boost of 1 brings it to 4
        match.apply(move)
    match.apply(2)  # blue's next card
    for move in (1, 1, 3, 4):  # green is on 2, red on 3; blue rolls a 4 in gear 3 and is on 8
        match.apply(move)
    assert match.is_over
    assert match.state.space[:3] == [3, 8, 2]
    assert match.standings() == ([2, 1, 3], [0, 1, 0])


@clause("RR-31")
def test_night_falls_after_forty_rounds():
    match = race(1, 2, length=60)
    for _ in range(2 * 40):
        assert not match.is_over
        match.apply(1)
    assert match.is_over
    assert match.state.space[:2] == [40, 40]
    assert match.standings() == ([1, 2], [1, 0])
