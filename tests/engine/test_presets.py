"""Presets: named sets of options, read from a game's folder and checked."""

from dataclasses import replace
from pathlib import Path

import pytest

from paddock.engine import Option, Preset, PresetError, Value, read_presets
from paddock.games._template import GAME as RIDGE_RUN
from paddock.testing.cases import cases
from paddock.testing.presets import presets_are_legal


def presets_of(folder: Path, text: str) -> tuple[Preset, ...]:
    (folder / "presets.toml").write_text(text, encoding="utf-8")
    return read_presets(replace(RIDGE_RUN, folder=folder))


def test_a_preset_has_a_name_a_sentence_cars_and_options(tmp_path: Path):
    text = '[[presets]]\nname = "Sprint"\nsay = "Six spaces and two cars."\nseats = 2\noptions = { length = 6 }\n'
    assert presets_of(tmp_path, text) == (Preset("Sprint", "Six spaces and two cars.", 2, {"length": 6}),)


def test_a_game_without_the_file_has_none(tmp_path: Path):
    assert read_presets(replace(RIDGE_RUN, folder=tmp_path)) == ()


@pytest.mark.parametrize(
    ("preset", "problem"),
    [
        (
            'name = "Far"\nsay = "Much too far away."\noptions = { length = 61 }',
            "length takes a whole number from 6 to 60",
        ),
        ('name = "Odd"\nsay = "It has no such option."\noptions = { laps = 1 }', "there is no option 'laps'"),
        ('name = "Many"\nsay = "Nine cars at once."\nseats = 9', "is for 2 to 4 seats, not 9"),
        ('name = "Mute"\nsay = ""', "needs a sentence of 3 to 20 words"),
        ('name = ""\nsay = "It has no name."', "needs a name"),
        ('name = "New"\nsay = "It has a field too many."\ncolour = "red"', "colour"),
    ],
)
def test_what_cannot_be_offered_is_named(tmp_path: Path, preset: str, problem: str):
    with pytest.raises(PresetError, match=r"_template: presets\.toml: ") as caught:
        presets_of(tmp_path, f"[[presets]]\n{preset}\n")
    assert problem in str(caught.value)


def test_the_kit_refuses_a_preset_that_changes_nothing_and_an_option_without_words(tmp_path: Path):
    game, case = replace(RIDGE_RUN, folder=tmp_path), cases(RIDGE_RUN)[0]
    (tmp_path / "RULES.md").write_text((RIDGE_RUN.folder / "RULES.md").read_text("utf-8"), encoding="utf-8")
    idle = '[[presets]]\nname = "Same"\nsay = "It is as it is."\noptions = { length = 12 }\n'
    (tmp_path / "presets.toml").write_text(idle, encoding="utf-8")
    with pytest.raises(AssertionError, match="sets length to the default"):
        presets_are_legal(game, case)
    (tmp_path / "presets.toml").unlink()
    silent = replace(game, options=(replace(RIDGE_RUN.options[0], text="Length"),))
    with pytest.raises(AssertionError, match="needs a sentence that says what it changes"):
        presets_are_legal(silent, case)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"dry": "The road is dry.", "wet": "wet"}, r"weather=wet needs a sentence of at most 130 letters"),
        ({"dry": "The road is dry.", "wet": ""}, r"weather=wet needs a sentence"),
        ({"dry": "The road is dry.", "wet": f"It rains {'very ' * 25}much."}, r"weather=wet needs a sentence"),
        ({"dry": "A race for all.", "wet": "A race for all."}, "two values of option weather have the same sentence"),
    ],
)
def test_the_kit_refuses_a_value_that_does_not_say_what_it_changes(values: dict[Value, str], problem: str):
    weather = Option("weather", "What the sky does.", "dry", values)
    game = replace(RIDGE_RUN, options=(*RIDGE_RUN.options, weather))
    with pytest.raises(AssertionError, match=problem):
        presets_are_legal(game, cases(game)[0])
