"""From what a game prints to what lies on each page: tracks that were chosen, tiles of boards, cards in full number."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paddock.engine import LARGEST_FILE, Deck, Example, Game, PrintedBoard, PrintedCard, Sheets

from .errors import PrintError

MARGIN = 10.0  # millimetres that most printers leave white
OVERLAP = 8.0  # millimetres that neighbouring tiles share
MOST_TILES = 60  # of one board
LONGEST_NAME = 60  # characters of what was typed, in an error


@dataclass(frozen=True)
class Paper:
    """A sheet, upright, in millimetres."""

    name: str
    width: float
    height: float


@dataclass(frozen=True)
class Tile:
    """What one page shows of a board: the corner of its part, and the part's size, in millimetres."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Tiling:
    """How a board is cut into tiles of pages that lie upright or on their side."""

    sideways: bool
    columns: int
    rows: int
    tiles: tuple[Tile, ...]


def sheets_of(game: Game) -> Sheets:
    """What a game prints, or one sentence that it prints nothing."""
    if game.sheets is None:
        raise PrintError(f"{game.name} has no sheets to print")
    return game.sheets


def chosen_tracks(game: Game, track: str) -> list[Example]:
    """The tracks to print: the box's of that id or name, a player's own file, or those that the game prints itself."""
    sheets, workshop = sheets_of(game), game.workshop
    if workshop is None:
        if track:
            raise PrintError(f"{game.name} has no tracks to choose: leave --track out")
        return []
    box = {example.id: example for example in workshop.examples()}
    if not track:
        return [box[name] for name in sheets.tracks]
    named = [one for one in box.values() if track.lower() in (one.id.lower(), one.name.lower())]
    return named[:1] or [_own(game, track, sorted(box))]


def _own(game: Game, track: str, known: Sequence[str]) -> Example:
    """A player's own track, checked as everywhere else; its name stands in for an id."""
    assert game.workshop
    text = _file(track, known)
    checked = game.workshop.check(text)
    errors = [remark.words for remark in checked.remarks if remark.level == "error"]
    if errors or not checked.text:
        reason = errors[0] if errors else "no race can use it"
        raise PrintError(f"{track[-LONGEST_NAME:]}: {reason}")
    return Example("", checked.name or Path(track).stem[:LONGEST_NAME], checked.text)


def _file(track: str, known: Sequence[str]) -> str:
    path = Path(track)
    try:
        if not path.is_file():
            raise PrintError(f"there is no track or file {track[:LONGEST_NAME]!r}; the box has {', '.join(known)}")
        if path.stat().st_size > LARGEST_FILE:
            raise PrintError(f"{track[-LONGEST_NAME:]} is too large for a track: at most {LARGEST_FILE} bytes")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise PrintError(f"{track[-LONGEST_NAME:]} is no text file in UTF-8") from None
    except OSError as error:
        raise PrintError(f"{track[-LONGEST_NAME:]} cannot be read: {error.strerror}") from None


def boards_of(game: Game, tracks: Sequence[Example]) -> list[PrintedBoard]:
    """The boards of these tracks."""
    return [board for track in tracks for board in sheets_of(game).boards(scene_of(game, track), track.name)]


def scene_of(game: Game, track: Example | None = None) -> dict[str, Any]:
    """What a client draws of a race with all seats taken, on a track."""
    chosen = {game.workshop.option: track.id or track.text} if game.workshop and track else {}
    return game.scene(game.new_table(game.seats[1], chosen))


def tiling(width: float, height: float, paper: Paper) -> Tiling:
    """The fewest pages for a board of that size; upright if both ways need the same number."""
    ways = [_cut(width, height, paper, sideways) for sideways in (False, True)]
    best = min(ways, key=lambda way: (len(way.tiles), way.sideways))
    if len(best.tiles) > MOST_TILES:
        raise PrintError(f"this board needs {len(best.tiles)} pages, and {MOST_TILES} are the most")
    return best


def _cut(width: float, height: float, paper: Paper, sideways: bool) -> Tiling:
    across, down = (paper.height, paper.width) if sideways else (paper.width, paper.height)
    most_wide, most_high = across - 2 * MARGIN, down - 2 * MARGIN
    columns, rows = _pieces(width, most_wide), _pieces(height, most_high)
    wide, high = _each(width, columns), _each(height, rows)
    tiles = tuple(
        Tile(_tile_name(column, row, columns * rows), column * (wide - OVERLAP), row * (high - OVERLAP), wide, high)
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(sideways, columns, rows, tiles)


def _pieces(length: float, most: float) -> int:
    return 1 if length <= most else math.ceil((length - OVERLAP) / (most - OVERLAP))


def _each(length: float, pieces: int) -> float:
    """Equal tiles that share their overlap."""
    return (length + (pieces - 1) * OVERLAP) / pieces


def _tile_name(column: int, row: int, tiles: int) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[row % 26]}{column + 1}" if tiles > 1 else ""


def in_full(deck: Deck) -> list[PrintedCard]:
    """Each card, repeated by its number of copies in the box."""
    return [card for card in deck.cards for _ in range(card.count)]


def per_page(size: tuple[float, float], paper: Paper, margin: float) -> tuple[int, int]:
    """Columns and rows of cards on a page."""
    return int((paper.width - 2 * margin) // size[0]), int((paper.height - 2 * margin) // size[1])
