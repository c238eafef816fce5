"""Environments for people who train agents: PettingZoo, Gymnasium, OpenSpiel. `docs/research.md` says what they do.

    env = paddock.envs.aec(GAME, seats=4, options={"laps": 1})
    env = paddock.envs.parallel(GAME, seats=4)
    env = paddock.envs.gym(GAME, against="club")
    env = paddock.envs.vector(GAME, 4096, against="quick")
    races = paddock.envs.batch(GAME, 4096)
    races = paddock.envs.gpu_batch(GAME, 65536)
    import paddock.envs.openspiel  # registers every game: pyspiel.load_game("paddock_GAME(seats=4,laps=1)")

The first four need `pip install 'paddock[rl]'`, `batch` nothing, `gpu_batch` a GPU and `pip install 'paddock[gpu]'`,
the last one `pip install 'paddock[openspiel]'`.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from paddock.engine import Options

from .batched import BatchedRaces, Step
from .card import Card, card_rows, data_card
from .drawing import RENDER_MODES
from .extras import EnvsExtraError
from .race import ILLEGAL, EnvError, Race
from .vector import FieldLine, field_lines

if TYPE_CHECKING:
    from . import openspiel
    from .aec_env import AecRace
    from .gpu_batched import GpuBatchedRaces
    from .gym_env import GymRace
    from .parallel_env import ParallelRace
    from .vector_env import VectorRaces

__all__ = [  # noqa: RUF022 (in groups)
    # Environments
    "aec",
    "batch",
    "gpu_batch",
    "gym",
    "openspiel",
    "parallel",
    "vector",
    "BatchedRaces",
    "ILLEGAL",
    "RENDER_MODES",
    "Step",
    # One race, as all of them run it
    "EnvError",
    "EnvsExtraError",
    "Race",
    # What is observed, and what the games are like
    "Card",
    "FieldLine",
    "card_rows",
    "data_card",
    "field_lines",
]


def __getattr__(name: str) -> Any:
    """`paddock.envs.openspiel` without importing it: what registers the games needs OpenSpiel."""
    if name == "openspiel":
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def aec(
    game_id: str,
    seats: int | None = None,
    options: Options | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "lose",
) -> "AecRace":
    """A race as a PettingZoo AEC environment: the seats act one after the other, as the rules ask them."""
    from .aec_env import AecRace

    return AecRace(game_id, seats, options, render_mode=render_mode, max_cycles=max_cycles, illegal=illegal)


def parallel(
    game_id: str,
    seats: int | None = None,
    options: Options | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "lose",
) -> "ParallelRace":
    """A race as a PettingZoo parallel environment: every seat answers every step, and those not asked wait."""
    from .parallel_env import ParallelRace

    return ParallelRace(game_id, seats, options, render_mode=render_mode, max_cycles=max_cycles, illegal=illegal)


def gym(
    game_id: str,
    against: str | Sequence[str] = "club",
    seats: int | None = None,
    options: Options | None = None,
    *,
    seat: int | None = 0,
    render_mode: str | None = None,
    illegal: str = "lose",
) -> "GymRace":
    """A race as a Gymnasium environment: one learner against bots of a level, or of one level for each other seat."""
    from .gym_env import make

    settings = {"against": against, "seats": seats, "options": options, "seat": seat, "illegal": illegal}
    return make(game_id, render_mode=render_mode, **settings)


def batch(
    game_id: str,
    races: int,
    seats: int | None = None,
    options: Options | None = None,
    *,
    rivals: Sequence[str | None] = (),
    threads: int | None = None,
) -> BatchedRaces:
    """Many races a step in compiled code, NumPy arrays in and out; it needs no extra."""
    return BatchedRaces(game_id, races, seats, options, rivals=rivals, threads=threads)


def gpu_batch(
    game_id: str,
    races: int,
    seats: int | None = None,
    options: Options | None = None,
    *,
    rivals: Sequence[str | None] = (),
) -> "GpuBatchedRaces":
    """Many races a step on a GPU, in arrays that stay there."""
    from .gpu_batched import GpuBatchedRaces

    return GpuBatchedRaces(game_id, races, seats, options, rivals=rivals)


def vector(
    game_id: str,
    num_envs: int,
    against: str = "quick",
    seats: int | None = None,
    options: Options | None = None,
    *,
    seat: int = 0,
    threads: int | None = None,
) -> "VectorRaces":
    """Many races a step as a Gymnasium `VectorEnv`: one learner against random or quick drivers."""
    from .vector_env import VectorRaces

    return VectorRaces(game_id, num_envs, against, seats, options, seat=seat, threads=threads)
