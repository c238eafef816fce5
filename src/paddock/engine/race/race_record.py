"""The race record: one text file that holds a race. The grammar is in docs/race-record.md."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ..live import FATES, FateKind, Input, InputFate
from ..rules.marking import CHANCE, TABLE
from .dice import Dice, FairDice, ManualDice, SeededDice
from .match import Match, Ply, TakeBack, actor_name
from .options import Value
from .rulebook import CLAUSE_ID

FIRST_LINE = "paddock race record "
VERSION = 1
MOST_CHARACTERS = 4_000_000  # a race of the longest kind is far shorter
MOST_NUMBER = 10**9

PERSON = "person"
REPEATED = ("option", "seat", "driver", "entropy")  # what the head says more than once
RECORD_ACTORS = {CHANCE: "*", TABLE: "="}  # how a record writes them; seats are numbers
Script = list[tuple[int, int] | TakeBack]


class RecordError(ValueError):
    """A file that is not a valid race record; names the line and what is wrong."""

    def __init__(self, line: int, what: str):
        self.line = line  # 0: the race was never a text file
        super().__init__(f"line {line}: {what}" if line else what)


@dataclass
class RaceRecord:
    """What a record says; not yet checked against the rules."""

    game: str = ""
    rules: str = ""
    options: dict[str, Value] = field(default_factory=dict[str, Value])
    names: list[str] = field(default_factory=list[str])
    dice_kind: str = ""
    seed: int = 0
    commitment: str = ""
    entropy: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    secret: str = ""
    script: Script = field(default_factory=list[tuple[int, int] | TakeBack])
    lines: list[int] = field(default_factory=list[int])  # line of each entry of the script
    comments: list[str] = field(default_factory=list[str])  # what each entry's line says in words; "" for nothing
    presses: list[InputFate] = field(default_factory=list[InputFate])  # by a running clock: the log of inputs
    press_lines: list[int] = field(default_factory=list[int])
    over: bool = False
    head: dict[str, int] = field(default_factory=dict[str, int])  # line of each word of the head
    end_line: int = 0
    drivers: list[str] = field(default_factory=list[str])  # by seat: `person` or a bot's kind; empty: nothing is said

    @classmethod
    def of(cls, match: Match, drivers: Sequence[str] = ()) -> "RaceRecord":
        """The record of a match, with who drives if that is known."""
        record = cls(match.game.id, match.game.rules_digest, dict(match.options), list(match.names), match.dice.kind)
        record.script, record.over, record.presses = list(match.script), match.is_over, list(match.presses)
        record.drivers = list(drivers)
        if isinstance(match.dice, SeededDice):
            record.seed = match.dice.seed
        if isinstance(match.dice, FairDice):
            record.commitment, record.entropy = match.dice.commitment, list(match.dice.entropy)
            record.secret = match.dice.reveal() if match.is_over else ""
        return record

    def dice(self) -> Dice:
        """The source of this race's dice; fair dice without their secret can only be replayed."""
        if self.dice_kind == "seeded":
            return SeededDice(self.seed)
        if self.dice_kind == "fair" and self.secret:
            return FairDice(bytes.fromhex(self.secret), tuple(self.entropy))
        return ManualDice()

    def error(self, entry: int, what: str) -> RecordError:
        """An error about an entry of the script, naming its line."""
        return RecordError(self.lines[entry] if entry < len(self.lines) else 0, what)


# Writing


def write_record(record: RaceRecord, match: Match) -> str:
    """The text of a record; the match gives each move its words."""
    head = [f"{FIRST_LINE}{VERSION}", f"game {record.game}", f"rules {record.rules}"]
    head += [f"option {name} {json.dumps(value, ensure_ascii=False)}" for name, value in record.options.items()]
    head += [f"seat {seat} {json.dumps(name, ensure_ascii=False)}" for seat, name in enumerate(record.names)]
    head += [f"driver {seat} {driver}" for seat, driver in enumerate(record.drivers)]
    return "\n".join([*head, *_dice_lines(record), "moves", *_move_lines(record, match), ""])


def _dice_lines(record: RaceRecord) -> list[str]:
    if record.dice_kind == "seeded":
        return [f"dice seeded {record.seed}"]
    lines = [f"dice {record.dice_kind}"]
    if record.dice_kind == "fair":
        lines.append(f"commitment {record.commitment}")
        lines += [f"entropy {seat} {json.dumps(text, ensure_ascii=False)}" for seat, text in record.entropy]
        lines += [f"secret {record.secret}"] if record.secret else []
    return lines


def _move_lines(record: RaceRecord, match: Match) -> Iterator[str]:
    """One line for each entry, with its words as a comment."""
    plies = iter(match.plies if len(match.plies) == len(record.script) else _plies_taken_back_too(record, match))
    ply = 0
    for entry in record.script:
        if isinstance(entry, TakeBack):
            yield f"undo {entry.to_ply} {'all' if entry.by < 0 else entry.by}"
            ply = entry.to_ply
        else:
            actor = RECORD_ACTORS.get(entry[0], str(entry[0]))
            yield f"{ply} {actor} {entry[1]}  # {comment(next(plies), match.names)}"
            ply += 1
    yield from (_press_line(fate) for fate in record.presses)
    yield f"end {ply} {'over' if record.over else 'open'}"


def _press_line(fate: InputFate) -> str:
    one = fate.input
    numbers = f"{one.seat} {one.number} {one.move} {one.read_at} {one.delay} {one.te}"
    return f"press {numbers} {fate.what} {fate.clause}"


def _plies_taken_back_too(record: RaceRecord, match: Match) -> list[Ply]:
    """Every ply of a script, found by playing it again."""
    again = Match(match.game, record.names, record.options, ManualDice())
    plies: list[Ply] = []
    for entry in record.script:
        again.repeat(entry)
        if not isinstance(entry, TakeBack):
            plies.append(again.plies[-1])
    return plies


def comment(ply: Ply, names: list[str]) -> str:
    """A ply in words, as its line says it."""
    who = names[ply.actor] if ply.actor >= 0 else actor_name(ply.actor)
    return re.sub(r"\s+", " ", f"{ply.clause} {who}: {ply.words}")


# Reading


def read_record(text: str) -> RaceRecord:
    """The record in a text, or an error that names the line."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(1, f"a race record has at most {MOST_CHARACTERS} characters, this has {len(text)}")
    lines = text.split("\n")
    _check_first_line(lines[0])
    record = RaceRecord()
    moves = _read_head(record, lines)
    _check_head(record, moves + 1)
    _read_script(record, lines, moves + 1)
    return record


def _check_first_line(line: str) -> None:
    if not line.startswith(FIRST_LINE):
        raise RecordError(1, f"this is no race record: it does not begin with “{FIRST_LINE.strip()}”")
    version = line.removeprefix(FIRST_LINE).strip()
    if version != str(VERSION):
        raise RecordError(1, f"this is a race record of version {version[:20]!r}; this paddock reads version {VERSION}")


def _read_head(record: RaceRecord, lines: list[str]) -> int:
    """Read up to the line `moves`; returns its index."""
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.strip().partition(" ")
        if word == "moves" and not rest:
            return number - 1
        if not word or word.startswith("#"):
            continue
        if word not in _HEAD:
            raise RecordError(number, f"there is no {word[:40]!r} in the head of a race record")
        if word in record.head and word not in REPEATED:
            raise RecordError(number, f"the head has a second line “{word}”; the first is line {record.head[word]}")
        record.head[word] = number
        _HEAD[word](record, number, rest.strip())
    raise RecordError(len(lines), "the record stops before its line “moves”")


def _head_game(record: RaceRecord, line: int, rest: str) -> None:
    record.game = _matching(line, rest, r"[a-z_][a-z0-9_]{0,60}", "a game's id")


def _head_rules(record: RaceRecord, line: int, rest: str) -> None:
    record.rules = _matching(line, rest, r"[0-9a-f]{16}", "a rules digest of 16 hexadecimal digits")


def _head_option(record: RaceRecord, line: int, rest: str) -> None:
    name, _, value = rest.partition(" ")
    _matching(line, name, r"[a-z][a-z0-9_]{0,60}", "an option's name")
    if name in record.options:
        raise RecordError(line, f"the option {name} is given twice")
    read = _json(line, value)
    if not isinstance(read, (str, int, bool)):
        raise RecordError(line, f"an option's value is a text, a whole number or true or false, not {value[:40]!r}")
    record.options[name] = read


def _head_seat(record: RaceRecord, line: int, rest: str) -> None:
    number, _, name = rest.partition(" ")
    if _number(line, number) != len(record.names):
        raise RecordError(line, f"seat {len(record.names)} comes next, not {number[:20]}")
    record.names.append(_text(line, name))


def _head_driver(record: RaceRecord, line: int, rest: str) -> None:
    number, _, kind = rest.partition(" ")
    if _number(line, number) != len(record.drivers) or len(record.drivers) == len(record.names):
        raise RecordError(line, "a driver is named for each seat in order, after all seats")
    record.drivers.append(_matching(line, kind, r"[a-z][a-z0-9_]{0,60}", f"“{PERSON}” or a bot's kind"))


def _head_dice(record: RaceRecord, line: int, rest: str) -> None:
    kind, _, seed = rest.partition(" ")
    record.dice_kind = _matching(line, kind, r"seeded|fair|manual", "dice: seeded, fair or manual")
    if kind == "seeded":
        record.seed = int(_matching(line, seed.strip(), r"\d{1,20}", "a seed"))
    elif seed:
        raise RecordError(line, f"dice {kind} take nothing more")


def _head_commitment(record: RaceRecord, line: int, rest: str) -> None:
    record.commitment = _matching(line, rest, r"[0-9a-f]{64}", "a commitment of 64 hexadecimal digits")


def _head_entropy(record: RaceRecord, line: int, rest: str) -> None:
    seat, _, text = rest.partition(" ")
    number = _number(line, seat)
    if number >= len(record.names):
        raise RecordError(line, f"there is no seat {number} that could add words; seats come first")
    record.entropy.append((number, _text(line, text)))


def _head_secret(record: RaceRecord, line: int, rest: str) -> None:
    record.secret = _matching(line, rest, r"[0-9a-f]{64}", "a secret of 64 hexadecimal digits")


_HEAD: dict[str, Callable[[RaceRecord, int, str], None]] = {
    "game": _head_game,
    "rules": _head_rules,
    "option": _head_option,
    "seat": _head_seat,
    "driver": _head_driver,
    "dice": _head_dice,
    "commitment": _head_commitment,
    "entropy": _head_entropy,
    "secret": _head_secret,
}


def _check_head(record: RaceRecord, line: int) -> None:
    for word, given in (
        ("game", record.game),
        ("rules", record.rules),
        ("seat", record.names),
        ("dice", record.dice_kind),
    ):
        if not given:
            raise RecordError(line, f"the head has no line “{word}”")
    if len(record.drivers) not in (0, len(record.names)):
        raise RecordError(record.head["driver"], f"{len(record.drivers)} of {len(record.names)} seats have a driver")
    if (record.dice_kind == "fair") != bool(record.commitment):
        raise RecordError(line, "fair dice have a commitment, other dice have none")
    strange = next((word for word in ("entropy", "secret") if word in record.head), "")
    if strange and record.dice_kind != "fair":
        raise RecordError(record.head[strange], f"only fair dice have a line “{strange}”")


def _read_script(record: RaceRecord, lines: list[str], start: int) -> None:
    ply = 0
    for number, line in enumerate(lines[start:], start + 1):
        written, _, said = line.partition("#")
        words = written.split()
        if not words:
            continue
        if words[0] == "end":
            _read_end(record, number, words, ply, lines[number:])
            return
        if words[0] == "press":
            record.presses.append(_read_press(number, words))
            record.press_lines.append(number)
            continue
        entry = _read_undo(number, words) if words[0] == "undo" else _read_move(number, words, ply)
        ply = entry.to_ply if isinstance(entry, TakeBack) else ply + 1
        record.script.append(entry)
        record.lines.append(number)
        record.comments.append(said.strip())
    raise RecordError(len(lines), "the record stops without its line “end”; something is missing")


def _read_move(line: int, words: list[str], ply: int) -> tuple[int, int]:
    if len(words) != 3:
        raise RecordError(line, "a move is written “ply seat move”, with * for chance and = for the table")
    if _number(line, words[0]) != ply:
        raise RecordError(line, f"ply {ply} comes next, not {words[0][:20]}")
    named = next((actor for actor, sign in RECORD_ACTORS.items() if sign == words[1]), None)
    return _number(line, words[1]) if named is None else named, _number(line, words[2])


def _read_press(line: int, words: list[str]) -> InputFate:
    if len(words) != 9:
        raise RecordError(line, "a press is written “press seat number move read delay time fate clause”")
    seat, number, move, read_at, delay, te = (_signed(line, word) for word in words[1:7])
    what: FateKind | None = next((one for one in FATES if one == words[7]), None)
    if what is None:
        raise RecordError(line, f"{words[7][:20]!r} is not what becomes of a press: {', '.join(FATES)}")
    clause = _matching(line, words[8], CLAUSE_ID, "a clause")
    return InputFate(Input(te, seat, number, move, read_at, delay), what, clause)


def _signed(line: int, text: str) -> int:
    return int(_matching(line, text, r"-?\d{1,16}", "a whole number"))


def _read_undo(line: int, words: list[str]) -> TakeBack:
    if len(words) != 3:
        raise RecordError(line, "taking back is written “undo ply seat”, with all for everybody")
    return TakeBack(_number(line, words[1]), -1 if words[2] == "all" else _number(line, words[2]))


def _read_end(record: RaceRecord, line: int, words: list[str], ply: int, rest: list[str]) -> None:
    if len(words) != 3 or words[2] not in ("over", "open"):
        raise RecordError(line, "the end is written “end plies over” or “end plies open”")
    if _number(line, words[1]) != ply:
        raise RecordError(line, f"{ply} plies were read, the end says {words[1][:20]}")
    record.over, record.end_line = words[2] == "over", line
    for number, text in enumerate(rest, line + 1):
        if text.strip():
            raise RecordError(number, "there is something after the end")


def _matching(line: int, text: str, pattern: str, what: str) -> str:
    if not re.fullmatch(pattern, text, re.ASCII):
        raise RecordError(line, f"{text[:40]!r} is not {what}")
    return text


def _number(line: int, text: str) -> int:
    number = int(_matching(line, text, r"\d{1,10}", "a whole number"))
    if number > MOST_NUMBER:
        raise RecordError(line, f"{number} is too large")
    return number


def _json(line: int, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(line, f"{text[:40]!r} is not a value in JSON") from None


def _text(line: int, text: str) -> str:
    value = _json(line, text)
    if not isinstance(value, str) or len(value) > 200:
        raise RecordError(line, f"{text[:40]!r} is not a text of at most 200 characters")
    return value
