"""What happened in a turn, in a few clauses: dice of a roll together, then what the turn came to."""

import re

from paddock.engine import SPECTATOR, Happening, Match

MOST = 5  # clauses that are told
DIE = re.compile(r"^(.+? rolls) (?:an? )?(\d+)(?:;.*)?$")  # Ana rolls a 4; 9 so far
ACT = re.compile(r"^\S+(?: [^a-z\s]\S*)* [a-z]+")  # who does what: Ana moves


def happened(match: Match, first: int, stop: int) -> str:
    """The plies from `first` to before `stop` in a few words, e.g. "Ana rolls 4 + 5; Ana stops": never nothing."""
    plies = match.plies[first:stop]
    events = [one for ply in plies for one in ply.happenings if _said(match, one)]
    if not events:
        return "; ".join(f"{match.names[ply.actor]}: {ply.words}" for ply in plies[:MOST] if ply.actor >= 0)
    return "; ".join(_shortened(_clauses([(_said(match, one), bool(one.event.moment)) for one in events])))


def _said(match: Match, happening: Happening) -> str:
    """The sentence of an event without its full stop."""
    return happening.sentence(match.table, match.namers, SPECTATOR).rstrip(".!")


def _clauses(said: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Sentences, each with whether it is a moment of the race; dice together, of equal acts in a row the last."""
    clauses: list[tuple[str, bool]] = []
    for text, is_moment in said:
        die = DIE.match(text)
        last, was_moment = clauses[-1] if clauses else ("", False)
        if die and re.fullmatch(rf"{re.escape(die[1])} \d+( \+ \d+)*", last):
            clauses[-1] = (f"{last} + {die[2]}", is_moment)
        elif last and not was_moment and _act(last) == _act(text):
            clauses[-1] = (text, is_moment)
        else:
            clauses.append((f"{die[1]} {die[2]}" if die else text, is_moment))
    return clauses


def _act(text: str) -> str:
    """Who does what."""
    found = ACT.match(text)
    return found[0] if found else text


def _shortened(clauses: list[tuple[str, bool]]) -> list[str]:
    """The moments, and the last of the others."""
    spare = max(0, len(clauses) - MOST)
    left_out = [number for number, (_, is_moment) in enumerate(clauses) if not is_moment][:spare]
    return [text for number, (text, _) in enumerate(clauses) if number not in left_out]
