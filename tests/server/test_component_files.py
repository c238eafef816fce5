"""Custom component files: checked in the workshop, raced on, kept over a restart, and refused with reasons."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from paddock.engine import Drivers, Game, Workshop, course_races, policy_number, read_record, verify_record
from paddock.games import load_game
from paddock.server.line.refusals import RefusedError
from paddock.server.table.workshops import MOST_TRIED, tried

from .harness import QUICKLY, WAIT, House, race_to_the_end, serving, store_in
from .hostile import BREAKS
from .killing import likely

NITRO, GP = load_game("nitro_dice"), load_game("nestorgames_gp")
GAMES = [NITRO, GP]
WORKSHOP = "/api/games/nitro_dice/workshop"

FREELY = replace(QUICKLY, limits=replace(QUICKLY.limits, checks_a_minute=10**6))

# Once round a block, anticlockwise: eight sections, the minimum, unordered, with their headings on entry.
BLOCK = [
    ("red", (2, 0), "E"),
    ("start", (0, 1), "S"),
    ("garage", (2, 1), "N"),
    ("red", (0, 0), "S"),
    ("straight", (1, 2), "W"),
    ("red", (2, 2), "N"),
    ("straight", (1, 0), "E"),
    ("red", (0, 2), "W"),
]
DRIVEN = ["start", "red", "straight", "red", "garage", "red", "straight", "red"]
Row = tuple[str, tuple[int, int], str]


def file_of(rows: list[Row], name: str = "Round the block", laps: int = 1) -> str:
    lines = [f'name = "{name}"', f"laps = {laps}"]
    for kind, (column, row), enter in rows:
        lines += ["[[section]]", f'kind = "{kind}"', f"cell = [{column}, {row}]", f'enter = "{enter}"']
    return "\n".join(lines) + "\n"


def shop(game: Game) -> Workshop:
    assert game.workshop
    return game.workshop


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(store_in(tmp_path_factory.mktemp("store")), FREELY, GAMES) as running:
        yield running


def check(house: House, text: str, game: str = "nitro_dice") -> dict[str, Any]:
    return house.post(f"/api/games/{game}/workshop/check", {"text": text}, 200)


def errors(checked: dict[str, Any]) -> list[str]:
    return [remark["words"] for remark in checked["remarks"] if remark["level"] == "error"]


# The workshop


def test_games_say_which_option_takes_files(house: House):
    offered = {game["id"]: game["workshop"] for game in house.get("/api/games")["games"]}
    assert offered == {"nitro_dice": "track", "nestorgames_gp": "board"}


def test_a_game_without_files_has_no_workshop():
    with serving("sqlite://:memory:") as house:
        answer = house.http.get("/api/games/_template/workshop")
    assert (answer.status_code, answer.json()["error"]) == (404, "Ridge Run takes no files")


@pytest.mark.parametrize("game", ["nitro_dice", "nestorgames_gp"])
def test_everything_in_the_box_can_be_opened_and_raced_on(house: House, game: str):
    shop = house.get(f"/api/games/{game}/workshop")
    assert len(shop["examples"]) == {"nitro_dice": 5, "nestorgames_gp": 8}[game]
    for example in shop["examples"]:
        checked = check(house, example["text"], game)
        assert errors(checked) == []
        assert checked["name"] == example["name"]
        assert checked["text"] == example["text"]


def test_sections_laid_in_any_order_are_numbered_along_the_road(house: House):
    checked = check(house, file_of(BLOCK))
    assert errors(checked) == []
    sections = checked["drawing"]["sections"]
    assert [section["kind"] for section in sections] == DRIVEN
    assert [section["number"] for section in sections] == list(range(8))
    assert check(house, checked["text"])["text"] == checked["text"]


def test_the_end_of_an_unfinished_road_is_shown(house: House):
    checked = check(house, file_of([row for row in BLOCK if row[1] != (1, 2)]))
    ends, beside = checked["remarks"]
    # start (0,1), red (0,0), straight (1,0), red (2,0), garage (2,1), red (2,2) and then nothing on (1,2)
    assert ends["words"] == "The road ends after section 5: lay the next one there."
    assert (ends["level"], ends["clause"], ends["places"]) == ("error", "ND-120", [[1, 2]])
    assert beside["words"] == "1 section does not lie on the road from section 0."
    assert beside["places"] == [[0, 2]]
    assert checked["text"] == ""
    assert [section["number"] for section in checked["drawing"]["sections"]] == [0, 1, 2, 3, 4, 5, None]


def test_a_section_turned_the_wrong_way_is_shown(house: House):
    rows: list[Row] = [("straight", (1, 2), "E") if row[1] == (1, 2) else row for row in BLOCK]
    words = errors(check(house, file_of(rows)))
    assert "Section 5 leads into a section that is entered from another side: turn one of them." in words


def test_missing_special_cards_are_told_while_the_road_is_laid(house: House):
    assert errors(check(house, file_of([("red", (0, 0), "E")]))) == [
        "The road ends after section 0: lay the next one there.",
        "There is no Start/Finish section; a track has exactly one.",
        "There is no Garage section; a track has exactly one.",
    ]


def test_an_empty_ground_can_be_drawn(house: House):
    checked = check(house, 'name = "Mine"\nlaps = 3\n')
    assert errors(checked) == ["Nothing is laid yet. Begin with Start/Finish."]
    assert (checked["drawing"]["name"], checked["drawing"]["laps"], checked["drawing"]["sections"]) == ("Mine", 3, [])


def test_a_file_that_lists_its_sections_says_what_is_wrong_by_their_numbers(house: House):
    rows = [("start", (0, 1)), ("red", (0, 0)), ("straight", (1, 0)), ("yellow", (2, 0)), ("garage", (2, 1))]
    rows += [("red", (2, 2)), ("straight", (1, 2)), ("red", (0, 2))]
    text = "laps = 1\n" + "".join(f'[[section]]\nkind = "{kind}"\ncell = {list(cell)}\n' for kind, cell in rows)
    wrong = check(house, text)["remarks"][0]
    assert wrong["words"].startswith("Section 3 is yellow, which goes right, but the road goes left there")
    assert wrong["places"] == [[2, 0]]


def test_a_long_track_says_for_how_many_players_it_is(house: House):
    # 34 sections leave 96 - 32 = 64 cards; six players need 9 * 6 + 12 = 66, five need 57.
    checked = check(house, file_of(zigzag()))
    assert errors(checked) == []
    words = [remark["words"] for remark in checked["remarks"] if remark["clause"] == "ND-121"]
    assert words == ["The cards suffice for 5 players at most; shorter is for more."]


def zigzag() -> list[Row]:
    """34 sections: a home stretch of eleven to the east, and battlements back to the west above it."""
    rows: list[Row] = [("start" if x == 1 else "straight", (x, 0), "E") for x in range(1, 12)]
    rows += [("red", (12, 0), "E"), ("red", (12, 1), "N")]
    rows += [("garage", (11, 1), "W")]
    rows += battlements()
    rows += [("red", (0, 1), "W"), ("red", (0, 0), "S")]
    return rows


def battlements() -> list[Row]:
    """From (10, 1) to (1, 1) heading west, up and down again three times: six turns to each side, six straights."""
    return [
        ("yellow", (10, 1), "W"),
        ("straight", (10, 2), "N"),
        ("red", (10, 3), "N"),
        ("red", (9, 3), "W"),
        ("straight", (9, 2), "S"),
        ("yellow", (9, 1), "S"),
        ("yellow", (8, 1), "W"),
        ("red", (8, 2), "N"),
        ("red", (7, 2), "W"),
        ("yellow", (7, 1), "S"),
        ("yellow", (6, 1), "W"),
        ("red", (6, 2), "N"),
        ("red", (5, 2), "W"),
        ("yellow", (5, 1), "S"),
        ("straight", (4, 1), "W"),
        ("straight", (3, 1), "W"),
        ("straight", (2, 1), "W"),
        ("straight", (1, 1), "W"),
    ]


def test_chance_makes_the_same_track_for_the_same_seed(house: House):
    one, same = (house.post(f"{WORKSHOP}/make", {"size": 18, "seed": 7}, 200) for _ in range(2))
    other = house.post(f"{WORKSHOP}/make", {"size": 18, "seed": 8}, 200)
    assert one == same
    assert one["text"]
    assert one["text"] != other["text"]
    assert len(one["drawing"]["sections"]) == 18


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"size": 13, "seed": 1}, "chance makes these sizes: 12, 14, 16, 18, 20, 22, 24, 26, 28"),
        ({"size": 18, "seed": -1}, "a seed is a whole number from 0 to 999999"),
        ({"size": 18, "seed": 10**12}, "a seed is a whole number from 0 to 999999"),
    ],
)
def test_impossible_wishes_are_refused(house: House, body: dict[str, Any], says: str):
    assert house.post(f"{WORKSHOP}/make", body, 400)["error"] == says


def test_boards_are_not_made_by_chance(house: House):
    answer = house.post("/api/games/nestorgames_gp/workshop/make", {"size": 18, "seed": 1}, 400)
    assert answer["error"] == "chance makes these sizes: none"


def test_an_address_cannot_ask_without_end():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, checks_a_minute=3))
    with serving("sqlite://:memory:", settings, GAMES) as house:
        answers = [house.http.post(f"{WORKSHOP}/check", json={"text": "x"}).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


# Races on a component


def test_races_on_a_track_come_part_by_part(house: House):
    text = file_of(BLOCK)
    first = house.post(f"{WORKSHOP}/try", {"text": text}, 200)
    assert first["races"] == first["next"] > 0
    assert first["seats"] == 4
    assert first["laps"] >= first["races"]  # one lap: each winner completes it
    # Round the block: four straights with Start/Finish and Garage, four turns, and the three spaces of the garage
    assert len(first["spots"]) == 4 * 6 + 4 * 5 + 3
    more = house.post(f"{WORKSHOP}/try", {"text": text, "first": MOST_TRIED - 1}, 200)
    assert (more["races"], more["next"]) == (1, 0)  # the last one


def test_the_same_numbers_are_the_same_races():
    course = shop(NITRO).course
    assert course
    table = NITRO.new_table(4, {"track": file_of(BLOCK)})
    (race,) = course_races(NITRO, course, table, Drivers([[policy_number("quick")] * 4], 1, 1), [MOST_TRIED - 1])
    answer = json.loads(tried(NITRO, file_of(BLOCK), MOST_TRIED - 1))
    assert sum(spot["overtakes"] for spot in answer["spots"]) == race.counted["overtakes"].total()
    assert (answer["rounds"], answer["laps"]) == (race.rounds, len(race.laps))


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": "laps = 1\n"}, "there are no sections"),
        ({"text": file_of(BLOCK), "first": -1}, "races are numbered from 0 to 399"),
        ({"text": file_of(BLOCK), "first": 400}, "races are numbered from 0 to 399"),
    ],
)
def test_races_that_cannot_be_run_are_refused(house: House, body: dict[str, Any], says: str):
    assert says in house.post(f"{WORKSHOP}/try", body, 400)["error"]


def test_a_game_that_says_nothing_about_its_track_runs_no_races():
    with pytest.raises(RefusedError, match="has no tracks that races can be read on"):
        tried(replace(NITRO, workshop=replace(shop(NITRO), course=None)), file_of(BLOCK), 0)


def test_an_address_cannot_race_without_end():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, tries_a_minute=2))
    with serving("sqlite://:memory:", settings, GAMES) as house:
        body = {"text": file_of(BLOCK), "first": MOST_TRIED - 1}
        answers = [house.http.post(f"{WORKSHOP}/try", json=body).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


# Anything may be sent


@cache
def good_files() -> list[str]:
    boards = [example.text for example in shop(GP).examples()[:2]]
    return [file_of(BLOCK), *(example.text for example in shop(NITRO).examples()), *boards]


def garbage(number: int) -> str:
    """A file with a random fault, always the same for a number; a few turn out to be valid."""
    rng = random.Random(number)
    good = rng.choice(good_files())
    return BREAKS[number % len(BREAKS)](rng, good)


@pytest.mark.long
@pytest.mark.parametrize("game", ["nitro_dice", "nestorgames_gp"])
def test_two_thousand_broken_files_are_all_answered_in_words(house: House, game: str):
    line = HTTPConnection("127.0.0.1", house.port, WAIT)  # a client with little overhead
    for number in range(2000):
        status, content = checked_plainly(line, game, garbage(number))
        if status == 413:
            continue
        assert status == 200, (number, content)
        checked = json.loads(content)
        assert checked["text"] or errors(checked), number
        assert len(content) < 200_000
        assert all(len(words) < 600 for words in errors(checked)), number
    line.close()


def checked_plainly(line: HTTPConnection, game: str, text: str) -> tuple[int, bytes]:
    said = {"Content-Type": "application/json"}
    line.request("POST", f"/api/games/{game}/workshop/check", json.dumps({"text": text}), said)
    answer = line.getresponse()
    return answer.status, answer.read()


def test_what_the_workshop_calls_good_makes_a_table_and_what_it_calls_bad_does_not(house: House):
    for number in range(240):
        text = garbage(number)[:20_000] + "\n"
        checked = check(house, text)
        body = {"game": "nitro_dice", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"track": text}}
        answer = house.http.post("/api/tables", json=body)
        assert (answer.status_code == 201) == bool(checked["text"]), (number, answer.text, checked["remarks"])
        assert answer.status_code in (201, 400, 413)


def test_a_file_has_a_largest_size(house: House):
    text = "# " + "x" * 48_000 + "\n" + file_of(BLOCK)
    assert errors(check(house, text)) == [f"a file has at most 48000 characters, this has {len(text)}"]
    seats = [{"kind": "me"}, {"kind": "bot"}]
    refused = house.post("/api/tables", {"game": "nitro_dice", "seats": seats, "options": {"track": text}}, 400)
    assert refused["error"] == f"track: a file has at most 48000 characters, this has {len(text)}"
    huge = house.http.post(f"{WORKSHOP}/check", json={"text": "x" * 70_000})
    assert huge.status_code == 413


# Tables


def test_a_track_with_errors_is_refused_with_the_words_and_the_clause(house: House):
    rows: list[Row] = [("straight" if row[0] == "garage" else row[0], row[1], row[2]) for row in BLOCK]
    body = {"game": "nitro_dice", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"track": file_of(rows)}}
    refused = house.post("/api/tables", body, 400)
    words = "There is no Garage section; a track has exactly one. (ND-120)"
    assert refused["error"] == f"track: Round the block: {words}"


def test_a_track_for_five_is_refused_to_six(house: House):
    seats = [{"kind": "me"}, *[{"kind": "bot"}] * 5]
    body = {"game": "nitro_dice", "seats": seats, "options": {"track": file_of(zigzag())}}
    assert "6 players need 66. Make it shorter. (ND-121)" in house.post("/api/tables", body, 400)["error"]
    assert house.post("/api/tables", {**body, "seats": seats[:5]})["table"]


def race_on_the_block(house: House, plies: int) -> tuple[str, dict[int, str], list[int]]:
    """A table on the block after a few moves: its id, its keys and the moves."""
    table = house.table("me", "bot", game="nitro_dice", options={"track": file_of(BLOCK, laps=1)})
    with table.client(0) as ana:
        while len(ana.plies.get(0, {})) < plies:
            ana.my_turn(0)
            ana.move(0)
            ana.settled()
        ana.my_turn(0)
        return table.id, table.keys, [ana.plies[0][ply]["move"] for ply in sorted(ana.plies[0])]


def test_a_race_on_ones_own_track_survives_a_restart_and_its_record_verifies(tmp_path: Path):
    with serving(store_in(tmp_path), offered=GAMES) as house:
        table, keys, before = race_on_the_block(house, 30)
    with serving(store_in(tmp_path), offered=GAMES) as house:
        assert house.get(f"/api/tables/{table}")["options"]["track"] == "“Round the block”"
        with house.client(table, keys[0]) as ana:
            welcome = ana.hear("welcome")
            assert [section["kind"] for section in welcome["scene"]["sections"]] == DRIVEN
            ana.settled()
            assert [ana.plies[0][ply]["move"] for ply in sorted(ana.plies[0])][: len(before)] == before
            race_to_the_end((ana, 0), choose=likely)
            ana.say("rematch", seat=0)
            again = ana.hear("rematch_made")["table"]
        record = read_record(house.http.get(f"/api/tables/{table}/record").text)
        assert shop(NITRO).check(str(record.options["track"])).text == record.options["track"]
        found = verify_record(NITRO, record)
        assert found.match.is_over
        assert house.get(f"/api/tables/{table}/verify")["verdict"] == "true"
        assert len(house.get(f"/api/tables/{table}/replay")["scene"]["sections"]) == 8
        with house.client(again, keys[0]) as ana:
            assert len(ana.hear("welcome")["scene"]["sections"]) == 8


def test_a_board_from_a_file_is_raced_on(house: House):
    text = next(example.text for example in shop(GP).examples() if example.id == "oval")
    mine = text.replace('name = "First Oval"', 'name = "Ana\'s Oval"')
    assert mine != text
    table = house.table("me", "bot", game="nestorgames_gp", options={"board": mine})
    assert table.info()["options"]["board"] == "“Ana's Oval”"
    with table.client(0) as ana:
        ana.my_turn(0)


def test_a_broken_board_is_refused_with_everything_that_is_wrong(house: House):
    text = next(example.text for example in shop(GP).examples() if example.id == "oval")
    broken = text.replace("max_laps = ", "max_laps = 0 # ")
    assert errors(check(house, broken, "nestorgames_gp")) == ["max_laps must be 1 or more"]
    body = {"game": "nestorgames_gp", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"board": broken}}
    assert "max_laps must be 1 or more" in house.post("/api/tables", body, 400)["error"]
