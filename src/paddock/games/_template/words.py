"""The words of Ridge Run: moves, questions and the position."""

from collections.abc import Mapping

from paddock.engine import Namer, Phrase, number_of

from .state import BOOST, DRAW_CARD, SPIN_DIE, State, Table

NAMES = ("red", "blue", "green", "white")


def seat_name(t: Table, seat: int) -> str:
    """A car is called by its colour."""
    return NAMES[seat]


NAMERS: Mapping[str, Namer] = {"car": seat_name}
PHRASES: Mapping[str, Phrase] = {}  # what questions say beyond the fields of the state


def move_to_words(t: Table, s: State, move: int) -> str:
    """A choice or an outcome."""
    if s.phase == DRAW_CARD:
        return f"boost {move}"
    if s.phase == SPIN_DIE:
        return str(move)
    return f"play the boost of {s.card[s.car]}" if move == BOOST else f"gear {move}"


def position(t: Table, s: State) -> str:
    """The ridge from the side."""
    lines = [f"Round {s.round + 1}."]
    for car in range(t.seats):
        road = "." * min(s.space[car], t.length)
        card = {-1: "a card", 0: "no card"}.get(s.card[car], f"boost {s.card[car]}")
        lines.append(f"  {seat_name(t, car):6}{road}> {s.space[car]} of {t.length}, {card}")
    return "\n".join(lines)


def gap(t: Table, flag: State, s: State, car: int) -> str:
    """RR-30 How many spaces a car is behind the highest one."""
    behind = max(s.space[: t.seats]) - s.space[car]
    return f"{number_of(behind, 'space')} behind" if behind else ""
