"""Connections that would block others: half-open requests, slow bodies, clients that do not read."""

import json
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from paddock.server import Limits
from paddock.server.line.doors import Doors

from .harness import QUICKLY, WAIT, Client, House, serving, store_in

HALF_OPEN = 4_000
BODY = b"POST /api/quick HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
BEGUN = [b"", b"GET /health HTTP/1.1\r\nHost: localhost\r\n", BODY]  # requests that do not come to their end


def connected(port: int, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), WAIT)
    line.sendall(said)
    return line


def answer(line: socket.socket) -> bytes:
    """Everything until the other side closes."""
    heard = b""
    try:
        while part := line.recv(65_536):
            heard += part
    except ConnectionResetError:
        pass
    return heard


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@contextmanager
def many_files() -> Generator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * HALF_OPEN), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A server as a separate process, with fewer file descriptors than this test has connections."""
    process = str(Path(__file__).parent / "process.py")
    limited = f"ulimit -n 1024; exec {sys.executable} {process} {store_in(tmp_path)}"
    server = subprocess.Popen(["sh", "-c", limited], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        yield int(server.stdout.readline())
    finally:
        server.terminate()
        server.wait(WAIT)
        server.stdout.close()


def test_thousands_of_half_open_requests_keep_nobody_from_an_answer(port: int):
    lines: list[socket.socket] = []
    with many_files():
        try:
            for number in range(HALF_OPEN):
                lines.append(connected(port, b"GET /health HTTP/1.1\r\nHost: localhost\r\n"))
                if number % 500 == 499:
                    assert httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False, timeout=WAIT).is_success
        finally:
            for line in lines:
                line.close()


@pytest.mark.parametrize("said", BEGUN, ids=["nothing", "headers", "body"])
def test_half_open_requests_from_ones_own_address_keep_nobody_from_an_answer(said: bytes):
    limits = replace(QUICKLY.limits, sockets_an_address=10)
    with serving("sqlite://:memory:", replace(QUICKLY, limits=limits)) as house, ExitStack() as opened:
        for _ in range(30):
            opened.enter_context(closing(connected(house.port, said)))
        assert house.get("/health")["status"] == "ok"


@pytest.fixture
def hasty() -> Iterator[House]:
    limits = replace(QUICKLY.limits, header_seconds=0.2, body_seconds=0.2, close_seconds=0.2)
    with serving("sqlite://:memory:", replace(QUICKLY, limits=limits)) as house:
        yield house


@pytest.mark.parametrize("said", BEGUN, ids=["nothing", "headers", "body"])
def test_a_request_that_does_not_come_is_cut_off(hasty: House, said: bytes):
    with closing(connected(hasty.port, said)) as line:
        assert answer(line) == b""


def test_the_next_request_of_a_kept_connection_has_its_own_time(hasty: House):
    with closing(connected(hasty.port, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")) as line:
        assert line.recv(65_536).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /hea")
        assert answer(line) == b""


@pytest.mark.parametrize(
    "body", [b"Content-Length: 5\r\n\r\nhello", b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"]
)
def test_a_request_for_a_websocket_with_a_body_is_refused_at_once(house: House, body: bytes):
    head = b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    with closing(connected(house.port, head + key + body)) as line:
        heard = answer(line)
    assert heard.startswith(b"HTTP/1.1 400")
    assert heard.endswith(b"A request for a websocket has no body.")


# Doors


class Guest:
    def __init__(self) -> None:
        self.out = False

    def abort(self) -> None:
        self.out = True


def doors(most: int, of_network: int) -> Doors:
    return Doors(Limits(sockets=most, sockets_an_address=of_network), ("10.0.0.1",))


def test_a_full_network_gives_the_place_of_the_longest_silent():
    guests, open_doors = [Guest() for _ in range(4)], doors(10, 2)
    assert open_doors.lets_in(guests[0], "192.0.2.1")
    assert open_doors.lets_in(guests[1], "192.0.2.1")
    open_doors.has_spoken(guests[0])
    assert open_doors.lets_in(guests[2], "192.0.2.1")
    assert [guest.out for guest in guests] == [False, True, False, False]
    open_doors.has_spoken(guests[2])
    assert not open_doors.lets_in(guests[3], "192.0.2.1")  # both requests have arrived and are not answered yet
    assert open_doors.lets_in(guests[3], "192.0.2.2")
    open_doors.lets_out(guests[0])
    assert open_doors.lets_in(Guest(), "192.0.2.1")


def test_a_full_house_takes_a_place_from_the_largest_crowd():
    crowd, open_doors = [Guest() for _ in range(3)], doors(4, 10)
    alone = Guest()
    assert open_doors.lets_in(alone, "192.0.2.9")
    assert all(open_doors.lets_in(guest, "2001:db8::1") for guest in crowd)
    assert open_doors.lets_in(Guest(), "192.0.2.7")
    assert (alone.out, [guest.out for guest in crowd], len(open_doors)) == (False, [True, False, False], 4)


def test_behind_a_proxy_are_many():
    open_doors = doors(10, 2)
    assert all(open_doors.lets_in(Guest(), "10.0.0.1") for _ in range(5))


# Readers that do not read


def seated_and_deaf(house: House, table: str, key: str) -> socket.socket:
    """A websocket that sends hello and then reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(WAIT)
    line.connect(("127.0.0.1", house.port))
    head = f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    line.sendall((head + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
    heard = b""
    while not heard.endswith(b"\r\n\r\n"):
        heard += line.recv(1)
    hello = json.dumps({"type": "hello", "keys": [key]}).encode()
    line.sendall(bytes([0x81, 0x80 | 126, *len(hello).to_bytes(2, "big"), 0, 0, 0, 0]) + hello)
    return line


def connected_seats(house: House, table: str) -> list[bool]:
    return [seat["connected"] for seat in house.get(f"/api/tables/{table}")["seats"]]


def chat(bea: Client) -> None:
    """Messages to everybody at the table, again and again."""
    for _ in range(200):
        bea.say("leave", seat=1)
        bea.say("back", seat=1)
    bea.settled()


@contextmanager
def deaf_at_table(limits: Limits) -> Generator[tuple[House, str, Client]]:
    """Seat 0 has a connection that does not read, seat 1 is Bea's."""
    with serving("sqlite://:memory:", replace(QUICKLY, limits=limits)) as house:
        table = house.table("me", "open")
        table.join("Bea")
        with table.client(1) as bea, closing(seated_and_deaf(house, table.id, table.keys[0])):
            until(lambda: connected_seats(house, table.id) == [True, True])
            yield house, table.id, bea


def test_a_seat_whose_line_does_not_read_is_free_when_its_outbox_is_full():
    with deaf_at_table(replace(QUICKLY.limits, outbox=20)) as (house, table, bea):
        end = time.monotonic() + 60
        while connected_seats(house, table)[0]:
            assert time.monotonic() < end
            chat(bea)


def test_a_seat_whose_line_answers_no_ping_is_free_whatever_is_left_to_send():
    with deaf_at_table(replace(QUICKLY.limits, outbox=10**6, ping_seconds=4.0)) as (house, table, bea):
        assert house.hall
        room, end = house.hall.rooms[table], time.monotonic() + 60
        while connected_seats(house, table)[0] and not any(len(line.outbox) for line in room.lines):  # type: ignore
            assert time.monotonic() < end
            chat(bea)
        until(lambda: not connected_seats(house, table)[0])
