"""Races for worked examples: cars put on the track, then driven through the same contract as every race.

    race = Position(red="G1:8", blue="G1:10", hand="open_track 5")
    race.plays("open_track 5", "S", "3", "4")
    assert race.car("red") == "G1:10"

A car is written as lane and distance with what is unusual about it (worn, must_pit, lapped, sideways); the first car
named has the turn. `players` are the primaries in seat order, `mates` gives teammates to players, the other cars are
rogues (solo NPDs in a race of one). Cars that are not named are off the track. With `at="event"` the Laps `card` is
resolved from its event number `event` on. Every choice is checked to be legal, every outcome to be possible, and the
game's invariants hold after each.
"""

from collections.abc import Mapping
from typing import cast

from paddock.engine import Options
from paddock.testing import Driver, seat_of

from .. import GAME
from ..box import components
from ..events import EVENTS, EXITS
from ..rules.model import token_of
from ..rules.setup import set_up
from ..state import (
    BONUS,
    BRAKE,
    CARD_TYPE,
    CARDS,
    CARS,
    CROSSOVER,
    DEALT,
    DECK,
    DIE,
    DISCARDED,
    DRAFT,
    DRAW_LAPS,
    DRAWN,
    END,
    FUMES,
    GO_TO_PITS,
    HIGH_GEAR,
    KEEP,
    LAPS,
    LOOP,
    LOW_GEAR,
    NEXT_CAR,
    NEXT_EVENT,
    NOBODY,
    PAINT,
    PASS,
    PIT,
    PIT_DIE,
    PRIMARY,
    RACE,
    RACE_STATUS,
    REROLL,
    RIDE,
    ROGUE,
    SCORE_STAGE,
    SET_CARD,
    SIDE_DRAFT,
    SLINGSHOT,
    SOLO,
    START_ROUND,
    STAY_OUT,
    STEP,
    TEAM,
    TEAMMATE,
    TO_INSIDE,
    TO_OUTSIDE,
    TYPE_KINDS,
    YELLOW_FLAG,
    State,
    Table,
)
from ..table import LANE_NAMES
from ..words import TOKENS

COLORS: tuple[str, ...] = tuple(team["color"] for team in components("teams")["team"])
TYPE_NAMES = tuple(f"{kind} {move}" if move else kind for kind, move in TYPE_KINDS)
CARD_IDS = tuple(card["id"] for card in components("action_cards")["card"])
LAPS_IDS = tuple(card["id"] for card in components("laps_cards")["card"])
NAMES = {
    END: "END",
    STEP: "S",
    STEP + 1: "I",
    STEP + 2: "O",
    DRAFT: "DRAFT",
    SLINGSHOT: "SLINGSHOT",
    RIDE: "RIDE",
    BONUS: "BONUS",
    LOW_GEAR: "low",
    HIGH_GEAR: "high",
    KEEP: "KEEP",
    REROLL: "REROLL",
    RACE: "RACE",
    BRAKE: "BRAKE",
    PIT: "gas",
    PIT + 1: "2-tire",
    PIT + 2: "4-tire",
    FUMES: "FUMES",
    PASS: "PASS",
    TO_INSIDE: "G1",
    TO_OUTSIDE: "G2",
    GO_TO_PITS: "PIT",
    STAY_OUT: "STAY",
    **{CROSSOVER + car: f"CROSSOVER {color}" for car, color in enumerate(COLORS)},
    **{SIDE_DRAFT + car: f"SIDE_DRAFT {color}" for car, color in enumerate(COLORS)},
    **{PAINT + car: f"PAINT {color}" for car, color in enumerate(COLORS)},
    **{PIT_DIE + number: f"set {number}" for number in range(1, 7)},
    **{TEAM + car: f"take {color}" for car, color in enumerate(COLORS)},
    **{CARD_TYPE + kind: name for kind, name in enumerate(TYPE_NAMES)},
    **{SET_CARD + card: name for card, name in enumerate(CARD_IDS)},
    **{DIE + number: str(number) for number in range(1, 7)},
    **{DRAWN + card: f"draw {name}" for card, name in enumerate(CARD_IDS)},
    **{LAPS + card: name for card, name in enumerate(LAPS_IDS)},
    **{DEALT + car: f"deal {color}" for car, color in enumerate(COLORS)},
}
BEGIN = {
    "turn": NEXT_CAR,
    "laps": START_ROUND,
    "event": NEXT_EVENT,
    "status": RACE_STATUS,
    "score": SCORE_STAGE,
    "yellow": YELLOW_FLAG,
}
FLAGS = {"worn", "must_pit", "lapped", "sideways"}


class Race(Driver[Table, State]):
    """A race that a test drives: what players do, what is drawn, and questions about the position."""

    game = GAME
    names = "01234567"

    def name_of(self, move: int) -> str:
        """A choice or an outcome as tests write it."""
        return NAMES[move]

    # What players do

    def plays(self, *choices: str) -> None:
        """Take these choices and outcomes one after another; questions with one answer are answered by name too."""
        self.answers(*choices)

    def draws_anything(self) -> None:
        """Take the first chance outcome each time, until a seat has to decide or a Laps card is drawn."""
        while self.to_act == "chance" and self.state.phase != DRAW_LAPS:
            self.apply(self.runner.chance()[0][0])

    def takes(self, count: int) -> None:
        """Take this many choices or outcomes, each time the last in the list."""
        for _ in range(count):
            self.apply(list(self.possible().values())[-1])

    def plays_first(self, until: str) -> None:
        """Take the first choice or outcome each time until a certain choice is open."""
        for _ in range(2000):
            if until in self.possible():
                return
            self.apply(next(iter(self.possible().values())))
        raise AssertionError(f"{until!r} never came up")

    # Questions

    @property
    def active(self) -> str:
        """The car whose turn it is."""
        return COLORS[self.state.car]

    @property
    def roller(self) -> str:
        """The car whose die is rolled or may be rerolled."""
        return COLORS[self.state.roller]

    def shown(self, name: str) -> str:
        """Where a car is; a car without its cell is off the track."""
        on = self.state.on[self.state.cell[COLORS.index(name)]]
        return self.car(name) if on == COLORS.index(name) else f"no car, {COLORS[on]} is there"

    def car(self, color: str) -> str:
        """Where a car is: lane and distance."""
        s, car = self.state, COLORS.index(color)
        return "off" if s.cell[car] < 0 else f"{LANE_NAMES[s.cell[car] // LOOP]}:{s.distance[car]}"

    def cars(self, *colors: str) -> list[str]:
        """Where some cars are."""
        return [self.car(color) for color in colors]

    def token(self, color: str) -> str:
        """The token of a car: none, Move Over or Lapped."""
        return TOKENS[token_of(self.state, COLORS.index(color))]

    def points(self, *colors: str) -> list[int]:
        """Points of some cars."""
        return [self.state.points[COLORS.index(color)] for color in colors]

    def positions(self, *colors: str) -> list[int]:
        """Positions just assigned to some cars."""
        return [self.state.position[COLORS.index(color)] for color in colors]

    def has(self, color: str, flag: str) -> bool:
        """Whether a car is worn, must_pit, lapped or sideways."""
        return getattr(self.state, flag)[COLORS.index(color)] == 1

    def hand(self, seat: int = 0) -> list[str]:
        """The types of the cards in a hand."""
        return sorted(TYPE_NAMES[self.table.type_of[card]] for card in range(CARDS) if self.state.place[card] == seat)

    def left_pits(self) -> list[tuple[str, int]]:
        """The cars that left the pits under yellow so far, with their values."""
        return [(COLORS[event.a], event.b) for event in self.events if event.event == EVENTS[EXITS]]

    @property
    def lineup(self) -> list[str]:
        """The Team cards in their alignment."""
        return [COLORS[car] for car in self.state.lineup]

    @property
    def sequence(self) -> list[str]:
        """The cars in the order of activation."""
        return [COLORS[car] for car in self.state.sequence]


class NewRace(Race):
    """A race from before the Team cards are taken."""

    def __init__(self, seats: int, options: Options | None = None):
        super().__init__(new_table(seats, options))

    def deals(self, *teams: str) -> None:
        """Players take these teams (or the first free ones); everything is dealt as it comes."""
        for team in teams:
            self.plays(f"take {team}")
        while "PASS" not in self.choices:
            self.apply(next(iter(self.possible().values())))

    def starts(self) -> None:
        """Everybody takes the first choice until the first Laps card is drawn."""
        self.plays_first("L01")


class Position(Race):
    """A race in progress on B-Con 80: the first car named has the turn and nobody moves after it."""

    def __init__(
        self,
        listed: Mapping[str, str] | None = None,
        *,
        at: str = "turn",
        players: str = "",
        mates: Mapping[str, str] | None = None,
        later: str = "",
        hand: str = "",
        hands: Mapping[str, str] | None = None,
        options: Options | None = None,
        window: int = 0,
        stage: int = 0,
        laps: int = 0,
        laps_drawn: int = 1,
        played_laps: int = 0,
        points: Mapping[str, int] | None = None,
        discard: str = "",
        first: int = 0,
        had_yellow: bool = False,
        card: str = "",
        event: int = 0,
        **named: str,
    ):
        cars = {**(listed or {}), **named}
        first_car = next(iter(cars))
        primaries = players.split() or [first_car]
        t = new_table(len(primaries), options)
        s = State()
        set_up(t, s)
        s.qualifying, s.round, s.first_player, s.window = 0, 1, first, window
        s.stage, s.laps_run, s.laps_drawn, s.had_yellow = stage, laps, laps_drawn, int(had_yellow)
        _seat(s, primaries, mates or {})
        _put_all(s, cars, points or {})
        _deal_all(t, s, {first_car: hand, **(hands or {})}, discard)
        _show_laps(s, card, event, played_laps)
        _queue(s, [first_car, *later.split()])
        super().__init__(t, s, begin=BEGIN[at], shows={color: where.split()[0] for color, where in cars.items()})


def new_table(seats: int, options: Options | None = None) -> Table:
    """The table of a race; B-Con 80 unless the options say otherwise."""
    return cast(Table, GAME.new_table(seats, options or {}))


def number_of(color: str) -> int:
    """The number of a car; refuses a color that the box does not have."""
    return seat_of(COLORS, color, CARS)


def _seat(s: State, primaries: list[str], mates: Mapping[str, str]) -> None:
    for color in (*primaries, *mates):
        number_of(color)
    for car, color in enumerate(COLORS):
        if color in primaries:
            s.kind[car], s.owner[car] = PRIMARY, primaries.index(color)
            s.primary[s.owner[car]] = car
        elif color in mates:
            s.kind[car], s.owner[car] = TEAMMATE, primaries.index(mates[color])
        else:
            s.kind[car], s.owner[car] = (SOLO, 0) if len(primaries) == 1 else (ROGUE, NOBODY)


def _put(s: State, car: int, where: str) -> None:
    place, *flags = where.split()
    lane, distance = place.split(":")
    s.distance[car] = int(distance)
    s.cell[car] = LOOP * LANE_NAMES.index(lane) + int(distance) % LOOP
    s.on[s.cell[car]] = car
    for flag in flags:
        assert flag in FLAGS, flag
        getattr(s, flag)[car] = 1


def _put_all(s: State, cars: Mapping[str, str], points: Mapping[str, int]) -> None:
    s.lineup[:] = range(CARS)
    for color, where in cars.items():
        _put(s, number_of(color), where)
    for color, scored in points.items():
        s.points[number_of(color)] = scored
    _measure(s)


def _deal_all(t: Table, s: State, hands: Mapping[str, str], discard: str) -> None:
    for color, cards in hands.items():
        _deal(t, s, color, cards)
    for kind in discard.split(", ") if discard else ():
        _discard(t, s, kind)


def _show_laps(s: State, card: str, event: int, played: int) -> None:
    """The Laps cards in play, and the one being resolved."""
    s.laps_in_play[:played] = [1] * played
    if card:
        s.laps_card, s.event_at = LAPS_IDS.index(card), event - 1
        s.laps_in_play[s.laps_card] = 1


def _measure(s: State) -> None:
    """Cars more than a loop behind the leader are lapped."""
    leader = max(s.distance)
    for car in range(CARS):
        if s.cell[car] >= 0 and leader - s.distance[car] > LOOP:
            s.lapped[car] = 1


def _deal(t: Table, s: State, color: str, cards: str) -> None:
    for kind in cards.split(", ") if cards else ():
        seat = s.owner[number_of(color)]
        card = next(card for card in range(CARDS) if s.place[card] == DECK and TYPE_NAMES[t.type_of[card]] == kind)
        s.place[card] = seat
        s.cards[seat] += 1
        s.deck_cards -= 1


def _discard(t: Table, s: State, kind: str) -> None:
    """Put a card, or all cards that are left (`all`), on the discard pile."""
    wanted = [card for card in range(CARDS) if s.place[card] == DECK and kind in ("all", TYPE_NAMES[t.type_of[card]])]
    for card in wanted if kind == "all" else wanted[:1]:
        s.place[card] = DISCARDED
        s.deck_cards -= 1


def _queue(s: State, colors: list[str]) -> None:
    """These cars are the last ones of the round."""
    others = [car for car, color in enumerate(COLORS) if color not in colors]
    s.sequence[:] = [*others, *map(number_of, colors)]
    s.at = CARS - len(colors) - 1
