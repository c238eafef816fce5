"""Runs the proofs that are named, or all, and prints one table. docs/hosting.md says what they prove."""

import argparse
import signal
import sys
import tempfile
import textwrap
from pathlib import Path

from . import disks, half_open, hostile, kills, leaks, nodes, soak, verifying
from .proof import Proof, Run

PROOFS: dict[str, tuple[Run, float]] = {  # with the seconds that each may take at most
    "kills": (kills.run, 3600.0),
    "nodes": (nodes.run, 5400.0),
    "planted": (nodes.find_planted, 600.0),
    "leaks": (leaks.run, 5400.0),
    "hostile": (hostile.run, 5400.0),
    "soak": (soak.run, 1500.0),
    "disks": (disks.run, 900.0),
    "half-open": (half_open.run, 300.0),
    "verify": (verifying.run, 1200.0),
}
ENDED = 143  # exit status after SIGTERM
WIDTHS = (10, 12, 7, 86)


def proved(name: str, scale: float, seconds: float, seed: int, tables: int = 0) -> Proof:
    """Run one proof in a folder of its own."""
    run, most = PROOFS[name]
    with tempfile.TemporaryDirectory(prefix=f"torture-{name}-") as folder:
        proof = Proof(name, Path(folder), scale, min(seconds, most), seed, tables=tables)
        with proof.part(name):
            run(proof)
        proof.measured["seconds"] = f"{proof.took:.0f}"
    return proof


def table(proofs: list[Proof]) -> str:
    """All of them, a row each."""
    lines = [_row("proof", "result", "seconds", "what was done"), _row(*("-" * width for width in WIDTHS))]
    for proof in proofs:
        seconds = proof.measured.pop("seconds")
        measured = "; ".join(f"{what}: {figure}" for what, figure in proof.measured.items())
        did = "; ".join(words for words in (proof.did(), measured) if words)
        lines.append(_row(proof.name, proof.result(), seconds, did))
        lines += [_row("", "left out", "", words) for words in proof.left_out]
        lines += [_row("", "failed", "", words.strip().splitlines()[-1]) for words in proof.failures[:5]]
    return "\n".join(lines)


def _row(name: str, result: str, seconds: str, did: str) -> str:
    """One row; what is too long goes on in the next line."""
    first, *more = textwrap.wrap(did, WIDTHS[3]) or [""]
    head = f"{name:<{WIDTHS[0]}}  {result:<{WIDTHS[1]}}  {seconds:>{WIDTHS[2]}}  "
    return "\n".join([head + first, *(" " * len(head) + line for line in more)])


def _end(*_signal: object) -> None:
    """What a proof has started ends with it."""
    sys.exit(ENDED)


def main() -> int:
    """Exit status 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m bench.torture", description=__doc__)
    parser.add_argument("proofs", nargs="*", metavar="PROOF", help=f"of {', '.join(PROOFS)}; none: all")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full numbers")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each proof, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=0, help="for `nodes`, at once; by default as the scale says")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.proofs if name not in PROOFS]
    if unknown:
        parser.error(f"there is no proof {', '.join(unknown)}; there are {', '.join(PROOFS)}")
    signal.signal(signal.SIGTERM, _end)
    if not chosen.proofs or "disks" in chosen.proofs:
        disks.enter_namespace()
    proofs = [
        proved(name, chosen.scale, chosen.seconds, chosen.seed, chosen.tables) for name in chosen.proofs or PROOFS
    ]
    print(f"scale {chosen.scale:g}, seed {chosen.seed}\n{table(proofs)}")
    return 1 if any(proof.failures for proof in proofs) else 0


if __name__ == "__main__":
    sys.exit(main())
