"""OpenTelemetry traces: spans of requests, moves and commits. Off unless an address is set.

Only then are the libraries of the extra `otel` imported.
"""

import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOTHING = nullcontext()
MISSING = "traces need OpenTelemetry: install it with `pip install 'paddock[otel]'`, or leave the setting traces empty"


class TracesError(RuntimeError):
    """Traces cannot be sent."""


class Traces:
    """Starts spans; without a tracer it does nothing."""

    def __init__(self, tracer: Any = None, provider: Any = None):
        self._tracer = tracer
        self._provider = provider

    @property
    def are_on(self) -> bool:
        """Whether spans are recorded."""
        return self._tracer is not None

    def span(self, name: str, **attributes: str | int) -> AbstractContextManager[Any]:
        """A span as a context manager."""
        if self._tracer is None:
            return NOTHING
        return self._tracer.start_as_current_span(name, attributes=attributes)

    def committed(self, seconds: float, jobs: int) -> None:
        """Record a commit of the store that has just ended."""
        if self._tracer is None:
            return
        end = time.time_ns()
        span = self._tracer.start_span("commit", start_time=end - int(seconds * 1e9), attributes={"jobs": jobs})
        span.end(end)

    def close(self) -> None:
        """Flush pending spans and stop."""
        if self._provider is not None:
            self._provider.shutdown()


def open_traces(address: str) -> Traces:
    """Traces exported to an OTLP address, e.g. http://localhost:4318/v1/traces; disabled if it is empty."""
    if not address:
        return Traces()
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise TracesError(MISSING) from None
    return traces_to(BatchSpanProcessor(OTLPSpanExporter(endpoint=address)))


def traces_to(processor: Any) -> Traces:
    """Traces that go to a span processor of OpenTelemetry."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    provider = TracerProvider(resource=Resource.create({"service.name": "paddock"}), shutdown_on_exit=False)
    provider.add_span_processor(processor)
    return Traces(provider.get_tracer("paddock"), provider)


class TracedRequests:
    """A span around each request, named by its route and not its path, which may contain a private table's link."""

    def __init__(self, app: ASGIApp, traces: Traces):
        self.app = app
        self.traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request within a span."""
        if scope["type"] != "http" or not self.traces.are_on:
            await self.app(scope, receive, send)
            return
        with self.traces.span("request", method=scope["method"]) as span:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("status", message["status"])
                await send(message)

            try:
                await self.app(scope, receive, noted)
            finally:
                route = scope.get("route")
                span.update_name(f"{scope['method']} {route.path if route else 'unknown'}")
