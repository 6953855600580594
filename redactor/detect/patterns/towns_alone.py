"""A short text that is the name of a US town and nothing else: "Walla Walla", where a table says where somebody went.

Of one word it would be any word ("Normal", "Surgery"); of several, hardly a term of medicine has the name of a town.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import medicine, places
from redactor.lexicon import words as word_lists
from redactor.text import Span

TOWN_ALONE = CodedRule(
    "town-alone",
    (Entity.CITY,),
    context="a display, a concept or another short text of a record that holds nothing else",
    check="on the list of places of the US; of several words, not all of them of medicine, and no phrase of it",
)
RULES = (TOWN_ALONE,)
_MOST_WORDS = 5


def find(doc: Doc) -> Iterator[Span]:
    """The whole text, in offsets of the folded text."""
    words = doc.words
    if TOWN_ALONE.name in doc.off or not 1 < len(words) <= _MOST_WORDS:
        return
    start, end = words[0].start, words[-1].end
    if doc.text[:start].strip() or doc.text[end:].strip(" \n.,;"):
        return
    key = places.place_key(doc.text[start:end])
    if not words[0].text[0].isupper() or key not in places.us_places() or key in medicine.phrases():
        return
    if not all(word in medicine.terms() or word in word_lists.clinical() for word in key.split()):
        yield span_of(TOWN_ALONE, start, end, Entity.CITY)
