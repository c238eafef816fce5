"""Check that a game's declaration fits its folder, its rules and its words."""

import string
from collections.abc import Iterator

from paddock.engine import Event, Game

from .cases import Case
from .clauses import clause_ids


def declaration_is_sound(game: Game, case: Case) -> None:
    """The id is the folder's name, every name in an event's sentence has a namer, every clause is in RULES.md."""
    wrong = [*_wrong_id(game), *(sentence for event in game.events for sentence in _wrong_event(game, event))]
    assert not wrong, f"{game.id}: " + "; ".join(wrong)


def _wrong_id(game: Game) -> Iterator[str]:
    if game.id != game.folder.name:
        yield f"GAME.id is {game.id!r}, but its folder is {game.folder.name!r}"


def _wrong_event(game: Game, event: Event) -> Iterator[str]:
    for template in (event.sentence, event.others):
        for _, number, namer, _ in string.Formatter().parse(template):
            if number is not None and number not in ("a", "b", "c"):
                yield f"event {event.kind} says {{{number}}}; its numbers are a, b and c: {template!r}"
            if namer and namer not in game.words.NAMERS:
                yield f"event {event.kind} says {{{number}:{namer}}}, but words.NAMERS has no {namer!r}"
    for clause in sorted(event.all_clauses - clause_ids(game)):
        yield f"event {event.kind} names {clause}, which RULES.md does not have"
