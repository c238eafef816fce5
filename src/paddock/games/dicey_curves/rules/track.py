"""Track growth: DC-10 to DC-13."""

from paddock.engine import CHANCE, note, rule

from ..events import LAID, TURN
from ..state import (
    DRAW_TRACK,
    FINISH,
    KINDS,
    OFFER_EXCHANGE,
    ORDINARY,
    STRAIGHT_AWAY,
    State,
    Table,
)


@rule
def start_turn(s: State, log: list[int]):
    """DC-10 DC-12 A turn begins with the next card of the track, unless Finish lies."""
    s.turns += 1
    note(log, TURN, s.turn, s.rounds + 1, 0)
    if s.kind[s.laid - 1] == FINISH:
        s.phase = OFFER_EXCHANGE
    else:
        demand_card(s, OFFER_EXCHANGE)


@rule
def demand_card(s: State, then: int):
    """The next card of the track deck is turned up."""
    s.then = then
    s.phase = DRAW_TRACK
    s.to_act = CHANCE


@rule
def track_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """DC-05 The cards left, and from the fewest cards on Finish, as if its place had been drawn evenly."""
    laid = s.laid - 1
    places = t.most_cards - laid + 1
    n = 0
    share = 1
    if laid >= t.fewest_cards:
        out[0] = 0
        weight[0] = max(1, ORDINARY - laid)
        n = 1
        share = places - 1
    for kind in range(STRAIGHT_AWAY, KINDS):
        if share * s.left[kind] > 0:
            out[n] = kind - 1
            weight[n] = share * s.left[kind]
            n += 1
    return n


@rule
def lay_card(s: State, outcome: int, log: list[int]):
    """DC-10 DC-11 DC-12 The card becomes the last one of the racetrack."""
    kind = outcome + 1
    note(log, LAID, s.laid, kind, s.then)
    s.kind[s.laid] = kind
    s.laid += 1
    if kind != FINISH:
        s.left[kind] -= 1
    s.phase = s.then
