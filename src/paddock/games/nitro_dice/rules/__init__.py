"""The rules of Nitro Dice, a module a rulebook chapter. This page is what a race waits for and does, row by row."""

from paddock.engine import BOARD, DICE, DOCK, HAND, Home, Phase, Phases, pool_other_hands, rule

from ..events import DRAWN_BY, PAID_BY
from ..state import (
    AFTER_ENTRY,
    ASK_WHERE,
    BRAKE,
    CARD,
    CARRY_OUT,
    CHOOSE_CARD,
    CHOOSE_DRAFT,
    CHOOSE_SPEED,
    CHOOSE_STEP,
    CHOOSE_WHERE,
    COUNT_LAP,
    DRAFT,
    DRAW_CARD,
    DRAW_HAZARD,
    DRAW_START,
    DRAWING,
    END_CHECK,
    END_TURN,
    ENTER,
    FORWARD,
    GAP,
    MATCH,
    MEET_SPACE,
    NEXT_DEAL,
    NEXT_DOWN,
    NEXT_HAZARD,
    NEXT_MOVER,
    NEXT_REPLENISH,
    NEXT_SPEED,
    OFFER_PLACING,
    OFFER_STEP,
    PASS,
    PAY_HANDLING,
    PIT,
    PLACE_HAZARD,
    PULL,
    RACE_OVER,
    SET_SPEED,
    START,
    START_MOVEMENT,
    START_ROUND,
    WHERE,
    State,
    Table,
)
from .cards import card_options, card_outcomes, draw_card, draw_next, pay_card
from .drafting import choose_draft, draft_options, offer_draft, pull
from .entering import after_entry, count_lap, handling_options, meet_space, pay_handling
from .hazards import ask_where, choose_where, offer_placing, place, place_options, where_options
from .lanes import enter_target
from .movement import carry_out, choose_step, end_turn, next_mover, offer_step, start_movement, step_options
from .replenishing import next_down, next_replenish
from .secrets import deal_hidden_hands, sees_draw
from .setup import (
    draw_hazard,
    hazard_outcomes,
    next_deal,
    next_hazard,
    set_up,
    start_outcomes,
    take_position,
)
from .speed import choose_speed, next_speed, set_speed, speed_options, start_round
from .winning import end_check, race_place, race_points


def draw_clause(t: Table, s: State) -> str:
    """Cards are drawn in the deal, by a leader of a lap and after a round."""
    return DRAWN_BY.get(s.then, "ND-102")


def payment_clause(t: Table, s: State) -> str:
    """A card is paid for many things."""
    return PAID_BY[s.purpose]


def laying_clause(t: Table, s: State) -> str:
    """A card is laid after a movement turn, and before the race in a Disaster Area."""
    return "ND-88" if s.round else "ND-130"


def step_home(t: Table, s: State, move: int) -> Home:
    """Steps to a space are on the road; the brake, nitrous, repairs and the end are buttons in the dock."""
    return BOARD if FORWARD <= move < BRAKE or GAP <= move < PIT else DOCK


def handling_home(t: Table, s: State, move: int) -> Home:
    """A card of the section's type is in the hand; three cards or damage are buttons in the dock."""
    return HAND if move == MATCH else DOCK


def placing_home(t: Table, s: State, move: int) -> Home:
    """The card to lay is in the hand; leaving the track as it is is a button in the dock."""
    return DOCK if move == PASS else HAND


PHASES = Phases(
    # Setup
    Phase.chance(
        DRAW_START,
        "start",
        "ND-04",
        start_outcomes,
        take_position,
        "Who takes starting position {next_position}?",
        START,
    ),
    Phase.step(NEXT_HAZARD, "ND-130", next_hazard),
    Phase.chance(
        DRAW_HAZARD, "draw_hazard", "ND-130", hazard_outcomes, draw_hazard, "A hazard for {turn:car} to lay.", CARD
    ),
    Phase.step(NEXT_DEAL, "ND-06", next_deal),
    # Speeds
    Phase.step(START_ROUND, "ND-10", start_round),
    Phase.step(SET_SPEED, "ND-11", set_speed),
    Phase.step(NEXT_SPEED, "ND-10", next_speed),
    Phase.decision(
        CHOOSE_SPEED,
        "speed",
        "ND-11",
        speed_options,
        choose_speed,
        "{turn:car}: which speed? Now {present_speed}; by two costs a card.",
        DICE,
    ),
    # Movement, a car after the other
    Phase.step(START_MOVEMENT, "ND-20", start_movement),
    Phase.step(END_TURN, "ND-25", end_turn),
    Phase.step(NEXT_MOVER, "ND-20", next_mover),
    Phase.decision(
        CHOOSE_STEP, "step", "ND-21", step_options, choose_step, "{turn:car}: what next? {points_left}.", step_home
    ),
    Phase.step(CARRY_OUT, "ND-24", carry_out),
    # A car comes onto a space
    Phase.step(ENTER, "ND-77", enter_target),
    Phase.decision(
        PAY_HANDLING,
        "handling",
        "ND-31",
        handling_options,
        pay_handling,
        "{comer:car}: how to pay for {section_entered}?",
        handling_home,
    ),
    Phase.step(MEET_SPACE, "ND-26", meet_space),
    Phase.step(COUNT_LAP, "ND-23", count_lap),
    Phase.step(AFTER_ENTRY, "ND-23", after_entry),
    # Drafting
    Phase.step(DRAFT, "ND-63", offer_draft),
    Phase.decision(
        CHOOSE_DRAFT,
        "draft",
        "ND-63",
        draft_options,
        choose_draft,
        "{follower:car}: go along {space_ahead}, or resist for a card?",
        DOCK,
    ),
    Phase.step(PULL, "ND-61", pull),
    # The next step, or the end of movement
    Phase.step(OFFER_STEP, "ND-21", offer_step),
    # Placing, also before the race
    Phase.step(OFFER_PLACING, "ND-87", offer_placing),
    Phase.decision(
        PLACE_HAZARD, "place", "ND-87", place_options, place, "{turn:car}: replace a section by a card?", placing_home
    ),
    Phase.step(ASK_WHERE, laying_clause, ask_where),
    Phase.decision(
        CHOOSE_WHERE,
        "where",
        laying_clause,
        where_options,
        choose_where,
        "{turn:car}: where does {placing:face} go?",
        BOARD,
        WHERE,
    ),
    # The end of a round
    Phase.step(END_CHECK, "ND-110", end_check),
    Phase.step(NEXT_DOWN, "ND-103", next_down),
    Phase.step(NEXT_REPLENISH, "ND-102", next_replenish),
    # Cards, whatever they are paid or drawn for
    Phase.decision(
        CHOOSE_CARD,
        "card",
        payment_clause,
        card_options,
        pay_card,
        "{payer:car}: which card {purpose:purpose}?",
        HAND,
        CARD,
    ),
    Phase.step(DRAWING, draw_clause, draw_next),
    Phase.chance(DRAW_CARD, "draw", draw_clause, card_outcomes, draw_card, "{drawer:car} draws a card.", CARD),
    Phase.over(RACE_OVER, "ND-110"),
    often=(CHOOSE_STEP, DRAW_CARD, CHOOSE_CARD, PAY_HANDLING, CHOOSE_SPEED, PLACE_HAZARD, CHOOSE_WHERE),
)


@rule
def setup(t: Table, s: State):
    """ND-01 The position before the starting roll."""
    set_up(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """ND-113 ND-114 Places and series points as they would be now."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = race_points(t, place[seat])


@rule
def conceal(t: Table, s: State, seat: int):
    """Other hands are secret."""
    pool_other_hands(t, s, seat)


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """Other hands as they might be."""
    deal_hidden_hands(t, s, seat, random)


@rule
def sees_move(t: Table, s: State, seat: int):
    """A card drawn is known to the drawer only."""
    return sees_draw(s, seat)
