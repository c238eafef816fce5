"""Lane changes and drifting: ND-40 to ND-47."""

import pytest

from paddock.testing import clause

from .position import Position, space_number


@clause("ND-40", "ND-41")
def test_lane_changes_cost_a_card_each_and_no_point_at_any_step():
    race = Position(X="s1.L0 v1", A="s9.L0")
    race.plays("lane R", "S", "lane L", "R", "forward", "lane R", "Y")
    assert (race.space("X"), race.state.spent, race.cards("X")) == ("s1.R1", 1, 3)


@clause("ND-42")
def test_lane_changes_need_speed_or_nitro():
    race = Position(X="s1.L0 v0", A="s9.L0")
    assert "lane R" not in race.choices
    race.plays("nitro")
    assert "lane R" in race.choices


@clause("ND-40")
def test_without_a_card_there_is_no_lane_change():
    race = Position(X="s1.L0 v1", A="s9.L0", hands={"X": ""})
    assert race.choices == {"forward", "nitro"}


@clause("ND-43")
def test_an_occupied_space_beside_is_closed_on_the_open_road():
    race = Position(X="s1.L0 v2", A="s1.R0", B="s1.R1")
    assert "lane R" not in race.choices
    assert "drift R" not in race.choices
    race = Position(X="s1.L0 v2", A="s1.R0")
    assert "drift R" in race.choices


@clause("ND-44")
def test_a_drift_costs_a_card_and_a_point_and_does_not_enter_the_space_beside():
    race = Position(X="s14.L0 v2", A="s14.R0", hazards={14: "S.a2 flip"})
    assert race.hazards(14) == {"R0"}
    race.plays("drift R", "S")
    assert (race.car("X"), race.state.spent, race.cards("X")) == ("s14.R1 v2 c9", 1, 5)
    assert race.condition("A") == 9


@clause("ND-44", "ND-52")
def test_a_drift_may_use_a_bonus_move():
    race = Position(X="s1.L0 v1", A="s9.L0")
    race.plays("nitro", "drift R", "S")
    assert (race.state.spent, race.state.bonus, race.state.bonus_made) == (0, 1, 1)


@clause("ND-45")
def test_the_drift_card_is_paid_before_handling():
    race = Position(X="s1.L2 v2", A="s9.L0", hands={"X": "S R"})
    race.plays("drift R")
    assert race.choices == {"S", "R"}
    race.plays("R")
    assert race.car("X") == "s2.R0 v2 c8"  # the red card is gone, the straight does not pay for red
    assert race.hand("X") == "S"


@clause("ND-46")
def test_a_drift_is_a_forward_move_for_laps_and_drafts():
    race = Position(X="s0.L2 v2 p18", B="s0.L1 v1 p18")
    race.plays("drift R", "S", "match")
    assert race.prog("X") == 19
    assert race.state.laps_led == 1
    assert (race.to_act, race.choices) == ("B", {"go", "resist"})


# Typed from RULES.md, Model: beside and drift of a red turn (inside L) and a yellow one (inside R).
RED = {
    "L0": ("R0", "R1"),
    "L1": ("R2", "next R0"),
    "R0": ("L0", "L1"),
    "R1": ("L0", "L1"),
    "R2": ("L1", "next L0"),
}


@clause("ND-47")
@pytest.mark.parametrize("section", [3, 4])
@pytest.mark.parametrize("start", sorted(RED))
def test_turn_geometry(section: int, start: str):
    race = Position(X="s1.L0", A="s9.L0")
    beside, drift = RED[start]
    swap = str.maketrans("LR", "RL") if section == 4 else {}
    here, beside, drift = (name.translate(swap) for name in (start, beside, drift))
    lane = 0 if beside[0] == "L" else 1
    space = space_number(f"s{section}.{here}")
    assert race.table.beside[space][lane] == space_number(f"s{section}.{beside}")
    target = f"s{section + 1}.{drift[5:]}" if drift.startswith("next") else f"s{section}.{drift}"
    assert race.table.drift[space][lane] == space_number(target)
