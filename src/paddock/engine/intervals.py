"""Confidence intervals of proportions."""

import math

Z95, Z99 = 1.959964, 2.575829


def wilson(won: float, many: float, z: float = Z95) -> tuple[float, float]:
    """Wilson score interval for a proportion of `many` trials, by default at 95 % confidence."""
    share, z2 = won / many, z * z
    centre = (share + z2 / (2 * many)) / (1 + z2 / many)
    half = z / (1 + z2 / many) * math.sqrt(share * (1 - share) / many + z2 / (4 * many * many))
    return max(0.0, centre - half), min(1.0, centre + half)
