"""Place what an LLM quotes from a chunk (RedactOR, section A.4).

A model gives no offsets, but the text of an identifier with words around it: "76" in "76 years old". The words around
it say which "76" is meant. Answers are not trusted: any string gives ranges within the chunk, or none.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice

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
_LEAST_FIT = 70  # least share of 100 of a context that must stand around a text
_MOST_SCORED = 12  # places
_FIT_TOLERANCE = 5  # a place counts, too, if it fits less well than the best place by at most this much
_LEAST_RESEMBLANCE = 85  # least share of 100 of a text that must be found where the whole text is not
_LEAST_MISSPELT = 5  # characters
_MOST_MISSPELT = 3  # places
_MOST_COMPARED = 300_000  # characters of a text times those of the chunk

_TAGS = frozenset(entity.tag for entity in Entity)
_TAG_NAMES = frozenset(tag.strip("[]") for tag in _TAGS)
_TAG = re.compile("|".join(map(re.escape, sorted(_TAGS))))
_MASK = "\ue000"  # stands in the place of each character of a mask; texts are rid of it
_RUN = re.compile(f"[^\\W_]+|{_MASK}+")
# What models repeat beside a mask: "Dr. [PERSON]", "[AGE] years old".
_WORDS_BESIDE_MASKS = (
    DOCTOR_TITLES
    | NON_DOCTOR_TITLES
    | {word.lower() for word in CREDENTIALS}
    | word_set("a an and at by for from in is of old on or s the to was with y year years yo")
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint is what an LLM quotes.

    text: the identifier alone. context: the identifier with words around it; may be empty.
    """

    entity: Entity
    text: str
    context: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """An alignment holds the ranges of a masked text, in order, to which a hint belongs.

    sure: False if the hint fits no place, or may not count.
    """

    ranges: tuple[Range, ...] = ()
    sure: bool = True


_UNSURE = Alignment(sure=False)


class Aligner:
    """Align hints within one masked text. Masks are no text: no range begins or ends within one.

    Aligner("seen at 76 years old").align(Hint(Entity.AGE, "76", "76 years old")).ranges # ((8, 10),)
    """

    def __init__(self, text: str) -> None:
        self._text = _without_tags(text)

    @cached_property
    def _normal(self) -> _Normal:
        return _Normal(self._text)

    def align(self, hint: Hint) -> Alignment:
        """Return where a hint belongs: as written, else in folded words, else by what resembles it. At most 10 ms.

        A hint that fits several places has them all. A hint without a letter or digit beside masks has no place.
        """
        text = _without_tags(hint.text.strip())
        if len(text) > _MOST_CHARACTERS:
            return _UNSURE
        words = _normal_form(text)
        if _is_empty_hint(words) or (text.strip("[]") in _TAG_NAMES and text not in self._text):
            return Alignment()
        if count_words(text) > (_MOST_WORDS_OF_ADDRESS if hint.entity in _ADDRESSES else _MOST_WORDS):
            return _UNSURE
        context = _near_context(_without_tags(hint.context[:_MOST_CONTEXT]), text)
        found = _ranges(self._text, text, context)
        if found:
            return Alignment(self._with_marks(found))
        around = _normal_form(context)
        if found is not None:
            found = _ranges(self._normal.text, words, around)
        if found:
            return Alignment(self._with_marks([self._normal.origin(*r) for r in found]))
        return _UNSURE if found is None else self._by_resemblance(words, around)

    def _by_resemblance(self, text: str, context: str) -> Alignment:
        """Return places of the text whose surroundings resemble the context, else of what resembles the text."""
        found = _ranges(self._normal.text, text, text)
        sure = True
        if found is None:
            return _UNSURE
        if found:
            scores = [self._fit(r, text, context) for r in found] if len(found) <= _MOST_SCORED else [0]
            best = max(scores)
            if best >= _LEAST_FIT:
                found = [r for r, score in zip(found, scores, strict=True) if score >= best - _FIT_TOLERANCE]
            elif _is_distinctive(text):
                sure = len(found) == 1
            else:
                return _UNSURE
        else:
            found = self._normal.spaced_otherwise(text) or self._normal.reordered(text) or self._misspelt(text)
            sure = bool(found)
        return Alignment(self._with_marks([self._normal.origin(*r) for r in found]), sure)

    def _fit(self, place: Range, text: str, context: str) -> float:
        """Return how much of the context stands around a place, of 100."""
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
        """Return the places that most resemble the text."""
        size = len(self._normal.text)
        size_of_text = len(text.replace(_MASK, ""))
        if size_of_text < _LEAST_MISSPELT or len(text) > size or len(text) * size > _MOST_COMPARED:
            return []
        found: list[Range] = []
        rest = self._normal.text
        while len(found) < _MOST_MISSPELT:
            match = fuzz.partial_ratio_alignment(text, rest, score_cutoff=_LEAST_RESEMBLANCE)
            if match is None or match.dest_start >= match.dest_end:
                break
            start, end = match.dest_start, match.dest_end
            found.append((start, end))
            rest = f"{rest[:start]}{_MASK * (end - start)}{rest[end:]}"
        return sorted(found)

    def _with_marks(self, found: list[Range]) -> tuple[Range, ...]:
        """Return the ranges in order, each with the combining marks of its last character."""
        out = set()
        for start, end in found:
            high = end
            while high < len(self._text) and unicodedata.category(self._text[high])[0] == "M":
                high += 1
            out.add((start, high))
        return tuple(sorted(out))


def _without_tags(text: str) -> str:
    """Return the text with its tags hidden, in the same length."""
    return _TAG.sub(lambda m: _MASK * len(m[0]), text.replace(_MASK, "\ufffd"))


class _Normal:
    """A normal text holds a text in normal form, and the way back from it."""

    def __init__(self, text: str) -> None:
        self._folded = fold(text, caseless=True)
        # Of each word: its bounds in the folded text, and where it begins here.
        self._runs = [m.span() for m in _RUN.finditer(self._folded.text)]
        self._words = [_with_one_mask(self._folded.text[a:b]) for a, b in self._runs]
        self._starts = [0, *accumulate(len(word) + 1 for word in self._words)]
        self.text = " ".join(self._words)

    def origin(self, start: int, end: int) -> Range:
        """Return the range of the original that text[start:end] stands for. It holds a letter, a digit or a mask."""
        while self.text[start] == " ":
            start += 1
        while self.text[end - 1] == " ":
            end -= 1
        return self._at(start)[0], self._at(end - 1)[1]

    def spaced_otherwise(self, text: str) -> list[Range]:
        """Return where whole words, without the spaces between them, equal the text without its spaces: "S M I T H"."""
        if not _is_distinctive(text):
            return []
        ends = list(accumulate(map(len, self._words)))
        first = {end - len(word): i for i, (end, word) in enumerate(zip(ends, self._words, strict=True))}
        last = {end: i for i, end in enumerate(ends)}
        part = text.replace(" ", "")
        places = islice(_offsets_of("".join(self._words), part), _MOST_TRIED)
        return [
            self._of_words(first[at], last[at + len(part)]) for at in places if at in first and at + len(part) in last
        ]

    def reordered(self, text: str) -> list[Range]:
        """Return where the words of a text stand in another order: "DOE, JOHN A"."""
        wanted = sorted(text.split())
        size = len(wanted)
        if size < 2 or not _is_distinctive(text):
            return []
        either = frozenset(wanted)
        return [
            self._of_words(i, i + size - 1)
            for i in range(len(self._words) - size + 1)
            if self._words[i] in either and sorted(self._words[i : i + size]) == wanted
        ]

    def _of_words(self, first: int, last: int) -> Range:
        """Return the range in normal form of words first to last."""
        return self._starts[first], self._starts[last] + len(self._words[last])

    def _at(self, at: int) -> Range:
        """Return the range of the original for the character text[at]."""
        i = bisect_right(self._starts, at) - 1
        low, high = self._runs[i]
        if self.text[at] == _MASK:
            return self._folded.span(low, low + 1)[0], self._folded.span(high - 1, high)[1]
        low += at - self._starts[i]
        return self._folded.span(low, low + 1)


def _normal_form(text: str) -> str:
    """Return the normal form of a text: words without case and accents, single spaces, one sign for each mask."""
    return " ".join(map(_with_one_mask, _RUN.findall(fold(text, caseless=True).text)))


def _with_one_mask(run: str) -> str:
    return _MASK if run[0] == _MASK else run


def _is_empty_hint(normal: str) -> bool:
    """Return whether a text in normal form has no word, or beside masks only words that models repeat with them."""
    words = normal.split()
    size_of_text = [w for w in words if w != _MASK]
    return not size_of_text or (len(size_of_text) < len(words) and _WORDS_BESIDE_MASKS.issuperset(size_of_text))


def _near_context(context: str, text: str) -> str:
    """Return the context cut near the text, or the text alone if the context does not hold it."""
    at = max(0, context.find(text))
    return context[max(0, at - _MOST_AROUND) : at + len(text) + _MOST_AROUND].strip() or text


def _ranges(whole: str, text: str, context: str) -> list[Range] | None:
    """Return where a text stands in its context, everywhere that the context stands in the whole.

    The result is empty if the text is not there. It holds whole words if there are any, else what a context places or
    what can hardly stand there by chance. None if so short a text is found so often that it cannot be an identifier
    everywhere.
    """
    offsets = list(islice(_offsets_of(context, text), _MOST_IN_CONTEXT))
    offsets = [k for k in offsets if _is_word(context, k, k + len(text))] or offsets
    distinctive = _is_distinctive(text)
    words: dict[Range, None] = {}
    parts: dict[Range, None] = {}
    for tried, at in enumerate(_offsets_of(whole, context) if offsets else ()):
        for k in offsets:
            found = (at + k, at + k + len(text))
            (words if _is_word(whole, *found) else parts)[found] = None
        if tried > _MOST_TRIED or (len(words) > _MOST_PLACES and not distinctive):
            return None
    if not words and (len(context) > len(text) or distinctive):
        words = parts
    return list(words)


def _offsets_of(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0 and part:
        yield at
        at = text.find(part, at + 1)


def _is_word(text: str, start: int, end: int) -> bool:
    return not (_word_goes_on(text, start) or _word_goes_on(text, end))


def _word_goes_on(text: str, at: int) -> bool:
    """Return whether a word or number goes on at an offset: letters on both sides, or digits."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    return (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit())


def _is_distinctive(text: str) -> bool:
    """Return whether a text can hardly occur by chance: several words, a long word or number, or an ideogram."""
    return len(text) >= _LEAST_MISSPELT or is_unspaced(text)
