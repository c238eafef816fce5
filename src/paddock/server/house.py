"""What all tables of a server share."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from paddock.engine import Game

from .founding import Founder
from .metrics import Metrics
from .refusals import RefusedError
from .settings import Settings
from .store import Store


class House:
    """The games, the store, the settings and the bots' threads."""

    def __init__(self, games: Sequence[Game], store: Store, settings: Settings):
        self.games = {game.id: game for game in games}
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.founder = Founder(settings)
        self.bots = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self.seat_names = {game.id: _seat_names(game) for game in games}

    def game(self, game_id: str) -> Game:
        """A game that this server offers."""
        if game_id not in self.games:
            offered = ", ".join(self.games)
            raise RefusedError(f"there is no game {game_id[:40]!r}; there are {offered}", status=404)
        return self.games[game_id]


def _seat_names(game: Game) -> list[str]:
    most = game.seats[1]
    table = game.new_table(most, {})
    return [game.words.seat_name(table, seat) for seat in range(most)]
