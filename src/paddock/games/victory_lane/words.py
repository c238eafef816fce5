"""The words of the game: moves, outcomes, decisions and the position, in the words of the box."""

from collections.abc import Mapping
from typing import Any

from paddock.engine import Namer, Phrase, number_of

from .box import components
from .rules.model import (
    lane_of,
    open_from,
    token_of,
)
from .rules.scoring import place_among_cars, rank_key
from .state import (
    BONUS,
    BRAKE,
    CARD_TYPE,
    CARDS,
    CARS,
    CHOOSE_DRIVE,
    CHOOSE_NPD,
    CHOOSE_YELLOW,
    CROSSOVER,
    DEALT,
    DIE,
    DIRECTIONS,
    DISCARDED,
    DRAFT,
    DRAWN,
    END,
    FUMES,
    GEARS,
    GO_TO_PITS,
    HIGH_GEAR,
    HIGH_LINE,
    KEEP,
    LANES,
    LAPS,
    LOOP,
    LOW_GEAR,
    LOW_LINE,
    OFF,
    PAINT,
    PASS,
    PIT,
    PIT_DIE,
    PRIMARY,
    RACE,
    REROLL,
    RIDE,
    SET_CARD,
    SIDE_DRAFT,
    SLINGSHOT,
    STAY_OUT,
    STEP,
    TEAM,
    TO_INSIDE,
    TO_OUTSIDE,
    TYPE_KINDS,
    WAITING,
    State,
    Table,
)
from .table import LANE_NAMES

STOPS = ("Gas & Go", "2-Tire", "4-Tire")
TOKENS = ("", "Move Over", "Lapped")
KIND_NAMES = ("primary", "teammate", "rogue", "solo")
FLAGS = ("green", "yellow", "checkered")
PURPOSES = (
    "in the risk test",
    "for its actions",
    "for its pit stop",
    "on fumes",
    "for Pedal Down",
    "for Dialed In",
    "for Trading Paint",
    "for Horsepower",
    "for Tire Wear",
    "in the race for position",
    "in the risk test",
)
PLAIN_WORDS = {
    DRAFT: "draft",
    SLINGSHOT: "slingshot",
    RIDE: "ride the draft",
    BONUS: "take the bonus",
    LOW_GEAR: f"low gear, Move {GEARS[0]}",
    HIGH_GEAR: f"high gear, Move {GEARS[1]} straight ahead",
    KEEP: "keep the die",
    REROLL: "reroll with worn tires to follow",
    RACE: "race",
    BRAKE: "brake",
    PIT: "Gas & Go pit stop",
    PIT + 1: "2-Tire pit stop",
    PIT + 2: "4-Tire pit stop",
    FUMES: "run on fumes",
    PASS: "keep the hand",
    GO_TO_PITS: "pit",
}
LANE_WORDS = ("Low Line", "inside Groove", "outside Groove", "High Line")
# Stretches and turns, each with the place where it ends, in half spaces round the oval.
SECTIONS = (
    (3, "in turn 3"),
    (7, "in turn 4"),
    (15, "on the front stretch"),
    (19, "in turn 1"),
    (23, "in turn 2"),
    (31, "on the back stretch"),
    (LOOP + 1, "in turn 3"),
)
STEP_WORDS = ("straight on", "to the inside", "to the outside")


# Names


def seat_name(t: Table, seat: int) -> str:
    """Players choose their cars, so a seat is called by its number."""
    return f"player {seat + 1}"


def team(car: int) -> dict[str, Any]:
    """A team of components/teams.toml."""
    return components("teams")["team"][car]


def car_name(t: Table, car: int) -> str:
    """A car by its colour and number."""
    return f"{team(car)['color']} {team(car)['number']}"


def space_name(t: Table, cell: int) -> str:
    """A space by lane and position on the loop, e.g. G1:12."""
    return "off the track" if cell < 0 else f"{LANE_NAMES[lane_of(cell)]}:{cell % LOOP}"


def place_words(t: Table, cell: int) -> str:
    """A space in plain words: its lane, and the stretch or turn of the track."""
    if cell < 0:
        return "pit road"
    return f"the {LANE_WORDS[lane_of(cell)]} {_section(cell % LOOP + 1)}"


def _section(u: int) -> str:
    """Where the middle of a space is, in half spaces round the oval."""
    return next(words for end, words in SECTIONS if u < end)


def kind_of_type(kind: int) -> dict[str, Any]:
    """The entry of a card type's kind in action_cards.toml."""
    return next(entry for entry in components("action_cards")["kind"] if entry["id"] == TYPE_KINDS[kind][0])


def type_name(t: Table, kind: int) -> str:
    """A type of Action card, e.g. Draft Run (4)."""
    move = TYPE_KINDS[kind][1]
    return f"{kind_of_type(kind)['name']} ({move})" if move else kind_of_type(kind)["name"]


def card_name(t: Table, card: int) -> str:
    """An Action card by its type."""
    return type_name(t, t.type_of[card])


def stopwatch_name(t: Table, card: int) -> str:
    """An Action card by its stopwatch number, as it is seen in qualifying."""
    return f"{t.stopwatch[card]}, {card_name(t, card)}"


def event_name(t: Table, event: int) -> str:
    """An event with its text."""
    entry = components("laps_cards")["event"][event]
    return f"{entry['name']}: {entry['text'].rstrip('.')}"


def laps_name(t: Table, card: int) -> str:
    """A Laps card by its laps and events."""
    names = [components("laps_cards")["event"][event]["name"] for event in t.events[card] if event >= 0]
    return f"{components('laps_cards')['card'][card]['id']}, {t.laps[card]} laps, {' and '.join(names)}"


def face_name(t: Table, face: int) -> str:
    """What an NPD may do: 8 times the car and the number rolled."""
    return ", ".join(team(face // 8)["npd_faces"][face % 8 - 1]) if face % 8 else "nothing"


def kind_name(t: Table, s: State, car: int) -> str:
    """Primary, teammate, rogue or solo NPD; free while players choose."""
    is_choosing = s.primary[t.seats - 1] < 0 or s.phase == CHOOSE_NPD
    return "free" if is_choosing and s.owner[car] < 0 else KIND_NAMES[s.kind[car]]


NAMERS: Mapping[str, Namer] = {
    "seat": seat_name,
    "car": car_name,
    "space": place_words,
    "card": card_name,
    "stopwatch": stopwatch_name,
    "event": event_name,
    "laps": laps_name,
    "face": face_name,
    "caution": lambda t, number: ("rain", "debris")[number],
    "purpose": lambda t, number: PURPOSES[number],
    "stop": lambda t, number: STOPS[number],
    "cars": lambda t, number: "1 car" if number == 1 else f"{number} cars",
    "steps": lambda t, number: _steps(number),
    "more": lambda t, number: "1 card more" if number == 1 else f"{number} cards more",
    "announced": lambda t, number: ("stays out", "pits")[number],
}


# Moves


def move_to_words(t: Table, s: State, move: int) -> str:
    """A choice or an outcome of the pending decision."""
    if s.phase == CHOOSE_DRIVE:
        return _drive_words(t, s, move)
    if move >= DEALT:
        return car_name(t, move - DEALT)
    if move >= LAPS:
        return laps_name(t, move - LAPS)
    if move >= DRAWN:
        return stopwatch_name(t, move - DRAWN)
    if move > DIE:
        return f"a {move - DIE}"
    if move >= SET_CARD:
        return stopwatch_name(t, move - SET_CARD)
    if move >= CARD_TYPE:
        return type_name(t, move - CARD_TYPE)
    if move >= TEAM:
        return car_name(t, move - TEAM)
    if move == STAY_OUT:
        return "stay out"
    if move > PIT_DIE:
        return f"{move - PIT_DIE} cards" if move > PIT_DIE + 1 else "1 card"
    if move in (TO_INSIDE, TO_OUTSIDE):
        lane = ("inside Groove", "outside Groove")[move - TO_INSIDE]
        return f"stay out, {lane}" if s.phase == CHOOSE_YELLOW else lane
    return PLAIN_WORDS[move]


def component_number(t: Table, s: State, move: int) -> int:
    """The number printed on a move's component: car number, stopwatch or die face; a Laps card's place in the list."""
    if s.phase == CHOOSE_DRIVE:
        return 0
    if move >= DEALT:
        return team(move - DEALT)["number"]
    if move >= LAPS:
        return move - LAPS + 1
    if move >= DRAWN:
        return t.stopwatch[move - DRAWN]
    if move > DIE:
        return move - DIE
    if move >= SET_CARD:
        return t.stopwatch[move - SET_CARD]
    return team(move - TEAM)["number"] if TEAM <= move < CARD_TYPE else 0


def _drive_words(t: Table, s: State, move: int) -> str:
    """A step, a maneuver or the end of the turn."""
    if move == END:
        return "brake" if s.move_left and not s.complete and open_from(s, STEP, DIRECTIONS) else "end the turn"
    if move < DRAFT:
        cell = t.step[move - STEP][s.cell[s.car]]
        pushing = f", pushing {car_name(t, s.on[cell])}" if s.on[cell] >= 0 else ""
        return f"{STEP_WORDS[move - STEP]}{pushing}"
    if move >= PAINT:
        return f"trade paint with {car_name(t, move - PAINT)}"
    if move >= SIDE_DRAFT:
        return f"side draft {car_name(t, move - SIDE_DRAFT)}"
    if move >= CROSSOVER:
        return f"cross over with {car_name(t, move - CROSSOVER)}"
    return PLAIN_WORDS[move]


# What questions say


def left_words(s: State) -> str:
    """What is left of the turn, in words."""
    if s.in_bonus:
        return f"{_steps(s.bonus_left, 'bonus step')} left"
    if s.complete:
        return (
            f"the Move is complete, {_steps(s.lane_left, 'lane bonus step')}" if s.lane_left else "the Move is complete"
        )
    if s.move == 0:
        return "no Move, only the draft"
    return f"{s.move_left} of {s.move} steps left"


def _steps(number: int, what: str = "step") -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


PHRASES: Mapping[str, Phrase] = {
    "left": lambda t, s: left_words(s),
    "only_pit": lambda t, s: " It must pit." if s.must_pit[s.car] else "",
    "rolled": lambda t, s: str(s.die[s.roller]),
    "hand_size": lambda t, s: str(t.hand_size),
    "dealt_to": lambda t, s: seat_name(t, s.at % t.seats),
    "rival": lambda t, s: car_name(t, s.test[1 - s.test_at]),
}


# The position as text


def position(t: Table, s: State) -> str:
    """Stage and laps, the two tiles lane by lane, a line for each car in running order, hands and decks."""
    head = f"Stage {s.stage + 1} of {t.stages}, round {s.round}, {s.laps_run} of {t.stage_laps[s.stage]} laps, "
    head += f"{FLAGS[s.flag]} flag, {seat_name(t, s.first_player)} first."
    order = sorted(range(CARS), key=lambda car: -rank_key(s, car))
    lines = [head, *(_lane(t, s, lane) for lane in reversed(range(LANES)))]
    lines += [_car_line(t, s, car) for car in order]
    lines += [_hand_line(t, s, seat) for seat in range(t.seats) if seat in s.place]
    if s.laps_card >= 0:
        lines.append(f"  Laps card {laps_name(t, s.laps_card)}; {s.laps_drawn} drawn in this stage.")
    lines.append(f"  Action deck {s.deck_cards}, discard pile {s.place.count(DISCARDED)}.")
    return "\n".join(lines)


def _lane(t: Table, s: State, lane: int) -> str:
    """A lane from the back edge of the back tile to the front edge of the front tile."""
    marks: list[str] = []
    for h in range(LOOP):
        cell = LOOP * lane + (s.window + h) % LOOP
        if h == LOOP // 2:
            marks.append("|")
        if not t.exists[cell]:
            marks.append("-" if h % 2 and lane in (LOW_LINE, HIGH_LINE) else " ")
        else:
            marks.append("." if s.on[cell] < 0 else str(s.on[cell] + 1))
    return f"  {LANE_NAMES[lane]} {''.join(marks)}".rstrip()


def _car_line(t: Table, s: State, car: int) -> str:
    where = space_name(t, s.cell[car])
    facts = [kind_name(t, s, car)]
    if s.owner[car] >= 0:
        facts.append(f"of {seat_name(t, s.owner[car])}")
    if s.kind[car] == PRIMARY:
        facts.append("worn tires" if s.worn[car] else "fresh tires")
    facts += [TOKENS[token_of(s, car)]] if s.cell[car] != OFF and token_of(s, car) else []
    facts += ["must pit"] if s.must_pit[car] else []
    facts += ["sideways"] if s.sideways[car] else []
    name = f"({car + 1}) {car_name(t, car)}"
    points = f"{number_of(s.points[car], 'point')}, place {place_among_cars(s, car)}"
    far = str(s.distance[car]) if s.distance[car] > WAITING else ""  # a car that waits has no distance yet
    return f"  {name:14} {where:14} {far:>4}  {points:20} {', '.join(facts)}"


def gap(t: Table, flag: State, s: State, seat: int) -> str:
    """VL-90 R-59 How many spaces a player's car is behind the car that won the race, and how many laps."""
    car = s.primary[seat]
    first = max(range(CARS), key=lambda one: rank_key(s, one))
    if car == first:
        return ""
    laps, half_spaces = divmod(max(0, s.distance[first] - s.distance[car]), LOOP)
    parts = [number_of(laps, "lap")] * (laps > 0) + [_spaces(half_spaces)] * (half_spaces > 0)
    return f"{' and '.join(parts)} behind" if parts else "level"


def _spaces(half_spaces: int) -> str:
    whole, half = divmod(half_spaces, 2)
    if not half:
        return number_of(whole, "space")
    return f"{whole}½ spaces" if whole else "half a space"


def _hand_line(t: Table, s: State, seat: int) -> str:
    held = [stopwatch_name(t, card) for card in range(CARDS) if s.place[card] == seat]
    return f"  {seat_name(t, seat)} holds {'; '.join(held)}."
