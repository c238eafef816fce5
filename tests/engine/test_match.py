"""A match: playing, taking back, forking, histories. Ridge Run (the game to copy from) has dice, a deck and secrets."""

import importlib.util
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from paddock.engine import CHANCE, SPECTATOR, Game, IllegalMoveError, Match, MatchError, RaceRecord, SeededDice
from paddock.games._template import GAME, estimate, rules

GEAR_1, GEAR_2, BOOST = 1, 2, 4


def race(*cards: int, game: Game = GAME) -> Match:
    match = Match(game, len(cards), {}, SeededDice(1))
    for card in cards:
        match.apply(card)
    return match


def peeking() -> ModuleType:
    spec = importlib.util.spec_from_file_location("peeking", Path(__file__).parent / "peeking.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_match_says_who_acts_and_what_is_possible_in_words():
    match = race(1, 2)
    assert match.actor == 0
    assert match.decision.clause == "RR-10"
    assert [choice.words for choice in match.choices()] == ["gear 1", "gear 2", "gear 3", "play the boost of 1"]
    assert match.words_to_move("  Gear   2 ") == GEAR_2


def test_an_illegal_move_names_the_clause_and_the_alternatives_and_changes_nothing():
    match = race(1, 2)
    before = match.state.copy()
    with pytest.raises(IllegalMoveError) as refusal:
        match.play(6)
    assert refusal.value.clause == "RR-10"
    assert "gear 1; gear 2; gear 3; play the boost of 1" in str(refusal.value)
    assert match.state == before
    with pytest.raises(IllegalMoveError):
        match.words_to_move("gear 9")


def test_only_the_acting_seat_plays():
    match = race(1, 2)
    with pytest.raises(MatchError, match="it is red's turn, not blue's"):
        match.play(GEAR_1, seat=1)
    match.apply(GEAR_2)
    with pytest.raises(MatchError, match="a die or a draw comes first"):
        match.play(GEAR_1, seat=1)


def test_a_move_can_be_taken_back_until_another_seat_moves():
    match = race(1, 2)
    before = match.state.copy()
    assert match.will_be_undoable(GEAR_1).reason == "can be taken back until blue moves"
    match.play(GEAR_1)
    match.undo(0)
    assert match.state == before
    match.play(GEAR_1)
    match.play(GEAR_1)
    assert match.can_undo(0).reason == "blue has moved since"
    with pytest.raises(MatchError, match="blue has moved since"):
        match.undo(0)
    assert match.can_undo(1).allowed


def test_a_move_cannot_be_taken_back_over_a_die():
    match = race(1, 2)
    promise = match.will_be_undoable(GEAR_2)
    assert not promise.allowed
    assert promise.reason == "a die or a draw follows at once"
    match.play(GEAR_2)
    assert match.can_undo(0).reason == "a die was rolled or a card drawn since"


def test_nothing_is_there_to_take_back_at_the_start():
    match = Match(GAME, 2)
    assert match.can_undo(0).reason == "there is nothing to take back"


def test_a_move_that_reveals_a_secret_cannot_be_taken_back():
    game = replace(GAME, id="peeking", rules=(rules, estimate, peeking()))
    match = race(1, 2, game=game)
    assert not match.will_be_undoable(GEAR_1).allowed
    match.play(GEAR_1)
    assert match.state.card[1] == 0
    assert match.can_undo(0).reason == "“gear 1” showed what was hidden"


def test_consent_takes_back_any_number_of_plies_and_dice_are_drawn_anew():
    match = race(1, 2)
    faces: set[int] = set()
    for _ in range(20):
        match.play(GEAR_2)
        faces.add(match.plies[3].move)
        match.take_back(2)
        assert match.actor == 0
    assert len(faces) > 1, "the same die came up every time: a player could foresee it"
    with pytest.raises(MatchError, match="no ply 99"):
        match.take_back(99)


def test_a_fork_goes_its_own_way():
    match = race(1, 2)
    fork = match.fork()
    fork.play(GEAR_1)
    assert match.state.space[0] == 0
    assert len(match.plies) == 2
    other = match.fork()
    match.play(GEAR_2)
    assert (len(other.plies), other.state.space[0]) == (2, 0)
    assert fork.plies[2].move == GEAR_1
    assert match.plies[2].move == GEAR_2
    assert match.at(1).actor == CHANCE
    with pytest.raises(MatchError, match="no ply 5"):
        match.at(5)


def test_a_match_taken_up_again_goes_on_as_the_other_does_and_leaves_it_alone():
    match = race(1, 2)
    match.play(GEAR_2)
    match.take_back(2)  # the die of the second ply is drawn again, also in a restored match
    snapshot, before = match.snapshot(), match.state.copy()
    match.play(GEAR_2)
    other = Match(GAME, 2, {}, SeededDice(1))
    other.restore(snapshot)
    assert other.state == before
    other.play(GEAR_2)
    assert snapshot.state == before
    assert other.state == match.state
    assert (list(other.script), list(other.entries)) == (list(match.script), list(match.entries))
    assert other.history(0) == match.history(0)


def test_a_history_tells_each_seat_what_it_may_know():
    match = race(3, 2)
    match.apply(BOOST)
    assert [line.text for line in match.history(0)] == [
        "Red draws a boost of 3.",
        "Blue draws a boost card.",
        "Red: play the boost of 3.",
        "Red boosts by 3.",
    ]
    assert [line.text for line in match.history(SPECTATOR)][:2] == [
        "Red draws a boost card.",
        "Blue draws a boost card.",
    ]
    assert [line.clause for line in match.history(0, start=2)] == ["RR-10", "RR-20"]


def test_players_are_named_with_their_seats():
    match = Match(GAME, ["Ana", ""], {})
    match.settle()
    match.play(GEAR_1)
    assert match.names == ["Ana", "blue"]
    assert match.history(0)[2].text == "Ana (red): gear 1."


def test_a_position_and_a_view_come_from_what_a_seat_may_know():
    match = race(3, 2)
    assert "boost 3" in match.position(0)
    assert "boost 3" not in match.position(1)
    assert match.view(1)["cars"][0]["card"] == -1


def test_seats_outside_the_games_range_are_refused():
    with pytest.raises(ValueError, match="2 to 4 seats, not 5"):
        Match(GAME, 5)


def test_a_spectator_does_not_see_a_hidden_draw():
    match = race(3, 2)
    assert match.plies[0].seen_by == frozenset({0})
    match.apply(BOOST)
    assert match.plies[2].seen_by == frozenset({SPECTATOR, 0, 1})


def test_a_match_taken_up_from_its_moves_knows_what_may_be_taken_back():
    match = race(1, 2)
    match.play(GEAR_1)
    again = Match.replay(GAME, RaceRecord.of(match))
    vars(again)["_before"] = {}  # as after loading a snapshot
    assert again.can_undo(0).allowed
    again.undo(0)
    assert again.state == match.at(2).state
