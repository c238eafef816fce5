"""What is true in every position, whatever was played: cards are conserved and cars stand where cars can stand."""

from .rules import PHASES
from .rules.model import (
    face_of,
    index_of,
    is_in_garage,
    section_of,
)
from .state import BEST_CONDITION, CHOOSE_WHERE, DECK, FACES, OFF, SPECIAL, TOKENS, TOP_SPEED, State, Table
from .table import spaces


def faults(t: Table, s: State) -> list[str]:
    """Every broken invariant, in words."""
    return [*_lost_cards(t, s), *_wrong_sizes(t, s), *_crowded_spaces(t, s), *_impossible_cars(t, s), *_open_work(t, s)]


def _lost_cards(t: Table, s: State) -> list[str]:
    """Each card is in a pile, a hand, the played row, on the track or about to be laid."""
    found: list[str] = []
    on_track = [face_of(s.card[section]) for section in range(t.sections)]
    for face in range(FACES):
        hands = sum(s.hand[seat][face] for seat in range(t.seats))
        laying = int(s.phase == CHOOSE_WHERE and s.placing == face)
        total = s.draw[face] + s.discard[face] + s.played[face] + hands + on_track.count(face) + laying
        if total != t.count[face]:
            found.append(f"face {face}: {total} cards, not {t.count[face]}")
    piles = {"draw": s.draw, "discard": s.discard, "played": s.played}
    piles |= {f"hand of seat {seat}": s.hand[seat] for seat in range(t.seats)}
    found += [f"{name}: {cards}" for name, cards in piles.items() if min(cards) < 0]
    found += [f"a draw pile of {s.draw_cards} cards"] if s.draw_cards < 0 else []
    if sum(t.count) != DECK:
        found.append(f"{sum(t.count)} cards in the box, not {DECK}")
    return found


def _wrong_sizes(t: Table, s: State) -> list[str]:
    """Sizes are those of what was counted; a concealed hand has only its size."""
    found: list[str] = []
    hidden = 0
    for seat in range(t.seats):
        if sum(s.hand[seat]) != s.cards[seat]:
            hidden += s.cards[seat] - sum(s.hand[seat])
            if sum(s.hand[seat]):
                found.append(f"seat {seat} holds {sum(s.hand[seat])} cards, not {s.cards[seat]}")
    piles = {"draw": (s.draw, s.draw_cards + hidden), "discard": (s.discard, s.discard_cards)}
    for name, (faces, cards) in {**piles, "played": (s.played, s.played_cards)}.items():
        if sum(faces) != cards:
            found.append(f"{name}: {sum(faces)} cards, not {cards}")
    return found


def _crowded_spaces(t: Table, s: State) -> list[str]:
    """One car a space, but in the garage a queue."""
    found: list[str] = []
    for space in {s.space[car] for car in range(t.seats)} - {OFF}:
        cars = [car for car in range(t.seats) if s.space[car] == space]
        if is_in_garage(space) and sorted(s.queue[car] for car in cars) != list(range(len(cars))):
            found.append(f"the queue on garage space {index_of(space)} has a hole")
        if not is_in_garage(space) and len(cars) > 1:
            found.append(f"two cars on space {space}")
    return found


def _impossible_cars(t: Table, s: State) -> list[str]:
    found: list[str] = []
    known = {space for space, _, _, _ in spaces(t)}
    for car in range(t.seats):
        if not 1 <= s.condition[car] <= BEST_CONDITION or not 0 <= s.speed[car] <= min(TOP_SPEED, s.condition[car]):
            found.append(f"car {car} has condition {s.condition[car]} and speed {s.speed[car]}")
        if not 0 <= s.nitro[car] <= TOKENS:
            found.append(f"car {car} has {s.nitro[car]} tokens")
        if s.space[car] != OFF and (s.space[car] not in known or section_of(s.space[car]) != s.prog[car] % t.sections):
            found.append(f"car {car} is on space {s.space[car]} after {s.prog[car]} borders")
        if (s.wrecked[car] > 0 and s.space[car] != OFF) or (
            s.round > 0 and (s.space[car] == OFF) != (s.wrecked[car] > 0)
        ):
            found.append(f"car {car} is wrecked and on the track, or neither")
    return found


def _open_work(t: Table, s: State) -> list[str]:
    """The rules stop only where a seat decides; a mover never has fewer points than it used (ND-28)."""
    found = [f"phase {s.phase} is not awaited"] if PHASES.of(s).kind == "step" else []
    if any(s.card[section] == SPECIAL for section in range(1, t.sections) if section != t.garage):
        found.append("a section has no card")
    return found
