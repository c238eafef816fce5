"""A network that only the proof has: Linux network namespaces, which nothing outside them can reach.

The bench is in one, with the database, the proxy and the people. Each node is in another, with one cable to the people
and one to the database; either can be cut. All of it is gone when its processes have ended.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

CLONE_NEWNET = 0x40000000
NETS = {"people": "10.77.1", "data": "10.77.2"}  # a bridge for each
PORT = 8000  # of every node
MISSING = "it needs root, network namespaces, and `ip`: apt-get install --no-install-recommends iproute2"
_libc = ctypes.CDLL(None, use_errno=True)


class NoNetworkError(RuntimeError):
    """This machine lets the bench have no network for itself."""


def address(net: str, node: int | None = None) -> str:
    """Of a node, or of the bench, in a net."""
    return f"{NETS[net]}.{1 if node is None else 10 + node}"


def enter(pid: int) -> None:
    """Put this thread, and what it starts from now on, into the network namespace of a process."""
    _enter(f"/proc/{pid}/ns/net")


@dataclass
class Network:
    """The bench's network. The namespace of a node is held by a process that does nothing."""

    holders: list["subprocess.Popen[bytes]"] = field(default_factory=list["subprocess.Popen[bytes]"])

    def build(self, nodes: int) -> None:
        """Lay the cables."""
        _ip("link set lo up")
        for net in NETS:
            _ip(f"link add {net} type bridge")
            _ip(f"addr add {address(net)}/24 dev {net}")
            _ip(f"link set {net} up")
        for node in range(nodes):
            holder = _holder()
            self.holders.append(holder)
            _ip("link set lo up", holder.pid)
            for net in NETS:
                _lay(net, node, holder.pid)

    def cut(self, net: str, node: int) -> None:
        """Nothing passes between a node and a net any more, and neither side is told."""
        _ip(f"link set {net}{node} down")

    def mend(self, net: str, node: int) -> None:
        """It passes again."""
        _ip(f"link set {net}{node} up")

    def end(self) -> None:
        """Leave nothing."""
        for holder in self.holders:
            holder.kill()
            holder.wait()


@contextmanager
def own_network(nodes: int) -> Generator[Network]:
    """A network of this thread, and of what it starts; NoNetworkError where that cannot be."""
    if not all(shutil.which(program) for program in ("ip", "unshare", "nsenter")):
        raise NoNetworkError(MISSING)
    before, network = os.open("/proc/thread-self/ns/net", os.O_RDONLY), Network()
    try:
        if _libc.unshare(CLONE_NEWNET):
            raise NoNetworkError(f"{MISSING} ({os.strerror(ctypes.get_errno())})")
        network.build(nodes)
        yield network
    finally:
        network.end()
        _libc.setns(before, CLONE_NEWNET)
        os.close(before)


def _holder() -> "subprocess.Popen[bytes]":
    words = ["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"]
    holder = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert holder.stdout
    with holder.stdout:
        holder.stdout.read(1)  # now it is in its namespace
    return holder


def _lay(net: str, node: int, pid: int) -> None:
    """A cable from a net to a node."""
    here, there = f"{net}{node}", f"{net}{node}n"
    _ip(f"link add {here} type veth peer name {there}")
    _ip(f"link set {there} netns {pid}")
    _ip(f"link set {here} master {net}")
    _ip(f"link set {here} up")
    _ip(f"addr add {address(net, node)}/24 dev {there}", pid)
    _ip(f"link set {there} up", pid)


def _ip(words: str, pid: int = 0) -> None:
    inside = ["nsenter", "-t", str(pid), "-n"] if pid else []
    done = subprocess.run([*inside, "ip", *words.split()], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNetworkError(f"{MISSING} (ip {words}: {done.stderr.strip()})")


def _enter(path: str) -> None:
    namespace = os.open(path, os.O_RDONLY)
    try:
        if _libc.setns(namespace, CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "this network cannot be entered")
    finally:
        os.close(namespace)
