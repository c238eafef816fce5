"""Bit arithmetic stands behind names: a rule asks whether a car is in a set, not for a shift and a mask."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from paddock import games

RULES = sorted(
    file
    for folder in Path(games.__file__).parent.iterdir()
    for file in (*folder.glob("rules.py"), *folder.glob("rules/*.py"))
)
NAMED = "model.py"  # the module of a game that names the parts of its packed numbers
SHIFTS = (ast.LShift, ast.RShift, ast.BitXor)
MASKS = (ast.BitAnd, ast.BitOr)


def naked(tree: ast.AST) -> Iterator[int]:
    """Lines of functions with a shift, an exclusive or, a complement, or a mask that is written as a number."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            yield from (getattr(node, "lineno", 0) for node in ast.walk(function) if is_naked(node))


def is_naked(node: ast.AST) -> bool:
    """Whether a node of a rule works on bits by itself."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert)
    if not isinstance(node, ast.BinOp | ast.AugAssign):
        return False
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    is_mask = any(isinstance(side, ast.Constant) or is_difference(side) for side in sides)
    return isinstance(node.op, SHIFTS) or (isinstance(node.op, MASKS) and is_mask)


def is_difference(node: ast.AST) -> bool:
    """A number less one that is written out, as in `x & (x - 1)`."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Constant)


def test_there_are_rules_to_look_at():
    assert {file.parents[1].name for file in RULES} >= {"victory_lane", "project_nos", "games"}


@pytest.mark.parametrize("file", RULES, ids=lambda file: f"{file.parents[1].name}/{file.parent.name}/{file.name}")
def test_rules_have_no_naked_shifts_and_masks(file: Path):
    lines = [] if file.name == NAMED else list(naked(ast.parse(file.read_text(encoding="utf-8"))))
    assert lines == [], f"{file.name} lines {lines}: use the names of paddock.engine (is_in, with_one) or of {NAMED}"


@pytest.mark.parametrize(
    "text", ["x >> 2", "x << y", "x & 3", "a ^ b", "x & ~y", "x & (x - 1)", "x |= 1", "x |= 1 << y"]
)
def test_a_naked_one_is_found(text: str):
    assert list(naked(ast.parse(f"def f(x, y, a, b):\n    {text}\n")))


@pytest.mark.parametrize("text", ["a | b", "a & b", "a |= b", "is_in(a, 3)", "x // 2"])
def test_union_and_intersection_of_sets_are_none(text: str):
    assert not list(naked(ast.parse(f"def f(x, y, a, b):\n    {text}\n")))
