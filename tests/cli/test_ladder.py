"""`paddock ladder` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paddock.bots import LEVELS
from paddock.cli import cli


def ladder(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ladder", *words])


@pytest.mark.long
def test_a_ladder_prints_ratings_and_shares_and_stores_them(tmp_path: Path):
    file = tmp_path / "ladder.json"
    levels = ["--levels", "random,rookie,quick", "--races", "20", "-o", "laps=1", "--jobs", "2"]
    result = ladder("gp", *levels, "--seed", "5", "--json", str(file))
    assert result.exit_code == 0, result.output
    stored = json.loads(file.read_text())
    assert [rating["level"] for rating in stored["ratings"]] == ["random", "rookie", "quick"]
    assert {(pair["level"], pair["against"]) for pair in stored["pairs"]} == {
        ("rookie", "random"),
        ("quick", "random"),
        ("quick", "rookie"),
    }
    assert all(pair["low"] <= pair["share"] <= pair["high"] for pair in stored["pairs"])
    assert stored["options"]["laps"] == 1
    for words in ("2 seats, laps=1: mirrored races, seed 5", "quick against random", "99 % interval"):
        assert words in result.output
    again = ladder("gp", *levels[:-1], "1", "--seed", "5", "--json", str(file))
    assert again.exit_code == 0
    assert json.loads(file.read_text())["pairs"] == stored["pairs"]  # however many processes


@pytest.mark.long
def test_each_step_of_a_ladder_can_have_its_own_number_of_races(tmp_path: Path):
    file = tmp_path / "ladder.json"
    levels = ["--levels", "random,rookie,quick", "-o", "laps=1", "--jobs", "1"]
    result = ladder("gp", *levels, "--races", "20, 6", "--json", str(file))
    assert result.exit_code == 0, result.output
    stored = json.loads(file.read_text())
    found = {(pair["level"], pair["against"]): pair["races"] for pair in stored["pairs"]}
    assert found == {("rookie", "random"): 20, ("quick", "rookie"): 6}
    assert len(stored["ratings"]) == 3
    assert stored["levels"]["rookie"] == {"slips": LEVELS["rookie"].slips, "walks": 0, "depth": 0}
    first = [line.split() for line in result.output.splitlines() if line.startswith("rookie against random")]
    assert first[0][3] == "20"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--races", "3"], "an even number"),
        (["--races", "20,20"], "one number or 3, one for each step, not 2"),
        (["--races", "20,many,4"], "not 'many'"),
        (["--races", "99999999"], "from 2 to 1,000,000"),
        (["--races", "0"], "--races takes an even number"),
        (["--levels", "club"], "two or more different levels"),
        (["--levels", "club,club"], "two or more different levels"),
        (["--levels", "club,wizard"], "there is no bot 'wizard'"),
        (["--seats", "99"], "seats, not 99"),
        (["--json", "no/such/folder/x.json"], "cannot be written"),
        (["-o", "laps=many"], "laps"),
    ],
)
def test_wrong_input_is_one_sentence(words: list[str], told: str):
    result = ladder("gp", *words)
    assert result.exit_code == 2
    assert told in result.output
    assert len(result.output.strip().splitlines()) == 1
