"""The numbers in the rules are those of the component files, and the files hold what the box holds."""

import copy
import importlib.util
from typing import Any

import pytest

from paddock.testing import clause

from .. import box, state, table
from ..box import components
from ..state import (
    AFTER_BITS,
    BEFORE_BITS,
    BONUS_BIT,
    CARDS,
    CARS,
    CLEAN_AIR,
    CROSSOVER_BIT,
    DIALED_IN,
    DRAFT_BIT,
    DRAFT_SPACES,
    EVEN_BONUS,
    FIRST_HAND,
    FREIGHT_TRAIN,
    FRONT_ROW,
    GEARS,
    HIGH_LINE_BONUS,
    HORSEPOWER,
    HORSEPOWER_FACE,
    LAPPED_BONUS,
    LAPPED_START,
    LAPS_CARDS,
    LAST_ROW,
    LINE_ENERGY,
    LOW_LINE_BONUS,
    LOW_LINE_CARD,
    MOVE_OVER_BONUS,
    NPD_DIE_LEAST,
    PAINT_BACK,
    PAINT_BIT,
    PAINT_NEEDS,
    PEDAL_DOWN,
    PEDAL_MOVES,
    PIT_BACK,
    PIT_DRAW,
    QUICK_PIT_DRAW,
    RACE_POINTS,
    RIDE_BIT,
    RIDE_DRAW,
    RIDE_SPACES,
    SIDE_DRAFT_BIT,
    SIDE_DRAFT_CARD,
    SLINGSHOT_BIT,
    SLINGSHOT_BONUS,
    SPUTTER_BACK,
    SPUTTER_FACES,
    STAGE_POINTS,
    THREE_WIDE,
    TWO_WIDE,
    TYPE_KINDS,
    TYPES,
    WEAR_BACK,
    WEAR_FACES,
)
from .position import new_table


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


@clause("VL-59", "VL-60", "VL-61", "VL-62", "VL-63", "VL-64", "VL-58", "VL-54")
def test_numbers_of_action_cards():
    assert PEDAL_MOVES[1:] == (4, 4, 5, 5, 6, 6)
    assert GEARS == (4, 6)
    assert (LAPPED_BONUS, MOVE_OVER_BONUS, EVEN_BONUS) == (5, 4, 2)
    assert (PAINT_NEEDS, PAINT_BACK) == (3, 2)
    assert (LOW_LINE_BONUS, HIGH_LINE_BONUS, SLINGSHOT_BONUS) == (2, 2, 2)
    assert (DRAFT_SPACES, RIDE_SPACES, RIDE_DRAW) == (1, 2, 1)


@clause("VL-42")
def test_the_timing_of_maneuvers():
    # the bonus comes after the Move only, Slingshot and Ride The Draft before it only
    assert BEFORE_BITS == DRAFT_BIT | CROSSOVER_BIT | SIDE_DRAFT_BIT | PAINT_BIT | SLINGSHOT_BIT | RIDE_BIT
    assert AFTER_BITS == DRAFT_BIT | CROSSOVER_BIT | SIDE_DRAFT_BIT | PAINT_BIT | BONUS_BIT


def test_types_are_numbered_as_in_the_move_encoding():
    numbered = {
        "pedal_down": PEDAL_DOWN,
        "dialed_in": DIALED_IN,
        "low_line": LOW_LINE_CARD,
        "side_draft": SIDE_DRAFT_CARD,
    }
    assert len(TYPE_KINDS) == TYPES
    assert TYPE_KINDS[2:4] == (("draft_run", 4), ("draft_run", 3))
    assert all(TYPE_KINDS[number][0] == kind for kind, number in numbered.items())


@clause("VL-25", "VL-26", "VL-27", "VL-75", "VL-79", "VL-88", "VL-89", "VL-100", "VL-12", "VL-102")
def test_numbers_of_events_and_of_the_sideboard():
    assert (WEAR_FACES, WEAR_BACK, HORSEPOWER_FACE, QUICK_PIT_DRAW) == (3, 1, 6, 1)
    assert STAGE_POINTS[1:] == (3, 2, 1, 1, 0, 0, 0, 0)
    assert RACE_POINTS[1:] == (10, 8, 7, 6, 5, 4, 3, 2)
    assert (PIT_DRAW, PIT_BACK) == ((1, 2, 4), (0, 1, 2))
    assert (SPUTTER_FACES, SPUTTER_BACK, NPD_DIE_LEAST, FIRST_HAND) == (4, 3, 3, 5)
    assert (FRONT_ROW, LAST_ROW, LAPPED_START) == (12, 2, 0)


@clause("VL-20", "VL-21", "VL-22", "VL-23", "VL-24", "VL-70")
def test_numbers_of_events_on_the_table():
    t = new_table(2)
    assert [t.event_spaces[event] for event in range(HORSEPOWER + 1)] == [1, 2, 1, 1, 1, 2, 1]
    assert (t.line_cars[LINE_ENERGY], t.line_cars[FREIGHT_TRAIN]) == (2, 3)
    assert (t.event_width[TWO_WIDE], t.event_width[THREE_WIDE]) == (2, 3)


def test_a_number_changed_in_the_box_is_changed_in_the_rules(monkeypatch: pytest.MonkeyPatch):
    changed = {name: copy.deepcopy(components(name)) for name in ("action_cards", "laps_cards", "game")}
    kinds = {kind["id"]: kind for kind in changed["action_cards"]["kind"]}
    events = {event["id"]: event for event in changed["laps_cards"]["event"]}
    kinds["ride_the_draft"]["draw"] = 3
    kinds["slingshot"]["timing"] = "either"
    events["quick_pit"]["extra_draw"] = 2
    events["clean_air"]["spaces"] = 4
    events["two_wide"]["width"] = 3
    real = box.components

    def changed_components(name: str) -> dict[str, Any]:
        return changed.get(name) or real(name)

    monkeypatch.setattr(box, "components", changed_components)
    monkeypatch.setattr(table, "components", changed_components)
    again = state_again()
    assert (again.RIDE_DRAW, again.QUICK_PIT_DRAW) == (3, 2)
    assert again.AFTER_BITS & SLINGSHOT_BIT
    t = new_table(2)
    assert (t.event_spaces[CLEAN_AIR], t.event_width[TWO_WIDE]) == (4, 3)


def state_again() -> Any:
    """The constants of the rules, read from the box once more."""
    spec = importlib.util.spec_from_file_location(f"{state.__name__}_again", state.__file__)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_faces_of_npds():
    t = new_table(2)
    for car in range(CARS):
        assert sum(t.npd_move[car]) == 23
        assert sum(maneuvers.bit_count() for maneuvers in t.npd_maneuvers[car]) == 6


def test_pit_boxes_lie_four_half_units_each():
    for pit in components("sideboard")["pit_box"]:
        assert (pit["h_from"], pit["h_to"]) == (32 - 4 * pit["index"], 35 - 4 * pit["index"])
        assert (pit["arrow_ll"], pit["arrow_g"]) == (pit["h_from"] + 1, pit["h_from"])
