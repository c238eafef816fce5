"""Hidden turns: up to the reveal other seats are sent the same bytes, whatever the player did."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from paddock.engine import Game
from paddock.games import all_games
from paddock.server import Sources

from .harness import QUICKLY, Client, House, Made, Message, serving, store_in

HIDING = [game for game in all_games() if game.hidden_turn]
OPTIONS = {"clock": "rounds", "modifications": "none", "place_per_roll": "chain", "track": "deal"}
FACES = [1, 1, 1, 2, 2, 2]  # of the first seat, roll by roll; the track is 1-1-1-2-2-2
TURNS = {
    "rolls on": ["roll"],
    "places a die": ["place", "roll"],
    "places and takes back": ["place", "undo", "roll"],
    "finishes": ["place", "place"],
}
STREAM = 1 << 32


class KnownDice:
    """The lowest track cards, the first drafter first; each racer's own faces, whatever the others do."""

    kind = "manual"
    answers_clock = False

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int:
        faces = FACES if ply // STREAM % 8 == 1 else [6, 5]
        return faces[ply % STREAM % len(faces)] - 1 if ply >= STREAM else outcomes[0]


def known_sources() -> Sources:
    """Time stands still, ids and keys are numbers, and the dice are known."""
    numbers = itertools.count()
    return Sources(
        now=lambda: 1000.0,
        token=lambda size: f"token-{next(numbers)}",
        secret=lambda: bytes(32),
        seed=lambda: 1,
        dice=lambda secret, entropy: KnownDice(),
    )


@pytest.fixture(params=HIDING, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game:
    """A game with such turns."""
    return request.param


def play(client: Client, seat: int, *words: str) -> None:
    """The first choice that begins with each word, or a take-back; each is answered before the next."""
    for word in words:
        position = client.my_turn(seat)
        if word == "undo":
            client.say("undo", seat=seat, ply=position["ply"])
        else:
            client.move(seat, next(one["move"] for one in position["choices"] if one["words"].startswith(word)))
        client.at(seat, position["entry"] + 1)


def heard_by(client: Client) -> list[Message]:
    """Everything that was sent so far except answers to pings."""
    client.settled()
    return [message for message in client.heard if message["type"] != "pong"]


def race(house: House, game: Game, words: list[str]) -> list[list[Message]]:
    """What two rivals and a spectator receive of a race in which the first seat takes a turn in the third round."""
    made = house.table("me", "me", "me", game=game.id, options=OPTIONS)
    with made.client(0) as ana, made.client(1) as ben, made.client(2) as cleo, made.client() as watching:
        for turn in (["roll"], ["place", "place", "roll"], ["place", "place", "roll"]):
            play(ana, 0, *turn)
            play(ben, 1, "roll")
            play(cleo, 2, "roll")
        others = ben, cleo, watching
        before = [len(heard_by(client)) for client in others]
        for word in words[:-1]:
            play(ana, 0, word)
            assert [len(heard_by(client)) for client in others] == before  # they are sent nothing at all
        play(ana, 0, words[-1])
        _refused_alike(made, ben)
        play(ben, 1, "roll")
        cleo.my_turn(2)
        return [heard_by(client) for client in others]


def _refused_alike(made: Made, ben: Client) -> None:
    """A refusal reveals no number of moves either, nor does any HTTP answer."""
    ben.say("move", seat=1, ply=0, move=0)
    ben.refused()
    ben.heard.append({"type": "info", **made.info()})


@pytest.mark.parametrize("words", list(TURNS.values())[1:], ids=list(TURNS)[1:])
def test_others_are_sent_the_same_bytes_whatever_a_hidden_turn_had(tmp_path: Path, game: Game, words: list[str]):
    heard: list[list[list[Message]]] = []
    for number, one in enumerate((TURNS["rolls on"], words)):
        settings = replace(QUICKLY, sources=known_sources())
        (tmp_path / f"{number}").mkdir()
        with serving(store_in(tmp_path / f"{number}"), settings, [game]) as house:
            heard.append(race(house, game, one))

    for mine, other in zip(*heard, strict=True):
        assert mine == other


def test_a_line_that_comes_back_in_a_hidden_turn_hears_what_it_knew(tmp_path: Path, game: Game):
    with serving(store_in(tmp_path), replace(QUICKLY, sources=known_sources()), [game]) as house:
        made = house.table("me", "me", game=game.id, options=OPTIONS)
        with made.client(0) as ana, made.client(1) as ben:
            for _ in range(2):
                play(ana, 0, "roll")
                play(ben, 1, "roll")
            play(ana, 0, "place")
            known = ben.at(1, 0)
            ben.settled()
            with made.client(1) as again, made.client(1, entry=ben.entry) as back, made.client(0) as own:
                assert again.hear("position") == back.hear("position") == known == ben.position[1]
                assert again.plies == ben.plies
                assert back.plies == {}
                assert own.hear("position") == ana.position[0]
                assert own.plies == ana.plies


def test_a_hidden_turn_of_one_ply_is_told_before_the_position_that_follows(tmp_path: Path, game: Game):
    with serving(store_in(tmp_path), replace(QUICKLY, sources=known_sources()), [game]) as house:
        made = house.table("me", "me", game=game.id, options=OPTIONS)
        with made.client(0) as ana, made.client(1) as ben:
            for turn in (
                "roll",
                "place place roll",
                "place place roll",
                "place roll",
                "place",
            ):  # at last to the flag
                play(ana, 0, *turn.split())
                position = ben.my_turn(1)
                assert max(ben.plies[1]) == position["ply"] - 1
                play(ben, 1, "roll")
