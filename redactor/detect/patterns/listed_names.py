"""Names of people without a cue: by the lists of names and by their shape."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
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
    """Full names and single names on the lists, and full names of unlisted words."""
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
        text = name_grammar.lookup_form(word)
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
            tail = name_grammar.lookup_form(words[run.last])
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
    """Whether a whole name stands before the thing that is called so: an Ivor Lewis esophagectomy."""
    name = " ".join(name_grammar.lookup_form(word) for word in doc.words[run.first : run.last + 1])
    return run.last > run.first and is_eponymous(doc, run.last) and name in medicine.eponyms()


def _unlisted(doc: Doc, i: int) -> name_grammar.NameMatch | None:
    """A name that begins with an unlisted word and has the shape of a name: "Faina D. Yefremova"."""
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
    """Whether word i is part of the name of a disease, a sign or a device: "Crohn disease", "Parkinson's"."""
    words = doc.words
    if (
        i + 1 < len(words)
        and words[i + 1].lower in word_lists.NAMED_THINGS
        and name_grammar.gap_after(doc, i) in (" ", "  ", "-")
    ):
        return True
    return name_grammar.lookup_form(words[i]) in word_lists.eponyms() and words[i].lower.endswith("'s")
