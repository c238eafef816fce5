"""Runs the proofs that are named, or all, and prints one table. docs/hosting.md says what they prove."""

import argparse
import signal
import sys
import tempfile
import textwrap
from collections.abc import Iterable
from pathlib import Path

from . import disks, half_open, hostile, kills, leaks, nodes, soak, verifying
from .pieces import Piece, PiecesError, Total, by_proof, check_pieces, code_version, keep, piece_of, read_kept, total
from .proof import Proof, Run, in_words

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
    return proof


def table(pieces: list[Piece]) -> str:
    """Proofs that were run one after the other, a row each."""
    return "\n".join([*HEAD, *(row for piece in pieces for row in _rows(total([piece]), _measured(piece)))])


def report(pieces: list[Piece]) -> str:
    """Pieces of several runs: what each proof comes to, and below it what each piece measured."""
    lines = list(HEAD)
    for some in by_proof(pieces):
        lines += _rows(total(some, is_whole=True))
        for piece in sorted(some, key=lambda piece: piece.seed):
            measured = "; ".join(filter(None, [f"scale {piece.scale:g}, {piece.code}", _measured(piece)]))
            lines.append(_row("", f"seed {piece.seed}", f"{piece.seconds:.0f}", measured))
    return "\n".join(lines)


def _rows(proof: Total, measured: str = "") -> Iterable[str]:
    """One proof, with what could not be tried and what failed."""
    did = "; ".join(filter(None, [in_words(proof.done, proof.goals), measured]))
    yield _row(proof.pieces[0].proof, proof.result(), f"{sum(piece.seconds for piece in proof.pieces):.0f}", did)
    for words in dict.fromkeys(words for piece in proof.pieces for words in piece.left_out):
        yield _row("", "left out", "", words)
    for words in proof.failures[:5]:
        yield _row("", "failed", "", words.strip().splitlines()[-1])


def _measured(piece: Piece) -> str:
    return "; ".join(f"{what}: {figure}" for what, figure in piece.measured.items())


def _row(name: str, result: str, seconds: str, did: str) -> str:
    """One row; what is too long goes on in the next line."""
    first, *more = textwrap.wrap(did, WIDTHS[3]) or [""]
    head = f"{name:<{WIDTHS[0]}}  {result:<{WIDTHS[1]}}  {seconds:>{WIDTHS[2]}}  "
    return "\n".join([head + first, *(" " * len(head) + line for line in more)])


HEAD = (_row("proof", "result", "seconds", "what was done"), _row(*("-" * width for width in WIDTHS)))


def _end(*_signal: object) -> None:
    """What a proof has started ends with it."""
    sys.exit(ENDED)


def main() -> int:
    """Exit status 1 if anything failed."""
    parser = _parser()
    chosen = parser.parse_args()
    unknown = [name for name in chosen.proofs if name not in PROOFS]
    if unknown:
        parser.error(f"there is no proof {', '.join(unknown)}; there are {', '.join(PROOFS)}")
    try:
        if chosen.report:
            return _report(chosen.report, chosen.any_code)
        code = code_version() if chosen.keep else ""
    except PiecesError as error:
        parser.error(str(error))
    signal.signal(signal.SIGTERM, _end)
    if not chosen.proofs or "disks" in chosen.proofs:
        disks.enter_namespace()
    pieces: list[Piece] = []
    for name in chosen.proofs or PROOFS:
        proof = proved(name, chosen.scale, chosen.seconds, chosen.seed, chosen.tables)
        pieces.append(piece_of(proof, code))
        if chosen.keep:
            keep(pieces[-1], chosen.keep)
    print(f"scale {chosen.scale:g}, seed {chosen.seed}\n{table(pieces)}")
    return _status(pieces)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.torture", description=__doc__)
    parser.add_argument("proofs", nargs="*", metavar="PROOF", help=f"of {', '.join(PROOFS)}; none: all")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full numbers")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each proof, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=0, help="for `nodes`, at once; by default as the scale says")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="append a line for each proof that has ended")
    parser.add_argument("--report", type=Path, nargs="+", metavar="FILE", help="add up what was kept, and run nothing")
    parser.add_argument("--any-code", action="store_true", help="for --report: also pieces of different commits")
    return parser


def _report(files: list[Path], any_code: bool) -> int:
    """Print what was kept."""
    pieces = read_kept(files)
    check_pieces(pieces, any_code)
    print(report(pieces))
    return _status(pieces)


def _status(pieces: list[Piece]) -> int:
    return 1 if any(piece.failures for piece in pieces) else 0


if __name__ == "__main__":
    sys.exit(main())
