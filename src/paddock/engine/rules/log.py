"""The event buffer that rules write to: a flat array that begins with its capacity and the number of entries used.

A buffer of capacity 0 drops all events, so playouts pay nothing for them.
"""

from .marking import rule, seldom

EVENT = 4  # entries an event: kind, a, b, c


HEAD = 2  # entries before the first event: room, used


@rule
def note(log: list[int], kind: int, a: int, b: int, c: int):
    """Write one event; if the buffer is full only the count grows, and `read_log` raises an error."""
    if log[0] != 0:
        write_event(log, kind, a, b, c)


@seldom
def write_event(log: list[int], kind: int, a: int, b: int, c: int):
    """The part of `note` that playouts never reach."""
    used = log[1]
    log[1] = used + EVENT
    if used + EVENT <= log[0]:
        log[HEAD + used] = kind
        log[HEAD + used + 1] = a
        log[HEAD + used + 2] = b
        log[HEAD + used + 3] = c


def new_log(events: int = 512) -> list[int]:
    """An empty buffer for that many events."""
    return [EVENT * events, 0] + [0] * (EVENT * events)


def read_log(log: list[int]) -> list[tuple[int, int, int, int]]:
    """The events in a buffer, oldest first."""
    room, used = log[0], log[1]
    if used > room:
        raise OverflowError(f"one move made {used // EVENT} events; the buffer holds {room // EVENT}")
    return [(log[i], log[i + 1], log[i + 2], log[i + 3]) for i in range(HEAD, HEAD + used, EVENT)]
