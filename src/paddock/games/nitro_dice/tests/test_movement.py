"""Movement phase: ND-20 to ND-28, braking ND-69."""

from paddock.testing import clause

from ..state import HALTING
from .position import Position


@clause("ND-20")
def test_equal_speeds_move_in_forward_order():
    race = Position(A="s1.L0 v3", B="s1.R0 v3", C="s1.L1 v3", D="s4.L0 v2", at="order")
    assert race.order == "CABD"


@clause("ND-21")
def test_every_point_must_be_spent():
    race = Position(X="s1.L0 v2 n0", A="s9.L0")
    assert "end" not in race.choices
    race.plays("forward")
    assert "end" not in race.choices
    race.plays("forward")
    assert "end" in race.choices
    assert "forward" not in race.choices


@clause("ND-22")
def test_a_forward_move_takes_the_next_space_of_the_lane():
    race = Position(X="s3.R2 v2", A="s9.L0")
    race.plays("forward", "match")
    assert (race.space("X"), race.prog("X")) == ("s4.R0", 4)


@clause("ND-23")
def test_handling_comes_before_the_hazard_and_the_hazard_before_drafting():
    race = Position(X="s4.R1 v3", B="s4.R0 v3", hazards={5: "S.a2 flip"})
    race.plays("forward")
    assert race.condition("X") == 9  # the hazard waits for handling
    race.plays("match")
    assert race.condition("X") == 8
    assert (race.to_act, race.choices) == ("B", {"go", "resist"})


@clause("ND-23", "ND-84")
def test_the_lap_is_counted_after_the_hazard_and_a_halt_comes_last():
    race = Position(
        X="s0.L2 v3 c3 p18",
        B="s0.L1 v3",
        spent=2,
        hazards={1: "S.a0"},
        options={"lap_leader": True},
    )
    race.plays("forward", "match")
    assert race.condition("X") == 2
    assert race.state.over == HALTING
    assert race.drawer == "X"


@clause("ND-24", "ND-25")
def test_movement_ends_by_choice_and_the_played_row_is_discarded_after_placing():
    race = Position(X="s1.L0 v0 n1", A="s9.L0", later="A")
    race.plays("nitro", "lane R", "Y", "forward", "forward")
    assert race.played == "Y"
    race.plays("end")
    assert (race.played, race.discarded) == ("Y", "")
    race.plays("R", "s3")
    assert (race.played, race.discarded) == ("", "R Y")  # the old card of the section too


@clause("ND-25")
def test_cards_of_a_pulled_car_lie_in_the_played_row_too():
    race = Position(A="s11.L0 v5", B="s10.L2 v4")
    race.plays("forward", "resist", "Y")
    assert (race.played, race.discarded) == ("Y", "")


@clause("ND-26")
def test_every_entry_onto_a_hazard_is_a_point_of_damage_and_the_hazard_stays():
    race = Position(X="s14.L0 v4", A="s9.L0", hazards={14: "S.a0a2"})
    assert race.condition("X") == 9  # standing on one is free
    race.plays("forward")
    assert race.condition("X") == 9
    race.plays("forward")
    assert race.condition("X") == 8
    race.plays("lane R", "S", "lane L", "S")
    assert race.condition("X") == 7
    assert race.hazards(14) == {"L0", "L2"}


@clause("ND-26")
def test_a_drift_runs_over_the_hazard_it_ends_on_only():
    race = Position(X="s14.R0 v4", A="s9.L0", hazards={14: "S.a0"})
    race.plays("drift L", "S")
    assert (race.space("X"), race.condition("X")) == ("s14.L1", 9)
    race = Position(X="s14.R0 v4", A="s9.L0", hazards={14: "S.a1"})
    race.plays("drift L", "S")
    assert race.condition("X") == 8


@clause("ND-26")
def test_replacing_a_section_hurts_nobody():
    race = Position(X="s1.L0 v0 n0", A="s10.L0", hands={"X": "S.a0"})
    race.plays("S.a0", "s14")
    assert (race.condition("X"), race.condition("A")) == (9, 9)


@clause("ND-27")
def test_at_speed_zero_only_nitrous_is_left():
    race = Position(X="s1.L0 v0", A="s9.L0")
    assert race.choices == {"nitro", "end"}
    race.plays("nitro")
    assert race.choices == {"forward", "lane R", "drift R"}


@clause("ND-27", "ND-42")
def test_braking_down_to_zero_ends_the_lane_changes():
    race = Position(X="s1.L0 v1 n0", A="s9.L0")
    assert "lane R" in race.choices
    race.plays("brake", "S")
    assert "pass" in race.choices  # only `end` was left, and placing follows


@clause("ND-28")
def test_a_single_step_is_taken_by_the_rules():
    race = Position(X="s1.L0 v2 n0", A="s9.L0", hands={"X": ""})
    assert race.space("X") == "s1.L2"  # no card: forward, forward, end; that there is none, everybody knows
    assert race.choices == {"pass"}
    race.plays("pass")
    assert race.state.round == 1
    assert race.to_act == "chance"


@clause("ND-28")
def test_in_the_last_garage_space_pit_is_always_open():
    race = Position(X="s9.G2 v2 c5", A="s1.L0")
    assert {"pit", "lane R", "drift R", "brake"} == race.choices


@clause("ND-69")
def test_braking_is_at_once_repeatable_and_lasts():
    race = Position(X="s1.L0 v4 n0", A="s9.L0", spent=1)
    race.plays("brake", "S", "brake", "R")
    assert race.speed("X") == 2
    race.plays("forward", "end", "pass")
    race.draws_anything()
    race.plays("speed 0")  # A leads and sets first
    assert "speed 3" in race.choices
    assert race.choices == {"speed 0", "speed 1", "speed 2", "speed 3", "speed 4"}


@clause("ND-69")
def test_pit_points_count_for_the_brake_floor():
    race = Position(X="s9.G0 v2 c5", A="s1.L0")
    race.plays("pit")
    assert "brake" in race.choices
    race.plays("pit")
    assert "brake" not in race.choices
