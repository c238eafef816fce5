"""How well a bot drives: from any legal move to a search of a second."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A bot's strength and manner. Without walks it takes the game's quick choice."""

    name: str
    title: str
    style: str  # in a sentence, for people who choose an opponent
    drivers: tuple[str, ...]  # what bots of that level are called
    slips: int = 0  # percentage of choices that are a random legal move
    walks: int = 0  # of a search, at most
    depth: int = 0  # plies of a playout with quick drivers beyond the tree
    seconds: float = 0.0  # time limit of a search while a person waits

    def reach(self, horizon: int) -> int:
        """How many plies its playouts have in a game with that horizon."""
        return min(self.depth, horizon) if horizon else self.depth


ROOKIES = ("Pip", "Lotta", "Bo", "Tilly", "Max", "Juno", "Ollie", "Fee")
CLUB = ("Greta", "Hank", "Mara", "Otis", "Wilma", "Ravi", "Elsa", "Tom")
PROS = ("Ines", "Viktor", "Noor", "Dario", "Freya", "Kenji", "Paola", "Silas")
CHAMPIONS = ("Vera Storm", "Ayla Reyes", "Leo Brandt", "Mika Saari", "Nia Cole", "Jun Sato", "Rosa Vidal", "Axel Thorn")
LEVELS = {
    level.name: level
    for level in (
        Level("rookie", "Rookie", "Brave, hasty, and surprised by every second corner.", ROOKIES, slips=40),
        Level("club", "Club", "A steady weekend driver with a slip now and then.", CLUB, slips=12),
        Level("pro", "Pro", "Looks ahead before nearly every move.", PROS, slips=6, walks=400, depth=40),
        Level(
            "champion",
            "Champion",
            "Plays thousands of races through in the mind before each move.",
            CHAMPIONS,
            walks=4000,
            depth=100,
            seconds=0.9,
        ),
    )
}
PLAIN = {
    level.name: level
    for level in (
        Level("quick", "Quick", "The game's own rule of thumb, always.", CLUB),
        Level("random", "Random", "Any legal move.", ROOKIES, slips=100),
    )
}
BOTS = {**LEVELS, **PLAIN}


def driver_name(level: str, taken: Collection[str], start: int) -> str:
    """A name that nobody at the table has, from that place of the level's list on; "" if all are taken."""
    drivers = BOTS[level].drivers
    turned = (drivers[(start + n) % len(drivers)] for n in range(len(drivers)))
    return next((name for name in turned if name not in taken), "")
