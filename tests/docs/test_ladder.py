"""The ladder in docs/bots.md matches what `paddock ladder` stored in docs/ladder, and that is of today's levels."""

import json
from pathlib import Path
from typing import Any

import pytest

from paddock.bots import LEVELS, Score
from paddock.cli.ladder import driving, figures
from paddock.games import load_game

ROOT = Path(__file__).parents[2]
STORED = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("docs/ladder/*.json"))}


def command(stored: dict[str, Any]) -> str:
    """The command that made it, without its number of processes."""
    return f"`paddock ladder {stored['game']} --races {stored['races']} --seed {stored['seed']}`"


def share(pair: dict[str, Any]) -> str:
    sure = f"{100 * pair['low']:.0f} to {100 * pair['high']:.0f}"
    return f"{100 * pair['share']:.0f} % of {pair['races']} ({sure})"


def rows() -> list[str]:
    """The table of docs/bots.md, a game a row."""
    found = ["| game | Club against Rookie | Pro against Club | Champion against Pro |", "|---|---|---|---|"]
    for name, stored in STORED.items():
        steps = {(pair["level"], pair["against"]): share(pair) for pair in stored["pairs"]}
        told = [steps["club", "rookie"], steps["pro", "club"], steps["champion", "pro"]]
        found.append(f"| {load_game(name).name} | {' | '.join(told)} |")
    return found


def rating_rows() -> list[str]:
    found = ["| game | Rookie | Club | Pro | Champion | command |", "|---|---|---|---|---|---|"]
    for name, stored in STORED.items():
        rated = {one["level"]: f"{one['rating']:.0f} ± {one['within']:.0f}" for one in stored["ratings"]}
        found.append(f"| {load_game(name).name} | {' | '.join(rated[level] for level in LEVELS)} | {command(stored)} |")
    return found


@pytest.mark.parametrize("table", [rows, rating_rows])
def test_the_tables_are_those_of_the_stored_ladders(table: Any):
    wanted = "\n".join(table())
    assert f"\n{wanted}\n\n" in (ROOT / "docs/bots.md").read_text(encoding="utf-8"), f"it should say:\n{wanted}"


@pytest.mark.parametrize("name", STORED)
def test_a_stored_ladder_is_of_the_levels_as_they_are_now(name: str):
    game, stored = load_game(name), STORED[name]
    assert stored["levels"] == {name: driving(game, name) for name in LEVELS}
    raced = game.complete_options(stored["seats"], stored["options"])  # an option that came later is at its default
    assert raced == game.complete_options(stored["seats"], {})
    assert stored["seats"] == 2


@pytest.mark.parametrize("name", STORED)
def test_what_is_stored_follows_from_the_races_won(name: str):
    stored = STORED[name]
    scores = {(pair["level"], pair["against"]): Score(pair["won"], pair["races"]) for pair in stored["pairs"]}
    for key, value in figures(list(LEVELS), scores).items():
        assert stored[key] == value
