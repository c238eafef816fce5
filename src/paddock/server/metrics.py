"""Counters and one histogram, told in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """What a server has done."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.gauges: dict[str, float] = {}
        self._commits = [0] * (len(BUCKETS) + 1)
        self._commit_seconds = 0.0

    def committed(self, seconds: float, jobs: int) -> None:
        """A group of jobs was written in so many seconds; called by the store's thread."""
        self._commits[bisect_left(BUCKETS, seconds)] += jobs
        self._commit_seconds += seconds * jobs

    def text(self) -> str:
        """Everything, for a scraper."""
        return "\n".join([*self._counters(), *self._gauge_lines(), *self._histogram(), ""])

    def _counters(self) -> Iterator[str]:
        for name, value in sorted(self.counts.items()):
            yield f"# TYPE paddock_{name}_total counter"
            yield f"paddock_{name}_total {value}"
        yield "# TYPE paddock_refusals_total counter"
        for what, value in sorted(self.refusals.items()):
            yield f'paddock_refusals_total{{what="{what}"}} {value}'

    def _gauge_lines(self) -> Iterator[str]:
        told = ""
        for name, value in sorted(self.gauges.items()):
            base = name.partition("{")[0]
            if base != told:
                yield f"# TYPE paddock_{base} gauge"
            told = base
            yield f"paddock_{name} {value:g}"

    def _histogram(self) -> Iterator[str]:
        name = "paddock_append_seconds"
        yield f"# TYPE {name} histogram"
        below = 0
        for bound, many in zip(BUCKETS, self._commits, strict=False):
            below += many
            yield f'{name}_bucket{{le="{bound:g}"}} {below}'
        yield f'{name}_bucket{{le="+Inf"}} {sum(self._commits)}'
        yield f"{name}_sum {self._commit_seconds:.6f}"
        yield f"{name}_count {sum(self._commits)}"
