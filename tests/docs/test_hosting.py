"""What the guide to hosting shows is read by the program."""

import re
from pathlib import Path

import click

from paddock.cli import cli
from paddock.cli.admin import admin
from paddock.server import read_settings, store_path
from paddock.server.store.urls import is_postgres

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_settings_of_the_guide_are_settings(tmp_path: Path):
    shown = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert shown
    for number, text in enumerate(shown):
        file = tmp_path / f"{number}.toml"
        file.write_text(text)
        read_settings({}, str(file), {})


def test_other_commands_of_the_guide_exist():
    for name, inner, rest in re.findall(r"^paddock (serve|store)\b ?([a-z]*)(.*)$", GUIDE, re.MULTILINE):
        command = cli.commands[name]
        if isinstance(command, click.Group):
            command = command.commands[inner]
        options = {option for one in command.params for option in one.opts}
        assert set(re.findall(r"--[\w-]+", rest.partition("#")[0])) <= options, name
        urls = re.findall(r"(?:sqlite|postgres)[^ ']*", rest)
        assert urls
        for url in urls:
            assert is_postgres(url) or store_path(url) == "/var/lib/paddock/races.sqlite"


def test_the_commands_of_the_guide_exist():
    named = re.findall(r"^paddock admin (?:--store \S+ )?([\w-]+)(.*)$", GUIDE, re.MULTILINE)
    assert {name for name, _ in named} >= {"list", "backup", "check", "restore"}
    for name, rest in named:
        command = admin.commands[name]
        options = {option for one in command.params for option in one.opts}
        assert set(re.findall(r"--[\w-]+", rest.partition("#")[0])) <= options, name
