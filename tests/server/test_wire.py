"""The types on the wire, their TypeScript, and their page in the docs."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import get_args

from paddock.server.line import wire

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wire_types", ROOT / "tools" / "wire_types.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_typescript_types_are_current():
    assert (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8") == generator().typescript()


def test_every_struct_has_its_interface():
    text = generator().typescript()
    for kind in (
        *get_args(wire.ClientMessage),
        *get_args(wire.ServerMessage),
        wire.NewTable,
        wire.GameInfo,
        wire.Replay,
    ):
        assert re.search(rf"^export interface {kind.__name__} ", text, re.MULTILINE)


def test_the_docs_name_every_message():
    text = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    tags = [kind.__struct_config__.tag for kind in (*get_args(wire.ClientMessage), *get_args(wire.ServerMessage))]
    assert [tag for tag in tags if f"`{tag}" not in text] == []
