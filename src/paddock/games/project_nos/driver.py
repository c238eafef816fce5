"""The driver behind `suggest`: few rolls, no exploding engines, and the slips of its skill (PN-93, PN-94)."""

from paddock.engine import rule, uniform

from .estimate import ONE, ROLL, rolls_to_go
from .rules.model import (
    can_fill,
    charger_weight,
    chargers,
    count,
    current_value,
    redline_cost,
    stays_finishable,
)
from .rules.placing import placing_cost
from .state import (
    ACT,
    ALL_DICE,
    CARD,
    DICE,
    DIE,
    MOST_REDLINES,
    NITROUS,
    NOVICE,
    PLACE,
    PLACE_FACE,
    PLAIN,
    RELEASE,
    SAVE,
    STOP,
    TAKE_CARD,
    State,
    Table,
)

NEVER = 1 << 20  # worse than anything
DRAFTED = 3  # dice picked for a car


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A quick sensible choice among the n legal moves in `out`."""
    if s.phase == ACT:
        return race_choice(t, s, out, n, random)
    if s.phase == TAKE_CARD:
        return out[n - 1]
    return pick_choice(t, s, out, n, random)


# The draft


@rule
def kind_score(t: Table, s: State, kind: int):
    """PN-81 Score of a kind: a constant, or the sum of its three largest free-face counts over the track."""
    if t.auto_score[kind]:
        return t.auto_score[kind]
    score = 0
    wanted = 3
    for faces in range(2, 0, -1):
        for space in range(DICE):
            if wanted and t.free_faces[kind][s.track[space]] == faces:
                score += faces
                wanted -= 1
    return score


@rule
def pick_kind(s: State, move: int):
    """The kind of die that a pick brings."""
    if move < DIE:
        return move - CARD
    if move == STOP:
        return PLAIN
    held = s.cards[s.turn] >> (2 * (move - DIE)) & 3
    return 2 * (move - DIE) + (held >> 1) if held else PLAIN


@rule
def pick_score(t: Table, s: State, move: int):
    """PN-81 A die scores as its card's kind; 100 more if the car can finish with the dice still to come plain."""
    kind = pick_kind(s, move)
    left = chargers(s, s.turn, ALL_DICE) + charger_weight(kind)
    score = kind_score(t, s, kind) if kind < PLAIN - 1 else 0
    return score + (100 if can_fill(t, s, ALL_DICE, left, 0) else 0)


@rule
def auto_pick(t: Table, s: State, out: list[int], n: int):
    """PN-81 The highest score, ties in the order of PN-02, a card before a die of its kind."""
    best = out[0]
    for i in range(1, n):
        better = pick_score(t, s, out[i]) - pick_score(t, s, best)
        if better > 0 or (better == 0 and pick_rank(s, out[i]) < pick_rank(s, best)):
            best = out[i]
    return best


@rule
def pick_rank(s: State, move: int):
    """PN-81 The order among picks of equal score."""
    return 2 * pick_kind(s, move) + (1 if move >= DIE else 0)


@rule
def pick_choice(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """PN-94 Any of the best picks; a novice takes any that lets the car finish."""
    best = pick_score(t, s, auto_pick(t, s, out, n))
    if s.pilot[s.turn] == NOVICE and best >= 100:
        best = 100
    good = 0
    for i in range(n):
        good += 1 if pick_score(t, s, out[i]) >= best else 0
    ticket = uniform(random, good)
    for i in range(n):
        if pick_score(t, s, out[i]) >= best:
            if ticket == 0:
                return out[i]
            ticket -= 1
    return out[0]


# The race


@rule
def race_choice(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """PN-93 Place or save what shortens the race, release what blocks the hand, else roll; with slips."""
    car = s.turn
    slip = t.slip[s.pilot[car]]
    overlooks = s.fresh[car] != 0 and s.used[car] == 0 and slips(slip, random)
    best = -1
    least = worth_of_rolling(t, s, car)
    for i in range(n):
        if out[i] >= PLACE and not (overlooks and is_fresh_move(s, car, out[i])):
            worth = worth_of_action(t, s, car, out[i], least)
            if worth < least:
                least = worth
                best = out[i]
    if best >= 0:
        return best
    return hand_choice(t, s, out, n, slips(slip, random), random)


@rule
def slips(permille: int, random: list[int]):
    """Whether a driver of this skill slips."""
    return permille > 0 and uniform(random, 1000) < permille


@rule
def is_fresh_move(s: State, car: int, move: int):
    """Whether a move is about a die of the latest roll."""
    slot = (move - PLACE) % DICE
    return s.fresh[car] >> slot & 1 == 1


@rule
def worth_of_rolling(t: Table, s: State, car: int):
    """Rolls to go when the next thing is a roll, with the dice saved now."""
    dice = ALL_DICE - s.placed[car]
    spare = MOST_REDLINES - s.redlines[car]
    if s.saved[car] == 0:
        return to_go(t, s, car, dice, s.next[car], spare)
    return worth_of_holding(t, s, car, dice, s.saved[car])


@rule
def to_go(t: Table, s: State, car: int, dice: int, space: int, spare: int):
    """Rolls to go from a space on, nothing saved."""
    if space > DICE:
        return 0
    return rolls_to_go(t, s, car, dice, space, spare, min(2, count(dice)), 0)


@rule
def worth_of_holding(t: Table, s: State, car: int, dice: int, saved: int):
    """Rolls to go with dice saved: the space after this one is given if one of them fits it freely."""
    space = s.next[car]
    spare = MOST_REDLINES - s.redlines[car]
    hand = min(2, count(dice)) - count(saved)
    if hand <= 0:
        return NEVER
    die = freely_fitting(s, car, saved, space + 1)
    if die < 0:
        return NEVER
    return rolls_to_go(t, s, car, dice & (ALL_DICE - (1 << die)), space, spare, hand, space + 1)


@rule
def freely_fitting(s: State, car: int, dice: int, space: int):
    """A die of a mask that fits a space without a redline at the face it shows, -1 for none."""
    if space > DICE:
        return -1
    for slot in range(DICE):
        if dice >> slot & 1 and s.kind[car][slot] == NITROUS and s.face[car][slot] == s.track[space - 1]:
            return slot
    return -1


@rule
def worth_of_action(t: Table, s: State, car: int, move: int, rolling: int):
    """Rolls to go after an action that is no roll."""
    if move < SAVE or move >= PLACE_FACE:
        return worth_of_placing(t, s, car, move)
    slot = (move - PLACE) % DICE
    dice = ALL_DICE - s.placed[car]
    if move < RELEASE:
        return worth_of_saving(t, s, car, slot, dice)
    kept = s.saved[car] & (ALL_DICE - (1 << slot))
    if kept:
        return rolling - 1 if rolling >= NEVER else NEVER
    return to_go(t, s, car, dice, s.next[car], MOST_REDLINES - s.redlines[car])


@rule
def worth_of_placing(t: Table, s: State, car: int, move: int):
    """Rolls to go after a placement; a nitrous die at hand that fits the next space follows at once."""
    slot = (move - PLACE) % DICE
    cost = placing_cost(t, s, car, move)
    spare = MOST_REDLINES - s.redlines[car] - cost
    if spare < 0 or not stays_finishable(t, s, car, slot, cost):
        return NEVER
    dice = ALL_DICE - s.placed[car] - (1 << slot)
    space = s.next[car] + 1
    follower = freely_fitting(s, car, (s.fresh[car] | s.saved[car]) & dice, space)
    if follower >= 0:
        dice &= ALL_DICE - (1 << follower)
        space += 1
    return to_go(t, s, car, dice, space, spare)


@rule
def worth_of_saving(t: Table, s: State, car: int, slot: int, dice: int):
    """Rolls to go after saving a die: to place it at once if the roll is used, or to hold it for the next space."""
    holding = worth_of_holding(t, s, car, dice, s.saved[car] | 1 << slot)
    cost = redline_cost(NITROUS, s.face[car][slot], current_value(s, car))
    spare = MOST_REDLINES - s.redlines[car] - cost
    if s.used[car] == 0 or cost > 1 or spare < 0 or not stays_finishable(t, s, car, slot, cost):
        return holding
    return min(holding, to_go(t, s, car, dice & (ALL_DICE - (1 << slot)), s.next[car] + 1, spare))


# The hand


@rule
def hand_choice(t: Table, s: State, out: list[int], n: int, careless: bool, random: list[int]):
    """The hand with the fewest rolls to go; a careless driver takes any."""
    first = 0
    while first < n and out[first] >= PLACE:
        first += 1
    if first == n:
        return out[n - 1]
    if careless:
        return out[first + uniform(random, n - first)]
    best = out[first]
    least = NEVER
    for i in range(first, n):
        worth = worth_of_hand(t, s, s.turn, out[i])
        if worth < least:
            least = worth
            best = out[i]
    return best


@rule
def worth_of_hand(t: Table, s: State, car: int, hand: int):
    """Rolls to go with this hand: its dice hit one after the other, freely or else with a redline."""
    space = s.next[car]
    wanted = s.track[space - 1]
    spare = MOST_REDLINES - s.redlines[car]
    left = ONE  # chance that no die so far has hit
    none = ONE  # and none fits at all
    gain = 0
    cheapest = NEVER
    for slot in range(DICE):
        if hand >> slot & 1 == 0:
            continue
        kind = s.kind[car][slot]
        dice = ALL_DICE - s.placed[car] - (1 << slot)
        free = ONE * t.free_faces[kind][wanted] // 6
        if free and stays_finishable(t, s, car, slot, 0):
            gain += left * free // ONE * to_go(t, s, car, dice, space + 1, spare)
            left = left * (ONE - free) // ONE
        if spare and stays_finishable(t, s, car, slot, 1):
            over = ONE * (t.free_faces[kind][wanted] + t.redline_faces[kind][wanted]) // 6
            none = none * (ONE - over) // ONE
            cheapest = min(cheapest, to_go(t, s, car, dice, space + 1, spare - 1))
    return quicker(gain, left, none, cheapest)


@rule
def quicker(gain: int, left: int, none: int, cheapest: int):
    """Rolls to go waiting for free fits only, or taking redlines, too."""
    patient = (ONE * ROLL + gain) // (ONE - left) if left < ONE else NEVER
    if none >= left:
        return patient
    return min(patient, (ONE * ROLL + gain + (left - none) * cheapest) // (ONE - none))
