"""`paddock envs` from the command line."""

import json

import pytest
from click.testing import CliRunner, Result

from paddock.cli import cli
from paddock.engine import CHANCE, Match
from paddock.envs import data_card
from paddock.games import load_game
from paddock.testing import count_naively


def envs(*words: str) -> Result:
    return CliRunner().invoke(cli, ["envs", *words])


def test_the_vector_is_told_with_index_range_seats_and_comment():
    lines = envs("gp").stdout.splitlines()
    assert lines[0].startswith("nestorgames GP: ")
    step = next(line for line in lines if " step[8] " in line)
    assert step.split()[:7] == ["24-31", "step[8]", "0", "121", "by", "seat", "0"]
    assert lines[-1] == "  waiting_manner: nobody waits for a landing when somebody decides"
    told = json.loads(envs("gp", "--json").stdout)
    assert told[0]["shape"] == "seat"
    assert sum(line["size"] for line in told) == len(load_game("nestorgames_gp").observed)


def test_a_card_of_one_game_at_another_table():
    result = envs("gp", "--card", "--seats", "3", "--races", "2", "-o", "laps=1", "--json")
    (card,) = json.loads(result.stdout)
    assert (card["game"], card["seats"], card["hidden"]) == ("nestorgames_gp", 3, 0)
    assert card["plies_span"][0] <= card["plies"] <= card["plies_span"][1]
    assert 5.5 < card["outcomes"] < 6, "dice have six faces, and the first draw has one outcome for each of three seats"


def test_the_tree_of_a_card_is_the_one_that_the_kit_counts():
    game = load_game("nestorgames_gp")
    match = Match(game, 2)
    while match.actor == CHANCE:
        match.apply(match.now.possible()[0])
    card = data_card(game, 2, {}, 1, 1)
    assert card.tree[:4] == tuple(count_naively(match, depth).lines for depth in range(1, 5))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "name a game, or take --card"),
        (("--card", "-o", "laps=1"), "options are those of one game"),
        (("gp", "--card", "--seats", "40"), "2 to 8 seats"),
        (("gp", "--card", "--races", "0"), "from 1 to"),
        (("gp", "--card", "-o", "lapps=1"), "no option 'lapps'"),
    ],
)
def test_wrong_words_are_told_in_a_sentence(words: tuple[str, ...], told: str):
    result = envs(*words)
    assert result.exit_code == 2
    assert told in result.stderr
