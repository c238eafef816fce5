"""What a server trusts: its host names and known proxies; metrics are refused behind a proxy or without a token."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from .harness import QUICKLY, House, serving
from .test_connections import answer as answer_of
from .test_connections import connected


@pytest.fixture
def strict() -> Iterator[House]:
    limits = replace(QUICKLY.limits, tables_an_hour=1)
    with serving("sqlite://:memory:", replace(QUICKLY, limits=limits, hosts=("Play.Example",))) as house:
        yield house


def quick(house: House, **headers: str) -> int:
    return house.http.post("/api/quick", json={"game": "_template"}, headers=headers).status_code


def test_nobody_says_where_they_come_from(strict: House):
    """Otherwise each forged address would get its own limit of tables."""
    answers = [quick(strict, **{"x-forwarded-for": f"192.0.2.{number}"}) for number in range(3)]
    assert answers == [201, 429, 429]


def test_a_known_proxy_says_for_whom_it_asks():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, tables_an_hour=1), proxies=("127.0.0.1",))
    with serving("sqlite://:memory:", settings) as house:
        assert [quick(house, **{"x-forwarded-for": one}) for one in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [
            201,
            201,
            429,
        ]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", ""]
)
def test_a_name_pointed_at_this_machine_gets_nothing(strict: House, host: str):
    answer = strict.http.get("/api/tables", headers={"host": host})
    assert answer.status_code in (400, 421)
    upgrade = f"GET /ws/any HTTP/1.1\r\nHost: {host or '-'}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    with closing(connected(strict.port, (upgrade + key).encode())) as line:
        assert answer_of(line).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:8000", "192.168.1.5", "play.example", "play.example."],
)
def test_a_server_answers_to_its_names_and_addresses(strict: House, host: str):
    assert strict.http.get("/api/tables", headers={"host": host}).status_code == 200


def test_metrics_are_not_for_those_behind_a_proxy(house: House):
    assert house.http.get("/metrics").status_code == 200
    for name in ("x-forwarded-for", "forwarded", "x-real-ip"):
        assert house.http.get("/metrics", headers={name: "for=192.0.2.7"}).status_code == 403


def test_metrics_ask_for_their_token():
    with serving("sqlite://:memory:", replace(QUICKLY, metrics_token="sesame")) as house:
        tokens: tuple[dict[str, str], ...] = ({}, {"authorization": "Bearer other"}, {"authorization": "Bearer sesame"})
        assert [house.http.get("/metrics", headers=one).status_code for one in tokens] == [403, 403, 200]
