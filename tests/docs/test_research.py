"""What the page about research shows is run, and its data card is what the command prints."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from paddock.cli import cli

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
CARD = "paddock envs --card"


def commands() -> list[str]:
    lines = [line for language, text in BLOCKS if not language for line in text.splitlines()]
    return [line for line in lines if line.startswith("paddock ") and line != CARD]


def printed(command: str) -> str:
    result = CliRunner().invoke(cli, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_page_work(command: str):
    assert "to_act" in printed(command) or "project_nos" in command


PYTHON = [text for language, text in BLOCKS if language == "python"]


@pytest.mark.parametrize("code", PYTHON, ids=["aec", "gym", "openspiel", "batch"])
def test_the_environments_of_the_page_race_to_the_end(code: str):
    found: dict[str, Any] = {}
    exec(compile(code, "docs/research.md", "exec"), found)
    over = found["over"] if "over" in found else found["state"].is_terminal()
    assert np.all(over)


def test_the_data_card_is_what_the_command_prints():
    shown = [text for _, text in BLOCKS]
    assert shown[shown.index(f"{CARD}\n") + 1] == printed(CARD), f"write what `{CARD}` prints to docs/research.md"


def test_the_citation_names_the_version_of_the_package():
    cited = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited == [tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]]


EXAMPLES = {
    "random_agents.py": r"1\. seat_\d\n2\. seat_\d\n3\. seat_\d\n4\. seat_\d\n",
    "openspiel_mcts.py 5": r"tree search [+-]1, random driver [+-]1\n",
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_run(example: str):
    name, *words = example.split()
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / name), *words]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(EXAMPLES[example], ended.stdout)
