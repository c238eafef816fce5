"""What the client may hold."""

from pathlib import Path

from .test_names import ROOT, project_files

FIRST_EMOJI = 0x1F000  # from here on many systems have no letters: an empty box is seen


def test_the_client_draws_its_signs_instead_of_writing_emoji():
    files = [Path(name) for name in project_files(ROOT) if name.endswith((".svelte", ".ts", ".css", ".html"))]
    found = {str(file) for file in files if any(ord(c) >= FIRST_EMOJI for c in (ROOT / file).read_text("utf-8"))}
    assert found == set()
