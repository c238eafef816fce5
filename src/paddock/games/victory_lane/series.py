"""Several races, the season and its score sheet: VL-113, VL-114, VL-120 to VL-124."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paddock.engine import (
    NOBODY,
    Option,
    OptionError,
    Order,
    Plan,
    Result,
    Season,
    SeriesRules,
    Team,
    Value,
    race_number,
    races_option,
    ranked,
)
from paddock.engine import SheetRow as Row

from .box import components, race_cards
from .rules.scoring import counts_for, side_score
from .state import CARS, TEAM, TEAMMATE
from .table import chosen_race

VENUE = "race"
SEASON = 10  # races of a championship
SHORT = (2, 3)  # races of a series
TWICE = 2  # Race cards that a championship may have twice

OPTIONS = (
    races_option(
        "VL-121", default=3, least=2, most=SEASON, alone=components("game")["championship"]["solo_minimum_races"]
    ),
    Option(
        "npd_redeal",
        "Whether teammates change between races.",
        "each_race",
        {
            "each_race": "Teammates and rogues are dealt again before each race: a new pack every time.",
            "fixed": "Teammates of the first race stay with their players for the whole series.",
        },
        clause="VL-122",
        seats=(2, 3, 4),
        title="NPD redeal",
    ),
)


def check(season: Season) -> None:
    """VL-120 VL-121 VL-123 Two or three races or ten, solo any number; ten cards with one or two twice at most."""
    races = int(season.options["races"])
    if season.seats > 1 and races not in (*SHORT, SEASON):
        raise OptionError(f"a series has 2 or 3 races, a championship 10, not {races} (VL-121, VL-123)")
    if season.venues and len(season.venues) != races:
        raise OptionError(f"{races} races need a schedule of as many Race cards, not {len(season.venues)} (VL-123)")
    cards = Counter(season.venues).values()
    if races == SEASON and season.venues and (max(cards) > 2 or sum(many == 2 for many in cards) > TWICE):
        raise OptionError("a championship has each Race card once, or one or two of them twice (VL-123)")


def default_venues(season: Season) -> tuple[Value, ...]:
    """VL-123 The ten Race cards in order for a championship; otherwise the card of the options and those after it."""
    cards: list[Value] = [race["id"] for race in race_cards()]
    races, first = int(season.options["races"]), season.race_options[VENUE]
    if races == SEASON:
        return tuple(cards)
    if first not in cards:  # a custom race first, then the cards of the box
        return (first, *cards[: races - 1])
    at = cards.index(first)
    return tuple(cards[(at + race) % len(cards)] for race in range(races))


def next_race(season: Season) -> Plan | None:
    """VL-121 VL-122 VL-123 The next Race card, with a new setup; players keep their primaries, by option their NPDs."""
    if len(season.results) >= int(season.options["races"]):
        return None
    plan = race_number(season, VENUE)
    plan = replace(plan, title=race_name(plan), opening=kept_primaries(season))
    return with_kept_npds(season, plan) if are_npds_kept(season) else plan


def race_name(plan: Plan) -> str:
    """What the Race card is called."""
    return chosen_race(str(plan.options[VENUE]))[1]["name"]


def kept_primaries(season: Season) -> tuple[int, ...]:
    """VL-122 The Team cards are taken as in the first race; the eighth player is not asked."""
    if not season.results:
        return ()
    return tuple(TEAM + car for car in season.results[0].cars[: CARS - 1])


def are_npds_kept(season: Season) -> bool:
    """VL-122 Whether teammates of the first race stay with their players in the next one."""
    is_fixed = season.options.get("npd_redeal") == "fixed"  # a stored series may be older than the option
    return is_fixed and bool(season.results and season.results[0].mates)


def with_kept_npds(season: Season, plan: Plan) -> Plan:
    """VL-122 Teammates are not dealt but taken, as in the first race; the last card of all is not asked for."""
    mates = season.results[0].mates
    dealt = [[car for car in range(CARS) if mates[car] == driver] for driver in plan.drivers]
    in_turn = [car for turn in zip(*dealt, strict=True) for car in turn]
    opening = (*plan.opening, *(TEAM + car for car in in_turn))[: CARS - 1]
    return replace(plan, options={**plan.options, "npds": "chosen"}, opening=opening)


def result(season: Season, plan: Plan, table: Any, state: Any, places: Sequence[int]) -> Result:
    """VL-113 VL-124 Stage and race points of every car; in team play of every player with all own NPDs."""
    cars = tuple(state.primary[: season.seats])
    if table.team_play:
        points = tuple(side_score(table, state, driver) for driver in season.drivers)
        wins = tuple(team_wins(table, state, driver) for driver in season.drivers)
    else:
        points = tuple(state.points[:CARS])
        wins = tuple(int(state.position[car] == 1) for car in range(CARS))
    mates = tuple(state.owner[car] if state.kind[car] == TEAMMATE else NOBODY for car in range(CARS))
    return Result(plan.drivers, tuple(places), points, wins, cars, mates)


def team_wins(table: Any, state: Any, driver: int) -> int:
    """VL-113 R-56 In team play the first place of a teammate NPD is the player's, as its points are."""
    return sum(int(counts_for(table, state, car, driver) and state.position[car] == 1) for car in range(CARS))


def is_team_play(season: Season) -> bool:
    """VL-113 Whether NPDs score for their player."""
    return bool(season.race_options["team_play"])


def rows(season: Season) -> list[Row]:
    """VL-123 A row for each car; for each player before the cars are chosen, and in team play."""
    if is_team_play(season) or not season.results:
        return [Row(driver) for driver in season.drivers]
    driver_of = {car: driver for driver, car in enumerate(season.results[0].cars)}
    listed = components("teams")["team"]
    return [
        Row(driver_of.get(car, NOBODY), f"{team['color']} {team['number']}", str(team["hex"]))
        for car, team in enumerate(listed)
    ]


def teams(season: Season) -> list[Team]:
    """VL-114 VL-120 VL-121 The players' primaries in seat order; solo all cars, the player's first.

    Teams of two score one by one in a series.
    """
    listed = rows(season)
    driven = sorted(
        (row for row in range(len(listed)) if listed[row].driver != NOBODY), key=lambda row: listed[row].driver
    )
    others = [row for row in range(len(listed)) if listed[row].driver == NOBODY] if season.seats == 1 else []
    return [Team((row,)) for row in (*driven, *others)]


def order(season: Season) -> Order:
    """VL-121 Most points in total; then more first places at the checkered flag; then shared."""
    listed = teams(season)
    if not season.results:
        return (tuple(range(len(listed))),)
    totals, wins = season.totals(), season.wins()
    return ranked(range(len(listed)), lambda team: (totals[listed[team].rows[0]], wins[listed[team].rows[0]]))


def aim(season: Season) -> str:
    """VL-121 VL-123 The name and the length of the series."""
    races = int(season.options["races"])
    return f"championship of {races} races" if races == SEASON else f"{races} races, most points"


SERIES = SeriesRules(
    sentence="Two or three races, or the championship of ten with its score sheet; stage and race points are added.",
    clause="VL-121",
    options=OPTIONS,
    venue=VENUE,
    next_race=next_race,
    result=result,
    order=order,
    aim=aim,
    rows=rows,
    teams=teams,
    check=check,
    default_venues=default_venues,
    calendar="The Race card chosen below and those after it; a championship has all ten in order",
)
