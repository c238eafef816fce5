"""`paddock ladder` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paddock.cli import cli


def ladder(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ladder", *words])


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
    for words in ("2 seats, laps=1: 20 races of each pair", "quick against random", "99 % interval"):
        assert words in result.output
    again = ladder("gp", *levels[:-1], "1", "--seed", "5", "--json", str(file))
    assert again.exit_code == 0
    assert json.loads(file.read_text())["pairs"] == stored["pairs"]  # however many processes


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--races", "3"], "an even number"),
        (["--races", "0"], "--races takes a whole number"),
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
