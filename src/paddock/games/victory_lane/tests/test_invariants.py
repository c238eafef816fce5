"""Broken positions are told in words."""

from collections.abc import Callable

import pytest

from .. import GAME
from ..state import DECK, State
from .position import Position


def lose_card(s: State) -> None:
    s.place[0] = 9


def wrong_hand(s: State) -> None:
    s.cards[0] = 3


def card_in_play(s: State) -> None:
    s.place[s.place.index(DECK)] = 10
    s.deck_cards -= 1


def card_face_down(s: State) -> None:
    s.place[s.place.index(DECK)] = 11
    s.deck_cards -= 1


def card_nowhere(s: State) -> None:
    s.place[s.place.index(DECK)] = 12
    s.deck_cards -= 1


def car_twice(s: State) -> None:
    s.on[44] = 0


def off_road(s: State) -> None:
    s.on[s.cell[0]] = -1
    s.cell[0], s.distance[0] = 25, 25
    s.on[25] = 0


def wrong_distance(s: State) -> None:
    s.distance[0] += 2


def leader_lost(s: State) -> None:
    s.window = 64


def unlapped(s: State) -> None:
    s.distance[0] -= 64


def npd_tires(s: State) -> None:
    s.worn[2] = 1


def sideways_primary(s: State) -> None:
    s.sideways[0] = 1


def lost_primary(s: State) -> None:
    s.owner[0] = 1


def boxed_twice(s: State) -> None:
    s.box[0] = 0


def extra_laps(s: State) -> None:
    s.laps_in_play[:3] = [1, 1, 1]


def odd_positions(s: State) -> None:
    s.position[3] = 2


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lose_card, "cards in the deck"),
        (wrong_hand, "holds 1 cards, not 3"),
        (card_in_play, "cards in play"),
        (card_face_down, "belongs to no car"),
        (card_nowhere, "is nowhere"),
        (car_twice, "stands twice"),
        (off_road, "does not exist"),
        (wrong_distance, "has distance"),
        (leader_lost, "not on the tiles"),
        (unlapped, "behind, lapped 0"),
        (npd_tires, "has tires"),
        (sideways_primary, "is sideways"),
        (lost_primary, "has no primary"),
        (boxed_twice, "two places"),
        (extra_laps, "Laps cards in play"),
        (odd_positions, "positions [2]"),
    ],
)
def test_a_fault_is_found(harm: Callable[[State], None], words: str):
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5")
    state = race.state
    assert GAME.faults(race.table, state) == []
    harm(state)
    assert any(words in fault for fault in GAME.faults(race.table, state)), GAME.faults(race.table, state)
