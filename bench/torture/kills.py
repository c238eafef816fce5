"""kill -9 at random moments of races in every game, of series, and of races by a running clock.

What anybody was told has to be in the store: entries, presses, tables, results of a series. After the last kill every
seat hears its race again from the beginning, and that begins with what it heard before, word by word.
"""

import asyncio
import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.server.harness import WAIT, House, Message
from tests.server.killing import PAUSE, LiveRace, Race, likely
from tests.server.racing import FAST

from paddock.engine import Game
from paddock.games import all_games
from paddock.server import Sources, open_store
from paddock.server.store.archive import Archive
from paddock.server.store.loading import load_race

from .proof import Proof
from .servers import GAMES, NO_ANSWER, Server, Wanted, ask, store_of, until

KILLS = 1_000
MESSAGES = (1, 100)  # that people have heard since the last start when the next kill comes
PRESSES = (1, 6)  # or presses that were answered
BY_PRESSES = 0.15  # share of the kills
PATIENCE = 5.0  # seconds until it comes anyway
LIVE = {"modifications": "none", "track": "ladder", "wins_to_win": 1}  # begins without a draft
ME = {"kind": "me"}


@dataclass
class Chain:
    """Races one after the other at tables of one kind, as long as nobody stops them."""

    server: Server
    game: Game
    by_clock: bool = False
    patience: float = WAIT
    races: list[Race] = field(default_factory=list[Race])
    problems: list[str] = field(default_factory=list[str])
    stopped: threading.Event = field(default_factory=threading.Event)

    def start(self) -> "Chain":
        """In a thread of its own."""
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        return self

    def run(self) -> None:
        """Found a table, race, and so on."""
        while not self.stopped.is_set():
            made = self.next_table()
            if made is None:
                time.sleep(PAUSE)
                continue
            race = self.new_race(made["table"], {one["seat"]: one["key"] for one in made["keys"]})
            race.stopped = self.stopped
            self.races.append(race)
            race.run()

    def new_race(self, table: str, keys: dict[int, str]) -> Race:
        """A race at a table that was made."""
        race = (LiveRace if self.by_clock else Race)(self.server, table, keys)
        race.choose, race.patience = likely, self.patience
        return race

    def next_table(self) -> Message | None:
        """A new table; None if the server was killed meanwhile."""
        options = LIVE if self.by_clock else {}
        bots = [{"kind": "bot"}] if self.game.seats[1] > 2 else []
        return self.post("/api/tables", {"game": self.game.id, "seats": [ME, ME, *bots], "options": options})

    def post(self, path: str, body: Message) -> Message | None:
        """Ask for something that is then there for good; None if there was no answer."""
        try:
            status, answer = ask(self.server.port, path, body)
        except NO_ANSWER:
            return None
        return answer if status == 201 else self.refused(status, answer)

    def refused(self, status: int, answer: Message) -> None:
        """Nothing here can be refused."""
        self.problems.append(f"{self.game.id}: {status} {answer}")

    def heard(self, kinds: set[str]) -> int:
        """Messages that were heard on the lines of now, of these kinds if any are named."""
        lines = list(self.races[-1].lines.values()) if self.races else []
        return sum(not kinds or message["type"] in kinds for line in lines for message in list(line.heard))

    def check(self, house: House) -> None:
        """After all kills."""
        for race in self.races:
            race.audit()
            self.problems += race.problems


@dataclass
class Season(Chain):
    """The races of series, one after the other."""

    made: Message | None = None
    raced: dict[str, int] = field(default_factory=dict[str, int])  # races that came to their end, by series

    def next_table(self) -> Message | None:
        """The next race of the series, or a new series when it is over."""
        if self.made:
            return self._next_race(self.made)
        wish = {"game": self.game.id, "name": "Tour", "seats": [ME, ME]}
        self.made = self.post("/api/series", wish)
        return self.made

    def _next_race(self, made: Message) -> Message | None:
        if self.races and self.races[-1].over:
            self.raced[made["series"]] = sum(race.over for race in self.races if race.table in self._tables(made))
        opened = self.post(f"/api/series/{made['series']}/next", {"keys": [one["key"] for one in made["keys"]]})
        if opened is None or any(race.table == opened["table"] and race.over for race in self.races):
            return None
        return {**made, "table": opened["table"]}

    def refused(self, status: int, answer: Message) -> None:
        """There is no next race when the series is over."""
        if status != 409:
            super().refused(status, answer)
        self.made = None

    def _tables(self, made: Message) -> set[str]:
        mine = {one["key"] for one in made["keys"]}
        return {race.table for race in self.races if set(race.keys.values()) <= mine}

    def check(self, house: House) -> None:
        """Every race that came to its end counts."""
        super().check(house)
        for series, raced in self.raced.items():
            lines = house.get(f"/api/series/{series}")["lines"]
            if any(len(line["points"]) < raced for line in lines):
                self.problems.append(f"series {series}: {raced} races were over, {lines[0]['points']} count")


def run(proof: Proof) -> None:
    """The proof."""
    chance, kills = proof.random(), proof.aim("kills", KILLS)
    server = Server(Wanted(store_of(proof.folder), fast=FAST))
    chains = _chains(server)
    try:
        until(lambda: all(chain.races for chain in chains), "the first race at every table", 60)
        while proof.done["kills"] < kills and not proof.is_late:
            _wait(chains, chance)
            server.kill()
            proof.count("kills")
            server.start()
        for chain in chains:
            chain.stopped.set()
        for chain in chains:
            chain.thread.join(60)
            proof.check(not chain.thread.is_alive(), f"a race of {chain.game.id} hangs")
        _audit(proof, server, chains)
    finally:
        proof.measured["exit status at the end"] = str(server.end())
    asyncio.run(_audit_store(proof, chains))
    for chain in chains:
        for problem in chain.problems:
            proof.fail(problem)


def _wait(chains: list[Chain], chance: random.Random) -> None:
    """Until the races have gone on for a while; starts by the clock are the slowest."""
    by_presses = chance.random() < BY_PRESSES
    kinds = {"fate"} if by_presses else set[str]()
    wanted = chance.randint(*(PRESSES if by_presses else MESSAGES))
    with suppress(TimeoutError):
        until(lambda: sum(chain.heard(kinds) for chain in chains) >= wanted, "", PATIENCE)


def _chains(server: Server) -> list[Chain]:
    """One for each game, for a series in each, and for each game by a running clock."""
    plain = [Chain(server, game).start() for game in GAMES]
    series = [Season(server, game).start() for game in all_games() if game.series and not game.live]
    return [*plain, *series, *(Chain(server, game, by_clock=True).start() for game in all_games() if game.live)]


def _audit(proof: Proof, server: Server, chains: list[Chain]) -> None:
    house = server.house()
    for chain in chains:
        with proof.part(f"what was heard of {chain.game.id}"):
            chain.check(house)
        proof.count("races", len(chain.races))
        proof.count("races to their end", sum(race.over for race in chain.races))
        proof.count("lines broken", sum(race.breaks for race in chain.races))
        proof.count("plies heard", sum(len(told) for race in chain.races for told in race.told.values()))
    house.http.close()


async def _audit_store(proof: Proof, chains: list[Chain]) -> None:
    """The file itself, without a server: dice, moves and presses."""
    store, sources = open_store(store_of(proof.folder)), Sources()
    for chain in chains:
        for race in chain.races:
            row = await store.load(race.table)
            stored = await load_race(store, chain.game, row, sources)
            verdict = Archive(chain.game, row, stored, sources).verify()
            wanted = "true" if row.status == "over" else "not verified"
            proof.check(verdict.verdict == wanted, f"{race.table} is {verdict.verdict}: {verdict.error}")
            proof.count("races verified")
            if isinstance(race, LiveRace):
                fates: dict[tuple[int, int], Any] = {
                    (f.input.seat, f.input.number): f.what for f in stored.match.presses
                }
                race.problems.clear()
                race.audit_presses(fates)
                chain.problems += race.problems
                proof.count("presses answered", len(race.fates))
    await store.close()
