"""`paddock series`: a season of bots, its sheet, its files; and `paddock verify` of a bundle."""

import csv
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paddock.cli import cli

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
    for row in rows:  # name, number, points by race, total, wins
        assert sum(float(points) for points in row[2:-2] if points != "-") == float(row[-2])


def test_the_same_seed_prints_the_same_season():
    once, again = (run("series", "nestorgames_gp", *SHORT, "--seed", "7").output for _ in range(2))
    assert once == again


def test_json_says_the_same():
    data = json.loads(run("series", "nestorgames_gp", *SHORT, "--json").output)
    assert data["champions"]
    best = max(data["sheet"], key=lambda line: line["total"])
    assert best["total"] >= 3
    counted = [title for title in data["races"] if "tie-breaker" not in title]
    assert sum(line["wins"] for line in data["sheet"]) == len(counted)


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
    races = result.output.count(" is true: ")
    assert races >= 2
    assert result.output.splitlines()[-1] == f"{races} of {races} races are true."


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
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str):
    result = run("series", "nestorgames_gp", "--seats", "2", *arguments)
    assert result.exit_code == 2
    assert sentence in result.output
