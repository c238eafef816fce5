"""Generate the names of each game's events for its board from the game's events.py.

`python tools/event_names.py` writes `web/events.ts` into the folder of every game that has a board; with --check it
only prints which of these files are not current.
"""

import sys
from importlib import import_module
from pathlib import Path

from paddock import games
from paddock.engine import Game
from paddock.games import all_games

HEAD = "// Made by tools/event_names.py from ../events.py: change that file, then run the tool again.\n"


def targets() -> dict[Path, str]:
    """The path and the wanted text of each game with a board."""
    return {game.folder / "web" / "events.ts": typescript(game) for game in all_games() if has_board(game)}


def has_board(game: Game) -> bool:
    """Whether the game is one of this project and brings a board for the browser."""
    return game.folder.parent == Path(games.__file__).parent and (game.folder / "web" / "Board.svelte").is_file()


def typescript(game: Game) -> str:
    """The whole file of one game: each event by its name, with its number and its sentence."""
    lines = [f"  /** {game.events[kind].sentence} */\n  {name}: {kind}," for kind, name in names(game).items()]
    return "\n".join([HEAD, "export const EVENT = {", *lines, "} as const;", ""])


def names(game: Game) -> dict[int, str]:
    """The constants of the game's events module, by number; of several with the same number the first."""
    module = import_module(f"paddock.games.{game.folder.name}.events")
    found: dict[int, str] = {}
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, int) and value in {event.kind for event in game.events}:
            found.setdefault(value, name)
    return dict(sorted(found.items()))


def outdated() -> list[Path]:
    """The files that are missing or not current."""
    found = targets()
    return [path for path, text in found.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main() -> None:
    """Write the files, or check them."""
    if "--check" in sys.argv:
        if outdated():
            sys.exit(f"not current: {', '.join(map(str, outdated()))}; run python tools/event_names.py")
        return
    for path, text in targets().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
