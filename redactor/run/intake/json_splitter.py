"""This module finds where JSON values begin and end without parsing them: incrementally, in bounded memory.

Only strings and brackets matter for that; the parser decides whether a value is valid. The regular expressions run over
everything between two brackets in C. No possessive repeat contains a repeat and a part that can fail after it: before
Python 3.11.5 such a failed turn counts as part of the match (gh-106052).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_STRING_REST = rb'[^"\\]*+(?:\\.[^"\\]*+)*+'
_TURNS = 2_000  # of a greedy repeat, each of which takes memory
_OUTSIDE = re.compile(rb'(?:[^"\[\]{}]++|"' + _STRING_REST + rb'"){0,%d}' % _TURNS, re.DOTALL)
_INSIDE = re.compile(_STRING_REST, re.DOTALL)
_SPACE = re.compile(rb"[ \t\r\n]*+")
_SCALAR = re.compile(rb'[^\s,:"\[\]{}]*+')
_QUOTE, _BACKSLASH, _COMMA, _COLON = 0x22, 0x5C, 0x2C, 0x3A
_OPEN, _CLOSE = frozenset(b"[{"), frozenset(b"]}")
_OPEN_ARRAY, _CLOSE_ARRAY, _OPEN_OBJECT, _CLOSE_OBJECT = 0x5B, 0x5D, 0x7B, 0x7D


def _outside(data: bytes | bytearray, i: int) -> int:
    """Return the offset of the next bracket, or of the next string without an end in the data, or the end."""
    while m := _OUTSIDE.match(data, i):
        if m.end() - i < _TURNS:  # a turn is a byte at least
            return m.end()
        i = m.end()
    return i


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece is a value of a stream.

    data: its bytes, only the first `limit` if oversize. whole: False if the input ended before the value.
    """

    data: bytes
    oversize: bool = False
    whole: bool = True


class Cursor:
    """A cursor reads values off a stream of blocks. A value longer than `limit` is skipped without being held."""

    def __init__(self, read: Callable[[], bytes], limit: int) -> None:
        self._read = read
        self._limit = limit
        self._buf = bytearray()
        self._at = 0

    def _more(self) -> bool:
        block = self._read()
        self._buf += block
        return bool(block)

    def peek(self) -> int:
        """Return the next byte that is not white space, or -1 at the end."""
        while True:
            m = _SPACE.match(self._buf, self._at)
            self._at = m.end() if m else self._at
            if self._at < len(self._buf):
                break
            del self._buf[:]
            self._at = 0
            if not self._more():
                return -1
        return self._buf[self._at]

    def skip(self) -> None:
        """Skip the byte that `peek` returned."""
        self._at += 1

    def value(self) -> Piece:
        """Return the value that begins at the byte that `peek` returned; a byte that begins no value is returned
        alone.
        """
        if self._at > len(self._buf) // 2:
            del self._buf[: self._at]
            self._at = 0
        start = i = self._at
        depth, inside = 0, False
        head: bytes | None = None
        first = self._buf[start]
        if first == _QUOTE:
            inside, i = True, i + 1
        elif first in _OPEN:
            depth, i = 1, i + 1
        else:
            return self._scalar()
        while True:
            if inside:
                m = _INSIDE.match(self._buf, i)
                i = m.end() if m else i
                if i < len(self._buf) and self._buf[i] == _QUOTE:
                    inside, i = False, i + 1
                    if depth == 0:
                        break
                    continue
            else:
                i = _outside(self._buf, i)
                if i < len(self._buf):
                    c = self._buf[i]
                    i += 1
                    if c == _QUOTE:
                        inside = True
                    else:
                        depth += 1 if c in _OPEN else -1
                        if depth == 0:
                            break
                    continue
            if i - start > self._limit or head is not None:
                head = bytes(self._buf[start : start + self._limit]) if head is None else head
                del self._buf[:i]
                start = i = 0
            if not self._more():
                return self._finish(start, len(self._buf), head, whole=False)
        return self._finish(start, i, head, whole=True)

    def _scalar(self) -> Piece:
        head: bytes | None = None
        start = i = self._at
        while True:
            m = _SCALAR.match(self._buf, i)
            i = m.end() if m else i
            if i < len(self._buf):
                break
            if i - start > self._limit or head is not None:
                head = bytes(self._buf[start : start + self._limit]) if head is None else head
                del self._buf[:i]
                start = i = 0
            if not self._more():
                break
        if i == start and head is None:
            i += 1
        return self._finish(start, i, head, whole=True)

    def _finish(self, start: int, end: int, head: bytes | None, *, whole: bool) -> Piece:
        self._at = end
        if head is None and end - start > self._limit:
            head = bytes(self._buf[start : start + self._limit])
        if head is not None:
            return Piece(head, oversize=True, whole=whole)
        return Piece(bytes(self._buf[start:end]), whole=whole)


def values(cursor: Cursor) -> Iterator[Piece]:
    """Yield values that follow one another, with white space or nothing between them."""
    while cursor.peek() != -1:
        yield cursor.value()


def array_values(cursor: Cursor) -> Iterator[Piece]:
    """Yield the elements of the array at the cursor, then the values that follow it.

    Commas are not checked, so that no value is lost. An array without its end yields a last, empty piece that is not
    whole.
    """
    cursor.skip()
    while (c := cursor.peek()) != _CLOSE_ARRAY:
        if c == -1:
            yield Piece(b"", whole=False)
            return
        if c == _COMMA:
            cursor.skip()
            continue
        yield cursor.value()
    cursor.skip()
    yield from values(cursor)


# --- In memory: offsets within bytes that hold the whole value --------------------------------------------------------


def _space(data: bytes, i: int) -> int:
    m = _SPACE.match(data, i)
    return m.end() if m else i


def _byte(data: bytes, i: int) -> int:
    return data[i] if i < len(data) else -1


def value_end(data: bytes, i: int) -> int:
    """Return the offset behind the value that begins at i. Raises ValueError if it has no end."""
    c = _byte(data, i)
    if c == _QUOTE:
        m = _INSIDE.match(data, i + 1)
        if m is None or _byte(data, m.end()) != _QUOTE:
            raise ValueError("string")
        return m.end() + 1
    if c not in _OPEN:
        m = _SCALAR.match(data, i)
        if m is None or m.end() == i:
            raise ValueError("value")
        return m.end()
    depth = 0
    while True:
        depth += 1 if c in _OPEN else -1
        i += 1
        if depth == 0:
            return i
        i = _outside(data, i)
        c = _byte(data, i)
        if c in (-1, _QUOTE):
            raise ValueError("end")


def members(data: bytes, i: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield (raw key with its quotes, start and end of the value) of the object at i.

    Raises ValueError if there is none.
    """
    if _byte(data, i) != _OPEN_OBJECT:
        raise ValueError("object")
    i = _space(data, i + 1)
    if _byte(data, i) == _CLOSE_OBJECT:
        return
    while True:
        if _byte(data, i) != _QUOTE:
            raise ValueError("key")
        end = value_end(data, i)
        key = data[i:end]
        i = _space(data, end)
        if _byte(data, i) != _COLON:
            raise ValueError("colon")
        i = _space(data, i + 1)
        end = value_end(data, i)
        yield key, i, end
        i = _space(data, end)
        if _byte(data, i) == _CLOSE_OBJECT:
            return
        if _byte(data, i) != _COMMA:
            raise ValueError("comma")
        i = _space(data, i + 1)


def elements(data: bytes, i: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each element of the array at i. Raises ValueError if there is none."""
    if _byte(data, i) != _OPEN_ARRAY:
        raise ValueError("array")
    i = _space(data, i + 1)
    if _byte(data, i) == _CLOSE_ARRAY:
        return
    while True:
        end = value_end(data, i)
        yield i, end
        i = _space(data, end)
        if _byte(data, i) == _CLOSE_ARRAY:
            return
        if _byte(data, i) != _COMMA:
            raise ValueError("comma")
        i = _space(data, i + 1)
