"""Ridge Run, in rulebook order. Clause numbers are those of RULES.md."""

from paddock.engine import CHANCE, DOCK, OVER, Phase, Phases, deck_outcomes, die_faces, draw_any, note, rule

from .events import BOOSTED, CLIMBED, DREW, NIGHTFALL, SPUN, SUMMIT
from .state import (
    BOOST,
    BOOSTS,
    CARDS_EACH,
    CHOOSE,
    DRAW_CARD,
    GEAR_1,
    GEAR_2,
    GEAR_3,
    RACE_OVER,
    ROUNDS,
    SPIN_DIE,
    State,
    Table,
)

# Setup


@rule
def setup(t: Table, s: State):
    """RR-01 RR-02 Everybody at the foot of the ridge; the first card is drawn."""
    for boost in range(1, BOOSTS):
        s.draw[boost] = CARDS_EACH
    ask_for_card(s, 0)


@rule
def ask_for_card(s: State, car: int):
    """RR-02 A car draws a boost card."""
    s.car = car
    s.phase = DRAW_CARD
    s.to_act = CHANCE


@rule
def draw_card(t: Table, s: State, boost: int, log: list[int]):
    """RR-02 RR-20 The card goes to its car, face down; then the next first card, or the next turn."""
    s.draw[boost] -= 1
    s.card[s.car] = boost
    note(log, DREW, s.car, boost, 0)
    if s.dealt:
        next_turn(t, s, log)
    elif s.car + 1 < t.seats:
        ask_for_card(s, s.car + 1)
    else:
        s.dealt = 1
        ask_for_gear(s, 0)


# Turn


@rule
def ask_for_gear(s: State, car: int):
    """RR-10 A car's turn begins."""
    s.car = car
    s.phase = CHOOSE
    s.to_act = car


@rule
def turn_options(s: State, out: list[int]):
    """RR-10 Any gear, and the boost card if there is one."""
    for gear in range(GEAR_1, GEAR_3 + 1):
        out[gear - 1] = gear
    if s.card[s.car] == 0:
        return 3
    out[3] = BOOST
    return 4


@rule
def take_turn(t: Table, s: State, move: int, log: list[int]):
    """RR-10 Play the boost card, or drive in a gear."""
    if move == BOOST:
        play_boost(t, s, log)
    else:
        drive(t, s, move, log)


@rule
def drive(t: Table, s: State, gear: int, log: list[int]):
    """RR-11 RR-12 Gear 1 is safe, the others roll first, and may spin."""
    if gear == GEAR_1:
        climb(t, s, 1, log)
        return
    s.gear = gear
    s.phase = SPIN_DIE
    s.to_act = CHANCE


@rule
def spin_die(t: Table, s: State, face: int, log: list[int]):
    """RR-12 A low die spins the car."""
    gear = s.gear
    s.gear = 0
    if face <= (1 if gear == GEAR_2 else 3):
        note(log, SPUN, s.car, face, gear)
        next_turn(t, s, log)
    else:
        climb(t, s, 2 if gear == GEAR_2 else 4, log)


@rule
def play_boost(t: Table, s: State, log: list[int]):
    """RR-20 Show the card, climb, draw a new one."""
    car = s.car
    boost = s.card[car]
    s.card[car] = 0
    s.thrown[boost] += 1
    note(log, BOOSTED, car, boost, 0)
    s.space[car] += boost
    if s.space[car] >= t.length:
        end_at_summit(s, log)
    elif cards_left(s) > 0:
        ask_for_card(s, car)
    else:
        next_turn(t, s, log)


@rule
def cards_left(s: State):
    """RR-20 Cards in the deck."""
    return s.draw[1] + s.draw[2] + s.draw[3]


@rule
def climb(t: Table, s: State, spaces: int, log: list[int]):
    """RR-11 RR-12 Up the ridge, and on to the next car."""
    s.space[s.car] += spaces
    note(log, CLIMBED, s.car, spaces, s.space[s.car])
    if s.space[s.car] >= t.length:
        end_at_summit(s, log)
    else:
        next_turn(t, s, log)


# End


@rule
def end_at_summit(s: State, log: list[int]):
    """RR-30 The first car up there ends the race."""
    note(log, SUMMIT, s.car, 0, 0)
    s.phase = RACE_OVER
    s.to_act = OVER


@rule
def next_turn(t: Table, s: State, log: list[int]):
    """RR-10 RR-31 The next car in seat order; after the last round night falls."""
    if s.car + 1 < t.seats:
        ask_for_gear(s, s.car + 1)
        return
    s.round += 1
    if s.round < ROUNDS:
        ask_for_gear(s, 0)
        return
    note(log, NIGHTFALL, ROUNDS, 0, 0)
    s.phase = RACE_OVER
    s.to_act = OVER


# What a race waits for, and the contract


@rule
def card_outcomes(s: State, out: list[int], weight: list[int]):
    """RR-02 A boost card, by how many of each are left."""
    return deck_outcomes(s, 0, out, weight)


PHASES = Phases(
    Phase.chance(DRAW_CARD, "card", "RR-02", card_outcomes, draw_card, "A boost card for {car:car}."),
    Phase.decision(CHOOSE, "gear", "RR-10", turn_options, take_turn, "{car:car}: which gear, or the boost?", DOCK),
    Phase.chance(SPIN_DIE, "die", "RR-12", die_faces, spin_die, "A die for {car:car} in gear {gear}."),
    Phase.over(RACE_OVER, "RR-30"),
)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """RR-30 By spaces climbed, then by seat; the winner scores a point."""
    for car in range(t.seats):
        place[car] = 1
        for other in range(t.seats):
            if s.space[other] > s.space[car] or (s.space[other] == s.space[car] and other < car):
                place[car] += 1
        score[car] = 1 if place[car] == 1 else 0


@rule
def conceal(t: Table, s: State, seat: int):
    """RR-02 Other cars' cards are unknown, and so is what is left in the deck, which would give them away."""
    for car in range(t.seats):
        if car != seat and s.card[car] > 0:
            s.card[car] = -1
    for boost in range(1, BOOSTS):
        s.draw[boost] = -1


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """RR-02 Deal the unknown cards from those that are neither thrown away nor in the reader's hand."""
    for boost in range(1, BOOSTS):
        s.draw[boost] = CARDS_EACH - s.thrown[boost]
    if seat >= 0 and s.card[seat] > 0:
        s.draw[s.card[seat]] -= 1
    for car in range(t.seats):
        if s.card[car] < 0:
            s.card[car] = draw_any(s, 1, BOOSTS, random)


@rule
def sees_move(t: Table, s: State, seat: int):
    """RR-02 Only its owner sees which card is drawn."""
    return 1 if s.phase != DRAW_CARD or s.car == seat else 0
