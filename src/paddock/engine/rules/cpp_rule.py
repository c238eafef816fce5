"""One rule as a C++ function, translated from its syntax tree.

Rules are written in a small part of Python: whole numbers, fields of the position, buffers, loops and calls of other
rules. Each value has a kind, as narrow as what it comes from allows: two of 32 bits stay in 32 bits when they are
added, a shift by a variable takes 64. The table is known, so that its fields are numbers and what follows from them
is left out. Events are dropped.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Protocol, cast

from .log import note, write_event
from .marking import Rule, is_rule, is_slot
from .rng import next_word, seed_random, uniform, weighted
from .twin import RuleError


class Kind(IntEnum):
    """How wide a value is."""

    BOOL = 0
    INT = 1
    LONG = 2


TYPES = {Kind.BOOL: "bool", Kind.INT: "int", Kind.LONG: "long long"}
WIDTHS = {"i1": "signed char", "i2": "short", "i4": "int", "i8": "long long"}
MOST_INT = (1 << 31) - 1
WORDS_DO = {next_word: "next", uniform: "uniform", weighted: "weighted", seed_random: "seed"}  # written by hand
PARTS = "abcde"  # names of the parts of several values
SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.FloorDiv: "floor_div",
    ast.Mod: "floor_mod",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
UNARY: dict[type[ast.AST], str] = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
RESERVED = """
asm auto bool case catch char class const default delete do double enum explicit export extern float friend goto inline
int long mutable namespace new operator private protected public register short signed sizeof static struct switch
template this throw try typedef typename union unsigned using virtual void volatile python
"""


class Code(NamedTuple):
    """An expression in C++."""

    text: str
    kind: Kind = Kind.INT
    value: int | None = None  # what it always is, if that is known
    reads: bool = False  # the position, a buffer or random words
    writes: bool = False  # one of them


class Called(NamedTuple):
    """A rule as other rules call it."""

    name: str
    parts: tuple[Kind, ...]  # of what it returns; none: nothing
    reads: bool
    writes: bool


class Kept(NamedTuple):
    """Where a value is kept: a field, an entry of one or of a buffer."""

    text: str
    width: str  # e.g. "i2"
    by: Code  # its indices together: what they read and write


class World(Protocol):
    """What a rule stands in: the other rules, the table and the layout of the position."""

    def called(self, function: Rule, kinds: tuple[Kind, ...]) -> Called:
        """Another rule, for arguments of these kinds."""
        ...

    def meant(self, function: Rule, name: str) -> Any:
        """What a name of the rule's module means: a rule or a number."""
        ...

    def table(self, field: str) -> Any:
        """A field of the table: a number or a list of numbers or of rows."""
        ...

    def lengths(self, field: str) -> tuple[int, ...]:
        """The lengths of a field of the position."""
        ...

    def width(self, field: str) -> str:
        """The width of a field of the position."""
        ...

    def numbers(self, name: str, values: Any) -> tuple[str, Kind]:
        """The array of constant numbers, and of what kind they are."""
        ...


def number(value: int) -> Code:
    """A known number."""
    if isinstance(value, bool):
        return Code("true" if value else "false", Kind.BOOL, int(value))
    if -MOST_INT <= value <= MOST_INT:
        return Code(str(value) if value >= 0 else f"({value})", Kind.INT, value)
    return Code(f"{value}LL" if value > 0 else f"({value}LL)", Kind.LONG, value)


class RuleText:
    """A rule for arguments of given kinds: its text in C++ and what a caller has to know."""

    def __init__(self, function: Rule, kinds: Sequence[Kind], world: World, name: str):
        self.function, self.name = function, name
        self._world = world
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self._tree = tree
        self._parameters = [one.arg for one in tree.args.args]
        self._buffers = [name for name, kind in zip(self._parameters, _annotations(function), strict=True) if kind]
        values = [name for name in self._parameters if self._is_value(name)]
        self._kinds = dict(zip(values, kinds, strict=True))
        self.parts: tuple[Kind, ...] = ()
        self.calls: list[str] = []
        self.reads = self.writes = False
        self.text = self._settled()

    def _is_value(self, parameter: str) -> bool:
        return parameter not in ("t", "s") and parameter not in self._buffers

    def _settled(self) -> str:
        """The text when no kind changes any more: a kind only grows."""
        while True:
            before = (dict(self._kinds), self.parts)
            self.calls = []
            lines = self._block(self._tree.body)
            if before == (self._kinds, self.parts):
                return "\n".join([f"{self.head} {{", *self._locals(), *lines, "}"])

    @property
    def head(self) -> str:
        """The function's declaration."""
        parameters = [one for name in self._parameters for one in self._declared(name)]
        return f"RULE {self._returned()} {self.name}({', '.join(parameters)})"

    def _declared(self, name: str) -> list[str]:
        if name in ("t", "log"):
            return []
        if name == "s":
            return ["State s"]
        if name == "random":
            return ["Words &random"]
        return [f"int *{_safe(name)}" if name in self._buffers else f"{TYPES[self._kinds[name]]} {_safe(name)}"]

    def _returned(self) -> str:
        if not self.parts:
            return "void"
        return TYPES[self.parts[0]] if len(self.parts) == 1 else _several(self.parts)

    def _locals(self) -> list[str]:
        own = [name for name in self._kinds if name not in self._parameters]
        return [f"{TYPES[self._kinds[name]]} {_safe(name)} = 0;" for name in own]

    def _wrong(self, node: ast.AST, why: str) -> RuleError:
        rule = self.function
        return RuleError(f"{rule.__module__}.{rule.__qualname__}: `{ast.unparse(node)}` {why}")

    # Statements

    def _block(self, body: Sequence[ast.stmt]) -> list[str]:
        return [line for one in body for line in self._statement(one)]

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                return []
            case ast.Expr(ast.Call() as call):
                return self._call_alone(call)
            case ast.Assign(targets, value):
                return self._assign(node, targets, value)
            case ast.AnnAssign(target, _, ast.expr() as value):
                return self._assign(node, [target], value)
            case ast.AugAssign():
                return self._change(node)
            case ast.If():
                return self._if(node)
            case ast.For():
                return self._for(node)
            case ast.While(test, body, []):
                return [f"LOOP while ({self._test(test).text}) {{", *self._block(body), "}"]
            case ast.Return(value):
                return self._return(value)
            case ast.Break() | ast.Continue():
                return ["break;" if isinstance(node, ast.Break) else "continue;"]
            case _:
                raise self._wrong(node, "cannot be translated")

    def _call_alone(self, call: ast.Call) -> list[str]:
        if self._callee(call) in (note, write_event):
            found = [self._value(one) for one in call.args[1:]]
            return [f"{one.text};" for one in found if one.writes]
        return [f"{self._call(call)[0].text};"]

    def _assign(self, node: ast.stmt, targets: list[ast.expr], value: ast.expr) -> list[str]:
        if len(targets) > 1:
            found = self._value(value)
            kept = found._replace(text="value_", value=None, reads=False, writes=False)
            return [f"{{ auto value_ = {found.text};", *(self._store(one, kept) for one in targets), "}"]
        if not isinstance(targets[0], ast.Tuple):
            return [self._store(targets[0], self._value(value))]
        return self._assign_parts(node, targets[0].elts, value)

    def _assign_parts(self, node: ast.stmt, targets: list[ast.expr], value: ast.expr) -> list[str]:
        """Several values at once: all are found before the first is stored."""
        if isinstance(value, ast.Tuple):
            found = [self._value(one) for one in value.elts]
            made = [f"auto part_{i}_ = {one.text};" for i, one in enumerate(found)]
            parts = [Code(f"part_{i}_", one.kind) for i, one in enumerate(found)]
        elif isinstance(value, ast.Call):
            call, kinds = self._call(value)
            made = [f"auto several_ = {call.text};"]
            parts = [Code(f"several_.{PARTS[i]}", kind) for i, kind in enumerate(kinds)]
        else:
            raise self._wrong(node, "takes several values from what is not a call")
        return ["{", *made, *(self._store(one, part) for one, part in zip(targets, parts, strict=True)), "}"]

    def _store(self, target: ast.expr, value: Code) -> str:
        if isinstance(target, ast.Name):
            self._widen(target.id, value.kind)
            return f"{_safe(target.id)} = {value.text};"
        place = self._place(target)
        self.writes = True
        if not value.writes:
            return f"{place.text} = {_fitting(place.width, value)};"
        kept = value._replace(text="value_")
        return f"{{ auto value_ = {value.text}; {place.text} = {_fitting(place.width, kept)}; }}"

    def _widen(self, name: str, kind: Kind) -> None:
        if name in ("t", "s") or name in self._buffers:
            raise RuleError(f"{self.function.__qualname__} stores a number in {name}, which is not one")
        self._kinds[name] = max(kind, self._kinds.get(name, Kind.BOOL))

    def _change(self, node: ast.AugAssign) -> list[str]:
        """Add to a value: its place is found once, and before what is added."""
        if isinstance(node.target, ast.Name):
            both = self._both(node, node.op, self._value(node.target), self._value(node.value))
            return [self._store(node.target, both)]
        place, added = self._place(node.target), self._value(node.value)
        if added.writes:
            raise self._wrong(node, "changes what it adds to: put what is added into a name first")
        self.writes = self.reads = True
        held = Code("held_", _kind_of(place.width), reads=True)
        both = self._both(node, node.op, held, added)
        return [f"{{ auto &held_ = {place.text}; held_ = {_fitting(place.width, both)}; }}"]

    def _if(self, node: ast.If) -> list[str]:
        test = self._test(node.test)
        if test.value is not None:
            return self._block(node.body if test.value else node.orelse)
        lines = [f"if ({test.text}) {{", *self._block(node.body)]
        if node.orelse:
            lines += ["} else {", *self._block(node.orelse)]
        return [*lines, "}"]

    def _for(self, node: ast.For) -> list[str]:
        """The bounds are found once; the name keeps its last value behind the loop."""
        match node:
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), args, []), body, []):
                bounds = [self._value(one) for one in args]
            case _:
                raise self._wrong(node.iter, "is no range to loop over")
        self._apart(node.iter, *bounds)
        start = bounds[0] if len(bounds) > 1 else number(0)
        end = bounds[1] if len(bounds) > 1 else bounds[0]
        step = bounds[2] if len(bounds) > 2 else number(1)
        if step.value is None or step.value == 0:
            raise self._wrong(node.iter, "has a step that is not known")
        kind = max(Kind.INT, start.kind, end.kind)
        self._widen(name, kind)
        at, stop, sign = f"{name}_at_", f"{name}_end_", "<" if step.value > 0 else ">"
        bounded = f"{TYPES[kind]} {at} = {start.text}, {stop} = {end.text}"
        head = f"LOOP for ({bounded}; {at} {sign} {stop}; {at} += {step.value}) {{"
        return [head, f"{_safe(name)} = {at};", *self._block(body), "}"]

    def _return(self, value: ast.expr | None) -> list[str]:
        match value:
            case None:
                return ["return;"]
            case ast.Tuple(elts):
                found = [self._value(one) for one in elts]
                self._apart(value, *found)
                self._give_back(value, tuple(one.kind for one in found))
                return [f"return {_several(self.parts)}{{{', '.join(one.text for one in found)}}};"]
            case ast.Call() if self._callee(value) is not None:
                return self._return_call(value)
            case _:
                found = [self._value(value)]
                self._give_back(value, (found[0].kind,))
                return [f"return {found[0].text};"]

    def _return_call(self, value: ast.Call) -> list[str]:
        code, kinds = self._call(value)
        self._give_back(value, kinds)
        if len(kinds) < 2:
            return [f"return {code.text};"]
        parts = ", ".join(f"several_.{PARTS[i]}" for i in range(len(kinds)))
        return [f"{{ auto several_ = {code.text};", f"return {_several(self.parts)}{{{parts}}}; }}"]

    def _give_back(self, node: ast.AST, kinds: tuple[Kind, ...]) -> None:
        if self.parts and len(self.parts) != len(kinds):
            raise self._wrong(node, f"returns {len(kinds)} values, and elsewhere {len(self.parts)} are returned")
        self.parts = tuple(map(max, kinds, self.parts)) if self.parts else kinds

    # Values

    def _value(self, node: ast.expr) -> Code:
        match node:
            case ast.Constant(bool() | int() as value):
                return number(value)
            case ast.Name(name):
                return self._name(node, name)
            case ast.Attribute() | ast.Subscript():
                return self._read(node)
            case ast.Call():
                return self._one_of_call(node)
            case ast.BinOp(left, op, right):
                return self._both(node, op, self._value(left), self._value(right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp():
                return self._either(node, [self._value(one) for one in node.values])
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp():
                return self._choice(node)
            case _:
                raise self._wrong(node, "cannot be translated")

    def _test(self, node: ast.expr) -> Code:
        """A value of which only counts whether it is 0."""
        match node:
            case ast.BoolOp(op, values):
                return _joined(op, [self._test(one) for one in values])
            case ast.UnaryOp(ast.Not(), operand):
                return _not(self._test(operand))
            case _:
                return self._value(node)

    def _name(self, node: ast.expr, name: str) -> Code:
        if name in self._kinds:
            return Code(_safe(name), self._kinds[name])
        if self._is_stored(name):
            self._widen(name, Kind.BOOL)  # its kind is known in the next round
            return Code(_safe(name), Kind.BOOL)
        meant = self._world.meant(self.function, name)
        if not isinstance(meant, int):
            raise self._wrong(node, "is not a number")
        return number(meant if isinstance(meant, bool) else int(meant))

    def _is_stored(self, name: str) -> bool:
        stored = (one for one in ast.walk(self._tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
        return any(one.id == name for one in stored)

    def _read(self, node: ast.expr) -> Code:
        base, indices = _unfolded(node)
        match base:
            case ast.Attribute(ast.Name("t"), field):
                return self._entry(node, f"table_{field}", self._world.table(field), indices)
            case ast.Name("log"):
                return number(0)
            case ast.Name(name) if name not in self._buffers and not isinstance(base.ctx, ast.Store):
                return self._entry(node, name, self._world.meant(self.function, name), indices)
            case _:
                place = self._place(node)
        self.reads = True
        return place.by._replace(text=place.text, kind=_kind_of(place.width), value=None, reads=True)

    def _entry(self, node: ast.expr, name: str, values: Any, indices: list[ast.expr]) -> Code:
        """A number of the table or of the rule's module, at a place that may be known."""
        found = [self._value(one) for one in indices]
        depth = 0
        while depth < len(found) and found[depth].value is not None and not isinstance(values, int):
            values = values[found[depth].value]
            name += f"_{found[depth].value}"
            depth += 1
        left = found[depth:]
        if isinstance(values, int) and not left:
            return number(values)
        if isinstance(values, int) or len(left) != (2 if _is_grid(values) else 1):
            raise self._wrong(node, "is not a number")
        self._apart(node, *left)
        array, kind = self._world.numbers(name, values)
        index = left[0].text if len(left) == 1 else f"({left[0].text}) * {len(values[0])} + {left[1].text}"
        return _from(f"{array}[{index}]", kind, *left)

    def _place(self, node: ast.expr) -> Kept:
        base, indices = _unfolded(node)
        found = [self._value(one) for one in indices]
        self._apart(node, *found)
        index = _from("", Kind.INT, *found)
        match base:
            case ast.Attribute(ast.Name("s"), field):
                if len(indices) != len(self._world.lengths(field)):
                    raise self._wrong(node, "is not a number")
                return Kept(f"s.{field}({', '.join(one.text for one in found)})", self._world.width(field), index)
            case ast.Name(name) if name in self._buffers and name not in ("log", "random") and len(found) == 1:
                return Kept(f"{_safe(name)}[{found[0].text}]", "i4", index)
            case _:
                raise self._wrong(node, "is not a field of the position or an entry of a buffer")

    def _unary(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.Not):
            return _not(self._test(node.operand))
        one = self._value(node.operand)
        sign = UNARY[type(node.op)]
        if one.value is not None:
            return number({"-": -one.value, "+": one.value, "~": ~one.value}[sign])
        return one._replace(text=f"({sign}{one.text})", kind=max(Kind.INT, one.kind))

    def _both(self, node: ast.AST, op: ast.operator, left: Code, right: Code) -> Code:
        """Two values and a sign between them."""
        self._apart(node, left, right)
        if type(op) not in SIGNS:
            raise self._wrong(node, "cannot be translated")
        sign = SIGNS[type(op)]
        if left.value is not None and right.value is not None:
            return number(_COUNT[sign](left.value, right.value))
        kind = max(Kind.INT, left.kind, right.kind)
        if sign in ("floor_div", "floor_mod"):
            return _divided(sign, kind, left, right)
        if sign in ("<<", ">>"):
            return _shifted(sign, left, right)
        if sign == "&" and kind == Kind.LONG and (_is_small(left) or _is_small(right)):
            return _from(f"((int)({left.text} & {right.text}))", Kind.INT, left, right)
        return _from(f"({left.text} {sign} {right.text})", kind, left, right)

    def _compare(self, node: ast.Compare) -> Code:
        parts = [node.left, *node.comparators]
        steps: list[Code] = []
        for first, op, second in zip(parts, node.ops, parts[1:], strict=False):
            steps.append(self._compared(node, op, first, second))
        if len(steps) > 1 and any(self._value(one).writes for one in parts[1:-1]):
            raise self._wrong(node, "would be played twice: put what is in the middle into a name first")
        return steps[0] if len(steps) == 1 else _joined(ast.And(), steps)

    def _compared(self, node: ast.Compare, op: ast.cmpop, first: ast.expr, second: ast.expr) -> Code:
        left = self._value(first)
        if isinstance(op, ast.In | ast.NotIn) and isinstance(second, ast.Tuple):
            if left.writes:
                raise self._wrong(node, "would be played several times: put it into a name first")
            found = _joined(ast.Or(), [self._equal(node, left, self._value(one)) for one in second.elts])
            return found if isinstance(op, ast.In) else _not(found)
        right = self._value(second)
        self._apart(node, left, right)
        if type(op) not in SIGNS:
            raise self._wrong(node, "cannot be translated")
        return _tested(SIGNS[type(op)], left, right)

    def _equal(self, node: ast.AST, left: Code, right: Code) -> Code:
        self._apart(node, left, right)
        return _tested("==", left, right)

    def _either(self, node: ast.BoolOp, values: list[Code]) -> Code:
        """`and` and `or` give one of their values."""
        if all(one.kind == Kind.BOOL for one in values):
            return _joined(node.op, values)
        found = values[-1]
        for one in reversed(values[:-1]):
            if one.writes:
                raise self._wrong(node, "would be played twice: put it into a name first")
            then, other = (found, one) if isinstance(node.op, ast.And) else (one, found)
            if one.value is not None:
                found = then if one.value else other
            else:
                found = _chosen(one, then, other)
        return found

    def _choice(self, node: ast.IfExp) -> Code:
        test = self._test(node.test)
        if test.value is not None:
            return self._value(node.body if test.value else node.orelse)
        return _chosen(test, self._value(node.body), self._value(node.orelse))

    # Calls

    def _callee(self, call: ast.Call) -> Rule | None:
        """The rule that is called; None for a builtin."""
        if not isinstance(call.func, ast.Name):
            return None
        meant = self._world.meant(self.function, call.func.id)
        return cast(Rule, meant) if is_rule(meant) or is_slot(meant) else None

    def _one_of_call(self, node: ast.Call) -> Code:
        code, kinds = self._call(node)
        if len(kinds) != 1:
            raise self._wrong(node, f"gives {len(kinds)} values where one is used")
        return code

    def _call(self, node: ast.Call) -> tuple[Code, tuple[Kind, ...]]:
        """A call, and the kinds of what it returns."""
        callee = self._callee(node)
        if node.keywords:
            raise self._wrong(node, "names a parameter: rules are called by place")
        if callee is None:
            code = self._builtin(node)
            return code, (code.kind,)
        if callee in WORDS_DO:
            return self._of_words(node, callee)
        return self._call_rule(node, callee)

    def _builtin(self, node: ast.Call) -> Code:
        name = ast.unparse(node.func)
        if name == "len":
            return number(self._length(node.args[0]))
        found = [self._value(one) for one in node.args]
        self._apart(node, *found)
        if name in ("int", "bool", "abs") and len(found) == 1:
            return _of_one(name, found[0])
        if name not in ("min", "max") or len(found) < 2:
            raise self._wrong(node, "calls what is not a rule")
        best = found[0]
        for one in found[1:]:
            best = _least_or_most(name, best, one)
        return best

    def _length(self, node: ast.expr) -> int:
        base, indices = _unfolded(node)
        match base:
            case ast.Attribute(ast.Name("s"), field):
                return self._world.lengths(field)[len(indices)]
            case ast.Attribute(ast.Name("t"), field):
                values = self._world.table(field)
            case ast.Name(name) if name not in self._buffers:
                values = self._world.meant(self.function, name)
            case _:
                raise self._wrong(node, "has no length here")
        for _ in indices:
            values = values[0]
        return len(values)

    def _of_words(self, node: ast.Call, callee: Rule) -> tuple[Code, tuple[Kind, ...]]:
        """What random words do is written by hand, on unsigned numbers."""
        given = [self._argument(one) for one in node.args[1:]]
        self._apart(node, *given)
        self.reads = self.writes = True
        kind = Kind.LONG if callee is next_word else Kind.INT
        text = f"random.{WORDS_DO[callee]}({', '.join(one.text for one in given)})"
        return Code(text, kind, reads=True, writes=True), () if callee is seed_random else (kind,)

    def _call_rule(self, node: ast.Call, callee: Rule) -> tuple[Code, tuple[Kind, ...]]:
        passed = [one for one in node.args if not (isinstance(one, ast.Name) and one.id in ("t", "log"))]
        given = [self._argument(one) for one in passed]
        self._apart(node, *given)
        values = [max(Kind.INT, code.kind) for one, code in zip(passed, given, strict=True) if not self._is_held(one)]
        called = self._world.called(callee, tuple(values))
        if called.name not in self.calls:
            self.calls.append(called.name)
        self.reads |= called.reads
        self.writes |= called.writes
        text = f"{called.name}({', '.join(one.text for one in given)})"
        kind = called.parts[0] if called.parts else Kind.INT
        reads = called.reads or any(one.reads for one in given)
        return Code(text, kind, None, reads, called.writes or any(one.writes for one in given)), called.parts

    def _is_held(self, node: ast.expr) -> bool:
        """Whether an argument is the position or a buffer."""
        return isinstance(node, ast.Name) and (node.id == "s" or node.id in self._buffers)

    def _argument(self, node: ast.expr) -> Code:
        return Code(_safe(ast.unparse(node))) if self._is_held(node) else self._value(node)

    def _apart(self, node: ast.AST, *codes: Code) -> None:
        """C++ may find parts of an expression in any order: none may change what another one reads."""
        for one in codes:
            if one.writes and any(other.reads or other.writes for other in codes if other is not one):
                raise self._wrong(node, "changes in one part what another part reads: put one into a name first")


# Pieces of C++


_COUNT: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "floor_div": lambda a, b: a // b,
    "floor_mod": lambda a, b: a % b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _annotations(function: Rule) -> list[bool]:
    """Of each parameter, whether it is a buffer."""
    return [one.annotation == list[int] for one in inspect.signature(function).parameters.values()]


def _safe(name: str) -> str:
    return f"{name}_" if name in RESERVED.split() else name


def _several(parts: Sequence[Kind]) -> str:
    return f"Several<{', '.join(TYPES[one] for one in parts)}>"


def _kind_of(width: str) -> Kind:
    return Kind.LONG if width == "i8" else Kind.INT


def _fitting(width: str, value: Code) -> str:
    """A value as it is stored in a field of that width."""
    return value.text if width == "i8" else f"python::narrow<{WIDTHS[width]}>({value.text})"


def _is_grid(values: Any) -> bool:
    return not isinstance(values[0], int)


def _unfolded(node: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """What is indexed, and by what: `s.hand[car][kind]` is `s.hand` by `car` and `kind`."""
    indices: list[ast.expr] = []
    while isinstance(node, ast.Subscript):
        indices.insert(0, node.slice)
        node = node.value
    return node, indices


def _from(text: str, kind: Kind, *codes: Code) -> Code:
    """A value made from others: it reads and writes what they do."""
    return Code(text, kind, None, any(one.reads for one in codes), any(one.writes for one in codes))


def _is_small(code: Code) -> bool:
    return code.value is not None and 0 <= code.value <= MOST_INT


def _divided(sign: str, kind: Kind, left: Code, right: Code) -> Code:
    text = f"python::{sign}<{TYPES[kind]}>({left.text}, {right.text})"
    if sign == "floor_mod" and right.kind < kind:
        return _from(f"((int){text})", Kind.INT, left, right)  # nearer to 0 than what it is divided by
    return _from(text, kind, left, right)


def _shifted(sign: str, left: Code, right: Code) -> Code:
    """A shift by a known number keeps the width, one by a variable takes all 64 bits."""
    known = right.value is not None and right.value < 32
    kind = max(Kind.INT, left.kind) if known else Kind.LONG
    text = left.text if left.kind == kind else f"(({TYPES[kind]}){left.text})"
    return _from(f"({text} {sign} {right.text})", kind, left, right)


def _tested(sign: str, left: Code, right: Code) -> Code:
    if left.value is not None and right.value is not None:
        return number(bool(_COUNT[sign](left.value, right.value)))
    return _from(f"({left.text} {sign} {right.text})", Kind.BOOL, left, right)


def _not(one: Code) -> Code:
    if one.value is not None:
        return number(not one.value)
    return one._replace(text=f"(!{one.text})", kind=Kind.BOOL)


def _joined(op: ast.boolop, tests: list[Code]) -> Code:
    """Tests of which all or any must hold, from left to right; what is known is left out."""
    is_and = isinstance(op, ast.And)
    left: list[Code] = []
    for one in tests:
        if one.value is None:
            left.append(one)
        elif bool(one.value) != is_and:
            left.append(number(not is_and))
            break
    if not left:
        return number(is_and)
    if len(left) == 1:
        return left[0] if left[0].value is not None else left[0]._replace(text=f"({left[0].text} != 0)", kind=Kind.BOOL)
    if left[0].value is not None:
        return left[0]
    return _from(f"({(' && ' if is_and else ' || ').join(one.text for one in left)})", Kind.BOOL, *left)


def _chosen(test: Code, then: Code, other: Code) -> Code:
    kind = max(then.kind, other.kind)
    texts = [f"(({TYPES[kind]}){one.text})" if one.kind != kind else one.text for one in (then, other)]
    return _from(f"({test.text} ? {texts[0]} : {texts[1]})", kind, test, then, other)


def _of_one(name: str, one: Code) -> Code:
    if one.value is not None:
        return number({"int": int, "bool": bool, "abs": abs}[name](one.value))
    if name == "bool":
        return one._replace(text=f"({one.text} != 0)", kind=Kind.BOOL)
    kind = max(Kind.INT, one.kind)
    return one._replace(
        text=f"python::size({one.text})" if name == "abs" else f"(({TYPES[kind]}){one.text})", kind=kind
    )


def _least_or_most(name: str, one: Code, other: Code) -> Code:
    if one.value is not None and other.value is not None:
        return number(min(one.value, other.value) if name == "min" else max(one.value, other.value))
    kind = max(Kind.INT, one.kind, other.kind)
    return _from(f"python::{name}<{TYPES[kind]}>({one.text}, {other.text})", kind, one, other)
