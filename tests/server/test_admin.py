"""The host's commands: tables, guests, read-only mode, messages, people's data; with a running server and without."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from paddock.server import DeskError, carry_out, store_path

from .harness import QUICKLY, House, Made, race_to_the_end, serving, store_in


def path_in(folder: Path) -> str:
    return store_path(store_in(folder))


def do(folder: Path, command: str, **more: Any) -> Any:
    return carry_out(store_in(folder), {"do": command, **more})


def finished(house: House, *names: str) -> Made:
    wishes = [{"kind": "me", "name": name} for name in names]
    table = Made(house, house.post("/api/tables", {"game": "_template", "seats": wishes, "private": False}))
    with table.client(0) as ana, table.client(1) as ben:
        race_to_the_end((ana, 0), (ben, 1))
        ana.hear("over")
    return table


def test_only_the_owner_can_open_the_socket(tmp_path: Path):
    with serving(store_in(tmp_path)):
        mode = os.stat(path_in(tmp_path) + "-admin").st_mode
        assert stat.S_ISSOCK(mode)
        assert mode & 0o077 == 0
    assert not Path(path_in(tmp_path) + "-admin").exists()


def test_a_store_with_a_long_path_has_a_socket_too(tmp_path: Path):
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    with serving(store_in(folder)) as house:
        made = house.table("me", "open")
        assert [one["id"] for one in do(folder, "list")] == [made.id]


def test_tables_are_listed_with_who_is_there(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        waiting, racing = house.table("me", "open"), house.table("me", "me", private=True)
        with racing.client(0) as ana:
            ana.hear("welcome")
            listed = {one["id"]: one for one in do(tmp_path, "list")}
            assert listed[waiting.id]["drivers"] == ["me0"]
            assert (listed[racing.id]["status"], listed[racing.id]["hidden"], listed[racing.id]["lines"]) == (
                "racing",
                True,
                1,
            )
        assert [one["id"] for one in do(tmp_path, "list", status="waiting")] == [waiting.id]


def test_a_closed_table_sends_everybody_away_for_good(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        waiting, racing = house.table("me", "open"), house.table("me", "me")
        with waiting.client(0) as ana, racing.client(0) as ben:
            ana.hear("welcome")
            ben.hear("welcome")
            assert do(tmp_path, "close", table=waiting.id) == "deleted"
            assert do(tmp_path, "close", table=racing.id) == "archived"
            for one in (ana, ben):
                told = one.hear("closing")
                assert (told["again"], told["reason"]) == (False, "the host of this server closed this table")
        assert house.http.get(f"/api/tables/{waiting.id}").status_code == 404
        listed = {one["id"]: one for one in do(tmp_path, "list")}
        assert listed[racing.id]["archived"]
        with racing.client(0) as ben:  # its link opens it again
            ben.my_turn(0)
        with pytest.raises(DeskError, match="there is no such table"):
            do(tmp_path, "close", table="nothing")


def test_an_ended_race_is_over_with_the_places_of_that_moment(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "me")
        with table.client(0, 1) as both:
            both.my_turn(0)
            both.move(0)
            assert do(tmp_path, "end", table=table.id) == "ended"
            assert len(both.hear("over")["places"]) == 2
            both.move(1, 0)
            assert both.refused()["reason"] == "the race is over"
        info = table.info()
        assert (info["status"], info["note"][:36]) == ("over", "the host of this server ended this r")
        assert house.get(f"/api/tables/{table.id}/verify")["verdict"] == "not verified"
        with pytest.raises(DeskError, match="no race goes on there: it is over"):
            do(tmp_path, "end", table=table.id)
    with serving(store_in(tmp_path)) as house, house.client(table.id) as guest:  # also after a restart
        assert guest.hear("welcome")["table"]["status"] == "over"


def test_a_hidden_table_is_not_listed_but_can_be_joined(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "open", private=False)
        assert [one["id"] for one in house.get("/api/tables")["waiting"]] == [table.id]
        assert do(tmp_path, "hide", table=table.id) == "hidden"
        assert house.get("/api/tables")["waiting"] == []
        assert do(tmp_path, "hide", table=table.id, show=True) == "shown"
        assert [one["id"] for one in house.get("/api/tables")["waiting"]] == [table.id]
        do(tmp_path, "hide", table=table.id)
        assert table.join("Ben") == 1


def test_a_blocked_driver_gets_no_seat_and_loses_theirs_until_unblocked(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "open")
        with table.client(0) as ana:
            ana.hear("welcome")
            assert do(tmp_path, "block", driver="Me0") == "blocked Me0"
            assert ana.hear("closing")["again"] is False
        with table.client(0) as ana:
            assert ana.hear("welcome")["seats"] == []
        refused = house.post("/api/quick", {"game": "_template", "name": "  ME0 "}, 403)
        assert refused["error"] == "the host of this server has blocked that name"
        assert house.post(f"/api/tables/{table.id}/join", {"name": "mE0"}, 403) == refused
    with serving(store_in(tmp_path)) as house:  # it is kept
        house.post("/api/quick", {"game": "_template", "name": "me0"}, 403)
        assert do(tmp_path, "rules")["drivers"] == ["Me0"]
        do(tmp_path, "unblock", driver="me0")
        house.post("/api/quick", {"game": "_template", "name": "me0"})
        with pytest.raises(DeskError, match="me0 is not blocked"):
            do(tmp_path, "unblock", driver="me0")


def test_a_blocked_address_is_answered_nothing_else(tmp_path: Path):
    settings = QUICKLY.__class__(limits=QUICKLY.limits, pace=QUICKLY.pace, proxies=("127.0.0.1",))
    with serving(store_in(tmp_path), settings) as house:
        do(tmp_path, "block", address="203.0.113.9")
        do(tmp_path, "block", address="2001:db8::1:2")
        for address in ("203.0.113.9", "2001:db8::ffff"):
            answer = house.http.get("/api/games", headers={"x-forwarded-for": address})
            assert (answer.status_code, answer.json()["error"]) == (
                403,
                "the host of this server has blocked your address",
            )
        assert house.http.get("/api/games", headers={"x-forwarded-for": "203.0.113.8"}).status_code == 200
        assert do(tmp_path, "unblock", address="2001:db8::/64") == "unblocked 2001:db8::/64"
        for wrong in ("nonsense", "", "203.0.113.0/24"):
            with pytest.raises(DeskError, match="address"):
                do(tmp_path, "block", address=wrong)


def test_in_read_only_mode_nothing_changes_and_everything_can_be_read(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "me")
        with table.client(0, 1) as both:
            turn = both.my_turn(0)
            assert do(tmp_path, "read_only", reason="we move to another machine") == "read-only"
            both.move(0)
            assert "read-only for now: we move to another machine" in both.refused()["reason"]
            refused = house.post("/api/quick", {"game": "_template"}, 503)
            assert refused["error"] == "this server is read-only for now: we move to another machine"
            assert table.info()["entries"] == turn["entry"]
    with serving(store_in(tmp_path)) as house:
        house.post("/api/quick", {"game": "_template"}, 503)
        assert do(tmp_path, "read_only", reason="") == "open"
        with house.client(table.id, *table.keys.values()) as both:
            both.my_turn(0)
            both.move(0)
            both.at(0, turn["entry"] + 1)


def test_bots_wait_while_the_server_is_read_only(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        assert house.hall
        store, tried = house.hall.house.store, list[str]()
        append = store.append
        table = house.table("me", "bot")
        with table.client(0) as ana:
            ana.my_turn(0)
            store.append = lambda table, *more: (tried.append(table), append(table, *more))[1]  # pyright: ignore
            do(tmp_path, "read_only", reason="a rest")
            ana.say("leave", seat=0)  # a bot drives at once
            for _ in range(50):
                ana.settled()
            assert len(tried) <= 1, "a bot tries again and again"
            do(tmp_path, "read_only", reason="")
            ana.hear("over")  # and goes on


def test_everybody_hears_a_message_and_who_comes_later_too(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "open")
        with table.client(0) as ana:
            ana.hear("welcome")
            do(tmp_path, "message", text="  The server rests\nat nine. ")
            assert ana.hear("notice")["text"] == "The server rests at nine."
            assert house.get("/api/tables")["notice"] == "The server rests at nine."
            with table.client(0) as later:
                assert later.hear("notice")["text"] == "The server rests at nine."
            do(tmp_path, "message", text="")
            assert ana.hear("notice")["text"] == ""
        with pytest.raises(DeskError, match="at most 300 letters"):
            do(tmp_path, "message", text="x" * 301)


def test_a_drivers_data_is_exported_and_deleted_and_the_race_stays(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = finished(house, "Anastasia", "Ben")
        other = house.table("me", "open")
        before = table.info()
        data = do(tmp_path, "export_driver", name="anastasia")
        (mine,) = data["tables"]
        assert (mine["table"], mine["seats"], len(mine["key_hashes"][0])) == (table.id, [0], 64)
        assert mine["moves"]
        with pytest.raises(DeskError, match="me0 still sits at 1 tables; close or end them"):
            do(tmp_path, "delete_driver", name="me0")
        assert do(tmp_path, "delete_driver", name="Anastasia") == {"tables": 1, "series": 0}
        after = table.info()
        assert (after["places"], after["secret"]) == (before["places"], before["secret"])
        assert house.get(f"/api/tables/{table.id}/verify")["verdict"] == "true"
        assert "nastasia" not in house.http.get(f"/api/tables/{table.id}/replay").text
        with pytest.raises(DeskError, match="there is nothing of a driver 'Anastasia'"):
            do(tmp_path, "export_driver", name="Anastasia")
        assert other.info()["seats"][0]["name"] == "me0"
    rest = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert b"nastasia" not in rest, "the file still has the name"


def test_without_a_server_the_store_itself_is_changed(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "open", game="nestorgames_gp", private=False)
    command = [sys.executable, "-m", "paddock", "admin", "--store", store_in(tmp_path)]

    def said(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *words], capture_output=True, text=True, check=False)

    assert [one["id"] for one in json.loads(said("list", "--json").stdout)] == [table.id]
    assert said("hide", table.id).stdout == "hidden\n"
    assert table.id in said("list").stdout
    assert " bytes" in said("backup", str(tmp_path / "backup")).stdout
    assert said("check", str(tmp_path / "backup")).stdout.endswith(": 1 tables: 1 waiting\n")
    refused = said("end", table.id)
    assert (refused.returncode, refused.stderr) == (2, "paddock: no race goes on there: it is waiting.\n")
    with serving(store_in(tmp_path)) as house:
        assert house.get("/api/tables")["waiting"] == []


@pytest.mark.parametrize("request_", [b"nonsense\n", b"[]\n", b'{"do": "fly"}\n', b"x" * 70_000 + b"\n", b""])
def test_a_wrong_request_harms_nothing(tmp_path: Path, request_: bytes):
    import socket

    with serving(store_in(tmp_path)):
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(path_in(tmp_path) + "-admin")
            line.sendall(request_)
            line.shutdown(socket.SHUT_WR)
            answer = line.recv(1000)
            assert answer == b"" or b"there is no such command" in answer
        assert do(tmp_path, "list") == []
