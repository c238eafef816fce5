"""Does network delay decide races in real time? The share of races that the delayed player wins, with 99 % intervals.

`python -m bench.delay --races 400`; all seeds are fixed, so the same races give the same figures.
"""

import argparse

from paddock.engine import Z99, wilson
from paddock.games.project_nos.lines import share

DELAYS = (0, 50, 100, 150, 200)  # milliseconds one way
JITTERS = (0, 50, 100, 200)  # full range in milliseconds: half above, half below the delay


def main() -> None:
    """Print the grid."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--races", type=int, default=400)
    races = parser.parse_args().races
    print(f"Project NOS in real time: won at the far end of a line, {races} races a line, against a line of 0 ms")
    print("delay    jitter     share of races won (99 % interval)")
    for delay in DELAYS:
        for jitter in JITTERS:
            won, decided = share([(0, 0), (delay, jitter)], races)
            low, high = wilson(won, decided, Z99)
            even = "" if low <= 0.5 <= high else "  not even"
            told = f"{100 * won / decided:5.1f} % ({100 * low:.1f} to {100 * high:.1f}){even}"
            print(f"{delay:4} ms   {jitter:4} ms   {told}", flush=True)


if __name__ == "__main__":
    main()
