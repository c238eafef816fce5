"""A token bucket, for rate limits."""


class Bucket:
    """Allows `rate` messages a second, and bursts of `burst`."""

    def __init__(self, rate: float, burst: float, now: float):
        self.rate = rate
        self.burst = burst
        self._tokens = burst
        self._at = now

    def takes(self, now: float) -> bool:
        """Take a token; False if there is none."""
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True
