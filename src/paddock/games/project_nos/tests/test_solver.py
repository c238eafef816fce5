"""The solver against the reference values of section 12."""

from math import inf

import pytest

from ..solver import expected_rolls, solved
from ..state import COMMON, SUPERCHARGER, WIDE_TIRES

TRACKS = ("123456", "123123", "456456", "654321", "361425")
REFERENCE = """
    plain x3                | 15.8441 | 14.2999 | 15.8786 | 14.1151 | 15.1091
    v8 x3                   | 13.2520 | 11.5972 | 13.2691 | 11.4008 | 12.3993
    nitrous x3              | 10.8475 |  9.6364 | 11.4385 | 10.0082 | 10.4504
    turbocharger x3         | 13.0251 |  9.9427 |       - | 11.1755 | 12.1134
    supercharger x3         | 10.8829 |       - | 10.6194 | 10.5137 | 10.6879
    wide_tires x3           | 10.5489 | 10.2614 | 10.9991 |  9.9586 | 10.5076
    spoiler x3              | 11.7973 |  9.9182 | 12.3157 | 10.1482 | 10.5095
    v8 + wide_tires x2      | 10.8418 |  9.9584 | 11.0600 |  9.7041 | 10.3629
    nitrous + wide_tires x2 | 10.1104 |  9.4901 | 10.7223 |  9.4552 |  9.8849
    v8 + supercharger x2    | 10.7942 | 14.5853 | 10.6659 | 10.1002 | 10.4109
"""


def dice(text: str) -> list[str]:
    """`v8 + wide_tires x2` as three kinds."""
    parts = [part.partition(" x") for part in text.strip().split(" + ")]
    return [kind for kind, _, times in parts for _ in range(int(times or 1))]


@pytest.mark.parametrize("line", REFERENCE.strip().splitlines())
def test_reference_values(line: str):
    name, *values = line.split("|")
    for track, value in zip(TRACKS, values, strict=True):
        wanted = inf if value.strip() == "-" else float(value)
        found = expected_rolls([int(number) for number in track], dice(name))
        assert found == wanted or abs(found - wanted) < 5.1e-5, (name, track)


def test_a_space_by_hand():
    # One common die, space 6 wants a 6, no redline left: 6 rolls. With a redline a 5 will do, too: 3 rolls.
    found = solved((1, 2, 3, 4, 5, 6))
    assert found.rolling(6, (), 2, 0) == pytest.approx(6)
    assert found.rolling(6, (), 0, 0) == pytest.approx(3)


def test_a_hand_by_hand():
    # Space 6 wants a 6 and a wide tires die is left: 5 and 6 are free, 3 rolls.
    found = solved((1, 2, 3, 4, 1, 6))
    assert found.rolling(6, (WIDE_TIRES,), 2, 0) == pytest.approx(3)
    assert found.hand(6, (WIDE_TIRES,), 2, 0) == (WIDE_TIRES,)
    assert found.hand(5, (WIDE_TIRES,), 0, 0) == (WIDE_TIRES, COMMON)  # a hand is two dice
    assert found.hand(5, (SUPERCHARGER, SUPERCHARGER), 2, 0) == ()  # one of them has no free face on a 1
