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
from typing import Any, ClassVar, cast

from paddock.engine import CHANCE, OVER, Backend, Happening, Options, Runner, new_log

from .. import GAME
from ..events import EVENTS
from ..rules import PHASES
from ..rules.model import put_in_order, stand
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


class Race:
    """A race that a test drives: what players do, what is drawn, and questions about the position."""

    backend: ClassVar[Backend] = "python"

    def __init__(self, table: Table, letters: str, state: State | None = None):
        self.table = table
        self.letters = letters
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
        return {self._name(move): move for move in numbers}

    def _name(self, move: int) -> str:
        if self.state.phase == CHOOSE_SPEED:
            return f"speed {move}"
        if move >= START:
            return self.letters[move - START]
        if move >= WHERE:
            section, flip = divmod(move - WHERE, 2)
            return f"s{section} flip" if flip else f"s{section}"
        return FACE_IDS[move - CARD] if move >= CARD else STEPS[move]

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
        """The car whose owner decides, `chance` or `over`."""
        actor = self.runner.actor()
        return {CHANCE: "chance", OVER: "over"}[actor] if actor < 0 else self.letters[actor]

    @property
    def choices(self) -> set[str]:
        """What may be chosen or drawn now."""
        return set(self._moves())

    @property
    def odds(self) -> dict[str, int]:
        """The outcomes of the pending chance event with their weights."""
        outcomes, weights = self.runner.chance()
        return {self._name(move): weight for move, weight in zip(outcomes, weights, strict=True)}

    @property
    def drawer(self) -> str:
        """Whose hand the next card goes to."""
        assert self.state.phase == DRAW_CARD
        return self.letters[self.state.drawer]

    @property
    def turn(self) -> str:
        """The car whose turn it is."""
        return self.letters[self.state.turn]

    @property
    def order(self) -> str:
        """The cars in the order of the present phase."""
        return "".join(self.letters[car] for car in self.state.order[: self.state.running])

    def car(self, letter: str) -> str:
        """How a car stands: space, speed, condition."""
        s, seat = self.state, self.letters.index(letter)
        return f"{space_name(self.table, s.space[seat])} v{s.speed[seat]} c{s.condition[seat]}"

    def space(self, letter: str) -> str:
        """Where a car stands."""
        return self.car(letter).split()[0] if self.is_racing(letter) else "off"

    def is_racing(self, letter: str) -> bool:
        """Whether a car has not been eliminated."""
        return self.state.wrecked[self.letters.index(letter)] == 0

    def speed(self, letter: str) -> int:
        """The upper face of a die."""
        return self.state.speed[self.letters.index(letter)]

    def condition(self, letter: str) -> int:
        """Where a condition marker is."""
        return self.state.condition[self.letters.index(letter)]

    def nitro(self, letter: str) -> int:
        """Tokens left."""
        return self.state.nitro[self.letters.index(letter)]

    def prog(self, letter: str) -> int:
        """Borders crossed."""
        return self.state.prog[self.letters.index(letter)]

    def cards(self, letter: str) -> int:
        """Cards in a hand."""
        return self.state.cards[self.letters.index(letter)]

    def hand(self, letter: str) -> str:
        """A hand, as it was written."""
        return as_cards(self.state.hand[self.letters.index(letter)])

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

    @property
    def places(self) -> dict[str, int]:
        """The place of each car as things stand."""
        return dict(zip(self.letters, self.runner.standings()[0], strict=True))

    @property
    def points(self) -> dict[str, int]:
        """The series points of each car as things stand."""
        return dict(zip(self.letters, self.runner.standings()[1], strict=True))

    @property
    def view(self) -> dict[str, Any]:
        """What a client is told that knows everything."""
        return GAME.view(self.table, self.state)

    def step_view(self, step: str) -> dict[str, Any]:
        """What a client is told about an open step."""
        return next(entry for entry in self.view["steps"] if STEPS[entry["move"]] == step)


class NewRace(Race):
    """A race from before the starting roll."""

    def __init__(self, cars: int, options: Options | None = None):
        super().__init__(new_table(cars, options), "ABCDEF"[:cars])

    def starts(self) -> None:
        """Everybody takes the starting position of the seat and gets some cards."""
        self.plays(*self.letters[:-1])
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
        _begin(t, s, at, letters, later)
        super().__init__(t, letters, s)


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


def _put(t: Table, s: State, seat: int, car: str) -> None:
    space, *facts = car.split()
    values = {"v": 0, "c": 9, "n": 2, "p": space_number(space) >> 4} | {fact[0]: int(fact[1:]) for fact in facts}
    stand(t, s, seat, space_number(space))
    s.speed[seat], s.condition[seat], s.nitro[seat], s.prog[seat] = (values[key] for key in "vcnp")


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


def _begin(t: Table, s: State, at: str, letters: str, later: str) -> None:
    put_in_order(t, s, False)
    if at in ("step", "place"):
        movers = [0, *(letters.index(letter) for letter in later)]
        s.order[: len(movers)] = movers
        s.running, s.at, s.turn, s.over = len(movers), 0, 0, int(at == "place")
        s.first_speed = s.speed[0]
    if at == "speed":
        s.round -= 1
    s.phase = BEGIN[at]
    PHASES.go_on(t, s, new_log())
