"""A reverse proxy as in front of a hosted server: it strips a path prefix and replaces the Host header."""

import asyncio
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress

from .site import WAIT, free_port

MOST = 65_536


class Proxy:
    """Its upstream port, and the requests it received outside its path."""

    def __init__(self, prefix: str, port: int):
        self.prefix, self.port = prefix, port
        self.upstream = 0  # port
        self.strays: list[str] = []

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, or one websocket."""
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            path = head.split(" ", 2)[1]
            if not path.startswith(self.prefix):
                self.strays.append(path)
                writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            else:
                await self._pass_on(head.replace(path, "/" + path[len(self.prefix) :], 1), reader, writer)
        writer.close()

    async def _pass_on(self, head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self.upstream)
        named = re.sub(r"(?im)^host:.*$", f"host: 127.0.0.1:{self.upstream}\r", head)
        if "upgrade: websocket" not in head.lower():
            named = re.sub(r"(?im)^connection:.*$", "connection: close\r", named)
        outer.write(named.encode("latin-1"))
        await asyncio.gather(_pour(reader, outer), _pour(inner, writer))


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(MOST):
            target.write(data)
            await target.drain()
        target.close()


@contextmanager
def proxying(prefix: str) -> Generator[Proxy]:
    """A proxy in a thread."""
    proxy, ready = Proxy(prefix, free_port()), threading.Event()
    loop = asyncio.new_event_loop()

    async def run() -> None:
        server = await asyncio.start_server(proxy.serve, "127.0.0.1", proxy.port)
        ready.set()
        with suppress(asyncio.CancelledError):
            await server.serve_forever()

    def work() -> None:
        with suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(run())

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert ready.wait(WAIT)
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
        thread.join(WAIT)
