"""Finished races explained: the same numbers as text, page and JSON."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result

from paddock.analysis import Explained, explain
from paddock.engine import Match, SeededDice
from paddock.games import load_game

Paddock = Callable[..., Result]
GAME = load_game("nestorgames_gp")


def raced(path: Path, seed: int, *, plies: int = 10_000) -> Match:
    match = Match(GAME, ["Ana", "Ben"], {"laps": 1}, SeededDice(seed))
    match.settle()
    while not match.is_over and len(match.plies) < plies:
        match.play(match.choices()[0].move)
    match.save(path)
    return match


@pytest.fixture
def told(paddock: Paddock, tmp_path: Path) -> tuple[str, str, Explained, Match]:
    """The text, the page and the JSON of one race, and the race."""
    match = raced(tmp_path / "one.race", 5)
    files = ["--html", str(tmp_path / "one.html"), "--json", str(tmp_path / "one.json")]
    result = paddock("analyse", str(tmp_path / "one.race"), *files)
    assert result.exit_code == 0
    page, data = (tmp_path / "one.html").read_text(encoding="utf-8"), (tmp_path / "one.json").read_bytes()
    return result.stdout, page, msgspec.json.decode(data, type=Explained), match


def test_text_page_and_json_tell_the_same_numbers(told: tuple[str, str, Explained, Match]):
    text, page, found, match = told
    assert found == explain(match)
    for driver in found.drivers:
        for change in (driver.start, driver.luck, driver.own, driver.rivals, driver.result):
            assert f"{change / 10:.2f} %" in text
            assert f"{change / 10:.2f} %" in page
    assert all(sentence in text for sentence in found.sentences)
    assert "Ana  ▄" in text or "Ana  ▃" in text or "Ana  ▅" in text  # two equal drivers begin near one half


def test_the_page_needs_nothing_else_and_shows_every_driver(told: tuple[str, str, Explained, Match]):
    page = told[1]
    assert "http" not in page.replace('http-equiv="', "")
    assert page.count("<polyline") == 2
    assert "default-src 'none'" in page


def test_of_several_races_the_costly_kinds_of_decisions_are_told(paddock: Paddock, tmp_path: Path):
    files = [str(tmp_path / f"{seed}.race") for seed in (1, 2)]
    matches = [raced(Path(file), seed) for seed, file in enumerate(files, 1)]
    text = paddock("analyse", *files, "--json", str(tmp_path / "all.json")).stdout
    assert text.startswith(f"{GAME.name}: 2 races explained")
    found: Any = msgspec.json.decode((tmp_path / "all.json").read_bytes())
    assert [len(one["chances"]) for one in found] == [len(match.plies) + 1 for match in matches]


def test_a_race_that_is_not_over_is_not_explained(paddock: Paddock, tmp_path: Path):
    raced(tmp_path / "open.race", 5, plies=9)
    result = paddock("analyse", str(tmp_path / "open.race"))
    assert result.exit_code == 2
    assert "not over" in result.stderr
    assert result.stdout == ""
