"""A report: sentences first, then tables and plots; as text, HTML, JSON, CSV or frames."""

import csv
import io
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from .statistics import LabExtraError

Kind = Literal["text", "count", "number", "percent", "chance"]


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    name: str
    kind: Kind = "number"


@dataclass(frozen=True)
class Table:
    """Tidy rows: one observation each, one variable a column."""

    name: str  # short, for files
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Any, ...]]
    note: str = ""

    def records(self) -> list[dict[str, Any]]:
        """A dictionary for each row."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def csv(self) -> str:
        """The table as comma-separated values with a heading."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows(self.rows)
        return out.getvalue()

    def to_polars(self) -> Any:
        """The table as a polars frame."""
        try:
            import polars
        except ImportError:
            raise LabExtraError("frames need polars: install it with pip install 'paddock[lab]'") from None
        names = [column.name for column in self.columns]
        return polars.DataFrame(self.rows, schema=names, orient="row", infer_schema_length=None)


@dataclass(frozen=True)
class Plot:
    """A drawing with its title; the SVG sets no colours; it uses the classes of the page."""

    title: str
    svg: str


@dataclass
class Report:
    """What a run of the lab found out."""

    title: str
    command: str  # exactly what to type to have it again
    setting: dict[str, Any]
    sentences: list[str] = field(default_factory=list[str])
    tables: list[Table] = field(default_factory=list[Table])
    plots: list[Plot] = field(default_factory=list[Plot])

    def table(self, name: str) -> Table:
        """The table of that name."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(f"there is no table {name!r}; there are {', '.join(table.name for table in self.tables)}")

    def as_json(self) -> dict[str, Any]:
        """Everything but the plots."""
        return {
            "title": self.title,
            "command": self.command,
            "setting": self.setting,
            "summary": self.sentences,
            "tables": {table.name: table.records() for table in self.tables},
        }

    def json(self) -> str:
        """Everything but the plots, as JSON."""
        return json.dumps(_without_infinities(self.as_json()), indent=2, ensure_ascii=False) + "\n"

    def text(self) -> str:
        """For a terminal."""
        parts = [self.title, *self.sentences]
        parts += ["\n".join(["", table.title, *text_lines(table)]) for table in self.tables]
        return "\n".join(parts)

    def write_csv(self, folder: Path) -> None:
        """One file a table."""
        folder.mkdir(parents=True, exist_ok=True)
        for table in self.tables:
            (folder / f"{table.name}.csv").write_text(table.csv(), encoding="utf-8")


def shown(value: Any, kind: Kind) -> str:
    """A value as people read it."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if kind == "text":
        return str(value)
    if kind == "count":
        return f"{value:,}"
    if kind == "percent":
        return f"{100 * value:.2f} %" if math.isfinite(value) else "-"
    if kind == "chance":
        return "< 0.0001" if value < 0.0001 else f"{value:.4f}"
    return f"{value:,.2f}" if math.isfinite(value) else "-"


def text_lines(table: Table) -> list[str]:
    """A table in columns of equal width."""
    cells = [[column.name.replace("_", " ") for column in table.columns]]
    cells += [[shown(v, c.kind) for v, c in zip(row, table.columns, strict=True)] for row in table.rows]
    wide = [max(len(row[i]) for row in cells) for i in range(len(table.columns))]
    return ["  ".join(_aligned(row, wide, table.columns)).rstrip() for row in cells] + (
        [table.note] if table.note else []
    )


def _aligned(row: Sequence[str], wide: Sequence[int], columns: Sequence[Column]) -> list[str]:
    return [
        f"{text:{width}}" if column.kind == "text" else f"{text:>{width}}"
        for text, width, column in zip(row, wide, columns, strict=True)
    ]


def _without_infinities(thing: Any) -> Any:
    """JSON has no infinities."""
    if isinstance(thing, float):
        return thing if math.isfinite(thing) else None
    if isinstance(thing, dict):
        return {key: _without_infinities(value) for key, value in thing.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(thing, list | tuple):
        return [_without_infinities(value) for value in thing]  # pyright: ignore[reportUnknownVariableType]
    return thing


def file_name(text: str) -> str:
    """A name for a file from any words."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
