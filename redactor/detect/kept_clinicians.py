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
from redactor.lexicon.titles import DOCTOR_TITLES, KIN, KIN_ABROAD, NON_DOCTOR_TITLES
from redactor.text import KNOWN, KnownValue, Note, Span, detector_of

_SHORTEST_WORD = 2  # letters of a word by which two names are compared
_CONTEXT = 60  # characters before and behind a name in which its bearer is called a relative or the patient
_NO_NAME = re.compile(r"[0-9@/\\_]")  # what an address or a user name has and the name of a clinician has not
_OWNER = r"(?:(?:his|her|their|the|a|an|my|our|(?:the )?(?:pt|patient)['’]?s?) )"
_KIN = rf"(?:{'|'.join(map(re.escape, sorted(KIN | KIN_ABROAD, key=lambda word: -len(word))))})s?\b"
_TITLES = "|".join(map(re.escape, sorted((DOCTOR_TITLES | NON_DOCTOR_TITLES | {"prof"}) - KIN)))
_TITLES_BEFORE = re.compile(rf"(?:\b(?:{_TITLES})\b\.?\s*)+$")
# A relative in front of the name, whatever stands between them ("her brother, the dentist", "spouse's name is"), but
# not in an earlier sentence, nor where another person begins behind it ("her mother was seen by", "son's doctor").
_RELATION = re.compile(
    rf"\b(?:{_KIN}(?!['’]s (?!name)(?:\w+ ){{0,2}}\w*(?:ist|ian|surgeon|doctor|provider|nurse|midwife|pcp|gp)\b)"
    r"|next of kin|nok|emergency contact|power of attorney|h?c?poa|hcp|in-laws?|married to|lives with|living with)"
)
# A stop behind a short word ("b.", "cell.") or in a bracket may end no sentence, and then the relative counts.
_SENTENCE_END = re.compile(r"(?:[!?;]|(?!cell|dept|attn|sept)(?<![^\W\d_])[^\W\d_]{4,}\.)(?=\s)(?![^(]*\))|\n(?!\s*$)")
_OTHER_PERSON = re.compile(
    r"(?:(?<!lives )(?<!living )\bwith|(?<!married )\bto|&|\b(?:by|and|or|per|from|via|saw|sees|see|paged|contacted)"
    r"|(?<![/\w])(?:attending|pcp|surgeon|provider)\s*:)\s*:?\s*$"
)
_KIND_OF_NAME = r"(?:full|last|first|middle|legal|preferred|maiden|birth|family|given)"
_PATIENT_BEFORE = re.compile(
    rf"(?:\b(?:patient|pt|client)(?:['’]s)?(?: name)?|(?:^|\n|\b(?:his|her) )name|\b{_KIND_OF_NAME} name)"
    r"\.?\s*(?:(?:is|was)(?: named| called)?|named)?\s*[,:(–-]?\s*$"
)
# "Dr. Weber, his younger brother", "Dr. Weber (son)", "Dr. Weber is the patient's father", "Dr. Weber, a 55 yo man"
_RELATIVE_BEHIND = re.compile(
    rf"\s?(?:[,(–-]\s?{_OWNER}?(?:\w+ ){{0,2}}{_KIN}|{_OWNER}(?:\w+ ){{0,2}}{_KIN}"
    rf"|,? (?:who )?(?:is|was) {_OWNER}?(?:\w+ ){{0,2}}{_KIN}|\s{_KIN} (?:of|to)\b)"
)
_PATIENT_BEHIND = re.compile(
    r"\s?(?:,|\(|is|was)\s?(?:an?\s|the\s)?(?:[0-9]{1,3}[ -]?(?:year|yr|yo\b|y/o|y\.o|month|mo\b)|patient\b)"
)


def words_of_people(known: Iterable[KnownValue]) -> frozenset[str]:
    """Return the folded words of all known names but those of staff."""
    names = (value for value in known if value.entity in NAMES and not is_staff(value))
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
    return frozenset(s for s in clinicians if not (_has_evidence(note.text, s) and _shares_none(note.text, s, others)))


def _has_evidence(text: str, span: Span) -> bool:
    if _NO_NAME.search(text, span.start, span.end):
        return False
    return has_cue(span) or is_known(span)


def _shares_none(text: str, span: Span, others: frozenset[str]) -> bool:
    """Tell whether a name has words to compare ("Dr. O" has none), and none of them is another person's."""
    words = name_words_of(text[span.start : span.end])
    return bool(words) and others.isdisjoint(words)


def _is_introduced_as_other(text: str, span: Span) -> bool:
    """Tell whether the words around a name call its bearer a relative, or the patient."""
    before = text[max(0, span.start - _CONTEXT) : span.start].casefold()
    before = _TITLES_BEFORE.sub("", before)
    behind = text[span.end : span.end + _CONTEXT].casefold()
    return (
        _is_introduced_before(before)
        or _RELATION.match(text[span.start : span.end].casefold()) is not None
        or _PATIENT_BEFORE.search(before) is not None
        or _RELATIVE_BEHIND.match(behind) is not None
        or _PATIENT_BEHIND.match(behind) is not None
    )


def _is_introduced_before(before: str) -> bool:
    """Tell whether the words before a name call its bearer a relative, up to the end of the sentence before."""
    ends = [end.end() for end in _SENTENCE_END.finditer(before)]
    sentence = before[ends[-1] :] if ends else before
    return _RELATION.search(sentence) is not None and _OTHER_PERSON.search(sentence) is None


def is_known(span: Span) -> bool:
    """Tell whether a span is found by a known value."""
    return any(detector_of(source) == KNOWN for source in span.sources)


def is_staff(value: KnownValue) -> bool:
    """Tell whether a known value is of a clinician, a site or a payer."""
    return value.role in STAFF_ROLES or (value.role is None and value.entity is Entity.DOCTOR)
