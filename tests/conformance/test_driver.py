"""The driver of races in tests: it plays legal moves only, and refuses an impossible position."""

from typing import Any

import pytest

from paddock.engine import SchemaError
from paddock.games import _template as template
from paddock.games._template.rules import setup
from paddock.games._template.state import CHOOSE, State, Table
from paddock.games._template.words import NAMES
from paddock.testing import Driver, PositionError, seat_of


class Ridge(Driver[Table, State]):
    """Cars put on the ridge by name; a car's position is the number of spaces climbed."""

    game = template.GAME
    names = NAMES

    def __init__(self, seats: int, **cars: int):
        table: Any = template.GAME.new_table(seats, {})
        s = State()
        setup(table, s)
        s.dealt, s.to_act = 1, 0
        for seat in range(seats):
            s.card[seat] = 1
            s.draw[1] -= 1
        for name, space in cars.items():
            s.space[NAMES.index(name)] = space
        super().__init__(table, s, begin=CHOOSE, shows=cars)

    def shown(self, name: str) -> int:
        """Spaces climbed."""
        return self.state.space[self.seat(name)]


def test_a_position_is_put_on_the_table_and_driven():
    race = Ridge(2, red=5, blue=3)
    assert race.state.space[:2] == [5, 3]


def test_a_car_without_a_seat_is_refused():
    with pytest.raises(PositionError, match="nobody is called green in this race: there are red, blue"):
        Ridge(2, red=5, blue=3, green=1)


def test_a_piece_that_does_not_stand_where_it_was_put_is_refused():
    class Slipping(Ridge):
        def shown(self, name: str) -> int:
            return super().shown(name) - (name == "blue")

    with pytest.raises(PositionError, match="blue was put as 3, but stands as 2"):
        Slipping(2, red=5, blue=3)


def test_a_number_that_its_field_cannot_hold_is_refused():
    with pytest.raises(SchemaError, match=r"State\.space\[0\] is 40000"):
        Ridge(2, red=40000)


def test_a_name_is_known_or_refused():
    assert seat_of("ABC", "B", 2) == 1
    with pytest.raises(PositionError, match="C"):
        seat_of("ABC", "C", 2)


def test_what_is_not_possible_cannot_be_played():
    race = Ridge(2, red=5, blue=3)
    with pytest.raises(AssertionError, match="'gear 4' is not possible; red may choose"):
        race.plays("gear 4")
    with pytest.raises(AssertionError, match="move 9 is not possible"):
        race.apply(9)
    race.plays("gear 2")
    with pytest.raises(AssertionError, match="'7' is not possible; chance may choose"):
        race.plays("7")


def test_a_broken_invariant_is_told():
    race = Ridge(2, red=5, blue=3)
    s = race.state
    s.draw[1] += 1
    with pytest.raises(AssertionError, match="card"):
        race.puts(s)
