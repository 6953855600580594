"""Tell which names of clinicians a profile may keep: surely a clinician's, and no patient's or relative's.

A detector that takes a patient for a doctor must not release the patient. A name in a text therefore needs a title, a
degree, a label or a known clinician, and shares no word with a name that is known of a patient or a relative or that
the note gives to anybody else. A clinician who is also the patient or a relative is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from redactor.detect.found_names import words_of
from redactor.detect.guard import has_cue
from redactor.entities import NAMES, STAFF_ROLES, Entity
from redactor.lexicon.titles import KIN, KIN_ABROAD
from redactor.text import KNOWN, KnownValue, Note, Span, detector_of

_SHORTEST_WORD = 2  # letters of a word by which two names are compared
_KIN = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(KIN | KIN_ABROAD)))})s?\b")
_CONTEXT = 60  # characters before a name in which a relative is named: "her daughter, the dentist Dr. Weber"
_KIN_BEHIND = re.compile(rf"[\s,(–-]{{1,3}}(?:\w+\s){{0,3}}{_KIN.pattern}")  # "Dr. Weber, his younger brother"
_PATIENT_BEFORE = re.compile(
    r"\b(?:patient|pt|client|name)(?:['’]s name)?\.?\s*(?:is|was|named|called)?\s*[,:(–-]?\s*"
    r"(?:(?:dr|doctor|prof|professor)\b\.?\s*)*$"
)


def words_of_people(known: Iterable[KnownValue]) -> frozenset[str]:
    """Return the folded words of all known names but those of staff."""
    names = (value for value in known if value.entity in NAMES and not _is_staff(value))
    return frozenset(word for value in names for word in name_words_of(value.value))


@lru_cache(maxsize=4_096)  # the known names of a patient are asked for with each note
def name_words_of(text: str) -> frozenset[str]:
    """Return the folded words by which a name is compared with others; none of a name of single letters."""
    return frozenset(words_of(text, _SHORTEST_WORD))


def withheld_clinicians(note: Note, spans: Sequence[Span]) -> frozenset[Span]:
    """Return the spans of clinicians' names that may be anybody else's. spans: resolved ones of the note."""
    if not (clinicians := [span for span in spans if span.entity is Entity.DOCTOR]):
        return frozenset()
    named = [s for s in spans if s.entity in NAMES and s.entity is not Entity.DOCTOR]
    named += [s for s in clinicians if _is_introduced_as_other(note.text, s)]
    texts = (note.text[s.start : s.end] for s in named)
    others = words_of_people(note.known) | frozenset(word for text in texts for word in name_words_of(text))
    return frozenset(s for s in clinicians if not (_has_evidence(s) and _shares_none(note.text, s, others)))


def _has_evidence(span: Span) -> bool:
    return has_cue(span) or any(detector_of(source) == KNOWN for source in span.sources)


def _shares_none(text: str, span: Span, others: frozenset[str]) -> bool:
    """Tell whether a name has words to compare ("Dr. O" has none), and none of them is another person's."""
    words = name_words_of(text[span.start : span.end])
    return bool(words) and others.isdisjoint(words)


def _is_introduced_as_other(text: str, span: Span) -> bool:
    """Tell whether the words around a name call its bearer a relative, or the patient."""
    before = text[max(0, span.start - _CONTEXT) : span.start].rpartition("\n")[2].casefold()
    behind = text[span.end : span.end + _CONTEXT].casefold()
    return bool(_KIN.search(before) or _PATIENT_BEFORE.search(before) or _KIN_BEHIND.match(behind))


def _is_staff(value: KnownValue) -> bool:
    return value.role in STAFF_ROLES or (value.role is None and value.entity is Entity.DOCTOR)
