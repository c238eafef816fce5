"""Twins: the same rules bound to other names, so that one source runs interpreted, compiled or elsewhere.

A twin of a function has the same code in a fresh namespace, in which the names of other rules mean their twins and the
names of contract slots mean the game's rules. The original stays unchanged.
"""

import ast
import dis
import hashlib
import inspect
import textwrap
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .marking import Rule, is_rule, is_slot

Compiler = Callable[[Rule], Rule]


def _is_constant(thing: object) -> bool:
    return thing is None or isinstance(thing, int | float | str | tuple)


class RuleError(TypeError):
    """A rule uses something that rules cannot use."""


class Twins:
    """All twins of one set of rules under one compiler."""

    def __init__(self, contract: Mapping[str, Rule], compiler: Compiler, replaced: Mapping[Rule, Rule] | None = None):
        self._contract = contract
        self._compiler = compiler
        self._twins: dict[Rule, Rule] = dict(replaced or {})
        self._making: list[Rule] = []

    def of(self, function: Rule) -> Rule:
        """The twin of a rule, made after everything it calls."""
        if function not in self._twins:
            self._twins[function] = self._made(function, self._compiler)
        return self._twins[function]

    def root(self, function: Rule, compiler: Compiler) -> Rule:
        """The twin of a rule that no other rule calls, made by the given compiler."""
        return self._made(function, compiler)

    def _made(self, function: Rule, compiler: Compiler) -> Rule:
        if function in self._making:
            circle = " calls ".join(caller.__qualname__ for caller in [*self._making, function])
            raise RuleError(f"rules may not call themselves: {circle}; use a loop")
        self._making.append(function)
        copy = _copy(function)
        for name, callee in called_rules(function, self._contract).items():
            copy.__globals__[name] = self.of(callee)
        self._making.pop()
        return compiler(copy)


def _copy(function: Rule) -> types.FunctionType:
    """The same code with a separate global namespace."""
    copy = types.FunctionType(function.__code__, dict(function.__globals__), function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__annotations__ = function.__annotations__
    vars(copy).update(vars(function))
    return copy


def called_rules(function: Rule, contract: Mapping[str, Rule]) -> dict[str, Rule]:
    """The rules that a rule calls, by the name it uses for them."""
    names = _globals_used(function)
    return {name: contract[thing.__name__] if is_slot(thing) else thing for name, thing in names if callable(thing)}


def reachable(roots: Iterable[Rule], contract: Mapping[str, Rule]) -> list[Rule]:
    """The given rules and every rule they call, each once."""
    found: dict[Rule, None] = {}
    waiting = list(roots)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            waiting.extend(called_rules(function, contract).values())
    return sorted(found, key=lambda f: (f.__module__, f.__qualname__))


def _globals_used(function: Rule) -> list[tuple[str, Any]]:
    """Names of rules, slots and numbers that a rule takes from its module; anything else is an error."""
    used: list[tuple[str, Any]] = []
    for name in _names_loaded(function.__code__):
        if name not in function.__globals__:
            continue  # a builtin
        thing: Any = function.__globals__[name]
        if not (is_rule(thing) or is_slot(thing) or _is_constant(thing)):
            where = f"{function.__module__}.{function.__qualname__}"
            raise RuleError(f"{where} uses {name}, which is neither a rule nor a number: mark it @rule or pass it in")
        used.append((name, thing))
    return used


def _names_loaded(code: types.CodeType) -> list[str]:
    """Global names a function reads; attributes of t and s are none."""
    loaded = {step.argval: None for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    return list(loaded)


def code_digest(rules: Iterable[Rule]) -> str:
    """A digest of what is compiled: the loaded code of rules and the numbers they take from their modules.

    It reads no source file, so an edit on disk after loading cannot put old code under a new name.
    """
    digest = hashlib.sha256()
    for function in rules:
        digest.update(repr((function.__module__, function.__qualname__, function.__defaults__)).encode())
        _add_code(digest, function.__code__)
        for name, thing in _globals_used(function):
            digest.update(repr((name, thing if _is_constant(thing) else "rule")).encode())
    return digest.hexdigest()


def _add_code(digest: Any, code: types.CodeType) -> None:
    digest.update(code.co_code)
    digest.update(repr((code.co_names, code.co_varnames, code.co_argcount)).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _add_code(digest, constant)
        elif not isinstance(constant, str):  # strings are docstrings
            digest.update(repr(constant).encode())


def source_digest(rules: Iterable[Rule]) -> str:
    """A digest of the rules as written, without docstrings and comments: it names the rules in a race record."""
    digest = hashlib.sha256()
    for function in rules:
        digest.update(_code_as_written(function).encode())
        numbers = [(name, thing) for name, thing in _globals_used(function) if _is_constant(thing)]
        digest.update(repr(numbers).encode())
    return digest.hexdigest()


def _code_as_written(function: Rule) -> str:
    """The source of a rule without docstring, comments and layout, which do not change what it does."""
    written = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(written, ast.FunctionDef)
    if ast.get_docstring(written) is not None:
        written.body = written.body[1:] or [ast.Pass()]
    return ast.unparse(written)
