"""Find names of people by the lists of names and by their shape, without a cue or with a word for a group.

A group is a family or people for whom time is held: "Coulibaly-family", "Pettibone slot", "held 4 pettibone".
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
from redactor.detect.patterns.name_grammar import gap_after
from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import medicine
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.text import Span

LISTED = CodedRule(
    "listed-name",
    (Entity.PERSON,),
    context="",
    check="given names and surnames on the lists; weak unless it is a given name that is no word and a surname",
)
UNLISTED = CodedRule(
    "unlisted-name",
    (Entity.PERSON,),
    context="",
    check="two or more words on no list in the form of a name, such as Faina D. Yefremova; no clinical ending",
    strength="weak",
)


def find(doc: Doc) -> Iterator[Span]:
    """Yield full names and single names on the lists, and full names of unlisted words."""
    words = doc.words
    if not doc.capitalised:
        return  # spares a short text the loading of the lists
    given, family, plain = name_lists.given(), name_lists.family(), name_lists.plain_given()
    surnames = name_lists.plain_family()
    skip = -1
    for i in doc.capitalised:
        word = words[i]
        if i <= skip or len(word.text) < 2:
            continue
        text = word.key
        if name_grammar.is_never_name(word):
            continue
        if text not in given:
            if not name_grammar.is_word(word):
                run = _unlisted(doc, i)
                if run is not None:
                    skip = run.last
                    yield span_of(UNLISTED, run.start, run.end, Entity.PERSON, "weak")
                elif text in surnames and not word.text.isupper() and not is_eponymous(doc, i):
                    yield span_of(LISTED, word.start, name_grammar.end_without_possessive(word), Entity.PERSON, "weak")
            continue
        run = name_grammar.name_from(doc, i, word_allowed=text in family, limit=4)
        if run is not None and _is_eponym(doc, run):
            skip = run.last
        elif run is not None and run.last > run.first and not is_eponymous(doc, run.last):
            tail = words[run.last].key
            wordy = text not in plain
            if wordy and (tail not in family or name_grammar.is_word(words[run.last]) or word.text.isupper()):
                continue
            skip = run.last
            yield span_of(
                LISTED, run.start, run.end, Entity.PERSON, "strong" if not wordy and tail in family else "weak"
            )
        elif text in plain and not is_eponymous(doc, i):
            yield span_of(LISTED, word.start, name_grammar.end_without_possessive(word), Entity.PERSON, "weak")


def _is_eponym(doc: Doc, run: name_grammar.NameMatch) -> bool:
    """Return whether a whole name stands before the thing that is called so: an Ivor Lewis esophagectomy."""
    name = " ".join(word.key for word in doc.words[run.first : run.last + 1])
    return run.last > run.first and is_eponymous(doc, run.last) and name in medicine.eponyms()


def _unlisted(doc: Doc, i: int) -> name_grammar.NameMatch | None:
    """Return a name that begins with an unlisted word and has the shape of a name, "Faina D. Yefremova", or None."""
    words = doc.words
    if words[i].text.isupper():
        return None
    run = name_grammar.name_from(doc, i, limit=4)
    if run is None or run.last == run.first or is_eponymous(doc, run.last):
        return None
    inner = words[run.first + 1 : run.last]
    if any(name_grammar.is_initial(w) for w in inner) and not name_grammar.is_initial(words[run.last]):
        return run
    ends = (words[run.first], words[run.last])
    # two unlisted words, each capitalised: a name, unless the endings are clinical ("Serous Otitis")
    named = all(w.text[1:].islower() and not w.lower.endswith(word_lists.CLINICAL_ENDINGS) for w in ends)
    return run if named else None


def is_eponymous(doc: Doc, i: int) -> bool:
    """Return whether word i is part of the name of a disease, a sign or a device: "Crohn disease", "Parkinson's"."""
    words = doc.words
    if (
        i + 1 < len(words)
        and words[i + 1].lower in word_lists.NAMED_THINGS
        and name_grammar.gap_after(doc, i) in (" ", "  ", "-")
    ):
        return True
    return words[i].key in word_lists.eponyms() and words[i].lower.endswith("'s")


# Groups that are called by a surname. Clinic, protocol and test are left out: they are called by eponyms as well.
_GROUP_WORDS = """
family families sibship siblings sibling sibs kindred pedigree household trio duo twins triplets brothers sisters
boys girls kids children couple slot slots baby
"""
_GROUPS = frozenset(_GROUP_WORDS.split())
# Before these a capitalised word on no list is a name, too; before the others it may be an adjective: "Preterm twins".
_GROUPS_OF_UNLISTED = frozenset({"trio", "sibship", "kindred", "household"})
_ADJECTIVES = ("ous", "al", "ic", "ed", "ant", "ent", "ive", "ary")
_NOT_GROUPS = frozenset({"history", "hx", "protein", "proteins", "gene", "genes", "receptor", "receptors", "of"})
_HOLDS = frozenset({"held", "hold", "holding", "saved", "reserved", "booked", "blocked", "slot", "kept"})
_GROUP_CUES = _GROUPS | _HOLDS
_FOR = frozenset({"for", "4"})
_SHORTEST_GROUP = 4  # letters
_SHORTEST_LOWER = 5
GROUP = CodedRule(
    "name-of-group",
    (Entity.PERSON,),
    context="a word behind a surname such as family, sibship, trio or slot; held for, held 4, booked for before it",
    check="on the lists of names or capitalised, no word of prose, no eponym",
)


def find_groups(doc: Doc) -> Iterator[Span]:
    """Yield listed names before a word for a group of people, or behind words that hold time for somebody."""
    words = doc.words
    hyphened = (i for i, low in enumerate(doc.lower_words) if "-" in low) if "-" in doc.text else ()
    for i in sorted({*doc.indices(_GROUP_CUES), *hyphened}):
        word = words[i]
        if word.lower in _GROUPS and i > 0 and gap_after(doc, i - 1) in (" ", "-", "_"):
            follows = words[i + 1].lower if i + 1 < len(words) else ""
            if follows not in _NOT_GROUPS and _is_surname(
                doc, i - 1, may_be_unlisted=word.lower in _GROUPS_OF_UNLISTED
            ):
                yield span_of(GROUP, words[i - 1].start, words[i - 1].end, Entity.PERSON)
        elif "-" in word.lower:
            first, _, last = word.lower.rpartition("-")
            if last in _GROUPS and first.isalpha() and _is_group_name(first) and len(first) >= _SHORTEST_GROUP:
                yield span_of(GROUP, word.start, word.start + len(first), Entity.PERSON)
        if word.lower in _HOLDS and (at := _behind_for(doc, i)) is not None and _is_surname(doc, at):
            yield span_of(GROUP, words[at].start, name_grammar.end_without_possessive(words[at]), Entity.PERSON)


def _behind_for(doc: Doc, i: int) -> int | None:
    """Return the index of the word behind "for" or "4" that follows word i, or None."""
    words = doc.words
    if i + 1 >= len(words):
        return None
    if words[i + 1].lower in _FOR:
        return i + 2 if i + 2 < len(words) else None
    return i + 1 if gap_after(doc, i).strip() in _FOR else None  # a number is no word


def _is_surname(doc: Doc, i: int, *, may_be_unlisted: bool = False) -> bool:
    word = doc.words[i]
    shortest = _SHORTEST_LOWER if word.text.islower() else _SHORTEST_GROUP
    if len(word.text) < shortest or name_grammar.is_word(word):
        return False
    text = word.key
    if may_be_unlisted and word.text.istitle() and not text.endswith(word_lists.CLINICAL_ENDINGS + _ADJECTIVES):
        return text not in word_lists.eponyms()
    return _is_group_name(text)


def _is_group_name(text: str) -> bool:
    if text in word_lists.eponyms() or text in word_lists.words():
        return False
    return text in name_lists.family() or text in name_lists.given()
