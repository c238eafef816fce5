"""Two versions of a game: a copy of the package with one rule changed, raced by its own code."""

import shutil
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from paddock.cli.lab import versions_of
from paddock.engine import Measured
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import Conditions, LabError, Version, compare

SOURCE = Path(__file__).parents[2] / "src" / "paddock"
RACES = 120


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Generator[Version]:
    """A checkout in which the summit is twelve spaces further up than the option says."""
    folder = tmp_path_factory.mktemp("before")
    copied = folder / "src" / "paddock"
    shutil.copytree(SOURCE, copied, ignore=shutil.ignore_patterns("static", "server", "tests", "web", "__pycache__"))
    rules = copied / "games" / "_template" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count(">= t.length:") == 2
    rules.write_text(text.replace(">= t.length:", ">= t.length + 12:"), encoding="utf-8")
    with Version(folder) as version:
        yield version


def ridge(length: int, version: Version | None = None) -> Conditions:
    return Conditions(RIDGE_RUN, 2, {"length": length}, ("random",), version=version)


def measured(setting: Conditions) -> list[Measured]:
    return list(setting.measure(0, RACES, backend="python"))


def test_the_other_version_races_by_its_own_rules(longer: Version):
    """Twelve spaces there are twenty-four here."""
    theirs, ours = measured(ridge(12, longer)), measured(ridge(24))
    assert [(part.first, len(part.plies)) for part in theirs] == [(0, 50), (50, 50), (100, 20)]
    for one, other in zip(theirs, ours, strict=True):
        for name in ("plies", "place", "turns", "decisions", "seat_choices", "longest_wait"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert measured(ridge(12))[0].plies.tolist() != theirs[0].plies.tolist()


def test_a_changed_rule_shows_in_paired_differences(longer: Version):
    found = compare((ridge(12, longer), ridge(12)), RACES, backend="python")
    expected = compare((ridge(24), ridge(12)), RACES, backend="python")
    told = {row["measure"]: row for row in found.table("differences").records()}
    for row in expected.table("differences").records():
        if row["measure"] in ("turns", "decisions", "draws", "seconds", "tie"):
            assert told[row["measure"]]["difference"] == row["difference"]
    assert told["turns"]["differs"] == "yes"
    name = longer.name
    assert f"As installed here against as in {name}, 120 races each with the same dice" in found.sentences[0]
    assert [one.get("version") for one in found.setting["variants"]] == [name, None]


def test_what_the_other_version_refuses_is_told(longer: Version):
    with pytest.raises(LabError, match=r"the version in .* cannot race: OptionError: length takes"):
        measured(ridge(61, longer))
    assert measured(ridge(12, longer))  # and it goes on


def test_a_folder_without_the_game_is_told(tmp_path: Path):
    with Version(tmp_path) as nothing, pytest.raises(LabError, match="does not have this game"):
        measured(ridge(12, nothing))
    with pytest.raises(LabError, match=r"there is no folder '.*gone': give the path of a checkout"):
        Version(tmp_path / "gone")


def test_a_version_that_ends_is_told(tmp_path: Path):
    package = tmp_path / "src" / "paddock"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('no')")
    with Version(tmp_path) as wrong, pytest.raises(LabError, match=r"the process of the version in .* ended"):
        measured(ridge(12, wrong))


def test_versions_are_compared_under_one_set_of_options(longer: Version):
    assert versions_of([ridge(12)], longer) == [ridge(12, longer), ridge(12)]
    with pytest.raises(LabError, match="give each option once"):
        versions_of([ridge(12), ridge(24)], longer)
