"""The lobby and the form of a new table: tiles in one view, presets and tracks by picture, filters."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from paddock.games import game_ids, load_game

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import complaints, table_of
from .site import Site

LAPTOP = {"width": 1366, "height": 650}


def boxes(page: Page) -> list[dict[str, float]]:
    """Where the tiles of the games are, once all pictures are drawn."""
    page.wait_for_function("() => document.querySelectorAll('.card .picture svg').length > 4")
    return page.locator(".card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP], ids=["1440x900", "1366x650"])
def test_every_game_has_an_equal_tile_in_the_first_view(open_page: OpenPage, size: dict[str, int]):
    page = open_page(size=size)
    tiles = boxes(page)
    assert len(tiles) >= 5
    assert len({round(tile["width"]) for tile in tiles}) == len({round(tile["height"]) for tile in tiles}) == 1
    assert max(tile["bottom"] for tile in tiles) <= size["height"]
    assert complaints(page) == []


def test_simple_games_come_first(open_page: OpenPage):
    page = open_page(size=PHONE)
    boxes(page)
    names = page.locator(".card h2").all_inner_texts()
    weights = [load_game(one).weight for one in ("project_nos", "nestorgames_gp", "victory_lane", "nitro_dice")]
    assert weights == sorted(weights)
    wanted = ["Project NOS", "nestorgames GP", "Victory Lane", "Nitro Dice"]
    assert [name for name in names if name in wanted] == wanted


def test_a_race_of_ours_comes_before_the_games(open_page: OpenPage, site: Site):
    page = open_page(keys_of=site.table("nestorgames_gp", "me", "bot"))
    continued = page.get_by_role("heading", name="Continue").bounding_box()
    assert continued is not None
    assert continued["y"] < min(tile["top"] for tile in boxes(page))
    page.get_by_role("link", name="nestorgames GP red").first.click()
    expect(page.locator(".race")).to_be_visible()


def test_many_tables_are_filtered_by_game_and_kind(open_page: OpenPage, site: Site):
    for game in ("nestorgames_gp", "nestorgames_gp", "nitro_dice", "nitro_dice"):
        site.table(game, "me", "open", private=False)
    page = open_page()
    page.get_by_label("Game of the tables").select_option("Nitro Dice")
    lists = page.locator(".lists")
    expect(lists.get_by_text("Nitro Dice").first).to_be_visible()
    expect(lists.get_by_text("nestorgames GP")).to_have_count(0)
    page.get_by_role("button", name="Running").click()
    expect(lists.get_by_role("heading")).to_have_text(["Racing now"])
    page.get_by_role("button", name="With open seats").click()
    expect(lists.get_by_role("heading")).to_have_text(["Open tables"])
    page.get_by_label("Game of the tables").select_option("All games")
    expect(lists.get_by_text("nestorgames GP").first).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_preset_and_a_track_are_chosen_by_their_pictures(open_page: OpenPage, site: Site, size: dict[str, int]):
    page = open_page("#/new/nestorgames_gp", size=size)
    presets = page.get_by_role("group", name="Presets")
    expect(presets.get_by_role("button", pressed=True)).to_contain_text("Standard")
    expect(presets.locator("svg").first).to_be_visible()
    presets.get_by_role("button", name="Quick").click()
    expect(presets.get_by_role("button", pressed=True)).to_contain_text("Quick")
    page.get_by_text("All options").click()
    expect(page.get_by_label("Laps")).to_have_value("1")
    assert complaints(page) == []

    page.get_by_role("group", name="Board").get_by_role("button", name="Coast Road").click()
    expect(presets.get_by_role("button", pressed=True)).to_have_count(0)  # no preset any more
    expect(page.get_by_label("Board", exact=True).locator("option:checked")).to_have_text("Coast Road")
    page.get_by_role("button", name="All at this screen").click()
    page.get_by_role("button", name="To the grid").click()
    expect(page.locator(".race")).to_be_visible()
    info = httpx.get(f"{site.address}/api/tables/{table_of(page)}", trust_env=False).json()
    assert (info["options"]["board"], info["options"]["laps"], info["options"]["race_end"]) == ("coast", 1, "first")


def test_a_series_begins_with_a_preset_too(open_page: OpenPage):
    page = open_page("#/season/nitro_dice")
    page.get_by_role("group", name="Presets").get_by_role("button", name="Everything").click()
    page.get_by_text("Rules of the races").click()
    expect(page.get_by_label("Disaster area")).to_be_checked()


@pytest.mark.parametrize("form", ["new", "season"])
@pytest.mark.parametrize("game", [*game_ids()])
def test_every_value_of_every_option_says_what_it_changes(open_page: OpenPage, form: str, game: str):
    page = open_page(f"#/{form}/{game}")
    page.get_by_text("All options" if form == "new" else "Rules of the races").click()
    for unfold in page.get_by_text("What the others are").all():
        unfold.click()
    shown = page.locator(".says:visible").all_inner_texts()
    declared = load_game(game)
    besides = declared.series.options if declared.series and form == "season" else ()
    sentences = [sentence for option in (*declared.options, *besides) for sentence in option.values.values()]
    assert len(sentences) > 10
    assert [sentence for sentence in sentences if sentence not in shown] == []
    assert complaints(page) == []
