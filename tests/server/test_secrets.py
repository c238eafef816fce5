"""No secret reaches another seat: worlds that differ only in secrets give it the same bytes."""

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paddock.engine import CHANCE, Game, Match, Permission, SeededDice, capitalised
from paddock.engine.race.trail import Trail
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Sources
from paddock.server.line.refusals import RefusedError
from paddock.server.line.wire import Clocks
from paddock.server.store.archive import Archive
from paddock.server.store.loading import TableRace
from paddock.server.store.store import TableRow
from paddock.server.table.sight import Sight

from .harness import QUICKLY, Client, House, games, race_to_the_end, serving

MINE = 1
DICE = [6, 1, 5, 2, 6, 3, 4, 1] * 4


class KnownDice:
    """First the cards, then the dice, as a test wants them."""

    kind = "manual"
    answers_clock = False

    def __init__(self, cards: list[int]):
        self.cards = cards

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int:
        if max(outcomes) <= 3:
            return self.cards[ply % len(self.cards)] if self.cards[ply % len(self.cards)] in outcomes else outcomes[0]
        return DICE[(ply + take) % len(DICE)]


def known_sources(cards: list[int]) -> Sources:
    """Time stands still, ids and keys are numbers, and the dice are known."""
    numbers = itertools.count()
    return Sources(
        now=lambda: 1000.0,
        token=lambda size: f"token-{next(numbers)}",
        secret=lambda: bytes(32),
        seed=lambda: 1,
        fraction=lambda: 0.0,
        dice=lambda secret, entropy: KnownDice(cards),
    )


def bytes_in_world(cards: list[int]) -> dict[str, list[str]]:
    """Everything that Bea and a spectator are sent in a world where these cards are dealt; Ana never shows hers."""
    settings = replace(QUICKLY, sources=known_sources(cards))
    with serving("sqlite://:memory:", settings) as house:
        table = house.table("me", "open", "open", private=False)
        table.join("Bea")
        table.join("Cal")
        with table.client(0) as ana, table.client(MINE) as bea, table.client(2) as cal, house.client(table.id) as fan:
            for line in (ana, bea, cal, fan):
                line.settled()
            script = [(ana, 0, 2), (bea, MINE, 3), (cal, 2, 1), (ana, 0, 1), (bea, MINE, 4), (cal, 2, 3), (ana, 0, 3)]
            for line, seat, move in script:
                pester(bea)
                line.my_turn(seat)
                line.move(seat, move)
                line.settled()
                for other in (bea, fan):
                    other.settled()
            cal.say("undo", seat=2, ply=cal.position[2]["ply"])
            cal.refused()
            cal.say("ask_undo", seat=2, to_ply=2)
            bea.hear("undo_asked")
            for line in (bea, fan):
                line.settled()
            errors = [house.http.get(f"/api/tables/{table.id}/{what}").text for what in ("record", "replay", "verify")]
            infos = [house.http.get(path).text for path in (f"/api/tables/{table.id}", "/api/tables", "/api/games")]
            return {"bea": whole(bea), "fan": whole(fan), "http": errors + infos}


def whole(line: Client) -> list[str]:
    """All bytes in order; how many messages share a frame depends on timing."""
    return ["".join(line.raw).replace("][", ",")]


def pester(bea: Client) -> None:
    """Every request that might reveal more."""
    ply = bea.position[MINE]["ply"]
    for move in (4, 99, -1):
        bea.say("move", seat=0, ply=ply, move=move)
    bea.say("move", seat=MINE, ply=ply - 1, move=1)
    bea.say("move", seat=MINE, ply=ply, move=77)
    bea.say("undo", seat=MINE, ply=ply)
    bea.say("undo", seat=0, ply=ply)
    bea.settled()


def test_two_worlds_a_seat_cannot_tell_apart_send_it_the_same_bytes():
    # Ana's and Cal's first cards differ, Bea's do not; then Bea shows hers and draws a 2 in both
    one, other = bytes_in_world([1, 3, 2, 2, 2, 2]), bytes_in_world([3, 3, 1, 2, 2, 2])
    assert one["bea"] == other["bea"]
    assert len(json.loads(one["bea"][0])) > 40
    different = bytes_in_world([1, 1, 2, 2, 2, 2])  # Bea's own card: the test can see a difference
    assert different["bea"] != one["bea"]
    assert different["fan"] != one["fan"]  # she shows it later


def test_a_spectator_gets_the_same_bytes_whoever_holds_what():
    worlds = [bytes_in_world(cards) for cards in ([1, 3, 2, 2, 2, 2], [3, 3, 1, 2, 2, 2])]
    assert worlds[0]["fan"] == worlds[1]["fan"]
    assert worlds[0]["http"] == worlds[1]["http"]
    messages = [message for raw in worlds[0]["fan"] for message in json.loads(raw)]
    cards = [car["card"] for message in messages for car in cars(message)]
    assert set(cards) <= {-1, 0}


def cars(message: dict[str, Any]) -> list[dict[str, int]]:
    return message["view"]["cars"] if message["type"] == "position" else []


@pytest.mark.parametrize("game", [RIDGE_RUN, *all_games()], ids=lambda game: game.id)
def test_every_message_about_a_position_is_the_same_in_every_world_a_seat_holds_possible(game: Game):
    """Everything but what a seat knows is resampled: its messages must not change."""
    clocks = Clocks("none", -1, [], 0.0)
    for seed in range(2):
        match = Match(game, 3, {}, SeededDice(seed))
        match.settle()
        while not match.is_over and len(match.plies) < 60:
            for seat in range(-1, 3):
                twin = match.fork()
                twin.state = dealt_anew(match, seat, seed)
                sights = Sight(match, {}), Sight(twin, {})
                assert sights[0].position(seat, clocks) == sights[1].position(seat, clocks)
                assert sights[0].plies(seat, 0) == sights[1].plies(seat, 0)
            match.play(match.choices()[(len(match.plies) * 5 + seed) % len(match.choices())].move)


def dealt_anew(match: Match, seat: int, seed: int) -> Any:
    state, random = match.seen_by(seat), [seed + 1, len(match.plies), seat + 7, 1]
    match.game.contract["resample"](match.table, state, seat, random)
    return state


def test_only_the_mover_hears_which_card_it_drew(house: House):
    table = house.table("me", "me", "bot")
    with table.client(0) as ana, table.client(1) as bea, house.client(table.id) as fan:
        for line in (ana, bea, fan):
            line.settled()
        driver = capitalised(house.get(f"/api/tables/{table.id}")["seats"][0]["name"])
        drawn = ana.plies[0][0]
        assert (drawn["actor"], drawn["words"]) == (CHANCE, f"boost {drawn['move']}")
        for line, who in ((bea, 1), (fan, -1)):
            seen = line.plies[who][0]
            assert (seen["words"], seen["move"]) == ("", -1)
            happened = seen["happenings"]
            assert [(one["kind"], one["b"], one["sentence"]) for one in happened] == [
                (-1, 0, f"{driver} draws a boost card.")
            ]


def test_a_race_with_secrets_can_be_read_only_when_it_is_over(house: House):
    table = house.table("me", "bot", options={"length": 6})
    for what in ("record", "replay"):
        refused = house.http.get(f"/api/tables/{table.id}/{what}")
        assert (refused.status_code, refused.json()["error"]) == (
            409,
            "this race has secrets; it can be read when it is over",
        )
    seats = [{"kind": "me"}, {"kind": "bot"}]
    house.post(f"/api/tables/{table.id}/fork", {"ply": 1, "seats": seats}, 409)
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
    replay = house.get(f"/api/tables/{table.id}/replay")
    driver = capitalised(replay["table"]["seats"][1]["name"])
    assert replay["plies"][1]["words"].startswith("boost ")
    assert replay["plies"][1]["happenings"][0]["sentence"].startswith(f"{driver} draws a boost of ")


def test_a_race_without_secrets_can_be_read_at_any_time(house: House):
    table = house.table("me", "bot", game="nestorgames_gp")
    assert house.http.get(f"/api/tables/{table.id}/record").status_code == 200
    assert "secret" not in house.http.get(f"/api/tables/{table.id}/record").text
    assert house.get(f"/api/tables/{table.id}/replay")["table"]["secret"] == ""


def test_a_conceal_that_does_nothing_is_recognised():
    assert [game.hides_nothing for game in games()] == [False, True]
    match = Match(games()[1], 4)
    match.settle()
    while not match.is_over and len(match.plies) < 100:
        assert all(match.seen_by(seat) == match.state for seat in range(-1, 4))
        match.play(match.choices()[-1].move)


def test_what_one_seat_alone_hears_stays_its_own_where_positions_are_open():
    """In an open game all seats share the encoded plies, except those with something that only one may know."""
    game = next(game for game in all_games() if game.hides_nothing)
    quiet = replace(game, events=tuple(replace(event, seen_by="a") for event in game.events))
    for one, alike in ((game, True), (quiet, False)):
        match = Match(one, 3, {}, SeededDice(1))
        match.settle()
        while not any(ply.happenings for ply in match.plies):
            match.play(match.choices()[0].move)
        sight = Sight(match, {})
        told = {bytes(sight.plies(seat, 0)).replace(f'"seat":{seat},'.encode(), b"", 1) for seat in range(-1, 3)}
        assert (len(told) == 1) == alike


@pytest.mark.parametrize("game", [RIDGE_RUN, *all_games()], ids=lambda game: game.id)
def test_a_position_says_whose_it_is_and_what_that_seat_may_do(game: Game):
    """Seats without a choice may share a message, except for its seat field."""
    match = Match(game, 3, {}, SeededDice(4))
    match.settle()
    while not match.is_over and len(match.plies) < 40:
        sight = Sight(match, {})
        for seat in (2, 0, 1, -1):
            told = json.loads(sight.position(seat, Clocks("none", -1, [], 0.0)))
            possible = match.choices() if seat == match.actor else []
            assert told["seat"] == seat
            assert [choice["move"] for choice in told["choices"]] == [choice.move for choice in possible]
            may = match.can_undo(seat) if seat >= 0 else Permission(False, "spectators take nothing back")
            assert (told["undo"]["allowed"], told["undo"]["reason"]) == (may.allowed, may.reason)
        match.play(match.choices()[0].move)


@pytest.mark.parametrize("reveals", [False, True])
def test_a_move_whose_event_shows_what_was_hidden_cannot_be_taken_back(reveals: bool):
    game = replace(RIDGE_RUN, events=tuple(replace(event, reveals=reveals) for event in RIDGE_RUN.events))
    match = Match(game, 2, {}, SeededDice(1))
    match.settle()
    first = Sight(match, {}).choices(match.actor)[0]
    assert (first.words, first.undoable) == ("gear 1", not reveals)


def test_a_game_that_hides_only_in_its_positions_is_noticed():
    silent = replace(RIDGE_RUN, events=tuple(replace(event, seen_by="everybody") for event in RIDGE_RUN.events))
    match = Match(silent, 2)
    match.settle()
    match.plies = Trail(msgspec.structs.replace(ply, seen_by=frozenset(range(-1, 2))) for ply in match.plies)
    row = TableRow("id", silent.id, silent.rules_digest, {}, [], bytes(32), 0.0, "racing")
    with pytest.raises(RefusedError, match="secrets"):
        Archive(silent, row, TableRace(match, [0.0, 0.0]), Sources()).check_open()


def test_the_log_names_no_table_and_no_key(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with caplog.at_level("INFO", "paddock.server"), serving("sqlite://:memory:") as house:
        table = house.table("me", "bot", options={"length": 6})
        with table.client(0) as ana:
            race_to_the_end((ana, 0))
            ana.hear("over")
    written = " ".join(str(vars(record)) for record in caplog.records)
    assert "race over" in written
    assert table.id not in written
    assert table.keys[0] not in written
