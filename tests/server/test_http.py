"""The HTTP interface."""

from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from paddock.engine import read_howto, read_record, verify_record
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server.http.catalogue import parts_of
from paddock.server.http.pages import Pages
from paddock.server.http.security import HEADERS

from .harness import QUICKLY, Client, House, games, race_to_the_end, serving

SEATS = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}]


@pytest.mark.parametrize(
    "path", ["/", "/health", "/metrics", "/api/lobby", "/api/games", "/api/nothing", "/api/tables/none", "/no.file"]
)
def test_every_answer_has_the_security_headers(house: House, path: str):
    answer = house.http.get(path)
    assert HEADERS.items() <= dict(answer.headers).items()
    assert "set-cookie" not in answer.headers
    assert "unsafe-eval" not in answer.headers["content-security-policy"]


def test_the_form_of_a_new_table_gets_everything_about_each_game(house: House):
    answer = house.get("/api/games")
    offered = {game["id"]: game for game in answer["games"]}
    assert set(offered) == {game.id for game in games()}
    assert answer["bots"] == ["club", "rookie", "pro", "champion"]
    assert set(answer["styles"]) == set(answer["bots"])
    for game in games():
        told = offered[game.id]
        assert [option["name"] for option in told["options"]] == [option.name for option in game.options]
        assert all(option["text"] for option in told["options"])
        assert told["seats"] == list(game.seats)
        assert len(told["seat_names"]) == game.seats[1]
        assert told["scene"]


def test_the_lobby_gets_little_more_than_what_it_shows_of_each_game(house: House):
    offered = {game["id"]: game for game in house.get("/api/lobby")["games"]}
    assert set(offered) == {game.id for game in games()}
    for game in games():
        told = offered[game.id]
        assert (told["name"], told["sentence"], told["seats"]) == (game.name, game.sentence, list(game.seats))
        assert told["series"] == (game.series is not None)
        assert set(told["scene"]) == {part.partition(".")[0] for part in game.picture} or not game.picture


def test_parts_of_a_scene_are_whole_or_one_field_of_each():
    scene = {"length": 3, "spaces": [{"x": 1, "y": 2, "name": "a"}, {"x": 3, "name": "b"}], "cards": [1, 2]}
    assert parts_of(scene, ("length", "spaces.x", "spaces.y")) == {"length": 3, "spaces": [{"x": 1, "y": 2}, {"x": 3}]}


def test_the_rules_are_told_clause_by_clause(house: House):
    rules = house.get("/api/games/_template/rules")
    assert "RR-10" in [clause["id"] for clause in rules["clauses"]]
    assert house.http.get("/api/games/poker/rules").status_code == 404


def test_public_tables_are_listed_and_private_ones_are_not(house: House):
    public, private = house.table("me", "open", private=False), house.table("me", "open")
    listed = [table["id"] for table in house.get("/api/tables")["waiting"]]
    assert public.id in listed
    assert private.id not in listed
    public.join("Bea")
    with public.client(0), public.client(1) as bea:
        bea.hear("position", lambda p: p["ply"] == 2)
        assert public.id in [table["id"] for table in house.get("/api/tables")["racing"]]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": "poker", "seats": SEATS}, "there is no game 'poker'"),
        ({"game": "_template", "seats": []}, "2 to 4 seats"),
        ({"game": "_template", "seats": SEATS * 3}, "2 to 4 seats"),
        ({"game": "_template", "seats": SEATS[1:] * 2}, "take at least one seat"),
        ({"game": "_template", "seats": SEATS, "options": {"length": 5}}, "6 to 60"),
        ({"game": "_template", "seats": SEATS, "options": {"width": 5}}, "no option 'width'"),
        ({"game": "_template", "seats": SEATS, "options": {"length": None}}, "cannot be read"),
        ({"game": "_template", "seats": SEATS, "sides": 3}, "unknown field `sides`"),
        ({"game": "_template", "seats": [*SEATS, {"kind": "bot", "level": "god"}]}, "there is no bot 'god'"),
        ({"seats": SEATS}, "missing required field `game`"),
        ([], "Expected `object`"),
    ],
)
def test_a_wrong_table_is_refused_with_a_sentence(house: House, body: object, says: str):
    answer = house.http.post("/api/tables", json=body)
    assert answer.status_code in (400, 404)
    assert says in answer.json()["error"]


def test_bodies_are_json_and_not_too_large(house: House):
    big = house.http.post("/api/tables", json={"game": "x" * 70_000, "seats": []})
    assert (big.status_code, big.json()["error"]) == (413, "a request has at most 65536 bytes")
    form = house.http.post("/api/tables", data={"game": "_template"})
    assert form.status_code == 415
    broken = house.http.post("/api/tables", content=b"{", headers={"content-type": "application/json"})
    assert broken.status_code == 400


def test_pages_of_other_sites_are_kept_out(house: House):
    elsewhere = {"origin": "https://elsewhere.example"}
    own = {"origin": f"http://127.0.0.1:{house.port}"}
    body = {"game": "_template", "seats": SEATS}
    assert house.http.post("/api/tables", json=body, headers=elsewhere).status_code == 403
    made = house.http.post("/api/tables", json=body, headers=own)
    assert made.status_code == 201
    with pytest.raises(InvalidStatus) as refused:
        Client(house.port, made.json()["table"], [], 0, **elsewhere)
    assert refused.value.response.status_code == 403
    with Client(house.port, made.json()["table"], [], 0, **own) as fan:
        fan.hear("welcome")


def test_an_address_cannot_make_tables_without_end():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, tables_an_hour=3))
    with serving("sqlite://:memory:", settings) as house:
        answers = [house.http.post("/api/quick", json={"game": "_template"}).status_code for _ in range(5)]
    assert answers == [201, 201, 201, 429, 429]


@pytest.mark.parametrize("seats", [1, 5, -1, 10**12])
def test_race_now_is_for_as_many_as_the_game(house: House, seats: int):
    refused = house.post("/api/quick", {"game": "_template", "seats": seats}, 400)
    assert refused["error"] == "Ridge Run is for 2 to 4 seats"


def test_an_address_has_so_many_lines():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, connections_an_address=2))
    with serving("sqlite://:memory:", settings) as house:
        table = house.table("me", "bot")
        with table.client(0) as ana, table.client() as fan:
            ana.hear("welcome")
            fan.hear("welcome")
            with pytest.raises(InvalidStatus):
                table.client()
        ana.socket.close()


def test_a_server_has_room_for_so_many_tables():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, tables=2))
    with serving("sqlite://:memory:", settings) as house:
        answers = [house.http.post("/api/quick", json={"game": "_template"}).status_code for _ in range(3)]
    assert answers == [201, 201, 503]


def test_the_record_of_a_finished_race_can_be_checked_by_anybody(house: House):
    table = house.table("me", "bot", game="nestorgames_gp")
    early = house.get(f"/api/tables/{table.id}/verify")
    assert early["verdict"] == "not verified"
    assert "is shown when the race is over" in early["doubts"][0]
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        plies = len(ana.plies[0])
    answer = house.http.get(f"/api/tables/{table.id}/record")
    assert answer.headers["content-disposition"].startswith("attachment")
    record = read_record(answer.text)
    found = verify_record(games()[1], record)
    assert len(found.match.plies) == plies
    assert found.drawn > 0
    verified = house.get(f"/api/tables/{table.id}/verify")
    assert verified == {
        "verdict": "true",
        "plies": plies,
        "drawn": found.drawn,
        "doubts": [],
        "notes": [],
        "error": "",
    }


def test_a_replay_has_every_ply_with_its_view(house: House):
    table = house.table("me", "bot", game="nestorgames_gp")
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        ana.settled()
        last = ana.position[0]
        replay = house.get(f"/api/tables/{table.id}/replay")
        assert [ply["ply"] for ply in replay["plies"]] == sorted(ana.plies[0])
        for ply in replay["plies"]:
            seen = ana.plies[0][ply["ply"]]
            assert (ply["words"], ply["view"], ply["happenings"]) == (seen["words"], seen["view"], seen["happenings"])
            assert sum(ply["chances"]) == 1000
    told = zip(games()[1].events, replay["moments"], strict=True)
    marked = [event.sentence for event, moment in told if moment == "crash"]
    assert marked
    assert all("crashes on step" in sentence for sentence in marked)
    assert replay["plies"][-1]["view"] == last["view"]
    assert replay["plies"][-1]["places"] == last["places"] == table.info()["places"]


def test_one_can_play_on_from_any_ply(house: House):
    table = house.table("me", "bot", game="nestorgames_gp")
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
    replay = house.get(f"/api/tables/{table.id}/replay")
    made = house.post(f"/api/tables/{table.id}/fork", {"ply": 20, "seats": [{"kind": "bot"}, {"kind": "me"}]})
    info = house.get(f"/api/tables/{made['table']}")
    assert (info["forked_from"], info["forked_ply"]) == (table.id, 20)
    with house.client(made["table"], made["keys"][0]["key"]) as ana:
        race_to_the_end((ana, 1))
        first = [ana.plies[1][ply]["move"] for ply in range(20)]
    assert first == [ply["move"] for ply in replay["plies"][:20]]
    verified = house.get(f"/api/tables/{made['table']}/verify")
    assert verified["verdict"] == "not verified"
    assert verified["doubts"] == ["the first 20 plies come from another race"]
    assert verified["drawn"] > 0
    assert read_record(house.http.get(f"/api/tables/{made['table']}/record").text).dice_kind == "manual"
    too_far = {"ply": len(replay["plies"]), "seats": SEATS}
    assert "over at that ply" in house.post(f"/api/tables/{table.id}/fork", too_far, 400)["error"]
    assert "2 seats" in house.post(f"/api/tables/{table.id}/fork", {"ply": 1, "seats": SEATS * 2}, 400)["error"]


def test_a_running_race_among_people_is_not_played_on_elsewhere(house: House):
    """Otherwise a player could try a move in the copy, with hints, before making it here."""
    table = house.table("me", "open", game="nestorgames_gp", advice=False)
    table.join("Bea")
    wish = {"ply": 0, "seats": SEATS}
    assert "still on" in house.post(f"/api/tables/{table.id}/fork", wish, 409)["error"]


def test_a_race_is_played_on_under_its_own_conditions(house: House):
    clock = {"kind": "move", "seconds": 600}
    table = house.table("me", "bot", game="nestorgames_gp", advice=False, clock=clock)
    made = house.post(f"/api/tables/{table.id}/fork", {"ply": 0, "seats": SEATS})
    info = house.get(f"/api/tables/{made['table']}")
    assert (info["advice"], info["clock"]) == (False, clock)


def test_metrics_count_what_happened():
    with serving("sqlite://:memory:") as house:
        table = house.table("me", "bot")
        with table.client(0) as ana:
            ana.my_turn(0)
            ana.move(0, 1)
            ana.my_turn(0)
            ana.say("move", seat=1, ply=0, move=1)
            ana.refused()
            lines = house.http.get("/metrics").text.splitlines()
            assert "paddock_connections 1" in lines
    assert "paddock_moves_total 2" in lines  # Ana's and the bot's
    assert 'paddock_refusals_total{what="move"} 1' in lines
    assert 'paddock_tables{status="racing"} 1' in lines
    assert len([line for line in lines if line == "# TYPE paddock_tables gauge"]) == 1
    stored = {line.split()[0]: float(line.split()[1]) for line in lines if line.startswith("paddock_append_seconds")}
    counts = [value for name, value in stored.items() if "bucket" in name]
    assert counts == sorted(counts)  # each bucket holds those below it
    assert stored['paddock_append_seconds_bucket{le="+Inf"}'] == stored["paddock_append_seconds_count"] >= 2
    assert stored["paddock_append_seconds_sum"] > 0


def test_health_says_ok(house: House):
    assert house.get("/health") == {"status": "ok"}


def test_clients_are_told_when_the_server_closes():
    with serving("sqlite://:memory:") as house:
        table = house.table("me", "bot")
        ana = table.client(0)
        ana.my_turn(0)
    closing = ana.hear("closing")
    assert closing["again"]
    assert "come back" in closing["reason"]


def test_without_a_built_client_a_page_says_how_to_build_it(house: House):
    answer = house.http.get("/")
    assert answer.headers["content-type"].startswith("text/html")
    assert "make play" in answer.text or "<script" in answer.text


@pytest.mark.parametrize(("path", "home"), [("/table/abc", "../"), ("/nowhere", "./"), ("/a/b/c.js", "../../")])
def test_an_unknown_path_is_not_found_and_leads_to_the_lobby(house: House, path: str, home: str):
    answer = house.http.get(path)
    assert answer.status_code == 404
    assert "This road leads nowhere" in answer.text
    assert f'<a href="{home}">To the lobby</a>' in answer.text


def test_a_table_without_an_open_seat_is_not_offered(house: House):
    table = house.table("me", "me", private=False, options={"length": 6})
    with table.client(0, 1) as both:
        race_to_the_end((both, 0), (both, 1))
        both.say("rematch", seat=0)
        made = both.hear("rematch_made")["table"]
    offered = house.table("me", "open", private=False)
    assert house.get(f"/api/tables/{made}")["status"] == "waiting"
    waiting = [one["id"] for one in house.get("/api/tables")["waiting"]]
    assert offered.id in waiting
    assert made not in waiting


def test_files_outside_the_client_are_not_served(tmp_path: Path):
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("index")
    (folder / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    pages = Pages(folder)
    assert pages._file("../secret.txt") is None  # pyright: ignore[reportPrivateUsage]
    assert pages._file("assets/a.js") == folder.resolve() / "assets" / "a.js"  # pyright: ignore[reportPrivateUsage]
    assert pages._file("a\x00b") is None  # pyright: ignore[reportPrivateUsage]


# Reading stored races


def finished(house: House) -> str:
    table = house.table("me", "bot", game="nestorgames_gp", options={"laps": 1})
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        ana.hear("over")
    return table.id


@pytest.mark.parametrize("what", ["replay", "record", "verify"])
def test_what_a_finished_race_was_is_kept_by_browsers(house: House, what: str):
    path = f"/api/tables/{finished(house)}/{what}"
    first = house.http.get(path)
    assert first.headers["cache-control"] == "private, max-age=86400, immutable"
    again = house.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert house.http.get(path, headers={"if-none-match": '"other"'}).content == first.content


def test_a_replay_tells_nothing_of_who_is_still_there(house: House):
    """Browsers keep it: what changes after the race has no place in it."""
    table = house.table("me", "bot", game="nestorgames_gp", options={"laps": 1})
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        ana.hear("over")
        assert house.http.get(f"/api/tables/{table.id}").json()["seats"][0]["connected"]
        seats = house.http.get(f"/api/tables/{table.id}/replay").json()["table"]["seats"]
    assert [seat["connected"] for seat in seats] == [False, False]


def test_a_running_race_is_not_kept(house: House):
    table = house.table("me", "bot", game="nestorgames_gp")
    answer = house.http.get(f"/api/tables/{table.id}/replay")
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers


@pytest.mark.parametrize("path", ["replay", "/api/games", "/api/games/nestorgames_gp/rules"])
def test_large_answers_are_compressed_for_those_who_understand_that(house: House, path: str):
    path = path if path.startswith("/") else f"/api/tables/{finished(house)}/{path}"
    small, plain = (house.http.get(path, headers={"accept-encoding": how}) for how in ("gzip", "identity"))
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert small.content == plain.content  # unpacked by the client
    assert int(small.headers["content-length"]) < len(plain.content) / 2


def test_an_address_cannot_read_without_end():
    limits = replace(QUICKLY.limits, gets_a_minute=4, races_a_minute=2)
    with serving("sqlite://:memory:", replace(QUICKLY, limits=limits)) as house:
        table = house.table("me", "bot", game="nestorgames_gp")
        answers = [house.http.get(f"/api/tables/{table.id}/verify").status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert [house.http.get("/api/tables").status_code for _ in range(2)] == [200, 429]
        assert house.http.get("/health").status_code == 200


def test_how_to_play_comes_with_pictures_that_a_board_can_draw(house: House):
    page = house.get("/api/games/_template/howto")
    told = read_howto(RIDGE_RUN)
    assert told is not None
    assert [part["title"] for part in page["parts"]] == [part.title for part in told.parts]
    assert [part["picture"] is not None for part in page["parts"]] == [part.step > 0 for part in told.parts]
    last = page["parts"][-1]["picture"]
    assert [seat["name"] for seat in page["seats"]][1:] == ["Ben"]
    assert "play the boost of 2" in [choice["words"] for choice in last["choices"]]
    assert last["actor"] == 0
    assert page["scene"]
    assert house.get("/api/games/_template/rules")["howto"] is True
    assert house.http.get("/api/games/poker/howto").status_code == 404
