"""Places are told in words: codes live in records and in the text of a position. Abbreviations are in capitals."""

import re
from pathlib import Path

import pytest

from paddock.engine import Game, Option
from paddock.games import all_games

GAMES = Path(__file__).parents[2] / "src" / "paddock" / "games"
SAID = re.compile(r"^\s*(\[|\d+\. \[|> )")  # questions with their answers, answers, and what happened
CODE = re.compile(r"\b\d+\.[A-Z]\d|\b[A-Z]{1,2}\d?:\d|\bs\d+\b|\blane [A-Z]\b")  # 2.L2, G1:22, HL:17, s4, lane L
ABBREVIATION = re.compile(r"\b[^\W\daeiouyAEIOUY_]{2,}\b")  # no vowel: npd, GP


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_no_place_is_told_as_a_code(game: str):
    texts = [file.read_text(encoding="utf-8") for file in (GAMES / game / "tests" / "golden").glob("*.txt")]
    said = [line for text in texts for line in text.splitlines() if SAID.match(line)]

    assert len(said) > 100
    assert [line for line in said if CODE.search(line)] == []


def titles_of(option: Option) -> list[str]:
    """What people call an option and its values."""
    return [option.titled(), *(option.value_titled(value) for value in option.values)]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_options_write_abbreviations_as_the_box_does(game: Game):
    options = (*game.options, *(game.series.options if game.series else ()))
    shortened = [word for option in options for title in titles_of(option) for word in ABBREVIATION.findall(title)]

    assert [word for word in shortened if not word.removesuffix("s").isupper()] == []
