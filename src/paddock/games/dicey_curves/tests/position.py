"""Races for worked examples: cars put on a track laid on purpose, then driven through the same contract as every race.

    race = Position("SA GL SA", A="1.L3", B="2.L1 2.R1", dice="1 1 3", chips={"A": 1})
    race.plays("juke A1 B2", "drive A1", "1 1")
    assert race.spot("A1") == "2.R3"

The track is what follows Start. Seats are A, B, ... in turn order, A is the active player and its cars are A1, A2, ...
Every choice is checked to be legal, every outcome to be possible, and the game's invariants hold after each.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from paddock.engine import CHANCE, OVER, Backend, Happening, Options, Runner, new_log

from .. import GAME
from ..events import EVENTS
from ..rules import PHASES
from ..rules.model import clean_up, stand
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
from ..words import dice_name, pair_of, spot_name

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


class Race:
    """A race that a test drives: what players do, what is drawn, and questions about the position."""

    backend: ClassVar[Backend] = "python"

    def __init__(self, table: Table, state: State | None = None):
        self.table = table
        self.happened: list[str] = []  # clauses of the events so far
        self.runner = Runner(GAME, table, self.backend)
        if state is None:
            self.runner.setup()
        else:
            self.runner.state = state
        self._check()

    # What players do

    def plays(self, *choices: str) -> None:
        """Take these choices and outcomes one after another."""
        for words in choices:
            self.answers(words)
            while self.to_act not in ("chance", "over") and len(self._moves()) == 1:
                self._apply(*self._moves().values())

    def answers(self, words: str) -> None:
        """Take one choice or outcome and nothing else."""
        moves = self._moves()
        assert words in moves, f"{words!r} is not possible; {self.to_act} may choose {sorted(moves)}: {self.question}"
        self._apply(moves[words])

    def draws_anything(self) -> None:
        """Draw whatever comes first, until somebody has to decide."""
        while self.to_act == "chance":
            self._apply(self.runner.chance()[0][0])

    def _apply(self, move: int) -> None:
        self.happened += [Happening(EVENTS[kind], a, b, c).clause for kind, a, b, c in self.runner.apply(move)]
        self._check()

    def _check(self) -> None:
        broken = GAME.faults(self.table, self.state)
        assert not broken, broken

    def _moves(self) -> dict[str, int]:
        if self.to_act == "over":
            return {}
        numbers = self.runner.chance()[0] if self.to_act == "chance" else self.runner.legal()
        return {self._name(self.state, move): move for move in numbers}

    def _name(self, s: State, move: int) -> str:
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

    @property
    def state(self) -> State:
        """A copy of the position."""
        return cast(State, self.runner.state)

    @property
    def question(self) -> str:
        """What is being decided or drawn."""
        return GAME.decision(self.table, self.state).question

    @property
    def to_act(self) -> str:
        """The player who decides, `chance` or `over`."""
        actor = self.runner.actor()
        return {CHANCE: "chance", OVER: "over"}[actor] if actor < 0 else SEATS[actor]

    @property
    def choices(self) -> set[str]:
        """What may be chosen or drawn now."""
        return set(self._moves())

    @property
    def odds(self) -> dict[str, int]:
        """The outcomes of the pending chance event with their weights."""
        outcomes, weights = self.runner.chance()
        state = self.state
        return {self._name(state, move): weight for move, weight in zip(outcomes, weights, strict=True)}

    def car_name(self, car: int) -> str:
        """A car by its owner and its number among the owner's cars."""
        owner = self.state.owner
        return f"{SEATS[owner[car]]}{owner[: car + 1].count(owner[car])}"

    def car(self, name: str) -> int:
        """The number of a car."""
        return next(car for car in range(self.table.cars) if self.car_name(car) == name)

    def spot(self, name: str) -> str:
        """Where a car stands, e.g. 3.L2."""
        return spot_name(self.table, self.state, self.state.spot[self.car(name)])

    def is_stopped(self, name: str) -> bool:
        """Whether a car was moved by a Single."""
        return self.state.stopped[self.car(name)] == 1

    def chips(self, seat: str) -> int:
        """Chips held."""
        return self.state.chips[SEATS.index(seat)]

    def damage(self, seat: str) -> int:
        """Damage cubes held."""
        return self.state.damage[SEATS.index(seat)]

    def hand(self, seat: str) -> list[str]:
        """Danger cards held."""
        hand = self.state.hand[SEATS.index(seat)]
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
        return {name: n for i, name in enumerate(names) if (n := s.cubes[index] >> 2 * i & 3)}

    def gate_cubes(self, index: int) -> list[int]:
        """The gates of a card with a cube."""
        return [gate for gate in range(4) if self.state.gate_cubes[index] >> gate & 1]

    def barrels(self, index: int) -> set[str]:
        """The spots of a card with barrels."""
        s = self.state
        return {name for i, name in enumerate(spot_ids(s.kind[index])) if s.barrels[index] >> i & 1}

    @property
    def shop(self) -> str:
        """The spot that the shop is next to."""
        return spot_name(self.table, self.state, self.state.shop)

    @property
    def places(self) -> dict[str, int]:
        """The place of each player as things stand."""
        return dict(zip(SEATS, self.runner.standings()[0], strict=False))

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
        s.first, s.turn, s.turns, s.rounds = 0, SEATS.index(turn), turns, rounds
        _lay_track(t, s, track)
        for seat, spots in enumerate(cars.values()):
            _put_cars(t, s, seat, spots.split())
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
        s.phase = BEGIN[at]
        PHASES.go_on(t, s, new_log())
        super().__init__(t, s)


def new_table(seats: int, options: Options | None = None) -> Table:
    """The table of a race."""
    return cast(Table, GAME.new_table(seats, options or {}))


def spot_number(s: State, name: str) -> int:
    """The number of a spot written like 3.L2."""
    index, _, spot = name.partition(".")
    return 16 * int(index) + spot_ids(s.kind[int(index)]).index(spot)


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
        s.cubes[spot >> 4] |= n << 2 * (spot & 15)
        s.pile_cubes -= n
    for index, numbers in gates.items():
        s.gate_cubes[index] = sum(1 << int(number) for number in numbers.split())
        s.pile_cubes -= len(numbers.split())
    for name in barrels:
        spot = spot_number(s, name)
        s.barrels[spot >> 4] |= 1 << (spot & 15)
        s.pile_barrels -= 1
    if shop:
        s.shop = spot_number(s, shop)


def gate_sizes(kind: str) -> list[int]:
    """The sizes of a type's gates."""
    return [gate["size"] for gate in card_types()[SHORT.index(kind)]["gates"]]


def as_view(race: Race) -> dict[str, Any]:
    """What a client is told that knows everything."""
    return GAME.view(race.table, race.state)
