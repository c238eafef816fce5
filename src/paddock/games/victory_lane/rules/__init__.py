"""The rules of Victory Lane, a module a rulebook chapter. This page is what a race waits for and does, row by row."""

from paddock.engine import BOARD, DICE, DOCK, HAND, Home, Phase, Phases, rule

from .. import labels
from ..state import (
    ASK_CONTEST,
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
    CROSSOVER,
    DEAL_CARD,
    DEAL_TEAM,
    DEALT,
    DIE,
    DIRECTIONS,
    DISCARDING,
    DRAW_CARD,
    DRAW_FOR_FUMES,
    DRAW_LAPS,
    DRAWING,
    DRAWN,
    END_TURN,
    FUMES,
    GO_TO_PITS,
    INSIDE_GROOVE,
    LAPS,
    NEXT_BOX,
    NEXT_CAR,
    NEXT_EVENT,
    NEXT_EVENT_CAR,
    NEXT_EXIT,
    NEXT_GARAGE,
    NEXT_HAND,
    NEXT_HAND_CHECK,
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
    PASS,
    PIT_DIE,
    PLACE_CAR,
    RACE_OVER,
    RACE_STATUS,
    REROLL,
    RESOLVE_ROLL,
    RESTART,
    RETURN_TO_TRACK,
    RIDE_BIT,
    ROLL_DIE,
    ROLLED,
    SCORE_STAGE,
    SET_CARD,
    START_DRIVERS,
    START_ROUND,
    STEP,
    TEAM,
    TEST_PENALTIES,
    TEST_REROLLS,
    TO_INSIDE,
    YELLOW_FLAG,
    State,
    Table,
)
from .decks import card_outcomes, discard_down, discard_options, discard_type, draw_clause, draw_next, draw_to_hand
from .dice import die_outcomes, reroll_options, take_die
from .driving import drive, drive_options, end_turn, offer_drive
from .grid import choose_lane, grid_clause, grid_options, place_car, start_space
from .laps import draw_laps, laps_outcomes, next_event, next_event_car, start_round
from .purposes import choose_reroll, resolve_roll, settle_roll
from .risk import next_test_die, offer_rerolls, suffer_penalties
from .rounds import next_car, race_status, start_drivers
from .scoring import (
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
    next_garage,
    next_hand,
    next_hand_check,
    next_npd,
    next_npd_card,
    next_on_grid,
    next_qualify,
    next_team,
    npd_outcomes,
    qualify_options,
    set_card,
    set_up,
    take_team,
    team_options,
    use_garage,
)
from .turns import draw_for_fumes, gear_options, return_to_track, shift, take_turn, turn_options
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
    restart,
    set_pit_die,
    show_yellow,
    yellow_options,
)


def draw_label(t: Table, s: State) -> str:
    """Cards are drawn to a hand for many reasons."""
    return labels.clause_name(draw_clause(s))


def grid_label(t: Table, s: State) -> str:
    """A car is placed before the race, staying out or leaving the pits."""
    return labels.clause_name(grid_clause(s))


def drive_label(t: Table, s: State) -> str:
    """A driver is asked by a Move, a lane bonus, bonus steps, Ride The Draft, or a maneuver after the Move."""
    if s.in_bonus:
        return "VL-65"
    if s.complete:
        return "VL-44" if s.lane_left else "VL-42"
    return "VL-58" if s.maneuvers & RIDE_BIT else "VL-36"


def die_label(t: Table, s: State) -> str:
    """A die is rolled for many reasons."""
    return labels.DICE[s.rolling]


def reroll_label(t: Table, s: State) -> str:
    """A die of a test, of a race for position, or a single one is rerolled."""
    return labels.REROLLS.get(s.rolling, labels.SINGLE_REROLL)


def risk_label(t: Table, s: State) -> str:
    """A 2-/3-Wide test, or the test of a push."""
    return "VL-71" if s.wide else "VL-48"


# Where on the screen an answer is given


def garage_home(t: Table, s: State, move: int) -> Home:
    """A card to discard is in the hand; keeping the hand is a button in the dock."""
    return DOCK if move == PASS else HAND


def turn_home(t: Table, s: State, move: int) -> Home:
    """A card is in the hand, a pit stop is at the space of its return to the track; fumes are in the dock."""
    if move == FUMES:
        return DOCK
    return BOARD if move < FUMES else HAND


def drive_home(t: Table, s: State, move: int) -> Home:
    """A space to drive to or a target car is on the track; the rest are buttons in the dock."""
    is_step = STEP <= move < STEP + DIRECTIONS
    return BOARD if is_step or move >= CROSSOVER else DOCK


def reroll_home(t: Table, s: State, move: int) -> Home:
    """A reroll is at the die; keeping it is a button in the dock."""
    return DICE if move == REROLL else DOCK


def yellow_home(t: Table, s: State, move: int) -> Home:
    """VL-97 VL-102 A pit box or a space of the grid; a lapped car may stay out without a space."""
    if move == GO_TO_PITS:
        return BOARD
    return BOARD if start_space(s, s.placing, INSIDE_GROOVE + move - TO_INSIDE) >= 0 else DOCK


PHASES = Phases(
    # Team cards
    Phase.decision(CHOOSE_TEAM, "team", "VL-04", team_options, take_team, "{to_act:seat}: which team?", HAND, TEAM),
    Phase.step(NEXT_TEAM, "VL-04", next_team),
    Phase.step(NEXT_NPD, "VL-05", next_npd),
    Phase.decision(CHOOSE_NPD, "npd", "VL-05", team_options, deal_npd, "{to_act:seat}: which teammate?", HAND, TEAM),
    Phase.chance(DEAL_TEAM, "deal_npd", "VL-05", npd_outcomes, deal_npd, "An NPD is dealt to {dealt_to}.", DEALT),
    # Action cards
    Phase.step(NEXT_HAND, "VL-06", next_hand),
    Phase.step(DRAWING, draw_label, draw_next),
    Phase.chance(
        DRAW_CARD, "draw_card", draw_label, card_outcomes, draw_to_hand, "{drawer:seat} draws an Action card.", DRAWN
    ),
    Phase.step(DISCARDING, "VL-07", discard_down),
    Phase.decision(
        CHOOSE_DISCARD,
        "discard",
        "VL-07",
        discard_options,
        discard_type,
        "{drawer:seat}: which card to discard down to {hand_size}?",
        HAND,
        CARD_TYPE,
    ),
    # Qualifying
    Phase.step(NEXT_GARAGE, "VL-08", next_garage),
    Phase.decision(
        CHOOSE_GARAGE,
        "garage",
        "VL-08",
        garage_options,
        use_garage,
        "{to_act:seat}: discard a card in the garage for a new one?",
        garage_home,
    ),
    Phase.step(NEXT_QUALIFY, "VL-09", next_qualify),
    Phase.decision(
        CHOOSE_QUALIFY,
        "qualify",
        "VL-09",
        qualify_options,
        set_card,
        "{to_act:seat}: which card to qualify with?",
        HAND,
        SET_CARD,
    ),
    Phase.step(NEXT_NPD_CARD, "VL-10", next_npd_card),
    Phase.chance(
        DEAL_CARD,
        "deal_card",
        "VL-10",
        card_outcomes,
        deal_face_down,
        "{file_at:car} is dealt a card to qualify with.",
        DRAWN,
    ),
    # The starting grid
    Phase.step(NEXT_ON_GRID, "VL-12", next_on_grid),
    Phase.step(NEXT_HAND_CHECK, "VL-15", next_hand_check),
    Phase.step(PLACE_CAR, "VL-13", place_car),
    Phase.decision(
        CHOOSE_LANE,
        "lane",
        grid_label,
        grid_options,
        choose_lane,
        "{to_act:seat}: in which lane does {placing:car} start?",
        BOARD,
        TO_INSIDE - INSIDE_GROOVE,
    ),
    # I. Laps phase
    Phase.step(START_ROUND, "VL-18", start_round),
    Phase.chance(
        DRAW_LAPS, "draw_laps", "VL-18", laps_outcomes, draw_laps, "{first_player:seat} draws a Laps card.", LAPS
    ),
    Phase.step(NEXT_EVENT, "VL-18", next_event),
    Phase.step(NEXT_EVENT_CAR, "VL-25", next_event_car),
    # II. Driver phase: whose turn it is, Action cards, pit stops, fumes
    Phase.step(START_DRIVERS, "VL-31", start_drivers),
    Phase.step(NEXT_CAR, "VL-31", next_car),
    Phase.decision(
        CHOOSE_TURN,
        "turn",
        "VL-33",
        turn_options,
        take_turn,
        "{driver:seat}: what does {car:car} do?{only_pit}",
        turn_home,
    ),
    Phase.step(RETURN_TO_TRACK, "VL-77", return_to_track),
    Phase.chance(
        DRAW_FOR_FUMES,
        "fumes_card",
        "VL-79",
        card_outcomes,
        draw_for_fumes,
        "{car:car} draws a card to play at once.",
        DRAWN,
    ),
    Phase.decision(CHOOSE_GEAR, "gear", "VL-64", gear_options, shift, "{driver:seat}: which gear for {car:car}?", DOCK),
    Phase.step(OFFER_DRIVE, drive_label, offer_drive),
    Phase.decision(
        CHOOSE_DRIVE, "drive", drive_label, drive_options, drive, "{driver:seat}: drive {car:car}; {left}.", drive_home
    ),
    Phase.step(END_TURN, "VL-35", end_turn),
    # III. Race Status phase
    Phase.step(RACE_STATUS, "VL-34", race_status),
    # Dice
    Phase.chance(ROLL_DIE, "roll", die_label, die_outcomes, take_die, "{roller:car} rolls {rolling:purpose}.", DIE),
    Phase.step(ROLLED, die_label, settle_roll),
    Phase.decision(
        CHOOSE_REROLL,
        "reroll",
        reroll_label,
        reroll_options,
        choose_reroll,
        "{to_act:seat}: {roller:car} rolled a {rolled} {rolling:purpose}. Reroll?",
        reroll_home,
    ),
    Phase.step(RESOLVE_ROLL, die_label, resolve_roll),
    # Risk tests
    Phase.step(NEXT_TEST_DIE, risk_label, next_test_die),
    Phase.step(TEST_REROLLS, reroll_label, offer_rerolls),
    Phase.step(TEST_PENALTIES, risk_label, suffer_penalties),
    # Stage end and races for position
    Phase.step(SCORE_STAGE, "VL-88", score_stage),
    Phase.step(NEXT_POSITION, "VL-90", next_position),
    Phase.step(ASK_CONTEST, "VL-91", ask_contest),
    Phase.decision(
        CHOOSE_CONTEST,
        "contest",
        "VL-91",
        contest_options,
        choose_contest,
        "{to_act:seat}: race {rival} for position {next_position}?",
        DOCK,
    ),
    Phase.step(CONTEST_DICE, "VL-91", next_contest_die),
    Phase.step(CONTEST_REROLLS, "VL-91", settle_contest),
    # Yellow flag
    Phase.step(YELLOW_FLAG, "VL-95", show_yellow),
    Phase.decision(
        CHOOSE_ANNOUNCE, "announce", "VL-118", announce_options, announce, "{to_act:seat}: pit or stay out?", DOCK
    ),
    Phase.step(NEXT_IN_FILE, "VL-97", next_in_file),
    Phase.decision(
        CHOOSE_YELLOW,
        "yellow",
        "VL-97",
        yellow_options,
        choose_yellow,
        "{to_act:seat}: does {placing:car} pit or stay out?",
        yellow_home,
    ),
    Phase.step(NEXT_PIT_DIE, "VL-99", next_pit_die),
    Phase.decision(
        CHOOSE_PIT_DIE,
        "pit_die",
        "VL-99",
        pit_die_options,
        set_pit_die,
        "{to_act:seat}: how many cards to draw in the pits?",
        DICE,
        PIT_DIE,
    ),
    Phase.step(NEXT_BOX, "VL-99", next_box),
    Phase.step(NEXT_NPD_DIE, "VL-100", next_npd_die),
    Phase.step(NEXT_EXIT, "VL-101", next_exit),
    Phase.step(RESTART, "VL-103", restart),
    Phase.over(RACE_OVER, "VL-93"),
    often=(
        CHOOSE_DRIVE,
        ROLL_DIE,
        DRAW_CARD,
        CHOOSE_TURN,
        CHOOSE_REROLL,
        CHOOSE_DISCARD,
        DRAW_LAPS,
        OFFER_DRIVE,
        DRAWING,
        ROLLED,
        END_TURN,
        NEXT_CAR,
        DISCARDING,
        NEXT_TEST_DIE,
        RESOLVE_ROLL,
        PLACE_CAR,
        NEXT_EVENT,
        RETURN_TO_TRACK,
    ),
    in_turn=False,
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
