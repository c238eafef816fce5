"""The words of the game: log lines, questions and choices."""

import pytest

from paddock.engine import Event, Happening, Match, SeededDice
from paddock.testing import clause

from .. import GAME
from ..events import EVENTS
from ..state import MOVES, ROW, SAME
from ..words import dice_name, owned_car, pair_of
from .position import NewRace, Position, Race, new_table


def words_of(race: Position) -> set[str]:
    return {GAME.words.move_to_words(race.table, race.state, move) for move in race.runner.legal()}


def test_acts_in_words():
    race = Position(A="1.L1 2.L1", B="1.R1 0.L1", dice="3 4", chips={"A": 1})
    assert words_of(race) == {
        "end turn",
        "drive red 1",
        "drive red 2",
        "borrow blue 1",
        "borrow blue 2",
        "juke red 1 and blue 1",
    }
    assert race.question == "red: dice 3 4, chips: 1. What next?"
    race.plays("drive A1")
    assert words_of(race) == {"3", "4", "3 4"}
    race.plays("3 4")
    assert words_of(race) == {"to card 1, left lane, second spot", "to card 1, right lane, second spot"}


def test_says_and_targets_in_words():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": "instant_damage lane_closed"})
    assert words_of(race) == {
        "pass",
        "pass until the roll",
        "play Instant Damage",
        "play Lane Closed",
    }
    assert race.question == "red: a Danger card before red rolls 5 dice?"
    race.plays("lane_closed")
    assert "card 2 (Straight-Away)" in words_of(race)
    race.plays("card 2")
    assert words_of(race) == {"left lane", "right lane"}


def test_the_encoding_of_the_ledger():
    assert [dice_name(new_table(2), ROW + row) for row in (0, 3, 4, 9)] == ["1 2", "1 2 3 4 5", "2 3", "4 5"]
    assert dice_name(new_table(2), SAME + 10 * 2 + 1) == "3 3"
    assert [pair_of(rank) for rank in (0, 6, 7, 27)] == [(0, 1), (0, 7), (1, 2), (6, 7)]
    assert MOVES == 205


def test_the_position_draws_the_track():
    race = Position("GL SA SA", A="1.L1", B="1.R1", dice="1 2 3", cubes={"2.L1": 2}, gate_cubes={1: "0"})
    text = GAME.words.position(race.table, race.state)
    assert "1 Gentle Curve (left)         L1(red) L2 R1(blue) R2 R3  [L 3*] [R 2]" in text
    assert "2 Straight-Away               L1** L2" in text
    assert "red has dice 1 2 3." in text
    assert "In the centre: cubes 21, barrels 6, chips 40" in text


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.sentence)
def test_every_event_has_a_sentence_for_those_who_see_it_and_those_who_do_not(event: Event):
    table = Position(A="1.L1", B="1.R1", dice="1").table
    happening = Happening(event, 0, SAME if "b:dice" in event.sentence else 1, 2)
    told = [happening.sentence(table, GAME.words.NAMERS, seat) for seat in (0, 1)]
    assert all(text.endswith(".") and "{" not in text for text in told)
    assert (told[0] != told[1]) == (event.seen_by == "a")


def test_a_history_names_cars_by_their_owners_and_spots_by_their_lanes():
    match = Match(GAME, ["Ana", "Ben"], {"cars_each": 1}, SeededDice(5))
    match.settle()
    texts = [line.text for line in match.history(0)]
    assert any(text.endswith("starts from the Start, left lane, fourth spot.") for text in texts)
    assert any(text.startswith("Card 2 is laid: ") for text in texts)


def clause_asked(race: Race) -> str:
    return GAME.decision(race.table, race.state).clause


@clause("DC-60", "DC-61", "DC-63")
def test_cubes_are_taken_by_the_clause_that_took_them():
    # A gate of 3 in front of 1.L1 with a cube, driven with exactly three dice: DC-63, not DC-60.
    race = Position("GL SA SA", A="1.L1", B="0.L1", dice="2 2 2", gate_cubes={1: "0"})
    race.plays("drive A1", "L")
    assert [one for one in race.happened if one in ("DC-60", "DC-61", "DC-63")] == ["DC-63"]
    # Through 1.L2 and onto 1.L3: the one on the way is DC-61, the one where the car lands DC-60.
    race = Position(A="1.L1", B="0.L1", dice="2 2", cubes={"1.L2": 1, "1.L3": 1})
    race.plays("drive A1", "2 2", "L", "L")
    assert [one for one in race.happened if one in ("DC-60", "DC-61", "DC-63")] == ["DC-61", "DC-60"]


@clause("DC-10", "DC-11")
def test_a_card_laid_under_a_moving_car_is_another_clause_than_that_of_a_turn():
    race = Position("SA SA", A="1.L3", B="0.L1", dice="2", hands={"A": "critter_crossing critter_crossing"})
    race.plays("drive A1", "L")
    assert clause_asked(race) == "DC-11"
    race.answers("SA")
    assert race.happened[:3] == ["DC-41", "DC-44", "DC-11"]
    race = Position(A="1.L1", B="1.R1", at="turn")
    assert clause_asked(race) == "DC-10"


@clause("DC-103", "DC-104")
def test_major_debris_is_not_minor_debris():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": "major_debris critter_crossing"})
    race.plays("major_debris", "card 2")
    assert "DC-104" in race.happened
    assert "DC-103" not in race.happened


@clause("DC-100", "DC-101")
def test_whom_a_card_is_for_is_asked_by_the_clause_of_that_card():
    for card, asked in (("instant_damage", "DC-100"), ("instant_repair", "DC-101")):
        race = Position(
            A="1.L1", B="1.R1", at="window", damage={"A": 1, "B": 1}, hands={"A": f"{card} critter_crossing"}
        )
        race.plays(card)
        assert clause_asked(race) == asked


@clause("DC-07", "DC-20", "DC-22", "DC-48")
def test_a_draw_names_what_it_is_for():
    race = NewRace(2)
    race.plays("A")
    assert clause_asked(race) == "DC-07"
    race = Position(A="1.L1", B="1.R1", at="exchange")
    race.plays("exchange")
    assert clause_asked(race) == "DC-20"
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": "nitro_boost critter_crossing"})
    race.plays("nitro_boost")
    assert clause_asked(race) == "DC-22"
    race = Position(A="1.L1", B="0.L1", dice="2", hands={"A": "super_size_your_combo critter_crossing"})
    race.plays("drive A1", "super size")
    assert clause_asked(race) == "DC-48"


@clause("DC-30", "DC-31", "DC-34")
def test_a_die_names_why_it_is_rolled():
    race = Position(A="1.L1", B="1.R1", at="roll", damage={"A": 3}, chips={"A": 1})  # two dice
    assert clause_asked(race) == "DC-30"
    race.plays("6", "1")
    assert clause_asked(race) == "DC-31"
    race.plays("1", "1", "mark 1", "roll")
    assert clause_asked(race) == "DC-34"


@clause("DC-24", "DC-26", "DC-27")
def test_a_pass_without_asking_says_why():
    hands = {"A": "nitro_boost nitro_boost", "B": "critter_crossing critter_crossing"}
    race = Position(A="1.L1", B="1.R1", at="window", hands=hands, options={"window_play_cap": 1})
    race.plays("nitro_boost", "critter_crossing", "critter_crossing", "critter_crossing")
    assert race.happened.count("DC-26") == 2  # both have played their one card
    race = Position(A="1.L1", B="1.R1", at="window", hands=hands)
    race.plays("pass on", "critter_crossing", "critter_crossing")
    assert race.happened.count("DC-27") == 1  # A passes for the rest of the window


@clause("DC-70", "DC-100")
def test_instant_damage_beyond_three_cubes_says_where_the_cube_goes():
    hands = {"A": "instant_damage critter_crossing"}
    match = Match(GAME, 2, {"cars_each": 1})
    match.state = Position(A="1.L1", B="1.R1", at="window", damage={"B": 3}, hands=hands).state
    match.apply(match.words_to_move("play Instant Damage"))
    match.apply(match.words_to_move("blue"))
    assert [line.text for line in match.history()][-2:] == [
        "Blue is dealt a damage cube: 3 now.",
        "Blue keeps 3 cubes; to the pile: 1.",
    ]
    assert match.state.pile_cubes == 24 - 3


def test_an_event_of_a_car_happens_to_the_seat_whose_car_it_is():
    race = Position(A="1.L1 2.L1", B="1.R1 0.L1")
    owner = GAME.owner
    assert owner
    assert [owned_car(race.table, code) for code in (0, 2, 17)] == ["red 1", "red 2", "blue 1"]
    assert [owner(race.state, code) for code in (0, 2, 17)] == [0, 0, 1]
