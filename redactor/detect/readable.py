"""Make readable what a note hides from a reader of plain text: encoded stretches, file names, digits read for letters.

Detectors read the readable text as a note, with some of the text around the stretch. What they find there is mapped
back to the note, if it touches what was made readable.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from redactor.detect.encodings import Replacement, find_encoded, misread_words
from redactor.detect.file_names import components, find_file_names, login_folders, split
from redactor.entities import NAMES, Entity
from redactor.text import Span

DECODED = "decoded"  # a source of the spans that were found in readable texts
_LEVELS = 2  # depth of encodings within encodings that is decoded
_CONTEXT = 160  # characters around a stretch that are read with it
_SHORT, _CACHE = 128, 16_384  # characters, texts
_COVERS_FILE = NAMES | {Entity.USERNAME}  # entities for which a whole file name is covered


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A readable text shows a part of a note decoded, and maps spans back to the note.

    text: what the detectors read. starts, ends: the range of each character in the note. changed: whether each
    character was made readable. blocks, files: ranges of the note that are covered whole if they hold an entity
    (blocks) or a name (files). logins: ranges that are login names, whatever the detectors find.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    changed: tuple[bool, ...]
    blocks: tuple[tuple[int, int], ...]
    files: tuple[tuple[int, int], ...]
    logins: tuple[tuple[int, int], ...]

    def certain_spans(self) -> Iterator[Span]:
        """Yield the spans of the login names, whatever the detectors find."""
        for start, end in self.logins:
            yield Span(start, end, Entity.USERNAME, None, "strong", (DECODED,))

    def map_spans(self, found: Iterable[Span]) -> Iterator[Span]:
        """Yield the spans of the note for the spans that were found in the readable text."""
        for s in found:
            if not any(self.changed[max(0, s.start - 1) : s.end + 1]):
                continue
            start, end = self.starts[s.start], self.ends[s.end - 1]
            start, end = _widened(start, end, self.blocks)
            if s.entity in _COVERS_FILE:
                start, end = _widened(start, end, self.files)
            if start < end:
                yield Span(start, end, s.entity, s.score, s.strength, (DECODED, *s.sources))


def _widened(start: int, end: int, units: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the range together with the units that it overlaps. units: in order, without overlaps."""
    i = max(0, bisect_right(units, (start, start)) - 1)
    for a, b in units[i:]:
        if a >= end:
            break
        if start < b:
            start, end = min(a, start), max(b, end)
    return start, end


def _outermost(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    out: list[tuple[int, int]] = []
    for a, b in sorted(ranges, key=lambda r: (r[0], -r[1])):
        if not out or a >= out[-1][1]:
            out.append((a, b))
    return tuple(out)


def readable_texts(text: str) -> tuple[ReadableText, ...]:
    """Return the readable texts of a note; most notes have none."""
    return _cached_readable(text) if len(text) <= _SHORT else _find_readable(text)


def _find_readable(text: str) -> tuple[ReadableText, ...]:
    found = (*find_encoded(text), *misread_words(text))
    stretches = sorted([*((r.start, r.end) for r in found), *find_file_names(text)])
    return tuple(_made_readable(text, start, end) for start, end in _windows(text, stretches)) if stretches else ()


_cached_readable = lru_cache(maxsize=_CACHE)(_find_readable)  # displays of codes recur


def readable(stretch: str) -> str:
    """Return a stretch of a note, such as the text of a span, in readable form."""
    found = readable_texts(stretch)
    return "\n".join(r.text for r in found) if found else stretch


def _windows(text: str, stretches: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the stretches with their context, from one space to another; close ranges become one."""
    start = end = -1
    for a, b in stretches:
        low = 0 if a <= _CONTEXT else text.find(" ", a - _CONTEXT, a) + 1 or a - _CONTEXT
        high = text.rfind(" ", b, b + _CONTEXT) if b + _CONTEXT < len(text) else len(text)
        high = high if high > 0 else min(len(text), b + _CONTEXT)
        if low <= end:
            end = max(end, high)
            continue
        if end >= 0:
            yield start, end
        start, end = low, high
    yield start, end


@dataclass(slots=True)
class _Draft:
    """A draft is a readable text in the making."""

    text: str
    starts: list[int]
    ends: list[int]
    changed: list[bool]

    def apply(self, replacements: Iterable[Replacement]) -> None:
        """Carry out replacements, in order and without overlaps. Their offsets are those of the present text."""
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        changed: list[bool] = []
        at = 0
        for r in (*replacements, Replacement(len(self.text), len(self.text), "")):
            text.append(self.text[at : r.start])
            starts += self.starts[at : r.start]
            ends += self.ends[at : r.start]
            changed += self.changed[at : r.start]
            if r.new:
                a, b = self.range(r.start, r.end)
                text.append(r.new)
                starts += [a] * len(r.new)
                ends += [b] * len(r.new)
                changed += [True] * len(r.new)
            at = r.end
        self.text, self.starts, self.ends, self.changed = "".join(text), starts, ends, changed

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the note of text[start:end]; an empty range gives an empty one."""
        if start < end:
            return self.starts[start], self.ends[end - 1]
        at = self.starts[start] if start < len(self.starts) else (self.ends[-1] if self.ends else 0)
        return at, at


def _made_readable(text: str, start: int, end: int) -> ReadableText:
    draft = _Draft(text[start:end], list(range(start, end)), list(range(start + 1, end + 1)), [False] * (end - start))
    blocks: list[tuple[int, int]] = []
    for _ in range(_LEVELS):
        encoded = find_encoded(draft.text)
        if not encoded:
            break
        blocks += (draft.range(r.start, r.end) for r in encoded if r.whole)
        draft.apply(encoded)
    files: list[tuple[int, int]] = []
    logins: list[tuple[int, int]] = []
    cuts: list[Replacement] = []
    for a, b in find_file_names(draft.text):
        files += (draft.range(*component) for component in components(draft.text, a, b))
        logins += (draft.range(*folder) for folder in login_folders(draft.text, a, b))
        cuts += split(draft.text, a, b)
    draft.apply(cuts)
    draft.apply(misread_words(draft.text))
    return ReadableText(
        draft.text,
        tuple(draft.starts),
        tuple(draft.ends),
        tuple(draft.changed),
        _outermost(blocks),
        _outermost(files),
        _outermost(logins),
    )
