"""What is true in every position, whatever was played: cards, dice and cubes are conserved, racers are possible."""

from .rules import PHASES
from .rules.model import count
from .state import (
    ALL_DICE,
    CARS,
    COLOURS,
    DICE,
    FACE,
    FINISHED,
    KINDS,
    MOST_REDLINES,
    NITROUS,
    RUNNING,
    VALUES,
    State,
    Table,
)


def faults(t: Table, s: State) -> list[str]:
    """Every broken invariant, in words."""
    racers = [fault for car in range(t.seats) for fault in _racer(t, s, car)]
    return [*_cards(t, s), *_modifications(t, s), *racers, *_open_work(s)]


def _cards(t: Table, s: State) -> list[str]:
    """PN-03 PN-52 Each track card is in the pile, set aside, on the track or a trophy of a seat."""
    found: list[str] = []
    for value in range(VALUES):
        total = s.pile[value] + s.aside[value] + s.on_track[value] + sum(s.trophies[k][value] for k in range(CARS))
        if total != t.cards[value]:
            found.append(f"{total} track cards of value {value + 1}")
    return found


def _modifications(t: Table, s: State) -> list[str]:
    """PN-02 PN-14 Cards and dice are in the supply or with a car, at most one card a colour."""
    found: list[str] = []
    for kind in range(KINDS):
        held = sum(s.cards[seat] >> kind & 1 for seat in range(t.seats))
        if s.card_left[kind] + held != t.mod_cards[kind]:
            found.append(f"cards of kind {kind} are lost")
    for colour in range(COLOURS):
        held = sum(s.colour[seat].count(colour) for seat in range(t.seats))
        if s.die_left[colour] + held != t.mod_dice[colour]:
            found.append(f"dice of colour {colour} are lost")
        if any(s.cards[seat] >> (2 * colour) & 3 == 3 for seat in range(t.seats)):
            found.append("two cards of one colour")
    if any(s.cards[seat].bit_count() > t.max_mod_cards for seat in range(t.seats)):
        found.append("too many cards in a car")
    return found


def _racer(t: Table, s: State, car: int) -> list[str]:
    found: list[str] = []
    fresh, saved, placed = s.fresh[car], s.saved[car], s.placed[car]
    if fresh & saved or fresh & placed or saved & placed:
        found.append(f"racer {car} has a die in two places")
    if not 0 <= s.redlines[car] <= MOST_REDLINES:
        found.append(f"racer {car} has {s.redlines[car]} redlines")
    if any(saved >> slot & 1 and s.kind[car][slot] != NITROUS for slot in range(DICE)):
        found.append(f"racer {car} has saved a die that is no nitrous die")
    if (s.status[car] == FINISHED) != (s.next[car] == DICE + 1):
        found.append(f"racer {car} has not finished on space 6")
    return [*found, *_lane(t, s, car), *_faces(s, car)]


def _lane(t: Table, s: State, car: int) -> list[str]:
    """PN-28 The spaces before the current one are filled; with leapfrog only the last."""
    filled = sorted(s.space[car][slot] for slot in range(DICE) if s.placed[car] >> slot & 1)
    wanted = list(range(1, s.next[car]))
    if filled != (wanted[-1:] if t.leapfrog else wanted):
        return [f"racer {car} has dice on {filled}"]
    return []


def _faces(s: State, car: int) -> list[str]:
    """A die shows a face unless it is in the pool."""
    shown = s.fresh[car] | s.saved[car] | s.placed[car]
    if any(not 0 <= s.face[car][slot] <= 6 for slot in range(DICE)):
        return [f"racer {car} has a strange face"]
    if any(s.face[car][slot] and not shown >> slot & 1 for slot in range(DICE)):
        return [f"a die in racer {car}'s pool shows a face"]
    return []


def _open_work(s: State) -> list[str]:
    """The rules leave no work undone before a question; they ask a seat if, and only if, there is a decision."""
    found = [f"phase {s.phase} is not finished"] if PHASES.of(s).kind == "step" else []
    if (PHASES.of(s).kind == "decision") != (s.turn >= 0):
        found.append(f"it is the turn of {s.turn} in phase {s.phase}")
    if s.phase == FACE and (count(s.todo) == 0 or s.todo > ALL_DICE) and s.status[s.who] == RUNNING:
        found.append("no die is left to roll")
    return found
