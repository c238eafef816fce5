"""Finds the games: one folder each here, or another installed package that names its game in `paddock.games`.

Both are entry points of one group: an installed package declares its own, a folder here needs no declaration. A package
whose game cannot be used is told in one sentence, and left out.
"""

import copyreg
import logging
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from socket import gethostname
from types import ModuleType
from typing import Any

from paddock import __version__
from paddock.engine import SPECTATOR, Game, Match, Rulebook, WorkersError

GROUP = "paddock.games"
ID = re.compile(r"[a-z_][a-z0-9_]{0,60}")  # as in a race record
LOG = logging.getLogger("paddock.games")


class UnknownGameError(LookupError):
    """There is no game of that name."""


class BrokenGameError(UnknownGameError):
    """The package that brings the game is broken, with a sentence that names it."""


class OtherRulesError(WorkersError):
    """A game from another process or machine, which is not the same one here."""


@cache
def game_ids() -> tuple[str, ...]:
    """The games that are offered; a name with a leading underscore is a pattern to copy, not a game."""
    return tuple(sorted(name for name in _entries() if not name.startswith("_")))


@cache
def load_game(game_id: str) -> Game:
    """The game of that id."""
    entry = _entries().get(game_id)
    if entry is None:
        raise UnknownGameError(f"there is no game {game_id!r}; there are {', '.join(game_ids())}")
    if entry.dist is None:
        return entry.load()
    try:
        return _tried(entry)
    except (Exception, SystemExit) as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise BrokenGameError(_sentence(entry, f"cannot be used ({what})")) from error


def _sent(game: Game) -> tuple[Any, ...]:
    """A game that is sent to another process or machine is loaded there."""
    return _received, (game.id, game.rules_digest, __version__)


def _received(game_id: str, rules: str, version: str) -> Game:
    game = load_game(game_id)
    if (game.rules_digest, __version__) != (rules, version):
        raise OtherRulesError(
            f"{gethostname()} has other rules of {game.name} (paddock {__version__}, {game.rules_digest})"
            f" than those raced (paddock {version}, {rules}): install the same version on all machines"
        )
    return game


copyreg.pickle(Game, _sent)


def all_games() -> list[Game]:
    """Every game that is offered and can be used, by id; of the others one sentence each is logged."""
    return [game for game in map(_loaded, game_ids()) if game]


def _loaded(game_id: str) -> Game | None:
    try:
        return load_game(game_id)
    except BrokenGameError as error:
        _warn(str(error))
        return None


@cache
def _entries() -> dict[str, EntryPoint]:
    """Where each game is; a folder here comes before a package, and a package before a later one of the same id."""
    found = {entry.name: entry for entry in _folders()}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (_package(entry), entry.name)):
        if not ID.fullmatch(entry.name):
            _warn(_sentence(entry, "is left out: an id has small letters, digits and underscores"))
        elif entry.name in found:
            _warn(_sentence(entry, f"is left out: {_package(found[entry.name])!r} has a game of that id"))
        else:
            found[entry.name] = entry
    return found


def _folders() -> Iterator[EntryPoint]:
    for folder in sorted(Path(__file__).parent.iterdir()):
        if (folder / "__init__.py").is_file():
            yield EntryPoint(folder.name, f"{__name__}.{folder.name}:GAME", GROUP)


def _tried(entry: EntryPoint) -> Game:
    """A package's game, if it is what it says: what a lobby asks of it is asked once, so that it fails here."""
    found = entry.load()
    game = found.GAME if isinstance(found, ModuleType) else found
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is a {type(game).__name__}, not a Game")
    if game.id != entry.name:
        raise ValueError(f"GAME.id is {game.id!r}, but its entry point is {entry.name!r}")
    for seats in sorted({*game.seats}):
        match = Match(game, seats)
        game.scene(match.table)
        match.view(SPECTATOR)
    Rulebook.of(game)
    return game


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "paddock"


def _sentence(entry: EntryPoint, what: str) -> str:
    return f"the game {entry.name!r} of the package {_package(entry)!r} {what}"


@cache
def _warn(sentence: str) -> None:
    """Log a sentence, once."""
    LOG.warning("paddock: %s.", sentence)
