"""A value that is hashed once: the people of a note are part of the key of each of its mentions."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class HashedOnce(Generic[T]):
    """Equal to another of an equal value. The value must not change."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: T) -> None:
        self.value = value
        self._hash = hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashedOnce) and self._hash == other._hash and bool(self.value == other.value)
