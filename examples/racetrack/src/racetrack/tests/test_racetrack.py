"""Racetrack: a test for each clause, and the conformance kit."""

from pathlib import Path
from typing import cast

import pytest

from paddock.engine import read_record, verify_record
from paddock.testing import Case, Check, Driver, check_golden, clause, conformance, coverage, golden_cases

from .. import GAME
from ..state import DRAW_LOT, NEXT_CAR, State, Table
from ..track import COLUMNS, PAPER, Track, TrackError, square_name, write_track
from ..words import NAMES
from ..workshop import WORKSHOP

RECORDS = sorted(GAME.folder.glob("tests/records/*.race"))
Car = tuple[str, int, int, int]  # square, speed to the right and down, line crossed


@pytest.mark.parametrize(("check", "case"), conformance(GAME))
def test_conformance(check: Check, case: Case):
    check(GAME, case)


def test_every_clause_is_named_by_a_test():
    assert coverage(GAME).missing == []


@pytest.mark.parametrize("case", golden_cases(GAME), ids=lambda case: case.name)
def test_the_race_is_still_told_the_same_way(case: Case):
    assert check_golden(GAME, case) == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_saved_races_of_earlier_versions_load(path: Path):
    assert verify_record(GAME, read_record(path.read_text(encoding="utf-8"))).drawn > 0


def test_a_race_is_saved():
    assert RECORDS


class Race(Driver[Table, State]):
    """A race before the lot, or with the cars where a test puts them; `first` moves first."""

    game = GAME
    names = NAMES

    def __init__(self, *cars: Car, seats: int = 2, laps: int = 1, first: str = "red"):
        table = cast(Table, GAME.new_table(len(cars) or seats, {"laps": laps}))
        if not cars:
            super().__init__(table)
            return
        state = State()
        state.first = NAMES.index(first)
        for car, (square, right, down, crossed) in enumerate(cars):
            state.column[car], state.row[car] = ord(square[0]) - ord("A"), int(square[1:]) - 1
            state.right[car], state.down[car], state.crossed[car] = right, down, crossed
        super().__init__(table, state, begin=NEXT_CAR, shows=dict(zip(NAMES, cars, strict=False)))

    def shown(self, name: str) -> object:
        """A car as tests put it."""
        s, car = self.state, self.seat(name)
        return square_name(s.row[car] * COLUMNS + s.column[car]), s.right[car], s.down[car], s.crossed[car]


def squares(text: str) -> set[str]:
    return {f"to {square}" for square in text.split()}


AWAY: Car = ("C7", 0, 0, 1)  # where no car of these tests comes


@clause("RT-01")
def test_the_road_goes_round_the_paper_and_a_lap_has_36_steps():
    """By hand, always on the inside: L to Q is 5 steps, R5 the sixth, R10 11, Q11 12, F11 23, E10 24, E5 29, F4 30."""
    table = cast(Table, GAME.new_table(2, {"laps": 3}))
    along = {square_name(square): steps for square, steps in enumerate(table.distance) if steps >= 0}
    by_hand = {"L4": 0, "Q4": 5, "R5": 6, "R10": 11, "Q11": 12, "F11": 23, "E10": 24, "E5": 29, "F4": 30, "K4": 35}
    assert {square: along[square] for square in by_hand} == by_hand
    assert (table.lap_length, table.laps) == (36, 3)
    assert {"A1", "B2", "K7", "U2", "V3"}.isdisjoint(along)


def drawn(**rows: str) -> str:
    """The file of the ring with other lines, by the number of the row: r8=..."""
    paper = [rows.get(f"r{row}", line) for row, line in enumerate(PAPER, start=1)]
    return write_track(Track("Mine", tuple(paper)))


def complaints(text: str) -> list[tuple[str, list[str]]]:
    """What is wrong with a track, and where."""
    remarks = WORKSHOP.check(text).remarks
    return [
        (remark.words, [square_name(row * COLUMNS + column) for column, row in remark.places]) for remark in remarks
    ]


@clause("RT-01")
def test_a_track_that_players_drew_is_raced_on_and_kept_in_its_own_words():
    """Without its bottom row the ring keeps its length: the inside is the shortest way."""
    text = drawn(r13="." * 22)
    found = WORKSHOP.check(text)
    assert (found.remarks, found.name, found.text) == ((), "Mine", text)
    table = cast(Table, GAME.new_table(2, {"track": text}))
    along = {square_name(square): steps for square, steps in enumerate(table.distance) if steps >= 0}
    assert (along["L4"], along["K4"], table.lap_length) == (0, 35, 36)
    assert {"C13", "T13"}.isdisjoint(along)
    assert GAME.scene(table)["paper"][12] == "." * 22


@clause("RT-01")
def test_a_dead_end_further_from_the_line_than_column_l_counts_as_no_step():
    """From N4 it is 34 steps to the line, so 35 from M5, 36 from M6 as from L4, and 37 from M7."""
    text = drawn(r5=".####.......#....####.", r6=".####.......#....####.", r7=".####.......#....####.")
    table = cast(Table, GAME.new_table(2, {"track": text}))
    steps = {square_name(square): steps for square, steps in enumerate(table.distance)}
    assert (steps["L4"], steps["M7"], steps["K4"], table.lap_length) == (0, 0, 35, 36)


@clause("RT-01")
@pytest.mark.parametrize(
    ("text", "words", "places"),
    [
        (drawn(r3=".#########..#########."), "J1 to L7, stay as they are", ["K3", "L3"]),
        (drawn(r8=".####................."), "does not lead round to the line", ["L4"]),
        (
            drawn(**dict.fromkeys(("r5", "r6", "r7"), ".####...#...#....####."), r8=".####...#####....####."),
            "a lap has 14 steps, and 20 at least are needed",
            [],
        ),
        (drawn(r7=".####..#.........####."), "no way leads from here to the line", ["H7"]),
        ("paper = [", "this is no TOML file", []),
        ('paper = ["###"]', "13 lines of 22 squares", []),
        ("paper = 3", "13 lines of 22 squares", []),
    ],
)
def test_what_is_wrong_with_a_track_is_said_with_the_squares(text: str, words: str, places: list[str]):
    """The short lap, by way of row 8: K4 J4 I5 I6 I7 J8 K8 L8 M7 M6 M5, M4 the twelfth, L3, and L2 has 14."""
    assert [(words in said, where) for said, where in complaints(text)] == [(True, places)]
    with pytest.raises(TrackError, match=words):
        GAME.new_table(2, {"track": f"{text}\n"})


@clause("RT-02")
def test_a_lot_says_who_moves_first_and_the_grid_is_taken_in_that_order():
    race = Race(seats=4)
    assert race.choices == {"red", "blue", "green", "white"}
    race.plays("green")
    assert race.to_act == "green"
    on_grid = [race.shown(name) for name in ("green", "white", "red", "blue")]
    assert on_grid == [("K3", 0, 0, 0), ("K4", 0, 0, 0), ("K2", 0, 0, 0), ("J3", 0, 0, 0)]
    race.plays("to L3")
    assert race.to_act == "white"


@clause("RT-10")
@pytest.mark.usefixtures("both_backends")
def test_a_car_changes_each_part_of_its_speed_by_one_at_most():
    race = Race(("N3", 2, 0, 1), AWAY)
    assert race.choices == squares("O2 P2 Q2 O3 P3 Q3 O4 P4 Q4")
    race.plays("to Q4")
    assert race.shown("red") == ("Q4", 3, 1, 1)


@clause("RT-11")
def test_a_car_stays_on_the_road():
    assert Race(("T3", 1, 0, 1), AWAY).choices == squares("T2 T3 T4 U3 U4")


@clause("RT-11")
def test_every_square_on_the_straight_way_is_road():
    """R6 is road, but after two of three steps the way there is at Q5, on the grass."""
    assert Race(("P3", 2, 2, 1), AWAY).choices == squares("Q4 R4 S4 R5 S5 S6")


@clause("RT-12")
def test_a_car_may_pass_another_but_not_end_on_its_square():
    assert Race(("K3", 1, 0, 0), ("L3", 0, 0, 1)).choices == squares("K2 K3 K4 L2 L4 M2 M3 M4")


@clause("RT-13")
@pytest.mark.usefixtures("both_backends")
def test_a_car_without_a_way_on_stops_where_it_is():
    race = Race(("T3", 3, 0, 1), ("N3", 0, 0, 1), first="blue")
    race.plays("to O3")
    assert race.happened == ["RT-13"]
    assert race.shown("red") == ("T3", 0, 0, 1)
    assert race.to_act == "blue"


@clause("RT-13")
def test_a_car_with_one_move_makes_it():
    """Of the nine squares only S5 is reached by road: half-way to R5 the nearest squares are P5 and Q5, both grass."""
    race = Race(("P4", 2, 2, 1), ("N3", 0, 0, 1), first="blue")
    race.plays("to O3")
    assert race.happened == ["RT-13"]
    assert race.shown("red") == ("S5", 3, 1, 1)


@clause("RT-20")
def test_the_line_counts_forwards_and_backwards():
    race = Race(("J3", 2, 0, 0), AWAY)
    race.plays("to L3")
    assert (race.shown("red"), race.happened) == (("L3", 2, 0, 1), ["RT-20"])
    race = Race(("L3", 0, 0, 1), AWAY)
    race.plays("to K3")
    assert (race.shown("red"), race.happened) == (("K3", -1, 0, 0), ["RT-20"])


@clause("RT-30", "RT-31")
def test_the_round_is_played_to_its_end_and_the_car_furthest_along_wins():
    race = Race(("J3", 2, 0, 1), ("J4", 3, 0, 1))
    race.plays("to L3")
    assert race.happened == ["RT-30"]
    assert race.to_act == "blue"
    race.plays("to M4")
    assert race.is_over
    assert (race.places, race.scores) == ([2, 1], [0, 1])


@clause("RT-30")
def test_a_race_of_two_laps_goes_on_after_the_first():
    race = Race(("J3", 2, 0, 1), AWAY, laps=2)
    race.plays("to L3")
    assert race.happened == ["RT-20"]


@clause("RT-31")
@pytest.mark.parametrize(("first", "places"), [("red", [1, 2]), ("blue", [2, 1])])
def test_of_cars_equally_far_the_one_that_moves_earlier_is_placed_first(first: str, places: list[int]):
    assert Race(("M3", 0, 0, 1), ("M4", 0, 0, 1), first=first).places == places


@clause("RT-32")
def test_it_gets_dark_after_forty_rounds_a_lap():
    race = Race(seats=2)
    race.plays("red")
    for _ in range(40):
        assert not race.is_over
        race.plays("to K3", "to K4")
    assert race.is_over
    assert race.happened[-1] == "RT-32"


def test_before_the_lot_no_car_is_drawn():
    race = Race(seats=2)
    assert race.state.phase == DRAW_LOT
    assert "R" not in GAME.words.position(race.table, race.state).split("\n", 1)[1]
