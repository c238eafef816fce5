"""A season as files: its sheet as CSV, and a zip of race records with what was agreed, which can be verified."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paddock.engine import Options, Value
from paddock.engine.series import Season

from .sheet import Sheet, points_text

SHEET = "sheet.csv"
AGREEMENT = "series.json"
MOST_MEMBERS = 300
LARGEST_MEMBER = 16_000_000  # bytes of one record
STAMP = (2000, 1, 1, 0, 0, 0)  # the same season gives the same file


class BundleError(ValueError):
    """A bundle that cannot be read."""


@dataclass(frozen=True)
class Agreement:
    """What was settled before the first race; with the races it gives the sheet."""

    game: str
    drivers: tuple[str, ...]  # names
    race_options: Options
    options: Options  # of the series
    venues: tuple[Value, ...]


@dataclass(frozen=True)
class Bundle:
    """What a bundle holds, before anybody has checked it."""

    records: list[tuple[str, str]]  # names and texts in the order of the races
    sheet: str | None
    agreement: Agreement | None


# Writing


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


def write_bundle(records: Sequence[str], sheet: Sheet, game: str, season: Season) -> bytes:
    """A zip of the records in order, the sheet, and what was agreed."""
    members = {f"race-{number:02}.race": record for number, record in enumerate(records, 1)}
    members |= {SHEET: sheet_csv(sheet), AGREEMENT: _agreement_text(sheet, game, season)}
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
    """The records of a bundle in order, its sheet and what was agreed."""
    try:
        with zipfile.ZipFile(path) as bundle:
            members = [member for member in bundle.infolist() if member.filename.endswith(".race")]
            _check(path, members)
            records = [(member.filename, _text(bundle, member)) for member in members]
            sheet, agreement = (_member(bundle, name) for name in (SHEET, AGREEMENT))
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError) as error:
        raise BundleError(f"{path} cannot be read ({type(error).__name__})") from None
    return Bundle(sorted(records, key=_by_number), sheet, None if agreement is None else _agreement(agreement))


def _by_number(record: tuple[str, str]) -> tuple[int, str]:
    """Race 100 comes after race 11."""
    number = re.search(r"\d{1,9}", record[0])
    return int(number[0]) if number else 0, record[0]


def _check(path: Path, members: list[zipfile.ZipInfo]) -> None:
    if not members:
        raise BundleError(f"{path} holds no race records")
    if len(members) > MOST_MEMBERS:
        raise BundleError(f"{path} holds more than {MOST_MEMBERS} race records")


def _member(bundle: zipfile.ZipFile, name: str) -> str | None:
    return _text(bundle, bundle.getinfo(name)) if name in bundle.namelist() else None


def _text(bundle: zipfile.ZipFile, member: zipfile.ZipInfo) -> str:
    """A record; what it claims to be large is not believed."""
    with bundle.open(member) as file:
        data = file.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        raise BundleError(f"{member.filename} is too large for a race record")
    return data.decode("utf-8")


def _agreement(text: str) -> Agreement:
    """What series.json says; everything in it may be wrong."""
    try:
        read: Any = json.loads(text)
        drivers, venues = list(read["drivers"]), list(read["venues"])
        race_options, options = dict(read["race_options"]), dict(read["options"])
        game = read["game"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BundleError(f"{AGREEMENT} does not say what was agreed before the series") from None
    if not all(isinstance(one, str) for one in (game, *drivers)):
        raise BundleError(f"{AGREEMENT}: the game and the drivers are texts")
    if not all(isinstance(one, (str, int)) for one in (*venues, *race_options.values(), *options.values())):
        raise BundleError(f"{AGREEMENT}: an option is a text, a whole number or true or false")
    return Agreement(game, tuple(drivers), race_options, options, tuple(venues))
