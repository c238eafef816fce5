"""What clients draw: the track, the position, and where each choice leads. Letters are seats: A 0, B 1, C 2."""

from typing import Any

from paddock.games.nestorgames_gp import GAME
from paddock.testing import clause

from .position import Car, NewRace, Position, Race, new_table

SAFETY = {"safety_car": True}


def end(race: Race, face: int, route: int = 0) -> dict[str, Any]:
    """Where the car comes to rest with a next die, 0 for stopping now."""
    (found,) = [end for end in race.view["ends"] if end["face"] == face]
    (road,) = [road for road in found["routes"] if road["route"] == route]
    return {"points": found["points"], **road}


def test_the_scene_says_which_board_it_is():
    scene = GAME.scene(new_table("coast", 2, None))

    assert (scene["board"], scene["name"]) == ("coast", "Coast Road")


def test_a_board_that_is_not_in_the_box_has_no_id():
    table = new_table("oval", 2, None)
    table.x[20] += 1

    assert GAME.scene(table)["board"] == ""


@clause("GP-30")
def test_the_end_of_stopping_and_of_every_next_die_is_told():
    race = Position("oval", A=7, B=40)

    race.rolls(2, 6)

    assert [end["face"] for end in race.view["ends"]] == [0, 1, 3, 4, 5]  # a 2 or a 6 would be a bust
    assert [end(race, face)["step"] for face in (0, 1, 3, 4, 5)] == [15, 16, 18, 19, 20]  # 7 + 8, and the die
    assert end(race, 0)["path"] == [8, 9, 10, 11, 12, 13, 14, 15]


@clause("GP-98")
def test_with_a_turbo_the_highest_die_counts_twice_in_every_end():
    race = Position("oval", A=Car(7, holds=("turbo",)), B=40, options={"items": "tray"})

    race.uses("turbo")
    race.rolls(2)

    assert end(race, 0)["points"] == 4  # 2 + 2
    assert end(race, 5)["points"] == 12  # 2 + 5 + 5
    assert end(race, 1)["points"] == 5  # 2 + 1 + 2


@clause("GP-28", "GP-29")
def test_a_bust_costs_the_move_on_a_straight_and_a_crash_on_a_corner():
    straight, corner = Position("oval", A=7, B=40), Position("oval", A=13, B=40)

    straight.rolls(2, 6)
    corner.rolls(2)

    assert straight.view["bust"] == {"in_six": 2, "cost": "move"}
    assert corner.view["bust"] == {"in_six": 1, "cost": "crash"}


@clause("GP-121")
def test_with_the_safety_car_a_second_six_on_a_corner_costs_all_dice():
    race = Position("coast", A=9, B=40, options=SAFETY)

    race.rolls(6)

    assert race.view["bust"] == {"in_six": 1, "cost": "all_dice"}


@clause("GP-07")
def test_in_qualifying_a_bust_costs_the_value():
    race = NewRace("oval", 2)

    race.draws("A")
    race.rolls(5)

    assert race.view["bust"] == {"in_six": 1, "cost": "value"}
    assert (race.view["roller"], race.view["rolled"]) == (0, [5])


@clause("GP-40", "GP-43")
def test_occupied_spaces_say_who_is_bumped_and_who_crashes():
    race = Position("oval", A=10, B=13, C=16)

    race.rolls(1)

    corner = end(race, 2)  # 10 + 3: onto B on corner 13, both crash
    assert (corner["marks"], corner["crash"], corner["crashes"]) == (["corner", "occupied"], True, [1])
    bump = end(race, 5)  # 10 + 6: onto C on 16, C goes to 17
    assert (bump["marks"], bump["crash"], bump["bumps"]) == (["occupied"], False, [2])
    assert end(race, 0)["marks"] == []


@clause("GP-99")
def test_oil_tells_where_the_slide_ends():
    race = Position("coast", A=12, B=40, lying={18: "oil"})

    race.rolls(2)

    slide = end(race, 4)  # 12 + 6 = 18, slides to corner 19: example E14
    assert (slide["step"], slide["marks"], slide["rest"], slide["crash"]) == (18, ["oil"], 19, True)


@clause("GP-81")
def test_a_teleport_tells_the_other_space():
    race = Position("warp", A=14, B=40)

    race.rolls(2)

    beam = end(race, 3)  # 14 + 5 = T 19, example E11: to 30
    assert (beam["step"], beam["marks"], beam["rest"]) == (19, ["teleport"], 30)


@clause("GP-87", "GP-96", "GP-77")
def test_bombs_trays_items_and_switches_are_marked():
    race = Position("drawbridge", A=6, B=40, lying={9: "armed bomb", 11: "bomb"}, tray=(8, "oil"))

    race.rolls(1)

    assert end(race, 2)["marks"] == ["bomb"]  # 9
    assert end(race, 2)["crash"]
    assert end(race, 3)["marks"] == ["switch"]  # 10
    assert end(race, 4)["marks"] == ["item"]  # 11: face down it is an item to pick up
    race.rolls(1)  # a bust: B's turn, nothing is told of it
    assert race.view["ends"] == []


@clause("GP-63")
def test_beyond_the_flag_is_no_step():
    race = Position("oval", A=Car(40, crossings=3), B=20)

    race.rolls(6)

    assert (end(race, 0)["step"], end(race, 0)["marks"]) == (46, [])
    flag = end(race, 1)
    assert (flag["step"], flag["rest"], flag["marks"], flag["path"][-1]) == (0, 0, ["flag"], 46)


@clause("GP-32", "GP-78")
def test_every_open_road_is_told_with_its_path():
    race = Position("drawbridge", A=16, B=31, gate_open=True)

    race.rolls(1)

    assert end(race, 2, route=0)["path"] == [17, 18, 19]
    assert end(race, 2, route=2)["path"] == [17, 71, 31]  # example E10
    assert end(race, 2, route=2)["crashes"] == [1]  # B is pushed onto corner 32


@clause("GP-32", "GP-70")
def test_while_the_road_is_chosen_each_road_has_its_move():
    race = Position("quarry", A=14, B=40)

    race.rolls(2)
    race.stops()

    (roads,) = [end["routes"] for end in race.view["ends"]]
    assert {road["move"]: road["path"] for road in roads} == {14: [15, 16], 15: [15, 41]}


@clause("GP-124")
def test_moves_that_the_safety_car_forbids_are_told_as_such():
    race = Position("coast", A=Car(8, safety=3), B=Car(12, safety=3), options=SAFETY)

    race.rolls(1)

    assert not end(race, 2)["forbidden"]  # 3 points to 11, behind B: example E18
    assert end(race, 3)["forbidden"]  # 4 points would end on B
    assert end(race, 4)["forbidden"]  # 5 points would overtake B


@clause("GP-112")
def test_the_spaces_for_the_next_piece_are_told_with_their_moves():
    race = NewRace("oval", 2, {"items": "board"})

    race.gives_pole_to("A")

    placing = race.view["placing"]
    assert placing["piece"] == "oil"
    assert {move["step"]: move["move"] for move in placing["moves"]}[20] == 37  # move 17 + n
    assert {46, 45} & {move["step"] for move in placing["moves"]} == set()  # the cars are there


@clause("GP-94", "GP-96")
def test_usable_items_are_told_with_the_space_they_concern():
    race = Position("oval", A=Car(20, holds=("rocket", "bomb", "turbo")), B=24, options={"items": "tray"})

    assert [(use["item"], use["cell"]) for use in race.view["uses"]] == [("turbo", 0), ("rocket", 24), ("bomb", 20)]
