"""From seats and options to the table of a game: options as numbers, components as arrays."""

from functools import lru_cache

import numpy as np

from paddock.engine import ComponentFileError, Option, OptionError, Options, read_component

from . import rolls
from .box import COLOUR_IDS, KIND_IDS, components, strips
from .solver import hands_of, sets_of_dice, solved
from .state import (
    ALL_FINISH,
    AMATEUR,
    COLOURS,
    DICE,
    EXPLODE,
    FIRST_FINISH,
    FORBID,
    KINDS,
    LAST_CARD,
    MASTER,
    NITROUS,
    NOVICE,
    ORDER_KNOWN,
    PERSON,
    PRO,
    RANDOM_CARD,
    REALTIME,
    RESTART,
    ROUNDS,
    SETS,
    SIMULATED,
    VALUES,
    WINNER_PICKS,
    Table,
)

PILOT_IDS = {"person": PERSON, "master": MASTER, "pro": PRO, "amateur": AMATEUR, "novice": NOVICE}
PART_IDS = ("start", "roll", "think", "place", "cube", "grab", "save")
DEALT = -2  # the strip's number where tracks are dealt
OWN_TRACK = -1
HOPELESS = 32000  # thousandths of a roll: no car with these dice finishes

TIMED = {"clock": ("realtime", "simulated")}
DRAFTED = {"modifications": ("draft",)}
RACERS = (2, 3, 4)


def _pilot(number: int) -> Option:
    text = f"Who drives car {number}: a person (simulated: as an amateur) or a skill; in real time the seats say it."
    seats = tuple(range(number, 5)) if number > 1 else ()
    return Option(f"pilot_{number}", text, "person", tuple(PILOT_IDS), clause="PN-93", needs=TIMED, seats=seats)


OPTIONS = (
    Option(
        "clock",
        "Everybody at once in rounds without a clock, with simulated durations, or in real time.",
        "rounds",
        ("rounds", "simulated", "realtime"),
        clause="PN-104",
    ),
    Option(
        "wins_to_win",
        "Race wins that win the game.",
        2,
        (2, 1, 3),
        clause="PN-51",
        needs={"series": ("wins",)},
        seats=RACERS,
    ),
    Option(
        "track",
        "A new track for each race, or always the same strip.",
        "deal",
        ("deal", *(strip["id"] for strip in strips())),
        clause="PN-66",
        file=True,
    ),
    Option(
        "series",
        "Race for wins, or three races for the numbers on the cards.",
        "wins",
        ("wins", "points"),
        clause="PN-68",
        needs={"track": ("deal",)},
        seats=RACERS,
    ),
    Option("max_mod_cards", "Modification cards of a car.", 2, (2, 3), clause="PN-14", needs=DRAFTED),
    Option(
        "draft_path",
        "Every draft round in the same order, or every second one reversed.",
        "round",
        ("round", "snake"),
        clause="PN-11",
        needs=DRAFTED,
        seats=RACERS,
    ),
    Option("cards_per_turn", "Cards that may be taken in one draft turn.", 1, (1, 2), clause="PN-19", needs=DRAFTED),
    Option(
        "modifications",
        "Draft modifications, or race stock cars.",
        "draft",
        ("draft", "none"),
        clause="PN-67",
    ),
    Option(
        "dice_supply",
        "Six dice for six spaces, or dice that leap from space to space.",
        "six",
        ("six", "leapfrog"),
        clause="PN-44",
    ),
    Option(
        "third_redline",
        "The third redline blows the engine, is not allowed, or sends the car back to the start.",
        "explode",
        ("explode", "forbid", "restart"),
        clause="PN-36",
    ),
    Option(
        "hand_change",
        "Any dice for each roll, or the hand stays together.",
        "free",
        ("free", "sticky"),
        clause="PN-26",
    ),
    Option(
        "place_per_roll",
        "One die of a roll, or as many as fit one after the other.",
        "one",
        ("one", "chain"),
        clause="PN-32",
    ),
    Option(
        "nitrous_release",
        "A saved die may be taken back any time, or only when stuck.",
        "free",
        ("free", "locked"),
        clause="PN-41",
        needs=DRAFTED,
    ),
    Option(
        "boost",
        "Charger dice always convert, or their owner may use the face.",
        "forced",
        ("forced", "optional"),
        clause="PN-42",
        needs=DRAFTED,
    ),
    Option(
        "dead_end",
        "A car that cannot finish any more stops, or rolls on.",
        "retire",
        ("retire", "run_on"),
        clause="PN-43",
        needs={"modifications": ("draft",), "dice_supply": ("six",), "boost": ("forced",)},
    ),
    Option(
        "race_end",
        "Race until the order is known, until all have finished, or until the first has.",
        "order_known",
        ("order_known", "all_finish", "first_finish"),
        clause="PN-47",
        seats=RACERS,
    ),
    Option(
        "trophy",
        "Which track card the winner gets: one of choice, a random one, or the last.",
        "winner_picks",
        ("winner_picks", "random", "last_card"),
        clause="PN-53",
        needs={"series": ("wins",), "track": ("deal",)},
        seats=RACERS,
    ),
    *(_pilot(number) for number in (1, 2, 3, 4)),
)


def build(seats: int, options: Options) -> Table:
    """The table of a game."""
    t = Table()
    t.seats = seats
    _fill_options(t, options)
    _fill_track(t, str(options["track"]))
    _fill_pieces(t)
    _fill_kinds(t)
    _fill_limits(t)
    _fill_skills(t)
    _fill_rolls(t)
    return t


def _fill_options(t: Table, options: Options) -> None:
    t.clock = {"realtime": REALTIME, "simulated": SIMULATED, "rounds": ROUNDS}[str(options["clock"])]
    t.wins_to_win = int(options["wins_to_win"])
    t.points = int(options["series"] == "points")
    t.max_mod_cards = int(options["max_mod_cards"])
    t.snake = int(options["draft_path"] == "snake")
    t.cards_per_turn = int(options["cards_per_turn"])
    t.stock = int(options["modifications"] == "none")
    t.leapfrog = int(options["dice_supply"] == "leapfrog")
    t.third_redline = {"explode": EXPLODE, "forbid": FORBID, "restart": RESTART}[str(options["third_redline"])]
    t.sticky = int(options["hand_change"] == "sticky")
    t.chain = int(options["place_per_roll"] == "chain")
    t.locked = int(options["nitrous_release"] == "locked")
    t.optional_boost = int(options["boost"] == "optional")
    t.run_on = int(options["dead_end"] == "run_on")
    ends = {"order_known": ORDER_KNOWN, "all_finish": ALL_FINISH, "first_finish": FIRST_FINISH}
    t.race_end = ends[str(options["race_end"])]
    trophies = {"winner_picks": WINNER_PICKS, "random": RANDOM_CARD, "last_card": LAST_CARD}
    t.trophy = trophies[str(options["trophy"])]
    for seat in range(t.seats):
        t.pilot[seat] = PILOT_IDS[str(options[f"pilot_{seat + 1}"])]


def _fill_track(t: Table, track: str) -> None:
    """PN-66 A named strip, the six values of a custom track, or deals."""
    t.strip = DEALT
    if track == "deal":
        return
    named = [strip["id"] for strip in strips()]
    t.strip = named.index(track) if track in named else OWN_TRACK
    t.fixed = list(strips()[t.strip]["values"]) if t.strip >= 0 else own_track(track)


def own_track(text: str) -> list[int]:
    """PN-66 The six values of a track file: `values = [3, 6, 1, 4, 2, 5]`."""
    try:
        values = read_component(text).get("values")
    except ComponentFileError as error:
        raise OptionError(f"track: {error}") from None
    if not isinstance(values, list) or len(values) != 6 or any(type(v) is not int or not 1 <= v <= 6 for v in values):
        raise OptionError("track: a track file says values = [...] with six whole numbers from 1 to 6")
    return values


def _fill_pieces(t: Table) -> None:
    """PN-02 PN-03 What is in the box."""
    for card in components("track_cards")["card"]:
        t.cards[card["value"] - 1] += 1
    for card in components("modifications")["card"]:
        t.mod_cards[KIND_IDS.index(card["kind"])] += 1
    for die in components("modifications")["die"]:
        colour = COLOUR_IDS.index(die["colour"])
        if colour < COLOURS:
            t.mod_dice[colour] += 1


def _fill_kinds(t: Table) -> None:
    """What each face of each kind counts, and how many faces fit each track value."""
    for entry in components("modifications")["kind"]:
        kind = KIND_IDS.index(entry["id"])
        t.value[kind] = [0, *entry["values"]]
        t.free_faces[kind] = [0, *entry["free_faces"]]
        t.redline_faces[kind] = [0, *entry["redline_faces"]]
        if kind < KINDS:
            t.auto_score[kind] = entry.get("auto_score", 0)
    assert len(t.cards) == VALUES


def _fill_limits(t: Table) -> None:
    """PN-103 PN-104."""
    limits, realtime = components("game")["limits"], components("timing")["realtime"]
    t.max_races = limits["max_races"]
    t.limit = limits["max_rounds"] if t.clock == ROUNDS else limits["race_limit_ms"]
    t.coast = realtime["coast_ms"] if t.clock == REALTIME else 0
    t.photo = realtime["photo_finish_ms"]
    t.roll_ms, t.place_ms, t.cube_ms = realtime["roll_ms"], realtime["place_ms"], realtime["cube_ms"]
    t.restart_ms = 0 if t.clock == ROUNDS else realtime["restart_ms"]
    t.takeover = PILOT_IDS[realtime["takeover_skill"]]


def _fill_skills(t: Table) -> None:
    """PN-93; a person in a simulated race has the timing of an amateur."""
    for entry in components("timing")["skill"]:
        skill = PILOT_IDS[entry["id"]]
        t.base[skill] = [entry[part][0] for part in PART_IDS]
        t.jitter[skill] = [entry[part][1] for part in PART_IDS]
        t.slip[skill] = entry["slip_permille"]
    t.base[PERSON], t.jitter[PERSON] = list(t.base[AMATEUR]), list(t.jitter[AMATEUR])


def _fill_rolls(t: Table) -> None:
    """What drivers know about rolls to go, by sets of dice: exact for a fixed track, approximate for dealt ones."""
    t.kind_step = [*(1 << 2 * kind for kind in range(KINDS)), SETS, SETS]
    for number, dice in enumerate(sets_of_dice()):
        t.set_number[sum(t.kind_step[kind] for kind in dice)] = number
    t.solved = int(t.fixed[0] > 0 and is_solvable(t))
    if t.solved:
        _fill_solution(t)
        return
    for left, rows in enumerate(rolls.first_rows(), 1):
        t.value_step[left - 1] = rolls.steps(left)
        t.last_row[left - 1] = rolls.last_rows(left)
        for number, row in rows.items():
            t.values_row[left - 1][number] = row
    t.rolls = rolls.rolls()


def is_solvable(t: Table) -> bool:
    """Whether no option changes how dice are used: the solver knows the default rules only."""
    return not (t.leapfrog or t.sticky or t.chain or t.locked or t.optional_boost)


def _fill_solution(t: Table) -> None:
    """Every position of the fixed track; a set without nitrous dice has no columns for faces kept."""
    rolls_to_go, hands, t.first_column = solution_columns(tuple(t.fixed))
    t.least_rolls, t.best_hand = rolls_to_go, hands


@lru_cache(maxsize=32)
def solution_columns(track: tuple[int, ...]) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Rolls in thousandths and hands as numbers, by space and column, and the first column of each set of dice."""
    found = solved(track)
    sets = [(number, kept) for number, dice in enumerate(sets_of_dice()) for kept in range(7 if NITROUS in dice else 1)]
    numbers, faces = (np.array(part) for part in zip(*sets, strict=True))
    thousandths = np.where(np.isinf(found.rolls), HOPELESS, np.round(1000 * found.rolls)).astype(int)
    columns = [array[:, numbers, :, faces].transpose(1, 0, 2).reshape(DICE, -1) for array in (thousandths, found.hands)]
    step = [1 << 2 * kind for kind in range(KINDS)] + [SETS]
    codes = [
        [sum(step[kind] for kind in hands_of(DICE - space).hand[row]) if row >= 0 else 0 for row in rows]
        for space, rows in enumerate(columns[1].tolist())
    ]
    first = [3 * sets.index((number, 0)) for number in range(len(sets_of_dice()))]
    return columns[0].tolist(), codes, first
