"""The workshop of tracks: findings about a track while it is laid, section by section, and what an editor draws."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from paddock.engine import Checked, Example, Remark, Workshop

from .course import COURSE
from .state import CARS
from .track import (
    HEADINGS,
    TURNS,
    UNKNOWN,
    Section,
    Track,
    TrackError,
    driving_order,
    load_track,
    read_laid,
    read_track,
    road_from,
    supplied_tracks,
    write_track,
)
from .track_checks import ERROR, WARNING, Finding, check_track, limits, special_cards
from .track_generator import random_track

FEWEST = 2  # players
NAMES = {
    "straight": ("Straight", "three spaces in each lane"),
    "red": ("Left turn", "paid with red cards"),
    "yellow": ("Right turn", "paid with yellow cards"),
    "start": ("Start/Finish", "a straight; exactly one"),
    "garage": ("Garage", "a straight; exactly one"),
}


@dataclass(frozen=True)
class Laid:
    """A track as it lies on the grid, finished or not; every section knows how it is entered."""

    track: Track  # sections on the road from Start/Finish first, in driving order
    numbered: int  # how many of them are on that road
    is_loop: bool
    is_listed: bool  # a file that lists its sections in driving order and says no headings


def check(text: str) -> Checked:
    """Everything to say about the text of a track file, ND-120 to ND-126."""
    try:
        laid = read(text)
    except TrackError as error:
        return Checked(tuple(Remark(ERROR, problem) for problem in error.problems))
    remarks = tuple(_remarks(laid))
    good = all(remark.level != ERROR for remark in remarks)
    return Checked(remarks, laid.track.name, write_track(laid.track) if good else "", drawing(laid))


def read(text: str) -> Laid:
    """What a file lays on the grid."""
    track = read_laid(text, "your track")
    if not track.sections:
        return Laid(track, 0, False, False)
    if any(section.enter == UNKNOWN for section in track.sections):
        ordered = _headed(read_track(text, "your track"))
        return Laid(ordered, len(ordered.sections), bool(driving_order(ordered.sections)), True)
    first = next((section for section in track.sections if section.kind == "start"), track.sections[0])
    road = road_from(first, {section.cell: section for section in track.sections})
    on_road = {id(section) for section in road}
    rest = tuple(section for section in track.sections if id(section) not in on_road)
    return Laid(replace(track, sections=road + rest), len(road), bool(driving_order(road + rest)), False)


def _headed(track: Track) -> Track:
    """Sections in driving order; one that does not say its heading is entered from the one before it."""
    headings = [track.heading(i - 1) or 0 for i in range(len(track.sections))]
    said = [section.enter for section in track.sections]
    enters = [enter if known == UNKNOWN else known for enter, known in zip(headings, said, strict=True)]
    sections = zip(track.sections, enters, strict=True)
    return replace(track, sections=tuple(replace(section, enter=enter) for section, enter in sections))


# Findings


def _remarks(laid: Laid) -> Iterator[Remark]:
    if not laid.track.sections:
        yield Remark(ERROR, "Nothing is laid yet. Begin with Start/Finish.", "ND-120")
        return
    has_gaps = not laid.is_loop and not laid.is_listed
    if has_gaps:
        yield from _gaps(laid)
    for finding in special_cards(laid.track) if has_gaps else _findings(laid.track):
        places = tuple(laid.track.sections[i].cell for i in finding.sections)
        yield Remark(finding.level, finding.text, finding.clause, places)


def _findings(track: Track) -> list[Finding]:
    return [*check_track(track, FEWEST), *_too_many_players(track)]


def _gaps(laid: Laid) -> Iterator[Remark]:
    """ND-120 Where the road does not go on, and what lies beside it."""
    sections, last = laid.track.sections, laid.track.sections[laid.numbered - 1]
    beside = sections[laid.numbered :]
    if last.ahead not in {section.cell for section in sections}:
        text = f"The road ends after section {laid.numbered - 1}: lay the next one there."
        yield Remark(ERROR, text, "ND-120", (last.ahead,))
    elif last.ahead != sections[0].cell or last.exit != sections[0].enter:
        text = f"Section {laid.numbered - 1} leads into a section that is entered from another side: turn one of them."
        yield Remark(ERROR, text, "ND-120", (last.ahead, last.cell))
    if beside:
        many = "1 section does" if len(beside) == 1 else f"{len(beside)} sections do"
        text = f"{many} not lie on the road from section 0."
        yield Remark(ERROR, text, "ND-120", tuple(section.cell for section in beside))
    for cell, many in Counter(section.cell for section in sections).items():
        if many > 1:
            yield Remark(ERROR, f"{many} sections lie on the same cell {cell}.", "ND-120", (cell,))


def _too_many_players(track: Track) -> Iterator[Finding]:
    """ND-121 Cards that suffice for two may not suffice for six."""
    enough = [n for n in range(FEWEST, CARS + 1) if all(f.level != ERROR for f in check_track(track, n))]
    if enough and enough[-1] < CARS:
        yield Finding(WARNING, "ND-121", f"The cards suffice for {enough[-1]} players at most; shorter is for more.")


# The drawing


def drawing(laid: Laid) -> dict[str, Any]:
    """The sections on the grid, and what the file says besides."""
    track = laid.track
    return {
        "name": track.name,
        "note": track.note,
        "laps": track.laps,
        "outside": "L" if track.clockwise else "R",  # beside which lane of a straight the garage lies
        "sections": [_drawn(section, i if i < laid.numbered else None) for i, section in enumerate(track.sections)],
    }


def _drawn(section: Section, number: int | None) -> dict[str, Any]:
    return {
        "kind": section.kind,
        "cell": section.cell,
        "enter": HEADINGS[section.enter],
        "exit": HEADINGS[section.exit],
        "number": number,
    }


def palette() -> list[dict[str, Any]]:
    """ND-121 The kinds of sections, how far each turns to the left in quarters, and how many there are."""
    most = limits()["validator"]["max_clean_per_type"]
    order = ("start", "straight", "red", "yellow", "garage")
    return [
        {
            "kind": kind,
            "type": Section(kind, (0, 0)).type,
            "inside": "R" if kind == "yellow" else "L",  # the short lane of a turn
            "name": NAMES[kind][0],
            "text": NAMES[kind][1],
            "turn": TURNS.get(kind, 0),
            "most": 1 if kind in ("start", "garage") else most,
        }
        for kind in order
    ]


# Tracks to start from


@cache
def examples() -> tuple[Example, ...]:
    """The tracks in the box."""
    tracks = [(name, load_track(name)) for name in supplied_tracks()]
    return tuple(Example(name, track.name, write_track(track)) for name, track in tracks)


def make(size: int, seed: int) -> str:
    """ND-127 The random track of a size and a seed."""
    return write_track(random_track(size, seed))


def sizes() -> tuple[int, ...]:
    """ND-127 How many sections a random track can have."""
    rules = limits()["generator"]
    return tuple(range(rules["min_sections"], rules["max_sections"] + 1, 2))


WORKSHOP = Workshop("track", check, examples, sizes(), make, palette(), COURSE)
