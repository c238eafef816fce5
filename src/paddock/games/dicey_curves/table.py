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
SWITCH = (False, True)
WITH_DANGER = {"danger": (True,)}
LANE_NAMES = ("L", "M", "R")

OPTIONS = (
    Option("danger", "Play with the DANGER! expansion.", True, (True, False), clause="DC-08"),
    Option(
        "race_length",
        "How many cards lie before the finish: 12 to 16, 6 to 9, 18 to 24, or all 34.",
        "standard",
        ("standard", "sprint", "long", "full"),
        clause="DC-05",
    ),
    Option(
        "finish_mode",
        "The race ends with the first car across the line, or goes on for the other places.",
        "first_car",
        ("first_car", "placings"),
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
        "A play stops in front of a gate and the next one takes it, or gates are thresholds on the way, "
        "or a play ends just behind its gate.",
        "stop",
        ("stop", "flow", "step"),
        clause="DC-45",
    ),
    Option(
        "blocking",
        "A car may be overtaken by driving through it, or bars its spot to every run.",
        "overtake",
        ("overtake", "full"),
        clause="DC-46",
    ),
    Option("short_moves", "A car may stop before its steps are used up.", False, SWITCH, clause="DC-44"),
    Option("max_combo", "Most dice of a natural Combo.", 10, (10, 5), clause="DC-42"),
    Option(
        "juke_reach",
        "A juke swaps cars linked by a step or side by side, or only side by side.",
        "linked",
        ("linked", "beside"),
        clause="DC-51",
    ),
    Option(
        "borrowed_damage",
        "Who takes the cubes that a borrowed car meets.",
        "owner",
        ("owner", "driver"),
        clause="DC-54",
        needs=WITH_DANGER,
    ),
    Option(
        "supersize_stack",
        "Any number of Super Sizes on one play.",
        False,
        SWITCH,
        clause="DC-48",
        needs=WITH_DANGER,
    ),
    Option(
        "first_window",
        "A Danger window before the first turn, too.",
        False,
        SWITCH,
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
        "A player at the repair shop is asked whether to repair.",
        False,
        SWITCH,
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
