"""Who races with whom: GP-134."""

PAIRINGS = ("opposite", "neighbours", "first_and_last")


def pairs(seats: int, pairing: str) -> list[tuple[int, int]]:
    """GP-134 The seats of each team, the lower one first, in the order of their lower seats."""
    half = seats // 2
    if pairing == "neighbours":
        return [(seat, seat + 1) for seat in range(0, seats, 2)]
    if pairing == "first_and_last":
        return [(seat, seats - 1 - seat) for seat in range(half)]
    return [(seat, seat + half) for seat in range(half)]
