"""Settings by command line, environment and file: each has one name, wrong ones are refused with a sentence."""

import secrets
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from paddock.server import (
    Chosen,
    SettingError,
    Settings,
    StoreError,
    all_settings,
    from_words,
    open_store,
    read_settings,
    shown,
)
from paddock.server.settings import Sources


@pytest.fixture(autouse=True)
def _no_file_of_this_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def leaves(group: Any, prefix: str = "") -> Iterator[str]:
    """The names of all fields, found without the code under test."""
    for one in fields(group):
        value = getattr(group, one.name)
        if not isinstance(value, Sources):
            yield from leaves(value, f"{prefix}{one.name}.") if is_dataclass(value) else [prefix + one.name]


def leaf_names(read: dict[str, Any]) -> Iterator[str]:
    for name, value in read.items():
        yield from leaf_names(value) if isinstance(value, dict) else [name]  # pyright: ignore


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    return str(file)


def test_every_field_of_the_dataclasses_is_a_setting_with_one_name_and_one_variable():
    settings = all_settings()
    assert sorted(settings) == sorted(leaves(Settings()))
    assert len({setting.variable for setting in settings.values()}) == len(settings)
    assert settings["limits.tables"].variable == "PADDOCK_LIMITS_TABLES"


def test_the_command_line_counts_before_the_environment_before_the_file_before_the_default(tmp_path: Path):
    file = written(tmp_path, "port = 1001\nhost = '::1'\n[limits]\ntables = 11\ntables_an_address = 12\n")
    environment = {"PADDOCK_PORT": "1002", "PADDOCK_LIMITS_TABLES": "21"}
    given = {"port": from_words("port", "1003", "--port")}
    settings, chosen = read_settings(given, file, environment)
    assert (settings.port, chosen["port"].source) == (1003, "--port")
    assert (settings.limits.tables, chosen["limits.tables"].source) == (21, "PADDOCK_LIMITS_TABLES")
    assert (settings.limits.tables_an_address, chosen["limits.tables_an_address"].source) == (12, file)
    assert (settings.host, settings.limits.keys, chosen["limits.keys"].source) == ("::1", 16, "default")


def test_a_file_is_named_by_the_environment_or_lies_at_its_usual_place(tmp_path: Path):
    usual = tmp_path / "config" / "paddock" / "settings.toml"
    usual.parent.mkdir(parents=True)
    usual.write_text("port = 4001\n")
    assert read_settings({}, "", {})[0].port == 4001
    named = written(tmp_path, "port = 4002\n")
    assert read_settings({}, "", {"PADDOCK_SETTINGS": named})[0].port == 4002


def test_every_kind_of_value_can_stand_in_the_environment():
    environment = {
        "PADDOCK_HOSTS": "play.example, race.example",
        "PADDOCK_PROXIES": "127.0.0.1,10.0.0.0/8",
        "PADDOCK_PACE_BOT_DELAY": "0.1,0.2",
        "PADDOCK_EXPIRY_DELETE_RACES": "yes",
        "PADDOCK_EXPIRY_WAITING_HOURS": "2",
        "PADDOCK_METRICS_TOKEN": "secret",
        "PADDOCK_CACHE": "/somewhere",
    }
    settings, _ = read_settings({}, "", environment)
    assert settings.hosts == ("play.example", "race.example")
    assert settings.proxies == ("127.0.0.1", "10.0.0.0/8")
    assert settings.pace.bot_delay == (0.1, 0.2)
    assert settings.expiry.delete_races is True
    assert settings.expiry.waiting_hours == 2.0
    assert settings.metrics_token == "secret"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[limits]\ntabels = 3", "there is no setting 'limits.tabels'; perhaps limits.tables is meant"),
        ("[limits]\ntables = 'many'", "limits.tables takes a whole number, not 'many'"),
        ("[limits]\ntables = 0", "limits.tables takes a number above 0, not 0"),
        ("[limits]\ntables = true", "limits.tables takes a whole number, not True"),
        ("[limits]\nmessages_a_second = nan", "limits.messages_a_second takes a number, not nan"),
        ("[pace]\nbot_delay = [2, 1]", "pace.bot_delay takes two numbers from 0 on, the smaller one first"),
        ("[pace]\nbot_delay = [1, 2, 3]", "pace.bot_delay takes 2 numbers, not [1, 2, 3]"),
        ("port = 70000", "port takes a number from 0 to 65535, not 70000"),
        ("proxies = ['nginx']", "proxies takes addresses or networks"),
        ("hosts = ['https://play.example']", "hosts takes names like play.example"),
        ("origins = ['play.example']", "origins takes origins like https://play.example"),
        ("standard_bot = 'wizard'", "standard_bot takes one of"),
        ("sources = {now = 1}", "there is no setting 'sources.now'"),
        ("port = ", "is not TOML"),
        ("#" * 70_000, "at most 65536 bytes"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_what_to_do(tmp_path: Path, text: str, told: str):
    file = written(tmp_path, text)
    with pytest.raises(SettingError) as refused:
        read_settings({}, file, {})
    assert str(refused.value).startswith(file)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "text", "told"),
    [
        ("PADDOCK_PORT", "http", "PADDOCK_PORT: port takes a whole number, not 'http'"),
        ("PADDOCK_LIMIT_TABLES", "3", "there is no variable 'PADDOCK_LIMIT_TABLES'; perhaps PADDOCK_LIMITS_TABLES"),
        ("PADDOCK_OPEN_BROWSER", "maybe", "PADDOCK_OPEN_BROWSER: open_browser takes true or false, not 'maybe'"),
        (
            "PADDOCK_METRICS_TOKEN",
            "sec\nret",
            "PADDOCK_METRICS_TOKEN: metrics_token takes a text on one line, not this",
        ),
        ("PADDOCK_SETTINGS", "/nowhere/settings.toml", "/nowhere/settings.toml cannot be read: No such file"),
    ],
)
def test_a_wrong_variable_is_refused_with_its_name(variable: str, text: str, told: str):
    with pytest.raises(SettingError) as refused:
        read_settings({}, "", {variable: text})
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_shown_can_be_used_as_a_file_and_hides_the_token(tmp_path: Path):
    environment = {"PADDOCK_METRICS_TOKEN": "hush", "PADDOCK_LIMITS_TABLES": "77", "PADDOCK_HOSTS": "a.example"}
    settings, chosen = read_settings({"port": Chosen(1234, "--port")}, "", environment)
    text = shown(chosen)
    assert "hush" not in text
    assert "tables = 77  # PADDOCK_LIMITS_TABLES" in text
    read: dict[str, Any] = tomllib.loads(text)
    assert len([*leaf_names(read)]) == len(all_settings()) - 1
    again, _ = read_settings({}, written(tmp_path, text), {"PADDOCK_METRICS_TOKEN": "hush"})
    assert (again.port, again.hosts, again.metrics_token) == (1234, ("a.example",), "hush")
    assert (again.limits, again.pace, again.files, again.expiry) == (
        settings.limits,
        settings.pace,
        settings.files,
        settings.expiry,
    )


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:hush@db.example/races",
        "postgres://:hush@/races?host=/run/postgresql",
        "postgresql://db.example/races?user=ana&password=hush",
    ],
)
def test_a_password_in_the_address_of_a_store_is_not_shown(url: str):
    assert "hush" not in shown(read_settings({}, "", {"PADDOCK_STORE": url})[1])
    plain = "postgresql://ana@db.example/races"
    assert f'store = "{plain}"' in shown(read_settings({}, "", {"PADDOCK_STORE": plain})[1])
    with pytest.raises(StoreError) as refused:
        open_store(url.replace("postgres", "mysql"))
    assert "hush" not in str(refused.value)


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch):
    made = iter(["-abc", "--help", "ab-c"])

    def one_after_another(_size: int) -> str:
        return next(made)

    monkeypatch.setattr(secrets, "token_urlsafe", one_after_another)
    assert Sources().token(12) == "ab-c"


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paddock", "serve", *words], capture_output=True, text=True, check=False
    )


def test_the_command_shows_settings_and_refuses_wrong_ones(tmp_path: Path):
    file = written(tmp_path, "[limits]\ntables = 5\n")
    done = serve("--settings", file, "--set", "pace.leave_grace=1", "--no-open", "--show-settings")
    assert done.returncode == 0, done.stderr
    read = tomllib.loads(done.stdout)
    assert (read["limits"]["tables"], read["pace"]["leave_grace"], read["open_browser"]) == (5, 1.0, False)
    for words, told in [
        (("--set", "limits.tables=none"), "paddock: --set: limits.tables takes a whole number, not 'none'."),
        (("--set", "limits.tables"), "paddock: --set takes NAME=VALUE, e.g. limits.tables=500, not 'limits.tables'."),
        (("--settings", "/nowhere"), "paddock: /nowhere cannot be read: No such file or directory."),
    ]:
        refused = serve(*words)
        assert (refused.returncode, refused.stderr.strip()) == (2, told)
