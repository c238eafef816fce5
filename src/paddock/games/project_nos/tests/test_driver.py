"""The quick driver against the least number of rolls, both exact (section 12)."""

import numpy as np
import pytest

from paddock.testing import clause

from .. import GAME, make_rolls, rolls
from ..box import strips
from ..loss import loss
from ..solver import sets_of_dice, solved
from ..state import COMMON, NITROUS
from .position import Game

MOST = 0.1  # rolls of a race
ABOUT = 0.15  # the same where the track is dealt
CARS = (
    ("nitrous", "nitrous", "nitrous"),
    ("wide_tires", "wide_tires", "wide_tires"),
    ("v8", "wide_tires", "wide_tires"),
    ("nitrous", "supercharger", "plain"),
)
DEALT = ([6, 5, 4, 3, 2, 1], [4, 5, 6, 1, 2, 3])


@clause("PN-93")
@pytest.mark.parametrize("car", CARS, ids="+".join)
def test_on_a_strip_a_driver_without_slips_needs_the_fewest_rolls_there_are(car: tuple[str, ...]):
    losses = {strip["id"]: loss(strip["values"], car, backend="python") for strip in strips()}
    assert max(losses.values()) <= MOST, losses
    assert min(losses.values()) > -1e-6  # nobody drives better than best


@clause("PN-93")
@pytest.mark.parametrize("car", CARS, ids="+".join)
def test_on_a_dealt_track_a_driver_without_slips_loses_little(car: tuple[str, ...]):
    losses = {str(track): loss(track, car, dealt=True) for track in DEALT}
    assert max(losses.values()) <= ABOUT, losses
    assert min(losses.values()) > -1e-6


@pytest.mark.parametrize("option", ["dice_supply", "hand_change", "place_per_roll", "nitrous_release", "boost"])
def test_a_strip_is_solved_by_the_default_rules_only(option: str):
    other = next(one for one in GAME.options if one.name == option).samples()[1]
    assert Game(2, track="ladder").table.solved == 1
    assert Game(2, track="ladder", **{option: other}).table.solved == 0
    assert Game(2).table.solved == 0


def value(track: list[int], dice: tuple[int, ...], redlines: int) -> float:
    """Rolls to go in the table of dealt tracks, for the two last spaces or one of a track."""
    left = len(dice)
    mods = tuple(kind for kind in dice if kind != COMMON)
    number = rolls.number_of(tuple(one - 1 for one in track[6 - left : 5]), left)
    row = rolls.first_rows()[left - 1][number] + rolls.last_rows(left)[track[5]]
    return rolls.rolls()[row][3 * sets_of_dice().index(mods) + redlines] / 1000


def test_the_table_of_dealt_tracks_has_the_exact_values_of_the_last_two_spaces():
    # A common die on a 6: 6 rolls with two redlines, 3 with one to spare, as a 5 will do.
    assert value([1, 1, 1, 1, 1, 6], (COMMON,), 2) == 6.0
    assert value([1, 1, 1, 1, 1, 6], (COMMON,), 1) == 3.0
    for strip in strips():
        track = list(strip["values"])
        for dice in ((COMMON, COMMON), (NITROUS, COMMON), (NITROUS, NITROUS)):
            mods = tuple(kind for kind in dice if kind != COMMON)
            for redlines in range(3):
                exact = solved(tuple(track)).rolling(5, mods, redlines, 0)
                assert value(track, dice, redlines) == pytest.approx(exact, abs=0.002)


def test_the_table_of_dealt_tracks_is_complete():
    table = np.array(rolls.rolls())
    last = rolls.first_rows()[-1]
    assert table.shape == (max(last.values()) + max(rolls.last_rows(5)) + 1, 3 * len(sets_of_dice()))
    assert (table[7:] > 0).all()  # only one die saved for the only space left costs nothing


def test_the_table_of_dealt_tracks_is_what_its_maker_makes():
    # One space left: every value of the last card, and the same taken by a saved die.
    made = make_rolls.in_any_order(1, {})
    for last in range(6):
        exact = make_rolls.mean([(1, made[(), last][:, :3, 0])])
        row = rolls.first_rows()[0][0] + rolls.last_rows(1)[last + 1]
        for dice, kinds in enumerate(sets_of_dice()):
            if len(kinds) <= 1:
                assert rolls.rolls()[row][3 * dice : 3 * dice + 3] == exact[dice].astype(int).tolist()
