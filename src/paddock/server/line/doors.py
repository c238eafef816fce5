"""Limits on TCP connections, in total and for each network.

When the limit is reached, a new connection replaces the one that has been silent the longest: one whose request is not
complete, or a keep-alive connection between requests. So incomplete requests (slowloris) cannot block other clients.
"""

from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Protocol

from ..http.security import network_of
from ..settings import Limits

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None

RESERVED = 200  # file descriptors for the store, workers and pages


class Guest(Protocol):
    """A connection that can be aborted."""

    def abort(self) -> None:
        """Close at once."""
        ...


class Doors:
    """Admits and counts the TCP connections of a server."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = (), is_peer: Callable[[str], bool] | None = None):
        self.most = min(limits.sockets, _files() - RESERVED)
        self.most_of_network = limits.sockets_an_address
        self._proxies = [ip_network(proxy) for proxy in proxies]  # exempt: many clients share a proxy's address
        self._is_peer = is_peer  # exempt for the same reason
        self._by_network: Counter[str] = Counter()
        self._silent: dict[str, dict[Guest, None]] = {}  # by network, the longest silent first
        self._network: dict[Guest, str] = {}

    def __len__(self) -> int:
        return len(self._network)

    def lets_in(self, guest: Guest, address: str) -> bool:
        """Admit a connection, if need be in place of a silent one; False if that is not possible."""
        network = network_of(address)
        if not self._has_room(network, address) and not self._shows_out(network):
            return False
        if len(self) >= self.most and not self._shows_out_any():
            return False
        self._network[guest] = network
        self._by_network[network] += 1
        self.is_silent(guest)
        return True

    def is_silent(self, guest: Guest) -> None:
        """Mark a connection that waits for a request or for the rest of one."""
        if guest in self._network:
            self._silent.setdefault(self._network[guest], {})[guest] = None

    def has_spoken(self, guest: Guest) -> None:
        """Mark a connection whose request is complete: it is not replaced until the response is sent."""
        network = self._network.get(guest, "")
        self._silent.get(network, {}).pop(guest, None)
        if not self._silent.get(network, True):
            del self._silent[network]

    def lets_out(self, guest: Guest) -> None:
        """Remove a closed connection."""
        self.has_spoken(guest)
        network = self._network.pop(guest, None)
        if network is not None:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network]

    def _has_room(self, network: str, address: str) -> bool:
        if not network or self._by_network[network] < self.most_of_network:  # a local socket has no address
            return True
        if self._is_peer and self._is_peer(address):
            return True
        return any(ip_address(address) in proxy for proxy in self._proxies)

    def _shows_out(self, network: str) -> bool:
        """Close the connection of a network that has been silent for the longest; False if none is silent."""
        guest = next(iter(self._silent.get(network, ())), None)
        if guest is None:
            return False
        self.lets_out(guest)
        guest.abort()
        return True

    def _shows_out_any(self) -> bool:
        """Do the same for the network with the most silent connections."""
        crowd = max(self._silent, key=lambda network: len(self._silent[network]), default=None)
        return crowd is not None and self._shows_out(crowd)


def _files() -> int:
    """The limit on open files of this process, after raising the soft limit to the hard limit."""
    if resource is None:
        return 1 << 30
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    except (OSError, ValueError):
        pass
    return 1 << 30 if soft == resource.RLIM_INFINITY else soft
