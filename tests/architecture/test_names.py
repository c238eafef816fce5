"""What may be named where: games only in their folders, homes and package registries nowhere."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = "src/paddock/games"
CODE = {".py", ".svelte", ".ts"}
MAY_NAME_GAMES = ("tests/", "bench/", "docs/")

HOME = re.compile(r"(?<![\w.])/(?:(?:home|Users)/\w+|root)/|[A-Z]:\\Users\\")
REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)"
    r"|https?://[^\s\"'<>]+(?:/simple(?![\w.-])|\.whl\b|\.tgz\b)"
)
LOCK_MAY_NAME = re.compile(r"https?://(?:pypi\.org/simple|files\.pythonhosted\.org/packages/)")


BY_PREFIX = " by HC, the prefix of its clauses: choose another prefix, or take the name out there"


def test_a_game_is_named_only_in_its_folder():
    assert games_named_elsewhere(ROOT, project_files(ROOT)) == []


def test_no_two_games_have_the_same_clause_prefix():
    assert shared_prefixes(ROOT) == []


def test_a_shared_clause_prefix_is_told_in_a_sentence(tmp_path: Path):
    files = {
        f"{GAMES}/{name}/{file}": "HC-1" for name in ("hill_climb", "relay") for file in ("__init__.py", "RULES.md")
    }
    written(tmp_path, files)
    assert shared_prefixes(tmp_path) == [
        "hill_climb and relay both number their clauses HC-1, HC-2, ...: choose another prefix"
    ]


def test_a_clause_prefix_that_is_a_word_elsewhere_is_told_in_a_sentence(tmp_path: Path):
    files = {
        f"{GAMES}/hill_climb/__init__.py": "",
        f"{GAMES}/hill_climb/RULES.md": "HC-1 Start.",
        f"{GAMES}/relay/__init__.py": "LANES = ['HC', 'LC']",
    }
    assert games_named_elsewhere(tmp_path, written(tmp_path, files)) == [
        f"{GAMES}/relay/__init__.py:1 names hill_climb{BY_PREFIX}"
    ]


def test_a_class_has_a_name_of_its_own():
    assert shared_class_names(ROOT) == []


def test_a_class_name_used_twice_is_found(tmp_path: Path):
    files = {
        "src/paddock/engine/race/match.py": "class Line:\n    pass\nclass _Count: ...",
        "src/paddock/bots/search.py": "class Line: ...\nclass _Count: ...",
        "src/paddock/server/line/wire.py": "class Line: ...\nclass Undo: ...",
        f"{GAMES}/relay/rules.py": "class Line: ...",
    }
    written(tmp_path, files)
    assert shared_class_names(tmp_path) == [
        "Line is a class in src/paddock/bots/search.py and in src/paddock/engine/race/match.py"
    ]


def test_no_file_names_a_home_folder_or_a_package_registry():
    assert private_places(ROOT, project_files(ROOT)) == []


def test_the_lock_names_the_public_index_only():
    assert strange_sources((ROOT / "uv.lock").read_text()) == set()


def test_the_files_of_the_project_are_really_found():
    assert {"pyproject.toml", "tests/architecture/test_names.py"} <= set(project_files(ROOT))


def test_a_game_named_elsewhere_is_found(tmp_path: Path):
    files = {
        f"{GAMES}/hill_climb/__init__.py": "",
        f"{GAMES}/hill_climb/rules.py": "# HC-1: hill_climb may name itself",
        f"{GAMES}/hill_climb/RULES.md": "HC-1 Start. HC-2 Climb: R-1, R-2 and R-3. Not like HD-1.",
        f"{GAMES}/relay/__init__.py": "# like hill_climb",
        f"{GAMES}/_template/__init__.py": "# _template is no game",
        "src/paddock/bots/hill_climb.py": "",
        "src/paddock/engine/match.py": "PREFIX = 'HC'",
        "src/paddock/engine/log.py": "# HC-2 says why; relay_race is another word, and HCX-2 another clause",
        "src/paddock/terminal/screen.py": "# templates, relays and HD-1 are fine",
        "web/src/Table.svelte": "<h1>Hill Climb</h1>",
        "web/src/board.ts": "import Board from 'games/hill-climb/web/Board.svelte'",
        "README.md": "Play hill_climb, a game with clauses such as HC-1.",
        "tests/test_replay.py": "GAME = 'hill_climb'",
        "bench/climb.py": "GAME = 'hill_climb'",
    }
    assert games_named_elsewhere(tmp_path, written(tmp_path, files)) == [
        "src/paddock/bots/hill_climb.py names hill_climb",
        f"src/paddock/engine/log.py:1 names hill_climb{BY_PREFIX}",
        f"src/paddock/engine/match.py:1 names hill_climb{BY_PREFIX}",
        f"{GAMES}/relay/__init__.py:1 names hill_climb",
        "web/src/Table.svelte:1 names hill_climb",
        "web/src/board.ts:1 names hill_climb",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "see /" + "home/ann/paddock for more",
        "CACHE = '/" + "root/.cache'",
        "/" + "Users/ann/race.txt",
        "C:" + "\\Users\\ann",
        "index-url = https://mirror.example/" + "simple",
        "https://mirror.example/p/paddock-0.1.0-py3-none-any" + ".whl",
        "https://pypi" + ".org/project/paddock",
        "https://registry.npmjs" + ".org/svelte",
    ],
)
def test_a_private_place_is_found(tmp_path: Path, line: str):
    files = written(tmp_path, {"notes.md": f"A first line.\n{line}\n"})
    assert private_places(tmp_path, files) == ["notes.md:2"]


@pytest.mark.parametrize("line", ["~/.cache/paddock", "/home", "the root/ folder", "https://example.org/home/a/b"])
def test_a_public_place_is_fine(tmp_path: Path, line: str):
    assert private_places(tmp_path, written(tmp_path, {"notes.md": line})) == []


def test_a_strange_source_in_a_lock_is_found():
    lock = 'source = { registry = "https://pypi' + '.org/simple" }\nurl = "https://mirror.example/a' + '.whl"\n'
    assert strange_sources(lock) == {"https://mirror.example/"}


def written(root: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return sorted(files)


def project_files(root: Path) -> list[str]:
    """All files that git keeps or would keep."""
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    names = subprocess.run(command, cwd=root, capture_output=True, check=True, text=True).stdout.split("\0")
    return sorted({name for name in names if name and (root / name).is_file()})


def games_named_elsewhere(root: Path, files: Iterable[str]) -> list[str]:
    code = [f for f in files if Path(f).suffix in CODE and not f.startswith(MAY_NAME_GAMES)]
    named = [(game, list(names_of(game))) for game in games(root)]
    found: list[str] = []
    for file in code:
        letters = (file + (root / file).read_text(encoding="utf-8", errors="ignore")).lower()
        found += [
            f"{place} names {game.name}{how}"
            for game, names in named
            if not file.startswith(f"{GAMES}/{game.name}/")
            for word, wanted, how in names
            if word in letters  # much faster than a pattern, and rarely true
            for place in places(root, file, wanted, look_at_path=True)
        ]
    return found


def shared_prefixes(root: Path) -> list[str]:
    """The pairs of games whose clauses could not be told apart."""
    numbered = [(clause_prefix(game), game.name) for game in games(root)]
    return [
        f"{name} and {other} both number their clauses {prefix}-1, {prefix}-2, ...: choose another prefix"
        for (prefix, name), (same, other) in combinations(numbered, 2)
        if prefix and prefix == same
    ]


def shared_class_names(root: Path) -> list[str]:
    """Class names used twice outside the games; wire types keep the clients' names and are used as `wire.Undo`."""
    places: dict[str, list[str]] = {}
    for path in sorted((root / "src" / "paddock").glob("**/*.py")):
        file = path.relative_to(root).as_posix()
        if not file.startswith(GAMES) and path.name != "wire.py":
            for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
                places.setdefault(name, []).append(file)
    return [f"{name} is a class in {' and in '.join(files)}" for name, files in places.items() if len(files) > 1]


def games(root: Path) -> list[Path]:
    return sorted(init.parent for init in (root / GAMES).glob("[!_]*/__init__.py"))


def names_of(game: Path) -> Iterator[tuple[str, re.Pattern[str], str]]:
    """The folder's name however it is joined, and the prefix of the game's clauses.

    Each with letters that every match contains, and with the message for a finding.
    """
    words = game.name.split("_")
    yield words[0], re.compile(r"(?<![^\W_])(?i:" + r"[-_ ]?".join(map(re.escape, words)) + r")(?!\w)"), ""
    prefix = clause_prefix(game)
    if prefix:
        told = f" by {prefix}, the prefix of its clauses: choose another prefix, or take the name out there"
        yield prefix.lower(), re.compile(rf"\b{prefix}-\d|['\"`]{prefix}['\"`-]"), told


def clause_prefix(game: Path) -> str | None:
    """The prefix most used in the game's RULES.md: GP of GP-12."""
    rules = game / "RULES.md"
    if not rules.exists():
        return None
    numbered = re.findall(r"\b([A-Z]{2,4})-\d+", rules.read_text(encoding="utf-8"))
    return Counter(numbered).most_common(1)[0][0] if numbered else None


def private_places(root: Path, files: Iterable[str]) -> list[str]:
    found: list[str] = []
    for file in files:
        if Path(file).name != "uv.lock":
            found += places(root, file, REGISTRY)
        found += places(root, file, HOME)
    return found


def places(root: Path, file: str, wanted: re.Pattern[str], *, look_at_path: bool = False) -> list[str]:
    if look_at_path and wanted.search(file):
        return [file]
    text = (root / file).read_text(encoding="utf-8", errors="ignore")
    if not wanted.search(text):  # no pattern reaches over the end of a line
        return []
    return [f"{file}:{number}" for number, line in enumerate(text.splitlines(), 1) if wanted.search(line)]


def strange_sources(lock: str) -> set[str]:
    return {found[1] for found in re.finditer(r"(https?://[^/\"\s]+/)\S*", lock) if not LOCK_MAY_NAME.match(found[0])}
