"""The store of one node among several that share a database.

A table has one owner at a time: its row names a node and an epoch, which grows whenever a node takes it. A node has a
lease, by the database's clock, for all its tables together, so that renewing it is one small write. The owner keeps a
table while its node's lease lasts and others reach it; after that any node may take it. Every write about a table says
which node and epoch it comes from, and is refused in its own transaction if the row says otherwise.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .group_commit import DatabaseSession, Held
from .postgres_connection import LOST, PostgresConnection
from .postgres_store import PostgresStore
from .store import LostTableError

NOW = "EXTRACT(EPOCH FROM clock_timestamp())"
LONG_GONE = 3600.0  # seconds after which a node that ended is forgotten
RENEW = f"""INSERT INTO nodes VALUES (?, ?, {NOW} + ?, ?) ON CONFLICT (id) DO UPDATE
    SET address=excluded.address, lease_end=excluded.lease_end, draining=excluded.draining"""
LIVE = f"SELECT id, address FROM nodes WHERE lease_end > {NOW}"
TAKING = f"{LIVE} AND draining=0 AND id<>? ORDER BY id"
TAKE = f"""INSERT INTO owners SELECT id, ?, 1, '' FROM tables WHERE id=?
    ON CONFLICT (table_id) DO UPDATE SET node=excluded.node, epoch=owners.epoch + 1, present=''
    WHERE owners.node IN ('', excluded.node) OR NOT EXISTS (
        SELECT 1 FROM nodes WHERE nodes.id=owners.node AND nodes.lease_end > {NOW})
    RETURNING epoch"""
WREST = """UPDATE owners SET node=?, epoch=epoch + 1, present='' WHERE table_id=? AND node=?
    AND EXISTS (SELECT 1 FROM tables WHERE tables.id=owners.table_id) RETURNING epoch"""
HOLD = "INSERT INTO owners VALUES (?, ?, 1, '')"
LEAVE = "UPDATE owners SET node='', present='' WHERE table_id=? AND node=? AND epoch=?"
FORGET = """DELETE FROM owners WHERE table_id=? AND node=''
    AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id=owners.table_id)"""
FORGET_ALL = """DELETE FROM owners WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.id=owners.table_id)
    AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id=owners.node)"""
OWNER = f"""SELECT nodes.id, nodes.address FROM owners JOIN nodes ON nodes.id=owners.node
    WHERE owners.table_id=? AND nodes.lease_end > {NOW}"""
PRESENT = f"""SELECT owners.table_id, owners.present FROM owners JOIN nodes ON nodes.id=owners.node
    WHERE owners.table_id=ANY(?) AND owners.present<>'' AND nodes.lease_end > {NOW}"""
# One statement for many rows: a node that falls asleep between two of them would keep others waiting for its locks.
SET_PRESENT = """UPDATE owners SET present=here.present
    FROM unnest(?::text[], ?::int8[], ?::bytea[]) AS here (id, epoch, present)
    WHERE owners.table_id=here.id AND owners.node=? AND owners.epoch=here.epoch"""
TOUCH = """UPDATE tables SET touched=?, archived=0 FROM unnest(?::text[], ?::int8[]) AS here (id, epoch)
    WHERE tables.id=here.id AND EXISTS (
        SELECT 1 FROM owners WHERE table_id=tables.id AND node=? AND owners.epoch=here.epoch)"""
LOCK_PATIENCE = "SELECT set_config('lock_timeout', ?, true)"
WAITED = "55P03"  # SQLSTATE: a lock was not had in time
BUSY = "another server still holds this table"
LOCK_TRIES = 10  # in one lease
ADD_SECRET = "INSERT INTO node_secret VALUES (1, ?) ON CONFLICT (id) DO NOTHING"


@dataclass(frozen=True)
class Node:
    """A server among several."""

    id: str
    address: str  # at which the others reach it, e.g. http://10.0.0.5:8000


class NodeStore(PostgresStore):
    """A database that this node shares with others."""

    def __init__(self, url: str, node: Node, lease_seconds: float):
        super().__init__(url, lease_seconds=lease_seconds)
        self.node = node
        self.lease_seconds = lease_seconds
        self.draining = False  # it takes no more tables
        self._epochs: dict[str, int] = {}  # of the tables that this node has, as far as it knows

    # Tables

    @property
    def tables(self) -> Collection[str]:
        """The tables that this node has, as far as it knows."""
        return self._epochs.keys()

    def epoch(self, table_id: str) -> int:
        """Since which epoch this node has a table, as far as it knows; 0: it has not."""
        return self._epochs.get(table_id, 0)

    async def take(self, table_id: str) -> Node | None:
        """Take a table if it is free or its owner's lease has run out; returns its owner if another node has it."""
        if table_id in self._epochs:
            return None
        values = (self.node.id, table_id)

        def work(connection: DatabaseSession) -> tuple[int, Node | None]:
            for _ in range(2):  # a lease that lasts at the first statement may have run out at the second
                if taken := connection.execute(TAKE, values).fetchone():
                    return taken[0], None
                if owner := _owner(connection, table_id):
                    return 0, owner
            return 0, None  # there is no such table

        epoch, owner = await self._wait_for_others(work)
        if epoch:
            self._epochs[table_id] = epoch
        return owner if owner != self.node else None

    async def wrest(self, table_id: str, owner: Node) -> None:
        """Take a table from a node that lives but cannot be reached, unless another node has done so before."""
        values = (self.node.id, table_id, owner.id)
        taken = await self._wait_for_others(lambda connection: connection.execute(WREST, values).fetchone())
        if taken:
            self._epochs[table_id] = taken[0]

    async def _wait_for_others(self, work: Callable[[DatabaseSession], Any]) -> Any:
        """Run a job that locks a row of another node; LostTableError if that node does not let go of it soon.

        It may sleep, or wait for a row of this node at the same time; all other jobs here wait for this one.
        """
        patience = f"{max(1, round(1000 * self.lease_seconds / LOCK_TRIES))}ms"

        def hurried(connection: DatabaseSession) -> Any:
            connection.execute(LOCK_PATIENCE, (patience,))
            try:
                return work(connection)
            except connection.Error as error:
                if getattr(error, "sqlstate", "") == WAITED:
                    raise LostTableError(BUSY) from None
                raise

        return await self.writer.do(hurried, is_alone=True)

    async def hold(self, table_id: str) -> None:
        """Have a table that is in the memory of this node alone; nobody can take it."""
        await self._do(lambda connection: connection.execute(HOLD, (table_id, self.node.id)).rowcount)
        self._epochs[table_id] = 1

    async def leave(self, table_id: str) -> None:
        """Let any node have a table; one that is not stored is forgotten."""
        epoch = self._epochs.pop(table_id, None)

        def work(connection: DatabaseSession) -> None:
            connection.execute(LEAVE, (table_id, self.node.id, epoch))
            connection.execute(FORGET, (table_id,))

        if epoch is not None:
            await self._do(work)

    async def owner(self, table_id: str) -> Node | None:
        """The node that has a table, if its lease lasts."""
        return await self._do(lambda connection: _owner(connection, table_id))

    async def touch(self, table_ids: list[str], now: float) -> None:
        """Record that people are or were at these tables; those that this node does not have are left out."""
        held = {one: self._epochs[one] for one in table_ids if one in self._epochs}
        values = (now, list(held), list(held.values()), self.node.id)
        await self._do(lambda connection: connection.execute(TOUCH, values).rowcount)

    # Fencing

    def _held(self, table_id: str) -> frozenset[Held]:
        if table_id not in self._epochs:
            raise LostTableError(LOST)
        return frozenset({(table_id, self.node.id, self._epochs[table_id])})

    def _check_held(self, connection: DatabaseSession, table_id: str) -> None:
        assert isinstance(connection, PostgresConnection)
        for held in self._held(table_id):
            connection.check_held(held)

    def _created(self, connection: DatabaseSession, table_id: str) -> None:
        connection.execute(TAKE, (self.node.id, table_id))
        self._epochs[table_id] = 1

    # Nodes

    async def renew(self) -> list[str]:
        """Renew the lease; returns the tables that this node thought it had and that others have taken."""
        known = dict(self._epochs)

        def work(connection: DatabaseSession) -> dict[str, int]:
            connection.execute(RENEW, (self.node.id, self.node.address, self.lease_seconds, int(self.draining)))
            if connection.execute(f"DELETE FROM nodes WHERE lease_end < {NOW} - ?", (LONG_GONE,)).rowcount:
                connection.execute(FORGET_ALL)
            return dict(
                connection.execute("SELECT table_id, epoch FROM owners WHERE node=?", (self.node.id,)).fetchall()
            )

        owned = await self._do(work)
        return [table for table, epoch in known.items() if owned.get(table) != epoch == self._epochs.get(table)]

    def lose(self, table_id: str) -> None:
        """Forget a table that another node has taken."""
        self._epochs.pop(table_id, None)

    async def retire(self) -> None:
        """End the lease at once: this node has no table any more."""
        node = self.node.id
        await self._do(lambda connection: connection.execute("DELETE FROM nodes WHERE id=?", (node,)).rowcount)

    async def live_nodes(self) -> list[Node]:
        """Every node whose lease lasts."""
        return [Node(*row) for row in await self._do(lambda connection: connection.execute(LIVE).fetchall())]

    async def takers(self) -> list[Node]:
        """The other nodes that live and take tables."""
        return [
            Node(*row)
            for row in await self._do(lambda connection: connection.execute(TAKING, (self.node.id,)).fetchall())
        ]

    async def secret(self, suggested: str) -> str:
        """The secret by which nodes know each other; `suggested` if there is none yet."""

        def work(connection: DatabaseSession) -> str:
            connection.execute(ADD_SECRET, (suggested,))
            return connection.execute("SELECT secret FROM node_secret WHERE id=1").fetchone()[0]

        return await self._do(work)

    # Who is where

    async def show_present(self, present: Mapping[str, bytes]) -> None:
        """Let other nodes know who is at tables of this one."""
        held = {table: self._epochs[table] for table in present if table in self._epochs}
        values = (list(held), list(held.values()), [present[table] for table in held], self.node.id)
        if held:
            await self._do(lambda connection: connection.execute(SET_PRESENT, values).rowcount)

    async def present(self, table_ids: list[str]) -> dict[str, bytes]:
        """By table, of these: who is there, as the nodes that live have shown it."""
        return dict(await self._do(lambda connection: connection.execute(PRESENT, (table_ids,)).fetchall()))


def _owner(connection: DatabaseSession, table_id: str) -> Node | None:
    found = connection.execute(OWNER, (table_id,)).fetchone()
    return Node(*found) if found else None
