"""Places are told in words: codes live in records and in the text of a position."""

import re
from pathlib import Path

import pytest

from paddock.games import all_games

GAMES = Path(__file__).parents[2] / "src" / "paddock" / "games"
SAID = re.compile(r"^\s*(\[|\d+\. \[|> )")  # questions with their answers, answers, and what happened
CODE = re.compile(r"\b\d+\.[A-Z]\d|\b[A-Z]{1,2}\d?:\d|\bs\d+\b|\blane [A-Z]\b")  # 2.L2, G1:22, HL:17, s4, lane L


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_no_place_is_told_as_a_code(game: str):
    texts = [file.read_text(encoding="utf-8") for file in (GAMES / game / "tests" / "golden").glob("*.txt")]
    said = [line for text in texts for line in text.splitlines() if SAID.match(line)]

    assert len(said) > 100
    assert [line for line in said if CODE.search(line)] == []
