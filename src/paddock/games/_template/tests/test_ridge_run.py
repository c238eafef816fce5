"""Ridge Run: a test for each clause, and the conformance kit."""

from typing import cast

import pytest

from paddock.engine import Match, SeededDice
from paddock.testing import Case, Check, Driver, clause, conformance, coverage

from .. import GAME
from ..state import State, Table
from ..words import NAMES, gap


@pytest.mark.parametrize(("check", "case"), conformance(GAME))
def test_conformance(check: Check, case: Case):
    check(GAME, case)


def test_every_clause_is_named_by_a_test():
    assert coverage(GAME).missing == []


class Race(Driver[Table, State]):
    """A race in which the cars have drawn these cards; tests write choices and outcomes in the game's own words."""

    game = GAME
    names = NAMES

    def __init__(self, *cards: int, length: int = 12):
        super().__init__(cast(Table, GAME.new_table(len(cards), {"length": length})))
        self.apply(*cards)


@clause("RR-01")
def test_every_car_starts_at_the_foot_of_a_ridge_of_the_agreed_length():
    race = Race(1, 2, length=20)
    assert race.state.space[:2] == [0, 0]
    assert race.table.length == 20


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
@pytest.mark.usefixtures("both_backends")
def test_cars_choose_a_gear_or_the_boost_in_seat_order():
    race = Race(1, 2)
    assert race.choices == {"gear 1", "gear 2", "gear 3", "play the boost of 1"}
    assert race.to_act == "red"
    race.plays("gear 1")
    assert race.to_act == "blue"
    race.plays("gear 1")
    assert race.to_act == "red"


@clause("RR-11")
def test_gear_1_climbs_one_space_without_a_die():
    race = Race(1, 2)
    race.plays("gear 1")
    assert race.state.space[0] == 1
    assert race.to_act == "blue"


@clause("RR-12")
@pytest.mark.parametrize(("gear", "face", "space"), [(2, 1, 0), (2, 2, 2), (3, 3, 0), (3, 4, 4)])
def test_a_low_die_spins_the_car(gear: int, face: int, space: int):
    race = Race(1, 2)
    race.plays(f"gear {gear}")
    assert race.to_act == "chance"
    race.plays(str(face))
    assert race.state.space[0] == space
    assert race.to_act == "blue"


@clause("RR-20")
def test_a_boost_climbs_by_the_card_and_draws_a_new_one():
    race = Race(3, 2)
    race.plays("play the boost of 3")
    assert race.state.space[0] == 3
    assert race.state.thrown[3] == 1
    assert race.odds == {"boost 1": 6, "boost 2": 5, "boost 3": 5}
    race.plays("boost 1")
    assert race.state.card[:2] == [1, 2]
    assert race.to_act == "blue"


@clause("RR-30")
def test_the_first_car_on_the_summit_wins_and_equal_cars_are_placed_by_seat():
    race = Race(1, 3, 2, length=6)
    race.plays("gear 1", "play the boost of 3", "boost 1", "gear 1")  # blue is on 3, the others on 1
    race.plays("gear 1", "play the boost of 1", "boost 2")  # red is on 2, blue on 4
    race.plays("gear 1", "gear 1", "gear 3", "4")  # green is on 2, red on 3; blue rolls a 4 in gear 3 and is on 8
    assert race.is_over
    assert race.state.space[:3] == [3, 8, 2]
    assert (race.places, race.scores) == ([2, 1, 3], [0, 1, 0])
    told = [gap(race.table, race.state, race.state, car) for car in range(3)]
    assert told == ["5 spaces behind", "", "6 spaces behind"]


@clause("RR-31")
def test_night_falls_after_forty_rounds():
    race = Race(1, 2, length=60)
    for _ in range(2 * 40):
        assert not race.is_over
        race.plays("gear 1")
    assert race.is_over
    assert race.state.space[:2] == [40, 40]
    assert (race.places, race.scores) == ([1, 2], [1, 0])
