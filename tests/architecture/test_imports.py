"""Imports go one way: engine <- {games, bots} <- {series, analysis} <- {lab, envs, print, server, terminal, cli}."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

# Of these parts others use only the names in their `__all__`.
OPEN_PARTS = ("engine", "bots", "series", "analysis", "lab", "envs", "print", "terminal", "testing")
OUTSIDE = ("bench", "tools", "examples")

# What each part of the package may import besides itself. A new part fails the test until it has a line here.
MIDDLE = {"engine"}
TOP = {"engine", "games", "bots", "series", "analysis"}
MAY_IMPORT = {
    "engine": set[str](),
    "games": MIDDLE,
    "bots": MIDDLE,
    "series": MIDDLE | {"bots"},
    "analysis": MIDDLE | {"bots"},
    "lab": TOP,
    "envs": TOP,
    "print": TOP,
    "server": TOP,
    "terminal": TOP,
    "testing": TOP,
    "cli": TOP
    | {"lab", "envs", "print", "server", "terminal", "testing"},  # testing: to write a new game with its saved race
    "__main__": {"cli"},
    "__init__": TOP,
}


def test_imports_go_one_way():
    assert broken_imports(SOURCE) == []


def test_nobody_imports_what_another_part_keeps_to_itself():
    assert imported_insides(ROOT) == []


def test_everything_that_a_part_lists_is_there_and_documented():
    for part in OPEN_PARTS:
        package = import_module(f"paddock.{part}")
        assert len(set(package.__all__)) == len(package.__all__), part
        for name in package.__all__:
            thing = getattr(package, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                assert inspect.getdoc(thing), f"paddock.{part}.{name} says nothing about itself"


def test_an_import_of_insides_is_found(tmp_path: Path):
    files = {
        "engine/__init__.py": "from .race.match import Match",
        "engine/race/match.py": "from ..rules import twin\nfrom paddock.engine.rules.twin import Twins",
        "engine/rules/twin.py": "",
        "bots/__init__.py": "from paddock.engine import Match",
        "bots/search.py": "from paddock.engine.rules import twin\nfrom ..engine.race.match import Match",
        "games/sprint/rules.py": "from paddock.engine.rules.twin import Twins",
        "server/app.py": "def late():\n    import paddock.bots.search",
        "server/load.py": "WHERE = 'paddock.engine.race.match'",
        "server/room.py": "from .app import late\nfrom paddock.games.sprint import rules",
    }
    tree(tmp_path / "src", files)
    outside = tmp_path / "bench" / "speed.py"
    outside.parent.mkdir()
    outside.write_text("from paddock.engine.race.match import Match\nfrom paddock.engine import Match as M")
    assert imported_insides(tmp_path) == [
        "bench/speed.py imports paddock.engine.race.match",
        "src/paddock/bots/search.py imports paddock.engine.race.match",
        "src/paddock/bots/search.py imports paddock.engine.rules.twin",
        "src/paddock/games/sprint/rules.py imports paddock.engine.rules.twin",
        "src/paddock/server/app.py imports paddock.bots.search",
        "src/paddock/server/load.py imports paddock.engine.race.match",
    ]


def test_no_module_reaches_a_private_field_by_its_name_in_a_string():
    assert [f"{name}: {what}" for name, path in modules(SOURCE).items() for what in private_by_string(name, path)] == []


def test_a_private_field_by_its_name_in_a_string_is_found(tmp_path: Path):
    path = tmp_path / "snapshots.py"
    path.write_text("vars(match)['_draws'] = 1\ngetattr(match, '_draws')\nvars(match)['draws']\ngetattr(match, name)")
    assert list(private_by_string("paddock.server.snapshots", path)) == ["vars()['_draws']", "getattr '_draws'"]


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
        "games/__init__.py": "from paddock.engine import Match",
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


def imported_insides(root: Path) -> list[str]:
    """Imports from inside another part; a part's own tests may import anything of it."""
    found = modules(root / "src")
    packages = {".".join(name.split(".")[:depth]) for name in found for depth in range(1, 9)}
    packages -= {f"paddock.{part}.{name}" for part in OPEN_PARTS for name in listed(root, part)}  # simulate is both
    outside = {f"{folder}.{path.stem}": path for folder in OUTSIDE for path in sorted(root.glob(f"{folder}/**/*.py"))}
    return sorted(
        {
            f"{path.relative_to(root)} imports {target}"
            for name, path in {**found, **outside}.items()
            for target in imported(name, path, packages)
            if is_inside(target) and target.split(".")[1] != [*name.split("."), ""][1]
        }
    )


def listed(root: Path, part: str) -> list[str]:
    """The names in the `__all__` of a part, read without importing it."""
    path = root / "src" / "paddock" / part / "__init__.py"
    for node in ast.parse(path.read_text()).body if path.exists() else []:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


def is_inside(target: str) -> bool:
    """Whether a module lies deeper than the package of a part."""
    names = target.split(".")
    return len(names) > 2 and names[1] in OPEN_PARTS


def private_by_string(module: str, path: Path) -> Iterator[str]:
    """Private names of another object that are written as strings, where no linter looks."""
    if ".tests." in module:
        return
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Subscript(value=ast.Call(func=ast.Name("vars")), slice=ast.Constant(value=str(name))) if (
                is_private(name)
            ):
                yield f"vars()['{name}']"
            case ast.Call(func=ast.Name("getattr" | "setattr" as how), args=[_, ast.Constant(value=str(name)), *_]) if (
                is_private(name)
            ):
                yield f"{how} '{name}'"
            case _:
                pass


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


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
