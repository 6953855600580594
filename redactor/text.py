"""Text and what is found in it: notes, spans, readings, mentions; and the one resolver of overlapping spans.

Offsets are Python characters (Unicode code points) of the original text everywhere, half open: text[start:end].
"""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from redactor.entities import NAMES, PRECEDENCE, Entity, Role

Strength = Literal["weak", "strong"]


class Action(StrEnum):
    """What becomes of a mention. A profile gives one to each entity; a schema rule can force one."""

    TAG = "tag"
    HASH = "hash"
    SURROGATE = "surrogate"
    SHIFT = "shift"
    GENERALIZE = "generalize"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class KnownValue:
    """An identifier that a structured record gave for a subject or a site.

    value: as written there. parts: of a structured value, (name, value) pairs such as ("family", "Doe").
    """

    value: str
    entity: Entity
    role: Role | None = None
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A text to read. subject: pseudonymous key of whose it is. date: of the note, for partial dates ("3/24")."""

    id: str
    text: str
    subject: str | None = None
    note_type: str | None = None
    date: dt.date | None = None
    known: tuple[KnownValue, ...] = ()
    hints: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Span:
    """A found entity. score: calibrated probability in [0, 1], or None where a rule found it. sources: detectors."""

    start: int
    end: int
    entity: Entity
    score: float | None = None
    strength: Strength = "strong"
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a detector (or all of them, resolved) saw in one note.

    doubts: (start, end) ranges the detector was unsure of. complete: False when the text could not be read whole.
    cleared: ranges in which the detector is sure that nothing identifies; there a weak rule alone finds nothing.
    """

    spans: tuple[Span, ...] = ()
    doubts: tuple[tuple[int, int], ...] = ()
    complete: bool = True
    cleared: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A value to replace: a span of free text, or a leaf of a structured value.

    value: as written. where: "text", or the field's path ("Patient.name.given"). part and parts: which part of a
    structured value this is and the whole of it, so that "Doe" is known for the family name of John Doe.
    force: the action a schema rule demands; it overrides the profile's. date: of the note or record, for partial
    dates. note: id of the text it stands in, "" for a structured value. paragraph and ordinal: of a text, the
    paragraph that holds it and which of that paragraph's mentions it is, from 0.
    """

    value: str
    entity: Entity
    subject: str | None = None
    role: Role | None = None
    where: str = "text"
    part: str | None = None
    parts: tuple[tuple[str, str], ...] = ()
    force: Action | None = None
    date: dt.date | None = None
    note: str = ""
    paragraph: str = ""
    ordinal: int = 0


# Scripts written without spaces: a run of letters is a sentence there, not a word, so spans are not widened over it.
_UNSPACED = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3040", "\u30ff"),  # Kana
    ("\u3400", "\u9fff"),  # CJK
    ("\uf900", "\ufaff"),  # CJK compatibility
    ("\U00020000", "\U0003ffff"),
)
_JOINERS = frozenset("-'’‑_")
_DIGIT_JOINERS = frozenset("/.:,")
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")


def _is_word(ch: str) -> bool:
    if ch.isascii():
        return ch.isalnum() or ch == "_"
    if any(low <= ch <= high for low, high in _UNSPACED):
        return False
    return ch.isalnum() or ch in _INVISIBLE or unicodedata.category(ch)[0] == "M"


def _joins(text: str, i: int) -> bool:
    """Whether text[i] is punctuation inside a word or an identifier: O'Neil, Smith-Jones, 12-34, 3/4/1950."""
    if not 0 < i < len(text) - 1:
        return False
    ch, left, right = text[i], text[i - 1], text[i + 1]
    if ch in _JOINERS:
        if ch in "'’" and right in "sS" and not _is_word(text[i + 2 : i + 3] or " "):
            return False  # a possessive stays outside: [PERSON]'s
        return _is_word(left) and _is_word(right)
    if ch in _DIGIT_JOINERS:
        return left.isdigit() and right.isdigit() and ch != ","
    return False


def _widened(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Where each span, none of them empty, begins and ends when it has grown to whole words and identifiers.

    It never shrinks. A long run of characters is walked once, however many spans stand in it.
    """
    first: dict[int, int] = {}
    at, low = -1, 0  # the last start and how far it grew
    for start in sorted({s.start for s in spans}):
        first[start] = start
        if not _is_word(text[start]):
            continue
        i = start
        while i > 0 and (_is_word(text[i - 1]) or _joins(text, i - 1)):
            i -= 1
            if i == at:
                i = low
                break
        first[start] = low = i
        at = start
    last: dict[int, int] = {}
    high = 0  # how far the last end grew
    for end in sorted({s.end for s in spans}):
        last[end] = end
        if not _is_word(text[end - 1]):
            continue
        if end > high:
            high = end
            while high < len(text) and (_is_word(text[high]) or _joins(text, high)):
                high += 1
        last[end] = high
    return [(first[s.start], last[s.end]) for s in spans]


def _mergeable_gap(gap: str) -> bool:
    return 0 < len(gap) <= 2 and gap.strip(" \t\u00a0") == ""


def resolve(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """All spans of all detectors into one ordered list without overlaps.

    The characters of every span stay covered: spans are widened to whole words, overlapping ones are joined under
    the label that PRECEDENCE puts first, and names that only a space parts become one. Raises ValueError for a span
    outside the text: a detector that reads another text than this one must not go unnoticed.
    """
    found = []
    for s in spans:
        if not 0 <= s.start <= s.end <= len(text):
            raise ValueError(f"span {s.start}:{s.end} lies outside a text of {len(text)} characters")
        if s.start < s.end:
            found.append(s)
    widened = [
        s if (a, b) == (s.start, s.end) else Span(a, b, s.entity, s.score, s.strength, s.sources)
        for s, (a, b) in zip(found, _widened(text, found), strict=True)
    ]
    widened.sort(key=lambda s: (s.start, s.end, PRECEDENCE[s.entity], s.sources))
    out: list[Span] = []
    for s in widened:
        if out:
            last = out[-1]
            both_names = s.entity in NAMES and last.entity in NAMES
            if s.start < last.end or (both_names and _mergeable_gap(text[last.end : s.start])):
                out[-1] = _join(last, s)
                continue
        out.append(s)
    return tuple(out)


def _join(a: Span, b: Span) -> Span:
    entity = min(a.entity, b.entity, key=PRECEDENCE.__getitem__)
    scores = [x for x in (a.score, b.score) if x is not None]
    return Span(
        a.start,
        max(a.end, b.end),
        entity,
        max(scores) if scores else None,
        "strong" if "strong" in (a.strength, b.strength) else "weak",
        tuple(dict.fromkeys(a.sources + b.sources)),
    )


# --- The fold -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Folded:
    """A text as the detectors read it, and the way back. starts: original offset of each character, None if 1:1."""

    text: str
    starts: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets of the original for [start, end) of the folded text; invisible characters inside are included."""
        if self.starts is None:
            return start, end
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else (self.starts[-1] + 1 if self.starts else 0)
            return at, at
        return self.starts[start], self.starts[end - 1] + 1


_FOLD_CHARS = {
    "\u2044": "/", "\u2215": "/", "\u29f8": "/", "\u2212": "-", "\u2018": "'", "\u2019": "'", "\u201b": "'",
    "\u02bc": "'", "\u2032": "'", "\u0060": "'", "\u00b4": "'", "\u201c": '"', "\u201d": '"', "\u2033": '"',
    "\u2028": "\n", "\u2029": "\n", "\u0085": "\n", "\u2024": ".", "\u3002": ".", "\u30fb": " ",
}  # fmt: skip


def _fold_char(ch: str) -> str:
    if ch in _FOLD_CHARS:
        return _FOLD_CHARS[ch]
    category = unicodedata.category(ch)
    if category == "Cf":
        return ""
    if category == "Pd":
        return "-"
    if category == "Nd":
        return str(unicodedata.decimal(ch))
    if category == "Zs":
        return " "
    return "".join(_FOLD_CHARS.get(c, c) for c in unicodedata.normalize("NFKC", ch))


def _caseless_char(ch: str) -> str:
    folded = unicodedata.normalize("NFKD", _fold_char(ch).casefold())
    return "".join(c for c in folded if unicodedata.category(c) != "Mn")


class _Table(dict[int, str]):
    """What each character becomes, by code point; filled as characters occur."""

    def __init__(self, one: Callable[[str], str]) -> None:
        super().__init__()
        self._one = one

    def __missing__(self, code: int) -> str:
        got = self[code] = self._one(chr(code))
        return got


_folds = _Table(_fold_char)
_caseless_folds = _Table(_caseless_char)


def fold(text: str, *, caseless: bool = False) -> Folded:
    """The text with one form for each character that has many, and offsets mapped back.

    Full-width and other digits become ASCII, every dash "-", every space " ", curly quotes straight, the fraction
    slash "/"; zero-width and other format characters vanish. caseless also drops diacritics and case, for lookups.
    """
    if text.isascii() and "`" not in text:
        return Folded(text.lower() if caseless else text)
    table = _caseless_folds if caseless else _folds
    # Few characters become none or several: only around those do offsets move.
    odd = {ch: len(table[ord(ch)]) for ch in set(text) if len(table[ord(ch)]) != 1}
    folded = text.translate(table)
    if not odd:
        return Folded(folded)
    starts: list[int] = []
    at = 0
    for i, ch in enumerate(text):
        if ch in odd:
            starts.extend(range(at, i))
            starts.extend([i] * odd[ch])
            at = i + 1
    starts.extend(range(at, len(text)))
    return Folded(folded, tuple(starts))
