"""One node against two, on one PostgreSQL and one machine, which the clients share.

    python -m bench.several                   # 100 tables of 4 clients, as fast as they go
    python -m bench.several --rounds 1 --seconds 3

Three arrangements are measured in turn, and in the opposite order in the next round: all tables and lines at one node;
tables at two nodes, and each line at the node that has its table; the same with each line at the other node, which
passes it on, as a proxy that knows nothing of tables does to half of the lines.

Two nodes cannot be much faster than one where the processors are full already: what this shows is what a move costs in
each arrangement, in processor time of the nodes and of the database.
"""

import argparse
import asyncio
import json
from dataclasses import dataclass
from typing import Any

import httpx
import psycopg
import uvloop
from tests.server.databases import DatabaseServer, database_server

from .load import LoadTable, Process, make_tables
from .stores import BEHIND, COST, RATE, cost, database_cpu, leave, one_run

LOBBIES = 200  # requests
LOBBY = ("node CPU us a request of the lobby", "database CPU us a request of the lobby")
LEASE = 5.0  # seconds, of the nodes
KEPT = "SELECT pg_total_relation_size('moves') + pg_total_relation_size('snapshots')"
TOLD = (RATE, "p50 ms", "p99 ms", COST, BEHIND, "refused")
# arrangement: for each share of the tables, the node that has them and the node where their lines are
ARRANGED = {"one node": [(0, 0)], "two nodes": [(0, 0), (1, 1)], "two nodes, all lines passed on": [(0, 1), (1, 0)]}


@dataclass
class Nodes:
    """Several nodes, measured together."""

    each: list[Process]

    def cpu(self) -> tuple[float, float]:
        """Seconds of processor time, of programs and system."""
        mine = [node.cpu() for node in self.each]
        return sum(one[0] for one in mine), sum(one[1] for one in mine)


async def begun(nodes: Nodes, arranged: list[tuple[int, int]], chosen: argparse.Namespace) -> list[LoadTable]:
    """Tables that wait for their race."""
    found: list[LoadTable] = []
    for owner, door in arranged:
        made = await make_tables(nodes.each[owner].port, chosen.game, chosen.tables // len(arranged))
        for table in made:
            await table.open(nodes.each[door].port)
        found += made
    await asyncio.sleep(1.0)
    return found


async def lobby(nodes: Nodes, database: DatabaseServer, chosen: argparse.Namespace) -> dict[str, float]:
    """What it costs to show the lobby, which every page that is there asks for each 5 seconds."""
    tables = await begun(nodes, [(0, 0)], chosen)
    await asyncio.sleep(LEASE)  # until it is known who is there
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{nodes.each[1].port}", trust_env=False) as http:
        before, behind = sum(nodes.cpu()), database_cpu(database)
        for _ in range(LOBBIES):
            (await http.get("/api/tables")).raise_for_status()
        found = sum(nodes.cpu()) - before, database_cpu(database) - behind
    leave(tables)
    return {name: round(1e6 * spent / LOBBIES) for name, spent in zip(LOBBY, found, strict=True)}


def kept_bytes(url: str) -> int:
    """Bytes on the disk of all entries and snapshots, with their indexes."""
    with psycopg.connect(url) as session:
        return int(session.execute(KEPT).fetchall()[0][0])


async def race(nodes: Nodes, database: DatabaseServer, url: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure all arrangements in turn, then the lobby."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in ARRANGED}
    for number in range(chosen.rounds):
        for name in list(ARRANGED) if number % 2 == 0 else reversed(list(ARRANGED)):
            tables = await begun(nodes, ARRANGED[name], chosen)
            runs[name].append(await one_run(nodes, tables, database, chosen.seconds, chosen.rate))
    moves = chosen.seconds * sum(one[RATE] for some in runs.values() for one in some)
    beside = {
        **await lobby(nodes, database, chosen),
        "bytes on the disk a move, at most": round(kept_bytes(url) / moves),
    }
    return beside | {
        name: {
            COST: round(cost(some, COST)),
            BEHIND: round(cost(some, BEHIND)),
            "runs": {what: [one[what] for one in some] for what in TOLD},
        }
        for name, some in runs.items()
    }


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="nestorgames_gp")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=2, help="runs of each arrangement")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second; 0: as fast as it goes")
    chosen = parser.parse_args()
    with database_server(durable=True) as database, database.database() as url:
        nodes = Nodes([Process(url, is_node=True) for _ in range(2)])
        try:
            found = uvloop.run(race(nodes, database, url, chosen))
        finally:
            for node in nodes.each:
                node.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
