"""Another version of paddock, or of a game's package, whose own code races in another process."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from paddock.engine import Drivers, Measured, ranges

from .conditions import Conditions, LabError

SCRIPT = Path(__file__).with_name("other_code.py")
PART = {"python": 50, "native": 5000}  # races asked for at a time, as many as `measure` gives at a time


class Version:
    """A folder with a `src`, e.g. a checkout, or with packages. Its `.venv` is used if it has one, else this Python."""

    def __init__(self, folder: Path):
        self.folder = folder.resolve()
        if not self.folder.is_dir():
            raise LabError(f"there is no folder {str(folder)[:80]!r}: give the path of a checkout of another version")
        source, own = self.folder / "src", self.folder / ".venv" / "bin" / "python"
        self._process = subprocess.Popen(
            [own if own.exists() else sys.executable, "-P", SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(source if source.is_dir() else self.folder)},
            start_new_session=True,  # Ctrl-C is for the process that asked
        )

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.folder.name

    def measure(
        self, setting: Conditions, first: int, stop: int, drivers: Drivers, counting: dict[str, Any]
    ) -> Iterator[Measured]:
        """The same races by the other code, in the same parts."""
        asked = {"game": setting.game.id, "seats": setting.seats, "options": setting.options, **counting}
        for start, end in ranges(first, stop, PART[counting["backend"]]):
            request = {**asked, "drivers": asdict(drivers), "first": start, "stop": end}
            yield self._measured(start, self._answer(request))

    def _measured(self, first: int, found: dict[str, Any]) -> Measured:
        if "error" in found:
            raise LabError(f"the version in {self.folder} cannot race: {found['error']}")
        if not Path(str(found["folder"])).is_relative_to(self.folder):
            raise LabError(f"{self.folder} does not have this game: give the folder of a checkout that does")
        columns = [field.name for field in fields(Measured) if field.name != "first"]
        missing = [name for name in columns if name not in found]
        if missing:
            raise LabError(f"the version in {self.folder} does not count {', '.join(missing)}: compare a later one")
        return Measured(first, **{name: found[name] for name in columns})

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._ended() from None
        data = process.stdout.read(int.from_bytes(process.stdout.read(8), "big"))
        if not data:
            raise self._ended()
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return dict(arrays)

    def _ended(self) -> LabError:
        return LabError(f"the process of the version in {self.folder} ended: what it said is above")

    def close(self) -> None:
        """End the other process, which has nothing to keep."""
        process = self._process
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe
            pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
