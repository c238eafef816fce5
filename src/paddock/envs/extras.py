"""Packages that environments need and playing does not."""

from collections.abc import Generator
from contextlib import contextmanager


class EnvsExtraError(ImportError):
    """A package is missing; the sentence says how to install it."""


@contextmanager
def needed(extra: str) -> Generator[None]:
    """Turn a failed import into a sentence that names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        sentence = f"this environment needs {package}: install it with pip install 'paddock[{extra}]'"
        raise EnvsExtraError(sentence) from error
