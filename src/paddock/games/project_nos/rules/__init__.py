"""The rules of Project NOS, a module a chapter of the ledger. This page is what the engine calls."""

from paddock.engine import CHANCE, OVER, rule

from ..state import (
    ACT,
    AWAITED,
    AWARD,
    DEAL,
    DEALING,
    DRAFTING,
    FACE,
    FIRST,
    GAME_OVER,
    GO,
    NEXT,
    NEXT_TAKER,
    PHOTO,
    RANKING,
    RETIRE,
    RUN,
    SAVE_TIME,
    START,
    TAKE,
    TAKE_CARD,
    TIME,
    TROPHY_DRAW,
    State,
    Table,
)
from .clock import (
    act,
    answer_duration,
    answer_face,
    answer_next,
    answer_time,
    duration_outcomes,
    first_event,
    go,
    line_up,
    next_outcomes,
    run,
    time_outcomes,
)
from .dealing import (
    begin_race,
    deal_card,
    deal_next,
    deal_outcomes,
    draft_first,
    first_outcomes,
    first_question,
    open_box,
)
from .drafting import next_drafter, pick, pick_options
from .finishing import (
    answer_photo,
    award,
    game_place,
    game_score,
    next_taker,
    photo_outcomes,
    rank_next,
    take_options,
    take_trophy,
    tidy,
    trophy_outcomes,
)
from .leaving import table_move
from .placing import ACTIONS, action_set
from .rolling import hand_set
from .secrets import hide, imagine, keep_round, sees


@rule
def setup(t: Table, s: State):
    """PN-01 The position before the first deal."""
    open_box(t, s)
    first_question(t, s)
    if s.phase == GO:
        line_up(t, s)
        first_event(t, s)
    keep_round(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    if s.phase <= TROPHY_DRAW:
        return CHANCE
    return OVER if s.phase == GAME_OVER else s.turn


@rule
def legal(t: Table, s: State, out: list[int]):
    """The choices of the pending decision."""
    if s.phase == ACT:
        return act_options(t, s, out)
    if s.phase == TAKE_CARD:
        return take_options(s, out)
    return pick_options(t, s, out)


@rule
def act_options(t: Table, s: State, out: list[int]):
    """D3 Place, save and release; then the hands that may be rolled."""
    n = 0
    actions = action_set(t, s, s.turn)
    move = ACTIONS
    while actions:
        if actions & 1:
            out[n] = move
            n += 1
        actions >>= 1
        move += 1
    hands = hand_set(t, s, s.turn)
    move = 0
    while hands:
        if hands & 1:
            out[n] = move
            n += 1
        hands >>= 1
        move += 1
    return n


@rule
def chance(t: Table, s: State, out: list[int], weight: list[int]):
    """The outcomes of what chance or the clock must answer."""
    if s.phase == FACE:
        return face_outcomes(out, weight)
    if START <= s.phase <= SAVE_TIME:
        return duration_outcomes(s, out, weight)
    if s.phase == NEXT:
        return next_outcomes(t, s, out, weight)
    if s.phase == TIME:
        return time_outcomes(t, s, out, weight)
    if s.phase == DEAL:
        return deal_outcomes(s, out, weight)
    if s.phase == FIRST:
        return first_outcomes(t, out, weight)
    if s.phase == PHOTO:
        return photo_outcomes(t, s, out, weight)
    return trophy_outcomes(s, out, weight)


@rule
def face_outcomes(out: list[int], weight: list[int]):
    """PN-27 A fair die."""
    for face in range(6):
        out[face] = face
        weight[face] = 1
    return 6


@rule
def apply(t: Table, s: State, move: int, log: list[int]):
    """Play a choice or a chance outcome, and everything that follows without asking."""
    if move >= RETIRE:
        table_move(t, s, move, log)
    elif s.phase == FACE:
        answer_face(t, s, move)
    elif s.phase == ACT:
        act(t, s, move, log)
    elif START <= s.phase <= SAVE_TIME:
        answer_duration(t, s, move)
    elif s.phase == NEXT:
        answer_next(t, s, move, log)
    elif s.phase == TIME:
        answer_time(t, s, move, log)
    else:
        apply_between_races(t, s, move, log)
    go_on(t, s, log)


@rule
def apply_between_races(t: Table, s: State, move: int, log: list[int]):
    """The deal, the draft, the ranking and the trophies."""
    if s.phase == DEAL:
        deal_card(t, s, move, log)
    elif s.phase == FIRST:
        draft_first(t, s, move, log)
    elif s.phase == PHOTO:
        answer_photo(t, s, move, log)
    elif s.phase == TROPHY_DRAW:
        take_trophy(t, s, s.who, move, log)
    elif s.phase == TAKE_CARD:
        take_trophy(t, s, s.turn, move - TAKE, log)
    else:
        pick(t, s, move, log)


@rule
def go_on(t: Table, s: State, log: list[int]):
    """Do one thing after the other until somebody is asked, chance is awaited or the game is over."""
    while s.phase > AWAITED:
        if s.phase == RUN:
            run(t, s, log)
        else:
            go_on_between_races(t, s, log)


@rule
def go_on_between_races(t: Table, s: State, log: list[int]):
    """PN-69 Ranking, win, trophy, set aside, game over or reset, deal, draft, GO."""
    if s.phase == RANKING:
        rank_next(t, s, log)
    elif s.phase == AWARD:
        award(t, s, log)
    elif s.phase == NEXT_TAKER:
        next_taker(t, s)
    elif s.phase == DEALING:
        deal_next(t, s, log)
    elif s.phase == DRAFTING:
        next_drafter(t, s)
    elif s.phase == GO:
        go(t, s, log)
    elif tidy(t, s, log):
        begin_race(t, s)


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """PN-108 Places and wins, points or the solo time, at any moment."""
    for seat in range(t.seats):
        place[seat] = game_place(t, s, seat)
        score[seat] = game_score(t, s, seat)


@rule
def conceal(t: Table, s: State, seat: int):
    """PN-97 PN-107 Dice in the air and, in rounds, what rivals did."""
    hide(t, s, seat)


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """PN-97 PN-107 What was hidden, as it might be."""
    imagine(t, s, seat, random)


@rule
def sees_move(t: Table, s: State, seat: int):
    """PN-97 PN-107 Whether a seat may see the move about to be played."""
    return sees(t, s, seat)
