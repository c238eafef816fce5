"""Options: what people type, what a game accepts."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from paddock.engine import Option, OptionError, Value, complete_values, read_options

SWITCH: Mapping[Value, str] = {False: "As in the box.", True: "Something else happens."}
OPTIONS = (
    Option("track", "Where to race.", "short", {"short": "Soon over.", "long": "A whole evening."}, file=True),
    Option("laps", "How far.", 3, least=1, most=9),
    Option("rain", "Wet or dry.", False, SWITCH),
    Option("puddles", "More of it.", False, SWITCH, needs={"rain": (True,)}),
    Option("teams", "In pairs.", False, SWITCH, seats=(4, 6)),
)


def test_defaults_fill_what_was_not_chosen():
    assert complete_values(OPTIONS, {"laps": 5}, 2) == {
        "track": "short",
        "laps": 5,
        "rain": False,
        "puddles": False,
        "teams": False,
    }


def test_typed_options_are_read():
    assert read_options(OPTIONS, ["laps=9", "rain=on", "track=long"]) == {"laps": 9, "rain": True, "track": "long"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("laps", "written name=value, not 'laps'"),
        ("speed=3", "there is no option 'speed'; there are track, laps, rain, puddles, teams"),
        ("laps=0", "laps takes a whole number from 1 to 9, not '0'"),
        ("laps=many", "laps takes a whole number from 1 to 9, not 'many'"),
        ("rain=maybe", "rain takes off, on, not 'maybe'"),
        ("track=round", "track takes short, long or the path of a file, not 'round'"),
    ],
)
def test_a_wrong_option_says_what_is_possible(text: str, message: str):
    with pytest.raises(OptionError, match=message):
        read_options(OPTIONS, [text])


def test_an_option_may_take_a_file(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text("[track]\nname = 'mine'\n")
    assert read_options(OPTIONS, [f"track={file}"]) == {"track": "[track]\nname = 'mine'\n"}
    assert complete_values(OPTIONS, {"track": "[track]\nname = 'mine'\n"}, 2)["track"] == "[track]\nname = 'mine'\n"


def test_an_option_that_would_do_nothing_is_refused():
    with pytest.raises(OptionError, match="puddles=on needs rain=on"):
        complete_values(OPTIONS, {"puddles": True}, 2)
    assert complete_values(OPTIONS, {"puddles": True, "rain": True}, 2)["puddles"] is True


def test_an_option_may_need_certain_seats():
    with pytest.raises(OptionError, match="teams=on needs 4, 6 seats, not 5"):
        complete_values(OPTIONS, {"teams": True}, 5)


@pytest.mark.parametrize(
    ("name", "value"), [("laps", "3"), ("laps", True), ("rain", 1), ("track", "round"), ("nothing", 1)]
)
def test_values_of_the_wrong_kind_are_refused(name: str, value: str | int | bool):
    with pytest.raises(OptionError):
        complete_values(OPTIONS, {name: value}, 2)


def test_people_read_plain_words_or_what_the_box_writes():
    written = Option(
        "npds", "Who helps.", "many_of_us", {"many_of_us": "All.", "b_con": "B."}, titles={"b_con": "B-Con"}
    )
    boxed = Option("npds", "Who helps.", 1, least=1, most=2, title="NPDs")

    assert (OPTIONS[0].titled(), written.titled(), boxed.titled()) == ("Track", "Npds", "NPDs")
    assert [written.value_titled(value) for value in written.values] == ["many of us", "B-Con"]
    assert [OPTIONS[2].value_titled(value) for value in SWITCH] == ["no", "yes"]
    assert boxed.value_titled(2) == "2"
