"""A list that is read when somebody first looks into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Later(Sequence[T]):
    """As the tuple it will be: equal to it, and sent to another process as it."""

    def __init__(self, read: Callable[[], tuple[T, ...]]) -> None:
        self._read = read

    @cached_property
    def _all(self) -> tuple[T, ...]:
        return self._read()

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        return self._all[place]

    def __iter__(self) -> Iterator[T]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._all,)
