"""Races on a GPU, as far as they can be proven without one: how blocks hold races, and code kept on disk."""

from pathlib import Path

import pytest
from tests.engine.compiled import BLOCK, library, source

from paddock.engine import Game
from paddock.engine.rules.gpu import SLOT_BYTES, kept_code, shape_of
from paddock.engine.rules.native_cache import Place
from paddock.games import all_games, load_game

KIBIBYTE = 1024


def test_a_block_holds_as_many_races_in_its_memory_as_fit_in_full_warps():
    game = load_game("nestorgames_gp")  # 360 bytes a position, 36 more for each slot
    shape = shape_of(game, 227 * KIBIBYTE)  # 584 fit
    assert (shape.slots, shape.threads, shape.is_in_block) == (576, 480, True)


def test_where_too_few_races_fit_they_lie_in_the_memory_of_the_device():
    game = load_game("nestorgames_gp")
    assert not shape_of(game, 99 * KIBIBYTE).is_in_block  # 253 fit, 384 wanted
    assert shape_of(game, 163 * KIBIBYTE).is_in_block  # 418 fit


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_slots_of_a_block_are_a_word_for_each_lane_of_a_warp_at_most(game: Game):
    for block_bytes in (48, 99, 163, 227):
        shape = shape_of(game, block_bytes * KIBIBYTE)
        assert shape.slots % 32 == shape.threads % 32 == 0
        assert shape.threads <= shape.slots <= 32 * 32


@pytest.mark.compiler
def test_slots_have_the_bytes_that_are_counted_for_them(tmp_path: Path):
    game = load_game("_template")
    text = source(game, game.new_table(2, {}), ["races.cu"], BLOCK)
    asked = 'extern "C" int slot_bytes() { return sizeof(Slot) + sizeof(waiting.slots) / SLOTS; }'
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
