"""Winning the race, places, series points, laps and Lap Leader: ND-110 to ND-116, ND-131, ND-140."""

from paddock.engine import Match, Options
from paddock.testing import clause

from .. import GAME
from ..words import gap
from .position import Position, new_table

ELIMINATE: Options = {"wreck": "eliminate"}


def gaps_of(race: Position) -> dict[str, str]:
    return {name: gap(race.table, race.state, race.state, seat) for seat, name in enumerate(race.named_places)}


@clause("ND-110")
def test_the_race_ends_without_replenishing_when_somebody_has_crossed_the_line():
    assert Position(A="s1.L0 p37", B="s17.L0 p35", at="check").to_act == "over"
    assert Position(A="s0.L2 p36", B="s17.L0 p35", at="check").to_act == "chance"


@clause("ND-111")
def test_the_crosser_moves_on_and_everybody_else_still_has_a_turn():
    race = Position(A="s0.L2 p36 v2 n0", B="s0.R2 p36 v1 n0", later="B")
    race.plays("forward", "match", "forward", "end", "pass")
    assert (race.to_act, race.space("A")) == ("B", "s1.L1")


@clause("ND-112")
def test_the_winner_is_furthest_past_the_line_not_the_first_across():
    race = Position(A="s1.L1 p37", B="s1.R2 p37", C="s0.L0 p36", at="check")
    assert race.named_places == {"B": 1, "A": 2, "C": 3}


@clause("ND-113", "ND-114")
def test_everybody_is_ranked_and_gets_points_by_rank():
    race = Position(A="s1.L1 p37", B="s17.L1 p35", C="s0.L0 p36", D="s12.L0 p30", at="check")
    assert race.named_places == {"A": 1, "C": 2, "B": 3, "D": 4}
    assert race.scores == [4, 2, 3, 1]


@clause("ND-113")
def test_eliminated_cars_come_last_the_later_one_before_the_earlier():
    race = Position(
        X="s5.L0 v1 c1",
        Y="s5.L1 v1 c1",
        Z="s1.L0",
        later="Z",
        options=ELIMINATE,
    )
    race.plays("forward")  # X runs into Y: first X, then Y is out
    assert not race.is_racing("X")
    assert not race.is_racing("Y")
    assert race.named_places == {"Z": 1, "Y": 2, "X": 3}


@clause("ND-113")
def test_how_far_cars_are_behind_is_told_in_sections():
    race = Position(A="s1.L1 p37", B="s1.R2 p37", C="s0.L0 p36", D="s12.L0 p30", at="check")
    assert gaps_of(race) == {"A": "in the same section", "B": "", "C": "1 section behind", "D": "7 sections behind"}


@clause("ND-111", "ND-113")
def test_the_gap_is_to_the_winner_when_a_later_turn_overtakes_the_first_car_across_the_line():
    crossed = Position(A="s1.L0 p37", B="s17.L0 p35", at="check")
    overtaken = Position(A="s1.L0 p37", B="s2.L0 p38", at="check")
    told = [gap(overtaken.table, crossed.state, overtaken.state, seat) for seat in range(2)]
    assert told == ["1 section behind", ""]


@clause("ND-113")
def test_a_car_that_is_out_is_told_to_be_wrecked():
    race = Position(X="s5.L0 v1 c1", Y="s5.L1 v1 c1", Z="s1.L0", later="Z", options=ELIMINATE)
    race.plays("forward")
    assert gaps_of(race) == {"X": "wrecked", "Y": "wrecked", "Z": ""}


@clause("ND-116")
def test_the_race_ends_when_one_car_is_left():
    race = Position(X="s5.L0 v1 c1 n0", Y="s5.L1 v1", later="Y", options=ELIMINATE)
    race.plays("forward")
    assert race.to_act == "Y"  # until then the lone car plays on
    race.plays("forward", "end", "pass")
    assert race.to_act == "over"
    assert "ND-116" in race.happened


@clause("ND-140")
def test_the_round_limit_is_three_for_each_section_and_thirty():
    assert new_table(2).round_limit == 3 * 2 * 18 + 30
    assert new_table(2, {"round_limit": 7}).round_limit == 7
    assert Position(A="s5.L0", B="s1.L0", at="check", round=137).to_act == "chance"
    race = Position(A="s5.L0", B="s1.L0", at="check", round=138)
    assert race.to_act == "over"
    assert race.named_places == {"A": 1, "B": 2}


@clause("ND-140")
def test_the_log_says_that_the_limit_ended_the_race():
    race = Position(A="s5.L0 v0 n0", B="s1.L0", options={"round_limit": 3}, round=3)
    race.plays("pass")
    assert race.to_act == "over"
    assert "ND-140" in race.happened


@clause("ND-131")
def test_the_first_to_complete_a_lap_draws_two_cards_at_once_beyond_the_limit():
    lap_leader = {"lap_leader": True}
    race = Position(A="s0.L2 v1 c6 p18 n0", B="s0.R2 v1 p18 n0", later="B", options=lap_leader)
    race.plays("forward", "damage")
    assert (race.drawer, race.state.to_draw) == ("A", 2)
    race.plays("Y", "Y")
    assert (race.cards("A"), race.condition("A")) == (8, 5)
    race.plays("end", "pass", "forward", "match")
    assert race.to_act == "B"  # the second car over the line draws nothing
    assert race.cards("B") == 5


@clause("ND-131")
def test_leaving_the_grid_is_no_lap_and_without_the_variant_nobody_draws():
    race = Position(A="s0.L2 v1 n0", B="s5.L0", options={"lap_leader": True})
    race.plays("forward", "match")
    assert race.to_act == "A"
    assert "ND-111" not in race.happened
    race = Position(A="s0.L2 v1 p18 n0", B="s5.L0")
    race.plays("forward", "match")
    assert (race.to_act, race.state.laps_led) == ("A", 1)


@clause("ND-131")
def test_a_car_that_is_pulled_over_the_line_can_be_lap_leader():
    race = Position(A="s1.L0 v2 n0", B="s0.L2 v2 p18", options={"lap_leader": True})
    race.plays("forward", "go", "match")
    assert race.drawer == "B"
    race.draws_anything()
    assert race.to_act == "A"


def test_laps_can_be_chosen():
    assert new_table(2, {"laps": 4}).finish == 4 * 18 + 1


@clause("ND-116", "ND-113")
def test_when_nobody_is_left_the_car_eliminated_last_wins_and_the_log_says_so():
    # X runs into Y with condition 1 each: the mover is eliminated first (ND-70, ND-72), so Y is ranked before it.
    race = Position(X="s5.L0 v1 c1 n0", Y="s5.L1 v1 c1", options=ELIMINATE)
    match = Match(GAME, 2, ELIMINATE)
    match.state = race.state
    match.apply(match.words_to_move("go forward"))
    told = [line.text for line in match.history()]
    assert match.is_over
    assert told[-2:] == ["The race ends: no car is left.", "Blue was eliminated last and wins."]


@clause("ND-116", "ND-112")
def test_the_last_car_left_is_named():
    race = Position(X="s5.L0 v1 c1 n0", Y="s5.L1 v0 n0", later="Y", options=ELIMINATE)
    match = Match(GAME, 2, ELIMINATE)
    match.state = race.state
    for words in ("go forward", "leave the track as it is"):
        match.apply(match.words_to_move(words))
    told = [line.text for line in match.history()]
    assert told[-2:] == ["The race ends: blue is the last car left.", "Blue is furthest forward and wins."]


@clause("ND-140")
def test_every_default_limit_can_also_be_chosen():
    assert new_table(2, {"round_limit": 138}).round_limit == new_table(2).round_limit
    longest = 3 * 9 * 62 + 30  # nine laps of 62 sections, the most that ND-121 leaves cards for
    assert new_table(2, {"round_limit": longest}).round_limit == longest
