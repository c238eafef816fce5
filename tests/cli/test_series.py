"""`paddock series`: a season of bots, its sheet, its files; and `paddock verify` of a bundle."""

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paddock.cli import cli
from paddock.engine import Match, RaceRecord, SeededDice, write_record
from paddock.games import load_game
from paddock.series import found_season, title_odds

SHORT = ("--seats", "2", "--option", "laps=1", "--set", "championship_target=3")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_a_season_prints_its_sheet_and_the_champion():
    result = run("series", "nestorgames_gp", *SHORT, "--calendar", "oval,coast", "--bots", "quick,random")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].startswith("nestorgames GP, first to 3 points: ")
    assert lines[1].strip() == "1 oval"
    assert lines[2].strip() == "2 coast"
    assert lines[-1].startswith("Champion: ")
    rows = [line.split() for line in lines if line.startswith(("Quick", "Random"))]
    best = max(float(row[-3]) for row in rows)
    for row in rows:  # name, number, points by race, total, how far behind, wins
        assert sum(float(points) for points in row[2:-3] if points != "-") == float(row[-3])
        assert float(row[-2]) == best - float(row[-3])


def test_a_race_that_is_several_shows_who_won_each_of_them():
    text = ("series", "project_nos", "--seats", "2", "--option", "modifications=none")
    told, data = run(*text).output.splitlines(), json.loads(run(*text, "--json").output)
    assert told[1].strip() == "1 dealt tracks"
    heats = data["heats"][0]
    assert [line.strip() for line in told[2 : 2 + len(heats)]] == [
        f"{heat['title']}: {heat['winner'] or 'nobody'} won" for heat in heats
    ]
    won = [heat["winner"] for heat in heats]
    assert {line["name"]: line["total"] for line in data["sheet"]} == {
        name: won.count(name) for name in ("Quick 1", "Quick 2")
    }
    assert "heats" not in json.loads(run("series", "nestorgames_gp", *SHORT, "--json").output)


def test_the_same_seed_prints_the_same_season():
    once, again = (run("series", "nestorgames_gp", *SHORT, "--seed", "7").output for _ in range(2))
    assert once == again


def test_the_odds_of_the_title_are_told_before_each_race():
    text = ("series", "nestorgames_gp", *SHORT, "--odds", "60")
    told, data = run(*text).output, json.loads(run(*text, "--json", "--on", "local").output)
    game = load_game("nestorgames_gp")
    season = found_season(game, 2, {"laps": 1}, {"championship_target": 3})
    assert len(data["odds"]) == len(data["races"])
    assert list(data["odds"][0].values()) == list(title_odds(game, season, 60).shares)
    assert all(sum(before.values()) == pytest.approx(1) for before in data["odds"])
    numbers = next(line for line in told.splitlines() if line.startswith("odds before race"))
    assert numbers.split()[3:] == [str(number + 1) for number in range(len(data["races"]))]
    assert "odds" not in run("series", "nestorgames_gp", *SHORT).output


def test_json_says_the_same():
    data = json.loads(run("series", "nestorgames_gp", *SHORT, "--json").output)
    assert data["champions"]
    best = max(data["sheet"], key=lambda line: line["total"])
    assert best["total"] >= 3
    counted = [title for title in data["races"] if "tie-breaker" not in title]
    assert sum(line["wins"] for line in data["sheet"]) == len(counted)


def test_the_totals_of_teams_are_shown_and_the_champions_first():
    text = ("series", "nestorgames_gp", "--seats", "4", "--option", "laps=1", "--option", "teams=on")
    told, data = run(*text).output.splitlines(), json.loads(run(*text, "--json").output)
    totals = {line["name"]: line["total"] for line in data["sheet"]}
    teams = {team["name"]: team["total"] for team in data["teams"]}
    assert teams == {
        "Quick 1 and Quick 3": totals["Quick 1"] + totals["Quick 3"],
        "Quick 2 and Quick 4": totals["Quick 2"] + totals["Quick 4"],
    }
    best = max(teams, key=lambda name: teams[name])
    assert told[-4:-2] == [f"{name}{teams[name]:>8g}" for name in sorted(teams, key=lambda name: -teams[name])]
    assert told[-1] == f"Champion: {best}"


def test_one_game_of_project_nos_is_one_race_without_options():
    result = run("series", "project_nos", "--seats", "2")
    assert result.output.splitlines()[0] == "Project NOS, first to two wins: 1 race of seed 1"
    refused = run("series", "project_nos", "--seats", "2", "--races", "2")
    assert refused.exit_code == 2
    assert "a series of Project NOS has no options" in refused.output


def test_the_options_of_a_series_are_listed_with_those_of_the_game():
    text = run("games", "--options").output
    assert "  --set championship_target=0  " in text
    assert "  --set npd_redeal=each_race  " in text
    assert "needs 2, 3, 4 seats\n      each_race  Teammates and rogues are dealt again before each race" in text


def test_the_sheet_is_written_as_csv(tmp_path: Path):
    path = tmp_path / "season.csv"
    assert run("series", "nestorgames_gp", *SHORT, "--csv", str(path)).exit_code == 0
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["name"] for row in rows] == ["Quick 1", "Quick 2"]
    assert max(float(row["total"]) for row in rows) >= 3


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "season.zip"
    assert run("series", "nestorgames_gp", *SHORT, "--bundle", str(path)).exit_code == 0
    return path


def test_verify_accepts_the_bundle(bundle: Path):
    result = run("verify", str(bundle))
    assert result.exit_code == 0
    races = result.output.count(".race is true: ")
    assert races >= 2
    *_, counted, sheet = result.output.splitlines()
    assert counted == f"{races} of {races} races are true."
    assert sheet == f"{bundle}, sheet.csv is true: the races give it."


def test_verify_finds_the_race_that_is_not_true(bundle: Path, tmp_path: Path):
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(bundle) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, text.replace("dice seeded 1001", "dice seeded 77") if name == "race-02.race" else text)
    result = run("verify", str(changed))
    assert result.exit_code == 1
    assert "race-02.race is NOT true" in result.output
    assert "race-01.race is true" in result.output
    assert (
        "1 of 2 races are true, 1 not true." in result.output or "2 of 3 races are true, 1 not true." in result.output
    )
    assert "sheet.csv is NOT VERIFIED: it cannot be checked without every race." in result.output


def test_a_race_without_its_secret_is_not_verified_whatever_its_sheet_says(bundle: Path, tmp_path: Path):
    by_hand = member(bundle, "race-02.race").replace("dice seeded 1001", "dice manual")
    result = run("verify", str(changed(bundle, tmp_path / "by_hand.zip", race_02=by_hand)))
    assert result.exit_code == 3
    assert "race-02.race is NOT VERIFIED" in result.output
    assert " races are true, 1 not verified.\n" in result.output
    assert "sheet.csv is true: the races give it." in result.output


def changed(bundle: Path, path: Path, **members: str | None) -> Path:
    """The bundle with other members; None takes one out."""
    with zipfile.ZipFile(bundle) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = members.get(name.partition(".")[0].replace("-", "_"), old.read(name).decode())
            if text is not None:
                new.writestr(name, text)
    return path


def member(bundle: Path, name: str) -> str:
    with zipfile.ZipFile(bundle) as opened:
        return opened.read(name).decode()


def test_verify_names_the_line_of_a_changed_sheet(bundle: Path, tmp_path: Path):
    lines = member(bundle, "sheet.csv").splitlines()
    name, *points, total, wins, place = lines[2].split(",")
    forged = ",".join([name, *points, str(float(total) + 9), wins, place])
    text = "\n".join([*lines[:2], forged, ""])
    result = run("verify", str(changed(bundle, tmp_path / "forged.zip", sheet=text)))
    assert result.exit_code == 1
    assert "2 of 2 races are true." in result.output or "3 of 3 races are true." in result.output
    assert f"sheet.csv is NOT true: line 3: the races give {lines[2]!r}, not {forged!r}." in result.output


def test_verify_misses_a_line_and_finds_one_too_many(bundle: Path, tmp_path: Path):
    text = member(bundle, "sheet.csv")
    short = run("verify", str(changed(bundle, tmp_path / "short.zip", sheet="\n".join(text.splitlines()[:2]))))
    long = run("verify", str(changed(bundle, tmp_path / "long.zip", sheet=f"{text}Cleo,9,9,18,2,1\n")))
    assert "sheet.csv is NOT true: line 3 is missing: the races give 'Quick 2," in short.output
    assert "sheet.csv is NOT true: line 4: there is a line too many, 'Cleo,9,9,18,2,1'." in long.output
    assert (short.exit_code, long.exit_code) == (1, 1)


def test_a_sheet_without_what_was_agreed_is_not_believed(bundle: Path, tmp_path: Path):
    for gone in ("series", "sheet"):
        result = run("verify", str(changed(bundle, tmp_path / f"{gone}.zip", **{gone: None})))
        assert result.exit_code == 3
        missing = {"series": "series.json", "sheet": "sheet.csv"}[gone]
        assert f"sheet.csv is NOT VERIFIED: it cannot be checked without {missing}." in result.output


def test_a_zip_of_mere_races_has_no_sheet_to_check(bundle: Path, tmp_path: Path):
    result = run("verify", str(changed(bundle, tmp_path / "races.zip", sheet=None, series=None)))
    assert result.exit_code == 0
    assert "sheet.csv" not in result.output


def test_a_race_left_out_or_put_in_twice_is_found(bundle: Path, tmp_path: Path):
    second = member(bundle, "race-02.race")
    without = run("verify", str(changed(bundle, tmp_path / "without.zip", race_02=None)))
    assert without.exit_code == 1
    assert "sheet.csv is NOT true: line 1: the races give " in without.output
    twice = tmp_path / "twice.zip"
    twice.write_bytes(bundle.read_bytes())
    with zipfile.ZipFile(twice, "a") as more:
        more.writestr("race-09.race", second)
    result = run("verify", str(twice))
    assert result.exit_code == 1
    assert "sheet.csv is NOT true: race-09.race: the series was over before this race." in result.output


def test_races_of_another_agreement_are_found(bundle: Path, tmp_path: Path):
    agreed = json.loads(member(bundle, "series.json"))
    wrong: dict[str, dict[str, Any]] = {
        "laps is 1, the series says 2": {"race_options": {**agreed["race_options"], "laps": 2}},
        "race-01.race: board is oval, the series says coast": {"venues": ["coast"]},
        "race-01.race has 2 seats, the series says 3": {"drivers": ["A", "B", "C"]},
        "race-01.race: driver 1 was 'Quick 1'; 'Quick 2' had another seat": {"drivers": ["Quick 2", "Quick 1"]},
        "there is no option 'wings'": {"options": {"wings": 2}},
        "is a race of nestorgames GP, the series of Nitro Dice": {
            "game": "nitro_dice",
            "options": {},
            "race_options": {},
            "venues": [],
        },
    }
    for number, (sentence, change) in enumerate(wrong.items()):
        path = tmp_path / f"{number}.zip"
        result = run("verify", str(changed(bundle, path, series=json.dumps({**agreed, **change}))))
        assert result.exit_code == 1, sentence
        assert sentence in result.output
        assert "sheet.csv is NOT true" in result.output


def test_a_driver_who_was_called_otherwise_is_noted(bundle: Path, tmp_path: Path):
    agreed = {**json.loads(member(bundle, "series.json")), "drivers": ["Ana", "Quick 2"]}
    text = member(bundle, "sheet.csv").replace("Quick 1", "Ana")
    path = changed(bundle, tmp_path / "named.zip", series=json.dumps(agreed), sheet=text)
    result = run("verify", str(path))
    assert result.exit_code == 0
    assert "Note: race-01.race: driver 1 was 'Quick 1', in the sheet it is 'Ana'." in result.output


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": 3}', "[" * 100_000, '{"game":1,"drivers":1,"venues":1}'])
def test_an_agreement_that_says_nothing_is_wrong_input(bundle: Path, tmp_path: Path, text: str):
    result = run("verify", str(changed(bundle, tmp_path / "strange.zip", series=text)))
    assert result.exit_code == 2
    assert "series.json" in result.output


def test_a_record_that_cannot_be_read_is_named(bundle: Path, tmp_path: Path):
    result = run("verify", str(changed(bundle, tmp_path / "torn.zip", race_02="nothing")))
    assert result.exit_code == 2
    assert "race-02.race cannot be read: line 1: this is no race record" in result.output
    assert "race-01.race is true" in result.output


def test_what_no_race_record_is_or_is_there_twice_is_not_passed_over(bundle: Path, tmp_path: Path):
    path = tmp_path / "more.zip"
    path.write_bytes(bundle.read_bytes())
    with zipfile.ZipFile(path, "a") as more:
        more.writestr("race-09.rbce", "nothing")
    result = run("verify", str(path))
    assert result.exit_code == 3
    assert "'race-09.rbce' is NOT VERIFIED: it is no race record." in result.output
    with zipfile.ZipFile(path, "a") as more, pytest.warns(UserWarning, match="Duplicate name"):
        more.writestr("race-01.race", member(bundle, "race-02.race"))
    result = run("verify", str(path))
    assert result.exit_code == 2
    assert "race-01.race cannot be read: it is there twice." in result.output


# Damage


@pytest.fixture(scope="module")
def two_short_races(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The beginnings of two races, as small as a bundle can be; both true."""
    path = tmp_path_factory.mktemp("small") / "small.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as small:
        for number in (1, 2):
            match = Match(load_game("nestorgames_gp"), 2, {"laps": 1}, SeededDice(number))
            match.settle()
            small.writestr(f"race-0{number}.race", write_record(RaceRecord.of(match), match))
    return path.read_bytes()


def verdict(path: Path, data: bytes) -> Result:
    """Verify a file with these bytes; an unexpected exception fails the test."""
    path.write_bytes(data)
    return CliRunner().invoke(cli, ["verify", str(path)], catch_exceptions=False)


def contents(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_a_flipped_byte_anywhere_is_answered_and_never_called_true(two_short_races: bytes, tmp_path: Path):
    path, right = tmp_path / "flipped.zip", contents(two_short_races)
    assert verdict(path, two_short_races).exit_code == 0
    lists = two_short_races.index(b"PK\1\2")  # the central directory of the zip
    for position in (*range(0, lists, 4), *range(lists, len(two_short_races))):
        data = bytearray(two_short_races)
        data[position] ^= 0xFF if position % 3 else 0x04
        result = verdict(path, bytes(data))
        assert result.exit_code in (0, 1, 2, 3), position
        assert result.exit_code or contents(bytes(data)) == right, position  # e.g. a time stamp


def test_one_damaged_race_does_not_end_the_check_of_the_others(two_short_races: bytes, tmp_path: Path):
    middle_of_the_first = two_short_races.index(b"race-01.race") + 100
    data = bytearray(two_short_races)
    data[middle_of_the_first] ^= 0xFF
    result = verdict(tmp_path / "flipped.zip", bytes(data))
    assert result.exit_code == 2
    assert "race-01.race cannot be read: it is damaged (" in result.output
    assert "race-02.race is true: " in result.output
    assert "1 of 2 races are true, 1 unreadable." in result.output


def test_a_season_with_flipped_bytes_here_and_there_is_answered(bundle: Path, tmp_path: Path):
    whole = bundle.read_bytes()
    for position in range(7, len(whole), len(whole) // 40):
        data = bytearray(whole)
        data[position] ^= 0xFF
        assert verdict(tmp_path / "flipped.zip", bytes(data)).exit_code in (0, 1, 2, 3), position


def test_a_zip_without_races_is_wrong_input(tmp_path: Path):
    path = tmp_path / "empty.zip"
    with zipfile.ZipFile(path, "w") as other:
        other.writestr("readme.txt", "nothing")
    result = run("verify", str(path))
    assert result.exit_code == 2
    assert "holds no race records" in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--set", "nothing=3"), "there is no option 'nothing'"),
        (("--calendar", "nowhere"), "board takes"),
        (("--bots", "wizard"), "there is no bot 'wizard'"),
        (("--bots", "quick,quick,quick"), "3 bots for 2 drivers"),
        (("--races", "3"), "there is no option 'races'"),
        (("--set", "championship_target=999"), "999 points could take 666 races of 2 cars"),
        (("--set", "championship_target=4", "--set", "championship_target=5"), "championship_target is given twice"),
        (("--csv", "/no/such/folder/season.csv"), "there is no such folder"),
        (("--bundle", "/"), "is a folder"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str):
    result = run("series", "nestorgames_gp", "--seats", "2", *arguments)
    assert result.exit_code == 2
    assert sentence in result.output
