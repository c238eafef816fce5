"""Series on the server: a chain of tables that survives restarts, keeps its seats and counts its races."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from paddock.cli import cli
from paddock.engine import CHANCE, OVER, Game, Result, read_record, verify_record
from paddock.games import all_games, load_game

from . import test_live as clockwork
from .harness import Client, House, Message, finish, race_to_the_end, serving, store_in

GP = "nestorgames_gp"
QUICKEST = {"laps": 1, "race_end": "first"}


def found(house: House, *seats: str, **more: Any) -> Message:
    wishes = [{"kind": seat, "name": "" if seat == "open" else f"{seat}{n}"} for n, seat in enumerate(seats)]
    wish = {"game": GP, "name": "Coast tour", "seats": wishes, "options": QUICKEST, **more}
    return house.post("/api/series", wish)


def rolls_twice(position: Message) -> int:
    """Roll twice, then stop: a sensible driver."""
    choices = position["choices"]
    return choices[position["ply"] % 3 % len(choices)]["move"]


def race(house: House, table: str, key: str) -> None:
    with house.client(table, key) as line:
        race_to_the_end((line, 0), choose=rolls_twice)


def info(house: House, made: Message) -> Message:
    return house.get(f"/api/series/{made['series']}")


def open_next(house: House, made: Message, status: int = 201) -> Message:
    keys = [one["key"] for one in made["keys"]]
    return house.post(f"/api/series/{made['series']}/next", {"keys": keys}, status)


def test_a_series_begins_with_its_first_table(house: House):
    made = found(house, "me", "bot", agreed={"championship_target": 4}, venues=["oval", "coast"])
    table = house.get(f"/api/tables/{made['table']}")
    assert (table["series"], table["series_race"], table["status"]) == (made["series"], 1, "racing")
    told = info(house, made)
    assert (told["name"], told["aim"], told["over"]) == ("Coast tour", "first to 4 points", False)
    assert [race["title"] for race in told["races"]] == ["oval"]
    assert [line["name"] for line in told["lines"]] == ["me0", "bot1"]
    assert [line["points"] for line in told["lines"]] == [[], []]


def test_from_the_first_race_to_the_champion_with_a_restart_in_between(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        made = found(house, "me", "bot", agreed={"championship_target": 4}, venues=["oval", "coast"])
        key = made["keys"][0]["key"]
        race(house, made["table"], key)
        before = info(house, made)
        first, second = (line["points"] for line in before["lines"])
        assert sorted([*first, *second]) == [1, 2]  # two cars: 2 points and 1
    with serving(store_in(tmp_path)) as house:
        assert info(house, made)["lines"] == before["lines"]
        races = 1
        while not info(house, made)["over"]:
            table = open_next(house, made)["table"]
            assert open_next(house, made)["table"] == table  # the race that is open
            assert house.get(f"/api/tables/{table}")["options"]["board"] == ("oval", "coast")[races % 2]
            race(house, table, key)
            races += 1
        end = info(house, made)
        assert end["champions"]
        assert end["totals"][end["order"][0][0]] >= 4
        assert len(end["races"]) == races
        assert "series is over" in open_next(house, made, 409)["error"]
        odds = house.get(f"/api/series/{made['series']}/odds")
        assert (odds["ready"], odds["seasons"]) == (True, 0)
        assert max(odds["shares"]) == 1


def test_everybody_at_the_table_is_called_to_the_next_race(house: House):
    made = found(house, "me", "me", agreed={"championship_target": 9})
    keys = [one["key"] for one in made["keys"]]
    with house.client(made["table"], keys[0]) as ana, house.client(made["table"], keys[1]) as ben:
        race_to_the_end((ana, 0), (ben, 1), choose=rolls_twice)
        ana.say("rematch", seat=0)
        table = ana.hear("rematch_made")["table"]
        assert ben.hear("rematch_made")["table"] == table
    assert house.get(f"/api/tables/{table}")["status"] == "waiting"  # until everybody has come
    with house.client(table, keys[0]) as ana, house.client(table, keys[1]) as ben:
        ana.hear("welcome")
        assert ben.hear("welcome")["seats"] == [1]
        ana.hear("position", lambda position: position["actor"] >= 0)
    told = house.get(f"/api/tables/{table}")
    assert (told["status"], told["series_race"]) == ("racing", 2)


def test_many_who_ask_at_once_get_the_same_race(house: House):
    made = found(house, "me", "bot", agreed={"championship_target": 9})
    race(house, made["table"], made["keys"][0]["key"])
    tables = {open_next(house, made)["table"] for _ in range(3)}
    assert len(tables) == 1
    assert len(info(house, made)["races"]) == 2


def test_people_who_sat_down_for_the_first_race_keep_their_seats(house: House):
    made = found(house, "me", "open", agreed={"championship_target": 9})
    seated = house.post(f"/api/tables/{made['table']}/join", {"name": "Bea"})
    keys = [made["keys"][0]["key"], seated["key"]]
    with house.client(made["table"], keys[0]) as ana, house.client(made["table"], keys[1]) as bea:
        race_to_the_end((ana, 0), (bea, 1), choose=rolls_twice)
    assert [line["name"] for line in info(house, made)["lines"]] == ["me0", "Bea"]
    table = open_next(house, made)["table"]
    with house.client(table, keys[1]) as bea:
        assert bea.hear("welcome")["seats"] == [1]


def test_strangers_do_not_open_races(house: House):
    made = found(house, "me", "bot")
    answer = house.post(f"/api/series/{made['series']}/next", {"keys": ["guessed"]}, 403)
    assert "only drivers" in answer["error"]
    assert house.http.get("/api/series/nowhere").status_code == 404
    assert house.http.get("/api/series/nowhere/odds").status_code == 404


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"venues": ["nowhere"]}, "board takes"),
        ({"agreed": {"races": 3}}, "there is no option 'races'"),
        ({"options": {"laps": 99}}, "laps takes"),
        ({"game": "_template"}, "has no series"),
        ({"name": "x" * 80}, "at most"),
        ({"venues": ["oval"] * 99}, "at most 40"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_in_a_sentence(house: House, wish: Message, reason: str):
    body = {"game": GP, "name": "Tour", "seats": [{"kind": "me"}, {"kind": "bot"}], **wish}
    assert reason in house.post("/api/series", body, 400)["error"]


def test_the_sheet_and_the_records_can_be_taken_along(house: House, tmp_path: Path):
    made = found(house, "me", "bot", agreed={"championship_target": 9})
    race(house, made["table"], made["keys"][0]["key"])
    sheet = house.http.get(f"/api/series/{made['series']}/sheet")
    assert sheet.headers["content-type"].startswith("text/csv")
    assert sheet.text.splitlines()[0] == "name,1 oval,total,wins,place"
    data = house.http.get(f"/api/series/{made['series']}/bundle").content
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        assert bundle.namelist() == ["race-01.race", "sheet.csv", "series.json"]
        assert bundle.read("sheet.csv").decode() == sheet.text
        record = read_record(bundle.read("race-01.race").decode())
    assert verify_record(load_game(GP), record).match.is_over
    (tmp_path / "series.zip").write_bytes(data)
    checked = CliRunner().invoke(cli, ["verify", str(tmp_path / "series.zip")])
    assert checked.exit_code == 0, checked.output
    assert "sheet.csv is true: the races give it." in checked.output


def test_a_tie_is_raced_out_by_the_tied_drivers_with_their_own_keys(house: House):
    made = found(house, "me", "bot", "bot", agreed={"championship_target": 5})
    assert house.hall
    store = house.hall.house.store
    # 3 + 2 = 5 points and a win for each of the first two, 1 + 1 = 2 for the third; in half points
    level = [Result((0, 1, 2), (1, 2, 3), (6, 4, 2), (1, 0, 0)), Result((0, 1, 2), (2, 1, 3), (4, 6, 2), (0, 1, 0))]

    async def put_level() -> None:
        series = await store.load_series(made["series"])
        series.tables, series.titles, series.results = series.tables * 2, ["oval", "oval"], level
        await store.save_series(series)

    finish(put_level())
    table = open_next(house, made)["table"]
    told = house.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in told["seats"]] == ["me0", "bot1"]
    race(house, table, made["keys"][0]["key"])
    end = info(house, made)
    winner = house.get(f"/api/tables/{table}")["places"].index(1)
    assert end["champions"] == [("me0", "bot1")[winner]]
    assert (end["races"][-1]["counts"], end["lines"][0]["points"]) == (False, [3, 2, None])
    assert end["totals"] == [5, 5, 2]


def unhurried(game: Game) -> dict[str, Any]:
    """No running clock."""
    return {option.name: option.default for option in game.options if game.live and option.name in game.live.OPTIONS}


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in all_games() if game.series], ids=lambda game: str(game.id))
def test_every_game_goes_on_to_its_second_race(tmp_path: Path, game: Game):
    with serving(store_in(tmp_path), offered=[game]) as house:
        wishes = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}]
        made = house.post("/api/series", {"game": game.id, "name": "Cup", "seats": wishes, "options": unhurried(game)})
        key = made["keys"][0]["key"]
        race(house, made["table"], key)
        told = info(house, made)
        assert sum(line["wins"] for line in told["lines"]) == 1
        if told["over"]:
            return
        table = open_next(house, made)["table"]
        with house.client(table, key) as ana:
            assert ana.my_turn(0)["choices"]


@pytest.mark.parametrize(
    "game", [game for game in all_games() if game.live and game.series], ids=lambda game: str(game.id)
)
def test_a_series_races_by_the_clock_as_a_table_does_and_its_records_are_true(tmp_path: Path, game: Game):
    with serving(store_in(tmp_path), clockwork.SETTINGS, [game]) as house:
        wishes = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}]
        options = {**clockwork.GO_FIRST, "wins_to_win": 1}
        made = house.post("/api/series", {"game": game.id, "name": "Cup", "seats": wishes, "options": options})
        with house.client(made["table"], made["keys"][0]["key"]) as client:
            ana = clockwork.Racer(client, 0)
            ana.get_ready()
            clockwork.race_to_the_end(ana)
        assert info(house, made)["over"]
        (tmp_path / "series.zip").write_bytes(house.http.get(f"/api/series/{made['series']}/bundle").content)
    checked = CliRunner().invoke(cli, ["verify", str(tmp_path / "series.zip")])
    assert "sheet.csv is true: the races give it." in checked.output


def test_a_car_without_a_driver_can_win_a_race_of_a_series(tmp_path: Path):
    with serving(store_in(tmp_path), offered=[load_game("victory_lane")]) as house:
        wish = {"game": "victory_lane", "name": "Cup", "seats": [{"kind": "me", "name": "Ana"}]}
        made = house.post("/api/series", {**wish, "options": {"race": "sunset_55"}, "agreed": {"races": 4}})
        race(house, made["table"], made["keys"][0]["key"])
        told = info(house, made)
        assert len(told["lines"]) == 8
        assert told["races"][0]["winners"] == [line["name"] for line in told["lines"] if line["wins"]]


def test_who_drives_alone_has_beaten_nobody(tmp_path: Path):
    game = load_game("project_nos")
    with serving(store_in(tmp_path), offered=[game]) as house:
        wish = {"game": game.id, "name": "Practice", "seats": [{"kind": "me", "name": "Ana"}]}
        made = house.post("/api/series", {**wish, "options": {**unhurried(game), "modifications": "none"}})
        race(house, made["table"], made["keys"][0]["key"])
        assert info(house, made)["races"][0]["winners"] == []


def test_a_race_that_is_several_tells_who_won_each_of_them(tmp_path: Path):
    game = load_game("project_nos")
    with serving(store_in(tmp_path), offered=[game]) as house:
        seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "rookie"}]
        wish = {"game": game.id, "name": "Drags", "seats": seats}
        made = house.post("/api/series", {**wish, "options": {**unhurried(game), "modifications": "none"}})
        assert info(house, made)["races"][0]["heats"] == []
        race(house, made["table"], made["keys"][0]["key"])
        told = info(house, made)
        heats = told["races"][0]["heats"]
        assert [heat["title"] for heat in heats] == [f"race {number + 1}" for number in range(len(heats))]
        for line in told["lines"]:  # a point for each race won
            assert line["points"] == [sum(heat["winner"] == line["name"] for heat in heats)]


def cars_of(house: House, table: str, key: str) -> list[tuple[str, Any]]:
    """Kind and owner of each car when the player is asked for the first time after the Team cards are given out."""
    with house.client(table, key) as ana:
        position = ana.my_turn(0)
        while position["view"]["phase"] == "team":
            ana.move(0)
            position = ana.my_turn(0)
        return [(car["kind"], car["owner"]) for car in position["view"]["cars"]]


def test_npds_of_victory_lane_stay_with_their_players_if_that_was_agreed(tmp_path: Path):
    with serving(store_in(tmp_path), offered=[load_game("victory_lane")]) as house:
        wishes = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}]
        wish = {"game": "victory_lane", "name": "Cup", "seats": wishes, "options": {"race": "sunset_55"}}
        made = house.post("/api/series", {**wish, "agreed": {"races": 2, "npd_redeal": "fixed"}})
        key = made["keys"][0]["key"]
        first = cars_of(house, made["table"], key)
        race(house, made["table"], key)
        table = open_next(house, made)["table"]
        assert house.get(f"/api/tables/{table}")["options"]["npds"] == "chosen"
        assert cars_of(house, table, key) == first
        assert sorted(kind for kind, _ in first) == ["primary"] * 2 + ["teammate"] * 6


def test_nobody_goes_back_in_a_series(tmp_path: Path):
    """Dice count even alone against bots, and what is kept from the first race cannot be taken back."""
    with serving(store_in(tmp_path), offered=[load_game("victory_lane")]) as house:
        wishes = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}]
        wish = {"game": "victory_lane", "name": "Cup", "seats": wishes, "options": {"race": "sunset_55"}}
        made = house.post("/api/series", {**wish, "agreed": {"races": 2}})
        key = made["keys"][0]["key"]
        race(house, made["table"], key)
        table = open_next(house, made)["table"]
        with house.client(table, key) as ana:
            turn = ana.my_turn(0)
            for ply in (0, 1, 2):  # each of the two players has a Team card from the first race
                ana.say("ask_undo", seat=0, to_ply=ply)
                assert ana.refused()["reason"] == "in a series nobody goes back: what was rolled counts"
            ana.say("undo", seat=0, ply=turn["ply"])  # Ana's last move is the choice of her Team card
            assert ana.refused()["what"] == "undo"
            ana.settled()
            assert ana.position[0]["entry"] == turn["entry"]


def test_hints_the_clock_and_the_lobby_are_agreed_on_for_the_whole_series(house: House):
    clock = {"kind": "move", "seconds": 600}
    made = found(house, "me", "bot", agreed={"championship_target": 9}, private=False, clock=clock, advice=False)
    race(house, made["table"], made["keys"][0]["key"])
    for table in (made["table"], open_next(house, made)["table"]):
        told = house.get(f"/api/tables/{table}")
        assert (told["private"], told["clock"], told["advice"]) == (False, clock, False)


def test_a_series_has_hints_if_nobody_says(house: House):
    assert house.get(f"/api/tables/{found(house, 'me', 'bot')['table']}")["advice"] is True


def test_a_race_without_a_series_still_has_a_rematch(house: House):
    table = house.table("me", "bot", game=GP, options=QUICKEST)
    with table.client(0) as ana:
        race_to_the_end((ana, 0), choose=rolls_twice)
        ana.say("rematch", seat=0)
        rematch: Client = house.client(ana.hear("rematch_made")["table"], table.keys[0])
    with rematch as ana:
        assert ana.hear("welcome")["table"]["series"] == ""


def test_title_odds_are_simulated_aside(house: House):
    made = found(house, "me", "bot")
    odds = house.get(f"/api/series/{made['series']}/odds")
    assert odds["ready"] in (False, True)
    assert odds["races"] == 0


def test_games_say_how_their_races_count_together(house: House):
    games = {game["id"]: game for game in house.get("/api/games")["games"]}
    assert games["_template"]["series"] is None
    assert games[GP]["series"]["venue"] == "board"
    assert [option["name"] for option in games[GP]["series"]["options"]] == ["championship_target"]


# Real dice


def race_by_hand(line: Client) -> None:
    """From the start on people roll whatever comes, enter it, and roll twice in a turn."""
    started = line.hear("position", lambda position: position["seat"] == 0 and position["roll"] is not None)
    entry = started["entry"]
    while (position := line.at(0, entry))["actor"] != OVER:
        entry = position["entry"] + 1
        if position["actor"] == CHANCE:
            outcomes = position["roll"]["outcomes"]
            rolled = outcomes[position["ply"] % len(outcomes)]["move"]
            line.say("enter", seat=0, ply=position["ply"], outcome=rolled)
        else:
            line.move(position["actor"], rolls_twice(line.my_turn(position["actor"])))


def test_each_race_of_a_series_with_real_dice_is_entered_by_people(tmp_path: Path):
    with serving(store_in(tmp_path), offered=[load_game(GP)]) as house:
        made = found(house, "me", "me", dice="manual", agreed={"championship_target": 3})
        keys = [one["key"] for one in made["keys"]]
        assert house.get(f"/api/tables/{made['table']}")["dice"] == "manual"
        with house.client(made["table"], *keys) as line:
            race_by_hand(line)
        assert sorted(info(house, made)["totals"]) == [1, 2]

        table = open_next(house, made)["table"]
        assert house.get(f"/api/tables/{table}")["dice"] == "manual"
        with house.client(table, *keys) as line:
            race_by_hand(line)
    with serving(store_in(tmp_path), offered=[load_game(GP)]) as house:  # after a restart
        told = info(house, made)
        assert sum(told["totals"]) == 6


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "nobody is there to roll and draw for a bot"),
        ({"clock": {"kind": "move", "seconds": 60}}, "a table with real dice has no clock"),
        ({"game": "project_nos", "options": {"clock": "realtime"}}, "a race in real time needs the dice of the server"),
    ],
)
def test_a_series_with_real_dice_has_no_bots_no_clock_and_no_real_time(tmp_path: Path, wish: Message, reason: str):
    with serving(store_in(tmp_path), offered=all_games()) as house:
        seats = [{"kind": "me"}, {"kind": "open"}]
        body: Message = {"game": GP, "name": "Cup", "seats": seats, "dice": "manual", **wish}
        assert reason in house.post("/api/series", body, 400)["error"]


def test_without_another_wish_a_series_with_real_dice_runs_without_a_clock(tmp_path: Path):
    with serving(store_in(tmp_path), offered=[load_game("project_nos")]) as house:
        made = found(house, "me", "open", game="project_nos", options={}, dice="manual")
        assert house.get(f"/api/tables/{made['table']}")["options"]["clock"] == "rounds"
