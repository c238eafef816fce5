"""Series of any game: agreed on, raced by bots, counted, kept as files, and their title odds."""

import io
import zipfile
from functools import cache
from pathlib import Path

import pytest

from paddock.bots import make_bot
from paddock.engine import (
    SPECTATOR,
    Game,
    Match,
    OptionError,
    RaceRecord,
    Result,
    Season,
    SeededDice,
    read_record,
    verify_record,
    write_record,
)
from paddock.games import all_games, load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.series import (
    BundleError,
    NoSeriesError,
    RacedSeries,
    RecountedRace,
    Sheet,
    champions,
    found_season,
    is_over,
    points_text,
    read_bundle,
    recount,
    run_series,
    sheet_csv,
    title_odds,
    write_bundle,
    wrong_line,
)
from paddock.series.running import Drivers

GP = load_game("nestorgames_gp")
SHORT = {"laps": 1, "race_end": "first"}
NAMES = ["Ana", "Ben", "Cleo"]


def bots(*names: str) -> Drivers:
    return lambda driver, seed: make_bot(names[driver], seed).choose


def short_season(seed: int = 1, races: int = 2) -> RacedSeries:
    season = found_season(GP, 2, {"laps": 1}, {"championship_target": 2 * races})
    return run_series(GP, season, NAMES[:2], bots("quick", "random"), seed)


@cache
def two_races(game_id: str) -> RacedSeries:
    """A short series of any game; of more races where it takes more."""
    game = load_game(game_id)
    seats = max(2, game.seats[0])
    assert game.series
    options = {option.name: 2 for option in game.series.options if option.name == "races" and option.most > 1}
    return run_series(game, found_season(game, seats, {}, options), NAMES[:seats], bots(*["quick"] * seats))


@pytest.mark.parametrize("game", [game for game in all_games() if game.series], ids=lambda game: str(game.id))
def test_every_series_of_bots_ends_with_a_champion_whose_total_is_the_highest(game: Game):
    raced = two_races(game.id)
    sheet = Sheet.of(game, raced.season, NAMES[: raced.season.seats], raced.titles)
    assert is_over(game, raced.season)
    assert sheet.champions
    assert all(sheet.totals[team] == max(sheet.totals) for team in sheet.order[0])
    assert len(raced.matches) == len(sheet.titles) == len(raced.season.results)


def test_the_same_seed_gives_the_same_season_and_another_one_another():
    assert short_season(3).season == short_season(3).season
    assert [match.plies for match in short_season(3).matches] != [match.plies for match in short_season(4).matches]


def test_races_of_neighbouring_seeds_are_not_the_same():
    one, two = short_season(1), short_season(2)
    assert one.matches[1].script != two.matches[0].script


def test_a_game_without_a_series_says_so():
    with pytest.raises(NoSeriesError, match="Ridge Run"):
        found_season(RIDGE_RUN, 2, {}, {})


def test_a_venue_that_does_not_exist_is_named():
    with pytest.raises(OptionError, match="nowhere"):
        found_season(GP, 2, {}, {}, ("oval", "nowhere"))


def test_a_series_of_one_game_has_no_calendar():
    with pytest.raises(OptionError, match="a series of Project NOS has no calendar"):
        found_season(load_game("project_nos"), 2, {}, {}, ("deal",))


def test_an_option_of_the_series_is_checked():
    with pytest.raises(OptionError, match="championship_target"):
        found_season(GP, 2, {}, {"championship_target": -1})


# The sheet


def by_hand() -> tuple[Season, Sheet]:
    """Two races of three cars in half points: Ana 6 + 5, Ben 4 + 6, Cleo 2 + 2."""
    first = Result((0, 1, 2), (1, 2, 3), (6, 4, 2), (1, 0, 0))
    second = Result((0, 1, 2), (2, 1, 3), (5, 6, 2), (0, 1, 0))
    season = found_season(GP, 3, {"fastest_turn": True}, {"championship_target": 5}).after(first).after(second)
    return season, Sheet.of(GP, season, NAMES, ["oval", "coast"])


def test_the_sheet_has_points_by_race_running_totals_wins_and_places():
    _, sheet = by_hand()
    ana, ben, cleo = sheet.lines
    assert (ana.points, ana.running, ana.wins, ana.place) == ((6, 5), (6, 11), 1, 1)
    assert (ben.points, ben.running, ben.wins, ben.place) == ((4, 6), (4, 10), 1, 2)
    assert cleo.place == 3
    assert (sheet.over, sheet.champions) == (True, ["Ana"])


def test_the_csv_shows_halves_and_is_read_by_a_spreadsheet():
    _, sheet = by_hand()
    assert sheet_csv(sheet) == (
        "name,1 oval,2 coast,total,wins,place\nAna,3,2.5,5.5,1,1\nBen,2,3,5,1,2\nCleo,1,1,2,0,3\n"
    )


def test_a_name_is_never_a_formula():
    season, _ = by_hand()
    sheet = Sheet.of(GP, season, ["=1+1", "Ben", "Cleo"], ["oval", "coast"])
    assert "\n'=1+1,3,2.5" in sheet_csv(sheet)


def test_a_tie_breaker_stands_in_the_sheet_without_points():
    level = [Result((0, 1), (1, 2), (4, 2), (1, 0)), Result((0, 1), (2, 1), (2, 4), (0, 1))]
    season = found_season(GP, 2, {}, {"championship_target": 3})
    for result in (*level, Result((0, 1), (2, 1), (2, 4), (0, 1), counts=False)):
        season = season.after(result)
    sheet = Sheet.of(GP, season, NAMES[:2], ["oval", "oval", "oval, tie-breaker"])
    assert [line.points for line in sheet.lines] == [(4, 2, None), (2, 4, None)]
    assert [line.running[-1] for line in sheet.lines] == [6, 6]
    assert sheet.champions == ["Ben"]


def test_points_are_written_as_people_write_them():
    assert [points_text(19, 2), points_text(18, 2), points_text(7, 1)] == ["9.5", "9", "7"]


# The bundle


def bundle_of(raced: RacedSeries) -> bytes:
    sheet = Sheet.of(GP, raced.season, NAMES[:2], raced.titles)
    records = [write_record(RaceRecord.of(match), match) for match in raced.matches]
    return write_bundle(records, sheet, GP.id, raced.season)


def test_every_record_of_a_bundle_is_true(tmp_path: Path):
    raced = short_season()
    path = tmp_path / "season.zip"
    path.write_bytes(bundle_of(raced))
    found = read_bundle(path).records
    assert [name for name, _ in found] == [f"race-{number:02}.race" for number in range(1, len(raced.matches) + 1)]
    for _, text in found:
        assert verify_record(GP, read_record(text)).match.is_over


def test_the_same_season_gives_the_same_bundle():
    assert bundle_of(short_season()) == bundle_of(short_season())


def test_race_100_comes_after_race_11(tmp_path: Path):
    path = tmp_path / "long.zip"
    with zipfile.ZipFile(path, "w") as long:
        for number in (100, 9, 11):
            long.writestr(f"race-{number:02}.race", str(number))
    assert [text for _, text in read_bundle(path).records] == ["9", "11", "100"]


@pytest.mark.parametrize("game", [game for game in all_games() if game.series], ids=lambda game: str(game.id))
def test_the_sheet_of_every_game_is_recounted_from_its_races(game: Game, tmp_path: Path):
    raced = two_races(game.id)
    names = NAMES[: raced.season.seats]
    sheet = Sheet.of(game, raced.season, names, raced.titles)
    path = tmp_path / "season.zip"
    records = [write_record(RaceRecord.of(match), match) for match in raced.matches]
    path.write_bytes(write_bundle(records, sheet, game.id, raced.season))
    bundle = read_bundle(path)
    assert bundle.agreement
    assert bundle.sheet
    races = [RecountedRace(name, match) for (name, _), match in zip(bundle.records, raced.matches, strict=True)]
    counted = recount(game, bundle.agreement, races)
    assert wrong_line(bundle.sheet, counted.sheet) == ""
    assert counted.notes == ()


def test_a_zip_without_records_is_no_bundle(tmp_path: Path):
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as other:
        other.writestr("readme.txt", "nothing here")
    with pytest.raises(BundleError, match="no race records"):
        read_bundle(path)


def test_a_broken_or_huge_bundle_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    data = bundle_of(short_season())
    broken = tmp_path / "broken.zip"
    broken.write_bytes(data[: len(data) // 2])
    with pytest.raises(BundleError, match="cannot be read"):
        read_bundle(broken)
    monkeypatch.setattr("paddock.series.bundle.LARGEST_MEMBER", 100)
    huge = tmp_path / "huge.zip"
    huge.write_bytes(data)
    assert all("too large" in why for why in read_bundle(huge).unreadable.values())
    assert not read_bundle(huge).records
    assert zipfile.is_zipfile(io.BytesIO(data))


# Title odds


def test_title_odds_add_up_and_have_intervals_around_them():
    season = found_season(GP, 3, SHORT, {})
    odds = title_odds(GP, season, 120)
    assert odds.seasons == 120
    assert sum(odds.shares) == pytest.approx(1)
    for share, (low, high) in zip(odds.shares, odds.intervals, strict=True):
        assert 0 <= low <= share <= high <= 1


def test_title_odds_are_the_same_for_the_same_seed():
    season = found_season(GP, 3, SHORT, {})
    assert title_odds(GP, season, 60, seed=5) == title_odds(GP, season, 60, seed=5)


def test_whoever_is_far_ahead_is_likely_to_be_champion():
    lead = Result((0, 1), (1, 2), (4, 2), (1, 0))
    season = found_season(GP, 2, SHORT, {"championship_target": 10})
    for _ in range(4):
        season = season.after(lead)  # 8 to 4 of 10: one win ends it
    odds = title_odds(GP, season, 200)
    # Ben would need 10 before Ana gets 2 more, but even a second place gives her 1: he wins only from 8:10 on
    assert odds.shares[0] > 0.95


def test_a_decided_season_needs_no_simulation():
    season, _ = by_hand()
    assert champions(GP, season) == {0: 1.0}
    assert title_odds(GP, season, 50).shares == (1.0, 0.0, 0.0)


def test_a_limit_of_time_ends_the_simulation_early():
    season = found_season(GP, 2, SHORT, {})
    assert title_odds(GP, season, 100_000, seconds=1e-9).seasons == 50


def test_odds_from_within_a_race_know_what_has_happened_in_it():
    season = found_season(GP, 2, {"laps": 1}, {"championship_target": 2})  # the first race decides
    match = Match(GP, 2, {"laps": 1}, SeededDice(3))
    match.settle()
    while not any(match.state.place[:2]):
        match.play(make_bot("quick").choose(match, match.actor))
    winner = match.standings()[0].index(1)
    odds = title_odds(GP, season, 50, known=match.seen_by(SPECTATOR))
    assert odds.shares[winner] == 1.0


@pytest.mark.long
def test_odds_of_a_series_whose_teams_stay_together():
    game = load_game("victory_lane")
    season = found_season(game, 2, {"race": "sunset_55"}, {"races": 2, "npd_redeal": "fixed"})
    assert sum(title_odds(game, season, 50).shares) == pytest.approx(1)


@pytest.mark.long
def test_odds_from_within_a_race_with_secrets_draw_the_hidden_cards_anew():
    game = load_game("nitro_dice")
    season = found_season(game, 2, {}, {"races": 1})
    match = Match(game, 2, {}, SeededDice(3))
    match.settle()
    odds = title_odds(game, season, 50, known=match.seen_by(SPECTATOR))
    assert sum(odds.shares) == pytest.approx(1)


def test_a_series_without_a_calendar_has_the_usual_one_and_alone_the_usual_length():
    game = load_game("victory_lane")
    assert found_season(game, 2, {"race": "sunset_55"}, {"races": 2}).venues == ("sunset_55", "gulf_coast_100")
    assert found_season(game, 2, {}, {"races": 2}, ("prairie_90", "prairie_90")).venues == ("prairie_90", "prairie_90")
    alone = found_season(game, 1, {}, {})
    assert (alone.options["races"], len(alone.venues)) == (4, 4)
