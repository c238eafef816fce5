"""A race explained: chances of last rolls worked out by hand, exact sums, decisions judged by what was known."""

from dataclasses import replace
from math import sqrt
from typing import Any

import msgspec
import pytest

from paddock.analysis import GRADES, WHOLE, AnalysisError, Effort, explain, grade_of, race_chances
from paddock.analysis.chances import thousandths
from paddock.analysis.explained import deciding_turn, drivers_of, turns_of
from paddock.analysis.grading import GradedDecision, graded_decisions
from paddock.analysis.happened import happened
from paddock.bots import Bot
from paddock.engine import CHANCE, Event, Happening, ManualDice, Match, MatchError, SeededDice
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template.state import BOOST, CHOOSE, GEAR_1, GEAR_3, ROUNDS

LITTLE = Effort(chances=1000, search=1000, pairs=1000, backend="python")
RED, BLUE = 0, 1


class LastTurn:
    """The last turn before night falls: red stands on space 5 of 6, blue drives; only a climb of 4 wins for blue.

    Blue stands on space 2. Gear 1 and 2 and a boost of 2 climb too little; gear 3
    climbs 4 if the die shows 4, 5 or 6. So blue wins 1/2 in gear 3 and never otherwise.
    """

    def __init__(self, *moves: int, red_card: int = 1, blue_card: int = 2, red_space: int = 5, rounds_left: int = 1):
        self.match = Match(RIDGE_RUN, ["Red", "Blue"], {"length": 6}, ManualDice())
        state = self.match.state
        state.phase, state.to_act, state.car, state.dealt, state.round = CHOOSE, BLUE, BLUE, 1, ROUNDS - rounds_left
        state.space[RED], state.space[BLUE] = red_space, 2
        state.card[RED], state.card[BLUE] = red_card, blue_card
        for card in (red_card, blue_card):
            state.draw[card] -= 1
        self.states: list[Any] = [state.copy()]
        for move in moves:
            self.match.apply(move)
            self.states.append(self.match.state.copy())

    def chances(self, effort: Effort = LITTLE) -> list[tuple[int, ...]]:
        return race_chances(self.match, self.states, effort)

    def decision(self) -> GradedDecision:
        return graded_decisions(self.match, self.states, LITTLE)[0]


def raced(seats: int, seed: int = 1, level: str = "random") -> Match:
    match = Match(RIDGE_RUN, seats, {"length": 6}, SeededDice(seed))
    match.settle()
    while not match.is_over:
        match.play(Bot(level, seed).choose(match, match.actor))
    return match


def is_near(found: int, exact: float, walks: int) -> bool:
    """Within four standard errors."""
    return abs(found / WHOLE - exact) <= 4 * sqrt(exact * (1 - exact) / walks) + 0.001


def test_before_a_die_that_decides_the_chance_is_that_of_the_die():
    chances = LastTurn(GEAR_3, 5).chances()
    assert is_near(chances[1][BLUE], 3 / 6, 1000 // 3)
    assert chances[2] == (0, 1000)


def test_when_the_die_has_fallen_badly_nothing_is_left():
    assert LastTurn(GEAR_3, 2).chances()[-1] == (1000, 0)


def test_a_walk_that_begins_with_the_move_played_is_the_walk_after_it():
    # The club driver takes gear 3 unless it slips, and every slip loses: before the choice blue's chance is lower.
    before, after, _ = LastTurn(GEAR_3, 5).chances(replace(LITTLE, chances=9000))
    assert after[BLUE] > before[BLUE]
    assert is_near(before[BLUE], 1 / 2 * (88 / 100 + 12 / 100 / 4), 3000)


def test_the_better_move_is_named_with_what_the_other_one_cost():
    found = LastTurn(GEAR_1).decision()
    assert (found.grade, found.better_move) == ("mistake", GEAR_3)
    assert is_near(found.cost, 1 / 2, 1000)
    assert found.better in found.why
    assert "RR-10" in found.why


def test_the_best_move_costs_nothing():
    found = LastTurn(GEAR_3, 1).decision()  # the die was bad, the decision was not
    assert (found.grade, found.cost, found.better) == ("best", 0, "")


def test_moves_that_lose_alike_cost_nothing():
    lost = LastTurn()
    lost.match.state.space[BLUE] = 0  # no climb reaches red
    lost.states = [lost.match.state.copy()]
    lost.match.apply(BOOST)
    lost.states.append(lost.match.state.copy())
    assert lost.decision().grade == "best"


def test_a_decision_is_judged_by_what_its_driver_could_know():
    # With a boost of 3 red wins in its next turn, with a boost of 1 it does not; blue cannot know which card it is.
    one, other = (LastTurn(GEAR_1, red_card=card, red_space=3, rounds_left=3) for card in (1, 3))
    assert one.chances()[0][RED] + 100 < other.chances()[0][RED]
    assert one.decision() == other.decision()
    assert one.decision().grade == "mistake"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ["random", "quick"])
def test_luck_and_decisions_add_up_to_the_result_exactly(seats: int, level: str):
    match = raced(seats, level=level)
    found = explain(match, LITTLE)
    assert len(found.chances) == len(match.plies) + 1
    assert all(sum(chances) == WHOLE for chances in found.chances)
    for driver in found.drivers:
        assert driver.start + driver.luck + driver.own + driver.rivals + driver.clock == driver.result
        assert driver.result == (WHOLE if match.standings()[0][driver.seat] == 1 else 0)
        assert driver.clock == 0
    assert sum(driver.own for driver in found.drivers) == -sum(driver.rivals for driver in found.drivers)


def test_everybody_finds_the_same_numbers():
    match = raced(3)
    assert msgspec.json.encode(explain(match, LITTLE)) == msgspec.json.encode(explain(raced(3), LITTLE))


def test_both_backends_find_the_same_numbers():
    match = raced(2)
    assert explain(match, LITTLE) == explain(match, replace(LITTLE, backend="native"))


def test_only_a_finished_race_is_explained():
    match = raced(2).at(3)
    with pytest.raises(AnalysisError, match="not over"):
        explain(match, LITTLE)
    assert issubclass(AnalysisError, ValueError)
    assert not issubclass(AnalysisError, MatchError)


def test_every_decision_with_a_choice_is_graded():
    match = raced(2)
    asked = [number for number, ply in enumerate(match.plies) if ply.actor >= 0 and ply.outcomes > 1]
    found = explain(match, LITTLE).decisions
    assert [one.ply for one in found] == asked
    assert all(one.grade in GRADES for one in found)


# Grades, turns and sums by hand


@pytest.mark.parametrize(
    ("cost", "error", "grade"),
    [
        (0, 0, "best"),
        (9, 0, "best"),
        (10, 0, "fine"),
        (30, 0, "doubtful"),
        (80, 0, "mistake"),
        (1000, 0, "mistake"),
        (80, 41, "fine"),  # less than two standard errors: not proven
        (80, 40, "mistake"),
    ],
)
def test_a_grade_follows_from_the_cost(cost: int, error: float, grade: str):
    assert grade_of(cost, error) == grade


def test_shares_are_rounded_so_that_nothing_is_lost():
    assert thousandths([1, 1, 1], 3) == (334, 333, 333)
    assert thousandths([2, 1, 0], 3) == (667, 333, 0)
    assert thousandths([1, 0], 2) == (500, 0)  # the rest is won by a car without a driver


def three_plies() -> Match:
    """Blue takes gear 3, rolls a 1 and spins, and takes gear 3 again (as if a round were left)."""
    match = LastTurn(GEAR_3, 1).match
    match.plies.append(match.plies[0])
    return match


def test_changes_are_sorted_by_what_caused_them():
    match = three_plies()
    assert [ply.actor for ply in match.plies] == [BLUE, CHANCE, BLUE]
    chances = [(500, 500), (400, 600), (900, 100), (1000, 0)]
    red, blue = drivers_of(match, chances, set())
    assert (blue.start, blue.luck, blue.own, blue.rivals, blue.result) == (
        500,
        -500,
        0,
        0,
        0,
    )  # 500 - 500 + (100 - 100)
    assert (red.start, red.luck, red.own, red.rivals, red.result) == (500, 500, 0, 0, 1000)


def test_what_a_running_clock_answers_is_no_luck():
    _, blue = drivers_of(three_plies(), [(500, 500), (400, 600), (900, 100), (1000, 0)], {1})
    assert (blue.luck, blue.clock) == (0, -500)


def test_a_turn_is_what_a_seat_decides_with_the_dice_that_follow():
    assert turns_of(LastTurn(GEAR_3, 1).match) == [(BLUE, 0, 2)]


def test_the_turn_of_a_lone_driver_ends_with_its_dice():
    match = three_plies()
    assert turns_of(match) == [(BLUE, 0, 3)]
    match.names = ["Blue"]
    assert turns_of(match) == [(BLUE, 0, 2), (BLUE, 2, 3)]


def turns(*chances_of_red: int) -> Any:
    """The deciding turn of a race in which red and blue take turns of one ply, by red's chances."""
    match = Match(RIDGE_RUN, 2, {}, SeededDice(1))
    match.settle()
    for number in range(len(chances_of_red) - 1):
        ply = LastTurn(GEAR_1).match.plies[0]
        match.plies.append(msgspec.structs.replace(ply, actor=number % 2))
    own = [ply for ply in match.plies if ply.actor >= 0]
    match.plies = type(match.plies)(own)
    return deciding_turn(match, [(one, 1000 - one) for one in chances_of_red])


def test_the_turn_that_decided_is_the_largest_change_that_lasted():
    # 300 -> 900 was larger but fell back to 350; 350 -> 800 lasted but for 50
    turn = turns(300, 900, 350, 800, 750, 1000)
    assert (turn.first, turn.stop, turn.driver, turn.before, turn.after) == (2, 3, RED, 350, 800)


def test_a_race_that_nothing_changed_was_decided_by_no_turn():
    assert turns(1000, 1000, 1000) is None


def test_the_turn_that_decided_says_what_happened_in_it():
    assert happened(LastTurn(GEAR_3, 5).match, 0, 2) == "Blue climbs 4 to space 6; Blue reaches the summit"
    assert happened(LastTurn(GEAR_3).match, 0, 1) == "Blue: gear 3"  # nothing has happened yet


def test_of_a_long_turn_the_dice_the_moments_and_the_end_are_told():
    match = LastTurn(GEAR_3, 5).match
    roll, move = Event(2, "", "Ana rolls a {a}; {b} so far."), Event(4, "", "Ana moves {a}.")
    first = [
        Happening(Event(1, "", "Ana spins!", moment="crash"), 0, 0, 0),
        Happening(roll, 4, 4, 0),
        Happening(roll, 5, 9, 0),
    ]
    waits = [Happening(Event(3, "", f"{name} waits."), 0, 0, 0) for name in ("Ben", "Cem", "Dan", "Eva")]
    then = [*waits, Happening(move, 9, 0, 0), Happening(move, 10, 0, 0)]
    plies = zip(match.plies, (tuple(first), tuple(then)), strict=True)
    match.plies = type(match.plies)([msgspec.structs.replace(ply, happenings=events) for ply, events in plies])

    assert happened(match, 0, 1) == "Ana spins; Ana rolls 4 + 5"
    assert happened(match, 0, 2) == "Ana spins; Cem waits; Dan waits; Eva waits; Ana moves 10"
