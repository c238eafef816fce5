"""Refusals: errors with a sentence that a person can act on."""

from .wire import Alternative, Refused


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
