"""The Danger window: DC-21 to DC-27, and choosing what a card is played on, DC-100 to DC-112."""

from paddock.engine import (
    demand_draws,
    is_several,
    list_set,
    lowest_of,
    note,
    rule,
    take_from_hand,
    throw,
    with_one,
)

from ..events import PASSED, PLAYED, SAT_OUT
from ..state import (
    BY_CAP,
    CARD,
    CARS,
    CHOOSE_CARD,
    CHOOSE_LANE,
    CHOOSE_LIFT,
    CHOOSE_PLAYER,
    CHOOSE_SAY,
    CHOOSE_SPOT,
    CHOSEN,
    CRITTER_CROSSING,
    DANGEROUS_CURVE,
    DISCARD_PLAYED,
    DRAWING,
    FIRST_ROLL,
    INSTANT_DAMAGE,
    INSTANT_REPAIR,
    LANE,
    LANES,
    LIFT_BARRELS,
    NEXT_SAY,
    PASS,
    PASS_ON,
    PLAY,
    PLAYER,
    REPAIR_SHOP,
    SPOT,
    SUPER_SIZE,
    UNASKED,
    State,
    Table,
)
from .effects import adjust_first_roll, barrels_needed, change_damage, close_lane, fits, lay_cubes, lift, place_shop
from .model import (
    next_racer,
    spot_at,
)

# Says


@rule
def open_window(t: Table, s: State):
    """DC-21 DC-24 A has the first say; before the very first turn there is no window."""
    if s.turns == 1 and t.first_window == 0:
        s.phase = FIRST_ROLL
        return
    s.is_open = 1
    s.passes = 0
    s.sayer = s.turn
    for seat in range(CARS):
        s.played[seat] = 0
        s.sits_out[seat] = 0
    s.phase = NEXT_SAY


@rule
def next_say(t: Table, s: State, log: list[int]):
    """DC-25 DC-26 DC-27 Ask, whatever the hand, but not one who may play no more; a round of passes closes."""
    if s.passes == s.racers:
        s.is_open = 0
        s.phase = FIRST_ROLL
    elif s.sits_out[s.sayer]:
        pass_say(t, s, UNASKED, log)
    elif s.played[s.sayer] >= t.window_play_cap:
        pass_say(t, s, BY_CAP, log)
    else:
        s.phase = CHOOSE_SAY
        s.to_act = s.sayer


@rule
def say_options(t: Table, s: State, out: list[int]):
    """DC-24 DC-27 Pass, pass for the rest of the window, or play a card that has something to be played on."""
    out[0] = PASS
    out[1] = PASS_ON
    n = 2
    for card in range(SUPER_SIZE):
        if s.hand[s.sayer][card] and is_playable(t, s, card):
            out[n] = PLAY + card
            n += 1
    return n


@rule
def say(t: Table, s: State, move: int, log: list[int]):
    """DC-24 Exactly one card, or a pass."""
    if move == PASS_ON:
        s.sits_out[s.sayer] = 1
        note(log, SAT_OUT, s.sayer, 0, 0)
        count_pass(t, s)
    elif move == PASS:
        pass_say(t, s, CHOSEN, log)
    else:
        play_danger(t, s, move - PLAY, log)


@rule
def pass_say(t: Table, s: State, why: int, log: list[int]):
    """DC-24 DC-26 DC-27 A pass is not final."""
    note(log, PASSED, s.sayer, why, 0)
    count_pass(t, s)


@rule
def count_pass(t: Table, s: State):
    """DC-25 Count a pass; the say goes on clockwise."""
    s.passes += 1
    s.sayer = next_racer(t, s, s.sayer)
    s.phase = NEXT_SAY


@rule
def discard_played(t: Table, s: State):
    """DC-22 The card has taken effect: discard it, draw another; the say goes on clockwise."""
    throw(s, s.playing)
    s.playing = -1
    s.passes = 0
    demand_draws(s, s.sayer, 1, NEXT_SAY, DRAWING)
    s.sayer = next_racer(t, s, s.sayer)


# What may be chosen


@rule
def is_playable(t: Table, s: State, card: int):
    """DC-27 Whether a card has something to be played on."""
    if card >= CRITTER_CROSSING:
        return card != SUPER_SIZE
    if card <= INSTANT_REPAIR:
        return players_open(t, s, card) != 0
    for index in range(s.rear, s.laid):
        if fits(t, s, card, index):
            return True
    return False


@rule
def players_open(t: Table, s: State, card: int):
    """DC-100 DC-101 The set of players who may be chosen."""
    players = 0
    for seat in range(t.seats):
        if s.place[seat] == 0 and (s.pile_cubes > 0 if card == INSTANT_DAMAGE else s.damage[seat] > 0):
            players = with_one(players, seat)
    return players


@rule
def cards_open(t: Table, s: State, card: int):
    """DC-102 The set of track cards that may be chosen."""
    cards = 0
    for index in range(s.rear, s.laid):
        if fits(t, s, card, index):
            cards = with_one(cards, index)
    return cards


@rule
def player_options(s: State, out: list[int]):
    """DC-100 DC-101 The players who may be chosen."""
    return list_set(s.open_players, PLAYER, out, 0)


@rule
def card_options(s: State, out: list[int]):
    """DC-102 DC-107 The track cards that may be chosen."""
    return list_set(s.open_cards, CARD, out, 0)


@rule
def lane_options(s: State, out: list[int]):
    """DC-106 The lanes that may be chosen."""
    return list_set(s.open_lanes, LANE, out, 0)


@rule
def spot_options(s: State, out: list[int]):
    """DC-109 The spots that may be chosen."""
    return list_set(s.open_spots, SPOT, out, 0)


# Playing a card


@rule
def play_danger(t: Table, s: State, card: int, log: list[int]):
    """DC-22 A card is played; what it is played on is asked if there is a choice."""
    note(log, PLAYED, s.sayer, card, 0)
    take_from_hand(s, s.sayer, card)
    s.played[s.sayer] += 1
    s.playing = card
    if card >= CRITTER_CROSSING:
        adjust_first_roll(s, card)
        s.phase = DISCARD_PLAYED
    elif card <= INSTANT_REPAIR:
        ask_player(t, s, log)
    else:
        ask_card(t, s, log)


@rule
def ask_sayer(s: State, phase: int):
    """Ask the player of the card."""
    s.phase = phase
    s.to_act = s.sayer


@rule
def ask_player(t: Table, s: State, log: list[int]):
    """DC-100 DC-101 Which player?"""
    s.open_players = players_open(t, s, s.playing)
    if is_several(s.open_players):
        ask_sayer(s, CHOOSE_PLAYER)
    else:
        choose_player(s, lowest_of(s.open_players), log)


@rule
def choose_player(s: State, seat: int, log: list[int]):
    """DC-100 DC-101 That player takes or returns a cube."""
    change_damage(s, seat, log)
    s.phase = DISCARD_PLAYED


@rule
def ask_card(t: Table, s: State, log: list[int]):
    """DC-102 Which track card?"""
    s.open_cards = cards_open(t, s, s.playing)
    if is_several(s.open_cards):
        ask_sayer(s, CHOOSE_CARD)
    else:
        choose_card(t, s, lowest_of(s.open_cards), log)


@rule
def choose_card(t: Table, s: State, index: int, log: list[int]):
    """DC-103 DC-104 DC-105 DC-106 DC-109 Cubes are laid at once; a lane or a spot is asked."""
    s.target = index
    if s.playing <= DANGEROUS_CURVE:
        lay_cubes(t, s, index, log)
        s.phase = DISCARD_PLAYED
    elif s.playing == REPAIR_SHOP:
        s.open_spots = t.shop_mask[s.kind[index]]
        ask_sayer(s, CHOOSE_SPOT)
    else:
        ask_lane(t, s)


@rule
def ask_lane(t: Table, s: State):
    """DC-106 Which lane?"""
    s.open_lanes = 0
    for lane in range(LANES):
        if barrels_needed(t, s, s.target, lane) > 0:
            s.open_lanes = with_one(s.open_lanes, lane)
    if is_several(s.open_lanes):
        ask_sayer(s, CHOOSE_LANE)
    else:
        choose_lane(s, lowest_of(s.open_lanes))


@rule
def choose_lane(s: State, lane: int):
    """DC-106 The lane is chosen; barrels may have to be lifted first."""
    s.lane = lane
    s.phase = LIFT_BARRELS


@rule
def choose_spot(s: State, spot: int, log: list[int]):
    """DC-109 The shop is put next to that spot of the chosen card."""
    place_shop(s, spot_at(s.target, spot), log)
    s.phase = DISCARD_PLAYED


@rule
def lift_or_close(t: Table, s: State, log: list[int]):
    """DC-107 While the pile is short, lift the barrels of a card; then close the lane."""
    if s.pile_barrels >= barrels_needed(t, s, s.target, s.lane):
        close_lane(t, s, log)
        s.phase = DISCARD_PLAYED
        return
    s.open_cards = 0
    for index in range(s.rear, s.laid):
        if s.barrels[index]:
            s.open_cards = with_one(s.open_cards, index)
    if is_several(s.open_cards):
        ask_sayer(s, CHOOSE_LIFT)
    else:
        lift(s, lowest_of(s.open_cards), log)
