"""The figures by which two checkouts are compared."""

import ast

from tools.measure_code import function_lengths, phase_comparisons

CODE = '''
def one(s):
    """A docstring of
    two lines."""
    if s.phase >= 3:
        return s.phase
    return s.phases == 1


async def two(s): return 3 < s.phase < 5
'''


def test_a_function_is_as_long_as_its_lines_without_its_docstring():
    assert sorted(function_lengths(ast.parse(CODE))) == [1, 4]


def test_comparisons_of_a_phase_are_found_on_either_side_of_the_sign():
    assert [ast.unparse(one) for one in phase_comparisons(ast.parse(CODE))] == ["s.phase >= 3", "3 < s.phase < 5"]
