"""A table has one owner among several nodes, and only the owner can write about it."""

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from paddock.cli import cli
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Settings, StoreError, make_hall, open_store
from paddock.server.line.refusals import MovedError
from paddock.server.line.wire import NewTable, SeatWish
from paddock.server.node.passing import Passed, pass_on
from paddock.server.store import node_store, postgres_connection
from paddock.server.store.group_commit import DatabaseSession
from paddock.server.store.loading import TableRace
from paddock.server.store.node_store import Node, NodeStore
from paddock.server.store.postgres_connection import PostgresConnection
from paddock.server.store.store import EntryRow, LostTableError, Presses, SnapshotRow
from paddock.server.table import hall as hall_module

from .harness import WAIT, spoil, store_in
from .test_expiry import fate
from .test_store import row

pytestmark = pytest.mark.postgres
LONG = 600.0  # seconds of a lease that no test outlasts
SHORT = 0.5
END_LEASE = "UPDATE nodes SET lease_end=0 WHERE id=?"
Work = Callable[[NodeStore, NodeStore], Awaitable[None]]


def with_nodes(url: str, work: Work, lease: float = LONG) -> None:
    """Two nodes with a lease each, and a table with one entry that the first has."""

    async def run() -> None:
        ana, ben = (NodeStore(url, Node(name, f"http://{name}:8000"), lease) for name in ("ana", "ben"))
        try:
            for store in (ana, ben):
                await store.renew()
            await ana.create(row(), [EntryRow(0, 0, 7)])
            await work(ana, ben)
        finally:
            await ana.close()
            await ben.close()

    asyncio.run(run())


async def change_everything(store: NodeStore) -> None:
    """Try every write about the table; each is refused because another node has it."""
    table = await store.load("one")
    await store.touch(["one"], 99.0)  # nobody waits for this one: it is left out
    for attempt in (
        store.append("one", 1, [EntryRow(0, 0, 9)]),
        store.append("one", 1, [EntryRow(0, 0, 9)], Presses(0, [fate(0)])),
        store.append("one", 1, [], Presses(0, [fate(0)])),
        store.save(table),
        store.save_snapshot("one", SnapshotRow(1, "rules", b"old")),
        store.drop_snapshot("one"),
        store.archive("one"),
        store.remove("one"),
    ):
        with pytest.raises(LostTableError, match="another server has taken this table over"):
            await attempt


def stored(url: str) -> list[object]:
    tables = ("tables", "moves", "presses", "snapshots", "owners")
    return [spoil(url, f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]


def test_a_table_that_a_live_node_has_is_not_taken(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        assert await ben.take("one") == ana.node
        assert await ben.owner("one") == ana.node
        before = stored(database)
        await change_everything(ben)
        assert stored(database) == before
        await ana.append("one", 1, [EntryRow(0, 0, 8)])

    with_nodes(database, work)


def test_a_table_moves_when_the_lease_of_its_owner_has_run_out_and_the_old_owner_writes_nothing(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        spoil(database, END_LEASE, "ana")
        assert await ben.take("one") is None
        assert spoil(database, "SELECT node, epoch FROM owners") == [("ben", 2)]
        before = stored(database)
        await change_everything(ana)
        assert stored(database) == before
        await ben.append("one", 1, [EntryRow(0, 1, 8)], Presses(0, [fate(0)]))
        assert await ana.renew() == ["one"]  # its lease lasts again, but not for that table
        ana.lose("one")
        assert await ana.take("one") == ben.node
        assert await ana.entries("one") == [EntryRow(0, 0, 7), EntryRow(0, 1, 8)]

    with_nodes(database, work)


def test_an_old_epoch_of_the_same_node_is_refused(database: str):
    """The table came back to its first owner, which has not heard that it was away."""

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        spoil(database, END_LEASE, "ana")
        await ben.take("one")
        spoil(database, "UPDATE owners SET node='ana', epoch=3")
        await change_everything(ana)
        assert await ana.renew() == ["one"]

    with_nodes(database, work)


def test_a_lost_table_does_not_stop_the_others_of_the_same_commit(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        tables = [f"table {number}" for number in range(5)]
        for table in tables:
            await ana.create(row(table), [])
        spoil(database, "UPDATE owners SET node='ben', epoch=2 WHERE table_id='table 3'")
        appends = [ana.append(table, 0, [EntryRow(0, 0, 5)], Presses(0, [fate(0)])) for table in tables]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] * 3 + [LostTableError, type(None)]
        assert [len(await ana.entries(table)) for table in tables] == [1, 1, 1, 0, 1]

    with_nodes(database, work)


def test_a_node_that_lives_loses_a_table_to_the_first_that_cannot_reach_it_and_writes_nothing(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        await ana.renew()
        await ben.wrest("one", ana.node)
        assert spoil(database, "SELECT node, epoch FROM owners") == [("ben", 2)]
        assert await ben.take("one") is None
        before = stored(database)
        await change_everything(ana)
        assert stored(database) == before
        await ben.append("one", 1, [EntryRow(0, 1, 8)])
        ana.lose("one")
        await ana.wrest("one", Node("cleo", "http://cleo:8000"))  # it has not heard that ben has the table by now
        assert await ana.owner("one") == ben.node
        assert "one" not in ana.tables

    with_nodes(database, work)


def test_what_is_in_the_memory_of_a_node_alone_is_not_taken_from_it(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        await ana.hold("lesson")
        await ben.wrest("lesson", ana.node)
        assert await ben.owner("lesson") == ana.node

    with_nodes(database, work)


def test_an_owner_that_lives_but_is_not_reached_is_replaced_after_a_lease(database: str):
    """Its lease lasts, as it reaches the database: without this the table would stand as long as it is cut off."""

    async def run() -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            nowhere = f"http://127.0.0.1:{closed.getsockname()[1]}"
        ana = NodeStore(database, Node("ana", nowhere), LONG)
        ben = NodeStore(database, Node("ben", "http://ben:8000"), SHORT)
        await ana.renew()
        await ana.create(row(), [EntryRow(0, 0, 7)])
        await ana.touch(["one"], time.time())  # it is not cleared away
        hall = make_hall([RIDGE_RUN], ben, Settings(node_address=ben.node.address, lease_seconds=SHORT))
        await hall.open()
        assert hall.nodes
        tries: list[Node] = []

        async def call(owner: Node) -> None:
            tries.append(owner)
            await pass_on(owner.address, "", Passed("GET", "/health", ""))

        assert await hall.nodes.reach("one", call) is None
        assert len(tries) > 1  # once is not enough
        assert await ana.owner("one") == ben.node
        assert await ana.renew() == ["one"]
        await hall.close()
        await ana.close()

    asyncio.run(run())


def test_a_table_that_was_left_is_free_at_once(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        await ana.leave("one")
        assert await ben.owner("one") is None
        assert await ben.take("one") is None
        assert (list(ana.tables), list(ben.tables)) == ([], ["one"])
        assert await ana.take("one") == ben.node

    with_nodes(database, work)


def test_many_nodes_that_want_a_free_table_find_one_owner(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        await ana.leave("one")
        await asyncio.gather(*(store.take("one") for store in (ana, ben) for _ in range(5)))
        owner = await ana.owner("one")
        assert [store.node for store in (ana, ben) if "one" in store.tables] == [owner]

    with_nodes(database, work)


def test_nodes_that_take_the_same_tables_in_another_order_do_not_wait_for_each_other(database: str):
    """As after the death of a third one: each has taken its first table when it wants the other one's."""
    gate, halfway = threading.Event(), threading.Barrier(2)

    async def take(store: NodeStore, *tables: str) -> None:
        ahead = asyncio.create_task(store._do(lambda _: gate.wait(WAIT)))  # pyright: ignore[reportPrivateUsage]
        first = asyncio.create_task(store.take(tables[0]))
        between = asyncio.create_task(store._do(lambda _: halfway.wait(WAIT)))  # pyright: ignore[reportPrivateUsage]
        last = asyncio.create_task(store.take(tables[1]))
        await asyncio.sleep(0)  # all of them are in one commit, or in two
        gate.set()
        await asyncio.gather(ahead, first, between, last)

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        await ana.create(row("two"), [])
        for table in ("one", "two"):
            await ana.leave(table)
        await asyncio.gather(take(ana, "one", "two"), take(ben, "two", "one"))
        assert sorted([*ana.tables, *ben.tables]) == ["one", "two"]

    with_nodes(database, work)


def test_a_take_waits_for_an_append_that_is_under_way(database: str):
    """Who takes a table sees everything that its last owner was told is stored."""

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        with psycopg.connect(database) as open_transaction:
            held = postgres_connection.HELD_HERE
            open_transaction.execute(held.encode(), ["{one}", "{ana}", "{1}"])
            open_transaction.execute("INSERT INTO moves VALUES ('one', 1, 0, 0, 8, 0)")
            spoil(database, END_LEASE, "ana")
            taking = asyncio.create_task(ben.take("one"))
            waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type='Lock' AND datname=current_database()"
            while await asyncio.to_thread(spoil, database, waits) == [(0,)]:
                assert not taking.done()
        assert await taking is None
        assert len(await ben.entries("one")) == 2

    with_nodes(database, work)


def test_a_table_that_is_not_there_has_no_owner(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        assert await ana.take("nowhere") is None
        assert "nowhere" not in ana.tables
        assert await ben.owner("nowhere") is None
        await ana.remove("one")
        assert spoil(database, "SELECT COUNT(*) FROM owners") == [(0,)]

    with_nodes(database, work)


def test_nodes_have_one_secret_and_know_who_lives_and_who_is_present(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        assert await ana.secret("first") == await ben.secret("second") == "first"
        assert {node.id for node in await ben.live_nodes()} == {"ana", "ben"}
        await ana.show_present({"one": b"two people", "elsewhere": b"nobody"})
        assert await ben.present(["one", "two"]) == {"one": b"two people"}
        assert await ben.present(["two"]) == {}
        await ana.retire()
        assert [node.id for node in await ben.live_nodes()] == ["ben"]
        assert await ben.present(["one"]) == {}

    with_nodes(database, work)


def test_a_server_alone_and_nodes_exclude_each_other(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres_connection, "LOCK_PATIENCE", 0.1)

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        with pytest.raises(StoreError, match="another server is using it"):
            open_store(database)

    with_nodes(database, work)
    alone = open_store(database)
    try:
        with pytest.raises(StoreError, match="a server that is no node is using it"):
            NodeStore(database, Node("ana", "http://ana:8000"), LONG)
    finally:
        asyncio.run(alone.close())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--node-address", "http://10.0.0.5:8000"),
            "a node shares a store in PostgreSQL with others: --store postgres",
        ),
        (("--node-address", "10.0.0.5"), "takes an address like http://10.0.0.5:8000, with no path, not '10.0.0.5'"),
    ],
)
def test_a_node_that_cannot_be_one_is_told_why(words: tuple[str, ...], told: str, tmp_path: Path):
    command = ["serve", "--no-open", "--host", "127.0.0.1", "--store", store_in(tmp_path), *words]
    done = CliRunner().invoke(cli, command, prog_name="paddock")
    assert done.exit_code != 0
    assert told in done.stderr


def test_a_node_that_falls_asleep_in_a_transaction_keeps_no_locks_longer_than_its_lease(database: str):
    """It is stopped between two statements; the node that takes its table would wait for it, with all other tables."""
    held, woken = threading.Event(), threading.Event()

    def fall_asleep(connection: DatabaseSession) -> None:
        assert isinstance(connection, PostgresConnection)
        connection.check_held(("one", "ana", 1))
        held.set()
        woken.wait(WAIT)
        connection.execute("SELECT 1")

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        spoil(database, END_LEASE, "ana")
        asleep = asyncio.create_task(ana._do(fall_asleep))  # pyright: ignore[reportPrivateUsage]
        assert await asyncio.to_thread(held.wait, WAIT)
        try:
            while "one" not in ben.tables:
                with suppress(LostTableError):
                    await ben.take("one")
        finally:
            woken.set()
            await asyncio.gather(asleep, return_exceptions=True)

    with_nodes(database, work, lease=0.5)


def test_a_table_that_a_sleeping_node_holds_keeps_no_other_table_waiting(database: str):
    async def work(ana: NodeStore, ben: NodeStore) -> None:
        spoil(database, END_LEASE, "ana")
        with psycopg.connect(database) as asleep:
            asleep.execute("SELECT * FROM owners WHERE table_id='one' FOR UPDATE")
            with pytest.raises(LostTableError, match="another server still holds this table"):
                await ben.take("one")
            await ben.create(row("two"), [EntryRow(0, 0, 7)])
        assert await ben.take("one") is None

    with_nodes(database, work, lease=SHORT)


def test_a_node_changes_many_rows_at_once_or_none(database: str, monkeypatch: pytest.MonkeyPatch):
    """If it fell asleep between two rows, other nodes would wait for its locks until it wakes up: no time limit of the
    database ends a session that is in the middle of a batch."""
    monkeypatch.setattr(PostgresConnection, "executemany", None)

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        await ana.create(row("two"), [])
        await ana.touch(["one", "two", "nowhere"], 99.0)
        assert spoil(database, "SELECT id, touched FROM tables ORDER BY id") == [("one", 99.0), ("two", 99.0)]
        await ana.show_present({"one": b"two people", "two": b"one", "nowhere": b""})
        assert await ben.present(["one", "two"]) == {"one": b"two people", "two": b"one"}
        await ana.show_present({"two": b""})
        assert await ben.present(["one", "two"]) == {"one": b"two people"}

    with_nodes(database, work)


def test_a_lease_that_runs_out_while_the_owner_is_looked_up_leaves_nobody_without_the_table(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    """The table could not be taken by the first statement, and has no owner by the second."""
    look_up = node_store._owner  # pyright: ignore[reportPrivateUsage]

    def looked_up_late(connection: DatabaseSession, table_id: str) -> Node | None:
        connection.execute(END_LEASE, ("ana",))
        return look_up(connection, table_id)

    async def work(ana: NodeStore, ben: NodeStore) -> None:
        monkeypatch.setattr(node_store, "_owner", looked_up_late)
        assert await ben.take("one") is None
        assert ben.epoch("one") == ana.epoch("one") + 1

    with_nodes(database, work)


@pytest.mark.parametrize("said_hello", [False, True])
def test_a_node_that_wakes_up_shows_nobody_a_table_that_it_has_lost(database: str, said_hello: bool):
    """A client may come before the next tick: the room in memory is older than what others have been told."""

    async def run() -> None:
        ana = NodeStore(database, Node("ana", "http://ana:8000"), SHORT)
        ben = NodeStore(database, Node("ben", "http://ben:8000"), LONG)
        settings = Settings(node_address=ana.node.address, lease_seconds=SHORT)
        hall = make_hall([RIDGE_RUN], ana, settings)
        await hall.open()
        assert hall.nodes
        for task in hall.nodes._tasks:  # pyright: ignore[reportPrivateUsage]
            task.cancel()  # it sleeps
        seats = [SeatWish("me"), SeatWish("open")]
        made, _ = await hall.house.founder.from_request(RIDGE_RUN, NewTable(RIDGE_RUN.id, seats))
        await hall.found(made)
        await ben.renew()
        while await ben.take(made.id):
            await asyncio.sleep(0.01)
        assert made.id in hall.rooms
        if said_hello:  # it was accepted before the node fell asleep
            with pytest.raises(MovedError):
                await hall.room(made.id)
        else:
            assert await hall.nodes.elsewhere(made.id) == ben.node
        assert made.id not in hall.rooms
        await hall.close()
        await ben.close()

    asyncio.run(run())


def test_a_table_that_is_lost_while_it_is_loaded_is_shown_to_nobody(database: str, monkeypatch: pytest.MonkeyPatch):
    """When the node hears of it there is no room to drop yet, and the one that follows would stay as it is for ever."""
    load_race = hall_module.load_race

    async def run() -> None:
        ana = NodeStore(database, Node("ana", "http://ana:8000"), LONG)
        ben = NodeStore(database, Node("ben", "http://ben:8000"), LONG)
        hall = make_hall([RIDGE_RUN], ana, Settings(node_address=ana.node.address, lease_seconds=LONG))
        await hall.open()
        made, _ = await hall.house.founder.from_request(RIDGE_RUN, NewTable(RIDGE_RUN.id, [SeatWish("me")] * 2))
        await ana.create(made, [])
        await ana.leave(made.id)

        async def slow(*what: Any) -> TableRace:
            race = await load_race(*what)
            await ben.renew()
            await ben.wrest(made.id, ana.node)
            await hall.look_again()
            return race

        monkeypatch.setattr(hall_module, "load_race", slow)
        with pytest.raises(MovedError):
            await hall.room(made.id)
        assert made.id not in hall.rooms
        assert await ana.owner(made.id) == ben.node
        await hall.close()
        await ben.close()

    asyncio.run(run())


def test_nodes_may_begin_at_the_same_moment_on_an_empty_database(database: str, monkeypatch: pytest.MonkeyPatch):
    """One makes the tables just after the other has found none."""
    has_tables, faster = PostgresConnection.has_tables, list[NodeStore]()

    def late(self: PostgresConnection) -> bool:
        monkeypatch.setattr(PostgresConnection, "has_tables", has_tables)
        faster.append(NodeStore(database, Node("ana", "http://ana:8000"), LONG))
        return self.has_tables()

    monkeypatch.setattr(PostgresConnection, "has_tables", late)
    slower = NodeStore(database, Node("ben", "http://ben:8000"), LONG)
    for store in (slower, *faster):
        asyncio.run(store.close())
    assert len(faster) == 1


def test_a_node_that_waited_for_another_to_make_the_tables_finds_them(database: str, monkeypatch: pytest.MonkeyPatch):
    """Its session has looked before, and PostgreSQL remembers within a transaction that a name was not there."""
    begin_step, faster = PostgresConnection.begin_step, list[NodeStore]()

    def late(self: PostgresConnection) -> None:
        monkeypatch.setattr(PostgresConnection, "begin_step", begin_step)
        self.execute(self.begin)
        self.execute(postgres_connection.MIGRATING, (0,))  # it is prepared, and waits from here on
        faster.append(NodeStore(database, Node("ana", "http://ana:8000"), LONG))
        self.execute(postgres_connection.MIGRATING, (postgres_connection.MIGRATION_LOCK,))

    monkeypatch.setattr(PostgresConnection, "begin_step", late)
    slower = NodeStore(database, Node("ben", "http://ben:8000"), LONG)
    for store in (slower, *faster):
        asyncio.run(store.close())
    assert len(faster) == 1
