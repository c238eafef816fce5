"""How well a bot drives: from any legal move to a search of a second."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A bot's strength and manner. Without walks it takes the game's quick choice."""

    name: str
    title: str
    style: str  # in a sentence, for people who choose an opponent
    slips: int = 0  # of a hundred choices so many are any legal move
    walks: int = 0  # of a search, at most
    depth: int = 0  # plies that a walk goes on with quick drivers beyond the tree
    seconds: float = 0.0  # of a search, at most, where somebody waits

    def reach(self, horizon: int) -> int:
        """How far its walks go on in a game with that horizon."""
        return min(self.depth, horizon) if horizon else self.depth


LEVELS = {
    level.name: level
    for level in (
        Level("rookie", "Rookie", "Brave, hasty, and surprised by every second corner.", slips=40),
        Level("club", "Club", "A steady weekend driver with a slip now and then.", slips=12),
        Level("pro", "Pro", "Looks ahead before nearly every move.", slips=6, walks=400, depth=40),
        Level(
            "champion",
            "Champion",
            "Plays thousands of races through in the mind before each move.",
            walks=4000,
            depth=100,
            seconds=0.9,
        ),
    )
}
PLAIN = {
    level.name: level
    for level in (
        Level("quick", "Quick", "The game's own rule of thumb, always."),
        Level("random", "Random", "Any legal move.", slips=100),
    )
}
BOTS = {**LEVELS, **PLAIN}
