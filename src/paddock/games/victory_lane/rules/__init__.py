"""The rules of Victory Lane, a module a rulebook chapter. This page is what the engine calls."""

from paddock.engine import rule

from ..state import (
    ASK_CONTEST,
    AWAITED,
    CARD_TYPE,
    CHOOSE_ANNOUNCE,
    CHOOSE_CONTEST,
    CHOOSE_DISCARD,
    CHOOSE_DRIVE,
    CHOOSE_GARAGE,
    CHOOSE_GEAR,
    CHOOSE_LANE,
    CHOOSE_NPD,
    CHOOSE_PIT_DIE,
    CHOOSE_QUALIFY,
    CHOOSE_REROLL,
    CHOOSE_TEAM,
    CHOOSE_TURN,
    CHOOSE_YELLOW,
    CONTEST_DICE,
    CONTEST_REROLLS,
    DEAL_TEAM,
    DEALT,
    DIE,
    DISCARDING,
    DRAW_CARD,
    DRAW_LAPS,
    DRAWING,
    DRAWN,
    END_TURN,
    FOR_CONTEST,
    FOR_DIALED,
    FOR_FUMES,
    FOR_NPD,
    FOR_PAINT,
    FOR_PEDAL,
    FOR_PIT,
    INSIDE_GROOVE,
    LAPS,
    NEXT_BOX,
    NEXT_CAR,
    NEXT_EVENT,
    NEXT_EVENT_CAR,
    NEXT_EXIT,
    NEXT_GARAGE,
    NEXT_HAND,
    NEXT_IN_FILE,
    NEXT_NPD,
    NEXT_NPD_CARD,
    NEXT_NPD_DIE,
    NEXT_ON_GRID,
    NEXT_PIT_DIE,
    NEXT_POSITION,
    NEXT_QUALIFY,
    NEXT_TEAM,
    NEXT_TEST_DIE,
    OFFER_DRIVE,
    PIT_DIE,
    PLACE_CAR,
    RACE_STATUS,
    REROLL,
    RESOLVE_ROLL,
    RESTART,
    RETURN_TO_TRACK,
    ROLL_DIE,
    ROLLED,
    SCORE_STAGE,
    SET_CARD,
    START_DRIVERS,
    START_ROUND,
    TEAM,
    TEST_PENALTIES,
    TEST_REROLLS,
    TO_INSIDE,
    YELLOW_FLAG,
    State,
    Table,
)
from .decks import card_outcomes, discard_down, discard_type, draw_next, draw_to_hand, type_options
from .dice import die_outcomes, reroll_options, settle_single_roll, take_die, use_reroll
from .driving import begin_driving, drive, drive_options, end_turn, offer_drive
from .grid import choose_lane, lane_options, place_car
from .laps import draw_laps, laps_outcomes, next_event, next_event_car, resolve_event_die, start_round
from .maneuvers import resolve_dialed, resolve_paint
from .npds import face_actions
from .risk import after_test_die, is_test, next_test_die, offer_rerolls, suffer_penalties
from .rounds import next_car, race_status, start_drivers
from .scoring import (
    after_contest_die,
    ask_contest,
    choose_contest,
    contest_options,
    next_contest_die,
    next_position,
    race_place,
    score_stage,
    settle_contest,
    side_of,
    side_score,
)
from .secrets import hide, imagine, sees
from .setup import (
    deal_face_down,
    deal_npd,
    garage_options,
    hand_options,
    next_garage,
    next_hand,
    next_npd,
    next_npd_card,
    next_on_grid,
    next_qualify,
    next_team,
    npd_outcomes,
    set_card,
    set_up,
    take_team,
    team_options,
    use_garage,
)
from .turns import (
    draw_for_fumes,
    gear_options,
    resolve_fumes,
    resolve_pedal,
    return_to_track,
    shift,
    take_turn,
    turn_options,
)
from .yellow import (
    announce,
    announce_options,
    choose_yellow,
    next_box,
    next_exit,
    next_in_file,
    next_npd_die,
    next_pit_die,
    pit_die_options,
    resolve_npd_pit,
    restart,
    set_pit_die,
    show_yellow,
    yellow_options,
)


@rule
def setup(t: Table, s: State):
    """VL-01 The position before the first Team card is taken."""
    set_up(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def legal(t: Table, s: State, out: list[int]):
    """The choices of the pending decision."""
    if s.phase == CHOOSE_DRIVE:
        return drive_options(s, out)
    if s.phase == CHOOSE_TURN:
        return turn_options(t, s, out)
    if s.phase == CHOOSE_REROLL:
        return reroll_options(out)
    if s.phase == CHOOSE_DISCARD:
        return type_options(t, s, s.drawer, out)
    if s.phase == CHOOSE_GEAR:
        return gear_options(out)
    if s.phase == CHOOSE_LANE:
        return lane_options(s, s.placing, out, 0)
    return rare_options(s, out)


@rule
def rare_options(s: State, out: list[int]):
    """Choices of the setup, the yellow flag and the scoring."""
    if s.phase == CHOOSE_YELLOW:
        return yellow_options(s, out)
    if s.phase == CHOOSE_PIT_DIE:
        return pit_die_options(out)
    if s.phase == CHOOSE_ANNOUNCE:
        return announce_options(out)
    if s.phase == CHOOSE_CONTEST:
        return contest_options(out)
    if s.phase == CHOOSE_QUALIFY:
        return hand_options(s, s.seat_at, out, 0)
    if s.phase == CHOOSE_GARAGE:
        return garage_options(s, out)
    return team_options(s, out)


@rule
def chance(t: Table, s: State, out: list[int], weight: list[int]):
    """A die, an Action card, a Laps card or a Team card."""
    if s.phase == ROLL_DIE:
        return die_outcomes(out, weight)
    if s.phase == DRAW_CARD:
        return card_outcomes(s, out, weight)
    if s.phase == DRAW_LAPS:
        return laps_outcomes(s, out, weight)
    return npd_outcomes(s, out, weight)


@rule
def apply(t: Table, s: State, move: int, log: list[int]):
    """Play a choice or a chance outcome, and everything that follows without asking."""
    if s.phase == CHOOSE_DRIVE:
        drive(t, s, move, log)
    elif s.phase == ROLL_DIE:
        take_die(s, move - DIE, log)
    elif s.phase == DRAW_CARD:
        draw_card(t, s, move - DRAWN, log)
    elif s.phase == CHOOSE_TURN:
        take_turn(t, s, move, log)
    elif s.phase == CHOOSE_REROLL:
        choose_reroll(s, move, log)
    elif s.phase == CHOOSE_DISCARD:
        discard_type(t, s, move - CARD_TYPE, log)
    elif s.phase == DRAW_LAPS:
        draw_laps(s, move - LAPS, log)
    else:
        apply_rare(t, s, move, log)
    go_on(t, s, log)


@rule
def apply_rare(t: Table, s: State, move: int, log: list[int]):
    """Choices and outcomes that come up less often."""
    if s.phase == CHOOSE_GEAR:
        shift(s, move, log)
    elif s.phase == CHOOSE_LANE:
        choose_lane(s, INSIDE_GROOVE + move - TO_INSIDE, log)
    elif s.phase == CHOOSE_YELLOW:
        choose_yellow(s, move, log)
    elif s.phase == CHOOSE_PIT_DIE:
        set_pit_die(s, move - PIT_DIE)
    elif s.phase == CHOOSE_ANNOUNCE:
        announce(s, move, log)
    elif s.phase == CHOOSE_CONTEST:
        choose_contest(t, s, move, log)
    elif s.phase == CHOOSE_QUALIFY:
        set_card(s, move - SET_CARD)
    elif s.phase == CHOOSE_GARAGE:
        use_garage(s, move, log)
    elif s.phase == CHOOSE_TEAM:
        take_team(s, move - TEAM, log)
    elif s.phase == CHOOSE_NPD:
        deal_npd(t, s, move - TEAM, log)
    elif s.phase == DEAL_TEAM:
        deal_npd(t, s, move - DEALT, log)


@rule
def draw_card(t: Table, s: State, card: int, log: list[int]):
    """A card for a hand, for an NPD's qualifying, or for a car on fumes."""
    if s.drawer >= 0:
        draw_to_hand(s, card, log)
    elif s.qualifying:
        deal_face_down(s, card)
    else:
        draw_for_fumes(t, s, card, log)


@rule
def choose_reroll(s: State, move: int, log: list[int]):
    """VL-49 VL-67 VL-72 VL-91 Reroll, or keep the die: final for this roll or test."""
    if move == REROLL:
        use_reroll(s, log)
        return
    s.passed |= 1 << s.roller
    if is_test(s.rolling):
        s.phase = TEST_REROLLS
    elif s.rolling == FOR_CONTEST:
        s.phase = CONTEST_REROLLS
    else:
        s.phase = RESOLVE_ROLL


@rule
def go_on(t: Table, s: State, log: list[int]):
    """Do one thing after the other until somebody is asked, chance is awaited or the race is over."""
    while s.phase > AWAITED:
        if s.phase <= DISCARDING:
            go_on_with_cards(t, s, log)
        elif s.phase <= RACE_STATUS:
            go_on_with_round(t, s, log)
        elif s.phase <= RETURN_TO_TRACK:
            go_on_with_turn(t, s, log)
        elif s.phase <= CONTEST_REROLLS:
            go_on_scoring(t, s, log)
        else:
            go_on_under_yellow(t, s, log)


@rule
def go_on_with_cards(t: Table, s: State, log: list[int]):
    """Draws and discards, setup and qualifying."""
    if s.phase == DRAWING:
        draw_next(s, log)
    elif s.phase == DISCARDING:
        discard_down(t, s, log)
    elif s.phase == PLACE_CAR:
        place_car(s, log)
    elif s.phase == NEXT_ON_GRID:
        next_on_grid(t, s)
    elif s.phase == NEXT_NPD_CARD:
        next_npd_card(t, s, log)
    elif s.phase == NEXT_QUALIFY:
        next_qualify(t, s)
    elif s.phase == NEXT_GARAGE:
        next_garage(t, s)
    elif s.phase == NEXT_HAND:
        next_hand(t, s)
    elif s.phase == NEXT_NPD:
        next_npd(t, s, log)
    elif s.phase == NEXT_TEAM:
        next_team(t, s, log)


@rule
def go_on_with_round(t: Table, s: State, log: list[int]):
    """VL-16 The phases of a round."""
    if s.phase == NEXT_CAR:
        next_car(s, log)
    elif s.phase == NEXT_EVENT:
        next_event(t, s, log)
    elif s.phase == NEXT_EVENT_CAR:
        next_event_car(t, s)
    elif s.phase == START_ROUND:
        start_round(s, log)
    elif s.phase == START_DRIVERS:
        start_drivers(t, s)
    elif s.phase == RACE_STATUS:
        race_status(t, s)


@rule
def go_on_with_turn(t: Table, s: State, log: list[int]):
    """The active car's turn, dice and risk tests."""
    if s.phase == OFFER_DRIVE:
        offer_drive(t, s, log)
    elif s.phase == ROLLED:
        settle_roll(s)
    elif s.phase == RESOLVE_ROLL:
        resolve_roll(t, s, log)
    elif s.phase == NEXT_TEST_DIE:
        next_test_die(s)
    elif s.phase == TEST_REROLLS:
        offer_rerolls(t, s)
    elif s.phase == TEST_PENALTIES:
        suffer_penalties(t, s, log)
    elif s.phase == END_TURN:
        end_turn(s)
    elif s.phase == RETURN_TO_TRACK:
        return_to_track(t, s, log)


@rule
def settle_roll(s: State):
    """A die lies: tests and contests go on, a single roll may be rerolled."""
    if is_test(s.rolling):
        after_test_die(s)
    elif s.rolling == FOR_CONTEST:
        after_contest_die(s)
    else:
        settle_single_roll(s)


@rule
def resolve_roll(t: Table, s: State, log: list[int]):
    """What a single die does."""
    if s.rolling == FOR_NPD:
        move, maneuvers = face_actions(t, s, log)
        begin_driving(s, move, maneuvers)
    elif s.rolling == FOR_PEDAL:
        resolve_pedal(s, log)
    elif s.rolling == FOR_PAINT:
        resolve_paint(t, s, log)
    elif s.rolling == FOR_DIALED:
        resolve_dialed(s, log)
    elif s.rolling == FOR_FUMES:
        resolve_fumes(t, s, log)
    elif s.rolling == FOR_PIT:
        resolve_npd_pit(s, log)
    else:
        resolve_event_die(t, s, log)


@rule
def go_on_scoring(t: Table, s: State, log: list[int]):
    """VL-90 Positions and races for them."""
    if s.phase == NEXT_POSITION:
        next_position(t, s, log)
    elif s.phase == ASK_CONTEST:
        ask_contest(s)
    elif s.phase == CONTEST_DICE:
        next_contest_die(s)
    elif s.phase == CONTEST_REROLLS:
        settle_contest(t, s, log)
    elif s.phase == SCORE_STAGE:
        score_stage(t, s, log)


@rule
def go_on_under_yellow(t: Table, s: State, log: list[int]):
    """VL-95 The yellow flag procedure."""
    if s.phase == NEXT_IN_FILE:
        next_in_file(t, s, log)
    elif s.phase == NEXT_BOX:
        next_box(s)
    elif s.phase == NEXT_NPD_DIE:
        next_npd_die(s)
    elif s.phase == NEXT_EXIT:
        next_exit(t, s, log)
    elif s.phase == NEXT_PIT_DIE:
        next_pit_die(t, s, log)
    elif s.phase == YELLOW_FLAG:
        show_yellow(t, s, log)
    elif s.phase == RESTART:
        restart(s, log)


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """VL-93 Places and points as they are now."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = side_score(t, s, side_of(t, seat))


@rule
def conceal(t: Table, s: State, seat: int):
    """Other hands, face-down cards and dice being set are secret."""
    hide(t, s, seat)


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """What is secret as it might be."""
    imagine(t, s, seat, random)


@rule
def sees_move(t: Table, s: State, seat: int):
    """Who may see the move about to be played."""
    return sees(s, seat)
