"""Prints how large the code of a checkout is, so that two can be compared: `python tools/measure_code.py [FOLDER]`.

Files and lines of Python and of the client without tests, the lengths of functions, comparisons of phases outside the
tables of phases, and the lines that the template of a new game has beside its rules. Speed: `python -m bench`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLIENT = ("*.ts", "*.svelte", "*.css", "*.js")
NOT_OURS = {"tests", "node_modules", "static", "public", ".venv"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
TABLES = ("rules.py", "rules/__init__.py")  # where a game has its table of phases
RANGES = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def main() -> int:
    """Print the figures; the exit status."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    source = root / "src" / "paddock"
    if not source.is_dir():
        print(f"{root} has no src/paddock: give the folder of a checkout", file=sys.stderr)
        return 2
    python = list(ours(source, "*.py"))
    client = [file for pattern in CLIENT for folder in (root / "web" / "src", source) for file in ours(folder, pattern)]
    print(f"Python: {len(python)} files, {lines(python)} lines")
    print(f"client: {len(client)} files, {lines(client)} lines")
    lengths = sorted(length for file in python for length in function_lengths(tree(file)))
    median, ninetieth = lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10]
    print(f"{len(lengths)} functions: median {median}, 90th percentile {ninetieth}, longest {lengths[-1]} lines")
    outside = [file for file in ours(source / "games", "*.py") if not file.as_posix().endswith(TABLES)]
    found = [comparison for file in outside for comparison in phase_comparisons(tree(file))]
    by_range = sum(isinstance(sign, RANGES) for one in found for sign in one.ops)
    print(f"comparisons of phases outside the tables: {len(found)}, of them {by_range} by range")
    template = [file for file in ours(source / "games" / "_template", "*.py") if file.name != "rules.py"]
    print(f"template of a game: {lines(template)} lines of Python beside its rules")
    return 0


def ours(folder: Path, pattern: str) -> Iterator[Path]:
    """Files below a folder, without tests and without what is built or installed."""
    for file in sorted(folder.rglob(pattern)):
        if not NOT_OURS & set(file.relative_to(folder).parts) and not file.match("*.test.ts"):
            yield file


def lines(files: list[Path]) -> int:
    """Lines of all files together."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def tree(file: Path) -> ast.Module:
    """A file of Python as its syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


def function_lengths(module: ast.Module) -> Iterator[int]:
    """The lines of each function from its `def` on, without its docstring."""
    for function in ast.walk(module):
        if isinstance(function, Function):
            first = function.body[0]
            text = first if ast.get_docstring(function) is not None else None
            told = (text.end_lineno or text.lineno) - text.lineno + 1 if text else 0
            yield (function.end_lineno or function.lineno) - function.lineno + 1 - told


def phase_comparisons(module: ast.Module) -> Iterator[ast.Compare]:
    """Comparisons of a field `phase` with something."""
    for node in ast.walk(module):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            if any(isinstance(side, ast.Attribute) and side.attr == "phase" for side in sides):
                yield node


if __name__ == "__main__":
    sys.exit(main())
