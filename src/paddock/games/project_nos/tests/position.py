"""Races for worked examples: cars put on the line, then driven through the same contract as every race.

    race = Race("cccwww", "cccnnn", track="361425")
    race.roll("1 2", 2, 6)
    race.act("place 1")
    assert race.redlines("A") == 1

A car is six letters, slot 1 first: c common, v V8, n nitrous, t turbocharger, s supercharger, w wide tires, p spoiler,
x plain. Racers are A, B, C, D. The clock is `rounds` unless an example is about time. Durations are the shortest
(y = 0) unless a test says otherwise. Every choice is checked to be legal, and the game's invariants hold after each.
"""

from collections import Counter
from typing import Any, cast

from paddock.engine import CHANCE, SPECTATOR, Match, Options, SeededDice
from paddock.testing import Driver

from .. import GAME
from ..box import COLOUR_IDS, KIND_IDS
from ..rules.dealing import open_box
from ..rules.model import is_duration
from ..state import (
    ACT,
    CARD,
    COMMON,
    DEAL,
    DICE,
    DIE,
    EXPLODED,
    FACE,
    FINISHED,
    GO,
    GREY,
    KINDS,
    NEXT,
    NITROUS,
    PHOTO,
    PLACE,
    PLACE_FACE,
    PLAIN,
    RANKING,
    RELEASE,
    RETIRE,
    SAVE,
    SPOILER,
    STOP,
    SUPERCHARGER,
    TAKE,
    TAKE_CARD,
    TURBOCHARGER,
    V8,
    WIDE_TIRES,
    State,
    Table,
)
from ..words import STATUS_WORDS

LETTERS = {
    "v": V8,
    "n": NITROUS,
    "t": TURBOCHARGER,
    "s": SUPERCHARGER,
    "w": WIDE_TIRES,
    "p": SPOILER,
    "c": COMMON,
    "x": PLAIN,
}
WRITTEN = {kind: letter for letter, kind in LETTERS.items()}
SEATS = "ABCD"
SWITCHBACK = "361425"  # the track of the worked examples
ACTIONS = {PLACE: "place", SAVE: "save", RELEASE: "release", PLACE_FACE: "face"}


def mask(slots: str) -> int:
    """The mask of slots written as "1 3"."""
    return sum(1 << (int(slot) - 1) for slot in slots.split())


def named(move: int) -> str:
    """A move as tests write it: `roll 1 3`, `place 2`, `take nitrous`, `die grey`."""
    if move < PLACE:
        return "roll " + " ".join(str(slot + 1) for slot in range(DICE) if move >> slot & 1)
    if move < CARD:
        first = max(base for base in ACTIONS if base <= move)
        return f"{ACTIONS[first]} {move - first + 1}"
    if move < DIE:
        return f"take {KIND_IDS[move - CARD]}"
    if move < TAKE:
        return f"die {COLOUR_IDS[move - DIE]}"
    return "stop" if move == STOP else f"card {move - TAKE + 1}"


class Game(Driver[Table, State]):
    """A game from the first deal on."""

    game = GAME
    names = SEATS

    def __init__(self, seats: int, **options: Any):
        chosen: Options = {"clock": "rounds", **options}
        self.options = chosen
        super().__init__(cast(Table, GAME.new_table(seats, chosen)))

    def name_of(self, move: int) -> str:
        """A choice as tests write it; an outcome is its number."""
        return str(move) if self.to_act == "chance" else named(move)

    # Playing

    def apply(self, *moves: int) -> None:
        """Play choices and outcomes by their numbers, and moves of the table (PN-110), which nobody is asked for."""
        for move in moves:
            if move >= RETIRE:
                self.apply_unasked(move)
            else:
                super().apply(move)

    def act(self, *words: str) -> None:
        """Take choices as tests write them; durations are the shortest."""
        for word in words:
            moves = {named(move): move for move in self.runner.legal()}
            assert self.to_act not in ("chance", "over"), f"{self.to_act} acts, phase {self.state.phase}"
            assert word in moves, f"{word!r} is not legal: {sorted(moves)}"
            self.apply(moves[word])
            self.shortest()

    def shortest(self) -> None:
        """The shortest durations, as long as some are asked for."""
        while is_duration(self.state):
            self.apply(0)

    def roll(self, slots: str, *faces: int) -> None:
        """Roll dice; they show these faces."""
        self.act("roll " + " ".join(sorted(slots.split())))
        self.fall(*faces)

    def fall(self, *faces: int) -> None:
        """The dice of a roll show these faces, in slot order."""
        for face in faces:
            assert self.state.phase == FACE, f"no die is rolling, phase {self.state.phase}"
            self.apply(face - 1)
        self.shortest()

    def deal(self, track: str) -> None:
        """The cards of a track."""
        for value in track:
            self.apply(int(value) - 1)

    # Asking

    def legal(self) -> set[str]:
        """The legal moves as tests write them."""
        return {named(move) for move in self.runner.legal()}

    def rolls(self) -> set[str]:
        """The hands that may be rolled."""
        return {word.removeprefix("roll ") for word in self.legal() if word.startswith("roll ")}

    def actions(self) -> set[str]:
        """The legal moves that are no roll."""
        return {word for word in self.legal() if not word.startswith("roll ")}

    def redlines(self, seat: str = "A") -> int:
        return self.state.redlines[self.seat(seat)]

    def filled(self, seat: str = "A") -> int:
        """Spaces filled."""
        return self.state.next[self.seat(seat)] - 1

    def status(self, seat: str = "A") -> str:
        return STATUS_WORDS[self.state.status[self.seat(seat)]]

    def due(self, seat: str = "A") -> int:
        return self.state.due[self.seat(seat)]

    def settle(self, seat: str = "A") -> int:
        return self.state.settle[self.seat(seat)]

    def seen_by(self, seat: str) -> Any:
        """The position as a seat may know it; S for a spectator."""
        state = self.state.copy()
        GAME.contract["conceal"](self.table, state, SPECTATOR if seat == "S" else self.seat(seat))
        return state

    def ranking(self) -> str:
        """The seats in the order of the race just ranked."""
        rank = self.state.rank[: self.table.seats]
        return "".join(SEATS[seat] for seat in sorted(range(len(rank)), key=lambda seat: rank[seat]))


class Race(Game):
    """A race whose cars are on the line; with a realtime clock nobody has pressed yet."""

    def __init__(self, *cars: str, track: str = SWITCHBACK, strip: str = "deal", **options: Any):
        usual = {"race_end": "all_finish"} if len(cars) > 1 else {}
        super().__init__(len(cars), track=strip, **(usual | options))
        s = State()
        open_box(self.table, s)
        _lay(self.table, s, track)
        s.drafters = len(cars)
        s.order[: len(cars)] = range(len(cars))
        for seat, letters in enumerate(cars):
            _equip(s, seat, letters)
        self.puts(s, GO, dict(zip(SEATS, cars, strict=False)))
        self.shortest()

    def shown(self, name: str) -> str:
        """The dice of a car in letters."""
        return "".join(WRITTEN[kind] for kind in self.state.kind[self.seat(name)])

    def has(
        self,
        seat: str,
        placed: str = "",
        redlines: int = 0,
        fresh: dict[int, int] | None = None,
        saved: dict[int, int] | None = None,
        used: bool = False,
    ) -> None:
        """Put a racer in the middle of its race: slots placed in order, and what fresh and saved dice show."""
        s, car = self.state, self.seat(seat)
        for space, slot in enumerate(placed.split(), 1):
            s.placed[car] |= mask(slot)
            s.space[car][int(slot) - 1] = space
            s.face[car][int(slot) - 1] = s.track[space - 1]
            s.next[car] = space + 1
        for dice, field in ((fresh or {}, s.fresh), (saved or {}, s.saved)):
            for slot, face in dice.items():
                field[car] |= 1 << (slot - 1)
                s.face[car][slot - 1] = face
        s.redlines[car], s.used[car], s.rolls[car] = redlines, int(used), 1
        s.last_hand[car] = s.fresh[car] | s.saved[car]
        s.last_placed[car] = s.now if placed else -1
        self.puts(s)

    def at(self, **fields: Any) -> None:
        """Set fields of the position."""
        self._set(fields)
        self.check()

    def goes_on(self, phase: int, **fields: Any) -> None:
        """Set fields, then let the rules go on from a phase."""
        self._set({"turn": CHANCE, **fields})
        super().goes_on(phase)
        self.check()

    def _set(self, fields: dict[str, Any]) -> None:
        s = self.state
        for name, value in fields.items():  # by seat; behind the seats stand the racers of before the round
            setattr(s, name, [*value, *getattr(s, name)[len(value) :]] if isinstance(value, list) else value)
        self.state = s

    def stands(self, seat: str, status: int, filled: int, redlines: int = 0, placed: int = -1, ended: int = -1) -> None:
        """Put a racer where its race ended, or how far it got."""
        s, car = self.state, self.seat(seat)
        s.placed[car] = (1 << filled) - 1
        for slot in range(DICE):
            s.space[car][slot], s.face[car][slot] = (slot + 1, 1) if slot < filled else (0, 0)
        s.next[car], s.status[car], s.redlines[car] = filled + 1, status, redlines
        s.last_placed[car], s.ended[car] = placed, ended
        self.state = s

    def decide(self, winner: str) -> None:
        """End the race: a seat wins and takes the first card offered, or no seat wins."""
        for seat in SEATS[: self.table.seats]:
            self.stands(seat, FINISHED if seat == winner else EXPLODED, 6 if seat == winner else 0, 0, -1, 5)
        self.goes_on(RANKING)
        while self.state.phase == PHOTO:
            self.apply(self.runner.chance()[0][0])
        if self.state.phase == TAKE_CARD:
            self.apply(self.runner.legal()[0])

    def deal_anything(self) -> None:
        """Deal a track of whatever comes first."""
        while self.state.phase == DEAL:
            self.apply(self.runner.chance()[0][0])

    def match(self, dice: int = 1) -> Match:
        """A match in this position."""
        match = Match(GAME, self.table.seats, self.options, SeededDice(dice))
        match.state = self.state
        vars(match)["_given"] = Counter[int]()  # no die was given on the way here
        if GAME.hidden_turn:
            vars(match)["_opened"] = (GAME.hidden_turn(match.table, match.state), 0)
        return match

    def press(self, seat: str, te: int, word: str, *faces: int) -> None:
        """Real time: a person acts at a race time."""
        while self.state.phase == NEXT and self._end() <= te:
            self.apply(4)
        dt = te - self.state.now
        self.apply(self.seat(seat), dt // 4096, dt // 64 % 64, dt % 64)
        assert self.state.phase == ACT
        self.act(word)
        self.fall(*faces)

    def wait(self) -> None:
        """Real time: nobody acts before the next automatic event."""
        assert self.state.phase == NEXT
        self.apply(4)

    def _end(self) -> int:
        from ..rules.clock import deadline

        return deadline(self.table, self.state)


def _lay(t: Table, s: State, track: str) -> None:
    """The cards of a track come from the pile, unless the track is agreed."""
    s.track = [int(value) for value in track]
    for value in s.track:
        if not t.fixed[0]:
            s.pile[value - 1] -= 1
            s.on_track[value - 1] += 1


def _equip(s: State, seat: int, letters: str) -> None:
    """A car with cards and dice from the supply; a plain die is grey."""
    for slot, letter in enumerate(letters):
        kind = LETTERS[letter]
        s.kind[seat][slot] = kind
        if slot < 3:
            continue
        colour = kind // 2 if kind < KINDS else GREY
        s.colour[seat][slot] = colour
        s.die_left[colour] -= 1
        s.mod_dice[seat] += 1
        if kind < KINDS and not s.cards[seat] >> kind & 1:
            s.cards[seat] |= 1 << kind
            s.card_left[kind] -= 1
