"""Compiled rules: the native twin of a game, built by Numba and cached on disk.

The cache folder is named by a digest of everything that goes into the machine code (loaded rule code, the numbers it
uses, record layouts, versions), so it can never answer with old rules. `native_cache` reads and writes its files.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# pyright: reportPrivateUsage=false
# Numba ships no types: what it gives is unknown on this page and typed where it leaves it.

import contextlib
import hashlib
import inspect
import platform
import sys
import threading
import weakref
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import entries
from .marking import Rule, is_inlined, is_seldom
from .native_cache import EntryCache, Place, delete_unused, one_process, places
from .twin import Compiler, RuleError, Twins, code_digest, reachable

if TYPE_CHECKING:
    from ..game import Game

Progress = Callable[[str, int, int], None]  # what is being compiled, how many are done, of how many
Change = tuple[Any, str, Any]  # whose function of which name, and what replaces it

FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
INNER_FLAGS: dict[str, Any] = {**FLAGS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENTRY_MARK = "_ZN7cpython"  # a function that Python can call has a wrapper whose name starts so

COMPILED_BY = 2  # rises with each change of this page or of native_records: old machine code is not loaded any more

AT_ONCE = (entries.ask, entries.races, entries.search)  # compiled first; the others when they are first used

_rules: "weakref.WeakSet[Any]" = weakref.WeakSet()  # compiled rules that are not yet linked into an entry
_seldom: set[str] = set()  # parts of the names of rules that are marked so
_building = threading.Lock()  # patches of Numba hold for the whole process


def cache_folder(game: "Game") -> str:
    """The folder name for exactly these rules, record layouts and versions."""
    import numba

    parts = (
        code_digest(reachable(entries.ENTRIES, game.contract)),
        repr((game.table.dtype.descr, game.state.dtype.descr)),
        repr((COMPILED_BY, numba.__version__, np.__version__, sys.version, platform.machine())),
    )
    return f"{game.id}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"


class Native:
    """A game's compiled entries, loaded from the cache if possible; those not in AT_ONCE compile on first use."""

    ask: Any
    races: Any
    go_on: Any
    explored: Any
    measured: Any
    search: Any
    step_all: Any
    drive_all: Any

    def __init__(self, game: "Game", progress: Progress | None = None):
        self._places = places(cache_folder(game))
        self._count = _Count(progress, len(reachable(AT_ONCE, game.contract)))
        replaced = {entries.raw: _raw(), entries.become: _become(), entries.clear: _clear()}
        self._twins = Twins(game.contract, _inner(game, self._count), replaced)
        self._outer = _outer(game, self._places)
        self._compile(*AT_ONCE)
        self._count.ready()
        delete_unused(self._places)

    def _compile(self, *wanted: Rule) -> None:
        with _building, one_process(self._places), _optimised_whole():
            for entry in wanted:
                if entry.__name__ not in self.__dict__:
                    self._count.next(entry.__name__)
                    setattr(self, entry.__name__, self._twins.root(entry, self._outer))

    def __getattr__(self, name: str) -> Any:
        later = {entry.__name__: entry for entry in entries.ENTRIES}
        if name not in later:
            raise AttributeError(name)
        self._compile(later[name])
        return self.__dict__[name]


class _Count:
    """Reports the progress of compiling, rule by rule."""

    def __init__(self, progress: Progress | None, total: int):
        self._progress, self._total, self._done = progress, total, 0

    def next(self, what: str) -> None:
        """Report that a rule is being compiled."""
        if self._progress:
            self._progress(what, self._done, self._total)
        self._done += 1

    def ready(self) -> None:
        """Report that all is compiled or loaded from the cache."""
        if self._progress:
            self._progress("ready", self._total, self._total)


def _inner(game: "Game", count: _Count) -> Compiler:
    """Compiles a rule that other rules call: once, when first needed, for the one signature its parameters name.

    By default Numba would compile a rule once more for each combination of integer widths it is called with.
    """
    import numba
    from numba import types

    from .native_records import RuleRecord

    plain = {int: types.int64, bool: types.int64, list[int]: types.CPointer(types.int64)}
    special = {"t": RuleRecord("table", game.table.dtype), "s": RuleRecord("state", game.state.dtype)}

    def compiler(function: Rule) -> Rule:
        signature = parameter_types(function, plain, special)
        compiled = numba.njit(**INNER_FLAGS, forceinline=is_inlined(function))(function)
        if is_seldom(function):
            _seldom.add(_mangled(function))
        by_call = compiled.get_call_template

        def one_signature(_args: Any, _kws: Any) -> Any:
            if not compiled.signatures:
                count.next(function.__name__)
            return by_call(signature, {})

        compiled.get_call_template = one_signature
        return compiled

    return compiler


def _outer(game: "Game", kept: Sequence[Place]) -> Compiler:
    """Compiles an entry eagerly, or loads it from the cache."""
    import numba
    from numba import types
    from numba.core.typeinfer import register_dispatcher

    plain: dict[Any, Any] = {
        int: types.int64,
        entries.Ints: types.int64[::1],
        entries.Grid: types.int64[:, ::1],
        entries.Flags: types.uint8[:, ::1],
    }
    table, state = numba.from_dtype(game.table.dtype), numba.from_dtype(game.state.dtype)
    special = {"tables": table[::1], "states": state[::1]}

    def compiler(function: Rule) -> Rule:
        compiled = numba.njit(**FLAGS)(function)
        compiled._cache = EntryCache(kept, function.__name__)
        with register_dispatcher(compiled):
            compiled.compile(parameter_types(function, plain, special))
        compiled.disable_compile()
        return compiled

    return compiler


def _mangled(function: Rule) -> str:
    """The part of a symbol's name that says which rule it is."""
    return "".join(f"{len(part)}{part}" for part in [*function.__module__.split("."), function.__qualname__])


def parameter_types(function: Rule, plain: dict[Any, Any], special: dict[str, Any]) -> tuple[Any, ...]:
    """The compiled type of each parameter, by its name or its annotation."""
    found: list[Any] = []
    for parameter in inspect.signature(function).parameters.values():
        kind = special.get(parameter.name) or plain.get(parameter.annotation)
        if kind is None:
            where = f"{function.__module__}.{function.__qualname__}"
            raise RuleError(f"{where}: parameter {parameter.name} must be t, s, int, bool or list[int]")
        found.append(kind)
    return tuple(found)


def _raw() -> Rule:
    """The compiled `raw`: the address of an array's first entry."""
    from numba import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return make_array(signature.args[0])(context, builder, arguments[0]).data

    @intrinsic
    def raw(_typing: Any, buffer: Any) -> Any:
        return types.CPointer(types.int64)(buffer), codegen

    return raw


def _clear() -> Rule:
    """The compiled `clear`: the bytes of a state are set to zero."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        states = make_array(signature.args[0])(context, builder, arguments[0])
        record = builder.gep(states.data, [arguments[1]])
        size = context.get_constant(types.intp, signature.args[0].dtype.size)
        cgutils.memset(builder, record, size, 0)
        return context.get_dummy_value()

    @intrinsic
    def clear(_typing: Any, states: Any, _one: Any) -> Any:
        return types.none(states, types.intp), codegen

    return clear


def _become() -> Rule:
    """The compiled `become`: the bytes are copied."""
    import numba

    @numba.njit(**INNER_FLAGS)
    def become(states: Any, one: int, other: int) -> None:
        states[one] = states[other]

    return become


@contextlib.contextmanager
def _optimised_whole() -> Generator[None]:
    """Optimise an entry together with all rules it calls, once, and generate machine code for entries only.

    Numba optimises every rule by itself and again inside each caller, generates machine code for each, and keeps each
    rule externally visible, so that LLVM does not inline the larger ones. Here rules are left unoptimised until an
    entry is complete; then they become its internal functions, and their pointer parameters are marked noalias.
    It halves the time to compile and more than doubles the speed of random races. See docs/decisions/0002.
    """
    with contextlib.ExitStack() as undo:
        for owner, name, mine in _changes_to_numba():
            undo.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, mine)
        yield


def _changes_to_numba() -> list[Change]:
    """Monkey patches of Numba as (owner, name, replacement); the replacements call the originals."""
    return [*_changes_to_libraries(), *_changes_to_calls()]


def _changes_to_libraries() -> list[Change]:
    """Optimise and finalise entries only, each as a whole with the rules it calls linked in."""
    from numba.core.codegen import CPUCodeLibrary

    optimise, finalize = CPUCodeLibrary._optimize_final_module, CPUCodeLibrary.finalize

    def finalize_entry(library: Any) -> None:
        if _defines_entry(library):
            library._linking_libraries = _callers_first(library)
            finalize(library)
        else:
            library._finalized = True
            _rules.add(library)

    def optimise_entry(library: Any) -> None:
        for name in [f.name for f in library._final_module.functions if f.linkage.name == "linkonce_odr"]:
            library._final_module.get_function(name).linkage = "internal"
        _mark_seldom(library._final_module)
        optimise(library)

    return [
        (CPUCodeLibrary, "finalize", finalize_entry),
        (CPUCodeLibrary, "_optimize_final_module", optimise_entry),
        (CPUCodeLibrary, "_optimize_functions", lambda _library, _module: None),
    ]


def _changes_to_calls() -> list[Change]:
    """Arguments never alias, an index is never negative, and rules linked into an entry have no Numba environment."""
    from numba.core import types as numba_types
    from numba.core.callconv import CPUCallConv
    from numba.core.codegen import JITCPUCodegen
    from numba.np import arrayobj

    decorate, set_env = CPUCallConv.decorate_function, JITCPUCodegen.set_env

    def decorate_apart(convention: Any, function: Any, arguments: Any, types: Any, noalias: bool = False) -> None:
        decorate(convention, function, arguments, types, noalias=True)

    def set_env_of_entry(codegen: Any, name: str, env: Any) -> None:
        if codegen._engine.get_global_value_address(name):
            set_env(codegen, name, env)

    def index_from_start(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, numba_types.intp)

    return [
        (CPUCallConv, "decorate_function", decorate_apart),
        (JITCPUCodegen, "set_env", set_env_of_entry),
        (arrayobj, "fix_integer_index", index_from_start),
    ]


def _mark_seldom(module: Any) -> None:
    """Rules that are hardly ever called stay out of the way of those that often are."""
    for function in module.functions:
        if not function.is_declaration and any(part in function.name for part in _seldom):
            function.add_function_attribute("cold")
            function.add_function_attribute("noinline")


def _defines_entry(library: Any) -> bool:
    return any(f.name.startswith(ENTRY_MARK) and not f.is_declaration for f in library._final_module.functions)


def _callers_first(library: Any) -> list[Any]:
    """Every library that an entry needs, callers before callees: the linker takes only symbols already referenced."""
    found: dict[Any, None] = {}

    def visit(one: Any) -> None:
        for callee in one._linking_libraries:
            if callee not in found:
                if callee in _rules:
                    visit(callee)
                found[callee] = None

    visit(library)
    return list(reversed(found))
