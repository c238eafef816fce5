"""The race record: written, read, verified, and never a traceback for a damaged file."""

import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.engine import (
    FairDice,
    ManualDice,
    Match,
    OptionError,
    RaceRecord,
    RecordError,
    SeededDice,
    read_record,
    verify_record,
    write_record,
)
from paddock.games._template import GAME


def finished_race(dice: FairDice | SeededDice | None = None) -> Match:
    match = Match(GAME, ["Ana", 'Bé # \n"x"'], {}, dice or FairDice(bytes(range(32)), ((0, "shoes"),)))
    match.settle()
    choose = random.Random(1)
    while not match.is_over:
        match.play(choose.choice(match.choices()).move)
    return match


def record_of(match: Match) -> str:
    return write_record(RaceRecord.of(match), match)


TEXT = record_of(finished_race())
LINES = TEXT.splitlines()


def test_a_record_reads_as_people_read():
    assert LINES[:4] == ["paddock race record 1", "game _template", f"rules {GAME.rules_digest}", "option length 12"]
    assert LINES[4:6] == ['seat 0 "Ana"', 'seat 1 "Bé # \\n\\"x\\""']
    assert LINES[6] == "dice fair"
    assert LINES[11].startswith("0 * ")
    assert "# RR-02 chance: boost" in LINES[11]


def test_a_race_survives_writing_and_reading():
    match = finished_race()
    again = Match.replay(GAME, read_record(TEXT))
    assert again.state == match.state
    assert again.names == match.names
    assert [ply.move for ply in again.plies] == [ply.move for ply in match.plies]


def test_saving_and_loading_by_path(tmp_path: Path):
    match = finished_race()
    match.save(tmp_path / "race.txt")
    assert read_record((tmp_path / "race.txt").read_text("utf-8")).script == match.script


def test_every_outcome_of_a_fair_race_is_recomputed():
    verified = verify_record(GAME, read_record(TEXT))
    assert verified.drawn == sum(1 for line in LINES if " * " in line)
    assert verified.notes == ()


def test_an_open_race_does_not_show_its_secret():
    match = Match(GAME, 2, {}, FairDice())
    match.settle()
    text = record_of(match)
    assert "secret" not in text
    found = verify_record(GAME, read_record(text))
    assert not found.is_verified
    assert found.doubts == (
        "the secret of its fair dice is shown when the race is over; until then they cannot be recomputed",
    )


def test_what_was_taken_back_stays_in_the_record():
    match = Match(GAME, 2, {}, SeededDice(3))
    match.settle()
    match.play(1)
    match.undo(0)
    match.play(2)
    match.take_back(2)
    match.play(2)
    text = record_of(match)
    assert "undo 2 0" in text
    assert "undo 2 all" in text
    verified = verify_record(GAME, read_record(text))
    assert verified.match.state == match.state
    assert verified.drawn == 4  # two cards, and two dice at the same ply: the second one is a new take


def test_a_changed_die_is_found_and_its_line_named():
    for number, line in enumerate(LINES):
        if "in gear" in line or " * " not in line:
            continue
        ply, _, rest = line.partition(" * ")
        other = "1" if rest[0] != "1" else "2"
        damaged = "\n".join([*LINES[:number], f"{ply} * {other}", *LINES[number + 1 :]])
        with pytest.raises(
            RecordError, match=f"line {number + 1}: the dice give {rest[0]} here, the record says {other}"
        ):
            verify_record(GAME, read_record(damaged))


def test_an_exchanged_secret_is_found():
    secret = next(line for line in LINES if line.startswith("secret"))
    damaged = TEXT.replace(secret, "secret " + "00" * 32)
    line = LINES.index(secret) + 1
    with pytest.raises(RecordError, match=f"^line {line}: the secret does not belong to the commitment"):
        verify_record(GAME, read_record(damaged))


def test_what_cannot_be_checked_is_said_exactly():
    match = Match(GAME, 2, {}, ManualDice())
    match.apply(1)
    found = verify_record(GAME, read_record(record_of(match).replace(GAME.rules_digest, "0" * 16)))
    assert not found.is_verified
    assert (found.chances, found.drawn) == (1, 0)
    assert found.doubts == ("its dice were rolled by hand and cannot be recomputed",)
    assert found.notes == (f"it was recorded under rules {'0' * 16} and follows these, {GAME.rules_digest}, as well",)
    seeded = verify_record(GAME, read_record(record_of(finished_race(SeededDice(3)))))
    assert seeded.is_verified
    assert seeded.drawn == seeded.chances > 0
    assert seeded.notes == ("the dice follow from seed 3; nothing shows that it was chosen before the race",)


# Forgeries

TRUE, NOT_VERIFIED, NOT_TRUE, UNREADABLE = "true", "not verified", "not true", "unreadable"
DIE = re.compile(r"^(\d+) \* (\d)(?=  # RR-12)", re.MULTILINE)  # rolls, not cards
Forge = Callable[[str], str]


def without(*words: str) -> Forge:
    """Take these lines out of the head."""
    return lambda text: re.sub(rf"^(?:{'|'.join(words)})\b.*\n", "", text, flags=re.MULTILINE)


def doubled(word: str) -> Forge:
    """Write a line twice."""
    return lambda text: re.sub(rf"^({word} .*\n)", r"\1\1", text, count=1, flags=re.MULTILINE)


def exchanged(old: str, new: str) -> Forge:
    """Write one line in place of another."""
    return lambda text: re.sub(rf"^{old}$", new, text, count=1, flags=re.MULTILINE)


def other_die(text: str) -> str:
    """Change the last roll so that the race still goes on to its end."""
    last = list(DIE.finditer(text))[-1]
    return f"{text[: last.start(2)]}{5 - int(last[2]) % 2}{text[last.end(2) :]}"


def cut(end: str) -> Forge:
    """Take the last move away."""

    def forge(text: str) -> str:
        *kept, last, _, _ = text.split("\n")
        return "\n".join([*kept, f"end {last.split()[0]} {end}", ""])

    return forge


def rerolled(by: str, outcome: int) -> Forge:
    """Take the first roll back and roll again; what was played after it is left out."""

    def forge(text: str) -> str:
        roll = DIE.search(text)
        assert roll
        whole = text[: text.index("\n", roll.start())]
        ply = int(roll[1])
        return f"{whole}\nundo {ply - 1} {by}\n{ply - 1} 0 2\n{ply} * {outcome}\nend {ply + 1} open\n"

    return forge


def both(*forgers: Forge) -> Forge:
    """One forgery after the other."""

    def forge(text: str) -> str:
        for one in forgers:
            text = one(text)
        return text

    return forge


OTHER_SECRET = bytes(range(1, 33))
OTHER_COMMITMENT = hashlib.sha256(OTHER_SECRET).hexdigest()
NOT_FAIR = without("commitment", "entropy", "secret")
FORGERIES: list[tuple[str, Forge, str, str]] = [
    ("nothing", lambda text: text, TRUE, ""),
    ("secret gone", without("secret"), NOT_VERIFIED, "the secret of its fair dice is missing"),
    (
        "secret gone, die changed",
        both(without("secret"), other_die),
        NOT_VERIFIED,
        "secret of its fair dice is missing",
    ),
    ("rolled by hand", both(NOT_FAIR, exchanged("dice fair", "dice manual")), NOT_VERIFIED, "rolled by hand"),
    ("by hand, committed", exchanged("dice fair", "dice manual"), UNREADABLE, "other dice have none"),
    (
        "by hand, secret",
        both(without("commitment"), exchanged("dice fair", "dice manual")),
        UNREADABLE,
        "only fair dice",
    ),
    ("seeded", both(NOT_FAIR, exchanged("dice fair", "dice seeded 1")), NOT_TRUE, "the dice give"),
    ("fair, uncommitted", without("commitment"), UNREADABLE, "fair dice have a commitment"),
    ("commitment", exchanged("commitment .*", f"commitment {OTHER_COMMITMENT}"), NOT_TRUE, "were exchanged"),
    ("secret", exchanged("secret .*", f"secret {OTHER_SECRET.hex()}"), NOT_TRUE, "were exchanged"),
    (
        "commitment and secret",
        both(
            exchanged("commitment .*", f"commitment {OTHER_COMMITMENT}"),
            exchanged("secret .*", f"secret {OTHER_SECRET.hex()}"),
        ),
        NOT_TRUE,
        "the dice give",
    ),
    ("words", exchanged("entropy .*", 'entropy 0 "boots"'), NOT_TRUE, "the dice give"),
    ("no words", without("entropy"), NOT_TRUE, "the dice give"),
    ("words twice", doubled("entropy"), NOT_TRUE, "the dice give"),
    ("words of another seat", exchanged("entropy .*", 'entropy 1 "shoes"'), NOT_TRUE, "the dice give"),
    ("words of nobody", exchanged("entropy .*", 'entropy 7 "shoes"'), UNREADABLE, "there is no seat 7"),
    ("option", exchanged("option length 12", "option length 40"), NOT_TRUE, "the rules"),
    (
        "other rules",
        both(exchanged("rules .*", "rules 0123456789abcdef"), without("secret")),
        NOT_VERIFIED,
        "secret",
    ),
    ("cut", cut("open"), NOT_TRUE, "its end was cut off"),
    ("cut and said to be over", cut("over"), NOT_TRUE, "the record says over, the rules do not"),
    ("cut and secret gone", both(cut("open"), without("secret")), NOT_VERIFIED, "is shown when the race is over"),
    ("open", exchanged("end (.*) over", r"end \1 open"), NOT_TRUE, "its end was cut off"),
    ("die", other_die, NOT_TRUE, "the dice give"),
    ("mover", exchanged("2 0 (.*)", r"2 1 \1"), NOT_TRUE, "the rules say seat 0"),
    ("move", exchanged("2 0 .*", "2 0 99"), NOT_TRUE, "that is not possible now"),
    *(
        (f"{word} twice", doubled(word), UNREADABLE, f"a second line “{word}”")
        for word in ("game", "rules", "dice", "commitment", "secret")
    ),
    ("move twice", doubled("2 0"), UNREADABLE, "ply 3 comes next"),
    ("rolled again by right", both(rerolled("0", 1), without("secret")), NOT_TRUE, "seat 0 may not take this back"),
    ("rolled again by nobody", both(rerolled("1", 1), without("secret")), NOT_TRUE, "not the last move of seat 1"),
    ("rolled again by consent", both(rerolled("all", 1), without("secret")), NOT_VERIFIED, "is shown when the race"),
]


@pytest.mark.parametrize(("forge", "verdict", "why"), [row[1:] for row in FORGERIES], ids=[row[0] for row in FORGERIES])
def test_no_forged_race_is_called_true(forge: Forge, verdict: str, why: str):
    text = forge(TEXT)
    assert (text == TEXT) == (verdict == TRUE)
    if verdict == UNREADABLE:
        with pytest.raises(RecordError, match=why):
            read_record(text)
        return
    record = read_record(text)
    if verdict == NOT_TRUE:
        with pytest.raises(RecordError, match=f"^line [1-9].*{why}"):
            verify_record(GAME, record)
        return
    found = verify_record(GAME, record)
    assert found.is_verified == (verdict == TRUE)
    assert why in "; ".join(found.doubts)


def test_words_that_are_not_those_of_the_move_are_noted():
    found = verify_record(GAME, read_record(re.sub(r"# RR-12 .*", "# RR-12 chance: 6 of all", TEXT, count=1)))
    line = next(number for number, line in enumerate(LINES, 1) if "RR-12" in line)
    assert found.notes == (f"the words after # are not those of the move in line {line}; the moves count",)


def test_dice_taken_back_by_consent_are_told():
    match = Match(GAME, 2, {}, FairDice(bytes(32)))
    match.settle()
    match.play(2)
    match.take_back(2)
    match.play(2)
    while not match.is_over:
        match.play(match.choices()[0].move)
    found = verify_record(GAME, read_record(record_of(match)))
    assert found.is_verified
    assert found.notes == ("once dice were taken back and rolled again, by consent of all as the record says",)
    match.take_back(len(match.plies) - 2)
    while not match.is_over:
        match.play(match.choices()[0].move)
    told = verify_record(GAME, read_record(record_of(match))).notes
    assert told[-1].startswith("the race was over, and its secret shown, before it was taken back")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("paddock race record 1", '[Event "chess"]', "line 1: this is no race record"),
        ("paddock race record 1", "paddock race record 7", "line 1: this is a race record of version '7'"),
        ("game _template", "game Up/../x", "line 2: 'Up/../x' is not a game's id"),
        ("game _template\n", "", "the head has no line “game”"),
        ("option length 12", "option length [1]", "line 4: an option's value is"),
        ("option length 12", "option length 12\noption length 12", "line 5: the option length is given twice"),
        ("option length 12", "colour red", "line 4: there is no 'colour'"),
        ('seat 0 "Ana"', 'seat 3 "Ana"', "line 5: seat 0 comes next, not 3"),
        ('seat 0 "Ana"', "seat 0 Ana", "line 5: 'Ana' is not a value in JSON"),
        ("dice fair", "driver 1 person\ndice fair", "line 7: a driver is named for each seat in order"),
        ("dice fair", "driver 0 Person\ndice fair", "line 7: 'Person' is not “person” or a bot's kind"),
        ("dice fair", "driver 0 person\ndice fair", "line 7: 1 of 2 seats have a driver"),
        ("dice fair", "dice loaded", "line 7: 'loaded' is not dice"),
        ("moves\n0 *", "moves\n1 *", "line 12: ply 0 comes next, not 1"),
        ("moves\n0 *", "moves\nzero *", "line 12: 'zero' is not a whole number"),
        ("moves\n0 * ", "moves\n0 * 1 ", "line 12: a move is written"),
        ("\nend ", "\nstop ", "is not a whole number"),
        (" over", " perhaps", "the end is written"),
        ("end", "end 3 over\nend", "plies were read, the end says 3"),
    ],
)
def test_a_damaged_record_names_the_line_and_what_is_wrong(before: str, after: str, message: str):
    with pytest.raises(RecordError) as error:
        read_record(TEXT.replace(before, after, 1))
    assert message in str(error.value)


def test_a_record_cut_short_says_so():
    with pytest.raises(RecordError, match=f"line {len(LINES) - 1}: the record stops without its line “end”"):
        read_record("\n".join(LINES[:-1]))
    with pytest.raises(RecordError, match="stops before its line “moves”"):
        read_record("\n".join(LINES[:8]))


def test_something_after_the_end_is_noticed():
    with pytest.raises(RecordError, match="after the end"):
        read_record(TEXT + "hello")


def test_a_move_the_rules_do_not_allow_names_its_line():
    damaged = TEXT.replace("\n2 0 ", "\n2 1 ", 1)
    with pytest.raises(RecordError, match="line 14: the record says seat 1 acts, the rules say seat 0"):
        Match.replay(GAME, read_record(damaged))


def test_an_enormous_file_is_refused_before_it_is_read():
    with pytest.raises(RecordError, match="at most"):
        read_record("paddock race record 1\n" + "#" * 5_000_000)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_no_damage_whatever_breaks_the_reader(data: st.DataObject):
    """Cut, doubled, exchanged and overwritten pieces: either the same race or an error that names a line."""
    text = TEXT
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, min(len(text), start + 40)))
        piece = data.draw(
            st.one_of(
                st.text(max_size=20), st.sampled_from([text[start:stop] * 2, "\n", "999999999999", "undo 0 all\n", "*"])
            )
        )
        text = text[:start] + piece + text[stop:]
    try:
        record = read_record(text)
        if record.game == GAME.id:
            verify_record(GAME, record)
        problem = "line 0: none"
    except RecordError as error:
        problem = str(error)
    except OptionError as error:
        problem = f"line 0: {error}"
    except ValueError as error:
        problem = "line 0: seats" if "seats, not" in str(error) else str(error)
    assert problem.startswith("line ")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str):
    with pytest.raises(RecordError):
        read_record(text)
