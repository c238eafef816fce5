"""Race: rolling (PN-20..27)."""

import pytest

from paddock.testing import clause

from ..state import FACE
from .position import Game, Race, mask

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("PN-20")
def test_the_first_hand_is_in_the_hand_at_go():
    race = Race("cccwww", clock="simulated", pilot_1="master")
    race.roll("1 4", 1, 1)
    assert race.settle() == 180 + 520  # START and the roll: no grab


@clause("PN-20")
def test_nothing_is_rolled_before_go():
    game = Game(1, clock="simulated")
    game.deal("361425")
    for pick in ("take v8", "die blue", "die blue"):
        assert not game.rolls()
        game.act(pick)
    assert game.state.rolls[0] == 0


@clause("PN-21")
def test_racers_do_not_touch_each_other():
    race = Race("cccwww", "cccvvv", clock="simulated")
    before = race.state
    race.roll("1 2", 3, 3)
    after = race.state
    for field in ("placed", "fresh", "redlines", "next", "rolls", "due"):
        assert getattr(after, field)[1] == getattr(before, field)[1]
    assert race.to_act == "B"  # nobody waits


@clause("PN-22")
@pytest.mark.parametrize(("placed", "sizes"), [("", {2}), ("1 2 3 4", {2}), ("1 2 3 4 5", {1})])
def test_a_hand_is_two_dice_or_what_is_left(placed: str, sizes: set[int]):
    race = Race("cccwww")
    race.has("A", placed=placed)
    assert {len(hand.split()) for hand in race.rolls()} == sizes


@clause("PN-23")
def test_a_v8_die_among_those_rolled_allows_three():
    race = Race("cccvww")
    assert {len(hand.split()) for hand in race.rolls()} == {2, 3}
    assert all("4" in hand.split() for hand in race.rolls() if len(hand.split()) == 3)
    race.has("A", placed="1 2 3")  # three left: v8 and two wide
    assert race.rolls() == {"4 5", "5 6", "4 5 6"}


@clause("PN-24")
def test_saved_dice_that_fill_the_hand_stop_the_rolling():
    race = Race("cccnnn")
    race.has("A", saved={4: 6, 5: 6})
    assert race.rolls() == set()
    race = Race("cccnnn")
    race.has("A", placed="1 2 3 5 6", saved={4: 1})  # the last die, a 1 for a 5
    assert race.legal() == {"release 4"}


@clause("PN-25")
def test_any_kinds_may_be_rolled_and_old_values_are_forgotten():
    race = Race("cccwwt")
    race.roll("1 4", 6, 1)
    assert race.rolls() == {"1 2", "1 4", "1 6", "4 5", "4 6"}
    race.roll("4 5", 1, 1)
    assert race.state.fresh[0] == mask("4 5")
    assert race.state.face[0][0] == 0
    assert "place 1" not in race.legal()


@clause("PN-26")
def test_a_sticky_hand_stays_together():
    race = Race("cccwww", hand_change="sticky")
    race.roll("1 4", 1, 6)
    assert race.rolls() == {"1 4"}
    race.act("place 4")
    assert race.rolls() == {"1 2", "1 5"}  # the common die stays, any other is grabbed


@clause("PN-26")
def test_a_sticky_hand_of_two_may_grow_to_three_with_a_v8():
    race = Race("cccvww", hand_change="sticky")
    race.roll("1 4", 1, 1)
    assert race.rolls() == {"1 4", "1 2 4", "1 4 5"}


@clause("PN-26")
def test_a_sticky_saved_die_is_not_rolled_again_but_a_released_one_is():
    race = Race("cccnww", hand_change="sticky")
    race.roll("1 4", 1, 6)
    race.act("save 4")
    assert race.rolls() == {"1"}
    race.act("release 4")
    assert race.rolls() == {"1 4"}


@clause("PN-26")
def test_a_sticky_hand_is_dead_when_it_would_strand_the_car():
    # spaces 5 and 6 are 2 and 5; c must be kept for the 5, and c alone is in the hand: it could go but not be spared
    race = Race("ccctxx", hand_change="sticky")
    race.has("A", placed="2 3 5 6", redlines=2, fresh={1: 6})
    assert race.rolls() == {"1 4"}
    race.has("A", redlines=2, fresh={1: 6})
    s = race.state
    s.last_hand[0] = mask("1")
    race.state = s
    assert race.rolls() == {"1 4"}


@clause("PN-27")
def test_every_die_of_a_roll_is_fair_and_they_settle_together():
    race = Race("cccvww")
    race.act("roll 1 2 4")
    assert race.state.phase == FACE
    for face in (6, 2, 3):
        assert race.runner.chance() == ([0, 1, 2, 3, 4, 5], [1] * 6)
        race.apply(face - 1)
    s = race.state
    assert (s.face[0][0], s.face[0][1], s.face[0][3]) == (6, 2, 3)
    assert (s.rolls[0], s.used[0], s.settle[0]) == (1, 0, 1)
    assert s.fresh[0] == mask("1 2 4")
