"""This module splits byte streams into lines and table rows, in bounded memory, with their numbers in the file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from typing import NamedTuple

_MAX_CELLS = 2_000_000  # in a row; separators within its texts count, too


class Line(NamedTuple):
    """A line is given without its end.

    number: counts from 1. data: only the first `limit` bytes if oversize. repeats: how many blank lines in a row it
    stands for, of which number is the first; 1 for any other line.
    """

    number: int
    data: bytes
    oversize: bool = False
    repeats: int = 1


def lines(read: Callable[[], bytes], limit: int, white: bytes = b"\r") -> Iterator[Line]:
    """Yield lines that end in LF or CRLF, blank ones included; the last may lack its end, and a longer one is cut.

    white: the bytes of which a blank line may consist.
    """
    number = blank = 0
    held: list[bytes] = []
    size = 0
    oversize = False
    while block := read():
        pieces = block.split(b"\n")
        for piece in pieces[:-1]:
            number += 1
            if not held and not oversize and not piece.strip(white):
                blank += 1
                continue
            if blank:
                yield Line(number - blank, b"", repeats=blank)
                blank = 0
            if held or oversize:
                size += len(piece)
                data = b"".join([*held, piece])
                held = []
            else:
                size, data = len(piece), piece
            if size > limit:
                yield Line(number, data[:limit], oversize=True)
            else:
                yield Line(number, data[:-1] if data.endswith(b"\r") else data)
            size, oversize = 0, False
        if blank:
            yield Line(number - blank + 1, b"", repeats=blank)
            blank = 0
        rest = pieces[-1]
        if rest:
            size += len(rest)
            if not oversize:
                held.append(rest)
            if size > limit and not oversize:
                oversize = True
                held = [b"".join(held)[:limit]]
    if held or oversize:
        yield Line(number + 1, b"".join(held), oversize)


def rows(source: Iterator[Line], limit: int) -> Iterator[Line]:
    """Yield CSV rows (RFC 4180), without blank rows: lines are joined while a quote is open. number: that of the first
    line.

    Rows are separated by counting quotes, before any decoding, so that a row that cannot be decoded or parsed keeps its
    bytes. An unclosed quote makes one row of what follows, up to the limit; the next line begins a new row.
    """
    first = 0
    held = bytearray()
    is_open = False
    for line in source:
        if not is_open and not line.oversize and not line.data.strip():
            continue
        if line.repeats > 1:  # within quotes
            room = limit - len(held)
            held += b"\n" * min(line.repeats, room)
            if line.repeats > room:
                yield Line(first, bytes(held[:limit]), oversize=True)
                held.clear()
                is_open = False
            continue
        closes = line.data.count(b'"') % 2 == (1 if is_open else 0)
        if not is_open and (closes or line.oversize):
            yield line
            continue
        first = first if is_open else line.number
        held += line.data
        oversize = line.oversize or len(held) >= limit
        is_open = not closes and not oversize
        if is_open:
            held += b"\n"
        else:
            yield Line(first, bytes(held[:limit]), oversize)
            held.clear()
    if is_open:
        yield Line(first, bytes(held.removesuffix(b"\n")))


def cells(row: str, sign: str = ",") -> list[str]:
    """Return the fields of one row, which the sign separates.

    Raises csv.Error for unpaired quotes and for millions of fields.
    """
    if row.count(sign) > _MAX_CELLS:
        raise csv.Error("too many fields")
    csv.field_size_limit(max(csv.field_size_limit(), len(row) + 1))
    parsed = list(csv.reader(io.StringIO(row, newline=""), delimiter=sign, strict=True))
    if len(parsed) != 1:
        raise csv.Error("not one row")
    return parsed[0]
