"""The rules of Project NOS, a module a chapter of the ledger. This page is what a game waits for and does, by rows."""

from paddock.engine import (
    BOARD,
    DICE,
    DOCK,
    OVER,
    Home,
    Phase,
    Phases,
    is_in,
    rule,
)

from ..state import (
    ACT,
    AWARD,
    DEAL,
    DEALING,
    DRAFTING,
    FACE,
    FIRST,
    GAME_OVER,
    GO,
    NEXT,
    NEXT_RACE,
    NEXT_TAKER,
    PHOTO,
    PICK,
    PICK_MORE,
    PLACE_TIME,
    RANKING,
    RETIRE,
    ROLL_TIME,
    RUN,
    SAVE_TIME,
    START,
    STOP,
    TAKE,
    TAKE_CARD,
    THINK,
    TIDY,
    TIME,
    TROPHY_DRAW,
    State,
    Table,
)
from .clock import (
    act,
    act_options,
    answer_face,
    answer_next,
    answer_time,
    be_busy_for,
    duration_outcomes,
    first_event,
    go,
    line_up,
    next_outcomes,
    roll_for,
    run,
    start_after,
    think_for,
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
from .drafting import more_options, next_drafter, pick, pick_more, pick_options
from .finishing import (
    answer_photo,
    award,
    draw_trophy,
    game_place,
    game_score,
    is_photo_finish,
    next_taker,
    photo_outcomes,
    rank_next,
    take_options,
    take_trophy,
    tidy,
    trophy_outcomes,
)
from .leaving import table_move
from .rolling import face_outcomes
from .secrets import hide, imagine, keep_round, sees


def act_clause(t: Table, s: State) -> str:
    """The first roll is the start; later ones follow what the dice show."""
    return "PN-28" if s.rolls[s.turn] else "PN-20"


def think_clause(t: Table, s: State) -> str:
    """A skill thinks after its roll, and when it takes over from a person."""
    return "PN-110" if is_in(s.waking, s.who) else "PN-87"


def tie_clause(t: Table, s: State) -> str:
    """Finishers in a photo finish, or racers who are level in everything."""
    return "PN-48" if is_photo_finish(s) else "PN-49"


def card_clause(t: Table, s: State) -> str:
    """With points every finisher takes a card, otherwise the winner does."""
    return "PN-68" if t.points else "PN-53"


def more_home(t: Table, s: State, move: int) -> Home:
    """Cards lie on the table; that one is enough is said."""
    return DOCK if move == STOP else BOARD


PHASES = Phases(
    # Setup
    Phase.step(NEXT_RACE, "PN-55", begin_race),
    Phase.step(DEALING, "PN-04", deal_next),
    Phase.chance(DEAL, "deal", "PN-04", deal_outcomes, deal_card, "Track card {card_number}?"),
    Phase.chance(FIRST, "first", "PN-09", first_outcomes, draft_first, "Who drafts first?"),
    # Draft
    Phase.step(DRAFTING, "PN-11", next_drafter),
    Phase.decision(
        PICK,
        "pick",
        "PN-11",
        pick_options,
        pick,
        "{turn:car}: which modification, as pick {pick_number} of 3?",
        BOARD,
    ),
    Phase.decision(
        PICK_MORE, "pick_more", "PN-19", more_options, pick_more, "{turn:car}: another modification card?", more_home
    ),
    # Race
    Phase.step(GO, "PN-101", go),
    Phase.step(RUN, "PN-102", run),
    Phase.chance(START, "start", "PN-86", duration_outcomes, start_after, "When does {who:car} react to GO?"),
    Phase.chance(NEXT, "next", "PN-105", next_outcomes, answer_next, "Who acts next?"),
    Phase.chance(
        TIME,
        "time",
        "PN-105",
        time_outcomes,
        answer_time,
        "When does {who:car} act? Digit {digit_number} of 3.",
    ),
    Phase.decision(ACT, "act", act_clause, act_options, act, "{turn:car}: {wanted}", DICE),
    Phase.chance(ROLL_TIME, "roll_time", "PN-87", duration_outcomes, roll_for, "How long does {who:car} take to roll?"),
    Phase.chance(FACE, "face", "PN-27", face_outcomes, answer_face, "A die for {who:car}."),
    Phase.chance(THINK, "think", think_clause, duration_outcomes, think_for, "How long does {who:car} think?"),
    Phase.chance(
        PLACE_TIME,
        "place_time",
        "PN-88",
        duration_outcomes,
        be_busy_for,
        "How long does {who:car} take to place the die?",
    ),
    Phase.chance(
        SAVE_TIME,
        "save_time",
        "PN-89",
        duration_outcomes,
        be_busy_for,
        "How long does {who:car} take to save the die?",
    ),
    # Ranking and track cards
    Phase.step(RANKING, "PN-49", rank_next),
    Phase.chance(PHOTO, "photo", tie_clause, photo_outcomes, answer_photo, "{tie}"),
    Phase.step(AWARD, "PN-46", award),
    Phase.step(NEXT_TAKER, "PN-68", next_taker),
    Phase.decision(
        TAKE_CARD,
        "take_card",
        card_clause,
        take_options,
        take_trophy,
        "{turn:car}: which track card?",
        BOARD,
        TAKE,
    ),
    Phase.chance(
        TROPHY_DRAW,
        "trophy_draw",
        "PN-53",
        trophy_outcomes,
        draw_trophy,
        "Which track card does the winner get?",
    ),
    Phase.step(TIDY, "PN-54", tidy),
    Phase.over(GAME_OVER, "PN-51", "The game is over."),
    often=(FACE, ACT, PICK, DEAL, THINK, ROLL_TIME, PLACE_TIME, NEXT, TIME, RUN),
    at_any_time=(RETIRE, table_move),
)


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
    """Who acts now; `turn` is CHANCE where no seat decides."""
    return OVER if s.phase == GAME_OVER else s.turn


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
