"""What is in the box: the component files and the names they use."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

COMPONENTS = Path(__file__).parent / "components"
KIND_IDS = ("v8", "nitrous", "turbocharger", "supercharger", "wide_tires", "spoiler", "common", "plain")
COLOUR_IDS = ("blue", "yellow", "grey", "white")


@cache
def components(name: str) -> dict[str, Any]:
    """A component file of the box."""
    return tomllib.loads((COMPONENTS / f"{name}.toml").read_text(encoding="utf-8"))


def strips() -> list[dict[str, Any]]:
    """The named strips."""
    return components("tracks")["track"]
