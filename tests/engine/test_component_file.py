"""Component files from outside: their structure is limited before they are parsed."""

import random
import time
import tomllib

import pytest

from paddock.engine import LARGEST_FILE, ComponentFileError, read_component
from paddock.engine.component_file import DEEPEST, MOST_KEY_PARTS, MOST_LINES, check_structure
from paddock.games import all_games

MANY = ".".join(["a"] * 20_000)


def test_a_component_file_is_read():
    assert read_component('name = "A.b [c"  # d.e.f\n[[lap]]\nat = [1, 2.5]\n') == {
        "name": "A.b [c",
        "lap": [{"at": [1, 2.5]}],
    }


def test_everything_in_the_box_is_within_the_limits():
    for game in all_games():
        for path in (game.folder / "components").glob("*.toml"):
            check_structure(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        f"{MANY} = 1\n",
        f"[{MANY}]\n",
        f"[[{MANY}]]\n",
        f"x = {{{MANY} = 1}}\n",
        f'x = ["""a"""", {{{MANY} = 1}}]\n',  # a string may end with four quotes
        f"x = ['''a''''', {{{MANY} = 1}}]\n",  # or five
        f'x = "a\\\\"\n{MANY} = 1\n',
        f"# '\n{MANY} = 1\n",
        f"x = 'it'\n\"a\".{MANY} = 1\n",
        f"x = 1\r\n{MANY.replace('.', ' . ')[:40_000]} = 1\n",
    ],
)
def test_a_key_of_many_parts_is_refused_before_it_is_parsed(text: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(ComponentFileError, match=f"a key has at most {MOST_KEY_PARTS} parts"):
        read_component(text)


@pytest.mark.parametrize("text", ["x = " + "[" * 9000, "x = " + "{a = " * 9000, "x = " + "[{a = " * 4000])
def test_values_nested_without_end_are_refused_before_they_are_parsed(text: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(ComponentFileError, match="nested too deeply"):
        read_component(text)


def test_the_limits_themselves_are_allowed():
    key, deep = ".".join(["a"] * MOST_KEY_PARTS), "[" * DEEPEST + "]" * DEEPEST
    assert read_component(f"{key} = 1\nb = {deep}\n")["b"]
    assert len(read_component("\n" * MOST_LINES + "a = 1")) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#" * (LARGEST_FILE + 1), f"a file has at most {LARGEST_FILE} characters, this has {LARGEST_FILE + 1}"),
        ("\n" * (MOST_LINES + 1), f"a file has at most {MOST_LINES} lines, this has {MOST_LINES + 1}"),
        ("x = [\n", "this is no TOML file: "),
        (f"x = {'9' * 5000}\n", "this is no TOML file: "),
    ],
)
def test_what_is_no_component_file_is_refused_in_a_sentence(text: str, says: str):
    with pytest.raises(ComponentFileError) as refused:
        read_component(text)
    assert str(refused.value).startswith(says)
    assert len(str(refused.value)) < 200


def test_the_scan_takes_time_in_proportion_to_the_text():
    """Each text has the largest size of a file; a scan that backtracks would take minutes."""
    rng = random.Random(15)
    texts = [sign * (LARGEST_FILE // len(sign)) for sign in ('"', "'", '"""', "'''", '"\\', "\\", '"\n', "'\"", '""" ')]
    texts += ["".join(rng.choices("\"'\\\n#a.", k=LARGEST_FILE)) for _ in range(20)]
    before = time.process_time()
    for text in texts:
        try:
            check_structure(text.replace("\n\n", "\n"))
        except ComponentFileError:
            continue
    assert time.process_time() - before < 20.0
