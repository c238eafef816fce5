"""The command as a separate process: exit status, streams, signals, start-up."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from paddock.engine import read_record

COMMAND = [sys.executable, "-m", "paddock"]
PLAIN = {**os.environ, "NO_COLOR": "", "COLUMNS": "80"}


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True, env=PLAIN, timeout=120)


def test_listing_games_loads_no_compiler():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "paddock", "games"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "nestorgames_gp" in done.stdout
    loaded = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert "numpy" in loaded
    assert not loaded & {"numba", "llvmlite", "rich"}


def test_wrong_input_ends_with_status_2_and_no_traceback():
    done = run("simulate", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("paddock: there is no game 'chess'")


def test_a_piped_race_goes_to_its_end_and_is_true(tmp_path: Path):
    file = str(tmp_path / "race.txt")
    done = run("terminal", "gp", "-o", "laps=1", "--save", file, typed="roll\nstop\n" * 100)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^1\. \w+.*, 3 points$", done.stdout, re.MULTILINE)
    assert "\x1b" not in done.stdout
    assert read_record(Path(file).read_text()).over
    verified = run("verify", file)
    assert verified.returncode == 0
    assert re.search(r"^(\d+) of \1 rolls and draws recomputed", verified.stdout, re.MULTILINE)


def test_bytes_that_are_no_text_end_nothing():
    done = subprocess.run([*COMMAND, "terminal", "gp"], input=b"\xff\xfe\x00\nquit\n", capture_output=True, env=PLAIN)
    assert done.returncode == 0
    assert b"is not possible now" in done.stdout
    assert done.stderr == b""


def test_the_end_of_input_ends_the_race_politely():
    done = run("terminal", "gp")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The race ends here and is not saved.\n")
    assert run("terminal").returncode == 0


def test_an_interrupted_race_is_kept(tmp_path: Path):
    file = tmp_path / "race.txt"
    command = [*COMMAND, "terminal", "gp", "--save", str(file)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=PLAIN,
        preexec_fn=heed_interrupts,
    ) as race:
        assert race.stdin
        assert race.stdout
        race.stdin.write(b"stop\n")
        race.stdin.flush()
        wait_until(lambda: file.exists() and " 0 0  #" in file.read_text())
        race.send_signal(signal.SIGINT)
        output = race.stdout.read().decode()
        assert race.stderr
        assert race.stderr.read() == b""
    assert race.returncode == 130
    assert "The race is saved; go on with: paddock terminal --resume" in output
    assert not read_record(file.read_text()).over


def heed_interrupts() -> None:
    """Restore the default SIGINT handler, which a test run in the background has switched off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(true: Callable[[], bool]) -> None:
    for _ in range(300):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("the condition did not hold within 30 seconds")


def test_a_reader_who_stops_reading_gets_no_traceback():
    done = subprocess.run(
        f"{shlex.join(COMMAND)} rules gp | head -n 1", shell=True, capture_output=True, text=True, env=PLAIN
    )
    assert done.stdout.startswith("# How to play nestorgames GP")
    assert done.stderr == ""


def test_letters_that_a_screen_lacks_end_nothing():
    ascii_only = {**PLAIN, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "terminal", "gp"], input=b"fly\n", capture_output=True, env=ascii_only)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?fly? is not possible now" in done.stdout
