"""One PDF from a game's sheets. Typst sets the pages by `sheets.typ`; what is on them comes to it as one JSON file."""

import json
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, cast

from paddock.engine import Deck, Example, Game, PrintedCard, PrintedPiece

from .drawing import Draughtsman, size
from .errors import PrintError, PrintExtraError
from .pages import MARGIN, OVERLAP, Paper, boards_of, in_full, per_page, scene_of, sheets_of, tiling
from .summary import summary_of

Part = Literal["boards", "cards", "rules", "scores"]
PARTS: tuple[Part, ...] = ("boards", "cards", "rules", "scores")
PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("us-letter", 215.9, 279.4)}
LONGEST_RULES = 2  # pages
RULER = 50.0  # millimetres
CARD_MARGIN = 7.0  # millimetres: nine cards fill a Letter page nearly
TEMPLATE = Path(__file__).parent / "sheets.typ"
CREDITS = "CREDITS.md"


def pdf(game: Game, tracks: list[Example], paper: str = "a4", part: Part | None = None) -> bytes:
    """The sheets of a game as a PDF: the same bytes for the same game, tracks, paper and part."""
    content = _Content(game, PAPERS[paper])
    files = content.files(tracks, PARTS if part is None else (part,))
    return _typeset(files)


class _Content:
    """What `sheets.typ` reads: one file of data, and one for each drawing."""

    def __init__(self, game: Game, paper: Paper):
        self._game = game
        self._sheets = sheets_of(game)
        self._paper = paper
        self._draughtsman = Draughtsman(game.id)
        self._drawings: dict[str, str] = {}  # text -> name of its file

    def files(self, tracks: list[Example], parts: tuple[Part, ...]) -> dict[str, bytes]:
        """Names and contents."""
        scene = scene_of(self._game)
        data = {
            "title": self._game.name,
            "sentence": self._game.sentence,
            "credits": credits_of(self._game),
            "paper": asdict(self._paper),
            "ruler": RULER,
            "margin": MARGIN,
            "overlap": OVERLAP,
            "needed": self._sheets.needed,
            "longest_rules": LONGEST_RULES,
            "boards": self._boards(tracks) if "boards" in parts else [],
            "decks": [self._deck(deck) for deck in self._sheets.decks(scene)] if "cards" in parts else [],
            "pieces": [self._piece(piece) for piece in self._sheets.pieces(scene)] if "cards" in parts else [],
            "charts": [asdict(chart) for chart in self._sheets.charts] if "rules" in parts else [],
            "rules": [asdict(block) for block in summary_of(self._game)] if "rules" in parts else [],
            "scores": [asdict(sheet) for sheet in self._sheets.scores] if "scores" in parts else [],
        }
        drawn = {name: text.encode() for text, name in self._drawings.items()}
        return {"data.json": json.dumps(data).encode(), "main": TEMPLATE.read_bytes(), **drawn}

    def _boards(self, tracks: list[Example]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for board in boards_of(self._game, tracks):
            svg = self._draughtsman.svg(board.drawing)
            width, height = (length * board.scale for length in size(svg))
            cut = tiling(width, height, self._paper)
            kept = {"name": board.name, "note": board.note, "width": width, "height": height}
            found.append({**kept, "file": self._file(svg), **asdict(cut)})
        return found

    def _deck(self, deck: Deck) -> dict[str, Any]:
        columns, rows = per_page(deck.size, self._paper, CARD_MARGIN)
        cards = [self._card(card) for card in in_full(deck)]
        shape = {"width": deck.size[0], "height": deck.size[1], "columns": columns, "rows": rows}
        return {"name": deck.name, "picture": deck.picture, "cards": cards, **shape}

    def _card(self, card: PrintedCard) -> dict[str, Any]:
        shown = {key: getattr(card, key) for key in ("name", "text", "corner", "badge", "rows", "tone")}
        return {**shown, "file": self._file(self._draughtsman.svg(card.art)) if card.art else ""}

    def _piece(self, piece: PrintedPiece) -> dict[str, Any]:
        svg = self._draughtsman.svg(piece.drawing)
        width, height = size(svg)
        back = self._file(self._draughtsman.svg(piece.back)) if piece.back else ""
        shape = {"width": piece.width, "height": piece.width * height / width}
        return {"name": piece.name, "count": piece.count, "file": self._file(svg), "back": back, **shape}

    def _file(self, svg: str) -> str:
        return self._drawings.setdefault(svg, f"{len(self._drawings)}.svg")


def credits_of(game: Game) -> list[str]:
    """Who made the game and what is reconstructed: the paragraphs of CREDITS.md in its folder."""
    try:
        text = (game.folder / CREDITS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise PrintError(
            f"{game.name} has no {CREDITS} in its folder, and sheets without credits are not printed"
        ) from None
    paragraphs = [" ".join(block.split()) for block in text.split("\n\n")]
    return [block for block in paragraphs if block and not block.startswith("#")]


def _typeset(files: dict[str, bytes]) -> bytes:
    try:
        import typst
    except ImportError:
        raise PrintExtraError from None
    try:
        made, warnings = typst.compile_with_warnings(
            cast(Any, files), format="pdf", font_paths=[_fonts()], ignore_system_fonts=True, timestamp=0
        )
    except typst.TypstError as error:
        raise PrintError(f"the sheets do not fit their pages: {error.message}") from None
    if warnings:
        raise PrintError(f"the sheets are not clean: {warnings[0].message}")
    assert isinstance(made, bytes)
    return made


def _fonts() -> str:
    try:
        package = import_module("font_source_sans_pro")
    except ImportError:
        raise PrintExtraError from None
    return str(Path(str(package.__file__)).parent / "files")
