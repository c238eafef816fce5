"""A race at the screen: what is asked, told, taken back and kept."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paddock.engine import CHANCE, Game, Match, RaceRecord, SeededDice, read_record, verify_record, write_record
from paddock.games import load_game
from paddock.terminal import RaceWish, SavingError, SeatingError, Session, choose_game, resume, start

GAME = load_game("nestorgames_gp")
ONE_LAP = {"laps": 1}
Typing = Callable[..., Any]  # lines -> a screen on which they are typed


def plan(**wishes: Any) -> RaceWish:
    return replace(RaceWish(GAME, options=ONE_LAP, dice="seeded", seed=4), **wishes)


def after(typing: Typing, *lines: str, **wishes: Any) -> tuple[Session, str]:
    """The session and the screen after these lines, at the end of input."""
    screen = typing(*lines)
    session = start(plan(**wishes), screen)
    assert session.run() == 0
    return session, screen.text


def test_a_race_typed_by_numbers_comes_to_its_end(typing: Typing):
    session, text = after(typing, *["1"] * 200)
    assert session.match.is_over
    places, points = session.match.standings()
    winner = ("Red", "Yellow (quick bot)", "Black (quick bot)")[places.index(1)]
    assert f"\n1. {winner}, {max(points)} points\n" in text
    assert re.search(r"\n2\. .*, \d+ steps? to go, 2 points\n", text)


def test_the_opening_names_game_seats_options_and_dice(typing: Typing):
    _, text = after(typing)
    assert text.startswith("nestorgames GP. Roll one more die")
    assert "Red: you. Yellow: quick bot. Black: quick bot." in text
    assert "Options: laps 1." in text
    assert "Dice of seed 4" in text


def test_a_decision_is_a_question_with_its_clause_and_its_moves(typing: Typing):
    _, text = after(typing)
    assert re.search(r"roll again\? .*\(GP-06\)\n  1 stop   2 roll   \(cannot be taken back\)\n> ", text)


def test_what_happens_is_told_in_sentences_with_clauses(typing: Typing):
    _, text = after(typing, "stop")
    assert re.search(r"  Red: stop\. \(GP-06\) Red qualifies with \d+\. \(GP-08\)\n", text)
    assert re.search(r"  Yellow: roll\. .*Yellow rolls \d", text)  # a bot goes by its colour


def test_words_and_their_beginnings_are_moves_like_numbers(typing: Typing):
    records = {
        write_record(RaceRecord.of(s.match), s.match) for s, _ in (after(typing, *[w] * 9) for w in ("1", "stop", "St"))
    }
    assert len(records) == 1


@pytest.mark.parametrize("garbage", ["fly", "7", "stop it", "-1", "1.", "\x00\x1b[2J", "☃" * 100, "undo everything"])
def test_what_is_no_move_is_refused_with_the_moves_and_changes_nothing(typing: Typing, garbage: str):
    session, text = after(typing, garbage)
    untouched, _ = after(typing)
    assert session.match.state == untouched.match.state
    assert session.match.script == untouched.match.script
    assert "\x1b" not in text.split("> ")[-1]
    assert "is not possible now (GP-06): 1 stop, 2 roll." in text or "It is undo, or undo agreed." in text


def test_an_empty_line_shows_the_moves_again(typing: Typing):
    _, text = after(typing, "")
    assert text.count("1 stop   2 roll") == 2


def test_a_choice_that_could_be_several_is_asked_again(typing: Typing):
    wishes = {"options": {"items": "board", "laps": 1}, "seats": "2", "bots": "none"}
    _, text = after(typing, *["stop"] * 8, "put", **wishes)
    assert "“put” could be: put " in text


# Taking back


def test_undo_over_a_die_is_refused_and_says_how_to_agree(typing: Typing):
    session, text = after(typing, "stop", "undo")
    assert "This cannot be taken back: a die was rolled" in text
    assert "type undo agreed" in text
    assert not any(not isinstance(entry, tuple) for entry in session.match.script)


def test_undo_agreed_goes_back_to_the_last_choice_and_the_record_tells_it(typing: Typing):
    before, _ = after(typing)
    session, text = after(typing, "stop", "undo agreed")
    assert "Taken back: “stop”." in text
    assert session.match.state == before.match.state
    record = write_record(RaceRecord.of(session.match), session.match)
    assert re.search(r"^undo \d+ all$", record, re.MULTILINE)


def test_undo_without_a_choice_to_take_back_says_so(typing: Typing):
    _, text = after(typing, "undo")
    assert "There is nothing to take back." in text


def test_a_choice_that_hides_nothing_is_taken_back_until_the_next_person_moves(typing: Typing, secrets: Game):
    screen = typing("", "boast", "", "undo", "", "stay quiet")
    session = start(RaceWish(secrets, "Ana,Ben", dice="seeded", seed=1), screen)
    session.run()
    assert "(cannot be taken back)" not in screen.text.partition("boast")[0]
    assert "Taken back: “boast”." in screen.text
    assert session.match.state.said[0] == 0
    assert [entry.by for entry in session.match.script if not isinstance(entry, tuple)] == [0]


def test_a_choice_that_a_bot_answers_at_once_is_marked(typing: Typing, secrets: Game):
    screen = typing()
    start(RaceWish(secrets, "2", dice="seeded", seed=1), screen).run()
    assert "1 stay quiet   2 boast   (cannot be taken back)" in screen.text


# Secrets


def test_people_with_secrets_look_away_in_turn(typing: Typing, secrets: Game):
    screen = typing("", "1", "", "2", "")
    session = start(RaceWish(secrets, "Ana,Ben", dice="manual"), typing("card 3", "card 2"))
    session.screen = screen
    session.match.apply(3)
    session.match.apply(2)
    session.run()
    ana, ben = screen.text.split("It is the turn of ")[1:]
    assert ana.startswith("Ana (A); the others look away.")
    assert "Ana gets card 3." in ana
    assert "Ben gets a card." in ana
    assert "Cards: 3 ?" in ana
    assert "card 2" not in ana
    assert "Ana gets a card." in ben
    assert "Ben gets card 2." in ben
    before_the_end = ben.partition("Ben has spoken")[0]
    assert "Cards: ? 2" in before_the_end
    assert "card 3" not in before_the_end


def test_nobody_looks_away_where_nothing_is_hidden(typing: Typing):
    _, text = after(typing, *["stop"] * 6, seats="Ana,Ben")
    assert "look away" not in text
    assert "Ana (red): " in text


def test_one_person_among_bots_never_has_to_look_away(typing: Typing, secrets: Game):
    screen = typing("1")
    start(RaceWish(secrets, "3", dice="seeded", seed=1), screen).run()
    assert "look away" not in screen.text
    assert re.search(r"A gets card [123]\.", screen.text)
    assert "B gets a card." in screen.text


# Commands


def test_why_explains_the_last_events_and_the_decision(typing: Typing):
    _, text = after(typing, "why")
    assert "GP-06 Qualifying turn. In counterclockwise order" in text


def test_why_shows_a_clause_with_its_rulings(typing: Typing):
    _, text = after(typing, "why gp-43", "why gp-999", "why bump")
    assert "GP-43 Moving onto an occupied corner." in text
    assert "R12 Does the arriving car crash too?" in text
    assert "There is no clause 'gp-999'; near it are" in text
    assert "GP-40 (Bump)" in text


def test_rules_finds_a_word(typing: Typing):
    _, text = after(typing, "rules bump", "rules xylophone", "rules")
    assert "GP-40 Bump. A car that ends" in text
    assert "Also: " in text
    assert "No clause contains 'xylophone'." in text
    assert "A word to look for comes after rules." in text


def test_history_moves_position_and_help_can_be_asked(typing: Typing):
    _, text = after(typing, *["stop"] * 6, "history", "history all", "moves", "position", "help", "?", "history 7")
    assert "earlier lines: history all)" in text
    assert text.count("is drawn to qualify first") == 2  # when it happened, and in the whole history
    assert text.count("leave; the race is saved if it has a file") == 2
    assert "It is history, or history all." in text


# Dice


def test_fair_dice_show_their_commitment_first_and_their_secret_last(typing: Typing):
    _, text = after(typing, *["1"] * 200, dice="fair")
    commitment = re.search(r"commitment is ([0-9a-f]{64})", text)
    secret = re.search(r"secret of the dice was ([0-9a-f]{64})", text)
    assert commitment
    assert secret
    assert hashlib.sha256(bytes.fromhex(secret[1])).hexdigest() == commitment[1]
    assert secret[1] not in text[: secret.start()]
    assert "paddock verify FILE" in text


def test_people_mix_words_of_their_own_into_fair_dice(typing: Typing):
    session, text = after(typing, "a blue moon", "stop", dice="fair", mix=True)
    assert text.index("commitment is") < text.index("any words to mix") < text.index("is drawn to qualify first")
    assert RaceRecord.of(session.match).entropy == [(0, "a blue moon")]
    with pytest.raises(SeatingError, match="fair dice only"):
        start(plan(mix=True), typing())


def test_mixed_words_are_saved_even_if_nobody_moves(typing: Typing, tmp_path: Path):
    start(plan(dice="fair", mix=True, save=tmp_path / "a.race"), typing("a blue moon"))
    assert read_record((tmp_path / "a.race").read_text()).entropy == [(0, "a blue moon")]


def test_a_race_refereed_from_typed_rolls_is_the_race_that_dice_with_these_rolls_give(typing: Typing):
    # The same race twice: once rolled by dice, once with the rolls and choices typed as they fell there.
    rolled = Match(GAME, ["Ana", "Ben"], ONE_LAP, SeededDice(11))
    rolled.settle()
    while not rolled.is_over:
        rolled.play(rolled.choices()[len(rolled.plies) % 2].move)
    typed = [ply.words for ply in rolled.plies if ply.outcomes > 1]
    session, _ = after(typing, *typed, seats="Ana,Ben", bots="none", dice="manual")
    assert session.match.is_over
    assert session.match.script == rolled.script
    assert session.match.state == rolled.state


def test_a_roll_that_is_not_possible_is_refused_and_a_wrong_one_corrected(typing: Typing):
    session, text = after(typing, "red", "0", "7", "six", "3", "undo", "4", seats="Ana,Ben", dice="manual")
    assert "“7” is not possible now (GP-06): 1 to 6." in text
    assert "Taken back: “3”." in text
    assert [ply.move for ply in session.match.plies if ply.actor == CHANCE] == [0, 4]
    assert "cannot be taken back" not in text


# Keeping


def test_a_race_is_kept_after_each_choice_and_goes_on_where_it_was(typing: Typing, tmp_path: Path):
    file = tmp_path / "race.txt"
    first, text = after(typing, *["stop"] * 4, dice="fair", seed=None, save=file)
    assert f"go on with: paddock terminal --resume {file}" in text
    secret = tmp_path / "race.txt.secret"
    assert secret.stat().st_mode & 0o077 == 0
    again = resume(file, typing("position"), None, None, auto=False)
    assert again.match.state == first.match.state
    assert again.people == [0]
    again.run()
    end = resume(file, typing(*["stop", "1"] * 400), None, None, auto=False)
    end.run()
    assert end.match.is_over
    assert not secret.exists()
    record = read_record(file.read_text())
    assert verify_record(GAME, record).drawn == sum(ply.actor == CHANCE for ply in end.match.plies)


def test_a_person_called_like_a_bot_stays_a_person(typing: Typing, tmp_path: Path):
    file = tmp_path / "race.txt"
    wish = RaceWish(GAME, "Ana,quick bot,quick", "none", dice="seeded", seed=1, save=file)
    start(wish, typing("stop")).run()
    again = resume(file, typing("position"), None, None, auto=False)
    assert again.match.names == ["Ana", "quick bot", "quick bot"]
    assert again.people == [0, 1]


def test_a_race_that_goes_on_does_not_tell_all_again(typing: Typing, tmp_path: Path):
    file = tmp_path / "race.txt"
    after(typing, *["stop"] * 4, save=file)
    screen = typing()
    resume(file, screen, None, None, auto=False).run()
    assert "plies are behind you" in screen.text
    assert "is drawn to qualify first" not in screen.text


def test_bots_can_take_over_a_saved_race(typing: Typing, tmp_path: Path):
    file = tmp_path / "race.txt"
    after(typing, *["stop"] * 4, save=file)
    session = resume(file, typing(), None, 1, auto=True)
    session.run()
    assert session.match.is_over


def test_fair_dice_without_their_secret_cannot_go_on(typing: Typing, tmp_path: Path):
    file = tmp_path / "race.txt"
    after(typing, "stop", dice="fair", save=file)
    (tmp_path / "race.txt.secret").write_text("00" * 32)
    with pytest.raises(SavingError, match="does not belong to its commitment"):
        resume(file, typing(), None, None, auto=False)
    (tmp_path / "race.txt.secret").unlink()
    with pytest.raises(SavingError, match="the secret of its fair dice is not in"):
        resume(file, typing(), None, None, auto=False)


def test_a_file_that_is_there_is_never_written_over(typing: Typing, tmp_path: Path):
    file = tmp_path / "race.txt"
    file.write_text("dear diary")
    with pytest.raises(SavingError, match="is there already"):
        start(plan(save=file), typing())
    _, text = after(typing, f"save {file}", f"save {tmp_path}/no/such/folder", "save")
    assert text.count("is there already") == 1
    assert "cannot be written" in text
    assert "The name of a file comes after save." in text
    assert file.read_text() == "dear diary"


def test_a_race_can_be_saved_in_the_middle_and_after_the_end(typing: Typing, tmp_path: Path):
    after(typing, "stop", f"save {tmp_path}/middle.txt", "stop", "quit")
    after(typing, *["stop"] * 60, f"save {tmp_path}/end.txt")
    assert not read_record((tmp_path / "middle.txt").read_text()).over
    assert read_record((tmp_path / "end.txt").read_text()).over


def test_a_race_can_be_taken_back_from_its_end(typing: Typing):
    session, text = after(typing, *["stop"] * 200, "dance", "undo agreed", "quit")
    assert "The race is over; “dance” is no command." in text
    assert "The race ends here and is not saved." in text
    assert not session.match.is_over


def test_watching_asks_nothing(typing: Typing):
    session, text = after(typing, auto=True)
    assert session.match.is_over
    assert "> " not in text


def test_the_game_is_asked_for_until_it_is_known(typing: Typing):
    assert choose_game([GAME], typing("0", "chess", "1")) is GAME
    assert choose_game([GAME], typing("nestor")) is GAME
    assert choose_game([GAME], typing("")) is GAME
    assert choose_game([GAME], typing()) is None
