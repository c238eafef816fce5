"""The worked examples W1..W26 of RULES.md, in order. The track is 3-6-1-4-2-5 unless an example says otherwise."""

import pytest

from paddock.testing import clause

from .. import realtime, solo
from ..events import EVENTS
from ..state import EXPLODED, FINISHED, NONE, PLACE, RANKING, RUN, RUNNING, SAVE, STALLED
from .position import Game, Race, mask

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("PN-31", "PN-37")
@pytest.mark.parametrize("slot", ["1", "2"])
def test_w1_a_grey_card_does_not_help_white_dice(slot: str):
    race = Race("cccwww")
    race.roll("1 2", 2, 6)  # v = 3: one under, and three over
    race.act(f"place {slot}")
    assert race.redlines() == 1
    assert race.filled() == 1


@clause("PN-12", "PN-13", "PN-14")
def test_w2_after_wide_tires_neither_spoiler_nor_a_second_wide_tires():
    game = Game(1)
    game.deal("361425")
    game.act("take wide_tires")
    assert game.legal() == {"take v8", "take nitrous", "take turbocharger", "take supercharger", "die grey"}


@clause("PN-30", "PN-42")
@pytest.mark.parametrize(
    ("car", "face", "redlines"),
    [("cccwww", 2, 0), ("cccwww", 4, 1), ("cccppp", 4, 0), ("cccppp", 5, 1), ("cccppp", 2, 1), ("cccppp", 1, None)],
)
def test_w3_grey_dice_on_a_three(car: str, face: int, redlines: int | None):
    race = Race(car)
    race.roll("1 4", 1, face)
    assert ("place 4" in race.legal()) == (redlines is not None)
    if redlines is not None:
        race.act("place 4")
        assert race.redlines() == redlines


@clause("PN-42")
@pytest.mark.parametrize(("value", "redlines"), [(3, 0), (4, 1), (2, 1), (5, None)])
def test_w4_a_turbo_six_is_a_three(value: int, redlines: int | None):
    race = Race("ccctxx", track=f"{value}12123")
    race.roll("1 4", 1, 6)
    assert ("place 4" in race.legal()) == (redlines is not None)
    if redlines is not None:
        race.act("place 4")
        assert race.redlines() == redlines


@clause("PN-42")
@pytest.mark.parametrize(("value", "redlines"), [(1, 1), (4, 0), (5, 1), (6, None)])
def test_w5_a_super_one_is_a_four(value: int, redlines: int | None):
    race = Race("cccsxx", track=f"{value}66554")
    race.roll("1 4", 1, 1)
    assert ("place 4" in race.legal()) == (redlines is not None)
    if redlines is not None:
        race.act("place 4")
        assert race.redlines() == redlines


@clause("PN-22", "PN-23")
def test_w6_three_dice_with_a_v8_among_them():
    race = Race("cccvvv")
    assert {"1 2 4", "1 4"} <= race.rolls()
    assert "1 2 3" not in race.rolls()
    race.has("A", placed="4 5 6")
    assert race.rolls() == {"1 2"}
    race = Race("cccvvv")
    race.has("A", placed="1 2 5 6")
    assert race.rolls() == {"3 4"}


@clause("PN-32", "PN-38", "PN-39")
def test_w7_nitrous_fills_two_spaces_in_one_roll():
    race = Race("cccnnn")
    race.roll("1 4", 3, 6)
    race.act("place 1", "save 4", "place 4")
    assert (race.filled(), race.redlines()) == (2, 0)
    assert all(len(hand.split()) == 2 for hand in race.rolls())


@clause("PN-32")
@pytest.mark.parametrize(("option", "allowed"), [("one", False), ("chain", True)])
def test_w8_the_wrong_order(option: str, allowed: bool):
    race = Race("cccnnn", place_per_roll=option)
    race.roll("1 4", 6, 3)
    race.act("save 4", "place 4")
    assert race.state.used[0] == 1
    assert ("place 1" in race.legal()) == allowed


@clause("PN-24", "PN-40", "PN-41")
def test_w9_a_saved_die_is_in_the_hand():
    race = Race("cccnnn")
    race.has("A", placed="1 2", saved={4: 5})
    assert race.rolls() == {"3", "5"}
    race.has("A", saved={5: 1})
    assert race.rolls() == set()
    assert race.actions() == {"place 4", "place 5", "release 4", "release 5"}


@clause("PN-36")
@pytest.mark.parametrize("option", ["explode", "forbid"])
def test_w10_boom_on_the_line(option: str):
    race = Race("cccwww", third_redline=option)
    race.has("A", placed="2 3 4 5 6", redlines=2, fresh={1: 6})
    if option == "forbid":
        assert race.legal() == {"roll 1"}
        return
    assert race.legal() == {"roll 1", "place 1"}
    race.act("place 1")
    assert race.status() == "exploded"
    assert (race.filled(), race.redlines()) == (5, 2)
    assert race.scores == [0]


@clause("PN-43")
def test_w11_a_stranded_turbo_die():
    race = Race("ccctxx")
    race.has("A", placed="2 3 5 6", redlines=2, fresh={1: 2, 4: 3})
    before = race.state
    race.act("place 1")
    assert (race.status(), race.filled()) == ("stalled", 5)
    race.state = before
    race.act("place 4")
    assert (race.status(), race.redlines()) == ("running", 2)


@clause("PN-16")
def test_w12_a_blocked_picker_takes_a_plain_die():
    game = Game(4)
    game.deal("361425")
    game.apply(0)
    # five blue, five grey and one yellow die in eleven picks; D holds Nitrous and Spoiler with one die each
    for pick in ("v8", "v8", "nitrous", "nitrous", "wide_tires", "wide_tires", "turbocharger", "spoiler"):
        game.act(f"take {pick}")
    game.act("die grey", "die grey", "die blue")
    assert game.state.die_left == [0, 4, 0]
    assert game.legal() == {"die yellow"}
    game.act("die yellow")
    assert game.state.kind[3] == [6, 6, 6, 1, 5, 7]


@clause("PN-10", "PN-49")
def test_w13_the_order_behind_the_winner():
    race = Race("cccwww", "cccvvv", "ccctxx", "cccxxx", clock="simulated")
    race.stands("A", FINISHED, 6, ended=9000)
    race.stands("B", EXPLODED, 5, redlines=2, placed=9100)
    race.stands("C", STALLED, 3, placed=5000)
    race.stands("D", EXPLODED, 5, redlines=2, placed=8700)
    race.goes_on(RANKING)
    assert race.ranking() == "ACDB"
    race.act("card 3")
    assert race.state.order == [1, 3, 2, 0]


@clause("PN-46", "PN-47")
def test_w14_the_order_is_known_or_the_survivor_drives_on():
    race = Race("cccwww", "cccvvv", "cccxxx", clock="simulated", race_end="order_known")
    race.stands("A", FINISHED, 6, ended=12000)
    race.stands("B", EXPLODED, 3, redlines=2, placed=8000)
    race.stands("C", RUNNING, 2, placed=7000)
    race.goes_on(RUN, now=12000, due=[12000, 8000, 12500, 0])
    assert race.ranking() == "ACB"

    race = Race("cccwww", "cccvvv", "cccxxx", clock="simulated", race_end="order_known")
    race.stands("A", STALLED, 5, placed=12000)
    race.stands("B", EXPLODED, 3, redlines=2, placed=8000)
    race.stands("C", RUNNING, 2, placed=7000)
    race.goes_on(RUN, now=12000, due=[12000, 8000, 12500, 0])
    assert race.to_act == "C"
    race.stands("C", EXPLODED, 2, redlines=2, placed=7000)
    race.goes_on(RUN)
    assert race.state.wins == [0, 0, 0, 0]
    assert race.state.race == 2


@clause("PN-48", "PN-98")
@pytest.mark.parametrize(("redlines", "drawn"), [(1, False), (2, True)])
def test_w15_a_dead_heat_in_rounds(redlines: int, drawn: bool):
    race = Race("cccwww", "cccvvv")
    race.stands("A", FINISHED, 6, redlines=2, ended=9)
    race.stands("B", FINISHED, 6, redlines=redlines, ended=9)
    race.goes_on(RUN, now=9)
    if drawn:
        assert race.to_act == "chance"
        assert race.runner.chance() == ([0, 1], [1, 1])
        race.apply(1)
    assert race.ranking() == "BA"


@clause("PN-56")
def test_w16_the_short_pile_is_dealt_first():
    race = Race("cccwww", "cccvvv", track="112233")  # race 1; afterwards one trophy each race
    piles: list[int] = []
    for winner in ("A", "B", ""):
        piles.append(sum(race.state.pile))
        race.decide(winner)
        race.deal_anything()
    assert piles == [12, 6, 0]
    assert sum(race.state.pile) == 16 - 6  # race 3 was void: 18 cards less two trophies
    race.decide("")
    race.deal_anything()
    assert sum(race.state.pile) == 10 - 6
    race.decide("")
    for _ in range(4):
        race.apply(race.runner.chance()[0][0])
    assert race.state.track[3] > 0
    assert race.state.track[4] == 0
    assert sum(race.state.pile) == 16 - 4  # the four left were dealt, then those set aside are the new pile


@clause("PN-85", "PN-86", "PN-87", "PN-88", "PN-91")
def test_w17_a_timeline_of_a_master():
    race = Race("cccwww", clock="simulated", pilot_1="master")
    assert race.state.now == 180
    race.roll("1 2", 4, 1)  # v = 3: one over
    assert (race.settle(), race.due()) == (700, 880)
    race.act("place 1")
    assert (race.state.now, race.filled(), race.redlines()) == (1190, 1, 1)
    race.roll("2 3", 1, 1)
    assert (race.settle(), race.due()) == (1770, 1950)


@clause("PN-74", "PN-77", "PN-78")
def test_w18_the_later_message_wins_by_thirty_milliseconds():
    race = Race("cccwww", "cccvvv", clock="realtime", race_end="order_known")
    for seat in "AB":
        race.has(seat, placed="2 3 4 5 6", fresh={1: 5})
    race.at(now=14000)
    fed = realtime.RealtimeRace(race.match(), [110, 40])
    b, a = fed.read(1, 7, PLACE, 14100), fed.read(0, 9, PLACE, 14140)
    assert a
    assert b
    assert (a.te, b.te) == (14030, 14060)
    fed.advance(14180 + 110)
    assert fed.state.status[0] == RUNNING  # not declared yet
    fed.advance(14180 + 110 + 1)
    assert fed.state.ended[:2] == [14180, NONE]
    assert fed.state.due[1] == 14210
    assert fed.state.rank[:2] == [1, 2]
    told = [line.text for line in fed.match.history() if line.clause == "PN-78"]
    assert told == ["Photo finish: orange is 30 ms behind red."]


@clause("PN-72")
def test_w19_an_early_press_locks():
    assert realtime.lock_until(-150) == 250
    assert realtime.lock_until(-900) == 0


@clause("PN-22", "PN-41")
def test_w20_release_and_roll_both_or_keep_a_useless_two():
    race = Race("cccnnn", track="123465")
    race.has("A", placed="2 3 5 6", saved={4: 2})
    assert race.legal() == {"roll 1", "release 4"}
    race.act("release 4")
    assert race.legal() == {"roll 1 4"}


@clause("PN-62")
def test_w21_ratings():
    times = {
        14999: "master",
        15000: "pro",
        25000: "pro",
        25001: "amateur",
        35000: "amateur",
        35001: "novice",
    }
    assert {time: solo.rating_of_time(time) for time in times} == times


@clause("PN-105", "PN-109")
def test_w22_inputs_in_the_record():
    race = Race("cccwww", "cccvvv", clock="realtime")
    race.has("A", fresh={1: 1, 3: 1})
    race.has("B", fresh={2: 3, 4: 1})
    race.at(now=5000)
    fed = realtime.RealtimeRace(race.match(), [0, 0])
    fed.read(1, 1, PLACE + 1, 5730)
    fed.read(0, 1, mask("1 3"), 5730)
    fed.advance(5731)
    moves = [ply.move for ply in fed.match.plies]
    assert moves[:5] == [0, 0, 11, 26, 5]
    assert all(0 <= face <= 5 for face in moves[5:7])
    assert moves[7:] == [1, 0, 0, 0, 65]


@clause("PN-85")
def test_w23_one_draw_for_a_duration_of_several_parts():
    race = Race("cccwww", clock="simulated", pilot_1="pro")
    race.has("A", fresh={4: 1, 5: 1})
    race.apply(mask("1 2"))
    assert (race.state.base, race.state.jitter) == (1090, 240)
    outcomes, weights = race.runner.chance()
    assert outcomes == list(range(49))
    assert weights == [*range(1, 26), *range(24, 0, -1)]
    assert sum(weights) == 625
    now = race.state.now
    race.apply(24)
    assert race.settle() - now == 1330


@clause("PN-90", "PN-102")
@pytest.mark.parametrize("second", [9000, 9010])
def test_w24_equal_times(second: int):
    race = Race("cccwww", "cccvvv", clock="simulated", race_end="order_known")
    for seat in "AB":
        race.has(seat, placed="2 3 4 5 6", fresh={1: 5})
    race.goes_on(RUN, now=8990, due=[9000, second, 0, 0], step=[1, 1, 0, 0], hand_die=[0, 0, -1, -1])
    if second == 9000:
        assert race.runner.chance() == ([0, 1], [1, 1])  # PN-48 decides
        assert (race.status("A"), race.status("B")) == ("finished", "finished")
    else:
        assert (race.status("A"), race.status("B")) == ("finished", "running")
        assert race.ranking() == "AB"
    assert race.state.now == 9000


@clause("PN-40", "PN-74")
def test_w25_kept_inputs():
    race = Race("cccwwn", clock="realtime")
    race.has("A", fresh={1: 3, 6: 5})
    race.at(now=2900)
    fed = realtime.RealtimeRace(race.match(), [0])
    for number, (move, at) in enumerate(
        [(PLACE, 3000), (SAVE + 5, 3040), (mask("2"), 3060), (mask("4"), 3120)],
    ):
        fed.read(0, number, move, at)
    fed.advance(3151)
    assert [(fate.input.number, fate.what) for fate in fed.log] == [
        (0, "accepted"),
        (1, "kept"),
        (2, "kept"),
        (3, "kept"),
        (2, "dropped"),
        (1, "accepted"),
        (3, "accepted"),
    ]
    s = fed.state
    assert (s.saved[0], s.fresh[0], s.next[0]) == (mask("6"), mask("4"), 2)
    assert s.settle[0] == 3150 + 600


@clause("PN-26")
def test_w26_a_dead_sticky_hand():
    race = Race("cccttx", track="512346", hand_change="sticky")
    race.has("A", fresh={4: 1, 5: 1})
    assert len(race.rolls()) > 1
    # on a 4 with one redline left, and the car finishable after it
    race = Race("cccttx", track="412356", hand_change="sticky")
    race.has("A", fresh={4: 1, 5: 1}, redlines=1)
    assert race.rolls() == {"4 5"}


@clause("PN-22")
def test_the_hands_of_the_example_of_section_15():
    race = Race("cccwwv")
    assert sorted(race.runner.legal()) == [3, 9, 24, 33, 35, 40, 41, 56]


def test_every_event_names_a_clause_of_the_rules():
    assert all(event.clause.startswith("PN-") for event in EVENTS)
