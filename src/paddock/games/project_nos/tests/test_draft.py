"""The draft (PN-08..19) and the auto-pick (PN-81)."""

import pytest

from paddock.testing import clause

from .. import GAME, realtime
from ..state import CARD, DIE, NITROUS, PICK, RANKING, STALLED, TURBOCHARGER
from .position import Game, Race

pytestmark = pytest.mark.usefixtures("both_backends")


def drafting(seats: int, first: int = 0, track: str = "361425", **options: object) -> Game:
    game = Game(seats, **options)
    game.deal(track)
    if seats > 1:
        game.apply(first)
    return game


@clause("PN-08")
def test_the_draft_comes_after_the_track():
    game = Game(1)
    game.deal("36142")
    assert game.to_act == "chance"
    game.deal("5")
    assert game.to_act == "A"
    assert "take v8" in game.legal()


@clause("PN-09")
def test_chance_says_who_drafts_first_then_clockwise():
    game = Game(3)
    game.deal("361425")
    assert game.runner.chance() == ([0, 1, 2], [1, 1, 1])
    game.apply(2)
    order = ""
    for pick in ("v8", "v8", "nitrous"):
        order += game.to_act
        game.act(f"take {pick}")
    assert order == "CAB"


@clause("PN-10")
def test_later_drafts_run_in_reverse_order_of_the_ranking():
    race = Race("cccwww", "cccvvv", "cccxxx")
    race.stands("A", 1, 6, ended=9)
    race.stands("B", 1, 6, ended=7)
    race.stands("C", STALLED, 2)
    race.goes_on(RANKING)
    assert race.ranking() == "BAC"
    race.act("card 6")
    race.deal("112233")
    assert race.to_act == "C"
    race.act("take v8")
    assert race.to_act == "A"
    race.act("take v8")
    assert race.to_act == "B"


@clause("PN-11")
@pytest.mark.parametrize(("path", "order"), [("round", "ABABAB"), ("snake", "ABBAAB")])
def test_three_rounds_and_everybody_has_three_dice(path: str, order: str):
    game = drafting(2, draft_path=path)
    seen = ""
    for _ in range(6):
        seen += game.to_act
        assert "stop" not in game.legal()
        game.act(sorted(game.legal())[0])
    assert seen == order
    assert game.state.mod_dice[:2] == [3, 3]
    assert game.state.phase != PICK


@clause("PN-12")
def test_a_card_brings_a_die_and_there_are_two_copies():
    game = drafting(4)
    game.act("take nitrous")
    assert game.state.card_left[NITROUS] == 1
    assert game.state.die_left == [4, 5, 5]
    assert game.state.kind[0][3] == NITROUS
    game.act("take nitrous")
    assert "take nitrous" not in game.legal()


@clause("PN-12")
def test_no_card_without_a_die_of_its_colour():
    game = drafting(4)
    s = game.state
    s.die_left[1] = 0
    s.colour[1][3:], s.colour[2][3:5] = [1, 1, 1], [1, 1]
    game.state = s
    assert not {"take turbocharger", "take supercharger"} & game.legal()


@clause("PN-13")
def test_a_die_of_an_own_colour_has_the_kind_of_the_card():
    game = drafting(1)
    game.act("take supercharger", "die yellow")
    assert game.state.kind[0][3:5] == [3, 3]
    assert "die blue" not in game.legal()


@clause("PN-14")
@pytest.mark.parametrize(("most", "third"), [(2, False), (3, True)])
def test_two_cards_of_different_colours(most: int, third: bool):
    game = drafting(1, max_mod_cards=most)
    game.act("take v8")
    assert "take nitrous" not in game.legal()
    assert "take v8" not in game.legal()
    game.act("take spoiler")
    assert ("take turbocharger" in game.legal()) == third
    assert {"die blue", "die grey"} <= game.legal()


@clause("PN-15")
def test_the_first_pick_is_a_card():
    game = drafting(2)
    assert all(word.startswith("take ") for word in game.legal())
    assert len(game.legal()) == 6


@clause("PN-16")
def test_a_plain_die_acts_like_a_common_one():
    race = Race("cccnpx", track="361425")
    assert "1 6" not in race.rolls()
    assert race.rolls() == {"1 2", "1 4", "1 5", "4 5"}


@clause("PN-17")
def test_a_pick_that_cannot_finish_is_legal_and_warned_of():
    game = drafting(1, track="566556")
    assert "take turbocharger" in game.legal()
    warnings = GAME.view(game.table, game.state)["draft"]["warnings"]
    assert warnings == [CARD + TURBOCHARGER]
    game.act("take turbocharger", "die yellow", "die yellow")
    assert game.status() == "stalled"


@clause("PN-18")
def test_the_draft_is_open():
    game = drafting(3)
    game.act("take nitrous")
    for seat in "ABCS":
        assert game.seen_by(seat) == game.state
    assert [game.runner.sees_move(seat) for seat in (-1, 0, 1, 2)] == [True] * 4


@clause("PN-19")
def test_two_cards_in_one_turn():
    game = drafting(2, cards_per_turn=2)
    game.act("take v8")
    assert game.to_act == "A"
    assert game.legal() == {"take turbocharger", "take supercharger", "take wide_tires", "take spoiler", "stop"}
    game.act("take spoiler")
    assert game.to_act == "B"
    game.act("take v8", "stop")
    assert game.to_act == "A"
    game.act("die blue")  # A has three dice and is skipped from now on
    game.act("die blue")
    assert game.to_act == "B"
    game.act("die blue")
    assert game.state.mod_dice[:2] == [3, 3]


@clause("PN-81")
def test_the_auto_pick_takes_the_highest_score_that_can_finish():
    game = drafting(1, track="361425")
    # free faces over 3-6-1-4-2-5: turbo 2+2+2, super 2+2+2, wide 2+2+2, spoiler 2+2+2, nitrous 6, v8 4: a tie of
    # five kinds at 6, nitrous first by the order of PN-02
    assert realtime.pick_for(game.table, game.state) == CARD + NITROUS
    game.act("take nitrous")
    # a tie again: nitrous as a die comes before the other kinds' cards
    assert realtime.pick_for(game.table, game.state) == DIE
    low = drafting(4, track="112331")
    low.act("take nitrous", "take nitrous")
    # over 1-1-2-3-3-1: turbo 2+2+2 = 6, super 0, wide 6, spoiler 6; turbo first
    assert realtime.pick_for(low.table, low.state) == CARD + TURBOCHARGER


@clause("PN-81")
def test_the_auto_pick_keeps_the_car_finishable():
    game = drafting(1, track="444566")
    s = game.state
    s.cards[0], s.mod_dice[0], s.kind[0][3:5], s.colour[0][3:5] = 1 << TURBOCHARGER, 2, [2, 2], [1, 1]
    s.card_left[TURBOCHARGER], s.die_left[1] = 1, 3
    game.state = s
    # turbo dice go on the three 4s with two redlines only: a third one could not finish. Super is barred by its colour.
    assert "die yellow" in game.legal()
    assert realtime.pick_for(game.table, game.state) == CARD + NITROUS
    assert realtime.is_pick_overdue(1000, 31000)
    assert not realtime.is_pick_overdue(1000, 30999)
