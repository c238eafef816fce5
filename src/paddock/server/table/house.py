"""What all tables of a server share."""

from collections.abc import Callable, Sequence

from paddock.engine import Game

from ..http.metrics import Metrics
from ..http.security import Addresses, network_of
from ..http.traces import open_traces
from ..line.refusals import RefusedError
from ..settings import Settings
from ..store.store import HouseRules, Store
from ..thinking.explaining import Explainer
from ..thinking.file_workers import FileWorkers
from ..thinking.thinkers import Thinkers
from .founding import Founder, folded
from .later import Later


class House:
    """The games, the store, the settings and the bots."""

    def __init__(self, games: Sequence[Game], store: Store, settings: Settings):
        self.games = {game.id: game for game in games}
        self.store = store
        self.settings = settings
        self.rules = HouseRules()  # set by the host; loaded from the store when the hall opens
        self.metrics = Metrics()
        self.traces = open_traces(settings.traces)
        self.later = Later()
        self.lose: Callable[[str], None] = lambda table_id: None  # called when another node has taken a table
        self.files = FileWorkers(settings.files)
        self.files.observe = self.metrics.file_checked
        self.founder = Founder(settings, self.files)
        self.bots = Thinkers(settings.bot_threads, settings.bot_workers)
        self.explainer = Explainer()
        self.hints = Addresses(settings.limits.hints_a_minute / 60, settings.limits.hints_a_minute)
        self.seat_names = {game.id: _seat_names(game, game.seats[1]) for game in games}
        self._names_by_seats = {(game.id, n): _seat_names(game, n) for game in games for n in _numbers(game)}

    def take_rules(self, rules: HouseRules) -> None:
        """Apply house rules."""
        self.rules = rules
        self.founder.blocked = {folded(name) for name in rules.drivers}

    def committed(self, seconds: float, jobs: int) -> None:
        """Record a commit of the store."""
        self.metrics.appended.add(seconds, jobs)
        self.traces.committed(seconds, jobs)

    def is_blocked(self, address: str) -> bool:
        """Whether an address is in a blocked network."""
        return bool(self.rules.networks) and network_of(address) in self.rules.networks

    def game(self, game_id: str) -> Game:
        """A game that this server offers."""
        if game_id not in self.games:
            offered = ", ".join(self.games)
            raise RefusedError(f"there is no game {game_id[:40]!r}; there are {offered}", status=404)
        return self.games[game_id]

    def names_of_seats(self, game_id: str, seats: int) -> list[str]:
        """The names of a table's seats; in some games they depend on the number of seats."""
        return self._names_by_seats.get((game_id, seats), [])


def _numbers(game: Game) -> range:
    return range(game.seats[0], game.seats[1] + 1)


def _seat_names(game: Game, seats: int) -> list[str]:
    table = game.new_table(seats, {})
    return [game.words.seat_name(table, seat) for seat in range(seats)]
