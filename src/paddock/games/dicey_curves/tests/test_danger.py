"""Danger cards: the exchange, the window and what each card does."""

from collections.abc import Mapping

import pytest

from paddock.engine import Options
from paddock.testing import clause

from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")

NITRO, CRITTER, SUPER = "nitro_boost", "critter_crossing", "super_size_your_combo"
DAMAGE, FIX, SHOP, CLOSED = "instant_damage", "instant_repair", "repair_shop", "lane_closed"
MINOR, MAJOR, CURVE = "minor_debris", "major_debris", "dangerous_curve"


def window(
    track: str = "SA SA SA",
    *,
    hand: str,
    options: Options | None = None,
    damage: Mapping[str, int] | None = None,
    cubes: Mapping[str, int] | None = None,
    gate_cubes: Mapping[int, str] | None = None,
    barrels: str = "",
    shop: str = "",
    draw: str | None = None,
    **cars: str,
) -> Position:
    """A Danger window in which A has the say and holds this card."""
    other = CRITTER if hand != CRITTER else SUPER
    return Position(
        track,
        at="window",
        hands={"A": f"{hand} {other}"},
        options=options,
        damage=damage,
        cubes=cubes,
        gate_cubes=gate_cubes,
        barrels=barrels,
        shop=shop,
        draw=draw,
        listed={"A": "1.L1", "B": "1.R1", **cars},
    )


# The exchange


@clause("DC-20")
def test_both_cards_may_be_exchanged_once():
    race = Position(A="1.L1", B="1.R1", at="exchange", hands={"A": f"{NITRO} {SUPER}"})
    assert race.choices == {"keep", "exchange"}
    race.plays("exchange")
    assert race.discarded == [NITRO, SUPER]
    race.plays(FIX, MAJOR)
    assert race.hand("A") == [FIX, MAJOR]
    assert race.choices >= {"pass", "pass on"}  # the window: no second exchange


@clause("DC-20")
def test_keeping_goes_on_to_the_window():
    race = Position(A="1.L1", B="1.R1", at="exchange", hands={"A": f"{NITRO} {SUPER}"})
    race.plays("keep")
    assert race.hand("A") == [NITRO, SUPER]
    assert race.choices == {"pass", "pass on", NITRO}


# The window


@clause("DC-21")
def test_there_is_no_window_before_the_first_turn():
    race = Position(A="1.L1", B="1.R1", at="exchange", turns=1)
    race.plays("keep")
    assert race.state.to_roll == 5


@clause("DC-21")
def test_with_the_option_there_is_one():
    race = Position(A="1.L1", B="1.R1", at="exchange", turns=1, options={"first_window": True})
    race.plays("keep")
    assert race.choices >= {"pass", CRITTER}


@clause("DC-21")
def test_super_size_is_never_played_in_the_window():
    assert window(hand=SUPER).choices == {"pass", "pass on", CRITTER}


@clause("DC-22")
def test_a_played_card_is_discarded_and_replaced_at_once():
    race = window(hand=NITRO)
    race.plays(NITRO)
    assert race.discarded == [NITRO]
    assert race.odds[CRITTER] == 4 - 2  # A and B hold one each
    race.plays(MAJOR)
    assert sorted(race.hand("A")) == sorted([CRITTER, MAJOR])
    assert race.to_act == "B"


@clause("DC-22", "DC-24")
def test_the_replacement_may_be_played_on_the_next_say():
    race = window(hand=NITRO)
    race.plays(NITRO, NITRO)
    assert race.to_act == "B"
    race.plays("pass")
    assert NITRO in race.choices


@clause("DC-23")
def test_the_discard_pile_becomes_the_deck_the_moment_the_deck_is_empty():
    race = window(hand=NITRO, draw=MAJOR)
    race.plays(NITRO, MAJOR)
    assert race.discarded == []
    assert race.state.draw_cards == 32 - 4
    assert race.state.draw[8] == 4  # the Nitro Boost just played among them


@clause("DC-20", "DC-23")
def test_cards_just_exchanged_may_come_back():
    race = Position(A="1.L1", B="1.R1", at="exchange", hands={"A": f"{NITRO} {SUPER}"}, draw=MAJOR)
    race.plays("exchange", MAJOR)
    assert race.odds[SUPER] == 2
    race.plays(SUPER)
    assert race.hand("A") == [MAJOR, SUPER]


@clause("DC-24")
def test_a_pass_for_the_rest_of_the_window_is_not_asked_again():
    race = window(hand=NITRO)
    race.plays("pass on", CRITTER, CRITTER)  # B plays and draws; A is not asked
    assert race.to_act == "B"
    race.plays("pass")
    assert race.state.to_roll == 4


@clause("DC-24")
def test_a_pass_is_not_final():
    race = window(hand=NITRO)
    race.plays("pass", CRITTER, CRITTER)
    assert race.to_act == "A"
    assert NITRO in race.choices


@clause("DC-26")
def test_four_cards_a_window_are_the_most():
    race = window(hand=CRITTER)
    for drawn in (NITRO, NITRO, NITRO):
        race.plays(CRITTER if CRITTER in race.choices else NITRO, drawn)
        race.plays("pass")
    race.plays(NITRO, FIX)  # the fourth
    race.plays(DAMAGE, "A", MINOR)  # B's say; then A's passes by itself
    assert race.to_act == "B"
    assert race.state.played[:2] == [4, 1]


@clause("DC-26")
def test_the_cap_is_an_option():
    race = window(hand=NITRO, options={"window_play_cap": 1})
    race.plays(NITRO, NITRO, CRITTER, CRITTER)
    assert race.state.to_roll == 5 + 2 - 1  # both have played their one card: the window is closed


@clause("DC-27")
def test_a_say_without_a_playable_card_is_asked_and_logged_as_a_pass():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": f"{SUPER} {FIX}"})
    assert race.choices == {"pass", "pass on"}  # nobody has a cube to repair
    race.plays("pass")
    assert race.happened == ["DC-24"]
    assert race.to_act == "B"


# Instant cards


@clause("DC-100")
def test_instant_damage_for_any_player_even_oneself():
    race = window(hand=DAMAGE)
    race.plays(DAMAGE)
    assert race.choices == {"A", "B"}
    race.plays("B")
    assert (race.damage("B"), race.state.pile_cubes) == (1, 23)


@clause("DC-100", "DC-70")
def test_instant_damage_on_a_player_with_three_cubes_returns_the_extra_one():
    race = window(hand=DAMAGE, damage={"B": 3})
    race.plays(DAMAGE, "B")
    assert (race.damage("B"), race.state.pile_cubes) == (3, 21)


@clause("DC-100")
def test_instant_damage_needs_a_cube_in_the_pile():
    cubes = {f"{card}.{spot}": 2 for card in (1, 2, 3) for spot in ("L2", "L3", "R2", "R3")}
    assert DAMAGE not in window(hand=DAMAGE, cubes=cubes).choices


@clause("DC-101")
def test_instant_repair_for_a_player_with_a_cube():
    race = window(hand=FIX, damage={"A": 1, "B": 2})
    race.plays(FIX)
    assert race.choices == {"A", "B"}
    race.plays("B")
    assert (race.damage("B"), race.state.pile_cubes) == (1, 24 - 2)
    race = window(hand=FIX, damage={"B": 2})
    race.plays(FIX)  # B is the only target, so it is not asked
    assert race.damage("B") == 1
    assert FIX not in window(hand=FIX).choices


# Cards that add to the racetrack


@clause("DC-102")
def test_items_go_on_a_card_without_any_item_and_never_on_finish():
    race = window("SA SA SA GL FI", hand=MINOR, cubes={"2.L1": 1}, gate_cubes={4: "0 1"}, A="1.L2", shop="1.R1")
    race.plays(MINOR)  # only card 3 is clear
    assert race.cubes(3) == {"L1": 1, "R3": 1}


@clause("DC-103", "DC-104")
@pytest.mark.parametrize(("card", "each"), [(MINOR, 1), (MAJOR, 2)])
def test_debris_on_every_arrow_without_a_car(card: str, each: int):
    race = window(hand=card)
    race.plays(card, "card 1")  # A stands on L1, an arrow
    assert race.cubes(1) == {"R3": each}
    assert race.state.pile_cubes == 24 - each
    race = window(hand=card)
    race.plays(card, "card 2")
    assert race.cubes(2) == {"L1": each, "R3": each}


@clause("DC-103", "DC-104")
def test_debris_needs_a_free_arrow_and_enough_cubes():
    race = window("SA SA", hand=MINOR, A="1.L1", B="1.R3")
    race.plays(MINOR)  # card 1 has no free arrow: card 2 is the only choice
    assert race.cubes(2) == {"L1": 1, "R3": 1}
    # 24 - 9 - 12 cubes leave 3 in the pile: enough for Minor Debris on card 3, not for Major Debris.
    cubes = {f"{k}.{spot}": 2 for k in (1, 2) for spot in ("L2", "R2", "L3")}
    damage = {"A": 3, "B": 3, "C": 3}
    assert MAJOR not in window("SA SA SA", hand=MAJOR, C="1.R1", B="1.L1", A="2.R1", cubes=cubes, damage=damage).choices
    race = window("SA SA SA", hand=MINOR, C="1.R1", B="1.L1", A="2.R1", cubes=cubes, damage=damage)
    race.plays(MINOR)
    assert race.cubes(3) == {"L1": 1, "R3": 1}


@clause("DC-105")
def test_a_dangerous_curve_puts_a_cube_at_every_gate():
    race = window("SA GL SA SCL", hand=CURVE)
    race.plays(CURVE)
    assert race.choices == {"card 2", "card 4"}  # cards with gates
    race.plays("card 4")
    assert race.gate_cubes(4) == [0, 1, 2, 3]
    assert race.state.pile_cubes == 20
    assert CURVE not in window("SA SA", hand=CURVE).choices


@clause("DC-105")
def test_a_dangerous_curve_needs_a_cube_for_every_gate():
    # 24 - 6 - 16 leave 2 cubes: enough for the gates of a Gentle Curve, not for the four of an S-Curve.
    cubes = {f"{k}.{spot}": 2 for k in (2, 3) for spot in ("L1", "L2", "R2", "R3")}
    race = window("SA SA SA GL SCL", hand=CURVE, cubes=cubes, damage={"A": 3, "B": 3})
    race.plays(CURVE)
    assert race.gate_cubes(4) == [0, 1]


@clause("DC-106")
def test_lane_closed_skips_spots_with_cars():
    race = window(hand=CLOSED)
    race.plays(CLOSED, "card 1", "L")
    assert race.barrels(1) == {"L2", "L3"}
    assert race.state.pile_barrels == 4


@clause("DC-106")
def test_a_wide_open_has_three_lanes_to_close():
    race = window("SA WO SA", hand=CLOSED)
    race.plays(CLOSED, "card 2")
    assert race.choices == {"L", "M", "R"}
    race.plays("M")
    assert race.barrels(2) == {"M1", "M2", "M3"}


@clause("DC-107")
def test_nothing_is_lifted_while_the_pile_suffices():
    race = window("SA SA SA", hand=CLOSED, barrels="2.L1 2.L2 2.L3")
    race.plays(CLOSED, "card 3", "R")
    assert race.barrels(2) == {"L1", "L2", "L3"}
    assert race.state.pile_barrels == 0


@clause("DC-107")
def test_the_only_card_with_barrels_is_lifted_without_asking():
    race = window("SA SA SA SR", hand=CLOSED, barrels="2.L1 2.L2 2.L3")
    race.plays(CLOSED, "card 4", "L")  # four spots
    assert race.barrels(4) == {"L1", "L2", "L3", "L4"}
    assert (race.barrels(2), race.state.pile_barrels) == (set(), 2)


@clause("DC-109")
def test_the_shop_is_not_put_next_to_a_middle_lane():
    race = window("SA WO SA", hand=SHOP)
    race.plays(SHOP, "card 2")
    assert race.choices == {"L1", "L2", "L3", "R1", "R2", "R3"}
    race = window("SA SA SA", hand=SHOP)
    race.plays(SHOP, "card 1", "L1")  # where a car stands
    assert race.shop == "1.L1"


@clause("DC-110")
def test_without_another_clear_card_the_shop_stays():
    race = window("SA FI", hand=SHOP, shop="1.L2")
    assert SHOP not in race.choices


@clause("DC-111", "DC-112")
def test_critter_and_nitro_are_for_the_player_about_to_roll_whoever_plays_them():
    race = window(hand=NITRO)
    race.plays("pass", CRITTER, NITRO, "pass on", NITRO, NITRO, "pass")
    assert (race.turn, race.state.to_roll) == ("A", 5 - 1 + 2)
