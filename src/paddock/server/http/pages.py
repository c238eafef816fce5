"""The built client, if there is one; otherwise a page that says how to build it."""

import re
from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from paddock.engine import Game

FOLDER = Path(__file__).parents[1] / "static"
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>paddock</title>
<meta name="viewport" content="width=device-width"></head>
<body style="font: 1.1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>paddock</h1>
<p>The server runs, but its page has not been built. In a checkout, <code>make play</code> builds it; a released package
has it inside.</p>
<p>The programming interface works: <a href="api/games">the games</a>, <a href="health">health</a>.</p>
</body></html>"""
NOT_FOUND = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nothing here · paddock</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="{home}favicon.svg" type="image/svg+xml">
<style>
  body {{ margin: 0; font: 1.1rem/1.5 system-ui, sans-serif; color: light-dark(#12161a, #eef2f5);
    background: light-dark(#e8ece5, #0c1013); }}
  header {{ padding: 0.9rem 1rem; color: #f4f6f8; background: #14181d; font-weight: 800; font-style: italic; }}
  main {{ display: grid; justify-items: center; gap: 1rem; padding: 18vh 1rem; text-align: center; }}
  h1, p {{ margin: 0; }}
  a {{ padding: 0.7rem 1.4rem; border: 1px solid #b08a00; border-radius: 8px; color: #1a1500; background: #ffd21e;
    font-weight: 700; text-decoration: none; }}
</style></head>
<body><header>paddock</header><main>
<h1>This road leads nowhere</h1>
<p>There is no page at this address. Perhaps the link was cut off: a table's link has <code>/#/table/</code> in it.</p>
<a href="{home}">To the lobby</a>
</main></body></html>"""
FOR_EVER = "public, max-age=31536000, immutable"
CODINGS = {"br": ".br", "gzip": ".gz"}  # of files that the build has compressed, the smaller first


class Pages:
    """Static files of the client. Its routes are in the URL fragment (after #), so any other path is a 404."""

    def __init__(self, folder: Path = FOLDER):
        self.folder = folder.resolve()

    async def page(self, request: Request) -> Response:
        """Answer with one file."""
        path = request.path_params.get("path", "")
        wanted = self._file(path or "index.html")
        if wanted:
            return self._answer(wanted, _accepted(request.headers.get("accept-encoding", "")))
        return _nothing_at(path) if path else HTMLResponse(NOT_BUILT)

    def _file(self, path: str) -> Path | None:
        try:
            found = (self.folder / path).resolve()
            inside = found.is_relative_to(self.folder) and found.is_file()
        except (OSError, ValueError):
            return None
        return found if inside else None

    def _answer(self, path: Path, accepted: frozenset[str]) -> Response:
        """The file as the build has compressed it, if the browser takes that; hashed names stay good for ever."""
        is_asset = "assets" in path.relative_to(self.folder).parts
        headers = {"cache-control": FOR_EVER if is_asset else "no-cache", "vary": "accept-encoding"}
        kind = guess_type(path.name)[0] or "application/octet-stream"
        for coding, ending in CODINGS.items():
            zipped = path.with_name(path.name + ending)
            if coding in accepted and zipped.is_file():
                return _sent(zipped, headers | {"content-encoding": coding}, kind)
        return _sent(path, headers, kind)


class Boards:
    """Boards and editors of games in other packages: one built module for each game, served from its package."""

    def __init__(self, games: Mapping[str, Game]):
        self._games = games

    async def board(self, request: Request) -> Response:
        """The module of a game's board and editor."""
        game = self._games.get(request.path_params["game"])
        if game is None or not board_of(game).is_file():
            return _nothing_at(request.url.path.removeprefix("/"))
        return FileResponse(board_of(game), headers={"cache-control": "no-cache"})


def board_of(game: Game) -> Path:
    """Where a game in another package has its built board and editor, if it brings any."""
    return game.folder / "static" / "board.js"


def _sent(path: Path, headers: dict[str, str], kind: str) -> Response:
    """A file; without the headers by which browsers ask again, where they never do."""
    answer = FileResponse(path, headers=headers, media_type=kind, stat_result=path.stat())
    if headers["cache-control"] == FOR_EVER:
        for name in ("etag", "last-modified", "accept-ranges"):
            del answer.headers[name]
    return answer


def _nothing_at(path: str) -> Response:
    return HTMLResponse(NOT_FOUND.format(home="../" * path.count("/") or "./"), 404)


def _accepted(header: str) -> frozenset[str]:
    """The codings that a browser takes; one with a weight of 0 is refused."""
    wishes = [wish.replace(" ", "").partition(";q=") for wish in header.lower().split(",")]
    return frozenset(coding for coding, _, weight in wishes if not re.fullmatch(r"0(\.0*)?", weight))
