"""What a client draws: slots and card types once, and a position as often as it changes, as its reader may know it."""

import math
from typing import Any

from .forecast import plays, reachable
from .rules.dice import first_dice
from .rules.model import cubes_on, has_barrel
from .rules.turns import race_place
from .state import (
    CARS,
    CHOOSE_SAY,
    DANGERS,
    FINISH,
    KINDS,
    OFF,
    ORDINARY,
    RACE_OVER,
    RESTING,
    SLOTS,
    State,
    Table,
)
from .table import LANE_NAMES, card_types, components, spot_ids
from .words import car_name, danger_name, kind_name, spot_name

PHASES = (
    "first",
    "danger",
    "track",
    "die",
    "exchange",
    "say",
    "player",
    "card",
    "lane",
    "spot",
    "lift",
    *(("chip", "mark", "act", "dice", "step", "repair", "over")),
)
RADIUS = 1000 / 12  # of the arcs: half a cell


def scene(t: Table) -> dict[str, Any]:
    """The slots, the card types and what else stays as it is for the whole race."""
    layout = components("layout")
    return {
        "half_width": layout["half_width"],
        "slots": layout["slot"],
        "kinds": [_kind(t, kind) for kind in range(KINDS)],
        "dangers": [_danger(card) for card in range(DANGERS)],
        "colours": [{"name": c["colour"], "hex": c["hex"]} for c in components("pieces")["car"][:CARS]],
        "seats": t.seats,
        "cars_each": t.cars_each,
        "danger": bool(t.danger),
        "cards_to_finish": [t.fewest_cards, t.most_cards],
        "round_limit": t.round_limit,
        "window_play_cap": t.window_play_cap,
    }


def _kind(t: Table, kind: int) -> dict[str, Any]:
    card = card_types()[kind]
    shown = ("id", "name", "lanes_wide", "shape", "links", "arrows", "gates", "lanes", "entries", "exits", "spots")
    return {"kind": kind, **{key: card[key] for key in shown}}


def _danger(card: int) -> dict[str, Any]:
    entry = components("danger_cards")["danger_type"][card]
    return {key: entry[key] for key in ("id", "name", "count", "when", "target", "text")}


def view(t: Table, s: State) -> dict[str, Any]:
    """The position."""
    return {
        "round": s.rounds + 1,
        "phase": PHASES[s.phase],
        "over": s.phase == RACE_OVER,
        "turn": s.turn if s.turn >= 0 else None,
        "track": [_laid(t, s, index) for index in range(s.laid)],
        "rear": s.rear,
        "cards_left": {card_types()[kind]["id"]: s.left[kind] for kind in range(KINDS) if s.left[kind]},
        "to_finish": to_finish(t, s),
        "cars": [_car(t, s, car) for car in range(t.cars)] if s.first >= 0 else [],
        "players": [_player(t, s, seat) for seat in range(t.seats)],
        "piles": {"cubes": s.pile_cubes, "barrels": s.pile_barrels, "chips": s.pile_chips},
        "shop": spot_name(t, s, s.shop) if s.shop != OFF else None,
        "danger_deck": s.draw_cards,
        "discards": {str(card): n for card, n in enumerate(s.discard) if n},
        "window": _window(t, s),
        "dice": _dice(s),
        "play": _play(t, s),
        "combos": plays(t, s),
        "reachable": reachable(t, s),
    }


def to_finish(t: Table, s: State) -> list[int] | None:
    """The least and most ordinary cards still to be laid before Finish; None once it lies."""
    if s.kind[s.laid - 1] == FINISH:
        return None
    laid = s.laid - 1
    return [max(0, t.fewest_cards - laid), min(ORDINARY, t.most_cards) - laid]


# The track


def spot_xy(index: int, u: float, v: float) -> tuple[float, float]:
    """Where a place of the card in a slot is drawn, as components/layout.toml says."""
    slot: dict[str, Any] = components("layout")["slot"][index]
    width = components("layout")["half_width"]
    if slot["kind"] == "line":
        normal = math.radians(slot["dir_in"] + 90)
        x = slot["x0"] + u * (slot["x1"] - slot["x0"]) + v * width * math.cos(normal)
        y = slot["y0"] + u * (slot["y1"] - slot["y0"]) + v * width * math.sin(normal)
        return round(x, 1), round(y, 1)
    angle = math.radians(slot["a0"] + u * slot["sweep"])
    radius = RADIUS - v * width if slot["sweep"] > 0 else RADIUS + v * width
    return round(slot["cx"] + radius * math.cos(angle), 1), round(slot["cy"] + radius * math.sin(angle), 1)


def _laid(t: Table, s: State, index: int) -> dict[str, Any]:
    kind = s.kind[index]
    return {
        "index": index,
        "slot": min(index, SLOTS - 1),
        "kind": kind,
        "name": kind_name(t, kind),
        "in_play": index >= s.rear,
        "spots": [_spot(t, s, index, i) for i in range(t.spots[kind])],
        "gates": [_gate(t, s, index, gate) for gate in range(t.gate_count[kind])],
    }


def _spot(t: Table, s: State, index: int, i: int) -> dict[str, Any]:
    spot, data = 16 * index + i, card_types()[s.kind[index]]["spots"][i]
    x, y = spot_xy(index, data["u"], data["v"])
    return {
        "spot": spot,
        "name": spot_name(t, s, spot),
        "lane": data["lane"],
        "x": x,
        "y": y,
        "arrow": bool(t.arrow_mask[s.kind[index]] >> i & 1),
        "cubes": cubes_on(s, spot),
        "barrel": has_barrel(s, spot),
        "shop": s.shop == spot,
    }


def _gate(t: Table, s: State, index: int, gate: int) -> dict[str, Any]:
    """A bar across the middle of its links."""
    kind = s.kind[index]
    data, ids = card_types()[kind]["gates"][gate], spot_ids(kind)
    spots = card_types()[kind]["spots"]
    ends = [spots[ids.index(name)] for link in data["links"] for name in link]
    u, v = (sum(spot[key] for spot in ends) / len(ends) for key in ("u", "v"))
    x, y = spot_xy(index, u, v)
    cube = bool(s.gate_cubes[index] >> gate & 1)
    return {"gate": gate, "size": t.gate_size[kind][gate], "lane": data["lane"], "x": x, "y": y, "cube": cube}


# Cars and players


def _car(t: Table, s: State, car: int) -> dict[str, Any]:
    on_track = s.spot[car] != OFF
    return {
        "car": car,
        "seat": s.owner[car],
        "name": car_name(t, s, car),
        "spot": s.spot[car] if on_track else None,
        "where": spot_name(t, s, s.spot[car]),
        "stopped": bool(s.stopped[car]),
        "borrowed": bool(s.borrowed[car]),
        "driven": car == s.mover,
    }


def _player(t: Table, s: State, seat: int) -> dict[str, Any]:
    known = sum(s.hand[seat]) == s.cards[seat]
    hand = [card for card in range(DANGERS) for _ in range(s.hand[seat][card])]
    return {
        "seat": seat,
        "place": race_place(t, s, seat),
        "finished": s.place[seat] > 0,
        "chips": s.chips[seat],
        "damage": s.damage[seat],
        "next_dice": max(2, 5 - s.damage[seat]),
        "cards": s.cards[seat],
        "hand": hand if known else None,
        "hand_names": [danger_name(t, card) for card in hand] if known else None,
    }


# The turn


def _window(t: Table, s: State) -> dict[str, Any] | None:
    """Who has the say and what the first roll would be, while the Danger window is open."""
    if s.is_open == 0:
        return None
    return {
        "sayer": s.sayer,
        "asked": s.phase == CHOOSE_SAY,
        "passes": s.passes,
        "played": s.played[: t.seats],
        "sits_out": [bool(flag) for flag in s.sits_out[: t.seats]],
        "first_roll": first_dice(s),
        "critters": s.critters,
        "nitros": s.nitros,
        "playing": s.playing if s.playing >= 0 else None,
        "target": s.target if s.playing >= 0 else None,
        "lane": LANE_NAMES[s.lane],
    }


def _dice(s: State) -> dict[str, Any]:
    return {
        "in_play": s.in_play,
        "unused": [value for value in range(1, RESTING + 1) for _ in range(s.dice[value])],
        "marked": [value for value in range(1, RESTING + 1) for _ in range(s.marked[value])],
        "to_roll": s.to_roll,
        "sixes": s.sixes,
    }


def _play(t: Table, s: State) -> dict[str, Any] | None:
    """The play in progress."""
    if s.mover < 0:
        return None
    return {
        "car": s.mover,
        "size": s.size if PHASES[s.phase] != "dice" else 0,
        "super_sizes": s.declared,
        "driven": s.driven if PHASES[s.phase] != "dice" else 0,
        "steps_left": s.steps_left if PHASES[s.phase] != "dice" else 0,
    }
