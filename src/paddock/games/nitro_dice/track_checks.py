"""The validator of tracks, ND-120 to ND-126: errors forbid a race, warnings and notes are advice."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from paddock.engine import RemarkLevel as Level

from .state import DECK, HAND
from .track import COMPONENTS, HEADINGS, TURNS, UNKNOWN, Track, TrackError

TYPES = ("straight", "red", "yellow")
DEGREES = {"red": 90, "yellow": -90}  # left turns count positive
TURNING = {0: "straight on", 1: "left", 2: "back", 3: "right"}  # by change of heading in quarter turns to the left
ERROR: Level = "error"
WARNING: Level = "warning"
NOTE: Level = "note"


@dataclass(frozen=True)
class Finding:
    """One thing to say about a track."""

    level: Level
    clause: str
    text: str
    sections: tuple[int, ...] = ()  # where it is; none: the track as a whole


@cache
def limits() -> dict[str, dict[str, Any]]:
    """The numbers of the validator and of the generator."""
    return tomllib.loads((COMPONENTS / "generator.toml").read_text(encoding="utf-8"))


def check_track(track: Track, players: int, laps: int | None = None) -> list[Finding]:
    """All findings about a track for a number of players and laps (the track's laps if none are given)."""
    errors = [*_structure(track), *_supply(track, players)]
    return errors or [*_advice(track, laps or track.laps)]


def refuse_errors(track: Track, players: int) -> None:
    """Raise a TrackError if one cannot race on a track."""
    errors = [finding for finding in check_track(track, players) if finding.level == ERROR]
    if errors:
        raise TrackError(track.name, [f"{finding.text} ({finding.clause})" for finding in errors])


# ND-120


def _structure(track: Track) -> Iterator[Finding]:
    yield from special_cards(track)
    yield from _cells(track)
    yield from _road(track)
    yield from _shape(track)


def _broken(text: str, *sections: int) -> Finding:
    return Finding(ERROR, "ND-120", text, sections)


def special_cards(track: Track) -> Iterator[Finding]:
    """ND-120 One Start/Finish and one Garage."""
    for kind, name in (("start", "Start/Finish"), ("garage", "Garage")):
        found = [i for i, section in enumerate(track.sections) if section.kind == kind]
        if not found:
            yield _broken(f"There is no {name} section; a track has exactly one.")
        if len(found) > 1:
            listed = ", ".join(str(i) for i in found)
            yield _broken(f"There are {len(found)} {name} sections ({listed}); a track has exactly one.", *found)


def _cells(track: Track) -> Iterator[Finding]:
    first: dict[tuple[int, int], int] = {}
    for i, section in enumerate(track.sections):
        if section.cell in first:
            other = first[section.cell]
            yield _broken(f"Sections {other} and {i} lie on the same cell {section.cell}.", other, i)
        first.setdefault(section.cell, i)


def _road(track: Track) -> Iterator[Finding]:
    n = len(track.sections)
    for i in range(n - 1):
        if track.heading(i) is None:
            cells = f"{track.sections[i].cell} and {track.sections[i + 1].cell}"
            yield _broken(f"Sections {i} and {i + 1} do not touch: {cells}.", i, i + 1)
    if track.heading(n - 1) is None:
        yield _broken(f"The loop does not close: section {n - 1} does not touch section 0.", n - 1, 0)
    for i in range(n):
        yield from _turning(track, i)
        yield from _entering(track, i)


def _entering(track: Track, i: int) -> Iterator[Finding]:
    """R-34 A heading that a file states for a section must be true."""
    said, enter = track.sections[i].enter, track.heading(i - 1)
    if said != UNKNOWN and enter is not None and said != enter:
        yield _broken(f"Section {i} is laid heading {HEADINGS[said]}, but entered heading {HEADINGS[enter]}.", i)


def _turning(track: Track, i: int) -> Iterator[Finding]:
    enter, leave = track.heading(i - 1 if i else len(track.sections) - 1), track.heading(i)
    if enter is None or leave is None:
        return
    kind, turn = track.sections[i].kind, (leave - enter) % 4
    if turn != TURNS.get(kind, 0):
        yield _broken(
            f"Section {i} is {kind}, which goes {TURNING[TURNS.get(kind, 0)]}, "
            f"but the road goes {TURNING[turn]} there (in {HEADINGS[enter]}, out {HEADINGS[leave]}).",
            i,
        )


def _shape(track: Track) -> Iterator[Finding]:
    least = limits()["validator"]["min_sections"]
    if len(track.sections) < least:
        many = "1 section" if len(track.sections) == 1 else f"{len(track.sections)} sections"
        yield _broken(f"The track has {many}; it needs at least {least}.")
    degrees = sum(DEGREES.get(section.kind, 0) for section in track.sections)
    if abs(degrees) != 360:
        yield _broken(f"The turns add up to {degrees} degrees; once round is 360 to the left or to the right.")


# ND-121


def type_counts(track: Track) -> dict[str, int]:
    """Sections of each type, the special cards counted as straights."""
    return {kind: sum(section.type == kind for section in track.sections) for kind in TYPES}


def _supply(track: Track, players: int) -> Iterator[Finding]:
    rules = limits()["validator"]
    for kind in TYPES:
        cards = sum(section.kind == kind for section in track.sections)
        if cards > rules["max_clean_per_type"]:
            text = f"The track takes {cards} clean {kind} cards; there are {rules['max_clean_per_type']}."
            yield Finding(ERROR, "ND-121", text)
    left, needed = DECK - (len(track.sections) - 2), HAND * players + rules["spare_cards"]
    if left < needed:
        text = f"The track leaves {left} of the {DECK} cards; {players} players need {needed}. Make it shorter."
        yield Finding(ERROR, "ND-121", text)


# ND-122 to ND-126


def _advice(track: Track, laps: int) -> Iterator[Finding]:
    yield from length_advice(len(track.sections), laps, track.garage)
    yield from _balance(track)
    if laps > 1:
        yield Finding(NOTE, "ND-125", f"With {laps} laps, whoever lays a hazard meets it again.")


def length_advice(n: int, laps: int, garage: int | None = None) -> Iterator[Finding]:
    """ND-122 ND-123 ND-124 Findings about n sections and laps; without a known garage, those true wherever it is."""
    rules = limits()["validator"]
    least, most, far = (rules[name] for name in ("min_total_sections", "max_total_sections", "max_garage_gap"))
    if laps * n < least:
        text = (
            f"Only {laps * n} sections to cross: too short for those at the back to pass; {least} or more are better."
        )
        yield Finding(WARNING, "ND-122", text)
    if laps * n > most:
        text = f"{laps * n} sections to cross: the race may drag on; {most} are plenty."
        yield Finding(WARNING, "ND-123", text)
    gap = max(garage or 0, n if laps > 1 else 0)
    if gap > far:
        text = f"It can be {gap} sections to the garage; {far} are far enough."
        yield Finding(WARNING, "ND-124", text, () if garage is None else (garage,))


def _balance(track: Track) -> Iterator[Finding]:
    rules, n = limits()["validator"], len(track.sections)
    for kind, count in type_counts(track).items():
        share = f"{kind} makes up {count} of {n} sections"
        if count < rules["min_type_share"] * n:
            yield Finding(WARNING, "ND-126", f"{share}: so few that the other types run short in the hands.")
        if count > rules["max_type_share"] * n:
            yield Finding(WARNING, "ND-126", f"{share}: so many that cards of this type run short.")
