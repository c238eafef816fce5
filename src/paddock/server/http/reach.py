"""How a server is reached: the socket it listens on, and the addresses that people open."""

import os
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

BACKLOG = 2048
FIRST_INHERITED = 3  # the first file descriptor that systemd passes (SD_LISTEN_FDS_START)
SOMEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))  # for documentation; nothing is sent


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; `::` listens for IPv4 as well. OSError if that is not possible."""
    family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    both = family == socket.AF_INET6 and ip_address(where[0]).is_unspecified and socket.has_dualstack_ipv6()
    return socket.create_server(where[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)


def inherited() -> socket.socket | None:
    """The socket from systemd's socket activation (LISTEN_FDS); None without one, OSError if it cannot be used."""
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()):
        return None
    number = os.environ.pop("LISTEN_FDS", "")
    if number != "1":
        raise OSError(f"systemd hands over {number or 'no'} sockets, and one is needed: write one ListenStream=")
    listener = socket.socket(fileno=FIRST_INHERITED)
    listener.set_inheritable(False)
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        raise OSError("systemd hands over a socket without a port: write ListenStream=8000, say")
    return listener


@dataclass(frozen=True)
class Reach:
    """Who can open the page of a server, and how."""

    host: str  # as configured
    listener: socket.socket

    @property
    def here(self) -> str:
        """The address to open on this computer."""
        bound = self._bound()
        is_usual = bound.is_unspecified or bound == IPv4Address("127.0.0.1")
        return self._address("localhost" if is_usual else self.host)

    def network(self) -> str:
        """The address that others on the network can open; "" if only this computer can."""
        bound = self._bound()
        if bound.is_loopback:
            return ""
        host = own_address() if bound.is_unspecified else self.host
        return self._address(host) if host else ""

    def _bound(self) -> IPv4Address | IPv6Address:
        return ip_address(self.listener.getsockname()[0].partition("%")[0])

    def _address(self, host: str) -> str:
        named = f"[{host}]" if ":" in host else host
        return f"http://{named}:{self.listener.getsockname()[1]}/"


def own_address() -> str:
    """This computer's address on the network, by the route to a remote address; "" without a network."""
    for family, somewhere in SOMEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((somewhere, 9))
                found = ip_address(asked.getsockname()[0].partition("%")[0])
        except OSError:
            continue
        if not (found.is_loopback or found.is_unspecified):
            return str(found)
    return ""
