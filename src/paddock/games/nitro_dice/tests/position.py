"""Races for worked examples: cars put on the track, then driven through the same contract as every race.

    race = Position(X="s0.L0 v4", A="s0.L2", B="s1.R1")
    race.plays("forward", "lane R", "Y", "forward")
    assert race.car("X") == "s0.R2 v4 c9"

A car is written as its space, speed (v), condition (c), nitro tokens (n), borders crossed (p) and how far it has got in
its turn; what is left out is v0, c9, n2, the section's number and nothing. A card is written as its face (S.a0, R.in1),
a clean one as S, R or Y. Every choice is checked to be legal, every outcome to be possible, and the game's invariants
hold after each. A question with one answer (R-37) is answered at once, unless a test asks step by step with `answers`.
"""

import re
from collections.abc import Mapping
from typing import Any, cast

from paddock.engine import Options
from paddock.testing import Driver, seat_of

from .. import GAME
from ..rules.model import put_in_order, section_of, stand
from ..rules.setup import set_up
from ..state import (
    BRAKE,
    CARD,
    CHOOSE_SPEED,
    DRAW_CARD,
    DRIFT,
    END,
    END_CHECK,
    FACES,
    FORWARD,
    GAP,
    GO,
    LANE,
    MATCH,
    NITRO,
    NITRO3,
    OFFER_PLACING,
    OFFER_STEP,
    PASS,
    PIT,
    RESIST,
    START,
    START_MOVEMENT,
    START_ROUND,
    TAKE_DAMAGE,
    THREE,
    WHERE,
    State,
    Table,
)
from ..table import components
from ..words import LANE_NAMES, space_name

FACE_IDS: list[str] = [face["id"].removesuffix(".clean") for face in components("cards")["face"]]
STEPS = {
    FORWARD: "forward",
    BRAKE: "brake",
    NITRO: "nitro",
    NITRO3: "nitro3",
    PIT: "pit",
    END: "end",
    MATCH: "match",
    THREE: "three",
    TAKE_DAMAGE: "damage",
    GO: "go",
    RESIST: "resist",
    PASS: "pass",
    **{LANE + lane: f"lane {name}" for lane, name in enumerate(LANE_NAMES)},
    **{DRIFT + lane: f"drift {name}" for lane, name in enumerate(LANE_NAMES)},
    **{GAP + lane: f"gap {name}" for lane, name in enumerate(LANE_NAMES[:2])},
}
BEGIN = {"speed": START_ROUND, "order": START_MOVEMENT, "step": OFFER_STEP, "place": OFFER_PLACING, "check": END_CHECK}
SOME_CARDS = "S S R R Y Y"


class Race(Driver[Table, State]):
    """A race that a test drives: what players do, what is drawn, and questions about the position."""

    game = GAME

    def __init__(self, table: Table, letters: str, state: State | None = None, **begin: Any):
        self.names = letters
        super().__init__(table, state, **begin)

    def name_of(self, move: int) -> str:
        """A choice or an outcome as tests write it."""
        if self.state.phase == CHOOSE_SPEED:
            return f"speed {move}"
        if move >= START:
            return self.names[move - START]
        if move >= WHERE:
            section, flip = divmod(move - WHERE, 2)
            return f"s{section} flip" if flip else f"s{section}"
        return FACE_IDS[move - CARD] if move >= CARD else STEPS[move]

    # Questions

    @property
    def drawer(self) -> str:
        """Whose hand the next card goes to."""
        assert self.state.phase == DRAW_CARD
        return self.names[self.state.drawer]

    @property
    def turn(self) -> str:
        """The car whose turn it is."""
        return self.names[self.state.turn]

    @property
    def order(self) -> str:
        """The cars in the order of the present phase."""
        return "".join(self.names[car] for car in self.state.order[: self.state.running])

    def shown(self, name: str) -> dict[str, int]:
        """How a car stands, as `_facts` reads it."""
        s, seat = self.state, self.seat(name)
        told = (s.speed[seat], s.condition[seat], s.nitro[seat], s.prog[seat])
        return {"space": s.space[seat], **dict(zip("vcnp", told, strict=True))}

    def car(self, letter: str) -> str:
        """How a car stands: space, speed, condition."""
        s, seat = self.state, self.seat(letter)
        return f"{space_name(self.table, s.space[seat])} v{s.speed[seat]} c{s.condition[seat]}"

    def space(self, letter: str) -> str:
        """Where a car stands."""
        return self.car(letter).split()[0] if self.is_racing(letter) else "off"

    def is_racing(self, letter: str) -> bool:
        """Whether a car has not been eliminated."""
        return self.state.wrecked[self.seat(letter)] == 0

    def speed(self, letter: str) -> int:
        """The upper face of a die."""
        return self.state.speed[self.seat(letter)]

    def condition(self, letter: str) -> int:
        """Where a condition marker is."""
        return self.state.condition[self.seat(letter)]

    def nitro(self, letter: str) -> int:
        """Tokens left."""
        return self.state.nitro[self.seat(letter)]

    def prog(self, letter: str) -> int:
        """Borders crossed."""
        return self.state.prog[self.seat(letter)]

    def cards(self, letter: str) -> int:
        """Cards in a hand."""
        return self.state.cards[self.seat(letter)]

    def hand(self, letter: str) -> str:
        """A hand, as it was written."""
        return as_cards(self.state.hand[self.seat(letter)])

    @property
    def discarded(self) -> str:
        """The discard pile."""
        return as_cards(self.state.discard)

    @property
    def played(self) -> str:
        """The cards in front of players."""
        return as_cards(self.state.played)

    def hazards(self, section: int) -> set[str]:
        """The spaces of a section with hazards, e.g. L0."""
        hazards = self.table.hazards[self.state.card[section]]
        return {f"{LANE_NAMES[place >> 2]}{place & 3}" for place in range(12) if hazards >> place & 1}

    def step_view(self, step: str) -> dict[str, Any]:
        """What a client is told about an open step."""
        return next(entry for entry in self.view["steps"] if STEPS[entry["move"]] == step)


class NewRace(Race):
    """A race from before the starting roll."""

    def __init__(self, cars: int, options: Options | None = None):
        super().__init__(new_table(cars, options), "ABCDEF"[:cars])

    def starts(self) -> None:
        """Everybody takes the starting position of the seat and gets some cards."""
        self.plays(*self.names[:-1])
        self.draws_anything()


class Position(Race):
    """A race in progress on the joined loops: by default the first car named is moving and nobody moves after it."""

    def __init__(
        self,
        *,
        at: str = "step",
        later: str = "",
        options: Options | None = None,
        hands: Mapping[str, str] | None = None,
        hazards: Mapping[int, str] | None = None,
        empty_draw_pile: bool = False,
        round: int = 1,
        laps_led: int = 0,
        spent: int = 0,
        bonus: int = 0,
        bonus_made: int = 0,
        listed: Mapping[str, str] | None = None,
        **named: str,
    ):
        cars = {**(listed or {}), **named}
        t = new_table(len(cars), options)
        s = State()
        set_up(t, s)
        letters = "".join(cars)
        s.round, s.laps_led, s.hazards_left = round, laps_led, 0
        s.spent, s.bonus, s.bonus_made, s.nitro_used = spent, bonus, bonus_made, int(bonus + bonus_made > 0)
        s.moved = int(spent + bonus_made > 0)
        for seat, car in enumerate(cars.values()):
            _put(t, s, seat, car)
            _deal(s, seat, (hands or {}).get(letters[seat], SOME_CARDS))
        for section, card in (hazards or {}).items():
            _lay(s, section, card)
        if empty_draw_pile:
            s.discard, s.discard_cards, s.draw, s.draw_cards = s.draw, s.draw_cards, [0] * FACES, 0
        _queue(t, s, at, [seat_of(letters, letter, t.seats) for letter in later])
        put = {letter: _facts(car) for letter, car in cars.items()}
        super().__init__(t, letters, s, begin=BEGIN[at], shows=put)


def new_table(cars: int, options: Options | None = None) -> Table:
    """The table of a race; on the joined loops unless the options say otherwise."""
    return cast(Table, GAME.new_table(cars, options or {}))


def space_number(name: str) -> int:
    """The number of a space written like s9.G1."""
    section, lane, i = re.fullmatch(r"s(\d+)\.([LRG])(\d)", name).groups()  # pyright: ignore[reportOptionalMemberAccess]
    return 16 * int(section) + 4 * LANE_NAMES.index(lane) + int(i)


def face_number(card: str) -> int:
    """The number of a face written like S or S.a0."""
    return FACE_IDS.index(card)


def as_cards(faces: list[int]) -> str:
    """Cards as they are written."""
    return " ".join(FACE_IDS[face] for face in range(FACES) for _ in range(faces[face]))


def _facts(car: str) -> dict[str, int]:
    """What is written of a car: its space, speed, condition, nitro tokens and borders crossed."""
    space, *facts = car.split()
    usual = {"v": 0, "c": 9, "n": 2, "p": section_of(space_number(space))}
    return {"space": space_number(space), **usual, **{fact[0]: int(fact[1:]) for fact in facts}}


def _put(t: Table, s: State, seat: int, car: str) -> None:
    facts = _facts(car)
    stand(t, s, seat, facts["space"])
    s.speed[seat], s.condition[seat], s.nitro[seat], s.prog[seat] = (facts[key] for key in "vcnp")


def _deal(s: State, seat: int, cards: str) -> None:
    for card in cards.split():
        face = face_number(card)
        s.draw[face] -= 1
        s.draw_cards -= 1
        s.hand[seat][face] += 1
        s.cards[seat] += 1


def _lay(s: State, section: int, card: str) -> None:
    face, _, flip = card.partition(" ")
    s.draw[s.card[section] >> 1] += 1
    s.draw[face_number(face)] -= 1
    s.card[section] = 2 * face_number(face) + (flip == "flip")


def _queue(t: Table, s: State, at: str, later: list[int]) -> None:
    """The first car moves, then these; in other phases all cars are in order."""
    put_in_order(t, s, False)
    if at in ("step", "place"):
        movers = [0, *later]
        s.order[: len(movers)] = movers
        s.running, s.at, s.turn, s.over = len(movers), 0, 0, int(at == "place")
        s.first_speed = s.speed[0]
    if at == "speed":
        s.round -= 1
