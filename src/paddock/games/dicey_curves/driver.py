"""A driver that finishes races: the quick choice of the easiest bots and of playouts, never used by the rules."""

from paddock.engine import rule, uniform

from .rules.combos import largest_combo, needed_size
from .rules.model import (
    card_of,
    cubes_on,
    gate_ahead,
    progress,
    successor,
)
from .rules.turns import race_place
from .state import (
    ADD,
    CHOOSE_ACT,
    CHOOSE_CARD,
    CHOOSE_CHIP,
    CHOOSE_DICE,
    CHOOSE_EXCHANGE,
    CHOOSE_MARK,
    CHOOSE_PLAYER,
    CHOOSE_REPAIR,
    CHOOSE_SAY,
    CHOOSE_STEP,
    CONTINUE,
    CRITTER_CROSSING,
    DECLARE,
    DONE,
    DRIVE,
    END,
    INSTANT_DAMAGE,
    INSTANT_REPAIR,
    KEEP,
    MOST_DICE,
    NITRO_BOOST,
    NO_RUN,
    PASS_ON,
    PAY_STEP,
    PLAY,
    PLAYER,
    REPAIR,
    RESTING,
    ROLL,
    ROW,
    ROW_SIZE,
    SAME,
    STEP,
    State,
    Table,
)


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A quick sensible choice."""
    if s.phase == CHOOSE_ACT:
        return act_choice(t, s, out, n)
    if s.phase == CHOOSE_DICE:
        return dice_choice(t, s, out, n)
    if s.phase == CHOOSE_STEP:
        return step_choice(t, s, out, n)
    if s.phase == CHOOSE_SAY:
        return say_choice(t, s, out, n)
    if s.phase == CHOOSE_CHIP:
        return chip_choice(t, s)
    if s.phase == CHOOSE_MARK:
        return ROLL
    if s.phase == CHOOSE_EXCHANGE:
        return KEEP
    if s.phase == CHOOSE_REPAIR:
        return REPAIR
    return target_choice(t, s, out, n, random)


# Dice and cars


@rule
def lead_car(t: Table, s: State):
    """A's car that is furthest forward."""
    best = -1
    for car in range(t.cars):
        if s.owner[car] == s.turn and (best < 0 or progress(t, s, car) > progress(t, s, best)):
            best = car
    return best


@rule
def chip_choice(t: Table, s: State):
    """Add a die that makes the row or the set for the gate the lead car waits at."""
    need = needed_size(t, s, s.spot[lead_car(t, s)])
    largest = largest_combo(t, s)
    if need == NO_RUN or largest >= need or s.in_play == MOST_DICE or need - largest > s.chips[s.turn]:
        return DONE
    for value in range(1, RESTING + 1):
        s.dice[value] += 1
        longer = largest_combo(t, s) > largest
        s.dice[value] -= 1
        if longer:
            return ADD + value
    return DONE


@rule
def act_choice(t: Table, s: State, out: list[int], n: int):
    """Drive the foremost car that can be driven; continue it if large dice are left; else end."""
    best = END
    furthest = -1
    for i in range(n):
        if DRIVE <= out[i] < CONTINUE and progress(t, s, out[i] - DRIVE) > furthest:
            furthest = progress(t, s, out[i] - DRIVE)
            best = out[i]
    lead = CONTINUE + lead_car(t, s)
    for i in range(n):
        if out[i] == lead and largest_combo(t, s) > 1:
            return lead
    if best >= DRIVE and s.owner[best - DRIVE] == s.turn:
        return best
    return END


@rule
def dice_of(move: int):
    """How many dice a combination has."""
    return (move - SAME) % MOST_DICE + 1 if move < ROW else ROW_SIZE[move - ROW]


@rule
def dice_choice(t: Table, s: State, out: list[int], n: int):
    """In front of a gate just enough; one step before a gate the smallest; otherwise the largest."""
    small = gate_ahead(t, s, s.spot[s.mover]) > 0 or is_gate_next(t, s, s.spot[s.mover])
    best = out[n - 1]
    for i in range(n):
        if out[i] == DECLARE:
            continue
        if best == DECLARE or ((dice_of(out[i]) < dice_of(best)) == small and dice_of(out[i]) != dice_of(best)):
            best = out[i]
    return best


@rule
def is_gate_next(t: Table, s: State, spot: int):
    """Whether the next spots are in front of gates."""
    for lane in range(3):
        ahead = successor(t, s, spot, lane)
        if ahead >= 0 and gate_ahead(t, s, ahead) == 0:
            return False
    return True


@rule
def step_choice(t: Table, s: State, out: list[int], n: int):
    """Keep clear of cubes, then towards the lower gate; pay for two cubes."""
    best = out[0]
    least = 1000
    for i in range(n):
        if out[i] < PAY_STEP:
            ahead = successor(t, s, s.spot[s.mover], out[i] - STEP)
            cost = 5 * cubes_on(s, ahead) + 2 * gate_ahead(t, s, ahead)
            if cost < least:
                least = cost
                best = out[i]
    if s.driven > 0 and cubes_on(s, s.spot[s.mover]) == 2 and s.chips[s.turn] > 2:
        for i in range(n):
            if out[i] == best - STEP + PAY_STEP:
                return out[i]
    return best


# Danger cards


@rule
def say_choice(t: Table, s: State, out: list[int], n: int):
    """Play helpful cards before one's own roll, harmful ones before a rival's."""
    for i in range(n):
        card = out[i] - PLAY
        if out[i] < PLAY or out[i] == PASS_ON:
            continue
        if card == NITRO_BOOST:
            if s.sayer == s.turn:
                return out[i]
        elif card == INSTANT_REPAIR:
            if s.damage[s.sayer] > 0:
                return out[i]
        elif s.sayer != s.turn and (card != CRITTER_CROSSING or race_place(t, s, s.turn) <= 2):
            return out[i]
    return PASS_ON


@rule
def target_choice(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """Damage for the leading rival, repair for this player, items on the road just ahead of rivals."""
    if s.phase == CHOOSE_PLAYER:
        return player_choice(t, s, out, n)
    if s.phase != CHOOSE_CARD:
        return out[uniform(random, n)]
    front = 0
    for car in range(t.cars):
        if s.owner[car] == s.turn and card_of(s.spot[car]) < s.laid:
            front = max(front, card_of(s.spot[car]))
    return out[min(n - 1, front + 1 - s.rear)]


@rule
def player_choice(t: Table, s: State, out: list[int], n: int):
    """The leading rival; for a repair, this player."""
    best = out[0]
    for i in range(n):
        seat = out[i] - PLAYER
        if s.playing != INSTANT_DAMAGE:
            if seat == s.sayer:
                return out[i]
        elif seat != s.sayer and (best - PLAYER == s.sayer or race_place(t, s, seat) < race_place(t, s, best - PLAYER)):
            best = out[i]
    return best
