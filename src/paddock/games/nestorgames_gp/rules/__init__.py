"""The rules of nestorgames GP, a module a rulebook chapter. This page is what a race waits for and does, row by row."""

from paddock.engine import BOARD, DICE, DOCK, HAND, Home, Phase, Phases, die_faces, rule

from ..state import (
    CAR_DRIVES,
    CHOOSE_ROUTE,
    DRAW_POLE,
    DRAW_STARTER,
    FILL,
    FILL_TRAY,
    OIL,
    PLACE,
    PLACE_PIECE,
    QUALIFY,
    QUALIFYING_DIE,
    RACE_DIE,
    RACE_OVER,
    ROCKET_DIE,
    ROLL,
    ROLL_OR_STOP,
    ROUTE,
    START_TURN,
    TURN_BEGINS,
    TURN_ENDS,
    TURN_PASSES,
    USE,
    State,
    Table,
)
from .items import fill_options, next_piece, place_options
from .scoring import race_place, race_points
from .setup import (
    choose_tray_item,
    make_grid,
    place_next_piece,
    pole_outcomes,
    qualify,
    qualifying_die,
    set_up,
    start_qualifying,
    starter_outcomes,
)
from .turn import (
    begin_turn,
    drive,
    end_turn,
    pass_turn,
    race_die,
    rocket_die,
    roll_options,
    roll_or_stop,
    route_options,
    start_turn,
    take_route,
    turn_options,
)


def tray_clause(t: Table, s: State) -> str:
    """The tray is filled before the race, and again after turns that emptied it."""
    return "GP-86" if s.turn < 0 else "GP-89"


def piece_clause(t: Table, s: State) -> str:
    """Oil spills are placed first, then the special items."""
    return "GP-111" if next_piece(s) == OIL else "GP-112"


def home(t: Table, s: State, move: int) -> Home:
    """Rolling is at the cup, items are in the hand; stopping, fixing and flipping are buttons in the dock."""
    if move == ROLL:
        return DICE
    return HAND if move > USE else DOCK


PHASES = Phases(
    # Qualifying
    Phase.chance(DRAW_STARTER, "starter", "GP-05", starter_outcomes, start_qualifying, "Who qualifies first?"),
    Phase.chance(
        QUALIFYING_DIE, "qualifying_die", "GP-06", die_faces, qualifying_die, "A qualifying die for {qualifier:car}."
    ),
    Phase.decision(
        QUALIFY,
        "qualify",
        "GP-06",
        roll_options,
        qualify,
        "Qualifying with {total}: roll again? {risk}: then the value is 0.",
        home,
    ),
    Phase.chance(
        DRAW_POLE, "pole", "GP-11", pole_outcomes, make_grid, "Still a tie: a draw decides who takes pole position."
    ),
    # Items before the race, and the tray when it has been emptied
    Phase.decision(
        FILL_TRAY, "fill", tray_clause, fill_options, choose_tray_item, "Which item goes into the tray?", HAND, FILL
    ),
    Phase.decision(
        PLACE_PIECE, "place", piece_clause, place_options, place_next_piece, "Where does {next_piece} go?", BOARD, PLACE
    ),
    # A turn
    Phase.step(TURN_BEGINS, "GP-22", begin_turn),
    Phase.decision(START_TURN, "turn", "GP-22", turn_options, start_turn, "{turn:car}: {first_or_now}", home),
    Phase.chance(ROCKET_DIE, "rocket", "GP-95", die_faces, rocket_die, "A die for {turn:car}'s rocket."),
    Phase.chance(RACE_DIE, "die", "GP-27", die_faces, race_die, "A die for {turn:car}."),
    Phase.decision(
        ROLL_OR_STOP, "roll", "GP-27", roll_options, roll_or_stop, "{so_far}: roll again? {risk}{cost}.", home
    ),
    Phase.decision(
        CHOOSE_ROUTE, "route", "GP-32", route_options, take_route, "{points} to drive: which road?", BOARD, ROUTE
    ),
    Phase.step(CAR_DRIVES, "GP-30", drive),
    Phase.step(TURN_ENDS, "GP-20", end_turn),
    Phase.step(TURN_PASSES, "GP-20", pass_turn),
    Phase.over(RACE_OVER, "GP-69"),
    often=(
        RACE_DIE,
        ROLL_OR_STOP,
        QUALIFYING_DIE,
        QUALIFY,
        START_TURN,
        CAR_DRIVES,
        TURN_ENDS,
        TURN_PASSES,
        TURN_BEGINS,
    ),
)


@rule
def setup(t: Table, s: State):
    """GP-01 The position before the starter draw."""
    set_up(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """GP-64 GP-130 Places and race points as they would be now."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = race_points(t, place[seat])


@rule
def conceal(t: Table, s: State, seat: int):
    """Nothing is hidden in this game."""


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """Nothing is hidden in this game."""


@rule
def sees_move(t: Table, s: State, seat: int):
    """Everybody sees every choice and every die."""
    return 1
