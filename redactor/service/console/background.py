"""This module computes for pages what takes more than a moment, in one thread, and keeps the latest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Background(Generic[T]):
    """A background computes one value at a time; call `close` at the end. The thread of the console uses it.

    most: values that are kept, of which the oldest is dropped. ended: is given each value that is dropped, in the
    thread that computed it.
    """

    def __init__(self, name: str, most: int, ended: Callable[[T], None] = lambda _: None) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._most, self._ended = most, ended
        self._values: OrderedDict[Hashable, Future[T]] = OrderedDict()

    def value(self, key: Hashable, work: Callable[[], T]) -> T | None:
        """Return the value of a key; None while the work that computes it goes on.

        Raises what the work raised, once: the next call begins it again.
        """
        found = self._values.get(key)
        if found is None:
            while len(self._values) >= self._most:
                self._drop(next(iter(self._values)))
            found = self._values[key] = self._thread.submit(work)
        self._values.move_to_end(key)
        if not found.done():
            return None
        try:
            return found.result()
        except BaseException:
            del self._values[key]
            raise

    def keep(self, is_good: Callable[[Hashable], bool]) -> None:
        """Drop the values of all other keys."""
        for key in [key for key in self._values if not is_good(key)]:
            self._drop(key)

    def run(self, work: Callable[[], R]) -> R | None:
        """Return what short work returns in the thread of the values; None while the thread is busy."""
        if any(not value.done() for value in self._values.values()):
            return None
        return self._thread.submit(work).result()

    def close(self) -> None:
        """Drop all values, and what has not begun; wait for what has."""
        for key in list(self._values):
            self._drop(key)
        self._thread.shutdown()

    def _drop(self, key: Hashable) -> None:
        value = self._values.pop(key)
        if not value.cancel():
            self._thread.submit(self._end, value)

    def _end(self, value: Future[T]) -> None:
        with suppress(Exception):  # what the work raised has no value
            self._ended(value.result())
