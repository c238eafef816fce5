"""Limits on the client's source: line length and characters."""

from pathlib import Path

from .test_names import ROOT, project_files

WIDTH = 120  # as of Python
FIRST_EMOJI = 0x1F000  # many systems lack glyphs from here on and show an empty box


def test_the_client_draws_its_signs_instead_of_writing_emoji():
    files = [Path(name) for name in project_files(ROOT) if name.endswith((".svelte", ".ts", ".css", ".html"))]
    found = {str(file) for file in files if any(ord(c) >= FIRST_EMOJI for c in (ROOT / file).read_text("utf-8"))}
    assert found == set()


def test_no_line_of_the_client_is_longer_than_120():
    """The formatter cannot break strings and comments."""
    files = [name for name in project_files(ROOT) if name.endswith((".svelte", ".ts", ".css"))]
    assert any(name.endswith("Board.svelte") for name in files)
    lines = (
        (name, n, text) for name in files for n, text in enumerate((ROOT / name).read_text("utf-8").split("\n"), 1)
    )
    assert [f"{name}:{n}" for name, n, text in lines if len(text) > WIDTH] == []
