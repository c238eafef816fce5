"""Decks by counts: cards are drawn, thrown, shuffled and dealt again, and none is lost."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

from paddock.engine import (
    deck_outcomes,
    demand_draws,
    draw_any,
    draw_to_hand,
    fill_hand,
    pool_other_hands,
    random_words,
    reshuffle,
    take_from_hand,
    throw,
    throw_hand,
)

DRAWING, NEXT = 7, 9


def deck() -> Any:
    """Two cards of kind 0, none of kind 1, three of kind 2; the hands of two seats are empty."""
    return SimpleNamespace(
        draw=[2, 0, 3], draw_cards=5, discard=[0, 0, 0], discard_cards=0, hand=[[0, 0, 0], [0, 0, 0]], cards=[0, 0]
    )


def test_each_kind_is_as_likely_as_it_has_cards():
    out, weight = [0] * 3, [0] * 3
    assert deck_outcomes(deck(), 10, out, weight) == 2
    assert (out[:2], weight[:2]) == ([10, 12], [2, 3])


def test_cards_are_drawn_to_a_hand_one_by_one():
    s = deck()
    demand_draws(s, 1, 2, NEXT, DRAWING)
    assert (s.drawer, s.to_draw, s.then, s.phase) == (1, 2, NEXT, DRAWING)
    draw_to_hand(s, 2)
    assert (s.draw, s.draw_cards, s.hand, s.cards, s.to_draw) == ([2, 0, 2], 4, [[0, 0, 0], [0, 0, 1]], [0, 1], 1)


def test_what_is_thrown_is_shuffled_into_a_new_pile():
    s = deck()
    demand_draws(s, 0, 5, NEXT, DRAWING)
    for kind in (0, 0, 2, 2, 2):
        draw_to_hand(s, kind)
    take_from_hand(s, 0, 0)
    throw(s, 0)
    throw_hand(s, 0)
    assert (s.hand[0], s.cards[0], s.discard, s.discard_cards) == ([0, 0, 0], 0, [2, 0, 3], 5)
    reshuffle(s)
    assert (s.draw, s.draw_cards, s.discard, s.discard_cards) == ([2, 0, 3], 5, [0, 0, 0], 0)


def test_hidden_hands_are_dealt_again_and_the_own_one_stays():
    s = deck()
    s.hand, s.cards = [[1, 0, 1], [0, 0, 2]], [2, 2]
    pool_other_hands(SimpleNamespace(seats=2), s, 0)
    assert (s.draw, s.hand, s.cards) == ([2, 0, 5], [[1, 0, 1], [0, 0, 0]], [2, 2])
    fill_hand(s, 1, 0, random_words(1, 0))
    assert sum(s.hand[1]) == 2
    assert [left + held for left, held in zip(s.draw, s.hand[1], strict=True)] == [2, 0, 5]


def test_any_card_of_some_kinds_is_as_likely():
    random = random_words(3, 0)
    drawn = Counter[int]()
    for _ in range(500):
        s = deck()
        drawn[draw_any(s, 0, 3, random)] += 1
        assert sum(s.draw) == 4
        assert draw_any(deck(), 1, 3, random) == 2
    assert 150 < drawn[0] < 250  # 2 of 5 are 200, with a standard deviation of 11
    assert drawn[0] + drawn[2] == 500
