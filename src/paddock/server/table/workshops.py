"""Component files that players make: checked while they are edited, and normalised before a table stores them.

`checked`, `made`, `tried`, `complete_options` and `complete_season` read text from outside: `FileWorkers` runs them.
"""

import hashlib
import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from paddock.engine import (
    CRASHES,
    LARGEST_FILE,
    OVERTAKES,
    WAITS,
    Course,
    Drivers,
    Game,
    Options,
    Record,
    Remark,
    Season,
    TrackRace,
    Value,
    Workshop,
    course_races,
    is_file,
    policy_number,
)
from paddock.series import found_season

from ..line.refusals import RefusedError
from ..line.wire import CheckedInfo, ExampleInfo, RemarkInfo, SpotInfo, TriedInfo, WorkshopInfo
from .sight import encode

MOST_REMARKS = 40
LARGEST_SEED = 999_999
MOST_TRIED = 400  # races on one component
TRY_SECONDS = 0.4  # of CPU time after which no further race is begun
TRY_SEATS = 4  # or the nearest number the game is for
TRY_SEED = 1
LONGEST_REASON = 1_500  # characters of a refusal: one file may have hundreds of faults
Names = dict[str, str]  # of files, by `file_id`


@dataclass(frozen=True)
class Completed:
    """The complete options of a race, with files in normal form, and the names of these files."""

    options: dict[str, Value]
    names: Names


@lru_cache(maxsize=256)
def file_id(text: str) -> str:
    """A hash that identifies a component file."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def workshop_info(game: Game) -> WorkshopInfo:
    """What an editor needs to start."""
    workshop = _workshop(game)
    examples = [ExampleInfo(example.id, example.name, example.text) for example in workshop.examples()]
    sizes = list(workshop.sizes)
    return WorkshopInfo(
        game.id, workshop.option, examples, sizes, workshop.palette, LARGEST_FILE, bool(workshop.course)
    )


def has_files(options: Options, venues: tuple[Value, ...] = ()) -> bool:
    """Whether one of the values is the text of a file."""
    return any(is_file(value) for value in (*options.values(), *venues))


# For a worker


def checked(game: Game, text: str) -> bytes:
    """The result of checking any text as a file: an encoded CheckedInfo."""
    return encode(_check(game, text))


def made(game: Game, size: int, seed: int) -> bytes:
    """A randomly generated component of that size: an encoded CheckedInfo."""
    workshop = _workshop(game)
    if size not in workshop.sizes:
        listed = ", ".join(str(one) for one in workshop.sizes) or "none"
        raise RefusedError(f"chance makes these sizes: {listed}", status=400)
    if not 0 <= seed <= LARGEST_SEED:
        raise RefusedError(f"a seed is a whole number from 0 to {LARGEST_SEED}", status=400)
    try:
        return encode(_check(game, workshop.make(size, seed)))
    except ValueError as error:
        raise _refusal(error) from None


def tried(game: Game, text: str, first: int) -> bytes:
    """Races on a component, as many as a moment has room for: an encoded TriedInfo."""
    workshop = _workshop(game)
    if workshop.course is None:
        raise RefusedError(f"{game.name} has no tracks that races can be read on", status=404)
    if not 0 <= first < MOST_TRIED:
        raise RefusedError(f"races are numbered from 0 to {MOST_TRIED - 1}", status=400)
    seats = min(max(TRY_SEATS, game.seats[0]), game.seats[1])
    table = game.new_table(seats, complete_options(game, seats, {workshop.option: text}).options)
    drivers = Drivers([[policy_number("quick")] * seats], TRY_SEED, TRY_SEED)
    until = time.process_time() + TRY_SECONDS
    races: list[TrackRace] = []
    for race in course_races(game, workshop.course, table, drivers, range(first, MOST_TRIED)):
        races.append(race)
        if time.process_time() >= until:
            break
    return encode(_tried_info(workshop.course, table, races, first, seats))


def _tried_info(course: Course, table: Record, races: list[TrackRace], first: int, seats: int) -> TriedInfo:
    spots = course.spots(table)
    place = {spot.number: i for i, spot in enumerate(spots)}
    sums = {kind: sum((race.counted[kind] for race in races), Counter[int]()) for kind in (CRASHES, OVERTAKES, WAITS)}
    laps = [rounds for race in races for _, rounds in race.laps]
    following = first + len(races)
    return TriedInfo(
        races=len(races),
        next=following if following < MOST_TRIED else 0,
        seats=seats,
        rounds=sum(race.rounds for race in races),
        laps=len(laps),
        lap_rounds=sum(laps),
        spots=[
            SpotInfo(
                spot.name,
                spot.x,
                spot.y,
                [place[number] for number in spot.following if number in place],
                *(sums[kind][spot.number] for kind in (CRASHES, OVERTAKES, WAITS)),
            )
            for spot in spots
        ],
    )


def complete_options(game: Game, seats: int, options: Options) -> Completed:
    """Every option with its value; builds the table once, so that a bad file is refused now."""
    try:
        complete, names = _tidied(game, game.complete_options(seats, options))
        game.new_table(seats, complete)
    except ValueError as error:
        raise _refusal(error) from None
    except (LookupError, TypeError, RecursionError):
        raise RefusedError("these options do not make a table; is the file complete?", status=400) from None
    return Completed(complete, names)


def complete_season(
    game: Game, seats: int, options: Options, agreed: Options, venues: tuple[Value, ...]
) -> tuple[Season, Names]:
    """A season before its first race; builds the table of each venue once, as a check."""
    complete = complete_options(game, seats, options)
    try:
        season = found_season(game, seats, complete.options, agreed, venues)
    except ValueError as error:
        raise _refusal(error) from None
    files = [str(venue) for venue in season.venues if is_file(venue)]
    return season, complete.names | {file_id(text): _own_name(game, text) for text in files}


def _tidied(game: Game, options: Options) -> tuple[dict[str, Value], Names]:
    """The options with a valid file in normal form: without what only its editor needs."""
    tidied, names = dict(options), Names()
    option = game.workshop.option if game.workshop else ""
    if game.workshop and option in tidied and is_file(tidied[option]):
        found = game.workshop.check(str(tidied[option]))
        tidied[option] = found.text or tidied[option]
        names[file_id(str(tidied[option]))] = found.name
    return tidied, names


def _refusal(error: ValueError) -> RefusedError:
    words = str(error)
    shown = words if len(words) <= LONGEST_REASON else words[: LONGEST_REASON - 4].rpartition("\n")[0] + "\n..."
    return RefusedError(shown, status=400)


def _own_name(game: Game, text: str) -> str:
    return game.workshop.check(text).name if game.workshop else ""


def _check(game: Game, text: str) -> CheckedInfo:
    found = _workshop(game).check(text)
    remarks = [_remark_info(remark) for remark in found.remarks[:MOST_REMARKS]]
    return CheckedInfo(remarks, found.name, found.text, found.drawing)


def _workshop(game: Game) -> Workshop:
    if game.workshop is None:
        raise RefusedError(f"{game.name} takes no files", status=404)
    return game.workshop


def _remark_info(remark: Remark) -> RemarkInfo:
    return RemarkInfo(remark.level, remark.words, remark.clause, [list(place) for place in remark.places])
