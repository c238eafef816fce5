"""From seats and options to the table of a race: the track card types as arrays, the cards counted."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from paddock.engine import (
    Option,
    OptionError,
    Options,
    fill_weights,
    set_of,
)

from .estimate import KNOTS, group
from .state import CARS, GATE_FLOW, GATE_STEP, GATE_STOP, KINDS, LANES, NOWHERE, Table
from .weights import SHARPNESS, WEIGHTS

COMPONENTS = Path(__file__).parent / "components"
WITH_DANGER = {"danger": (True,)}
LANE_NAMES = ("L", "M", "R")

OPTIONS = (
    Option(
        "danger",
        "Play with the DANGER! expansion.",
        True,
        {
            True: "Danger cards, damage cubes, barrels and the repair shop: players interfere with each other.",
            False: "The base game alone: dice, combos, gates and chips, and nobody interferes.",
        },
        clause="DC-08",
        title="DANGER!",
    ),
    Option(
        "race_length",
        "How many cards lie before the finish.",
        "standard",
        {
            "standard": "Finish comes behind 12 to 16 cards: the race of the box.",
            "sprint": "Finish comes behind 6 to 9 cards: a race for a first try.",
            "long": "Finish comes behind 18 to 24 cards: time to catch up.",
            "full": "All 34 cards are laid before Finish.",
        },
        clause="DC-05",
    ),
    Option(
        "finish_mode",
        "When the race is over.",
        "first_car",
        {
            "first_car": "The first car over the line wins and ends the race; all others are ranked where they stand.",
            "placings": "Who finishes leaves the road, and the others race on until one player is left.",
        },
        clause="DC-94",
    ),
    Option(
        "cars_each",
        "Cars of each player: 8 in all at most; 0 is as many as the box has for all.",
        0,
        least=0,
        most=4,
        clause="DC-02",
    ),
    Option(
        "gates",
        "How a play passes a gate.",
        "stop",
        {
            "stop": "A play stops in front of a gate; the next play from there has to be large enough for it.",
            "flow": "A play that is large enough drives through a gate on its way and goes on.",
            "step": "A play may drive up to a gate and take it, but ends just behind it.",
        },
        clause="DC-45",
    ),
    Option(
        "blocking",
        "Whether cars bar the road.",
        "overtake",
        {
            "overtake": "Cars drive through spots with other cars, but do not end on them.",
            "full": "A car bars its spot: a driver goes round it, or stays behind it.",
        },
        clause="DC-46",
    ),
    Option(
        "short_moves",
        "Whether a car may stop before its steps are used up.",
        False,
        {
            False: "A car drives all steps of a play that it can.",
            True: "A driver may stop early, e.g. in front of damage cubes or beside a car to juke with.",
        },
        clause="DC-44",
    ),
    Option(
        "max_combo",
        "Most dice of a natural Combo.",
        10,
        {
            10: "Up to ten dice count in one Combo: exploding sixes can make a run of ten steps.",
            5: "At most five dice count in one Combo; only Super Size adds to it.",
        },
        clause="DC-42",
    ),
    Option(
        "juke_reach",
        "Which cars a juke swaps.",
        "linked",
        {
            "linked": "A juke swaps two cars that a step links, or that stand side by side.",
            "beside": "A juke swaps only cars side by side, so neither gains a step by it.",
        },
        clause="DC-51",
    ),
    Option(
        "borrowed_damage",
        "Who takes the cubes that a borrowed car meets.",
        "owner",
        {
            "owner": "The owner of a borrowed car takes the cubes it meets: driving it through debris hurts a rival.",
            "driver": "Who borrows a car takes the cubes it meets.",
        },
        clause="DC-54",
        needs=WITH_DANGER,
    ),
    Option(
        "supersize_stack",
        "How many Super Sizes may go with one play.",
        False,
        {
            False: "One Super Size a play: it counts two dice more.",
            True: "Several Super Sizes on one play, two dice more for each.",
        },
        clause="DC-48",
        needs=WITH_DANGER,
    ),
    Option(
        "first_window",
        "When Danger cards may first be played.",
        False,
        {
            False: "The first turn begins at once; Danger cards are played from the second turn on.",
            True: "Danger cards may be played before the first turn, too.",
        },
        clause="DC-21",
        needs=WITH_DANGER,
    ),
    Option(
        "window_play_cap",
        "Danger cards that a player may play in one window.",
        4,
        least=1,
        most=8,
        clause="DC-26",
        needs=WITH_DANGER,
    ),
    Option(
        "ask_repair",
        "Whether repairs are a choice.",
        False,
        {
            False: "A player at the repair shop returns all cubes at the end of the turn, unasked.",
            True: "The player is asked and may keep the cubes.",
        },
        clause="DC-80",
        needs=WITH_DANGER,
    ),
    Option("round_limit", "The race ends after this round in any case.", 60, least=1, most=120, clause="DC-93"),
)


@cache
def components(name: str) -> dict[str, Any]:
    """A component file: danger_cards, layout, pieces or track_cards."""
    return tomllib.loads((COMPONENTS / f"{name}.toml").read_text(encoding="utf-8"))


def card_types() -> list[dict[str, Any]]:
    """The track card types in file order."""
    return components("track_cards")["card_type"]


def spot_ids(kind: int) -> list[str]:
    """The spots of a type, e.g. L1, in numbering order."""
    return [spot["id"] for spot in card_types()[kind]["spots"]]


def build(seats: int, options: Options) -> Table:
    """The table for a race with these complete options."""
    t = Table()
    t.seats = seats
    t.cars_each = _cars_each(seats, int(options["cars_each"]))
    t.cars = seats * t.cars_each
    _fill_options(t, options)
    t.danger_count[:] = [card["count"] for card in components("danger_cards")["danger_type"]]
    for kind in range(KINDS):
        _fill_kind(t, kind, card_types()[kind])
    fill_weights(t, KNOTS, WEIGHTS, SHARPNESS, group(t))
    return t


def _cars_each(seats: int, chosen: int) -> int:
    """DC-02 The chosen number, else as many as the eight cars of the box give each player."""
    most = CARS // seats
    if chosen > most:
        raise OptionError(
            f"cars_each: the box has {CARS} cars, so {seats} players take {most} each at most, not {chosen}"
        )
    return chosen or most


def _fill_options(t: Table, options: Options) -> None:
    length = next(entry for entry in components("pieces")["race_length"] if entry["id"] == options["race_length"])
    t.fewest_cards, t.most_cards = length["min"], length["max"]
    t.danger = int(options["danger"])
    t.placings = int(options["finish_mode"] == "placings")
    t.gates = {"stop": GATE_STOP, "flow": GATE_FLOW, "step": GATE_STEP}[str(options["gates"])]
    t.full_blocking = int(options["blocking"] == "full")
    t.short_moves = int(options["short_moves"])
    t.max_combo = int(options["max_combo"])
    t.juke_beside = int(options["juke_reach"] == "beside")
    t.driver_damage = int(options["borrowed_damage"] == "driver")
    t.supersize_stack = int(options["supersize_stack"])
    t.first_window = int(options["first_window"])
    t.window_play_cap = int(options["window_play_cap"])
    t.ask_repair = int(options["ask_repair"])
    t.round_limit = int(options["round_limit"])


# Track card types


def _fill_kind(t: Table, kind: int, card: dict[str, Any]) -> None:
    number = {spot: i for i, spot in enumerate(spot_ids(kind))}
    lanes = [_lane(spot["lane"]) for spot in card["spots"]]

    def mask(spots: list[str]) -> int:
        return sum(set_of(number[spot]) for spot in spots)

    t.copies[kind] = card["count"] if kind > 1 else 0
    t.spots[kind], t.gate_count[kind] = len(number), len(card["gates"])
    t.takes_items[kind] = int(card["takes_items"])
    t.exit_mask[kind], t.arrow_mask[kind] = mask(card["exits"]), mask(card["arrows"])
    t.shop_mask[kind] = mask([spot for spot in number if spot not in card["no_shop"]])
    t.entry[kind][:] = [NOWHERE] * LANES
    for spot in card["entries"]:
        t.entry[kind][lanes[number[spot]]] = number[spot]
    for lane, spots in card["lanes"].items():
        t.lane_mask[kind][_lane(lane)] = mask([spot for spot in spots if spot not in card["single_lane"]])
    _fill_places(t, kind, card, number, lanes)


def _fill_places(t: Table, kind: int, card: dict[str, Any], number: dict[str, int], lanes: list[int]) -> None:
    for i, spot in enumerate(card["spots"]):
        t.to_exit[16 * kind + i] = spot["to_exit"]
    for place in range(16 * kind, 16 * kind + 16):
        t.gate[place] = NOWHERE
        t.link[place][:] = [NOWHERE] * LANES
    for gate, entry in enumerate(card["gates"]):
        t.gate_size[kind][gate] = entry["size"]
        for start, _ in entry["links"]:
            t.gate[16 * kind + number[start]] = gate
    for start, end in ((number[a], number[b]) for a, b in card["links"]):
        t.link[16 * kind + start][lanes[end]] = end
        t.links[16 * kind + start] |= set_of(end)
        if t.gate[16 * kind + start] == NOWHERE:
            _pair(t.near, kind, start, end)
    for one, two in ((number[a], number[b]) for a, b in card["beside"]):
        _pair(t.beside, kind, one, two)
        _pair(t.near, kind, one, two)


def _pair(mask: list[int], kind: int, one: int, two: int) -> None:
    mask[16 * kind + one] |= set_of(two)
    mask[16 * kind + two] |= set_of(one)


def _lane(name: str) -> int:
    """A single-lane spot is stepped to as M."""
    return LANE_NAMES.index("M" if name == "single" else name)
