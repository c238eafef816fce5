"""Every game passes the conformance kit, for every number of seats and every option. No exceptions by name."""

from pathlib import Path

import pytest

from paddock.engine import Game, read_record, verify_record
from paddock.games import all_games
from paddock.testing import Case, Check, check_golden, conformance, coverage, golden_cases

GAMES = all_games()
EVERYTHING = [
    pytest.param(game, *param.values, id=f"{game.id}: {param.id}") for game in GAMES for param in conformance(game)
]
GOLDEN = [pytest.param(game, case, id=f"{game.id}: {case.name}") for game in GAMES for case in golden_cases(game)]
RECORDS = [
    pytest.param(game, path, id=f"{game.id}: {path.name}")
    for game in GAMES
    for path in sorted(game.folder.glob("tests/records/*.race"))
]


@pytest.mark.parametrize(("game", "check", "case"), EVERYTHING)
def test_conformance(game: Game, check: Check, case: Case):
    check(game, case)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_clause_is_named_by_a_test(game: Game):
    assert coverage(game).missing == []


@pytest.mark.parametrize(("game", "case"), GOLDEN)
def test_the_race_is_still_told_the_same_way(game: Game, case: Case):
    assert check_golden(game, case) == [], f"`python -m paddock.testing golden --write {game.id}`, then read it"


@pytest.mark.parametrize(("game", "path"), RECORDS)
def test_saved_races_of_earlier_versions_load(game: Game, path: Path):
    record = read_record(path.read_text(encoding="utf-8"))
    assert verify_record(game, record).drawn > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_saved_race_is_kept_for_later_versions(game: Game):
    records = list(game.folder.glob("tests/records/*.race"))
    assert records, f"`python -m paddock.testing record {game.id}` saves one"
