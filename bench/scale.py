"""A model on paper: what a site of many people needs, from the measured costs of one move. docs/scale.md explains it.

    python -m bench.scale
    python -m bench.scale --people 10000 --moves-a-minute 6 --core 20

It measures nothing: the figures of `Measured` come from bench/several.py, bench/stores.py and bench/load.py, and
everything else from them and from assumptions that can be changed.
"""

import argparse
import math
from dataclasses import asdict, dataclass, fields

LOBBY_SECONDS = 5.0  # from one request of a page in the lobby to the next
MONTH = 30 * 86_400  # seconds
US, KIB, MIB, GB = 1e-6, 1024, 1024**2, 1e9


@dataclass(frozen=True)
class Measured:
    """What a move costs at a table of four people in nestorgames GP, on one PostgreSQL."""

    node_us: float = 658.0  # processor time of the node that has the table, with all lines there
    passed_us: float = 297.0  # more, of both nodes, if all four lines are at another node
    database_us: float = 137.0  # processor time of all processes of PostgreSQL
    lobby_us: float = 1600.0  # processor time of a node for one request of the lobby
    lobby_database_us: float = 450.0  # of PostgreSQL for the same
    log_bytes: float = 816.0  # that PostgreSQL writes to its log
    kept_bytes: float = 466.0  # on the disk, of entries and snapshots with their indexes
    sent_kib: float = 15.9  # to the four people
    table_kib: float = 210.0  # memory of the node that has a table
    line_kib: float = 37.0  # memory of each node that has or passes on a line
    open_ms: float = 8.7  # until a node that takes a table over has loaded its race and greeted its people


@dataclass(frozen=True)
class Assumed:
    """What a site is like. Money is without a currency: put in prices that you are offered."""

    people: float = 100_000.0  # at once, at the busiest hour
    seats: float = 4.0  # people at a table
    moves_a_minute: float = 4.0  # of one person
    in_lobby: float = 0.02  # share of the people who look at the lobby, beside those who race
    busy: float = 0.5  # share of a processor that is used at the busiest hour
    average: float = 0.3  # of the load of the busiest hour, over a month
    kept_months: float = 12.0  # that races are kept
    database_cores: float = 16.0  # of the largest machine for PostgreSQL
    network_gbit: float = 10.0  # of the machine with the proxy
    core: float = 12.0  # money for a processor core for a month
    gib: float = 3.0  # for a GiB of memory for a month
    disk_gb: float = 0.1  # for a GB of disk for a month
    traffic_gb: float = 0.01  # for a GB that is sent


@dataclass(frozen=True)
class Need:
    """What the model says."""

    moves: float  # a second
    nodes: int
    node_gib: float  # memory of each
    database_cores: float
    log_mb: float  # a second
    disk_gb: float
    sent_gbit: float  # a second
    traffic_gb: float  # a month
    takeover: float  # seconds of work for each other node when one dies
    limits: dict[str, float]  # people at once, by what is full then
    money: dict[str, float]  # a month


def need(measured: Measured, assumed: Assumed) -> Need:
    """Work it out."""
    moves = assumed.people * assumed.moves_a_minute / 60
    lobbies = assumed.people * assumed.in_lobby / LOBBY_SECONDS
    nodes = _nodes(moves, lobbies, measured, assumed)
    tables, sent = assumed.people / assumed.seats, moves * measured.sent_kib * KIB
    memory = (tables * measured.table_kib + assumed.people * 2 * measured.line_kib) * KIB / nodes
    cores = _work(moves, lobbies, *_costs(measured)[1]) / assumed.busy
    disk = moves * assumed.average * MONTH * assumed.kept_months * measured.kept_bytes / GB
    traffic = sent * assumed.average * MONTH / GB
    node_gib = 0.25 + memory / MIB / 1024
    return Need(
        moves,
        nodes,
        node_gib,
        cores,
        moves * measured.log_bytes / 1e6,
        disk,
        sent * 8 / 1e9,
        traffic,
        tables / nodes * measured.open_ms / 1000 / max(1, nodes - 1),
        _limits(measured, assumed),
        {
            "nodes": nodes * (assumed.core + node_gib * assumed.gib),
            "database": math.ceil(cores) * assumed.core + disk * assumed.disk_gb,
            "traffic": traffic * assumed.traffic_gb,
        },
    )


def _nodes(moves: float, lobbies: float, measured: Measured, assumed: Assumed) -> int:
    """How many, of one core each, if a proxy sends people to any of them; one more may fail."""
    nodes = 1
    while True:
        cost = measured.node_us + measured.passed_us * (nodes - 1) / nodes
        wanted = math.ceil(_work(moves, lobbies, cost, measured.lobby_us) / assumed.busy)
        if wanted <= nodes:
            return nodes + 1
        nodes += 1


def _work(moves: float, lobbies: float, move_us: float, lobby_us: float) -> float:
    """Processors that moves and requests of the lobby need."""
    return (moves * move_us + lobbies * lobby_us) * US


def _costs(measured: Measured) -> tuple[tuple[float, float], tuple[float, float]]:
    """Of a move and of a request of the lobby: at a node, and in the database."""
    return (measured.node_us, measured.lobby_us), (measured.database_us, measured.lobby_database_us)


def _limits(measured: Measured, assumed: Assumed) -> dict[str, float]:
    """How many people fit until something is full that more nodes do not relieve."""
    moves, lobbies = assumed.moves_a_minute / 60, assumed.in_lobby / LOBBY_SECONDS  # of one person, a second
    node, database = (_work(moves, lobbies, *costs) for costs in _costs(measured))
    sent = moves * measured.sent_kib * KIB
    return {
        "one node": assumed.busy / node,
        "the database's processors": assumed.database_cores * assumed.busy / database,
        "the network of the proxy": assumed.network_gbit * 1e9 / 8 * assumed.busy / sent,
    }


def told(measured: Measured, assumed: Assumed) -> str:
    """All of it in words."""
    found = need(measured, assumed)
    first = min((name for name in found.limits if name != "one node"), key=found.limits.__getitem__)
    lines = [
        f"{assumed.people:,.0f} people at once, {assumed.seats:g} at a table, "
        f"{assumed.moves_a_minute:g} moves a minute each:",
        f"  moves a second                       {found.moves:10,.0f}",
        f"  nodes of one core, one of them spare {found.nodes:10,}",
        f"  memory of each node, GiB             {found.node_gib:10.2f}",
        f"  cores for PostgreSQL                 {found.database_cores:10.1f}",
        f"  its log, MB a second                 {found.log_mb:10.1f}",
        f"  its disk after {assumed.kept_months:g} months, GB{'':<11}{found.disk_gb:10,.0f}",
        f"  sent to people, Gbit a second        {found.sent_gbit:10.2f}",
        f"  work of each node if one dies, s     {found.takeover:10.2f}",
        "people at once when it is full:",
        *(f"  {name:<37}{people:10,.0f}" for name, people in found.limits.items()),
        f"  first, if nodes are added: {first}",
        "money a month:",
        *(f"  {name:<37}{money:10,.0f}" for name, money in found.money.items()),
        f"  {'all':<37}{sum(found.money.values()):10,.0f}",
        f"  {'a person of the busiest hour':<37}{sum(found.money.values()) / assumed.people:10.4f}",
    ]
    return "\n".join(lines)


def main() -> None:
    """Print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for one in (*fields(Measured), *fields(Assumed)):
        parser.add_argument(f"--{one.name.replace('_', '-')}", type=float, default=one.default)
    chosen = vars(parser.parse_args())
    measured = Measured(**{name: chosen[name] for name in asdict(Measured())})
    print(told(measured, Assumed(**{name: chosen[name] for name in asdict(Assumed())})))


if __name__ == "__main__":
    main()
