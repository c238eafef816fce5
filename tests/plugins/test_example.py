"""The example package, installed into a throwaway folder, is raced like every other game."""

import json
import re
from pathlib import Path

import httpx

from paddock.games import game_ids

from ..browser.site import WAIT, Message, Site
from .conftest import EXAMPLE, run_with, serving_with

GAME = "racetrack"


def ask(site: Site, path: str) -> httpx.Response:
    return httpx.get(f"{site.address}/{path}", trust_env=False, timeout=WAIT)


def games(site: Site) -> dict[str, Message]:
    return {game["id"]: game for game in ask(site, "api/games").json()["games"]}


def test_a_package_has_what_races_need_and_nothing_else(installed: Path):
    names = {file.relative_to(installed / GAME).as_posix() for file in (installed / GAME).rglob("*.*")}
    assert {"__init__.py", "rules.py", "RULES.md", "CREDITS.md", "static/board.js"} <= names
    assert not [name for name in names if name.startswith(("tests", "web"))]


def test_it_is_simulated_on_both_backends_alike(installed: Path):
    words = ["paddock", "simulate", GAME, "--races", "30", "--bots", "quick", "--json", "--backend"]
    native, interpreted = (json.loads(run_with(installed, *words, backend).stdout) for backend in ("native", "python"))
    assert native["wins_by_seat"] == interpreted["wins_by_seat"]
    assert (sum(native["wins_by_seat"]), native["unfinished"]) == (30, 0)


def test_it_is_raced_in_the_terminal_saved_and_verified(installed: Path, tmp_path: Path):
    file = str(tmp_path / "race.txt")
    begun = run_with(installed, "paddock", "terminal", GAME, "--save", file, typed="1\nquit\n")
    assert (begun.returncode, begun.stderr) == (0, "")
    assert "Red: where to? (RT-10)" in begun.stdout
    done = run_with(installed, "paddock", "terminal", "--resume", file, "--auto")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^1\. .*, 1 point$", done.stdout, re.MULTILINE)
    verified = run_with(installed, "paddock", "verify", file)
    assert verified.returncode == 0, verified.stdout
    assert "1 of 1 rolls and draws recomputed" in verified.stdout
    assert "RT-13" in run_with(installed, "paddock", "rules", GAME, "RT-13").stdout


def test_a_saved_race_of_a_package_that_is_not_installed_is_told_in_a_sentence(tmp_path: Path):
    race = EXAMPLE / "src" / GAME / "tests" / "records" / "plain.race"
    done = run_with(tmp_path, "paddock", "replay", str(race))
    assert done.returncode == 2
    assert "there is no game 'racetrack'; there are " in done.stderr


def test_a_server_offers_it_races_it_with_bots_and_serves_its_board(installed: Path, tmp_path: Path):
    with serving_with(installed, tmp_path) as site:
        found = games(site)
        assert set(found) == {*game_ids(), GAME}
        assert {name: game["board"] for name, game in found.items() if game["board"]} == {GAME: "boards/racetrack.js"}
        board = ask(site, found[GAME]["board"])
        assert (board.status_code, board.headers["content-type"].partition(";")[0]) == (200, "text/javascript")
        assert board.content == (installed / GAME / "static" / "board.js").read_bytes()
        assert ask(site, f"boards/{game_ids()[0]}.js").status_code == 404
        assert ask(site, "boards/nothing.js").status_code == 404
        table = site.finished(GAME, {})
        replay = ask(site, f"api/tables/{table}/replay").json()
        assert (replay["table"]["game"], replay["table"]["status"]) == (GAME, "over")
        assert ask(site, f"api/tables/{table}/verify").json()["drawn"] == 1


def test_tables_of_a_package_that_was_removed_stop_nobody(installed: Path, tmp_path: Path):
    with serving_with(installed, tmp_path) as site:
        over = site.finished(GAME, {})
        waiting = site.table(GAME, "me", "open", private=False)["table"]
    with serving_with(tmp_path, tmp_path) as site:
        assert GAME not in games(site)
        assert ask(site, "api/tables").status_code == 200
        for table in (over, waiting):
            assert ask(site, f"api/tables/{table}/replay").status_code == 404
        assert site.finished(game_ids()[0], {})
