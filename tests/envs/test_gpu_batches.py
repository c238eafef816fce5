"""The kernels of batches on a GPU, run here, are the environments that run one race at a time, to the byte."""

from pathlib import Path

import pytest
from tests.engine.compiled import BatchInCpp
from tests.envs.test_batches import LARGE, SMALL, compare

from paddock.engine import NoGpuError
from paddock.envs import batch, gpu_batch

pytestmark = pytest.mark.compiler

WITH_SEAT_MOVES = "dicey_curves"  # some of its moves name a seat
WITH_A_FIELD = "victory_lane"  # a lone seat has a place in its field
OTHERS = [game for game in LARGE if game != WITH_SEAT_MOVES]


@pytest.mark.parametrize(
    "game", [SMALL, WITH_SEAT_MOVES, *(pytest.param(game, marks=pytest.mark.long) for game in OTHERS)]
)
def test_kernels_of_a_batch_run_the_same_races_as_single_environments(game: str, tmp_path: Path):
    seats, races, steps = (3, 8, 200) if game == SMALL else (4, 6, 400)
    assert compare(BatchInCpp(game, races, seats, tmp_path), game, seats, races, steps) > 0


def test_a_lone_seat_of_a_batch_is_paid_by_its_place_in_the_field(tmp_path: Path):
    assert compare(BatchInCpp(WITH_A_FIELD, 3, 1, tmp_path), WITH_A_FIELD, 1, 3, 300) > 0


@pytest.mark.parametrize("game", [SMALL, *(pytest.param(game, marks=pytest.mark.long) for game in LARGE)])
def test_rivals_of_a_batch_drive_as_in_compiled_batches(game: str, tmp_path: Path):
    rivals = ["quick", None, "random"]
    native, here = batch(game, 5, 3, rivals=rivals), BatchInCpp(game, 5, 3, tmp_path, rivals)
    expected, found, ends = native.reset(3), here.reset(3), 0
    for _ in range(120):
        for name in ("observations", "masks", "rewards", "done", "acting"):
            assert getattr(found, name).tobytes() == getattr(expected, name).tobytes(), name
        ends += int(expected.done.sum())
        actions = expected.masks.argmax(axis=1)
        expected, found = native.step(actions), here.step(actions)
    assert ends > 0 or game != SMALL
    native.close()


def test_without_a_gpu_a_batch_there_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "cupy", None)  # as where the extra is not installed
    with pytest.raises(NoGpuError, match="the GPU backend needs CuPy: pip install 'paddock\\[gpu\\]'"):
        gpu_batch(SMALL, 4)
