"""`paddock print` as people type it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from paddock.cli import cli
from paddock.games import load_game


@pytest.fixture
def paddock() -> Callable[..., Result]:
    """Run a command with its arguments."""

    def run(*words: str) -> Result:
        return CliRunner().invoke(cli, list(words), prog_name="paddock", catch_exceptions=False)

    return run


def own_track(folder: Path) -> Path:
    """A track as the editor saves it, with a name of its own."""
    workshop = load_game("nitro_dice").workshop
    assert workshop
    checked = workshop.check(workshop.make(14, 5))
    file = folder / "harbour.toml"
    file.write_text(checked.text, encoding="utf-8")
    return file


def test_a_pdf_is_written_where_it_is_wanted(paddock: Callable[..., Result], tmp_path: Path):
    out = tmp_path / "gp.pdf"
    told = paddock("print", "gp", "--part", "rules", "--paper", "letter", "--out", str(out))
    assert told.exit_code == 0
    assert told.output == f"{out}: print it at 100 %, and check the printer with the ruler on the first page\n"
    assert len(PdfReader(out).pages) >= 2


def test_a_track_of_ones_own_is_printed_with_its_sections(paddock: Callable[..., Result], tmp_path: Path):
    out, file = tmp_path / "own.pdf", own_track(tmp_path)
    told = paddock("print", "nitro", "--track", str(file), "--part", "boards", "--out", str(out))
    assert told.exit_code == 0, told.output
    plan = " ".join(PdfReader(out).pages[1].extract_text().split())
    counts = [int(word) for word in plan.split("take ")[1].split(" out of")[0].replace(",", "").split()[::2]]
    assert sum(counts) == 14 - 2  # all sections but start and garage


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--track", "nowhere.toml"), "there is no track or file 'nowhere.toml'; the box has"),
        (("--track", "{bad}"), "bad.toml: "),
        (("--track", "{binary}"), "is no text file in UTF-8"),
        (("--track", "{large}"), "is too large for a track"),
        (("--track", "{folder}"), "there is no track or file"),
        (("--paper", "a5"), "'a5' is not one of 'a4', 'letter'"),
        (("--part", "dice"), "'dice' is not one of"),
        (("--out", "{folder}/none/x.pdf", "--part", "scores"), "cannot be written"),
    ],
)
def test_wrong_input_gives_a_sentence(
    paddock: Callable[..., Result], tmp_path: Path, words: tuple[str, ...], sentence: str
):
    (tmp_path / "bad.toml").write_text("name = 'no sections'\n", encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "large.toml").write_bytes(b"#" * 2_000_000)
    places = {name: str(tmp_path / f"{name}.toml") for name in ("bad", "binary", "large")}
    told = paddock("print", "nitro_dice", *(word.format(folder=tmp_path, **places) for word in words))
    assert told.exit_code == 2
    assert sentence in told.output
    assert "Traceback" not in told.output


def test_a_game_without_tracks_to_choose_says_so(paddock: Callable[..., Result]):
    told = paddock("print", "dicey", "--track", "loop")
    assert told.exit_code == 2
    assert "has no tracks to choose" in told.output


@pytest.mark.parametrize("library", ["typst", "font_source_sans_pro"])
def test_without_the_extra_one_sentence_says_what_to_install(
    paddock: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: str
):
    monkeypatch.setitem(sys.modules, library, None)
    told = paddock("print", "gp", "--part", "scores", "--out", str(tmp_path / "x.pdf"))
    assert told.exit_code == 2
    assert "pip install 'paddock[print]'" in told.output
