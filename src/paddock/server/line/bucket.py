"""How much may come: a token bucket."""


class Bucket:
    """So many messages a second, and some more at once."""

    def __init__(self, rate: float, burst: float, now: float):
        self.rate = rate
        self.burst = burst
        self._tokens = burst
        self._at = now

    def takes(self, now: float) -> bool:
        """Whether one more is fine."""
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True
