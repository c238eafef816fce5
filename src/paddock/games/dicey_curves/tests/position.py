"""Races for worked examples: cars put on a track laid on purpose, then driven through the same contract as every race.

    race = Position("SA GL SA", A="1.L3", B="2.L1 2.R1", dice="1 1 3", chips={"A": 1})
    race.plays("juke A1 B2", "drive A1", "1 1")
    assert race.spot("A1") == "2.R3"

The track is what follows Start. Seats are A, B, ... in turn order, A is the active player and its cars are A1, A2, ...
Every choice is checked to be legal, every outcome to be possible, and the game's invariants hold after each.
"""

from collections.abc import Mapping
from typing import cast

from paddock.engine import Options, at_place, is_in, new_log, set_of
from paddock.testing import Driver, seat_of

from .. import GAME
from ..rules import PHASES
from ..rules.model import (
    CUBE_BITS,
    card_of,
    clean_up,
    cubes_on,
    has_barrel,
    number_on_card,
    spot_at,
    stand,
)
from ..rules.setup import set_up
from ..state import (
    ADD,
    BORROW,
    CARD,
    CONTINUE,
    DANGERS,
    DECLARE,
    DECLINE,
    DONE,
    DRAW_DANGER,
    DRAW_FIRST,
    DRAW_TRACK,
    DRIVE,
    END,
    EXCHANGE,
    FINISH,
    FIRST_ROLL,
    HAND,
    JUKE,
    KEEP,
    LANE,
    MARK,
    NEXT_WAVE,
    NO_RUN,
    OFF,
    OFFER_ACT,
    OFFER_CHIP,
    OFFER_EXCHANGE,
    OPEN_WINDOW,
    PASS,
    PASS_ON,
    PAY_STEP,
    PLAY,
    PLAYER,
    REPAIR,
    RESTING,
    ROLL,
    SAME,
    SPOT,
    START_TURN,
    STEP,
    STOP,
    State,
    Table,
)
from ..table import LANE_NAMES, card_types, components, spot_ids
from ..words import dice_name, pair_of, spot_code

SHORT = ("ST", "FI", "SA", "WO", "GL", "GR", "SL", "SR", "SCL", "SCR", "HL", "HR", "DC")
DANGER_IDS: list[str] = [card["id"] for card in components("danger_cards")["danger_type"]]
SEATS = "ABCDEFGH"
PLAIN = {
    KEEP: "keep",
    EXCHANGE: "exchange",
    PASS: "pass",
    PASS_ON: "pass on",
    DONE: "done",
    ROLL: "roll",
    END: "end",
    DECLARE: "super size",
    STOP: "stop",
    DECLINE: "decline",
    REPAIR: "repair",
}
BEGIN = {
    "turn": START_TURN,
    "exchange": OFFER_EXCHANGE,
    "window": OPEN_WINDOW,
    "roll": FIRST_ROLL,
    "wave": NEXT_WAVE,
    "chips": OFFER_CHIP,
    "act": OFFER_ACT,
}


class Race(Driver[Table, State]):
    """A race that a test drives: what players do, what is drawn, and questions about the position."""

    game = GAME
    names = SEATS

    # Choices and outcomes as tests write them

    def name_of(self, move: int) -> str:
        """A choice or an outcome as tests write it."""
        s = self.state
        if PHASES.of(s).kind == "chance":
            return self._outcome(s.phase, move)
        if move in PLAIN:
            return PLAIN[move]
        if move < DONE:
            return self._target(s, move)
        if move < END:
            return f"add {move - ADD}" if move <= ADD + RESTING else f"mark {move - MARK}"
        if move < DECLARE:
            return self._act(move)
        if move < STEP:
            assert move >= SAME
            return dice_name(self.table, move)
        pays = move >= PAY_STEP
        return f"{'pay ' if pays else ''}{LANE_NAMES[move - (PAY_STEP if pays else STEP)]}"

    def _outcome(self, phase: int, outcome: int) -> str:
        if phase == DRAW_FIRST:
            return SEATS[outcome]
        if phase == DRAW_DANGER:
            return DANGER_IDS[outcome]
        return SHORT[outcome + 1] if phase == DRAW_TRACK else str(outcome)

    def _target(self, s: State, move: int) -> str:
        if move < PLAYER:
            return DANGER_IDS[move - PLAY]
        if move < CARD:
            return SEATS[move - PLAYER]
        if move < LANE:
            return f"card {move - CARD}"
        return LANE_NAMES[move - LANE] if move < SPOT else spot_ids(s.kind[s.target])[move - SPOT]

    def _act(self, move: int) -> str:
        if move < CONTINUE:
            return f"drive {self.car_name(move - DRIVE)}"
        if move < BORROW:
            return f"continue {self.car_name(move - CONTINUE)}"
        if move < JUKE:
            return f"borrow {self.car_name(move - BORROW)}"
        one, two = sorted(self.car_name(car) for car in pair_of(move - JUKE))
        return f"juke {one} {two}"

    # Questions

    def car_name(self, car: int) -> str:
        """A car by its owner and its number among the owner's cars."""
        owner = self.state.owner
        return f"{SEATS[owner[car]]}{owner[: car + 1].count(owner[car])}"

    def car(self, name: str) -> int:
        """The number of a car."""
        return next(car for car in range(self.table.cars) if self.car_name(car) == name)

    def shown(self, name: str) -> list[str]:
        """Where the cars of a seat stand, those on the track."""
        s, seat = self.state, self.seat(name)
        cars = range(seat, self.table.cars, self.table.seats)
        return [spot_code(self.table, s, s.spot[car]) for car in cars if s.spot[car] != OFF]

    def spot(self, name: str) -> str:
        """Where a car stands, e.g. 3.L2."""
        return spot_code(self.table, self.state, self.state.spot[self.car(name)])

    def is_stopped(self, name: str) -> bool:
        """Whether a car was moved by a Single."""
        return self.state.stopped[self.car(name)] == 1

    def chips(self, seat: str) -> int:
        """Chips held."""
        return self.state.chips[self.seat(seat)]

    def damage(self, seat: str) -> int:
        """Damage cubes held."""
        return self.state.damage[self.seat(seat)]

    def hand(self, seat: str) -> list[str]:
        """Danger cards held."""
        hand = self.state.hand[self.seat(seat)]
        return [DANGER_IDS[card] for card in range(DANGERS) for _ in range(hand[card])]

    @property
    def discarded(self) -> list[str]:
        """The discard pile."""
        return [DANGER_IDS[card] for card in range(DANGERS) for _ in range(self.state.discard[card])]

    @property
    def dice(self) -> str:
        """The unused dice."""
        dice = self.state.dice
        return " ".join(str(value) for value in range(1, RESTING + 1) for _ in range(dice[value]))

    @property
    def track(self) -> str:
        """The laid cards after Start."""
        return " ".join(SHORT[kind] for kind in self.state.kind[1 : self.state.laid])

    def cubes(self, index: int) -> dict[str, int]:
        """The spots of a card with cubes."""
        s = self.state
        names = spot_ids(s.kind[index])
        return {name: n for i, name in enumerate(names) if (n := cubes_on(s, spot_at(index, i)))}

    def gate_cubes(self, index: int) -> list[int]:
        """The gates of a card with a cube."""
        return [gate for gate in range(4) if is_in(self.state.gate_cubes[index], gate)]

    def barrels(self, index: int) -> set[str]:
        """The spots of a card with barrels."""
        s = self.state
        return {name for i, name in enumerate(spot_ids(s.kind[index])) if has_barrel(s, spot_at(index, i))}

    @property
    def shop(self) -> str:
        """The spot that the shop is next to."""
        return spot_code(self.table, self.state, self.state.shop)

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return SEATS[self.state.turn]


class NewRace(Race):
    """A race from before the first player is drawn."""

    def __init__(self, seats: int, options: Options | None = None):
        super().__init__(new_table(seats, options))


class Position(Race):
    """A race in progress; A is the first and the active player, unless said otherwise in Move Cars with these dice."""

    def __init__(
        self,
        track: str = "SA SA SA",
        *,
        at: str = "act",
        dice: str = "",
        options: Options | None = None,
        chips: Mapping[str, int] | None = None,
        damage: Mapping[str, int] | None = None,
        hands: Mapping[str, str] | None = None,
        cubes: Mapping[str, int] | None = None,
        gate_cubes: Mapping[int, str] | None = None,
        barrels: str = "",
        shop: str = "",
        turns: int = 5,
        turn: str = "A",
        rounds: int = 0,
        draw: str | None = None,
        listed: Mapping[str, str] | None = None,
        **named: str,
    ):
        cars = {**(listed or {}), **named}
        each = max(len(spots.split()) for spots in cars.values())
        t = new_table(len(cars), {"cars_each": each, **(options or {})})
        s = State()
        set_up(t, s)
        s.first, s.turn, s.turns, s.rounds = 0, seat_of(SEATS, turn, t.seats), turns, rounds
        _lay_track(t, s, track)
        for seat, spots in cars.items():
            _put_cars(t, s, seat_of(SEATS, seat, t.seats), spots.split())
        clean_up(t, s, new_log())
        for seat in range(t.seats):
            _equip(s, seat, (chips or {}).get(SEATS[seat], 0), (damage or {}).get(SEATS[seat], 0))
            if t.danger:
                _deal(s, seat, (hands or {}).get(SEATS[seat], "critter_crossing instant_damage"))
        _put_items(s, cubes or {}, gate_cubes or {}, barrels.split(), shop)
        if draw is not None:
            _stack(s, draw.split())
        for value in dice.split():
            s.dice[int(value)] += 1
        s.in_play = len(dice.split())
        super().__init__(t, s, begin=BEGIN[at], shows={seat: spots.split() for seat, spots in cars.items()})


def new_table(seats: int, options: Options | None = None) -> Table:
    """The table of a race."""
    return cast(Table, GAME.new_table(seats, options or {}))


def spot_number(s: State, name: str) -> int:
    """The number of a spot written like 3.L2."""
    index, _, spot = name.partition(".")
    return spot_at(int(index), spot_ids(s.kind[int(index)]).index(spot))


def _lay_track(t: Table, s: State, track: str) -> None:
    s.left[:] = t.copies
    for index, name in enumerate(track.split(), 1):
        s.kind[index] = SHORT.index(name)
        if s.kind[index] != FINISH:
            s.left[s.kind[index]] -= 1
    s.laid = 1 + len(track.split())


def _put_cars(t: Table, s: State, seat: int, spots: list[str]) -> None:
    for row in range(t.cars_each):
        car = row * t.seats + seat
        s.owner[car], s.need[car] = seat, NO_RUN
        s.spot[car] = spot_number(s, spots[row]) if row < len(spots) else OFF
        if s.spot[car] != OFF:
            stand(s, s.spot[car])


def _equip(s: State, seat: int, chips: int, damage: int) -> None:
    s.chips[seat], s.damage[seat] = chips, damage
    s.pile_chips -= chips
    s.pile_cubes -= damage


def _deal(s: State, seat: int, cards: str) -> None:
    for name in cards.split():
        card = DANGER_IDS.index(name)
        s.draw[card] -= 1
        s.draw_cards -= 1
        s.hand[seat][card] += 1
        s.cards[seat] += 1
    assert s.cards[seat] == HAND


def _stack(s: State, cards: list[str]) -> None:
    """Only these cards are left in the draw deck; the others have been discarded."""
    for card in range(DANGERS):
        kept = cards.count(DANGER_IDS[card])
        s.discard[card] += s.draw[card] - kept
        s.draw[card] = kept
    s.discard_cards += s.draw_cards - len(cards)
    s.draw_cards = len(cards)


def _put_items(s: State, cubes: Mapping[str, int], gates: Mapping[int, str], barrels: list[str], shop: str) -> None:
    for name, n in cubes.items():
        spot = spot_number(s, name)
        s.cubes[card_of(spot)] |= at_place(n, number_on_card(spot), CUBE_BITS)
        s.pile_cubes -= n
    for index, numbers in gates.items():
        s.gate_cubes[index] = sum(set_of(int(number)) for number in numbers.split())
        s.pile_cubes -= len(numbers.split())
    for name in barrels:
        spot = spot_number(s, name)
        s.barrels[card_of(spot)] |= set_of(number_on_card(spot))
        s.pile_barrels -= 1
    if shop:
        s.shop = spot_number(s, shop)


def gate_sizes(kind: str) -> list[int]:
    """The sizes of a type's gates."""
    return [gate["size"] for gate in card_types()[SHORT.index(kind)]["gates"]]
