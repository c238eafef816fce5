"""`paddock new-game NAME`: writes the folder of a new game from the template, with its tests and a saved race."""

import importlib
import importlib.util
import keyword
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from string import ascii_uppercase

import click

from paddock import __version__
from paddock import games as found_games
from paddock.engine import Game, Rulebook, RulebookError
from paddock.games import all_games, game_ids, load_game

from .errors import wrong_input
from .params import FILE

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
PREFIX = re.compile(r"[A-Z]{2,4}")
LONGEST_NAME = 40
TEMPLATE = "_template"
GAMES = Path(found_games.__file__).parent
PROJECT = """\
[build-system]
requires = ["hatchling>=1.27,<2"]
build-backend = "hatchling.build"

[project]
name = "paddock-{dashed}"
version = "0.1.0"
description = "{title}, a game for paddock."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["paddock>={version}"]

[project.entry-points."paddock.games"]
{name} = "{name}:GAME"

[dependency-groups]
dev = ["pytest>=9.2"]

[tool.hatch.build]
artifacts = ["src/{name}/static/**"] # board and editor as they are built; ignored by git, and needed

[tool.hatch.build.targets.wheel]
packages = ["src/{name}"]
exclude = ["src/{name}/tests", "src/{name}/web"]

[tool.pytest]
testpaths = ["src"]
pythonpath = ["src"]
addopts = ["--import-mode=importlib", "--strict-markers"]
markers = ["clause(*ids): the numbered rule clauses this test would catch if broken"]
"""
README = """\
# {title}

A game for paddock, in its own package. Installed beside paddock (`pip install .`), it is listed by `paddock games`
and raced like every other game; `pytest` runs its tests and the conformance kit.

A board for the browser lies in `src/{name}/web` (`Board.svelte`, `Picture.svelte`, `facts.ts`, all optional), and an
editor of component files, where the game has a workshop (`Editor.svelte`). A clone of paddock builds them into this
package: `python build_client.py {folder}`.
"""
IGNORED = "__pycache__/\n.pytest_cache/\n/dist/\n/src/*/static/\n"


@dataclass(frozen=True)
class Sketch:
    """What a new game is called, and where it goes."""

    name: str
    title: str
    prefix: str  # of its clauses
    folder: Path  # of the game
    module: str  # by which Python imports it
    package: Path | None  # the project around it, if it has one


@click.command("new-game")
@click.argument("name")
@click.option("--title", default="", help="What people call it; from NAME unless told.")
@click.option("--prefix", default="", help="Of its clauses, e.g. HC for HC-10: 2 to 4 letters that no other game has.")
@click.option(
    "--package", type=FILE, metavar="DIR", help="Write the game as an installable package into this new folder."
)
def new_game(name: str, title: str, prefix: str, package: Path | None) -> None:
    """Write the folder of a new game NAME, a copy of the template under its own id.

    It passes its tests and the conformance kit as it is: change its rules, clause by clause, into your game.
    """
    sketch = planned(name, title, prefix, package)
    for file, text in (*files_of_game(sketch), *files_of_package(sketch)):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    click.echo(f"{sketch.title} is in {sketch.folder}; its clauses are {sketch.prefix}-01, {sketch.prefix}-02, ...")
    click.echo(kept_races(sketch))
    click.echo(next_step(sketch))


def planned(name: str, title: str, prefix: str, package: Path | None) -> Sketch:
    """Everything about the new game, or one sentence about what is wrong."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or keyword.iskeyword(name):
        raise click.ClickException(
            f"{name[:LONGEST_NAME]!r} is no game's id: small letters and digits, words joined by _, e.g. hill_climb"
        )
    if name in game_ids():
        raise click.ClickException(f"there is a game {name!r} already; choose another name")
    title = " ".join(title.split())[:LONGEST_NAME] or name.replace("_", " ").title()
    place = _in_package(name, package) if package else _in_project(name)
    if place[0].exists():
        raise click.ClickException(f"{place[0]} is there already; choose another name or remove it")
    return Sketch(name, title, _prefix(name, prefix), *place, package)


def _in_project(name: str) -> tuple[Path, str]:
    if not (GAMES.parents[2] / "pyproject.toml").is_file():
        raise click.ClickException(
            "this paddock is installed, not a clone: give the game its own package with --package DIR"
        )
    return GAMES / name, f"paddock.games.{name}"


def _in_package(name: str, package: Path) -> tuple[Path, str]:
    if package.exists() and (not package.is_dir() or any(package.iterdir())):
        raise click.ClickException(f"{package} is there already and not empty: name a new folder")
    if importlib.util.find_spec(name):
        raise click.ClickException(f"Python has a module {name!r} already; choose another name")
    return package / "src" / name, name


def _prefix(name: str, wanted: str) -> str:
    taken = {prefix for game in (*all_games(), load_game(TEMPLATE)) for prefix in _prefixes(game)}
    if not wanted:
        return next(prefix for prefix in _proposals(name) if prefix not in taken)
    if not PREFIX.fullmatch(wanted) or wanted in taken:
        has = f"taken: {', '.join(sorted(taken))}"
        raise click.ClickException(f"--prefix takes 2 to 4 capital letters that no other game has ({has})")
    return wanted


def _prefixes(game: Game) -> set[str]:
    try:
        return {clause.partition("-")[0] for clause in Rulebook.of(game).clauses}
    except RulebookError:
        return set()


def _proposals(name: str) -> Iterator[str]:
    """HC for hill_climb; then HI and so on, until one is free."""
    initials = "".join(word[0] for word in name.split("_") if word[0].isalpha()).upper()
    letters = "".join(letter for letter in name if letter.isalpha()).upper()
    lengthened = (f"{letters[0]}{other}" for other in chain(letters[1:], ascii_uppercase))
    longer = (f"{letters[0]}{one}{other}" for one in ascii_uppercase for other in ascii_uppercase)
    yield from (prefix for prefix in chain([initials[:4]], lengthened, longer) if PREFIX.fullmatch(prefix))


def files_of_game(sketch: Sketch) -> Iterator[tuple[Path, str]]:
    """The template's files under the new game's names."""
    template = load_game(TEMPLATE)
    old = _prefixes(template).pop()
    for file in sorted(template.folder.rglob("*")):
        if file.is_file() and file.suffix in (".py", ".md", ".toml"):
            text = file.read_text(encoding="utf-8").replace(template.name, sketch.title)
            place = str(file.relative_to(template.folder)).replace(_joined(template.name), sketch.name)
            yield sketch.folder / place, re.sub(rf"\b{old}(?=-\d|`)", sketch.prefix, text)


def files_of_package(sketch: Sketch) -> Iterator[tuple[Path, str]]:
    """The project around a game in its own package."""
    if sketch.package is None:
        return
    names = {"name": sketch.name, "title": sketch.title, "dashed": sketch.name.replace("_", "-")}
    yield sketch.package / "pyproject.toml", PROJECT.format(**names, version=__version__)
    yield sketch.package / "README.md", README.format(**names, folder=sketch.package.name)
    yield sketch.package / ".gitignore", IGNORED


def _joined(title: str) -> str:
    return title.lower().replace(" ", "_")


def kept_races(sketch: Sketch) -> str:
    """Play a race and keep it for later versions, and keep the golden playthroughs; which files these are."""
    if sketch.package:
        sys.path.insert(0, str(sketch.package / "src"))
    importlib.invalidate_caches()
    game: Game = importlib.import_module(sketch.module).GAME
    try:
        from paddock.testing import record_race, write_golden
    except ModuleNotFoundError as error:
        return f"No race was saved, as {error.name} is not installed: later, python -m paddock.testing record NAME."
    with wrong_input(OSError):
        kept = [record_race(game), *write_golden(game)]
    return f"Kept for later versions: {', '.join(str(file.relative_to(game.folder)) for file in kept)}."


def next_step(sketch: Sketch) -> str:
    """What to do now."""
    where = f"pip install -e {sketch.package}, then " if sketch.package else ""
    return f"Next: {where}paddock terminal {sketch.name}; CONTRIBUTING.md says how it becomes your game."
