"""What a client draws: the track once, and each new position. It reads a concealed position only."""

from typing import Any

from paddock.engine import is_in

from .forecast import cards_by_type, draft, places, sections_ahead, speeds, steps
from .rules import PHASES
from .rules.model import face_of, is_in_garage, is_question_of_a_turn, section_of, space_at
from .rules.replenishing import surplus
from .rules.winning import race_place
from .state import (
    BEST_CONDITION,
    CARD,
    CHOOSE_CARD,
    CHOOSE_WHERE,
    FACES,
    FIRST_FACE,
    FOR_DOWN,
    FOR_THREE,
    OFF,
    PAY_HANDLING,
    PLACES,
    RACE_OVER,
    SPECIAL,
    TOKENS,
    TYPES,
    State,
    Table,
)
from .table import LANE_NAMES, components, spaces
from .track import HEADINGS
from .words import PURPOSES, TYPE_NAMES, card_name, face_name, hazard_names, place_name


def scene(t: Table) -> dict[str, Any]:
    """The track, the cards and what else stays as it is for the whole race."""
    return {
        "sections": [_section(t, section) for section in range(t.sections)],
        "spaces": [_space(t, space, section, lane, i) for space, section, lane, i in spaces(t)],
        "garage": t.garage,
        "outside": LANE_NAMES[t.outside],
        "cell_size": t.cell_size / 10,
        "laps": t.laps,
        "finish": t.finish,
        "faces": [_face(t, face) for face in range(FACES)],
        "cars": [{"name": car["colour"], "hex": car["hex"]} for car in components("pieces")["car"][: t.seats]],
        "condition": BEST_CONDITION,
        "tokens": TOKENS,
        "nitro_madness": bool(t.nitro_madness),
        "round_limit": t.round_limit,
    }


def _section(t: Table, section: int) -> dict[str, Any]:
    kind = "start" if section == 0 else "garage" if section == t.garage else TYPE_NAMES[t.type[section]]
    return {
        "section": section,
        "kind": kind,
        "type": TYPE_NAMES[t.type[section]],
        "inside": LANE_NAMES[t.inside[section]],
        "cell": [t.column[section], t.row[section]],
        "enter": HEADINGS[t.enter[section]],
        "exit": HEADINGS[t.exit[section]],
    }


def _space(t: Table, space: int, section: int, lane: int, i: int) -> dict[str, Any]:
    return {
        "space": space,
        "name": place_name(t, space),
        "section": section,
        "lane": LANE_NAMES[lane],
        "i": i,
        "x": t.x[space] / 10,
        "y": t.y[space] / 10,
        "forward": t.forward[space] if t.forward[space] >= 0 else None,
    }


def _face(t: Table, face: int) -> dict[str, Any]:
    card = components("cards")["face"][face]
    return {
        "face": face,
        "move": CARD + face,
        "id": card["id"],
        "name": face_name(t, face),
        "type": card["type"],
        "art": card["art"],
        "hazards": [hazard_names(t, 2 * face + flip) for flip in range(t.flips[face])],
        "count": t.count[face],
    }


def view(t: Table, s: State) -> dict[str, Any]:
    """The position."""
    return {
        "round": s.round,
        "phase": PHASES.of(s).name,
        "over": s.phase == RACE_OVER,
        "turn": s.turn if s.turn >= 0 else None,
        "order": s.order[: s.running],
        "at": s.at,
        "purpose": PURPOSES[s.purpose] if s.phase == CHOOSE_CARD else "",
        "to_pay": _to_pay(s),
        "match": TYPE_NAMES[t.type[section_of(s.space[s.comer])]] if s.phase == PAY_HANDLING else None,
        "cars": [_car(t, s, car) for car in range(t.seats)],
        "hands": [_hand(t, s, seat) for seat in range(t.seats)],
        "cards": [_lying_card(t, s, section) for section in range(t.sections)],
        "draw_pile": s.draw_cards,
        "discard_pile": s.discard_cards,
        "discarded": _faces(s.discard),
        "played": _faces(s.played),
        "movement": _movement(s),
        "speeds": speeds(t, s),
        "steps": steps(t, s),
        "draft": draft(t, s),
        "placing": s.placing if s.phase == CHOOSE_WHERE else None,
        "places": places(t, s),
    }


def _to_pay(s: State) -> int:
    """How many cards are paid one after another, beginning with the one that is asked for."""
    if s.phase != CHOOSE_CARD:
        return 0
    if s.purpose == FOR_THREE:
        return s.to_pay
    return surplus(s, s.payer) if s.purpose == FOR_DOWN else 1


def _car(t: Table, s: State, car: int) -> dict[str, Any]:
    on_track = s.space[car] != OFF
    return {
        "seat": car,
        "space": s.space[car] if on_track else None,
        "name": place_name(t, s.space[car]),
        "in_garage": on_track and is_in_garage(s.space[car]),
        "queue": s.queue[car],
        "place": race_place(t, s, car),
        "prog": s.prog[car],
        "to_go": t.finish - s.prog[car],
        "laps_done": max(0, (s.prog[car] - 1) // t.sections),
        "speed": s.speed[car],
        "condition": s.condition[car],
        "nitro": s.nitro[car],
        "cards": s.cards[car],
        "wrecked": s.wrecked[car] > 0,
        "ahead": sections_ahead(t, s, car) if on_track else [],
    }


def _hand(t: Table, s: State, seat: int) -> dict[str, Any] | None:
    """A hand that the reader knows, grouped by type; None for one that is hidden."""
    if sum(s.hand[seat]) != s.cards[seat]:
        return None
    by_type = cards_by_type(s, seat)
    return {
        TYPE_NAMES[kind]: {
            "cards": by_type[kind],
            "faces": {
                str(face): s.hand[seat][face]
                for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1])
                if s.hand[seat][face]
            },
        }
        for kind in range(TYPES)
    }


def _faces(pile: list[int]) -> dict[str, int]:
    return {str(face): cards for face, cards in enumerate(pile) if cards}


def _lying_card(t: Table, s: State, section: int) -> dict[str, Any]:
    card = s.card[section]
    return {
        "section": section,
        "name": card_name(t, card),
        "face": face_of(card) if card < SPECIAL else None,
        "hazards": [space_at(section, 0, place) for place in range(PLACES) if is_in(t.hazards[card], place)],
    }


def _movement(s: State) -> dict[str, int] | None:
    """The mover's points, while there is a mover."""
    if not is_question_of_a_turn(s) or s.round == 0 or s.turn < 0:
        return None
    return {
        "spent": s.spent,
        "left": max(0, s.speed[s.turn] - s.spent),
        "bonus": s.bonus,
        "tokens_used": s.nitro_used,
    }
