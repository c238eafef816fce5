"""Every line and every question names the clause that caused it."""

import pytest

from paddock.testing import clause

from .. import GAME
from .position import COLORS, NewRace, Position, Race

SINGLE = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


def clauses_of(race: Race, start: str) -> list[str]:
    """The clauses of the lines so far whose sentence begins like that."""
    return [event.clause for event in race.events if event.event.sentence.startswith(start)]


def asked_by(race: Race) -> str:
    return GAME.decision(race.table, race.state).clause


ROLLS = "{a:car} rolls a"
BACK = "{a:car} is back on {b:space}"
FAILS = "{a:car} fails the risk test"


@clause("VL-48", "VL-49", "VL-50")
def test_a_push_test():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S")
    assert asked_by(race) == "VL-48"
    race.plays("3", "3")
    assert asked_by(race) == "VL-49"
    race.plays("KEEP", "KEEP")
    assert clauses_of(race, ROLLS) == ["VL-48", "VL-48"]
    assert clauses_of(race, FAILS) == clauses_of(race, BACK) == ["VL-50", "VL-50"]


@clause("VL-71", "VL-72", "VL-73")
def test_a_wide_test():
    race = Position(red="G1:18", blue="G2:18", players="red blue", at="event", card="L11", event=1)
    assert asked_by(race) == "VL-71"
    race.plays("3", "3")
    assert asked_by(race) == "VL-72"
    race.plays("KEEP", "KEEP")
    assert clauses_of(race, ROLLS) == ["VL-71", "VL-71"]
    assert clauses_of(race, FAILS) == clauses_of(race, BACK) == ["VL-73", "VL-73"]


@clause("VL-71")
def test_a_wide_test_that_all_pass():
    race = Position(red="G1:18", blue="G2:18", players="red blue", at="event", card="L11", event=1)
    race.plays("3", "4")
    assert clauses_of(race, "All cars pass") == ["VL-71"]


@clause("VL-59", "VL-60", "VL-63", "VL-79")
@pytest.mark.parametrize(
    ("hand", "plays", "label"),
    [
        ("pedal_down", ["pedal_down"], "VL-63"),
        ("trading_paint 4", ["trading_paint 4", "PAINT blue"], "VL-60"),
        ("dialed_in 2", ["dialed_in 2", "I", "S", "BONUS"], "VL-59"),
        ("", ["FUMES"], "VL-79"),
    ],
)
def test_a_single_die_and_its_reroll(hand: str, plays: list[str], label: str):
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand=hand)
    race.plays(*plays)
    assert asked_by(race) == label
    race.plays("1")
    assert asked_by(race) == "VL-67"
    race.plays("REROLL")
    assert asked_by(race) == label
    race.plays("6")
    assert clauses_of(race, ROLLS) == [label, label]


@clause("VL-25", "VL-26")
def test_dice_of_events():
    race = Position(red="G1:8 worn", blue="G1:12", players="red blue", at="event", card="L14", event=1)
    assert asked_by(race) == "VL-25"
    race.plays("6", "6")
    assert clauses_of(race, ROLLS) == clauses_of(race, "{a:car} advances to") == ["VL-25", "VL-25"]
    race = Position(red="G1:8 worn", blue="G1:12", players="red blue", at="event", card="L03", event=1)
    assert asked_by(race) == "VL-26"
    race.plays("1")
    assert clauses_of(race, ROLLS) == clauses_of(race, BACK) == ["VL-26"]


@clause("VL-80", "VL-91", "VL-92")
def test_the_dice_of_an_npd_and_of_a_race_for_position():
    race = Position(white="G1:8", red="G1:20", blue="G1:30", players="red blue")
    assert asked_by(race) == "VL-80"
    race = Position(red="G1:20 worn", blue="G2:20 worn", players="red blue", at="score", stage=1)
    race.plays("RACE", "RACE")
    assert asked_by(race) == "VL-91"
    race.plays("3", "3")
    assert clauses_of(race, ROLLS) == ["VL-91", "VL-91"]
    assert clauses_of(race, BACK) == ["VL-92", "VL-92"]


@clause("VL-60", "VL-79")
def test_cars_go_back_by_what_sends_them():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="trading_paint 4")
    race.plays("trading_paint 4", "PAINT blue", "3")
    assert clauses_of(race, BACK) == ["VL-60"]
    race = Position(red="G1:8 worn", blue="G1:20", players="red blue")
    race.plays("FUMES", "1")
    assert clauses_of(race, BACK) == ["VL-79"]
    race = Position(red="G1:8", blue="G2:8", players="red blue", hand="side_draft 4")
    race.plays("side_draft 4", "SIDE_DRAFT blue")
    assert clauses_of(race, BACK) == ["VL-55"]


@clause("VL-20", "VL-21", "VL-22", "VL-23", "VL-24")
@pytest.mark.parametrize(
    ("card", "label"), [("L01", "VL-20"), ("L05", "VL-21"), ("L06", "VL-22"), ("L13", "VL-23"), ("L14", "VL-24")]
)
def test_cars_advance_by_the_event_that_moves_them(card: str, label: str):
    cars = {"red": "G1:30", "blue": "G1:28", "white": "G1:26", "green": "LL:15", "orange": "G1:8"}
    race = Position(cars, players="red blue", at="laps")
    race.plays(card)
    assert set(clauses_of(race, "{a:car} advances to")) == {label}
    assert set(clauses_of(race, "The line of")) == ({label} & {"VL-20", "VL-21"})


@clause("VL-54", "VL-58")
def test_a_draft_and_riding_it():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="draft_run 4")
    race.plays("draft_run 4", "DRAFT")
    assert clauses_of(race, "{a:car} drafts") == ["VL-54"]
    assert clauses_of(race, "{a:car} advances to") == ["VL-54", "VL-54"]
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="ride_the_draft")
    race.plays("ride_the_draft")
    assert asked_by(race) == "VL-58"
    race.plays("RIDE")
    assert set(clauses_of(race, "{a:car} advances to")) == {"VL-58"}
    assert asked_by(race) == "VL-58"  # the card it draws


@clause("VL-06", "VL-08", "VL-77", "VL-99")
def test_cards_are_drawn_by_the_clause_that_grants_them():
    race = NewRace(2)
    race.deals("red", "blue")
    assert set(clauses_of(race, "{a:seat} draws {b:card}")) == {"VL-06"}
    race = Position(red="G2:22", blue="LL:21", players="red blue")
    race.plays("4-tire")
    assert asked_by(race) == "VL-77"
    race.takes(4)
    assert clauses_of(race, "{a:seat} draws {b:card}") == ["VL-77"] * 4
    race = Position(SINGLE, players="red blue", at="yellow")
    race.plays("PIT", "PIT", "set 1", "set 1")
    assert asked_by(race) == "VL-99"
    race.takes(1)
    assert clauses_of(race, "{a:seat} draws {b:card}") == ["VL-99"]


@clause("VL-08")
def test_the_card_of_the_garage():
    race = NewRace(2)
    race.deals("red", "blue")
    race.plays(min(choice for choice in race.choices if choice != "PASS"))
    assert asked_by(race) == "VL-08"
    race.takes(1)
    assert clauses_of(race, "{a:seat} draws {b:card}")[-1] == "VL-08"


@clause("VL-29", "VL-94", "VL-95", "VL-97")
def test_the_yellow_flag_of_a_caution():
    race = Position(SINGLE, players="red blue", at="laps")
    race.plays("L15")
    assert clauses_of(race, "The yellow flag") == ["VL-29"]
    assert clauses_of(race, "The Action cards are shuffled") == ["VL-95"]
    race.plays("G1")
    assert clauses_of(race, "{a:car} starts from") == ["VL-97"]


@clause("VL-34", "VL-104")
def test_the_end_of_a_stage():
    race = Position(SINGLE, players="red blue", at="laps", laps=39)
    race.plays("L15")
    assert clauses_of(race, "Stage {a} ends") == ["VL-104"]
    assert clauses_of(race, "The yellow flag") == ["VL-94"]


@clause("VL-132", "VL-40")
def test_a_car_without_a_first_step_is_stuck_and_does_not_brake():
    # red on the Low Line has no space in front (LL s 25 is out of bounds on 2A), and blue is in its only way out
    race = Position(red="LL:23", blue="G1:24", players="red blue", hand="open_track 5")
    race.plays("open_track 5")
    assert race.happened[:2] == ["VL-35", "VL-132"]
    assert clauses_of(race, "{a:car} brakes") == []


@clause("VL-132", "VL-115")
def test_a_solo_npd_without_a_way_is_stuck():
    race = Position(red="LL:23", blue="G1:24", players="white", white="G1:4")
    race.plays("2")  # red rolls 2: Move 5 and no maneuver
    assert "VL-132" in race.happened
    assert "VL-40" not in race.happened


@clause("VL-58")
def test_ride_the_draft_without_a_line_says_so():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="ride_the_draft")
    race.plays("ride_the_draft")
    assert race.happened[:2] == ["VL-35", "VL-58"]
    assert clauses_of(race, "{a:car} is in no line") == ["VL-58"]
