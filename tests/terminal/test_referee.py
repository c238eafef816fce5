"""A referee of a real table types what was rolled and drawn: by the numbers on the components, several at once."""

import io
import random
import re
import tomllib
from collections.abc import Callable
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from paddock.cli import cli
from paddock.engine import CHANCE, Game, Match, Ply, SeededDice, read_record
from paddock.games import all_games, load_game
from paddock.terminal import RaceWish, Screen, Session, resume, start

Typing = Callable[..., Any]  # lines -> a screen on which they are typed


def after(typing: Typing, game: Game, *lines: str, seats: str = "Ana,Ben") -> tuple[Session, str]:
    """The session and the screen after these lines, at the end of input."""
    screen = typing(*lines)
    session = start(RaceWish(game, seats, "none", dice="manual"), screen)
    assert session.run() == 0
    return session, screen.text


def drawn(match: Match) -> list[str]:
    """The chance outcomes, in words."""
    return [ply.words for ply in match.plies if ply.actor == CHANCE]


# A deal by hand: Ana takes red 5 and Ben blue 9, the cars 11 to 48 are dealt, then five cards each.
DEAL = ("5", "9", "11 22 39 44 47 48", "", "12 13 14 15 16", "", "9, 11 10 8 7")
HANDS = [
    *("12, Shift Gears", "13, Slingshot (4)", "14, Draft Run (3)", "15, Low Line (4)", "16, High Line (4)"),
    *("9, Low Line (4)", "11, Open Track (5)", "10, High Line (4)", "8, Pedal Down", "7, Draft Run (4)"),
]


def test_a_deal_typed_through_a_pipe_by_printed_numbers_is_the_deal_of_the_record(tmp_path: Path):
    file = tmp_path / "race.txt"
    words = [
        "terminal",
        "victory_lane",
        "--seats",
        "Ana,Ben",
        "--bots",
        "none",
        "--dice",
        "manual",
        "--save",
        str(file),
    ]
    result = CliRunner().invoke(cli, words, input="".join(line + "\n" for line in DEAL), catch_exceptions=False)
    assert result.exit_code == 0
    match = Match.replay(load_game("victory_lane"), read_record(file.read_text(encoding="utf-8")))
    cars = ["white 11", "yellow 22", "green 39", "orange 44", "black 47", "purple 48"]
    assert drawn(match) == [*cars, *HANDS]


def test_a_number_that_no_card_has_or_that_is_dealt_already_is_never_another_card(typing: Typing):
    session, text = after(typing, load_game("victory_lane"), *DEAL[:5], "", "27", "12", "55", "9 12", "9 27")
    assert drawn(session.match)[6:] == HANDS[:5]
    assert text.count("is not possible now (VL-06): 1 to 26, 28 to 40, 42 to 54.") == 2
    assert "“12” is drawn already (VL-06)." in text
    assert "Nothing is taken: “12” is not possible, or not any more (VL-06)." in text
    assert "Nothing is taken: “27” is not possible, or not any more (VL-06)." in text


def test_too_many_at_once_are_not_taken_at_all(typing: Typing):
    session, text = after(typing, load_game("victory_lane"), *DEAL[:3], "", "1 2 3 4 5 6", "1 2 3 4")
    assert "Nothing is taken: there are 5 to enter here, not 6." in text
    assert len(drawn(session.match)) == 6 + 4


@pytest.mark.parametrize("five", ["12-16", "12 to 16", "12 - 14, 15 16", "12–13 14 to 16"])
def test_numbers_in_a_row_are_typed_as_a_range(typing: Typing, five: str):
    session, _ = after(typing, load_game("victory_lane"), *DEAL[:4], five)
    assert drawn(session.match)[6:] == HANDS[:5]


def test_a_range_that_is_too_long_is_not_taken(typing: Typing):
    session, text = after(typing, load_game("victory_lane"), *DEAL[:4], "12-17", "1-999999", "16-12")
    assert "Nothing is taken: there are 5 to enter here, not 6." in text
    assert "“1-999999” is not possible now" in text
    assert drawn(session.match)[6:] == HANDS[4::-1]  # downwards


def test_a_card_is_chosen_by_its_printed_number_and_zero_keeps_the_hand(typing: Typing):
    session, text = after(typing, load_game("victory_lane"), *DEAL, "", "12", "1", "", "0")
    assert "  0 keep the hand   12, Shift Gears   13, Slingshot (4)   " in text
    chosen = [ply.words for ply in session.match.plies if ply.actor >= 0]
    assert chosen == ["red 5", "blue 9", "12, Shift Gears", "keep the hand"]
    assert drawn(session.match)[-1] == "1, Pedal Down"


# What is shown to whom


@pytest.mark.parametrize(
    ("game", "lines", "ana", "ben"),
    [
        ("victory_lane", DEAL, "14, Draft Run (3)", "11, Open Track (5)"),
        (
            "nitro_dice",
            ("red", "", "23 8 8 16 2 3 3 9 1", "", "22 1 1 1 1 1 1 1 1"),
            "inside 2, outside 1",
            "yellow (hazards inside 1, outside 3)",
        ),
        ("dicey_curves", ("red", "", "1", "", "10", "", "9", "", "8"), "Instant Damage", "Critter Crossing"),
    ],
)
def test_what_was_typed_is_said_back_to_the_one_who_may_know_it(
    typing: Typing, game: str, lines: tuple[str, ...], ana: str, ben: str
):
    _, text = after(typing, load_game(game), *lines)
    parts = re.split(r"-{20}\n(Ana|Ben) \([^)]+\) draws in secret; the others look away\.\n", text)
    told = {
        name: "".join(part for who, part in zip(parts[1::2], parts[2::2], strict=True) if who == name)
        for name in ("Ana", "Ben")
    }
    said = {
        name: [line for line in part.splitlines() if "draws " in line or "Entered: " in line]
        for name, part in told.items()
    }
    assert any(ana in line for line in said["Ana"])
    assert any(ben in line for line in said["Ben"])
    assert not any(ana in line for line in said["Ben"])
    assert not any(ben in line for line in said["Ana"])


@pytest.mark.parametrize(
    ("game", "lines", "entry", "times"),
    [
        ("victory_lane", DEAL, "54, Dialed In (2)", 2),  # once for each of the two who draw
        (
            "nitro_dice",
            ("red", "", "1", "8", "8", "16 2", "3 3", "9", "1"),
            "23 yellow (hazards inside 2, outside 1)",
            1,
        ),
    ],
)
def test_the_menu_of_like_draws_is_shown_once(
    typing: Typing, game: str, lines: tuple[str, ...], entry: str, times: int
):
    _, text = after(typing, load_game(game), *lines)
    assert text.partition("It is the turn of")[0].count(entry) == times


def test_a_menu_does_not_tell_what_others_hold(typing: Typing):
    """Ana holds the only card of its face; Ben's menu is the same as hers."""
    _, text = after(typing, load_game("nitro_dice"), "red", "", "23 8 8 16 2 3 3 9 1", "")
    assert text.count("23 yellow (hazards inside 2, outside 1)") == 2
    _, text = after(typing, load_game("victory_lane"), *DEAL[:6])
    assert text.count("12, Shift Gears  ") == 2


def test_a_menu_of_a_race_that_goes_on_does_not_tell_it_either(typing: Typing, tmp_path: Path):
    session, _ = after(typing, load_game("nitro_dice"), "red", "", "23 8 8 16 2 3 3 9 1", f"save {tmp_path}/race.txt")
    assert len(session.match.plies) == 10
    screen = typing("")
    resume(tmp_path / "race.txt", screen, None, None, auto=False).run()
    assert "Ben (blue) draws in secret" in screen.text
    assert "23 yellow (hazards inside 2, outside 1)" in screen.text


def test_taking_back_a_secret_draw_does_not_tell_it(typing: Typing, secrets: Game):
    session, text = after(typing, secrets, "3", "undo", "", "1", "2")
    assert "Taken back: “what was drawn”." in text
    assert session.match.state.card[:2] == [1, 2]


def test_what_is_typed_before_a_decision_is_read_is_refused_aloud(typing: Typing, secrets: Game):
    session, text = after(typing, secrets, "3", "2", "1")
    assert "“1” is not taken: this is what there is to decide." in text
    assert not any(session.match.state.said)


def test_draws_that_all_may_see_need_nobody_to_look_away(typing: Typing):
    session, text = after(typing, load_game("nestorgames_gp"), "red", "4 2", "4")
    assert "look away" not in text
    assert "Nothing is taken: there is 1 to enter here, not 2." in text
    assert drawn(session.match) == ["red", "4"]


# Whole races


class Referee(Screen):
    """Types a recorded race: choices by their number, draws of one kind together by the numbers on the components."""

    def __init__(self, race: Match):
        super().__init__(io.StringIO(), io.StringIO())
        self.race = race
        self.session: Session | None = None
        self.asked: set[int] = set()

    def ask(self, prompt: str = "> ") -> str:
        """The next line; what was typed is never refused."""
        assert self.session
        done = len(self.session.match.plies)
        if prompt.startswith("Press Enter") or done >= len(self.race.plies):
            return ""
        assert done not in self.asked
        self.asked.add(done)
        ply = self.race.plies[done]
        if ply.actor != CHANCE:
            return next(str(number) for number, move in self.session.menu().moves().items() if move == ply.move)
        alike = takewhile(lambda one: is_like(ply, one), self.race.plies[done:])
        return " ".join(box_number(self.race.game, one) for one in alike)


def is_like(first: Ply, ply: Ply) -> bool:
    """Whether two draws are of one kind and seen by the same people."""
    return (ply.actor, ply.clause, ply.seen_by) == (CHANCE, first.clause, first.seen_by)


@cache
def box_list(folder: Path, file: str, table: str) -> list[dict[str, Any]]:
    """A list of components in the order of the box."""
    return tomllib.loads((folder / "components" / file).read_text(encoding="utf-8"))[table]


def lie(hazards: list[str]) -> str:
    """Where the hazards of a card lie, in words: in0 is inside 1."""
    sides = {"a": "left", "b": "right", "in": "inside", "out": "outside"}
    places = [f"{sides[hazard[:-1]]} {int(hazard[-1]) + 1}" for hazard in hazards]
    return f"{'hazard' if len(places) == 1 else 'hazards'} {', '.join(places)}" if places else "clean"


def box_number(game: Game, ply: Ply) -> str:
    """The number on a component as its words state it, else its place in the box's list; words if it has neither."""
    if game.id == "victory_lane":  # 12, Shift Gears; L07, 5 laps, ...; red 5; a 4
        return str(int(re.findall(r"\d+", ply.words)[0 if "," in ply.words else -1]))
    if game.id == "nitro_dice":
        faces = [f"{face['type']} ({lie(face['hazards'])})" for face in box_list(game.folder, "cards.toml", "face")]
        return str(faces.index(ply.words) + 1) if ply.words in faces else ply.words
    dangers = [danger["name"] for danger in box_list(game.folder, "danger_cards.toml", "danger_type")]
    _, finish, *roads = (kind["name"] for kind in box_list(game.folder, "track_cards.toml", "card_type"))
    cards = dangers if ply.words in dangers else [*roads, finish]
    return str(cards.index(ply.words) + 1) if ply.words in cards else ply.words


@pytest.mark.parametrize("game", ["victory_lane", "nitro_dice", "dicey_curves"])
def test_a_whole_race_typed_by_the_numbers_of_the_box_is_the_race_that_was_rolled(game: str):
    race = Match(load_game(game), ["Ana", "Ben"], {}, SeededDice(3))
    race.settle()
    choose = random.Random(3)
    while not race.is_over:
        race.play(choose.choice(race.choices()).move)
    screen = Referee(race)
    screen.session = start(RaceWish(race.game, "Ana,Ben", "none", dice="manual"), screen)
    screen.session.run()
    assert screen.session.match.script == race.script
    assert screen.session.match.state == race.state


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.id))
def test_no_two_choices_of_a_race_go_by_one_number(game: Game):
    match = Match(game, max(2, game.seats[0]), {"clock": "rounds"} if game.live else {}, SeededDice(5))
    choose = random.Random(5)
    while not match.is_over:
        numbers = [number for choice in match.choices() if (number := match.component_number(choice.move))]
        assert len(numbers) == len(set(numbers))
        outcome = match.draw() if match.actor == CHANCE else choose.choice(match.choices()).move
        assert outcome is not None
        match.apply(outcome)
