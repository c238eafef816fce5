"""Races for worked examples: cars put on the track, then driven through the same contract as every race.

    race = Position("coast", A=12, B=22, lying={20: "oil"})
    race.rolls(2, 6)
    race.stops()
    assert race.car("A") == Car(24, belly_up=True, dice=5)

Cars are called A to H by seat. Every choice is checked to be legal, every outcome to be possible, and the game's
invariants hold after each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from paddock.engine import SPECTATOR, Options
from paddock.games.nestorgames_gp import GAME
from paddock.games.nestorgames_gp.rules.items import next_piece
from paddock.games.nestorgames_gp.rules.model import put_car
from paddock.games.nestorgames_gp.rules.setup import set_up
from paddock.games.nestorgames_gp.state import (
    ARMED_BOMB,
    BOMB,
    BY_GATE,
    BY_SHORTCUT,
    CHOOSE_ROUTE,
    FILL,
    FILL_TRAY,
    FIX,
    FLIP,
    NOTHING,
    PLACE,
    PLACE_PIECE,
    QUALIFY,
    QUALIFYING_DIE,
    RACE_DIE,
    ROCKET_DIE,
    ROLL,
    ROLL_OR_STOP,
    ROUTE,
    START_TURN,
    STOP,
    TRAY,
    TURN_BEGINS,
    USE,
    State,
    Table,
)
from paddock.games.nestorgames_gp.table import ITEM
from paddock.testing import Driver, seat_of

CARS = "ABCDEFGH"
THING = {**ITEM, "armed bomb": ARMED_BOMB}
NAME = {number: name for name, number in THING.items()}
ROAD = {"normal road": 0, "shortcut": BY_SHORTCUT, "gate": BY_GATE, "shortcut and gate": BY_SHORTCUT | BY_GATE}
ACTION = {"stop": STOP, "roll": ROLL, "fix": FIX, "flip": FLIP}
FIRST_MOVE = {CHOOSE_ROUTE: ROUTE, FILL_TRAY: FILL, PLACE_PIECE: PLACE}
DICE_PENDING = (QUALIFYING_DIE, RACE_DIE, ROCKET_DIE)
ASKED_TO_ROLL = (QUALIFY, START_TURN, ROLL_OR_STOP)


@dataclass(frozen=True)
class Car:
    """A car as the ledger's worked examples have it unless they say otherwise."""

    step: int  # 0 after finishing
    crossings: int = 1
    belly_up: bool = False
    dice: int = 6
    holds: tuple[str, ...] = ()
    cylinder_spent: bool = False
    safety: int = 0  # turns left under the safety car
    place: int = 0  # 0 while racing

    def __post_init__(self) -> None:
        """A hand has no order: items are named in the order of the box."""
        object.__setattr__(self, "holds", tuple(sorted(self.holds, key=ITEM.__getitem__)))


class Race(Driver[Table, State]):
    """A race that a test drives: what players do, what dice show, and questions about the position."""

    game = GAME
    names = CARS

    # What players do

    def rolls(self, *faces: int) -> None:
        """One player rolls dice one after another, choosing to roll wherever that is a choice, and stops nowhere."""
        roller = self._roller()
        for face in faces:
            assert self._roller() == roller, f"the turn was over before the {face} could be rolled"
            if self.state.phase in ASKED_TO_ROLL:
                self._choose(ROLL)
            assert self.state.phase in DICE_PENDING, f"no die is to be rolled: {self.question}"
            self._play(face)

    def stops(self) -> None:
        """Roll no more."""
        self._choose(STOP)

    def moves(self, points: int) -> None:
        """Roll different dice that add up to these points, and stop."""
        self.rolls(*different_dice(points))
        if self.state.phase == ROLL_OR_STOP:
            self.stops()

    def busts(self, face: int = 1) -> None:
        """Roll the same number twice; on a straight this ends the turn without a move."""
        self.rolls(face, face)

    def qualifies(self, *faces: int) -> None:
        """Roll these dice in qualifying and stop."""
        self.rolls(*faces)
        if self.state.phase == QUALIFY:
            self.stops()

    def fixes(self) -> None:
        """Take a die back."""
        self._choose(FIX)

    def flips(self) -> None:
        """Set the car upright, where an item could be used instead."""
        self._choose(FLIP)

    def uses(self, item: str) -> None:
        """Use a held item."""
        self._choose(USE + ITEM[item])

    def fires(self, face: int) -> None:
        """Use a rocket; its die shows this face."""
        self.uses("rocket")
        self.rolls(face)

    def drives(self, road: str) -> None:
        """Choose a route."""
        self._choose(ROUTE + ROAD[road])

    def fills_tray(self, item: str) -> None:
        """Choose what goes into the tray."""
        self._choose(FILL + ITEM[item])

    def puts_on(self, *steps: int) -> None:
        """Place the next pieces of the board variant on these steps."""
        for step in steps:
            self._choose(PLACE + step)

    def draws(self, car: str) -> None:
        """A draw falls on a car."""
        assert self.state.phase not in DICE_PENDING
        self._play(CARS.index(car))

    def _roller(self) -> tuple[int, int]:
        return self.state.turn, self.state.qualifier

    def _choose(self, move: int) -> None:
        assert self.to_act not in ("chance", "over"), f"nobody decides: {self.question}"
        self.apply(move)

    def _play(self, outcome: int) -> None:
        assert self.to_act == "chance", f"nothing is drawn or rolled: {self.question}"
        self.apply(outcome)

    # Questions

    @property
    def told(self) -> list[str]:
        """What has happened, in words."""
        return [event.sentence(self.table, GAME.words.NAMERS, SPECTATOR) for event in self.events]

    @property
    def turn(self) -> str:
        """The car whose turn it is."""
        return CARS[self.state.turn]

    @property
    def qualifier(self) -> str:
        """The car that is qualifying."""
        return CARS[self.state.qualifier]

    @property
    def choices(self) -> set[str]:
        """What the player who decides may do; nothing if nobody decides."""
        return set() if self.to_act == "chance" else super().choices

    def name_of(self, move: int) -> str:
        """A choice in the words of the ledger's examples; an outcome is its number."""
        phase = self.state.phase
        if self.to_act == "chance":
            return str(move)
        number = move - FIRST_MOVE.get(phase, 0)
        if phase == CHOOSE_ROUTE:
            return next(road for road, route in ROAD.items() if route == number)
        if phase == FILL_TRAY:
            return NAME[number]
        if phase == PLACE_PIECE:
            return str(number)
        return f"use {NAME[move - USE]}" if move > FLIP else next(a for a, n in ACTION.items() if n == move)

    @property
    def open_steps(self) -> set[int]:
        """Where the next piece of the board variant may be placed."""
        return {int(step) for step in self.choices}

    @property
    def piece(self) -> str:
        """The piece of the board variant that is placed next."""
        return NAME[next_piece(self.state)]

    def shown(self, name: str) -> Car:
        """How a car stands."""
        return self.car(name)

    def car(self, letter: str) -> Car:
        """How a car stands."""
        s, seat = self.state, self.seat(letter)
        return Car(
            s.step[seat],
            s.crossings[seat],
            bool(s.belly_up[seat]),
            s.dice[seat],
            tuple(name for name, kind in ITEM.items() for _ in range(s.held[seat][kind])),
            bool(s.cylinder_spent[seat]),
            s.safety[seat],
            s.place[seat],
        )

    @property
    def steps(self) -> list[int]:
        """Where the cars are, by seat."""
        return self.state.step[: self.table.seats]

    @property
    def safety(self) -> list[int]:
        """Turns left under the safety car, by seat."""
        return self.state.safety[: self.table.seats]

    @property
    def lying(self) -> dict[int, str]:
        """The pieces on the track, by space; the tray is not one of them."""
        things = self.state.thing
        return {cell: NAME[thing] for cell, thing in enumerate(things) if thing not in (NOTHING, TRAY)}

    @property
    def tray(self) -> tuple[int, str] | None:
        """Where the tray is and what is in it; None while it is off the track."""
        s = self.state
        return (s.tray_at, NAME[s.tray_item]) if s.tray_at else None

    @property
    def available(self) -> dict[str, int]:
        """Pieces set aside."""
        s = self.state
        return {name: s.available[kind] for name, kind in ITEM.items() if s.available[kind]}

    @property
    def gate_open(self) -> bool:
        """Whether the gate is set aside."""
        return bool(self.state.gate_open)

    @property
    def round(self) -> int:
        """Complete rounds so far."""
        return self.state.round

    @property
    def fastest(self) -> tuple[str, int] | None:
        """Who holds the fastest turn, and with how many points."""
        s = self.state
        return (CARS[s.fastest_seat], s.fastest) if s.fastest else None


class NewRace(Race):
    """A race from before the starter draw."""

    def __init__(self, board: str, cars: int, options: Options | None = None):
        super().__init__(new_table(board, cars, options))

    def gives_pole_to(self, pole: str) -> None:
        """The whole of qualifying: one car has a 6, all others bust."""
        self.draws(pole)
        self.qualifies(6)
        for _ in range(self.table.seats - 1):
            self.busts()


class Position(Race):
    """A race in progress at the beginning of a turn. Only the pieces that are named are in play.

    Of cars with equal progress the one named first came to its space first.
    """

    def __init__(
        self,
        board: str,
        *,
        options: Options | None = None,
        turn: str = "A",
        pole: str = "A",
        rounds: int = 0,
        gate_open: bool = False,
        lying: Mapping[int, str] | None = None,
        tray: tuple[int, str] | None = None,
        available: tuple[str, ...] = (),
        **cars: int | Car,
    ):
        t = new_table(board, len(cars), options)
        s = State()
        set_up(t, s)
        s.turn, s.pole = (seat_of(CARS, letter, t.seats) for letter in (turn, pole))
        s.round, s.gate_open = rounds, int(gate_open)
        put = {letter: car if isinstance(car, Car) else Car(car) for letter, car in cars.items()}
        for letter, car in put.items():
            _put(s, seat_of(CARS, letter, t.seats), car)
        for step, thing in (lying or {}).items():
            s.thing[t.cell[step]] = THING[thing]
        s.available = [available.count(NAME.get(kind, "")) for kind in range(len(s.available))]
        if tray:
            s.tray_at, s.tray_item = tray[0], ITEM[tray[1]]
            s.thing[tray[0]] = TRAY
        _count_pieces(t, s)
        super().__init__(t, s, begin=TURN_BEGINS, shows=put)


def new_table(board: str, cars: int, options: Options | None) -> Table:
    """The table of a race on one of the boards in the box."""
    return cast(Table, GAME.new_table(cars, {"board": board, **(options or {})}))


def _put(s: State, seat: int, car: Car) -> None:
    put_car(s, seat, car.step)
    s.crossings[seat] = car.crossings
    s.belly_up[seat] = int(car.belly_up)
    s.dice[seat] = car.dice
    s.cylinder_spent[seat] = int(car.cylinder_spent)
    s.safety[seat] = car.safety
    s.place[seat] = car.place
    s.finished += car.place > 0
    for item in car.holds:
        s.held[seat][ITEM[item]] += 1


def _count_pieces(t: Table, s: State) -> None:
    for kind in ITEM.values():
        lying = s.thing.count(kind) + (s.thing.count(ARMED_BOMB) if kind == BOMB else 0)
        held = sum(hand[kind] for hand in s.held)
        t.pieces[kind] = s.available[kind] + lying + held + (s.tray_item == kind)


def different_dice(points: int) -> list[int]:
    """As few different dice as possible that add up to these points, 21 at most."""
    dice: list[int] = []
    for face in range(6, 0, -1):
        if face <= points - sum(dice):
            dice.append(face)
    assert sum(dice) == points
    return dice
