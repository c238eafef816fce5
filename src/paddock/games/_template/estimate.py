"""How the cars stand and a quick choice."""

from paddock.engine import rule

from .state import BOOST, GEAR_3, State, Table


@rule
def estimate(t: Table, s: State, value: list[int]):
    """In proportion to the square of the spaces climbed."""
    total = 0
    for car in range(t.seats):
        total += (1 + s.space[car]) * (1 + s.space[car])
    given = 0
    for car in range(t.seats):
        value[car] = 1000 * (1 + s.space[car]) * (1 + s.space[car]) // total
        given += value[car]
    value[0] += 1000 - given


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A boost of 3 at once, otherwise gear 3, which climbs two spaces on average."""
    return BOOST if s.card[s.car] == 3 else GEAR_3
