"""Three nodes on one PostgreSQL, and people at tables of all games, while nodes and the database are killed.

Nodes are killed, ended, drained, or put to sleep for longer than their lease; the database is killed. People come in
where a proxy with health checks would send them: at any node that is not down. In the end everybody's history is
compared with the truth (history.py), and the dice of each race that is over are checked.
"""

import json
import os
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

import psycopg
from tests.server.databases import DatabaseServer, database_server
from tests.server.harness import Client, House
from tests.server.killing import PAUSE, Race, likely

from paddock.engine import Game
from paddock.games import all_games
from paddock.server import carry_out

from .history import DOUBLE, LOST, Line, problems_of
from .kills import Chain
from .proof import Proof
from .servers import WAIT, Server, Wanted, address_of, until

NODES, TABLES, FAULTS = 3, 200, 300
SEATS = 3  # at a table
LEASE = 2.0  # seconds
SILENCE = 3.0  # seconds until a client that hears nothing comes again
STUCK = 90.0  # seconds after which a table counts as stuck
BETWEEN = (5, 40)  # entries of all tables from one fault to the next
OWNED = "SELECT owners.table_id FROM owners JOIN nodes ON nodes.id=owners.node WHERE nodes.address=%s"
ENTRIES = "SELECT entry FROM moves WHERE table_id=%s ORDER BY entry"


class NodeServer(Server):
    """A node; `is_open` is whether a proxy would send people to it."""

    is_open = False

    def start(self) -> None:
        """Start it at another port, and wait until it listens."""
        super().start()
        self.is_open = True

    def stop(self, how: signal.Signals) -> None:
        """End it, and start it again later."""
        self.is_open = False
        os.kill(self.pid, how)
        self.process.join(WAIT)


@dataclass
class Door:
    """Any node that is not down, another one each time."""

    nodes: list[NodeServer]
    chance: random.Random

    @property
    def port(self) -> int:
        """Of one of them."""
        return self.chance.choice([node for node in self.nodes if node.is_open]).port


class WatchedRace(Race):
    """Remembers what each line was told, in the order of arrival."""

    def __init__(self, door: Door, table: str, keys: dict[int, str]):
        super().__init__(door, table, keys, likely)
        self.views: dict[int, list[Line]] = {seat: [] for seat in keys}
        self.patience = SILENCE

    def remember(self, seat: int, line: Client) -> None:
        """A line has ended."""
        super().remember(seat, line)
        plies = line.plies.get(seat, {})
        self.views[seat].append([(number, _words(ply)) for number, ply in plies.items()])

    def play(self, lines: dict[int, Client]) -> None:
        """To the end of the race; nobody waits for a node that sleeps to say goodbye."""
        for line in lines.values():
            line.socket.close_timeout = PAUSE
        super().play(lines)

    @property
    def reached(self) -> int:
        """Entries that anybody has heard of."""
        return max([*self.entry.values(), *(line.entry for line in list(self.lines.values()))])

    def acknowledged(self) -> int:
        """Moves of people who were told that they are stored."""
        return sum(ply["actor"] == seat for seat, told in self.told.items() for ply in told.values())


def _words(ply: dict[str, object]) -> str:
    """A ply without what only shows it."""
    return json.dumps({name: value for name, value in ply.items() if name != "view"}, sort_keys=True)


class Table(Chain):
    """Races one after the other."""

    def new_race(self, table: str, keys: dict[int, str]) -> WatchedRace:
        """A race whose lines are kept."""
        return WatchedRace(cast(Door, self.server), table, keys)

    def next_table(self) -> dict[str, Any] | None:
        """Two people and a bot; by a running clock a race would wait until everybody is ready again."""
        plain = self.game.complete_options(SEATS, {})
        options = {name: plain[name] for name in self.game.live.OPTIONS} if self.game.live else {}
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot"}]
        return self.post("/api/tables", {"game": self.game.id, "seats": seats, "options": options})

    def refused(self, status: int, answer: dict[str, Any]) -> None:
        """Nothing can be stored while the database is away."""
        if status != 503:
            super().refused(status, answer)

    @property
    def now(self) -> WatchedRace:
        """The race that is on."""
        race = self.races[-1]
        assert isinstance(race, WatchedRace)
        return race


@dataclass
class Site:
    """Everything that runs."""

    proof: Proof
    database: DatabaseServer
    url: str
    chance: random.Random
    nodes: list[NodeServer] = field(default_factory=list[NodeServer])
    tables: list[Table] = field(default_factory=list[Table])
    recovered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # seconds, by kind of fault

    def begin(self, tables: int) -> None:
        """Start the nodes, and people at tables of all games in turn."""
        for number in range(NODES):
            log = str(self.proof.folder / f"node{number}.log")
            self.nodes.append(NodeServer(Wanted(self.url, lease_seconds=LEASE, log=log)))
        games: list[Game] = all_games()
        door = Door(self.nodes, self.proof.random("door"))
        self.tables = [Table(door, games[n % len(games)]).start() for n in range(tables)]  # pyright: ignore
        until(lambda: all(table.races for table in self.tables), "a race at every table", 300)

    def end(self) -> None:
        """End the nodes in any case."""
        for node in self.nodes:
            with suppress(ProcessLookupError):
                os.kill(node.pid, signal.SIGCONT)
                node.stop(signal.SIGTERM)

    def owned_by(self, node: NodeServer) -> list[Table]:
        """The tables that a node has, by the store."""
        ids = {row[0] for row in self.ask(OWNED, address_of(node.port))}
        return [table for table in self.tables if table.now.table in ids]

    def ask(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """What the store says."""
        with psycopg.connect(self.url, autocommit=True) as session:
            return session.execute(statement.encode(), values).fetchall()

    # Faults

    def kill(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node is gone without a word."""
        node.stop(signal.SIGKILL)
        recover()
        node.start()

    def end_node(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node is restarted."""
        node.stop(signal.SIGTERM)
        recover()
        node.start()

    def drain(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node hands its tables over, passes lines on for a while, and is restarted."""
        carry_out(self.url, {"do": "drain", "node": address_of(node.port)})
        recover()
        node.stop(signal.SIGTERM)
        node.start()

    def sleep(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node sleeps until others have its tables, and then goes on as if nothing had been."""
        node.is_open = False
        os.kill(node.pid, signal.SIGSTOP)
        recover()
        os.kill(node.pid, signal.SIGCONT)
        node.is_open = True

    def kill_database(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """The database is gone without a word, and comes back."""
        self.database.stop(signal.SIGKILL)
        until(self._database_started, "a start of the database", 60)
        recover()

    def _database_started(self) -> bool:
        try:
            self.database.start()
        except AssertionError:  # its other processes have not ended yet
            return False
        return True

    def fault(self, kind: str) -> None:
        """One fault; everybody has to race on before the next."""
        node = self.chance.choice([node for node in self.nodes if self.owned_by(node)] or self.nodes)
        hit = self.tables if kind == "database killed" else self.owned_by(node)
        before = {table.now.table: (table, table.now.reached) for table in hit}
        begun = time.monotonic()

        def recover() -> None:
            self._recover(kind, before, begun)

        FAULT[kind](self, node, recover)
        self.proof.count("faults")
        self.proof.tell(f"{kind}: {len(before)} tables, {time.monotonic() - begun:.1f} s")

    def _recover(self, kind: str, before: dict[str, tuple[Table, int]], begun: float) -> None:
        """Wait until each table has gone on."""
        waiting = dict(before)
        while waiting and time.monotonic() - begun < STUCK:
            for table_id, (table, reached) in list(waiting.items()):
                if table.now.table != table_id or table.now.reached > reached:
                    self.recovered[kind].append(time.monotonic() - begun)
                    del waiting[table_id]
            time.sleep(0.01)
        for table_id, (table, reached) in waiting.items():
            self.proof.count("stuck tables")
            self.proof.fail(f"{table_id} of {table.game.id} stands at entry {reached} after: {kind}")

    def wait(self) -> None:
        """Until the races have gone on for a while."""
        wanted = self._entries() + self.chance.randint(*BETWEEN)
        until(lambda: self._entries() >= wanted, "some moves", STUCK)

    def _entries(self) -> int:
        return sum(race.reached for table in self.tables for race in table.races if isinstance(race, WatchedRace))

    # The end

    def audit(self) -> None:
        """Everybody's history against the truth."""
        found: Counter[str] = Counter()
        house = House(None, self.nodes[0].port)
        for table in self.tables:
            for race in table.races:
                assert isinstance(race, WatchedRace)
                with self.proof.part(f"{race.table} of {table.game.id}", told=False):
                    self._audit(race, house, found)
            for problem in table.problems:
                self.proof.fail(problem)
        house.http.close()
        self.proof.measured["acknowledged moves lost"] = str(found[LOST])
        self.proof.measured["double histories"] = str(found[DOUBLE])

    def _audit(self, race: WatchedRace, house: House, found: Counter[str]) -> None:
        heard = {seat: list(lines) for seat, lines in race.views.items()}
        race.audit()
        for seat, lines in heard.items():
            for problem in problems_of(race.views[seat][-1], {f"seat {seat} of {race.table}": lines}):
                found[problem.kind] += 1
                self.proof.fail(problem.words)
        entries = [row[0] for row in self.ask(ENTRIES, race.table)]
        self.proof.check(entries == list(range(len(entries))), f"{race.table} has entries {entries[:20]}")
        for words in race.problems:
            self.proof.fail(words)
        if race.over:
            verdict = house.get(f"/api/tables/{race.table}/verify")["verdict"]
            self.proof.check(verdict == "true", f"{race.table} is {verdict}")
        self.proof.count("races")
        self.proof.count("races to their end", race.over)
        self.proof.count("moves acknowledged", race.acknowledged())
        self.proof.count("lines broken", race.breaks)


FAULT: dict[str, Callable[[Site, NodeServer, Callable[[], None]], None]] = {
    "node killed": Site.kill,
    "node asleep": Site.sleep,
    "database killed": Site.kill_database,
    "node ended": Site.end_node,
    "node drained": Site.drain,
}


def run(proof: Proof) -> None:
    """The proof."""
    faults, tables = proof.aim("faults", FAULTS), proof.many(TABLES, len(all_games()))
    with database_server(durable=True) as database, database.database() as url:
        site = Site(proof, database, url, proof.random("faults"))
        try:
            site.begin(tables)
            for number in count():
                if number >= faults or proof.is_late:
                    break
                site.wait()
                site.fault(list(FAULT)[number % len(FAULT)])
            _stop(proof, site)
            site.audit()
        finally:
            site.end()
    proof.measured["tables at once"] = str(tables)
    for kind, seconds in site.recovered.items():
        proof.measured[f"goes on after {kind}"] = _told(seconds)
    proof.measured["goes on after any"] = _told([one for times in site.recovered.values() for one in times])


def _stop(proof: Proof, site: Site) -> None:
    for table in site.tables:
        table.stopped.set()
    for table in site.tables:
        table.thread.join(60)
        proof.check(not table.thread.is_alive(), f"a race of {table.game.id} hangs")


def _told(seconds: list[float]) -> str:
    """Percentiles."""
    ordered = sorted(seconds)
    if not ordered:
        return "-"
    half, most = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99))
    return f"p50 {half:.1f} s, p99 {most:.1f} s ({len(ordered)} tables)"
