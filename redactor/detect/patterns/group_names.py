"""Surnames of families and of whom time is held for: "Coulibaly-family", "Pettibone slot", "held 4 pettibone"."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
from redactor.detect.patterns.name_grammar import gap_after, lookup_form
from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.text import Span

# What is called by a surname. Not among them: what is called by an eponym as well, as clinic, protocol and test are.
_WORDS = """
family families sibship siblings sibling sibs kindred pedigree household trio duo twins triplets brothers sisters
boys girls kids children couple slot slots baby
"""
_GROUPS = frozenset(_WORDS.split())
# Before these a capitalised word on no list is a name, too; before the others it may be an adjective: "Preterm twins".
_OF_NAMES = frozenset({"trio", "sibship", "kindred", "household"})
_ADJECTIVES = ("ous", "al", "ic", "ed", "ant", "ent", "ive", "ary")
_NOT_GROUPS = frozenset({"history", "hx", "protein", "proteins", "gene", "genes", "receptor", "receptors", "of"})
_HOLDS = frozenset({"held", "hold", "holding", "saved", "reserved", "booked", "blocked", "slot", "kept"})
_FOR = frozenset({"for", "4"})
_SHORTEST = 4  # letters
_SHORTEST_LOWER = 5
GROUP = CodedRule(
    "name-of-group",
    (Entity.PERSON,),
    context="a word behind a surname such as family, sibship, trio or slot; held for, held 4, booked for before it",
    check="on the lists of names or capitalised, no word of prose, no eponym",
)


def find(doc: Doc) -> Iterator[Span]:
    """Listed names before a word for a group of people, or behind words that hold time for somebody."""
    words = doc.words
    for i, word in enumerate(words):
        if word.lower in _GROUPS and i > 0 and gap_after(doc, i - 1) in (" ", "-", "_"):
            follows = words[i + 1].lower if i + 1 < len(words) else ""
            if follows not in _NOT_GROUPS and _is_surname(doc, i - 1, may_be_unlisted=word.lower in _OF_NAMES):
                yield span_of(GROUP, words[i - 1].start, words[i - 1].end, Entity.PERSON)
        elif "-" in word.lower:
            first, _, last = word.lower.rpartition("-")
            if last in _GROUPS and first.isalpha() and _is_name(first) and len(first) >= _SHORTEST:
                yield span_of(GROUP, word.start, word.start + len(first), Entity.PERSON)
        if word.lower in _HOLDS and (at := _behind_for(doc, i)) is not None and _is_surname(doc, at):
            yield span_of(GROUP, words[at].start, name_grammar.end_without_possessive(words[at]), Entity.PERSON)


def _behind_for(doc: Doc, i: int) -> int | None:
    """The index of the word behind "for" or "4" that follows word i."""
    words = doc.words
    if i + 1 >= len(words):
        return None
    if words[i + 1].lower in _FOR:
        return i + 2 if i + 2 < len(words) else None
    return i + 1 if gap_after(doc, i).strip() in _FOR else None  # a number is no word


def _is_surname(doc: Doc, i: int, *, may_be_unlisted: bool = False) -> bool:
    word = doc.words[i]
    shortest = _SHORTEST_LOWER if word.text.islower() else _SHORTEST
    if len(word.text) < shortest or name_grammar.is_word(word):
        return False
    text = lookup_form(word)
    if may_be_unlisted and word.text.istitle() and not text.endswith(word_lists.CLINICAL_ENDINGS + _ADJECTIVES):
        return text not in word_lists.eponyms()
    return _is_name(text)


def _is_name(text: str) -> bool:
    if text in word_lists.eponyms() or text in word_lists.words():
        return False
    return text in name_lists.family() or text in name_lists.given()
