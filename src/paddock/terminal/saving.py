"""Save and resume a race: the record, and beside it the secret of fair dice until the race is over."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from paddock.engine import FairDice, Match, RaceRecord, RecordError, read_record


class SavingError(ValueError):
    """A file that cannot be written, read or resumed."""


def secret_path(path: Path) -> Path:
    """Where the secret of fair dice is kept until the race is over."""
    return path.with_name(path.name + ".secret")


class Saver:
    """Writes one race to one file, atomically."""

    def __init__(self, path: Path, *, is_new: bool = True):
        if is_new and (path.exists() or path.is_symlink()):
            raise SavingError(f"{path} is there already; continue it with --resume, or choose another name")
        self.path = path

    def save(self, match: Match, drivers: Sequence[str]) -> None:
        """Write the record with who drives; the secret of fair dice goes beside it until the race is over."""
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            match.save(beside, drivers)
            os.replace(beside, self.path)
            self._keep_secret(match)
        except OSError as error:
            raise SavingError(f"{self.path} cannot be written: {error.strerror or error}") from None

    def _keep_secret(self, match: Match) -> None:
        if not isinstance(match.dice, FairDice):
            return
        secret = secret_path(self.path)
        if match.is_over:
            secret.unlink(missing_ok=True)
        elif not secret.exists():
            secret.touch(mode=0o600)
            secret.write_text(match.dice.reveal() + "\n", encoding="ascii")


def read_file(path: Path) -> str:
    """The text of a file, or one sentence why not."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SavingError(f"{path} is no race record: it is not a text file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such file"
        raise SavingError(f"{path} cannot be read: {reason}") from None


def load_record(path: Path) -> RaceRecord:
    """The record in a file."""
    try:
        return read_record(read_file(path))
    except RecordError as error:
        raise SavingError(f"{path}, {error}") from None


def open_record(path: Path) -> RaceRecord:
    """A record to resume, with the secret of its fair dice."""
    record = load_record(path)
    if record.dice_kind == "fair" and not record.secret:
        record.secret = _kept_secret(path, record.commitment)
    return record


def _kept_secret(path: Path, commitment: str) -> str:
    file = secret_path(path)
    try:
        secret = file.read_text(encoding="ascii").strip()
        matches = hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    except (OSError, ValueError):
        raise SavingError(f"{path} cannot be resumed: the secret of its fair dice is not in {file}") from None
    if not matches:
        raise SavingError(f"{path} cannot be resumed: {file} does not belong to its commitment")
    return secret
