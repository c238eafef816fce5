"""What a page loads is compressed when it is built, and kept by browsers."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from paddock.server.http.pages import Pages

from .harness import House, finish

PLAIN, GZIP, BROTLI = b"let a = 1;", b"as gzip", b"as brotli"


def answer(folder: Path, path: str, accepted: str) -> httpx.Response:
    """What a browser gets that takes these codings; its body as it came over the line."""
    app = Starlette(routes=[Route("/{path:path}", Pages(folder).page)])
    got: list[httpx.Response] = []

    async def ask() -> None:
        async with (
            httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://paddock") as client,
            client.stream("GET", path, headers={"accept-encoding": accepted}) as streamed,
        ):
            body = b"".join([part async for part in streamed.aiter_raw()])
            headers = {name: value for name, value in streamed.headers.items() if name != "content-encoding"}
            coding = streamed.headers.get("content-encoding", "")
            got.append(httpx.Response(streamed.status_code, headers={**headers, "coding": coding}, content=body))

    finish(ask())
    return got[0]


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client of two files, one of them compressed."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    for ending, data in (("", PLAIN), (".gz", GZIP), (".br", BROTLI)):
        (tmp_path / "assets" / f"a-Bc12.js{ending}").write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", BROTLI),
        ("gzip", "gzip", GZIP),
        ("br;q=0, gzip;q=0.5", "gzip", GZIP),
        ("gzip;q=0.0", "", PLAIN),
        ("identity", "", PLAIN),
    ],
)
def test_a_browser_gets_the_smallest_file_that_it_takes(built: Path, accepted: str, coding: str, body: bytes):
    got = answer(built, "/assets/a-Bc12.js", accepted)
    assert (got.headers["coding"], got.content) == (coding, body)
    assert got.headers["vary"] == "accept-encoding"
    assert got.headers["content-type"].startswith("text/javascript")
    assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert not {"etag", "last-modified", "accept-ranges"} & set(got.headers), "nobody asks for it again"


def test_a_file_that_the_build_left_alone_is_sent_as_it_is(built: Path):
    got = answer(built, "/", "gzip, br")
    assert (got.headers["coding"], got.content) == ("", b"<!doctype html>")
    assert got.headers["cache-control"] == "no-cache"
    assert got.headers["etag"], "a browser asks whether it has changed"


@pytest.mark.parametrize("path", ["/api/lobby", "/api/games", "/api/games/_template/rules"])
def test_what_a_browser_knows_of_the_games_is_not_sent_again(house: House, path: str):
    first = house.http.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = house.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert house.http.get(path, headers={"if-none-match": '"other"'}).content == first.content
