"""A game's rules for one table as C++: what a compiler for a GPU, or any other, makes machine code of.

Each row of the game's phases becomes a unit: a function that plays one ply or one step. Which unit a race waits for is
its phase; races of one phase can so be played side by side without a branch between them. A ply is two functions, one
that chooses the move and one that plays it, so that loops can also take moves from outside.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from .contract import actor, conceal, legal, resample, setup, standings, suggest
from .cpp_rule import WIDTHS, Called, Kind, RuleText
from .marking import Rule, is_slot
from .phases import BUFFERS, Phase
from .schema import Record, seats_of
from .twin import RuleError

if TYPE_CHECKING:
    from ..game import Game

HERE = Path(__file__).parent
USED = (setup, actor, legal, standings, conceal, resample, suggest)  # rules that the loops in C++ call by name
APART = (suggest,)  # not inlined: it is large, and called in many units
MOST_PHASES = 62  # sets of phases are kept in 64 bits, and one more unit ends a race
NARROW = ((1 << 7, "i1"), (1 << 15, "i2"), (1 << 31, "i4"), (1 << 63, "i8"))


def source(
    game: "Game",
    table: Record,
    files: Sequence[str],
    sizes: Mapping[str, int],
    arrays: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> str:
    """The whole program: sizes, what C++ lacks, the rules of the table, arrays, and the loops in these files."""
    read = {name: (HERE / name).read_text() for name in ("head.cu", "race.cu", *files)}
    translation = Translation(game, table)
    defined = [f"#define {name} {value}" for name, value in {**translation.sizes, **sizes}.items()]
    listed = [array_of(name, values) for name, values in arrays.items()]
    return "\n".join([*defined, read.pop("head.cu"), translation.text, *listed, *read.values()])


class Translation:
    """The rules of a game, translated for one table."""

    def __init__(self, game: "Game", table: Record):
        self.game, self._table = game, table
        self._texts: dict[tuple[Rule, tuple[Kind, ...]], RuleText] = {}
        self._making: list[Rule] = []
        self._names: set[str] = set()
        self._arrays: dict[tuple[str, Any], tuple[str, Kind]] = {}

    @cached_property
    def text(self) -> str:
        """Constants, the state, the rules and the units."""
        roots = {one.__name__: self._root(self.game.contract[one.__name__]) for one in USED}
        units = [self._unit(row, roots) for row in self.game.phases.rows]
        rules = [self._marked(one, roots) for one in self._texts.values()]
        named = [f"#define RULE_{name} {text.name}" for name, text in roots.items()]
        return "\n".join([*self._constants(), *self._state(), *rules, *named, *units, *self._switches()]) + "\n"

    @property
    def sizes(self) -> dict[str, int | str]:
        """Numbers of the game and the table that the loops use."""
        game, rows = self.game, self.game.phases.rows
        if len(rows) > MOST_PHASES:
            raise RuleError(f"{game.id} has {len(rows)} phases; C++ takes up to {MOST_PHASES}")
        sizes = {"SEATS": seats_of(self._table), "ROOM": game.room, "STATE_BYTES": game.state.dtype.itemsize}
        sizes |= {"MOVES": game.moves, "FINISH": len(rows)}  # FINISH: the unit that ends a race and begins the next
        kinds = {"PLAYED": ("decision", "chance"), "DECISIONS": ("decision",), "OVERS": ("over",)}
        masks = {name: sum(1 << row.number for row in rows if row.kind in wanted) for name, wanted in kinds.items()}
        return {**sizes, **{name: f"{value}ull" for name, value in masks.items()}}

    # What a rule stands in

    def called(self, function: Rule, kinds: tuple[Kind, ...]) -> Called:
        """A rule as others call it, translated before them."""
        if is_slot(function):
            function = self.game.contract[function.__name__]
        found = self._texts.get((function, kinds)) or self._translated(function, kinds)
        return Called(found.name, found.parts, found.reads, found.writes)

    def _translated(self, function: Rule, kinds: tuple[Kind, ...]) -> RuleText:
        if function in self._making:
            raise RuleError(f"rules may not call themselves: {function.__qualname__}; use a loop")
        self._making.append(function)
        found = RuleText(function, kinds, self, self._new_name(f"rule_{function.__name__}"))
        self._making.pop()
        self._texts[function, kinds] = found
        return found

    def _root(self, function: Rule) -> RuleText:
        kinds = tuple(Kind.INT for name, one in inspect.signature(function).parameters.items() if _is_number(name, one))
        self.called(function, kinds)
        return self._texts[function, kinds]

    def _new_name(self, wanted: str) -> str:
        name, other = wanted, 1
        while name in self._names:
            other += 1
            name = f"{wanted}_{other}"
        self._names.add(name)
        return name

    def meant(self, function: Rule, name: str) -> Any:
        """What a name of the rule's module means; None for a builtin."""
        return function.__globals__.get(name)

    def table(self, field: str) -> Any:
        """A field of the table."""
        return getattr(self._table, field)

    def lengths(self, field: str) -> tuple[int, ...]:
        """The lengths of a field of the position."""
        return self.game.state.fields[field].lengths

    def width(self, field: str) -> str:
        """The width of a field of the position."""
        return self.game.state.fields[field].width

    def numbers(self, name: str, values: Any) -> tuple[str, Kind]:
        """The array of these constant numbers."""
        flat = tuple(_flat(values))
        if (name, flat) not in self._arrays:
            kind = Kind.LONG if _narrowest(flat) == "i8" else Kind.INT
            self._arrays[name, flat] = self._new_name(f"all_{name}"), kind
        return self._arrays[name, flat]

    # Parts of the text

    def _constants(self) -> list[str]:
        return [array_of(name, flat) for (_, flat), (name, _) in self._arrays.items()]

    def _state(self) -> list[str]:
        """The fields of a position, each at its place."""
        layout = cast(Mapping[str, Any], self.game.state.dtype.fields)
        fields = [(name, field, layout[name][1]) for name, field in self.game.state.fields.items()]
        lines = ["struct State : Place {"]
        clear = ["RULE void clear(State s) {"]
        become = ["RULE void become(State s, State other) {"]
        for name, field, byte in fields:
            kind, lengths = WIDTHS[field.width], field.lengths
            parameters = ", ".join(f"int {index}" for index in "ij"[: len(lengths)])
            index = ("0", "i", f"i * {lengths[-1]} + j")[len(lengths)] if lengths else "0"
            lines += [f"    HERE {kind} &{name}({parameters}) const {{ return entry<{kind}>({byte}, {index}); }}"]
            each = f"    for (int i = 0; i < {_product(lengths)}; i++) s.entry<{kind}>({byte}, i) = "
            clear += [each + "0;"]
            become += [each + f"other.entry<{kind}>({byte}, i);"]
        return [*lines, "};", *clear, "}", *become, "}"]

    def _marked(self, text: RuleText, roots: dict[str, RuleText]) -> str:
        """The text of a rule; those that are not to be inlined are marked."""
        apart = any(text is roots[one.__name__] for one in APART)
        return text.text.replace("RULE ", "RULE_APART ", 1) if apart else text.text

    def _unit(self, row: Phase, roots: dict[str, RuleText]) -> str:
        """One ply, in two parts, or one step."""
        if not row.plays:
            return ""
        lines = [f"RULE void play_{row.number}(State s, int move) {{", *self._playing(row), "}"]
        if row.offers:
            head = f"RULE int choose_{row.number}(State s, Words &random, unsigned quick) {{"
            lines = [head, *self._choosing(row, row.offers, roots), "}", *lines]
        return "\n".join(lines)

    def _choosing(self, row: Phase, offers: Rule, roots: dict[str, RuleText]) -> list[str]:
        """Find the move: by the driver among what is offered, or by chance."""
        if row.kind == "chance":
            lines = ["int out[ROOM], weight[ROOM];", f"int n = {self._call(offers, '')};"]
            return [*lines, "return out[random.weighted(weight, n)];"]
        lines = ["int out[ROOM];", f"int n = {self._call(offers, '')};"]
        seat, choice = f"{roots['actor'].name}(s)", f"{roots['suggest'].name}(s, out, n, random)"
        return [*lines, f"return quick >> {seat} & 1 ? {choice} : out[random.uniform(n)];"]

    def _switches(self) -> list[str]:
        """Choose a move, play one, or both, in a unit that is known when the race runs."""
        played = [row for row in self.game.phases.rows if row.plays]
        chosen = {row.number: f"choose_{row.number}(s, random, quick)" for row in played if row.offers}
        choose = [f"case {number}: return {chosen[number]};" for number in chosen]
        play = [f"case {row.number}: play_{row.number}(s, move); break;" for row in played]
        run = [f"case {row.number}: play_{row.number}(s, {chosen.get(row.number, '0')}); break;" for row in played]
        return [
            "RULE int choose(int unit, State s, Words &random, unsigned quick) {",
            *("switch (unit) {", *choose, "}", "return 0;", "}"),
            *("RULE void play(int unit, State s, int move) {", "switch (unit) {", *play, "}", "}"),
            "RULE void run(int unit, State s, Words &random, unsigned quick) {",
            *("switch (unit) {", *run, "}", "}"),
        ]

    def _playing(self, row: Phase) -> list[str]:
        assert row.plays
        played = f"{self._call(row.plays, f'move - {row.moves_from}' if row.moves_from else 'move')};"
        later = self.game.phases.at_any_time
        if not later or row.kind == "step":
            return [played]
        return [f"if (move >= {later[0]}) {{ {self._call(later[1], 'move')}; }}", f"else {{ {played} }}"]

    def _call(self, function: Rule, move: str) -> str:
        """A row's rule with the arguments that its parameters name."""
        names = list(inspect.signature(function).parameters)
        moves = [name for name in names if name not in BUFFERS]
        called = self.called(function, tuple(Kind.INT for _ in moves))
        given = [move if name in moves else name for name in names if name not in ("t", "log")]
        return f"{called.name}({', '.join(given)})"


def array_of(name: str, values: Sequence[int]) -> str:
    """Constant numbers in C++."""
    width = _narrowest(values)
    mark = "LL" if width == "i8" else ""
    listed = ", ".join(f"{value}{mark}" for value in values)
    return f"CONSTANT {WIDTHS[width]} {name}[{len(values)}] = {{{listed}}};"


def _is_number(name: str, parameter: inspect.Parameter) -> bool:
    return name not in ("t", "s") and parameter.annotation != list[int]


def _flat(values: Any) -> Iterator[int]:
    for one in values:
        if isinstance(one, int):
            yield one
        else:
            yield from _flat(one)


def _narrowest(values: Sequence[int]) -> str:
    """The narrowest width that holds all."""
    return next(width for most, width in NARROW if all(-most <= value < most for value in values))


def _product(lengths: Sequence[int]) -> int:
    found = 1
    for length in lengths:
        found *= length
    return found
