"""Find names and towns in a few words of a record: words on no list, and texts that are a name and nothing else.

In a display, a concept or a dosage ("wound vac change per Zsuzsannavary") the words around a name tell little, and an
unknown word is the best sign of a name. Its span is weak: a student that sees no identifier there clears it
(`redactor.detect.fusion`). In notes the rule would find little that the student misses.

A text may also be the name of a US town or of a person and nothing else: "Walla Walla", "okafor". A town of one word
would be any word ("Normal", "Surgery"); of several, hardly a term of medicine has the name of a town. A name of one
word is a listed one that means nothing else, in any case: a tag or an answer is not capitalised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import medicine, names, places
from redactor.lexicon import words as word_lists
from redactor.lexicon.vocabulary import is_word
from redactor.text import Note, Span, TextKind

_SHORT_KINDS = frozenset({TextKind.CLINICAL, TextKind.PHRASE})
_LONGEST = 300  # characters of a text; a longer one, or one of several lines, is read as a note is
UNLISTED_WORD = CodedRule(
    "unlisted-word",
    (Entity.PERSON,),
    context="a display, a concept, a dosage or another short text of a record",
    check="a capitalised word of three letters and more (in capitals six) that no list of words or medicine has",
    strength="weak",
)
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
RULES = (UNLISTED_WORD, TOWN_ALONE, NAME_ALONE)

_SHORTEST, _SHORTEST_IN_CAPITALS = 3, 6  # letters; what is shorter in capitals is an abbreviation
# Capitals within a word are those of a product ("ProTaper", "SUVmax"), except behind what begins surnames.
_PART = r"(?:Mc|Mac|Fitz|De|Del|Della|Di|Du|La|Le|Van|Von|St)?[^\W\d_a-z][^\W\d_A-Z]+"
_NAME = re.compile(rf"(?:[^\W\d_]{{1,2}}['’])?{_PART}(?:['’-](?:{_PART}|[^\W\d_A-Z]+))*")
# "goorambah-fever", "plan_of_goorambah": words in small letters, joined, and nothing else.
_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)+")
_SLUG_WORD = re.compile("[a-z]+")
_SHORTEST_IN_SLUG = 5
_UNSPEAKABLE = re.compile("[^aeiouy]{5}|^(?!sch|str|spr|scr|thr|chr|phr|shr)[^aeiouy]{3}|^[^aeiouy]*$")


def applies(note: Note) -> bool:
    """Return whether a note is a few words of a record, to which the rules of this module apply."""
    return note.kind in _SHORT_KINDS and len(note.text) <= _LONGEST and "\n" not in note.text


def find(doc: Doc) -> Iterator[Span]:
    """Yield words on no list, and the whole text where it is the name of a town or a person, in folded offsets."""
    if UNLISTED_WORD.name not in doc.off:
        yield from _unlisted_words(doc)
    yield from _whole_text(doc)


def _unlisted_words(doc: Doc) -> Iterator[Span]:
    if _SLUG.fullmatch(doc.text):
        yield from _words_of_slug(doc)
        return
    for word in doc.words:
        end = name_grammar.end_without_possessive(word)
        text = doc.text[word.start : end]
        if not text[0].isupper() or not _may_be_name(text) or _is_in_code(doc.text, word.start, word.end):
            continue
        if not is_word(word_lists.plain(text)):
            yield span_of(UNLISTED_WORD, word.start, end, Entity.PERSON, "weak")


def _words_of_slug(doc: Doc) -> Iterator[Span]:
    """Yield unlisted words of a name for computers; unpronounceable ones are abbreviations: "nsclc-followup"."""
    for word in doc.words:
        for m in _SLUG_WORD.finditer(word.text):
            text, start = m[0], word.start + m.start()
            if len(text) >= _SHORTEST_IN_SLUG and not _UNSPEAKABLE.search(text) and not is_word(word_lists.plain(text)):
                yield span_of(UNLISTED_WORD, start, start + len(text), Entity.PERSON, "strong")


def _may_be_name(text: str) -> bool:
    """Return whether a text has the length and the capitals of a name."""
    letters = sum(map(str.isalpha, text))
    if text.isupper():
        return letters >= _SHORTEST_IN_CAPITALS
    return letters >= _SHORTEST and _NAME.fullmatch(text) is not None


def _is_in_code(text: str, start: int, end: int) -> bool:
    """Return whether digits or an underscore touch the word: "Abc123"."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return before.isdigit() or after.isdigit() or "_" in (before, after)


_MOST_WORDS = 5
_FEWEST_LETTERS = 4


def _whole_text(doc: Doc) -> Iterator[Span]:
    """Yield the whole text as a span if it is a town or a name."""
    words = doc.words
    if not 0 < len(words) <= _MOST_WORDS:
        return
    start, end = words[0].start, words[-1].end
    if doc.text[:start].strip() or doc.text[end:].strip(" \n.,;"):
        return
    if len(words) == 1:
        if NAME_ALONE.name not in doc.off and _is_listed_name(doc.text[start:end]):
            yield span_of(NAME_ALONE, start, end, Entity.PERSON)
    elif TOWN_ALONE.name not in doc.off and words[0].text[0].isupper() and _is_town(doc.text[start:end]):
        yield span_of(TOWN_ALONE, start, end, Entity.CITY)


def _is_town(text: str) -> bool:
    key = places.place_key(text)
    if key not in places.us_places() or key in medicine.phrases():
        return False
    return not all(word in medicine.terms() or word in word_lists.clinical() for word in key.split())


def _is_listed_name(text: str) -> bool:
    key = word_lists.plain(text)
    if len(key) < _FEWEST_LETTERS or word_lists.is_ordinary(key) or key in medicine.terms():
        return False
    return key in names.given() or key in names.family()
