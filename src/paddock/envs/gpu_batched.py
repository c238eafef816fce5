"""Many races side by side on a GPU: the races of `batched`, in arrays that stay on the device."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# CuPy ships no types and is an extra: what it gives is unknown on this page.

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from paddock.engine import POLICIES, WORDS, GpuProgram, Options

from .batched import OUTSIDE, Step, check_races, check_seed, policies
from .race import EnvError, Race

FILE = "drive.cu"
THREADS = 128  # of a block
SEAT, SEAT_PLUS_ONE, SEATS = 1, 2, 3  # what a number of the vector names


class GpuBatchedRaces:
    """N races of one table on a GPU: `BatchedRaces` with CuPy arrays, which DLPack gives to other libraries.

    All work goes to CuPy's current stream.
    """

    def __init__(
        self,
        game_id: str,
        races: int,
        seats: int | None = None,
        options: Options | None = None,
        *,
        rivals: Sequence[str | None] = (),
    ):
        check_races(races)
        self.race, self.races = Race(game_id, seats, options), races
        game, policy = self.race.game, policies(rivals, self.race.seats)
        self._outside, self._quick = _seats_with(policy, OUTSIDE), _seats_with(policy, POLICIES["quick"])
        program = GpuProgram(game, self.race.table, [FILE], drive_sizes(self.race), drive_arrays(self.race))
        self._drive, self._observe = program.kernel("drive"), program.kernel("observe")
        self.device = program.device
        cupy = self.device.cupy
        self._positions, self._known = (cupy.zeros((races, game.state.dtype.itemsize), np.uint8) for _ in range(2))
        self._random = cupy.zeros((races, WORDS), np.uint32)
        self._numbers, self._viewer = (cupy.zeros(races, np.int64) for _ in range(2))
        self._seed = 0
        self._masks = cupy.zeros((races, game.moves), np.uint8)
        self._step = Step(
            cupy.zeros((races, len(self.race.observed)), np.int32),
            self._masks,
            cupy.zeros((races, self.race.seats), np.float32),
            cupy.zeros(races, np.bool_),
            cupy.zeros(races, np.int64),
        )

    def reset(self, seed: int = 0) -> Step:
        """Begin the first race of a seed in every slot."""
        check_seed(seed)
        self._seed = seed
        self._numbers.set(np.arange(self.races) - self.races)
        return self.step(self.device.cupy.asarray(np.full(self.races, -1, np.int64)))

    def step(self, actions: Any) -> Step:
        """A step as `BatchedRaces.step`; actions are integers on this device, of any library that speaks DLPack."""
        taken = actions if isinstance(actions, self.device.cupy.ndarray) else self.device.cupy.from_dlpack(actions)
        if taken.shape != (self.races,) or taken.dtype.kind != "i" or not taken.flags.c_contiguous:
            raise EnvError(f"a step takes {self.races} integers side by side, not {taken.dtype} of shape {taken.shape}")
        step = self._step
        self._masks.data.memset_async(0, self._masks.nbytes)
        self._drive(
            *(np.int32(self.races), np.uint64(self._seed), np.uint32(self._outside), np.uint32(self._quick)),
            *(taken, np.int32(taken.itemsize), self._positions, self._known, self._random, self._numbers),
            *(step.acting, self._viewer, step.masks, step.rewards, step.done),
        )
        self._observe(np.int32(self.races), self._known, self._viewer, step.observations)
        return step


def drive_sizes(race: Race) -> Mapping[str, int]:
    """What the loops of a step have to know."""
    return {"THREADS": THREADS, "FIELD": race.game.field, "ENTRIES": len(race.observed)}


def drive_arrays(race: Race) -> Mapping[str, Sequence[int]]:
    """Which moves name a seat, where each entry of the vector is in a record, and which entries name seats."""
    observed = race.observed
    names = [0] * (len(observed) - 2)
    for columns, plus in observed.named_entries():
        for column in columns:
            names[column - 2] = SEAT_PLUS_ONE if plus else SEAT
    for column in observed.set_entries():
        names[column - 2] = SEATS
    seats = race.seats
    places = [16 * byte + width for seat in range(seats) for byte, width in observed.places_in_record(seats, seat)]
    return {
        "seat_moves": [*observed.declared.seat_moves, race.game.moves],
        "entry_place": places,
        "entry_names": names,
    }


def _seats_with(policies: Sequence[int], policy: int) -> int:
    """The seats with a policy, as a set."""
    return sum(1 << seat for seat, one in enumerate(policies) if one == policy)
