"""A rule for tests: in first gear the next car must throw its hidden card away, so that the mover gets to see it."""

from paddock.engine import rule
from paddock.games._template import rules
from paddock.games._template.state import CHOOSE, GEAR_1, State, Table

ridge_run = rules.PHASES.apply


@rule
def apply(t: Table, s: State, move: int, log: list[int]):
    """Gear 1 shows the next car's card to everybody."""
    other = s.car + 1
    if s.phase == CHOOSE and move == GEAR_1 and other < t.seats and s.card[other] > 0:
        s.thrown[s.card[other]] += 1
        s.card[other] = 0
    ridge_run(t, s, move, log)
