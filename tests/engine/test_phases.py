"""The table of phases: dispatchers that follow the rows, questions in words, and rows that cannot work."""

import inspect
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import BOARD, DICE, DOCK, Home, Namer, Phase, PhaseError, Phases, Phrase, rule

CHOOSE, DIE, WALK, REST, END = range(5)


@rule
def road_options(out: list[int]):
    """Two roads."""
    out[0], out[1] = 10, 11
    return 2


@rule
def take_road(s: Any, road: int):
    """The number of the road, counted from 0."""
    s.road = road
    s.phase = DIE


@rule
def faces(out: list[int], weight: list[int]):
    """A coin."""
    out[0], out[1] = 1, 2
    weight[0], weight[1] = 1, 1
    return 2


@rule
def walk_so_far(t: Any, s: Any, face: int, log: list[int]):
    """As far as the coin says."""
    s.left = face
    s.phase = WALK


@rule
def walk(s: Any):
    """One pace, then a rest."""
    s.paces += 1
    s.phase = REST


@rule
def rest(s: Any):
    """On, or the end."""
    s.left -= 1
    s.phase = WALK if s.left else END


@rule
def leave_at(s: Any, move: int):
    """One pace and home, wherever one stands."""
    s.road = move
    s.left = 1
    s.phase = WALK


def rows(**changed: Any) -> list[Phase]:
    choose = Phase.decision(CHOOSE, "road", "X-1", road_options, take_road, "{who}: which road?", BOARD, 10)
    return [
        replace(choose, **changed),
        Phase.chance(DIE, "die", lambda t, s: f"X-{s.road}", faces, walk_so_far, "A coin for road {road:road}."),
        Phase.step(REST, "X-4", rest),
        Phase.step(WALK, "X-3", walk),
        Phase.over(END, "X-5"),
    ]


PHASES = Phases(*rows(), often=(DIE,))


def position(phase: int) -> Any:
    return SimpleNamespace(phase=phase, road=0, left=0, paces=0)


def test_each_phase_offers_what_its_row_names():
    out, weight = [0] * 4, [0] * 4
    assert PHASES.legal(None, position(CHOOSE), out) == 2
    assert out[:2] == [10, 11]
    assert PHASES.chance(None, position(DIE), out, weight) == 2
    assert (out[:2], weight[:2]) == ([1, 2], [1, 1])


def test_a_phase_that_asks_nothing_offers_nothing():
    assert PHASES.legal(None, position(DIE), [0] * 4) == 0
    assert PHASES.chance(None, position(END), [0] * 4, [0] * 4) == 0


def test_a_move_is_counted_from_the_first_of_its_row():
    s = position(CHOOSE)
    PHASES.apply(None, s, 11, [])
    assert (s.road, s.phase) == (1, DIE)


def test_steps_follow_until_something_is_awaited():
    s = position(DIE)
    PHASES.apply(None, s, 2, [])
    assert (s.paces, s.phase) == (2, END)


def test_a_move_at_any_time_answers_no_row_and_steps_follow_it():
    phases = Phases(*rows(), at_any_time=(20, leave_at))
    for phase in (CHOOSE, DIE):
        s = position(phase)
        phases.apply(None, s, 22, [])
        assert (s.road, s.left, s.phase) == (22, 0, END)
    phases.apply(None, s := position(CHOOSE), 11, [])
    assert (s.road, s.phase) == (1, DIE)


def test_a_rule_for_moves_at_any_time_takes_what_apply_has():
    with pytest.raises(PhaseError, match="moves at any time: road_options cannot be called with out"):
        Phases(*rows(), at_any_time=(20, road_options))


def test_one_step_may_be_chosen_in_each_round():
    phases = Phases(*rows(), in_turn=False)
    asked = [line.split(":")[0].strip() for line in inspect.getsource(phases.go_on).splitlines()[3:]]
    assert asked == [f"if phase == {REST}", f"elif phase == {WALK}", "phase = s.phase"]
    s = position(DIE)
    phases.apply(None, s, 2, [])
    assert (s.paces, s.phase) == (2, END)


def test_a_question_has_fields_names_and_phrases():
    namers: dict[str, Namer] = {"road": lambda t, n: f"number {n + 1}"}
    phrases: dict[str, Phrase] = {"who": lambda t, s: "Ana"}
    assert PHASES.question(None, position(CHOOSE), namers, phrases) == "Ana: which road?"
    assert PHASES.question(None, position(DIE), namers, phrases) == "A coin for road number 1."


def test_a_clause_may_depend_on_the_position():
    s = position(DIE)
    s.road = 7
    assert PHASES.clause(None, s) == "X-7"
    assert PHASES.clause(None, position(REST)) == "X-4"


def test_names_are_those_of_the_rows_by_number():
    assert PHASES.names == ("road", "die", "", "", "over")


def test_the_source_of_what_was_made_can_be_read():
    assert "take_road(s, move - 10)" in inspect.getsource(PHASES.apply)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": ""}, "needs a name and a question"),
        ({"question": ""}, "needs a name and a question"),
        ({"home": ""}, "needs a home on the screen"),
        ({"name": "die"}, "two phases are called die"),
        ({"offers": walk_so_far}, "walk_so_far cannot be called with"),
        ({"plays": road_options}, "road_options cannot be called with out"),
    ],
)
def test_a_row_that_cannot_work_is_refused(changed: dict[str, Any], complaint: str):
    with pytest.raises(PhaseError, match=complaint):
        Phases(*rows(**changed))


def test_a_number_left_out_is_refused():
    with pytest.raises(PhaseError, match="numbered 0, 1, 2"):
        Phases(*[row for row in rows() if row.number != WALK])


def test_a_step_takes_no_move():
    with pytest.raises(PhaseError, match="take_road cannot be called with road"):
        Phases(*rows()[:2], Phase.step(REST, "X-4", take_road), *rows()[3:])


def test_a_decision_has_its_home():
    assert [row.home for row in PHASES.rows[:2]] == [BOARD, DICE]


def test_answers_of_one_decision_may_have_different_homes():
    def home(t: Any, s: Any, move: int) -> Home:
        return DOCK if move == 0 else BOARD

    phases = Phases(*rows(home=home))
    state = SimpleNamespace(phase=next(row.number for row in phases.rows if row.kind == "decision"))
    assert [phases.home(None, state, move) for move in (0, 1)] == [DOCK, BOARD]
