"""Wrong input anywhere: one sentence on stderr, nothing on stdout, exit status 2."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from paddock.engine import Game
from paddock.games import all_games, load_game

Paddock = Callable[..., Result]
HUGE = "9" * 400


def check_refused(result: Result, *parts: str) -> None:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("paddock: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(".\n")
    for part in parts:
        assert part in result.stderr


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("fly", "there is no command 'fly'; there are games, serve, admin, terminal, learn, rules"),
        ("--fly", "No such option '--fly'"),
        ("games --fly", "No such option '--fly'"),
        ("simulate", "Missing argument 'GAME'; see paddock simulate --help"),
        ("simulate chess", "there is no game 'chess'; there are "),
        ("simulate gp --seats 1", "nestorgames GP is for 2 to 8 seats, not 1"),
        ("simulate gp --seats 9", "nestorgames GP is for 2 to 8 seats, not 9"),
        ("simulate gp --seats two", "--seats takes a whole number from 1 to 1,000, not 'two'"),
        ("simulate gp --races 0", "--races takes a whole number from 1 to 10,000,000, not '0'"),
        ("simulate gp --races -5", "not '-5'"),
        (f"simulate gp --races {HUGE}", "--races takes a whole number"),
        ("simulate gp --races 1e3", "not '1e3'"),
        ("simulate gp --seed -1", "--seed takes a whole number"),
        (f"simulate gp --seed {HUGE}", "--seed takes a whole number"),
        ("simulate gp --on moon", "--on takes local, cores, ray or ray:ADDRESS, not 'moon'"),
        ("simulate gp --on ray:", "--on takes local, cores, ray or ray:ADDRESS, not 'ray:'"),
        (
            "simulate gp --on local --threads 2",
            "a number of threads or processes is for --on cores, not",
        ),
        ("simulate gp --backend gpu --on ray", "--backend gpu takes the GPU of this machine: leave --on ray out"),
        ("series gp --odds 0", "--odds takes a whole number from 1 to 1,000,000, not '0'"),
        ("simulate gp --threads 0", "--threads takes a whole number"),
        ("simulate gp --backend abacus", "'abacus' is not one of 'python', 'native', 'gpu'"),
        ("simulate gp --bots expert", "there is no bot 'expert'; there are quick, random"),
        ("simulate gp --bots quick,random", "2 bots for 4 seats"),
        ("simulate gp --option laps", "an option is written name=value, not 'laps'"),
        ("simulate gp --option wings=3", "there is no option 'wings'; there are board, laps"),
        ("simulate gp --option laps=10", "laps takes a whole number from 1 to 9, not '10'"),
        (f"simulate gp --option laps={HUGE * 20}", "laps takes a whole number"),
        (f"simulate gp --option board={HUGE * 20}", "board: "),
        ("simulate gp --option laps=²", "laps takes a whole number"),
        ("simulate gp --option safety_restart=severe", "needs safety_car=on"),
        ("simulate gp --option teams=on --seats 3", "needs 4, 6, 8 seats, not 3"),
        ("rules chess", "there is no game"),
        ("rules gp GP-999", "there is no clause 'GP-999'; near it are"),
        ("rules gp --search xylophone", "no clause contains 'xylophone'"),
        ("rules gp GP-40 --search bump", "one of them"),
        ("replay", "Missing argument 'FILE'"),
        ("bench --seconds 0", "0"),
        ("bench chess", "there is no game"),
        ("completion tcsh", "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
        ("terminal chess", "there is no game"),
        ("terminal gp --seats 1", "is for 2 to 8 seats"),
        ("terminal gp --bots expert", "there is no bot 'expert'"),
        ("terminal gp --dice loaded", "'loaded' is not one of"),
        ("terminal gp --option laps=x", "laps takes"),
        ("terminal gp --option teams=on --seats 3", "needs 4, 6, 8 seats"),
        ("terminal gp --resume race.txt", "a resumed race keeps its game"),
        ("terminal --save /no/such/folder/race.txt gp", "cannot be written: No such file or directory"),
    ],
)
def test_wrong_words_are_answered_with_one_sentence(paddock: Paddock, words: str, part: str):
    check_refused(paddock(*words.split()), part)


@pytest.mark.parametrize("command", [["replay"], ["verify"], ["terminal", "--resume"]])
@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("missing", "cannot be read: No such file or directory"),
        ("folder", "cannot be read: Is a directory"),
        ("binary", "it is not a text file"),
        ("empty", "line 1: this is no race record"),
        ("foreign", "line 1: this is no race record"),
        ("other game", "there is no game 'ludo'"),
        ("bad line", "line 3: '12' is not a rules digest"),
        ("no end", "line 9: the record stops without its line “end”"),
        ("no moves", "line 6: the record stops before its line “moves”"),
        ("seats", "is for 2 to 8 seats, not 1"),
        ("option", "laps takes a whole number from 1 to 9, not '99'"),
    ],
)
def test_a_bad_file_is_answered_with_one_sentence_that_names_the_line(
    paddock: Paddock, tmp_path: Path, command: list[str], kind: str, part: str
):
    head = "paddock race record 1\ngame nestorgames_gp\nrules 0123456789abcdef\n"
    rest = 'seat 0 "a"\nseat 1 "b"\ndice manual\nmoves\n'
    texts = {
        "empty": "",
        "foreign": "Dear diary,\n",
        "other game": head.replace("nestorgames_gp", "ludo") + rest + "end 0 open\n",
        "bad line": head.replace("0123456789abcdef", "12") + rest,
        "no end": head + rest + "0 * 0\n",
        "no moves": head + rest.replace("moves\n", "").rstrip("\n"),
        "seats": head + rest.replace('seat 1 "b"\n', "") + "end 0 open\n",
        "option": head + "option laps 99\n" + rest + "end 0 open\n",
    }
    file = tmp_path / "race.txt"
    if kind == "folder":
        file.mkdir()
    elif kind == "binary":
        file.write_bytes(bytes(range(256)))
    elif kind != "missing":
        file.write_text(texts[kind])
    check_refused(paddock(*command, str(file)), part, str(file))


def test_an_option_file_that_is_no_text_is_refused(paddock: Paddock, tmp_path: Path):
    (tmp_path / "board").write_bytes(bytes(range(256)))
    check_refused(paddock("simulate", "gp", "-o", f"board={tmp_path}/board"), "cannot be read as text")
    check_refused(paddock("simulate", "gp", "-o", f"board={tmp_path}"), "board takes oval")


FILES = [(game, option.name) for game in all_games() for option in game.options if option.file]


@pytest.mark.parametrize(("game", "option"), FILES, ids=lambda one: getattr(one, "id", one))
@pytest.mark.parametrize("text", ["# A file of mine\nwings = 3\n", "wings = 3", "", "wings"])
def test_a_bad_component_file_is_answered_with_what_is_wrong_in_it(
    paddock: Paddock, tmp_path: Path, game: Game, option: str, text: str
):
    (tmp_path / "mine.toml").write_text(text)
    for at in ("", "@"):
        result = paddock("simulate", game.id, "--races", "1", "-o", f"{option}={at}{tmp_path}/mine.toml")
        assert result.exit_code == 2
        assert "none is called" not in result.stderr
        assert "wings = 3" not in result.stderr
        assert "or the path of a file" not in result.stderr


def test_several_errors_of_a_file_stand_below_each_other(paddock: Paddock, tmp_path: Path):
    (tmp_path / "mine.toml").write_text("wings = 3\n")
    lines = paddock("simulate", "gp", "-o", f"board={tmp_path}/mine.toml").stderr.splitlines()
    assert lines[0] == f"paddock: {len(lines) - 1} things are wrong:"
    assert "  custom board: file: board is missing." in lines
    assert "  custom board: file: step is missing." in lines


def test_a_list_of_errors_comes_to_an_end(paddock: Paddock, tmp_path: Path):
    (tmp_path / "mine.toml").write_text("laps = 2\n" + '[[section]]\nkind = "wing"\ncell = [0, 0]\n' * 30)
    lines = paddock("simulate", "nitro", "-o", f"track={tmp_path}/mine.toml").stderr.splitlines()
    assert lines[0] == "paddock: 30 things are wrong:"
    assert lines[-1] == "  And 10 more."
    assert len(lines) == 22


@pytest.mark.parametrize("before", ["", "@"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked as UTF-8"])
def test_a_good_file_is_taken_by_its_path_with_or_without_an_at(
    paddock: Paddock, tmp_path: Path, before: str, mark: bytes
):
    board = load_game("nestorgames_gp").folder / "components" / "board_oval.toml"
    (tmp_path / "mine.toml").write_bytes(mark + board.read_bytes())
    result = paddock(
        "simulate", "gp", "--races", "1", "--backend", "python", "-o", f"board={before}{tmp_path}/mine.toml"
    )
    assert result.exit_code == 0


def test_a_file_that_is_not_there_or_too_large_is_named(paddock: Paddock, tmp_path: Path):
    check_refused(paddock("simulate", "gp", "-o", f"board=@{tmp_path}/none"), "board: there is no file ", "/none'")
    (tmp_path / "large").write_bytes(b"#" * 300_000)
    check_refused(paddock("simulate", "gp", "-o", f"board={tmp_path}/large"), "is too large")
