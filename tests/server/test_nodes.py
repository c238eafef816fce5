"""Several `paddock serve` on one PostgreSQL: real processes, real sockets, real signals."""

import json
import re
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict
from websockets.exceptions import ConnectionClosed

from paddock.engine import read_record, verify_record
from paddock.server import DeskError, StoreError, carry_out, listen

from .harness import Client, House, Made, Message, race_to_the_end, spoil
from .killing import Race
from .test_connections import chat, connected_seats, seated_and_deaf
from .test_handover import PATIENCE, Served, until, until_pressed
from .test_lessons import follow, learn, learner
from .test_live import GO_FIRST, LIVE

pytestmark = [pytest.mark.postgres, pytest.mark.long]
LEASE = 2.0
SOCKET = ".s.PGSQL.5432"
OWNED = "SELECT nodes.address FROM owners JOIN nodes ON nodes.id=owners.node WHERE table_id=?"
GAME = "nestorgames_gp"
LONG = {"laps": 9}


class Site:
    """Nodes on one database; each has a port of its own."""

    def __init__(self, folder: Path, url: str):
        self.folder, self.url = folder, url
        self.nodes: dict[int, Served] = {}  # by port
        self.houses: dict[int, House] = {}

    def begin(self, count: int, **settings: object) -> list[House]:
        """Start several nodes at once; settings have `__` for a dot."""
        words = [word for name, value in settings.items() for word in ("--set", f"{name.replace('__', '.')}={value}")]
        return self._wait([self._begin(self.url, *words) for _ in range(count)])

    def begin_by(self, url: str) -> House:
        """Start a node that reaches the database by another address."""
        return self._wait([self._begin(url)])[0]

    def _wait(self, ports: list[int]) -> list[House]:
        for port in ports:
            self.nodes[port].wait()
            self.houses[port] = House(None, port)
        return [self.houses[port] for port in ports]

    def _begin(self, store: str, *more: str) -> int:
        """Start a node on a socket that nobody else can take meanwhile; returns its port."""
        with listen("127.0.0.1", 0) as listener:
            port = listener.getsockname()[1]
            words = ("--node-address", address(port), "--set", f"lease_seconds={LEASE}", "--set", "pace.bot_delay=0,0")
            self.nodes[port] = Served(self.folder, port, *words, *more, listener=listener, store=store)
        return port

    def owner(self, table: str) -> int:
        """The port of the node that has a table, by the store; 0: none."""
        found = spoil(self.url, OWNED, table)
        return int(found[0][0].rpartition(":")[2]) if found else 0

    def signal(self, port: int, number: signal.Signals) -> None:
        self.nodes[port].process.send_signal(number)

    def problems(self, port: int) -> list[str]:
        return self.nodes[port].problems()

    def events(self, port: int) -> list[str]:
        return [json.loads(line)["event"] for line in self.nodes[port].log.read_text().splitlines()]

    def end(self) -> None:
        for house in self.houses.values():
            house.http.close()
        for node in self.nodes.values():
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
                node.process.kill()
                node.process.wait()


def address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def site(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made = Site(tmp_path, database)
    yield made
    made.end()


class Elsewhere:
    """A server that people come back to at another port: what a proxy in front of the nodes does."""

    def __init__(self, port: int):
        self.port = port


def record_is_what_was_heard(house: House, race: Race) -> None:
    """Everything acknowledged is stored exactly once, in order, and the dice are right."""
    race.thread.join(PATIENCE)
    assert race.problems == []
    assert race.over
    record = read_record(house.http.get(f"/api/tables/{race.table}/record").text)
    assert [race.heard[ply] for ply in sorted(race.heard)] == record.script
    assert house.get(f"/api/tables/{race.table}/verify")["verdict"] == "true"


def under_way(race: Race, plies: int) -> None:
    until(lambda: len(heard(race)) >= plies or bool(race.problems))
    assert race.problems == []


def heard(race: Race) -> set[int]:
    lines = list(race.lines.values())
    return {number for line in lines for plies in list(line.plies.values()) for number in list(plies)}


# Passing on


def test_a_line_at_another_node_races_as_at_the_owner(site: Site):
    """Both people see the same race; one is at the node that has the table, the other is not."""
    ana, ben = site.begin(2)
    table = ana.table("me", "me", "bot", game=GAME)
    assert site.owner(table.id) == ana.port
    with table.client(0) as here, ben.client(table.id, table.keys[1]) as there:
        there.hear("welcome")
        race_to_the_end((here, 0), (there, 1))
        assert there.hear("over")["places"] == here.hear("over")["places"]
    assert site.owner(table.id) == ana.port  # it did not move
    info = ben.get(f"/api/tables/{table.id}")
    assert (info["status"], info) == ("over", ana.get(f"/api/tables/{table.id}"))
    assert ben.get(f"/api/tables/{table.id}/verify")["verdict"] == "true"
    assert (site.problems(ana.port), site.problems(ben.port)) == ([], [])


def test_requests_at_another_node_reach_the_owner(site: Site):
    """Seats are taken, refusals said and races of a series opened by the node that has the table."""
    ana, ben = site.begin(2)
    table = ana.table("me", "open", game=GAME, private=False)
    with table.client(0) as here:
        here.settled()
        there = Made(ben, {"table": table.id, "keys": []})
        assert there.join("Ben") == 1
        here.hear("seats", lambda message: message["table"]["seats"][1]["name"] == "Ben")
        refused = ben.post(f"/api/tables/{table.id}/join", {"name": "Cleo"}, status=409)
        assert "error" in refused
        with ben.client(table.id, there.keys[1]) as line:
            line.settled()
            line.say("move", seat=0, ply=0, move=0)
            assert line.refused()["reason"] == "you do not hold seat 0"
            ana_sees = table.info()
            assert there.info() == ana_sees
            assert [seat["connected"] for seat in ana_sees["seats"]] == [True, True]
    assert ben.http.get("/api/tables/nowhere").status_code == 404
    wrong = ben.http.get(f"/api/tables/{table.id}", headers={"x-paddock-node": "guessed"})
    assert wrong.status_code == 403
    assert ben.http.post("/node/desk", json={"do": "list"}).status_code == 404


def test_the_lobby_and_the_house_rules_are_seen_alike(site: Site):
    ana, ben = site.begin(2)
    waiting, racing = (
        ana.table("me", "open", game=GAME, private=False),
        ben.table("me", "bot", game=GAME, private=False),
    )
    with waiting.client(0), racing.client(0) as line:
        line.settled()

        def lobby(house: House) -> dict[str, list[tuple[str, list[bool]]]]:
            listed: Message = house.get("/api/tables")
            kinds = ("waiting", "racing")
            return {
                kind: [(one["id"], [seat["connected"] for seat in one["seats"]]) for one in listed[kind]]
                for kind in kinds
            }

        wanted = {"waiting": [(waiting.id, [True, False])], "racing": [(racing.id, [True, False])]}
        until(lambda: lobby(ana) == lobby(ben) == wanted)
        lines = {one["id"]: one["lines"] for one in carry_out(site.url, {"do": "list"})}
        assert lines == {waiting.id: 1, racing.id: 1}
        carry_out(site.url, {"do": "message", "text": "We move house."})
        assert line.hear("notice")["text"] == "We move house."
        until(lambda: ana.get("/api/tables")["notice"] == ben.get("/api/tables")["notice"] == "We move house.")
        carry_out(site.url, {"do": "read_only", "reason": "We move."})
        for house in (ana, ben):
            until(lambda house=house: refused_to_make(house))
        carry_out(site.url, {"do": "read_only", "reason": ""})
        for house in (ana, ben):
            until(lambda house=house: not refused_to_make(house))
        carry_out(site.url, {"do": "hide", "table": waiting.id})
        carry_out(site.url, {"do": "end", "table": racing.id})
        assert line.hear("over")
        until(lambda: lobby(ana) == lobby(ben) == {"waiting": [], "racing": []})


def refused_to_make(house: House) -> bool:
    body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    return house.http.post("/api/tables", json=body).status_code == 503


def test_a_series_goes_on_at_any_node(site: Site):
    ana, ben = site.begin(2)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}]
    made = ana.post("/api/series", {"game": GAME, "seats": seats, "name": "Cup"})
    key = made["keys"][0]["key"]
    with ben.client(made["table"], key) as line:
        race_to_the_end((line, 0))
    opened = ben.post(f"/api/series/{made['series']}/next", {"keys": [key]})["table"]
    again = ana.post(f"/api/series/{made['series']}/next", {"keys": [key]})["table"]
    assert opened == again != made["table"]
    told = [house.get(f"/api/series/{made['series']}") for house in (ana, ben)]
    assert told[0] == told[1]
    assert [race["status"] for race in told[0]["races"]][:1] == ["over"]


def test_a_lesson_goes_on_at_any_node_and_is_forgotten_afterwards(site: Site):
    """It is in the memory of one node and nowhere else."""
    ana, ben = site.begin(2, pace__unload_after=600)
    made = learn(ana, GAME)
    with learner(ben, made) as there:
        follow(there, made)
    site.signal(ana.port, signal.SIGTERM)
    assert site.nodes[ana.port].process.wait(PATIENCE) == 0
    assert spoil(site.url, "SELECT * FROM owners") == []
    assert ben.http.get(f"/api/tables/{made['table']}").status_code == 404
    assert (site.problems(ana.port), site.problems(ben.port)) == ([], [])


def test_title_odds_are_the_same_at_all_nodes(site: Site):
    """Nobody is at the race any more: the node that is asked first has it from then on."""
    ana, ben = site.begin(2, pace__unload_after=600)
    made = ana.post("/api/series", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot"}], "name": "Cup"})
    carry_out(site.url, {"do": "close", "table": made["table"]})
    assert site.owner(made["table"]) == 0
    path = f"/api/series/{made['series']}/odds"
    until(lambda: ben.get(path)["ready"])
    assert site.owner(made["table"]) == ben.port
    assert ana.get(path) == ben.get(path)


# Limits


@pytest.mark.parametrize(("limit", "status"), [("tables_an_address", 429), ("tables", 503)])
def test_tables_are_counted_over_all_nodes(site: Site, limit: str, status: int):
    ana, ben = site.begin(2, **{f"limits__{limit}": 2})
    first, _ = ana.table("me", "me", game=GAME), ben.table("me", "me", game=GAME)
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "me"}]}
    for house in (ana, ben):
        assert house.http.post("/api/tables", json=wish).status_code == status
    carry_out(site.url, {"do": "close", "table": first.id})
    ben.post("/api/tables", wish)


def test_what_is_blocked_at_one_node_is_blocked_at_all(site: Site):
    ana, ben = site.begin(2)
    table = ben.table("me", "open", game=GAME)
    table.join("Max")
    with table.client(1) as line:
        line.settled()
        carry_out(site.url, {"do": "block", "driver": "Max", "node": address(ana.port)})
        assert line.hear("closing")["again"] is False
    wish = {"game": GAME, "seats": [{"kind": "me", "name": "Max"}, {"kind": "me"}]}
    for house in (ana, ben):
        assert house.http.post("/api/tables", json=wish).status_code == 403


def test_decisions_at_two_nodes_in_the_same_moment_both_hold(site: Site):
    """No node has heard of the decision of the other one yet: a third of the lease is 20 seconds."""
    ana, ben = site.begin(2, lease_seconds=60)
    for house, driver in ((ana, "Max"), (ben, "Mia")):
        carry_out(site.url, {"do": "block", "driver": driver, "node": address(house.port)})
    assert carry_out(site.url, {"do": "rules", "node": address(ana.port)})["drivers"] == ["Max", "Mia"]


def test_a_client_that_does_not_read_is_cut_also_where_its_line_is_passed_on(site: Site):
    ana, ben = site.begin(2, limits__outbox=20, limits__ping_seconds=600)
    table = ana.table("me", "open", game=GAME)
    table.join("Bea")
    with table.client(1) as bea, closing(seated_and_deaf(ben, table.id, table.keys[0])):
        until(lambda: connected_seats(ana, table.id) == [True, True])
        assert lines_at(ben) == 1
        end = time.monotonic() + PATIENCE
        while connected_seats(ana, table.id)[0]:
            assert time.monotonic() < end
            chat(bea)
        until(lambda: lines_at(ben) == 0)
    assert (site.problems(ana.port), site.problems(ben.port)) == ([], [])


def lines_at(house: House) -> int:
    """WebSocket connections of a node."""
    found = re.search(r"^paddock_connections (\d+)", house.http.get("/metrics").text, re.MULTILINE)
    assert found
    return int(found[1])


# Nodes that die


def test_a_race_goes_on_at_another_node_when_its_owner_is_killed(site: Site):
    """One person was at the owner, the other at a node that passed the line on; both come again."""
    ana, ben = site.begin(2)
    table = ana.table("me", "me", game=GAME, options=LONG)
    beside = ben.table("me", "me", game=GAME, options=LONG)
    place = Elsewhere(ana.port)
    race = Race(place, table.id, table.keys).start()
    other = Race(ben, beside.id, beside.keys).start()
    under_way(race, 12)
    place.port = ben.port
    killed = time.monotonic()
    site.signal(ana.port, signal.SIGKILL)
    until(lambda: site.owner(table.id) == ben.port)
    assert time.monotonic() - killed < PATIENCE
    record_is_what_was_heard(ben, race)
    record_is_what_was_heard(ben, other)
    assert race.breaks
    assert not other.breaks
    assert spoil(site.url, "SELECT epoch FROM owners WHERE table_id=?", table.id)[0][0] >= 2


def test_lines_that_were_passed_on_go_on_when_the_owner_is_killed(site: Site):
    ana, ben = site.begin(2)
    table = ana.table("me", "me", game=GAME, options=LONG)
    race = Race(ben, table.id, table.keys).start()
    under_way(race, 12)
    assert site.owner(table.id) == ana.port
    site.signal(ana.port, signal.SIGKILL)
    record_is_what_was_heard(ben, race)
    assert race.breaks
    assert site.owner(table.id) == ben.port


def test_a_node_that_wakes_up_after_its_lease_writes_nothing_and_drops_its_rooms(site: Site):
    ana, ben = site.begin(2)
    table = ana.table("me", "me", game=GAME, options=LONG)
    with table.client(0, 1) as old:
        seat = acting(old)
        site.signal(ana.port, signal.SIGSTOP)
        old.move(seat)  # it waits in the socket of a node that sleeps
        with ben.client(table.id, *table.keys.values()) as line:
            assert acting(line) == seat
            assert site.owner(table.id) == ben.port
            line.move(seat)
            line.hear("position", lambda position: position["entry"] > old.entry)
            before = spoil(site.url, "SELECT * FROM moves ORDER BY entry")
            site.signal(ana.port, signal.SIGCONT)
            assert old.hear("closing")["again"] is True
            with pytest.raises(ConnectionClosed, match="1012"):
                old.hear("nothing more")
            assert spoil(site.url, "SELECT * FROM moves ORDER BY entry") == before
            until(lambda: "a table was lost to another node" in site.events(ana.port))
            with ana.client(table.id, *table.keys.values(), entry=old.entry) as again:  # now it passes the line on
                assert acting(again) == acting(line)
                assert again.entry == line.entry
        assert site.owner(table.id) == ben.port


def test_nobody_is_shown_less_than_they_have_seen(site: Site):
    """A node that does not know yet that another one has its table learns it from a client who has seen more."""
    ana, ben = site.begin(2, lease_seconds=600)  # nothing is renewed during this test
    table = ana.table("me", "me", game=GAME, options=LONG)
    with table.client(0, 1) as old:
        seat = acting(old)
        spoil(site.url, "UPDATE owners SET node='' WHERE table_id=?", table.id)  # as if its lease had run out
        with ben.client(table.id, *table.keys.values()) as line:
            assert acting(line) == seat
            line.move(seat)
            line.hear("position", lambda position: position["entry"] > old.entry)
            with ana.client(table.id, *table.keys.values(), entry=line.entry) as again:
                assert again.hear("closing")["again"] is True
            with ana.client(table.id, *table.keys.values(), entry=line.entry) as again:  # now it passes the line on
                assert acting(again) == acting(line)
                assert again.entry == line.entry


def acting(client: Client) -> int:
    """The seat that has to move, at a line that has both."""
    client.settled()
    return client.position[0]["actor"]


class Cable:
    """Carries what a node and the database say to each other, until it is cut; then neither side hears anything."""

    def __init__(self, url: str):
        self._folder = tempfile.TemporaryDirectory(prefix="pdk", dir="/tmp")  # short: a path of a socket is
        there = str(conninfo_to_dict(url)["host"])
        self.url = url.replace(there, self._folder.name)
        self._there = f"{there}/{SOCKET}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{self._folder.name}/{SOCKET}")
        self._listener.listen()
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self._there)
                self._ends += [here, there]
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self._whole.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        self._whole.clear()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._whole.set()
        for end in self._ends:
            end.close()
        self._folder.cleanup()


def test_people_leave_a_node_that_alone_does_not_reach_the_database(site: Site):
    """A proxy that leaves open lines alone would leave them there, in a race that goes on elsewhere."""
    with closing(Cable(site.url)) as cable:
        ana, [ben] = site.begin_by(cable.url), site.begin(1)
        all_know_all(site)
        table = ana.table("me", "me", game=GAME, options=LONG)
        with table.client(0, 1) as line:
            seat = acting(line)
            cable.cut()
            assert line.hear("closing")["again"] is True
        with ben.client(table.id, *table.keys.values(), entry=line.entry) as again:
            assert acting(again) == seat
            assert site.owner(table.id) == ben.port
        site.signal(ana.port, signal.SIGKILL)
        site.nodes[ana.port].process.wait()


def all_know_all(site: Site) -> None:
    """Every node has renewed its lease twice: after the first time it has looked which others there are."""
    for _ in range(2):
        now = spoil(site.url, "SELECT EXTRACT(EPOCH FROM clock_timestamp())")[0][0]
        until(lambda now=now: spoil(site.url, "SELECT MIN(lease_end) FROM nodes")[0][0] > float(now) + LEASE)


# Nodes that end


def test_a_node_that_ends_hands_its_tables_over_at_once(site: Site):
    """The lease does not have to run out: the race goes on while its first owner still closes."""
    ana, ben = site.begin(2)
    table = ana.table("me", "me", game=GAME, options=LONG)
    place = Elsewhere(ana.port)
    race = Race(place, table.id, table.keys).start()
    under_way(race, 12)
    place.port = ben.port
    site.signal(ana.port, signal.SIGTERM)
    assert site.nodes[ana.port].process.wait(PATIENCE) == 0
    assert spoil(site.url, "SELECT COUNT(*) FROM nodes") == [(1,)]
    record_is_what_was_heard(ben, race)
    assert (site.problems(ana.port), site.problems(ben.port)) == ([], [])


def test_a_node_that_drains_hands_its_tables_over_and_takes_no_more(site: Site):
    """It still passes on what comes to it, so people at it race on; then it may be stopped."""
    ana, ben = site.begin(2)
    table = ana.table("me", "me", game=GAME, options=LONG)
    race = Race(ana, table.id, table.keys).start()
    under_way(race, 12)
    told = carry_out(site.url, {"do": "drain", "node": address(ana.port)})
    assert told == "handed over 1 tables; this server takes no more and may be stopped"
    record_is_what_was_heard(ana, race)
    assert site.owner(table.id) == ben.port
    assert (ana.http.get("/ready").status_code, ben.http.get("/ready").status_code) == (503, 200)
    assert site.owner(ana.table("me", "bot", game=GAME).id) == ben.port
    with learner(ana, learn(ana, GAME)) as line:
        line.settled()
    with pytest.raises(DeskError, match="no other server takes tables"):
        carry_out(site.url, {"do": "drain", "node": address(ben.port)})
    with pytest.raises(StoreError, match="there is no server at 'http://nowhere:1'; there are http://127"):
        carry_out(site.url, {"do": "drain", "node": "http://nowhere:1"})
    site.signal(ana.port, signal.SIGTERM)
    assert site.nodes[ana.port].process.wait(PATIENCE) == 0
    assert (site.problems(ana.port), site.problems(ben.port)) == ([], [])


def test_a_race_by_a_running_clock_is_taken_over(site: Site):
    """It lines up again where it was, as after a restart, and every press that was accepted is in the record."""
    from .test_handover import Pressing

    game = LIVE[0]
    ana, ben = site.begin(2)
    made = ana.table("me", game=game.id, options=GO_FIRST)
    before = Pressing(ben.client(made.id, made.keys[0]), 0)  # passed on: its delay is measured, too
    before.get_ready()
    until_pressed(before, 2)
    site.signal(ana.port, signal.SIGKILL)
    before.hear_the_end()
    before.client.socket.close()
    with ben.client(made.id, made.keys[0], entry=before.client.entry) as line:
        assert line.hear("welcome")["entry"] >= before.client.entry
        again = Pressing(line, 0)
        again.number = 1_000
        again.get_ready()
        end = time.monotonic() + PATIENCE
        while again.over is None:
            assert time.monotonic() < end, line.heard[-3:]
            again.drive()
    record = read_record(ben.http.get(f"/api/tables/{made.id}/record").text)
    assert verify_record(game, record).match.is_over
    told = [fate["time"] for racer in (before, again) for fate in racer.fates if fate["what"] == "accepted"]
    stored = [fate.input.te for fate in record.presses if fate.what == "accepted"]
    assert [one for one in told if one not in stored] == []
