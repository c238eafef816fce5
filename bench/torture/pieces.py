"""Proofs kept in files, a JSON line each, so that a long one can be run in pieces of different seeds and added up."""

import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from .proof import Proof

ROOT = Path(__file__).parents[2]
CODE = ("src", "bench", "tests", "pyproject.toml", "uv.lock")  # what a proof runs
SUMMED = ("kills", "leaks", "hostile", "verify")  # the others prove something of one long run: the largest piece counts


class PiecesError(ValueError):
    """Pieces that cannot be kept or added up; says why."""


@dataclass(frozen=True)
class Piece:
    """One run of a proof."""

    proof: str
    seed: int
    scale: float
    code: str  # commit; empty if it is not kept
    seconds: float
    done: dict[str, int]  # as in Proof
    goals: dict[str, int]  # at this scale
    full: dict[str, int]  # at scale 1
    measured: dict[str, str]
    left_out: list[str] = field(default_factory=list[str])
    failures: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class Total:
    """All pieces of one proof."""

    pieces: list[Piece]
    done: dict[str, int]
    goals: dict[str, int]

    @property
    def failures(self) -> list[str]:
        """Of all pieces."""
        return [words for piece in self.pieces for words in piece.failures]

    def result(self) -> str:
        """One or two words for the table."""
        if self.failures:
            return f"{len(self.failures)} FAILED"
        return "held" if all(self.done.get(what, 0) >= goal for what, goal in self.goals.items()) else "held in part"


def piece_of(proof: Proof, code: str) -> Piece:
    """What a proof that has ended leaves."""
    return Piece(
        proof.name, proof.seed, proof.scale, code, round(proof.took, 1), dict(proof.done), proof.goals, proof.full,
        proof.measured, proof.left_out, proof.failures,
    )  # fmt: skip


def total(pieces: list[Piece], is_whole: bool = False) -> Total:
    """Add pieces of one proof up; `is_whole`: against the goals of the whole proof, not of the pieces."""
    done, goals = dict[str, int](), dict[str, int]()
    for piece in pieces:
        for what, number in piece.done.items():
            before = done.get(what, 0)
            done[what] = before + number if piece.proof in SUMMED else max(before, number)
        for what, number in (piece.full if is_whole else piece.goals).items():
            goals[what] = max(goals.get(what, 0), number)
    return Total(pieces, done, goals)


def by_proof(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces of one proof together, in the order of the first ones."""
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.proof, []).append(piece)
    return list(found.values())


# Files


def code_version() -> str:
    """The commit of the code that runs; PiecesError if it was changed since."""
    if _git("status", "--porcelain", "--", *CODE):
        raise PiecesError("what is kept names a commit, and the code here is not that of one: commit it first")
    return _git("rev-parse", "--short=12", "HEAD")


def keep(piece: Piece, file: Path) -> None:
    """Append a line to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as kept:
        kept.write(msgspec.json.encode(piece) + b"\n")


def read_kept(files: Iterable[Path]) -> list[Piece]:
    """All pieces of some files."""
    return [piece for file in files for piece in _read(file)]


def _read(file: Path) -> Iterable[Piece]:
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise PiecesError(f"{file} cannot be read: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        try:
            yield msgspec.json.decode(line, type=Piece)
        except msgspec.DecodeError as error:
            raise PiecesError(f"line {number} of {file} is no kept proof: {error}") from None


def check_pieces(pieces: list[Piece], any_code: bool = False) -> None:
    """Refuse what must not be added up: a run that is there twice, or (unless told) runs of different code."""
    for one in by_proof(pieces):
        name, seeds, codes = one[0].proof, Counter(piece.seed for piece in one), {piece.code for piece in one}
        twice = [seed for seed, times in seeds.items() if times > 1]
        if twice:
            raise PiecesError(f"{name} with seed {twice[0]} is there twice")
        if len(codes) > 1 and not any_code:
            words = ", ".join(sorted(codes))
            raise PiecesError(f"{name} was run with different code ({words}); --any-code adds it up anyway")


def _git(*words: str) -> str:
    try:
        asked = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise PiecesError("what is kept names a commit: that needs git") from None
    if asked.returncode:
        raise PiecesError(f"what is kept names a commit: {asked.stderr.strip()}")
    return asked.stdout.strip()
