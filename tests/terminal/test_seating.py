"""Who sits where."""

import pytest

from paddock.bots import UnknownBotError
from paddock.engine import PERSON, RaceRecord
from paddock.games import load_game
from paddock.terminal import Seat, SeatingError, read_seats
from paddock.terminal.seating import seats_of_record

GAME = load_game("nestorgames_gp")  # 2 to 8 seats
YOU, QUICK, RANDOM = Seat(), Seat(bot="quick"), Seat(bot="random")
ANA, BEN = Seat("Ana"), Seat("Ben")


@pytest.mark.parametrize(
    ("seats", "bots", "expected"),
    [
        ("", "", [YOU, QUICK, QUICK]),
        ("", "random", [YOU, RANDOM, RANDOM]),
        ("", "quick,random", [YOU, QUICK, RANDOM]),
        ("", "1", [YOU, QUICK]),
        ("4", "", [YOU, QUICK, QUICK, QUICK]),
        ("3", "random", [YOU, RANDOM, RANDOM]),
        ("3", "none", [YOU, YOU, YOU]),
        ("3", "1", [YOU, QUICK, QUICK]),
        ("4", "quick,random", [YOU, YOU, QUICK, RANDOM]),
        ("Ana", "", [ANA, QUICK]),
        ("Ana,Ben", "", [ANA, BEN]),
        ("Ana, Ben", "2", [ANA, BEN, QUICK, QUICK]),
        ("Ana,Ben", "quick,random", [ANA, BEN, QUICK, RANDOM]),
        ("Ana,random,Ben", "none", [ANA, RANDOM, BEN]),
    ],
)
def test_seats_are_filled_as_asked(seats: str, bots: str, expected: list[Seat]):
    assert read_seats(GAME, seats, bots) == expected


@pytest.mark.parametrize(
    ("seats", "bots"),
    [
        ("1", ""),
        ("9", ""),
        ("-3", ""),
        ("9" * 400, ""),
        ("Ana", "none"),
        ("", "9"),
        ("2", "5"),
        ("Ana,", ""),
        ("A\tB", ""),
    ],
)
def test_seats_that_cannot_be_filled_are_refused(seats: str, bots: str):
    with pytest.raises(SeatingError):
        read_seats(GAME, seats, bots)


def test_an_unknown_bot_is_refused():
    with pytest.raises(UnknownBotError):
        read_seats(GAME, "", "quick,expert")


def test_a_record_remembers_its_bots_and_names_decide_nothing():
    names = ["Ana", "quick bot", "quick bot", "Ben"]
    record = RaceRecord(names=names, drivers=[PERSON, PERSON, "random", "clever"])
    seats = seats_of_record(record, auto=False)
    assert [(seat.name, seat.bot) for seat in seats] == list(zip(names, ["", "", "random", ""], strict=True))
    assert [seat.bot for seat in seats_of_record(record, auto=True)] == ["quick", "quick", "random", "quick"]


def test_an_older_record_says_no_drivers_so_names_tell_its_bots():
    record = RaceRecord(names=["Ana", "quick bot", "yellow", "clever bot"])
    assert [seat.bot for seat in seats_of_record(record, auto=False)] == ["", "quick", "", ""]
    assert [seat.bot for seat in seats_of_record(record, auto=True)] == ["quick"] * 4
