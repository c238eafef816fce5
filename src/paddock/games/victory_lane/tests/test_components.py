"""The numbers in the rules are those of the component files, and the files hold what the box holds."""

from ..state import (
    CARDS,
    CARS,
    EVEN_BONUS,
    FIRST_HAND,
    GEARS,
    HORSEPOWER_FACE,
    LANE_CARD_BONUS,
    LAPPED_BONUS,
    LAPS_CARDS,
    MOVE_OVER_BONUS,
    NPD_DIE_LEAST,
    PAINT_BACK,
    PAINT_NEEDS,
    PEDAL_MOVES,
    PIT_DRAW,
    RACE_POINTS,
    RIDE_SPACES,
    SLINGSHOT_BONUS,
    SPUTTER_BACK,
    SPUTTER_FACES,
    STAGE_POINTS,
    WEAR_BACK,
    WEAR_FACES,
)
from ..table import components
from .position import new_table

KINDS = {kind["id"]: kind for kind in components("action_cards")["kind"]}
EVENTS = {event["id"]: event for event in components("laps_cards")["event"]}


def test_the_box_holds_what_the_rulebook_lists():
    counts = components("game")["counts"]
    assert len(components("action_cards")["card"]) == counts["action_cards"] == CARDS
    assert len(components("laps_cards")["card"]) == counts["laps_cards"] == LAPS_CARDS
    assert len(components("teams")["team"]) == counts["team_cards"] == CARS
    assert len(components("races")["race"]) == counts["race_cards"] == 10
    assert sum(card["laps"] for card in components("laps_cards")["card"]) == 108


def test_52_different_stopwatch_numbers_from_1_to_54():
    numbers = {card["stopwatch"] for card in components("action_cards")["card"]}
    assert numbers == set(range(1, 55)) - {27, 41}


def test_numbers_of_action_cards():
    assert list(PEDAL_MOVES[1:]) == KINDS["pedal_down"]["move_table"]
    assert list(GEARS) == [gear["move"] for gear in KINDS["shift_gears"]["gears"]]
    dialed = KINDS["dialed_in"]
    assert (
        dialed["bonus_lapped"],
        dialed["bonus_move_over"],
        dialed["bonus_even"],
    ) == (LAPPED_BONUS, MOVE_OVER_BONUS, EVEN_BONUS)
    assert (KINDS["trading_paint"]["success_min"], KINDS["trading_paint"]["spaces"]) == (PAINT_NEEDS, PAINT_BACK)
    assert LANE_CARD_BONUS == KINDS["low_line"]["bonus"] == KINDS["high_line"]["bonus"]
    assert KINDS["slingshot"]["bonus"] == SLINGSHOT_BONUS
    assert KINDS["ride_the_draft"]["spaces"] == RIDE_SPACES


def test_numbers_of_events_and_of_the_sideboard():
    assert EVENTS["tire_wear"]["faces"] == list(range(1, WEAR_FACES + 1))
    assert EVENTS["tire_wear"]["back"] == WEAR_BACK
    assert EVENTS["horsepower"]["faces"] == [HORSEPOWER_FACE]
    board = components("sideboard")
    assert list(STAGE_POINTS[1:]) == board["scoring"]["stage"]
    assert list(RACE_POINTS[1:]) == board["scoring"]["race"]
    stops = [board["green_pit"][name] for name in ("gas_and_go", "two_tire", "four_tire")]
    assert [stop["draw"] for stop in stops] == list(PIT_DRAW)
    assert [stop["boxes_back"] for stop in stops] == [0, 1, 2]
    assert board["fumes"]["sputter_faces"] == list(range(1, SPUTTER_FACES + 1))
    assert board["fumes"]["sputter_back"] == SPUTTER_BACK
    assert board["yellow_flag"]["npd_die_min"] == NPD_DIE_LEAST
    assert components("game")["game"]["qualifying_hand"] == FIRST_HAND


def test_the_faces_of_npds():
    t = new_table(2)
    for car in range(CARS):
        assert sum(t.npd_move[car]) == 23
        assert sum(maneuvers.bit_count() for maneuvers in t.npd_maneuvers[car]) == 6


def test_pit_boxes_lie_four_half_units_each():
    for box in components("sideboard")["pit_box"]:
        assert (box["h_from"], box["h_to"]) == (32 - 4 * box["index"], 35 - 4 * box["index"])
        assert (box["arrow_ll"], box["arrow_g"]) == (box["h_from"] + 1, box["h_from"])
