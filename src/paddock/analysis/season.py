"""Several races explained together: which decisions cost a driver most."""

from collections.abc import Iterable

from msgspec import Struct

from .explained import Explained


class CostlyKind(Struct, frozen=True):
    """All decisions of a driver under one clause."""

    name: str  # the driver's
    clause: str
    decisions: int
    doubtful: int
    mistakes: int
    cost: int  # thousandths of wins, all of them together; 1000 is a whole race


def costly_kinds(races: Iterable[Explained]) -> list[CostlyKind]:
    """By driver and clause what decisions cost in all races, the costliest first; drivers are known by their names."""
    found: dict[tuple[str, str], list[int]] = {}
    for race in races:
        for one in race.decisions:
            row = found.setdefault((race.names[one.seat], one.clause), [0, 0, 0, 0])
            added = (1, one.grade == "doubtful", one.grade == "mistake", one.cost)
            row[:] = [before + more for before, more in zip(row, added, strict=True)]
    kinds = [CostlyKind(*key, *row) for key, row in found.items()]
    return sorted(kinds, key=lambda one: (-one.cost, one.name, one.clause))
