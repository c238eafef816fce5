"""What decisions cost over several races, added up by hand."""

from paddock.analysis import CostlyKind, DriverResult, Explained, GradedDecision, Turn, costly_kinds
from paddock.analysis.telling import told


def race(names: list[str], *decisions: GradedDecision) -> Explained:
    return Explained("ridge", names, 50, [], [], list(decisions), None, [])


def test_costs_are_added_by_driver_and_clause_the_costliest_first():
    first = race(
        ["Ana", "Ben"],
        GradedDecision(1, 0, "gear 1", "RR-10", "mistake", 120, "gear 3", 3),
        GradedDecision(3, 1, "gear 2", "RR-10", "doubtful", 40, "gear 3", 3),
        GradedDecision(5, 0, "boost", "RR-20", "fine", 20, "gear 3", 3),
    )
    second = race(["Ben", "Ana"], GradedDecision(2, 1, "gear 2", "RR-10", "doubtful", 50, "gear 3", 3))
    assert costly_kinds([first, second]) == [
        CostlyKind("Ana", "RR-10", 2, 1, 1, 170),
        CostlyKind("Ben", "RR-10", 1, 1, 0, 40),
        CostlyKind("Ana", "RR-20", 1, 0, 0, 20),
    ]


def test_a_race_is_told_in_a_few_sentences():
    drivers = [
        DriverResult(0, "Ana", 500, 100, 300, 100, 0, 1000),
        DriverResult(1, "Ben", 500, -100, -100, -300, 0, 0),
    ]
    mistake = GradedDecision(7, 1, "gear 1", "RR-10", "mistake", 100, "gear 3", 3)
    assert told(drivers, [mistake], Turn(1, 7, 9, 0, 500, 800), "Ben rolls 5; Ben spins") == [
        "Ana won.",
        "The race was decided at ply 7: Ben rolls 5; Ben spins. Ana's chance went from 50.0 % to 80.0 %.",
        "Dice and draws were kindest to Ana (+10.0 points) and hardest on Ben (−10.0).",
        "One mistake: Ben's “gear 1” at ply 7 where “gear 3” was better (it cost 10.0 %).",
    ]


def test_what_follows_the_turn_that_decided_begins_with_a_capital_letter():
    drivers = [
        DriverResult(seat, name, 500, 0, 0, 0, 0, 1000 - 1000 * seat) for seat, name in enumerate(("red", "blue"))
    ]
    said = told(drivers, [], Turn(1, 7, 9, 0, 500, 1000), "Blue spins")[1]
    assert said == "The race was decided at ply 7: Blue spins. Red's chance went from 50.0 % to 100.0 %."


def test_a_sentence_begins_with_a_capital_letter_whatever_the_driver_is_called():
    shared = [DriverResult(seat, name, 500, 0, 0, 0, 0, 500) for seat, name in enumerate(("red", "blue"))]
    assert told(shared, [], None, "") == [
        "Red and blue shared the win.",
        "Dice and draws favoured nobody.",
        "Nobody made a mistake.",
    ]


def test_a_lone_driver_who_lost_to_the_field_is_told_so():
    assert told([DriverResult(0, "Ana", 200, -50, -150, 0, 0, 0)], [], None, "") == [
        "A car without a driver won.",
        "Dice and draws changed Ana's chance by −5.0 points.",
        "Nobody made a mistake.",
    ]
