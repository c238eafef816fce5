"""Setup and the shape of a round: ND-01 to ND-09."""

import pytest

from paddock.testing import PositionError, clause

from .. import GAME
from ..state import FIRST_FACE, OFF, SPECIAL
from .position import NewRace, Position, new_table


@clause("ND-01")
def test_the_track_is_laid_from_clean_cards_taken_out_of_the_96():
    s = NewRace(2).state
    assert s.card[0] == s.card[9] == SPECIAL
    laid = [s.card[section] // 2 for section in range(18) if section not in (0, 9)]
    # joined loops: 6 straights less Start/Finish and Garage, 8 red, 4 yellow
    assert [laid.count(face) for face in FIRST_FACE[:3]] == [4, 8, 4]
    assert s.draw_cards == 96 - 16
    assert [s.draw[face] for face in FIRST_FACE[:3]] == [20 - 4, 20 - 8, 20 - 4]


@clause("ND-01")
def test_the_default_is_a_two_lap_race_on_the_joined_loops():
    t = new_table(2)
    assert (t.sections, t.laps, t.finish, t.garage) == (18, 2, 37, 9)


@clause("ND-02")
def test_every_car_starts_with_condition_nine_two_tokens_and_speed_zero():
    race = NewRace(6)
    race.plays(*"ABCDE")
    for car in race.names:
        assert (race.condition(car), race.nitro(car), race.speed(car), race.prog(car)) == (9, 2, 0, 0)


@clause("ND-03")
def test_condition_is_top_speed_and_hand_limit():
    race = Position(A="s1.L0 v4 c4", B="s5.L0 v0", at="check", hands={"A": "S S R", "B": "S S S S S S"})
    assert race.drawer == "B"
    race.plays("R", "R", "R")
    assert race.drawer == "A"
    assert race.state.to_draw == 1  # up to four cards
    race.plays("R", "speed 0")
    assert race.choices == {"speed 2", "speed 3", "speed 4"}


@clause("ND-04")
def test_starting_positions_are_drawn_one_by_one_and_the_last_is_forced():
    race = NewRace(3)
    assert race.odds == {"A": 1, "B": 1, "C": 1}
    race.plays("B")
    assert race.odds == {"A": 1, "C": 1}
    race.plays("C")
    assert race.drawer == "B"  # A had to take position 3; the deal begins
    assert race.named_places == {"B": 1, "C": 2, "A": 3}


@clause("ND-05")
def test_the_grid_stands_two_by_two_behind_the_line_inside_first():
    race = NewRace(6)
    race.plays(*"ABCDE")
    assert [race.space(car) for car in "ABCDEF"] == ["s0.L2", "s0.R2", "s0.L1", "s0.R1", "s0.L0", "s0.R0"]
    assert race.named_places == {car: place for place, car in enumerate("ABCDEF", 1)}


@clause("ND-05")
def test_on_a_clockwise_track_the_inside_of_the_grid_is_the_right_lane():
    race = NewRace(2, {"track": "crossroads"})
    race.plays("A")
    assert [race.space(car) for car in "AB"] == ["s0.R2", "s0.L2"]


@clause("ND-06")
def test_nine_cards_each_in_the_order_of_the_grid_and_the_rest_is_the_draw_pile():
    race = NewRace(2)
    race.plays("B")
    assert race.odds["R"] == 12  # as many as are left
    race.plays("R")
    assert race.odds["R"] == 11
    for _ in range(8):
        assert race.drawer == "B"
        race.plays("Y")
    assert race.drawer == "A"
    race.draws_anything()
    assert (race.cards("A"), race.cards("B"), race.hand("B")) == (9, 9, "R Y Y Y Y Y Y Y Y")
    assert (race.state.draw_cards, race.state.discard_cards) == (80 - 18, 0)


@clause("ND-07")
def test_speed_and_movement_have_orders_of_their_own():
    race = Position(A="s1.L0 v1", B="s5.L0 v1", at="speed")
    assert race.order == "BA"
    race.plays("speed 0", "speed 2")
    assert race.order == "AB"
    assert race.turn == "A"


@clause("ND-08")
def test_a_player_moves_and_places_before_the_next_one_moves():
    race = Position(A="s1.L0 v1", B="s5.L0 v1", later="B")
    race.plays("forward", "end")
    assert (race.to_act, "pass" in race.choices) == ("A", True)
    race.plays("R", "s2")
    assert race.to_act == "B"
    assert "forward" in race.choices


@clause("ND-09", "ND-100")
def test_cards_are_given_out_after_both_phases_by_the_position_at_that_time():
    race = Position(A="s1.R2 v2 n0", B="s2.L0 n0", hands={"A": "R R Y", "B": "R R Y"}, later="B")
    race.plays("forward", "match", "forward", "pass")  # B is beside: no lane change
    assert race.state.draw_cards == 80 - 6  # nothing yet
    race.plays("pass")
    assert race.space("A") == "s2.R1"  # two spaces to go like B, but outside
    assert (race.drawer, race.state.to_draw) == ("B", 3)


@clause("ND-115")
def test_every_race_starts_from_a_fresh_setup():
    race = Position(A="s1.L2 v2 c3 n0 p19", B="s2.L0", hazards={5: "S.a0"}, laps_led=1)
    state = race.state
    GAME.contract["setup"](race.table, state)
    fresh = GAME.state()
    GAME.contract["setup"](race.table, fresh)
    assert state == fresh
    assert state.space[:2] == [OFF, OFF]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_cars_can_race(seats: int):
    race = NewRace(seats)
    race.starts()
    assert race.to_act == "A"


def test_a_position_in_which_a_car_without_a_seat_moves_later_is_refused():
    with pytest.raises(PositionError, match="nobody is called C in this race: there are A, B"):
        Position(A="s0.L0", B="s1.L0", later="C")
