"""A screen with scripted input, and a small game of secrets."""

import io
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import CHANCE, DOCK, OVER, Event, Game, Phase, Phases, Record, i8, note, rule, uniform
from paddock.terminal import Screen


class Table(Record):
    seats = i8()


DEAL, BOAST, END = range(3)


class State(Record):
    phase = i8()
    dealt = i8()  # seats that have a card
    turn = i8()
    card = i8(4)  # by seat: 1..3, 0 is none or not known
    said = i8(4)  # by seat: 1 has boasted


@rule
def setup(t: Table, s: State):
    s.dealt = 0


@rule
def actor(t: Table, s: State):
    if s.dealt < t.seats:
        return CHANCE
    return s.turn if s.turn < t.seats else OVER


@rule
def boast_options(out: list[int]):
    out[0], out[1] = 0, 1
    return 2


@rule
def card_outcomes(out: list[int], weight: list[int]):
    for card in range(3):
        out[card], weight[card] = card + 1, 1
    return 3


@rule
def deal(t: Table, s: State, card: int, log: list[int]):
    s.card[s.dealt] = card
    note(log, 0, s.dealt, card, 0)
    s.dealt += 1
    s.phase = BOAST if s.dealt == t.seats else DEAL


@rule
def boast(t: Table, s: State, said: int, log: list[int]):
    s.said[s.turn] = said
    note(log, 1, s.turn, said, 0)
    s.turn += 1
    s.phase = END if s.turn == t.seats else BOAST


PHASES = Phases(
    Phase.chance(DEAL, "deal", "SE-1", card_outcomes, deal, "A card."),
    Phase.decision(BOAST, "boast", "SE-2", boast_options, boast, "Boast?", DOCK),
    Phase.over(END, "SE-2", "Boast?"),
)


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    for seat in range(t.seats):
        score[seat] = s.card[seat]
        place[seat] = 1
        for other in range(t.seats):
            if s.card[other] > s.card[seat]:
                place[seat] += 1


@rule
def conceal(t: Table, s: State, seat: int):
    for other in range(t.seats):
        if other != seat and s.turn < t.seats:
            s.card[other] = 0


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    for other in range(s.dealt):
        if s.card[other] == 0:
            s.card[other] = 1 + uniform(random, 3)


@rule
def sees_move(t: Table, s: State, seat: int):
    return 1 if s.dealt >= t.seats or s.dealt == seat else 0


@rule
def estimate(t: Table, s: State, value: list[int]):
    for seat in range(t.seats):
        value[seat] = 1000 // t.seats


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    return 1 if s.card[s.turn] == 3 else 0


CONTRACT = (setup, actor, standings, conceal, resample, sees_move, estimate, suggest)


def build(seats: int, options: Any) -> Table:
    t = Table()
    t.seats = seats
    return t


def letter(t: Table, seat: int) -> str:
    return "ABCD"[seat]


def move_to_words(t: Table, s: State, move: int) -> str:
    return f"card {move}" if s.dealt < t.seats else ("stay quiet", "boast")[move]


def position(t: Table, s: State) -> str:
    return "Cards: " + " ".join(str(card) if card else "?" for card in s.card[: t.seats])


@pytest.fixture
def secrets(tmp_path: Path) -> Game:
    """Everybody is dealt a secret card, then may boast; the highest card wins."""
    (tmp_path / "RULES.md").write_text("- `SE-1` **Deal.** One card each.\n- `SE-2` **Boast.** Or stay quiet.\n")
    words: Any = SimpleNamespace(
        seat_name=letter,
        move_to_words=move_to_words,
        position=position,
        NAMERS={"seat": letter},
        PHRASES={},
    )
    rules: Any = SimpleNamespace(PHASES=PHASES, **{function.__name__: function for function in CONTRACT})
    return Game(
        id="secrets",
        name="Secrets",
        designer="nobody",
        publisher="nobody",
        year=2000,
        sentence="A card each.",
        minutes=(1, 2),
        weight=1,
        seats=(2, 4),
        table=Table,
        state=State,
        rules=(rules,),
        moves=4,
        choices=4,
        options=(),
        events=(
            Event(0, "SE-1", "{a:seat} gets card {b}.", seen_by="a", others="{a:seat} gets a card."),
            Event(1, "SE-2", "{a:seat} has spoken."),
        ),
        words=words,
        build=build,
        scene=lambda t: {},
        view=lambda t, s: {},
        longest=lambda t: 8,
        faults=lambda t, s: [],
        folder=tmp_path,
    )


class Typing(Screen):
    """A screen with the given lines as input; `text` is all its output."""

    def __init__(self, *lines: str):
        self._output = io.StringIO()
        super().__init__(io.StringIO("".join(line + "\n" for line in lines)), self._output)

    @property
    def text(self) -> str:
        return self._output.getvalue()


@pytest.fixture
def typing() -> Callable[..., Typing]:
    return Typing
