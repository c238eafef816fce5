"""Clock `rounds` (PN-95..99), and what a seat may know (PN-97, PN-107)."""

import random
from typing import Any

import pytest

from paddock.engine import SPECTATOR, WORDS, FairDice, Match, SeededDice, seed_random
from paddock.testing import clause

from .. import GAME
from ..rules.secrets import keep_round
from ..state import BOT, FACE
from .position import Race, mask, named

pytestmark = pytest.mark.usefixtures("both_backends")


def world(race: Race, seat: int, seed: int) -> Any:
    state = race.state.copy()
    GAME.contract["conceal"](race.table, state, seat)
    words = [0] * WORDS
    seed_random(words, seed, 0)
    GAME.contract["resample"](race.table, state, seat, words)
    return state


@clause("PN-95")
def test_all_commit_then_all_dice_fall_then_all_act():
    race = Race("cccwww", "cccvvv")
    race.roll("1 2", 3, 1)
    assert (race.actor, race.state.now) == ("B", 0)  # A has committed the roll of round 1
    race.roll("1 2", 1, 1)
    assert (race.actor, race.state.now) == ("A", 1)
    race.act("place 1")
    assert race.actor == "A"  # until the next roll is committed
    race.roll("2 3", 6, 6)
    assert (race.actor, race.state.now) == ("B", 1)


@clause("PN-95")
def test_a_racer_that_is_out_ends_its_round():
    race = Race("cccwww", "cccvvv")
    race.has("A", redlines=2, fresh={1: 4})
    race.act("place 1")
    assert (race.status("A"), race.actor) == ("exploded", "B")


@clause("PN-96")
def test_one_roll_a_round_whatever_the_hand():
    race = Race("cccvvv", "cccnnn")
    for number in range(1, 4):
        race.roll("1 2 4", 1, 1, 1)
        race.roll("1 2", 1, 1)
        assert race.state.now == number
        assert race.state.rolls[:2] == [number, number]


@clause("PN-97")
def test_racers_are_asked_in_seat_order():
    race = Race("cccwww", "cccvvv", "cccxxx")
    order = ""
    for _ in range(6):
        order += race.actor
        race.roll("1 2", 1, 1)
    assert order == "ABCABC"


@clause("PN-97")
def test_rivals_see_what_was_public_when_the_round_began():
    race = Race("cccwww", "cccvvv")
    race.roll("1 2", 3, 1)
    race.roll("1 2", 3, 1)
    race.act("place 1")
    assert race.seen_by("A").next[0] == 2
    for seat in "BS":
        seen = race.seen_by(seat)
        assert (seen.next[0], seen.placed[0], seen.fresh[0]) == (1, 0, mask("1 2"))
        assert seen.face[0][:2] == [3, 1]  # faces of this round's roll are public
    assert race.places() == [1, 1]  # nor do the standings tell
    assert not race.runner.sees_move(1)
    assert race.runner.sees_move(0)
    race.roll("2 3", 1, 1)
    race.roll("1 2", 1, 1)
    assert race.seen_by("B").next[0] == 2  # the next round has begun


@clause("PN-97")
def test_worlds_are_rivals_acting_at_random_and_look_the_same():
    race = Race("cccnnn", "cccvvv")
    race.roll("1 4", 3, 6)
    race.roll("1 2", 1, 1)
    race.act("place 1", "save 4")
    race.roll("2", 1)
    assert race.actor == "B"
    worlds = [world(race, 1, seed) for seed in range(300)]
    assert {state.next[0] for state in worlds} == {1, 2, 3}  # nothing placed, the 3, or the 3 and the 6
    for state in worlds:
        assert GAME.faults(race.table, state) == []
        assert state.due[0] == 2 or state.status[0] != 0
        GAME.contract["conceal"](race.table, state, 1)
        assert state == race.seen_by("B")


@clause("PN-97")
def test_a_rivals_placement_is_told_at_the_end_of_the_round():
    match = Match(GAME, 2, {"clock": "rounds", "modifications": "none", "track": "ladder"}, SeededDice(1))
    match.settle()
    for move in (mask("1 2"), mask("1 2")):
        match.apply(move)
        match.apply(0)
        match.apply(0)
    before = match.history(1)
    match.apply(64)  # red places a 1 on space 1
    assert "Red places die 1 (Common 1) on space 1." in [line.text for line in match.history(0)]
    assert match.history(1) == before
    for _ in range(2):
        match.apply(mask("2 3") if match.actor == 0 else mask("1 2"))
        match.apply(0)
        match.apply(0)
    assert "Red has filled 1 of 6 spaces; redlines: 0." in [line.text for line in match.history(1)]


def known_to(match: Match, seat: int) -> tuple[Any, ...]:
    """Everything that a seat or a spectator may know of a match, its words included."""
    lines = [(line.actor, line.clause, line.text) for line in match.history(seat)]
    position = match.view(seat), match.position(seat), match.seen_by(seat)
    numbers = match.known_ply(seat), match.known_entry(seat)
    return lines, position, numbers, match.can_undo(seat), GAME.decision(match.table, match.seen_by(seat))


HIDDEN_TURNS = {
    "rolls other dice": ["roll 1 4"],
    "places": ["place 1", "roll 2 4"],
    "saves and rolls one": ["save 4", "roll 1"],
    "saves, places and rolls": ["save 4", "place 1", "roll 2"],
    "saves and releases": ["save 4", "release 4", "roll 1 2"],
    "blows the engine": ["place 3"],
    "finishes": ["place 1", "place 2", "place 4", "place 5", "place 6"],
}


def after_turn(words: list[str], redlines: int) -> Match:
    """The first of three racers, in a position from which everything is possible, takes a turn."""
    race = Race("cccnnn", "cccvvv", "cccwww", track="112233", place_per_roll="chain")
    for _ in "ABC":
        race.roll("1 2", 1, 1)
    race.has("A", redlines=redlines, placed="" if redlines else "3", fresh={1: 1, 2: 2, 4: 2, 5: 3, 6: 3})
    if redlines:
        race.has("A", redlines=redlines, fresh={3: 6})
    keep_round(race.table, race.state)
    match = race.match()
    for word in words:
        match.play(next(choice.move for choice in match.choices() if named(choice.move) == word))
    return match


@clause("PN-97")
@pytest.mark.parametrize("words", HIDDEN_TURNS.values(), ids=HIDDEN_TURNS)
def test_what_others_know_before_the_reveal_is_the_same_whatever_was_done(words: list[str]):
    redlines = 2 if words == ["place 3"] else 0
    before, one, other = (after_turn(turn, redlines) for turn in ([], ["roll 1 2"], words))
    assert one.actor == other.actor == 1
    assert before.actor == 0
    for seat in (1, 2, SPECTATOR):
        for number in range(1, len(words)):
            assert known_to(after_turn(words[:number], redlines), seat) == known_to(before, seat)
        assert known_to(one, seat) == known_to(other, seat)
    assert known_to(one, 0) != known_to(other, 0)


@clause("PN-95")
def test_nobodys_dice_depend_on_what_others_do():
    faces: list[list[int]] = []
    for dice in (FairDice(bytes(32)), FairDice(bytes(32))):
        match = Match(GAME, 2, {"clock": "rounds", "modifications": "none", "track": "ladder"}, dice)
        match.settle()
        shown: list[int] = []
        for _ in range(3):
            red = match.choices()
            match.play(red[0].move if not faces else red[-1].move)  # places when it can; always rolls
            while match.actor == 0:
                match.play(match.choices()[-1].move)
            match.play(match.choices()[-1].move)
            shown += match.state.face[1]
        faces.append(shown)
    assert faces[0] == faces[1]
    assert any(faces[0])


@clause("PN-98")
def test_the_time_of_a_finish_is_its_round_and_all_finish_their_round():
    race = Race("cccwww", "cccvvv", race_end="first_finish")
    for seat in "AB":
        race.has(seat, placed="2 3 4 5 6")
    race.roll("1", 5)
    race.roll("1", 5)
    race.act("place 1")
    assert race.actor == "B"  # although A has finished
    race.act("place 1")
    assert race.state.ended[:2] == [1, 1]
    assert race.actor == "chance"  # a photo finish


@clause("PN-99")
def test_the_race_ends_after_round_sixty():
    race = Race("cccwww", "cccvvv")
    race.at(now=59, due=[59, 59, 0, 0])
    race.roll("1 2", 3, 1)
    race.roll("1 2", 1, 1)
    assert race.state.now == 60
    race.act("place 1")
    assert race.filled("A") == 1  # round 60 is played
    race.roll("2 3", 1, 1)
    race.roll("1 2", 1, 1)
    assert race.state.race == 2


@clause("PN-110")
def test_a_bot_that_takes_over_loses_no_round():
    race = Race("cccwww", "cccvvv")
    race.roll("1 2", 3, 1)
    race.roll("1 2", 3, 1)
    assert (race.actor, race.due("A")) == ("A", 1)
    race.apply(BOT)
    assert (race.actor, race.due("A"), race.state.waking) == ("A", 1, 0)


@clause("PN-107")
def test_faces_in_the_air_are_blank_to_everybody():
    race = Race("cccwww", "cccvvv", clock="simulated")
    race.roll("1 2", 3, 6)
    assert race.state.settle[0] > race.state.now
    for seat in "ABS":
        assert race.seen_by(seat).face[0] == [0] * 6
        assert race.seen_by(seat).fresh[0] == mask("1 2")
    race.apply(mask("1 2"))
    race.apply(0)
    assert race.state.phase == FACE
    assert not any(race.runner.sees_move(seat) for seat in (-1, 0, 1))


@clause("PN-107")
def test_a_started_placement_is_public_at_once():
    race = Race("cccwww", "cccvvv", clock="simulated")
    race.has("A", fresh={1: 3})
    race.apply(64)
    seen = race.seen_by("B")
    assert (seen.step[0], seen.hand_die[0]) == (1, 0)
    race.shortest()
    assert race.seen_by("B").hand_die[0] in (0, -1)


@clause("PN-107")
def test_dice_in_the_air_may_be_anything():
    race = Race("cccwww", "cccvvv", clock="simulated")
    race.roll("1 2", 3, 6)
    faces = {tuple(world(race, 1, seed).face[0][:2]) for seed in range(400)}
    assert len(faces) == 36


def test_views_do_not_tell_worlds_apart_along_whole_races():
    choose = random.Random(7)
    match = Match(GAME, 3, {"clock": "rounds", "wins_to_win": 1}, SeededDice(7))
    match.settle()
    looked = 0
    while not match.is_over:
        if looked % 4 == 0:
            for seat in range(3):
                state: Any = match.seen_by(seat)
                words = [0] * WORDS
                seed_random(words, looked, seat)
                GAME.contract["resample"](match.table, state, seat, words)
                assert GAME.faults(match.table, state) == []
                GAME.contract["conceal"](match.table, state, seat)
                assert GAME.view(match.table, state) == match.view(seat)
        looked += 1
        match.play(choose.choice(match.choices()).move)
    assert looked > 40
