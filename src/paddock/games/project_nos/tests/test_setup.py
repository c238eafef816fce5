"""Setup, dealing and tracks (PN-01..07, PN-56, PN-66, PN-67)."""

import pytest

from paddock.engine import OptionError
from paddock.testing import clause

from .. import GAME
from ..box import components
from ..state import COMMON, PLAIN
from .position import Game, Race

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("PN-01")
def test_one_to_four_players():
    for seats in (1, 2, 3, 4):
        assert GAME.new_table(seats, {}).to_array()["seats"][0] == seats
    for seats in (0, 5):
        with pytest.raises(ValueError, match="1 to 4 seats"):
            GAME.new_table(seats, {})


@clause("PN-02")
def test_the_modification_supply():
    s = Game(2).state
    assert s.card_left == [2, 2, 2, 2, 2, 2]
    assert s.die_left == [5, 5, 5]
    kinds = {entry["id"]: entry["colour"] for entry in components("modifications")["kind"]}
    assert [kind for kind, colour in kinds.items() if colour == "blue"] == ["v8", "nitrous"]
    assert [kind for kind, colour in kinds.items() if colour == "yellow"] == ["turbocharger", "supercharger"]
    assert [kind for kind, colour in kinds.items() if colour == "grey"] == ["wide_tires", "spoiler"]


def test_the_box_has_what_the_rulebook_lists():
    counts = components("game")["counts"]
    assert len(components("modifications")["card"]) == counts["modification_cards"] == 12
    assert len(components("track_cards")["card"]) == counts["track_cards"] == 18
    dice = [die["colour"] for die in components("modifications")["die"]]
    assert (dice.count("white"), len(dice) - dice.count("white")) == (12, 15)
    assert len(components("strip")["cube"]) == counts["redline_cubes"] == 8
    assert len(components("strip")["lane"]) == counts["player_cards"] == 4


@clause("PN-03")
def test_the_pile_is_counts_and_every_draw_is_weighted_by_them():
    game = Game(2)
    assert game.runner.chance() == ([0, 1, 2, 3, 4, 5], [3] * 6)
    game.apply(0, 0, 0)
    assert game.runner.chance() == ([1, 2, 3, 4, 5], [3] * 5)


@clause("PN-04")
def test_six_cards_are_dealt_one_after_the_other():
    game = Game(2)
    game.deal("36142")
    assert game.state.track == [3, 6, 1, 4, 2, 0]
    game.deal("5")
    assert game.state.track == [3, 6, 1, 4, 2, 5]
    assert sum(game.state.pile) == 12


@clause("PN-05")
def test_a_card_has_one_number_for_all_lanes():
    race = Race("cccwww", "cccwww")
    for seat in "AB":
        assert race.to_act == seat
        race.roll("1 2", 3, 1)
    for seat in "AB":
        assert race.to_act == seat
        race.act("place 1")
        assert (race.filled(seat), race.redlines(seat)) == (1, 0)
        race.roll("2 3", 1, 1)
    lanes = components("strip")["space"]
    assert all(sum(1 for space in lanes if space["lane"] == lane) == 6 for lane in ("red", "green", "orange", "purple"))


@clause("PN-06")
def test_everybody_has_a_colour_and_three_common_dice():
    game = Game(3)
    assert all(kinds[:3] == [COMMON] * 3 for kinds in game.state.kind[:3])
    assert [GAME.words.seat_name(game.table, seat) for seat in range(3)] == ["red", "green", "orange"]
    assert GAME.words.seat_name(Game(2).table, 1) == "orange"  # opposite each other


@clause("PN-07")
def test_the_cubes_are_one_supply_that_is_never_short():
    race = Race("cccwww", "cccwww", "cccxxx", "cccvvv")
    for seat in "ABCD":
        race.has(seat, redlines=2)
    assert GAME.view(race.table, race.state)["supply"]["cubes"] == 0
    race.has("A", redlines=0)
    assert GAME.view(race.table, race.state)["supply"]["cubes"] == 2


@clause("PN-66")
def test_a_strip_is_used_in_every_race_without_deck_and_trophies():
    game = Game(2, track="switchback")
    assert game.state.track == [3, 6, 1, 4, 2, 5]
    assert sum(game.state.pile) == 18
    game.apply(0)
    assert game.to_act == "A"
    race = Race("cccwww", "cccvvv", strip="ladder", track="123456")
    race.decide("A")
    assert race.to_act == "B"  # no trophy: the loser drafts
    assert race.state.track == [1, 2, 3, 4, 5, 6]
    assert race.state.trophies[0] == [0] * 6


@clause("PN-66")
def test_somebodys_own_track_is_a_file_of_six_values():
    game = Game(1, track="values = [6, 6, 6, 1, 1, 1]\n")
    assert game.state.track == [6, 6, 6, 1, 1, 1]
    for wrong in ("values = [1, 2]\n", "values = [1, 2, 3, 4, 5, 7]\n", "nothing = 1\n", "[[[\n"):
        with pytest.raises(OptionError, match="track"):
            Game(1, track=wrong)


@clause("PN-66")
def test_a_kind_that_cannot_finish_on_a_track_is_told():
    assert GAME.scene(Game(1, track="skyline").table)["unfinishable"] == ["turbocharger"]
    assert GAME.scene(Game(1, track="harbour_mile").table)["unfinishable"] == ["supercharger"]
    assert GAME.scene(Game(1, track="ladder").table)["unfinishable"] == []


@clause("PN-66", "PN-68")
def test_points_need_dealt_tracks():
    with pytest.raises(OptionError, match="series=points needs track=deal"):
        Game(2, series="points", track="ladder")


@clause("PN-67")
def test_a_stock_race_has_no_draft_and_six_plain_dice():
    game = Game(4, modifications="none")
    game.deal("361425")
    game.apply(2)
    assert game.to_act == "A"
    assert all(kinds == [COMMON] * 3 + [PLAIN] * 3 for kinds in game.state.kind)
    assert game.rolls() == {"1 2"}  # common and plain count as one kind
    assert game.state.die_left == [0, 0, 3]  # the first twelve dice by their order: blue, yellow, grey


@clause("PN-67")
@pytest.mark.parametrize(("clock", "actor"), [("rounds", "A"), ("simulated", "chance"), ("realtime", "chance")])
def test_a_solo_stock_race_on_a_strip_begins_at_once(clock: str, actor: str):
    assert Game(1, clock=clock, track="ladder", modifications="none").to_act == actor


def test_the_fit_table_of_section_2():
    table = """
        common       1/5 1/5 1/4 1/3 1/2 1/1
        v8           1/5 1/5 1/4 1/3 1/2 1/1
        nitrous      1/5 1/5 1/4 1/3 1/2 1/1
        plain        1/5 1/5 1/4 1/3 1/2 1/1
        wide_tires   1/5 2/4 2/3 2/2 2/1 2/0
        spoiler      2/4 2/4 2/3 2/2 2/1 1/1
        turbocharger 2/4 2/4 2/2 0/2 0/0 0/0
        supercharger 0/6 0/6 0/6 2/4 2/4 2/2
    """
    from ..box import KIND_IDS
    from ..rules.model import redline_cost

    t = Game(1).table
    for line in table.strip().splitlines():
        name, *cells = line.split()
        kind = KIND_IDS.index(name)
        for value, cell in enumerate(cells, 1):
            costs = [redline_cost(kind, t.value[kind][face], value) for face in range(1, 7)]
            assert f"{costs.count(0)}/{costs.count(1)}" == cell, (name, value)
            assert (t.free_faces[kind][value], t.redline_faces[kind][value]) == (costs.count(0), costs.count(1))
