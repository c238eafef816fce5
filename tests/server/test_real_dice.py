"""A table with real dice: people enter what they rolled and drew, each phone for what it may see."""

import json
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paddock.engine import CHANCE, OVER, Game, Match, SeededDice, read_record
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN

from .harness import QUICKLY, Client, House, Made, Message, serving, store_in
from .test_secrets import known_sources, whole

SPECTATOR = -1
NAMES = ("Ana", "Bea", "Cal")


def real_table(house: House, *seats: str, **more: Any) -> Made:
    return house.table(*seats, dice="manual", **more)


def seated(house: House, **more: Any) -> Made:
    """A table of three people."""
    table = real_table(house, "me", "open", "open", **more)
    for name in NAMES[1:]:
        table.join(name)
    return table


@contextmanager
def phones(table: Made) -> Generator[list[Client]]:
    """A phone for each of three people."""
    with ExitStack() as opened:
        lines = [opened.enter_context(table.client(seat)) for seat in range(3)]
        for line in lines:
            line.settled()
        yield lines


def all_hear(lines: list[Client]) -> Message:
    """Everybody hears everything; the position of the first phone."""
    for line in lines:
        line.settled()
    return lines[0].position[0]


def enter(line: Client, seat: int, outcome: int) -> None:
    line.say("enter", seat=seat, ply=line.position[seat]["ply"], outcome=outcome)
    line.settled()


def asked_of(line: Client, seat: int) -> list[str]:
    """The outcomes that a phone offers, in words."""
    roll = line.position[seat]["roll"]
    return [one["words"] for one in roll["outcomes"]] if roll else []


def deal(lines: list[Client], *cards: int) -> None:
    """Each phone enters the first card of its driver."""
    for seat, card in enumerate(cards):
        enter(lines[seat], seat, card)
        all_hear(lines)


# Who enters what


def test_each_phone_is_asked_for_its_own_card_and_for_every_public_die(house: House):
    with phones(seated(house)) as (ana, bea, cal):
        first = ana.position[0]
        assert (first["actor"], first["decision"]["clause"]) == (CHANCE, "RR-02")
        assert (first["roll"]["by"], first["roll"]["secret"]) == ([0], True)
        assert asked_of(ana, 0) == ["boost 1", "boost 2", "boost 3"]
        assert asked_of(bea, 1) == asked_of(cal, 2) == []

        deal([ana, bea, cal], 1, 3, 2)
        assert ana.position[0]["view"]["cars"][0]["card"] == 1
        assert bea.position[1]["view"]["cars"][0]["card"] == -1

        ana.move(0, 2)  # gear 2 rolls a die, which everybody sees
        all_hear([ana, bea, cal])
        for seat, line in enumerate((ana, bea, cal)):
            assert line.position[seat]["roll"]["by"] == [0, 1, 2]
            assert asked_of(line, seat) == ["1", "2", "3", "4", "5", "6"]
        enter(cal, 2, 6)
        all_hear([ana, bea, cal])
        assert bea.position[1]["actor"] == 1
        assert bea.position[1]["roll"] is None


def test_a_spectator_is_told_what_is_awaited_and_enters_nothing(house: House):
    table = seated(house)
    with phones(table) as lines, house.client(table.id) as fan:
        deal(lines, 1, 2, 3)
        lines[0].move(0, 2)
        all_hear(lines)
        fan.settled()
        assert fan.position[SPECTATOR]["roll"] == {"by": [0, 1, 2], "secret": False, "outcomes": []}
        fan.say("enter", seat=0, ply=fan.position[SPECTATOR]["ply"], outcome=6)
        assert fan.refused()["reason"] == "you do not hold seat 0"


def test_one_phone_can_drive_every_car_and_enter_every_card(house: House):
    table = real_table(house, "me", "me")
    with table.client(0, 1) as phone:
        phone.settled()
        enter(phone, 0, 3)
        assert asked_of(phone, 1) == ["boost 1", "boost 2", "boost 3"]
        enter(phone, 1, 3)
        assert phone.my_turn(0)["decision"]["clause"] == "RR-10"


# What is refused, and what to do


def test_what_cannot_be_entered_is_refused_with_what_to_do(house: House):
    with phones(seated(house)) as lines:
        ana, bea, cal = lines
        enter(bea, 1, 2)
        assert bea.heard[-2]["reason"] == "this is entered by me0: others may not see it"
        enter(ana, 0, 4)
        refused = ana.heard[-2]
        assert refused["clause"] == "RR-02"
        assert refused["reason"] == f"that cannot be rolled or drawn here: {ana.position[0]['decision']['question']}"
        ana.say("enter", seat=0, ply=ana.position[0]["ply"] + 1, outcome=1)
        assert "but the race is at ply 0" in ana.refused()["reason"]
        deal(lines, 1, 1, 2)
        enter(cal, 2, 1)
        assert cal.heard[-2]["reason"] == "nothing is to be rolled or drawn now"


def test_a_card_that_is_drawn_already_is_refused_but_was_offered():
    """Cards left would tell what others hold, so all of the deck is offered; there are six of each boost."""
    with serving("sqlite://:memory:") as house:
        table = real_table(house, "me", "me", "me", "open")
        table.join("Dot")
        with table.client(0, 1, 2) as phone, table.client(3) as dot:
            for seat in range(3):
                phone.settled()
                enter(phone, seat, 3)
            dot.settled()
            enter(dot, 3, 3)
            for seat in range(3):  # each shows a three and draws another card
                phone.my_turn(seat)
                phone.move(seat, 4)
                phone.settled()
                assert asked_of(phone, seat) == ["boost 1", "boost 2", "boost 3"]
                enter(phone, seat, 3)
            refused = next(one for one in reversed(phone.heard) if one["type"] == "refused")
            words = "“boost 3” cannot have been drawn: check the card, or an earlier entry; the others are told"
            assert (refused["reason"], refused["clause"]) == (words, "RR-02")
            assert dot.hear("mistaken")["text"] == "Me2 entered a card that is not in the deck."


def test_everybody_sees_who_tries_cards_that_are_not_in_the_deck_and_how_often(house: House):
    """Each boost is there six times: Ana and Bea show five threes, and Bea holds the sixth."""
    with phones(seated(house)) as lines:
        ana, bea, cal = lines

        def all_hear_of_one_more(act: Callable[[], None]) -> None:
            entry = ana.position[0]["entry"]
            act()
            for seat, line in enumerate(lines):
                line.at(seat, entry + 1)

        for seat, card in enumerate((3, 3, 1)):
            all_hear_of_one_more(partial(enter, lines[seat], seat, card))
        for seat in (0, 1, 2, 0, 1, 2):
            all_hear_of_one_more(partial(lines[seat].move, seat, 1 if seat == 2 else 4))
            if seat < 2:
                all_hear_of_one_more(partial(enter, lines[seat], seat, 3))
        all_hear_of_one_more(partial(ana.move, 0, 4))
        for _ in range(2):
            enter(ana, 0, 3)
        once = "Me0 entered a card that is not in the deck"
        for line in (bea, cal):
            assert [line.hear("mistaken")["text"] for _ in range(2)] == [f"{once}.", f"{once}, 2 times so far."]


def test_the_server_enters_its_own_dice(house: House):
    table = house.table("me", "me")
    with table.client(0, 1) as line:
        line.my_turn(0)
        assert line.position[0]["roll"] is None
        enter(line, 0, 1)
        assert line.heard[-2]["reason"] == "the dice of this table are the server's; nobody enters them"


def test_bots_clocks_and_real_time_are_refused_in_words():
    with serving("sqlite://:memory:", offered=[RIDGE_RUN, *all_games()]) as house:
        wish = {"game": "_template", "dice": "manual", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        assert "nobody is there to roll and draw for a bot" in house.post("/api/tables", wish, 400)["error"]
        people = [{"kind": "me"}, {"kind": "open"}]
        clock = {"kind": "move", "seconds": 60}
        assert "has no clock" in house.post("/api/tables", {**wish, "seats": people, "clock": clock}, 400)["error"]
        for game in all_games():
            if game.live:
                live = {**wish, "game": game.id, "seats": people, "options": dict(game.live.OPTIONS)}
                assert (
                    "a race in real time needs the dice of the server" in house.post("/api/tables", live, 400)["error"]
                )
                assert house.post("/api/tables", {**live, "options": {}}) is not None  # without it: not by the clock


def test_an_open_seat_is_not_given_to_a_bot_and_nobody_drives_for_who_leaves(house: House):
    table = real_table(house, "me", "open")
    with table.client(0) as ana:
        ana.say("start")
        assert ana.refused()["reason"].endswith("sit there too, or send the link to a person")
        ana.say("entropy", seat=0, text="luck")
        assert "real ones" in ana.refused()["reason"]
        ana.say("sit", name="Bea", seat=1)
        ana.hear("seated")
        ana.settled()
        enter(ana, 0, 1)
        enter(ana, 1, 1)
        ana.my_turn(0)
        ana.say("leave", seat=0)
        assert "the race waits until you are back" in ana.refused()["reason"]


def test_nobody_drives_for_a_person_who_is_away():
    """The phone of the acting driver is off; the grace period is over at once, and still the race waits."""
    pace = replace(QUICKLY.pace, away_grace=0.0, leave_grace=0.0)
    with serving("sqlite://:memory:", replace(QUICKLY, pace=pace)) as house:
        table = seated(house)
        with table.client(1) as bea, table.client(2) as cal:
            with table.client(0) as ana:
                for seat, line in enumerate((ana, bea, cal)):
                    line.settled()
                    enter(line, seat, 1)
            bea.hear("seats", lambda message: not message["table"]["seats"][0]["connected"])
            bea.settled()
            assert house.hall is not None
            room = house.hall.rooms[table.id]
            assert room.match.actor == 0
            assert room.driver._patience(0) is None  # pyright: ignore[reportPrivateUsage]


# Corrections


def test_who_entered_it_takes_a_wrong_entry_back_at_once(house: House):
    with phones(seated(house)) as lines:
        ana, bea, cal = lines
        deal(lines, 1, 3, 2)
        ana.move(0, 2)
        all_hear(lines)
        enter(bea, 1, 1)  # the die showed a 6: Ana did not spin
        all_hear(lines)
        assert bea.position[1]["undo"] == {"allowed": True, "reason": "take back “1”"}
        assert not ana.position[0]["undo"]["allowed"]
        ana.say("undo", seat=0, ply=ana.position[0]["ply"])
        assert "ask the others" in ana.refused()["reason"]
        bea.say("undo", seat=1, ply=bea.position[1]["ply"])
        assert ana.hear("undone")["by"] == 1
        all_hear(lines)
        assert asked_of(cal, 2) == ["1", "2", "3", "4", "5", "6"]
        enter(bea, 1, 6)
        all_hear(lines)
        assert ana.position[0]["view"]["cars"][0]["space"] == 2  # RR-12: gear 2 climbs two spaces


def test_several_entries_are_taken_back_one_by_one_until_something_else_followed(house: House):
    table = real_table(house, "me", "me", "me")
    with table.client(0, 1, 2) as phone:
        phone.settled()
        for seat in range(3):
            enter(phone, seat, 3)
        for seat, words in ((2, "boost 3"), (1, "boost 3"), (0, "boost 3")):
            assert phone.position[seat]["undo"] == {"allowed": True, "reason": f"take back “{words}”"}
            phone.say("undo", seat=seat, ply=phone.position[seat]["ply"])
            phone.settled()
        assert phone.position[0]["ply"] == 0
        for seat in range(3):
            enter(phone, seat, 1)
        phone.my_turn(0)
        phone.move(0, 1)
        phone.settled()
        assert phone.position[2]["undo"]["allowed"] is False  # Ana has moved since


def test_by_consent_of_all_an_older_entry_is_corrected(house: House):
    with phones(seated(house)) as lines:
        ana, bea, cal = lines
        deal(lines, 1, 3, 2)
        cal.say("ask_undo", seat=2, to_ply=2)  # the third card was another
        ana.hear("undo_asked")
        ana.say("answer_undo", seat=0, yes=True)
        ana.settled()
        bea.say("answer_undo", seat=1, yes=True)
        cal.hear("undone")
        all_hear(lines)
        enter(cal, 2, 1)
        assert cal.position[2]["view"]["cars"][2]["card"] == 1
        assert cal.position[2]["undo"]["reason"] == "take back “boost 1”"


# Secrets


def bytes_for_others(cards: tuple[int, int, int], again: int) -> dict[str, list[str]]:
    """Everything that Bea and a spectator are sent, if these cards are entered; Ana first makes a mistake."""
    with serving("sqlite://:memory:", replace(QUICKLY, sources=known_sources([]))) as house:
        table = seated(house, private=False)
        with phones(table) as lines, house.client(table.id) as fan:
            ana, bea, _ = lines
            fan.settled()
            for seat, card in enumerate(cards):
                bea.say("enter", seat=0, ply=bea.position[1]["ply"], outcome=card)
                bea.say("enter", seat=1, ply=bea.position[1]["ply"], outcome=9)
                enter(lines[seat], seat, card)
                if seat == 0:  # a correction is no more than that to others
                    ana.say("undo", seat=0, ply=ana.position[0]["ply"])
                    ana.settled()
                    enter(ana, 0, again)
                all_hear(lines)
                fan.settled()
            ana.move(0, 2)
            all_hear(lines)
            enter(bea, 1, 5)
            all_hear(lines)
            fan.settled()
            return {"bea": whole(bea), "fan": whole(fan)}


def test_a_hidden_card_that_is_entered_reaches_no_other_phone():
    one, other = bytes_for_others((1, 3, 2), 1), bytes_for_others((3, 3, 1), 2)
    assert one == other
    assert len(json.loads(one["bea"][0])) > 15
    assert bytes_for_others((1, 1, 2), 1)["bea"] != one["bea"]  # her own card: the test can see a difference


@pytest.mark.parametrize("game", [RIDGE_RUN, *all_games()], ids=lambda game: game.id)
def test_every_game_is_raced_with_real_dice_and_no_phone_sees_what_it_may_not(game: Game):
    """The race is that of the engine with the same outcomes; a phone offers a secret draw only if it may see it."""
    match = Match(game, list(NAMES), {}, SeededDice(5))
    with serving("sqlite://:memory:", offered=[game]) as house:
        table = seated(house, game=game.id)
        with phones(table) as lines:
            while match.actor != OVER and len(match.plies) < 70:
                all_hear(lines)
                if match.actor == CHANCE:
                    outcome, audience, driver = match.draw(), match.audience(), match.hidden_driver
                    assert outcome is not None
                    if len(match.choices()) > 1:
                        offering = [seat for seat in range(3) if asked_of(lines[seat], seat)]
                        secret = SPECTATOR not in audience or driver >= 0
                        expected = [driver] if driver >= 0 else sorted(audience - {SPECTATOR}) or [0]
                        assert offering == (expected if secret else [0, 1, 2])
                        enter(lines[offering[0]], offering[0], outcome)
                    elif any(asked_of(lines[seat], seat) for seat in range(3)):
                        asked = next(seat for seat in range(3) if asked_of(lines[seat], seat))
                        enter(lines[asked], asked, outcome)
                    match.apply(outcome)
                else:
                    move = match.choices()[len(match.plies) % len(match.choices())].move
                    lines[match.actor].move(match.actor, move)
                    lines[match.actor].settled()
                    match.apply(move)
            all_hear(lines)
            assert house.hall is not None
            raced = house.hall.rooms[table.id].match
            assert [(ply.actor, ply.move) for ply in raced.plies[: len(match.plies)]] == [
                (ply.actor, ply.move) for ply in match.plies
            ]


# The end, and afterwards


def test_the_record_says_that_the_dice_were_real_and_the_table_shows_no_commitment(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = real_table(house, "me", "me", options={"length": 6})
        with table.client(0, 1) as phone:
            phone.settled()
            enter(phone, 0, 3)
            enter(phone, 1, 1)
    with serving(store_in(tmp_path)) as house:  # a restart
        table.house = house
        assert (table.info()["dice"], table.info()["commitment"]) == ("manual", "")
        with table.client(0, 1) as phone:
            phone.my_turn(0)
            phone.move(0, 4)
            phone.settled()
            enter(phone, 0, 3)  # three spaces, and another three
            phone.my_turn(1)
            phone.move(1, 1)
            phone.my_turn(0)
            phone.move(0, 4)
            over = phone.hear("over")
            assert (over["places"], over["secret"]) == ([1, 2], "")
            record = read_record(house.http.get(f"/api/tables/{table.id}/record").text)
            assert (record.dice_kind, record.commitment) == ("manual", "")
            verified = house.get(f"/api/tables/{table.id}/verify")
            assert verified["verdict"] == "not verified"
            phone.say("rematch", seat=0)
            again = phone.hear("rematch_made")["table"]
        assert house.get(f"/api/tables/{again}")["dice"] == "manual"
