"""This module detects the form of a JSON stream from its first lines: an array, lines of JSON, or values in sequence.

The result depends only on the bytes and not on how a pipe cuts them into blocks, so that a run over a pipe can be
resumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec

_NOT_SPACE = re.compile(rb"[^ \t\r\n]")
_LINE_END = re.compile(rb"\n")
_RawDecoder = msgspec.json.Decoder(msgspec.Raw)


@dataclass(frozen=True, slots=True)
class Sniffed:
    """A `Sniffed` is the beginning of a stream. held: everything read so far, to be read again. form: the form of
    the stream.
    """

    held: bytes
    form: Literal["array", "lines", "values"]


def sniff(read: Callable[[], bytes], limit: int) -> Sniffed:
    """Read as far as the decision about the form needs, at most about `limit` bytes."""
    held = bytearray()
    marks: list[int] = []  # where the first line begins and ends, the second likewise, and where the third begins
    at = 0
    for mark in (_NOT_SPACE, _LINE_END, _NOT_SPACE, _LINE_END, _NOT_SPACE):
        while (found := mark.search(held, at)) is None and len(held) <= limit and (block := read()):
            at = len(held)
            held += block
        if found is None or found.start() > limit:
            break
        marks.append(found.start())
        at = found.end()
        if len(marks) == 1 and held[marks[0]] == ord("["):
            return Sniffed(bytes(held), "array")
    return Sniffed(bytes(held), "lines" if _are_lines(held, marks) else "values")


def _are_lines(held: bytearray, marks: list[int]) -> bool:
    """Return whether the first line is a whole object and more follows, or is broken and the next lines begin
    objects.
    """
    if len(marks) < 3:
        return False
    if is_object(held[marks[0] : marks[1]]):
        return True
    second = held[marks[2] : marks[3]] if len(marks) > 3 else held[marks[2] :]
    return is_object(second) and (len(marks) < 5 or held[marks[4]] == ord("{"))


def is_object(line: bytes | bytearray) -> bool:
    """Return whether the bytes are a JSON object, with nothing before it."""
    if line[:1] != b"{":
        return False
    try:
        _RawDecoder.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
