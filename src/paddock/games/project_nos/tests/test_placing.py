"""Race: placing and modifications (PN-28..44)."""

import pytest

from paddock.testing import clause

from .position import Race, mask

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("PN-28")
def test_a_fresh_die_that_fits_goes_on_the_current_space_only():
    race = Race("cccwww")
    race.roll("1 2", 3, 6)  # 6 would match space 2
    race.act("place 1")
    s = race.state
    assert (s.space[0][0], s.next[0]) == (1, 2)
    assert "place 2" not in race.legal()


@clause("PN-29")
def test_placing_is_never_forced():
    race = Race("cccwww")
    race.roll("1 2", 3, 3)
    assert race.rolls()
    race.roll("1 2", 1, 1)
    assert race.filled() == 0


@clause("PN-30")
def test_two_under_does_not_fit():
    race = Race("cccwww")
    race.roll("1 4", 1, 1)
    assert race.actions() == set()


@clause("PN-31")
def test_a_die_costs_one_redline_however_far_over_it_is():
    race = Race("cccwww", track="112233")
    race.roll("1 2", 6, 1)
    race.act("place 1")
    assert race.redlines() == 1
    race.roll("2 3", 1, 1)
    race.act("place 2")
    assert race.redlines() == 1  # a match is free


@clause("PN-32")
def test_one_die_of_a_roll():
    race = Race("cccwww", track="331425")
    race.roll("1 2", 3, 3)
    race.act("place 1")
    assert race.actions() == set()


@clause("PN-32")
def test_a_chain_of_dice_of_one_roll():
    race = Race("cccwww", track="331425", place_per_roll="chain")
    race.roll("1 2", 3, 3)
    race.act("place 1", "place 2")
    assert race.filled() == 2


@clause("PN-33")
def test_a_placed_die_stays():
    race = Race("cccwww")
    race.roll("1 2", 3, 1)
    race.act("place 1")
    race.roll("2 3", 1, 1)
    assert race.state.placed[0] == mask("1")
    assert all("1" not in hand.split() for hand in race.rolls())


@clause("PN-34", "PN-45")
def test_the_last_die_is_rolled_alone_and_then_the_race_is_run():
    race = Race("cccwww")
    race.has("A", placed="2 3 4 5 6")
    race.roll("1", 5)
    race.act("place 1")
    assert race.status() == "finished"
    assert race.to_act == "over"


@clause("PN-35")
def test_redlines_stay():
    race = Race("cccwww", track="112233")
    race.has("A", redlines=2)
    race.roll("1 2", 1, 6)
    race.act("place 1")
    assert race.redlines() == 2


@clause("PN-36")
def test_the_third_redline_explodes():
    race = Race("cccwww", "cccxxx")
    race.has("A", redlines=2, fresh={1: 4})
    race.act("place 1")
    assert race.status() == "exploded"
    assert (race.filled(), race.redlines()) == (0, 2)
    assert race.state.fresh[0] == mask("1")  # the die is not placed
    assert race.to_act == "B"


@clause("PN-36")
def test_forbidden_third_redlines_are_not_legal():
    race = Race("cccwww", third_redline="forbid")
    race.has("A", redlines=2, fresh={1: 4, 2: 3})
    assert race.actions() == {"place 2"}


@clause("PN-36")
@pytest.mark.parametrize(("clock", "pause"), [("rounds", 0), ("simulated", 2000)])
def test_a_restart_goes_back_to_the_first_space(clock: str, pause: int):
    race = Race("cccwww", clock=clock, third_redline="restart")
    race.has("A", placed="2 3", redlines=2, fresh={1: 6}, used=False)
    before = race.state.now
    race.act("place 1")  # 6 on a 1
    s = race.state
    assert (s.next[0], s.redlines[0], s.placed[0], s.fresh[0], s.last_hand[0], s.used[0]) == (1, 0, 0, 0, 0, 1)
    landed = before if clock == "rounds" else before + 450 + 340
    assert s.due[0] == landed + pause


@clause("PN-36", "PN-43")
def test_a_dead_end_restarts_where_the_option_says_so():
    race = Race("ccctxx", third_redline="restart")
    race.has("A", placed="2 3 5 6", redlines=2, fresh={1: 2, 4: 3})
    race.act("place 1")
    assert (race.status(), race.filled(), race.redlines()) == ("running", 0, 0)


@clause("PN-37")
def test_a_modification_acts_on_dice_of_its_colour_only():
    race = Race("cccwwx")
    race.roll("1 4", 2, 2)
    before = race.state
    race.act("place 4")
    assert race.redlines() == 0
    race.state = before
    race.act("place 1")
    assert race.redlines() == 1


@clause("PN-38")
def test_a_fresh_nitrous_die_is_saved_also_after_another_was_placed():
    race = Race("cccnnn")
    race.roll("1 4", 3, 2)
    assert "save 4" in race.legal()
    assert "save 1" not in race.legal()
    race.act("place 1", "save 4")
    assert race.state.saved[0] == mask("4")
    assert race.state.face[0][3] == 2


@clause("PN-38")
def test_several_nitrous_dice_may_be_saved():
    race = Race("cccnnn")
    race.roll("4 5", 2, 6)
    race.act("save 4", "save 5")
    assert race.state.saved[0] == mask("4 5")


@clause("PN-38")
def test_saving_is_over_with_the_next_roll():
    race = Race("cccnnn")
    race.roll("1 4", 1, 6)
    race.roll("1 2", 1, 1)
    assert not any(word.startswith("save") for word in race.legal())


@clause("PN-39")
def test_saved_dice_are_placed_whenever_they_fit_any_number_in_a_row():
    race = Race("cccnnn", track="331425")
    race.has("A", saved={4: 3, 5: 4}, used=True)
    race.act("place 4", "place 5")  # 3 on a 3, then 4 on a 3 with a redline
    assert (race.filled(), race.redlines()) == (2, 1)
    assert race.state.used[0] == 1


@clause("PN-39")
def test_placing_a_saved_die_ends_the_roll_for_the_others():
    race = Race("cccnnn", track="331425")
    race.has("A", saved={4: 3}, fresh={1: 3})
    assert {"place 1", "place 4"} <= race.legal()
    race.act("place 4")
    assert "place 1" not in race.legal()


@clause("PN-40")
def test_a_saved_die_counts_as_one_die_of_the_hand():
    race = Race("cccnnn")
    race.has("A", saved={4: 6})
    assert race.rolls() == {"1", "5"}


@clause("PN-41")
def test_a_released_die_loses_its_value():
    race = Race("cccnnn")
    race.has("A", saved={4: 6})
    race.act("release 4")
    assert (race.state.saved[0], race.state.face[0][3]) == (0, 0)
    assert race.rolls() == {"1 2", "1 4", "4 5"}


@clause("PN-41")
def test_a_locked_die_is_released_only_when_stuck():
    race = Race("cccnnn", nitrous_release="locked", track="361425")
    race.has("A", saved={4: 6})  # fits space 2 later: nothing is stuck
    assert "release 4" not in race.legal()
    # a 1 that fits only the 1 (or a 2 with a redline): locked while the 1 is to come, free when it is past
    race = Race("cccnnn", nitrous_release="locked", track="361425")
    race.has("A", placed="1 2", saved={4: 1})
    assert "release 4" not in race.legal()
    race = Race("cccnnn", nitrous_release="locked", track="361455")
    race.has("A", placed="1 2 3", saved={4: 1})
    assert "release 4" in race.legal()


@clause("PN-41")
def test_two_locked_dice_that_fill_the_hand_may_be_released():
    race = Race("cccnnn", nitrous_release="locked", track="311425")
    race.has("A", saved={4: 1, 5: 1})  # both fit later, but none fits a 3, and the hand is full
    assert race.legal() == {"release 4"}  # equal faces are one choice


@clause("PN-41")
def test_locked_dice_are_released_when_they_could_not_all_be_placed():
    # two 6s saved, spaces left 1-1-1-1 with two redlines used: 6 on a 1 costs one, so the car could not finish
    race = Race("cccnnn", nitrous_release="locked", track="231123")
    race.has("A", placed="1 2", redlines=2, saved={4: 6})
    assert "release 4" in race.legal()


@clause("PN-42")
def test_a_charger_may_count_as_its_face_where_that_is_an_option():
    race = Race("ccctxx", boost="optional", track="561425")
    race.roll("1 4", 1, 5)  # turbo 5 counts 3 or 5
    assert race.actions() == {"face 4"}
    race = Race("ccctxx", boost="optional", track="361425")
    race.roll("1 4", 1, 5)
    assert race.actions() == {"place 4", "face 4"}
    race.act("face 4")
    assert race.redlines() == 1  # 5 on a 3


@clause("PN-43")
def test_a_car_that_cannot_finish_stalls_at_go():
    race = Race("cccttt", "cccwww", track="566556")
    assert race.status("A") == "stalled"
    assert race.to_act == "B"


@clause("PN-43")
@pytest.mark.parametrize(
    ("car", "track", "status"),
    [
        ("ccctxx", "455666", "running"),  # a turbo 3 on the 4, with a redline
        ("cccttx", "445666", "running"),
        ("cccttt", "444566", "stalled"),  # three 4s, but only two redlines
        ("cccttt", "144566", "running"),
        ("cccsss", "112334", "running"),  # one supercharger free, two with a redline each
        ("cccsss", "112233", "stalled"),
    ],
)
def test_chargers_need_cards_they_can_go_on(car: str, track: str, status: str):
    assert Race(car, "cccxxx", track=track).status("A") == status


@clause("PN-43")
def test_a_car_may_run_on_in_a_dead_end():
    race = Race("cccttt", track="566556", dead_end="run_on")
    assert race.status() == "running"
    race.has("A", placed="1 2 3")
    race.roll("4 5", 6, 6)
    assert race.actions() == set()
    assert race.rolls() == {"4 5"}


@clause("PN-44")
def test_leapfrog_takes_up_the_die_behind():
    race = Race("cccwww", dice_supply="leapfrog")
    race.roll("1 2", 3, 1)
    race.act("place 1")
    assert race.state.placed[0] == mask("1")
    race.roll("2 3", 6, 1)
    race.act("place 2")
    assert race.state.placed[0] == mask("2")
    assert race.filled() == 2
    assert "1 3" in race.rolls()
    assert race.actions() == set()  # still one placement a roll


@clause("PN-44")
def test_leapfrog_is_finished_when_space_six_is_filled():
    race = Race("cccttt", dice_supply="leapfrog", track="566556")
    assert race.status() == "running"  # dead ends cannot occur
    for value in (5, 6, 6, 5, 5, 6):
        hand = min(race.rolls())
        race.roll(hand, value, 1)
        race.act(f"place {hand.split()[0]}")
    assert race.status() == "finished"


def test_equal_dice_are_one_choice():
    race = Race("cccwww", track="331425")
    race.has("A", fresh={2: 3, 3: 3, 4: 3})
    assert race.actions() == {"place 2", "place 4"}
    race = Race("cccnnn")
    race.has("A", fresh={4: 3, 5: 3})
    assert race.actions() == {"place 4", "save 4"}
