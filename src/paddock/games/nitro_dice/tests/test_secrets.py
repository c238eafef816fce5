"""Hidden hands: what a seat may know, and worlds it cannot tell from the real one."""

import random
from collections import Counter

import pytest

from paddock.engine import CHANCE, SPECTATOR, WORDS, Match, SeededDice, seed_random
from paddock.testing import clause

from .. import GAME
from ..state import CHOOSE_CARD, DRAW_CARD, FACES, PAY_HANDLING, PLACE_HAZARD, State
from .position import SOME_CARDS, NewRace, Position, face_number

CONTRACT = GAME.contract


def seen(race: Position, seat: int) -> State:
    state = race.state
    CONTRACT["conceal"](race.table, state, seat)
    return state


def world(race: Position, seat: int, seed: int) -> State:
    state = seen(race, seat)
    words = [0] * WORDS
    seed_random(words, seed, 0)
    CONTRACT["resample"](race.table, state, seat, words)
    return state


def test_other_hands_are_pooled_with_the_draw_pile_and_sizes_stay():
    race = Position(A="s1.L0 v2", B="s5.L0", hands={"A": "S S R", "B": "Y Y.in0"})
    before, known = race.state, seen(race, 0)
    assert known.hand[0] == before.hand[0]
    assert known.hand[1] == [0] * FACES
    assert known.cards[:2] == [3, 2]
    assert known.draw_cards == before.draw_cards
    yellow = face_number("Y")
    assert known.draw[yellow] == before.draw[yellow] + 1


def test_a_spectator_sees_no_hand():
    known = seen(Position(A="s1.L0 v2", B="s5.L0"), SPECTATOR)
    assert sum(sum(hand) for hand in known.hand) == 0
    assert known.cards[:2] == [6, 6]


def test_concealing_twice_changes_nothing_more():
    race = Position(A="s1.L0 v2", B="s5.L0")
    once = seen(race, 0)
    twice = once.copy()
    CONTRACT["conceal"](race.table, twice, 0)
    assert once == twice


def test_a_world_keeps_sizes_sums_and_the_own_hand():
    race = Position(A="s1.L0 v2", B="s5.L0", C="s9.L0", hands={"B": "Y Y.in0", "C": "S.a0"})
    real = race.state
    for seed in range(20):
        state = world(race, 0, seed)
        assert GAME.faults(race.table, state) == []
        assert state.hand[0] == real.hand[0]
        assert [sum(hand) for hand in state.hand[:3]] == [6, 2, 1]
        assert sum(state.draw) == real.draw_cards
        CONTRACT["conceal"](race.table, state, 0)
        assert state == seen(race, 0)


def test_a_hidden_card_is_as_likely_as_the_pool_says():
    race = Position(A="s1.L0 v2", B="s5.L0", hands={"A": "S", "B": "Y"})
    # pool: 96 - 16 on the track - 1 own card = 79 cards, 16 of them clean yellow ones
    drawn = Counter(world(race, 0, seed).hand[1].index(1) for seed in range(2000))
    share = drawn[face_number("Y")] / 2000
    assert share == pytest.approx(16 / 79, abs=0.04)  # four standard deviations are 0.036


def legal_counts(race: Position) -> set[int]:
    """How many choices the seat that is asked has in the worlds of its rival."""
    return {CONTRACT["legal"](race.table, world(race, 1, seed), [0] * GAME.choices) for seed in range(100)}


def test_a_question_tells_nothing_of_the_hand_that_is_asked():
    """R-35 R-37 Handling and placing are asked whatever the hand."""
    race = Position(A="s1.L2 v2", B="s5.L0", hands={"A": "R S"})
    race.answers("forward")
    assert race.state.phase == PAY_HANDLING
    assert legal_counts(race) == {1, 2}  # two cards: red ones or not
    race = Position(A="s4.L0 v0 n0", B="s6.L0", C="s13.L0", D="s15.L0", hands={"A": "S"})
    assert race.state.phase == PLACE_HAZARD
    assert legal_counts(race) == {1, 2}  # a yellow card fits nowhere: every yellow section is under a car


def test_a_seat_that_pays_a_match_holds_a_card_of_the_type():
    """R-35 It said so by choosing that way."""
    race = Position(A="s1.L2 v2", B="s5.L0", hands={"A": "R S"})
    race.answers("forward")
    race.answers("match")
    assert race.state.phase == CHOOSE_CARD
    assert legal_counts(race) == {1, 2}  # one red card, or two different ones


def test_a_hand_is_made_to_fit_when_chance_does_not_find_one():
    race = Position(A="s1.L2 v2", B="s5.L0", hands={"A": "R Y", "B": "S"}, empty_draw_pile=True)
    race.answers("forward")
    race.answers("match")
    for seed in range(10):  # the pool is these two cards: the rest lies open in the discard pile
        state = world(race, 1, seed)
        assert [face for face in range(FACES) if state.hand[0][face]] == [face_number("R"), face_number("Y")]


# What rivals hear


def heard(hand: str, *moves: str, **cars: str) -> list[tuple[int, str, str]]:
    """What a rival of A hears, line by line with its ply, while A plays these moves."""
    race = Position(**cars, hands={"A": hand, "B": SOME_CARDS})  # pyright: ignore[reportArgumentType]
    match = Match(GAME, len(cars), {"round_limit": 1})
    match.state = race.state
    for words in moves:
        assert match.actor == 0
        match.apply(match.words_to_move(words))
    return [(line.ply, line.clause, line.text) for line in match.history(1)]


@clause("ND-31", "ND-63", "ND-87")
@pytest.mark.parametrize(
    ("one", "other", "moves", "cars"),
    [
        pytest.param(
            "S Y",
            "R Y",
            ("go forward", "take damage", "end movement"),
            {"A": "s1.L2 v1 n0", "B": "s9.L0"},
            id="only damage pays, or a red card does",
        ),
        pytest.param(
            "R S Y",
            "R R.in0 Y",
            ("go forward", "pay with a red card", "red (clean)", "end movement"),
            {"A": "s1.L2 v1 n0", "B": "s9.L0"},
            id="one red face, or two",
        ),
        pytest.param(
            "S S S",
            "S S.a0 Y",
            ("brake", "straight (clean)"),
            {"A": "s1.L0 v1 n0", "B": "s9.L0"},
            id="a hand of one face, or of three",
        ),
        pytest.param(
            "S S S S",
            "S S S R",
            ("go forward", "pay with any three cards", *["straight (clean)"] * 3, "end movement"),
            {"A": "s1.L2 v1 n0", "B": "s9.L0"},
            id="three of one face, or of several",
        ),
        pytest.param(
            "Y",
            "S",
            ("leave the track as it is",),
            {"A": "s4.L0 v0 n0", "B": "s6.L0", "C": "s13.L0", "D": "s15.L0"},
            id="nothing fits to be laid, or something does",
        ),
    ],
)
def test_rivals_hear_the_same_whatever_else_a_hand_could_have_done(
    one: str, other: str, moves: tuple[str, ...], cars: dict[str, str]
):
    assert heard(one, *moves, **cars) == heard(other, *moves, **cars)


@clause("ND-63")
def test_a_car_without_a_card_goes_along_in_the_same_words():
    def told(hand: str) -> list[str]:
        race = Position(A="s5.L1 v4", B="s5.L0 v2", hands={"B": hand})
        match = Match(GAME, 2)
        match.state = race.state
        match.apply(match.words_to_move("go forward"))
        assert match.actor == 1
        match.apply(match.words_to_move("go along"))
        return [line.text for line in match.history(0)]

    assert told("") == told("S")
    assert "Blue: go along." in told("")


def test_a_drawn_card_is_known_to_its_drawer_only():
    race = NewRace(3)
    race.plays("B", "A")
    assert race.state.phase == DRAW_CARD
    sees = [CONTRACT["sees_move"](race.table, race.state, seat) for seat in (SPECTATOR, 0, 1, 2)]
    assert sees == [0, 0, 1, 0]
    race = NewRace(3, {"disaster_area": True})
    race.plays("B", "A")
    assert CONTRACT["sees_move"](race.table, race.state, 0) == 1  # a hazard is drawn for all to see


def test_the_history_tells_a_draw_to_its_drawer_and_only_that_one_was_made_to_others():
    match = Match(GAME, 2, {}, SeededDice(3))
    match.settle()
    first = match.plies[1].happenings[0].a
    own = [line.text for line in match.history(first)]
    other = [line.text for line in match.history(1 - first)]
    colour = ("Red", "Blue")[first]
    assert f"{colour} draws a card." in other
    assert f"{colour} draws a card." not in own
    assert sum(text.startswith(f"{colour} draws ") for text in own) == 9


def test_a_view_of_a_hidden_hand_is_empty_and_the_own_one_is_grouped_by_type():
    race = Position(A="s1.L0 v2", B="s5.L0", hands={"A": "S S.a0 R", "B": "Y Y Y"})
    view = GAME.view(race.table, seen(race, 0))
    assert view["hands"][1] is None
    assert view["cars"][1]["cards"] == 3
    assert view["hands"][0]["straight"] == {"cards": 2, "faces": {"0": 1, "1": 1}}
    assert view["hands"][0]["red"]["cards"] == 1


def test_views_do_not_tell_worlds_apart_along_whole_races():
    choose = random.Random(7)
    match = Match(GAME, 3, {"round_limit": 12, "lap_leader": True}, SeededDice(7))
    match.settle()
    looked = 0
    while not match.is_over:
        if looked % 5 == 0:
            check_views(match)
        looked += 1
        assert match.actor != CHANCE
        match.play(choose.choice(match.choices()).move)
    assert looked > 50


def check_views(match: Match) -> None:
    for seat in range(3):
        known = match.seen_by(seat)
        state = known.copy()
        words = [0] * WORDS
        seed_random(words, len(match.plies), seat)
        CONTRACT["resample"](match.table, state, seat, words)
        assert GAME.faults(match.table, state) == []
        CONTRACT["conceal"](match.table, state, seat)
        assert GAME.view(match.table, state) == match.view(seat)
