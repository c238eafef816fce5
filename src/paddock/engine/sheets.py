"""What a game prints: boards, cards, pieces, charts and score sheets as data. `paddock.print` makes pages of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

CARD_MM = (63.0, 88.0)  # width and height of a usual playing card


@dataclass(frozen=True)
class Drawing:
    """A drawing of the game's web folder: the component `print/NAME.svelte` with its properties."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class PrintedBoard:
    """A board at true size. One that is larger than a page is printed in tiles."""

    name: str
    drawing: Drawing
    scale: float  # millimetres of one unit of the drawing
    note: str = ""  # what to know before racing on paper


@dataclass(frozen=True)
class PrintedCard:
    """The face of a card, as many times as it is in the box."""

    name: str  # printed as its title, if the deck has titles
    count: int = 1
    art: Drawing | None = None
    text: str = ""
    corner: str = ""  # large, left above, e.g. a number
    badge: str = ""  # small, right above
    rows: tuple[tuple[str, str], ...] = ()  # a small table, e.g. what each face of a die means
    tone: str = "#3a424d"  # colour of the border


@dataclass(frozen=True)
class Deck:
    """Cards of one size. With `picture` the art fills the card, and nothing else is printed on it."""

    name: str
    cards: tuple[PrintedCard, ...]
    size: tuple[float, float] = CARD_MM  # millimetres
    picture: bool = False


@dataclass(frozen=True)
class PrintedPiece:
    """A piece to cut out. One with a back is folded: the back is printed beside the front."""

    name: str
    drawing: Drawing
    width: float  # millimetres of the drawing
    count: int = 1
    back: Drawing | None = None


@dataclass(frozen=True)
class Chart:
    """A table to look things up in, e.g. what dice count."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class ScoreSheet:
    """A table to write in: a line for each of `lines`."""

    title: str
    columns: tuple[str, ...]  # the first one is wide: a name
    lines: tuple[str, ...]  # what is printed at the beginning of each line; "" to write there
    note: str = ""
    clause: str = ""  # that it follows


PrintedScene = Mapping[str, Any]  # what the game's `scene` gives of a table with all seats taken


@dataclass(frozen=True)
class Sheets:
    """Everything a game prints. Boards are asked for with the scene of a race on a track, and the track's name."""

    boards: Callable[[PrintedScene, str], tuple[PrintedBoard, ...]] = lambda scene, name: ()
    tracks: tuple[str, ...] = ()  # ids of the tracks that are printed when none is chosen
    decks: Callable[[PrintedScene], tuple[Deck, ...]] = lambda scene: ()
    pieces: Callable[[PrintedScene], tuple[PrintedPiece, ...]] = lambda scene: ()
    charts: tuple[Chart, ...] = ()
    scores: tuple[ScoreSheet, ...] = ()
    needed: tuple[str, ...] = ()  # what a table needs beside paper, e.g. "six dice a player"
