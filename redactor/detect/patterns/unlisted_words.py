"""Words on no list, in a few words of a record: "wound vac change per Zsuzsannavary".

In a display, a concept or a dosage the words around a name tell little, and an unknown word is the best sign of one.
The spans are weak: a student that sees no identifier there clears them (`redactor.detect.fusion`). In notes the rule
would find little that the student misses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import words as word_lists
from redactor.lexicon.vocabulary import is_word
from redactor.text import Note, Span, TextKind

_KINDS = frozenset({TextKind.CLINICAL, TextKind.PHRASE})
_LONGEST = 300  # characters of a text; a longer one, or one of several lines, is read as a note is
UNLISTED_WORD = CodedRule(
    "unlisted-word",
    (Entity.PERSON,),
    context="a display, a concept, a dosage or another short text of a record",
    check="a capitalised word of three letters and more (in capitals six) that no list of words or medicine has",
    strength="weak",
)
RULES = (UNLISTED_WORD,)

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
    """Whether a text is a few words of a record."""
    return note.kind in _KINDS and len(note.text) <= _LONGEST and "\n" not in note.text


def find(doc: Doc) -> Iterator[Span]:
    """The words of a short text that no list has, in offsets of the folded text."""
    if UNLISTED_WORD.name in doc.off:
        return
    if _SLUG.fullmatch(doc.text):
        yield from _in_slug(doc)
        return
    for word in doc.words:
        end = name_grammar.end_without_possessive(word)
        text = doc.text[word.start : end]
        if not text[0].isupper() or not _may_be_name(text) or _is_in_code(doc.text, word.start, word.end):
            continue
        if not is_word(word_lists.plain(text)):
            yield span_of(UNLISTED_WORD, word.start, end, Entity.PERSON, "weak")


def _in_slug(doc: Doc) -> Iterator[Span]:
    """Words of a name for computers. Those that nobody can speak are abbreviations: "nsclc-followup"."""
    for word in doc.words:
        for m in _SLUG_WORD.finditer(word.text):
            text, start = m[0], word.start + m.start()
            if len(text) >= _SHORTEST_IN_SLUG and not _UNSPEAKABLE.search(text) and not is_word(word_lists.plain(text)):
                yield span_of(UNLISTED_WORD, start, start + len(text), Entity.PERSON, "strong")


def _may_be_name(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    if text.isupper():
        return letters >= _SHORTEST_IN_CAPITALS
    return letters >= _SHORTEST and _NAME.fullmatch(text) is not None


def _is_in_code(text: str, start: int, end: int) -> bool:
    """Whether digits or an underscore touch the word: "Abc123"."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return before.isdigit() or after.isdigit() or "_" in (before, after)
