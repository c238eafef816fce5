"""How the cars stand and a quick choice."""

from paddock.engine import rule

from .rules import driven, may_make
from .state import CHANGES, State, Table
from .track import COLUMNS


@rule
def estimate(t: Table, s: State, value: list[int]):
    """In proportion to the fourth power of the steps driven, in units of a sixteenth of the race."""
    total = 0
    for car in range(t.seats):
        total += weight_of(t, s, car)
    given = 0
    for car in range(t.seats):
        value[car] = 1000 * weight_of(t, s, car) // total
        given += value[car]
    value[0] += 1000 - given


@rule
def weight_of(t: Table, s: State, car: int):
    """At least 1, also on the way backwards."""
    parts = 1 + max(0, 16 * driven(t, s, car) // (t.lap_length * (t.laps + 1)))
    return parts * parts * parts * parts


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """The move from which the next one leads furthest; so a car brakes where it would have no way on."""
    best = out[0]
    furthest = -t.lap_length
    for i in range(n):
        far = reach(t, s, out[i])
        if far > furthest:
            furthest = far
            best = out[i]
    return best


@rule
def reach(t: Table, s: State, change: int):
    """How many steps a move and the best one after it lead along the road."""
    right = s.right[s.car] + change % 3 - 1
    down = s.down[s.car] + change // 3 - 1
    start = t.distance[s.row[s.car] * COLUMNS + s.column[s.car]]
    shift(s, right, down)
    best = -t.lap_length // 2
    for following in range(CHANGES):
        if may_make(t, s, following):
            column = s.column[s.car] + s.right[s.car] + following % 3 - 1
            row = s.row[s.car] + s.down[s.car] + following // 3 - 1
            best = max(best, forwards(t, t.distance[row * COLUMNS + column] - start))
    s.column[s.car] -= right
    s.row[s.car] -= down
    s.right[s.car] -= change % 3 - 1
    s.down[s.car] -= change // 3 - 1
    return best


@rule
def shift(s: State, right: int, down: int):
    """The car with that speed, moved by it; `reach` puts it back."""
    s.right[s.car] = right
    s.down[s.car] = down
    s.column[s.car] += right
    s.row[s.car] += down


@rule
def forwards(t: Table, steps: int):
    """A change of distance, over the line too."""
    if 2 * steps < -t.lap_length:
        return steps + t.lap_length
    if 2 * steps > t.lap_length:
        return steps - t.lap_length
    return steps
