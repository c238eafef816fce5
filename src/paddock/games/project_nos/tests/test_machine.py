"""One machine for the three clocks, and the moves of the table (PN-100..106, PN-109, PN-110)."""

import pytest

from paddock.engine import Match, SeededDice
from paddock.testing import clause

from .. import GAME, realtime
from ..state import ACT, BACK, BOT, NEXT, PERSON, RERUN, RETIRE, THINK, TIME, State
from .position import Game, Race

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("PN-100")
def test_the_state_is_everything():
    race = Race("cccnnn", clock="simulated")
    race.roll("1 4", 3, 6)
    copy = State.from_bytes(race.state.to_bytes())
    again = Race("cccnnn", clock="simulated")
    again.state = copy
    for game in (race, again):
        game.roll("1 4", 2, 2)
        game.act("place 1", "save 4")
    assert again.state == race.state


@clause("PN-101")
def test_go_starts_the_clock_and_stalls_who_cannot_finish():
    game = Game(2, clock="realtime", track="skyline")
    game.apply(0)
    for pick in ("take turbocharger", "take v8", "die yellow", "die blue", "die yellow", "die blue"):
        game.act(pick)
    s = game.state
    assert (game.status("A"), game.status("B")) == ("stalled", "running")
    assert (s.now, s.due[1], s.phase) == (0, 0, NEXT)


@clause("PN-102")
def test_automatic_events_come_before_a_persons_at_the_same_time():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.has("A", fresh={1: 3})
    race.press("A", 1000, "place 1")
    assert race.due("A") == 1150
    outcomes, _ = race.runner.chance()
    assert outcomes == [1, 4]  # A is placing
    race.apply(1)
    race.apply(0, 2)
    assert race.runner.chance()[0][-1] == 149 % 64  # te < E = 1150: the last digit at most 21
    assert 2 * 64 + 21 == 149


@clause("PN-102")
def test_the_machine_never_runs_ahead_of_the_clock():
    race = Race("cccwww", clock="realtime")
    race.has("A", fresh={1: 3})
    race.press("A", 1000, "place 1")
    assert (race.state.now, race.filled()) == (1000, 0)
    race.wait()
    assert (race.state.now, race.filled()) == (1150, 1)


@clause("PN-103")
@pytest.mark.parametrize(("clock", "limit"), [("realtime", 180000), ("simulated", 180000), ("rounds", 60)])
def test_limits(clock: str, limit: int):
    assert Game(1, clock=clock).table.limit == limit


@clause("PN-104")
def test_durations_of_a_person_are_fixed():
    race = Race("cccwnn", clock="realtime")
    race.press("A", 500, "roll 1 5", 4, 6)
    assert (race.settle(), race.due()) == (1100, 1100)
    race.press("A", 1200, "save 5")
    assert (race.state.now, race.due()) == (1200, 1100)
    race.press("A", 1300, "place 1")  # with a redline
    assert race.due() == 1300 + 150 + 150
    race.wait()
    race.press("A", 1700, "release 5")
    assert race.state.now == 1700


@clause("PN-104")
def test_durations_of_a_bot_in_real_time_are_those_of_its_skill():
    race = Race("cccwww", clock="realtime", pilot_1="master")
    race.wait()
    assert (race.state.now, race.to_act) == (180, "A")
    race.roll("1 2", 3, 1)
    assert (race.settle(), race.due()) == (700, 880)


@clause("PN-105")
def test_the_clock_names_who_acts_and_when():
    race = Race("cccwww", "cccvvv", clock="realtime")
    assert race.runner.chance() == ([0, 1, 4], [8, 8, 1])
    race.apply(1)
    assert race.state.phase == TIME
    outcomes, weights = race.runner.chance()
    assert outcomes == list(range(44))  # 179999 = 43 * 4096 + 3871
    assert weights[:2] == [4000, 1]
    race.apply(43)
    assert race.runner.chance()[0] == list(range(61))  # 3871 = 60 * 64 + 31
    race.apply(60)
    assert race.runner.chance()[0] == list(range(32))
    race.apply(31)
    assert (race.state.now, race.to_act, race.state.phase) == (179999, "B", ACT)


@clause("PN-105")
def test_a_person_whose_dice_lie_still_at_the_next_event_waits_for_it():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.has("A", fresh={1: 3})
    race.press("B", 550, "roll 1 2", 1, 1)  # due at 1150
    race.press("A", 1000, "place 1")  # lands at 1150
    assert race.runner.chance()[0] == [4]
    race.wait()
    assert race.runner.chance()[0] == [0, 1, 4]


@clause("PN-105")
def test_nobody_acts_before_the_dice_lie_still():
    race = Race("cccwww", clock="realtime")
    race.press("A", 100, "roll 1 2", 1, 1)
    race.apply(0)
    assert race.runner.chance()[0][0] == 0
    race.apply(0)
    assert race.runner.chance()[0][0] == 9  # 600 = 9 * 64 + 24
    race.apply(9)
    assert race.runner.chance()[0][0] == 24


@clause("PN-106")
def test_the_cost_is_fixed_when_the_hand_moves_and_taken_when_the_die_lands():
    race = Race("cccwww", clock="realtime")
    race.has("A", fresh={1: 4})
    race.press("A", 100, "place 1")
    s = race.state
    assert (s.step[0], s.hand_die[0], s.hand_cost[0], s.redlines[0]) == (1, 0, 1, 0)
    race.wait()
    s = race.state
    assert (s.step[0], s.redlines[0], s.last_placed[0], s.used[0], s.due[0]) == (0, 1, 400, 1, 400)


@clause("PN-109")
@pytest.mark.parametrize("clock", ["realtime", "simulated", "rounds"])
def test_the_moves_alone_rebuild_every_state(clock: str):
    match = Match(GAME, 3, {"clock": clock, "wins_to_win": 1}, SeededDice(5))
    match.settle()
    while not match.is_over:
        out = [0] * GAME.choices
        n = GAME.contract["legal"](match.table, match.state, out)
        match.play(out[len(match.plies) % n])
    game = Game(3, clock=clock, wins_to_win=1)
    game.apply(*(ply.move for ply in match.plies))
    assert game.state == match.state


@clause("PN-109")
def test_a_real_time_race_is_its_inputs_and_other_outcomes():
    options: dict[str, str | int | bool] = {"clock": "realtime", "pilot_2": "pro", "wins_to_win": 1}
    match = Match(GAME, 2, options, SeededDice(6))
    match.settle()
    while not match.is_over:
        out = [0] * GAME.choices
        n = GAME.contract["legal"](match.table, match.state, out)
        match.play(out[len(match.plies) % n])
    inputs, others = realtime.to_inputs(match)
    again = Match(GAME, 2, options, SeededDice(6))
    realtime.from_inputs(again, inputs, others)
    assert [ply.move for ply in again.plies] == [ply.move for ply in match.plies]
    assert len(inputs) + len(others) < len(match.plies)


@clause("PN-110")
def test_table_moves_are_never_listed_as_legal():
    race = Race("cccwww", "cccvvv")
    assert max(race.runner.legal()) < RETIRE


@clause("PN-110")
def test_a_bot_takes_over_after_a_think_and_hands_back():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.press("B", 2000, "roll 1 2", 1, 1)
    race.apply(BOT)
    assert (race.state.phase, race.state.who) == (THINK, 0)
    race.apply(0)
    assert race.due("A") == 2000 + 560
    assert race.runner.chance()[0] == [4]  # B's dice lie still at 2600, later than A's bot acts
    race.apply(BACK)
    assert race.state.pilot[0] == PERSON
    assert 0 in race.runner.chance()[0]  # asked again


@clause("PN-110")
def test_what_was_asked_of_a_racer_who_leaves_is_cancelled():
    race = Race("cccwww", "cccvvv", "cccxxx", clock="realtime")
    race.press("A", 100, "roll 1 2")
    race.apply(RETIRE)
    assert race.state.phase == NEXT
    assert race.runner.chance()[0] == [1, 2, 4]
    race.apply(1)
    race.apply(RETIRE + 1)
    assert race.state.phase != TIME


@clause("PN-80", "PN-110")
def test_a_rerun_starts_the_same_cars_on_the_same_track():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.has("A", placed="1", redlines=1, fresh={2: 6})
    race.press("A", 3000, "place 2")
    race.apply(RERUN)
    s = race.state
    assert (s.now, s.next[0], s.redlines[0], s.rolls[0], s.phase) == (0, 1, 0, 0, NEXT)
    assert s.track == [3, 6, 1, 4, 2, 5]
    assert s.kind[0][3:] == [4, 4, 4]
    assert s.race == 1
