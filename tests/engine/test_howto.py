"""How to play: one page of few words whose pictures are positions that the rules have reached."""

import re
from pathlib import Path

import pytest

import paddock.games
from paddock.engine import LEARNER, Game, Howto, HowtoError, howto_from, read_howto
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN

FOLDER = Path(paddock.games.__file__).parent
OWN = [*(game for game in all_games() if game.folder.parent == FOLDER), RIDGE_RUN]
TEXT = (RIDGE_RUN.folder / "howto.toml").read_text(encoding="utf-8")


def page_of(game: Game) -> Howto:
    """The page that a game of this project has."""
    howto = read_howto(game)
    assert howto is not None, f"{game.id} has no howto.toml"
    return howto


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_game_tells_how_it_is_played_in_at_most_400_words(game: Game):
    howto = page_of(game)
    assert sum(len(f"{part.title} {part.text} {part.caption}".split()) for part in howto.parts) <= 400


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_part_names_clauses_that_the_rules_have(game: Game):
    written = set(
        re.findall(r"`([A-Z]{2}-\d+[a-z]?)`|\*\*([A-Z]{2}-\d+[a-z]?) ", (game.folder / "RULES.md").read_text())
    )
    known = {one or other for one, other in written}
    for part in page_of(game).parts:
        assert part.clauses
        assert set(part.clauses) <= known


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_pictures_are_positions_of_the_lesson_as_the_learner_sees_them(game: Game):
    howto = page_of(game)
    assert howto.lesson is not None
    pictures = [part for part in howto.parts if part.step]
    assert len(pictures) >= 2
    for part in pictures:
        match = howto.picture(part)
        script = [(ply.actor, ply.move) for ply in match.plies]
        assert script == list(howto.lesson.script[: len(script)])
        assert match.actor == LEARNER
        assert match.view(LEARNER) == game.view(match.table, match.seen_by(LEARNER))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('clauses = ["RR-02", "RR-20"]', 'clauses = ["RR-99"]', "RULES.md has no clause RR-99"),
        ('clauses = ["RR-02", "RR-20"]', "clauses = []", "name the clauses"),
        ("step = 5", "step = 7", "`step` is 1 to 6"),
        ("step = 5", "step = -1", "`step` is 1 to 6"),
        ("step = 5\n", "", "a picture (`step`) has a caption"),
        ('title = "The boost"', 'title = " "', "a title and a text"),
        ('title = "The boost"', f'title = "The boost {"and so on " * 150}"', "1 to 400 words"),
        ('title = "The boost"', 'tittle = "The boost"', "tittle"),
    ],
)
def test_a_page_that_cannot_be_shown_is_refused_with_what_is_wrong(old: str, new: str, told: str):
    assert old in TEXT
    with pytest.raises(HowtoError) as refused:
        howto_from(RIDGE_RUN, TEXT.replace(old, new))
    assert told in str(refused.value)
    assert "howto.toml" in str(refused.value)


def test_plain_text_has_every_title_text_and_clause():
    text = "\n".join(page_of(RIDGE_RUN).lines())
    for part in page_of(RIDGE_RUN).parts:
        assert f"## {part.title}\n{part.text} ({', '.join(part.clauses)})" in text
