"""Places what an LLM quotes from a chunk (RedactOR, section A.4).

A model gives no offsets, but the text of an identifier with words around it: "76" in "76 years old". The words around
it say which "76" is meant. Answers are not trusted: any string gives ranges within the chunk, or none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from rapidfuzz import fuzz

from redactor.detect.cascade.chunks import count_words
from redactor.detect.known.search_text import is_unspaced
from redactor.entities import Entity
from redactor.lexicon.titles import CREDENTIALS, DOCTOR_TITLES, NON_DOCTOR_TITLES
from redactor.lexicon.words import word_set
from redactor.unicode_fold import fold

Range = tuple[int, int]

_ADDRESSES = frozenset({Entity.ADDRESS, Entity.STREET, Entity.LOCATION})
_MOST_WORDS, _MOST_WORDS_OF_ADDRESS = 16, 32
_MOST_CHARACTERS = 400  # of a hint's text
_MOST_CONTEXT = 4_000
_MOST_AROUND = 120  # characters of the context on either side of the text
_MOST_PLACES = 32  # of a short text
_MOST_TRIED = 1_024  # places of a context
_MOST_IN_CONTEXT = 8  # places of a text in its context
_FITS = 70  # of 100: how much of a context must stand around a text
_NEARLY = 5  # a place that fits less well than the best by this much counts as well
_MISSPELT = 85  # of 100: how much of a text must be found where it is not found whole
_LEAST_MISSPELT = 5  # characters
_MOST_MISSPELT = 3  # places
_MOST_COMPARED = 300_000  # characters of a text times those of the chunk

_TAGS = frozenset(entity.tag for entity in Entity)
_TAG_NAMES = frozenset(tag.strip("[]") for tag in _TAGS)
_TAG = re.compile("|".join(map(re.escape, sorted(_TAGS))))
_MASK = "\ue000"  # stands in the place of each character of a mask; texts are rid of it
_RUN = re.compile(f"[^\\W_]+|{_MASK}+")
# What models repeat beside a mask: "Dr. [PERSON]", "[AGE] years old".
_BESIDE_MASKS = (
    DOCTOR_TITLES
    | NON_DOCTOR_TITLES
    | {word.lower() for word in CREDENTIALS}
    | word_set("a an and at by for from in is of old on or s the to was with y year years yo")
)


@dataclass(frozen=True, slots=True)
class Hint:
    """What an LLM says. text: the identifier alone. context: the same with words around it; may be empty."""

    entity: Entity
    text: str
    context: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where a hint belongs. ranges: of the masked text, in order. sure: False if it fits no place, or may not count."""

    ranges: tuple[Range, ...] = ()
    sure: bool = True


_UNSURE = Alignment(sure=False)


@dataclass(frozen=True, slots=True)
class _Normal:
    """A text as folded words, with single spaces between. origins: the range in the original of each character."""

    text: str
    origins: list[Range]


class Aligner:
    """Aligns hints within one masked text. Masks are no text: no range begins or ends within one."""

    def __init__(self, text: str) -> None:
        self._text = _without_tags(text)
        self._normal = _normal(self._text)

    def align(self, hint: Hint) -> Alignment:
        """Where a hint belongs: as written, else in folded words, else by what resembles it. At most 10 ms.

        A hint that fits several places has them all. One without a letter or digit beside masks says nothing.
        """
        text = _without_tags(hint.text.strip())
        if len(text) > _MOST_CHARACTERS:
            return _UNSURE
        words = _normal(text).text
        if _says_nothing(words) or (text.strip("[]") in _TAG_NAMES and text not in self._text):
            return Alignment()
        if count_words(text) > (_MOST_WORDS_OF_ADDRESS if hint.entity in _ADDRESSES else _MOST_WORDS):
            return _UNSURE
        context = _cut(_without_tags(hint.context[:_MOST_CONTEXT]), text)
        found = _ranges(self._text, text, context)
        if found:
            return Alignment(self._with_marks(found))
        around = _normal(context).text
        if found is not None:
            found = _ranges(self._normal.text, words, around)
        if found:
            return Alignment(self._with_marks([self._origin(*r) for r in found]))
        return _UNSURE if found is None else self._by_resemblance(words, around)

    def _by_resemblance(self, text: str, context: str) -> Alignment:
        """Where the text stands and what is around it resembles the context; else where something resembles it."""
        found = _ranges(self._normal.text, text, text)
        sure = True
        if found is None:
            return _UNSURE
        if found:
            scores = [self._fit(r, text, context) for r in found]
            best = max(scores)
            if best >= _FITS:
                found = [r for r, score in zip(found, scores, strict=True) if score >= best - _NEARLY]
            elif _is_telling(text):
                sure = len(found) == 1
            else:
                return _UNSURE
        else:
            found = self._misspelt(text)
            sure = bool(found)
        return Alignment(self._with_marks([self._origin(*r) for r in found]), sure)

    def _fit(self, place: Range, text: str, context: str) -> float:
        """How much of the context stands around a place, of 100."""
        before, _, behind = context.partition(text)
        if len(before) + len(behind) + len(text) != len(context):  # the text is not in it
            start, end = place[0] - len(context), place[1] + len(context)
            return fuzz.partial_ratio(context, self._normal.text[max(0, start) : end])
        if not before and not behind:
            return 0
        left = self._normal.text[max(0, place[0] - len(before)) : place[0]]
        right = self._normal.text[place[1] : place[1] + len(behind)]
        fits = fuzz.ratio(before, left) * len(before) + fuzz.ratio(behind, right) * len(behind)
        return fits / (len(before) + len(behind))

    def _misspelt(self, text: str) -> list[Range]:
        """The places that most resemble the text."""
        size = len(self._normal.text)
        told = len(text.replace(_MASK, ""))
        if told < _LEAST_MISSPELT or len(text) > size or len(text) * size > _MOST_COMPARED:
            return []
        found: list[Range] = []
        rest = self._normal.text
        while len(found) < _MOST_MISSPELT:
            match = fuzz.partial_ratio_alignment(text, rest, score_cutoff=_MISSPELT)
            if match is None or match.dest_start >= match.dest_end:
                break
            start, end = match.dest_start, match.dest_end
            found.append((start, end))
            rest = f"{rest[:start]}{_MASK * (end - start)}{rest[end:]}"
        return sorted(found)

    def _origin(self, start: int, end: int) -> Range:
        """The range of the original of a range of the normal text."""
        while end - start > 1 and self._normal.text[start] == " ":
            start += 1
        while end - start > 1 and self._normal.text[end - 1] == " ":
            end -= 1
        return self._normal.origins[start][0], self._normal.origins[end - 1][1]

    def _with_marks(self, found: list[Range]) -> tuple[Range, ...]:
        """The ranges in order, each with the combining marks of its last character."""
        out = set()
        for start, end in found:
            high = end
            while high < len(self._text) and unicodedata.category(self._text[high])[0] == "M":
                high += 1
            out.add((start, high))
        return tuple(sorted(out))


def _without_tags(text: str) -> str:
    """The text with its tags hidden, in the same length."""
    return _TAG.sub(lambda m: _MASK * len(m[0]), text.replace(_MASK, "\ufffd"))


def _normal(text: str) -> _Normal:
    folded = fold(text, caseless=True)
    parts: list[str] = []
    origins: list[Range] = []
    for m in _RUN.finditer(folded.text):
        start, end = m.span()
        first = folded.span(start, start + 1)[0]
        if parts:
            parts.append(" ")
            origins.append((origins[-1][1], first))
        if m[0][0] == _MASK:
            parts.append(_MASK)
            origins.append((first, folded.span(end - 1, end)[1]))
        elif folded.starts is None:
            parts.append(m[0])
            origins.extend(zip(range(start, end), range(start + 1, end + 1), strict=True))
        else:
            parts.append(m[0])
            origins.extend([(at, at + 1) for at in folded.starts[start:end]])
    return _Normal("".join(parts), origins)


def _says_nothing(normal: str) -> bool:
    """Whether a text in normal form has no word, or beside masks only words that models repeat with them."""
    words = normal.split()
    told = [w for w in words if w != _MASK]
    return not told or (len(told) < len(words) and _BESIDE_MASKS.issuperset(told))


def _cut(context: str, text: str) -> str:
    """The context with no more around the text than what tells places apart; the text alone where there is none."""
    at = max(0, context.find(text))
    return context[max(0, at - _MOST_AROUND) : at + len(text) + _MOST_AROUND].strip() or text


def _ranges(whole: str, text: str, context: str) -> list[Range] | None:
    """Where a text stands in its context, everywhere that the context stands in the whole; empty if it is not in it.

    Whole words if there are any, else what a context places or what can hardly stand there by chance. None if so short
    a text is found so often that it cannot be an identifier everywhere.
    """
    offsets = list(islice(_places(context, text), _MOST_IN_CONTEXT))
    offsets = [k for k in offsets if _is_word(context, k, k + len(text))] or offsets
    telling = _is_telling(text)
    words: dict[Range, None] = {}
    parts: dict[Range, None] = {}
    for tried, at in enumerate(_places(whole, context) if offsets else ()):
        for k in offsets:
            found = (at + k, at + k + len(text))
            (words if _is_word(whole, *found) else parts)[found] = None
        if tried > _MOST_TRIED or (len(words) > _MOST_PLACES and not telling):
            return None
    if not words and (len(context) > len(text) or telling):
        words = parts
    return list(words)


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0 and part:
        yield at
        at = text.find(part, at + 1)


def _is_word(text: str, start: int, end: int) -> bool:
    return not (_continues(text, start) or _continues(text, end))


def _continues(text: str, at: int) -> bool:
    """Whether a word or number goes on at an offset: letters on both sides, or digits."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    return (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit())


def _is_telling(text: str) -> bool:
    """Whether a text can hardly stand in a chunk by chance: several words, a long word or number, or an ideogram."""
    return len(text) >= _LEAST_MISSPELT or is_unspaced(text)
