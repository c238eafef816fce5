"""What is true in every position, whatever was played: cards and cars are conserved, tokens tell the distances."""

from .rules import PHASES
from .state import (
    BOXES,
    CARDS,
    CARS,
    CELLS,
    DECK,
    FACE_DOWN,
    HIDDEN,
    IN_PLAY,
    LOOP,
    OFF,
    PRIMARY,
    RACE_OVER,
    State,
    Table,
)


def faults(t: Table, s: State) -> list[str]:
    """Every broken invariant, in words."""
    return [*_cards(t, s), *_spaces(t, s), *_distances(t, s), *_cars(t, s), *_boxes(s), *_race(t, s)]


def _cards(t: Table, s: State) -> list[str]:
    """Each card is in one place; sizes agree, and what is concealed is pooled with the deck."""
    found: list[str] = []
    hidden = 0
    for seat in range(t.seats):
        held = s.place.count(seat)
        if held != s.cards[seat]:
            hidden += s.cards[seat] - held
            if held:
                found.append(f"seat {seat} holds {held} cards, not {s.cards[seat]}")
    hidden += s.qualify.count(HIDDEN)
    if s.place.count(DECK) != s.deck_cards + hidden:
        found.append(f"{s.place.count(DECK)} cards in the deck, not {s.deck_cards}")
    if s.place.count(IN_PLAY) != int(s.card >= 0):
        found.append(f"{s.place.count(IN_PLAY)} cards in play")
    if s.place.count(FACE_DOWN) != sum(card >= 0 for card in s.qualify):
        found.append("a face-down card belongs to no car")
    if any(not (0 <= place < t.seats or DECK <= place <= FACE_DOWN) for place in s.place) or len(s.place) != CARDS:
        found.append("a card is nowhere")
    return found


def _spaces(t: Table, s: State) -> list[str]:
    """One car a space, on spaces that exist."""
    found: list[str] = []
    standing = [cell for cell in range(CELLS) if s.on[cell] >= 0]
    if sorted(s.on[cell] for cell in standing) != [car for car in range(CARS) if s.cell[car] != OFF]:
        found.append("a car stands twice or not at all")
    for cell in standing:
        if not t.exists[cell]:
            found.append(f"a car stands on {cell}, which does not exist")
        if s.cell[s.on[cell]] != cell:
            found.append(f"car {s.on[cell]} is not where it stands")
    return found


def _distances(t: Table, s: State) -> list[str]:
    """The distance tells the space; the leader is on the tiles; tokens tell the gaps (VL-106 to VL-110)."""
    found: list[str] = []
    racing = [car for car in range(CARS) if s.cell[car] != OFF]
    found += [
        f"car {car} has distance {s.distance[car]}" for car in racing if s.distance[car] % LOOP != s.cell[car] % LOOP
    ]
    if s.flag == 1 or s.qualifying or not racing:
        return found
    leader = max(s.distance[car] for car in racing)
    if not s.window <= leader < s.window + LOOP or s.window % 16:
        found.append(f"the leader at {leader} is not on the tiles from {s.window}")
    for car in racing:
        gap = leader - s.distance[car]
        if gap > 2 * LOOP or (gap > LOOP and not s.lapped[car]) or (gap < LOOP and s.lapped[car]):
            found.append(f"car {car} is {gap} behind, lapped {s.lapped[car]}")
    return found


def _cars(t: Table, s: State) -> list[str]:
    """Each player has one primary; NPDs have no tires and primaries are never sideways."""
    found: list[str] = []
    for seat in range(t.seats):
        car = s.primary[seat]
        if car >= 0 and (s.owner[car] != seat or s.kind[car] != PRIMARY):
            found.append(f"seat {seat} has no primary")
    if s.kind.count(PRIMARY) != sum(car >= 0 for car in s.primary[: t.seats]):
        found.append("a primary has no player")
    for car in range(CARS):
        if s.kind[car] == PRIMARY and s.sideways[car]:
            found.append(f"primary {car} is sideways")
        if s.kind[car] != PRIMARY and (s.worn[car] or s.must_pit[car]):
            found.append(f"NPD {car} has tires")
    return found


def _boxes(s: State) -> list[str]:
    """A car in a pit box is off the track, and in one box only."""
    inside = [s.box[box] for box in range(BOXES) if s.box[box] >= 0]
    wrong = len(set(inside)) != len(inside) or any(s.cell[car] != OFF for car in inside)
    return ["a car is in two places"] if wrong else []


def _race(t: Table, s: State) -> list[str]:
    found = [f"phase {s.phase} is not awaited"] if PHASES.of(s).kind == "step" else []
    if sum(s.laps_in_play) > s.laps_drawn:
        found.append(f"{sum(s.laps_in_play)} Laps cards in play, {s.laps_drawn} drawn")
    positions = sorted(position for position in s.position if position)
    if positions != list(range(1, len(positions) + 1)):
        found.append(f"positions {positions}")
    if s.phase == RACE_OVER and s.flag != 2:
        found.append("the race is over without the checkered flag")
    return found
