"""What the game says."""

import pytest

from paddock.engine import Event, Happening, Match, SeededDice

from .. import GAME
from ..events import EVENTS
from ..state import MOVES, ROW, SAME
from ..words import dice_name, pair_of
from .position import Position, new_table


def words_of(race: Position) -> set[str]:
    return {GAME.words.move_to_words(race.table, race.state, move) for move in race.runner.legal()}


def test_acts_in_words():
    race = Position(A="1.L1 2.L1", B="1.R1 0.L1", dice="3 4", chips={"A": 1})
    assert words_of(race) == {
        "end",
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
    assert words_of(race) == {"to 1.L2", "to 1.R2"}


def test_says_and_targets_in_words():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": "instant_damage lane_closed"})
    assert words_of(race) == {
        "pass",
        "pass for the rest of the window",
        "play Instant Damage",
        "play Lane Closed",
    }
    assert race.question == "red: a Danger card before red rolls 5 dice?"
    race.plays("lane_closed")
    assert "card 2 (Straight-Away)" in words_of(race)
    race.plays("card 2")
    assert words_of(race) == {"lane L", "lane R"}


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
    assert any(text.endswith("starts from 0.L4.") for text in texts)
    assert any(text.startswith("Card 2 is laid: ") for text in texts)
