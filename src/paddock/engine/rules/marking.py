"""The mark that makes a plain function a rule. It changes nothing about the function."""

from collections.abc import Callable
from typing import Any, TypeVar

CHANCE = -1  # actor: a die or a draw is pending
OVER = -2  # actor: the race is over
TABLE = -3  # actor: the host of a race by a running clock

Rule = Callable[..., Any]
AnyRule = TypeVar("AnyRule", bound=Rule)


def rule(function: AnyRule) -> AnyRule:
    """Mark a function as a rule: it may be compiled, and other rules may call it."""
    vars(function)["__rule__"] = True
    return function


def inlined(function: AnyRule) -> AnyRule:
    """Mark a rule that compiled rules contain instead of calling it: a short one in the loop that plays races."""
    vars(function)["__inlined__"] = True
    return rule(function)


def seldom(function: AnyRule) -> AnyRule:
    """Mark a rule that is hardly ever called while races are played, or does nothing that playing needs."""
    vars(function)["__seldom__"] = True
    return rule(function)


def slot(function: AnyRule) -> AnyRule:
    """Mark a place in an engine loop where a game's own rule of that name is bound."""
    vars(function)["__slot__"] = True
    return function


def is_rule(thing: object) -> bool:
    """Whether something is a function marked `@rule`."""
    return getattr(thing, "__rule__", False) is True


def is_inlined(thing: object) -> bool:
    """Whether something is a function marked `@inlined`."""
    return getattr(thing, "__inlined__", False) is True


def is_seldom(thing: object) -> bool:
    """Whether something is a function marked `@seldom`."""
    return getattr(thing, "__seldom__", False) is True


def is_slot(thing: object) -> bool:
    """Whether something is a place for a game's rule."""
    return getattr(thing, "__slot__", False) is True
