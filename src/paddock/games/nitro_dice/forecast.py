"""What lies ahead, told before it is chosen: the sections within reach, and the cost of each step and speed."""

from typing import Any

from paddock.engine import new_log

from .rules.cards import card_options, pay_card
from .rules.drafting import car_in_tow
from .rules.entering import is_hazard
from .rules.hazards import where_options
from .rules.lanes import push_space
from .rules.model import car_on, is_in_garage, lane_of, section_of
from .rules.movement import step_options
from .rules.speed import choose_speed, speed_options
from .state import (
    BRAKE,
    CARD,
    CHOICES,
    CHOOSE_CARD,
    CHOOSE_DRAFT,
    CHOOSE_SPEED,
    CHOOSE_STEP,
    CHOOSE_WHERE,
    DRIFT,
    FIRST_FACE,
    FORWARD,
    GAP,
    LANE,
    NITRO,
    NITRO3,
    PIT,
    TOP_SPEED,
    TYPES,
    WHERE,
    State,
    Table,
)
from .words import TYPE_NAMES, step_words

REACH = TOP_SPEED + 3  # spaces: top speed and a boost of three
UNHEARD = new_log(0)


def cards_by_type(s: State, seat: int) -> list[int]:
    """How many cards of each type a hand has."""
    return [sum(s.hand[seat][FIRST_FACE[kind] : FIRST_FACE[kind + 1]]) for kind in range(TYPES)]


def sections_ahead(t: Table, s: State, car: int) -> list[dict[str, Any]]:
    """The coming sections in the car's own lane: in how many spaces, and whether the hand (if known) covers them."""
    space = s.space[car]
    if is_in_garage(space):
        space = 16 * section_of(space) + 4 * t.outside + (space & 3)
    left = cards_by_type(s, car)
    is_known = sum(left) == s.cards[car]
    found: list[dict[str, Any]] = []
    for spaces in range(1, REACH + 1):
        before, space = space, t.forward[space]
        if space < 0:
            break
        if section_of(space) != section_of(before):
            kind = t.type[section_of(space)]
            left[kind] -= 1
            found.append(
                {
                    "section": section_of(space),
                    "type": TYPE_NAMES[kind],
                    "spaces": spaces,
                    "covered": left[kind] >= 0 if is_known else None,
                }
            )
    return found


def speeds(t: Table, s: State) -> list[dict[str, Any]]:
    """For each speed that can be set: its card, and the sections it crosses with those the hand does not cover."""
    if s.phase != CHOOSE_SPEED:
        return []
    out = [0] * CHOICES
    return [_speed(t, s, speed) for speed in out[: speed_options(s, out)]]


def _speed(t: Table, s: State, speed: int) -> dict[str, Any]:
    """What the rules ask for a speed, and what is left of the hand for the sections then."""
    trial = s.copy()
    choose_speed(trial, speed)
    return {
        "move": speed,
        "card": trial.phase == CHOOSE_CARD,
        "needs": [section["type"] for section in _crossed(t, s, speed)],
        "uncovered": _uncovered(t, trial, speed),
    }


def _crossed(t: Table, s: State, speed: int) -> list[dict[str, Any]]:
    return [section for section in sections_ahead(t, s, s.turn) if section["spaces"] <= speed]


def _uncovered(t: Table, s: State, speed: int) -> int | None:
    """Sections that the hand does not cover, after the card that is missed least; None if the hand is not known."""
    if sum(s.hand[s.turn]) != s.cards[s.turn]:
        return None
    if s.phase != CHOOSE_CARD:
        return sum(not section["covered"] for section in _crossed(t, s, speed))
    out, found = [0] * CHOICES, list[int]()
    for move in out[: card_options(t, s, out)]:
        paid = s.copy()
        pay_card(paid, move - CARD, UNHEARD)
        found.append(sum(not section["covered"] for section in _crossed(t, paid, speed)))
    return min(found)


def steps(t: Table, s: State) -> list[dict[str, Any]]:
    """Every open step with where it leads and what it costs."""
    if s.phase != CHOOSE_STEP:
        return []
    out = [0] * CHOICES
    return [{"move": move, "words": step_words(move), **step_cost(t, s, move)} for move in out[: step_options(s, out)]]


def step_cost(t: Table, s: State, move: int) -> dict[str, Any]:
    """The cost of one step of the mover: card, token, point, handling, damage, and whom it touches."""
    target = step_target(t, s, move)
    struck = -1 if target < 0 or is_in_garage(target) else car_on(t, s, target)
    rear_end, shoots_gap = struck >= 0 and move == FORWARD, GAP <= move < PIT
    arrives = target >= 0 and not rear_end
    crosses = arrives and section_of(target) != section_of(s.space[s.turn])
    hazard = arrives and is_hazard(t, s, target)
    return {
        "to": target if target >= 0 else None,
        "card": LANE <= move <= BRAKE or shoots_gap,
        "token": move in (NITRO, NITRO3) or shoots_gap,
        "point": _uses_point(move) and (s.bonus == 0 or move == PIT),
        "bonus": _uses_point(move) and s.bonus > 0 and move != PIT,
        "handling": TYPE_NAMES[t.type[section_of(target)]] if crosses else None,
        "hazard": hazard,
        "damage": int(struck >= 0) + int(shoots_gap) + int(move == NITRO3) + int(hazard),
        "collides": struck if rear_end else None,
        "pushes": {"seat": struck, "to": push_space(t, s, target)} if struck >= 0 and not rear_end else None,
        "pulls": _pulled(t, s, move, struck),
    }


def step_target(t: Table, s: State, move: int) -> int:
    """The space a step leads to; -1 for a step in place."""
    space = s.space[s.turn]
    if move == FORWARD:
        return t.forward[space]
    if LANE <= move < DRIFT:
        return t.beside[space][move - LANE]
    if DRIFT <= move < BRAKE:
        return t.drift[space][move - DRIFT]
    if GAP <= move < PIT:
        ahead = t.forward[space]
        return t.forward[ahead if lane_of(ahead) == move - GAP else t.beside[ahead][move - GAP]]
    return -1


def _uses_point(move: int) -> bool:
    return move in (FORWARD, PIT) or DRIFT <= move < BRAKE


def _pulled(t: Table, s: State, move: int, struck: int) -> int | None:
    """The car that would be pulled along by this step."""
    moves_on = (move == FORWARD and struck < 0) or DRIFT <= move < BRAKE or GAP <= move < PIT
    if s.moved or not moves_on or is_in_garage(s.space[s.turn]):
        return None
    follower = car_in_tow(t, s, s.turn)
    return follower if follower >= 0 else None


def draft(t: Table, s: State) -> dict[str, Any] | None:
    """What going along costs the car that is to be pulled."""
    if s.phase != CHOOSE_DRAFT:
        return None
    target = t.forward[s.space[s.follower]]
    crosses = section_of(target) != section_of(s.space[s.follower])
    return {
        "seat": s.follower,
        "to": target,
        "handling": TYPE_NAMES[t.type[section_of(target)]] if crosses else None,
        "hazard": is_hazard(t, s, target),
    }


def places(t: Table, s: State) -> list[dict[str, Any]]:
    """Where the card to be laid may go, and the spaces that would then have a hazard."""
    if s.phase != CHOOSE_WHERE:
        return []
    out = [0] * CHOICES
    return [_place(t, s, move) for move in out[: where_options(t, s, out)]]


def _place(t: Table, s: State, move: int) -> dict[str, Any]:
    section, flip = divmod(move - WHERE, 2)
    hazards = t.hazards[2 * s.placing + flip]
    spaces = [16 * section + place for place in range(12) if hazards >> place & 1]
    return {"move": move, "section": section, "flip": flip, "hazards": spaces}
