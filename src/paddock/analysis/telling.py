"""A race explained in a few sentences: the same in terminal, page and file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paddock.engine import capitalised

if TYPE_CHECKING:
    from .explained import DriverResult, Turn
    from .grading import GradedDecision


def percent(thousandths: int) -> str:
    """A chance, e.g. 62.5 %."""
    return f"{thousandths / 10:.1f} %"


def points(thousandths: int) -> str:
    """A change of a chance in percentage points, e.g. +3.0."""
    return f"{thousandths / 10:+.1f}".replace("-", "−")


def told(
    drivers: "Sequence[DriverResult]",
    decisions: "Sequence[GradedDecision]",
    decided: "Turn | None",
    happened: str,
) -> list[str]:
    """Who won, the turn that decided and what happened in it, luck, and the costliest decision."""
    deciding = _deciding(drivers, decided, happened)
    said = [*_result(drivers), *deciding, *_luck(drivers), *_costliest(drivers, decisions)]
    return [capitalised(sentence) for sentence in said]


def _result(drivers: "Sequence[DriverResult]") -> list[str]:
    won = [driver.name for driver in drivers if driver.result]
    if not won:
        return ["A car without a driver won."]
    return [f"{won[0]} won." if len(won) == 1 else f"{' and '.join(won)} shared the win."]


def _deciding(drivers: "Sequence[DriverResult]", decided: "Turn | None", happened: str) -> list[str]:
    if decided is None:
        return []
    when = f"at ply {decided.first}" if decided.seat >= 0 else "by the start"
    chance = f"{drivers[decided.driver].name}'s chance went from {percent(decided.before)} to {percent(decided.after)}"
    return [f"The race was decided {when}: {happened}. {capitalised(chance)}."]


def _luck(drivers: "Sequence[DriverResult]") -> list[str]:
    if len(drivers) == 1:
        return [f"Dice and draws changed {drivers[0].name}'s chance by {points(drivers[0].luck)} points."]
    most, least = max(drivers, key=lambda one: one.luck), min(drivers, key=lambda one: one.luck)
    if most.luck == least.luck:
        return ["Dice and draws favoured nobody."]
    kind = f"were kindest to {most.name} ({points(most.luck)} points)"
    return [f"Dice and draws {kind} and hardest on {least.name} ({points(least.luck)})."]


def _costliest(drivers: "Sequence[DriverResult]", decisions: "Sequence[GradedDecision]") -> list[str]:
    mistakes = sum(one.grade == "mistake" for one in decisions)
    if not mistakes:
        return ["Nobody made a mistake."]
    worst = max(decisions, key=lambda one: (one.grade == "mistake", one.cost))
    moves = f"“{worst.words}” at ply {worst.ply} where “{worst.better}” was better"
    counted = "One mistake" if mistakes == 1 else f"{mistakes} mistakes; the costliest"
    return [f"{counted}: {drivers[worst.seat].name}'s {moves} (it cost {percent(worst.cost)})."]
