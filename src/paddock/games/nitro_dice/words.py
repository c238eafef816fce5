"""The words of the game: moves, outcomes, decisions and the position, in the words of the box."""

from collections.abc import Mapping

from paddock.engine import Namer, Phrase, is_in, number_of

from .rules.entering import is_hazard
from .rules.model import (
    car_on,
    face_of,
    index_of,
    lane_of,
    section_of,
)
from .rules.winning import race_place
from .state import (
    BRAKE,
    CARD,
    CHOOSE_SPEED,
    CHOOSE_STEP,
    DRAW_CARD,
    DRAW_HAZARD,
    DRIFT,
    END,
    FACES,
    FORWARD,
    GAP,
    GO,
    LANE,
    LANES,
    MATCH,
    NITRO,
    NITRO3,
    OFF,
    PASS,
    PIT,
    PLACES,
    RESIST,
    SPECIAL,
    START,
    TAKE_DAMAGE,
    THREE,
    WHERE,
    State,
    Table,
)
from .table import components, lane_length

LANE_NAMES = ("L", "R", "G")
SIDES = {"a": "left", "b": "right", "in": "inside", "out": "outside", "L": "left", "R": "right", "G": "garage"}
LANE_WORDS = ("the left lane", "the right lane", "the garage")
TYPE_NAMES = ("straight", "red", "yellow")
PURPOSES = (
    "to change speed by two",
    "to change lanes",
    "to drift",
    "to brake",
    "to shoot the gap",
    "for handling",
    "for handling, one of three",
    "to resist being pulled",
    "to keep to the hand limit",
)
STEP_WORDS = {
    FORWARD: "go forward",
    BRAKE: "brake",
    NITRO: "use nitrous",
    NITRO3: "use nitrous for three",
    PIT: "repair in the garage",
    END: "end movement",
}
CHOICE_WORDS = {
    THREE: "pay with any three cards",
    TAKE_DAMAGE: "take damage",
    GO: "go along",
    RESIST: "resist",
    PASS: "leave the track as it is",
}


# Names


def seat_name(t: Table, seat: int) -> str:
    """A seat is called by its die's colour."""
    return components("pieces")["car"][seat]["colour"]


def place_name(t: Table, space: int) -> str:
    """A space in words, e.g. section 5, right lane, space 3."""
    if space >= OFF:
        return "off the track"
    return (
        f"section {section_of(space)}, {LANE_WORDS[lane_of(space)].removeprefix('the ')}, space {index_of(space) + 1}"
    )


def space_name(t: Table, space: int) -> str:
    """A space as the ledger and the drawing of the road write it: section, lane and index, e.g. s5.R2."""
    return "off the track" if space >= OFF else f"s{section_of(space)}.{LANE_NAMES[lane_of(space)]}{index_of(space)}"


def face_name(t: Table, face: int) -> str:
    """A card by its type and its hazards, e.g. straight (hazard left 1)."""
    hazards = components("cards")["face"][face]["hazards"]
    return f"{TYPE_NAMES[t.face_type[face]]} ({hazard_words(hazards)})"


def hazard_words(hazards: list[str]) -> str:
    """Where hazards lie, counted from the entry: in0 and out2 are inside 1, outside 3."""
    places = [f"{SIDES[hazard[:-1]]} {int(hazard[-1]) + 1}" for hazard in hazards]
    return f"{'hazard' if len(places) == 1 else 'hazards'} {', '.join(places)}" if places else "clean"


def hazard_names(t: Table, card: int) -> list[str]:
    """Lane and index of each hazard of a card as it lies, e.g. L0."""
    places = [place for place in range(PLACES) if is_in(t.hazards[card], place)]
    return [f"{LANE_NAMES[lane_of(place)]}{index_of(place)}" for place in places]


def card_name(t: Table, card: int) -> str:
    """A card on the track, with the spaces its hazards are on."""
    if card >= SPECIAL:
        return "a special card"
    return f"{TYPE_NAMES[t.face_type[face_of(card)]]} ({hazard_words(hazard_names(t, card))})"


def purpose_name(t: Table, purpose: int) -> str:
    """What a card is paid for."""
    return PURPOSES[purpose]


NAMERS: Mapping[str, Namer] = {
    "car": seat_name,
    "space": place_name,
    "face": face_name,
    "card": card_name,
    "purpose": purpose_name,
}


# Moves


def component_number(t: Table, s: State, move: int) -> int:
    """A drawn card's place in the list of faces, however many are left: printed cards have no numbers."""
    return move - CARD + 1 if s.phase in (DRAW_CARD, DRAW_HAZARD) else 0


def move_to_words(t: Table, s: State, move: int) -> str:
    """A choice or an outcome of the pending decision."""
    if s.phase == CHOOSE_SPEED:
        return f"speed {move}"
    if s.phase == CHOOSE_STEP:
        return step_words(move)
    if move >= START:
        return seat_name(t, move - START)
    if move >= WHERE:
        section, flip = divmod(move - WHERE, 2)
        return f"section {section}: {card_name(t, 2 * s.placing + flip)}"
    if move >= CARD:
        return face_name(t, move - CARD)
    if move == MATCH:
        return f"pay with a {TYPE_NAMES[t.type[section_of(s.space[s.comer])]]} card"
    return CHOICE_WORDS[move]


def step_words(move: int) -> str:
    """A step of the mover."""
    if move in STEP_WORDS:
        return STEP_WORDS[move]
    if move < DRIFT:
        return f"change lanes to {LANE_WORDS[move - LANE]}"
    if move < BRAKE:
        return f"drift to {LANE_WORDS[move - DRIFT]}"
    return f"shoot the gap to {LANE_WORDS[move - GAP]}"


# What questions say


def _points_left(t: Table, s: State) -> str:
    """What is left of the movement."""
    points = f"{max(0, s.speed[s.turn] - s.spent)} of {number_of(s.speed[s.turn], 'point')} left"
    if s.bonus == 0:
        return points
    return f"{points}, {number_of(s.bonus, 'bonus move')} first"


def _section_entered(t: Table, s: State) -> str:
    section = section_of(s.space[s.comer])
    return f"section {section} ({TYPE_NAMES[t.type[section]]})"


def _space_ahead(t: Table, s: State) -> str:
    """How far a car would be pulled, and what waits there."""
    target = t.forward[s.space[s.follower]]
    crosses = section_of(target) != section_of(s.space[s.follower])
    costs = f", onto a {TYPE_NAMES[t.type[section_of(target)]]} section" if crosses else ""
    hazard = ", onto a hazard" if is_hazard(t, s, target) else ""
    return f"by one space{costs}{hazard}"


PHRASES: Mapping[str, Phrase] = {
    "next_position": lambda t, s: str(s.running + 1),
    "present_speed": lambda t, s: str(s.speed[s.turn]),
    "points_left": _points_left,
    "section_entered": _section_entered,
    "space_ahead": _space_ahead,
}


# The position as text


def position(t: Table, s: State) -> str:
    """The road section by section, a line for each car in race order, the reader's hand, the piles."""
    head = [f"Round {s.round}."] if s.round else ["Before the race."]
    places = sorted(range(t.seats), key=lambda car: race_place(t, s, car))
    lines = [*head, *_road(t, s), *(_car_line(t, s, car) for car in places)]
    lines += [_hand_line(t, s, seat) for seat in range(t.seats) if sum(s.hand[seat])]
    piles = f"  Draw pile {s.draw_cards}, discard pile {s.discard_cards}, played this turn {s.played_cards}."
    return "\n".join([*lines, piles])


def _road(t: Table, s: State) -> list[str]:
    """Each section with its lanes: a car by its number, a hazard x, an empty space a dot."""
    lines: list[str] = []
    for section in range(t.sections):
        lanes = [_lane(t, s, section, lane) for lane in range(LANES) if lane_length(t, section, lane)]
        lines.append(f"  s{section:<3}{_section_name(t, section):9} {'  '.join(lanes)}".rstrip())
    return lines


def _section_name(t: Table, section: int) -> str:
    if section == 0:
        return "start"
    return "garage" if section == t.garage else TYPE_NAMES[t.type[section]]


def _lane(t: Table, s: State, section: int, lane: int) -> str:
    marks = [_mark(t, s, 16 * section + 4 * lane + i) for i in range(lane_length(t, section, lane))]
    return f"{LANE_NAMES[lane]} {' '.join(marks):5}"


def _mark(t: Table, s: State, space: int) -> str:
    car = car_on(t, s, space)
    if car >= 0:
        return str(car + 1) if s.space.count(space) == 1 else "*"
    return "x" if is_hazard(t, s, space) else "."


def _car_line(t: Table, s: State, car: int) -> str:
    name = f"{race_place(t, s, car)}. {seat_name(t, car)} ({car + 1})"
    if s.wrecked[car]:
        return f"  {name:15} wrecked"
    to_go = max(0, t.finish - s.prog[car])
    facts = (
        f"speed {s.speed[car]}, condition {s.condition[car]}, nitro {s.nitro[car]}, {number_of(s.cards[car], 'card')}"
    )
    return f"  {name:15} {space_name(t, s.space[car]):14} {number_of(to_go, 'section'):>12} to go, {facts}"


def gap(t: Table, flag: State, s: State, car: int) -> str:
    """ND-113 How far a car is behind the first one in forward order, when every car has had its last turn."""
    if s.wrecked[car]:
        return "wrecked"
    first = next(other for other in range(t.seats) if race_place(t, s, other) == 1)
    behind = s.prog[first] - s.prog[car]
    if behind:
        return f"{number_of(behind, 'section')} behind"
    return "" if car == first else "in the same section"


def _hand_line(t: Table, s: State, seat: int) -> str:
    held = [f"{s.hand[seat][face]} {face_name(t, face)}" for face in range(FACES) if s.hand[seat][face]]
    return f"  {seat_name(t, seat)} holds {', '.join(held)}."
