"""What can happen in Ridge Run."""

from paddock.engine import Event

DREW, CLIMBED, SPUN, BOOSTED, SUMMIT, NIGHTFALL = range(6)

EVENTS = (
    Event(DREW, "RR-02", "{a:car} draws a boost of {b}.", seen_by="a", others="{a:car} draws a boost card."),
    Event(CLIMBED, "RR-11", "{a:car} climbs {b} to space {c}."),
    Event(SPUN, "RR-12", "{a:car} rolls {b} in gear {c} and spins.", follows="a spin"),
    Event(BOOSTED, "RR-20", "{a:car} boosts by {b}."),
    Event(SUMMIT, "RR-30", "{a:car} reaches the summit!", follows="the summit", is_welcome=True),
    Event(NIGHTFALL, "RR-31", "Night falls after {a} rounds."),
)
