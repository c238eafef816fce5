"""The worked examples of RULES.md by their numbers, with its values."""

import pytest

from paddock.testing import clause

from .position import NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("VL-11", "VL-15", "VL-31")
def test_1_the_teammate_that_qualified_better_lies_left_and_acts_first():
    race = NewRace(4)
    race.plays("take yellow", "take red", "take blue", "take white")
    race.plays("deal orange", "deal green", "deal black", "deal purple")
    race.plays("draw A30", "draw A01", "draw A02", "draw A03", "draw A04")  # A30 has stopwatch 31
    race.takes(3 * 5)
    race.plays("PASS", "PASS", "PASS", "PASS", "A30")
    race.takes(3 + 1)  # the other players' cards, and green's
    race.plays("draw A16")  # for orange; it has stopwatch 16
    race.plays_first("L01")
    assert [color for color in race.lineup if color in ("orange", "yellow")] == ["orange", "yellow"]
    race.plays("L10")
    assert [color for color in race.sequence if color in ("orange", "yellow")] == ["orange", "yellow"]


@clause("VL-70", "VL-71", "VL-72", "VL-73")
@pytest.mark.parametrize(
    ("dice", "places"),
    [
        (("4", "5", "5"), ["LL:21", "G1:16", "G2:16"]),
        (("5", "4", "5"), ["LL:21", "G1:20", "G2:20"]),
    ],
)
def test_2_a_three_wide_risk_test(dice: tuple[str, ...], places: list[str]):
    cars = {"white": "LL:21", "red": "G1:20", "orange": "G2:20"}
    race = Position(cars, players="black blue", at="event", card="L13", event=1)
    race.plays(*dice)
    assert race.cars("white", "red", "orange") == places


@clause("VL-89", "VL-90", "VL-91")
def test_3_two_level_cars_race_for_the_win():
    race = Position(blue="G1:20", yellow="G2:20", players="blue yellow", at="score", stage=1)
    race.plays("RACE", "RACE", "5", "4", "KEEP")
    assert race.points("blue", "yellow") == [10, 8]


@clause("VL-97", "VL-98", "VL-103")
def test_4_the_pit_decision():
    race = Position(
        white="G1:30",
        yellow="G2:28",
        blue="G1:26",
        red="G1:24",
        green="G1:22",
        orange="G1:20",
        black="G1:18",
        purple="G1:16",
        players="white yellow red green",
        mates={"blue": "yellow"},
        at="yellow",
    )
    race.plays("PIT")
    assert race.to_act == "1"
    race.plays("G2")
    assert race.car("yellow") == "G2:12"
    assert race.view["boxes"][0] == {"index": 1, "car": 2, "modifier": -2}
    assert race.view["boxes"][1]["car"] == 1  # blue had to pit
    assert race.state.first_player == 1
    race.plays_first("L01")
    assert race.state.first_player == 1


@clause("VL-102", "VL-110")
def test_5_a_lapped_car_restarts_on_the_lead_lap():
    race = Position(
        white="G1:60",
        yellow="G2:58",
        blue="G1:56",
        red="G1:54",
        green="G1:52",
        orange="G1:50",
        purple="G1:48",
        black="G1:26",
        players="white black",
        window=32,
        at="yellow",
    )
    assert race.has("black", "lapped")
    race.plays("PIT", "PIT", "set 1", "set 1")
    race.plays_first("G2")
    while race.state.placing != 6:
        race.plays("G1")
        race.draws_anything()
    assert race.choices == {"G1", "G2"}
    race.plays("G2")
    assert race.car("black") == "G2:0"
    assert not race.has("black", "lapped")


@clause("VL-106", "VL-107", "VL-108", "VL-109")
def test_6_the_tiles_rotate_with_the_leader():
    race = Position(green="G1:30", blue="G1:10", purple="G2:14", players="green blue purple", hand="open_track 5")
    assert race.state.window == 0
    race.plays("open_track 5", "S")
    assert race.car("green") == "G1:32"
    assert race.state.window == 16
    assert [race.token(color) for color in ("green", "blue", "purple")] == ["", "Move Over", "Move Over"]
    view = race.view["cars"]
    assert view[4]["display"] == 16  # pit box b = 4; before it was 30, box 7


@clause("VL-109")
@pytest.mark.parametrize(
    ("lane", "distance", "lapped"), [("G2", 42, ""), ("G2", 44, "blue"), ("G1", 46, "blue"), ("G1", 48, "blue purple")]
)
def test_6_the_leader_laps_those_it_gets_past(lane: str, distance: int, lapped: str):
    cars = {"green": f"{lane}:{distance - 2}", "blue": "G1:10", "purple": "G2:14"}
    race = Position(cars, players="green blue purple", window=16, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert [color for color in ("blue", "purple") if race.token(color) == "Lapped"] == lapped.split()


@clause("VL-106", "VL-107")
@pytest.mark.parametrize(("car", "where", "steps"), [("blue", "G1:10", 3), ("purple", "G2:14", 1)])
def test_6_a_car_drops_its_token_on_the_back_tile(car: str, where: str, steps: int):
    others = {"green": "G1:32"}
    race = Position({car: where, **others}, players=f"{car} green", window=16, hand="open_track 5")
    race.plays("open_track 5", *["S"] * (steps - 1))
    assert race.token(car) == "Move Over"
    race.plays("S")
    assert race.token(car) == ""
    assert race.state.window == 16


@clause("VL-18", "VL-20", "VL-26")
def test_7_events_come_top_to_bottom_and_then_the_laps():
    race = Position(red="G1:10 worn", blue="G1:12", players="red blue", laps=23, at="laps")
    race.plays("L03")
    assert race.cars("red", "blue") == ["G1:12", "G1:14"]  # Line Energy
    assert race.state.laps_run == 23
    assert race.roller == "red"  # Tire Wear
    race.plays("2")
    assert race.car("red") == "G1:10"
    assert race.state.laps_run == 30


@clause("VL-05")
def test_8_three_players_have_three_teammates_and_two_rogues():
    race = NewRace(3)
    race.deals("red", "blue", "white")
    kinds = [car["kind"] for car in race.view["cars"]]
    assert (kinds.count("primary"), kinds.count("teammate"), kinds.count("rogue")) == (3, 3, 2)


@clause("VL-59", "VL-110")
def test_9_dialed_in_looks_at_the_start_of_the_turn():
    race = Position(red="G1:10", blue="G2:44", players="red blue", window=16, hand="dialed_in 2")
    assert race.token("red") == "Lapped"  # 34 behind
    race.plays("dialed_in 2", "S")
    assert race.token("red") == "Lapped"  # level: 32 behind
    race.plays("S")
    assert race.token("red") == "Move Over"
    race.plays("BONUS")
    assert race.state.bonus_left == 5
    assert race.to_act == "0"  # no roll


@clause("VL-45", "VL-48", "VL-50", "VL-51")
def test_10_a_push_that_fails():
    race = Position(red="G1:8 worn", blue="G1:10 worn", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.cars("blue", "red") == ["G1:12", "G1:10"]
    race.plays("3", "3")
    assert race.cars("blue", "red") == ["G1:8", "G1:6"]
    assert race.state.car == -1 or race.active != "red"


@clause("VL-47", "VL-50", "VL-51")
def test_11_three_in_line():
    race = Position(
        red="G1:8 worn", blue="G1:10 worn", white="G1:12 worn", players="red blue white", hand="crossover 4"
    )
    race.plays("crossover 4", "S")
    assert race.cars("white", "blue", "red") == ["G1:14", "G1:12", "G1:10"]
    race.plays("2", "2", "5")
    assert race.cars("white", "blue", "red") == ["G1:8", "G1:6", "G1:10"]
    assert race.to_act == "0"
    assert race.state.maneuvers == 0
    assert race.choices == {"S", "I", "O", "END"}


@clause("VL-49")
def test_12_a_reroll_wakes_a_neighbour():
    race = Position(red="G1:8", blue="G1:10", white="G1:12", players="red blue white", hand="open_track 5")
    race.plays("open_track 5", "S", "4", "2", "2")
    assert race.roller == "blue"  # the front-most failing one
    race.plays("REROLL", "4")
    assert race.roller == "white"
    race.plays("KEEP")
    # white and blue fail: white from 14 past red on 10 to 8, blue from 12 past 8 to 6
    assert race.cars("white", "blue", "red") == ["G1:8", "G1:6", "G1:10"]


@clause("VL-109", "VL-110")
def test_13_lapping_and_regaining_the_lap():
    race = Position(green="G1:40", blue="G2:10", players="green blue", window=16, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.token("blue") == "Move Over"  # level
    race.plays("S")
    assert (race.car("green"), race.token("blue")) == ("G1:44", "Lapped")
    race = Position(blue="G2:10", green="G1:44", players="blue green", window=16, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert (race.car("blue"), race.token("blue")) == ("G2:12", "Lapped")
    race.plays("S")
    assert (race.car("blue"), race.token("blue")) == ("G2:14", "Move Over")


@clause("VL-107")
def test_14_a_token_is_dropped_without_a_rotation():
    race = Position(blue="G2:14", red="G1:36", players="blue red", window=16, hand="open_track 5")
    assert race.view["cars"][1]["display"] == 30
    race.plays("open_track 5", "S")
    assert (race.token("blue"), race.view["cars"][1]["display"], race.state.window) == ("", 0, 16)


@clause("VL-50", "VL-112")
def test_15_back_over_the_beginning_of_a_lane():
    race = Position(red="G2:40", blue="HL:39", black="G1:40", players="red blue", window=16, hand="trading_paint 3")
    race.plays("trading_paint 3", "PAINT blue", "3")  # back 2: HL s 5 is missing on 1A
    assert race.car("blue") == "G2:36"
    race = Position(red="HL:39 worn", black="G1:40", players="red black", window=16, at="event", card="L03", event=1)
    race.plays("1")  # back 1
    assert race.car("red") == "G2:38"


@clause("VL-75", "VL-78")
@pytest.mark.parametrize(
    ("where", "stop", "back"),
    [("G2:22", "gas", "LL:21"), ("G2:22", "4-tire", "LL:13"), ("G2:28", "gas", "G1:28")],
)
def test_16_pit_stops(where: str, stop: str, back: str):
    race = Position(red=where, blue="G1:30", players="red blue")
    race.plays(stop)
    race.draws_anything()
    assert race.car("red") == back


@clause("VL-75", "VL-76")
def test_17_there_is_no_box_behind_the_last():
    race = Position(red="G2:6", blue="G1:30", players="red blue")
    race.plays("4-tire")
    race.takes(4)
    assert race.car("red") == "LL:1"
    assert race.state.cards[0] == 4


@clause("VL-55")
def test_18_a_side_draft_moves_a_chain():
    race = Position(
        red="G2:10", blue="G1:10", white="G1:8", green="G1:6", players="red blue white green", hand="side_draft 4"
    )
    race.plays("side_draft 4", "SIDE_DRAFT blue")
    assert race.cars("green", "white", "blue") == ["G1:4", "G1:6", "G1:8"]


@clause("VL-53", "VL-106", "VL-109", "VL-112")
def test_19_a_swap_over_the_cut():
    race = Position(red="G1:30", blue="G1:0", players="red blue", hand="crossover 4")
    race.plays("crossover 4", "CROSSOVER blue")
    assert race.cars("red", "blue") == ["G1:32", "G1:-2"]
    assert race.state.window == 16
    assert race.token("blue") == "Lapped"


@clause("VL-80", "VL-81")
def test_20_the_minimum_of_an_npd():
    # Blue rolls a 2: Move 3, Draft, Crossover. It is in no line and no car is ahead of it.
    race = Position(blue="G1:8", red="G1:30", white="G1:16", players="red white", mates={"blue": "red"})
    race.plays("2")
    assert race.choices == {"S", "I", "O"}
    race.plays("S", "S", "I")  # LL:13: nobody ahead, END is automatic
    assert race.state.car == -1 or race.active != "blue"
    race = Position(blue="G1:8", red="G1:30", white="G1:16", players="red white", mates={"blue": "red"})
    race.plays("2", "S", "S", "S")  # behind white: Draft and Crossover are viable, one of them must be done
    assert race.choices == {"DRAFT", "CROSSOVER white"}


@clause("VL-104", "VL-29")
def test_21_a_caution_ends_the_race():
    race = Position(red="G1:20", blue="G1:16", players="red blue", stage=1, laps=36, at="laps")
    race.plays("L16")
    assert race.to_act == "over"
    assert race.points("red", "blue") == [10, 8]


@clause("VL-91", "VL-92")
def test_22_losing_control():
    race = Position(
        blue="G1:60 worn", red="G2:60 worn", white="HL:59", players="blue red", window=32, at="score", stage=1
    )
    race.plays("RACE", "RACE", "4", "4")
    assert race.cars("blue", "red") == ["G1:56", "G2:56"]
    assert race.positions("white") == [1]
    assert race.state.next_position == 2
    race.plays("RACE", "RACE", "3", "6")
    assert race.positions("blue", "red") == [3, 2]


@clause("VL-99", "VL-100", "VL-101")
def test_23_the_order_of_leaving_the_pits():
    race = Position(
        white="G1:30",
        blue="G1:28",
        red="G1:26",
        yellow="G1:24",
        orange="G1:22",
        black="G1:20",
        purple="G1:18",
        green="G1:16",
        players="white red green",
        at="yellow",
    )
    race.plays("PIT", "PIT", "PIT", "set 6", "set 3", "set 1")
    race.plays_first("2")  # all have drawn and discarded
    race.plays("2", "6", "6", "6", "6")  # blue 3, the rogues in boxes 4 to 7
    # white 6 - 2 = 4, blue 3 - 1 = 2, red 3 - 1 = 2, green 1 + 2 = 3; boxes 4 to 7: 6, 6, 7, 7
    while race.to_act != "chance":
        race.plays("G1")
    assert race.left_pits()[:4] == [("blue", 2), ("red", 2), ("green", 3), ("white", 4)]


@clause("VL-47", "VL-62")
def test_24_slingshot_and_multi_push():
    cars = {"red": "G1:8", "blue": "G1:10", "white": "G1:12"}
    race = Position(cars, players="red blue white", hand="slingshot 4")
    race.plays("slingshot 4", "SLINGSHOT")
    assert race.choices == {"I", "O", "END"}
    race = Position(cars, players="red blue white", hand="slingshot 4")
    race.plays("slingshot 4", "S", "1", "2", "3")
    assert race.state.maneuvers == 0
    assert race.state.move_left == 3


@clause("VL-55")
def test_25_no_side_draft_into_the_own_space():
    race = Position(red="G1:32", blue="LL:33", black="G1:40", players="red blue black", window=16, hand="side_draft 4")
    race.plays("side_draft 4")
    assert race.choices == {"S", "O", "END"}  # and the inside diagonal is blue's space


@clause("VL-132", "VL-55")
def test_26_boxed_in():
    race = Position(red="LL:23", blue="G1:24", players="red blue", hand="side_draft 4")
    race.plays("side_draft 4")
    assert race.choices == {"SIDE_DRAFT blue", "END"}
    race.plays("SIDE_DRAFT blue")
    assert race.car("blue") == "G1:22"
    race.plays("O", "S", "S", "S")
    assert race.car("red") == "G1:30"


@clause("VL-116", "VL-117")
def test_27_a_solo_npd_takes_on_the_player():
    race = Position(orange="G2:20", black="G2:22", red="HL:21", players="red")
    race.plays("3")
    assert race.cars("orange", "red", "black") == ["HL:29", "G2:20", "G2:22"]


@clause("VL-117")
def test_28_a_solo_npd_takes_the_longest_run_out():
    race = Position(white="G1:10", black="G1:14", red="G1:30", players="red")
    race.plays("1")
    assert race.car("white") == "G2:20"


@clause("VL-49")
def test_29_the_front_of_the_line_decides_first():
    race = Position(red="G1:46", blue="G1:16", players="red blue", window=16, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.cars("red", "blue") == ["G1:48", "G1:18"]
    assert race.state.window == 32
    assert race.token("blue") == "Move Over"
    race.plays("4", "4")
    assert race.roller == "blue"
    race.plays("KEEP")
    assert race.roller == "red"
