"""What nobody should send: messages to a table, and component files."""

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from paddock.engine import Game

KINDS = ("move", "undo", "ask_undo", "answer_undo", "start", "sit", "leave", "back", "entropy", "rematch", "hello")
STRANGE: list[Any] = [None, True, -1, 0, 1, 2, 3, 99, 10**9, 2**63, -(2**70), 1.5, "", "x", "0", [], [1], {}, {"a": 1}]
MINE = 1
MANY = ".".join(["a"] * 23_000)
Maker = Callable[[random.Random, int], Any]


def garbage(chance: random.Random, ply: int) -> Any:
    return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))


def broken_json(chance: random.Random, ply: int) -> Any:
    whole = json.dumps({"type": chance.choice(KINDS), "seat": MINE, "ply": ply, "move": 1})
    cut = chance.randrange(len(whole))
    return whole[:cut] + chance.choice(["", "}", "\x00", '"', "[" * 400, "\ud800", whole])


def strange_values(chance: random.Random, ply: int) -> Any:
    fields = ("seat", "ply", "move", "to_ply", "yes", "name", "text", "keys", "entry", "extra", "type")
    message = {"type": chance.choice((*KINDS, "nothing", 7, None))}
    for field in chance.sample(fields, chance.randrange(5)):
        message[field] = chance.choice(STRANGE)
    return json.dumps(message)


def oversized(chance: random.Random, ply: int) -> Any:
    return json.dumps({"type": "entropy", "seat": MINE, "text": "x" * chance.randrange(17_000, 40_000)})


def stale(chance: random.Random, ply: int) -> Any:
    wrong = ply + chance.choice([-3, -2, -1, 1, 2, 50])
    return json.dumps({"type": chance.choice(["move", "undo"]), "seat": MINE, "ply": wrong} | {"move": 1})


def wrong_seat(chance: random.Random, ply: int) -> Any:
    kind = chance.choice(["move", "undo", "ask_undo", "answer_undo", "leave", "back", "entropy", "rematch"])
    needed: dict[str, Any] = {"move": {"ply": ply, "move": 1}, "undo": {"ply": ply}}
    needed |= {"ask_undo": {"to_ply": 0}, "answer_undo": {"yes": True}, "entropy": {"text": "x"}}
    return json.dumps({"type": kind, "seat": chance.choice([0, 2, 3, -1, 4, 100]), **needed.get(kind, {})})


def illegal(chance: random.Random, ply: int) -> Any:
    move = chance.choice([0, 5, 6, 7, -1, 1000, 2**31, 2**62])
    return json.dumps({"type": "move", "seat": MINE, "ply": ply, "move": move})


def out_of_place(chance: random.Random, ply: int) -> Any:
    asked = [
        {"type": "start"},
        {"type": "sit", "name": "Eve"},
        {"type": "entropy", "seat": MINE, "text": "late"},
        {"type": "rematch", "seat": MINE},
        {"type": "hello", "keys": ["x"] * chance.randrange(40)},
        {"type": "answer_undo", "seat": MINE, "yes": True},
        {"type": "ask_undo", "seat": MINE, "to_ply": chance.choice([-5, ply, 10**6])},
    ]
    return json.dumps(chance.choice(asked))


MAKERS: list[Maker] = [garbage, broken_json, strange_values, stale, wrong_seat, illegal, out_of_place] * 6 + [oversized]


def is_meant(message: Any, ply: int) -> bool:
    """A message that chance made good: a legal move, or leaving, coming back and asking, which are always possible."""
    try:
        read: Any = json.loads(message)
    except (ValueError, RecursionError):
        return False
    try:
        kind, seat = read["type"], read["seat"]
    except (LookupError, TypeError):
        return False
    if kind == "move" and seat == MINE:
        return read.get("ply") == ply and read.get("move") in (1, 2, 3, 4)
    return seat == MINE and kind in ("leave", "back", "ask_undo")


# Component files


def hostile() -> list[str]:
    """Constructions that cost a parser more than their length."""
    numbers = range(2500)
    return [
        f"{MANY} = 1\n",
        f"[{MANY}]\n",
        f'x = ["""a"""", {{{MANY} = 1}}]\n',
        "\n".join(f"a.b.c.d.e.f.g.k{n} = 1" for n in numbers) + "\n",
        "\n".join(f"[a.b.c.d.e.f.g.k{n}]" for n in numbers) + "\n",
        "[[section]]\n" * 3900,
        "[[a.b]]\n" * 3900,
        "x = " + "[" * 9000 + "\n",
        "x = " + "{a = " * 9000 + "\n",
        "x = [" + "[]," * 15_000 + "]\n",
        "x = [" + "{a.b.c.d.e.f.g.h = 1}," * 2000 + "]\n",
        "x = [" + "[[[[[[[[[]]]]]]]]]," * 2400 + "]\n",
        f"x = {'9' * 47_000}\n",
        f"x = 0x{'f' * 47_000}\n",
        f"x = 1e{'9' * 47_000}\n",
        f"{'k' * 47_000} = 1\n",
        f'"{"k" * 47_000}" = 1\n',
        f'x = "{chr(92)}n{chr(92)}u0041"\n' * 2000,
        f'x = "{(chr(92) + "n") * 23_000}"\n',
        '"""' * 15_900 + "\n",
        "\"'" * 23_000 + "\n",
        "x = 1979-05-27T07:32:00Z\n" * 1900,
        "".join(f"k{n} = {n}\n" for n in range(3900)),
    ]


@cache
def own_files(folder: Path) -> list[str]:
    """Files that the game of a folder reads, to be broken."""
    components = [path.read_text("utf-8") for path in sorted((folder / "components").glob("*.toml"))]
    return [text for text in components if len(text) < 20_000] or ["values = [1, 2, 3, 4, 5, 6]\n"]


def broken_file(game: Game, number: int) -> str:
    """A mutation of one of a game's own files, always the same for a number."""
    rng = random.Random(number)
    good = rng.choice(own_files(game.folder))
    good = good if "[[" in good else good + "[[section]]\n"
    return BREAKS[number % len(BREAKS)](rng, good)[:47_000] + "\n"


def broken(game: Game, many: int) -> list[str]:
    """As many of them."""
    return [broken_file(game, number) for number in range(many)]


# Ways to break a file


def noise(rng: random.Random, good: str) -> str:
    return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(200)))


def deep(rng: random.Random, good: str) -> str:
    return rng.choice(["[", "{a=", "a=["]) * rng.randrange(1, 3000)


def strange_things(rng: random.Random, good: str) -> str:
    value = rng.choice(["9" * 5000, "0x" + "f" * 5000, "1e999", "nan", "-inf", "true", "1979-05-27", "'''"])
    return good.replace(rng.choice(["laps = 1", "[0, 0]", "0,", '"red"']), rng.choice(["laps = ", ""]) + value, 1)


def other_shapes(rng: random.Random, good: str) -> str:
    laps, section = rng.choice(["[]", "{}", "1", "-1", "10"]), rng.choice(["1", "[1]", "[[]]", "{}", "[{}]", "[]"])
    return f"laps = {laps}\nsection = {section}\n"


def repeated(rng: random.Random, good: str) -> str:
    return good + good[good.index("[[") :] * rng.randrange(1, 6)


def shuffled(rng: random.Random, good: str) -> str:
    lines = good.split("\n")
    rng.shuffle(lines)
    return "\n".join(lines[: rng.randrange(len(lines))])


def moved(rng: random.Random, good: str) -> str:
    turned = good.replace(f'enter = "{rng.choice("ENWS")}"', f'enter = "{rng.choice("ENWSX")}"', rng.randrange(3))
    return turned.replace(str(rng.randrange(3)), str(rng.randrange(-120, 120)), rng.randrange(4))


def scratched(rng: random.Random, good: str) -> str:
    at = rng.randrange(len(good))
    sign = rng.choice(["\x00", "\x7f", "\u2028", '"', "\n", "#", "\ud7ff", "\U0001d11e"])
    return good[:at] + sign + good[at + rng.randrange(9) :]


BREAKS = (noise, deep, strange_things, other_shapes, repeated, shuffled, moved, scratched)
