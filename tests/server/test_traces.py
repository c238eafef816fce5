"""Traces: spans of requests, moves and commits if switched on; otherwise nothing is loaded."""

import subprocess
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from paddock.server import Settings, TracesError, make_hall
from paddock.server.http import traces
from paddock.server.http.traces import open_traces, traces_to

from .harness import QUICKLY, games, serving, store_in


def test_requests_moves_and_commits_have_spans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    exporter = InMemorySpanExporter()
    made = traces_to(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("paddock.server.table.house.open_traces", lambda address: made)  # pyright: ignore
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "me")
        with table.client(0, 1) as both:
            entry = both.my_turn(0)["entry"]
            both.move(0)
            both.at(0, entry + 1)
        table.info()
    spans: dict[str, ReadableSpan] = {span.name: span for span in exporter.get_finished_spans()}
    assert {"POST /api/tables", "GET /api/tables/{table}", "move", "commit"} <= set(spans)
    request = spans["POST /api/tables"].attributes or {}
    assert (request["status"], request["method"]) == (201, "POST")
    assert (spans["move"].attributes or {})["game"] == "_template"
    assert not any(table.id in span.to_json() for span in spans.values()), "a link is a secret"


class Collector(BaseHTTPRequestHandler):
    """Receives spans."""

    heard: ClassVar[list[bytes]] = []

    def do_POST(self) -> None:
        self.heard.append(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_spans_go_to_the_address_that_is_set(tmp_path: Path):
    collector = HTTPServer(("127.0.0.1", 0), Collector)
    thread = threading.Thread(target=collector.serve_forever, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{collector.server_port}/v1/traces"
    with serving(store_in(tmp_path), replace(QUICKLY, traces=address)) as house:
        house.get("/health")
    collector.shutdown()
    thread.join()
    collector.server_close()
    assert b"GET /health" in b"".join(Collector.heard)  # what was left was sent before the end


def test_without_an_address_nothing_is_loaded():
    code = "import sys, paddock.server; sys.exit(any(name.startswith('opentelemetry') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert not open_traces("").are_on


def test_without_the_extra_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    from paddock.server import open_store

    with pytest.raises(TracesError, match=r"pip install 'paddock\[otel\]'"):
        make_hall(games(), open_store("sqlite://:memory:"), Settings(traces="http://localhost:4318/v1/traces"))
    assert traces.MISSING
