"""The rules of Dicey Curves with DANGER!, a module a rulebook chapter. This page is what the engine calls."""

from paddock.engine import rule

from ..state import (
    ARRIVED,
    AWAITED,
    CHOOSE_ACT,
    CHOOSE_CHIP,
    CHOOSE_DICE,
    CHOOSE_EXCHANGE,
    CHOOSE_LIFT,
    CHOOSE_MARK,
    CHOOSE_PLAYER,
    CHOOSE_REPAIR,
    CHOOSE_SAY,
    CHOOSE_STEP,
    DEAL,
    DISCARD_PLAYED,
    DRAW_DANGER,
    DRAW_FIRST,
    DRAW_TRACK,
    DRAWING,
    DRIVE_ON,
    END_PLAY,
    END_TURN,
    FIRST_ROLL,
    GAIN_CHIPS,
    LIFT_BARRELS,
    NEXT_SAY,
    NEXT_TURN,
    NEXT_WAVE,
    OFFER_ACT,
    OFFER_CHIP,
    OFFER_DICE,
    OFFER_EXCHANGE,
    OPEN_WINDOW,
    ROLL_DIE,
    START_TURN,
    State,
    Table,
)
from .acts import act, act_options, offer_act
from .combos import choose_dice, dice_options, offer_dice
from .dice import (
    chip_options,
    choose_chip,
    choose_mark,
    die_outcomes,
    first_roll,
    mark_options,
    next_wave,
    offer_chip,
    roll_die,
)
from .driving import arrive, choose_step, drive_on, end_play, step_options
from .hands import danger_outcomes, draw_danger, draw_on, exchange, exchange_options, offer_exchange
from .model import is_on_finish
from .secrets import deal_hidden_hands, hide_hands, sees_draw
from .setup import deal, first_outcomes, set_up, take_first
from .track import lay_card, start_turn, track_outcomes
from .turns import end_turn, finish, gain_chips, next_turn, race_place, repair, repair_options
from .window import (
    choose_target,
    discard_played,
    lift_or_close,
    next_say,
    open_window,
    say,
    say_options,
    target_options,
)


@rule
def setup(t: Table, s: State):
    """DC-01 The position before the first player is drawn."""
    set_up(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def legal(t: Table, s: State, out: list[int]):
    """The choices of the pending decision."""
    if s.phase == CHOOSE_SAY:
        return say_options(t, s, out)
    if s.phase == CHOOSE_ACT:
        return act_options(t, s, out)
    if s.phase == CHOOSE_DICE:
        return dice_options(t, s, out)
    if s.phase == CHOOSE_STEP:
        return step_options(s, out)
    if s.phase == CHOOSE_CHIP:
        return chip_options(s, out)
    if s.phase == CHOOSE_MARK:
        return mark_options(s, out)
    if s.phase == CHOOSE_EXCHANGE:
        return exchange_options(out)
    if s.phase == CHOOSE_REPAIR:
        return repair_options(out)
    return target_options(s, out)


@rule
def chance(t: Table, s: State, out: list[int], weight: list[int]):
    """A die, a track card, a Danger card or the first player."""
    if s.phase == ROLL_DIE:
        return die_outcomes(out, weight)
    if s.phase == DRAW_TRACK:
        return track_outcomes(t, s, out, weight)
    if s.phase == DRAW_DANGER:
        return danger_outcomes(s, out, weight)
    return first_outcomes(t, out, weight)


@rule
def apply(t: Table, s: State, move: int, log: list[int]):
    """Play a choice or a chance outcome, and everything that follows without asking."""
    if s.phase == ROLL_DIE:
        roll_die(s, move, log)
    elif s.phase == CHOOSE_SAY:
        say(t, s, move, log)
    elif s.phase == CHOOSE_ACT:
        act(t, s, move, log)
    elif s.phase == CHOOSE_DICE:
        choose_dice(s, move, log)
    elif s.phase == CHOOSE_STEP:
        choose_step(t, s, move, log)
    elif s.phase == CHOOSE_CHIP:
        choose_chip(s, move, log)
    elif s.phase == CHOOSE_MARK:
        choose_mark(s, move, log)
    else:
        apply_rare(t, s, move, log)
    go_on(t, s, log)


@rule
def apply_rare(t: Table, s: State, move: int, log: list[int]):
    """Choices and outcomes that come up less often."""
    if s.phase == DRAW_TRACK:
        lay_card(s, move, log)
    elif s.phase == DRAW_DANGER:
        draw_danger(t, s, move, log)
    elif s.phase == CHOOSE_EXCHANGE:
        exchange(s, move, log)
    elif s.phase == CHOOSE_REPAIR:
        repair(s, move, log)
    elif s.phase == DRAW_FIRST:
        take_first(t, s, move, log)
    elif CHOOSE_PLAYER <= s.phase <= CHOOSE_LIFT:
        choose_target(t, s, move, log)


@rule
def go_on(t: Table, s: State, log: list[int]):
    """Do one thing after the other until somebody is asked, chance is awaited or the race is over."""
    while s.phase > AWAITED:
        if s.phase >= FIRST_ROLL:
            go_on_after_window(t, s, log)
        else:
            go_on_before_roll(t, s, log)


@rule
def go_on_before_roll(t: Table, s: State, log: list[int]):
    """The deal, the start of a turn, the Danger window."""
    if s.phase == NEXT_SAY:
        next_say(t, s, log)
    elif s.phase == DRAWING:
        draw_on(s)
    elif s.phase == DISCARD_PLAYED:
        discard_played(t, s)
    elif s.phase == LIFT_BARRELS:
        lift_or_close(t, s, log)
    elif s.phase == START_TURN:
        start_turn(s, log)
    elif s.phase == OFFER_EXCHANGE:
        offer_exchange(t, s)
    elif s.phase == OPEN_WINDOW:
        open_window(t, s)
    elif s.phase == DEAL:
        deal(t, s)


@rule
def go_on_after_window(t: Table, s: State, log: list[int]):
    """The roll and Move Cars."""
    if s.phase == NEXT_WAVE:
        next_wave(s, log)
    elif s.phase == DRIVE_ON:
        drive_on(t, s, log)
    elif s.phase == ARRIVED:
        arrive_or_finish(t, s, log)
    elif s.phase == END_PLAY:
        end_play(t, s, log)
    elif s.phase == OFFER_ACT:
        offer_act(t, s)
    elif s.phase == OFFER_DICE:
        offer_dice(t, s, log)
    elif s.phase == OFFER_CHIP:
        offer_chip(s)
    elif s.phase == FIRST_ROLL:
        first_roll(s, log)
    else:
        go_on_after_turn(t, s, log)


@rule
def go_on_after_turn(t: Table, s: State, log: list[int]):
    """The end of a turn."""
    if s.phase == END_TURN:
        end_turn(t, s, log)
    elif s.phase == GAIN_CHIPS:
        gain_chips(s, log)
    elif s.phase == NEXT_TURN:
        next_turn(t, s, log)


@rule
def arrive_or_finish(t: Table, s: State, log: list[int]):
    """DC-90 On Finish the car has finished; elsewhere it may drive on."""
    if is_on_finish(s, s.spot[s.mover]):
        finish(t, s, log)
    else:
        arrive(t, s, log)


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """DC-91 DC-92 Places as they would be now; a win counts one point."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = 1 if place[seat] == 1 else 0


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
    """A Danger card drawn is known to the drawer only."""
    return sees_draw(s, seat)
