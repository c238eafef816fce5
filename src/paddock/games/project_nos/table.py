"""From seats and options to the table of a game: options as numbers, components as arrays."""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product

import numpy as np

from paddock.engine import ComponentFileError, Option, OptionError, Options, Value, fill_weights, read_component

from . import rolls
from .box import COLOUR_IDS, KIND_IDS, components, strips
from .estimate import KNOTS, group
from .solver import hands_of, sets_of_dice, solved
from .state import (
    ALL_FINISH,
    AMATEUR,
    CARS,
    CERTAIN,
    COLOURS,
    DICE,
    EXPLODE,
    FIRST_FINISH,
    FORBID,
    KINDS,
    LAST_CARD,
    MASTER,
    NEEDED_BITS,
    NITROUS,
    NOVICE,
    ORDER_KNOWN,
    PERSON,
    PLACE_PART,
    PRO,
    RANDOM_CARD,
    REALTIME,
    RESTART,
    ROLL_PART,
    ROUNDS,
    SETS,
    SIMULATED,
    THINK_PART,
    VALUES,
    WINNER_PICKS,
    Table,
)
from .weights import SHARPNESS, WEIGHTS

PILOT_IDS = {"person": PERSON, "master": MASTER, "pro": PRO, "amateur": AMATEUR, "novice": NOVICE}
PILOTS: Mapping[Value, str] = {
    "person": "A person decides; in a simulated race with the hands of an amateur.",
    "master": "The quickest hands: hardly a pause between rolls.",
    "pro": "Quick hands: a good evening's rival.",
    "amateur": "Hands like those of most people at their third race.",
    "novice": "Slow hands: a rival for a first race.",
}
SKILLS = (PERSON, MASTER, PRO, AMATEUR, NOVICE)
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
    return Option(f"pilot_{number}", text, "person", PILOTS, clause="PN-93", needs=TIMED, seats=seats)


OPTIONS = (
    Option(
        "clock",
        "Whether time runs while you decide.",
        "rounds",
        {
            "rounds": "Everybody decides at the same time, round by round: skill without haste.",
            "simulated": "A computed clock counts rolls and thinking in seconds; people take all the time they like.",
            "realtime": "Everybody rolls at once against the clock: one key a die, and the fastest wins.",
        },
        clause="PN-104",
    ),
    Option(
        "wins_to_win",
        "Race wins that win the game.",
        2,
        {
            2: "The first with two race wins has won: two races at least.",
            1: "A single race decides.",
            3: "The first with three race wins has won: a long evening.",
        },
        clause="PN-51",
        needs={"series": ("wins",)},
        seats=RACERS,
    ),
    Option(
        "track",
        "What is raced on.",
        "deal",
        {
            "deal": "Six cards are dealt for each race: no two tracks are alike, and winners take cards away.",
            **{strip["id"]: strip["text"] for strip in strips()},
        },
        clause="PN-66",
        file=True,
        titles={strip["id"]: strip["name"] for strip in strips()},
    ),
    Option(
        "series",
        "What wins the game.",
        "wins",
        {
            "wins": "Race wins count; the winner of a race takes a card of its track.",
            "points": "Exactly three races: finishers take track cards by rank, and their numbers are points.",
        },
        clause="PN-68",
        needs={"track": ("deal",)},
        seats=RACERS,
    ),
    Option(
        "max_mod_cards",
        "Modification cards of a car.",
        2,
        {
            2: "Two modification cards at most: every car has a weak side.",
            3: "Three modification cards, one of each colour: cars get stronger and more alike.",
        },
        clause="PN-14",
        needs=DRAFTED,
    ),
    Option(
        "draft_path",
        "In which order cars are drafted.",
        "round",
        {
            "round": "Each draft round in the same order: the loser of the last race picks first each time.",
            "snake": "Every second draft round is reversed: who picks last picks twice in a row.",
        },
        clause="PN-11",
        needs=DRAFTED,
        seats=RACERS,
    ),
    Option(
        "cards_per_turn",
        "Cards that may be taken in one draft turn.",
        1,
        {
            1: "One card a turn: a rival can take the one you hoped to add.",
            2: "Two cards in one turn, if you like: no rival can come between a pair that fits.",
        },
        clause="PN-19",
        needs=DRAFTED,
    ),
    Option(
        "modifications",
        "Whether cars are built before the race.",
        "draft",
        {
            "draft": "Each race begins with a draft of cards and dice: build your car.",
            "none": "No draft: equal cars with plain dice, to learn the race itself.",
        },
        clause="PN-67",
    ),
    Option(
        "dice_supply",
        "How many dice there are for six spaces.",
        "six",
        {
            "six": "A die that is placed stays: the last spaces are rolled with few dice.",
            "leapfrog": "The die behind is free again after each placing: always five or six dice to roll.",
        },
        clause="PN-44",
    ),
    Option(
        "third_redline",
        "What a third redline does.",
        "explode",
        {
            "explode": "A third redline blows the engine: the race is lost.",
            "forbid": "A third redline is not possible; roll until a die fits.",
            "restart": "A third redline sends the car back to the start, with all its dice.",
        },
        clause="PN-36",
    ),
    Option(
        "hand_change",
        "Whether dice may go back before a roll.",
        "free",
        {
            "free": "Pick any dice for each roll.",
            "sticky": "Dice once in the hand stay in it: choosing them is a commitment.",
        },
        clause="PN-26",
    ),
    Option(
        "place_per_roll",
        "How many dice a roll may place.",
        "one",
        {
            "one": "One die is placed, then all are rolled again.",
            "chain": "A lucky roll places several dice, one after the other.",
        },
        clause="PN-32",
    ),
    Option(
        "nitrous_release",
        "When a saved die may be taken back.",
        "free",
        {
            "free": "A saved die may be given back at any time.",
            "locked": "A saved die stays until it fits, or until nothing else is possible.",
        },
        clause="PN-41",
        needs=DRAFTED,
    ),
    Option(
        "boost",
        "How charger dice count.",
        "forced",
        {
            "forced": "Charger dice always count as converted, high or low as their card says.",
            "optional": "The owner chooses between the face and the converted value: charger dice fit everywhere.",
        },
        clause="PN-42",
        needs=DRAFTED,
    ),
    Option(
        "dead_end",
        "What happens to a car that cannot finish any more.",
        "retire",
        {
            "retire": "A car that cannot finish any more stops at once, and is ranked there.",
            "run_on": "It rolls on, for a better place among those who do not finish.",
        },
        clause="PN-43",
        needs={"modifications": ("draft",), "dice_supply": ("six",), "boost": ("forced",)},
    ),
    Option(
        "race_end",
        "When a race is over.",
        "order_known",
        {
            "order_known": "The race ends when the order is clear: the last car does not drive on.",
            "all_finish": "Everybody drives to the line or drops out.",
            "first_finish": "The first finish ends the race for all.",
        },
        clause="PN-47",
        seats=RACERS,
    ),
    Option(
        "trophy",
        "Which track card the winner gets.",
        "winner_picks",
        {
            "winner_picks": "The winner takes the card of choice, and so changes what lies in later races.",
            "random": "Chance picks the card of the winner.",
            "last_card": "The winner gets the card of space 6.",
        },
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
    _fill_odds(t)
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


def _fill_odds(t: Table) -> None:
    """What the estimate knows: how long rolls of each skill take, what wins are worth, and what it weighs."""
    t.pace = [1024 if t.clock == ROUNDS else roll_time(t, skill) * 1024 // roll_time(t, MASTER) for skill in SKILLS]
    for seat, shares in enumerate(shares_of_wins(t.seats)):
        t.share[seat] = shares
    fill_weights(t, KNOTS, WEIGHTS, SHARPNESS, group(t))


def roll_time(t: Table, skill: int) -> int:
    """Milliseconds that a skill spends on a roll, on average: rolling, thinking and placing."""
    return sum(t.base[skill][part] + t.jitter[skill][part] for part in (ROLL_PART, THINK_PART, PLACE_PART))


@cache
def shares_of_wins(seats: int) -> list[list[int]]:
    """By seat and packed wins that all still need (0: not there any more): its chance, if each race is anybody's."""
    found = [[0] * (1 << NEEDED_BITS * CARS) for _ in range(CARS)]
    for needed in product(range(1 << NEEDED_BITS), repeat=seats):
        racing = [seat for seat in range(seats) if needed[seat]]
        for seat in racing:
            chances = (_share_after(found, needed, seat, first) for first in racing)
            found[seat][_packed(needed)] = round(sum(chances) / len(racing))
    return found


def _share_after(found: list[list[int]], needed: tuple[int, ...], seat: int, first: int) -> int:
    """The chance of a seat once `first` has won a race."""
    if needed[first] == 1:
        return CERTAIN if seat == first else 0
    return found[seat][_packed(needed) - (1 << NEEDED_BITS * first)]


def _packed(needed: tuple[int, ...]) -> int:
    return sum(wins << NEEDED_BITS * seat for seat, wins in enumerate(needed))
