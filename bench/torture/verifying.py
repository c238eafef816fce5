"""`verify` over HTTP of races by a running clock while people press: thousands of answers, none of them "not true"."""

import threading

from tests.server.killing import LiveRace
from tests.server.racing import FAST

from paddock.games import all_games

from .kills import LIVE, ME
from .proof import Proof
from .servers import NO_ANSWER, Server, Wanted, ask, store_of

ANSWERS = 5_000
TABLES = 6
ASKING = 2  # threads
PAUSE = 0.1  # seconds between two questions, at most: the races go on meanwhile


class Tables:
    """Races one after the other at some tables."""

    def __init__(self, server: Server):
        self.server = server
        self.stopped = threading.Event()
        self.racing: dict[int, str] = {}  # the table of now, by number
        self.problems: list[str] = []
        self.longest = 0  # plies of a running race when it was verified
        self.threads = [threading.Thread(target=self.run, args=(number,), daemon=True) for number in range(TABLES)]
        for thread in self.threads:
            thread.start()

    def run(self, number: int) -> None:
        """Until it is told to end."""
        game = next(game for game in all_games() if game.live)
        while not self.stopped.is_set():
            status, made = ask(self.server.port, "/api/tables", {"game": game.id, "seats": [ME, ME], "options": LIVE})
            assert status == 201, made
            race = LiveRace(self.server, made["table"], {one["seat"]: one["key"] for one in made["keys"]})
            race.stopped = self.stopped
            self.racing[number] = race.table
            race.run()
            self.problems += race.problems

    def stop(self) -> None:
        """End the races."""
        self.stopped.set()
        for thread in self.threads:
            thread.join(60)


def run(proof: Proof) -> None:
    """The proof."""
    goal = proof.aim("answers of verify", ANSWERS)
    server = Server(Wanted(store_of(proof.folder), fast=FAST))
    tables = Tables(server)
    try:
        asking = [threading.Thread(target=_ask, args=(proof, tables, goal, n)) for n in range(ASKING)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
    finally:
        tables.stop()
        server.end()
    proof.measured["plies in the longest of them"] = str(tables.longest)
    for problem in tables.problems:
        proof.fail(problem)
    proof.check(proof.done["of them of a running race"] > 0, "no race was running when it was asked about")


def _ask(proof: Proof, tables: Tables, goal: int, number: int) -> None:
    chance = proof.random(number)
    while proof.done["answers of verify"] < goal and not proof.is_late:
        tables.stopped.wait(chance.uniform(0.0, PAUSE))
        if not tables.racing:
            continue
        table = chance.choice(list(tables.racing.values()))
        try:
            status, found = ask(tables.server.port, f"/api/tables/{table}/verify")
        except NO_ANSWER as error:
            proof.fail(f"verify was not answered: {error!r}")
            continue
        is_false = status != 200 or found["verdict"] == "not true"
        proof.check(not is_false, f"verify of {table}: {status} {found}")
        proof.count("answers of verify")
        if status == 200 and found["verdict"] == "not verified":
            proof.count("of them of a running race")
            tables.longest = max(tables.longest, found["plies"])
