"""Setup and qualifying: VL-01 to VL-15."""

import pytest

from paddock.engine import OptionError
from paddock.testing import PositionError, clause

from ..state import CHOOSE_DISCARD, DISCARDED
from .position import COLORS, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("VL-01")
@pytest.mark.parametrize("seats", range(1, 9))
def test_every_race_has_eight_cars(seats: int):
    race = NewRace(seats)
    race.plays_first("L01")
    assert all(car["cell"] is not None for car in race.view["cars"])


@clause("VL-02", "VL-03")
@pytest.mark.parametrize(
    ("race", "left", "right", "laps"),
    [
        ("b_con_80", "1A", "2A", [40, 40]),
        ("foothills_60", "1A", "2A", [30, 30]),
        ("iron_bowl_90", "1A", "2A", [30, 30, 30]),
        ("peachtree_100", "1A", "2B", [50, 50]),
        ("prairie_90", "1B", "2A", [45, 45]),
        ("desert_mile_110", "1A", "2B", [50, 60]),
        ("sunset_55", "1B", "2A", [55]),
        ("gulf_coast_100", "1B", "2B", [50, 50]),
        ("big_bend_80", "1B", "2B", [40, 40]),
        ("thunder_120", "1B", "2B", [40, 40, 40]),
    ],
)
def test_the_race_card_sets_boards_and_stages(race: str, left: str, right: str, laps: list[int]):
    table = NewRace(2, {"race": race}).table
    high_line_open, low_line_open = left == "1B", right == "2B"
    assert [table.exists[3 * 32 + s] for s in (1, 3, 5)] == [int(high_line_open)] * 3
    assert [table.exists[s] for s in (25, 27, 29, 31)] == [int(low_line_open)] * 4
    assert table.exists[3 * 32 + 7] == table.exists[23] == 1
    assert table.stage_laps[: table.stages] == laps


@clause("VL-02")
def test_a_race_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="race takes"):
        NewRace(2, {"race": "nowhere_500"})


@clause("VL-04")
def test_players_take_free_teams_in_seat_order_with_fresh_tires():
    race = NewRace(3)
    assert race.choices == {f"take {color}" for color in COLORS}
    race.plays("take green")
    assert (race.to_act, "take green" in race.choices) == ("1", False)
    race.plays("take red", "take blue")
    assert race.state.primary[:3] == [4, 0, 1]
    assert not any(race.has(color, "worn") for color in ("green", "red", "blue"))


@clause("VL-04")
def test_the_eighth_player_takes_the_last_team():
    race = NewRace(8)
    race.plays(*(f"take {color}" for color in COLORS[:7]))
    assert race.state.primary[7] == 7


@clause("VL-05")
@pytest.mark.parametrize(
    ("seats", "mates", "rogues"), [(2, 6, 0), (3, 3, 2), (4, 4, 0), (5, 0, 3), (6, 0, 2), (7, 0, 1), (8, 0, 0)]
)
def test_the_other_teams_are_dealt(seats: int, mates: int, rogues: int):
    race = NewRace(seats)
    race.deals()
    kinds = [car["kind"] for car in race.view["cars"]]
    assert (kinds.count("teammate"), kinds.count("rogue")) == (mates, rogues)
    owners = [car["owner"] for car in race.view["cars"] if car["kind"] == "teammate"]
    assert all(owners.count(seat) == mates // seats for seat in range(seats) if mates)


@clause("VL-05")
def test_teammates_are_dealt_one_at_a_time_in_seat_order():
    race = NewRace(2)
    race.plays("take red", "take blue", "deal white", "deal yellow", "deal green")
    assert [race.state.owner[car] for car in (2, 3, 4)] == [0, 1, 0]


@clause("VL-05", "R-57")
def test_by_option_players_take_teammates_in_seat_order():
    race = NewRace(2, {"npds": "chosen"})
    race.plays("take red", "take blue")
    assert (race.to_act, race.choices) == ("0", {f"take {color}" for color in COLORS[2:]})
    assert (race.view["phase"], race.question) == ("team", "player 1: which teammate?")
    race.plays("take white", "take yellow", "take green", "take orange")
    assert (race.to_act, race.choices) == ("0", {"take black", "take purple"})
    assert race.view["cars"][6]["kind"] == "free"
    race.plays("take purple")  # black is the last and not asked for
    assert race.state.owner == [0, 1, 0, 1, 0, 1, 1, 0]
    assert race.to_act == "chance"
    assert race.happened.count("VL-05") == 6


@clause("VL-05")
def test_what_three_players_do_not_take_is_rogue():
    race = NewRace(3, {"npds": "chosen"})
    race.plays("take red", "take blue", "take white", "take yellow", "take green", "take orange")
    assert [race.state.kind[car] for car in (3, 4, 5, 6, 7)] == [1, 1, 1, 2, 2]


@clause("VL-05")
def test_teammates_are_taken_only_where_there_are_some():
    with pytest.raises(OptionError, match="npds=chosen needs 2, 3, 4 seats"):
        NewRace(5, {"npds": "chosen"})


@clause("VL-05")
def test_in_solo_all_seven_are_in_the_area_but_no_teammates():
    race = NewRace(1)
    race.deals("white")
    assert [car["kind"] for car in race.view["cars"]].count("solo") == 7


@clause("VL-06")
def test_everybody_is_dealt_five_of_52_cards():
    race = NewRace(4)
    race.deals()
    assert race.state.cards[:4] == [5] * 4
    assert race.state.deck_cards == 52 - 20
    assert (race.state.flag, race.state.points) == (0, [0] * 8)


@clause("VL-07")
def test_a_hand_is_discarded_down_to_four_by_choice():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5, steady_pace 4, dialed_in 2")
    race.plays("2-tire", "draw A01", "draw A02")
    assert race.state.phase == CHOOSE_DISCARD
    assert race.choices == {"open_track 5", "steady_pace 4", "dialed_in 2", "pedal_down", "shift_gears"}
    race.plays("dialed_in 2")
    assert race.hand() == ["open_track 5", "pedal_down", "shift_gears", "steady_pace 4"]
    assert race.state.phase != CHOOSE_DISCARD


@clause("VL-07")
def test_a_hand_of_one_type_is_discarded_without_asking():
    options = {"race": "[[race]]\nhand_size = 1\n"}
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="pedal_down", options=options)
    race.plays("gas", "draw A04")  # the second Pedal Down
    assert race.hand() == ["pedal_down"]
    assert race.state.place[0] == DISCARDED  # the lowest of equal cards


@clause("VL-08")
def test_the_garage_exchanges_one_card_once():
    race = NewRace(2)
    race.plays("take red", "take blue")
    race.plays_first("PASS")
    assert len(race.choices) == 6
    card = min(race.choices - {"PASS"})
    race.plays(card)
    race.takes(1)
    assert race.state.cards[0] == 5
    assert race.to_act == "1"
    race.plays("PASS")
    assert race.to_act == "0"  # on to qualifying
    assert "PASS" not in race.choices


@clause("VL-09", "VL-10")
def test_players_set_a_card_and_npds_are_dealt_one():
    race = NewRace(2)
    race.deals("red", "blue")
    race.plays("PASS", "PASS")
    assert len(race.choices) == 5
    race.takes(2)
    assert race.state.cards[:2] == [4, 4]
    assert race.to_act == "chance"  # six NPD cards, in the order of the teams
    assert race.state.file_at == COLORS.index("white")
    race.takes(6)
    assert race.happened.count("VL-11") == 8


@clause("VL-11")
def test_the_lowest_stopwatch_is_placed_first_and_all_cards_are_discarded():
    race = NewRace(8)
    race.plays(*(f"take {color}" for color in COLORS[:7]))
    for seat in range(8):
        low, high = seat + 1, 52 - 3 * seat  # A01 to A09 are the fastest
        race.plays(f"draw A{low:02}", *(f"draw A{high - i:02}" for i in range(3)), f"draw A{9 + seat:02}")
    race.plays(*["PASS"] * 8)
    race.plays("A09", *(f"A{seat + 1:02}" for seat in range(1, 8)))  # A01 stays in the first hand
    assert race.state.file[:] == [1, 2, 3, 4, 5, 6, 7, 0]
    assert race.state.place.count(9) == 8
    assert race.state.cards[:] == [4] * 8


@clause("VL-12")
def test_a_car_takes_the_front_most_open_space_of_the_lane_chosen():
    race = NewRace(8)
    race.plays_first("G2")
    order = [COLORS[car] for car in race.state.file]
    race.plays("G1", "G1", "G2", "G1", "G1", "G1", "G1")
    # one lane has six rows: 12, 10, 8, 6, 4, 2; then it cannot be chosen
    assert race.cars(*order) == ["G1:12", "G1:10", "G2:12", "G1:8", "G1:6", "G1:4", "G1:2", "G2:10"]
    assert race.state.window == 0


@clause("VL-13")
def test_rogues_go_furthest_forward_and_teammates_where_their_player_says():
    race = NewRace(5)
    race.deals("red", "blue", "white", "yellow", "green")
    race.plays(*["PASS"] * 5)
    race.plays_first("G2")
    while race.to_act != "chance":
        race.takes(1)
    for i, car in enumerate(race.state.file):
        if race.state.kind[car] == 2:
            before = [race.state.cell[other] for other in race.state.file[:i]]
            inside, outside = (sum(cell // 32 == lane for cell in before) for lane in (1, 2))
            assert race.state.cell[car] // 32 == (1 if inside <= outside else 2)
    race = NewRace(4)
    race.deals("red", "blue", "white", "yellow")
    race.plays(*["PASS"] * 4)
    race.plays_first("G2")
    asked: list[int] = []
    while race.to_act != "chance":
        asked.append(race.state.placing)
        race.plays("G1" if "G1" in race.choices else "G2")
    assert {car for car in asked if race.state.kind[car] == 1}


@clause("VL-14")
def test_the_first_placed_car_with_a_player_gives_the_token():
    race = NewRace(7)
    race.plays(*(f"take {color}" for color in COLORS[:7]))
    race.takes(7 * 5)
    race.plays(*["PASS"] * 7)
    race.takes(7)
    race.plays("draw A01")  # the rogue is fastest
    race.plays_first("L01")
    assert race.state.file[0] == COLORS.index("purple")
    assert race.state.first_player == race.state.owner[race.state.file[1]]


@clause("VL-15")
def test_team_cards_lie_in_the_order_of_placing():
    race = NewRace(3)
    race.plays_first("L01")
    assert race.state.lineup == race.state.file


def test_a_position_with_two_cars_on_a_space_is_refused():
    with pytest.raises(PositionError, match="red was put as G1:8, but stands as no car, blue is there"):
        Position(red="G1:8", blue="G1:8")


def test_a_position_with_a_player_without_a_car_is_refused():
    with pytest.raises(PositionError, match="nobody is called pink"):
        Position(red="G1:8", players="red pink")
