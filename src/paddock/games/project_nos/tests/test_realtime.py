"""Clock `realtime`, as far as it needs no network (PN-70..84)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from paddock.engine import FairDice, Match, MatchError, new_log, read_log
from paddock.testing import clause

from .. import GAME, realtime
from ..realtime import RealtimeRace, credit
from ..rules.finishing import tell_photo
from ..state import ACT, BOT, FINISHED, LATER, NEXT, PLACE, PLACING, RELEASE, RETIRE, RETIRED, RUNNING, SAVE, START
from .position import Race, mask

ROLL_12 = mask("1 2")


def feeding(*cars: str, delays: Sequence[int] = (), **options: Any) -> RealtimeRace:
    race = Race(*cars, clock="realtime", **options)
    return RealtimeRace(race.match(), delays or [0] * len(cars))


def fates(fed: RealtimeRace) -> list[tuple[str, str]]:
    return [(fate.what, fate.clause) for fate in fed.log]


@clause("PN-70")
def test_an_input_has_no_time_of_the_clients():
    fed = feeding("cccwww")
    one = fed.read(0, 1, ROLL_12, 412)
    assert one
    assert one.te == 412  # the server's own stamp
    fed.advance(413)
    assert fed.state.now == 412


@clause("PN-71")
def test_the_count_down():
    lights = GAME.scene(GAME.new_table(1, {"clock": "realtime"}))["lights"]
    assert [(light["at"], light["word"]) for light in lights] == [(-2000, "Ready"), (-1000, "Set"), (0, "GO!")]
    assert realtime.go_instant(50_000) == 53_000
    assert realtime.is_ready_overdue(1000, 61_000)
    assert not realtime.is_ready_overdue(1000, 60_999)
    race = Race("cccwww", clock="realtime")
    assert realtime.default_hand(race.table, race.state, 0) == ROLL_12


@clause("PN-71", "PN-74")
def test_the_next_race_waits_at_the_line_for_a_start_of_its_own():
    options = {"clock": "realtime", "modifications": "none", "track": "ladder", "race_end": "first_finish"}
    match = Match(GAME, 2, {**options, "pilot_2": "pro"}, FairDice(bytes(32)))
    match.settle()
    s = match.state
    s.placed[0], s.next[0], s.space[0], s.face[0] = 31, 6, [1, 2, 3, 4, 5, 0], [1, 2, 3, 4, 5, 6]
    s.fresh[0], s.last_hand[0], s.rolls[0] = 32, 32, 9
    fed = RealtimeRace(match, [0, 0], bot=lambda seat: ROLL_12)
    fed.read(0, 1, PLACE + 5, 100)  # lands at 250: the race is won, and nobody has to be asked before the next one
    fed.read(0, 2, ROLL_12, 260)
    fed.advance(9000)
    assert fed.is_over
    assert fates(fed) == [("accepted", "PN-105"), ("refused", "PN-74")]
    s = fed.state
    assert (s.race, s.now, s.rolls[:2], s.wins[:2]) == (2, 0, [0, 0], [1, 0])
    assert s.phase == START  # the bot's own reaction to GO is not even drawn


@clause("PN-72")
def test_an_early_press_does_nothing_and_locks():
    fed = feeding("cccwww")
    for number, at in enumerate((-150, 249, 250)):
        fed.read(0, number, ROLL_12, at)
    fed.advance(251)
    assert fates(fed) == [("dropped", "PN-72"), ("dropped", "PN-72"), ("accepted", "PN-105")]
    assert fed.state.settle[0] == 250 + 600


@clause("PN-72")
def test_each_early_press_renews_the_lock():
    fed = feeding("cccwww")
    for number, at in enumerate((-390, -10, 389, 390)):
        fed.read(0, number, ROLL_12, at)
    fed.advance(500)
    assert [what for what, _ in fates(fed)] == ["dropped", "dropped", "dropped", "accepted"]


@clause("PN-73")
def test_the_hand_is_refilled_with_a_hand_die_first_then_the_lowest_slot():
    race = Race("cccwww", clock="realtime")
    race.has("A", placed="1", fresh={5: 1})
    assert realtime.default_hand(race.table, race.state, 0) == mask("2 5")


def test_an_input_stands_for_the_canonical_action():
    race = Race("cccwww", clock="realtime")
    race.has("A", fresh={2: 3, 3: 3})
    t, s = race.table, race.state
    assert realtime.canonical(t, s, 0, PLACE + 2) == PLACE + 1
    assert realtime.canonical(t, s, 0, mask("1 5")) == mask("2 4")  # dice of the last hand first
    assert realtime.canonical(t, s, 0, mask("1 2 3")) is None
    assert realtime.canonical(t, s, 0, 200) is None


@clause("PN-74")
@pytest.mark.parametrize(
    ("prepared", "move", "clause_named"),
    [
        ({"fresh": {1: 1}}, PLACE, "PN-30"),
        ({"fresh": {1: 3}, "used": True}, PLACE, "PN-32"),
        ({"fresh": {1: 3}}, PLACE + 1, "PN-28"),
        ({"fresh": {1: 3}}, SAVE, "PN-38"),
        ({"fresh": {1: 3}}, RELEASE + 3, "PN-41"),
        ({}, mask("1"), "PN-22"),
        ({"saved": {4: 1, 5: 1}}, mask("1"), "PN-24"),
    ],
)
def test_an_illegal_input_is_refused_with_its_clause(prepared: dict[str, Any], move: int, clause_named: str):
    race = Race("cccnnn", clock="realtime")
    race.has("A", **prepared)
    fed = RealtimeRace(race.match(), [0])
    fed.read(0, 1, move, 50)
    fed.advance(51)
    assert fates(fed) == [("refused", clause_named)]
    assert fed.match.plies == []  # nothing of it is in the record


@clause("PN-74")
def test_inputs_while_dice_are_in_the_air_are_dropped():
    fed = feeding("cccwww")
    fed.read(0, 1, ROLL_12, 100)
    fed.read(0, 2, ROLL_12, 699)
    fed.read(0, 3, ROLL_12, 700)
    fed.advance(701)
    assert [what for what, _ in fates(fed)] == ["accepted", "dropped", "accepted"]


@clause("PN-74")
def test_inputs_of_a_racer_who_is_out_are_refused():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.stands("A", FINISHED, 6, ended=0)
    fed = RealtimeRace(race.match(), [0, 0])
    fed.read(0, 1, ROLL_12, 100)
    fed.advance(101)
    assert fates(fed) == [("refused", "PN-74")]


@clause("PN-74")
def test_what_follows_a_kept_placement_waits_for_it():
    race = Race("cccnnn", clock="realtime", track="331425")
    race.has("A", saved={4: 3, 5: 4}, fresh={1: 1})
    fed = RealtimeRace(race.match(), [0])
    for number, (move, at) in enumerate([(PLACE + 3, 100), (PLACE + 4, 120), (ROLL_12, 130)]):
        fed.read(0, number, move, at)
    fed.advance(251)
    assert (fed.state.next[0], fed.state.step[0], fed.state.due[0]) == (2, 1, 250 + 300)  # 4 on a 3: a redline
    fed.advance(551)
    assert (fed.state.next[0], fed.state.rolls[0]) == (3, 2)
    assert fed.state.settle[0] == 550 + 600


@clause("PN-74", "PN-103")
@pytest.mark.parametrize(("first_finish", "limit"), [(-1, 180_000), (100_000, 130_000)])
def test_what_is_kept_until_the_limit_is_refused_and_the_race_ends(first_finish: int, limit: int):
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.has("A", fresh={1: 3})
    if first_finish > 0:
        race.stands("B", FINISHED, 6, ended=first_finish)
    race.at(now=limit - 1000, first_finish=first_finish)
    fed = RealtimeRace(race.match(), [0, 0])
    fed.read(0, 1, PLACE, limit - 150)  # lands at the limit, which still counts
    fed.read(0, 2, ROLL_12, limit - 100)
    fed.advance(limit + 100)
    assert fates(fed) == [("accepted", "PN-105"), ("kept", "PN-74"), ("refused", "PN-103")]
    assert fed.log[-1].reason == "the time is up"
    assert fed.is_over
    assert "Red places die 1 (Common 3) on space 1." in [line.text for line in fed.match.history()]


@clause("PN-74")
def test_a_press_that_does_nothing_is_told_why():
    sticky = Race("cccwww", clock="realtime", hand_change="sticky")
    sticky.has("A", fresh={1: 1, 2: 2})
    assert told_why(sticky, (mask("3 4"), 50)) == [("refused", "PN-26", "the dice of the last hand stay together")]
    assert told_why(sticky, (mask("1 2 3"), 50)) == [("refused", "PN-22", "that hand cannot be rolled")]
    locked = Race("cccnnn", clock="realtime", nitrous_release="locked")
    locked.has("A", saved={4: 5}, fresh={1: 1})
    why = "a saved die is locked while anything else goes"
    assert told_why(locked, (RELEASE + 3, 50)) == [("refused", "PN-41", why)]
    assert told_why(locked, (RELEASE + 4, 50)) == [("refused", "PN-41", "that die is not saved")]


@clause("PN-36", "PN-74")
def test_a_press_that_comes_too_soon_is_told_what_it_waits_for():
    rolling = told_why(Race("cccwww", clock="realtime"), (ROLL_12, 50), (ROLL_12, 649))
    assert rolling[1] == ("dropped", "PN-74", "the dice are still in the air")
    back = Race("cccwww", clock="realtime", third_redline="restart")
    back.has("A", redlines=2, fresh={1: 4})
    # The die lands at 350 (150 and 150 for the cube); the car is back in its place at 2350.
    pressed = told_why(back, (PLACE, 50), (ROLL_12, 2349), (ROLL_12, 2350))
    assert [what for what, _, _ in pressed] == ["accepted", "dropped", "accepted"]
    assert pressed[1] == ("dropped", "PN-74", "the car is going back to the start line")
    placing = Race("cccwww", clock="realtime")
    placing.has("A", fresh={1: 3})
    replaced = told_why(placing, (PLACE, 50), (ROLL_12, 60), (mask("2 3"), 70))
    assert ("dropped", "PN-74", "a later roll took its place") in replaced


def told_why(race: Race, *presses: tuple[int, int]) -> list[tuple[str, str, str]]:
    """The results of moves that the first racer pressed at these times."""
    fed = RealtimeRace(race.match(), [0] * race.table.seats)
    for number, (move, at) in enumerate(presses):
        fed.read(0, number, move, at)
    fed.advance(presses[-1][1] + 1000)
    return [(fate.what, fate.clause, fate.reason) for fate in fed.log if fate.what != "kept"]


@clause("PN-74")
def test_a_press_on_dice_in_the_air_is_told_from_when_it_would_count():
    race = Race("cccwww", clock="realtime", third_redline="restart")
    fed = RealtimeRace(race.match(), [0])
    for number, at in enumerate((50, 649, 650)):  # 600 in the air, from 50 on
        fed.read(0, number, ROLL_12, at)
    fed.advance(2000)
    assert [(fate.what, fate.retry_at) for fate in fed.log] == [("accepted", -1), ("dropped", 650), ("accepted", -1)]

    back = Race("cccwww", clock="realtime", third_redline="restart")
    back.has("A", redlines=2, fresh={1: 4})
    fed = RealtimeRace(back.match(), [0])
    fed.read(0, 1, PLACE, 50)
    fed.read(0, 2, ROLL_12, 2349)  # on the way back to the line
    fed.advance(3000)
    assert [(fate.what, fate.retry_at) for fate in fed.log] == [("accepted", -1), ("dropped", -1)]


@clause("PN-75")
def test_the_server_takes_an_exploding_placement_as_any_other():
    race = Race("cccwww", clock="realtime")
    race.has("A", redlines=2, fresh={1: 4})
    choice = next(choice for choice in _choices(race, 0) if choice["kind"] == "place")
    assert choice["explodes"]  # what the client guards
    fed = RealtimeRace(race.match(), [0])
    fed.read(0, 1, PLACE, 100)
    fed.advance(500)
    assert fates(fed)[0][0] == "accepted"
    assert fed.match.is_over


def _choices(race: Race, seat: int) -> list[dict[str, Any]]:
    state = race.state
    state.phase, state.turn = ACT, seat
    return GAME.view(race.table, state)["choices"]


@clause("PN-76")
def test_a_number_already_seen_is_ignored_and_a_resent_one_counts_when_it_arrives():
    fed = feeding("cccwww")
    assert fed.read(0, 2, ROLL_12, 100)
    assert fed.read(0, 2, ROLL_12, 101) is None
    late = fed.read(0, 1, ROLL_12, 900)
    assert late
    assert late.te == 900
    fed.advance(901)
    assert [fate.input.number for fate in fed.log] == [2, 1]


@clause("PN-77")
def test_the_credit_is_half_the_median_round_trip_and_bounded():
    assert credit([100, 120]) == 0  # fewer than three
    assert credit([100, 120, 500]) == 60
    assert credit([2000] * 9) == 250
    assert credit([1000] * 20 + [80] * 9) == 40  # the last nine only
    assert credit([100] * 9, cap=0) == 0


@clause("PN-77")
def test_an_input_never_counts_before_the_previous_one():
    fed = feeding("cccwww", delays=[200])
    first, second = fed.read(0, 1, ROLL_12, 1000), fed.read(0, 2, ROLL_12, 900)
    assert first
    assert second
    assert (first.te, second.te) == (800, 800)
    race = Race("cccwww", clock="realtime")
    race.press("A", 100, "roll 1 2", 1, 1)
    assert realtime.faces_sent_at(race.state, 0, 110) == 700 - 110


@clause("PN-77", "PN-78")
@pytest.mark.parametrize("delays", [(0, 0), (200, 0), (30, 180)])
def test_a_steady_delay_changes_nothing(delays: tuple[int, int]):
    fed = feeding("cccwww", "cccwww", delays=delays)
    presses = [(0, 100, ROLL_12), (1, 90, ROLL_12), (0, 700, ROLL_12), (1, 690, ROLL_12), (0, 1400, ROLL_12)]
    for number, (seat, at, move) in enumerate(sorted(presses, key=lambda one: one[1] + delays[one[0]])):
        fed.read(seat, number, move, at + delays[seat])
    fed.advance(3000)
    plain = feeding("cccwww", "cccwww")
    for number, (seat, at, move) in enumerate(sorted(presses, key=lambda one: one[1])):
        plain.read(seat, number, move, at)
    plain.advance(3000)
    assert [ply.move for ply in fed.match.plies] == [ply.move for ply in plain.match.plies]


@clause("PN-78")
def test_inputs_are_fed_only_when_nothing_earlier_can_come():
    fed = feeding("cccwww", "cccvvv", delays=[150, 0])
    fed.read(1, 1, ROLL_12, 1000)
    assert fed.advance(1150) == []  # an input of A read now could count at 1000
    fed.read(0, 1, ROLL_12, 1140)  # te 990: earlier than B's
    assert [fate.input.seat for fate in fed.advance(1151)] == [0, 1]


@clause("PN-78")
def test_the_clock_waits_for_unfed_inputs():
    race = Race("cccwww", clock="realtime")
    race.has("A", fresh={1: 3})
    fed = RealtimeRace(race.match(), [100])
    fed.read(0, 1, PLACE, 200)  # te 100, lands at 250
    fed.advance(350)
    assert fed.state.next[0] == 1
    fed.advance(351)
    assert fed.state.next[0] == 2


@clause("PN-78")
@pytest.mark.parametrize(("behind", "told"), [(0, ["PN-78"]), (49, ["PN-78"]), (50, [])])
def test_a_photo_finish_is_less_than_fifty_milliseconds(behind: int, told: list[str]):
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.stands("A", FINISHED, 6, ended=9000)
    race.stands("B", RUNNING, 5)
    race.at(first_finish=9000, fresh=[0, 32, 0, 0], face=[[1] * 6, [1, 1, 1, 1, 1, 5], [0] * 6, [0] * 6])
    race.at(hand_die=[-1, 5, -1, -1], step=[0, PLACING, 0, 0], now=9000, due=[0, 9000 + behind, 0, 0])
    race.at(rank=[1, 2, 0, 0])
    log = new_log()
    tell_photo(race.table, race.state, 0, log)
    assert [GAME.events[kind].clause for kind, _, _, _ in read_log(log)] == told


@clause("PN-78")
def test_a_last_die_that_would_have_blown_the_engine_is_no_photo_finish():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.stands("A", FINISHED, 6, ended=9000)
    race.stands("B", RUNNING, 5, redlines=2)
    race.at(first_finish=9000, fresh=[0, 32, 0, 0], face=[[1] * 6, [1, 1, 1, 1, 1, 6], [0] * 6, [0] * 6])
    race.at(hand_die=[-1, 5, -1, -1], hand_cost=[0, 1, 0, 0], step=[0, PLACING, 0, 0], due=[0, 9010, 0, 0])
    log = new_log()
    tell_photo(race.table, race.state, 0, log)
    assert read_log(log) == []


@clause("PN-79")
def test_a_race_without_inputs_ends_at_the_limit():
    fed = feeding("cccwww")
    fed.advance(180_000)
    assert not fed.match.is_over
    fed.advance(180_001)
    assert fed.match.is_over
    assert fed.state.now == 180_000


@clause("PN-80")
def test_a_bot_takes_over_after_ten_seconds_and_all_gone_is_a_red_flag():
    race = Race("cccwww", "cccvvv", clock="realtime")
    s = race.state
    assert realtime.takeovers(s, {1: 1000}, 10_999) == []
    assert realtime.takeovers(s, {1: 1000}, 11_000) == [BOT + 1]
    assert not realtime.is_red_flag(s, [0, 1], {1: 0}, 99_000)
    assert not realtime.is_red_flag(s, [0, 1], {0: 500, 1: 0}, 30_499)
    assert realtime.is_red_flag(s, [0, 1], {0: 500, 1: 0}, 30_500)
    race.at(first_finish=12_000)
    assert not realtime.is_red_flag(race.state, [0, 1], {0: 0, 1: 0}, 99_000)


@clause("PN-80", "PN-110")
def test_a_car_stands_still_until_a_bot_takes_it_over():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.press("A", 100, "roll 1 2", 3, 6)
    match = race.match()
    fed = RealtimeRace(match, [50, 200], bot=lambda seat: ROLL_12)
    fed.read(1, 1, ROLL_12, 12_100)  # counts at 11 900
    fed.step_in(BOT, 12_000)
    assert [ply.move for ply in match.plies[:2]] == [LATER + 11_700, BOT]  # presses can still come with 11 800 and more
    assert fed.state.now == 11_800
    assert 11_800 + 560 <= fed.state.due[0] <= 11_800 + 560 + 2 * 270  # an amateur's think
    assert fed.state.rolls[0] == 1  # nothing was driven in between
    fed.advance(12_101)
    assert fates(fed) == [("accepted", "PN-105")]


@clause("PN-58", "PN-110")
def test_a_player_who_leaves_is_out_when_they_leave():
    race = Race("cccwww", "cccvvv", "cccxxx", clock="realtime")
    race.press("A", 100, "roll 1 2", 3, 6)
    fed = RealtimeRace(race.match(), [0, 0, 0])
    fed.step_in(RETIRE, 12_000)
    assert (fed.state.status[0], fed.state.ended[0]) == (RETIRED, 12_000)
    fed.step_in(RETIRE + 1, 180_000)
    assert fed.state.ended[1] == 179_999  # the limit itself is an event


@clause("PN-110")
def test_the_clock_goes_on_for_the_table_only_before_the_next_event():
    race = Race("cccwww", clock="realtime")
    race.has("A", fresh={1: 3})
    match = race.match()
    for answer in (0, 0, 0, 50, PLACE):  # lands at 200
        match.apply(answer)
    assert realtime.table_moves(match.table, match.state)[-1] == LATER + 149
    with pytest.raises(MatchError, match="cannot do that"):
        match.intervene(LATER + 150)


@clause("PN-80")
def test_a_restarted_server_goes_on_from_the_last_race_time():
    go = realtime.go_instant(100_000, race_time=7_500)
    assert 103_000 - go == 7_500  # three seconds later it is race time 7.5 s


@clause("PN-82")
def test_a_bot_acts_by_itself():
    race = Race("cccwww", "cccvvv", clock="realtime", pilot_2="pro")
    fed = RealtimeRace(race.match(), [0, 0], bot=lambda seat: ROLL_12)
    fed.advance(251)
    assert fed.state.rolls[1] == 1  # its START, no latency
    assert fed.state.now == 250 or fed.state.phase == NEXT


@clause("PN-83")
def test_the_log_lets_anybody_check_every_time():
    fed = feeding("cccwww", delays=[120])
    fed.read(0, 5, ROLL_12, 400)
    fed.read(0, 6, ROLL_12, 500)
    fed.advance(700)
    first, second = fed.log
    assert (first.input.number, first.input.read_at, first.input.delay, first.what) == (5, 400, 120, "accepted")
    assert first.input.te == first.input.read_at - first.input.delay
    assert (second.what, second.clause) == ("dropped", "PN-74")


@clause("PN-84")
def test_settled_faces_show_although_no_event_has_come():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.press("A", 100, "roll 1 2", 3, 6)

    def faces(seat: int, at: int, delay: int) -> list[int | None]:
        view = GAME.view(race.table, realtime.known_at(race.table, race.state, seat, at, delay))
        return [die["face"] for die in view["racers"][0]["dice"][:2]]

    assert race.state.now == 100
    assert faces(1, 699, 0) == [None, None]
    assert faces(1, 700, 0) == [3, 6]
    assert faces(0, 649, 50) == [None, None]
    assert faces(0, 650, 50) == [3, 6]  # its owner is sent them a delay earlier
    assert faces(1, 650, 50) == [None, None]


@clause("PN-77", "PN-84")
def test_a_racer_is_at_the_wheel_as_soon_as_its_dice_lie_still():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.press("A", 100, "roll 1 2", 3, 6)
    turns = {at: realtime.known_at(race.table, race.state, 0, at, 50).turn for at in (100, 649, 650)}
    assert turns == {100: -1, 649: -1, 650: 0}
    assert realtime.known_at(race.table, race.state, 1, 100).turn == 1  # the other one has not rolled yet
    assert realtime.known_at(race.table, race.state, -1, 900).turn == -1
    assert [realtime.next_sight(race.state, seat, 100, 50) for seat in (0, 1)] == [650, 700]
    assert realtime.next_sight(race.state, 0, 650, 50) is None


@clause("PN-83")
def test_a_log_that_does_not_agree_with_its_race_is_found_out():
    match = Match(GAME, 1, {"clock": "realtime", "modifications": "none", "track": "ladder"}, FairDice(bytes(32)))
    fed = RealtimeRace(match, [120])
    fed.read(0, 5, ROLL_12, 400)
    fed.read(0, 6, ROLL_12, 500)
    fed.advance(700)
    assert realtime.wrong_time(match, fed.log) is None
    late = replace(fed.log[0], input=replace(fed.log[0].input, te=281))
    assert realtime.wrong_time(match, [late, fed.log[1]]) == (
        0,
        "read at 400 with a credit of 120 this counts at 280, not 281",
    )
    earlier = replace(fed.log[0], input=replace(fed.log[0].input, te=270, read_at=390))
    assert realtime.wrong_time(match, [earlier, fed.log[1]]) == (0, "the race has no action of seat 0 at 270 here")
    assert realtime.wrong_time(match, fed.log[1:]) == (0, "the race has an action of seat 0 more")
