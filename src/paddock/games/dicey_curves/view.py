"""What a client draws: slots and card types once, and each new position as its reader may know it."""

from typing import Any

from paddock.engine import is_in

from .forecast import plays, reachable, steps
from .rules import PHASES
from .rules.dice import first_dice
from .rules.model import (
    cubes_on,
    has_barrel,
    spot_at,
)
from .rules.turns import race_place
from .state import (
    ADD,
    BORROW,
    CARD,
    CARS,
    CHOOSE_ACT,
    CHOOSE_DICE,
    CHOOSE_SAY,
    CONTINUE,
    DANGERS,
    DECLARE,
    DONE,
    DRIVE,
    END,
    EXCHANGE,
    FINISH,
    JUKE,
    KINDS,
    LANE,
    MARK,
    OFF,
    ORDINARY,
    PAIRS,
    PASS,
    PASS_ON,
    PLAY,
    PLAYER,
    RACE_OVER,
    RESTING,
    ROLL,
    SPOT,
    State,
    Table,
)
from .table import LANE_NAMES, card_types, components
from .words import car_name, danger_name, pair_of, spot_name

MOVE_NUMBERS = {  # of choices, for boards: a card, seat, value, lane, car or pair is added
    "exchange": EXCHANGE,
    "pass": PASS,
    "pass_on": PASS_ON,
    "play": PLAY,
    "player": PLAYER,
    "card": CARD,
    "lane": LANE,
    "spot": SPOT,
    "done": DONE,
    "add": ADD,
    "mark": MARK,
    "roll": ROLL,
    "end": END,
    "drive": DRIVE,
    "continue": CONTINUE,
    "borrow": BORROW,
    "juke": JUKE,
    "declare": DECLARE,
}


def scene(t: Table) -> dict[str, Any]:
    """The slots, the card types and what else stays as it is for the whole race."""
    layout = components("layout")
    return {
        "half_width": layout["half_width"],
        "slots": layout["slot"],
        "kinds": [_kind(t, kind) for kind in range(KINDS)],
        "dangers": [_danger(card) for card in range(DANGERS)],
        "colours": [{"name": c["colour"], "hex": c["hex"]} for c in components("pieces")["car"][:CARS]],
        "moves": MOVE_NUMBERS,
        "seats": t.seats,
        "cars_each": t.cars_each,
        "danger": bool(t.danger),
        "cards_to_finish": [t.fewest_cards, t.most_cards],
        "round_limit": t.round_limit,
        "window_play_cap": t.window_play_cap,
    }


def _kind(t: Table, kind: int) -> dict[str, Any]:
    card = card_types()[kind]
    shown = ("id", "name", "lanes_wide", "shape", "arrows", "gates", "lanes")
    spots = [{key: spot[key] for key in ("id", "lane", "u", "v", "to_exit")} for spot in card["spots"]]
    return {"kind": kind, **{key: card[key] for key in shown}, "spots": spots}


def _danger(card: int) -> dict[str, Any]:
    entry = components("danger_cards")["danger_type"][card]
    return {key: entry[key] for key in ("id", "name", "count", "when", "target", "text")}


def view(t: Table, s: State) -> dict[str, Any]:
    """The position."""
    return {
        "round": s.rounds + 1,
        "phase": PHASES.names[s.phase],
        "over": s.phase == RACE_OVER,
        "turn": s.turn if s.turn >= 0 else None,
        "track": s.kind[: s.laid],
        "rear": s.rear,
        "cards_left": {card_types()[kind]["id"]: s.left[kind] for kind in range(KINDS) if s.left[kind]},
        "to_finish": to_finish(t, s),
        "cars": [_car(t, s, car) for car in range(t.cars)] if s.first >= 0 else [],
        "players": [_player(t, s, seat) for seat in range(t.seats)],
        "items": _items(t, s),
        "piles": {"cubes": s.pile_cubes, "barrels": s.pile_barrels, "chips": s.pile_chips},
        "danger_deck": s.draw_cards,
        "discards": {str(card): n for card, n in enumerate(s.discard) if n},
        "window": _window(t, s),
        "dice": _dice(s),
        "play": _play(t, s),
        "combos": plays(t, s),
        "reachable": reachable(t, s),
        "steps": steps(t, s),
        "jukes": _jukes(s),
    }


def to_finish(t: Table, s: State) -> list[int] | None:
    """The least and most ordinary cards still to be laid before Finish; None once it lies."""
    if s.kind[s.laid - 1] == FINISH:
        return None
    laid = s.laid - 1
    return [max(0, t.fewest_cards - laid), min(ORDINARY, t.most_cards) - laid]


# The track


def _items(t: Table, s: State) -> dict[str, Any]:
    """What Danger cards have put on the cards in play."""
    spots = [spot_at(index, i) for index in range(s.rear, s.laid) for i in range(t.spots[s.kind[index]])]
    gates = [(index, gate) for index in range(s.rear, s.laid) for gate in range(t.gate_count[s.kind[index]])]
    return {
        "cubes": {str(spot): cubes_on(s, spot) for spot in spots if cubes_on(s, spot)},
        "gate_cubes": [[index, gate] for index, gate in gates if is_in(s.gate_cubes[index], gate)],
        "barrels": [spot for spot in spots if has_barrel(s, spot)],
        "shop": s.shop if s.shop != OFF else None,
    }


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


def _jukes(s: State) -> list[dict[str, Any]]:
    """The pairs of cars that a chip may swap now."""
    pairs = [pair for pair in range(PAIRS) if s.phase == CHOOSE_ACT and s.jukes >> pair & 1]
    return [{"move": JUKE + pair, "cars": pair_of(pair)} for pair in pairs]


def _play(t: Table, s: State) -> dict[str, Any] | None:
    """The play in progress."""
    if s.mover < 0:
        return None
    chosen = s.phase != CHOOSE_DICE  # the dice, and with them the size
    return {
        "car": s.mover,
        "size": s.size if chosen else 0,
        "super_sizes": s.declared,
        "driven": s.driven if chosen else 0,
        "steps_left": s.steps_left if chosen else 0,
    }
