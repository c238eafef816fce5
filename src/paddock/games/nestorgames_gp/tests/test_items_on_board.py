"""Variant with all items on the board: GP-110 to GP-115, and the extra set GP-120."""

import pytest

from paddock.games.nestorgames_gp.board import COMPONENTS
from paddock.testing import clause

from .position import Car, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")

ON_BOARD = {"items": "board"}
QUICK = {"items": "board", "item_placement": "default"}
EVERYTHING = {**QUICK, "item_sets": 2, "extra_set_oil": True}
CORNERS = {6, 13, 29, 36}  # of the oval


def placing(cars: int = 3, pole: str = "B", **options: str | int | bool) -> NewRace:
    race = NewRace("oval", cars=cars, options={**ON_BOARD, **options})
    race.gives_pole_to(pole)
    return race


def pieces_asked_for(race: NewRace) -> list[str]:
    """Put every piece on the lowest open step; what they were, in order."""
    pieces: list[str] = []
    while race.to_act != "chance":
        pieces.append(race.piece)
        race.puts_on(min(race.open_steps))
    return pieces


@clause("GP-110")
def test_there_is_no_tray():
    race = placing()
    pieces_asked_for(race)
    assert race.tray is None
    assert race.available == {}
    race.moves(6)
    assert race.tray is None


@clause("GP-111", "GP-112")
def test_the_owner_of_the_last_car_places_all_oil_then_every_item():
    race = placing(pole="B")  # grid B, C, A
    for _ in range(12):
        assert race.to_act == "A"
        race.puts_on(min(race.open_steps))
    assert (race.turn, race.to_act) == ("B", "chance")


@clause("GP-111", "GP-112")
def test_oil_is_placed_first_then_turbos_rockets_bombs_and_wrenches():
    pieces = ["turbo"] * 2 + ["rocket"] * 2 + ["bomb"] * 2 + ["wrench"] * 2
    assert pieces_asked_for(placing()) == ["oil"] * 4 + pieces


@clause("GP-111")
@pytest.mark.parametrize(("sets", "extra_oil", "oil"), [(1, False, 0), (2, False, 0), (2, True, 4)])
def test_in_a_wet_race_only_the_oil_of_the_extra_set_is_placed(sets: int, extra_oil: bool, oil: int):  # R6
    race = placing(wet_race=True, item_sets=sets, extra_set_oil=extra_oil)
    assert race.lying == {4: "oil", 11: "oil", 26: "oil", 34: "oil"}
    assert pieces_asked_for(race).count("oil") == oil


@clause("GP-112")
def test_a_piece_goes_on_any_space_without_car_or_piece():
    race = placing()  # cars on 46, 45 and 44
    assert race.open_steps == set(range(1, 44))
    race.puts_on(43, 13)  # a free pit square and a corner are allowed
    assert race.open_steps == set(range(1, 43)) - {13}
    assert race.lying == {43: "oil", 13: "oil"}


@clause("GP-112")
def test_corners_may_be_kept_free():
    race = placing(items_on_corners=False)
    assert race.open_steps == set(range(1, 44)) - CORNERS


@clause("GP-112")
def test_bombs_are_placed_face_down():
    race = placing()
    race.puts_on(*range(20, 32))
    assert race.lying[28] == race.lying[29] == "bomb"  # after four oil, two turbos and two rockets


@clause("GP-112")
def test_the_quick_placement_asks_nothing_and_uses_the_places_of_the_board():
    race = NewRace("oval", cars=2, options=QUICK)
    race.gives_pole_to("A")
    assert (race.turn, race.to_act) == ("A", "chance")
    assert race.available == {}
    oil = dict.fromkeys((5, 15, 22, 31), "oil")
    grey = {10: "turbo", 24: "turbo", 8: "rocket", 27: "rocket", 17: "bomb", 37: "bomb", 19: "wrench", 33: "wrench"}
    assert race.lying == {**oil, **grey}


@clause("GP-112", "GP-120")
def test_pieces_left_over_by_the_quick_placement_lie_behind_their_twins():
    race = NewRace("oval", cars=2, options=EVERYTHING)
    race.gives_pole_to("A")
    steps = {thing: [step for step in race.lying if race.lying[step] == thing] for thing in race.lying.values()}
    assert steps == {
        "oil": [5, 7, 15, 16, 22, 23, 31, 32],  # 6 is a corner
        "turbo": [10, 11, 24, 25],
        "rocket": [8, 9, 27, 28],
        "bomb": [17, 18, 37, 38],
        "wrench": [19, 20, 33, 34],
    }


@clause("GP-112", "GP-16")
def test_the_quick_placement_of_a_wet_race_places_no_oil_of_its_own_and_goes_round_the_wet_spots():
    race = NewRace("oval", cars=2, options={**QUICK, "wet_race": True, "item_sets": 2})
    race.gives_pole_to("A")
    steps = {thing: [step for step in race.lying if race.lying[step] == thing] for thing in race.lying.values()}
    assert steps == {
        "oil": [4, 11, 26, 34],
        "turbo": [10, 12, 24, 25],  # 11 is wet
        "rocket": [8, 9, 27, 28],
        "bomb": [17, 18, 37, 38],
        "wrench": [19, 20, 33, 35],  # 34 is wet
    }


@clause("GP-112", "GP-120")
def test_the_oil_of_the_extra_set_goes_to_the_quick_places_in_a_wet_race():
    race = NewRace("oval", cars=2, options={**QUICK, "wet_race": True, "item_sets": 2, "extra_set_oil": True})
    race.gives_pole_to("A")
    assert [step for step in race.lying if race.lying[step] == "oil"] == [4, 5, 11, 15, 22, 26, 31, 34]


@clause("GP-112")
def test_the_quick_placement_puts_all_of_the_boards_list_first_and_goes_by_type():
    # A board with oil on 15 and a turbo on 16: the second oil finds 16 taken and lies on 17, the second turbo on 18.
    text = (COMPONENTS / "board_oval.toml").read_text(encoding="utf-8").replace("turbo = [10, 24]", "turbo = [16, 24]")
    race = NewRace(text.replace("bomb = [17, 37]", "bomb = [38, 37]"), cars=2, options=EVERYTHING)
    race.gives_pole_to("A")
    assert {step: race.lying[step] for step in range(15, 19)} == {15: "oil", 16: "turbo", 17: "oil", 18: "turbo"}
    assert race.lying[39] == race.lying[40] == "bomb"  # behind 38 first, then behind 37


@clause("GP-113")
@pytest.mark.parametrize("item", ["turbo", "rocket", "bomb", "wrench"])
def test_a_car_that_ends_on_an_item_takes_it_face_down_bombs_included(item: str):
    race = Position("oval", A=14, B=30, options=ON_BOARD, lying={17: item})
    race.moves(3)
    assert race.car("A") == Car(17, holds=(item,))
    assert race.lying == {}


@clause("GP-113", "GP-102")
def test_an_item_on_a_corner_is_taken_after_the_collision():
    race = Position("oval", A=10, B=30, C=13, options=ON_BOARD, lying={13: "wrench"})
    race.moves(3)
    assert race.car("A") == Car(13, belly_up=True, dice=5, holds=("wrench",))


@clause("GP-111", "GP-113")
def test_oil_is_never_picked_up():
    race = Position("oval", A=14, B=30, options=ON_BOARD, lying={17: "oil"})
    race.moves(3)
    assert race.car("A") == Car(29, belly_up=True, dice=5)
    assert race.lying == {17: "oil"}


@clause("GP-114")
@pytest.mark.parametrize("item", ["turbo", "wrench"])
def test_a_used_item_is_placed_in_front_of_the_leading_car(item: str):
    race = Position("oval", A=Car(14, holds=(item,)), B=30, options=ON_BOARD)
    race.uses(item)
    race.busts()
    assert race.lying == {31: item}


@clause("GP-114", "GP-115")
def test_an_exploded_bomb_is_placed_again_face_down():
    race = Position("oval", A=14, B=29, options=ON_BOARD, lying={17: "armed bomb"})
    race.moves(3)
    assert race.lying == {30: "bomb"}
    race.moves(1)  # B picks it up
    assert race.car("B").holds == ("bomb",)


@clause("GP-115", "GP-31")
def test_driving_over_an_armed_bomb_is_harmless():  # R41
    race = Position("oval", A=14, B=30, options=ON_BOARD, lying={17: "armed bomb"})
    race.moves(4)
    assert race.car("A") == Car(18)
    assert race.lying == {17: "armed bomb"}


@clause("GP-120")
@pytest.mark.parametrize(
    ("options", "grey", "oil"),
    [
        ({"item_sets": 1}, 2, 4),
        ({"item_sets": 2}, 4, 4),
        ({"item_sets": 2, "extra_set_oil": True}, 4, 8),
    ],
)
@pytest.mark.parametrize("items", ["tray", "board"])
def test_the_extra_set_doubles_the_grey_items_and_oil_only_if_agreed(
    options: dict[str, int], grey: int, oil: int, items: str
):  # R33
    race = NewRace("oval", cars=2, options={"items": items, **options})
    assert race.available == {"turbo": grey, "rocket": grey, "bomb": grey, "wrench": grey, "oil": oil}
