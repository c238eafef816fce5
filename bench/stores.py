"""What a move costs on PostgreSQL against SQLite, in one run, as a ratio of processor time.

    python -m bench.stores                    # 100 tables of 4 clients at 500 moves a second, then at full speed
    python -m bench.stores --rounds 1 --seconds 3

Three servers with as many tables and clients are measured in turn: on SQLite, on PostgreSQL, and on PostgreSQL as a
node, which may have others beside it; then in the opposite order, and so on, so that a machine that becomes slower is
slower for all. The cost is the processor time of the server's process, of program and system, by move: the rules, the
sockets and the store. That of the database is told apart. PostgreSQL is a throwaway one on the same machine, with a
Unix socket and durable commits. Each run has new tables: no race ends in it.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import uvloop
from tests.server.databases import DatabaseServer, database_server

from . import usage
from .load import LoadTable, Measured, Process, make_tables, measure

COST = "server CPU us a move"
BEHIND = "database CPU us a move"
WRITTEN = "bytes of the database's log a move"
RATE = "moves/s stored and delivered"
KINDS = ("sqlite", "postgres", "node")


async def begun(port: int, game: str, tables: int) -> list[LoadTable]:
    """Tables that wait for their race."""
    made = await make_tables(port, game, tables)
    for table in made:
        await table.open(port)
    await asyncio.sleep(1.0)
    return made


async def race(servers: dict[str, Process], database: DatabaseServer, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure all servers in turn, at each rate."""
    found: dict[str, Any] = {}
    for rate in chosen.rate or [500.0, 0.0]:
        runs: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
        for number in range(2 * chosen.rounds):
            for kind in KINDS if number % 2 == 0 else reversed(KINDS):
                tables = await begun(servers[kind].port, chosen.game, chosen.tables)
                runs[kind].append(await one_run(servers[kind], tables, database, chosen.seconds, rate))
        found[f"at {rate:g} moves a second" if rate else "as fast as it goes"] = compared(runs)
    return found


async def one_run(
    server: Measured, tables: list[LoadTable], database: DatabaseServer, seconds: float, rate: float
) -> dict[str, Any]:
    """Let the tables race for some seconds; then everybody leaves."""
    for table in tables:
        table.race()
    before, written = database_cpu(database), wal_bytes(database)
    result = await measure(server, tables, seconds, rate)
    moves = max(1, result[RATE] * seconds)
    result[BEHIND] = round(1e6 * (database_cpu(database) - before) / moves)
    result[WRITTEN] = round((wal_bytes(database) - written) / moves)
    leave(tables)
    await asyncio.sleep(1.0)
    return result


def leave(tables: list[LoadTable]) -> None:
    """Everybody stops and leaves."""
    for table in tables:
        table.rest()
        for line in table.lines:
            line.close()


def database_cpu(database: DatabaseServer) -> float:
    """Seconds of processor time of all processes of the database."""
    return sum(sum(usage.cpu(pid)) for pid in (database.pid, *usage.descendants(database.pid)))


def wal_bytes(database: DatabaseServer) -> int:
    """Bytes that the database has written to its log so far."""
    return int(database.ask("SELECT pg_current_wal_lsn() - '0/0'")[0][0])


def cost(runs: list[dict[str, Any]], *what: str) -> float:
    """Microseconds of processor time by move over several runs."""
    spent = sum(one[RATE] * sum(_total(one[name]) for name in what) for one in runs)
    return spent / max(1, sum(one[RATE] for one in runs))


def _total(figure: float | list[float]) -> float:
    return sum(figure) if isinstance(figure, list) else figure


def compared(runs: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The costs of a move, and their ratios to SQLite, without and with the database's own."""
    alone = {kind: round(cost(some, COST)) for kind, some in runs.items()}
    told = (RATE, "p50 ms", "p99 ms", COST, BEHIND, WRITTEN, "KiB to clients a move", "refused")
    return {
        COST: alone,
        "ratio to SQLite": {kind: round(spent / alone["sqlite"], 2) for kind, spent in alone.items()},
        "ratio with the database's processes": {
            kind: round(cost(some, COST, BEHIND) / alone["sqlite"], 2) for kind, some in runs.items()
        },
        "runs": {name: {kind: [one[name] for one in some] for kind, some in runs.items()} for name in told},
    }


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="nestorgames_gp")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=2, help="pairs of runs of each store")
    parser.add_argument("--rate", type=float, action="append", help="moves a second; 0: as fast as it goes")
    chosen = parser.parse_args()
    with (
        database_server(durable=True) as database,
        database.database() as url,
        database.database() as shared,
        tempfile.TemporaryDirectory() as folder,
    ):
        servers = {
            "sqlite": Process(f"sqlite:///{Path(folder) / 'races.sqlite'}"),
            "postgres": Process(url),
            "node": Process(shared, is_node=True),
        }
        try:
            found = uvloop.run(race(servers, database, chosen))
        finally:
            for server in servers.values():
                server.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
