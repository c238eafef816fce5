"""Races from their records: told and verified."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from paddock.engine import Dice, FairDice, ManualDice, Match, SeededDice
from paddock.games import all_games, load_game

Paddock = Callable[..., Result]
GAME = load_game("nestorgames_gp")


def saved(path: Path, dice: Dice, *, plies: int = 10_000) -> Match:
    """A race of two that take the first choice; where dice are typed by hand, outcomes follow a fixed pattern."""
    match = Match(GAME, ["Ana", ""], {"laps": 1}, dice)
    while not match.is_over and len(match.plies) < plies:
        drawn = match.draw() if match.actor < 0 else match.choices()[0].move
        match.apply(match.choices()[len(match.plies) % 3 % len(match.choices())].move if drawn is None else drawn)
    match.save(path)
    return match


@pytest.fixture
def race(tmp_path: Path) -> Path:
    saved(tmp_path / "race.txt", SeededDice(5))
    return tmp_path / "race.txt"


def test_a_race_is_told_with_plies_and_clauses(paddock: Paddock, race: Path):
    lines = paddock("replay", str(race)).stdout.splitlines()
    assert re.fullmatch(r"    0  GP-05   (Red|Yellow) is drawn to qualify first\.", lines[0])
    assert any(re.fullmatch(r" +\d+  GP-06   Ana \(red\): stop\.", line) for line in lines)
    assert re.fullmatch(r"1\. .*, 2 points", lines[-2])


def test_a_part_of_a_race_is_told(paddock: Paddock, race: Path):
    lines = paddock("replay", str(race), "--from", "3", "--to", "6").stdout.splitlines()
    assert {int(line.split()[0]) for line in lines} == {3, 4, 5}


def test_the_position_after_a_ply_is_drawn(paddock: Paddock, race: Path):
    text = paddock("replay", str(race), "--from", "1", "--to", "1", "--position", "--seat", "ana").stdout
    assert text.startswith("Before the race.\n")


@pytest.mark.parametrize(
    "words", [["--from", "9", "--to", "3"], ["--from", "99999"], ["--to", "99999"], ["--seat", "5"]]
)
def test_a_part_or_seat_that_is_not_there_is_refused(paddock: Paddock, race: Path, words: list[str]):
    result = paddock("replay", str(race), *words)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("dice", [SeededDice(5), FairDice(b"s" * 32, ((0, "ana"),))], ids=["seeded", "fair"])
def test_true_dice_are_verified_and_counted(paddock: Paddock, tmp_path: Path, dice: Dice):
    match = saved(tmp_path / "race.txt", dice)
    chances = sum(ply.actor < 0 for ply in match.plies)
    result = paddock("verify", str(tmp_path / "race.txt"))
    assert result.exit_code == 0
    assert f"is true: {len(match.plies)} plies of nestorgames GP follow the rules; the race is over." in result.stdout
    assert f"{chances} of {chances} rolls and draws recomputed and found equal." in result.stdout
    if isinstance(dice, FairDice):
        assert f"Its commitment is {dice.commitment}: compare it with the one shown before the race." in result.stdout
        assert "Note" not in result.stdout
    else:
        assert "Note: the dice follow from seed 5; nothing shows that it was chosen before the race." in result.stdout


def test_a_race_whose_dice_cannot_be_recomputed_is_not_verified(paddock: Paddock, tmp_path: Path):
    saved(tmp_path / "manual.txt", ManualDice())
    saved(tmp_path / "open.txt", FairDice(b"s" * 32), plies=20)
    saved(tmp_path / "fair.txt", FairDice(b"s" * 32))
    text = (tmp_path / "fair.txt").read_text()
    (tmp_path / "forged.txt").write_text(re.sub(r"^secret .*\n", "", text, flags=re.MULTILINE))
    found = [paddock("verify", str(tmp_path / f"{name}.txt")) for name in ("manual", "open", "forged")]
    assert [result.exit_code for result in found] == [3, 3, 3]
    for result, why in zip(found, ("rolled by hand", "is shown when the race is over", "is missing"), strict=True):
        assert "NOT VERIFIED" in result.stdout
        assert why in result.stdout
        assert "\n0 of " in result.stdout
        assert "is true" not in result.stdout
    assert "the race is still open; but " in found[1].stdout


def test_a_race_by_the_clock_without_its_log_of_presses_is_not_verified(paddock: Paddock, tmp_path: Path):
    [(game, text)] = [
        (game, text)
        for game in all_games()
        for text in (path.read_text("utf-8") for path in game.folder.glob("tests/records/*.race"))
        if "\npress " in text
    ]
    file = tmp_path / "race.txt"
    text = re.sub(r"^rules .*$", f"rules {game.rules_digest}", text, flags=re.MULTILINE)
    file.write_text(text)
    assert paddock("verify", str(file)).exit_code == 0
    file.write_text(re.sub(r"^press .*\n", "", text, flags=re.MULTILINE))
    without = paddock("verify", str(file))
    assert without.exit_code == 3
    assert "the log of what people pressed is missing" in without.stdout
    file.write_text(re.sub(r"^press .* accepted .*\n", "", text, count=1, flags=re.MULTILINE))
    assert paddock("verify", str(file)).exit_code == 1


def test_the_exit_statuses_are_in_the_help(paddock: Paddock):
    text = paddock("verify", "--help").stdout
    assert re.search(r"0  true: .*1  not true: .*2  the file.*3  not verified: ", text, re.DOTALL)


def test_a_changed_die_is_found(paddock: Paddock, race: Path):
    text = race.read_text()
    found = re.search(r"^(\d+ \*) (\d)  # GP-06 chance", text, re.MULTILINE)
    assert found
    race.write_text(text.replace(found[0], f"{found[1]} {1 + int(found[2]) % 6}  # GP-06 chance", 1))
    line = text[: found.start()].count("\n") + 1
    result = paddock("verify", str(race))
    assert result.exit_code == 1
    assert f"is NOT true: line {line}: the dice give {found[2]} here" in result.stdout


def test_an_exchanged_secret_is_found(paddock: Paddock, tmp_path: Path):
    file = tmp_path / "race.txt"
    saved(file, FairDice(b"s" * 32))
    file.write_text(file.read_text().replace((b"s" * 32).hex(), (b"t" * 32).hex()))
    result = paddock("verify", str(file))
    assert result.exit_code == 1
    assert "the dice were exchanged" in result.stdout


def test_a_forbidden_move_is_found_and_other_rules_are_named(paddock: Paddock, race: Path):
    text = re.sub(r"^rules .*$", "rules 0123456789abcdef", race.read_text(), flags=re.MULTILINE)
    race.write_text(re.sub(r"^(\d+ \d) 0  #", r"\1 77  #", text, count=1, flags=re.MULTILINE))
    result = paddock("verify", str(race))
    assert result.exit_code == 1
    assert "that is not possible now (GP-06)" in result.stdout
    assert f"recorded under rules 0123456789abcdef; these are {GAME.rules_digest}" in result.stdout
    refused = paddock("replay", str(race))
    assert refused.exit_code == 2
    assert "line " in refused.stderr


def test_a_race_over_before_it_began_is_refused(paddock: Paddock, tmp_path: Path):
    file = tmp_path / "race.txt"
    file.write_text(
        f'paddock race record 1\ngame {GAME.id}\nrules {GAME.rules_digest}\nseat 0 "a"\nseat 1 "b"\ndice manual\n'
        "moves\nend 0 over\n"
    )
    result = paddock("verify", str(file))
    assert result.exit_code == 2
    assert "it has no moves" in result.stderr
