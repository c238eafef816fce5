"""The rules of Dicey Curves with DANGER!, a module a rulebook chapter. This page is what a race waits for and does."""

from paddock.engine import BOARD, DICE, DOCK, HAND, Home, Phase, Phases, die_faces, pool_other_hands, rule

from ..events import DRAWN_BY, ROLLED_BY
from ..state import (
    ARRIVED,
    CARD,
    CHOOSE_ACT,
    CHOOSE_CARD,
    CHOOSE_CHIP,
    CHOOSE_DICE,
    CHOOSE_EXCHANGE,
    CHOOSE_LANE,
    CHOOSE_LIFT,
    CHOOSE_MARK,
    CHOOSE_PLAYER,
    CHOOSE_REPAIR,
    CHOOSE_SAY,
    CHOOSE_SPOT,
    CHOOSE_STEP,
    CONTINUE,
    DEAL,
    DECLARE,
    DISCARD_PLAYED,
    DONE,
    DRAW_DANGER,
    DRAW_FIRST,
    DRAW_TRACK,
    DRAWING,
    DRIVE_ON,
    END,
    END_PLAY,
    END_TURN,
    FIRST_ROLL,
    GAIN_CHIPS,
    INSTANT_DAMAGE,
    LANE,
    LIFT_BARRELS,
    NEXT_SAY,
    NEXT_TURN,
    NEXT_WAVE,
    OFFER_ACT,
    OFFER_CHIP,
    OFFER_DICE,
    OFFER_EXCHANGE,
    OPEN_WINDOW,
    PASS,
    PASS_ON,
    PLAYER,
    RACE_OVER,
    ROLL,
    ROLL_DIE,
    SPOT,
    START_TURN,
    STOP,
    State,
    Table,
)
from .acts import act, act_options, offer_act
from .combos import choose_dice, dice_options, offer_dice
from .dice import (
    chip_options,
    choose_chip,
    choose_mark,
    first_roll,
    mark_options,
    next_wave,
    offer_chip,
    roll_die,
)
from .driving import arrive, choose_step, drive_on, end_play, step_options
from .effects import lift
from .hands import danger_outcomes, draw_danger, draw_on, exchange, exchange_options, offer_exchange
from .secrets import deal_hidden_hands, sees_draw
from .setup import deal, first_outcomes, set_up, take_first
from .track import lay_card, start_turn, track_outcomes
from .turns import end_turn, gain_chips, next_turn, race_place, repair, repair_options
from .window import (
    card_options,
    choose_card,
    choose_lane,
    choose_player,
    choose_spot,
    discard_played,
    lane_options,
    lift_or_close,
    next_say,
    open_window,
    player_options,
    say,
    say_options,
    spot_options,
)


def track_clause(t: Table, s: State) -> str:
    """A track card is laid at the start of a turn, and when a car drives onto the last one."""
    return "DC-11" if s.then == ARRIVED else "DC-10"


def draw_clause(t: Table, s: State) -> str:
    """A Danger card is drawn in the deal, in an exchange, for one that was played or for a Super Size."""
    return DRAWN_BY.get(s.then, "DC-22")


def player_clause(t: Table, s: State) -> str:
    """A player is chosen to take or to return a cube."""
    return "DC-100" if s.playing == INSTANT_DAMAGE else "DC-101"


def die_clause(t: Table, s: State) -> str:
    """A die is rolled first, after a six or for a chip."""
    return ROLLED_BY.get(s.rolled_for, "DC-31")


def say_home(t: Table, s: State, move: int) -> Home:
    """A card is played from the hand; a pass is a button in the dock."""
    return DOCK if move in (PASS, PASS_ON) else HAND


def chip_home(t: Table, s: State, move: int) -> Home:
    """Chips lie beside the dice they change; going on, or rolling the marked dice, is a button in the dock."""
    return DOCK if move in (DONE, ROLL) else DICE


def act_home(t: Table, s: State, move: int) -> Home:
    """A car is driven on the track, what a chip pays for starts at the chips, ending the turn is a dock button."""
    if move == END:
        return DOCK
    return BOARD if move < CONTINUE else DICE


def dice_home(t: Table, s: State, move: int) -> Home:
    """A Super Size comes from the hand, a play is made of dice."""
    return HAND if move == DECLARE else DICE


def step_home(t: Table, s: State, move: int) -> Home:
    """A step leads to a spot; stopping here is a button in the dock."""
    return DOCK if move == STOP else BOARD


PHASES = Phases(
    # Setup
    Phase.chance(DRAW_FIRST, "first", "DC-01", first_outcomes, take_first, "Who has the first turn?"),
    Phase.step(DEAL, "DC-07", deal),
    # A turn begins
    Phase.step(START_TURN, "DC-10", start_turn),
    Phase.chance(DRAW_TRACK, "track", track_clause, track_outcomes, lay_card, "Card {laid} of the track is laid."),
    Phase.step(OFFER_EXCHANGE, "DC-20", offer_exchange),
    Phase.decision(
        CHOOSE_EXCHANGE,
        "exchange",
        "DC-20",
        exchange_options,
        exchange,
        "{turn:seat}: exchange both Danger cards?",
        DOCK,
    ),
    Phase.step(DRAWING, draw_clause, draw_on),
    Phase.chance(
        DRAW_DANGER, "danger", draw_clause, danger_outcomes, draw_danger, "{drawer:seat} draws a Danger card."
    ),
    # The Danger window
    Phase.step(OPEN_WINDOW, "DC-21", open_window),
    Phase.step(NEXT_SAY, "DC-25", next_say),
    Phase.decision(
        CHOOSE_SAY,
        "say",
        "DC-24",
        say_options,
        say,
        "{sayer:seat}: a Danger card before {turn:seat} rolls {first_dice} dice?",
        say_home,
    ),
    # What a Danger card is played on
    Phase.decision(
        CHOOSE_PLAYER,
        "player",
        player_clause,
        player_options,
        choose_player,
        "{sayer:seat}: {playing:danger} for whom?",
        HAND,
        PLAYER,
    ),
    Phase.decision(
        CHOOSE_CARD,
        "card",
        "DC-102",
        card_options,
        choose_card,
        "{sayer:seat}: {playing:danger} on which track card?",
        BOARD,
        CARD,
    ),
    Phase.decision(
        CHOOSE_LANE,
        "lane",
        "DC-106",
        lane_options,
        choose_lane,
        "{sayer:seat}: which lane of card {target} is closed?",
        BOARD,
        LANE,
    ),
    Phase.step(LIFT_BARRELS, "DC-107", lift_or_close),
    Phase.decision(
        CHOOSE_LIFT,
        "lift",
        "DC-107",
        card_options,
        lift,
        "{sayer:seat}: from which card are barrels lifted?",
        BOARD,
        CARD,
    ),
    Phase.decision(
        CHOOSE_SPOT,
        "spot",
        "DC-109",
        spot_options,
        choose_spot,
        "{sayer:seat}: next to which spot of card {target} does the shop stand?",
        BOARD,
        SPOT,
    ),
    Phase.step(DISCARD_PLAYED, "DC-22", discard_played),
    # Roll Dice
    Phase.step(FIRST_ROLL, "DC-30", first_roll),
    Phase.chance(ROLL_DIE, "die", die_clause, die_faces, roll_die, "{turn:seat} rolls a die, {to_roll} to roll."),
    Phase.step(NEXT_WAVE, "DC-31", next_wave),
    Phase.step(OFFER_CHIP, "DC-35", offer_chip),
    Phase.decision(
        CHOOSE_CHIP,
        "chip",
        "DC-35",
        chip_options,
        choose_chip,
        "{turn:seat}: {dice_shown}. Add a die or reroll for a chip (chips: {chips_left})?",
        chip_home,
    ),
    Phase.decision(
        CHOOSE_MARK,
        "mark",
        "DC-34",
        mark_options,
        choose_mark,
        "{turn:seat}: of {dice_shown} roll {to_reroll} again, or more?",
        chip_home,
    ),
    # Move Cars: a play, and what to do after it
    Phase.step(OFFER_DICE, "DC-41", offer_dice),
    Phase.decision(
        CHOOSE_DICE,
        "dice",
        "DC-41",
        dice_options,
        choose_dice,
        "{turn:seat}: which of {dice_shown} for {driven_car}?",
        dice_home,
    ),
    Phase.step(ARRIVED, "DC-71", arrive),
    Phase.step(DRIVE_ON, "DC-44", drive_on),
    Phase.decision(
        CHOOSE_STEP,
        "step",
        "DC-44",
        step_options,
        choose_step,
        "{turn:seat}: where does {driven_car} go? Steps left: {steps_left}.",
        step_home,
    ),
    Phase.step(END_PLAY, "DC-47", end_play),
    Phase.step(OFFER_ACT, "DC-40", offer_act),
    Phase.decision(
        CHOOSE_ACT,
        "act",
        "DC-40",
        act_options,
        act,
        "{turn:seat}: {dice_shown}, chips: {chips_left}. What next?",
        act_home,
    ),
    # The end of a turn, and of the race
    Phase.step(END_TURN, "DC-80", end_turn),
    Phase.decision(
        CHOOSE_REPAIR,
        "repair",
        "DC-80",
        repair_options,
        repair,
        "{turn:seat}: return all damage cubes ({cubes_held}) at the repair shop?",
        DOCK,
    ),
    Phase.step(GAIN_CHIPS, "DC-81", gain_chips),
    Phase.step(NEXT_TURN, "DC-82", next_turn),
    Phase.over(RACE_OVER, "DC-91"),
    often=(
        ROLL_DIE,
        CHOOSE_SAY,
        CHOOSE_ACT,
        DRAW_DANGER,
        CHOOSE_CHIP,
        CHOOSE_MARK,
        CHOOSE_STEP,
        CHOOSE_DICE,
        CHOOSE_EXCHANGE,
    ),
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
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """DC-91 DC-92 Places as they would be now; a win counts one point."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = 1 if place[seat] == 1 else 0


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
    """A Danger card drawn is known to the drawer only."""
    return sees_draw(s, seat)
