"""Imports go one way: engine <- {games, bots} <- series <- {lab, envs, server, terminal, cli, testing}."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"

# What each part of the package may import besides itself. A new part fails the test until it has a line here.
MIDDLE = {"engine"}
TOP = {"engine", "games", "bots", "series"}
MAY_IMPORT = {
    "engine": set[str](),
    "games": MIDDLE,
    "bots": MIDDLE,
    "series": MIDDLE | {"bots"},
    "lab": TOP,
    "envs": TOP,
    "server": TOP,
    "terminal": TOP,
    "testing": TOP,
    "cli": TOP | {"lab", "envs", "server", "terminal"},
    "__main__": {"cli"},
    "__init__": TOP,
}


def test_imports_go_one_way():
    assert broken_imports(SOURCE) == []


def test_the_package_is_really_walked():
    assert len(modules(SOURCE)) > 1


def test_wrong_imports_are_found(tmp_path: Path):
    files = {
        "__init__.py": "from paddock import lab",
        "engine/match.py": "import numpy\nfrom ..games.sprint import rules",
        "engine/dice.py": "def late():\n    import paddock.terminal.screen",
        "engine/load.py": "from importlib import import_module\nimport_module('paddock.games.sprint')",
        "bots/greedy.py": "from paddock import engine, games, __version__",
        "lab/report.py": "from paddock.testing import conformance",
        "server/app.py": "",
        "terminal/screen.py": "from .. import server",
        "games/sprint/rules.py": "from paddock.engine import rule\nfrom ..relay.rules import roll",
        "games/sprint/words.py": "from . import rules\nfrom paddock.testing import clause",
        "games/sprint/tests/test_roll.py": "from paddock import testing\nfrom paddock.games import relay",
        "games/relay/rules.py": "from paddock.engine import rule\nfrom .state import State",
        "games/relay/__init__.py": "from paddock.bots import greedy",
        "telemetry.py": "import paddock.engine",
    }
    assert broken_imports(tree(tmp_path, files)) == [
        "paddock imports paddock.lab",
        "paddock.bots.greedy imports paddock.games",
        "paddock.engine.dice imports paddock.terminal.screen",
        "paddock.engine.load imports paddock.games.sprint",
        "paddock.engine.match imports paddock.games.sprint.rules",
        "paddock.games.relay imports paddock.bots.greedy",
        "paddock.games.sprint.rules imports paddock.games.relay.rules",
        "paddock.games.sprint.tests.test_roll imports paddock.games.relay",
        "paddock.games.sprint.words imports paddock.testing",
        "paddock.lab.report imports paddock.testing",
        "paddock.telemetry imports paddock.engine",
        "paddock.terminal.screen imports paddock.server",
    ]


def test_right_imports_pass(tmp_path: Path):
    files = {
        "__init__.py": "from paddock.engine import match",
        "engine/__init__.py": "from . import match\nfrom .match import Match",
        "engine/match.py": "from paddock import __version__\nimport numpy",
        "games/__init__.py": "from paddock.engine.match import Match",
        "games/sprint/__init__.py": "from .rules import roll",
        "games/sprint/rules.py": "from paddock.engine import rule",
        "games/sprint/tests/test_roll.py": "from paddock.testing import clause\nfrom ..rules import roll",
        "testing/conformance.py": "from paddock.games import discover\nfrom paddock.engine import Match",
        "cli.py": "from paddock import terminal\nfrom paddock.lab import runs",
    }
    assert broken_imports(tree(tmp_path, files)) == []


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / "paddock" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def modules(source: Path) -> dict[str, Path]:
    """Dotted name of every module, and its file; a folder is named by its __init__.py."""
    found: dict[str, Path] = {}
    for path in sorted(source.glob("paddock/**/*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def broken_imports(source: Path) -> list[str]:
    found = modules(source)
    packages = {".".join(name.split(".")[:depth]) for name in found for depth in range(1, 9)}
    return sorted(
        {
            f"{name} imports {target}"
            for name, path in found.items()
            for target in imported(name, path, packages)
            if not may_import(name, target)
        }
    )


def imported(module: str, path: Path, known: set[str]) -> Iterator[str]:
    """What a file imports of paddock: at the top, inside functions, or by its whole name in a string."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = absolute(module, path.name == "__init__.py", node)
            inside = (f"{base}.{alias.name}" for alias in node.names)
            names = [name if name in known else base for name in inside]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if node.value in known else []
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "paddock")


def absolute(module: str, is_package: bool, node: ast.ImportFrom) -> str:
    """The dotted name that `from ..x import y` starts from."""
    if node.level == 0:
        return node.module or ""
    parts = module.split(".")
    base = parts[: len(parts) - node.level + is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def may_import(module: str, target: str) -> bool:
    if target == "paddock":  # the package's own name and version
        return True
    _, part, *inside = [*module.split("."), "__init__"] if module == "paddock" else module.split(".")
    _, target_part, *target_inside = target.split(".")
    if part == "games" and inside:
        return game_may_import(inside, target_part, target_inside)
    return part in MAY_IMPORT and target_part in {part, *MAY_IMPORT[part]}


def game_may_import(inside: list[str], target_part: str, target_inside: list[str]) -> bool:
    """A game knows the engine and itself. Its tests know the test kit and the discovery of games as well."""
    is_test = "tests" in inside[1:]
    if target_part == "games":
        return target_inside[:1] == inside[:1] or (is_test and not target_inside)
    return target_part in (MIDDLE | {"testing"} if is_test else MIDDLE)
