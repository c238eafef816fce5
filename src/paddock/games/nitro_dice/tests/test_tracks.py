"""The tracks in the box, the validator ND-120 to ND-126 and the generator ND-127."""

import tomllib
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paddock.engine import OptionError, Options
from paddock.testing import clause

from .. import GAME
from ..state import SPACES
from ..table import components, lane_length
from ..track import COMPONENTS, Section, Track, TrackError, load_track, read_track, supplied_tracks, write_track
from ..track_checks import ERROR, NOTE, WARNING, check_track, type_counts
from ..track_generator import default_laps, random_track
from .position import new_table

# From the heads of the files: sections, laps, garage, its side, clockwise, straights with special cards, red, yellow.
BOX: dict[str, tuple[int, int, int, str, bool, int, int, int]] = {
    "joined_loops": (18, 2, 9, "R", False, 6, 8, 4),
    "crossroads": (20, 2, 10, "L", True, 8, 4, 8),
    "long_haul": (30, 1, 19, "R", False, 14, 10, 6),
    "short_circuit": (12, 3, 9, "R", False, 4, 6, 2),
    "three_piers": (18, 2, 15, "R", False, 6, 8, 4),
}
KINDS = {"S": "straight", "B": "start", "G": "garage", "R": "red", "Y": "yellow"}


def track_of(kinds: str, cells: list[tuple[int, int]], laps: int = 2) -> Track:
    sections = tuple(Section(KINDS[kind], cell) for kind, cell in zip(kinds, cells, strict=True))
    return Track("mine", "Mine", "", laps, sections)


def ring(width: int, height: int, laps: int = 2) -> Track:
    """An anticlockwise rectangle that starts in its lower side, the garage in the upper one."""
    south = [(x, 0) for x in range(width)]
    east = [(width - 1, y) for y in range(1, height)]
    north = [(x, height - 1) for x in range(width - 2, -1, -1)]
    west = [(0, y) for y in range(height - 2, 0, -1)]
    cells = [*south, *east, *north, *west]
    corners = {(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)}
    kinds = ["R" if cell in corners else "S" for cell in cells]
    kinds[1] = "B"
    kinds[cells.index((1, height - 1))] = "G"
    return track_of("".join(kinds), cells, laps).starting_at(1)


def errors(track: Track, players: int = 2) -> list[str]:
    return [finding.text for finding in check_track(track, players) if finding.level == ERROR]


def advice(track: Track, level: str) -> list[str]:
    return [finding.clause for finding in check_track(track, 2) if finding.level == level]


# The tracks in the box


@clause("ND-01")
@pytest.mark.parametrize("name", BOX)
def test_a_track_in_the_box_is_as_its_file_says(name: str):
    track, t = load_track(name), new_table(6, {"track": name})
    counts = type_counts(track)
    side = "LR"[t.outside]
    found = (t.sections, t.laps, t.garage, side, track.clockwise, *counts.values())
    assert found == BOX[name]


@pytest.mark.parametrize("name", BOX)
def test_spaces_lie_where_the_track_file_draws_them(name: str):
    """The files were drawn independently of the program."""
    data, t = tomllib.loads((COMPONENTS / f"track_{name}.toml").read_text("utf-8")), new_table(2, {"track": name})
    drawn = 0
    for section in data["section"]:
        index = section["index"]
        assert ("LR"[t.inside[index]], "ENWS"[t.enter[index]], "ENWS"[t.exit[index]]) == (
            section["inside"],
            section["enter"],
            section["exit"],
        )
        for place in section["spaces"]:
            space = 16 * index + 4 * "LRG".index(place["lane"]) + place["i"]
            assert t.x[space] / 10 == pytest.approx(place["x"], abs=0.11)
            assert t.y[space] / 10 == pytest.approx(place["y"], abs=0.11)
            drawn += 1
    assert drawn == sum(lane_length(t, section, lane) for section in range(t.sections) for lane in range(3))


@pytest.mark.parametrize("name", BOX)
def test_links_between_spaces_are_those_of_the_section_kinds(name: str):
    """sections.toml lists beside and drift of every kind; the garage is written for a garage on the right."""
    kinds = {kind["id"]: kind for kind in tomllib.loads((COMPONENTS / "sections.toml").read_text("utf-8"))["kind"]}
    t, track = new_table(2, {"track": name}), load_track(name)
    for index, section in enumerate(track.sections):
        names = lane_names(section.kind, "LR"[t.inside[index]])
        kind = kinds[section.kind]
        links = {(link["from"], link["to"]) for link in kind["beside"]}
        drifts = {(link["from"], link["to"]) for link in kind["drift"]}
        assert found_links(t, index, names, t.beside) == links
        assert found_links(t, index, names, t.drift) == drifts


def lane_names(kind: str, inside: str) -> dict[str, int]:
    """What a section kind's file calls each lane."""
    if kind in ("red", "yellow"):
        return {"in": "LR".index(inside), "out": 1 - "LR".index(inside)}
    if kind == "garage" and inside == "R":  # exchange left and right
        return {"L": 1, "R": 0, "G": 2}
    return {"L": 0, "R": 1, "G": 2}


def found_links(t: Any, section: int, names: dict[str, int], table: list[list[int]]) -> set[tuple[str, str]]:
    called = {lane: name for name, lane in names.items()}
    links: set[tuple[str, str]] = set()
    for lane, name in called.items():
        for i in range(lane_length(t, section, lane)):
            for target in table[16 * section + 4 * lane + i]:
                if target >= 0:
                    where = "" if target >> 4 == section else "next."
                    links.add((f"{name}{i}", f"{where}{called[(target >> 2) & 3]}{target & 3}"))
    return links


@pytest.mark.parametrize("name", BOX)
@pytest.mark.parametrize("players", [2, 6])
def test_the_tracks_in_the_box_have_neither_errors_nor_warnings(name: str, players: int):
    findings = check_track(load_track(name), players)
    assert [finding for finding in findings if finding.level != NOTE] == []


def test_the_default_track_comes_first():
    assert supplied_tracks()[0] == "joined_loops"
    assert set(supplied_tracks()) == set(BOX)


# Errors


@clause("ND-120")
def test_a_plain_ring_is_a_track():
    assert errors(ring(4, 3)) == []


def changed(track: Track, index: int, kind: str = "", cell: tuple[int, int] | None = None) -> Track:
    sections = list(track.sections)
    sections[index] = Section(kind or sections[index].kind, cell or sections[index].cell)
    return Track(track.id, track.name, track.note, track.laps, tuple(sections))


BROKEN: list[tuple[str, Callable[[], Track], str]] = [
    ("no start", lambda: changed(ring(4, 3), 0, "straight"), "There is no Start/Finish section"),
    ("two starts", lambda: changed(ring(4, 3), 1, "start"), "There are 2 Start/Finish sections (0, 1)"),
    ("no garage", lambda: changed(ring(4, 3), 6, "straight"), "There is no Garage section"),
    ("two garages", lambda: changed(ring(4, 3), 5, "garage"), "There are 2 Garage sections (5, 6)"),
    ("garage in a turn", lambda: changed(ring(4, 3), 2, "garage"), "Section 2 is garage, which goes straight on"),
    ("shared cell", lambda: changed(ring(4, 3), 1, cell=(1, 0)), "Sections 0 and 1 lie on the same cell (1, 0)."),
    ("a hole", lambda: changed(ring(4, 3), 5, cell=(9, 9)), "Sections 4 and 5 do not touch"),
    ("not closed", lambda: changed(ring(4, 3), 9, cell=(9, 9)), "The loop does not close: section 9"),
    (
        "wrong turn",
        lambda: changed(ring(4, 3), 2, "yellow"),
        "Section 2 is yellow, which goes right, but the road goes left",
    ),
    ("straight in a turn", lambda: changed(ring(4, 3), 2, "straight"), "Section 2 is straight, which goes straight on"),
    ("a figure of eight", lambda: track_of("BRRSSSYYYGRR", EIGHT), "The turns add up to"),
    ("too short", lambda: track_of("BRRGRR", [(1, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 0)]), "it needs at least 8"),
]
EIGHT = [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (2, 4), (1, 4), (0, 4), (0, 3)]


@clause("ND-120")
@pytest.mark.parametrize(("make", "text"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_structure_is_an_error_in_words(make: Callable[[], Track], text: str):
    found = errors(make())
    assert any(text in error for error in found), found


@clause("ND-121")
def test_more_than_twenty_clean_cards_of_a_type_is_an_error():
    # 13 x 12: 46 sections, 4 of them turns, 2 special: 40 straights
    assert "The track takes 40 clean straight cards; there are 20." in errors(ring(13, 12))


@clause("ND-121")
def test_the_cards_must_suffice_for_the_players():
    track = ring(9, 8)  # 30 sections leave 96 - 28 = 68 cards; six players need 66, straights 24
    assert [text for text in errors(track, 6) if "players" in text] == []
    track = ring(10, 9)  # 34 sections leave 64
    assert "The track leaves 64 of the 96 cards; 6 players need 66. Make it shorter." in errors(track, 6)
    assert [text for text in errors(track, 5) if "players" in text] == []


# Warnings and notes


@clause("ND-122")
def test_fewer_than_sixteen_sections_to_cross_are_a_warning():
    assert "ND-122" in advice(ring(4, 3, laps=1), WARNING)
    assert "ND-122" not in advice(ring(4, 3, laps=2), WARNING)


@clause("ND-123")
def test_more_than_forty_eight_sections_to_cross_are_a_warning():
    assert "ND-123" not in advice(ring(4, 4, laps=4), WARNING)  # 4 x 12 = 48
    assert "ND-123" in advice(ring(4, 4, laps=5), WARNING)


@clause("ND-124")
def test_a_far_garage_is_a_warning():
    assert "ND-124" not in advice(ring(7, 5, laps=2), WARNING)  # 20 sections
    assert "ND-124" in advice(ring(7, 6, laps=2), WARNING)  # 22 sections
    assert "ND-124" not in advice(ring(7, 6, laps=1), WARNING)  # the garage is section 16


@clause("ND-125")
def test_several_laps_bring_a_note_about_hazards():
    assert advice(ring(4, 4, laps=2), NOTE) == ["ND-125"]
    assert advice(ring(4, 4, laps=1), NOTE) == []


@clause("ND-126")
def test_scarce_and_excessive_types_are_warnings():
    texts = [finding.text for finding in check_track(ring(4, 3), 2) if finding.clause == "ND-126"]
    # 10 sections: 6 straight (60 %), 4 red (40 %), no yellow
    assert texts == [
        "straight makes up 6 of 10 sections: so many that cards of this type run short.",
        "yellow makes up 0 of 10 sections: so few that the other types run short in the hands.",
    ]
    assert advice(load_track("joined_loops"), WARNING) == []


def test_the_validator_counts_the_laps_of_the_race():
    track = load_track("joined_loops")
    assert any(finding.clause == "ND-123" for finding in check_track(track, 2, laps=3))  # 54


# Files


def test_a_track_can_be_written_read_and_raced_on():
    track = ring(4, 4)
    text = write_track(track)
    assert read_track(text, "mine") == track
    t = new_table(2, {"track": text})
    assert (t.sections, t.laps) == (12, 2)


def test_a_file_may_begin_with_any_section():
    track = ring(4, 3)
    assert read_track(write_track(track.starting_at(4)), "mine") == track


def test_sections_that_say_their_headings_may_be_listed_in_any_order():
    head, *sections = write_track(ring(4, 3)).split("\n[[section]]\n")
    shuffled = "\n[[section]]\n".join([head, *sections[::3], *sections[1::3], *sections[2::3]])
    assert read_track(shuffled, "mine") == ring(4, 3)
    assert (new_table(2, {"track": shuffled}).sections, shuffled.count('enter = "')) == (10, 10)


def test_a_heading_that_is_not_so_is_an_error():
    text = write_track(ring(4, 3)).replace('enter = "N"', 'enter = "W"', 1)  # section 3: after the turn to the north
    assert errors(read_track(text, "mine")) == ["Section 3 is laid heading W, but entered heading N."]
    with pytest.raises(OptionError, match=r"Section 3 is laid heading W, but entered heading N\. \(ND-120\)"):
        new_table(2, {"track": text})


def test_a_name_that_cannot_be_shown_is_cleaned():
    track = read_track(write_track(ring(4, 3)).replace('"Mine"', '"\\u0000 My\\t \\u007f\\"own\\" "'), "mine")
    assert track.name == 'My "own"'
    assert read_track(write_track(track), "mine").name == 'My "own"'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("laps = [\n", "this is no TOML file"),
        (f"laps = {'9' * 5000}\n", "this is no TOML file"),
        (f"laps = 0x{'f' * 5000}\n", "laps is a whole number from 1 to 9, not"),
        (f"laps = {'[' * 5000}\n", "nested too deeply"),
        ("laps = 1\nsection = 4\n", "section is a list of tables [[section]], not 4"),
        ("laps = 1\n[[section]]\nkind = 'red'\ncell = [0, 0]\nenter = 'up'\n", "section 0: enter is one of E, N, W, S"),
        ("laps = 2\n", "there are no sections"),
        ("laps = 0\n[[section]]\nkind = 'start'\ncell = [0, 0]\n", "laps is a whole number from 1 to 9, not 0"),
        ("laps = 1\n[[section]]\nkind = 'bridge'\ncell = [0, 0]\n", "section 0: kind is one of"),
        ("laps = 1\n[[section]]\nkind = 'start'\ncell = [0, 0.5]\n", "section 0: cell is [column, row]"),
        ("laps = 1\n[[section]]\nkind = 'start'\ncell = [0, 1000]\n", "section 0: cell is [column, row]"),
        ("laps = 1\nsection = [1, 2]\n", "section 0: kind is one of"),
    ],
)
def test_a_file_that_is_no_track_is_refused_with_a_reason(text: str, problem: str):
    with pytest.raises(TrackError) as caught:
        read_track(text, "mine")
    assert any(problem in found for found in caught.value.problems)


def test_a_track_with_errors_is_refused_as_an_option():
    with pytest.raises(OptionError, match="There is no Garage section"):
        new_table(2, {"track": write_track(changed(ring(4, 3), 6, "straight"))})


# The generator


@clause("ND-127")
@settings(max_examples=40, deadline=None)
@given(sections=st.sampled_from(range(12, 29, 2)), seed=st.integers(0, 999999))
def test_every_random_track_is_good(sections: int, seed: int):
    track = random_track(sections, seed)
    assert len(track.sections) == sections
    assert track.laps == default_laps(sections)
    assert [finding for finding in check_track(track, 6) if finding.level != NOTE] == []
    xs, ys = zip(*(section.cell for section in track.sections), strict=True)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) < 8
    assert 3 <= track.garage <= sections - 3


@clause("ND-127")
def test_the_same_seed_gives_the_same_track_and_another_seed_another():
    assert random_track(18, 5) == random_track(18, 5)
    assert random_track(18, 5) != random_track(18, 6)


@clause("ND-127")
def test_laps_follow_the_length_and_both_directions_occur():
    assert [default_laps(n) for n in (12, 14, 16, 20, 22, 28)] == [3, 3, 2, 2, 1, 1]
    assert {random_track(18, seed).clockwise for seed in range(12)} == {True, False}


@clause("ND-127")
def test_impossible_wishes_are_refused():
    with pytest.raises(TrackError, match="12, 14"):
        random_track(13, 1)
    with pytest.raises(TrackError, match="22 sections and 2 laps do not go together"):
        random_track(22, 1, laps=2)  # always fails ND-124
    with pytest.raises(OptionError, match="It can be 22 sections to the garage"):
        new_table(2, {"track": "random", "track_sections": 22, "laps": 2})
    with pytest.raises(OptionError, match="Only 12 sections to cross"):
        new_table(2, {"track": "random", "track_sections": 12, "laps": 1})


@clause("ND-127")
@pytest.mark.parametrize("laps", [2, 3])
def test_a_random_track_is_laid_for_the_laps_that_are_chosen(laps: int):
    options: Options = {"track": "random", "track_sections": 14, "laps": laps}
    for seed in range(20):
        t = new_table(2, {**options, "track_seed": seed})
        track = random_track(14, seed, laps)
        assert (t.laps, t.garage) == (laps, track.garage)
        assert [finding for finding in check_track(track, 2, laps) if finding.level != NOTE] == []


@pytest.mark.parametrize("name", ["pieces", "generator"])
def test_every_value_of_a_component_file_is_read(name: str):
    source = "".join(path.read_text(encoding="utf-8") for path in GAME.folder.glob("*.py"))
    assert [key for key in keys(components(name)) if f'"{key}"' not in source] == []


def keys(value: object) -> set[str]:
    """The names of all values in a component file."""
    if isinstance(value, list):
        return {key for entry in cast(list[object], value) for key in keys(entry)}
    if not isinstance(value, dict):
        return set()
    table = cast(dict[str, object], value)
    return {*table, *(key for entry in table.values() for key in keys(entry))}


@clause("ND-127")
def test_a_random_track_is_raced_on_by_option():
    options = {"track": "random", "track_sections": 22, "track_seed": 7}
    t = new_table(3, options)
    assert (t.sections, t.laps) == (22, 1)
    assert t.forward == new_table(3, options).forward
    assert len(t.forward) == SPACES
