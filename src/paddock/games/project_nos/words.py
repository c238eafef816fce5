"""The words of the game: moves, outcomes, decisions and the position, in the words of the box."""

from collections.abc import Mapping
from functools import cache

from paddock.engine import Namer, Phrase

from .box import COLOUR_IDS, KIND_IDS, components
from .rules.clock import duration
from .rules.finishing import game_place, is_photo_finish, points_of
from .rules.model import is_duration
from .rules.placing import placing_cost
from .state import (
    ABSENT,
    ACT,
    CARD,
    CARS,
    CLOCK,
    DEAL,
    DICE,
    DIE,
    EXPLODED,
    FACE,
    FINISHED,
    FIRST,
    LATER,
    MOST_REDLINES,
    PHOTO,
    PICK,
    PICK_MORE,
    PLACE,
    PLACE_FACE,
    PLACING,
    RELEASE,
    RERUN,
    RETIRE,
    RETIRED,
    ROUNDS,
    RUNNING,
    SAVE,
    STALLED,
    STOP,
    TAKE,
    TAKE_CARD,
    TIME,
    TROPHY_DRAW,
    State,
    Table,
)

STATUS_WORDS = {
    RUNNING: "running",
    FINISHED: "finished",
    STALLED: "stalled",
    EXPLODED: "exploded",
    RETIRED: "retired",
    ABSENT: "not racing",
}


@cache
def lane(seats: int, seat: int) -> dict[str, object]:
    """PN-06 The colour card of a seat, as players sit round the table."""
    name = components("strip")["default_lanes"][f"p{seats}"][seat]
    return next(entry for entry in components("strip")["lane"] if entry["id"] == name)


def seat_name(t: Table, seat: int) -> str:
    """A seat is called by its colour."""
    return str(lane(t.seats, seat)["id"])


def kind_name(t: Table, kind: int) -> str:
    """A modification as its card is called."""
    return _kind_names()[kind]


@cache
def _kind_names() -> tuple[str, ...]:
    names = {entry["id"]: str(entry["name"]) for entry in components("modifications")["kind"]}
    return (*(names[kind] for kind in KIND_IDS[:-1]), "Plain")


def colour_name(t: Table, colour: int) -> str:
    """The colour of a die."""
    return COLOUR_IDS[colour]


def time_name(t: Table, time: int) -> str:
    """A race time, or the round."""
    return f"round {time}" if t.clock == ROUNDS else f"{time / 1000:.3f} s"


def dice_name(t: Table, mask: int) -> str:
    """Dice by their slots."""
    slots = [str(slot + 1) for slot in range(DICE) if mask >> slot & 1]
    return ("die " if len(slots) == 1 else "dice ") + " and ".join(slots)


def faces_name(t: Table, number: int) -> str:
    """Dice with their faces: three bits a slot."""
    shown = [(slot + 1, number >> (3 * slot) & 7) for slot in range(DICE) if number >> (3 * slot) & 7]
    return ", ".join(f"{face} on die {slot}" for slot, face in shown) or "nothing new"


def die_name(t: Table, number: int) -> str:
    """A die of an event: slot, kind and face."""
    return f"die {number % 8 + 1} ({_shown(t, number // 8 % 8, number // 64)})"


def _shown(t: Table, kind: int, face: int) -> str:
    """A die by kind and value, e.g. `Turbocharger 3`; a face that is not known is left out."""
    return f"{kind_name(t, kind)} {t.value[kind][face]}" if face else kind_name(t, kind)


NAMERS: Mapping[str, Namer] = {
    "car": seat_name,
    "kind": kind_name,
    "colour": colour_name,
    "time": time_name,
    "dice": dice_name,
    "faces": faces_name,
    "die": die_name,
}


# Moves and outcomes


def move_to_words(t: Table, s: State, move: int) -> str:
    """A choice or an outcome of the pending decision, or a move of the table."""
    if move >= RETIRE:
        return _table_move(t, move)
    if is_duration(s):
        return f"{duration(s, move)} ms"
    if s.phase == TIME:
        return str(move)
    if s.phase == ACT:
        return _act(t, s, move)
    if s.phase in (PICK, PICK_MORE):
        return _pick(t, move)
    if s.phase == TAKE_CARD:
        return f"take a {move - TAKE + 1}"
    if s.phase in (DEAL, FACE, TROPHY_DRAW):
        return str(move + 1)
    if s.phase in (FIRST, PHOTO):
        return seat_name(t, move)
    return "nobody" if move == CLOCK else seat_name(t, move)


def _table_move(t: Table, move: int) -> str:
    """PN-110."""
    if move >= LATER:
        return f"{move - LATER} ms go by"
    if move == RERUN:
        return "run the race again"
    what = ("leaves", "is driven by a bot", "drives again")[(move - RETIRE) // CARS]
    return f"{seat_name(t, (move - RETIRE) % CARS)} {what}"


def _pick(t: Table, move: int) -> str:
    if move == STOP:
        return "stop"
    if move < DIE:
        return f"take {kind_name(t, move - CARD)} with a {COLOUR_IDS[(move - CARD) // 2]} die"
    return f"take a {COLOUR_IDS[move - DIE]} die"


def _act(t: Table, s: State, move: int) -> str:
    car = s.turn
    if move < PLACE:
        kinds = ", ".join(kind_name(t, s.kind[car][slot]) for slot in range(DICE) if move >> slot & 1)
        return f"roll {dice_name(t, move)} ({kinds})"
    slot = (move - PLACE) % DICE
    die = f"die {slot + 1} ({_shown(t, s.kind[car][slot], s.face[car][slot])})"
    if SAVE <= move < RELEASE:
        return f"save {die}"
    if RELEASE <= move < PLACE_FACE:
        return f"release {die}"
    if move >= PLACE_FACE:
        die = f"die {slot + 1} (its face {s.face[car][slot]})"
    saved = "saved " if s.saved[car] >> slot & 1 else ""
    return f"place {saved}{die} on space {s.next[car]}{_cost(t, s, car, move)}"


def _cost(t: Table, s: State, car: int, move: int) -> str:
    if placing_cost(t, s, car, move) == 0:
        return ""
    return ": the engine explodes" if s.redlines[car] == MOST_REDLINES else " with a redline"


# What questions say


def _wanted(t: Table, s: State) -> str:
    """What the current space wants; the moves say which dice fit."""
    return f"space {s.next[s.turn]} wants a {s.track[s.next[s.turn] - 1]}."


PHRASES: Mapping[str, Phrase] = {
    "card_number": lambda t, s: str(sum(1 for value in s.track if value) + 1),
    "pick_number": lambda t, s: str(s.mod_dice[s.turn] + 1),
    "digit_number": lambda t, s: str(s.digits + 1),
    "wanted": _wanted,
    "tie": lambda t, s: (
        "A photo finish: who is ahead?" if is_photo_finish(s) else "Level in everything: who is ranked ahead?"
    ),
}


# The position as text


def position(t: Table, s: State) -> str:
    """The track, and a line for each lane in order."""
    lines = [f"Race {s.race}, {time_name(t, s.now)}."]
    lines.append("  track           " + "  ".join(str(value or ".") for value in s.track))
    place = [game_place(t, s, seat) for seat in range(t.seats)]
    lines += [_lane(t, s, seat, place[seat]) for seat in sorted(range(t.seats), key=lambda seat: place[seat])]
    if s.phase in (PICK, PICK_MORE):
        lines.append(_supply(t, s))
    return "\n".join(lines)


def _lane(t: Table, s: State, car: int, place: int) -> str:
    on = {s.space[car][slot]: str(s.face[car][slot]) for slot in range(DICE) if s.placed[car] >> slot & 1}
    filled = "  ".join(on.get(space, ".") for space in range(1, DICE + 1))
    parts = [
        STATUS_WORDS[s.status[car]],
        _some(s.redlines[car], "redline"),
        _some(s.rolls[car], "roll"),
        _dice(t, s, car),
    ]
    parts.append(_some(points_of(s, car), "point") if t.points else _some(s.wins[car], "win"))
    return f"  {place}. {seat_name(t, car):12} {filled}  {', '.join(parts)}"


def gap(t: Table, flag: State, s: State, car: int) -> str:
    """PN-49 How far a racer was behind in the last race, or why it did not finish."""
    if t.seats == 1:
        return ""
    told = _behind(t, s, car)
    return f"race {s.race}: {told}" if told and s.race > 1 else told


def _behind(t: Table, s: State, car: int) -> str:
    finishes = [s.ended[other] for other in range(t.seats) if s.status[other] == FINISHED]
    if s.status[car] == RUNNING:
        return f"{_some(DICE + 1 - s.next[car], 'space')} to go"
    if s.status[car] != FINISHED:
        return STATUS_WORDS[s.status[car]]
    late = s.ended[car] - min(finishes)
    if late == 0:
        return "" if s.rank[car] <= 1 else f"in the same {'round' if t.clock == ROUNDS else 'millisecond'}"
    return f"{_some(late, 'round') if t.clock == ROUNDS else f'{late / 1000:.3f} s'} behind"


def figure(t: Table, score: int) -> str:
    """PN-108 Wins or points; alone the time, in rounds the rolls."""
    if t.seats > 1:
        return _some(score, "point" if t.points else "win")
    return _some(score, "roll") if t.clock == ROUNDS else f"{score / 1000:.3f} s"


def _some(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _dice(t: Table, s: State, car: int) -> str:
    """The dice that are not placed: kind, and what they show."""
    shown: list[str] = []
    for slot in range(3 + s.mod_dice[car]):
        if s.placed[car] >> slot & 1:
            continue
        name = kind_name(t, s.kind[car][slot]).lower()
        if s.fresh[car] >> slot & 1:
            name += f" {s.face[car][slot] or '?'}"
        if s.saved[car] >> slot & 1:
            name += f" {s.face[car][slot]} saved"
        if s.step[car] == PLACING and s.hand_die[car] == slot:
            name += " in hand"
        shown.append(name)
    return " + ".join(shown) or "no dice left"


def _supply(t: Table, s: State) -> str:
    cards = ", ".join(f"{left} {kind_name(t, kind)}" for kind, left in enumerate(s.card_left) if left)
    dice = ", ".join(f"{left} {COLOUR_IDS[colour]}" for colour, left in enumerate(s.die_left))
    return f"  Supply: {cards}; dice: {dice}."
