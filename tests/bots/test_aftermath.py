"""Why a move is better: what follows it, counted by hand in a race whose last turn is left."""

import re
from itertools import count

import pytest

from paddock.bots import Seen, reason
from paddock.bots.aftermath import Aftermath, aftermath, clearest, difference, driven, driver_of, is_clear
from paddock.engine import Game, Match, Position, SeededDice, TriedMove, random_words
from paddock.games import all_games
from paddock.games._template import GAME
from paddock.games._template.events import SPUN, SUMMIT
from paddock.games._template.state import BOOST, GEAR_1, GEAR_2, GEAR_3, ROUNDS


def last_turn(spaces_to_go: int) -> Seen:
    """The last car of the last round must choose a gear."""
    match = Match(GAME, ["Ana", "Bea"], {}, SeededDice(1))
    match.settle()
    position = Position.start(GAME, match.table)
    while position.state.round < ROUNDS - 1 or position.actor != 1:
        position.play(GEAR_1 if position.actor >= 0 else position.outcomes()[0][0])
        position.state.space[0] = position.state.space[1] = 0
    position.state.space[1] = match.table.length - spaces_to_go
    return Seen(GAME, match.table, position.seen_by(1).state, 1, 40)


def test_what_chance_brings_after_a_move_is_counted():
    found = aftermath(last_turn(2), GEAR_2)  # spins on a 1, else it climbs 2 (RR-12)
    assert found.share(SUMMIT) == pytest.approx(5 / 6, abs=0.12)
    assert found.share(SPUN) == pytest.approx(1 - found.share(SUMMIT))


def test_what_a_move_brings_at_once_needs_no_telling():
    assert aftermath(last_turn(1), GEAR_1).happened == [set()] * 80  # it is at the summit


def test_both_moves_meet_the_same_dice():
    seen = last_turn(2)
    two, three = (aftermath(seen, gear).happened for gear in (GEAR_2, GEAR_3))
    assert all(SPUN in kinds for kinds, other in zip(three, two, strict=True) if SPUN in other)  # a 1 spins both


def test_the_sentence_names_the_clearest_difference():
    seen = last_turn(4)  # gear 3 spins on 1 to 3, else it climbs 4; gear 2 climbs 2 and does not get there
    said = difference(seen, GEAR_3, GEAR_2)
    summit = round(100 * aftermath(seen, GEAR_3).share(SUMMIT))
    assert 35 <= summit <= 65
    assert said == f"In the turns after “gear 3” comes the summit in {summit} % of tries, after “gear 2” in 0 %"


@pytest.mark.parametrize(
    ("chances", "is_told"),
    [((500, 100), True), ((300, 295), False)],  # apart by far more than chance makes, and by nothing that matters
)
def test_no_reason_is_given_where_the_search_cannot_tell(chances: tuple[int, int], is_told: bool):
    lines = [TriedMove(gear, 1000, chance) for gear, chance in zip((GEAR_3, GEAR_2), chances, strict=True)]
    assert bool(reason(last_turn(4), lines)) == is_told


def walks(*happened: set[int]) -> Aftermath:
    return Aftermath(list(happened), [1] * len(happened))


def test_only_what_speaks_for_the_better_move_is_told():
    spins, climbs = walks(*[{SPUN}] * 10), walks(*[{SUMMIT}] * 10)
    assert clearest(GAME, climbs, spins) == SPUN  # and the summit as well: the first in the game's list
    assert clearest(GAME, spins, climbs) is None
    assert clearest(GAME, climbs, climbs) is None


@pytest.mark.parametrize(
    ("gains", "clear"),
    [
        ([1] * 6 + [0] * 4, True),  # mean 0.6, standard error sqrt(0.24 / 9) = 0.163
        ([1] * 4 + [0] * 6, False),  # 0.4 is less than three of them
        ([1] * 10, True),
        ([0] * 10, False),
        ([1] * 5 + [-1] * 5, False),
    ],
)
def test_a_difference_must_be_more_than_chance_makes(gains: list[int], clear: bool):
    assert is_clear(gains, 0.1) == clear


def test_places_are_told_where_no_event_makes_the_difference():
    seen = last_turn(8)
    seen.known.space[0] = seen.known.space[1] + 2
    seen.known.card[1] = 3  # overtakes (RR-20); gear 1 does not
    said = "Some turns after “play the boost of 3” it is place 1.0 on average, after “gear 1” 2.0"
    assert difference(seen, BOOST, GEAR_1) == said
    assert difference(seen, GEAR_1, BOOST) == ""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_events_that_are_told_as_reasons_happen_to_a_seat_or_to_nobodys_car(game: Game):
    seats = max(2, game.seats[0])
    position, told = Position.start(game, game.new_table(seats, {})), 0
    for ply in count():
        if position.is_over:
            break
        for one in position.play(driven(position, random_words(3, ply))):
            if one.event.follows:
                told += 1
                assert -1 <= driver_of(game, position, one) < seats, one
                assert re.match(r"[^{]*\{a:(car|seat)\}", one.event.sentence), one
    assert told > 5
