"""`paddock lab track`: races on a drawn track and on those in the box, as they come."""

from collections.abc import Iterator
from functools import partial

from paddock.engine import HERE, Checked, Game, Option, Spot, TrackRace, Value, Workers, Workshop, course_races

from .conditions import Conditions, LabError
from .report import Report
from .statistics import stats
from .track_report import TrackTally, track_report

GROWING = (0.05, 0.25, 1.0)  # parts of the races after which every track has been raced alike
PART = 10  # races that a worker runs at a time
SHOWN_PROBLEMS = 5


class TrackTrial:
    """A run on a drawn track and those in the box; it can be stopped and reported on at any time."""

    def __init__(self, drawn: Conditions, name: str, races: int, *, beside: bool = True, on: Workers = HERE):
        stats()  # before any racing, not after it
        self._workshop = course_workshop(drawn.game)
        self._drawn = drawn
        self.races, self._on = races, on
        tracks = [(name, drawn)]
        if beside:
            tracks += supplied(drawn, self._workshop)
        self.tallies = [TrackTally(called, setting, lane_of=self._lanes(setting)) for called, setting in tracks]

    def _spots(self, setting: Conditions) -> tuple[Spot, ...]:
        assert self._workshop.course
        return self._workshop.course.spots(setting.table())

    def _lanes(self, setting: Conditions) -> dict[int, str]:
        return {spot.number: spot.lane for spot in self._spots(setting)}

    # Racing

    @property
    def total(self) -> int:
        """Races on all tracks."""
        return self.races * len(self.tallies)

    @property
    def done(self) -> int:
        """Of these, raced."""
        return sum(tally.races for tally in self.tallies)

    def steps(self) -> Iterator[int]:
        """Race on; after each part the races done so far. May be left at any time."""
        for part in GROWING:
            until = max(1, int(self.races * part))
            for tally in self.tallies:
                bounds = [(n, min(n + PART, until)) for n in range(tally.races, until, PART)]
                for found in self._on.map(partial(read_track_races, tally.setting), bounds):
                    for race in found:
                        tally.add(race)
                    yield self.done

    # Reporting

    def report(self, command: str = "") -> Report:
        """What is known so far."""
        return track_report([tally for tally in self.tallies if tally.races], self._spots(self._drawn), command)


def track(
    game: Game,
    text: str,
    races: int,
    *,
    seats: int = 4,
    options: dict[str, Value] | None = None,
    levels: tuple[str, ...] = ("quick",),
    seed: int = 1,
    beside: bool = True,
    on: Workers = HERE,
    command: str = "",
) -> Report:
    """Race on the text of a track file and report; `TrackTrial` does the same in steps."""
    checked = checked_track(game, text)
    chosen = {**(options or {}), course_workshop(game).option: checked.text}
    run = TrackTrial(Conditions(game, seats, chosen, levels, seed), checked.name, races, beside=beside, on=on)
    for _ in run.steps():
        pass
    return run.report(command)


# Tracks


def course_workshop(game: Game) -> Workshop:
    """The workshop of a game whose tracks the lab can read."""
    if game.workshop is None or game.workshop.course is None:
        raise LabError(f"{game.name} has no tracks that the lab can read")
    return game.workshop


def checked_track(game: Game, text: str) -> Checked:
    """A track file that a race can use, or a sentence about what is wrong with it."""
    found = course_workshop(game).check(text)
    if found.text:
        return found
    problems = [remark.words for remark in found.remarks if remark.level == "error"]
    more = f"; and {len(problems) - SHOWN_PROBLEMS} more" if len(problems) > SHOWN_PROBLEMS else ""
    raise LabError(f"nobody can race on this track: {'; '.join(problems[:SHOWN_PROBLEMS])}{more}")


def supplied(drawn: Conditions, workshop: Workshop) -> Iterator[tuple[str, Conditions]]:
    """The tracks in the box, raced as the drawn one is; without one that is the same."""
    values = _option(drawn.game, workshop.option).values
    for example in workshop.examples():
        if workshop.check(example.text).text != drawn.options[workshop.option]:
            value = example.id if example.id in values else example.text
            options = {**drawn.options, workshop.option: value}
            yield example.name, Conditions(drawn.game, drawn.seats, options, drawn.levels, drawn.seed)


def _option(game: Game, name: str) -> Option:
    return next(option for option in game.options if option.name == name)


def read_track_races(setting: Conditions, first: int, stop: int) -> list[TrackRace]:
    """Race number `first` to `stop` - 1."""
    course = course_workshop(setting.game).course
    assert course
    numbers = range(first, stop)
    return list(course_races(setting.game, course, setting.table(), setting.drivers(), numbers))
