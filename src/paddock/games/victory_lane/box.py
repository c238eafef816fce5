"""What is in the box: the component files. They alone hold the numbers of the rules."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

COMPONENTS = Path(__file__).parent / "components"


@cache
def components(name: str) -> dict[str, Any]:
    """A component file: action_cards, game, laps_cards, races, sideboard, teams or tracks."""
    return tomllib.loads((COMPONENTS / f"{name}.toml").read_text(encoding="utf-8"))


def race_cards() -> list[dict[str, Any]]:
    """The ten Race cards in file order."""
    return components("races")["race"]


def card_kind(name: str) -> dict[str, Any]:
    """A kind of Action card with its numbers."""
    return next(kind for kind in components("action_cards")["kind"] if kind["id"] == name)


def event_kind(name: str) -> dict[str, Any]:
    """A kind of event with its numbers."""
    return next(event for event in components("laps_cards")["event"] if event["id"] == name)


def grid_positions(mark: str) -> list[int]:
    """The positions of the starting grid's spaces with that mark, rear-most first; alike on all boards with a grid."""
    sides = [side for side in components("tracks")["side"] if side["starting_grid"]]
    return sorted({space["t"] for side in sides for space in side["space"] if space.get("mark") == mark})
