"""What a move costs on PostgreSQL against SQLite, in one run, as a ratio of processor time.

    python -m bench.stores                    # 100 tables of 4 clients at 500 moves a second, then at full speed
    python -m bench.stores --rounds 1 --seconds 3

Two servers, one for each store, with the same tables and clients, are measured in turn: SQLite, PostgreSQL, PostgreSQL,
SQLite, and so on, so that a machine that becomes slower is slower for both. The cost is the processor time of the
server's process, of program and system, by move: the rules, the sockets and the store. That of the database is told
apart. PostgreSQL is a throwaway one on the same machine, with a Unix socket and durable commits.
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
from .load import LoadTable, Process, make_tables, measure

COST = "server CPU us a move"
BEHIND = "database CPU us a move"
KINDS = ("sqlite", "postgres")


async def begun(server: Process, game: str, tables: int) -> list[LoadTable]:
    """Tables that wait for their race."""
    made = await make_tables(server.port, game, tables)
    for table in made:
        await table.open(server.port)
    await asyncio.sleep(1.0)
    return made


async def race(servers: dict[str, Process], database: DatabaseServer, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure both servers in turn, at each rate; the tables of the other one rest."""
    found: dict[str, Any] = {}
    tables = {kind: await begun(server, chosen.game, chosen.tables) for kind, server in servers.items()}
    for rate in chosen.rate or [500.0, 0.0]:
        runs: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
        for number in range(2 * chosen.rounds):
            for kind in KINDS if number % 2 == 0 else reversed(KINDS):
                runs[kind].append(await one_run(servers[kind], tables[kind], database, chosen.seconds, rate))
        found[f"at {rate:g} moves a second" if rate else "as fast as it goes"] = compared(runs)
    return found


async def one_run(
    server: Process, tables: list[LoadTable], database: DatabaseServer, seconds: float, rate: float
) -> dict[str, Any]:
    """Let the tables race for some seconds, then rest."""
    for table in tables:
        table.race()
    before = database_cpu(database)
    result = await measure(server, tables, seconds, rate)
    moves = max(1, result["moves/s stored and delivered"] * seconds)
    result[BEHIND] = round(1e6 * (database_cpu(database) - before) / moves)
    for table in tables:
        table.rest()
    await asyncio.sleep(1.0)
    return result


def database_cpu(database: DatabaseServer) -> float:
    """Seconds of processor time of all processes of the database."""
    return sum(sum(usage.cpu(pid)) for pid in (database.pid, *usage.descendants(database.pid)))


def compared(runs: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The costs in microseconds of each run, and the ratio of their means, without and with the database's own."""
    costs = {kind: [sum(one[COST]) for one in some] for kind, some in runs.items()}
    alone, behind = sum(costs["postgres"]), sum(one[BEHIND] for one in runs["postgres"])
    told = ("moves/s stored and delivered", "p50 ms", "p99 ms", BEHIND, "refused")
    return {
        COST: costs,
        "ratio of PostgreSQL to SQLite": round(alone / max(1, sum(costs["sqlite"])), 2),
        "ratio with the database's processes": round((alone + behind) / max(1, sum(costs["sqlite"])), 2),
        **{name: {kind: [one[name] for one in some] for kind, some in runs.items()} for name in told},
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
    with database_server(durable=True) as database, database.database() as url, tempfile.TemporaryDirectory() as folder:
        servers = {"sqlite": Process(f"sqlite:///{Path(folder) / 'races.sqlite'}"), "postgres": Process(url)}
        try:
            found = uvloop.run(race(servers, database, chosen))
        finally:
            for server in servers.values():
                server.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
