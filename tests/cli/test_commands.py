"""The commands that list, simulate, print and measure."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from paddock import __version__
from paddock.cli import bench, simulate
from paddock.engine import HERE, Game, Record, Workers
from paddock.engine import simulate as run_races
from paddock.games import game_ids, load_game

Paddock = Callable[..., Result]
KEYS = {
    *("game", "seats", "options", "seed", "bots", "backend", "races", "moves", "decisions", "seconds", "bound"),
    *("moves_per_second", "wins_by_seat", "mean_moves", "longest_moves", "unfinished"),
}


def simulated(paddock: Paddock, *words: str) -> dict[str, Any]:
    result = paddock("simulate", "gp", "--json", *words)
    assert result.exit_code == 0
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_paddock_alone_prints_help(paddock: Paddock):
    result = paddock()
    assert result.exit_code == 0
    assert result.stdout == paddock("--help").stdout == paddock("-h").stdout
    assert "simulate" in result.stdout


def test_the_version_is_told(paddock: Paddock):
    assert paddock("--version").stdout == f"paddock {__version__}\n"


@pytest.mark.parametrize(
    "command", ["games", "terminal", "rules", "simulate", "replay", "verify", "bench", "completion"]
)
def test_every_command_has_help(paddock: Paddock, command: str):
    result = paddock(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: paddock {command}")


# games


def test_each_game_is_listed_with_what_players_ask_first(paddock: Paddock):
    text = paddock("games").stdout
    for game_id in game_ids():
        game = load_game(game_id)
        assert f"{game_id}: {game.name}, by {game.designer} ({game.publisher}, {game.year})" in text
        assert game.sentence in text
    assert "2 to 8 players, 20 to 45 minutes, weight 2 of 5" in text
    assert "--option laps" not in text


def test_the_options_are_listed_with_values_defaults_and_explanation(paddock: Paddock):
    text = paddock("games", "--options").stdout
    assert "--option laps=3  How many laps a car must complete. (GP-14)\n      a whole number from 1 to 9\n" in text
    assert "--option teams=off" in text
    assert "needs 4, 6, 8 seats\n      off  Everybody races alone.\n      on   The points of two cars are added" in text
    assert "      oval        Rectangle with four corners" in text
    assert "      FILE        One of your own." in text


def test_games_as_json_hold_their_options(paddock: Paddock):
    games = json.loads(paddock("games", "--json").stdout)
    assert [game["id"] for game in games] == list(game_ids())
    game = next(game for game in games if game["id"] == "nestorgames_gp")
    assert (game["seats"], game["minutes"], game["weight"]) == ([2, 8], [20, 45], 2)
    laps = next(option for option in game["options"] if option["name"] == "laps")
    assert (laps["default"], laps["least"], laps["most"], laps["clause"]) == (3, 1, 9, "GP-14")
    teams = next(option for option in game["options"] if option["name"] == "teams")
    assert (teams["values"], teams["says"]["off"]) == ([False, True], "Everybody races alone.")


# simulate


def test_a_simulation_as_json_has_all_figures(paddock: Paddock):
    found = simulated(paddock, "--backend", "python", "--races", "12", "--seats", "3", "--seed", "7", "-o", "laps=1")
    assert found.keys() >= KEYS
    assert (found["game"], found["seats"], found["seed"], found["races"]) == ("nestorgames_gp", 3, 7, 12)
    assert found["bots"] == ["random"] * 3
    assert found["options"]["laps"] == 1
    assert found["unfinished"] == 0
    assert sum(found["wins_by_seat"]) == 12
    assert found["mean_moves"] == pytest.approx(found["moves"] / 12)
    assert found["mean_moves"] <= found["longest_moves"] <= found["bound"]
    assert 0 < found["decisions"] < found["moves"]
    assert found["moves_per_second"] == pytest.approx(found["moves"] / found["seconds"])


def test_without_a_gpu_its_backend_is_refused_in_one_sentence(paddock: Paddock, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "cupy", None)  # as where the extra is not installed
    result = paddock("simulate", "gp", "--backend", "gpu")
    assert result.exit_code == 2
    assert result.stderr == "paddock: the GPU backend needs CuPy: pip install 'paddock[gpu]'.\n"


def test_both_backends_simulate_the_same_races(paddock: Paddock):
    timing = {"backend", "seconds", "moves_per_second"}
    python, native = (
        {
            key: value
            for key, value in simulated(paddock, "--races", "30", "--backend", backend).items()
            if key not in timing
        }
        for backend in ("python", "native")
    )
    assert python == native


def test_quick_bots_beat_random_ones(paddock: Paddock):
    words = ("--backend", "python", "--races", "60", "--seats", "2", "--bots")
    wins = simulated(paddock, *words, "quick,random")["wins_by_seat"]
    assert wins[0] > 40
    assert simulated(paddock, *words, "random,quick")["wins_by_seat"][1] > 40


def test_a_simulation_as_text_shows_shares_with_intervals(paddock: Paddock):
    text = paddock("simulate", "gp", "--backend", "python", "--races", "10", "--bots", "quick", "-o", "laps=1").stdout
    assert text.startswith("nestorgames GP, 4 seats (all quick), laps=1\n10 races of seed 1 in ")
    assert "all over within the bound of " in text
    assert "95 % interval" in text
    assert "0 Red" in text


def test_an_interrupted_simulation_says_so_and_no_more(paddock: Paddock, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_: object, **__: object):
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run_races", interrupted)
    result = paddock("simulate", "gp", "--backend", "python")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.strip() == "paddock: interrupted."


# rules


def test_the_rules_are_printed_as_they_are_after_how_to_play(paddock: Paddock):
    game = load_game("nestorgames_gp")
    page = paddock("rules", "nestorgames_gp", "--howto").stdout
    assert page.startswith("# How to play nestorgames GP\n")
    assert "If a number shows a second time you bust" in page
    assert paddock("rules", "nestorgames_gp").stdout == page + "\n" + (game.folder / "RULES.md").read_text()


def test_a_clause_and_how_to_play_are_not_asked_for_at_once(paddock: Paddock):
    result = paddock("rules", "nestorgames_gp", "GP-43", "--howto")
    assert result.exit_code == 2
    assert "one of them" in result.output


def test_a_clause_is_printed_with_its_rulings(paddock: Paddock):
    lines = paddock("rules", "gp", "gp-43").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["GP-43", "R12"]


def test_rules_are_searched(paddock: Paddock):
    lines = paddock("rules", "gp", "--search", "Teleport").stdout.splitlines()
    assert lines
    assert all("teleport" in line.lower() for line in lines)


# bench


def print_nothing(game: Game) -> None:
    pass


def a_while(game: Game) -> float:
    return 1.25


def test_a_bench_tells_speeds_and_starts(paddock: Paddock, monkeypatch: pytest.MonkeyPatch):
    def interpreted(game: Game, table: Record, races: int, *, backend: str, on: Workers):
        assert on is HERE
        return run_races(game, table, races, backend="python")

    monkeypatch.setattr(bench, "run_races", interpreted)
    monkeypatch.setattr(bench, "compile_with_progress", print_nothing)
    monkeypatch.setattr(bench, "_start_seconds", a_while)
    (found,) = json.loads(paddock("bench", "gp", "--json", "--seconds", "0.01").stdout)
    assert found["game"] == "nestorgames_gp"
    assert found["python_moves_per_second"] > 1000
    assert found["ratio"] == pytest.approx(found["native_moves_per_second"] / found["python_moves_per_second"])
    assert (found["compile_cold_seconds"], found["compile_warm_seconds"]) == (1.25, 1.25)
    text = paddock("bench", "gp", "--seconds", "0.01").stdout
    assert "cold start" in text
    assert "1.25 s" in text


# completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed(paddock: Paddock, shell: str):
    assert "_PADDOCK_COMPLETE" in paddock("completion", shell).stdout


def test_the_shell_of_the_user_is_found(paddock: Paddock, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert paddock("completion").stdout == paddock("completion", "fish").stdout
    monkeypatch.delenv("SHELL")
    assert paddock("completion").exit_code == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("paddock simulate nest", ["nestorgames_gp"]),
        ("paddock rules nestorgames_gp gp-12", ["GP-12", *(f"GP-12{digit}" for digit in "01234567")]),
        ("paddock simulate gp -o la", ["laps=1", "laps=3", "laps=9"]),
        ("paddock terminal gp --option items = tr", ["tray"]),  # bash splits at the equals sign
        ("paddock terminal gp --option items =", ["none", "tray", "board"]),
        ("paddock simulate gp --bots quick,r", ["quick,random"]),
        ("paddock simulate chess -o la", []),
        ("paddock ver", ["verify"]),
    ],
)
def test_bash_completes(paddock: Paddock, monkeypatch: pytest.MonkeyPatch, words: str, expected: list[str]):
    monkeypatch.setenv("_PADDOCK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    lines = paddock().stdout.splitlines()
    assert [line.partition(",")[2] for line in lines if line][: len(expected)] == expected
