"""What is true in every position, whatever was played: pieces are conserved and cars stand where cars can stand."""

from .state import ARMED_BOMB, BOMB, DICE, OIL, TRAY, State, Table


def faults(t: Table, s: State) -> list[str]:
    """Every broken invariant, in words."""
    return [*_lost_pieces(t, s), *_crowded_spaces(t, s), *_impossible_cars(t, s)]


def _lost_pieces(t: Table, s: State) -> list[str]:
    """Each piece is available, freed, held, in the tray or on the track."""
    found: list[str] = []
    for kind in range(1, OIL + 1):
        lying = s.thing.count(kind) + (s.thing.count(ARMED_BOMB) if kind == BOMB else 0)
        held = sum(s.held[car][kind] for car in range(t.seats))
        total = s.available[kind] + s.freed[kind] + held + lying + (s.tray_item == kind)
        if total != t.pieces[kind]:
            found.append(f"item {kind}: {total} pieces, not {t.pieces[kind]}")
    if s.thing.count(TRAY) != (s.tray_at != 0):
        found.append("the tray is not where it is said to be")
    return found


def _crowded_spaces(t: Table, s: State) -> list[str]:
    """GP-46 GP-76 Only a corner holds several cars."""
    cells = [t.cell[s.step[car]] for car in range(t.seats) if s.step[car]]
    return [f"two cars on step {cell}" for cell in set(cells) if cells.count(cell) > 1 and not t.corner[cell]]


def _impossible_cars(t: Table, s: State) -> list[str]:
    found: list[str] = []
    for car in range(t.seats):
        if not 0 <= s.dice[car] <= DICE:
            found.append(f"car {car} has {s.dice[car]} dice")
        if s.place[car] and s.step[car]:
            found.append(f"car {car} has finished but is on the track")
    if s.waiting:
        found.append("a car still waits to land")
    return found
