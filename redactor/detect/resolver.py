"""Resolve the spans of all detectors into one ordered list without overlaps."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from redactor.entities import DATES, NAMES, PRECEDENCE, Entity
from redactor.text import KNOWN, STUDENT, Span, Strength, detector_of

# Scripts written without spaces: a run of letters is a sentence, not a word, so spans are not widened over it.
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
_ENDS = frozenset(' \t\r\n,;()[]{}<>|*=+"!?&%#@$')  # neither part of a word nor within one
_KNOWN = 2
_MORE_PRECISELY = {
    *((Entity.PERSON, e) for e in NAMES),
    *((Entity.ORGANIZATION, e) for e in (Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS)),
}
_NO_RULES = frozenset(
    {STUDENT, "decoded", "spoken", "repeated"}
)  # "decoded", "spoken" and "repeated" say where a span was found, not which detector found it
_CACHE = 4_096  # combinations of sources, of which a run meets a few hundred
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")


def is_word_character(ch: str) -> bool:
    """Return whether ch is part of a word: a letter, digit or mark of a script that separates words by spaces."""
    if ch.isascii():
        return ch.isalnum() or ch == "_"
    if any(low <= ch <= high for low, high in _UNSPACED):
        return False
    return ch.isalnum() or ch in _INVISIBLE or unicodedata.category(ch)[0] == "M"


def _joins(text: str, i: int) -> bool:
    """Return whether text[i] is punctuation within a word or an identifier: O'Neil, Smith-Jones, 12-34, 3/4/1950."""
    if not 0 < i < len(text) - 1:
        return False
    ch, left, right = text[i], text[i - 1], text[i + 1]
    if ch in _JOINERS:
        if ch in "'’" and right in "sS" and not is_word_character(text[i + 2 : i + 3] or " "):
            return False  # the possessive 's stays outside the span: [PERSON]'s
        return is_word_character(left) and is_word_character(right)
    if ch in _DIGIT_JOINERS:
        return left.isdigit() and right.isdigit() and ch != ","
    return False


def _widen(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Return the bounds of each (non-empty) span, widened to whole words and identifiers; never narrower than the span.

    Linear time: a long run of word characters is scanned once, however many spans lie in it.
    """
    first: dict[int, int] = {}
    at, low = -1, 0  # the previous start and the bound it was widened to
    for start in sorted({s.start for s in spans}):
        first[start] = start
        if start == 0 or text[start - 1] in _ENDS or not is_word_character(text[start]):
            continue
        i = start
        while i > 0 and (is_word_character(text[i - 1]) or _joins(text, i - 1)):
            i -= 1
            if i == at:
                i = low
                break
        first[start] = low = i
        at = start
    last: dict[int, int] = {}
    high = 0  # the bound that the previous end was widened to
    for end in sorted({s.end for s in spans}):
        last[end] = end
        if text[end : end + 1] in _ENDS or not is_word_character(text[end - 1]):
            continue
        if end > high:
            high = end
            while high < len(text) and (is_word_character(text[high]) or _joins(text, high)):
                high += 1
        last[end] = high
    return [(first[s.start], last[s.end]) for s in spans]


def _mergeable_gap(gap: str) -> bool:
    return 0 < len(gap) <= 2 and gap.strip(" \t\u00a0") == ""


def resolve(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Merge the spans of all detectors into one ordered list without overlaps.

    Every character of every span stays covered. Spans are widened to whole words. Overlapping spans, and names
    separated only by a space, are merged under the label of a known value, else of a strong rule, else of the entity
    that comes first in PRECEDENCE. Raises ValueError for a span outside the text: then a detector read a different
    text.
    """
    found = []
    for s in spans:
        if not 0 <= s.start <= s.end <= len(text):
            raise ValueError(f"span {s.start}:{s.end} lies outside a text of {len(text)} characters")
        if s.start < s.end:
            found.append(s)
    widened = [
        s if (a, b) == (s.start, s.end) else Span(a, b, s.entity, s.score, s.strength, s.sources)
        for s, (a, b) in zip(found, _widen(text, found), strict=True)
    ]
    widened.sort(key=lambda s: (s.start, s.end, PRECEDENCE[s.entity], s.sources))
    out: list[Span] = []
    for s in widened:
        if out:
            last = out[-1]
            both_names = s.entity in NAMES and last.entity in NAMES
            if s.start < last.end or (both_names and _mergeable_gap(text[last.end : s.start])):
                out[-1] = _merge(last, s)
                continue
        out.append(s)
    return tuple(out)


def _outranks(a: Span, b: Span) -> bool:
    """Return whether the label of a holds for the union although b comes first in PRECEDENCE.

    It never does where a profile may keep what a is, except a date as a whole: a name that is a state too stays masked.
    A rule says PERSON or ORGANIZATION where it cannot tell more, and the student often can.
    """
    authority, other = _authority(a.sources, a.strength), _authority(b.sources, b.strength)
    if authority <= other or (authority < _KNOWN and (a.entity, b.entity) in _MORE_PRECISELY):
        return False
    if a.entity in DATES:
        return a.start <= b.start and b.end <= a.end
    union = max(a.end, b.end) - min(a.start, b.start)
    return PRECEDENCE[a.entity] < PRECEDENCE[Entity.ADDRESS] and 2 * (a.end - a.start) >= union


@lru_cache(maxsize=_CACHE)
def _authority(sources: tuple[str, ...], strength: Strength) -> int:
    """Return 2 for a known value, 1 for a strong rule or a term of the site, 0 for the student alone and weak rules."""
    detectors = set(map(detector_of, sources))
    if KNOWN in detectors:
        return _KNOWN
    return int(strength == "strong" and not detectors <= _NO_RULES)


def _merge(a: Span, b: Span) -> Span:
    """Return one span over both, under the label that outranks the other."""
    entity = a.entity
    if b.entity is not entity:
        first, second = (b, a) if PRECEDENCE[b.entity] < PRECEDENCE[entity] else (a, b)
        entity = second.entity if _outranks(second, first) else first.entity
    score = b.score if a.score is None else a.score if b.score is None else max(a.score, b.score)
    return Span(
        a.start,
        max(a.end, b.end),
        entity,
        score,
        "strong" if "strong" in (a.strength, b.strength) else "weak",
        a.sources if a.sources == b.sources else tuple(dict.fromkeys(a.sources + b.sources)),
    )
