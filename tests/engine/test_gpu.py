"""Races on a GPU, as far as they can be proven without one: how blocks hold races, and code kept on disk."""

from pathlib import Path

import pytest
from tests.engine.compiled import BLOCK, library, source

from paddock.engine import Game
from paddock.engine.rules.gpu import SLOT_BYTES, Shape, kept_code, shape_of
from paddock.engine.rules.native_cache import Place
from paddock.games import all_games, load_game

KIBIBYTE = 1024


def test_a_block_holds_as_many_races_in_its_memory_as_fit_in_full_warps():
    game = load_game("nestorgames_gp")  # 360 bytes a position, 31 more for each slot, 16 phases
    assert shape_of(game, 227 * KIBIBYTE) == Shape(576, 576, steps=8, keep=8, is_in_block=True)  # 591 fit
    assert shape_of(game, 99 * KIBIBYTE).slots == 256


def test_where_too_few_races_fit_for_the_phases_of_a_game_they_lie_in_the_memory_of_the_device():
    game = load_game("victory_lane")  # 58 phases: 696 races wanted, 416 fit
    assert not shape_of(game, 227 * KIBIBYTE).is_in_block
    assert shape_of(load_game("nestorgames_gp"), 48 * KIBIBYTE).is_in_block is False  # 120 fit, 192 wanted


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_thread_of_a_block_has_as_many_races(game: Game):
    for block_bytes in (48, 99, 163, 227):
        shape = shape_of(game, block_bytes * KIBIBYTE)
        assert shape.slots % shape.threads == 0
        assert shape.threads % 32 == 0


@pytest.mark.compiler
def test_a_slot_has_the_bytes_that_memory_is_taken_for(tmp_path: Path):
    game = load_game("_template")
    text = source(game, game.new_table(2, {}), ["races.cu"], BLOCK)
    asked = 'extern "C" int slot_bytes() { return sizeof(Slot); }'
    assert library(f"{text}\n{asked}", tmp_path).slot_bytes() == SLOT_BYTES


def test_code_is_compiled_once_and_kept(tmp_path: Path):
    kept, compiled = [Place(tmp_path, "a-game"), Place(tmp_path, "elsewhere")], list[int]()

    def compile_now() -> bytes:
        compiled.append(1)
        return b"code"

    assert [kept_code(kept, compile_now) for _ in range(3)] == [b"code"] * 3
    assert len(compiled) == 1
    (file,) = (tmp_path / "a-game").iterdir()
    file.write_bytes(b"damaged")
    assert kept_code(kept, compile_now) == b"code"
    assert len(compiled) == 2


def test_code_is_compiled_where_nothing_can_be_kept(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    assert kept_code([Place(tmp_path / "file", "a-game")], lambda: b"code") == b"code"
