"""Race: placing and modifications (PN-28..44). Nothing here takes time or tells: the clock and the log come later."""

from paddock.engine import (
    is_in,
    minus,
    moved_up,
    rule,
    set_of,
    with_one,
    without,
)

from ..state import (
    ALL_DICE,
    DECIDE,
    DICE,
    EXPLODED,
    FINISHED,
    FORBID,
    MOST_REDLINES,
    NITROUS,
    NONE,
    PLACE,
    PLACE_FACE,
    RELEASE,
    RESTART,
    ROUNDS,
    SAVE,
    STALLED,
    State,
    Table,
)
from .model import (
    NO_FIT,
    can_fill,
    chargers,
    count,
    current_value,
    is_charger,
    is_finishable,
    redline_cost,
    spaces_from,
)

ACTIONS = PLACE  # an action is a move number from here on
LANDED, LANDED_HOME, LANDED_STUCK, BLEW_UP, WENT_BACK, LANDED_BACK = range(6)  # results of a placement


@rule
def action_set(t: Table, s: State, car: int):
    """The actions that are no roll: a set of moves less ACTIONS."""
    actions = 0
    fresh = s.fresh[car] if t.chain or s.used[car] == 0 else 0
    if fresh:
        actions = places(t, s, car, fresh)
    if s.fresh[car]:
        actions |= moved_up(distinct_faces(s, car, s.fresh[car]), SAVE - ACTIONS)
    if s.saved[car]:
        actions |= places(t, s, car, s.saved[car])
        if may_release(t, s, car, actions):
            actions |= moved_up(distinct_faces(s, car, s.saved[car]), RELEASE - ACTIONS)
    return actions


@rule
def places(t: Table, s: State, car: int, dice: int):
    """PN-28..30 PN-39 The dice of a mask that may be placed; of dice of equal kind and value the lowest slot."""
    actions = 0
    seen = 0
    for slot in range(DICE):
        if not is_in(dice, slot):
            continue
        kind = s.kind[car][slot]
        face = s.face[car][slot]
        either = t.optional_boost == 1 and is_charger(kind)
        looks = 7 * min(kind, 6) + (face if either else t.value[kind][face])
        if is_in(seen, looks):
            continue
        seen = with_one(seen, looks)
        if may_place(t, s, car, kind, t.value[kind][face]):
            actions = with_one(actions, slot)
        if either and face != t.value[kind][face] and may_place(t, s, car, kind, face):
            actions = with_one(actions, slot + PLACE_FACE - ACTIONS)
    return actions


@rule
def may_place(t: Table, s: State, car: int, kind: int, value: int):
    """PN-30 PN-36 Whether a die of some value fits; a third redline is legal unless the option forbids it."""
    cost = redline_cost(kind, value, current_value(s, car))
    if cost == NO_FIT:
        return False
    return t.third_redline != FORBID or s.redlines[car] + cost <= MOST_REDLINES


@rule
def distinct_faces(s: State, car: int, dice: int):
    """PN-38 The nitrous dice of a mask, of equal faces the lowest slot."""
    mask = 0
    seen = 0
    for slot in range(DICE):
        if is_in(dice, slot) and s.kind[car][slot] == NITROUS and not is_in(seen, s.face[car][slot]):
            seen = with_one(seen, s.face[car][slot])
            mask = with_one(mask, slot)
    return mask


@rule
def may_release(t: Table, s: State, car: int, places_now: int):
    """PN-41 Any time; `locked`: when nothing else goes, or the car could not finish with the saved dice as they are."""
    if t.locked == 0 or is_finishable_as_saved(t, s, car) == 0:
        return True
    fills_hand = count(s.saved[car]) >= min(2, count(ALL_DICE - s.placed[car]))
    return fills_hand and safe_places(t, s, car, places_now) == 0


@rule
def safe_places(t: Table, s: State, car: int, actions: int):
    """Of the placements of a set those that blow no engine."""
    safe = 0
    for slot in range(DICE):
        if is_in(actions, slot) and s.redlines[car] + placing_cost(t, s, car, PLACE + slot) <= MOST_REDLINES:
            safe = with_one(safe, slot)
        at = slot + PLACE_FACE - ACTIONS
        if is_in(actions, at) and s.redlines[car] + placing_cost(t, s, car, PLACE_FACE + slot) <= MOST_REDLINES:
            safe = with_one(safe, at)
    return safe


@rule
def is_finishable_as_saved(t: Table, s: State, car: int):
    """PN-41 Whether the car could finish with its saved dice (two at most) at their faces."""
    if t.leapfrog:
        return 1
    one = -1
    two = -1
    for slot in range(DICE):
        if is_in(s.saved[car], slot):
            two = one
            one = slot
    for space in range(s.next[car] - 1, DICE):
        cost = saved_cost(t, s, car, one, space)
        if cost == NO_FIT:
            continue
        if two < 0 and fills_the_rest(t, s, car, set_of(space), cost):
            return 1
        if two >= 0 and second_saved_fits(t, s, car, two, space, cost):
            return 1
    return 0


@rule
def second_saved_fits(t: Table, s: State, car: int, die: int, first: int, spent: int):
    """Whether the second saved die finds a space, too, and the other dice fill the rest."""
    for space in range(s.next[car] - 1, DICE):
        cost = saved_cost(t, s, car, die, space)
        taken = set_of(first) | set_of(space)
        if space != first and cost != NO_FIT and fills_the_rest(t, s, car, taken, spent + cost):
            return True
    return False


@rule
def saved_cost(t: Table, s: State, car: int, die: int, space: int):
    """What a saved die would cost on a space."""
    return redline_cost(NITROUS, s.face[car][die], s.track[space])


@rule
def fills_the_rest(t: Table, s: State, car: int, taken: int, spent: int):
    """Whether the dice that are not saved go on the spaces that the saved ones leave."""
    redlines = s.redlines[car] + spent
    if redlines > MOST_REDLINES:
        return False
    left = chargers(s, car, ALL_DICE - s.placed[car] - s.saved[car])
    return can_fill(t, s, minus(spaces_from(s.next[car]), taken), left, redlines)


@rule
def placing_cost(t: Table, s: State, car: int, move: int):
    """PN-31 The redlines that a placement costs."""
    slot = move - PLACE_FACE if move >= PLACE_FACE else move - PLACE
    kind = s.kind[car][slot]
    face = s.face[car][slot]
    value = face if move >= PLACE_FACE else t.value[kind][face]
    return redline_cost(kind, value, current_value(s, car))


@rule
def save_die(s: State, car: int, slot: int):
    """PN-38 A fresh nitrous die keeps its face."""
    s.fresh[car] = without(s.fresh[car], slot)
    s.saved[car] = with_one(s.saved[car], slot)


@rule
def release_die(s: State, car: int, slot: int):
    """PN-41 A saved die goes to the pool; its value is lost."""
    s.saved[car] = without(s.saved[car], slot)
    s.face[car][slot] = 0


@rule
def land(t: Table, s: State, car: int):
    """PN-28..36 PN-43..45 A placement takes effect; returns its result, e.g. LANDED."""
    die = s.hand_die[car]
    s.hand_die[car] = -1
    s.step[car] = DECIDE
    if s.hand_cost[car] and s.redlines[car] == MOST_REDLINES:
        return blow_up(t, s, car)
    s.redlines[car] += s.hand_cost[car]
    put_on_space(t, s, car, die)
    if s.next[car] > DICE:
        end_drive(t, s, car, FINISHED)
        return LANDED_HOME
    if t.run_on or is_finishable(t, s, car):
        return LANDED
    if t.third_redline == RESTART:
        go_back(t, s, car)
        return LANDED_BACK
    end_drive(t, s, car, STALLED)
    return LANDED_STUCK


@rule
def put_on_space(t: Table, s: State, car: int, die: int):
    """PN-32 PN-33 PN-44 The die stays on its space; with leapfrog the one behind it comes back."""
    s.fresh[car] = without(s.fresh[car], die)
    s.saved[car] = without(s.saved[car], die)
    s.last_hand[car] = without(s.last_hand[car], die)
    s.placed[car] = with_one(s.placed[car], die)
    s.space[car][die] = s.next[car]
    s.used[car] = 1
    s.last_placed[car] = s.now
    if t.leapfrog:
        take_up(s, car, s.next[car] - 1)
    s.next[car] += 1


@rule
def take_up(s: State, car: int, space: int):
    """PN-44 The die on a space returns to the pool."""
    for slot in range(DICE):
        if is_in(s.placed[car], slot) and s.space[car][slot] == space:
            s.placed[car] = without(s.placed[car], slot)
            s.space[car][slot] = 0
            s.face[car][slot] = 0


@rule
def blow_up(t: Table, s: State, car: int):
    """PN-36 The third redline: out of the race with the die unplaced, or back to the start."""
    if t.third_redline == RESTART:
        go_back(t, s, car)
        return WENT_BACK
    end_drive(t, s, car, EXPLODED)
    return BLEW_UP


@rule
def go_back(t: Table, s: State, car: int):
    """PN-36 A restart: all dice to the pool, cubes to the supply, space 1, a pause."""
    clear_lane(s, car)
    s.used[car] = 1
    s.due[car] = s.now + t.restart_ms


@rule
def clear_lane(s: State, car: int):
    """PN-55 All dice of a racer in the pool, no redlines, the first space next."""
    for slot in range(DICE):
        s.face[car][slot] = 0
        s.space[car][slot] = 0
    s.fresh[car] = 0
    s.saved[car] = 0
    s.placed[car] = 0
    s.last_hand[car] = 0
    s.redlines[car] = 0
    s.next[car] = 1
    s.last_placed[car] = NONE


@rule
def end_drive(t: Table, s: State, car: int, status: int):
    """PN-45 A racer has finished or is out."""
    s.status[car] = status
    s.ended[car] = s.now
    s.step[car] = DECIDE
    s.hand_die[car] = -1
    if status == FINISHED and s.first_finish == NONE and t.clock != ROUNDS:
        s.first_finish = s.now
