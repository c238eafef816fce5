"""Three nodes on one PostgreSQL behind a proxy, and people at tables of all games, while everything fails in turn.

Nodes are killed, ended, drained, put to sleep for longer than their lease, cut off from the database or from people and
other nodes; the database and the proxy are killed. In the end everybody's history is compared with the truth
(history.py), and the dice of each race that is over are checked.
"""

import os
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count, cycle, islice
from typing import Any

import msgspec
import psycopg
from tests.server.databases import DatabaseServer, database_server
from tests.server.harness import House
from tests.server.killing import FINAL

from paddock.engine import Game, InputFate
from paddock.games import all_games
from paddock.server import DeskError, StoreError, carry_out

from .history import DOUBLE, LOST, PRESS_LOST, Fates, Problem, problems_of, problems_of_presses
from .network import PORT, Network, NoNetworkError, address, own_network
from .proof import Proof
from .proxy import Proxy
from .servers import WAIT, Server, Wanted, until
from .watching import Table, WatchedLiveRace, WatchedRace

NODES, TABLES, FAULTS = 3, 200, 300
LEASE = 2.0  # seconds
ASLEEP = 1.5 * LEASE  # seconds at least
AWAY = 1.0  # seconds that the proxy is away
STUCK = 90.0  # seconds after which a table counts as stuck
BETWEEN = (5, 40)  # entries of all tables from one fault to the next
THINKING = (1.0, 3.0)  # seconds from one move of a person to the next
FOUNDING = 0.05  # seconds from one new table to the next
PLANTED_FAULTS, PLANTED_TABLES = 8, 20
HASTY = (0.2, 0.6)  # seconds from one move to the next where the planted bug has to be seen
LOST_MOVES, DOUBLES, LOST_PRESSES = "acknowledged moves lost", "double histories", "answered presses lost"
BY_CLOCK = "by a running clock"
CUTS = {"people": "cut from people", "data": "cut from database"}  # faults, by net
OWNED = "SELECT owners.table_id FROM owners JOIN nodes ON nodes.id=owners.node WHERE nodes.address=%s"
ENTRIES = "SELECT entry FROM moves WHERE table_id=%s ORDER BY entry"
PRESSES = "SELECT data FROM presses WHERE table_id=%s ORDER BY number"
_decode_fate = msgspec.json.Decoder(InputFate).decode
Kind = tuple[Game, bool]  # of a table: a game, and whether it is raced by a running clock


class NodeServer(Server):
    """A node, which has the same address each time."""

    def __init__(self, number: int, wanted: Wanted):
        self.number = number
        super().__init__(wanted)

    @property
    def address(self) -> str:
        """At which the others reach it."""
        return f"http://{self.where}"

    @property
    def where(self) -> str:
        """The same for the proxy."""
        return f"{self.wanted.host}:{self.port}"

    def stop(self, how: signal.Signals) -> None:
        """End it, and start it again later."""
        os.kill(self.pid, how)
        self.process.join(WAIT)
        if self.process.is_alive():
            self.kill()

    def start(self) -> None:
        """Start it where it was."""
        super().start()
        self.wanted = replace(self.wanted, port=self.port)


@dataclass
class Door:
    """What people know of the site."""

    proxy: Proxy
    chance: random.Random
    thinking: tuple[float, float] = THINKING

    @property
    def port(self) -> int:
        """Of the proxy."""
        return self.proxy.port


@dataclass
class Site:
    """Everything that runs."""

    proof: Proof
    database: DatabaseServer
    url: str  # of the database, for the bench
    network: Network | None  # None: this machine's loopback
    chance: random.Random
    nodes: list[NodeServer] = field(default_factory=list[NodeServer])
    tables: list[Table] = field(default_factory=list[Table])
    recovered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # seconds, by kind of fault
    recovered_by_clock: list[float] = field(default_factory=list[float])  # those of races by a running clock
    proxy: Proxy = field(init=False)

    def begin(self, kinds: list[Kind]) -> None:
        """Start the nodes, and people at a table of each kind."""
        for number in range(NODES):
            self.nodes.append(NodeServer(number, self._wanted(number)))
        self.proxy = Proxy(self.proof.folder, [node.where for node in self.nodes])
        door = Door(self.proxy, self.proof.random("door"), HASTY if self.proof.is_planted else THINKING)
        for n, (game, by_clock) in enumerate(kinds):
            table = Table(door, game, by_clock, rest=n * FOUNDING)  # pyright: ignore[reportArgumentType]
            self.tables.append(table)
            table.start()
        until(lambda: all(table.races for table in self.tables), "a race at every table", 300)

    def _wanted(self, number: int) -> Wanted:
        wanted = Wanted(self.url, lease_seconds=LEASE, log=str(self.proof.folder / f"node{number}.log"))
        wanted = replace(wanted, is_planted=self.proof.is_planted)
        if self.network is None:
            return wanted
        store = self.url.replace(f"host={self.database.folder}", f"host={address('data')}")
        place = {"host": address("people", number), "namespace": self.network.holders[number].pid}
        return replace(wanted, store=store, port=PORT, proxies=(address("people"),), **place)

    def end(self) -> None:
        """End everything in any case."""
        for table in self.tables:
            table.stopped.set()
        for node in self.nodes:
            with suppress(ProcessLookupError):
                os.kill(node.pid, signal.SIGCONT)
                node.kill()
        with suppress(AttributeError):
            self.proxy.stop()

    def owned_by(self, node: NodeServer) -> list[Table]:
        """The tables that a node has, by the store."""
        ids = {row[0] for row in self.ask(OWNED, node.address)}
        return [table for table in self.tables if table.now.table in ids]

    def ask(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
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
        until(lambda: self._is_drained(node), "draining")
        recover()
        node.stop(signal.SIGTERM)
        node.start()

    def _is_drained(self, node: NodeServer) -> bool:
        """Whether it could be asked: after another fault it may be away for a moment, or alone."""
        try:
            carry_out(self.url, {"do": "drain", "node": node.address})
        except (DeskError, StoreError):
            return False
        return True

    def sleep(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node sleeps until others have its tables, and then goes on as if nothing had been."""
        end = time.monotonic() + ASLEEP
        os.kill(node.pid, signal.SIGSTOP)
        recover()
        time.sleep(max(0.0, end - time.monotonic()))
        os.kill(node.pid, signal.SIGCONT)

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

    def kill_proxy(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """The proxy is gone without a word, and everybody with it; it comes back."""
        self.proxy.stop(signal.SIGKILL)
        time.sleep(AWAY)
        self.proxy.start()
        recover()

    def cut_from_database(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node reaches people and other nodes, but no database."""
        self._cut("data", node, recover)

    def cut_from_people(self, node: NodeServer, recover: Callable[[], None]) -> None:
        """A node reaches the database, so that its lease lasts; people and other nodes do not reach it."""
        self._cut("people", node, recover)

    def _cut(self, net: str, node: NodeServer, recover: Callable[[], None]) -> None:
        assert self.network
        self.network.cut(net, node.number)
        recover()
        self.network.mend(net, node.number)

    def fault(self, kind: str) -> None:
        """One fault; everybody has to race on before the next."""
        until(lambda: any(self.owned_by(node) for node in self.nodes), "a node with tables", STUCK)
        node = self.chance.choice([node for node in self.nodes if self.owned_by(node)] or self.nodes)
        hit = self.tables if kind in ("database killed", "proxy killed") else self.owned_by(node)
        begun = time.monotonic()

        def recover() -> None:
            self._recover(kind, hit, begun)

        FAULT[kind](self, node, recover)
        self.proof.count("faults")
        self.proof.tell(f"{kind}: {len(hit)} tables, {time.monotonic() - begun:.1f} s")

    def _recover(self, kind: str, hit: list[Table], begun: float) -> None:
        """Wait until each table has gone on since the fault; nobody thinks long meanwhile."""
        waiting = {table.now.table: (table, table.now.reached) for table in hit}
        for table, _ in waiting.values():
            table.now.hurried.set()
        while waiting and time.monotonic() - begun < STUCK:
            for table_id, (table, reached) in list(waiting.items()):
                if table.now.table != table_id or table.now.reached > reached:
                    self.recovered[kind].append(time.monotonic() - begun)
                    if table.by_clock:
                        self.recovered_by_clock.append(time.monotonic() - begun)
                    table.now.hurried.clear()
                    del waiting[table_id]
            time.sleep(0.02)
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
        house = House(None, self.proxy.port)
        for table in self.tables:
            for race in table.races:
                assert isinstance(race, WatchedRace)
                with self.proof.part(f"{race.table} of {table.game.id}", told=False):
                    self._audit(race, house, found)
            for problem in table.problems:
                self.proof.fail(problem)
        house.http.close()
        self.proof.measured[LOST_MOVES] = str(found[LOST])
        self.proof.measured[DOUBLES] = str(found[DOUBLE])
        self.proof.measured[LOST_PRESSES] = str(found[PRESS_LOST])

    def _audit(self, race: WatchedRace, house: House, found: Counter[str]) -> None:
        heard = {seat: list(lines) for seat, lines in race.views.items()}
        race.audit()
        problems = list[Problem]()
        for seat, lines in heard.items():
            problems += problems_of(race.views[seat][-1], {f"seat {seat} of {race.table}": lines})
        if isinstance(race, WatchedLiveRace):
            stored = stored_fates(row[0] for row in self.ask(PRESSES, race.table))
            problems += problems_of_presses(stored, race.told_fates)
            self.proof.count("presses answered", len(set(race.told_fates)))
        for problem in problems:
            found[problem.kind] += 1
            self.proof.fail(f"{race.table}: {problem.words}")
        entries = [row[0] for row in self.ask(ENTRIES, race.table)]
        self.proof.check(entries == list(range(len(entries))), f"{race.table} has entries {entries[:20]}")
        for words in race.problems:
            self.proof.fail(words)
        if race.over:
            verdict = house.get(f"/api/tables/{race.table}/verify")["verdict"]
            self.proof.check(verdict == "true", f"{race.table} is {verdict}")
        self.proof.count("races")
        self.proof.count(f"races {BY_CLOCK}", isinstance(race, WatchedLiveRace))
        self.proof.count("races to their end", race.over)
        self.proof.count("moves acknowledged", race.acknowledged())
        self.proof.count("lines broken", race.breaks)


def stored_fates(rows: Iterable[bytes]) -> Fates:
    """What became of each press in the end, by the rows of a store."""
    fates = map(_decode_fate, rows)
    return [((fate.input.seat, fate.input.number), fate.what) for fate in fates if fate.what in FINAL]


FAULT: dict[str, Callable[[Site, NodeServer, Callable[[], None]], None]] = {
    "node killed": Site.kill,
    "cut from people": Site.cut_from_people,
    "node asleep": Site.sleep,
    "database killed": Site.kill_database,
    "node ended": Site.end_node,
    "cut from database": Site.cut_from_database,
    "node drained": Site.drain,
    "proxy killed": Site.kill_proxy,
}


def kinds() -> list[Kind]:
    """All games, and again those that have a running clock."""
    return [*((game, False) for game in all_games()), *live_kinds()]


def live_kinds() -> list[Kind]:
    """Games by a running clock."""
    return [(game, True) for game in all_games() if game.live]


def run(proof: Proof) -> None:
    """The proof."""
    tables = proof.tables or proof.many(TABLES, len(kinds()))
    race(proof, proof.aim("faults", FAULTS), list(islice(cycle(kinds()), tables)))


def find_planted(proof: Proof) -> None:
    """The same with nodes that tell people of moves and presses before they are stored: the checker has to find that,
    also where all races are by a running clock."""
    _find_planted(proof, "all games", kinds(), (LOST_MOVES, DOUBLES))
    _find_planted(proof, BY_CLOCK, live_kinds(), (LOST_PRESSES,))


def _find_planted(proof: Proof, where: str, kinds: list[Kind], wanted: tuple[str, ...]) -> None:
    left = proof.seconds - proof.took
    bad = Proof(proof.name, proof.folder, seconds=left, seed=proof.seed, is_planted=True)
    with bad.part(f"the planted bug, {where}"):
        race(bad, PLANTED_FAULTS, list(islice(cycle(kinds), PLANTED_TABLES)))
    proof.count("faults", bad.done["faults"])
    found = {what: bad.measured.get(what, "0") for what in wanted}
    proof.measured |= {f"{what}, {where}": figure for what, figure in found.items()}
    proof.check(any(int(figure) for figure in found.values()), f"the planted bug was not found: {where}")


def race(proof: Proof, faults: int, tables: list[Kind]) -> None:
    """Let people race while faults come."""
    with began(proof) as site:
        kinds = [kind for kind in FAULT if site.network or kind not in CUTS.values()]
        site.begin(tables)
        for number in count():
            if number >= faults or proof.is_late:
                break
            site.wait()
            site.fault(kinds[number % len(kinds)])
        _stop(proof, site)
        site.audit()
    proof.measured["tables at once"] = str(len(tables))
    proof.measured["lease"] = f"{LEASE:g} s"
    for kind, seconds in site.recovered.items():
        proof.measured[f"goes on after {kind}"] = _told(seconds)
    proof.measured["goes on after any"] = _told([one for times in site.recovered.values() for one in times])
    proof.measured[f"of them {BY_CLOCK}"] = _told(site.recovered_by_clock)


@contextmanager
def began(proof: Proof) -> Generator[Site]:
    """A site with a database, in a network that only it has if this machine allows that; all is ended afterwards."""
    with ExitStack() as stack:
        network: Network | None = None
        try:
            network = stack.enter_context(own_network(NODES))
        except NoNetworkError as error:
            proof.left_out.append(f"nodes cut off from people or the database: {error}")
        database = stack.enter_context(database_server(durable=True, address=address("data") if network else ""))
        url = stack.enter_context(database.database())
        site = Site(proof, database, url, network, proof.random("faults"))
        stack.callback(site.end)
        yield site


def _stop(proof: Proof, site: Site) -> None:
    for table in site.tables:
        table.stopped.set()
        table.now.hurried.set()
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
