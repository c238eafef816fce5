"""Run chosen tests repeatedly, with busy processors beside them, and report how often each failed.

    python tools/repeat_tests.py --times 20 --busy 2 tests/browser
    python tools/repeat_tests.py --times 10 --workers 4              (the whole suite)

This finds flaky tests. Nothing is retried. Every run has other dice (TEST_LUCK=1, 2, 3 ...): a test in the
browser has the same ones in every ordinary run.
The exit status is 1 if anything failed in any run.
"""

import argparse
import contextlib
import multiprocessing
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?::.+?)(?: - .*)?$", re.MULTILINE)


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", help="paths or test ids as pytest takes them; none: every test")
    parser.add_argument("--times", type=int, default=10, help="complete runs (10)")
    parser.add_argument("--busy", type=int, default=0, help="processes that do nothing but count, beside the tests (0)")
    parser.add_argument("--workers", type=int, default=2, help="test processes (2)")
    parser.add_argument("--luck", type=int, default=1, help="the dice of the first run (1)")
    parser.add_argument("--log", type=Path, help="a file that takes the whole output of runs that failed")
    return parser.parse_args()


def count_for_ever() -> None:
    """Keep one processor busy."""
    number = 0
    while True:
        number += 1


@contextlib.contextmanager
def busy_processors(number: int) -> Generator[None]:
    """Keep `number` processors busy meanwhile."""
    busy = [multiprocessing.Process(target=count_for_ever, daemon=True) for _ in range(number)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.join()


def run_once(tests: list[str], workers: int, luck: int) -> tuple[int, str]:
    """One complete run: exit status and output."""
    dice = {**os.environ, "TEST_LUCK": str(luck)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), "--dist", "worksteal", *tests]
    done = subprocess.run(
        command, cwd=ROOT, env=dice, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout


def last_line(output: str) -> str:
    """The last line of pytest's output, e.g. `12 passed in 3.4s`."""
    return next((line for line in reversed(output.splitlines()) if line.strip()), "(no output)")


def failed_tests(status: int, output: str) -> list[str]:
    """The tests that failed; an aborted run counts as one."""
    return FAILED.findall(output) or ([f"(the run ended with status {status})"] if status else [])


def report(failures: Counter[str], times: int) -> None:
    """Print how often each test failed, the most frequent first."""
    print(f"\n{times} runs; {len(failures)} tests failed at least once")
    for test, count in failures.most_common():
        print(f"{count:4} of {times}  {test}")


def main() -> int:
    """Run, count and report."""
    asked = parsed()
    failures: Counter[str] = Counter()
    with busy_processors(asked.busy):
        for number in range(1, asked.times + 1):
            begun = time.monotonic()
            status, output = run_once(asked.tests, asked.workers, asked.luck + number - 1)
            failures.update(failed_tests(status, output))
            print(f"run {number}, busy {asked.busy}, {time.monotonic() - begun:.0f} s: {last_line(output)}", flush=True)
            if status and asked.log:
                with asked.log.open("a") as log:
                    log.write(output)
    report(failures, asked.times)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
