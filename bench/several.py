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

import uvloop
from tests.server.databases import DatabaseServer, database_server

from .load import LoadTable, Process, make_tables, measure
from .stores import BEHIND, database_cpu

COST, RATE = "server CPU us a move", "moves/s stored and delivered"
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


async def race(nodes: Nodes, database: DatabaseServer, chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure all arrangements in turn; the tables of the others rest."""
    tables = {name: await begun(nodes, arranged, chosen) for name, arranged in ARRANGED.items()}
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in ARRANGED}
    for number in range(chosen.rounds):
        for name in list(ARRANGED) if number % 2 == 0 else reversed(list(ARRANGED)):
            runs[name].append(await one_run(nodes, tables[name], database, chosen))
    return {name: {what: [one[what] for one in some] for what in TOLD} for name, some in runs.items()}


async def one_run(
    nodes: Nodes, tables: list[LoadTable], database: DatabaseServer, chosen: argparse.Namespace
) -> dict[str, Any]:
    """Let the tables race for some seconds, then rest."""
    for table in tables:
        table.race()
    before = database_cpu(database)
    result = await measure(nodes, tables, chosen.seconds, chosen.rate)
    result[BEHIND] = round(1e6 * (database_cpu(database) - before) / max(1, result[RATE] * chosen.seconds))
    result[COST] = sum(result[COST])
    for table in tables:
        table.rest()
    await asyncio.sleep(1.0)
    return result


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
            found = uvloop.run(race(nodes, database, chosen))
        finally:
            for node in nodes.each:
                node.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
