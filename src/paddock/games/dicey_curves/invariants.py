"""What is true in every position, whatever was played: pieces are conserved and stand where they can stand."""

from paddock.engine import digit, is_in, minus, set_below, set_of, with_one

from .rules import PHASES
from .rules.model import (
    CUBE_BITS,
    card_of,
    number_on_card,
)
from .state import (
    BARRELS,
    CHIPS,
    CUBES,
    DANGERS,
    FINISH,
    MOST_CHIPS,
    MOST_DAMAGE,
    MOST_DICE,
    OFF,
    RACE_OVER,
    SPOTS,
    SUPER_SIZE,
    State,
    Table,
)


def faults(t: Table, s: State) -> list[str]:
    """Every broken invariant, in words."""
    found = [*_lost_pieces(t, s), *_lost_cards(t, s), *_wrong_sizes(t, s), *_wrong_track(t, s), *_wrong_cars(t, s)]
    found += [*_wrong_items(t, s), *_wrong_dice(s)]
    return [*found, f"phase {s.phase} is not awaited"] if PHASES.of(s).kind == "step" else found


def _cubes(lying: int) -> list[int]:
    """How many cubes each spot of a card has."""
    return [digit(lying, spot, CUBE_BITS) for spot in range(SPOTS)] if lying else []


def _lost_pieces(t: Table, s: State) -> list[str]:
    """Centre, track and players together hold every cube, barrel and chip."""
    on_spots = sum(sum(_cubes(lying)) for lying in s.cubes[: s.laid])
    at_gates = sum(mask.bit_count() for mask in s.gate_cubes[: s.laid])
    barrels = sum(mask.bit_count() for mask in s.barrels[: s.laid])
    counts = {
        "cubes": (s.pile_cubes + on_spots + at_gates + sum(s.damage), CUBES, s.pile_cubes),
        "barrels": (s.pile_barrels + barrels, BARRELS, s.pile_barrels),
        "chips": (s.pile_chips + sum(s.chips), CHIPS, s.pile_chips),
    }
    found = [f"{held} {name}, not {total}" for name, (held, total, _) in counts.items() if held != total]
    return found + [f"a pile of {pile} {name}" for name, (_, _, pile) in counts.items() if pile < 0]


def _lost_cards(t: Table, s: State) -> list[str]:
    """Each Danger card is in a pile, a hand or being played; each track card is laid or in the deck."""
    found: list[str] = []
    hands = [sum(held) for held in zip(*s.hand[: t.seats], strict=True)]
    for card in range(DANGERS):
        being_played = int(s.playing == card) + (s.declared if card == SUPER_SIZE else 0)
        total = s.draw[card] + s.discard[card] + hands[card] + being_played
        if total != t.danger_count[card] * t.danger:
            found.append(f"Danger card {card}: {total}, not {t.danger_count[card]}")
    laid = s.kind[: s.laid]
    for kind, copies in enumerate(t.copies):
        if kind > FINISH and (laid.count(kind) + s.left[kind] != copies or s.left[kind] < 0):
            found.append(f"track card type {kind}: {laid.count(kind)} laid and {s.left[kind]} left of {copies}")
    return found


def _wrong_sizes(t: Table, s: State) -> list[str]:
    """Sizes are those of what was counted; a concealed hand has only its size."""
    found: list[str] = []
    hidden = 0
    for seat in range(t.seats):
        known = sum(s.hand[seat])
        if min(s.hand[seat]) < 0:
            found.append(f"seat {seat} holds {s.hand[seat]}")
        if known != s.cards[seat]:
            hidden += s.cards[seat] - known
            if known:
                found.append(f"seat {seat} holds {known} cards, not {s.cards[seat]}")
        if not 0 <= s.chips[seat] <= MOST_CHIPS or not 0 <= s.damage[seat] <= MOST_DAMAGE:
            found.append(f"seat {seat} has {s.chips[seat]} chips and {s.damage[seat]} cubes")
    for name, (cards, size) in {
        "draw": (s.draw, s.draw_cards + hidden),
        "discard": (s.discard, s.discard_cards),
    }.items():
        if sum(cards) != size or min(cards) < 0:
            found.append(f"{name}: {cards}, not {size} cards")
    if s.draw_cards < 0:
        found.append(f"a draw deck of {s.draw_cards} cards")
    return found


def _wrong_track(t: Table, s: State) -> list[str]:
    """Start is first, Finish is last if it is laid, and no car is on the last card unless it is Finish."""
    found: list[str] = []
    if s.kind[0] != 0 or FINISH in s.kind[1 : s.laid - 1]:
        found.append(f"the racetrack is {s.kind[: s.laid]}")
    last = s.laid - 1
    if s.kind[last] != FINISH and s.standing[last]:
        found.append("a car stands on the last card")
    rear = min((card_of(s.spot[car]) for car in range(t.cars) if s.spot[car] != OFF), default=s.rear)
    if s.rear > rear or (s.mover < 0 and s.rear != rear and s.phase != RACE_OVER):
        found.append(f"the last-place card is {rear}, not {s.rear}")
    return found


def _wrong_cars(t: Table, s: State) -> list[str]:
    """One car a spot, and the masks of the cards say the same; the car being driven is in no mask."""
    found: list[str] = []
    standing = [0] * len(s.standing)
    for car in range(t.cars):
        if s.spot[car] == OFF or (car == s.mover and s.size and not _stands(s, car)):
            continue
        index, spot = card_of(s.spot[car]), number_on_card(s.spot[car])
        if index >= s.laid or spot >= t.spots[s.kind[index]]:
            found.append(f"car {car} is on no spot: {s.spot[car]}")
        elif is_in(standing[index], spot):
            found.append(f"two cars on spot {s.spot[car]}")
        standing[index] = with_one(standing[index], spot)
    return found if standing == s.standing else [*found, f"cars stand on {standing}, not {s.standing}"]


def _stands(s: State, car: int) -> bool:
    """Whether the car being driven has not moved yet."""
    others = any(s.spot[other] == s.spot[car] for other in range(len(s.spot)) if other != car)
    return not others and is_in(s.standing[card_of(s.spot[car])], number_on_card(s.spot[car]))


def _wrong_items(t: Table, s: State) -> list[str]:
    """No item under a car, none behind the last-place card, two cubes a spot at most."""
    found: list[str] = []
    for index in range(s.laid):
        cubes = s.cubes[index]
        cube_spots = sum(set_of(spot) for spot, lying in enumerate(_cubes(cubes)) if lying)
        if s.standing[index] & (s.barrels[index] | cube_spots) or cube_spots & s.barrels[index]:
            found.append(f"card {index}: a car, a cube or a barrel share a spot")
        if 3 in _cubes(cubes):
            found.append(f"card {index}: three cubes on a spot")
        if index < s.rear and (cubes or s.gate_cubes[index] or s.barrels[index]):
            found.append(f"card {index} was left behind with items")
        if minus(s.gate_cubes[index], set_below(t.gate_count[s.kind[index]])):
            found.append(f"card {index}: a cube at a gate that is not there")
    return found if s.shop == OFF or card_of(s.shop) >= s.rear else [*found, "the shop was left behind"]


def _wrong_dice(s: State) -> list[str]:
    """Ten dice at most, and not more unused than in play."""
    lying = sum(s.dice) + s.to_roll + s.sixes
    if s.in_play > MOST_DICE or lying > s.in_play or min(s.dice) < 0:
        return [f"{lying} dice of {s.in_play} in play: {s.dice}"]
    return []
