"""Compiled rules: the same answers, one compile, and never old rules from the cache."""

import os
import resource
import shutil
import subprocess
import sys
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import paddock
from paddock.engine import (
    CHANCE,
    OVER,
    Batch,
    Cores,
    Game,
    GameError,
    Rule,
    RuleError,
    Twins,
    reachable,
    rule,
    simulate,
)
from paddock.engine.rules.native import cache_folder
from paddock.engine.rules.native_cache import Place, delete_unused, read_checked, write_checked
from paddock.engine.rules.twin import code_digest, source_digest
from paddock.games._template import GAME, estimate, rules
from paddock.games._template.state import State, Table

TABLE = GAME.new_table(3, {"length": 20})


def test_race_number_i_is_the_same_on_every_backend_and_any_number_of_threads():
    plain = simulate(GAME, TABLE, 50, seed=9, backend="python")
    for threads in (1, 2):
        native = simulate(GAME, TABLE, 50, seed=9, on=Cores(threads))
        assert native.plies.tolist() == plain.plies.tolist()
        assert native.place.tolist() == plain.place.tolist()
    assert simulate(GAME, TABLE, 50, seed=10).plies.tolist() != plain.plies.tolist()


def test_more_races_of_a_seed_begin_with_the_same_races():
    few, many = simulate(GAME, TABLE, 10, seed=3), simulate(GAME, TABLE, 5000, seed=3)
    assert many.plies[:10].tolist() == few.plies.tolist()


def test_bots_are_chosen_by_seat():
    result = simulate(GAME, TABLE, 2000, bots=("quick", "random", "random"))
    assert result.wins_by_seat[0] > 1000, "gear 3 and boosts of 3 beat random driving"


def test_a_batch_advances_its_races_side_by_side_like_one_after_another():
    batch = Batch(GAME, TABLE, 40, seed=9, threads=2)
    while batch.advance(7):
        pass
    alone = simulate(GAME, TABLE, 40, seed=9)
    for race in range(40):
        state = batch.state(race)
        assert GAME.contract["actor"](TABLE, state) == OVER
        place, score = [0] * 4, [0] * 4
        GAME.contract["standings"](TABLE, state, place, score)
        assert place[:3] == alone.place[race].tolist()


def test_a_batch_plays_given_moves_and_the_chance_that_follows():
    batch = Batch(GAME, TABLE, 3, seed=1)
    batch.step(np.array([-1, -1, -1]))  # the first cards are drawn
    batch.step(np.array([1, 2, -1]))
    assert [int(batch.states["car"][race]) for race in range(3)] == [1, 1, 0]
    assert int(batch.states["space"][0][0]) == 1


# The cache


def game_with(source: str, tmp_path: Path) -> Game:
    """Ridge Run with a changed rule, as if its file had been edited."""
    module = ModuleType("edited")
    file = tmp_path / "edited.py"
    file.write_text(textwrap.dedent(source))
    exec(compile(file.read_text(), str(file), "exec"), module.__dict__)
    return replace(GAME, id="edited", rules=(rules, estimate, module))


EDIT = """
    from paddock.engine import rule
    from paddock.games._template.state import State, Table

    STEP = {step}

    @rule
    def standings(t: Table, s: State, place: list[int], score: list[int]):
        for car in range(t.seats):
            place[car] = 1
            score[car] = STEP
"""

SCRIPT = """
    import sys
    from dataclasses import replace
    from paddock.engine import Runner
    from paddock.engine.rules import entries, native
    from paddock.games._template import GAME, estimate, rules
    sys.path.insert(0, sys.argv[1])
    import edited
    native.AT_ONCE = (entries.ask,)  # the others take their time and are not asked here
    game = replace(GAME, id="edited", rules=(rules, estimate, edited))
    runner = Runner(game, game.new_table(2, {}), "native")
    print(runner.standings()[1])
"""


@pytest.mark.long
def test_an_edited_rule_is_never_answered_from_the_cache(tmp_path: Path):
    """Three processes share one cache folder; the rule's number is edited in place between the first two."""
    rule_file = tmp_path / "edited.py"

    def answer(step: int) -> str:
        rule_file.write_text(textwrap.dedent(EDIT.format(step=step)))
        os.utime(rule_file, (1, 1))  # not even the file's time changes
        environment = {**os.environ, "PADDOCK_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-B", "-c", textwrap.dedent(SCRIPT), str(tmp_path)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert answer(5) == "[5, 5]"
    assert answer(6) == "[6, 6]"
    assert answer(5) == "[5, 5]"
    assert len([folder for folder in (tmp_path / "cache").iterdir() if folder.name.startswith("edited-")]) == 2


def test_the_cache_folder_depends_on_code_numbers_and_records(tmp_path: Path):
    one, two = game_with(EDIT.format(step=1), tmp_path), game_with(EDIT.format(step=2), tmp_path)
    assert cache_folder(one) != cache_folder(two)
    assert cache_folder(one) == cache_folder(game_with(EDIT.format(step=1) + "\n    # a comment", tmp_path))
    assert cache_folder(one) != cache_folder(replace(one, state=type("State", (State,), {})))


def test_a_digest_reads_the_loaded_code_not_the_file():
    def double(number: int) -> int:
        return 2 * number

    def triple(number: int) -> int:
        return 3 * number

    triple.__qualname__ = double.__qualname__
    assert code_digest([rule(double)]) != code_digest([rule(triple)])


def commented() -> Rule:
    def step(number: int):
        """The next number."""
        return number + 1  # a comment

    return rule(step)


def plain() -> Rule:
    def step(number: int):
        return number + 1

    return rule(step)


def changed() -> Rule:
    def step(number: int):
        return number + 2

    return rule(step)


def test_a_record_names_rules_by_their_code_and_not_by_what_is_said_about_it():
    assert source_digest([commented()]) == source_digest([plain()])
    assert source_digest([commented()]) != source_digest([changed()])


# A cache that is damaged or cannot be written

START = """
    import paddock
    from paddock.engine import Runner
    from paddock.engine.rules import entries, native
    from paddock.games._template import GAME
    native.AT_ONCE = (entries.ask,)  # the others take their time and are not asked here
    steps = []
    GAME.native(lambda what, done, of: steps.append(what))
    runner = Runner(GAME, GAME.new_table(3, {}), "native")
    runner.setup()
    print(runner.actor())
    print("compiled" if len(steps) > 2 else "loaded")
    print(paddock.__file__)
"""
RULES = Path(paddock.__file__).parent


@dataclass
class Started:
    """What a process with native rules did."""

    compiled: bool
    package: str
    complaints: str


def start(cache: Path, spare: Path, package: Path = RULES, most_bytes: int = 0) -> Started:
    """A process that uses compiled rules; writing a file larger than `most_bytes` fails as on a full disk."""
    spare.mkdir(exist_ok=True)
    paths = {"PADDOCK_CACHE": str(cache), "TMPDIR": str(spare), "PYTHONPATH": str(package.parent)}
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))) if most_bytes else None
    done = subprocess.run(
        [sys.executable, "-B", "-c", textwrap.dedent(START)],
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )
    assert done.returncode == 0, done.stderr
    actor, how, file = done.stdout.split()
    assert actor == str(CHANCE), "Ridge Run begins with a draw"
    return Started(how == "compiled", file, done.stderr)


def files(folder: Path) -> dict[str, int]:
    """The compiled files below a folder, with the times they were written."""
    return {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.compiled")}


@pytest.mark.long
def test_clones_of_the_same_rules_share_what_is_compiled_and_damage_is_mended(tmp_path: Path):
    cache, spare = tmp_path / "cache", tmp_path / "spare"
    clone = shutil.copytree(
        RULES, tmp_path / "clone" / "paddock", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    assert start(cache, spare).compiled
    written = files(cache)
    elsewhere = start(cache, spare, clone)
    assert elsewhere.package.startswith(str(clone))
    assert not elsewhere.compiled
    assert files(cache) == written
    (file,) = cache.rglob("*.compiled")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1 :])
    mended = start(cache, spare, clone)
    assert mended.compiled
    assert mended.complaints == ""
    assert not start(cache, spare).compiled
    assert list(spare.iterdir()) == []


@pytest.mark.long
def test_where_the_cache_cannot_be_written_a_private_temporary_folder_takes_its_place(tmp_path: Path):
    blocked, spare = tmp_path / "file", tmp_path / "spare"
    blocked.write_text("not a folder")
    first = start(blocked / "cache", spare)
    assert first.compiled
    (private,) = spare.iterdir()
    kept_in = f"so compiled rules are kept in {private}."
    assert first.complaints == f"paddock: {blocked}/cache cannot be written (Not a directory), {kept_in}\n"
    assert private.stat().st_mode & 0o777 == 0o700
    second = start(blocked / "cache", spare)
    assert (second.compiled, second.complaints) == (False, "")
    private.chmod(0o777)  # now other users could have put machine code there
    third = start(blocked / "cache", spare)
    assert third.compiled
    assert third.complaints.endswith("so rules are compiled again at every start.\n")


@pytest.mark.long
def test_on_a_full_disk_rules_stay_in_memory(tmp_path: Path):
    full = start(tmp_path / "cache", tmp_path / "spare", most_bytes=4096)
    assert full.compiled
    assert full.complaints == (
        f"paddock: {tmp_path}/cache cannot be written (File too large), so rules are compiled again at every start.\n"
    )
    assert list(tmp_path.rglob("*.compiled*")) == []


@pytest.mark.parametrize("place", [0, 1, 31, 32, 33, 500, 1031])
def test_a_flipped_bit_anywhere_makes_a_file_unreadable_and_deletes_it(tmp_path: Path, place: int):
    file = tmp_path / "ask.compiled"
    write_checked(file, bytes(1000))
    assert read_checked(file) == bytes(1000)
    damaged = bytearray(file.read_bytes())
    damaged[place] ^= 0x10
    file.write_bytes(damaged)
    assert read_checked(file) is None
    assert not file.exists()


@pytest.mark.parametrize("length", [0, 1, 32, 33, 1031])
def test_a_file_that_was_cut_off_is_unreadable_and_deleted(tmp_path: Path, length: int):
    file = tmp_path / "ask.compiled"
    write_checked(file, bytes(range(250)) * 4)
    file.write_bytes(file.read_bytes()[:length])
    assert read_checked(file) is None
    assert not file.exists()


def test_only_folders_of_compiled_rules_are_ever_deleted(tmp_path: Path):
    used, unused, other = tmp_path / f"a-{'0' * 24}", tmp_path / f"b-{'1' * 24}", tmp_path / "photos"
    for folder in (used, unused, other):
        folder.mkdir()
        os.utime(folder, (1, 1))
    delete_unused([Place(tmp_path, used.name)])
    assert sorted(tmp_path.iterdir()) == [used, other]


def test_while_rules_compile_in_the_background_races_are_played_interpreted_and_progress_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PADDOCK_CACHE", str(tmp_path))
    seen: list[tuple[str, int, int]] = []
    fresh = replace(GAME, id="meanwhile")
    thread = fresh.compile_in_background(lambda what, done, of: seen.append((what, done, of)))
    assert not fresh.is_native_ready()
    assert simulate(fresh, fresh.new_table(2, {}), 3, backend="python").unfinished == 0
    thread.join()
    assert fresh.is_native_ready()
    assert seen[0][1] == 0
    assert seen[-1] == ("ready", seen[-1][2], seen[-1][2])


# What rules may use


def test_a_rule_that_uses_something_else_is_refused_by_name():
    @rule
    def chatty(t: Table, s: State) -> None:
        print(os.environ)

    with pytest.raises(RuleError, match="chatty uses os, which is neither a rule nor a number"):
        reachable([chatty], GAME.contract)


def test_rules_that_call_themselves_are_refused():
    with pytest.raises(RuleError, match="may not call themselves: round_and_round calls round_and_round"):
        Twins(GAME.contract, lambda function: function).of(round_and_round)


@rule
def round_and_round(t: Table, s: State) -> None:
    """A rule that never ends."""
    round_and_round(t, s)


def test_a_missing_rule_of_the_contract_is_named():
    phases: Any = SimpleNamespace(PHASES=rules.PHASES)
    with pytest.raises(GameError, match="no @rule setup, actor, standings"):
        _ = replace(GAME, id="empty", rules=(phases,)).contract
    with pytest.raises(GameError, match="one module of the rules has a table PHASES, not 0"):
        _ = replace(GAME, id="empty", rules=()).contract
