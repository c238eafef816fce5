"""The driver behind `suggest`: few rolls, no exploding engines, and the slips of its skill (PN-93, PN-94)."""

from paddock.engine import lowest_of, rule, uniform

from .rules.model import (
    alike,
    can_fill,
    charger_weight,
    chargers,
    current_value,
    redline_cost,
    spaces_from,
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
    SETS,
    STOP,
    TAKE_CARD,
    State,
    Table,
)

ROLL = 1000  # a roll, in thousandths
NEVER = 1 << 20  # worse than anything
HANDS = 64  # masks of dice
BITS = 15  # of each number of rolls, where several are packed into one
FULL = (1 << BITS) - 1
NO_HOLDING = (1 << 4 * BITS) - 1
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
    """PN-81 A die scores as its card's kind; 100 more if the car can finish with plain dice for those still to come."""
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
    """PN-93 What leaves the fewest rolls to go: a placement, a save, a release, else the best hand; with slips."""
    car = s.turn
    slip = t.slip[s.pilot[car]]
    overlooks = s.fresh[car] != 0 and s.used[car] == 0 and slips(slip, random)
    first = first_hand(out, n)
    rolling = best_hand(t, s, out, first, n)
    least = rolling // HANDS
    best = -1
    for i in range(first):
        if not (overlooks and is_fresh_move(s, car, out[i])):
            worth = worth_of_action(t, s, car, out[i])
            if worth < least:
                least = worth
                best = out[i]
    if best >= 0:
        return best
    if first == n:
        return out[n - 1]
    return out[first + uniform(random, n - first)] if slips(slip, random) else rolling % HANDS


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
def first_hand(out: list[int], n: int):
    """Where the hands begin among the legal moves: actions come first."""
    first = 0
    while first < n and out[first] >= PLACE:
        first += 1
    return first


@rule
def worth_of_action(t: Table, s: State, car: int, move: int):
    """Rolls to go after an action that is no roll."""
    slot = (move - PLACE) % DICE
    if RELEASE <= move < PLACE_FACE:
        return worth_of_releasing(t, s, car)
    if SAVE <= move < RELEASE:
        return worth_of_saving(t, s, car, slot)
    others = (s.fresh[car] | s.saved[car]) & (ALL_DICE - (1 << slot))
    return worth_of_placing(t, s, car, slot, placing_cost(t, s, car, move), nitrous_face(s, car, others))


@rule
def worth_of_releasing(t: Table, s: State, car: int):
    """Rolls to go after releasing a die, with nothing saved or with the die just rolled saved."""
    if t.solved == 0:
        return NEVER - 1  # better than no move: the saved dice fill the hand
    dice = ALL_DICE - s.placed[car]
    worth = rolls_to_go(t, s, car, dice, s.next[car], s.redlines[car])
    face = nitrous_face(s, car, s.fresh[car])
    return min(worth, worth_of_holding(t, s, car, dice, s.next[car], s.redlines[car], face)) if face else worth


@rule
def worth_of_saving(t: Table, s: State, car: int, slot: int):
    """Rolls to go after saving a die: hold it for a later space, or place it at once if the roll is used."""
    dice = ALL_DICE - s.placed[car]
    face = s.face[car][slot]
    holding = worth_of_holding(t, s, car, dice, s.next[car], s.redlines[car], face) if s.saved[car] == 0 else NEVER
    cost = redline_cost(NITROUS, face, current_value(s, car))
    if s.used[car] == 0 or cost > 1:
        return holding
    others = (s.fresh[car] | s.saved[car]) & (ALL_DICE - (1 << slot))
    return min(holding, worth_of_placing(t, s, car, slot, cost, nitrous_face(s, car, others)))


@rule
def nitrous_face(s: State, car: int, dice: int):
    """The face of a nitrous die among these, 0 for none."""
    for slot in range(DICE):
        if dice >> slot & 1 and s.kind[car][slot] == NITROUS:
            return s.face[car][slot]
    return 0


@rule
def worth_of_placing(t: Table, s: State, car: int, slot: int, cost: int, face: int):
    """Rolls to go after placing a die on the current space, with another nitrous die at hand at a face, 0 for none."""
    redlines = s.redlines[car] + cost
    if redlines > MOST_REDLINES or (t.solved == 0 and not stays_finishable(t, s, car, slot, cost)):
        return NEVER
    return worth_at_hand(t, s, car, ALL_DICE - s.placed[car] - (1 << slot), s.next[car] + 1, redlines, face)


@rule
def worth_at_hand(t: Table, s: State, car: int, dice: int, space: int, redlines: int, face: int):
    """Rolls to go from a space on: roll, or place or hold the nitrous die at hand that shows a face, 0 for none."""
    rolling = rolls_to_go(t, s, car, dice, space, redlines)
    if face == 0 or space > DICE:
        return rolling
    following = worth_of_following(t, s, car, dice, space, redlines, face)
    return min(rolling, following, worth_of_holding(t, s, car, dice, space, redlines, face))


@rule
def worth_of_following(t: Table, s: State, car: int, dice: int, space: int, redlines: int, face: int):
    """Rolls to go after placing a nitrous die that shows a face on a space."""
    after = redlines + redline_cost(NITROUS, face, s.track[space - 1])
    if after - redlines > 1 or after > MOST_REDLINES:
        return NEVER
    rest = dice - (1 << nitrous_die(s, car, dice))
    if t.solved == 0 and not can_fill(t, s, spaces_from(space + 1), chargers(s, car, rest), after):
        return NEVER
    return rolls_to_go(t, s, car, rest, space + 1, after)


@rule
def nitrous_die(s: State, car: int, dice: int):
    """A nitrous die of a mask that has one."""
    slot = 0
    while dice >> slot & 1 == 0 or s.kind[car][slot] != NITROUS:
        slot += 1
    return slot


@rule
def worth_of_holding(t: Table, s: State, car: int, dice: int, space: int, redlines: int, face: int):
    """Rolls to go if a nitrous die is saved; on an unsolved track only for the space after this one or the last."""
    if t.solved:
        return least_rolls(t, s, car, dice, space, redlines, face)
    best = NEVER
    if space >= DICE:
        return best
    rest = dice - (1 << nitrous_die(s, car, dice))
    if face == s.track[DICE - 1] and space > 1:
        best = to_go_before_last(t, s, car, rest, space, redlines)
    if face != s.track[space] or space == DICE - 1:
        return best
    seen = 0
    for slot in range(DICE):
        kind = s.kind[car][slot]
        if rest >> slot & 1 and seen >> alike(kind) & 1 == 0:
            seen |= 1 << alike(kind)
            best = min(best, worth_of_one(t, s, car, rest - (1 << slot), kind, space, redlines))
    return best


@rule
def worth_of_one(t: Table, s: State, car: int, dice: int, kind: int, space: int, redlines: int):
    """Rolls to go if one die of a kind is rolled until it fits a space and a saved die takes the space after it."""
    wanted = s.track[space - 1]
    fits = 0
    gain = 6 * ROLL
    best = NEVER
    for cost in range(min(2, MOST_REDLINES + 1 - redlines)):
        faces = t.redline_faces[kind][wanted] if cost else t.free_faces[kind][wanted]
        if faces and can_fill(t, s, spaces_from(space + 2), chargers(s, car, dice), redlines + cost):
            fits += faces
            gain += faces * rolls_to_go(t, s, car, dice, space + 2, redlines + cost)
            best = min(best, gain // fits)
    return best


# The hand. What placing a die would leave is worked out once for each kind of die: BITS bits for each.


@rule
def best_hand(t: Table, s: State, out: list[int], first: int, n: int):
    """The hand with the fewest rolls to go: HANDS times these and the hand."""
    car = s.turn
    if first == n:
        return NEVER * HANDS
    if t.solved:
        return solved_hand(t, s, out, first, n)
    if s.next[car] < DICE and is_nitrous(s, car):
        return best_nitrous_hand(t, s, out, first, n)
    free = worths(t, s, car, 0)
    over = worths(t, s, car, 1)
    stay = FULL
    best = NEVER * HANDS + out[first]
    while True:
        for i in range(first, n):
            best = min(best, HANDS * worth_of_hand(t, s, car, out[i], stay, free, over) + out[i])
        if best // HANDS >= stay:
            return best
        stay = best // HANDS


@rule
def solved_hand(t: Table, s: State, out: list[int], first: int, n: int):
    """The solved hand, packed as in `best_hand`; any hand if the car cannot finish."""
    car = s.turn
    row = s.next[car] - 1
    face = nitrous_face(s, car, s.saved[car])
    column = column_of(t, s, car, ALL_DICE - s.placed[car], s.redlines[car], face)
    found = out[first]
    for i in range(first, n):
        if dice_number(t, s, car, out[i]) == t.best_hand[row][column]:
            found = out[i]
    return t.least_rolls[row][column] * HANDS + found


@rule
def is_nitrous(s: State, car: int):
    """Whether a nitrous die is left."""
    for slot in range(DICE):
        if s.kind[car][slot] == NITROUS and s.placed[car] >> slot & 1 == 0:
            return True
    return False


@rule
def worths(t: Table, s: State, car: int, cost: int):
    """By colour: rolls to go after placing a die at a cost."""
    found = 0
    seen = 0
    for slot in range(DICE):
        at = BITS * (alike(s.kind[car][slot]) // 2)
        if s.placed[car] >> slot & 1 == 0 and seen >> at & 1 == 0:
            seen |= 1 << at
            found |= min(FULL, worth_of_placing(t, s, car, slot, cost, 0)) << at
    return found


@rule
def worth_of_hand(t: Table, s: State, car: int, hand: int, stay: int, free: int, over: int):
    """Rolls to go with this hand if it is rolled until something better than `stay` comes."""
    one = lowest_of(hand)
    hand -= 1 << one
    two = lowest_of(hand) if hand else -1
    if hand:
        hand -= 1 << two
    three = lowest_of(hand) if hand else -1
    total = 0
    taken = 0
    for a in range(3):
        worth_a, faces_a = fit(t, s, car, one, a, free, over)
        for b in range(3 if two >= 0 else 1):
            worth_b, faces_b = fit(t, s, car, two, b, free, over)
            for c in range(3 if three >= 0 else 1):
                worth_c, faces_c = fit(t, s, car, three, c, free, over)
                worth = min(worth_a, worth_b, worth_c)
                if worth < stay:
                    taken += faces_a * faces_b * faces_c
                    total += faces_a * faces_b * faces_c * worth
    return (216 * ROLL + total) // taken if taken else NEVER


@rule
def fit(t: Table, s: State, car: int, slot: int, cost: int, free: int, over: int):
    """What a die brings that fits freely (cost 0), with a redline (1) or not at all (2), and how many faces do so."""
    if slot < 0:
        return NEVER, 6
    kind = s.kind[car][slot]
    wanted = s.track[s.next[car] - 1]
    at = BITS * (alike(kind) // 2)
    if cost == 0:
        return free >> at & FULL, t.free_faces[kind][wanted]
    if cost == 1:
        return over >> at & FULL, t.redline_faces[kind][wanted]
    return NEVER, 6 - t.free_faces[kind][wanted] - t.redline_faces[kind][wanted]


@rule
def best_nitrous_hand(t: Table, s: State, out: list[int], first: int, n: int):
    """The best hand of a car with nitrous dice, packed as in `best_hand`."""
    car = s.turn
    holding = holdings(t, s, car) if s.saved[car] == 0 else NO_HOLDING
    stay = FULL
    if s.next[car] > 1:
        stay = rolls_to_go(t, s, car, ALL_DICE - s.placed[car], s.next[car], s.redlines[car])
    best = NEVER * HANDS + out[first]
    while True:
        for i in range(first, n):
            best = min(best, HANDS * worth_of_pair(t, s, car, out[i], stay, holding) + out[i])
        found = best // HANDS
        if found >= stay and (found < NEVER or stay == FULL):
            return best
        stay = found if found < stay else FULL  # the table was too optimistic: search again without it


@rule
def holdings(t: Table, s: State, car: int):
    """By how far ahead a nitrous die fits, as in `ahead`: rolls to go if it is saved now."""
    found = FULL
    for far in range(1, 4):
        face = value_ahead(s, car, far)
        dice = ALL_DICE - s.placed[car]
        found |= min(FULL, worth_of_holding(t, s, car, dice, s.next[car], s.redlines[car], face)) << (BITS * far)
    return found


@rule
def value_ahead(s: State, car: int, far: int):
    """The value of the next space but one (1), of the one after it (2) or of the last (3)."""
    return s.track[DICE - 1 if far == 3 else min(DICE - 1, s.next[car] - 1 + far)]


@rule
def ahead(s: State, car: int, slot: int, face: int):
    """Where a nitrous die fits freely, as in `value_ahead`; 0 for nowhere, and for all other dice."""
    if s.kind[car][slot] == NITROUS:
        for far in range(1, 4):
            if value_ahead(s, car, far) == face:
                return far
    return 0


@rule
def worth_of_pair(t: Table, s: State, car: int, hand: int, stay: int, holding: int):
    """Rolls to go with two dice, one of them saved or not, if rolled until something better than `stay` comes."""
    one = lowest_of(hand)
    two = lowest_of(s.saved[car] if s.saved[car] else hand - (1 << one))
    free_one = worths_beside(t, s, car, one, 0, two)
    over_one = worths_beside(t, s, car, one, 1, two)
    free_two = worths_beside(t, s, car, two, 0, one)
    over_two = worths_beside(t, s, car, two, 1, one)
    total = 0
    taken = 0
    for a in range(1, 7):
        far_a = BITS * ahead(s, car, one, a)
        for rolled in range(1, 7):
            b = s.face[car][two] if s.saved[car] else rolled
            far_b = BITS * ahead(s, car, two, b)
            worth = min(
                worth_of_face(t, s, car, one, a, free_one >> far_b, over_one >> far_b),
                worth_of_face(t, s, car, two, b, free_two >> far_a, over_two >> far_a),
                holding >> far_a & FULL,
                holding >> far_b & FULL,
            )
            if worth < stay:
                taken += 1
                total += worth
    return (36 * ROLL + total) // taken if taken else NEVER


@rule
def worths_beside(t: Table, s: State, car: int, slot: int, cost: int, other: int):
    """By how far ahead the face of another die fits, as in `ahead`: rolls to go after placing a die at a cost."""
    found = min(FULL, worth_of_placing(t, s, car, slot, cost, 0))
    if s.kind[car][other] == NITROUS:
        for far in range(1, 4):
            worth = worth_of_placing(t, s, car, slot, cost, value_ahead(s, car, far))
            found |= min(FULL, worth) << (BITS * far)
    return found


@rule
def worth_of_face(t: Table, s: State, car: int, slot: int, face: int, free: int, over: int):
    """Rolls to go after placing a die that shows a face."""
    kind = s.kind[car][slot]
    cost = redline_cost(kind, t.value[kind][face], s.track[s.next[car] - 1])
    if cost > 1:
        return NEVER
    return (over if cost else free) & FULL


# Rolls to go


@rule
def rolls_to_go(t: Table, s: State, car: int, dice: int, space: int, redlines: int):
    """Rolls to go (in thousandths) of the dice of a mask from a space on; approximate unless the track is solved."""
    if space > DICE:
        return 0
    if t.solved:
        return least_rolls(t, s, car, dice, space, redlines, 0)
    return rolls_on(t, s, car, dice, space, redlines, s.track[DICE - 1])


@rule
def least_rolls(t: Table, s: State, car: int, dice: int, space: int, redlines: int, face: int):
    """The least expected rolls on a solved track, with a nitrous die kept at a face, 0 for none."""
    return t.least_rolls[space - 1][column_of(t, s, car, dice, redlines, face)]


@rule
def column_of(t: Table, s: State, car: int, dice: int, redlines: int, face: int):
    """The column of a position on a solved track."""
    return t.first_column[t.set_number[dice_number(t, s, car, dice) % SETS]] + 3 * face + redlines


@rule
def dice_number(t: Table, s: State, car: int, dice: int):
    """A number for the kinds of the dice of a mask."""
    number = 0
    for slot in range(DICE):
        if dice >> slot & 1:
            number += t.kind_step[s.kind[car][slot]]
    return number


@rule
def to_go_before_last(t: Table, s: State, car: int, dice: int, space: int, redlines: int):
    """Rolls to go, rolling one die at a time, if a saved die goes on the last space."""
    spaces = spaces_from(space) & (ALL_DICE >> 1)
    if not can_fill(t, s, spaces, chargers(s, car, dice), redlines):
        return NEVER
    return rolls_on(t, s, car, dice, space, redlines, 0)


@rule
def rolls_on(t: Table, s: State, car: int, dice: int, space: int, redlines: int, last: int):
    """Rolls for dice on the spaces from `space` on; `last` is the last space's value, 0 if a saved die goes there."""
    far = DICE - space
    values = 0
    for at in range(space - 1, DICE - 1):
        values += t.value_step[far][s.track[at]]
    column = 3 * t.set_number[dice_number(t, s, car, dice) % SETS] + redlines
    return t.rolls[t.values_row[far][values] + t.last_row[far][last]][column]
