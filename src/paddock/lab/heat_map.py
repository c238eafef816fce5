"""A heat map on the drawing of a track, as inline SVG with the page's colours."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from paddock.engine import Spot

from .report import Plot

MARGIN = 40


def heat_map(title: str, spots: Sequence[Spot], values: Mapping[int, float]) -> Plot:
    """The road with its spots; the more happens on one, the fuller its colour. The highest value is written."""
    by_number = {spot.number: spot for spot in spots}
    size = _size(spots, by_number)
    most = max(values.values(), default=0.0)
    roads = [
        f'<line class="road" x1="{spot.x:.0f}" y1="{spot.y:.0f}" x2="{to.x:.0f}" y2="{to.y:.0f}"'
        f' stroke-width="{size * 0.5:.0f}"/>'
        for spot in spots
        for to in (by_number[number] for number in spot.following if number in by_number)
    ]
    marks = [_mark(spot, values.get(spot.number, 0.0), most, size) for spot in spots]
    return Plot(title, _svg(title, spots, [*roads, *marks, *_highest(by_number, values, size)]))


def _highest(by_number: Mapping[int, Spot], values: Mapping[int, float], size: float) -> list[str]:
    """The value of the spot with the most, above it."""
    known = [number for number in values if number in by_number]
    if not known:
        return []
    number = min(known, key=lambda one: (-values[one], one))
    spot, letters = by_number[number], max(24.0, size * 0.8)
    return [
        f'<text class="hot" x="{spot.x:.0f}" y="{spot.y - size * 0.7:.0f}" text-anchor="middle"'
        f' font-size="{letters:.0f}">{values[number]:.2f}</text>'
    ]


def _mark(spot: Spot, value: float, most: float, size: float) -> str:
    shade = round(value / most, 3) if most else 0.0
    place = f'cx="{spot.x:.0f}" cy="{spot.y:.0f}" r="{size * 0.5:.0f}"'
    told = escape(f"{spot.name}: {value:.2f}")
    heat = f'<circle class="heat" {place} fill-opacity="{shade}"/>'
    return f'<g><title>{told}</title><circle class="spot" {place}/>{heat}</g>'


def _size(spots: Sequence[Spot], by_number: Mapping[int, Spot]) -> float:
    """The usual distance between spots that follow each other, less a gap."""
    lengths = [
        math.hypot(by_number[number].x - spot.x, by_number[number].y - spot.y)
        for spot in spots
        for number in spot.following
        if number in by_number
    ]
    return 0.8 * sorted(lengths)[len(lengths) // 2] if lengths else 40.0


def _svg(title: str, spots: Sequence[Spot], parts: Sequence[str]) -> str:
    xs, ys = [spot.x for spot in spots] or [0.0], [spot.y for spot in spots] or [0.0]
    left, top = min(xs) - MARGIN, min(ys) - 2 * MARGIN
    wide, high = max(xs) - left + MARGIN, max(ys) - top + MARGIN
    label = escape(title, quote=True)
    return (
        f'<svg viewBox="{left:.0f} {top:.0f} {wide:.0f} {high:.0f}" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg>"
    )
