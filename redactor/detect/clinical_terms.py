"""Drop spans that are terms of medicine or genetic notation: "Tinel", "Verzenio", "NM_007294.4:c.68_69del".

A term is dropped where only a model found it, a part of a genetic variant whoever found it. The score below which a
span is dropped follows from how often such spans are right, on generated notes of types that training never saw: under
one in ten (docs/student.md). A longer list of terms makes no name harder to find that the model is sure of, that a rule
finds too, or that stands beside a title.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import accumulate

from redactor.entities import NAMES, Entity
from redactor.lexicon import medicine
from redactor.lexicon import words as word_lists
from redactor.lexicon.nomenclature import is_nomenclature
from redactor.text import KNOWN, Span

_WORD = re.compile(r"[^\s/|;:,()\[\]{}<>+=*\"“”]+")
_ENDING = re.compile(r"['’]s$|\d+(?:\.\d+)?(?:m?g|mcg|m[lL]|u)$")  # a possessive, a dose: "Rocephin1g"
_EDGES = ".'’-–#&"
_LONGEST_PHRASE = 4  # words
_LONGEST = 80  # characters of a span that may be a term
_CACHE = 16_384


class _Kind(Enum):
    """Classify the words of a span. A later kind says less than an earlier one about the span as a whole."""

    NUMBER = 0
    TERM = 1  # drugs, organisms, genes, tests: names of nothing else
    FUNCTION = 2  # headings, function words, specialties
    EPONYM = 3
    OTHER = 4  # or a term that is a frequent name too


# (kind, whether a word of it has three letters at most) -> the score below which a name is dropped.
_SCORE_LIMITS = {
    (_Kind.TERM, False): 0.9,
    (_Kind.TERM, True): 0.3,
    (_Kind.EPONYM, False): 0.6,
}
_NAME_ENTITIES = NAMES | {Entity.USERNAME}
_SHORT, _SHORTEST = 3, 3  # letters; two may be initials


def drop_clinical_terms(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans without terms of medicine that only the model took for names, and without parts of variants."""
    others = sorted([(s.start, s.end) for s in spans if not s.is_students_alone])
    has_variants = may_hold_variants(text)
    if len(others) == len(spans) and not has_variants:
        return list(spans)
    starts = [start for start, _ in others]
    furthest_ends = list(accumulate((end for _, end in others), max))

    def is_term(s: Span) -> bool:
        if has_variants and is_variant(text, s):
            return True
        if not s.is_students_alone or s.score is None or s.end - s.start > _LONGEST or s.entity not in _NAME_ENTITIES:
            return False
        if s.score >= _score_limit(text[s.start : s.end]):
            return False
        before = bisect_left(starts, s.end)
        return not before or furthest_ends[before - 1] <= s.start  # no rule found it too

    return [s for s in spans if not is_term(s)]


@lru_cache(maxsize=_CACHE)
def _score_limit(value: str) -> float:
    """Return the score below which a name is dropped; 0 for a name that is no term."""
    words = [word for word in (_plain_word(word) for word in _WORD.findall(value)) if word]
    if sum(map(len, words)) < _SHORTEST:
        return 0.0
    terms = list(_terms(words))
    kind = max((_kind_of(term) for term in terms), key=lambda k: k.value)
    return _SCORE_LIMITS.get((kind, any(len(term) <= _SHORT and not term.isdigit() for term in terms)), 0.0)


def _plain_word(word: str) -> str:
    return word_lists.plain(_ENDING.sub("", word.strip(_EDGES)))


def _terms(words: Sequence[str]) -> Iterator[str]:
    """Yield the words, with those of a listed phrase joined, and an unlisted hyphenated word split."""
    at = 0
    while at < len(words):
        sizes = range(min(_LONGEST_PHRASE, len(words) - at), 1, -1)
        size = next((n for n in sizes if " ".join(words[at : at + n]) in medicine.phrases()), 1)
        term = " ".join(words[at : at + size])
        at += size
        if "-" in term and _kind_of(term) is _Kind.OTHER:
            yield from filter(None, term.split("-"))
        else:
            yield term


def _kind_of(term: str) -> _Kind:
    if term in medicine.frequent_names():
        return _Kind.OTHER
    if term in medicine.eponyms():
        return _Kind.EPONYM
    if term in medicine.terms():
        return _Kind.TERM
    if term.isdigit():
        return _Kind.NUMBER
    return _Kind.FUNCTION if term in word_lists.clinical() else _Kind.OTHER


_LONGEST_TOKEN = 80  # characters of a span, and of its token on either side
_PUNCTUATION = ".,;:"
_HGVS = re.compile(r"(?:^|:)[cgmnpr]\.")
_MAY_HOLD_HGVS = re.compile(r"[cgmnpr]\.\S")


def may_hold_variants(text: str) -> bool:
    """Return False, by a cheap check, only if `is_variant` is False for all spans of the text."""
    return _MAY_HOLD_HGVS.search(text) is not None


def is_variant(text: str, s: Span) -> bool:
    """Return whether the span is part of a variant in HGVS notation, "NM_007294.4:c.68_69del", and no known value."""
    if s.end - s.start > _LONGEST_TOKEN or KNOWN in s.sources:
        return False
    token = _surrounding_token(text, s).strip(_PUNCTUATION)
    return _HGVS.search(token) is not None and is_nomenclature(token)


def _surrounding_token(text: str, s: Span) -> str:
    """Return the stretch without white space around the span, cut at 80 characters on either side."""
    before, behind = text[max(0, s.start - _LONGEST_TOKEN) : s.start], text[s.end : s.end + _LONGEST_TOKEN]
    head = before.split()[-1] if before and not before[-1].isspace() else ""
    tail = behind.split(maxsplit=1)[0] if behind and not behind[0].isspace() else ""
    return f"{head}{text[s.start : s.end]}{tail}"
