"""A season as files: its sheet as CSV, and a zip of race records that can be verified."""

import csv
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from .sheet import Sheet, points_text

SHEET = "sheet.csv"
MOST_MEMBERS = 300
LARGEST_MEMBER = 16_000_000  # bytes of one record
STAMP = (2000, 1, 1, 0, 0, 0)  # the same season gives the same file


class BundleError(ValueError):
    """A bundle that cannot be read."""


def sheet_csv(sheet: Sheet) -> str:
    """A line for each row: points by race, total, wins, place."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    races = [f"{number} {title}" for number, title in enumerate(sheet.titles, 1)]
    writer.writerow(["name", *races, "total", "wins", "place"])
    for line in sheet.lines:
        points = ["" if one is None else points_text(one, sheet.parts) for one in line.points]
        total = points_text(line.running[-1] if line.running else 0, sheet.parts)
        writer.writerow([_plain(line.name), *points, total, line.wins, line.place or ""])
    return text.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


def write_bundle(records: Sequence[str], sheet: Sheet) -> bytes:
    """A zip of the records in order, and the sheet."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for number, record in enumerate(records, 1):
            bundle.writestr(zipfile.ZipInfo(f"race-{number:02}.race", STAMP), record, zipfile.ZIP_DEFLATED)
        bundle.writestr(zipfile.ZipInfo(SHEET, STAMP), sheet_csv(sheet), zipfile.ZIP_DEFLATED)
    return data.getvalue()


def is_bundle(path: Path) -> bool:
    """Whether a file is a zip."""
    return path.is_file() and zipfile.is_zipfile(path)


def read_bundle(path: Path) -> list[tuple[str, str]]:
    """Names and texts of the records in a bundle, in the order of their names."""
    try:
        with zipfile.ZipFile(path) as bundle:
            members = [member for member in bundle.infolist() if member.filename.endswith(".race")]
            _check(path, members)
            found = [(member.filename, _text(bundle, member)) for member in members]
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError) as error:
        raise BundleError(f"{path} cannot be read ({type(error).__name__})") from None
    return sorted(found)


def _check(path: Path, members: list[zipfile.ZipInfo]) -> None:
    if not members:
        raise BundleError(f"{path} holds no race records")
    if len(members) > MOST_MEMBERS:
        raise BundleError(f"{path} holds more than {MOST_MEMBERS} race records")


def _text(bundle: zipfile.ZipFile, member: zipfile.ZipInfo) -> str:
    """A record; what it claims to be large is not believed."""
    with bundle.open(member) as file:
        data = file.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        raise BundleError(f"{member.filename} is too large for a race record")
    return data.decode("utf-8")
