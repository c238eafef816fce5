"""Gymnasium's vector environment: one learner a race, against compiled rivals, thousands of races a step."""

from typing import Any, ClassVar

import numpy as np

from paddock.engine import Options

from .batched import BatchedRaces
from .extras import needed
from .race import MOST_SEED, EnvError, Race, Seeds

with needed("rl"):
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class VectorRaces(VectorEnv[Any, Any, Any]):
    """Races of one learner each; the step after the end of a race begins the next one (`AutoresetMode.NEXT_STEP`)."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # pyright: ignore

    def __init__(
        self,
        game_id: str,
        num_envs: int,
        against: str = "quick",
        seats: int | None = None,
        options: Options | None = None,
        *,
        seat: int = 0,
        threads: int | None = None,
    ):
        cars = Race(game_id, seats, options).seats
        if not 0 <= seat < cars:
            raise EnvError(f"the learner's seat is from 0 to {cars - 1}, not {seat}")
        rivals = [None if other == seat else against for other in range(cars)]
        self.batch = BatchedRaces(game_id, num_envs, cars, options, rivals=rivals, threads=threads)
        self.num_envs, self.seat = num_envs, seat
        low, high = self.batch.race.observed.low, self.batch.race.observed.high
        self.single_observation_space = Box(low, high, dtype=low.dtype.type)
        self.single_action_space = Discrete(self.batch.race.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds, self._never = Seeds(), np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the first races of a seed: slot i runs its races i, i + N, i + 2N ...; without one, of another seed."""
        super().reset(seed=seed)
        root, resets = self._seeds.next(seed)
        step = self.batch.reset((root + resets) & MOST_SEED)
        return step.observations, {"action_mask": step.masks}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learner's action in every race; the arrays are written again by the next step."""
        step = self.batch.step(actions)
        return step.observations, step.rewards[:, self.seat], step.done, self._never, {"action_mask": step.masks}

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()
