"""The sheets of every game on both papers, as a reader of the PDF finds them."""

import io
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from paddock.engine import Rulebook, Sheets
from paddock.games import all_games, load_game
from paddock.print import LONGEST_RULES, PAPERS, PrintError, chosen_tracks, pdf, summary_of
from paddock.print.pages import Paper, tiling
from paddock.print.summary import read_summary

MM = 72 / 25.4  # points of a millimetre
GAMES = [game.id for game in all_games() if game.sheets]
RULES, TABLES = "the rules in brief", "Tables"
# What the boxes hold by their rulebooks and ledgers, counted by hand.
CARDS = {
    "nestorgames_gp": {},
    "nitro_dice": {"Track/Handling cards": 96, "Condition cards": 6},
    "dicey_curves": {"Track cards": 36, "Danger cards": 32},
    "victory_lane": {"Action cards": 52, "Laps cards": 16, "Team cards": 8, "Race cards": 10},
    "project_nos": {"Track cards": 18, "Modification cards": 12, "Player cards": 4},
}
every_game = pytest.mark.parametrize("game", GAMES)
both_papers = pytest.mark.parametrize("paper", PAPERS)


@cache
def made(game: str, paper: str = "a4", track: str = "", part: Any = None) -> bytes:
    """A PDF, made once for all tests."""
    found = load_game(game)
    return pdf(found, chosen_tracks(found, track), paper, part)


@cache
def texts(game: str, paper: str = "a4", part: str = "cards") -> tuple[str, ...]:
    """What is written on each page of a part."""
    return tuple(page.extract_text() for page in reader(made(game, paper, part=part)).pages)


def reader(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def sections(pdf_file: PdfReader) -> dict[str, int]:
    """The bookmarks and the pages they lead to, from 0."""
    found: dict[str, int] = {}
    for entry in pdf_file.outline:
        assert not isinstance(entry, list)
        number = pdf_file.get_destination_page_number(entry)
        assert number is not None
        found[str(entry.title)] = number
    return found


def lengths_of_lines(page: PageObject) -> Iterator[float]:
    """Every straight stroke from one point to the next, in points."""
    contents = page.get_contents()
    assert contents is not None
    start: tuple[float, float] | None = None
    for operands, operator in ContentStream(contents, page.pdf).operations:
        if operator in (b"m", b"l"):
            here = float(operands[0]), float(operands[1])
            if operator == b"l" and start:
                yield math.dist(start, here)
            start = here


def fonts(page: PageObject) -> Iterator[Any]:
    """The fonts of a page and of the drawings on it."""
    seen: list[Any] = [page["/Resources"]]
    known: set[int] = set()
    while seen:
        resources = seen.pop().get_object()
        if id(resources) in known:
            continue
        known.add(id(resources))
        for font in resources["/Font"].get_object().values() if resources.get("/Font") else ():
            yield font.get_object()
        for drawn in resources["/XObject"].get_object().values() if resources.get("/XObject") else ():
            if "/Resources" in drawn.get_object():
                seen.append(drawn.get_object()["/Resources"])


def test_all_five_games_have_sheets():
    assert set(CARDS) <= set(GAMES)


@every_game
@both_papers
def test_every_page_has_the_size_of_the_paper(game: str, paper: str):
    sizes = {"a4": (210, 297), "letter": (215.9, 279.4)}
    for page in reader(made(game, paper)).pages:
        found = sorted((float(page.mediabox.width) / MM, float(page.mediabox.height) / MM))
        assert found == pytest.approx(sizes[paper], abs=0.1)


@every_game
@both_papers
def test_the_ruler_on_the_first_page_is_fifty_millimetres_long(game: str, paper: str):
    first = reader(made(game, paper, part="cards")).pages[0]
    assert "50 mm" in texts(game, paper)[0]
    assert [length for length in lengths_of_lines(first) if length == pytest.approx(50 * MM, abs=0.01)]


@every_game
def test_the_first_page_names_the_designer_and_says_that_components_are_reconstructions(game: str):
    text = " ".join(texts(game)[0].split())
    assert load_game(game).designer.split(" and ")[0].split("(")[0].strip() in text
    assert "The components on these sheets are reconstructions" in text
    assert "Reconstructed:" in text


@every_game
@both_papers
def test_cards_are_printed_in_the_number_of_the_box(game: str, paper: str):
    text = "\n".join(texts(game, paper))
    for deck, count in CARDS.get(game, {}).items():
        printed = re.findall(rf", {re.escape(deck)} (\d+)/{count}\b", text)
        assert sorted(map(int, printed)) == list(range(1, count + 1)), deck


def test_pieces_are_counted_on_the_first_page():
    # 8 cars, 24 discs, 8 cylinders, 8 grey items, 4 oil spills, 2 armed bombs, a tray and a gate
    assert "Pieces to cut out: 56" in texts("nestorgames_gp")[0]


@both_papers
def test_nine_cards_are_on_a_page(paper: str):
    counts = [len(re.findall(r"Track/Handling cards \d+/96", text)) for text in texts("nitro_dice", paper)]
    assert [count for count in counts if count] == [9] * 10 + [6]


@every_game
@both_papers
def test_the_rules_in_brief_take_at_most_two_pages(game: str, paper: str):
    found = reader(made(game, paper))
    marks = sections(found)
    begin = next(page for title, page in marks.items() if title.endswith(RULES))
    following = min(page for page in [*marks.values(), len(found.pages)] if page > begin)
    assert 1 <= following - begin <= LONGEST_RULES


@every_game
@both_papers
def test_no_page_is_empty(game: str, paper: str):
    for part in ("cards", "rules", "scores"):
        assert all(text.strip() for text in texts(game, paper, part))


@every_game
def test_every_font_is_embedded(game: str):
    for page in reader(made(game)).pages:
        for font in fonts(page):
            inner = font["/DescendantFonts"].get_object()[0].get_object() if "/DescendantFonts" in font else font
            descriptor = inner["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)


@every_game
def test_the_same_sheets_are_the_same_bytes(game: str):
    found = load_game(game)
    assert pdf(found, [], "letter", "rules") == pdf(found, [], "letter", "rules")


def test_the_same_boards_are_the_same_bytes():
    found = load_game("nestorgames_gp")
    tracks = chosen_tracks(found, "coast")
    assert pdf(found, tracks, "a4", "boards") == made("nestorgames_gp", track="coast", part="boards")


@every_game
def test_every_clause_of_the_summary_exists_and_every_rule_in_it_names_one(game: str):
    book = Rulebook.of(load_game(game))
    for block in summary_of(load_game(game)):
        assert [name for name in block.clauses if name not in book.clauses] == []
        if block.kind != "heading" and block.runs[-1].words != " ":
            assert block.clauses, "".join(run.words for run in block.runs)


@every_game
def test_clauses_that_sheets_name_exist(game: str):
    found = load_game(game)
    assert found.sheets
    book = Rulebook.of(found)
    texts = [f"{sheet.note} {sheet.clause}" for sheet in found.sheets.scores]
    texts += [f"{chart.title} {chart.note}" for chart in found.sheets.charts]
    for name in re.findall(r"\b[A-Z]{2}-\d+\b", " ".join(texts)):
        assert name in book.clauses


def test_a_part_is_printed_with_the_first_page_and_nothing_else():
    found = reader(made("nestorgames_gp", part="scores"))
    assert list(sections(found)) == ["Print and play", "Championship", "Race sheet"]
    assert len(found.pages) == 3


def test_a_board_of_one_track_is_printed_in_two_tiles_with_a_plan():
    found = reader(made("nestorgames_gp", track="coast", part="boards"))
    assert list(sections(found)) == ["Print and play", "How the boards are joined", "Coast Road"]
    assert len(found.pages) == 4


def test_all_boards_of_the_box_are_printed_if_none_is_chosen():
    names = list(sections(reader(made("nestorgames_gp", part="boards"))))[2:]
    assert names == [
        "First Oval",
        "Coast Road",
        "Quarry Cut",
        "Double Knot",
        "Drawbridge",
        "Warp Yard",
        "Switchyard",
        "Grand Arcade",
    ]


def test_a_strip_that_is_chosen_becomes_a_board_of_six_cards():
    found = reader(made("project_nos", track="switchback", part="boards"))
    text = found.pages[0].extract_text()
    assert "37.8 × 8.8 cm" in text  # six cards of 63 by 88 mm


def test_a_board_within_the_margins_is_one_tile():
    paper = Paper("a4", 210, 297)
    cut = tiling(190, 277, paper)
    assert (cut.columns, cut.rows, cut.sideways) == (1, 1, False)
    assert tiling(277, 190, paper).sideways


def test_tiles_share_their_overlap_and_cover_the_board():
    cut = tiling(372, 200, Paper("a4", 210, 297))  # two of 190, less 8 that they share
    assert [(tile.name, tile.x, tile.y, tile.width, tile.height) for tile in cut.tiles] == [
        ("A1", 0, 0, 190, 200),
        ("A2", 182, 0, 190, 200),
    ]
    four = tiling(372, 400, Paper("a4", 210, 297))  # on their side six pages would be needed
    assert [tile.name for tile in four.tiles] == ["A1", "A2", "B1", "B2"]
    assert max(tile.x + tile.width for tile in four.tiles) == pytest.approx(372)
    assert max(tile.y + tile.height for tile in four.tiles) == pytest.approx(400)


def test_a_board_of_too_many_pages_is_refused():
    with pytest.raises(PrintError, match="60 are the most"):
        tiling(3000, 3000, Paper("a4", 210, 297))


def test_a_game_without_sheets_says_so():
    without = replace(load_game("nitro_dice"), sheets=None)
    with pytest.raises(PrintError, match="Nitro Dice has no sheets to print"):
        chosen_tracks(without, "")


def test_sheets_of_nothing_are_a_first_page_with_the_rules():
    bare = replace(load_game("nitro_dice"), sheets=Sheets())
    assert list(sections(reader(pdf(bare, [], "a4")))) == ["Print and play", "Nitro Dice: the rules in brief"]


def test_a_summary_is_read_into_blocks():
    blocks = read_summary("# Title\n\n## Turn\nGo **far**\nahead. (AB-1 to AB-3)\n- Stop. (AB-4, AB-5)\n")
    assert [(block.kind, [(run.kind, run.words) for run in block.runs]) for block in blocks] == [
        ("heading", [("plain", "Turn")]),
        ("paragraph", [("plain", "Go "), ("bold", "far"), ("plain", " ahead. "), ("clause", "AB-1 to AB-3")]),
        ("item", [("plain", "Stop. "), ("clause", "AB-4, AB-5")]),
    ]
    assert blocks[2].clauses == ["AB-4", "AB-5"]
