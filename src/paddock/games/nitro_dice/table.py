"""From seats and options to the table of a race: the track as arrays, the cards counted."""

import tomllib
from functools import cache
from typing import Any

from paddock.engine import (
    Option,
    OptionError,
    Options,
    fill_habits,
    fill_weights,
    set_of,
)

from .estimate import KNOTS, group
from .habits import HABITS
from .rules.model import section_of
from .state import (
    GARAGE,
    LANES,
    LEFT,
    OFF,
    RED,
    RIGHT,
    SECTIONS,
    SPACES,
    STRAIGHT,
    SWIPE_AHEAD,
    SWIPE_GARAGE,
    SWIPE_STRICT,
    YELLOW,
    Table,
)
from .track import COMPONENTS, LANE_LENGTHS, Picture, Track, TrackError, load_track, space_offset, track_heads
from .track_checks import refuse_errors
from .track_generator import random_track
from .weights import SHARPNESS, WEIGHTS

RANDOM_TRACK = {"track": ("random",)}
LANE_NAMES = ("L", "R", "G")
TYPE = {"straight": STRAIGHT, "red": RED, "yellow": YELLOW}
NONE = -1

MOST_LAPS = 9


def round_limit(sections_to_cross: int) -> int:
    """ND-140 The rounds after which a race ends in any case."""
    return 3 * sections_to_cross + 30


OPTIONS = (
    Option(
        "track",
        "The track to race on.",
        "joined_loops",
        {**track_heads("note"), "random": "A new track, laid from a seed and as many sections as you like."},
        clause="ND-01",
        file=True,
        titles={**track_heads("name")},
    ),
    Option(
        "track_sections",
        "How many sections a random track has.",
        18,
        least=12,
        most=28,
        clause="ND-127",
        needs=RANDOM_TRACK,
    ),
    Option(
        "track_seed",
        "The seed of a random track: the same number gives the same track.",
        1,
        least=0,
        most=999999,
        clause="ND-127",
        needs=RANDOM_TRACK,
    ),
    Option(
        "draft_chain",
        "How many cars a draft pulls along.",
        False,
        {
            False: "Only the car right behind the mover is pulled along.",
            True: "A pulled car pulls the one behind it: whole trains move up.",
        },
        clause="ND-64",
    ),
    Option("laps", "How many laps to race; 0 leaves it to the track.", 0, least=0, most=MOST_LAPS, clause="ND-110"),
    Option(
        "sideswipe",
        "Where a sideswiped car is pushed.",
        "garage",
        {
            "garage": "A sideswiped car is pushed to the side, also into the garage lane.",
            "strict": "A sideswiped car is pushed to the other lane, never into the garage lane.",
            "ahead": "Where no side is free the sideswiped car is pushed one space ahead.",
        },
        clause="ND-76",
    ),
    Option(
        "nitro_per_turn",
        "Nitro tokens that may be used in one turn.",
        1,
        {
            1: "One token a turn: a boost, or the gap.",
            2: "Two tokens a turn, one after the other: a long sprint for who saved them.",
        },
        clause="ND-55",
    ),
    Option(
        "count_bonus",
        "Whether bonus moves count when a car brakes or is halted.",
        False,
        {
            False: "Bonus moves are extra: they neither limit braking nor bring a halt nearer.",
            True: "Bonus moves count as spaces driven: braking helps less, and damage stops a car sooner.",
        },
        clause="ND-53",
    ),
    Option(
        "wreck",
        "What happens to a car without condition.",
        "limp",
        {
            "limp": "Condition never falls below 1: a battered car drives on.",
            "eliminate": "A car at condition 0 is out of the race, and ranked by when that happened.",
        },
        clause="ND-85",
    ),
    Option(
        "garage_speed_check",
        "When a car has to be slow enough for the garage.",
        "entry",
        {
            "entry": "Speed 5 or less at the garage's door is enough: who brakes in time gets in.",
            "turn_start": "The turn has to begin with speed 5 or less: the garage is planned a turn ahead.",
        },
        clause="ND-90",
    ),
    Option(
        "disaster_area",
        "Whether hazards lie on the track from the start.",
        False,
        {
            False: "The track is clean at the start.",
            True: "The players lay hazards on the track before the start, the last on the grid first.",
        },
        clause="ND-130",
    ),
    Option(
        "disaster_hazards",
        "How many hazards Disaster Area lays; -1 is one for every second section.",
        -1,
        least=-1,
        most=60,
        clause="ND-130",
        needs={"disaster_area": (True,)},
    ),
    Option(
        "lap_leader",
        "Whether leading a lap is rewarded.",
        False,
        {
            False: "Leading a lap gives nothing.",
            True: "The first car over the line on each lap draws two cards: an early lead pays.",
        },
        clause="ND-131",
    ),
    Option(
        "nitro_madness",
        "How far a token can carry a car.",
        False,
        {
            False: "A token gives two bonus moves.",
            True: "A token may give three bonus moves on straights, for a point of damage.",
        },
        clause="ND-132",
    ),
    Option(
        "round_limit",
        "The race ends with this round in any case; -1 is three for each section to cross, and 30.",
        -1,
        least=-1,
        most=round_limit(MOST_LAPS * (SECTIONS - 1)),
        clause="ND-140",
    ),
)


@cache
def components(name: str) -> dict[str, Any]:
    """A component file: cards or pieces."""
    return tomllib.loads((COMPONENTS / f"{name}.toml").read_text(encoding="utf-8"))


def build(seats: int, options: Options) -> Table:
    """The table for a race with these complete options."""
    t = Table()
    t.seats = seats
    try:
        track = chosen_track(options)
        refuse_errors(track, seats)
    except TrackError as error:
        raise OptionError(f"track: {error}") from None
    t.laps = int(options["laps"]) or track.laps
    _fill_cards(t)
    _fill_track(t, track)
    _fill_options(t, options)
    fill_habits(t, HABITS)
    fill_weights(t, KNOTS, WEIGHTS, SHARPNESS, group(t))
    return t


def chosen_track(options: Options) -> Track:
    """The track that the options name."""
    if options["track"] == "random":
        return random_track(int(options["track_sections"]), int(options["track_seed"]), int(options["laps"]))
    return load_track(str(options["track"]))


def _fill_options(t: Table, options: Options) -> None:
    swipes = {"garage": SWIPE_GARAGE, "strict": SWIPE_STRICT, "ahead": SWIPE_AHEAD}
    t.finish = t.laps * t.sections + 1
    t.draft_chain = int(options["draft_chain"])
    t.sideswipe = swipes[str(options["sideswipe"])]
    t.nitro_per_turn = int(options["nitro_per_turn"])
    t.count_bonus = int(options["count_bonus"])
    t.eliminate = int(options["wreck"] == "eliminate")
    t.check_turn_start = int(options["garage_speed_check"] == "turn_start")
    t.lap_leader = int(options["lap_leader"])
    t.nitro_madness = int(options["nitro_madness"])
    limit, hazards = int(options["round_limit"]), int(options["disaster_hazards"])
    t.round_limit = round_limit(t.laps * t.sections) if limit < 0 else limit
    if options["disaster_area"]:
        t.disaster_hazards = (t.sections - 2) // 2 if hazards < 0 else hazards


# Cards


def _fill_cards(t: Table) -> None:
    """ND-06 The 23 faces: how many, of which type, with which hazards."""
    for face, card in enumerate(components("cards")["face"]):
        t.count[face] = card["count"]
        t.face_type[face] = TYPE[card["type"]]
        t.flips[face] = card["flips"]
        for flip in range(2):
            places = [_hazard_place(card["type"], hazard, flip) for hazard in card["hazards"]]
            t.hazards[2 * face + flip] = sum(set_of(place) for place in places)


def _hazard_place(kind: str, hazard: str, flip: int) -> int:
    """4 * lane + index of a hazard named like a0 or out2."""
    lane, i = hazard[:-1], int(hazard[-1])
    if kind == "straight":
        left = (lane == "a") == (flip == 0)
        return 4 * (LEFT if left else RIGHT) + (i if flip == 0 else 2 - i)
    inside = LEFT if kind == "red" else RIGHT
    return 4 * (inside if lane == "in" else 1 - inside) + i


# The track


def _fill_track(t: Table, track: Track) -> None:
    t.sections = len(track.sections)
    t.garage = track.garage
    t.outside = 1 - LANE_NAMES.index(track.inside(t.garage))
    for i, section in enumerate(track.sections):
        kind = t.type[i] = TYPE[section.type]
        t.inside[i] = LANE_NAMES.index(track.inside(i))
        if section.kind not in ("start", "garage"):
            t.section_of_type[kind][t.replaceable[kind]] = i
            t.replaceable[kind] += 1
    _fill_roads(t)
    _fill_picture(t, track)


def lane_length(t: Table, section: int, lane: int) -> int:
    """Spaces of a lane on a section, 0 for no such lane."""
    if lane == GARAGE:
        return 3 if section == t.garage else 0
    return LANE_LENGTHS[("straight", "red", "yellow")[t.type[section]]][lane]


def spaces(t: Table) -> list[tuple[int, int, int, int]]:
    """Every space of the track with its section, lane and index."""
    found: list[tuple[int, int, int, int]] = []
    for section in range(t.sections):
        for lane in range(LANES):
            for i in range(lane_length(t, section, lane)):
                found.append((16 * section + 4 * lane + i, section, lane, i))
    return found


def _fill_roads(t: Table) -> None:
    for space in range(SPACES):
        t.forward[space] = NONE
        t.beside[space], t.drift[space], t.push[space] = [NONE] * LANES, [NONE] * LANES, [NONE] * LANES
    places = spaces(t)
    for space, section, lane, i in places:
        t.forward[space] = _forward(t, section, lane, i)
        t.forwardness[space] = _forwardness(t, section, lane, i)
        for other in range(LANES):
            t.beside[space][other] = _beside(t, section, lane, i, other)
    for space, section, lane, _ in places:
        for other in range(LANES):
            beside = t.beside[space][other]
            t.drift[space][other] = t.forward[beside] if beside >= 0 else NONE
            t.push[space][other] = _push(t, space, section, lane, other)
        t.straights_ahead[space] = _straights_ahead(t, space)
    t.forwardness[OFF] = 0


def _forward(t: Table, section: int, lane: int, i: int) -> int:
    if i + 1 < lane_length(t, section, lane):
        return 16 * section + 4 * lane + i + 1
    return NONE if lane == GARAGE else 16 * ((section + 1) % t.sections) + 4 * lane


def _forwardness(t: Table, section: int, lane: int, i: int) -> int:
    """Fewer spaces to the next section first, then inside, outside, garage; the queue takes the last three bits."""
    to_next = lane_length(t, section, lane) - i
    rank = 2 if lane == GARAGE else int(lane != t.inside[section])
    return ((3 - to_next) * 4 + 2 - rank) * 8


def _beside(t: Table, section: int, lane: int, i: int, other: int) -> int:
    """ND-47 ND-91 The space next to one in another lane."""
    if lane == other or lane_length(t, section, other) == 0:
        return NONE
    if GARAGE in (lane, other) and t.outside not in (lane, other):
        return NONE
    if t.type[section] == STRAIGHT:
        beside = i
    elif lane == t.inside[section]:
        beside = (0, 2)[i]
    else:
        beside = (0, 0, 1)[i]
    return 16 * section + 4 * other + beside


def _push(t: Table, space: int, section: int, lane: int, came_from: int) -> int:
    """ND-74 ND-75 Where a car is pushed by one that comes from another lane: one lane further, if there is one."""
    if came_from == lane or lane == GARAGE:
        return NONE
    if came_from == GARAGE:
        return t.beside[space][1 - lane] if lane == t.outside else NONE
    return t.beside[space][GARAGE] if section == t.garage and lane == t.outside else NONE


def _straights_ahead(t: Table, space: int) -> int:
    n = 0
    while n < 3:
        space = t.forward[space]
        if space < 0 or t.type[section_of(space)] != STRAIGHT:
            return n
        n += 1
    return n


def _fill_picture(t: Table, track: Track) -> None:
    picture = Picture.of([section.cell for section in track.sections])
    t.cell_size = round(10 * picture.size)
    for i, section in enumerate(track.sections):
        t.column[i], t.row[i] = section.cell
        t.enter[i], t.exit[i] = track.heading((i - 1) % t.sections) or 0, track.heading(i) or 0
    outside = LANE_NAMES[t.outside]
    for space, section, lane, i in spaces(t):
        card = track.sections[section]
        dx, dy = space_offset(card.type, LANE_NAMES[lane], i, t.enter[section], outside)
        x, y = picture.point(card.cell, dx, dy)
        t.x[space], t.y[space] = round(10 * x), round(10 * y)
