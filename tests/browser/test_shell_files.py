"""Custom component files in the form of a new table: errors are shown at once."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage

OWN = {  # by game: the option that takes a file, and one with something wrong in it
    "nestorgames_gp": ("board", 'name = "Half"\n'),
    "nitro_dice": ("track", "laps = 1\n"),
    "victory_lane": ("race", '[[race]]\nname = "Long"\nhand_size = 99\n'),
    "project_nos": ("track", "values = [1, 2, 3, 4, 5, 9]\n"),
}


def give(page: Page, content: bytes, name: str = "mine.toml") -> None:
    file: Any = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.get_by_label("Load a file").set_input_files(file)


@pytest.mark.parametrize("game", OWN)
def test_what_is_wrong_with_a_file_is_said_before_the_table_is_made(open_page: OpenPage, game: str):
    page = open_page(f"#/new/{game}")
    give(page, OWN[game][1].encode())
    expect(page.locator(".problems .error").first).to_be_visible()


@pytest.mark.parametrize("game", OWN)
def test_an_example_is_downloaded_and_can_be_raced_on(open_page: OpenPage, game: str, tmp_path: Path):
    page = open_page(f"#/new/{game}")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Example file").click()
    file = tmp_path / "example.toml"
    caught.value.save_as(file)
    assert tomllib.loads(file.read_text("utf-8"))
    page.get_by_label("Load a file").set_input_files(file)
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Waiting for drivers")).to_be_visible()


def test_a_file_that_cannot_be_read_is_named_and_a_good_one_ends_the_complaint(open_page: OpenPage):
    page = open_page("#/new/project_nos")
    said = page.locator(".option [role=alert]")
    give(page, "# Straße\nvalues = [1, 2, 3, 4, 5, 6]\n".encode("latin-1"), "old.toml")
    expect(said).to_have_text("old.toml is no text in UTF-8: save it as UTF-8 and load it again.")
    give(page, b"#" * 100_000, "big.toml")
    expect(said).to_contain_text("big.toml is too large")
    give(page, b"values = [1, 2, 3, 4, 5, 6]")  # without an end of its line
    expect(said).to_have_count(0)
    expect(page.get_by_label("Track", exact=True).locator("option:checked")).to_have_text("from a file")


def test_a_series_says_what_is_wrong_with_a_file_too(open_page: OpenPage):
    page = open_page("#/season/victory_lane")
    page.get_by_text("Rules of the races").click()
    give(page, OWN["victory_lane"][1].encode())
    expect(page.locator(".problems .error").first).to_be_visible()
