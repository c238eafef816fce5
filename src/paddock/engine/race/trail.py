"""An append-only list that forks in constant time: the history of a race."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """An append-only list. Forks share one underlying list until one of them diverges (copy-on-write)."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()):
        self._items = list(items)
        self._length = len(self._items)

    def fork(self) -> "Trail[T]":
        """An equal list that can grow independently."""
        twin = object.__new__(type(self))
        twin._items, twin._length = self._items, self._length
        return twin

    def append(self, item: T) -> None:
        """Append an item, copying first if a fork has diverged."""
        if len(self._items) != self._length:  # a fork that shares the list has appended to it
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1

    def extend(self, items: Iterable[T]) -> None:
        """Append several items."""
        for item in items:
            self.append(item)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if not isinstance(index, slice):
            return self._items[index if 0 <= index < self._length else range(self._length)[index]]
        numbers = range(self._length)[index]
        if numbers.step == 1:
            return self._items[numbers.start : numbers.stop]
        return [self._items[number] for number in numbers]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail | list) and list(self) == list(other)  # pyright: ignore[reportUnknownArgumentType]

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        return f"Trail({list(self)})"
