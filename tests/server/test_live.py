"""Live races over real sockets. The server's clock runs ten times as fast as the test's."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from paddock.engine import Game, read_record, verify_record
from paddock.games import all_games
from paddock.server import Settings
from paddock.server.settings import Sources

from .harness import AT_ONCE, FREELY, QUICKLY, Client, House, Made, serving, spoil, store_in
from .racing import FAST, Racer, drive_until, race_to_the_end

GO_FIRST = {"modifications": "none", "track": "ladder"}  # the race begins without a draft
SETTINGS = Settings(
    limits=FREELY,
    pace=AT_ONCE,
    sources=Sources(clock=lambda: FAST * time.monotonic(), secret=lambda: bytes(32), seed=lambda: 1),
)
LIVE = [game for game in all_games() if game.live]


@pytest.fixture(scope="module")
def game() -> Game:
    """The game with live races."""
    return LIVE[0]


def said_to(client: Client) -> list[str]:
    """Every sentence of race control."""
    return [
        one["sentence"] for plies in client.plies.values() for ply in plies.values() for one in ply["happenings"]
    ]  # fmt: skip


def record_of(house: House, made: Made) -> str:
    return house.http.get(f"/api/tables/{made.id}/record").text


@pytest.fixture
def house(tmp_path: Path, game: Game) -> Any:
    with serving(store_in(tmp_path), SETTINGS, [game]) as house:
        yield house


def line_up(house: House, game: Game, *seats: str, **options: Any) -> Made:
    one_race = {"wins_to_win": 1} if len(seats) > 1 else {}
    return house.table(*seats, game=game.id, options={**GO_FIRST, **one_race, **options})


def test_a_table_races_by_the_clock_unless_somebody_says_otherwise(house: House, game: Game):
    [offered] = house.get("/api/games")["games"]
    assert game.live
    for name, value in game.live.OPTIONS.items():
        assert next(one for one in offered["options"] if one["name"] == name)["default"] == value
        assert line_up(house, game, "me").info()["options"][name] == value


def test_a_race_alone_is_pressed_to_its_end_and_its_record_is_true(house: House, game: Game):
    made = line_up(house, game, "me")
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        race_to_the_end(racer)
        accepted = [fate for fate in racer.fates if fate["what"] == "accepted"]
        answered = {fate["number"] for fate in racer.fates}
    assert f"paddock_press_seconds_count {len(answered)}" in house.http.get("/metrics").text.splitlines()
    record = read_record(record_of(house, made))
    found = verify_record(game, record)
    assert found.match.is_over
    assert [fate.input.te for fate in record.presses if fate.what == "accepted"] == [one["time"] for one in accepted]
    assert found.drawn + found.timed == sum(ply.actor == -1 for ply in found.match.plies)
    assert found.timed >= 4 * len(accepted)
    wishes = {"ply": 0, "seats": [{"kind": "me", "name": "Ana"}]}
    assert "running clock" in house.post(f"/api/tables/{made.id}/fork", wishes, 400)["error"]


def test_a_changed_time_in_the_record_is_found_out(house: House, game: Game):
    made = line_up(house, game, "me")
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        race_to_the_end(racer)
    lines = record_of(house, made).split("\n")
    assert [line for line in lines if line.startswith("press")], lines[-5:]
    [number] = [n for n, line in enumerate(lines) if line.startswith("press 0 1 ")]
    words = lines[number].split()
    lines[number] = " ".join([*words[:4], str(int(words[4]) - 50), *words[5:]])
    with pytest.raises(ValueError, match=f"line {number + 1}: read at"):
        verify_record(game, read_record("\n".join(lines)))


def test_two_people_on_unequal_lines_see_the_same_result_and_what_each_is_credited(house: House, game: Game):
    made = line_up(house, game, "me", "me", "bot")
    with made.client(0) as one, made.client(1) as other, made.client() as spectator:
        near, far = Racer(one, 0), Racer(other, 1, line=0.012)  # 120 ms of the server's clock, there and back
        near.get_ready()
        far.get_ready()
        near.until(lambda: bool(near.live.get("go")))
        far.until(lambda: bool(far.live.get("go")))
        assert near.live == far.live
        delays = near.live["delays"]
        assert delays[2] == 0
        assert 60 <= delays[1] <= 250
        assert delays[0] < delays[1] or delays[0] == 250  # the cap, on a busy machine
        race_to_the_end(near, far)
        watched = spectator.hear("over")
        assert near.over == far.over == watched
    assert verify_record(game, read_record(record_of(house, made))).match.is_over


@pytest.mark.parametrize("unasked", [{"track": "ladder"}, {"track": "deal", "trophy": "random"}], ids=str)
def test_the_next_race_waits_for_everybody_and_begins_at_zero(house: House, game: Game, unasked: dict[str, str]):
    made = line_up(house, game, "me", "me", **unasked, wins_to_win=2, place_per_roll="chain")
    with made.client(0) as one, made.client(1) as other:
        racers = Racer(one, 0), Racer(other, 1)
        for racer in racers:
            racer.get_ready()
        drive_until(racers, lambda racer: racer.race == 2)
        for racer in racers:
            racer.until(lambda racer=racer: racer.live["waiting"] == [0, 1])
            assert racer.live["go"] == 0
            view = racer.client.position[racer.seat]["view"]
            assert (view["race"], view["now"], [car["rolls"] for car in view["racers"]]) == (2, 0, [0, 0])
            assert any("is number 1" in text for text in said_to(racer.client))
        one.say("press", seat=0, number=10**6, ply=one.position[0]["ply"], move=3)
        assert one.refused()["reason"] == "no race is running"
        for racer in racers:
            racer.client.say("ready", seat=racer.seat)
            racer.until(lambda racer=racer: bool(racer.live["go"]) or racer is racers[0])
        assert racers[1].live["since"] == 0
        before = [len(racer.fates) for racer in racers]
        drive_until(racers, lambda racer: any(fate["what"] == "accepted" for fate in racer.fates[before[racer.seat] :]))
        assert [racer.race for racer in racers] == [2, 2]


def test_nobody_hears_of_faces_in_the_air(house: House, game: Game):
    made = line_up(house, game, "me", "me")
    with made.client(0) as one, made.client(1) as other:
        racers = Racer(one, 0), Racer(other, 1)
        for racer in racers:
            racer.get_ready()
        race_to_the_end(*racers)
        in_air: list[tuple[int, int, int | None]] = []
        for client in (one, other):
            views = [m["view"] for m in client.heard if m["type"] == "position" and not m["view"]["over"]]
            in_air += [
                (view["now"], car["settle"], die["face"])
                for view in views
                for car in view["racers"]
                for die in car["dice"]
                if die["where"] == "fresh" and view["now"] < car["settle"] - 250
            ]
            drawn = [ply for plies in client.plies.values() for ply in plies.values() if ply["clause"] == "PN-27"]
            assert drawn
            assert {(ply["move"], ply["words"]) for ply in drawn} == {(-1, "")}
        assert in_air
        assert [one for one in in_air if one[2] is not None] == []


def test_an_early_press_does_nothing_and_says_so(house: House, game: Game):
    made = line_up(house, game, "me")
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        racer.until(lambda: bool(racer.live.get("go")))
        racer.press(3)
        racer.until(lambda: bool(racer.fates))
        assert racer.fates[0]["what"] == "dropped"
        assert racer.fates[0]["clause"] == "PN-72"
        assert racer.fates[0]["time"] < 0
        assert "too early" in racer.fates[0]["reason"]


def test_what_became_of_a_press_that_did_nothing_is_stored_before_it_is_told(tmp_path: Path, house: House, game: Game):
    made = line_up(house, game, "me")
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        racer.until(lambda: bool(racer.live.get("go")))
        for number in (1, 2):
            racer.press(3)
            racer.until(lambda wanted=number: len(racer.fates) == wanted)
            rows = spoil(store_in(tmp_path), "SELECT data FROM presses WHERE table_id=? ORDER BY number", made.id)
            stored = [json.loads(row[0]) for row in rows]
            assert [one["input"]["number"] for one in stored] == list(range(1, number + 1))
            assert {one["what"] for one in stored} == {"dropped"}
        race_to_the_end(racer)
    assert house.get(f"/api/tables/{made.id}/verify")["verdict"] == "true"


def test_a_press_that_cannot_be_is_refused_with_its_clause_and_costs_nothing(house: House, game: Game):
    made = line_up(house, game, "me")
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        racer.until(racer.is_running)
        racer.press(64)  # nothing was rolled yet
        racer.until(lambda: bool(racer.fates))
        assert (racer.fates[0]["what"], racer.fates[0]["clause"]) == ("refused", "PN-28")
        assert racer.fates[0]["reason"] == "that die shows nothing to place"
        race_to_the_end(racer)


def test_what_is_no_press_at_all_is_refused(house: House, game: Game):
    made = line_up(house, game, "me", "me")
    with made.client(0) as client:
        client.settled()
        ply = client.position[0]["ply"]
        client.say("press", seat=0, number=1, ply=ply, move=3)
        assert client.refused()["reason"] == "no race is running"
        client.say("press", seat=1, number=1, ply=ply, move=3)
        assert "do not hold seat 1" in client.refused()["reason"]
        client.say("ready", seat=1)
        assert "do not hold seat 1" in client.refused()["reason"]
        client.say("probed", number=12345)  # never asked: ignored
        client.settled()


def test_a_table_without_a_clock_knows_no_presses(house: House, game: Game):
    made = line_up(house, game, "me", clock="rounds")
    with made.client(0) as client:
        client.say("press", seat=0, ply=0, move=3, number=1)
        client.say("ready", seat=0)
        client.say("probed", number=1)
        assert [client.refused()["reason"] for _ in range(3)] == ["this table has no running clock"] * 3


def test_a_start_does_not_wait_for_ever(tmp_path: Path, game: Game):
    hurried = Settings(limits=FREELY, pace=AT_ONCE, sources=Sources(clock=lambda: 100.0 * time.monotonic()))
    with serving(store_in(tmp_path), hurried, [game]) as house, line_up(house, game, "me").client(0) as client:
        racer = Racer(client, 0)
        racer.until(lambda: bool(racer.live.get("go")))
        assert racer.live["ready"] == []


def test_a_drafter_whose_time_is_up_gets_the_best_pick(tmp_path: Path, game: Game):
    hurried = Settings(limits=FREELY, pace=AT_ONCE, sources=Sources(clock=lambda: 100.0 * time.monotonic()))
    with serving(store_in(tmp_path), hurried, [game]) as house:
        made = house.table("me", game=game.id, options={"track": "ladder"})
        with made.client(0) as client:
            racer = Racer(client, 0)
            racer.until(lambda: 0 in racer.live.get("waiting", []))  # all three picks were made
            picks = [ply for ply in client.plies[0].values() if ply["actor"] == 0]
            assert len(picks) == 3
            assert picks[0]["words"] == "take Nitrous with a blue die"  # PN-81: nitrous scores 6


def test_a_bot_takes_over_from_somebody_gone_and_hands_back(house: House, game: Game):
    made = line_up(house, game, "me", "me")
    with made.client(0) as one:
        stays = Racer(one, 0)
        with made.client(1) as other:
            goes = Racer(other, 1)
            stays.get_ready()
            goes.get_ready()
            stays.until(stays.is_running)
        stays.until(lambda: _said(one, "is driven by a bot"))
        with made.client(1) as other:
            stays.until(lambda: _said(one, "drives again"))
            back = Racer(other, 1)
            back.until(lambda: 1 in other.position and other.position[1]["view"]["racers"][1]["pilot"] == "person")


def _said(client: Client, words: str) -> bool:
    return any(words in ply["words"] for plies in client.plies.values() for ply in plies.values())


@pytest.mark.long
def test_a_race_that_everybody_has_left_is_run_again(house: House, game: Game):
    made = line_up(house, game, "me")
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        racer.until(racer.is_running)
        while not racer.fates:
            racer.drive()
    assert house.hall
    room, end = house.hall.rooms[made.id], time.monotonic() + 90
    while not any(ply.words == "run the race again" for ply in room.match.plies):
        assert time.monotonic() < end
        time.sleep(0.1)
    with made.client(0) as client:
        racer = Racer(client, 0)
        racer.get_ready()
        racer.until(lambda: bool(racer.live.get("go")))
        assert racer.live["since"] == 0
        race_to_the_end(racer)
    assert verify_record(game, read_record(record_of(house, made))).match.is_over


def test_after_a_restart_the_race_goes_on_where_it_was_stored(tmp_path: Path, game: Game):
    with serving(store_in(tmp_path), SETTINGS, [game]) as house:
        made = line_up(house, game, "me", "bot")
        with made.client(0) as client:
            racer = Racer(client, 0)
            racer.get_ready()
            racer.until(racer.is_running)
            while sum(fate["what"] == "accepted" for fate in racer.fates) < 3:
                racer.drive()
        assert house.hall
        before = list(house.hall.rooms[made.id].match.script)
        keys = made.keys
    with serving(store_in(tmp_path), SETTINGS, [game]) as house:
        again = Made(house, {"table": made.id, "keys": [{"seat": 0, "key": keys[0]}]})
        with again.client(0) as client:
            racer = Racer(client, 0)
            racer.number = 100
            racer.get_ready()
            racer.until(lambda: bool(racer.live.get("go")))
            assert racer.live["since"] > 0
            race_to_the_end(racer)
        record = read_record(record_of(house, again))
    assert record.script[: len(before)] == before
    assert verify_record(game, record).match.is_over


def test_other_tables_have_no_clock(tmp_path: Path):
    with serving(store_in(tmp_path), QUICKLY) as house:
        made = house.table("me", "bot")
        with made.client(0) as client:
            client.settled()
            assert not [m for m in client.heard if m["type"] in ("probe", "live")]
