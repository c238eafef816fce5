"""Which clauses of a game's RULES.md are named by its tests: `python -m paddock.testing clauses [--json]`."""

import ast
import json
from dataclasses import dataclass

from paddock.engine import Game, Rulebook
from paddock.games import all_games


@dataclass(frozen=True)
class Coverage:
    """Clauses of one game: all, named by a test, missing, and not implemented yet."""

    game: str
    clauses: list[str]
    tested: list[str]
    missing: list[str]
    not_yet: list[str]


def clause_ids(game: Game) -> frozenset[str]:
    """Every clause of a game's rules."""
    return frozenset(Rulebook.of(game).clauses)


def coverage(game: Game) -> Coverage:
    """How far a game's tests cover its clauses."""
    rules = Rulebook.of(game)
    clauses, later = list(rules.clauses), list(rules.not_yet)
    named = {
        name for path in sorted(game.folder.glob("tests/**/*.py")) for name in named_clauses(path.read_text("utf-8"))
    }
    tested = [clause for clause in clauses if clause in named]
    missing = [clause for clause in clauses if clause not in named and clause not in later]
    return Coverage(game.id, clauses, tested, missing, later)


def named_clauses(source: str) -> set[str]:
    """The clauses that the `@clause(...)` marks of a test file name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.update(name for mark in node.decorator_list for name in _marked(mark))
    return names


def _marked(mark: ast.expr) -> list[str]:
    if not isinstance(mark, ast.Call):
        return []
    called = mark.func.attr if isinstance(mark.func, ast.Attribute) else getattr(mark.func, "id", "")
    if called != "clause":
        return []
    return [arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]


def main(arguments: list[str]) -> int:
    """Print the coverage of every game; status 1 if a clause has no test."""
    found = [coverage(game) for game in all_games()]
    if "--json" in arguments:
        print(json.dumps([vars(one) for one in found], indent=2))
    else:
        for one in found:
            print(f"{one.game}: {len(one.clauses)} clauses, {len(one.tested)} tested, {len(one.missing)} missing")
            if one.missing:
                print("  missing: " + ", ".join(one.missing))
            if one.not_yet:
                print("  in a later version: " + ", ".join(one.not_yet))
    return 1 if any(one.missing for one in found) else 0
