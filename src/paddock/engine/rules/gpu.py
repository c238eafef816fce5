"""The same rules on a GPU: device functions from the twins of a game, and one kernel that runs whole races.

numba-cuda compiles the kernel to PTX, which needs no GPU; `gpu_launch` loads and runs it where there is one. Race
number i of a seed is the same race as on the other backends, bit for bit.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportAttributeAccessIssue=false, reportMissingImports=false
# pyright: reportPrivateImportUsage=false, reportReturnType=false
# numba-cuda ships no types and is an extra: what it gives is unknown on this page.

import contextlib
import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .contract import actor, apply, setup, standings
from .gpu_launch import BLOCK, Launch, NoGpuError, capability_here
from .log import HEAD
from .loops import chance_outcome, policy_move
from .marking import CHANCE, OVER, Rule
from .native import cache_folder, parameter_types
from .native_cache import Place, places, read_checked, write_checked
from .rng import seed_random
from .schema import Record
from .twin import Twins

if TYPE_CHECKING:
    from ..game import Game

KEYS = 64  # phases that a block sorts by; the last one is for slots without a race
CAPABILITY = (9, 0)  # compute capability the PTX is made for; newer devices run it too
USED: tuple[Rule, ...] = (setup, actor, chance_outcome, policy_move, apply, standings, seed_random)


@dataclass(frozen=True)
class Kernel:
    """The compiled kernel of a game, and what a launch has to know."""

    ptx: str
    name: str
    state_bytes: int


def on_gpu(game: "Game", table: Record) -> Launch:
    """The races of a table on the GPU of this machine; raises NoGpuError with a sentence where there is none."""
    kernel = kept_kernel(game, capability_here())
    return Launch(kernel.ptx, kernel.name, table.to_bytes(), kernel.state_bytes)


def kept_kernel(game: "Game", capability: tuple[int, int]) -> Kernel:
    """The kernel from the cache of compiled rules, or compiled now and kept there."""
    kept = places(cache_folder(game))
    for place in kept:
        data = read_checked(_file(place, capability)) if place.is_trusted() else None
        if data is not None:
            return _kernel(game, data.decode())
    kernel = compile_kernel(game, capability)
    for place in kept:
        try:
            place.make()
            write_checked(_file(place, capability), kernel.ptx.encode())
        except OSError:
            continue
        break
    return kernel


def _file(place: Place, capability: tuple[int, int]) -> Path:
    return place.folder / f"races-{capability[0]}{capability[1]}.ptx"


def _kernel(game: "Game", ptx: str) -> Kernel:
    name = re.search(r"\.visible \.entry (\w+)", ptx)
    assert name
    return Kernel(ptx, name[1], game.state.dtype.itemsize)


def compile_kernel(game: "Game", capability: tuple[int, int] = CAPABILITY) -> Kernel:
    """Compile the races of a game to PTX."""
    try:
        from numba import cuda
    except ImportError:
        raise NoGpuError("the GPU backend needs numba-cuda: pip install 'paddock[gpu]'") from None
    with _without_a_device(capability), _index_from_start():
        kernel = _races(game, _device_functions(game))
        ptx, _ = cuda.compile_ptx(kernel, _signature(game), cc=capability, lineinfo=False)
    return _kernel(game, re.sub(r"\.version \d+\.\d+", ".version 9.0", ptx, count=1))


def _signature(game: "Game") -> Any:
    """The types of the kernel's arguments."""
    import numba
    from numba import types

    table, state = numba.from_dtype(game.table.dtype), numba.from_dtype(game.state.dtype)
    number, numbers, grid = types.int64, types.int64[::1], types.int64[:, ::1]
    return types.void(table[::1], state[::1], types.uint8[:, ::1], grid, numbers, *[number] * 5, numbers, grid)


def _device_functions(game: "Game") -> dict[str, Any]:
    """The twins that the kernel calls, by name."""
    import numba
    from numba import cuda, types

    plain = {int: types.int64, bool: types.int64, list[int]: types.CPointer(types.int64)}
    special = {"t": numba.from_dtype(game.table.dtype), "s": numba.from_dtype(game.state.dtype)}

    def compiler(function: Rule) -> Rule:
        return cuda.jit(parameter_types(function, plain, special), device=True)(function)

    twins = Twins(game.contract, compiler)
    return {rule.__name__: twins.of(game.contract.get(rule.__name__, rule)) for rule in USED}


def _races(game: "Game", rules: Mapping[str, Any]) -> Any:
    """The kernel: a block sorts its races by phase, so that the threads of a warp do the same thing, then plays on.

    Divergence, not memory, limits the larger games: they gain from sorting before every ply, small ones from several
    plies a sort (`burst`). A slot takes the next race of the call when it has finished one.
    """
    import numba
    from numba import int16, int32, int64

    cuda: Any = numba.cuda
    begin, acts, draw, choose = rules["setup"], rules["actor"], rules["chance_outcome"], rules["policy_move"]
    play, rank, seeded = rules["apply"], rules["standings"], rules["seed_random"]
    raw, room, log_size = _raw(), game.room, HEAD
    idle, block, warp = KEYS - 1, BLOCK, 32

    def races(
        tables: Any,
        states: Any,
        bytes_of: Any,
        random: Any,
        policy: Any,
        seed: int,
        first: int,
        count: int,
        bound: int,
        burst: int,
        taken: Any,
        results: Any,
    ) -> None:
        t = tables[0]
        lane = cuda.threadIdx.x
        base = cuda.blockIdx.x * block
        mine = base + lane
        race = cuda.shared.array(block, int64)  # of each slot, from 0; at least `count`: there are no more
        played = cuda.shared.array(block, int32)  # plies; -1: the slot wants a race
        decided = cuda.shared.array(block, int32)
        order = cuda.shared.array(block, int16)
        bins = cuda.shared.array(KEYS, int32)
        starts = cuda.shared.array(KEYS, int32)
        out = cuda.local.array(room, int64)
        weight = cuda.local.array(room, int64)
        log = cuda.local.array(log_size, int64)
        for i in range(log_size):
            log[i] = 0
        race[lane] = 0
        played[lane] = -1
        while True:
            if played[lane] == -1 and race[lane] < count:
                race[lane] = cuda.atomic.add(taken, 0, 1)
                if race[lane] < count:
                    for i in range(bytes_of.shape[1]):
                        bytes_of[mine, i] = 0
                    seeded(raw(random[mine]), seed, first + race[lane])
                    begin(t, states[mine])
                    played[lane] = 0
                    decided[lane] = 0
            key = int64(idle)
            if race[lane] < count:
                key = int64(states[mine].phase)
            if lane < KEYS:
                bins[lane] = 0
            cuda.syncthreads()
            before = cuda.atomic.add(bins, key, 1)
            cuda.syncthreads()
            if bins[idle] == block:
                break
            if lane < warp:  # two bins a thread
                one = bins[2 * lane]
                both = one + bins[2 * lane + 1]
                total = both
                step = 1
                while step < warp:
                    other = cuda.shfl_up_sync(0xFFFFFFFF, total, step)
                    if lane >= step:
                        total += other
                    step *= 2
                starts[2 * lane] = total - both
                starts[2 * lane + 1] = total - both + one
            cuda.syncthreads()
            order[starts[key] + before] = lane
            cuda.syncthreads()
            slot = order[lane]
            if race[slot] < count:
                s = states[base + slot]
                words = raw(random[base + slot])
                plies = played[slot]
                decisions = decided[slot]
                for _ in range(burst):
                    seat = acts(t, s)
                    if seat == OVER or plies >= bound:
                        row = race[slot]
                        results[row, 0] = plies if seat == OVER else -1
                        results[row, 1] = decisions
                        rank(t, s, raw(out), raw(weight))
                        for i in range(results.shape[1] - 2):
                            results[row, 2 + i] = out[i]
                        plies = -1
                        break
                    if seat == CHANCE:
                        move = draw(t, s, raw(out), raw(weight), words)
                    else:
                        move = choose(t, s, policy[seat], raw(out), words)
                        decisions += 1
                    play(t, s, move, raw(log))
                    plies += 1
                played[slot] = plies
                decided[slot] = decisions
            cuda.syncthreads()

    return races


def _raw() -> Any:
    """The address of an array's first entry, as rules take their buffers."""
    from numba import types
    from numba.cuda.extending import intrinsic
    from numba.cuda.np.arrayobj import make_array

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return make_array(signature.args[0])(context, builder, arguments[0]).data

    @intrinsic
    def raw(_typing: Any, buffer: Any) -> Any:
        return types.CPointer(types.int64)(buffer), codegen

    return raw


@contextlib.contextmanager
def _without_a_device(capability: tuple[int, int]) -> Generator[None]:
    """numba-cuda asks the device for its capability even when PTX is made for a given one: answer for it."""
    from numba.cuda import compiler, dispatcher

    class Device:
        compute_capability = capability

    with contextlib.ExitStack() as undo:
        for module in (compiler, dispatcher):
            if hasattr(module, "get_current_device"):
                undo.callback(setattr, module, "get_current_device", module.get_current_device)
                module.get_current_device = Device
        yield


@contextlib.contextmanager
def _index_from_start() -> Generator[None]:
    """An index is never negative, so nothing is counted from the end."""
    from numba.core import types as numba_types
    from numba.cuda.np import arrayobj

    def index_from_start(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, numba_types.intp)

    before = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = index_from_start
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before
