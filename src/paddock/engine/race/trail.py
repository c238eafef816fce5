"""What has happened in a race, in order, so that a copy costs the same after a thousand plies as after one."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """A list to add to. Its forks share one list for as long as nobody adds something different."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()):
        self._items = list(items)
        self._length = len(self._items)

    def fork(self) -> "Trail[T]":
        """One of its own, equal to this."""
        twin = object.__new__(type(self))
        twin._items, twin._length = self._items, self._length
        return twin

    def append(self, item: T) -> None:
        """One more."""
        if len(self._items) != self._length:  # another one that shares the list has added to it
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1

    def extend(self, items: Iterable[T]) -> None:
        """Some more."""
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
