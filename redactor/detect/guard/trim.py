"""Cut off the ends of a span what its entity cannot hold."""

from __future__ import annotations

import re

from redactor.detect.guard import labels
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, ORGANISATIONS, WORDED, Entity
from redactor.lexicon.names import shares
from redactor.lexicon.words import clinical, is_prose, word_set

E = Entity

PLACES = WORDED - NAMES - ORGANISATIONS  # without ZIP codes, with addresses
_FREE = DEMOGRAPHICS | {E.EMAIL, E.URL, E.USERNAME, E.VEHICLE_LICENSE_PLATE_US}
_PUNCTUATION = " \t\r\n,;:|*•"
_PUNCTUATION_BEFORE = f"{_PUNCTUATION}."
_FIRST_WORD = re.compile(r"([^\W\d_]+)[ \t]+(?=\S)")
_AGE_LABEL = re.compile(r"age[ \t]*:[ \t]*(?=\S)", re.IGNORECASE)
_LAST_WORD = re.compile(r"[ \t,;]+([^\W\d_]+)$")
_INSIDE = word_set("of and the for at in")  # within the names of institutions
_RARE = 0.001  # percent of people: so rare a surname in small letters is the word
_END = 80  # characters that are read at the end of a span
_ROUNDS = 8


def is_trimmed(entity: Entity) -> bool:
    """Whether the ends of such spans are looked at: not those of e-mail addresses, URLs and words of demographics."""
    return entity not in _FREE


def trim(text: str, start: int, end: int, entity: Entity, joined: bool = False) -> tuple[int, int]:
    """The range without what the entity cannot hold at its ends; empty where nothing is left.

    joined: whether another span stands directly behind. The words between two halves of a name stay.
    """
    for _ in range(_ROUNDS):
        before = start, end
        while start < end and text[start] in _PUNCTUATION_BEFORE:
            start += 1
        while end > start and text[end - 1] in _PUNCTUATION:
            end -= 1
        start = _leading(text, start, end, entity)
        end = _trailing(text, start, end, entity, joined)
        if (start, end) == before:
            break
    return start, end


def _leading(text: str, start: int, end: int, entity: Entity) -> int:
    if entity in WORDED:
        return start
    if entity is E.AGE:
        m = _AGE_LABEL.match(text, start, end)
        return m.end() if m else start
    m = labels.LEADING_LABEL.match(text, start, end) or labels.LEADING_SHORTHAND.match(text, start, end)
    if m and _has_digit(text[m.end() : min(end, m.end() + 400)]):
        return m.end()
    m = _FIRST_WORD.match(text, start, end)
    if m and m[1] in _function_words(entity) and _has_digit(text[m.end() : min(end, m.end() + 400)]):
        return m.end()
    return start


def _trailing(text: str, start: int, end: int, entity: Entity, joined: bool) -> int:
    low = max(start, end - _END)
    tail = text[low:end]
    m = _LAST_WORD.search(tail)
    if m is None or not m[1].islower() or low + m.start() <= start:
        return end
    if joined and (entity in NAMES or entity in PLACES or (entity in ORGANISATIONS and m[1] in _INSIDE)):
        return end
    if entity is E.AGE or not _is_no_name(m[1], text[max(start, low) : low + m.start()], entity):
        return end
    return low + m.start()


def _is_no_name(word: str, rest: str, entity: Entity) -> bool:
    """Whether a word in small letters at the end of a span, behind the rest, is none of its entity."""
    if entity not in WORDED:
        return word in _function_words(entity)
    if not any(c.isupper() for c in rest):  # a text in small letters
        return word in labels.NEVER_NAMES
    if word in labels.FUNCTION_WORDS:
        return True
    if entity not in NAMES or word in labels.KEPT_IN_NAMES:
        return False
    return is_only_a_word(word)


def _function_words(entity: Entity) -> frozenset[str]:
    """Of dates all; "as" may be part of a number."""
    return labels.FUNCTION_WORDS if entity in DATES else labels.NEVER_NAMES


def is_only_a_word(word: str) -> bool:
    """Whether a folded word is one of prose, and nobody's name."""
    return word in clinical() or (is_prose(word) and max(shares(word)) < _RARE)


def _has_digit(value: str) -> bool:
    return any(c.isdigit() for c in value)
