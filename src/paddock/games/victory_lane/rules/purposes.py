"""Each purpose of a die: what follows the roll, whether it may be rerolled, and what it does."""

from paddock.engine import (
    rule,
    with_one,
)

from ..state import (
    CONTEST_REROLLS,
    FOR_CONTEST,
    FOR_DIALED,
    FOR_FUMES,
    FOR_NPD,
    FOR_PAINT,
    FOR_PEDAL,
    FOR_PIT,
    REROLL,
    RESOLVE_ROLL,
    TEST_REROLLS,
    State,
    Table,
)
from .dice import settle_single_roll, use_reroll
from .driving import begin_driving
from .laps import resolve_event_die
from .maneuvers import resolve_dialed, resolve_paint
from .npds import face_actions
from .risk import after_test_die, is_test
from .scoring import after_contest_die
from .turns import resolve_fumes, resolve_pedal
from .yellow import resolve_npd_pit


@rule
def settle_roll(s: State):
    """VL-48 VL-67 VL-71 VL-91 A die lies: tests and contests go on, a single roll may be rerolled."""
    if is_test(s.rolling):
        after_test_die(s)
    elif s.rolling == FOR_CONTEST:
        after_contest_die(s)
    else:
        settle_single_roll(s)


@rule
def choose_reroll(s: State, move: int, log: list[int]):
    """VL-49 VL-67 VL-72 VL-91 Reroll, or keep the die: final for this roll or test."""
    if move == REROLL:
        use_reroll(s, log)
        return
    s.passed = with_one(s.passed, s.roller)
    if is_test(s.rolling):
        s.phase = TEST_REROLLS
    elif s.rolling == FOR_CONTEST:
        s.phase = CONTEST_REROLLS
    else:
        s.phase = RESOLVE_ROLL


@rule
def resolve_roll(t: Table, s: State, log: list[int]):
    """VL-25 VL-26 VL-59 VL-60 VL-63 VL-79 VL-80 VL-100 What a single die does."""
    if s.rolling == FOR_NPD:
        move, maneuvers = face_actions(t, s, log)
        begin_driving(s, move, maneuvers)
    elif s.rolling == FOR_PEDAL:
        resolve_pedal(s, log)
    elif s.rolling == FOR_PAINT:
        resolve_paint(t, s, log)
    elif s.rolling == FOR_DIALED:
        resolve_dialed(s, log)
    elif s.rolling == FOR_FUMES:
        resolve_fumes(t, s, log)
    elif s.rolling == FOR_PIT:
        resolve_npd_pit(s, log)
    else:
        resolve_event_die(t, s, log)
