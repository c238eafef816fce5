"""Who is let in: TCP connections in all and of one network, whatever they say.

A place that is needed is taken from the connection that has said nothing for the longest: one whose request is not
complete, or one kept open between requests. So half-open requests keep nobody else out.
"""

from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Protocol

from ..http.security import network_of
from ..settings import Limits

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None

RESERVED = 200  # files for the store, workers and pages


class Guest(Protocol):
    """A connection that can be shown out."""

    def abort(self) -> None:
        """Close at once."""
        ...


class Doors:
    """The places of a server."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = ()):
        self.most = min(limits.sockets, _files() - RESERVED)
        self.most_of_network = limits.sockets_an_address
        self._proxies = [ip_network(proxy) for proxy in proxies]  # behind one are many
        self._by_network: Counter[str] = Counter()
        self._silent: dict[str, dict[Guest, None]] = {}  # by network, the longest silent first
        self._network: dict[Guest, str] = {}

    def __len__(self) -> int:
        return len(self._network)

    def lets_in(self, guest: Guest, address: str) -> bool:
        """Give a connection a place, if need be that of a silent one."""
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
        """It waits for a request, or for the rest of one."""
        if guest in self._network:
            self._silent.setdefault(self._network[guest], {})[guest] = None

    def has_spoken(self, guest: Guest) -> None:
        """Its request is complete: it keeps its place until that is answered."""
        network = self._network.get(guest, "")
        self._silent.get(network, {}).pop(guest, None)
        if not self._silent.get(network, True):
            del self._silent[network]

    def lets_out(self, guest: Guest) -> None:
        """It is gone."""
        self.has_spoken(guest)
        network = self._network.pop(guest, None)
        if network is not None:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network]

    def _has_room(self, network: str, address: str) -> bool:
        if not network or self._by_network[network] < self.most_of_network:  # a local socket has no address
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
        """The same of the network with the most silent ones."""
        crowd = max(self._silent, key=lambda network: len(self._silent[network]), default=None)
        return crowd is not None and self._shows_out(crowd)


def _files() -> int:
    """How many files this process may have open; the limit is raised as far as may be."""
    if resource is None:
        return 1 << 30
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    except (OSError, ValueError):
        pass
    return 1 << 30 if soft == resource.RLIM_INFINITY else soft
