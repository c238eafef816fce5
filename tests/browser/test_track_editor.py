"""The track editor of Nitro Dice: lay a road, read the remarks, save it, export it, race on it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import complaints, wait_until
from .site import Site

EDITOR = "#/edit/nitro_dice"
READY = "Ready: one can race on this track"

# Once round a block, as one lays it from the start heading east: nine sections, and a straight closes the loop.
ABOVE = ("Left turn", "Straight", "Garage", "Straight", "Left turn")
PIECES = ("Start/Finish", "Straight", "Left turn", *ABOVE, "Left turn")
LOOKS = [
    pytest.param({"size": PHONE, "color_scheme": "dark"}, id="phone-dark"),
    pytest.param({"size": PHONE, "color_scheme": "light"}, id="phone-light"),
    pytest.param({"size": DESKTOP, "color_scheme": "light"}, id="desktop-light"),
    pytest.param({"size": DESKTOP, "color_scheme": "dark"}, id="desktop-dark"),
]


def editor(open_page: OpenPage, **more: Any) -> Page:
    page = open_page(EDITOR, **more)
    expect(page.get_by_role("grid")).to_be_visible()
    expect(summary(page)).to_have_text(READY)
    return page


def summary(page: Page) -> Locator:
    return page.get_by_role("region", name="What the rules say").get_by_role("status")


def lay(page: Page, piece: str) -> None:
    page.get_by_role("button", name=f"Lay {piece}").click()


def cell(page: Page, column: int, row: int) -> Locator:
    return page.locator(f'[data-cell="{column},{row}"]')


def empty_ground(page: Page) -> None:
    page.get_by_role("button", name="An empty ground").click()
    expect(summary(page)).to_have_text("1 thing to mend before a race")


def block(page: Page, name: str = "Round the block") -> None:
    """Lay a track from nothing."""
    empty_ground(page)
    for piece in PIECES:
        lay(page, piece)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Name").press("Enter")
    page.get_by_label("Laps").select_option("1")


def test_a_track_is_laid_from_nothing_mended_saved_and_raced_on(open_page: OpenPage):
    page = editor(open_page)
    empty_ground(page)
    for piece in PIECES[:5]:
        lay(page, piece)
    # start (0,0), straight, turn (2,0), turn (2,1), straight (1,1): the road goes on to the west
    cell(page, 3, 2).click()
    page.get_by_role("button", name="The road ends after section 4: lay the next one there.").click()
    expect(cell(page, 0, 1)).to_have_attribute("tabindex", "0")
    lay(page, "Garage")
    lay(page, "Straight")
    lay(page, "Right turn")
    expect(page.get_by_text("The road ends after section 7: lay the next one there.")).to_be_visible()
    expect(page.get_by_role("button", name="Race on it")).to_be_disabled()
    cell(page, -2, 1).click()
    lay(page, "Left turn")
    cell(page, -2, 0).click()
    lay(page, "Left turn")
    lay(page, "Straight")
    expect(summary(page)).to_have_text(READY)

    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="is saved in this browser")).to_be_visible()
    page.get_by_role("button", name="Race on it").click()
    expect(page.get_by_role("img", name="The street: 10 sections, 2 laps")).to_be_visible()
    for _ in range(4):
        page.locator(".acts[aria-busy=false] .usual").click()
    expect(page.locator(".side .log li").nth(3)).to_be_attached()


def test_an_error_is_shown_where_it_is_and_mended_by_turning_a_card(open_page: OpenPage):
    page = editor(open_page)
    cell(page, 0, 1).click()  # section 1 of the joined loops, a straight after the start
    page.get_by_role("button", name="Turn", exact=True).click()
    remark = page.get_by_role(
        "button", name=re.compile("Section 0 leads into a section that is entered from another side")
    )
    expect(remark).to_be_visible()
    cell(page, 3, 3).click()
    remark.click()
    expect(cell(page, 0, 1)).to_have_attribute("tabindex", "0")
    expect(page.locator("rect.marked")).to_have_count(2)
    for _ in range(3):
        page.get_by_role("button", name="Turn", exact=True).click()
    expect(summary(page)).to_have_text(READY)
    page.get_by_role("button", name="Rule ND-125").click()
    expect(page.get_by_role("dialog")).to_contain_text("ND-125")


def test_everything_is_done_by_keyboard_too(open_page: OpenPage):
    page = editor(open_page)
    page.get_by_role("button", name="An empty ground").press("Enter")
    expect(summary(page)).to_have_text("1 thing to mend before a race")
    cell(page, 0, 0).focus()
    page.keyboard.press("1")
    expect(cell(page, 0, 0)).to_have_accessible_name(re.compile("Start/Finish, in east, out east"))
    expect(cell(page, 1, 0)).to_be_focused()
    # Drive on with Shift and the arrows: east, north twice, west four times, south twice, and east again to the start.
    page.keyboard.press("ArrowLeft")
    for key in ("ArrowRight", *["ArrowUp"] * 2, *["ArrowLeft"] * 3, *["ArrowDown"] * 2, *["ArrowRight"] * 2):
        page.keyboard.press(f"Shift+{key}")
    expect(page.get_by_text("There is no Garage section")).to_be_visible()
    expect(cell(page, 1, 2)).to_have_accessible_name("Column 1, row 2: section 3, Left turn, in north, out west")
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("5")
    expect(cell(page, 0, 2)).to_have_accessible_name("Column 0, row 2: section 4, Garage, in west, out west")
    expect(summary(page)).to_have_text(READY)
    page.keyboard.press("Delete")
    expect(page.get_by_text("The road ends after section 3")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(summary(page)).to_have_text(READY)
    page.keyboard.press("Control+z")
    expect(page.get_by_text("There is no Garage section")).to_be_visible()
    page.keyboard.press("Control+Shift+z")
    expect(summary(page)).to_have_text(READY)


def test_a_road_is_dragged_with_the_mouse(open_page: OpenPage):
    page = editor(open_page)
    empty_ground(page)
    lay(page, "Start/Finish")
    corners = [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-1, 0), (0, 0)]
    for number, (column, row) in enumerate(corners):
        cell(page, column, row).hover()
        if number == 0:
            page.mouse.down()
    page.mouse.up()
    expect(cell(page, -2, 2)).to_have_accessible_name(re.compile("Left turn, in west, out south"))
    cell(page, 0, 2).click()
    lay(page, "Garage")
    expect(summary(page)).to_have_text(READY)


def test_tracks_are_kept_opened_replaced_and_deleted(open_page: OpenPage):
    page = editor(open_page)
    block(page)
    lay(page, "Straight")
    expect(summary(page)).to_have_text(READY)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="“Round the block” is saved in this browser")).to_be_visible()
    page.get_by_label("A track from the box").select_option("Crossroads")
    expect(page.get_by_label("Name")).to_have_value("Crossroads")
    page.get_by_label("Name").fill("Round the block")
    page.get_by_label("Name").press("Enter")
    expect(summary(page)).to_have_text(READY)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_label("Name").fill("Cross town")
    page.get_by_label("Name").press("Enter")
    page.get_by_role("button", name="Open Round the block").click()
    page.get_by_role("dialog").get_by_role("button", name="Save them first").click()
    expect(page.get_by_label("Name")).to_have_value("Round the block")
    yours = page.get_by_role("region", name="Your tracks")
    expect(yours.get_by_role("listitem")).to_have_count(2)
    yours.get_by_role("button", name="Delete Cross town").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(yours.get_by_role("listitem")).to_have_count(1)


def ready_with_checks_held(open_page: OpenPage) -> tuple[Page, list[Route]]:
    """A track that one can race on, and the server's checks of what changes from now on, held up."""
    page = editor(open_page)
    block(page)
    lay(page, "Straight")
    expect(summary(page)).to_have_text(READY)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/workshop/check", hold)
    return page, held


def test_an_answer_about_an_older_track_is_not_taken_for_one_about_this(open_page: OpenPage):
    """The name is changed while the check of the lap before it is on its way: the track is kept by its new name."""
    page, held = ready_with_checks_held(open_page)
    page.get_by_label("Laps").select_option("2")
    wait_until(page, lambda: bool(held))
    page.evaluate("window.setTimeout = () => 0")  # the page does not ask about the name by itself
    page.get_by_label("Name").fill("Twice round")
    page.get_by_label("Name").press("Enter")
    with page.expect_response("**/workshop/check"):
        held.pop().continue_()
    page.get_by_role("button", name="Save").click()
    wait_until(page, lambda: bool(held))
    page.unroute("**/workshop/check")  # which lets it go
    expect(page.get_by_role("status").filter(has_text="“Twice round” is saved in this browser")).to_be_visible()


def test_another_track_waits_until_this_one_is_saved(open_page: OpenPage):
    """Saving waits for the server's check; opening another track during that time still saves this one."""
    page, held = ready_with_checks_held(open_page)
    page.get_by_label("Name").fill("Held up")
    page.get_by_label("Name").press("Enter")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("A track from the box").select_option("Crossroads")
    expect(page.get_by_label("Name")).to_have_value("Held up")
    assert held
    page.unroute("**/workshop/check")  # which lets them go
    expect(page.get_by_label("Name")).to_have_value("Crossroads")
    yours = page.get_by_role("region", name="Your tracks")
    expect(yours.get_by_role("button", name="Open Held up")).to_be_visible()
    expect(yours.get_by_role("listitem")).to_have_count(1)


def test_work_survives_a_reload(open_page: OpenPage):
    page = editor(open_page)
    empty_ground(page)
    lay(page, "Start/Finish")
    lay(page, "Right turn")
    expect(page.get_by_text("The road ends after section 1")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The road ends after section 1")).to_be_visible()


def test_a_track_is_given_away_as_a_file(open_page: OpenPage, tmp_path: Path):
    page = editor(open_page)
    block(page)
    lay(page, "Straight")
    expect(summary(page)).to_have_text(READY)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download the file").click()
    assert caught.value.suggested_filename == "round-the-block.toml"
    file = tmp_path / "mine.toml"
    caught.value.save_as(file)
    data = tomllib.loads(file.read_text("utf-8"))
    assert (data["name"], data["laps"], len(data["section"])) == ("Round the block", 1, 10)

    friend = editor(open_page)
    friend.get_by_label("A file").set_input_files(file)
    expect(friend.get_by_label("Name")).to_have_value("Round the block")
    friend.get_by_label("A file").set_input_files({"name": "x.toml", "mimeType": "text/plain", "buffer": b"laps = ["})
    expect(friend.get_by_role("alert")).to_contain_text("This file cannot be opened")
    expect(friend.get_by_label("Name")).to_have_value("Round the block")


def test_the_form_of_a_new_table_takes_kept_tracks_and_files(open_page: OpenPage, site: Site):
    page = editor(open_page)
    block(page)
    lay(page, "Straight")
    expect(summary(page)).to_have_text(READY)
    page.get_by_role("button", name="New table with it").click()
    expect(page.get_by_role("heading", name="A new table of Nitro Dice")).to_be_visible()
    track = page.get_by_label("Track", exact=True)
    expect(track.locator("option:checked")).to_have_text("Round the block")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_text("“Round the block”")).to_be_visible()

    page.goto(f"{site.address}/#/new/nitro_dice")
    broken = b'laps = 1\n[[section]]\nkind = "start"\ncell = [0, 0]\n'
    page.get_by_label("Load a file").set_input_files({"name": "x.toml", "mimeType": "text/plain", "buffer": broken})
    expect(page.get_by_text("There is no Garage section; a track has exactly one.")).to_be_visible()


def test_chance_lays_a_track(open_page: OpenPage):
    page = editor(open_page)
    page.get_by_label("How long").select_option("12")
    page.get_by_label("seed").fill("7")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_label("Name")).to_have_value("Random 12/7")
    expect(summary(page)).to_have_text(READY)
    page.get_by_role("button", name="Another one by chance").click()
    expect(page.get_by_label("Name")).not_to_have_value("Random 12/7")


def test_the_editor_is_found_from_the_lobby_and_from_the_form(open_page: OpenPage, site: Site):
    page = open_page()
    page.get_by_role("link", name="Track editor of Nitro Dice").click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.goto(f"{site.address}/#/new/nitro_dice")
    page.get_by_role("link", name="Track editor").click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.goto(f"{site.address}/#/edit/nestorgames_gp")
    expect(page.get_by_text("nestorgames GP has no editor.")).to_be_visible()


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[2]])
def test_bots_try_a_track_and_a_map_shows_where_they_crash(open_page: OpenPage, look: dict[str, Any]):
    page = editor(open_page, **look)
    lab = page.get_by_role("region", name="The lab")
    lab.get_by_role("button", name="Try it in the lab").click()
    expect(lab.get_by_role("status")).to_contain_text("races of 4 bots: ")
    expect(lab.get_by_role("img", name="Where: crashes on the track")).to_be_visible()
    lab.get_by_role("button", name="Overtakes").click()
    expect(lab.get_by_role("img", name="Where: overtakes on the track")).to_be_visible()
    expect(lab.get_by_text("Most overtakes: section ")).to_be_visible()
    stop = lab.get_by_role("button", name="Stop")
    stop.click()
    expect(stop).to_be_hidden()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lay(page, "Garage")
    expect(lab.get_by_text("That was before your last change of the track.")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_the_editor(open_page: OpenPage, look: dict[str, Any]):
    page = editor(open_page, **look)
    assert complaints(page) == []
    lay(page, "Garage")
    lay(page, "Straight")
    expect(summary(page)).to_contain_text("to mend")
    assert complaints(page) == []


def test_a_track_is_laid_with_one_thumb(open_page: OpenPage):
    page = editor(open_page, size=PHONE, has_touch=True)
    block(page)
    lay(page, "Straight")
    expect(summary(page)).to_have_text(READY)
    sizes = page.evaluate(
        "[...document.querySelectorAll('[data-cell], .kind, .tool')].map(e => e.getBoundingClientRect())"
    )
    assert min(min(size["width"], size["height"]) for size in sizes) >= 43.9
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
