"""From seats and options to the table of a race: the two boards as one loop, the cards as arrays."""

from collections.abc import Mapping
from typing import Any

from paddock.engine import ComponentFileError, Option, OptionError, Options, fill_weights, read_component

from .box import components, race_cards
from .estimate import KNOTS, group
from .state import (
    CARS,
    CELLS,
    CROSSOVER_BIT,
    DIRECTIONS,
    DRAFT_BIT,
    INSIDE,
    INSIDE_GROOVE,
    LANES,
    LOOP,
    LOW_LINE,
    MANEUVER_BITS,
    NAME_LENGTH,
    NOWHERE,
    OUTSIDE,
    OUTSIDE_GROOVE,
    SIDE_DRAFT_BIT,
    STAGES,
    STRAIGHT,
    TEXT_LENGTH,
    TYPE_KINDS,
    Table,
)
from .weights import SHARPNESS, WEIGHTS

LANE_NAMES = ("LL", "G1", "G2", "HL")
SIDES = (("1A", "1B"), ("2A", "2B"))
NPD_BITS = {"Draft": DRAFT_BIT, "Crossover": CROSSOVER_BIT, "Side Draft": SIDE_DRAFT_BIT}
LIMITS = {
    "hand_size": (1, 5),
    "push_penalty": (0, 8),
    "wide_penalty": (0, 8),
    "draft_bonus": (0, 4),
    "pit_extra_back": (0, 5),
}


DEFAULTS = components("game")["options"]


def race_sentence(race: Mapping[str, Any]) -> str:
    """A Race card in a line: its text, and the laps of its stages."""
    return f"{race['text']} Stages of {', '.join(str(laps) for laps in race['stage_laps'])} laps."


OPTIONS = (
    Option(
        "race",
        "The Race card: boards, stages and special rules; a file with one race table makes a race of your own.",
        "b_con_80",
        {race["id"]: race_sentence(race) for race in race_cards()},
        clause="VL-02",
        file=True,
        titles={race["id"]: race["name"] for race in race_cards()},
    ),
    Option(
        "npds",
        "How players get their teammates.",
        DEFAULTS["npds"],
        {
            "dealt": "Chance deals each player's teammates.",
            "chosen": "Players take their teammates by turns, and know whom they get.",
        },
        clause="VL-05",
        seats=(2, 3, 4),
        title="NPDs",
    ),
    Option(
        "pit_back_edge",
        "What a pit stop behind the last box costs.",
        DEFAULTS["pit_back_edge"],
        {
            "clamp": "A car never goes back beyond the last pit box.",
            "loop": "A car that goes back beyond the last box comes out in front, a lap lower.",
        },
        clause="VL-76",
    ),
    Option(
        "npd_second_caution",
        "What an NPD does at the next caution after it has pitted.",
        DEFAULTS["npd_second_caution"],
        {
            "stay_out": "A car without a driver that has pitted in this stage stays out.",
            "controller_chooses": "Its player decides whether it pits again.",
        },
        clause="VL-98",
        seats=(2, 3, 4),
        title="NPD second caution",
    ),
    Option(
        "solo_npd",
        "Who moves the other cars when you play alone.",
        DEFAULTS["solo_npd"],
        {
            "auto": "The other cars drive by a fixed list: you decide for your car only.",
            "player": "You move the other cars, too, by their dice: slower, and every push is your choice.",
        },
        clause="VL-117",
        seats=(1,),
        title="solo NPD",
    ),
    Option(
        "team_play",
        "Whose points count for a player.",
        DEFAULTS["team_play"],
        {
            False: "Only your own car scores; teammates draft and block for you.",
            True: "Your teammates' points are yours, too: every car of yours matters at the line.",
        },
        clause="VL-113",
        seats=(2, 3, 4),
    ),
    Option(
        "eight_player_teams",
        "Whether eight players form four teams.",
        DEFAULTS["eight_player_teams"],
        {
            False: "Eight players, each alone.",
            True: "Seats 1 and 5, 2 and 6, and so on add their points.",
        },
        clause="VL-114",
        seats=(8,),
    ),
    Option(
        "caution_can_end_stage",
        "Whether a caution can complete a stage.",
        DEFAULTS["caution_can_end_stage"],
        {
            True: "The laps of a caution may complete a stage: being ahead when it falls scores.",
            False: "A stage ends under green only, so there is always a sprint to its line.",
        },
        clause="VL-104",
    ),
    Option(
        "gas_and_go_tires",
        "What the quick pit stop does for the tires.",
        DEFAULTS["gas_and_go_tires"],
        {
            "fresh": "Every stop gives fresh tires, the quick one too.",
            "unchanged": "A quick stop gives cards only; fresh tires take a longer stop.",
        },
        clause="VL-68",
    ),
    Option(
        "tie_roll_limit",
        "After this many equal dice in races for position at one stage end the inside car wins.",
        DEFAULTS["tie_roll_limit"],
        least=1,
        most=20,
        clause="VL-92",
    ),
)


def build(seats: int, options: Options) -> Table:
    """The table for a race with these complete options."""
    t = Table()
    t.seats = seats
    t.npds_each = components("game")["npd_deal"]["by_players"][seats - 1]
    t.race, race = chosen_race(str(options["race"]))
    if t.race < 0:
        _write(t.race_name, race["name"])
        _write(t.race_text, race["text"])
    _fill_race(t, race)
    _fill_options(t, options)
    _fill_track(t, race)
    _fill_cards(t)
    fill_weights(t, KNOTS, WEIGHTS, SHARPNESS, group(t))
    return t


# The race


def chosen_race(name: str) -> tuple[int, dict[str, Any]]:
    """The number and the fields of a Race card; -1 for a custom race."""
    for number, race in enumerate(race_cards()):
        if race["id"] == name:
            return number, race
    return -1, custom_race(name)


def _write(letters: list[int], text: str) -> None:
    letters[: len(text)] = map(ord, text)


def _read(letters: list[int]) -> str:
    return "".join(chr(letter) for letter in letters if letter)


def race_card(t: Table) -> dict[str, str]:
    """What is written on the Race card of a table: id, name, kind and text."""
    if t.race < 0:
        return {"id": "custom", "name": _read(t.race_name), "kind": "custom", "text": _read(t.race_text)}
    return {key: race_cards()[t.race][key] for key in ("id", "name", "kind", "text")}


def custom_race(text: str) -> dict[str, Any]:
    """VL-125 A race as in components/races.toml: numbers that are left out are those of B-Con 80."""
    try:
        (own,) = read_component(text)["race"]
        race: dict[str, Any] = {**race_cards()[0], "name": "Custom race", "text": "", **own}
    except ComponentFileError as error:
        raise OptionError(f"race: {error}") from None
    except (KeyError, ValueError, TypeError):
        raise OptionError("race: the file must hold one [[race]] table as in components/races.toml") from None
    _check_text("name", race["name"], 1, NAME_LENGTH)
    _check_text("text", race["text"], 0, TEXT_LENGTH)
    for key, sides in zip(("left", "right"), SIDES, strict=True):
        if race[key] not in sides:
            raise OptionError(f"race: {key} must be {sides[0]} or {sides[1]}, not {str(race[key])[:20]!r}")
    for key, (least, most) in LIMITS.items():
        _check_number(key, race[key], least, most)
    if race["pit_exit"] not in ("LL", "G"):
        raise OptionError("race: pit_exit must be LL or G")
    _check_lists(race)
    return race


def _check_lists(race: dict[str, Any]) -> None:
    laps, bonus = race["stage_laps"], race["lane_bonus"]
    if not isinstance(laps, list) or not 1 <= len(laps) <= STAGES:  # pyright: ignore[reportUnknownArgumentType]
        raise OptionError(f"race: stage_laps must be a list of 1 to {STAGES} numbers")
    for number in laps:  # pyright: ignore[reportUnknownVariableType]
        _check_number("stage_laps", number, 1, 108)
    if not isinstance(bonus, dict) or set(bonus) - set(LANE_NAMES):  # pyright: ignore[reportUnknownArgumentType]
        raise OptionError("race: lane_bonus must be a table of LL, G1, G2 and HL")
    for number in bonus.values():  # pyright: ignore[reportUnknownVariableType]
        _check_number("lane_bonus", number, 0, 2)


def _check_text(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, str) or not least <= len(value) <= most or not value.isprintable():
        raise OptionError(f"race: {name} must be a line of {least} to {most} characters, not {str(value)[:20]!r}")


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise OptionError(f"race: {name} must be a whole number from {least} to {most}, not {str(value)[:20]!r}")


def _fill_race(t: Table, race: dict[str, Any]) -> None:
    t.stages = len(race["stage_laps"])
    t.stage_laps[: t.stages] = race["stage_laps"]
    t.hand_size = race["hand_size"]
    t.push_penalty, t.wide_penalty = race["push_penalty"], race["wide_penalty"]
    t.draft_bonus = race["draft_bonus"]
    t.lane_bonus[:] = [race["lane_bonus"].get(lane, 0) for lane in LANE_NAMES]
    t.pit_exit_groove = int(race["pit_exit"] == "G")
    t.pit_extra_back = race["pit_extra_back"]


def _fill_options(t: Table, options: Options) -> None:
    t.npds_chosen = int(options["npds"] == "chosen")
    t.pit_loop = int(options["pit_back_edge"] == "loop")
    t.controller_chooses = int(options["npd_second_caution"] == "controller_chooses")
    t.solo_auto = int(t.seats == 1 and options["solo_npd"] == "auto")
    t.team_play = int(options["team_play"])
    t.eight_teams = int(options["eight_player_teams"])
    t.caution_ends_stage = int(options["caution_can_end_stage"])
    t.gas_keeps_tires = int(options["gas_and_go_tires"] == "unchanged")
    t.tie_roll_limit = int(options["tie_roll_limit"])


# The track


def board_sides(race: dict[str, Any]) -> list[dict[str, Any]]:
    """The two sides that form the loop, the one with the starting grid first."""
    sides = {side["id"]: side for side in components("tracks")["side"]}
    return [sides[race["left"]], sides[race["right"]]]


def spaces(race: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """Every space of the loop as its cell and its entry in tracks.toml."""
    return [
        (LOOP * LANE_NAMES.index(space["lane"]) + space["t"] + 16 * tile, space)
        for tile, side in enumerate(board_sides(race))
        for space in side["space"]
    ]


def _fill_track(t: Table, race: dict[str, Any]) -> None:
    for cell, _ in spaces(race):
        t.exists[cell] = 1
    for cell in range(CELLS):
        _fill_cell(t, cell)


def _fill_cell(t: Table, cell: int) -> None:
    lane = cell // LOOP
    for direction in range(DIRECTIONS):
        t.step[direction][cell], t.gain[direction][cell] = _step(t, cell, direction)
    t.behind[cell] = _space(t, lane, cell - 2)
    merge = OUTSIDE if lane == LOW_LINE else INSIDE
    way = STRAIGHT if t.step[STRAIGHT][cell] >= 0 else merge
    t.advance_to[cell], t.advance_gain[cell] = t.step[way][cell], t.gain[way][cell]
    if t.behind[cell] >= 0:
        t.back_to[cell], t.back_loss[cell] = t.behind[cell], 2
    else:
        t.back_to[cell], t.back_loss[cell] = (
            _space(t, INSIDE_GROOVE if lane == LOW_LINE else OUTSIDE_GROOVE, cell - 1),
            1,
        )
    t.beside[cell][:] = [NOWHERE] * 3
    for i, other in enumerate(_beside(t, cell, lane)):
        t.beside[cell][i] = other


def _space(t: Table, lane: int, s: int) -> int:
    """The cell of a lane and a position on the loop, NOWHERE if there is no such space."""
    cell = LOOP * lane + s % LOOP
    return cell if 0 <= lane < LANES and t.exists[cell] else NOWHERE


def _step(t: Table, cell: int, direction: int) -> tuple[int, int]:
    """Where a step leads and what it gains; a diagonal between Groove and line gains half a space."""
    lane = cell // LOOP
    other = lane + (0, -1, 1)[direction]
    gain = 2 if lane == other or {lane, other} == {INSIDE_GROOVE, OUTSIDE_GROOVE} else 1
    target = _space(t, other, cell + gain) if t.exists[cell] and 0 <= other < LANES else NOWHERE
    return target, gain if target >= 0 else 0


def _beside(t: Table, cell: int, lane: int) -> list[int]:
    """Spaces that overlap a space in the lanes next to it."""
    if not t.exists[cell]:
        return []
    found: list[int] = []
    for other in (lane - 1, lane + 1):
        if not 0 <= other < LANES:
            continue
        level = {lane, other} == {INSIDE_GROOVE, OUTSIDE_GROOVE}
        found += [_space(t, other, cell + shift) for shift in ((0,) if level else (-1, 1))]
    return [other for other in found if other >= 0]


# Cards


def _fill_cards(t: Table) -> None:
    kinds = {kind["id"]: kind for kind in components("action_cards")["kind"]}
    for number, (kind, move) in enumerate(TYPE_KINDS):
        t.type_move[number] = move
        t.type_maneuver[number] = MANEUVER_BITS[kinds[kind]["maneuver"]]
    for number, card in enumerate(components("action_cards")["card"]):
        t.stopwatch[number] = card["stopwatch"]
        t.type_of[number] = TYPE_KINDS.index((card["kind"], card.get("move", 0)))
    events = components("laps_cards")["event"]
    names = [event["id"] for event in events]
    for number, event in enumerate(events):
        t.line_cars[number], t.event_spaces[number] = event.get("min_cars", 0), event.get("spaces", 0)
        t.event_width[number] = event.get("width", 0)
    for number, card in enumerate(components("laps_cards")["card"]):
        t.laps[number] = card["laps"]
        t.events[number][:] = [*(names.index(event) for event in card["events"]), NOWHERE][:2]
    _fill_npds(t)
    for box in components("sideboard")["pit_box"]:
        t.modifier[box["index"] - 1] = box["modifier"]


def _fill_npds(t: Table) -> None:
    for car in range(CARS):
        for number, face in enumerate(components("teams")["team"][car]["npd_faces"], 1):
            t.npd_move[car][number] = int(face[0].removeprefix("Move "))
            t.npd_maneuvers[car][number] = sum(NPD_BITS[name] for name in face[1:])
