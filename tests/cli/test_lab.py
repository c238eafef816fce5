"""`paddock lab`: what is typed and what is answered, with a real game and compiled rules."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from paddock.games import load_game

Paddock = Callable[..., Result]
SMALL = ("--races", "600", "--seats", "2", "--level-races", "20", "--levels", "random,quick")


def test_balance_answers_in_sentences_and_writes_every_kind_of_file(paddock: Paddock, tmp_path: Path):
    page, data, tables = tmp_path / "gp.html", tmp_path / "gp.json", tmp_path / "tables"
    found = paddock("lab", "balance", "nestor", *SMALL, "--html", str(page), "--json", str(data), "--csv", str(tables))
    assert found.exit_code == 0, found.output
    assert "2 seats, 600 races of quick drivers, seed 1" in found.stdout
    stored = json.loads(data.read_text(encoding="utf-8"))
    assert stored["summary"][0] in found.output
    assert stored["command"] in page.read_text(encoding="utf-8")
    assert sorted(file.stem for file in tables.iterdir()) == sorted(stored["tables"])
    words = stored["command"].split()[1:]
    assert paddock(*words).stdout == found.stdout  # the command in a report gives the report again


def test_balance_goes_on_where_it_was_stopped(paddock: Paddock, tmp_path: Path):
    state, data = tmp_path / "state", tmp_path / "gp.json"
    paddock("lab", "balance", "nestor", *SMALL, "--state", str(state))
    more = ("--races", "900", *SMALL[2:], "--json", str(data))
    assert paddock("lab", "balance", "nestor", *more, "--state", str(state)).exit_code == 0
    went_on = data.read_text(encoding="utf-8")
    paddock("lab", "balance", "nestor", *more)
    assert went_on == data.read_text(encoding="utf-8")


def test_balance_stops_when_its_time_is_over(paddock: Paddock, tmp_path: Path):
    words = ("--races", "1000000000", "--seats", "2", "--level-races", "0", "--seconds", "0.1")
    found = paddock("lab", "balance", "nestor", *words)
    assert found.exit_code == 0
    assert "races of quick drivers" in found.output


def test_compare_says_what_differs_beyond_chance(paddock: Paddock):
    found = paddock("lab", "compare", "nestor", "--seats", "2", "--races", "300", "-o", "laps=1", "-o", "laps=2")
    assert found.exit_code == 0, found.output
    assert "Laps=2 against laps=1, 300 races each with the same dice" in found.output
    assert "Turns a race: " in found.output


def test_compare_without_two_values_says_what_to_type(paddock: Paddock):
    found = paddock("lab", "compare", "nestor", "--option", "laps=1")
    assert found.exit_code == 2
    assert "give an option twice with different values" in found.output


def test_clauses_and_choices_are_named_in_words(paddock: Paddock):
    found = paddock("lab", "clauses", "nestor", "--seats", "2", "--races", "200")
    assert found.exit_code == 0, found.output
    assert "never fired" in found.output
    assert re.search(r"^GP-\d+  +\w+", found.stdout, re.MULTILINE)


def test_track_reads_whose_file_it_is_and_writes_every_kind_of_file(
    paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    page, data, tables = tmp_path / "t.html", tmp_path / "t.json", tmp_path / "tables"
    monkeypatch.chdir(tmp_path)
    workshop = load_game("nitro_dice").workshop
    assert workshop
    Path("mine.toml").write_text(workshop.examples()[0].text, encoding="utf-8")
    small = ("--races", "3", "--seats", "2", "--alone", "--threads", "1")
    found = paddock("lab", "track", "mine.toml", *small, "--html", str(page), "--json", str(data), "--csv", str(tables))
    assert found.exit_code == 0, found.output
    assert "Joined Loops, 3 races of 2 quick drivers, seed 1: " in found.stdout
    stored = json.loads(data.read_text(encoding="utf-8"))
    assert stored["command"] == "paddock lab track mine.toml --seats 2 --races 3 --alone --drivers quick --seed 1"
    assert sorted(file.stem for file in tables.iterdir()) == sorted(stored["tables"])
    assert "Where cars crash" in page.read_text(encoding="utf-8")
    again = paddock(*stored["command"].split()[1:], "--threads", "1")
    assert again.stdout == found.stdout


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (None, (), "there is no file 'mine.toml'"),
        ("laps = 2\n", (), "mine.toml: no game can race on it as it is; say whose it is"),
        ("laps = 2\n", ("--game", "nitro"), "nobody can race on this track: "),
        ("values = [1, 2, 3, 4, 5, 6]\n", ("--game", "dicey"), "has no tracks that the lab can read"),
    ],
)
def test_a_file_that_no_car_can_race_on_is_refused_in_a_sentence(
    paddock: Paddock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str | None,
    words: tuple[str, ...],
    said: str,
):
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("mine.toml").write_text(text, encoding="utf-8")
    found = paddock("lab", "track", "mine.toml", *words)
    assert found.exit_code == 2
    assert said in found.output
    assert len(found.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--drivers", "champion"), "'champion' cannot race millions; take rookie, club, quick, random"),
        (("--levels", "quick,slow"), "there is no level 'slow'"),
        (("--seats", "99"), "is for 2 to 8 seats, not 99"),
        (("--seats", "two"), "--seats takes whole numbers"),
        (("--html", "/no/such/folder/x.html"), "cannot be written"),
    ],
)
def test_what_the_lab_cannot_do_is_one_sentence(paddock: Paddock, words: tuple[str, ...], said: str):
    found = paddock("lab", "balance", "nestor", *words)
    assert found.exit_code == 2
    assert said in found.output
    assert len(found.output.splitlines()) == 1
