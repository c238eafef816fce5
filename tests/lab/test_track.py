"""Reports on tracks: races worked out by hand, the same races as the lab measures, and files that cannot be raced."""

import dataclasses
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import (
    CRASHES,
    HERE,
    NOWHERE,
    OVERTAKES,
    WAITS,
    Cores,
    Course,
    Drivers,
    Event,
    Game,
    Happening,
    Spot,
    TrackRace,
    Workshop,
    measure,
    ply_by_ply,
)
from paddock.engine.course_races import Reading, overtaken
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import Conditions, LabError, Report, TrackTrial, checked_track, track
from paddock.lab.heat_map import heat_map
from paddock.lab.track import read_track_races
from paddock.lab.track_report import TrackTally, lane_shares, listed

GAMES = [game for game in all_games() if game.workshop and game.workshop.course]
RACES = 4


def named(game: Game) -> str:
    return game.id


@pytest.fixture(scope="module", params=GAMES, ids=named)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.fixture(scope="module")
def report(game: Game) -> Report:
    assert game.workshop
    return track(game, game.workshop.examples()[0].text, RACES, seats=2, beside=False)


# One race worked out by hand: a road of four spots, two cars


CRASH, WAIT, LAP, OTHER = (
    Event(0, "X-1", "", moment="crash"),
    Event(1, "X-2", ""),
    Event(2, "X-3", ""),
    Event(3, "X-4", ""),
)
ROAD = tuple(Spot(n, f"spot {n}", 100.0 * n, 0.0, "left" if n < 2 else "right", (n + 1,)) for n in range(4))
SCRIPTED = Course(
    spots=lambda t: ROAD,
    at=lambda t, s, seat: s.at[seat],
    rounds=lambda t, s: s.round,
    where=lambda t, happening: happening.b,
    is_wait=lambda happening: happening.event is WAIT,
    lap=lambda t, happening: happening.c if happening.event is LAP else -1,
)


class Scripted:
    """A position that only says where cars stand and in which order."""

    def __init__(self, round_now: int, at: list[int], order: list[int]):
        self.table, self.state, self.seats = None, SimpleNamespace(at=at, round=round_now), len(at)
        self._order = order

    def standings(self) -> tuple[list[int], list[int]]:
        return self._order, []


def read(*plies: tuple[Scripted, list[Happening]]) -> TrackRace:
    reading = Reading(SCRIPTED, plies[0][0])  # pyright: ignore[reportArgumentType]  asked for the same
    for position, happened in plies[1:]:
        reading.see(position, happened)  # pyright: ignore[reportArgumentType]
    reading.race.place = [1, 2]
    return reading.race


def test_a_race_worked_out_by_hand():
    race = read(
        (Scripted(0, [NOWHERE, NOWHERE], [1, 1]), []),
        (Scripted(0, [0, 1], [2, 1]), []),  # the grid
        (Scripted(1, [2, 1], [1, 2]), [Happening(OTHER, 0, 0, 0)]),  # car 0 overtakes car 1, which stands on spot 1
        (Scripted(2, [2, 1], [1, 2]), [Happening(WAIT, 1, NOWHERE, 0), Happening(CRASH, 1, 3, 0)]),
        (Scripted(4, [0, 1], [1, 2]), [Happening(LAP, 0, 0, 1)]),
        (Scripted(9, [NOWHERE, 1], [1, 2]), [Happening(LAP, 0, 0, 2), Happening(CRASH, 0, NOWHERE, 0)]),
    )
    assert race.counted[OVERTAKES] == {1: 1}
    assert race.counted[WAITS] == {1: 1}  # where its car stands
    assert race.counted[CRASHES] == {3: 1, 0: 1}  # where the event says; a car that is gone, where it stood before
    assert race.laps == [(1, 4), (2, 5)]
    assert race.starts == [0, 1]
    assert race.arrivals == [{0: 2, 2: 1}, {1: 1}]
    assert race.rounds == 9
    assert race.crash_rate == pytest.approx(100 * 2 / (2 * 9))


def test_overtaking_needs_a_move_of_the_car_in_front_and_both_cars_on_the_track():
    assert overtaken(0, [2, 1], [1, 2], [4, 5], [6, 5]) == [1]
    assert overtaken(0, [2, 1], [1, 2], [4, 5], [4, 3]) == []  # the other one went back
    assert overtaken(0, [2, 1], [1, 2], [4, 5], [6, NOWHERE]) == []  # the other one is out
    assert overtaken(0, [2, 1], [1, 2], [4, 5], [NOWHERE, 5]) == [1]  # past it and over the line
    assert overtaken(0, [2, 1], [1, 2], [NOWHERE, 5], [6, 5]) == []  # put on the grid
    assert overtaken(0, [1, 2], [1, 2], [4, 3], [6, 3]) == []  # was in front before


def test_the_share_of_a_lane_is_of_the_spots_a_car_comes_to():
    race = TrackRace(2, arrivals=[Counter({0: 1, 2: 3}), Counter({1: 1, 3: 1})], place=[1, 2])
    lane_of = {spot.number: spot.lane for spot in ROAD}
    assert lane_shares(race, lane_of, "left") == [(0.25, 0.5)]
    assert lane_shares(race, lane_of, "right") == [(0.75, 0.5)]
    tied = TrackRace(2, arrivals=race.arrivals, place=[1, 1])
    assert lane_shares(tied, lane_of, "left") == []  # nobody lost


def test_a_tally_counts_starts_and_those_that_won(game: Game):
    tally = TrackTally("mine", Conditions(game, 2))
    for starts, place in (([5, 6], [1, 2]), ([6, 5], [1, 2]), ([5, 6], [1, 2])):
        tally.add(TrackRace(2, arrivals=[Counter(), Counter()], starts=starts, place=place, rounds=10))
    assert tally.starts == {5: 3, 6: 3}
    assert tally.won_from == {5: 2, 6: 1}


def test_the_hottest_spot_has_the_full_colour_and_its_value():
    svg = heat_map("Where", ROAD, {1: 0.5, 2: 2.0}).svg
    assert '<title>spot 2: 2.00</title><circle class="spot" cx="200" cy="0" r="40"/>' in svg
    assert svg.count('fill-opacity="1.0"') == 1
    assert svg.count('fill-opacity="0.25"') == 1
    assert svg.count('fill-opacity="0.0"') == 2
    assert svg.count('class="road"') == 3  # the last spot leads nowhere
    assert ">2.00</text>" in svg


def test_names_in_a_sentence():
    assert [listed(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]


# The races of real games


@pytest.mark.parametrize("levels", [("quick",), ("random", "rookie")])
def test_a_race_ply_by_ply_is_the_race_that_is_measured(levels: tuple[str, ...]):
    setting = Conditions(RIDGE_RUN, 3, levels=levels, seed=7)
    assert ply_counts(RIDGE_RUN, setting.table(), setting.drivers(), 5) == measured(setting, 5)


def ply_counts(game: Game, table: Any, drivers: Drivers, races: int) -> list[tuple[int, int, list[int]]]:
    run = ply_by_ply(game, table, drivers)
    found: list[tuple[int, int, list[int]]] = []
    for number in range(races):
        plies = list(run(number))
        crashes = sum(one.event.moment == "crash" for _, happened in plies for one in happened)
        found.append((len(plies) - 1, crashes, plies[-1][0].standings()[0]))
    return found


def measured(setting: Conditions, races: int) -> list[tuple[int, int, list[int]]]:
    (part,) = measure(setting.game, setting.table(), 0, races, setting.drivers(), backend="python")
    rows = zip(part.plies.tolist(), part.crashes.tolist(), part.place.tolist(), strict=True)
    return [(plies, crashes, place) for plies, crashes, place in rows]


def test_crashes_of_all_spots_are_those_that_the_lab_measures(game: Game, report: Report):
    assert game.workshop
    setting = Conditions(game, 2, {game.workshop.option: game.workshop.examples()[0].id})
    crashes = sum(crashes for _, crashes, _ in measured(setting, RACES))
    rows = report.table("spots").records()
    assert sum(row["crashes"] for row in rows) * RACES == pytest.approx(crashes)
    assert report.table("tracks").records()[0]["crashes"] * RACES == pytest.approx(crashes)


def test_every_car_starts_and_every_race_has_its_laps(report: Report):
    starts = report.table("starts").records()
    assert sum(row["cars"] for row in starts) == 2 * RACES
    assert sum(row["won"] * row["cars"] for row in starts) == pytest.approx(RACES)
    laps = report.table("laps").records()
    assert [row["lap"] for row in laps] == list(range(1, len(laps) + 1))
    assert laps[-1]["cars"] >= RACES  # the winner at least
    assert all(row["rounds"] > 0 for row in laps)


def test_a_report_has_a_heat_map_for_each_kind_with_every_spot(report: Report):
    spots = len(report.table("spots").rows)
    assert [plot.svg.count('class="heat"') for plot in report.plots[:3]] == [spots] * 3


def test_tracks_in_the_box_are_raced_with_the_same_seed_and_the_drawn_one_once():
    game = GAMES[0]
    assert game.workshop
    examples = game.workshop.examples()
    found = track(game, examples[0].text, 1, seats=2)
    rows = found.table("tracks").records()
    assert [row["track"] for row in rows] == [example.name for example in examples]
    assert any(sentence.startswith("A car crashes") for sentence in found.sentences)


def test_two_processes_give_the_report_of_one():
    game = GAMES[0]
    assert game.workshop
    text = game.workshop.examples()[0].text
    one, two = (track(game, text, 11, seats=2, beside=False, on=on) for on in (HERE, Cores(2)))
    assert two.json() == one.json()


def test_races_can_be_read_in_parts(game: Game):
    setting = Conditions(game, 2)
    assert read_track_races(setting, 0, 2) == [*read_track_races(setting, 0, 1), *read_track_races(setting, 1, 2)]


# What cannot be raced on


def test_a_file_with_faults_is_refused_with_all_of_them(game: Game):
    with pytest.raises(LabError, match="nobody can race on this track: "):
        checked_track(game, "laps = 99\n")


def without_course(game: Game) -> Game:
    return dataclasses.replace(game, workshop=None)


def with_plain_workshop(game: Game) -> Game:
    assert game.workshop
    return dataclasses.replace(game, workshop=Workshop("track", game.workshop.check, game.workshop.examples))


@pytest.mark.parametrize("change", [without_course, with_plain_workshop])
def test_a_game_that_says_nothing_about_its_track_is_refused(change: Callable[[Game], Game]):
    changed = change(GAMES[0])
    with pytest.raises(LabError, match="has no tracks that the lab can read"):
        TrackTrial(Conditions(changed, 2), "mine", 1)
