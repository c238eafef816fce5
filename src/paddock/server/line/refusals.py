"""Refusals: errors with a sentence that a person can act on."""

from .wire import Alternative, Refused

MOVED = "this table moves to another server; you are connected again in a moment"


class RefusedError(Exception):
    """A request that is not carried out."""

    def __init__(
        self,
        reason: str,
        *,
        clause: str = "",
        alternatives: list[Alternative] | None = None,
        ply: int = 0,
        status: int = 409,
    ):
        super().__init__(reason)
        self.reason = reason
        self.clause = clause
        self.alternatives = alternatives or []
        self.ply = ply
        self.status = status  # over HTTP

    def message(self, what: str) -> Refused:
        """The message to the client."""
        return Refused(what, self.reason, self.clause, self.alternatives, self.ply)


class MovedError(RefusedError):
    """Another node has the table: clients come again and find it."""

    def __init__(self) -> None:
        super().__init__(MOVED, status=503)
