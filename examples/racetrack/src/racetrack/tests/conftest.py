"""What the rules tests share."""

from paddock.testing import both_backends

__all__ = ["both_backends"]
