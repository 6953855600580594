"""A short text that is the name of a US town or of a person and nothing else: "Walla Walla", "okafor".

A town of one word would be any word ("Normal", "Surgery"); of several, hardly a term of medicine has the name of a
town. A name of one word is a listed one that means nothing else, in any case: a tag or an answer is not capitalised.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import medicine, names, places
from redactor.lexicon import words as word_lists
from redactor.text import Span

TOWN_ALONE = CodedRule(
    "town-alone",
    (Entity.CITY,),
    context="a display, a concept or another short text of a record that holds nothing else",
    check="on the list of places of the US; of several words, not all of them of medicine, and no phrase of it",
)
NAME_ALONE = CodedRule(
    "name-alone",
    (Entity.PERSON,),
    context="a display, a concept or another short text of a record that holds nothing else",
    check="one word of four letters or more, on the lists of names, no ordinary word and no term of medicine",
)
RULES = (TOWN_ALONE, NAME_ALONE)
_MOST_WORDS = 5
_FEWEST_LETTERS = 4


def find(doc: Doc) -> Iterator[Span]:
    """The whole text, in offsets of the folded text."""
    words = doc.words
    if not 0 < len(words) <= _MOST_WORDS:
        return
    start, end = words[0].start, words[-1].end
    if doc.text[:start].strip() or doc.text[end:].strip(" \n.,;"):
        return
    if len(words) == 1:
        if NAME_ALONE.name not in doc.off and _is_name(doc.text[start:end]):
            yield span_of(NAME_ALONE, start, end, Entity.PERSON)
    elif TOWN_ALONE.name not in doc.off and words[0].text[0].isupper() and _is_town(doc.text[start:end]):
        yield span_of(TOWN_ALONE, start, end, Entity.CITY)


def _is_town(text: str) -> bool:
    key = places.place_key(text)
    if key not in places.us_places() or key in medicine.phrases():
        return False
    return not all(word in medicine.terms() or word in word_lists.clinical() for word in key.split())


def _is_name(text: str) -> bool:
    key = word_lists.plain(text)
    if len(key) < _FEWEST_LETTERS or word_lists.is_ordinary(key) or key in medicine.terms():
        return False
    return key in names.given() or key in names.family()
