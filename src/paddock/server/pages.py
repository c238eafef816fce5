"""The built client, if there is one; otherwise a page that says how to build it."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

FOLDER = Path(__file__).parent / "static"
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>paddock</title>
<meta name="viewport" content="width=device-width"></head>
<body style="font: 1.1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>paddock</h1>
<p>The server runs, but its page has not been built. In a checkout, <code>make play</code> builds it; a released package
has it inside.</p>
<p>The programming interface works: <a href="api/games">the games</a>, <a href="health">health</a>.</p>
</body></html>"""
FOR_EVER = "public, max-age=31536000, immutable"


class Pages:
    """Files of the client; an unknown path without a file name is the client's own."""

    def __init__(self, folder: Path = FOLDER):
        self.folder = folder.resolve()

    async def page(self, request: Request) -> Response:
        """One file."""
        wanted = self._file(request.path_params.get("path", ""))
        if wanted:
            return self._answer(wanted)
        index = self.folder / "index.html"
        if "." in request.path_params.get("path", ""):
            return HTMLResponse("not found", 404)
        return self._answer(index) if index.is_file() else HTMLResponse(NOT_BUILT)

    def _file(self, path: str) -> Path | None:
        try:
            found = (self.folder / path).resolve()
            inside = found.is_relative_to(self.folder) and found.is_file()
        except (OSError, ValueError):
            return None
        return found if inside else None

    def _answer(self, path: Path) -> Response:
        is_asset = "assets" in path.relative_to(self.folder).parts
        return FileResponse(path, headers={"cache-control": FOR_EVER if is_asset else "no-cache"})
