"""A few tables of the conformance kit, so that this folder can be tested by itself."""

import pytest

from paddock.engine import Game
from paddock.testing import CHECKS, Case, Check

from .. import GAME

CUSTOM = '[[race]]\nleft = "1B"\nright = "2B"\nstage_laps = [9, 30]\nhand_size = 1\nlane_bonus = { LL = 2, G1 = 1 }\n'
CASES = [
    Case("a custom race", 2, {"race": CUSTOM}),
    Case("solo, driven by the player", 1, {"solo_npd": "player", "race": "desert_mile_110"}),
    Case(
        "three players with every option",
        3,
        {
            "race": "thunder_120",
            "team_play": True,
            "npd_second_caution": "controller_chooses",
            "pit_back_edge": "loop",
            "caution_can_end_stage": False,
            "gas_and_go_tires": "unchanged",
            "tie_roll_limit": 1,
        },
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check: Check, case: Case):
    game: Game = GAME
    check(game, case)
