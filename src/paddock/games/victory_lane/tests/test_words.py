"""The words of the game: log lines, questions and choices."""

import pytest

from paddock.engine import Event, Happening

from .. import GAME
from ..events import EVENTS
from .position import COLORS, NewRace, Position

SINGLE = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


def words_of(race: Position | NewRace) -> set[str]:
    return {GAME.words.move_to_words(race.table, race.state, move) for move in race.runner.legal()}


def test_driving_in_words():
    race = Position(red="G1:8", blue="G1:10", white="G2:8", players="red blue white", hand="trading_paint 4")
    race.plays("trading_paint 4")
    assert words_of(race) == {
        "brake",
        "straight on, pushing blue 9",
        "to the inside",
        "to the outside",
        "trade paint with blue 9",
        "trade paint with white 11",
    }
    assert race.question == "player 1: drive red 5; 4 of 4 steps left."


def test_a_turn_in_words():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5, draft_run 3, pedal_down")
    assert words_of(race) == {
        "Open Track (5)",
        "Draft Run (3)",
        "Pedal Down",
        "Gas & Go pit stop",
        "2-Tire pit stop",
        "4-Tire pit stop",
    }


def test_rerolls_and_yellow_flags_in_words():
    race = Position(red="G1:8", blue="G1:20", players="red blue")
    race.plays("FUMES", "2")
    assert race.question == "player 1: red 5 rolled a 2 on fumes. Reroll?"
    race = Position(SINGLE, players="red blue", at="yellow")
    assert words_of(race) == {"pit", "stay out, inside Groove", "stay out, outside Groove"}
    race.plays("PIT", "PIT")
    assert words_of(race) == {"1 card", "2 cards", "3 cards", "4 cards", "5 cards", "6 cards"}


def test_the_position_draws_the_tiles_and_the_cars():
    race = Position(red="G1:40 worn", blue="G2:12", players="red blue", window=16, hand="open_track 5")
    text = GAME.words.position(race.table, race.state)
    lines = text.splitlines()
    assert lines[0].startswith("Stage 1 of 2, round 1, 0 of 40 laps, green flag")
    # the back tile shows distances 16 to 31, the front tile 32 to 47: red at h 24, blue at h 28
    groove = next(line for line in lines if line.startswith("  G1 "))
    assert groove[5:].replace("|", "")[24] == "1"
    outside = next(line for line in lines if line.startswith("  G2 "))
    assert outside[5:].replace("|", "")[28] == "2"
    assert any("blue 9" in line and "Move Over" in line for line in lines)
    assert any("player 1 holds 6, Open Track (5)." in line for line in lines)


def test_before_the_grid_no_car_has_a_distance():
    race = NewRace(2)
    lines = GAME.words.position(race.table, race.state).splitlines()
    waiting = [line for line in lines if "off the track" in line]
    assert len(waiting) == 8
    assert not [line for line in waiting if "-1" in line]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.sentence)
def test_every_event_has_a_sentence_for_those_who_see_it_and_those_who_do_not(event: Event):
    table = NewRace(2).table
    happening = Happening(event, 0, 1, 2)
    told = [happening.sentence(table, GAME.words.NAMERS, seat) for seat in (0, 1)]
    assert all(text.endswith(".") and "{" not in text for text in told)
    assert (told[0] != told[1]) == (event.seen_by == "a")


@pytest.mark.parametrize(
    ("space", "words"),
    [
        # the start/finish line is at 14, the straights and the turns have eight half spaces each
        ((1, 12), "the inside Groove on the front stretch"),
        ((2, 6), "the outside Groove on the front stretch"),
        ((0, 15), "the Low Line in turn 1"),
        ((3, 21), "the High Line in turn 2"),
        ((1, 22), "the inside Groove on the back stretch"),
        ((2, 30), "the outside Groove in turn 3"),
        ((1, 0), "the inside Groove in turn 3"),
        ((1, 2), "the inside Groove in turn 4"),
    ],
)
def test_a_space_is_called_by_its_lane_and_the_part_of_the_track(space: tuple[int, int], words: str):
    lane, s = space
    assert GAME.words.NAMERS["space"](NewRace(2).table, 32 * lane + s) == words


def test_an_event_of_a_car_happens_to_the_seat_that_owns_it():
    race = Position(red="G1:8", blue="G1:20", white="G2:8", players="red blue")
    owner = GAME.owner
    assert owner
    assert [owner(race.state, COLORS.index(color)) for color in ("red", "blue", "white")] == [0, 1, -1]
