"""Hidden hands, face-down cards and dice: what a seat may know, and worlds it cannot tell from the real one."""

from collections import Counter

import pytest

from paddock.engine import SPECTATOR, WORDS, Match, SeededDice, seed_random

from .. import GAME
from ..state import CHOOSE_PIT_DIE, CHOOSE_QUALIFY, DEAL_CARD, DECK, FACE_DOWN, HIDDEN, State
from .position import COLORS, NewRace, Position, Race

CONTRACT = GAME.contract
SINGLE = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


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


def seers(race: Race) -> list[int]:
    seats = range(SPECTATOR, race.table.seats)
    return [seat for seat in seats if CONTRACT["sees_move"](race.table, race.state, seat)]


def two_hands() -> Position:
    return Position(
        red="G1:8", blue="G1:20", players="red blue", hands={"red": "open_track 5", "blue": "pedal_down, dialed_in 2"}
    )


def test_other_hands_are_pooled_with_the_deck_and_sizes_stay():
    race = two_hands()
    known = seen(race, 0)
    assert known.place.count(0) == 1
    assert known.place.count(1) == 0
    assert known.cards[:2] == [1, 2]
    assert known.place.count(DECK) == 49 + 2
    assert known.deck_cards == 49


def test_a_spectator_sees_no_hand():
    known = seen(two_hands(), SPECTATOR)
    assert not {0, 1} & set(known.place)


def test_a_world_keeps_sizes_and_the_own_hand():
    race = two_hands()
    for seed in range(20):
        state = world(race, 0, seed)
        assert GAME.faults(race.table, state) == []
        assert (state.place.count(0), state.place.count(1)) == (1, 2)
        CONTRACT["conceal"](race.table, state, 0)
        assert state == seen(race, 0)


def test_a_hidden_card_is_as_likely_as_the_pool_says():
    race = two_hands()
    # 51 unknown cards: A01 is in a hand of two with a chance of 2/51
    held = Counter(world(race, 0, seed).place[0] for seed in range(3000))
    assert held[1] / 3000 == pytest.approx(2 / 51, abs=0.0145)  # four standard deviations


def qualifying(seats: int = 3) -> NewRace:
    race = NewRace(seats)
    race.deals(*COLORS[:seats])
    race.plays(*["PASS"] * seats)
    return race


def test_a_qualifying_card_is_secret_until_all_are_set():
    race = qualifying()
    assert race.state.phase == CHOOSE_QUALIFY
    assert seers(race) == [0]
    card = race.runner.legal()[0] - 81
    race.takes(1)
    assert race.to_act == "1"
    known = seen(race, 1)
    assert known.qualify[0] == HIDDEN
    assert FACE_DOWN not in known.place
    set_card = race.state.qualify[0]
    assert seen(race, 0).qualify[0] == set_card  # its own
    assert card >= 0


def test_what_others_set_does_not_change_what_a_seat_is_asked():
    asked: set[tuple[int, ...]] = set()
    for choice in range(5):
        race = qualifying()
        race.plays(sorted(race.choices)[choice])
        asked.add(tuple(race.runner.legal()))
        assert GAME.view(race.table, seen(race, 1))["cars"][0]["qualify"] == "hidden"
    assert len(asked) == 1


def test_npd_cards_are_unknown_to_all_until_the_reveal():
    race = qualifying()
    race.takes(3)
    assert race.state.phase == DEAL_CARD
    assert seers(race) == []
    race.takes(1)
    npd = race.state.qualify.index(next(card for car, card in enumerate(race.state.qualify) if car >= 3 and card >= 0))
    for seat in (SPECTATOR, 0, 1, 2):
        assert seen(race, seat).qualify[npd] == HIDDEN
        if seat >= 0:
            assert GAME.faults(race.table, world(race, seat, 1)) == []
    race.takes(4)
    assert "VL-11" in race.happened
    assert set(race.state.qualify) == {-1}


def in_the_pits() -> Position:
    race = Position(SINGLE, players="red blue white", at="yellow")
    race.plays("PIT", "PIT", "PIT")
    return race


def test_a_pit_die_is_secret_until_all_are_set():
    race = in_the_pits()
    assert (race.state.phase, seers(race)) == (CHOOSE_PIT_DIE, [0])
    race.plays("set 5")
    assert seen(race, 1).pit_die[0] == HIDDEN
    assert seen(race, 0).pit_die[0] == 5
    assert GAME.view(race.table, seen(race, 1))["cars"][0]["pit_die"] == "hidden"
    race.plays("set 2", "set 3")
    assert seen(race, 1).pit_die[:3] == [5, 2, 3]
    assert race.happened.count("VL-99") == 3


def test_hidden_pit_dice_may_show_anything():
    race = in_the_pits()
    race.plays("set 5")
    shown = {world(race, 1, seed).pit_die[0] for seed in range(100)}
    assert shown == {1, 2, 3, 4, 5, 6}


def test_drawn_cards_are_known_to_the_drawer_and_fumes_cards_to_all():
    race = Position(red="G1:8", blue="G1:20", players="red blue")
    race.plays("gas")
    assert seers(race) == [0]
    race = Position(red="G1:8 worn", blue="G1:20", players="red blue")
    race.plays("FUMES", "5")
    assert seers(race) == [SPECTATOR, 0, 1]


def test_somebody_who_is_asked_to_discard_has_a_choice_in_every_world():
    race = Position(
        red="G1:8",
        blue="G1:20",
        players="red blue",
        hand="dialed_in 2",
        options={"race": "[[race]]\nhand_size = 1\n"},
    )
    race.plays("gas", "draw A01")
    assert race.choices == {"dialed_in 2", "pedal_down"}
    for seed in range(200):
        out = [0] * GAME.choices
        assert CONTRACT["legal"](race.table, world(race, 1, seed), out) == 2


def test_the_history_tells_a_draw_to_its_drawer_only():
    match = Match(GAME, 2, {}, SeededDice(3))
    match.settle()
    match.play(53)
    match.play(54)
    own = [line.text for line in match.history(0)]
    other = [line.text for line in match.history(1)]
    assert other.count("Player 1 draws a card.") == 5
    assert "Player 1 draws a card." not in own


def test_a_secret_choice_is_told_to_others_only_as_made():
    match = Match(GAME, 2, {}, SeededDice(3))
    match.settle()
    for move in (53, 54, 42, 42):
        match.play(move)
    chosen = match.choices()[0]
    match.play(chosen.move)
    assert match.history(1)[-1].text == "Player 1: has chosen."
    assert chosen.words in match.history(0)[-1].text


def test_in_solo_nothing_is_hidden_from_the_player():
    race = NewRace(1)
    race.plays_first("L01")
    assert seen(race, 0) == race.state
