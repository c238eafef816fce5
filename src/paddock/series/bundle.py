"""A season as files: its sheet as CSV, and a zip of race records with what was agreed, which can be verified."""

import csv
import io
import json
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paddock.engine import Options, Season, Value

from .sheet import Sheet, points_text

RACE_SUFFIX = ".race"
SHEET_FILE = "sheet.csv"
AGREEMENT_FILE = "series.json"
MOST_MEMBERS = 300
LARGEST_MEMBER = 16_000_000  # bytes of one record
DAMAGE = (  # what reading a damaged zip raises
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    OSError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
END_AT_MOST = 66_000  # bytes of a zip's end of central directory record, with the longest possible comment
STAMP = (2000, 1, 1, 0, 0, 0)  # a fixed time, so that the same season gives the same file


class BundleError(ValueError):
    """A bundle that cannot be read."""


@dataclass(frozen=True)
class Agreement:
    """What was agreed before the first race; together with the races it determines the sheet."""

    game: str
    drivers: tuple[str, ...]  # names
    race_options: Options
    options: Options  # of the series
    venues: tuple[Value, ...]


@dataclass(frozen=True)
class Bundle:
    """The contents of a bundle, not yet verified."""

    records: list[tuple[str, str]]  # names and texts in the order of the races
    sheet: str | None
    agreement: Agreement | None
    unreadable: dict[str, str]  # by name of a damaged member: why
    others: list[str]  # members that are neither a race nor of the series


# Writing


def sheet_csv(sheet: Sheet) -> str:
    """A line for each row: points by race, total, wins, place."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    races = [f"{number} {title}" for number, title in enumerate(sheet.titles, 1)]
    writer.writerow(["name", *races, "total", "wins", "place"])
    for line in sheet.lines:
        points = ["" if one is None else points_text(one, sheet.parts) for one in line.points]
        total = points_text(line.total, sheet.parts)
        writer.writerow([_plain(line.name), *points, total, line.wins, line.place or ""])
    return text.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula (CSV injection)."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


def write_bundle(records: Sequence[str], sheet: Sheet, game: str, season: Season) -> bytes:
    """A zip of the records in order, the sheet, and what was agreed."""
    members = {f"race-{number:02}.race": record for number, record in enumerate(records, 1)}
    members |= {SHEET_FILE: sheet_csv(sheet), AGREEMENT_FILE: _agreement_text(sheet, game, season)}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in members.items():
            bundle.writestr(zipfile.ZipInfo(name, STAMP), text, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _agreement_text(sheet: Sheet, game: str, season: Season) -> str:
    agreed = {
        "game": game,
        "drivers": sheet.drivers,
        "options": dict(season.options),
        "race_options": dict(season.race_options),
        "venues": season.venues,
    }
    return json.dumps(agreed, indent=2, ensure_ascii=False) + "\n"


# Reading


def is_bundle(path: Path) -> bool:
    """Whether a file is a zip."""
    return path.is_file() and zipfile.is_zipfile(path)


def read_bundle(path: Path) -> Bundle:
    """The records of a bundle in order, its sheet and what was agreed; a damaged member does not hide the others."""
    try:
        with zipfile.ZipFile(path) as bundle:
            members = [member for member in bundle.infolist() if not member.is_dir()]
            _check(path, members)
            read = {member.filename: _read(bundle, member) for member in members}
            read |= _lost(path, len(bundle.infolist()))
    except BundleError:
        raise
    except DAMAGE as error:
        raise BundleError(f"{path} cannot be read ({type(error).__name__})") from None
    return _bundle(read, [member.filename for member in members])


def _bundle(read: dict[str, str | BundleError], names: list[str]) -> Bundle:
    """The members of a zip, sorted by kind."""
    twice = {name: BundleError("it is there twice") for name in names if names.count(name) > 1}
    agreement = _agreement(read.get(AGREEMENT_FILE))
    found = {**read, **twice} | ({AGREEMENT_FILE: agreement} if isinstance(agreement, BundleError) else {})
    texts = {name: text for name, text in found.items() if isinstance(text, str)}
    return Bundle(
        sorted(((name, text) for name, text in texts.items() if name.endswith(RACE_SUFFIX)), key=_by_number),
        texts.get(SHEET_FILE),
        agreement if isinstance(agreement, Agreement) else None,
        {name: str(error) for name, error in found.items() if isinstance(error, BundleError)},
        [name for name in texts if not name.endswith(RACE_SUFFIX) and name not in (SHEET_FILE, AGREEMENT_FILE)],
    )


def _by_number(record: tuple[str, str]) -> tuple[int, str]:
    """Sort key: race 100 comes after race 11."""
    number = re.search(r"\d{1,9}", record[0])
    return int(number[0]) if number else 0, record[0]


def _check(path: Path, members: list[zipfile.ZipInfo]) -> None:
    if not any(member.filename.endswith(RACE_SUFFIX) for member in members):
        raise BundleError(f"{path} holds no race records")
    if len(members) > MOST_MEMBERS:
        raise BundleError(f"{path} holds more than {MOST_MEMBERS} files")


def _lost(path: Path, listed: int) -> dict[str, str | BundleError]:
    """Files missing from a damaged zip's central directory: the end record still says how many there are."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - END_AT_MOST))
        tail = file.read()
    (many,) = struct.unpack_from("<H", tail, tail.rfind(b"PK\5\6") + 10)
    return {} if many == listed else {"list of files": BundleError(f"it names {listed} of {many} files")}


def _read(bundle: zipfile.ZipFile, member: zipfile.ZipInfo) -> str | BundleError:
    """The text of a member, or why it cannot be read."""
    try:
        return _text(bundle, member)
    except BundleError as error:
        return error
    except DAMAGE as error:
        return BundleError(f"it is damaged ({type(error).__name__})")


def _text(bundle: zipfile.ZipFile, member: zipfile.ZipInfo) -> str:
    """The text of a member; its declared size is not trusted (zip bombs)."""
    with bundle.open(member) as file:
        data = file.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        raise BundleError(f"it is too large: a race record has at most {LARGEST_MEMBER} bytes")
    return data.decode("utf-8")


def _agreement(text: str | BundleError | None) -> Agreement | BundleError | None:
    """Parse series.json without trusting any of it."""
    if not isinstance(text, str):
        return text
    try:
        read: Any = json.loads(text)
        drivers, venues = list(read["drivers"]), list(read["venues"])
        race_options, options = dict(read["race_options"]), dict(read["options"])
        game = read["game"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return BundleError("it does not say what was agreed before the series")
    if not all(isinstance(one, str) for one in (game, *drivers)):
        return BundleError("the game and the drivers are texts")
    if not all(isinstance(one, (str, int)) for one in (*venues, *race_options.values(), *options.values())):
        return BundleError("an option is a text, a whole number or true or false")
    return Agreement(game, tuple(drivers), race_options, options, tuple(venues))
