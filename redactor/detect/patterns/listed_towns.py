"""Places of the US, however small, behind a preposition of place: "grew up in Ten Sleep", "near Chugwater".

The spans are weak: much that is written with capitals behind "in" or "to" has the name of some town ("in Left Hand").
A town of one word counts only if the word is nothing else, neither a word nor a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
from redactor.detect.patterns.rule import CodedRule, Doc, compiled, span_of
from redactor.entities import Entity
from redactor.lexicon import names, places
from redactor.lexicon.vocabulary import is_word
from redactor.text import Span

LISTED_TOWN = CodedRule(
    "listed-town",
    (Entity.CITY,),
    context="a preposition of place before it: in, near, from, to, outside, of, ...",
    check="on the list of places of the US; of one word, no word and no name",
    strength="weak",
)
RULES = (LISTED_TOWN,)

_BEHIND = compiled(
    r"\b(?i:in|at|near|from|to|outside|inside|towards?|of|around|via|through|leaving|visiting|between|beyond|across|by)"
    r" ([A-Z])"
)
_LONGEST = 5  # words
_GAPS = frozenset((" ", "-", ". "))


def find(doc: Doc) -> Iterator[Span]:
    """Such places, in offsets of the folded text."""
    if LISTED_TOWN.name in doc.off:
        return
    for m in _BEHIND.finditer(doc.ascii_bytes):
        first = name_grammar.word_at(doc, m.start(1))
        last = None if first is None else _town_from(doc, first)
        if first is not None and last is not None:
            end = name_grammar.end_without_possessive(doc.words[last])
            yield span_of(LISTED_TOWN, doc.words[first].start, end, Entity.CITY, "weak")


def _town_from(doc: Doc, first: int) -> int | None:
    """The last word of the longest place that begins with a word, or None."""
    words, last = doc.words, first
    while last + 1 < len(words) and last - first + 1 < _LONGEST and name_grammar.gap_after(doc, last) in _GAPS:
        last += 1
    for end in range(last, first - 1, -1):
        if words[end].text[0].islower():
            continue
        key = places.place_key(doc.text[words[first].start : name_grammar.end_without_possessive(words[end])])
        if key in places.us_places() and (end > first or not _is_something_else(key)):
            return end
    return None


def _is_something_else(key: str) -> bool:
    return is_word(key) or key in names.given() or key in names.family()
