"""The words of the game: moves, outcomes, decisions and the position, in the words of the box."""

from collections.abc import Mapping, Sequence

from paddock.engine import Namer, Phrase, is_in, number_of

from .rules import PHASES
from .rules.dice import first_dice
from .rules.model import (
    card_of,
    cubes_on,
    has_barrel,
    named_car,
    named_spot,
    number_on_card,
    spot_at,
    successor,
)
from .rules.turns import race_place
from .state import (
    ADD,
    BORROW,
    CARD,
    CONTINUE,
    DANGERS,
    DECLARE,
    DECLINE,
    DONE,
    DRAW_DANGER,
    DRAW_FIRST,
    DRAW_TRACK,
    DRIVE,
    END,
    EXCHANGE,
    JUKE,
    KEEP,
    LANE,
    MARK,
    OFF,
    PAIR_FIRST,
    PASS,
    PASS_ON,
    PAY_STEP,
    PLAY,
    PLAYER,
    REPAIR,
    RESTING,
    ROLL,
    ROW,
    ROW_FROM,
    ROW_SIZE,
    SAME,
    SPOT,
    STEP,
    STOP,
    State,
    Table,
)
from .table import LANE_NAMES, card_types, components, spot_ids

PLAIN = {
    KEEP: "keep both cards",
    EXCHANGE: "exchange both cards",
    PASS: "pass",
    PASS_ON: "pass until the roll",
    DONE: "move cars",
    ROLL: "roll",
    END: "end turn",
    DECLARE: "Super Size Your Combo",
    STOP: "stop here",
    DECLINE: "decline",
    REPAIR: "repair",
}

LANE_WORDS = {"L": "left", "M": "middle", "R": "right", "single": "single"}
COUNTED = ("first", "second", "third", "fourth", "fifth", "sixth")


# Names


def seat_name(t: Table, seat: int) -> str:
    """A seat is called by the colour of its cars."""
    return components("pieces")["car"][seat]["colour"]


def car_name(t: Table, s: State, car: int) -> str:
    """A car by its owner and its number among the owner's cars, e.g. red 2."""
    return owned_car(t, named_car(s, car))


def owned_car(t: Table, code: int) -> str:
    """A car of an event, which carries its owner."""
    seat, car = divmod(code, 16)
    return f"{seat_name(t, seat)} {car // t.seats + 1}" if t.cars_each > 1 else seat_name(t, seat)


def typed_spot(t: Table, code: int) -> str:
    """A spot of an event, which carries the type of its card: card 3, left lane, second spot."""
    kind, spot = divmod(code, 1024)
    spots = card_types()[kind]["spots"]
    found = spots[number_on_card(spot)]
    alone = sum(1 for other in spots if other["lane"] == found["lane"]) == 1
    card = f"card {card_of(spot)}" if card_of(spot) else "the Start"
    return f"{card}, {LANE_WORDS[found['lane']]} lane" + ("" if alone else f", {COUNTED[found['n'] - 1]} spot")


def spot_name(t: Table, s: State, spot: int) -> str:
    """A spot in words."""
    return "off the track" if spot == OFF else typed_spot(t, named_spot(s, spot))


def spot_code(t: Table, s: State, spot: int) -> str:
    """A spot as the text of a position calls it, e.g. 3.L2: its card and its column there."""
    if spot == OFF:
        return "off the track"
    kind, where = divmod(named_spot(s, spot), 1024)
    return f"{card_of(where)}.{spot_ids(kind)[number_on_card(where)]}"


def kind_name(t: Table, kind: int) -> str:
    """The printed name of a track card."""
    return card_types()[kind]["name"]


def danger_name(t: Table, card: int) -> str:
    """The printed name of a Danger card."""
    return components("danger_cards")["danger_type"][card]["name"]


def lane_name(t: Table, lane: int) -> str:
    """The lane of a driver who looks ahead."""
    return f"{LANE_WORDS[LANE_NAMES[lane]]} lane"


def dice_name(t: Table, move: int) -> str:
    """The dice of a play, e.g. 3 3 or 2 3 4."""
    if move >= ROW:
        first, size = ROW_FROM[move - ROW], ROW_SIZE[move - ROW]
        return " ".join(str(first + i) for i in range(size))
    value, dice = divmod(move - SAME, 10)
    return " ".join([str(value + 1)] * (dice + 1))


NAMERS: Mapping[str, Namer] = {
    "seat": seat_name,
    "car": owned_car,
    "spot": typed_spot,
    "kind": kind_name,
    "danger": danger_name,
    "lane": lane_name,
    "dice": dice_name,
}


# Moves


def move_to_words(t: Table, s: State, move: int) -> str:
    """A choice or an outcome of the pending decision."""
    if PHASES.of(s).kind == "chance":
        return _outcome(t, s, move)
    if move in PLAIN:
        return PLAIN[move]
    if move < LANE:
        return _target(t, s, move)
    if move < END:
        return _lane_spot_or_die(t, s, move)
    if move < DECLARE:
        return _act(t, s, move)
    if move < STEP:
        return dice_name(t, move)
    lane, pays = (move - STEP, "") if move < PAY_STEP else (move - PAY_STEP, ", paying a chip")
    return f"to {_step_name(t, s, lane)}{pays}"


def component_number(t: Table, s: State, move: int) -> int:
    """A drawn card's place in the list of its kinds, Finish last: printed cards have no numbers."""
    if s.phase == DRAW_TRACK:
        return move or len(card_types()) - 1
    return move + 1 if s.phase == DRAW_DANGER else 0


def _outcome(t: Table, s: State, outcome: int) -> str:
    if s.phase == DRAW_FIRST:
        return seat_name(t, outcome)
    if s.phase == DRAW_DANGER:
        return danger_name(t, outcome)
    return kind_name(t, outcome + 1) if s.phase == DRAW_TRACK else str(outcome)


def _target(t: Table, s: State, move: int) -> str:
    if move < PLAYER:
        return f"play {danger_name(t, move - PLAY)}"
    if move < CARD:
        return seat_name(t, move - PLAYER)
    return f"card {move - CARD} ({kind_name(t, s.kind[move - CARD])})"


def _lane_spot_or_die(t: Table, s: State, move: int) -> str:
    if move < SPOT:
        return lane_name(t, move - LANE)
    if move < DONE:
        return f"next to {spot_name(t, s, spot_at(s.target, move - SPOT))}"
    return f"add a die of {move - ADD}" if move <= ADD + RESTING else f"reroll a {move - MARK}"


def _act(t: Table, s: State, move: int) -> str:
    if move < CONTINUE:
        return f"drive {car_name(t, s, move - DRIVE)}"
    if move < BORROW:
        return f"continue {car_name(t, s, move - CONTINUE)}"
    if move < JUKE:
        return f"borrow {car_name(t, s, move - BORROW)}"
    one, two = pair_of(move - JUKE)
    return f"juke {car_name(t, s, one)} and {car_name(t, s, two)}"


def pair_of(rank: int) -> tuple[int, int]:
    """The two cars of a juke."""
    one = max(car for car in range(len(PAIR_FIRST)) if PAIR_FIRST[car] <= rank)
    return one, one + 1 + rank - PAIR_FIRST[one]


def _step_name(t: Table, s: State, lane: int) -> str:
    """The spot that a step in a lane leads to."""
    return spot_name(t, s, successor(t, s, s.spot[s.mover], lane))


# What questions say


def dice_shown(s: State) -> str:
    """The unused dice, e.g. dice 1 1 4."""
    values = [str(value) for value in range(1, RESTING + 1) for _ in range(s.dice[value])]
    return "dice " + " ".join(values) if values else "no dice"


PHRASES: Mapping[str, Phrase] = {
    "dice_shown": lambda t, s: dice_shown(s),
    "first_dice": lambda t, s: str(first_dice(s)),
    "to_reroll": lambda t, s: str(sum(s.marked)),
    "chips_left": lambda t, s: str(s.chips[s.turn]),
    "cubes_held": lambda t, s: str(s.damage[s.turn]),
    "driven_car": lambda t, s: car_name(t, s, s.mover),
}


# The position as text


def position(t: Table, s: State) -> str:
    """The racetrack from the last-place card on, a line for each player, the reader's hand, the piles."""
    lines = [f"Round {s.rounds + 1}, {s.laid} cards laid." if s.first >= 0 else "Before the race."]
    lines += [_card_line(t, s, index) for index in range(s.rear, s.laid)]
    places = [race_place(t, s, seat) for seat in range(t.seats)]
    order = sorted(range(t.seats), key=lambda seat: places[seat])
    lines += [_player_line(t, s, seat, places[seat]) for seat in order]
    lines += [_hand_line(t, s, seat) for seat in range(t.seats) if sum(s.hand[seat])]
    if s.in_play:
        lines.append(f"  {seat_name(t, s.turn)} has {dice_shown(s)}.")
    piles = f"  In the centre: cubes {s.pile_cubes}, barrels {s.pile_barrels}, chips {s.pile_chips}"
    return "\n".join([*lines, f"{piles}; Danger deck {s.draw_cards}, discards {s.discard_cards}."])


def _card_line(t: Table, s: State, index: int) -> str:
    kind = s.kind[index]
    marks = [f"{name}{_mark(t, s, spot_at(index, i))}" for i, name in enumerate(spot_ids(kind))]
    gates = [_gate(t, s, index, gate) for gate in range(t.gate_count[kind])]
    return f"  {index:2} {kind_name(t, kind):27} {' '.join(marks)}  {' '.join(gates)}".rstrip()


def _mark(t: Table, s: State, spot: int) -> str:
    """What is on a spot: a car, cubes, a barrel, the shop."""
    cars = [f"({car_name(t, s, car)})" for car in range(t.cars) if s.spot[car] == spot]
    cubes, barrel = "*" * cubes_on(s, spot), "#" if has_barrel(s, spot) else ""
    return "".join([*cars, cubes, barrel, "+" if s.shop == spot else ""])


def _gate(t: Table, s: State, index: int, gate: int) -> str:
    kind = s.kind[index]
    lane = card_types()[kind]["gates"][gate]["lane"]
    cube = "*" if is_in(s.gate_cubes[index], gate) else ""
    return f"[{lane} {t.gate_size[kind][gate]}{cube}]"


def _player_line(t: Table, s: State, seat: int, place: int) -> str:
    cars = [spot_code(t, s, s.spot[car]) for car in range(t.cars) if s.owner[car] == seat and s.first >= 0]
    name = f"{place}. {seat_name(t, seat)}"
    if s.place[seat]:
        return f"  {name:10} has finished"
    return f"  {name:10} {' '.join(cars)}  chips {s.chips[seat]}, cubes {s.damage[seat]}, Danger cards {s.cards[seat]}"


def gap(t: Table, s: State, end: State, seat: int) -> str:
    """DC-92 DC-94 How many cards a player's best car is behind the furthest one, or Finish if that one left."""
    if race_place(t, s, seat) == 1:
        return ""
    front = s.laid - 1 if any(s.place[: t.seats]) else _best_card(t, s, range(t.seats))
    behind = front - _best_card(t, s, [seat])
    return f"{number_of(behind, 'card')} behind" if behind else "on the same card"


def _best_card(t: Table, s: State, seats: Sequence[int]) -> int:
    """The furthest card on which these players have a car."""
    spots = [s.spot[car] for car in range(t.cars) if s.owner[car] in seats]
    return max((card_of(spot) for spot in spots if spot != OFF), default=0)


def _hand_line(t: Table, s: State, seat: int) -> str:
    held = [danger_name(t, card) for card in range(DANGERS) for _ in range(s.hand[seat][card])]
    return f"  {seat_name(t, seat)} holds {' and '.join(held)}."
