"""Checking a race record: every move against the rules, every roll and draw against the dice. Three verdicts:

- true: everything follows from the rules and from the dice, which were recomputed;
- not verified: the moves follow the rules, but something, which is named, could not be recomputed;
- not true: an error that names the line.
"""

import hashlib
from dataclasses import dataclass, field

from ..game import Game
from ..rules.marking import CHANCE
from .dice import FairDice, ManualDice
from .match import Match, TakeBack
from .race_record import RaceRecord, RecordError, comment

BY_HAND = "its dice were rolled by hand and cannot be recomputed"
NO_SECRET = "the race is over, but the secret of its fair dice is missing: they cannot be recomputed"
NOT_OVER = "the secret of its fair dice is shown when the race is over; until then they cannot be recomputed"
NO_PRESSES = "the log of what people pressed is missing: the times at which they acted cannot be checked"


@dataclass(frozen=True)
class Verification:
    """What checking a record found, if nothing in it is false."""

    match: Match
    chances: int  # rolls and draws in the record, those taken back too
    drawn: int  # of these: recomputed and found equal
    timed: int  # answers of a running clock, which follow from the log of presses
    doubts: tuple[str, ...]  # what could not be checked; with any of them the race is not verified
    notes: tuple[str, ...]  # what a reader should know although all was checked

    @property
    def is_verified(self) -> bool:
        """Whether every roll and draw was recomputed and nothing is in doubt."""
        return not self.doubts


def verify_record(game: Game, record: RaceRecord) -> Verification:
    """Replay every move and recompute every chance outcome; a difference is an error that names the line."""
    _check_secret(record)
    match = Match(game, record.names, record.options, record.dice())
    count = _Count()
    for number in range(len(record.script)):
        _verify_entry(match, record, number, count)
    if match.is_over != record.over:
        raise RecordError(record.end_line, f"the record says {'over' if record.over else 'open'}, the rules do not")
    _verify_presses(match, record)
    doubts, notes = _doubts(match, record, count), _notes(record, match, count)
    return Verification(match, count.chances, count.drawn, count.timed, doubts, notes)


def _check_secret(record: RaceRecord) -> None:
    """The secret matches its commitment and is not shown before the end of the race."""
    if not record.secret:
        return
    line = record.head.get("secret", 0)
    if hashlib.sha256(bytes.fromhex(record.secret)).hexdigest() != record.commitment:
        raise RecordError(line, "the secret does not belong to the commitment: the dice were exchanged")
    if not record.over:
        raise RecordError(line, "a race that is open does not show its secret: its end was cut off")


# Entry by entry


@dataclass
class _Count:
    """What was counted while a record was replayed."""

    chances: int = 0
    drawn: int = 0
    timed: int = 0
    rolled_again: int = 0  # dice taken back by consent of all
    is_secret_known: bool = False  # the race was over once, and taken back
    misnamed: list[int] = field(default_factory=list[int])  # lines whose words are not those of their move


def _verify_entry(match: Match, record: RaceRecord, number: int, count: _Count) -> None:
    """Replay one entry: it must be legal and, where the dice are known, agree with them."""
    entry = record.script[number]
    if isinstance(entry, TakeBack):
        _verify_undo(match, record, number, entry, count)
    elif entry[0] == CHANCE == match.actor:
        _verify_outcome(match, record, number, entry[1], count)
    try:
        match.repeat(entry)
    except ValueError as error:
        raise record.error(number, str(error)) from None
    said = record.comments[number] if number < len(record.comments) else ""
    if said and not isinstance(entry, TakeBack) and said != comment(match.plies[-1], match.names):
        count.misnamed.append(record.lines[number])


def _verify_outcome(match: Match, record: RaceRecord, number: int, outcome: int, count: _Count) -> None:
    is_timed = match.awaits_clock
    drawn = None if isinstance(match.dice, ManualDice) else match.draw()
    if drawn is not None and drawn != outcome:
        raise record.error(number, f"the dice give {drawn} here, the record says {outcome}")
    if drawn is None and is_timed:
        count.timed += 1
        return
    count.chances += 1
    count.drawn += drawn is not None


def _verify_undo(match: Match, record: RaceRecord, number: int, undo: TakeBack, count: _Count) -> None:
    """A seat takes back only what it may; dice taken back by consent of all are counted."""
    count.is_secret_known |= match.is_over
    if undo.by < 0:
        count.rolled_again += any(ply.actor == CHANCE and ply.outcomes > 1 for ply in match.plies[undo.to_ply :])
        return
    own = [ply for ply, played in enumerate(match.plies) if played.actor == undo.by]
    if not own or own[-1] != undo.to_ply:
        raise record.error(number, f"ply {undo.to_ply} is not the last move of seat {undo.by}, which takes it back")
    permission = match.can_undo(undo.by)
    if not permission.allowed:
        raise record.error(number, f"seat {undo.by} may not take this back: {permission.reason}")


def _verify_presses(match: Match, record: RaceRecord) -> None:
    """By a running clock: the time of every input follows from what the host measured."""
    if not record.presses:
        return
    wrong = match.game.live.wrong_time(match, record.presses) if match.game.live else (0, "this game has no clock")
    if wrong:
        raise RecordError(record.press_lines[wrong[0]] if record.press_lines else 0, wrong[1])


# What a reader should know


def _doubts(match: Match, record: RaceRecord, count: _Count) -> tuple[str, ...]:
    """Why a race is not verified although nothing in it is false."""
    doubts: list[str] = []
    if record.dice_kind == "manual":
        doubts.append(BY_HAND)
    if record.dice_kind == "fair" and not record.secret:
        doubts.append(NO_SECRET if record.over else NOT_OVER)
    if count.timed and not record.presses and match.game.live and match.game.live.wrong_time(match, ()):
        doubts.append(NO_PRESSES)
    return tuple(doubts)


def _notes(record: RaceRecord, match: Match, count: _Count) -> tuple[str, ...]:
    notes: list[str] = []
    if record.rules != match.game.rules_digest:
        notes.append(
            f"it was recorded under rules {record.rules} and follows these, {match.game.rules_digest}, as well"
        )
    if record.dice_kind == "seeded":
        notes.append(f"the dice follow from seed {record.seed}; nothing shows that it was chosen before the race")
    if count.rolled_again:
        times = "once" if count.rolled_again == 1 else f"{count.rolled_again} times"
        notes.append(f"{times} dice were taken back and rolled again, by consent of all as the record says")
    if count.is_secret_known and isinstance(match.dice, FairDice):
        notes.append("the race was over, and its secret shown, before it was taken back: later dice could be foreseen")
    if count.misnamed:
        lines = "line" if len(count.misnamed) == 1 else f"{len(count.misnamed)} lines, the first of them line"
        notes.append(f"the words after # are not those of the move in {lines} {count.misnamed[0]}; the moves count")
    return tuple(notes)
