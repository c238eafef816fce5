"""Plots as inline SVG: bars, and points with intervals. Colours come from the page, so light, dark and print work."""

from collections.abc import Sequence
from html import escape

from .report import Plot
from .statistics import Estimated

WIDE, LINE, LEFT = 640, 26, 190
MOST_BARS = 60


def intervals(title: str, names: Sequence[str], found: Sequence[Estimated], fair: float | None, unit: str) -> Plot:
    """A point with its interval for each name; `fair` is drawn as a line."""
    low = min([one.low for one in found] + ([fair] if fair is not None else []))
    high = max([one.high for one in found] + ([fair] if fair is not None else []))
    margin = (high - low) * 0.08 or abs(high) * 0.1 or 1.0
    low, high = low - margin, high + margin

    def x(value: float) -> float:
        return round(LEFT + (WIDE - LEFT - 90) * (value - low) / (high - low), 1)

    parts: list[str] = []
    for row, (name, one) in enumerate(zip(names, found, strict=True)):
        y = 20 + row * LINE
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<line class="whisker" x1="{x(one.low)}" x2="{x(one.high)}" y1="{y}" y2="{y}"/>',
            f'<circle class="point" cx="{x(one.value)}" cy="{y}" r="4"/>',
            f'<text x="{WIDE - 80}" y="{y + 4}">{_number(one.value, unit)}</text>',
        ]
    height = 20 + len(found) * LINE
    if fair is not None:
        parts.append(f'<line class="fair" x1="{x(fair)}" x2="{x(fair)}" y1="4" y2="{height - 8}"/>')
        parts.append(
            f'<text class="small" x="{x(fair)}" y="{height + 6}" text-anchor="middle">{_number(fair, unit)}</text>'
        )
    return Plot(title, svg(title, height + 12, parts))


def histogram(title: str, counts: Sequence[int], first: int = 0, unit: str = "") -> Plot:
    """How many races have each value; values are put together where there are too many."""
    bars = list(counts)
    while bars and not bars[-1]:
        bars.pop()
    skipped = next((i for i, count in enumerate(bars) if count), 0)
    bars, first = bars[skipped:] or [0], first + skipped
    size = -(-len(bars) // MOST_BARS)
    grouped = [sum(bars[i : i + size]) for i in range(0, len(bars), size)]
    most, width = max(max(grouped), 1), (WIDE - 40) / len(grouped)
    parts = [
        f'<rect class="bar" x="{20 + i * width:.1f}" y="{150 - 130 * count / most:.1f}"'
        f' width="{max(width - 1, 0.5):.1f}" height="{130 * count / most:.1f}"/>'
        for i, count in enumerate(grouped)
    ]
    for i in sorted({0, len(grouped) // 2, len(grouped) - 1}):
        middle = 20 + (i + 0.5) * width
        parts.append(
            f'<text class="small" x="{middle:.1f}" y="166" text-anchor="middle">{first + i * size}{unit}</text>'
        )
    return Plot(title, svg(title, 174, parts))


def _number(value: float, unit: str) -> str:
    return f"{100 * value:.1f} %" if unit == "%" else f"{value:,.2f}{unit}"


def svg(title: str, height: float, parts: Sequence[str]) -> str:
    """The drawing of these parts."""
    label = escape(title, quote=True)
    return f'<svg viewBox="0 0 {WIDE} {height:g}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
