"""Settings from the command line, the environment and a TOML file, in this order of precedence, and how to print them.

Names, kinds and defaults are those of the dataclasses in `settings.py`. A setting of a group has a dotted name: the
limit `tables` is `limits.tables` on the command line, `tables` under `[limits]` in a file, and `PADDOCK_LIMITS_TABLES`
in the environment.
"""

import difflib
import inspect
import json
import math
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints

from .settings import Settings, Sources

PREFIX = "PADDOCK_"
FILE_VARIABLE = "PADDOCK_SETTINGS"  # names the file
OTHER_VARIABLES = {  # of other parts
    FILE_VARIABLE,
    "PADDOCK_CACHE",
    "PADDOCK_CHROMIUM",
    "PADDOCK_POSTGRES",
    "PADDOCK_SKIP_CLIENT",
}
MOST_BYTES = 65_536  # of a file
MOST_TEXT = 1_000  # letters of a value
BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
DEFAULT = "default"


class SettingError(ValueError):
    """A setting that cannot be used: its name, where it was set, and what it takes."""


@dataclass(frozen=True)
class Setting:
    """One setting: its name, type, default and meaning."""

    name: str  # dotted, e.g. limits.tables
    kind: Any  # its type
    default: Any
    field: Field[Any]
    text: str  # what it means

    @property
    def group(self) -> str:
        """The group it is in; empty for none."""
        return self.name.rpartition(".")[0]

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.name.replace(".", "_").upper()

    def is_secret(self, value: Any) -> bool:
        """Whether this value is kept out of everything printed."""
        return "is_secret" in self.field.metadata and self.field.metadata["is_secret"](value)


@dataclass(frozen=True)
class Chosen:
    """A value, and where it comes from."""

    value: Any
    source: str = DEFAULT


Choices = dict[str, Chosen]  # by the name of the setting


# All settings


def all_settings() -> dict[str, Setting]:
    """Every setting by its name, taken from the dataclasses."""
    return {setting.name: setting for setting in _settings_of(Settings(), "")}


def _settings_of(group: Any, prefix: str) -> Iterator[Setting]:
    kind = cast(type[Any], type(group))
    kinds, texts = get_type_hints(kind), _comments(kind)
    inner: list[tuple[str, Any]] = []
    for one in fields(group):
        value = getattr(group, one.name)
        if isinstance(value, Sources):  # clocks and dice are for tests
            continue
        if is_dataclass(value):
            inner.append((f"{prefix}{one.name}.", value))
        else:
            yield Setting(prefix + one.name, kinds[one.name], value, one, texts.get(one.name, ""))
    for name, value in inner:
        yield from _settings_of(value, name)


def _comments(group: type[Any]) -> dict[str, str]:
    """The comment beside each field; empty where the source is not available."""
    try:
        source = inspect.getsource(group)
    except OSError:
        return {}
    return dict(re.findall(r"^    (\w+): .*?  # (.+)$", source, re.MULTILINE))


# Where they come from


def default_file() -> Path:
    """The settings file that is read if no other is named."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "paddock" / "settings.toml"


def read_settings(
    given: Mapping[str, Chosen], file: str = "", environment: Mapping[str, str] | None = None
) -> tuple[Settings, Choices]:
    """The settings to use and where each comes from: `given` on the command line, the environment, a file, defaults."""
    environment = os.environ if environment is None else environment
    named = file or environment.get(FILE_VARIABLE, "")
    settings = all_settings()
    chosen = {name: Chosen(setting.default) for name, setting in settings.items()}
    chosen |= _from_file(Path(named).expanduser(), settings) if named else _from_default_file(settings)
    chosen |= _from_environment(environment, settings)
    chosen |= given
    return made(chosen), chosen


def made(chosen: Choices) -> Settings:
    """The dataclasses with these values."""
    settings = Settings()
    groups = {name.rpartition(".")[0] for name in chosen}
    for group in sorted(groups - {""}):
        values = {name.rpartition(".")[2]: one.value for name, one in chosen.items() if name.startswith(f"{group}.")}
        settings = replace(settings, **{group: replace(getattr(settings, group), **values)})
    return replace(settings, **{name: one.value for name, one in chosen.items() if "." not in name})


def from_words(name: str, text: str, source: str) -> Chosen:
    """A setting given as text, e.g. on the command line."""
    settings = all_settings()
    if name not in settings:
        raise SettingError(f"{source}: {_unknown('setting', name, settings)}")
    return _from_text(settings[name], text, source)


def _from_default_file(settings: dict[str, Setting]) -> Choices:
    try:
        return _from_file(default_file(), settings) if default_file().is_file() else {}
    except RuntimeError:  # this user has no home
        return {}


def _from_file(path: Path, settings: dict[str, Setting]) -> Choices:
    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise SettingError(f"{path}: a file of settings has at most {MOST_BYTES} bytes")
        read = tomllib.loads(data.decode())
    except OSError as error:
        raise SettingError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeError, RecursionError) as error:
        raise SettingError(f"{path} is not TOML: {error}") from None
    return {name: _from_toml(settings, name, value, str(path)) for name, value in _flat(read)}


def _flat(read: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in read.items():
        if isinstance(value, dict):
            inside = cast(dict[str, Any], value)
            yield from ((f"{name}.{inner}", one) for inner, one in inside.items())
        else:
            yield name, value


def _from_toml(settings: dict[str, Setting], name: str, value: Any, source: str) -> Chosen:
    if name not in settings:
        raise SettingError(f"{source}: {_unknown('setting', name, settings)}")
    setting = settings[name]
    wanted = _converted(setting.kind, value)
    if wanted is None:
        raise SettingError(f"{source}: {name} takes {_kind_words(setting.kind)}, not {_told(setting, value)}")
    return _checked(setting, wanted, source)


def _from_environment(environment: Mapping[str, str], settings: dict[str, Setting]) -> Choices:
    by_variable = {setting.variable: setting for setting in settings.values()}
    chosen: Choices = {}
    for variable, text in environment.items():
        if variable in by_variable:
            setting = by_variable[variable]
            chosen[setting.name] = _from_text(setting, text, variable)
        elif variable.startswith(PREFIX) and variable not in OTHER_VARIABLES:
            raise SettingError(f"environment: {_unknown('variable', variable, by_variable)}")
    return chosen


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    advice = f"perhaps {near[0]} is meant" if near else "paddock serve --show-settings lists what there is"
    return f"there is no {what} {name[:80]!r}; {advice}"


# Values


def _from_text(setting: Setting, text: str, source: str) -> Chosen:
    value = _converted(setting.kind, _read(setting.kind, text.strip()))
    if value is None:
        wanted = _kind_words(setting.kind) + (", separated by commas" if get_origin(setting.kind) is tuple else "")
        raise SettingError(f"{source}: {setting.name} takes {wanted}, not {_told(setting, text)}")
    return _checked(setting, value, source)


def _read(kind: Any, text: str) -> Any:
    """A text converted to the value that TOML would give; None if it cannot be."""
    if kind is str:
        return text
    if kind is bool:
        return BOOLEANS.get(text.lower())
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return [_read(inner, part.strip()) for part in text.split(",")] if text else []
    try:
        return float(text) if kind is float else int(text)
    except ValueError:
        return None


def _converted(kind: Any, value: Any) -> Any:
    """A TOML value converted to this type; None if it is of another one."""
    if get_origin(kind) is tuple:
        return _converted_list(get_args(kind), value)
    if kind is float and type(value) in (int, float):
        return float(value) if math.isfinite(value) else None
    if kind is str and isinstance(value, str):
        return value if len(value) <= MOST_TEXT and value.isprintable() else None
    return value if type(value) is kind else None


def _converted_list(kinds: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, list):
        return None
    items = cast(list[Any], value)
    if Ellipsis not in kinds and len(items) != len(kinds):
        return None
    converted = tuple(_converted(kinds[0], one) for one in items)
    return None if None in converted else converted


def _checked(setting: Setting, value: Any, source: str) -> Chosen:
    problem = setting.field.metadata.get("check", _above_zero)(value)
    if problem:
        raise SettingError(f"{source}: {setting.name} {problem}, not {_told(setting, value)}")
    return Chosen(value, source)


def _above_zero(value: Any) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return "takes a number above 0" if is_number and value <= 0 else ""


def _kind_words(kind: Any) -> str:
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        return "a list of texts" if Ellipsis in inner else f"{len(inner)} numbers"
    return {int: "a whole number", float: "a number", bool: "true or false", str: "a text on one line"}[kind]


def _told(setting: Setting, value: Any) -> str:
    """A wrong value as an error quotes it; a secret is not quoted."""
    if setting.is_secret(value):
        return "this one"
    text = repr(list(cast(tuple[Any, ...], value)) if isinstance(value, tuple) else value)
    return text if len(text) <= 80 else text[:80] + "…"


# All of them, printed


def shown(chosen: Choices) -> str:
    """Every setting with its value, source and meaning, as TOML that can be used as a settings file."""
    settings, lines, group = all_settings(), list[str](), ""
    for name, setting in settings.items():
        if setting.group != group:
            group = setting.group
            lines += ["", f"[{group}]"]
        lines.append(_line(setting, chosen[name]))
    return "\n".join(lines) + "\n"


def _line(setting: Setting, chosen: Chosen) -> str:
    meaning = f"; {setting.text}" if setting.text else ""
    last = setting.name.rpartition(".")[2]
    if setting.is_secret(chosen.value):
        return f"# {last} is not shown  # {chosen.source}{meaning}"
    return f"{last} = {_toml(chosen.value)}  # {chosen.source}{meaning}"


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        items = cast(tuple[Any, ...], value)
        return f"[{', '.join(_toml(one) for one in items)}]"
    return json.dumps(value, ensure_ascii=False)  # texts have no control characters: the same in TOML
