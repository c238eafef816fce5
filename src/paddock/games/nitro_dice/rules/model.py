"""Where cars are and who is ahead: the ledger's chapter Model. Clause numbers are those of RULES.md."""

from paddock.engine import rule

from ..state import (
    CHOOSE_CARD,
    CHOOSE_DRAFT,
    CHOOSE_STEP,
    CHOOSE_WHERE,
    GARAGE,
    PAY_HANDLING,
    PLACE_HAZARD,
    State,
    Table,
)

SPEED_FIRST = 1 << 20  # more than any forwardness


@rule
def section_of(space: int):
    """The section a space is on."""
    return space >> 4


@rule
def lane_of(space: int):
    """The lane a space is in."""
    return (space >> 2) & 3


@rule
def is_in_garage(space: int):
    """Whether a space is in lane G."""
    return lane_of(space) == GARAGE


@rule
def index_of(space: int):
    """How far along its lane a space is, 0 to 2."""
    return space & 3


@rule
def place_of(space: int):
    """Lane and index of a space as one number: the same on every section."""
    return space & 15


@rule
def space_at(section: int, lane: int, index: int):
    """The space of a section by its lane and index."""
    return 16 * section + 4 * lane + index


@rule
def face_of(card: int):
    """The face of a card that lies on the track, whichever way round."""
    return card >> 1


@rule
def car_on(t: Table, s: State, space: int):
    """The first car found on a space; -1 if there is none."""
    for car in range(t.seats):
        if s.space[car] == space:
            return car
    return -1


@rule
def car_behind(t: Table, s: State, space: int):
    """The car directly behind a space of lane L or R; -1 if there is none."""
    for car in range(t.seats):
        if t.forward[s.space[car]] == space:
            return car
    return -1


@rule
def stand(t: Table, s: State, car: int, space: int):
    """ND-92 Put a car on a space; in the garage it joins the end of the queue, and the one it left closes up."""
    old = s.space[car]
    if is_in_garage(old):
        for other in range(t.seats):
            if s.space[other] == old and s.queue[other] > s.queue[car]:
                s.queue[other] -= 1
    s.queue[car] = 0
    s.space[car] = space
    if is_in_garage(space):
        for other in range(t.seats):
            if s.space[other] == space and other != car:
                s.queue[car] += 1


@rule
def forwardness(t: Table, s: State, car: int):
    """ND-96 The furthest forward car has the most: sections crossed, spaces to the next, lane, queue."""
    return s.prog[car] * 128 + t.forwardness[s.space[car]] + 7 - s.queue[car]


@rule
def turn_priority(t: Table, s: State, car: int):
    """ND-20 Highest speed first, then the car furthest forward."""
    return SPEED_FIRST * s.speed[car] + forwardness(t, s, car)


@rule
def put_in_order(t: Table, s: State, by_speed: bool):
    """ND-10 ND-20 ND-100 The order of a phase, fixed when it begins, of the cars still in the race."""
    n = 0
    for car in range(t.seats):
        if s.wrecked[car] == 0:
            n = insert_in_order(t, s, car, n, by_speed)
    s.running = n
    s.at = -1


@rule
def insert_in_order(t: Table, s: State, car: int, n: int, by_speed: bool):
    """Put a car in its place among the n in order; returns how many there are then."""
    mine = turn_priority(t, s, car) if by_speed else forwardness(t, s, car)
    i = n
    while i > 0:
        other = s.order[i - 1]
        theirs = turn_priority(t, s, other) if by_speed else forwardness(t, s, other)
        if theirs >= mine:
            break
        s.order[i] = other
        i -= 1
    s.order[i] = car
    return n + 1


@rule
def is_question_of_a_turn(s: State):
    """ND-08 Whether the question is one that a movement turn asks; a card is asked for at other times too."""
    return (
        s.phase == CHOOSE_STEP
        or s.phase == PAY_HANDLING
        or s.phase == CHOOSE_CARD
        or s.phase == CHOOSE_DRAFT
        or s.phase == PLACE_HAZARD
        or s.phase == CHOOSE_WHERE
    )
