"""The commands of the terminal game: what people may type besides moves."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paddock.bots import Seen, advice_sentence, good_lines, reason
from paddock.engine import CHANCE, CoachError, Coaching, RulebookError, read_coach

from . import news
from .saving import Saver

if TYPE_CHECKING:
    from .session import Session

AGREED = "agreed"
MOST_FOUND = 3
MOST_HISTORY = 20


class CommandError(ValueError):
    """A command that cannot be carried out, with a sentence that says why."""


class LeavingError(Exception):
    """The command quit was typed."""


@dataclass(frozen=True)
class Command:
    """A command: its syntax, its help text and its function."""

    usage: str
    text: str
    act: Callable[["Session", str], None]


def undo(session: "Session", argument: str) -> None:
    """Take back the last choice of a person, if nothing forbids it or all agree."""
    if argument not in ("", AGREED):
        raise CommandError(f"it is undo, or undo {AGREED}")
    match, ply = session.match, _last_answer(session)
    if ply is None:
        raise CommandError("there is nothing to take back")
    by = match.plies[ply].actor
    permission = match.can_undo(by)
    words = match.plies[ply].words if session.viewer in match.plies[ply].seen_by else "what was drawn"
    if argument == AGREED or session.is_refereed:
        match.take_back(ply)
    elif permission.allowed:
        match.undo(by)
    else:
        raise CommandError(
            f"this cannot be taken back: {permission.reason}; if everybody agrees, type undo {AGREED}:"
            " the dice are then rolled again, and the record shows it"
        )
    session.went_back()
    session.screen.say(f"Taken back: “{words}”.")


def _last_answer(session: "Session") -> int | None:
    """The last ply that a person typed."""
    for number, ply in reversed(list(enumerate(session.match.plies))):
        is_typed_die = session.is_refereed and ply.actor == CHANCE and ply.outcomes > 1
        if is_typed_die or ply.actor in session.people:
            return number
    return None


def why(session: "Session", argument: str) -> None:
    """Show the named clause with its rulings, or the clauses behind the latest events and the pending decision."""
    try:
        if argument:
            _show_clause(session, argument)
            return
        for clause in dict.fromkeys([*news.clauses(session.latest), session.match.decision.clause]):
            session.screen.say(str(session.rulebook.find(clause)), indent="  ")
    except RulebookError as error:
        raise CommandError(str(error)) from None


def _show_clause(session: "Session", wanted: str) -> None:
    clause = session.rulebook.find(wanted)
    for entry in (clause, *session.rulebook.cited(clause)):
        session.screen.say(str(entry), indent="  ")


def rules(session: "Session", argument: str) -> None:
    """Show the clauses that contain a word."""
    if not argument:
        raise CommandError("a word to look for comes after rules")
    found = session.rulebook.search(argument)
    if not found:
        raise CommandError(f"no clause contains {argument[:40]!r}")
    for entry in found[:MOST_FOUND]:
        session.screen.say(str(entry), indent="  ")
    if len(found) > MOST_FOUND:
        others = ", ".join(f"{entry.id} {entry.title}" for entry in found[MOST_FOUND:])
        session.screen.say(f"Also: {others}. Read one with why CLAUSE.", indent="  ")


def history(session: "Session", argument: str) -> None:
    """Show what happened: the last lines, or all."""
    match = session.match
    lines = news.sentences(match, session.viewer, 0, len(match.plies), session.people)
    if argument not in ("", "all"):
        raise CommandError("it is history, or history all")
    shown = lines if argument else lines[-MOST_HISTORY:]
    if len(shown) < len(lines):
        session.screen.say(f"({len(lines) - len(shown)} earlier lines: history all)", indent="  ")
    for line in shown:
        session.screen.say(line, indent="  ")


def hint(session: "Session", argument: str) -> None:
    """Show what a search finds about the pending choices."""
    match = session.match
    if match.actor not in session.people:
        raise CommandError("there is nothing to decide now")
    seen = Seen.of(match, match.actor)
    lines = good_lines(session.think(seen))
    why = reason(seen, lines)
    session.screen.say(advice_sentence(match.game, match.table, seen.known, lines, why=why), indent="  ")


def moves(session: "Session", argument: str) -> None:
    """Show the pending choices again."""
    session.show_moves()


def position(session: "Session", argument: str) -> None:
    """Show the position again."""
    session.show_position()


def save(session: "Session", argument: str) -> None:
    """Save the race now and after each choice."""
    if not argument and session.saver is None:
        raise CommandError("the name of a file comes after save")
    path = Path(argument) if argument else None
    if path and (session.saver is None or path != session.saver.path):
        saver = Saver(path)
        saver.save(session.match, session.drivers)
        session.saver = saver
    session.keep()
    if session.saver:
        session.screen.say(f"The race is saved in {session.saver.path}, and saved again after each choice.")


def help_(session: "Session", argument: str) -> None:
    """List all commands."""
    session.screen.say("Type the number of a move, or its words or the beginning of them. Or:")
    for command in dict.fromkeys(COMMANDS.values()):
        session.screen.say(f"{command.usage:15} {command.text}", indent="  ")


def coach(session: "Session", argument: str) -> None:
    """Switch the coach on, from the beginning, or off."""
    game = session.match.game
    try:
        found = None if session.coaching else read_coach(game)
    except CoachError as error:
        raise CommandError(str(error)) from None
    if found is None and session.coaching is None:
        raise CommandError(f"{game.name} has no coach")
    session.coaching = Coaching(found) if found else None
    session.screen.say("The coach speaks at each new kind of decision." if found else "The coach is silent.")


def quit_(session: "Session", argument: str) -> None:
    """Leave the race."""
    raise LeavingError


_HELP = Command("help", "this list", help_)
COMMANDS = {
    "undo": Command(
        "undo [agreed]", "take back your last choice; with “agreed” also over dice and others' moves", undo
    ),
    "why": Command("why [CLAUSE]", "the rules behind what happened last, or one clause with its rulings", why),
    "rules": Command("rules WORD", "the clauses that contain a word", rules),
    "history": Command("history [all]", "what happened so far", history),
    "hint": Command("hint", "the best moves and how often they win", hint),
    "coach": Command("coach", "advice at each new kind of decision, on or off", coach),
    "moves": Command("moves", "the possible moves again", moves),
    "position": Command("position", "the position again", position),
    "save": Command("save FILE", "save the race now and after each choice", save),
    "help": _HELP,
    "?": _HELP,
    "quit": Command("quit", "leave; the race is saved if it has a file", quit_),
}
