"""What a client draws: the strip once, and each new position (section 14 of the rules)."""

from typing import Any

from .box import COLOUR_IDS, KIND_IDS, components
from .realtime import LIGHTS as START_LIGHTS
from .rules import PHASES
from .rules.clock import time_limit
from .rules.finishing import game_place, game_score, points_of
from .rules.model import can_fill, charger_weight, chargers, is_finishable, redline_cost
from .rules.placing import placing_cost
from .solo import result, strip_name
from .state import (
    ABSENT,
    ACT,
    ALL_DICE,
    CARD,
    CHOICES,
    COMMON,
    DICE,
    DIE,
    GAME_OVER,
    KINDS,
    MOST_REDLINES,
    NONE,
    PICK,
    PICK_MORE,
    PLACE,
    PLACE_FACE,
    PLACING,
    RELEASE,
    SAVE,
    STOP,
    TAKE,
    State,
    Table,
)
from .table import PILOT_IDS
from .words import STATUS_WORDS, kind_name, lane

CLOCKS = ("realtime", "simulated", "rounds")
PILOTS = tuple(PILOT_IDS)
LIGHTS = ("free", "redline", "none")


def scene(t: Table) -> dict[str, Any]:
    """The strip, the kinds of dice and the timing."""
    strip = components("strip")
    return {
        "clock": CLOCKS[t.clock],
        "strip": strip_name(t),
        "fixed": t.fixed if t.fixed[0] else None,
        "layout": strip["strip"],
        "cards": strip["slot"],
        "cubes": strip["cube"],
        "lanes": [{**lane(t.seats, seat), "player": seat} for seat in range(t.seats)],
        "spaces": [space for seat in range(t.seats) for space in _spaces(t, seat)],
        "kinds": [_kind(t, kind) for kind in range(len(KIND_IDS))],
        "colours": components("modifications")["colours"],
        "timing": components("timing")["realtime"],
        "lights": [{"at": at, "word": word} for at, word in START_LIGHTS],
        "wins_to_win": t.wins_to_win,
        "points": bool(t.points),
        "limit": t.limit,
        "unfinishable": unfinishable_kinds(t, t.fixed) if t.fixed[0] else [],
        "moves": {
            **{"place": PLACE, "save": SAVE, "release": RELEASE, "place_face": PLACE_FACE},
            **{"card": CARD, "die": DIE, "take": TAKE, "stop": STOP},
        },
    }


def _spaces(t: Table, seat: int) -> list[dict[str, Any]]:
    return [space for space in components("strip")["space"] if space["lane"] == lane(t.seats, seat)["id"]]


def _kind(t: Table, kind: int) -> dict[str, Any]:
    entry = next(entry for entry in components("modifications")["kind"] if entry["id"] == KIND_IDS[kind])
    return {
        "id": KIND_IDS[kind],
        "name": kind_name(t, kind),
        "colour": entry["colour"],
        "text": entry["text"],
        "values": entry["values"],
        "free_faces": entry["free_faces"],
        "redline_faces": entry["redline_faces"],
    }


def unfinishable_kinds(t: Table, track: list[int]) -> list[str]:
    """PN-66 Kinds of which three dice cannot finish on a track."""
    s = State()
    s.track = list(track)
    return [KIND_IDS[kind] for kind in range(KINDS) if not can_fill(t, s, ALL_DICE, 3 * charger_weight(kind), 0)]


def view(t: Table, s: State) -> dict[str, Any]:
    """The position."""
    return {
        "phase": PHASES.of(s).name,
        "over": s.phase == GAME_OVER,
        "race": s.race,
        "turn": s.turn if s.turn >= 0 else None,
        "now": s.now,
        "limit": time_limit(t, s),
        "track": s.track,
        "on_track": s.on_track,
        "pile": sum(s.pile),
        "aside": sum(s.aside),
        "supply": {
            "cards": {KIND_IDS[kind]: s.card_left[kind] for kind in range(KINDS)},
            "dice": {COLOUR_IDS[colour]: left for colour, left in enumerate(s.die_left)},
            "cubes": components("game")["counts"]["redline_cubes"] - sum(s.redlines[: t.seats]),
        },
        "draft": _draft(t, s),
        "order": s.order[: s.drafters],
        "racers": [_racer(t, s, seat) for seat in range(t.seats)],
        "choices": _choices(t, s),
        "solo": _solo(t, s) if t.seats == 1 else None,
    }


def _racer(t: Table, s: State, seat: int) -> dict[str, Any]:
    racing = s.status[seat] != ABSENT
    return {
        "seat": seat,
        "place": game_place(t, s, seat),
        "score": game_score(t, s, seat),
        "wins": s.wins[seat],
        "points": points_of(s, seat),
        "trophies": [value + 1 for value in range(6) for _ in range(s.trophies[seat][value])],
        "rank": s.rank[seat] or None,
        "pilot": PILOTS[s.pilot[seat]],
        "gone": bool(s.gone[seat]),
        "cards": [KIND_IDS[kind] for kind in range(KINDS) if s.cards[seat] >> kind & 1],
        "status": STATUS_WORDS[s.status[seat]].replace(" ", "_"),
        "filled": s.next[seat] - 1,
        "next": s.next[seat] if racing and s.next[seat] <= DICE else None,
        "redlines": s.redlines[seat],
        "rolls": s.rolls[seat],
        "used": bool(s.used[seat]),
        "placing": s.hand_die[seat] if s.step[seat] == PLACING else None,
        "due": s.due[seat],
        "settle": s.settle[seat],
        "ended": s.ended[seat] if s.ended[seat] != NONE else None,
        "last_placed": s.last_placed[seat] if s.last_placed[seat] != NONE else None,
        "finishable": not s.track[DICE - 1] or bool(is_finishable(t, s, seat)),
        "dice": [_die(t, s, seat, slot) for slot in range(3 + s.mod_dice[seat])] if racing else [],
    }


def _die(t: Table, s: State, car: int, slot: int) -> dict[str, Any]:
    kind, face = s.kind[car][slot], s.face[car][slot]
    where = "pool"
    for name, mask in (("fresh", s.fresh[car]), ("saved", s.saved[car]), ("placed", s.placed[car])):
        where = name if mask >> slot & 1 else where
    return {
        "slot": slot,
        "kind": KIND_IDS[kind],
        "colour": COLOUR_IDS[s.colour[car][slot]],
        "where": where,
        "in_hand": bool(s.last_hand[car] >> slot & 1),
        "space": s.space[car][slot] or None,
        "face": face or None,
        "value": t.value[kind][face] if face else None,
        "light": _light(t, s, car, slot) if where in ("fresh", "saved") and face else None,
    }


def _light(t: Table, s: State, car: int, slot: int) -> str:
    """Green for free, amber for a redline, a skull for the third one, grey for no fit."""
    if s.next[car] > DICE:
        return "none"
    kind = s.kind[car][slot]
    cost = redline_cost(kind, t.value[kind][s.face[car][slot]], s.track[s.next[car] - 1])
    return "explode" if cost == 1 and s.redlines[car] == MOST_REDLINES else LIGHTS[cost]


def _choices(t: Table, s: State) -> list[dict[str, Any]]:
    """What each action of the acting racer would do."""
    if s.phase != ACT:
        return []
    out = [0] * CHOICES
    return [_choice(t, s, move) for move in out[: PHASES.legal(t, s, out)]]


def _choice(t: Table, s: State, move: int) -> dict[str, Any]:
    if move < PLACE:
        return {"move": move, "kind": "roll", "dice": [slot for slot in range(DICE) if move >> slot & 1]}
    slot = (move - PLACE) % DICE
    if SAVE <= move < PLACE_FACE:
        return {"move": move, "kind": "save" if move < RELEASE else "release", "dice": [slot]}
    cost = placing_cost(t, s, s.turn, move)
    explodes = bool(cost) and s.redlines[s.turn] == MOST_REDLINES
    return {"move": move, "kind": "place", "dice": [slot], "redline": bool(cost), "explodes": explodes}


def _draft(t: Table, s: State) -> dict[str, Any] | None:
    """Free-face bars per kind over this track, and which picks would leave a car that cannot finish (PN-17)."""
    if s.phase not in (PICK, PICK_MORE):
        return None
    out = [0] * CHOICES
    moves = out[: PHASES.legal(t, s, out)]
    return {
        "bars": {KIND_IDS[kind]: [t.free_faces[kind][value] for value in s.track] for kind in range(COMMON + 1)},
        "warnings": [move for move in moves if move != STOP and not keeps_finishable(t, s, move)],
        "unfinishable": unfinishable_kinds(t, s.track),
    }


def keeps_finishable(t: Table, s: State, move: int) -> bool:
    """PN-17 Whether a car could finish after a pick, the dice still to come being plain."""
    kind = move - CARD
    if move >= DIE:
        held = s.cards[s.turn] >> (2 * (move - DIE)) & 3
        kind = 2 * (move - DIE) + (held >> 1) if held else COMMON
    return bool(can_fill(t, s, ALL_DICE, chargers(s, s.turn, ALL_DICE) + charger_weight(kind), 0))


def _solo(t: Table, s: State) -> dict[str, Any]:
    one = result(t, s)
    return {"strip": one.strip, "count": one.count or None, "rating": one.rating, "timed": one.timed}
