"""Hidden Danger hands: what a seat may know, and worlds it cannot tell from the real one."""

from collections import Counter

import pytest

from paddock.engine import SPECTATOR, WORDS, Match, SeededDice, seed_random
from paddock.testing import clause

from .. import GAME
from ..state import CHOOSE_ACT, CHOOSE_DICE, DANGERS, SUPER_SIZE, State
from .position import NewRace, Position, Race

CONTRACT = GAME.contract
SUPER, CRITTER = "super_size_your_combo", "critter_crossing"


def seen(race: Race, seat: int) -> State:
    state = race.state
    CONTRACT["conceal"](race.table, state, seat)
    return state


def world(race: Race, seat: int, seed: int) -> State:
    state = seen(race, seat)
    words = [0] * WORDS
    seed_random(words, seed, 0)
    CONTRACT["resample"](race.table, state, seat, words)
    return state


def test_other_hands_are_pooled_with_the_draw_deck_and_sizes_stay():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": f"{SUPER} {CRITTER}", "B": f"{SUPER} {CRITTER}"})
    real, known = race.state, seen(race, 0)
    assert known.hand[0] == real.hand[0]
    assert known.hand[1] == [0] * DANGERS
    assert known.cards[:2] == [2, 2]
    assert known.draw_cards == real.draw_cards
    assert known.draw[SUPER_SIZE] == real.draw[SUPER_SIZE] + 1


def test_a_spectator_sees_no_hand():
    known = seen(Position(A="1.L1", B="1.R1", at="window"), SPECTATOR)
    assert sum(sum(hand) for hand in known.hand) == 0


def test_a_world_keeps_sizes_sums_and_the_own_hand():
    race = Position(A="1.L1", B="1.R1", C="1.L2", at="window")
    real = race.state
    for seed in range(20):
        state = world(race, 0, seed)
        assert GAME.faults(race.table, state) == []
        assert state.hand[0] == real.hand[0]
        assert [sum(hand) for hand in state.hand[:3]] == [2, 2, 2]
        CONTRACT["conceal"](race.table, state, 0)
        assert state == seen(race, 0)


def test_a_hidden_card_is_as_likely_as_the_pool_says():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": f"{SUPER} {CRITTER}"})
    # The pool has 30 cards, one of them a Super Size: in a hand of two with a chance of 2/30.
    drawn = Counter(world(race, 0, seed).hand[1][SUPER_SIZE] for seed in range(3000))
    assert drawn[1] / 3000 == pytest.approx(2 / 30, abs=0.02)  # four standard deviations are 0.018


def test_what_somebody_can_play_is_asked_whatever_the_hand():
    for hand in (f"{SUPER} {SUPER}", f"{CRITTER} {CRITTER}"):
        race = Position(A="1.L1", B="1.R1", at="window", hands={"A": hand, "B": "nitro_boost nitro_boost"})
        assert race.to_act == "A"


def super_sizes_held(race: Position) -> set[int]:
    """How many Super Sizes A holds in the worlds of B."""
    return {world(race, 1, seed).hand[0][SUPER_SIZE] for seed in range(100)}


def test_a_question_tells_nothing_of_the_hand_that_is_asked():
    """R-37 A is asked for an act and for dice whether or not there is a Super Size."""
    race = Position("GL SA SA", A="1.L1", B="0.L1", dice="2 5", hands={"A": f"{SUPER} {CRITTER}"})
    assert race.state.phase == CHOOSE_ACT
    assert super_sizes_held(race) >= {0, 1}
    race = Position(A="1.L1", B="0.L1", dice="2", hands={"A": f"{SUPER} {CRITTER}"})
    race.answers("drive A1")
    assert race.state.phase == CHOOSE_DICE
    assert super_sizes_held(race) >= {0, 1}


# What rivals hear


def heard(hand: str, road: str, dice: str, *moves: str) -> list[tuple[int, str, str]]:
    """What a rival of A hears, line by line with its ply, while A plays these moves."""
    race = Position(road, A="1.L1", B="0.L1", dice=dice, hands={"A": hand, "B": f"{CRITTER} {CRITTER}"})
    match = Match(GAME, 2, {"cars_each": 1})
    match.state = race.state
    for words in moves:
        assert match.actor == 0, words
        match.apply(match.words_to_move(words))
    return [(line.ply, line.clause, line.text) for line in match.history(1)]


@clause("DC-40", "DC-48")
@pytest.mark.parametrize(
    ("road", "dice", "moves"),
    [
        # L1 is in front of a gate of 3: two dice that are no row drive only with a Super Size.
        pytest.param("GL SA SA", "2 5", ("end",), id="nothing to do, or a Super Size to drive with"),
        pytest.param("WO SA SA", "2", ("drive red", "2"), id="one die, or one die with a Super Size"),
    ],
)
def test_rivals_hear_the_same_with_and_without_a_super_size(road: str, dice: str, moves: tuple[str, ...]):
    without, with_one = f"{CRITTER} {CRITTER}", f"{SUPER} {CRITTER}"
    assert heard(without, road, dice, *moves) == heard(with_one, road, dice, *moves)


@clause("DC-48")
def test_a_car_that_only_a_super_size_drives_declares_it_at_once():
    race = Position("GL SA SA", A="1.L1", B="0.L1", dice="2 2", hands={"A": f"{SUPER} {CRITTER}"})
    race.answers("drive A1")  # a gate of 3: everybody knows that a Super Size is held
    assert race.state.declared == 1
    assert race.choices == {"2", "2 2"}


def test_a_drawn_card_is_known_to_its_drawer_only_and_dice_and_track_to_all():
    race = NewRace(3)
    race.plays("B")
    assert [CONTRACT["sees_move"](race.table, race.state, seat) for seat in (SPECTATOR, 0, 1, 2)] == [0, 0, 1, 0]
    race = Position(A="1.L1", B="1.R1", at="turn")
    assert CONTRACT["sees_move"](race.table, race.state, SPECTATOR) == 1


def test_the_history_tells_a_draw_to_its_drawer_only():
    match = Match(GAME, 2, {}, SeededDice(3))
    match.settle()
    first = match.plies[1].happenings[0].a
    colour = ("Red", "Blue")[first]
    own = [line.text for line in match.history(first)]
    other = [line.text for line in match.history(1 - first)]
    assert f"{colour} draws a Danger card." in other
    assert f"{colour} draws a Danger card." not in own


def test_the_place_of_finish_is_nowhere_in_the_position():
    race = NewRace(2, {"danger": False})
    race.plays("A")
    assert 1 not in race.state.kind  # no Finish; the deck is counts
    assert race.odds == {"SA": 8, "WO": 3, "GL": 4, "GR": 4, "SL": 3, "SR": 3, "SCL": 2, "SCR": 2} | {
        "HL": 1,
        "HR": 1,
        "DC": 2,
    }


def test_a_view_hides_other_hands():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": f"{SUPER} {CRITTER}"})
    view = GAME.view(race.table, seen(race, 0))
    assert view["players"][0]["hand_names"] == ["Critter Crossing", "Super Size Your Combo"]
    assert view["players"][1]["hand"] is None
    assert view["players"][1]["cards"] == 2
