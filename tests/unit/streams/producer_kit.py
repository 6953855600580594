"""Batches as aiokafka's producer makes them."""

from __future__ import annotations

from typing import NamedTuple

_MOST = 4  # messages


class Sent(NamedTuple):
    """A message in a batch."""

    key: bytes
    value: bytes


class Batch:
    """Takes a few messages until it is closed."""

    def __init__(self) -> None:
        self.messages: list[Sent] = []
        self.is_closed = False

    def append(self, *, timestamp: int | None, key: bytes, value: bytes) -> object | None:
        if self.is_closed or len(self.messages) == _MOST:
            self.is_closed = True
            return None
        self.messages.append(Sent(key, value))
        return timestamp, key

    def close(self) -> None:
        self.is_closed = True
