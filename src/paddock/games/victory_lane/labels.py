"""The clause that a line or a question names, where several causes share one kind of line or question."""

from .state import (
    FOR_CONTEST,
    FOR_DIALED,
    FOR_FUMES,
    FOR_HORSEPOWER,
    FOR_NPD,
    FOR_PAINT,
    FOR_PEDAL,
    FOR_PIT,
    FOR_TEST,
    FOR_WEAR,
    FOR_WIDE_TEST,
)


def clause_name(number: int) -> str:
    """A clause of RULES.md by its number."""
    return f"VL-{number:02}"


def clauses(*numbers: int) -> dict[int, str]:
    """Clauses by their numbers, for events that tell the number."""
    return {number: clause_name(number) for number in numbers}


ADVANCING = clauses(21, 22, 23, 24, 25, 54, 58)
DICE = {  # by what a die is rolled for
    FOR_TEST: "VL-48",
    FOR_NPD: "VL-80",
    FOR_PIT: "VL-100",
    FOR_FUMES: "VL-79",
    FOR_PEDAL: "VL-63",
    FOR_DIALED: "VL-59",
    FOR_PAINT: "VL-60",
    FOR_HORSEPOWER: "VL-25",
    FOR_WEAR: "VL-26",
    FOR_CONTEST: "VL-91",
    FOR_WIDE_TEST: "VL-71",
}
REROLLS = {FOR_TEST: "VL-49", FOR_WIDE_TEST: "VL-72", FOR_CONTEST: "VL-91"}
SINGLE_REROLL = "VL-67"
