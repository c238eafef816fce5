"""Generate TypeScript types of the wire protocol from paddock.server.line.wire.

`python tools/wire_types.py` writes web/src/wire.ts; with --check it only checks whether that file is current.
"""

import inspect
import re
import sys
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from paddock.engine import CHANCE, OVER, SPECTATOR
from paddock.server.line import wire

TARGET = Path(__file__).parents[1] / "web" / "src" / "wire.ts"
WIDTH = 120  # of a line; a longer union is wrapped as the formatter wraps it
BASES = {"Struct", "Strict", "Message", "Request"}
PLAIN: dict[Any, str] = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
ALIASES = (
    "SeatKind",
    "Status",
    "ClockKind",
    "BotPace",
    "DiceKind",
    "Level",
    "Value",
    "Drawing",
    "ClientMessage",
    "ServerMessage",
    "Frame",
)
HEAD = f"""// Made by tools/wire_types.py from src/paddock/server/line/wire.py: change it, then run the tool again.

/** The actor while a die or a draw is pending. */
export const CHANCE = {CHANCE};
/** The actor when the race is over. */
export const OVER = {OVER};
/** Whose knowledge a spectator has. */
export const SPECTATOR = {SPECTATOR};
"""


def typescript() -> str:
    """The whole file."""
    parts = [HEAD, *(_alias(name) for name in ALIASES), *(_interface(struct) for struct in _structs())]
    return "\n".join(parts)


def _structs() -> list[type[msgspec.Struct]]:
    found = [thing for thing in vars(wire).values() if isinstance(thing, type) and issubclass(thing, msgspec.Struct)]
    return [struct for struct in found if struct.__name__ not in BASES]


def _alias(name: str) -> str:
    if name == "Drawing":
        return "/** A scene or a view: the board of the game knows the shape. */\nexport type Drawing = unknown;\n"
    if name == "Frame":
        return "/** What one frame from the server holds. */\nexport type Frame = ServerMessage[];\n"
    return _declared(name, _union(getattr(wire, name)))


def _declared(name: str, union: str) -> str:
    line = f"export type {name} = {union};"
    if len(line) > WIDTH:
        line = f"export type {name} =\n  | {union.replace(' | ', chr(10) + '  | ')};"
    return f"{line}\n"


def _interface(struct: type[msgspec.Struct]) -> str:
    fields = msgspec.structs.fields(struct)
    comments = _comments(struct)
    tag = struct.__struct_config__.tag
    lines = [f'  type: "{tag}";'] if tag else []
    for field in fields:
        if field.name in comments:
            lines.append(f"  /** {comments[field.name]} */")
        optional = "?" if _is_sent_by_client(struct) and not field.required else ""
        lines.append(f"  {field.name}{optional}: {_type(field.type)};")
    body = "\n".join(lines)
    return f"/** {inspect.getdoc(struct)} */\nexport interface {struct.__name__} {{\n{body}\n}}\n"


def _is_sent_by_client(struct: type[msgspec.Struct]) -> bool:
    return struct.__struct_config__.forbid_unknown_fields


def _comments(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The comment at the end of each field's line."""
    found = re.finditer(r"^    (\w+): .*?  # (.+)$", inspect.getsource(struct), re.MULTILINE)
    return {match[1]: match[2] for match in found}


def _type(kind: Any) -> str:
    for name in ALIASES:
        if kind == getattr(wire, name):
            return name
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    return _generic(kind)


def _generic(kind: Any) -> str:
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(part) for part in inside)
    if origin is Literal:
        return _union(kind)
    if origin is list:
        inner = _type(inside[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in inside)}]"
    if origin is dict:
        return f"Record<{_type(inside[0])}, {_type(inside[1])}>"
    raise TypeError(f"no TypeScript for {kind}")


def _union(kind: Any) -> str:
    parts = [f'"{part}"' if isinstance(part, str) else _type(part) for part in get_args(kind)]
    return " | ".join(parts)


def main() -> None:
    """Write the file, or check it."""
    text = typescript()
    if "--check" in sys.argv:
        if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET.name} is not current: run python tools/wire_types.py")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
