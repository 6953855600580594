"""Hold a document as its file has it, and make it a checked one with offsets in characters.

Offsets that count something else (bytes of UTF-8, units of UTF-16, line ends of another length) are told from offsets
of another text: by the texts that annotations quote, or because all spans begin and end at words only so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal, get_args

from redactor.errors import EvaluationError
from redactor.evaluate.spans import Document, Labelled

Offsets = Literal["characters", "bytes", "utf16", "crlf", "lf"]
Tell = Callable[[str], None]
_LONGEST = 1_000_000_000  # assumed characters of a text that is not given
_SHOWN_PLACES = 3
_MEANINGS: Mapping[Offsets, str] = {
    "bytes": "bytes of UTF-8",
    "utf16": "units of UTF-16, as Java and JavaScript count",
    "crlf": "two characters for a line end, which has one in this text",
    "lf": "one character for a line end, which has two in this text",
}
# The characters that do not count as one.
_DIFFERS: Mapping[Offsets, re.Pattern[str]] = {
    "bytes": re.compile("[^\0-\x7f]"),
    "utf16": re.compile("[\U00010000-\U0010ffff]"),
    "crlf": re.compile("(?<!\r)\n"),
    "lf": re.compile("\r(?=\n)"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """An annotation. pieces: its span, or the parts of one with gaps. quote: the text that it repeats, or None."""

    pieces: tuple[Labelled, ...]
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Annotated:
    """A document of a file. place: says in messages where it stands; text: None if the file has none.

    counted: whether the format leaves open what offsets count. complete: whether the detectors could read all of it.
    numbered: whether the file has no id, which is a number then.
    """

    place: str
    id: str
    text: str | None
    marks: tuple[Mark, ...]
    group: str = ""
    counted: bool = True
    complete: bool = True
    numbered: bool = False


def silent(_: str) -> None:
    """Tell nobody."""


class Checker:
    """This class checks documents one after another, and tells in the end what it dropped.

    offsets: what they count; None if nobody said, so that another unit than characters is looked for.
    """

    def __init__(self, offsets: Offsets | None = None) -> None:
        self._offsets = offsets
        self._places: list[str] = []
        self._duplicates = 0

    def document(self, found: Annotated, text: str | None = None) -> Document:
        """Return the document with offsets in characters, and each span once.

        text: stands in for one that the file lacks. Raises EvaluationError.
        """
        hint = "" if found.text is not None or text is None else " --texts GOLD"
        found = found if found.text is not None else replace(found, text=text)
        marks = found.marks
        if found.counted and self._offsets not in (None, "characters") and marks:
            if found.text is None:
                raise EvaluationError(
                    f"{found.place}: offsets can be converted only beside their text; name the texts with --texts"
                )
            moved = _moved(found.text, marks, self._offsets)
            if moved is None:
                raise EvaluationError(
                    f"{found.place}: an offset lies outside of its text or within a character if offsets count"
                    f" {_MEANINGS[self._offsets]}"
                )
            marks = moved
        _check(found, marks, guess=found.counted and self._offsets is None, hint=hint)
        spans = [piece for mark in marks for piece in mark.pieces]
        first: dict[tuple[int, int, str], Labelled] = {}
        for s in spans:
            first.setdefault((s.start, s.end, s.label), s)
        once = list(first.values())
        if len(once) < len(spans):
            self._duplicates += len(spans) - len(once)
            self._places.append(found.place)
        return Document(found.id, found.text or "", tuple(once), (), found.group)

    def tell(self, tell: Tell) -> None:
        """Tell how many duplicates of spans were dropped, and where."""
        if self._duplicates:
            more = f" and {len(self._places) - _SHOWN_PLACES:,} more" if len(self._places) > _SHOWN_PLACES else ""
            tell(
                f"the same span with the same label stands {self._duplicates:,} times too often and counts once:"
                f" {'; '.join(self._places[:_SHOWN_PLACES])}{more}"
            )


def _check(found: Annotated, marks: Sequence[Mark], *, guess: bool, hint: str) -> None:
    """Raise EvaluationError if a span is impossible, is not what its annotation quotes, or counts no characters.

    guess: whether to look for another unit. hint: what the command that converts the file needs beside it.
    """
    place, text = found.place, found.text
    pieces = [piece for mark in marks for piece in mark.pieces]
    for number, s in enumerate(pieces, 1):
        if s.end < s.start:
            raise EvaluationError(f"{place}: span {number:,} of {len(pieces):,} ends before it begins")
        if s.end == s.start:
            raise EvaluationError(f"{place}: span {number:,} of {len(pieces):,} is empty")
    length = _LONGEST if text is None else len(text)
    outside = sum(not 0 <= s.start < s.end <= length for s in pieces)
    if text is None:
        if outside:
            raise EvaluationError(f"{place}: {outside:,} of {len(pieces):,} spans have impossible offsets")
        return
    wrong = 0 if outside else sum(not _holds_its_quote(text, mark) for mark in marks)
    if not outside and not wrong and not any(not _is_in_line(text, s) for s in pieces):
        return
    units = _units(text, marks, is_wrong=bool(outside or wrong)) if guess else []
    if units:
        reason = "hold the texts that annotations quote" if _quotes(marks) else "begin and end at words"
        raise EvaluationError(
            f"{place}: its offsets count {', or '.join(_MEANINGS[u] for u in units)}, not characters, since only so do"
            f" all spans {reason}; convert the file: redactor evaluate convert IN OUT --to jsonl{hint} --offsets"
            f" {' (or --offsets '.join(units)}{')' * (len(units) - 1)}"
        )
    if outside:
        raise EvaluationError(
            f"{place}: {outside:,} of {len(pieces):,} spans {'lies' if outside == 1 else 'lie'} outside of its text"
            " (offsets are characters); do they belong to another version of it?"
        )
    if wrong:
        raise EvaluationError(
            f"{place}: {wrong:,} of {len(marks):,} spans do not hold the text that their annotation quotes; were"
            " line ends or the encoding changed after the annotation?"
        )


def _quotes(marks: Sequence[Mark]) -> bool:
    return any(mark.quote is not None for mark in marks)


def _holds_its_quote(text: str, mark: Mark) -> bool:
    """Compare words, since tools write line ends in quotations as blanks."""
    said = mark.quote
    return said is None or " ".join(text[s.start : s.end] for s in mark.pieces).split() == said.split()


def _is_in_line(text: str, s: Labelled) -> bool:
    """Return whether a span begins and ends at words: not with a blank, and not within letters and digits."""
    if text[s.start].isspace() or text[s.end - 1].isspace():
        return False
    return not any(0 < i < len(text) and text[i - 1].isalnum() and text[i].isalnum() for i in (s.start, s.end))


def _units(text: str, marks: Sequence[Mark], *, is_wrong: bool) -> list[Offsets]:
    """Return the units, other than characters, that make every span fit.

    is_wrong: whether characters are ruled out. If they are not, the spans that the unit moves have to look wrong.
    """
    found: list[Offsets] = []
    pieces = [piece for mark in marks for piece in mark.pieces]
    for unit in _MEANINGS:
        first = _DIFFERS[unit].search(text)
        if first is None or (
            not is_wrong and (_quotes(marks) or not _mostly_across_words(text, pieces, first.start()))
        ):
            continue
        moved = _moved(text, marks, unit)
        if moved is None or any(s.start >= s.end for m in moved for s in m.pieces):
            continue
        if all(_holds_its_quote(text, mark) for mark in moved) and (
            _quotes(marks) or all(_is_in_line(text, s) for m in moved for s in m.pieces)
        ):
            found.append(unit)
    return found


def _mostly_across_words(text: str, pieces: Sequence[Labelled], after: int) -> bool:
    """Return whether half of the spans that begin after a place, and would begin elsewhere, lie across words.

    Some gold marks parts of words or a blank too many at the end. A span with the same start in both tells nothing.
    """
    in_line = [_is_in_line(text, s) for s in pieces if s.start > after]
    return bool(in_line) and 2 * sum(in_line) <= len(in_line)


def _moved(text: str, marks: Sequence[Mark], unit: Offsets) -> tuple[Mark, ...] | None:
    """Return the marks with offsets in characters of those that count a unit; None if an offset has no place."""
    at: dict[int, int] = {}
    for i, offset in enumerate(accumulate(_sizes(text, unit), initial=0)):
        at.setdefault(offset, i)
    try:
        return tuple(
            replace(mark, pieces=tuple(replace(s, start=at[s.start], end=at[s.end]) for s in mark.pieces))
            for mark in marks
        )
    except KeyError:
        return None


def _sizes(text: str, unit: Offsets) -> list[int]:
    """Return how many of a unit each character takes."""
    if unit == "bytes":
        return [len(c.encode("utf-8", "surrogatepass")) for c in text]
    if unit == "utf16":
        return [1 + (c > "\uffff") for c in text]
    after = [*text[1:], ""]
    if unit == "lf":
        return [0 if c == "\r" and n == "\n" else 1 for c, n in zip(text, after, strict=True)]
    before = ["", *text[:-1]]
    return [1 + (c == "\n" and b != "\r") for b, c in zip(before, text, strict=True)]


ALL_OFFSETS: tuple[Offsets, ...] = get_args(Offsets)
