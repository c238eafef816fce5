"""Logs: one JSON object per line, or, on a terminal, only warnings and errors, in plain words.

Table ids are hashed, keys and names are never written.
"""

import hashlib
import logging
import sys
import time

import msgspec

ALL = logging.getLogger("paddock")
LOGGER = logging.getLogger("paddock.server")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event and its fields."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{moment}.{int(record.msecs):03}Z", "level": record.levelname.lower()}
        line |= {"event": record.getMessage(), **getattr(record, "more", {})}
        if record.exc_info and record.exc_info[1]:
            line["error"] = f"{record.exc_info[0].__name__ if record.exc_info[0] else ''}"
            line["where"] = _where(record)
        return msgspec.json.encode(line).decode()


class PlainLines(logging.Formatter):
    """A record as a sentence for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The event, and for an exception its type and place."""
        what = record.getMessage().removeprefix("paddock: ")
        kind = record.exc_info[0] if record.exc_info else None
        return f"paddock: {what} ({kind.__name__} in {_where(record)})" if kind else f"paddock: {what}"


def _where(record: logging.LogRecord) -> str:
    """File and line of an exception; not its text, which might quote what a client sent."""
    trace = record.exc_info[2] if record.exc_info else None
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else ""


def log(event: str, **more: object) -> None:
    """Log an event."""
    LOGGER.info(event, extra={"more": more})


def log_error(event: str, **more: object) -> None:
    """Log the exception being handled."""
    LOGGER.error(event, exc_info=True, extra={"more": more})


def short(table_id: str) -> str:
    """A table's hashed id for logs, so that readers of a log cannot open a private table."""
    return hashlib.sha256(table_id.encode()).hexdigest()[:10]


def log_to_stderr() -> None:
    """Send the log to stderr: warnings and errors as sentences on a terminal, else everything as JSON."""
    is_read_by_a_person = sys.stderr.isatty()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if is_read_by_a_person else JsonLines())
    ALL.handlers = [handler]
    ALL.setLevel(logging.WARNING if is_read_by_a_person else logging.INFO)
    ALL.propagate = False
