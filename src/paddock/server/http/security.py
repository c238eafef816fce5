"""Security headers, checks of origin and host, blocked addresses, and rate limits by address."""

import hmac
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..line.bucket import Bucket

POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
POLICY_VIOLATION = 1008  # WebSocket close code
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
OF_ASSETS = ("x-content-type-options", "cross-origin-resource-policy")  # the others are about documents


class SecurityHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request and add the headers to its response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if name in OF_ASSETS or not scope["path"].startswith("/assets/"):
                        headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


class KnownHosts:
    """Refuses requests with an unknown Host header, as a DNS rebinding attack sends them."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]):
        self.app = app
        here = socket.gethostname().lower()
        self.known = {"localhost", here, f"{here}.local", *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request with a known host, refuse others."""
        if scope["type"] == "lifespan" or self._is_meant(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            reason = "this server does not know that name; its host can allow it with --allow-host"
            await Response(f'{{"error": "{reason}"}}', 421, media_type="application/json")(scope, receive, send)

    def _is_meant(self, host: str) -> bool:
        """Whether a host is known; any IP address is, since DNS rebinding needs a name."""
        name = host.lower().removesuffix(".")
        name = name[1 : name.find("]")] if name.startswith("[") else name.partition(":")[0].removesuffix(".")
        return name in self.known or name.endswith(".localhost") or is_address(name)


class Blocks(Protocol):
    """Knows which addresses the host has blocked."""

    def is_blocked(self, address: str) -> bool:
        """Whether an address is in a blocked network."""
        ...


class Blocked:
    """Refuses everything from addresses that the host has blocked."""

    def __init__(self, app: ASGIApp, house: Blocks):
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, unless its address is blocked."""
        client = scope.get("client")
        if scope["type"] == "lifespan" or not client or not self.house.is_blocked(client[0]):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            reason = "the host of this server has blocked your address"
            await Response(f'{{"error": "{reason}"}}', 403, media_type="application/json")(scope, receive, send)


def is_address(name: str) -> bool:
    """Whether this is an IP address, not a name."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def may_read_metrics(headers: Headers, address: str, token: str) -> bool:
    """Whether a client may read metrics: with the token, or without one from this machine and not through a proxy."""
    if token:
        return hmac.compare_digest(headers.get("authorization", "").encode(), f"Bearer {token}".encode())
    forwarded = any(name in headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))
    return not forwarded and is_address(address) and ip_address(address).is_loopback


def is_own_origin(headers: Headers, allowed: Iterable[str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return bool(origin) and urlsplit(origin).netloc == headers.get("host", "")


def network_of(address: str) -> str:
    """The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address, which one household has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)


class Addresses:
    """Rate limits by network, a token bucket each; of more than MOST networks the one longest unheard is forgotten."""

    MOST = 20_000

    def __init__(self, rate: float, burst: float):
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def takes(self, address: str, now: float) -> bool:
        """Take a token of this address; False if it has none left."""
        network = network_of(address)
        bucket = self._buckets.pop(network, None) or Bucket(self._rate, self._burst, now)
        self._buckets[network] = bucket  # the last one in the order of a dictionary
        if len(self._buckets) > self.MOST:
            del self._buckets[next(iter(self._buckets))]
        return bucket.takes(now)
