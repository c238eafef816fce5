"""The rules of Nitro Dice, a module a rulebook chapter. This page is what the engine calls."""

from paddock.engine import rule

from ..state import (
    AFTER_ENTRY,
    ASK_WHERE,
    AWAITED,
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
    DRIFT,
    END,
    END_CHECK,
    END_TURN,
    ENTER,
    FORWARD,
    GARAGE,
    LANE,
    MEET_SPACE,
    NEXT_DEAL,
    NEXT_DOWN,
    NEXT_HAZARD,
    NEXT_MOVER,
    NEXT_REPLENISH,
    NEXT_SPEED,
    NITRO,
    NITRO3,
    OFFER_PLACING,
    OFFER_STEP,
    PAY_HANDLING,
    PIT,
    PLACE_HAZARD,
    PULL,
    SET_SPEED,
    START,
    START_MOVEMENT,
    START_ROUND,
    WHERE,
    State,
    Table,
)
from .cards import card_options, card_outcomes, draw_card, draw_next, pay_card
from .collisions import move_forward, shoot_gap
from .drafting import choose_draft, draft_options, offer_draft, pull
from .entering import after_entry, count_lap, handling_options, meet_space, pay_handling
from .garage import pit
from .hazards import ask_where, lay, offer_placing, place, place_options, where_options
from .lanes import change_lane, drift, enter_target
from .movement import (
    brake,
    choose_step,
    end_movement,
    end_turn,
    next_mover,
    offer_step,
    start_movement,
    step_options,
)
from .nitrous import use_nitro, use_nitro_madness
from .replenishing import next_down, next_replenish
from .secrets import deal_hidden_hands, hide_hands, sees_draw
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


@rule
def setup(t: Table, s: State):
    """ND-01 The position before the starting roll."""
    set_up(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def legal(t: Table, s: State, out: list[int]):
    """The choices of the pending decision."""
    if s.phase == CHOOSE_STEP:
        return step_options(s, out)
    if s.phase == CHOOSE_CARD:
        return card_options(t, s, out)
    if s.phase == PAY_HANDLING:
        return handling_options(t, s, out)
    if s.phase == CHOOSE_SPEED:
        return speed_options(s, out)
    if s.phase == PLACE_HAZARD:
        return place_options(t, s, out)
    if s.phase == CHOOSE_WHERE:
        return where_options(t, s, out)
    return draft_options(s, out)


@rule
def chance(t: Table, s: State, out: list[int], weight: list[int]):
    """A card of the draw pile, a hazard before the race, or a starting position."""
    if s.phase == DRAW_CARD:
        return card_outcomes(s, out, weight)
    if s.phase == DRAW_START:
        return start_outcomes(t, s, out, weight)
    return hazard_outcomes(t, s, out, weight)


@rule
def apply(t: Table, s: State, move: int, log: list[int]):
    """Play a choice or a chance outcome, and everything that follows without asking."""
    if s.phase == DRAW_CARD:
        draw_card(s, move - CARD, log)
    elif s.phase == CHOOSE_STEP:
        choose_step(s, move)
    elif s.phase == CHOOSE_CARD:
        pay_card(s, move - CARD, log)
    elif s.phase == PAY_HANDLING:
        pay_handling(t, s, move, log)
    elif s.phase == CHOOSE_SPEED:
        choose_speed(s, move)
    elif s.phase == PLACE_HAZARD:
        place(s, move, log)
    else:
        apply_rare(t, s, move, log)
    go_on(t, s, log)


@rule
def apply_rare(t: Table, s: State, move: int, log: list[int]):
    """Choices and outcomes that come up less often."""
    if s.phase == CHOOSE_WHERE:
        lay(t, s, (move - WHERE) >> 1, (move - WHERE) & 1, log)
    elif s.phase == CHOOSE_DRAFT:
        choose_draft(s, move)
    elif s.phase == DRAW_START:
        take_position(t, s, move - START, log)
    elif s.phase == DRAW_HAZARD:
        draw_hazard(s, move - CARD, log)


@rule
def go_on(t: Table, s: State, log: list[int]):
    """Do one thing after the other until somebody is asked, chance is awaited or the race is over."""
    while s.phase > AWAITED:
        if s.phase <= START_MOVEMENT:
            go_on_before_movement(t, s, log)
        elif s.phase <= CARRY_OUT:
            go_on_moving(t, s, log)
        elif s.phase <= PULL:
            go_on_entering(t, s, log)
        else:
            go_on_after_movement(t, s, log)


@rule
def go_on_before_movement(t: Table, s: State, log: list[int]):
    """Setup, draws and the speed phase."""
    if s.phase == DRAWING:
        draw_next(s, log)
    elif s.phase == NEXT_SPEED:
        next_speed(s)
    elif s.phase == SET_SPEED:
        set_speed(s, log)
    elif s.phase == START_ROUND:
        start_round(t, s, log)
    elif s.phase == START_MOVEMENT:
        start_movement(t, s, log)
    elif s.phase == NEXT_DEAL:
        next_deal(s)
    elif s.phase == NEXT_HAZARD:
        next_hazard(t, s)


@rule
def go_on_moving(t: Table, s: State, log: list[int]):
    """The mover's turn."""
    if s.phase == OFFER_STEP:
        offer_step(t, s, log)
    elif s.phase == CARRY_OUT:
        carry_out(t, s, log)
    elif s.phase == NEXT_MOVER:
        next_mover(s)


@rule
def carry_out(t: Table, s: State, log: list[int]):
    """ND-24 The step chosen takes effect."""
    if s.step == FORWARD:
        move_forward(t, s, log)
    elif s.step == END:
        end_movement(s, log)
    elif s.step == BRAKE:
        brake(s, log)
    elif s.step <= LANE + GARAGE:
        change_lane(t, s, log)
    elif s.step <= DRIFT + GARAGE:
        drift(t, s, log)
    elif s.step == PIT:
        pit(s, log)
    elif s.step == NITRO:
        use_nitro(s, log)
    elif s.step == NITRO3:
        use_nitro_madness(t, s, log)
    else:
        shoot_gap(t, s, log)


@rule
def go_on_entering(t: Table, s: State, log: list[int]):
    """ND-23 A car comes onto a space."""
    if s.phase == MEET_SPACE:
        meet_space(t, s, log)
    elif s.phase == COUNT_LAP:
        count_lap(t, s, log)
    elif s.phase == AFTER_ENTRY:
        after_entry(s)
    elif s.phase == DRAFT:
        offer_draft(s)
    elif s.phase == PULL:
        pull(t, s, log)
    elif s.phase == ENTER:
        enter_target(t, s, log)


@rule
def go_on_after_movement(t: Table, s: State, log: list[int]):
    """Placing, the end of a turn and of a round."""
    if s.phase == OFFER_PLACING:
        offer_placing(s)
    elif s.phase == END_TURN:
        end_turn(s)
    elif s.phase == ASK_WHERE:
        ask_where(t, s, log)
    elif s.phase == END_CHECK:
        end_check(t, s, log)
    elif s.phase == NEXT_DOWN:
        next_down(s)
    elif s.phase == NEXT_REPLENISH:
        next_replenish(s)


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """ND-113 ND-114 Places and series points as they would be now."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = race_points(t, place[seat])


@rule
def conceal(t: Table, s: State, seat: int):
    """Other hands are secret."""
    hide_hands(t, s, seat)


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """Other hands as they might be."""
    deal_hidden_hands(t, s, seat, random)


@rule
def sees_move(t: Table, s: State, seat: int):
    """A card drawn is known to the drawer only."""
    return sees_draw(s, seat)
