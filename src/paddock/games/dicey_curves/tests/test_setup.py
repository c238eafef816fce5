"""Setup: players, grid, chips, decks."""

import pytest

from paddock.engine import OptionError
from paddock.testing import PositionError, clause

from .. import GAME
from ..state import DRAW_DANGER, STRAIGHT_AWAY, WIDE_OPEN
from ..table import card_types, components
from .position import SEATS, SHORT, NewRace, Position, gate_sizes, new_table


def started(seats: int, first: str = "A", **options: str | int | bool) -> NewRace:
    race = NewRace(seats, options)
    race.plays(first)
    return race


@clause("DC-01")
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_seat_has_the_same_chance_to_be_first(seats: int):
    assert NewRace(seats).odds == dict.fromkeys(SEATS[:seats], 1)


@clause("DC-01")
def test_turns_go_clockwise_from_the_first_player():
    race = started(3, "B", danger=False)
    order: list[str] = []
    for _ in range(4):
        race.draws_anything()
        order.append(race.turn)
        race.plays(*(["done"] if "done" in race.choices else []), "end")
    assert order == ["B", "C", "A", "B"]


@clause("DC-01")
def test_one_player_or_nine_are_refused():
    for seats in (1, 9):
        with pytest.raises(ValueError, match="2 to 8"):
            GAME.new_table(seats, {})


@clause("DC-02")
@pytest.mark.parametrize(("seats", "cars"), [(2, 4), (3, 2), (4, 2), (5, 1), (6, 1), (7, 1), (8, 1)])
def test_eight_cars_are_shared_out(seats: int, cars: int):
    race = started(seats)
    assert [race.state.owner[: seats * cars].count(seat) for seat in range(seats)] == [cars] * seats


@clause("DC-02")
def test_cars_each_is_refused_beyond_the_eight_cars_of_the_box():
    assert new_table(2, {"cars_each": 3}).cars == 6
    assert new_table(3, {"cars_each": 1}).cars == 3
    assert new_table(4, {"cars_each": 2}).cars == 8
    with pytest.raises(ValueError, match="the box has 8 cars, so 5 players take 1 each at most, not 4"):
        new_table(5, {"cars_each": 4})
    with pytest.raises(OptionError):
        new_table(2, {"cars_each": 5})


@clause("DC-03")
def test_the_last_player_has_the_pole_and_the_next_round_is_in_turn_order():
    race = started(3, "B")  # turn order B, C, A
    assert [race.car_name(car) for car in range(6)] == ["A1", "C1", "B1", "B2", "C2", "A2"]
    spots = [race.spot(name) for name in ("A1", "C1", "B1", "B2", "C2", "A2")]
    assert spots == ["0.L4", "0.R4", "0.L3", "0.R3", "0.L2", "0.R2"]


@clause("DC-03")
def test_two_players_fill_the_grid_there_and_back():
    race = started(2)
    names = [race.car_name(car) for car in range(8)]
    assert names == ["B1", "A1", "A2", "B2", "B3", "A3", "A4", "B4"]
    assert race.spot("B4") == "0.R1"


@clause("DC-03", "DC-46")
def test_with_full_blocking_the_first_player_has_the_pole():
    race = started(3, blocking="full")
    assert [race.car_name(car) for car in range(6)] == ["A1", "B1", "C1", "C2", "B2", "A2"]


@clause("DC-04")
@pytest.mark.parametrize(("seats", "chips"), [(2, [1, 4]), (3, [1, 3, 4]), (5, [1, 3, 3, 3, 4])])
def test_later_players_start_with_more_chips(seats: int, chips: list[int]):
    race = started(seats)
    assert race.state.chips[:seats] == chips
    assert race.state.pile_chips == 40 - sum(chips)


@clause("DC-05")
@pytest.mark.parametrize(
    ("length", "cards"), [("standard", (12, 16)), ("sprint", (6, 9)), ("long", (18, 24)), ("full", (34, 34))]
)
def test_race_lengths(length: str, cards: tuple[int, int]):
    t = new_table(2, {"race_length": length})
    assert (t.fewest_cards, t.most_cards) == cards


@clause("DC-05", "DC-06")
def test_the_first_card_is_a_wide_open_out_of_the_34():
    race = started(2)
    assert race.track == "WO"
    assert race.state.left[WIDE_OPEN] == 3
    assert sum(race.state.left) == 33
    assert race.state.left[STRAIGHT_AWAY] == 8


@clause("DC-07")
def test_two_danger_cards_are_dealt_in_two_rounds_in_turn_order():
    race = started(3, "B")
    dealt: list[str] = []
    while race.state.laid == 2 and race.state.phase == DRAW_DANGER:
        dealt.append(SEATS[race.state.drawer])
        race.plays(next(iter(race.choices)))
    assert dealt == ["B", "C", "A", "B", "C", "A"]
    assert race.state.cards[:3] == [2, 2, 2]
    assert race.state.draw_cards == 32 - 6
    assert (race.state.pile_cubes, race.state.pile_barrels, race.shop) == (24, 6, "off the track")


@clause("DC-07")
def test_the_danger_deck_has_32_cards():
    race = started(2)
    assert race.odds == {card["id"]: card["count"] for card in components("danger_cards")["danger_type"]}
    assert sum(race.odds.values()) == 32


@clause("DC-08")
def test_the_base_game_alone_has_no_danger_and_rolls_five_dice():
    race = started(2, danger=False)
    race.plays("SA")
    assert race.state.in_play == 5
    assert race.state.draw_cards == 0
    race.plays("1", "2", "3", "4", "5", "done", "end")
    race.plays("SA")  # no exchange and no window before the second turn either
    assert race.state.to_roll == 5


@clause("DC-08")
def test_options_of_the_expansion_need_it():
    with pytest.raises(OptionError, match="needs danger"):
        new_table(2, {"danger": False, "ask_repair": True})


def test_the_cards_of_the_box():
    ordinary = [card["count"] for card in card_types()[2:]]
    assert sum(ordinary) == 34
    assert gate_sizes("GL") == [3, 2]
    assert gate_sizes("SCR") == [3, 2, 3, 4]
    assert gate_sizes("DC") == [5]
    assert [name for name in SHORT if 5 in gate_sizes(name)] == ["DC"]


def test_a_position_with_a_third_car_for_a_player_of_two_is_refused():
    with pytest.raises(PositionError, match=r"A was put as \['1.L1', '1.L2', '1.L3'\], but stands as"):
        Position(A="1.L1 1.L2 1.L3", B="0.L1 0.R1", options={"cars_each": 2})


def test_a_position_with_a_player_who_has_no_seat_is_refused():
    with pytest.raises(PositionError, match="nobody is called C"):
        Position(A="1.L1", C="0.L1")
