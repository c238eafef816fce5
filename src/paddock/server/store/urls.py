"""The URLs of stores, as they are written and as they may be printed."""

import re

SQLITE = "sqlite://"
POSTGRES = ("postgresql://", "postgres://")
MEMORY = ":memory:"
PASSWORD = re.compile(r"(?<=:)(//[^/@?#:]*):[^/@]*@|(?<=[?&])(password)=[^&]*")


def is_postgres(url: str) -> bool:
    """Whether the URL names a PostgreSQL database."""
    return url.startswith(POSTGRES)


def without_password(url: str) -> str:
    """The URL as it may be printed."""
    return PASSWORD.sub(lambda found: f"{found[1]}@" if found[1] else f"{found[2]}=...", url)
