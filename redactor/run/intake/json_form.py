"""What the first lines of a JSON stream say of its form: lines of JSON, or one value after another.

The answer follows from the bytes alone, however a pipe cuts them into blocks, so that a run over a pipe can be taken
up again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec

_INK = re.compile(rb"[^ \t\r\n]")
_END = re.compile(rb"\n")
_Decoder = msgspec.json.Decoder(msgspec.Raw)


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a stream. held: all that was read of it, to be read again. form: what it begins."""

    held: bytes
    form: Literal["array", "lines", "values"]


def opening(read: Callable[[], bytes], limit: int) -> Opening:
    """Read as far as it takes to tell, at most about `limit` bytes."""
    held = bytearray()
    marks: list[int] = []  # where the first line begins and ends, the second likewise, and where the third begins
    at = 0
    for mark in (_INK, _END, _INK, _END, _INK):
        while (found := mark.search(held, at)) is None and len(held) <= limit and (block := read()):
            at = len(held)
            held += block
        if found is None or found.start() > limit:
            break
        marks.append(found.start())
        at = found.end()
        if len(marks) == 1 and held[marks[0]] == ord("["):
            return Opening(bytes(held), "array")
    return Opening(bytes(held), "lines" if _are_lines(held, marks) else "values")


def _are_lines(held: bytearray, marks: list[int]) -> bool:
    """Whether an object stands on a line of its own with something behind it; or the first line is broken, and
    objects stand on those behind it."""
    if len(marks) < 3:
        return False
    if _is_object(held[marks[0] : marks[1]]):
        return True
    second = held[marks[2] : marks[3]] if len(marks) > 3 else held[marks[2] :]
    return _is_object(second) and (len(marks) < 5 or held[marks[4]] == ord("{"))


def _is_object(line: bytearray) -> bool:
    if line[:1] != b"{":
        return False
    try:
        _Decoder.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
