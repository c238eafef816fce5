"""What a client draws: the loop once, and each new position. It reads a concealed position only."""

from typing import Any

from paddock.engine import is_in

from .box import components
from .forecast import (
    cautions_left,
    coming_activations,
    is_npd_pit_near,
    pit_entry,
    pit_returns,
    placements,
    reaches,
    rogue_driver,
    steps,
)
from .rules import PHASES
from .rules.model import display_position, lane_of, token_of
from .rules.scoring import place_among_cars, race_place, rank_key
from .state import (
    BOXES,
    CARD_TYPE,
    CARDS,
    CARS,
    CHOOSE_CONTEST,
    CHOOSE_LANE,
    CHOOSE_REROLL,
    CHOOSE_YELLOW,
    CROSSOVER,
    DISCARDED,
    FOR_CONTEST,
    FOR_TEST,
    FOR_WIDE_TEST,
    HIDDEN,
    LAPS_CARDS,
    LOOP,
    OFF,
    PAINT,
    PIT_DIE,
    PRIMARY,
    RACE_OVER,
    RACE_POINTS,
    ROLL_DIE,
    SET_CARD,
    SIDE_DRAFT,
    STAGE_POINTS,
    TEAM,
    TYPES,
    State,
    Table,
)
from .table import LANE_NAMES, race_card, spaces
from .words import (
    FLAGS,
    PURPOSES,
    STOPS,
    TOKENS,
    car_name,
    event_name,
    kind_name,
    kind_of_type,
    laps_name,
    left_words,
    place_words,
    seat_name,
    type_name,
)

CALLED = {"npd": "team", "deal_card": "draw_card", "fumes_card": "draw_card"}  # phases that clients need not tell apart
MANEUVER_NAMES = ("Draft", "Crossover", "Side Draft", "Trading Paint", "Slingshot", "Ride The Draft", "bonus")
TOKEN_IDS = ("", "move_over", "lapped")
MOVE_NUMBERS = {"crossover": CROSSOVER, "side_draft": SIDE_DRAFT, "paint": PAINT, "team": TEAM, "pit_die": PIT_DIE}


def scene(t: Table) -> dict[str, Any]:
    """The loop, the cards and what else stays as it is for the whole race."""
    return {
        "loop": LOOP,
        "lanes": list(LANE_NAMES),
        "spaces": _spaces(t),
        "start_finish": components("tracks")["start_finish_s"],
        "race": _race(t),
        "teams": [_team(t, car) for car in range(CARS)],
        "marks": [{"name": car_name(t, car), "hex": components("teams")["team"][car]["hex"]} for car in range(CARS)],
        "cards": [_card(t, card) for card in range(CARDS)],
        "types": [_type(t, kind) for kind in range(TYPES)],
        "laps_cards": [_laps_card(t, card) for card in range(LAPS_CARDS)],
        "pit_boxes": [_pit_box(box) for box in components("sideboard")["pit_box"]],
        "stage_points": list(STAGE_POINTS[1:]),
        "race_points": list(RACE_POINTS[1:]),
        "seats": [seat_name(t, seat) for seat in range(t.seats)],
        "moves": MOVE_NUMBERS,
        "team_play": bool(t.team_play),
        "eight_player_teams": bool(t.eight_teams),
    }


def _spaces(t: Table) -> list[dict[str, Any]]:
    left, right = board_names(t)
    entries = spaces({"left": left, "right": right})
    return [
        {
            "cell": cell,
            "name": place_words(t, cell),
            "id": space["id"],
            "lane": lane_of(cell),
            "s": cell % LOOP,
            "x": space["x"],
            "y": space["y"],
            "sx": space["sx"],
            "sy": space["sy"],
            "mark": space.get("mark", ""),
            "row": space.get("row"),
            "steps": [t.step[way][cell] if t.step[way][cell] >= 0 else None for way in range(3)],
        }
        for cell, space in entries
    ]


def board_names(t: Table) -> tuple[str, str]:
    """The sides of the boards, told by the spaces they lack."""
    return ("1B" if t.exists[LOOP * 3 + 1] else "1A"), ("2B" if t.exists[25] else "2A")


def _race(t: Table) -> dict[str, Any]:
    """The Race card, or the custom race."""
    left, right = board_names(t)
    return {
        **race_card(t),
        "left": left,
        "right": right,
        "stage_laps": t.stage_laps[: t.stages],
        "hand_size": t.hand_size,
        "push_penalty": t.push_penalty,
        "wide_penalty": t.wide_penalty,
        "draft_bonus": t.draft_bonus,
        "lane_bonus": t.lane_bonus[:],
        "pit_exit": "G" if t.pit_exit_groove else "LL",
        "pit_extra_back": t.pit_extra_back,
    }


def _team(t: Table, car: int) -> dict[str, Any]:
    team = components("teams")["team"][car]
    return {
        "car": car,
        "name": car_name(t, car),
        "color": team["color"],
        "number": team["number"],
        "hex": team["hex"],
        "npd_style": team["npd_style"],
        "npd_faces": team["npd_faces"],
    }


def _card(t: Table, card: int) -> dict[str, Any]:
    return {
        "card": card,
        "type": t.type_of[card],
        "stopwatch": t.stopwatch[card],
        "move": SET_CARD + card,
    }


def _type(t: Table, kind: int) -> dict[str, Any]:
    entry = kind_of_type(kind)
    return {
        "type": kind,
        "name": type_name(t, kind),
        "kind": entry["id"],
        "steps": t.type_move[kind],
        "text": entry["text"],
        "timing": entry["timing"],
        "maneuver": entry["maneuver"],
        "move": CARD_TYPE + kind,
    }


def _laps_card(t: Table, card: int) -> dict[str, Any]:
    events = [event for event in t.events[card] if event >= 0]
    return {
        "card": card,
        "name": laps_name(t, card),
        "laps": t.laps[card],
        "events": [{"event": event, "text": event_name(t, event)} for event in events],
    }


def _pit_box(box: dict[str, Any]) -> dict[str, Any]:
    return {
        key: box[key] for key in ("index", "h_from", "h_to", "modifier", "arrow_ll", "arrow_g", "x", "y", "sx", "sy")
    }


# The position


def view(t: Table, s: State) -> dict[str, Any]:
    """The position."""
    return {
        "phase": _phase_name(s),
        "over": s.phase == RACE_OVER,
        "qualifying": bool(s.qualifying),
        "stage": s.stage,
        "stages": t.stages,
        "round": s.round,
        "flag": FLAGS[s.flag],
        "window": s.window,
        "laps": _laps(t, s),
        "first_player": s.first_player,
        "cars": [_car(t, s, car) for car in range(CARS)],
        "order": sorted(range(CARS), key=lambda car: -rank_key(s, car)),
        "won_by": winner(t, s) if s.phase == RACE_OVER else None,
        "lineup": s.lineup[:],
        "players": [_player(t, s, seat) for seat in range(t.seats)],
        "turn": _turn(t, s),
        "test": _test(s),
        "roll": _roll(s),
        "boxes": [_box(t, s, box) for box in range(BOXES)],
        "placing": s.placing if s.phase in (CHOOSE_LANE, CHOOSE_YELLOW) else None,
        "placements": placements(s),
        "coming": coming_activations(s),
        "rogue_driver": rogue_driver(t, s),
        "npd_pit_near": is_npd_pit_near(s),
        "deck": s.deck_cards,
        "discarded": [card for card in range(CARDS) if s.place[card] == DISCARDED],
        "next_position": s.next_position if s.phase == CHOOSE_CONTEST else None,
        "steps": steps(t, s),
        "pit_returns": pit_returns(t, s),
        "pit_entry": pit_entry(s),
        "reaches": reaches(t, s),
        "quick_pit": bool(s.quick_pit),
    }


def _phase_name(s: State) -> str:
    """What clients call the phase."""
    name = PHASES.of(s).name
    return CALLED.get(name, name)


def winner(t: Table, s: State) -> int:
    """R-59 VL-120 The car that won the race, driven by a player or not: the first at the flag, alone by points."""
    if t.seats == 1:
        return next(car for car in range(CARS) if place_among_cars(s, car) == 1)
    return s.position.index(1)


def _laps(t: Table, s: State) -> dict[str, Any]:
    return {
        "run": s.laps_run,
        "of": t.stage_laps[s.stage],
        "to_go": max(0, t.stage_laps[s.stage] - s.laps_run),
        "card": s.laps_card if s.laps_card >= 0 else None,
        "event": s.event_at if s.event_at >= 0 else None,
        "drawn": s.laps_drawn,
        "in_play": [card for card in range(LAPS_CARDS) if s.laps_in_play[card]],
        "cautions_left": cautions_left(t, s),
        "had_yellow": bool(s.had_yellow),
    }


def _car(t: Table, s: State, car: int) -> dict[str, Any]:
    on_track = s.cell[car] != OFF
    return {
        "car": car,
        "cell": s.cell[car] if on_track else None,
        "name": place_words(t, s.cell[car]),
        "lane": lane_of(s.cell[car]) if on_track else None,
        "distance": s.distance[car] if on_track else None,
        "display": display_position(s, car) if on_track else None,
        "token": TOKEN_IDS[token_of(s, car)] if on_track else ("lapped" if s.lapped[car] else ""),
        "token_words": TOKENS[token_of(s, car)] if on_track else "",
        "kind": kind_name(t, s, car),
        "owner": s.owner[car] if s.owner[car] >= 0 else None,
        "fresh_tires": s.kind[car] == PRIMARY and s.worn[car] == 0,
        "must_pit": bool(s.must_pit[car]),
        "upright": s.sideways[car] == 0,
        "points": s.points[car],
        "place": place_among_cars(s, car),
        "position": s.position[car] or None,
        "last_position": s.last_position[car] or None,
        "die": s.die[car] or None,
        "pit_die": _hidden(s.pit_die[car], 0),
        "qualify": _hidden(s.qualify[car], -1),
    }


def _hidden(value: int, none: int) -> int | str | None:
    """A face-down card or a covered die: None, "hidden", or its value."""
    if value == none:
        return None
    return "hidden" if value == HIDDEN else value


def _player(t: Table, s: State, seat: int) -> dict[str, Any]:
    hand = [card for card in range(CARDS) if s.place[card] == seat]
    return {
        "seat": seat,
        "primary": s.primary[seat] if s.primary[seat] >= 0 else None,
        "cards": s.cards[seat],
        "hand": hand if len(hand) == s.cards[seat] else None,
        "place": race_place(t, s, seat),
    }


def _turn(t: Table, s: State) -> dict[str, Any] | None:
    """The car whose turn it is and what is left of it."""
    if s.car < 0 or s.flag:
        return None
    return {
        "car": s.car,
        "driver": s.driver,
        "card": s.card if s.card >= 0 else None,
        "move": s.move,
        "move_left": s.move_left,
        "begun": bool(s.begun),
        "complete": bool(s.complete),
        "lane_left": s.lane_left,
        "bonus_left": s.bonus_left if s.in_bonus else 0,
        "maneuvers": [name for bit, name in enumerate(MANEUVER_NAMES) if is_in(s.maneuvers, bit)],
        "used": s.used,
        "minimum": s.minimum if s.kind[s.car] != PRIMARY else 0,
        "left": left_words(s),
        "stop": STOPS[s.stop],
    }


def _test(s: State) -> dict[str, Any] | None:
    """The risk test or race for position under way: its cars in order with their dice, and who decides."""
    if s.phase not in (CHOOSE_REROLL, ROLL_DIE, CHOOSE_CONTEST):
        return None
    if s.phase != CHOOSE_CONTEST and s.rolling not in (FOR_TEST, FOR_WIDE_TEST, FOR_CONTEST):
        return None
    cars = s.test[: s.test_cars]
    return {
        "kind": "contest" if s.phase == CHOOSE_CONTEST or s.rolling == FOR_CONTEST else "wide" if s.wide else "push",
        "cars": [{"car": car, "die": s.die[car] or None, "passed": is_in(s.passed, car)} for car in cars],
        "decides": s.roller if s.phase == CHOOSE_REROLL else None,
    }


def _roll(s: State) -> dict[str, Any] | None:
    """The die that is being rolled, or may be rerolled."""
    if s.phase not in (ROLL_DIE, CHOOSE_REROLL):
        return None
    return {"car": s.roller, "purpose": PURPOSES[s.rolling], "die": s.die[s.roller] or None}


def _box(t: Table, s: State, box: int) -> dict[str, Any]:
    return {"index": box + 1, "car": s.box[box] if s.box[box] >= 0 else None, "modifier": t.modifier[box]}
