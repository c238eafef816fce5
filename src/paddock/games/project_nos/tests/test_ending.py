"""Race: end and ranking; after the race; the series (PN-45..59, PN-68, PN-69, PN-103, PN-108)."""

import pytest

from paddock.testing import clause

from .. import GAME
from ..state import EXPLODED, FINISHED, GAME_OVER, PHOTO, RANKING, RETIRE, RETIRED, RUN, RUNNING, STALLED, TROPHY_DRAW
from ..words import figure, gap
from .position import Game, Race

pytestmark = pytest.mark.usefixtures("both_backends")
PAIR = ("cccwww", "cccvvv")


def gaps_of(race: Race) -> list[str]:
    return [gap(race.table, race.state, race.state, seat) for seat in range(race.table.seats)]


@clause("PN-45")
def test_a_racer_finishes_when_the_die_on_space_six_is_placed():
    race = Race(*PAIR, clock="simulated", pilot_1="master", pilot_2="novice")
    race.has("A", placed="2 3 4 5 6", fresh={1: 5})
    race.act("place 1")
    assert (race.status("A"), race.state.ended[0]) == ("finished", 180 + 180)


@clause("PN-46", "PN-50")
def test_the_first_to_finish_wins_and_a_race_without_finishers_is_void():
    race = Race(*PAIR)
    race.stands("A", FINISHED, 6, ended=12)
    race.stands("B", FINISHED, 6, redlines=2, ended=11)
    race.goes_on(RANKING)
    assert race.state.wins[:2] == [0, 1]

    race = Race(*PAIR)
    race.stands("A", EXPLODED, 3, placed=5)
    race.stands("B", STALLED, 1, placed=5)
    race.goes_on(RANKING)
    s = race.state
    assert (s.wins[:2], s.race) == ([0, 0], 2)
    assert sum(map(sum, s.trophies)) == 0
    assert s.order[:2] == [0, 1]  # it still sets the draft order: stalled before exploded


@clause("PN-47")
@pytest.mark.parametrize(
    ("option", "over"),
    [
        ("order_known", {"FR": True, "RR": False, "FRR": False}),
        ("all_finish", {"FR": False, "FRR": False}),
        ("first_finish", {"FR": True, "FRR": True, "RR": False}),
    ],
)
def test_when_a_race_is_over(option: str, over: dict[str, bool]):
    for racers, expected in over.items():
        race = Race(*["cccwww"] * len(racers), race_end=option)
        for seat, letter in zip("ABC", racers, strict=False):
            race.stands(seat, FINISHED if letter == "F" else RUNNING, 6 if letter == "F" else 1, ended=5)
        race.goes_on(RUN, now=5, due=[5, 6, 6, 6])
        assert (race.state.rank[0] > 0 or race.state.race > 1) == expected, racers


@clause("PN-47")
def test_what_would_take_effect_later_counts_for_nothing():
    race = Race(*PAIR, clock="simulated", race_end="order_known")
    race.stands("A", FINISHED, 6, ended=9000)
    race.has("B", placed="2 3 4 5 6", fresh={1: 5})
    race.goes_on(RUN, now=9000, step=[0, 1, 0, 0], due=[9000, 9001, 0, 0], hand_die=[-1, 0, -1, -1])
    assert race.filled("B") == 5
    assert race.ranking() == "AB"


@clause("PN-48")
def test_a_tie_is_broken_by_redlines_then_by_chance():
    race = Race(*["cccwww"] * 3)
    for seat, redlines in zip("ABC", (1, 1, 0), strict=True):
        race.stands(seat, FINISHED, 6, redlines=redlines, ended=7)
    race.goes_on(RANKING)
    assert race.state.phase == PHOTO
    assert race.runner.chance() == ([0, 1], [1, 1])
    race.apply(1)
    assert race.ranking() == "CBA"


@clause("PN-49")
@pytest.mark.parametrize(
    ("a", "b", "order"),
    [
        ((FINISHED, 6, 2, 9, 9), (RUNNING, 5, 0, 3, -1), "AB"),
        ((STALLED, 5, 0, 9, 9), (RUNNING, 1, 2, 3, -1), "BA"),
        ((EXPLODED, 5, 0, 9, 9), (STALLED, 1, 2, 3, 3), "BA"),
        ((EXPLODED, 3, 2, 9, 9), (RETIRED, 4, 2, 9, 9), "BA"),
        ((RUNNING, 3, 2, 4, -1), (RUNNING, 3, 1, 9, -1), "BA"),
        ((RUNNING, 3, 1, 4, -1), (RUNNING, 3, 1, 9, -1), "AB"),
        ((RUNNING, 0, 0, -1, -1), (RUNNING, 0, 0, -1, -1), ""),
    ],
)
def test_the_ranking(a: tuple[int, ...], b: tuple[int, ...], order: str):
    race = Race(*PAIR)
    for seat, (status, filled, redlines, placed, ended) in (("A", a), ("B", b)):
        race.stands(seat, status, filled, redlines, placed, ended)
    race.goes_on(RANKING)
    if not order:
        assert race.state.phase == PHOTO
        race.apply(1)
        order = "BA"
    if race.state.race == 1:
        assert race.ranking() == order
    else:
        assert "".join("AB"[seat] for seat in reversed(race.state.order[:2])) == order


@clause("PN-51")
@pytest.mark.parametrize("wins", [1, 2, 3])
def test_the_first_with_enough_wins_wins_the_game_at_once(wins: int):
    race = Race(*PAIR, wins_to_win=wins)
    for number in range(wins):
        assert race.state.wins[0] == number
        race.decide("A")
        race.deal_anything()
    assert race.to_act == "over"
    assert race.places == [1, 2]
    assert race.scores == [wins, 0]


@clause("PN-52", "PN-53")
def test_the_winner_picks_a_card_and_keeps_it():
    race = Race(*PAIR, track="331425")
    race.stands("A", FINISHED, 6, ended=5)
    race.stands("B", RUNNING, 2)
    race.goes_on(RANKING)
    assert race.to_act == "A"
    assert race.legal() == {"card 1", "card 2", "card 3", "card 4", "card 5"}  # equal numbers are one choice
    race.act("card 3")
    s = race.state
    assert s.trophies[0] == [0, 0, 1, 0, 0, 0]
    assert s.aside == [1, 1, 1, 1, 1, 0]


@clause("PN-53")
def test_a_random_trophy_is_as_likely_as_its_cards():
    race = Race(*PAIR, track="331425", trophy="random")
    race.stands("A", FINISHED, 6, ended=5)
    race.stands("B", RUNNING, 2)
    race.goes_on(RANKING)
    assert race.state.phase == TROPHY_DRAW
    assert race.runner.chance() == ([0, 1, 2, 3, 4], [1, 1, 2, 1, 1])
    race.apply(2)
    assert race.state.trophies[0][2] == 1


@clause("PN-53")
def test_the_last_card_is_the_trophy_by_option_and_when_the_win_ends_the_game():
    race = Race(*PAIR, trophy="last_card")
    race.stands("A", FINISHED, 6, ended=5)
    race.goes_on(RANKING)
    assert race.state.trophies[0] == [0, 0, 0, 0, 1, 0]
    race = Race(*PAIR, wins_to_win=1)
    race.decide("B")
    assert race.to_act == "over"
    assert race.state.trophies[1] == [0, 0, 0, 0, 1, 0]


@clause("PN-54")
def test_all_six_cards_are_set_aside_after_a_void_race():
    race = Race(*PAIR)
    race.decide("")
    assert race.state.aside == [1] * 6


@clause("PN-55")
def test_nothing_carries_over_but_wins_trophies_and_the_ranking():
    race = Race(*PAIR)
    race.has("A", redlines=2)
    race.decide("A")
    s = race.state
    assert (s.card_left, s.die_left) == ([2] * 6, [5, 5, 5])
    assert (s.cards, s.mod_dice) == ([0] * 4, [0] * 4)
    assert (s.redlines[:4], s.placed[:4], s.rolls[:4], s.next[:4]) == ([0] * 4, [0] * 4, [0] * 4, [1] * 4)
    assert all(kinds == [6] * 6 for kinds in s.kind)
    assert s.wins[:2] == [1, 0]


@clause("PN-57")
def test_after_nine_races_the_game_is_decided_by_wins_ranks_and_times():
    race = Race(*PAIR)
    race.at(race=9, wins=[1, 1, 0, 0], rank_sum=[12, 11, 0, 0], best=[900, 800, -1, -1])
    race.decide("")  # a draw puts A first: 13 and 13, then the better time counts
    assert race.to_act == "over"
    assert race.state.rank_sum[:2] == [13, 13]
    assert race.places == [2, 1]
    race = Race(*PAIR)
    race.at(race=9, wins=[1, 0, 0, 0], rank_sum=[15, 11, 0, 0])
    race.decide("")
    assert race.places == [1, 2]
    race = Race(*PAIR)
    race.at(race=9, rank_sum=[12, 11, 0, 0])
    race.decide("")
    assert race.places == [1, 1]  # shared


@clause("PN-58")
def test_who_leaves_in_the_draft_gives_the_car_back():
    game = Game(3)
    game.deal("361425")
    game.apply(0)
    game.act("take nitrous")
    game.apply(RETIRE)
    s = game.state
    assert (s.card_left, s.die_left) == ([2] * 6, [5] * 3)
    assert game.status("A") == "retired"
    game.act("take v8", "take v8", "die blue", "die blue", "die blue", "take wide_tires")
    assert game.to_act == "B"  # the race has begun without A
    assert game.status("A") == "retired"


@clause("PN-58")
def test_who_leaves_a_race_is_retired_and_absent_later():
    race = Race("cccwww", "cccvvv", "cccxxx")
    race.apply(RETIRE)
    assert race.status("A") == "retired"
    assert race.to_act == "B"
    race.stands("B", FINISHED, 6, ended=4)
    race.stands("C", EXPLODED, 0, ended=4)
    race.stands("A", RETIRED, 0, ended=0)
    race.goes_on(RANKING)
    while race.state.phase == PHOTO:
        race.apply(race.runner.chance()[0][0])
    race.act("card 3")
    race.deal("112233")
    assert race.state.order[:2] == [2, 1]
    assert race.state.drafters == 2
    assert race.status("A") == "not racing"


@clause("PN-58")
def test_the_last_one_remaining_wins_at_once():
    race = Race("cccwww", "cccvvv", "cccxxx")
    race.apply(RETIRE, RETIRE + 2)
    assert race.to_act == "over"
    assert race.places[1] == 1
    assert min(race.places[0], race.places[2]) > 1


@clause("PN-58")
def test_a_winner_who_leaves_gets_the_last_card_unasked():
    race = Race("cccwww", "cccvvv", "cccxxx")
    race.stands("A", FINISHED, 6, ended=4)
    race.stands("B", EXPLODED, 1, placed=2)
    race.stands("C", EXPLODED, 2, placed=2)
    race.goes_on(RANKING)
    assert race.to_act == "A"
    race.apply(RETIRE)
    assert race.state.trophies[0] == [0, 0, 0, 0, 1, 0]
    assert race.state.race == 2


@clause("PN-59")
def test_there_are_neither_teams_nor_handicaps():
    s = Race(*["cccwww"] * 4).state
    for field in ("redlines", "next", "rolls", "due", "used"):
        assert len(set(getattr(s, field))) == 1


@clause("PN-68")
def test_a_points_series_has_three_races_and_finishers_pick_in_order():
    race = Race("cccwww", "cccvvv", "cccxxx", series="points")
    for number in (1, 2, 3):
        race.stands("A", FINISHED, 6, ended=9)
        race.stands("B", FINISHED, 6, ended=7)
        race.stands("C", STALLED, 3)
        race.goes_on(RANKING)
        assert race.to_act == "B"
        highest = max(race.legal())
        race.act(highest)
        assert race.to_act == "A"
        race.act(min(race.legal()))
        assert (race.to_act == "over") == (number == 3)
        if number < 3:
            assert sum(race.state.pile) == 18 - 6 * number  # no reshuffle
            race.deal_anything()
    assert race.state.wins[:3] == [0, 3, 0]
    assert sum(race.state.trophies[2]) == 0
    assert race.places == [2, 1, 3]
    assert race.scores[1] == sum((value + 1) * cards for value, cards in enumerate(race.state.trophies[1]))


@clause("PN-68")
def test_equal_points_go_by_wins_then_by_the_last_race():
    race = Race("cccwww", "cccvvv", series="points")
    s = race.state
    s.phase, s.turn = GAME_OVER, -1
    for seat in (0, 1):
        s.trophies[seat][2] += 1
        s.pile[2] -= 1
    race.runner.state = s
    race.at(wins=[1, 2, 0, 0], rank=[1, 2, 0, 0])
    assert race.places == [2, 1]
    race.at(wins=[1, 1, 0, 0])
    assert race.places == [1, 2]


@clause("PN-49")
def test_a_draw_among_racers_who_did_not_finish_is_no_photo_finish():
    race = Race(*PAIR)
    for seat in "AB":
        race.stands(seat, STALLED, 3, placed=4, ended=5)
    race.goes_on(RANKING)
    decided = GAME.decision(race.table, race.state)
    assert (decided.clause, decided.question) == ("PN-49", "Level in everything: who is ranked ahead?")
    race.happened = []
    race.apply(1)
    assert race.happened[0] == "PN-49"
    assert race.happened[-1] == "PN-46"  # nobody finished


@clause("PN-39")
def test_a_saved_die_is_placed_by_another_clause_than_a_fresh_one():
    race = Race("cccnnn", track="361425")
    race.has("A", fresh={1: 3}, saved={4: 6})
    race.act("place 1", "place 4")
    assert [clause for clause in race.happened if clause in ("PN-28", "PN-39")] == ["PN-28", "PN-39"]


@clause("PN-69")
def test_the_order_after_a_race():
    race = Race(*PAIR)
    race.stands("A", FINISHED, 6, ended=5)
    race.stands("B", FINISHED, 6, ended=5)
    race.goes_on(RANKING)
    race.happened = []
    race.apply(0)  # the draw, the ranking, the win
    assert race.happened == ["PN-48", "PN-49", "PN-49", "PN-48", "PN-50"]  # who was level is told before the win
    race.act("card 1")
    assert race.happened[5:] == ["PN-52"]
    assert race.state.aside == [0, 1, 1, 1, 1, 1]
    assert race.to_act == "chance"  # the next deal


@clause("PN-103")
def test_the_limit_ranks_who_is_still_running():
    race = Race(*PAIR, clock="simulated")
    race.has("A", placed="2 3 4 5 6", fresh={1: 5})
    race.stands("B", RUNNING, 2, placed=100)
    step = {"step": [1, 0, 0, 0], "hand_die": [0, -1, -1, -1]}
    before = race.state
    race.goes_on(RUN, now=179000, due=[180000, 180010, 0, 0], **step)
    assert (race.status("A"), race.state.now) == ("finished", 180000)  # events at the limit still count
    race.state = before
    race.goes_on(RUN, now=179000, due=[180001, 180010, 0, 0], **step)
    assert race.state.wins[0] == 0  # a placement not completed is void
    assert race.state.race == 2


@clause("PN-103")
def test_real_time_also_ends_half_a_minute_after_the_first_finish():
    race = Race("cccwww", "cccvvv", "cccxxx", clock="realtime")
    race.stands("A", FINISHED, 6, ended=12000)
    race.goes_on(RUN, now=12000, first_finish=12000)
    race.wait()
    assert race.state.now == 42000
    assert race.state.rank[0] == 1


@clause("PN-108")
def test_standings_at_any_time():
    race = Race("cccwww", "cccvvv", "cccxxx", clock="simulated")
    assert race.places == [1, 1, 1]
    race.has("B", placed="1")
    race.has("C", placed="1", redlines=1)
    assert race.places == [3, 1, 2]
    race.at(wins=[1, 0, 0, 0])
    assert race.places == [1, 2, 3]
    assert race.scores == [1, 0, 0]


# What is told after the flag


@clause("PN-49")
def test_how_far_racers_are_behind_is_told_in_rounds_and_spaces():
    race = Race(*["cccwww"] * 4)
    race.stands("A", FINISHED, 6, ended=11)
    race.stands("B", FINISHED, 6, ended=12)
    race.stands("C", RUNNING, 4)
    race.stands("D", EXPLODED, 3)
    assert gaps_of(race) == ["", "1 round behind", "2 spaces to go", "exploded"]  # C has filled 4 of 6


@clause("PN-49", "PN-61")
def test_by_a_clock_the_gap_is_told_in_seconds():
    race = Race(*["cccwww"] * 3, clock="simulated")
    race.stands("A", FINISHED, 6, ended=21_304)
    race.stands("B", FINISHED, 6, ended=21_716)
    race.stands("C", STALLED, 5)
    assert gaps_of(race) == ["", "0.412 s behind", "stalled"]


@clause("PN-48")
@pytest.mark.parametrize(("clock", "told"), [("rounds", "in the same round"), ("simulated", "in the same millisecond")])
def test_a_dead_heat_is_told_to_the_one_behind(clock: str, told: str):
    race = Race(*PAIR, clock=clock)
    race.stands("A", FINISHED, 6, redlines=2, ended=9)
    race.stands("B", FINISHED, 6, redlines=1, ended=9)
    race.goes_on(RANKING)  # fewer redlines are ahead
    assert gaps_of(race) == [told, ""]


@clause("PN-46")
def test_after_several_races_the_gap_is_that_of_the_last_one():
    race = Race(*PAIR)
    race.stands("A", FINISHED, 6, ended=9)
    race.stands("B", RETIRED, 2)
    s = race.state
    s.race = 3
    assert [gap(race.table, s, s, seat) for seat in range(2)] == ["", "race 3: retired"]


@clause("PN-108")
def test_wins_points_times_and_rolls_are_called_by_their_names():
    assert [figure(Race(*PAIR).table, wins) for wins in (0, 1, 2)] == ["0 wins", "1 win", "2 wins"]
    assert figure(Race(*PAIR, series="points").table, 9) == "9 points"
    assert figure(Race("cccwww").table, 14) == "14 rolls"
    assert figure(Race("cccwww", clock="simulated").table, 21_304) == "21.304 s"
    assert gaps_of(Race("cccwww")) == [""]  # alone there is no one to be behind
