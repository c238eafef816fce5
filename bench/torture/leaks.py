"""Worlds that differ only in what a seat may not know send it the same bytes.

At positions of races in every game that hides something everything a seat cannot know is exchanged, and each message
that the server would send it is made in both worlds: positions with their choices and odds, plies, alternatives, what a
hint's worker and the simulation of title odds are given. Then both worlds are played on with moves that show the same,
until something is shown on purpose that differs. Some pairs are whole races over sockets, with what HTTP says of them
(replay, record, verify), and some hints are asked of real workers.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from tests.server.harness import QUICKLY, serving
from tests.server.test_hidden_turns import HIDING, TURNS
from tests.server.test_hidden_turns import known_sources as known_turns
from tests.server.test_hidden_turns import race as hidden_race
from tests.server.test_secrets import bytes_in_world

from paddock.bots import Seen
from paddock.engine import CHANCE, SPECTATOR, FairDice, Game, Match, Position, TriedMove, random_words
from paddock.games import all_games, load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server.line.wire import Clocks
from paddock.server.table.sight import Sight
from paddock.server.thinking.thinkers import Pool, Question, begin_worker, search
from paddock.server.thinking.title_odds import Moment

from .proof import Proof

PAIRS = 1_000_000
HINTS = 40  # pairs that are asked of real workers
WIRES = 200  # pairs of whole races over sockets
SPLITS = 6  # worlds for each seat and position
STEPS = 4  # plies that both worlds are played on
MOST = 2_000  # pairs of one race: all games have their turn
EVERY = 3  # plies between two positions that are looked at
CLOCKS = Clocks("none", -1, [], 0.0)
WALKS_ONLY = 600.0  # seconds for a search: its number of walks ends it, so that it always finds the same


def hiding() -> list[tuple[Game, dict[str, Any]]]:
    """Games that hide something, those with a running clock also by it."""
    games = [game for game in (RIDGE_RUN, *all_games()) if not game.hides_nothing]
    plain: list[tuple[Game, dict[str, Any]]] = [(game, {}) for game in games]
    return [*plain, *((game, dict(game.live.OPTIONS)) for game in games if game.live)]


def run(proof: Proof) -> None:
    """The proof."""
    with proof.part("races over sockets"):
        _wires(proof)
    with proof.part("hints by workers"):
        _hints(proof)
    goal = proof.aim("pairs of messages", PAIRS)
    number = 0
    while proof.done["pairs of messages"] < goal and not proof.is_late:
        for game, options in hiding():
            with proof.part(f"race {number} of {game.id}", told=number == 0):
                compare_race(proof, game, options, number, goal)
        number += 1
        proof.done["races"] = number * len(hiding())


# Races


def compare_race(proof: Proof, game: Game, options: dict[str, Any], number: int, goal: int) -> None:
    """One race of random moves; every few plies each seat's worlds are compared."""
    chance = proof.random(game.id, sorted(options), number)
    seats = chance.randint(max(2, game.seats[0]), min(5, game.seats[1]))
    match = Match(game, seats, options, FairDice(chance.randbytes(32)))
    match.settle()
    goal = min(goal, proof.done["pairs of messages"] + MOST)
    while not match.is_over and proof.done["pairs of messages"] < goal and not proof.is_late:
        if chance.random() * EVERY < 1.0:
            for seat in range(SPECTATOR, seats):
                compare_worlds(proof, match, seat, chance)
        match.play(driven(match, chance))


def driven(match: Match, chance: random.Random) -> int:
    """Any move now and then, else the quick one; a clock is drawn."""
    if match.awaits_clock:
        return chance.choices(*match.outcomes())[0]
    moves = [choice.move for choice in match.choices()]
    if chance.random() < 0.3:
        return chance.choice(moves)
    return match.now.copy().suggest(moves, random_words(chance.getrandbits(31), 0))


def compare_worlds(proof: Proof, match: Match, seat: int, chance: random.Random) -> None:
    """The real world and others that the seat cannot exclude."""
    known = Position(match.game, match.table, match.seen_by(seat))
    for _ in range(SPLITS):
        here, there = match.fork(), match.fork()
        there.state = known.world(seat, random_words(chance.getrandbits(31), 0)).state
        if there.state == here.state:
            return  # nothing is hidden from this seat now
        for _ in range(STEPS):
            if not compare_messages(proof, here, there, seat):
                return
            if not play_alike(here, there, seat, chance):
                break


def compare_messages(proof: Proof, here: Match, there: Match, seat: int) -> bool:
    """Every message about the position, in both worlds."""
    for (what, one), (_, other) in zip(messages(here, seat), messages(there, seat), strict=True):
        proof.count("pairs of messages")
        if not proof.check(one == other, _difference(here, seat, what, one, other)):
            return False
    return True


def messages(match: Match, seat: int) -> Iterator[tuple[str, bytes]]:
    """All that the server would make of this position for a seat, with what it is."""
    live = match.game.live if match.awaits_clock else None
    by_clock = partial(_known_by_clock, live) if live else None
    sight = Sight(match, {}, by_clock=by_clock)
    yield "position", sight.position(seat, CLOCKS)
    yield "plies", sight.plies(seat, max(0, len(match.plies) - STEPS))
    yield "alternatives", msgspec.json.encode(sight.alternatives(seat))
    if seat == SPECTATOR:
        yield "title odds", msgspec.msgpack.encode(Moment.of(0, match))
    elif seat == match.actor and not match.awaits_clock:
        yield "hint", msgspec.msgpack.encode(Seen.of(match, seat).packed())


def _known_by_clock(live: Any, match: Match, seat: int) -> Any:
    at = live.race_time(match.state)
    return live.known_at(match.table, match.state, seat, at, 0)


def _difference(match: Match, seat: int, what: str, one: bytes, other: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    parts = f"{one[max(0, at - 60) : at + 40]!r} or {other[max(0, at - 60) : at + 40]!r}"
    return f"{match.game.id}, ply {len(match.plies)}, seat {seat}: {what} differs: {parts}"


def play_alike(here: Match, there: Match, seat: int, chance: random.Random) -> bool:
    """Play a move that is possible in both worlds and tells the seat the same; False if the worlds part then."""
    words = here.game.words.move_to_words
    common = sorted(set(here.now.possible()) & set(there.now.possible()))
    alike = [m for m in common if words(here.table, here.state, m) == words(there.table, there.state, m)]
    if not alike or here.is_over:
        return False
    move = chance.choice(alike)
    for match in (here, there):
        match.apply(move)
    return here.seen_by(seat) == there.seen_by(seat) and _told_alike(here, there, seat)


def _told_alike(here: Match, there: Match, seat: int) -> bool:
    """Whether what happened was told the seat with the same numbers: some events show what was hidden, on purpose."""
    one, other = (match.plies[-1].happenings for match in (here, there))
    seen = [[h for h in happenings if h.event.reveals and h.is_seen_by(seat)] for happenings in (one, other)]
    return seen[0] == seen[1]


# Whole races over sockets, and workers


def _wires(proof: Proof) -> None:
    """Ridge Run with other cards, and the hidden turns of games that have them."""
    chance, pairs = proof.random("wires"), proof.aim("pairs of races over sockets", WIRES)
    while proof.done["pairs of races over sockets"] < pairs and not proof.is_late:
        mine, shown = chance.randint(1, 3), [2] * 3
        worlds = [bytes_in_world([chance.randint(1, 3), mine, chance.randint(1, 3), *shown]) for _ in range(2)]
        for who in ("bea", "http"):
            proof.check(worlds[0][who] == worlds[1][who], f"Ridge Run over sockets: {who} can tell two worlds apart")
        proof.count("pairs of messages", sum(text.count('"type"') for text in worlds[0]["bea"]))
        for game in HIDING:
            heard = [_hidden(game, words) for words in chance.sample(list(TURNS.values()), 2)]
            proof.check(heard[0] == heard[1], f"{game.id} over sockets: a hidden turn can be told from another")
            proof.count("pairs of messages", sum(map(len, heard[0])))
        proof.count("pairs of races over sockets", 1 + len(HIDING))


def _hidden(game: Game, words: list[str]) -> Any:
    with serving("sqlite://:memory:", replace(QUICKLY, sources=known_turns()), [game]) as house:
        return hidden_race(house, game, words)


def _hints(proof: Proof) -> None:
    """The same question in two worlds, answered by a worker process."""
    pool, chance = Pool(1, begin_worker), proof.random("hints")
    try:
        for number in range(proof.aim("pairs of hints by workers", HINTS)):
            game, options = chance.choice([one for one in hiding() if not one[1]])
            worlds = _decision(game, options, chance, number)
            answers = [pool.submit(search_compiled, question_of(match)).result(300) for match in worlds]
            proof.check(answers[0] == answers[1], f"{game.id}: hints differ: {answers[0][:2]} or {answers[1][:2]}")
            proof.count("pairs of hints by workers")
            if proof.is_late:
                return
    finally:
        pool.close()


def search_compiled(question: Question) -> list[TriedMove]:
    """A worker's answer when it has compiled the rules: otherwise they might be ready for the second world only."""
    load_game(question.game).native()
    return search(question)


def _decision(game: Game, options: dict[str, Any], chance: random.Random, number: int) -> list[Match]:
    """Two worlds that the acting seat cannot tell apart."""
    match = Match(game, max(2, game.seats[0]), options, FairDice(chance.randbytes(32)))
    match.settle()
    for _ in range(chance.randrange(30)):
        if match.is_over:
            return _decision(game, options, chance, number)
        match.play(driven(match, chance))
    if match.is_over or match.actor == CHANCE:
        return _decision(game, options, chance, number)
    other, known = match.fork(), Position(match.game, match.table, match.seen_by(match.actor))
    other.state = known.world(match.actor, random_words(chance.getrandbits(31), 0)).state
    return [match, other]


def question_of(match: Match) -> Question:
    """A question for a hint that is answered by a number of walks, however long they take."""
    return Question(match.game.folder.name, Seen.of(match, match.actor).packed(), "rookie", 1, WALKS_ONLY, 2e9)
