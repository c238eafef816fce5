"""The workshop of tracks: what is wrong with a track that a player drew, and what the editor draws."""

from collections.abc import Iterator

from paddock.engine import Checked, Example, Remark, Workshop

from .track import (
    COLUMNS,
    FIXED,
    LINE,
    PAPER,
    RING,
    ROWS,
    SHORTEST,
    Square,
    Track,
    TrackError,
    lap_steps,
    read_track,
    steps_left,
    write_track,
)


def check(text: str) -> Checked:
    """RT-01 Everything that is wrong with a track."""
    try:
        track = read_track(text)
    except TrackError as error:
        return Checked((Remark("error", str(error), "RT-01"),))
    remarks = tuple(faults(track))
    drawing = {"name": track.name, "paper": track.paper}
    return Checked(remarks, track.name, "" if remarks else write_track(track), drawing)


def track_of(value: str) -> Track:
    """RT-01 The track of a race: the ring, or a good one from a file; TrackError says what is wrong."""
    if value == "ring":
        return RING
    track = read_track(value)
    for remark in faults(track):
        raise TrackError(f"{remark.words} ({remark.clause})")
    return track


def faults(track: Track) -> Iterator[Remark]:
    """RT-01 R3 Why no race can be driven on a track."""
    changed = [(column, row) for column, row in FIXED if track.paper[row][column] != PAPER[row][column]]
    if changed:
        yield _fault("the squares around the line and the grid, J1 to L7, stay as they are on the ring", changed)
        return
    steps = lap_steps(track)
    lost = _road(track) - steps_left(track).keys()
    if not steps:
        yield _fault("the road does not lead round to the line", [(LINE, 3)])
    elif steps < SHORTEST:
        yield _fault(f"a lap has {steps} steps, and {SHORTEST} at least are needed", [])
    if steps and lost:
        yield _fault("no way leads from here to the line", sorted(lost))


def _road(track: Track) -> set[Square]:
    return {(column, row) for row in range(ROWS) for column in range(COLUMNS) if track.paper[row][column] == "#"}


def _fault(words: str, squares: list[Square]) -> Remark:
    return Remark("error", words, "RT-01", tuple(squares))


def examples() -> tuple[Example, ...]:
    """The track on the paper of the rules."""
    return (Example("ring", RING.name, write_track(RING)),)


PALETTE = {"columns": COLUMNS, "rows": ROWS, "line": LINE, "fixed": FIXED, "ring": PAPER}
WORKSHOP = Workshop("track", check, examples, palette=PALETTE)
