"""Stage end and scoring: VL-88 to VL-94, VL-113, VL-114, VL-120."""

import pytest

from paddock.testing import clause

from .. import GAME
from ..words import gap
from .position import COLORS, Position

pytestmark = pytest.mark.usefixtures("both_backends")
SINGLE = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


def gaps_of(race: Position) -> list[str]:
    return [gap(race.table, race.state, race.state, seat) for seat in range(race.table.seats)]


@clause("VL-88")
def test_the_first_four_score_at_a_stage_end():
    race = Position(SINGLE, players="red blue", at="score")
    assert race.points(*COLORS) == [3, 2, 1, 1, 0, 0, 0, 0]


@clause("VL-89")
def test_everybody_scores_at_the_race_end_in_addition():
    race = Position(SINGLE, players="red blue", at="score", stage=1, points={"red": 3, "purple": 2})
    assert race.points(*COLORS) == [13, 8, 7, 6, 5, 4, 3, 4]
    assert race.positions(*COLORS) == [1, 2, 3, 4, 5, 6, 7, 8]


@clause("VL-90")
def test_level_cars_race_only_if_the_points_differ():
    cars = {"red": "G1:30", "blue": "G1:28", "white": "G1:26", "yellow": "G2:26", "green": "G1:20", "orange": "G2:20"}
    race = Position(cars, black="G1:10", purple="G2:10", players="white yellow", at="score")
    # third and fourth score 1 each, fifth and sixth nothing: inside first, without a race
    assert race.positions(*COLORS) == [1, 2, 3, 4, 5, 6, 7, 8]
    race = Position(cars, black="G1:10", purple="G2:10", players="white yellow", at="score", stage=1)
    assert race.choices == {"RACE", "BRAKE"}


@clause("VL-91")
def test_a_primary_may_brake_and_an_npd_never_does():
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    assert race.to_act == "0"  # inside first
    race.plays("BRAKE")
    assert race.positions("red", "blue") == [2, 1]
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    race.plays("RACE")
    assert race.to_act == "1"
    race.plays("BRAKE")
    assert race.positions("red", "blue") == [1, 2]
    race = Position(red="G1:20", blue="G2:20", players="white green", at="score", stage=1)
    assert race.to_act == "chance"
    race.plays("2", "3")
    assert race.positions("red", "blue") == [2, 1]


@clause("VL-91", "VL-67")
def test_whoever_is_not_higher_may_reroll_inside_first():
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    race.plays("RACE", "RACE", "3", "3")
    assert race.roller == "red"
    race.plays("REROLL", "5")
    assert race.roller == "blue"
    race.plays("REROLL", "4")
    assert race.positions("red", "blue") == [1, 2]
    assert race.has("red", "worn")


@clause("VL-91")
def test_passing_is_final():
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    race.plays("RACE", "RACE", "3", "3", "KEEP", "KEEP")
    assert race.cars("red", "blue") == ["G1:16", "G2:16"]  # lost control


@clause("VL-92")
def test_the_last_equal_dice_leave_the_position_to_the_inside_car():
    cars = {"red": "G1:20 worn", "blue": "G2:20 worn"}
    race = Position(cars, players="red blue", at="score", stage=1, options={"tie_roll_limit": 2})
    race.plays("RACE", "RACE", "3", "3")
    assert race.cars("red", "blue") == ["G1:16", "G2:16"]
    race.plays("RACE", "RACE", "3", "3")
    assert race.cars("red", "blue") == ["G1:16", "G2:16"]
    assert race.positions("red", "blue") == [1, 2]


@clause("VL-92")
def test_placed_cars_are_obstacles_when_control_is_lost():
    cars = {"white": "G1:48", "red": "G1:20 worn", "blue": "G2:20 worn"}
    race = Position(cars, players="red blue", at="score", stage=1, window=32)
    race.plays("RACE", "RACE", "3", "3")
    assert race.cars("red", "blue") == ["G1:14", "G2:16"]  # white, already first, stands on s 16 of G1
    assert race.positions("white", "blue", "red") == [1, 2, 3]


@clause("VL-93")
@pytest.mark.parametrize(("points", "places"), [({}, [1, 2]), ({"blue": 3}, [2, 1]), ({"blue": 2}, [1, 2])])
def test_the_primary_with_most_points_wins_level_ones_by_position(points: dict[str, int], places: list[int]):
    race = Position(SINGLE, players="red blue", at="score", stage=1, points=points)
    assert race.to_act == "over"
    assert race.places == places  # red 10, blue 8 and what it had
    assert race.scores == [10, 8 + points.get("blue", 0)]


@clause("VL-94")
def test_a_new_stage_begins_with_all_laps_cards():
    race = Position(SINGLE, players="red blue", at="score", laps=41, laps_drawn=6, played_laps=6, had_yellow=True)
    assert race.state.flag == 1
    race.plays_first("L01")
    state = race.state
    assert (state.stage, state.laps_run, state.laps_drawn, state.had_yellow) == (1, 0, 0, 0)
    assert len(race.choices) == 16


@clause("VL-113")
def test_team_play_adds_the_npds_of_a_player():
    mates = {"white": "blue", "yellow": "blue"}
    race = Position(SINGLE, players="red blue", mates=mates, at="score", stage=1, options={"team_play": True})
    assert race.scores == [10, 8 + 7 + 6]
    assert race.places == [2, 1]
    plain = Position(SINGLE, players="red blue", mates=mates, at="score", stage=1)
    assert plain.scores == [10, 8]


@clause("VL-113")
def test_equal_teams_go_by_the_best_placed_primary():
    mates = {"black": "blue"}  # blue 8 + black 3 against red 10
    options = {"team_play": True}
    points = {"red": 1}
    race = Position(SINGLE, players="red blue", mates=mates, at="score", stage=1, options=options, points=points)
    assert race.scores == [11, 11]
    assert race.places == [1, 2]


@clause("VL-114")
def test_eight_players_in_four_teams_of_two():
    race = Position(SINGLE, players=" ".join(COLORS), at="score", stage=1, options={"eight_player_teams": True})
    # seats i and i + 4: 10 + 5, 8 + 4, 7 + 3, 6 + 2
    assert race.scores == [15, 12, 10, 8, 15, 12, 10, 8]
    assert race.places == [1, 3, 5, 7, 1, 3, 5, 7]


@clause("VL-120")
@pytest.mark.parametrize(("player", "points", "place"), [("red", {}, 1), ("blue", {}, 2), ("blue", {"blue": 2}, 2)])
def test_solo_is_won_against_all_eight(player: str, points: dict[str, int], place: int):
    race = Position(SINGLE, players=player, at="score", stage=1, points=points)
    assert race.view["cars"][COLORS.index(player)]["place"] == place  # level on points: the better position
    assert race.places == [place]
    assert race.view["won_by"] == COLORS.index("red")


@clause("VL-120")
def test_alone_the_place_is_that_among_all_eight_cars_at_any_time():
    assert Position(SINGLE, players="purple", at="score", stage=1).places == [8]
    assert Position(SINGLE, players="green", hand="open_track 5").places == [5]
    # green has 2 points of an earlier stage, all others none
    assert Position(SINGLE, players="green", hand="open_track 5", points={"green": 2}).places == [1]


@clause("VL-91", "VL-93", "R-59")
def test_after_a_race_for_position_the_order_told_is_that_of_the_positions():
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    race.plays("BRAKE")  # red, on the inside, leaves the first place to blue
    assert race.positions("blue", "red") == [1, 2]
    assert [COLORS[car] for car in race.view["order"][:2]] == ["blue", "red"]
    lines = GAME.words.position(race.table, race.state).splitlines()
    assert [line.split()[1] for line in lines if line.startswith(("  (1) ", "  (2) "))] == ["blue", "red"]
    assert race.view["won_by"] == COLORS.index("blue")


@clause("VL-90")
def test_how_far_cars_are_behind_is_told_in_spaces():
    cars = {"red": "G1:30", "blue": "G1:28", "white": "LL:23", "yellow": "G1:10"}
    race = Position(cars, players="red blue white yellow", at="score", stage=1)
    # a space is two half units of the loop
    assert gaps_of(race) == ["", "1 space behind", "3½ spaces behind", "10 spaces behind"]


@clause("VL-108")
def test_a_car_that_was_lapped_is_told_to_be_laps_behind():
    race = Position(red="G1:30", blue="G1:28", players="red blue", at="score", stage=1)
    s = race.state
    s.distance[COLORS.index("blue")] -= 2 * 32
    assert [gap(race.table, s, s, seat) for seat in range(2)] == ["", "2 laps and 1 space behind"]


@clause("VL-91")
def test_a_car_that_lost_the_race_for_position_is_told_to_be_level():
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    race.plays("BRAKE")
    assert gaps_of(race) == ["level", ""]


@clause("VL-120")
def test_a_lone_player_is_behind_the_car_that_won():
    race = Position(red="G1:30", blue="G1:20", players="blue", at="score", stage=1)
    assert gaps_of(race) == ["5 spaces behind"]
