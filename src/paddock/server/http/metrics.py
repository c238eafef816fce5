"""Counters, gauges and histograms in the text format of Prometheus."""

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path

from ..thinking.file_workers import Reply

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Histogram:
    """Counts durations by bucket."""

    def __init__(self, name: str):
        self.name = name
        self._counts = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def add(self, seconds: float, times: int = 1) -> None:
        """Record `times` events of `seconds` each."""
        self._counts[bisect_left(BUCKETS, seconds)] += times
        self._seconds += seconds * times

    def lines(self) -> Iterator[str]:
        """The lines that Prometheus scrapes."""
        yield f"# TYPE {self.name} histogram"
        for bound, below in zip((*BUCKETS, float("inf")), accumulate(self._counts), strict=True):
            yield f'{self.name}_bucket{{le="{bound:g}"}} {below}'.replace('"inf"', '"+Inf"')
        yield f"{self.name}_sum {self._seconds:.6f}"
        yield f"{self.name}_count {sum(self._counts)}"


class Metrics:
    """The metrics of a server."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter(moves=0)
        self.refusals: Counter[str] = Counter()
        self.gauges: dict[str, float] = {"connections": 0}
        self.appended = Histogram("paddock_append_seconds")  # a write to the store, by job
        self.pressed = Histogram("paddock_press_seconds")  # from when the rules accept a press until it is answered
        self.files = Histogram("paddock_file_cpu_seconds")  # CPU time of a worker for one component file

    def file_checked(self, reply: Reply) -> None:
        """Record the check of a component file by a worker."""
        self.files.add(reply.cpu_seconds)

    def text(self, gauges: Mapping[str, float]) -> str:
        """All metrics as Prometheus scrapes them, together with the given gauges."""
        histograms = [line for one in (self.appended, self.pressed, self.files) for line in one.lines()]
        return "\n".join([*self._counters(), *_gauge_lines({**self.gauges, **gauges}), *histograms, ""])

    def _counters(self) -> Iterator[str]:
        for name, value in sorted(self.counts.items()):
            yield f"# TYPE paddock_{name}_total counter"
            yield f"paddock_{name}_total {value}"
        yield "# TYPE paddock_refusals_total counter"
        for what, value in sorted(self.refusals.items()):
            yield f'paddock_refusals_total{{what="{what}"}} {value}'


def memory_bytes() -> float:
    """Resident memory of this process; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def _gauge_lines(gauges: Mapping[str, float]) -> Iterator[str]:
    told = ""
    for name, value in sorted(gauges.items()):
        base = name.partition("{")[0]
        if base != told:
            yield f"# TYPE paddock_{base} gauge"
        told = base
        yield f"paddock_{name} {value:g}"
