"""Setup and qualifying: GP-01 to GP-16."""

from fractions import Fraction

import pytest

from paddock.engine import OptionError
from paddock.games.nestorgames_gp import GAME
from paddock.games.nestorgames_gp.board import load_board, supplied_boards
from paddock.games.nestorgames_gp.state import QUALIFYING_DIE, ROLL
from paddock.games.nestorgames_gp.table import OPTIONS, components
from paddock.testing import PositionError, clause

from .position import CARS, Car, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")

GREY = {"turbo": 2, "rocket": 2, "bomb": 2, "wrench": 2}


# What is in the box, typed from the rulebook's list of material


@clause("GP-01")
def test_the_box_holds_what_the_rulebook_lists():
    box = components()
    assert len({colour["id"] for colour in box["colour"]}) == 8
    assert box["per_player"] == {"cars": 1, "cylinders": 1, "discs": 3, "dice": 6}
    assert {item["id"]: item["count"] for item in box["item"]} == {**GREY, "oil": 4}
    assert box["shared"]["trays"] == 1
    assert box["die"]["faces"] == [1, 2, 3, 4, 5, 6]


@clause("GP-01", "GP-13")
def test_every_player_has_a_colour_six_dice_three_discs_and_a_cylinder():
    race = NewRace("oval", cars=8)
    assert len({GAME.words.seat_name(race.table, seat) for seat in range(8)}) == 8
    assert [race.car(car) for car in CARS] == [Car(0, crossings=0)] * 8
    assert [car["laps_left"] for car in race.view["cars"]] == [3] * 8


@clause("GP-01")
@pytest.mark.parametrize("board", supplied_boards())
def test_every_board_in_the_box_can_be_chosen(board: str):
    race = NewRace(board, cars=2)
    assert race.table.lap_length == load_board(board).lap_length


@clause("GP-02")
def test_items_and_oil_start_set_aside():
    race = NewRace("oval", cars=2, options={"items": "tray"})
    assert race.available == {**GREY, "oil": 4}
    assert race.lying == {}
    assert race.tray is None
    assert race.car("A").holds == race.car("B").holds == ()


@clause("GP-02", "GP-85")
def test_nothing_of_them_is_used_without_items():
    race = NewRace("oval", cars=2)
    assert race.available == {}
    race.gives_pole_to("A")
    assert race.lying == {}
    assert race.choices == set()


@clause("GP-03")
def test_the_black_car_has_nothing_to_do_with_the_black_oil_spills():
    race = NewRace("oval", cars=3, options={"items": "tray"})
    assert GAME.words.seat_name(race.table, 2) == "black"
    assert race.available["oil"] == 4
    assert race.car("C").holds == ()

    race = Position("coast", A=1, B=2, C=12, turn="C", lying={20: "oil"})
    race.moves(8)
    assert race.car("C") == Car(24, belly_up=True, dice=5)


@clause("GP-04")
def test_next_is_the_next_higher_seat_and_after_the_last_seat_the_first():  # R1
    race = Position("oval", A=20, B=10, C=30, turn="B")
    order: list[str] = []
    for _ in range(4):
        order.append(race.turn)
        race.busts()
    assert order == ["B", "C", "A", "B"]


# Qualifying


@clause("GP-05")
@pytest.mark.parametrize("cars", [2, 5, 8])
def test_the_starter_is_drawn_with_equal_chances(cars: int):  # R2
    race = NewRace("oval", cars=cars)
    assert race.to_act == "chance"
    assert race.runner.chance() == (list(range(cars)), [1] * cars)


@clause("GP-04", "GP-05", "GP-06")
def test_everybody_qualifies_in_seating_order_from_the_starter():
    race = NewRace("oval", cars=3)
    race.draws("B")
    order: list[str] = []
    for value in (2, 3, 4):
        order.append(race.qualifier)
        race.qualifies(value)
    assert order == ["B", "C", "A"]
    assert race.state.value[:3] == [4, 2, 3]


@clause("GP-06")
def test_the_first_qualifying_die_is_compulsory_and_then_one_may_stop_or_roll():
    race = NewRace("oval", cars=2)
    race.draws("A")
    assert race.to_act == "chance"
    race.rolls(3)
    assert race.to_act == "A"
    assert race.choices == {"stop", "roll"}
    race.rolls(5)
    assert race.to_act == "A"
    assert race.choices == {"stop", "roll"}


@clause("GP-06")
def test_every_die_is_fair():
    race = NewRace("oval", cars=2)
    race.draws("A")
    assert race.runner.chance() == ([1, 2, 3, 4, 5, 6], [1] * 6)


@clause("GP-07")
def test_a_repeated_number_ends_the_qualifying_turn_with_zero():
    race = NewRace("oval", cars=2)
    race.draws("A")
    race.rolls(6, 5, 6)
    assert race.qualifier == "B"
    assert race.state.value[0] == 0
    race.qualifies(1)
    assert race.steps == [45, 46]  # 1 beats 0: B is pole


@clause("GP-08")
def test_the_value_is_the_sum_of_the_dice():
    race = NewRace("oval", cars=2)
    race.draws("A")
    race.qualifies(4, 6, 1)
    assert race.state.value[0] == 11


@clause("GP-08")
def test_with_six_dice_rolled_the_player_stops_automatically():
    race = NewRace("oval", cars=2)
    race.draws("A")
    race.rolls(3, 1, 6, 2, 5)
    assert race.to_act == "A"
    race.rolls(4)
    assert race.qualifier == "B"
    assert race.to_act == "chance"
    assert race.state.value[0] == 21


@clause("GP-09", "GP-10")
def test_the_highest_value_takes_pole_and_the_rest_follow_by_seating_whatever_they_rolled():
    race = NewRace("oval", cars=4)
    race.draws("A")
    race.qualifies(5)  # A
    race.qualifies(1)  # B
    race.qualifies(6)  # C
    race.qualifies(4)  # D
    assert race.steps == [44, 43, 46, 45]  # grid C, D, A, B: D before A, and B last
    assert race.turn == "C"


@clause("GP-11")
def test_only_the_tied_qualify_again_in_the_same_order_and_earlier_values_do_not_count():  # R3
    race = NewRace("oval", cars=4)
    race.draws("C")
    race.qualifies(6)  # C
    race.qualifies(2)  # D
    race.qualifies(6)  # A
    race.qualifies(5)  # B
    assert race.qualifier == "C"
    race.qualifies(1)
    assert race.qualifier == "A"
    race.qualifies(2)  # 2 beats C's 1; D's 2 and B's 5 no longer count
    assert race.steps == [46, 45, 44, 43]


@clause("GP-11")
def test_a_tie_may_be_followed_by_another():
    race = NewRace("oval", cars=3)
    race.draws("A")
    for _ in range(3):
        race.qualifies(6)
    race.qualifies(3)  # A
    race.qualifies(5)  # B
    race.qualifies(5)  # C
    assert race.qualifier == "B"
    race.qualifies(1)
    race.qualifies(4)  # C takes pole: grid C, A, B
    assert race.steps == [45, 44, 46]


@clause("GP-11")
def test_if_everybody_busts_everybody_is_tied():
    race = NewRace("oval", cars=3)
    race.draws("B")
    for _ in range(3):
        race.busts()
    order: list[str] = []
    for value in (1, 2, 3):
        order.append(race.qualifier)
        race.qualifies(value)
    assert order == ["B", "C", "A"]
    assert race.steps == [46, 45, 44]


@clause("GP-11")
def test_after_fifty_additional_rounds_a_draw_among_the_tied_decides():  # R4, R44
    race = NewRace("oval", cars=3)
    race.draws("A")
    race.qualifies(6)
    race.qualifies(1)
    race.qualifies(6)  # A and C are tied
    for _ in range(50):
        assert race.state.phase == QUALIFYING_DIE
        race.busts()
        race.busts()
    assert race.runner.chance() == ([0, 2], [1, 1])
    ties = [line for line in race.told if line.startswith("A tie")]
    assert ties[0] == "A tie at 6: the tied cars qualify again."
    assert ties[-1] == "A tie at 0: a draw decides."
    assert len(set(ties[:-1])) == 2  # at 6, and 49 times at 0
    race.draws("C")
    assert race.steps == [45, 44, 46]  # grid C, A, B


# The grid


@clause("GP-12")
@pytest.mark.parametrize("board", supplied_boards())
def test_slot_i_is_i_squares_before_the_line(board: str):
    race = NewRace(board, cars=8)
    race.gives_pole_to("C")
    last = load_board(board).lap_length
    by_grid = [race.car(car).step for car in "CDEFGHAB"]
    assert by_grid == [last, last - 1, last - 2, last - 3, last - 4, last - 5, last - 6, last - 7]


@clause("GP-12")
def test_pit_squares_are_ordinary_squares_of_every_lap():  # R5
    race = Position("oval", A=36, B=40)
    race.moves(4)
    assert race.steps == [40, 41]
    race.busts()  # B on the grid square 41: no corner, no crash
    assert race.car("B") == Car(41)


@clause("GP-13")
def test_a_car_has_the_box_beside_its_slot():
    race = NewRace("oval", cars=4)
    race.gives_pole_to("C")
    assert [car["slot"] for car in race.view["cars"]] == [3, 4, 1, 2]
    assert len(GAME.scene(race.table)["boxes"]) == 8


@clause("GP-14")
@pytest.mark.parametrize("laps", [1, 3, 9])
def test_a_box_has_a_disc_for_every_lap(laps: int):
    race = NewRace("oval", cars=2, options={"laps": laps})
    assert [car["laps_left"] for car in race.view["cars"]] == [laps, laps]


@clause("GP-14", "GP-61")
@pytest.mark.parametrize("laps", [1, 3, 9])
def test_the_agreed_number_of_laps_decides_when_a_car_has_finished(laps: int):
    race = Position("oval", A=Car(46, crossings=laps), B=10, options={"laps": laps})
    race.moves(1)
    assert race.car("A").place == 1

    race = Position("oval", A=Car(46, crossings=laps - 1), B=10, options={"laps": laps})
    race.moves(1)
    assert race.car("A").place == 0


@clause("GP-15")
@pytest.mark.parametrize("board", ["drawbridge", "switchyard", "arcade"])
def test_the_gate_starts_closed(board: str):
    race = NewRace(board, cars=2)
    race.gives_pole_to("A")
    assert not race.gate_open


@clause("GP-16")
@pytest.mark.parametrize("board", supplied_boards())
def test_in_a_wet_race_four_oil_spills_lie_on_the_track_from_the_start(board: str):
    race = NewRace(board, cars=8, options={"wet_race": True})
    race.gives_pole_to("A")
    wet = load_board(board).wet_oil
    assert len(wet) == 4
    assert race.lying == dict.fromkeys(wet, "oil")


@clause("GP-16", "GP-99")
def test_oil_of_a_wet_race_works_and_stays():
    race = NewRace("oval", cars=2, options={"wet_race": True})
    race.gives_pole_to("A")
    race.moves(4)  # from 46 over the line to the oil on 4: slides to corner 6
    assert race.car("A") == Car(6, belly_up=True, dice=5)
    assert race.lying[4] == "oil"


@clause("GP-16", "GP-88", "GP-120")
@pytest.mark.parametrize(("extra_oil", "left"), [(False, 0), (True, 4)])
def test_a_wet_race_takes_four_oil_spills_from_the_stock(extra_oil: bool, left: int):  # R6
    options = {"items": "tray", "wet_race": True, "item_sets": 2, "extra_set_oil": extra_oil}
    race = NewRace("oval", cars=2, options=options)
    race.gives_pole_to("A")
    assert race.available.get("oil", 0) == left
    assert ("oil" in race.choices) == (left > 0)


# Options


def test_every_option_has_the_default_of_the_ledger():
    assert {option.name: option.default for option in OPTIONS} == {
        "board": "oval",
        "laps": 3,
        "items": "none",
        "item_sets": 1,
        "extra_set_oil": False,
        "safety_car": False,
        "safety_restart": "any_crash",
        "fastest_turn": False,
        "wet_race": False,
        "teams": False,
        "team_pairs": "opposite",
        "race_end": "last_but_one",
        "bumped_landing": "all",
        "corner_hit": "everyone",
        "items_on_corners": True,
        "item_placement": "player",
        "rounds_per_lap_limit": 60,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"item_sets": 2},
        {"items": "tray", "extra_set_oil": True},
        {"safety_restart": "severe"},
        {"team_pairs": "neighbours"},
        {"items_on_corners": False},
        {"items": "tray", "item_placement": "default"},
        {"laps": 0},
        {"laps": 10},
        {"rounds_per_lap_limit": 19},
    ],
)
def test_options_that_would_do_nothing_or_are_out_of_range_are_refused(options: dict[str, str | int | bool]):
    with pytest.raises(OptionError):
        NewRace("oval", cars=2, options=options)


@pytest.mark.parametrize("cars", [1, 9])
def test_a_race_has_two_to_eight_cars(cars: int):
    with pytest.raises(ValueError, match="2 to 8"):
        NewRace("oval", cars=cars)


# Chances, by walking every sequence of dice through the rules


@clause("GP-06", "GP-27")
def test_rolling_k_dice_without_a_repeat_has_the_chances_of_the_ledger():
    race = Position("oval", A=14, B=10)
    chances = [chance_of_no_repeat(race, dice) for dice in range(1, 7)]
    assert chances == [1, Fraction(5, 6), Fraction(5, 9), Fraction(5, 18), Fraction(5, 54), Fraction(5, 324)]
    assert [round(float(chance), 4) for chance in chances] == [1, 0.8333, 0.5556, 0.2778, 0.0926, 0.0154]


def chance_of_no_repeat(race: Position, dice: int) -> Fraction:
    """The chance that car A, which has chosen to roll, rolls this many dice without a repeat."""
    before = race.state
    faces, weights = race.runner.chance()
    chance = Fraction(0)
    for face, weight in zip(faces, weights, strict=True):
        race.runner.state = before
        race.runner.apply(face)
        has_bust = race.turn == "B" and race.car("A").step == 14
        if not has_bust:
            chance += Fraction(weight, sum(weights)) * chance_of_the_rest(race, dice - 1)
    race.runner.state = before
    return chance


def chance_of_the_rest(race: Position, dice: int) -> Fraction:
    if dice == 0:
        return Fraction(1)
    race.runner.apply(ROLL)
    return chance_of_no_repeat(race, dice)


def test_a_position_with_a_car_that_has_no_seat_is_refused():
    with pytest.raises(PositionError, match="nobody is called C in this race: there are A, B"):
        Position("coast", A=12, C=22)
