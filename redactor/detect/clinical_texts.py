"""Which spans count in a clinical text: the display of a code, the text of a concept, a dosage.

Such a text names a finding, a test, a procedure or a drug in a few words without a sentence around them, and much of it
looks like names: eponyms, organisms, brands in square brackets. What counts is a known value, a rule that saw a cue (a
title, a label, a check digit), a name on the lists that means nothing in medicine, and the model where it is sure and
the span has the form of what it found. The form of a name alone and a doubtful model alone do not count; both together
do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactor.detect.facts.notation import is_in_notation, is_in_strain
from redactor.detect.form_rules import BY_FORM
from redactor.detect.patterns.value_checks import is_public_prefix
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, Entity
from redactor.lexicon import medicine, names
from redactor.lexicon import words as word_lists
from redactor.lexicon.titles import CLINICIAN_TITLES, DOCTOR_TITLES, NON_DOCTOR_TITLES
from redactor.text import STUDENT, Span, detector_of

_RULES = "patterns"
_SURE = 0.95  # score of the model alone
_LIKELY = 0.7  # where a rule agrees
_FAIR = 0.5  # where the span is a given name and a surname of the lists
_DOUBTFUL = 0.3  # where the span is what a part of the text ends with, or all of it
_LONGEST = 300  # characters of a term; a longer text is prose
_AROUND = 40  # characters around a span that may make a phrase with it
_FEWEST_DIGITS = 6  # of a number that the model alone finds; doses, alleles and years have fewer
_PREFIXED = re.compile(r"[A-Z]{2,5}-")
_BIRTH = f"{_RULES}:birth-year"
_LISTED = f"{_RULES}:listed-name"
_TITLED = f"{_RULES}:titled-name"
_UNLISTED = f"{_RULES}:unlisted-word"
_ORGANISATIONS = frozenset({Entity.ORGANIZATION, Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS})
_NAMED = NAMES | PLACES | _ORGANISATIONS | {Entity.ADDRESS, Entity.STREET, Entity.LOCATION}
# Words for kinds of institutions: these alone name none ("Off Campus-Outpatient Hospital"), others do ("Mercy").
_KINDS = word_lists.word_set(
    "a acute adult ambulance ambulatory and area assisted birth birthing blood campus cancer care center centre "
    "child children children's clinic clinical community comprehensive correctional critical day dental department "
    "diagnostic dialysis drug emergency end facility family federal federally for free general geriatric group "
    "health healthcare heart home hospice hospital imaging in independent infusion inpatient intensive intermediate "
    "laboratory living local long maternity medical medicine mental military mobile nursing of off office on "
    "organization other outpatient pain partial pediatric pharmacy physician physician's place planning practice "
    "primary prison private provider psychiatric public qualified radiology regional rehabilitation renal "
    "residential retail room rural school service services skilled specialty stage standing state store substance "
    "surgery surgical teaching term the therapy transport trauma treatment tribal unit university urgent veterans "
    "walk-in ward wellness women women's"
)
# Behind these a method is named, as in the names of LOINC: "Presence] in Serum by".
_BEFORE_METHOD = 60  # characters before a name that are read
_BY_METHOD = re.compile(
    r"(?i)(?:\]|\b(?:qualitative|quantitative|ordinal|nominal|narrative|semi-quantitative|presence|ratio|calculated"
    r"|estimated|predicted|staining|stained|measured)) by (?:the )?\Z"
)
_LOINC_SCALE = re.compile(r"\b(?:Qualitative|Quantitative|Ordinal|Nominal|Narrative) by \Z")
# Quantities that formulas give, and scales; the author stands behind a comma or in brackets. Of an author whose name is
# frequent only the first are told: "strong (Young)" may be about somebody.
_FORMULAS = (
    r"weight|body mass|surface area|bsa|bmi|clearance|e?gfr|filtration rate|qtc|osmolality|anion gap|expenditure"
    r"|requirements?|formula|equation|nomogram|index"
)
_SCALES = (
    r"interval|ldl|ratio|score|scale|grade|grading|stage|staging|classification|criteria|normal|positive|strong"
    r"|intensity"
)
_BY_FORMULA = re.compile(rf"(?i)\b(?:{_FORMULAS})(?:, | ?\()\Z")
_BY_SCALE = re.compile(rf"(?i)\b(?:{_FORMULAS}|{_SCALES})[^.;\n]{{0,24}}?(?:, | ?\()\Z")
_END_OF_METHOD = re.compile(r"(?:['’]s)?(?: [0-9/.+=-]{1,9})?(?:\Z|\)|;)")
_STAGES = frozenset("i ii iii iv v vi a b c 1 2 3 4 5 6".split())  # noqa: SIM905
_QUANTITY = re.compile(r"[0-9.,] ?\Z")  # a unit stands behind it: "1.5 Cal"
_TITLES = DOCTOR_TITLES | NON_DOCTOR_TITLES | CLINICIAN_TITLES
_CAPITALS = re.compile(r"\b(MR|MS|DR|PT|PA|SR)\.? \Z")
_CAPITALS_WITHIN = re.compile(r"(MR|MS|DR|PT|PA|SR) ")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Words that tell a sentence about somebody from the name of something; descriptions of ICD-10-CM do without them.
_SENTENCE = re.compile(
    r"(?i)\b(?:he|she|his|hers?|him|they|we|my|our|was|were|has|had|fell|said|says|saw|told|went|came|gave|got|felt"
    r"|spoke|asked|wants|wanted|lives|lived|works|worked|feels|denies|complains|complained|brought|took|tripped|thinks"
    r"|attended|visited|drove|ran|drank)\b(?!-)"
)
# What may stand before a name that a text adds to a term: a word (group 1), a sign, or nothing.
_CUE = re.compile(
    r"(?i)(?:\b(per|by|for|from|with|attending|provider|pcp|ref|pt|patient|boy|girl|baby|w)[ :./-]{1,3}"
    r"|[;/(\u2013\u2014] ?| - |\A)\Z"
)
# Behind these somebody does something: "worn until Reet objects".
_CLAUSE = re.compile(r"(?i)\b(?:as|until|till|unless|when|whenever|while|because|if|once|tell|ask|call|remind) \Z")
_END = re.compile(r"[ ]?(?:\Z|[),;/\u2013\u2014]| - |- )")
_GAP = re.compile(r",? ?|,? [A-Z]\.? ")  # between the parts of a name
_AFTER = re.compile(r"(['’]s?)?(?:[ -]([a-z]+))?")


def drop_doubtful(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans of a clinical text that count. spans: of all detectors, not yet resolved.

    In a sentence or a long text all count: a reason may be told in one ("Hideyoshi fell at home").
    """
    if not spans or len(text) > _LONGEST or "\n" in text or _SENTENCE.search(text):
        return list(spans)
    likely = [s for s in spans if s.is_students_alone and s.entity in _NAMED and (s.score or 0.0) >= _LIKELY]
    possible = [s for s in spans if s.is_students_alone and s.entity in NAMES and (s.score or 0.0) >= _DOUBTFUL]
    formal = [s for s in spans if s.entity in _NAMED and not BY_FORM.isdisjoint(s.sources)]

    def counts(s: Span) -> bool:
        if not {_RULES, STUDENT}.issuperset(map(detector_of, s.sources)):
            return True
        if is_in_strain(text, s) or is_in_notation(text, s) or _is_in_phrase(text, s) or _is_in_token(text, s):
            return False
        if (s.is_students_alone or not BY_FORM.isdisjoint(s.sources)) and _is_method(text, s):
            return False
        if _UNLISTED in s.sources:
            return not _is_bracketed(text, s)  # as brands are
        if s.is_students_alone:
            score = s.score or 0.0
            return (
                (score >= _SURE and _has_form(text, s))
                or (score >= _FAIR and s.entity in NAMES and _is_full_name(text[s.start : s.end]))
                or (score >= _DOUBTFUL and s.entity in NAMES and _is_introduced(text, s))
                or (s in likely and _agrees(text, s, formal))
            )
        if s.strength == "strong" and BY_FORM.isdisjoint(s.sources):
            if _TITLED in s.sources and _is_abbreviation(text, s):
                return False
            if _BIRTH in s.sources:
                return True
            return s.entity not in DATES or any(map(str.isdecimal, text[s.start : s.end]))  # Christmas disease
        if _LISTED in s.sources and _is_only_name(text, s):
            return True
        if _LISTED in s.sources and _acts(text, s) and _overlaps(s, possible):
            return True
        if _LISTED in s.sources and s.strength == "strong" and not _is_term(text[s.start : s.end], s.entity):
            return True
        return _agrees(text, s, likely) or (s.entity is Entity.ID and _is_number(text, s))

    return _with_neighbours(text, spans, [counts(s) for s in spans])


def _with_neighbours(text: str, spans: Sequence[Span], counted: Sequence[bool]) -> list[Span]:
    """The spans that count, and those of names beside a name that counts: of "Smith, Adaeze" both."""
    people = [s for s, yes in zip(spans, counted, strict=True) if yes and s.entity in NAMES]

    def is_beside(s: Span) -> bool:
        return any(_GAP.fullmatch(text, o.end, s.start) or _GAP.fullmatch(text, s.end, o.start) for o in people)

    return [s for s, yes in zip(spans, counted, strict=True) if yes or (s.entity in NAMES and people and is_beside(s))]


def _agrees(text: str, s: Span, others: Sequence[Span]) -> bool:
    """Whether another detector found the same, and it has the form of a name."""
    return _overlaps(s, others) and _is_named(text, s)


def _overlaps(s: Span, others: Sequence[Span]) -> bool:
    return any(s.start < o.end and o.start < s.end for o in others)


def _acts(text: str, s: Span) -> bool:
    """Whether a capitalised word that is no term begins a clause in small letters: "sick day as Reet set"."""
    value = text[s.start : s.end]
    after = _AFTER.match(text, s.end)
    return (
        not value.isupper()
        and _CLAUSE.search(text, max(0, s.start - _AROUND), s.start) is not None
        and after is not None
        and bool(after[2] or s.end == len(text))
        and after[2] not in word_lists.NAMED_THINGS
        and not _is_term(value, s.entity)
    )


def _has_form(text: str, s: Span) -> bool:
    if s.entity in DEMOGRAPHICS or s.entity is Entity.AGE:
        return False
    if s.entity in _NAMED:
        return _is_named(text, s)
    return "@" in text[s.start : s.end] or _digits(text, s) >= _FEWEST_DIGITS


def _is_number(text: str, s: Span) -> bool:
    """Whether a number is long, or behind letters and a hyphen ("RH-77120") nearly so."""
    is_code = _PREFIXED.match(text, s.start, s.end) and not is_public_prefix(text[s.start : s.end])
    return _digits(text, s) > (_FEWEST_DIGITS - 2 if is_code else _FEWEST_DIGITS)


def _digits(text: str, s: Span) -> int:
    return sum(map(str.isdecimal, text[s.start : s.end]))


def _is_named(text: str, s: Span) -> bool:
    """Whether a span has the form of a name: capitals, and not only words of medicine.

    A single word must be a listed name where it begins the text, stands in capitals or in square brackets, has a
    possessive or names a thing ("Kienböck disease").
    """
    value = text[s.start : s.end]
    found = _WORD.findall(value)
    named = [w for w in found if w[0].isupper()]
    if not named or any(len(w) > 3 and w.islower() for w in found) or _is_term(value, s.entity):
        return False
    bracketed = _is_bracketed(text, s)
    after = _AFTER.match(text, s.end)
    possessive, thing = (after[1], after[2]) if after else (None, None)
    names_thing = thing in word_lists.NAMED_THINGS or word_lists.plain(found[-1]) in word_lists.NAMED_THINGS
    if names_thing and s.entity not in _ORGANISATIONS and any(word_lists.plain(w) in medicine.eponyms() for w in named):
        return False
    if len(named) > 1 and not bracketed:
        return True
    stands_free = not (bracketed or s.start == 0 or named[0].isupper() or possessive or names_thing)
    return stands_free or _is_listed(named[0])


def _is_introduced(text: str, s: Span) -> bool:
    """Whether a name stands behind a word or a sign that may introduce one and ends a part of the text: "asthma per
    Young", "asthma; Kowalczyk". Behind a sign a term of medicine does not count.
    """
    value = text[s.start : s.end]
    found = _WORD.findall(value)
    cue = _CUE.search(text, max(0, s.start - _AROUND), s.start)
    if cue is None or not _END.match(text, s.end) or not found or _is_term(value, s.entity):
        return False
    if not all(word[0].isupper() for word in found):
        return False
    if cue[1]:
        return True
    plain = [word_lists.plain(word) for word in found]
    if any(_is_in_medicine(w) or word_lists.is_prose(w) or w.endswith(word_lists.CLINICAL_ENDINGS) for w in plain):
        return False
    return not value.isupper() and (s.start > 0 or any(map(_is_listed, found)))


def _is_full_name(value: str) -> bool:
    """Whether a given name and a surname of the lists stand together in either order, in small letters too."""
    found = [word_lists.plain(word) for word in _WORD.findall(value)]
    if len(found) < 2 or _is_words(found):
        return False
    first, last = found[0], found[-1]
    given = names.plain_given() if value.islower() else names.given()
    return (first in given and last in names.family()) or (last in given and first in names.family())


def _is_only_name(text: str, s: Span) -> bool:
    """Whether a word of the span is a listed name and nothing else. In square brackets it is an eponym or a brand."""
    if _is_bracketed(text, s):
        return False
    if (
        _QUANTITY.search(text, max(0, s.start - 8), s.start)
        and word_lists.plain(text[s.start : s.end]) in medicine.abbreviations()
    ):
        return False
    found = [word.partition("'")[0] for word in _WORD.findall(word_lists.plain(text[s.start : s.end]))]
    return any(_is_listed(word) and not _is_in_medicine(word) for word in found)


def _is_bracketed(text: str, s: Span) -> bool:
    """Whether a span stands in square brackets."""
    return text.rfind("[", 0, s.start) > text.rfind("]", 0, s.start)


def _is_listed(word: str) -> bool:
    key = word_lists.plain(word)
    return (key in names.plain_given() or key in names.plain_family()) and not word_lists.is_ordinary(key)


def _is_term(value: str, entity: Entity) -> bool:
    """Whether a value is a term of medicine, or consists of words of medicine and of prose; an organisation, of words
    for kinds of institutions.
    """
    plain = word_lists.plain(value)
    if entity in _ORGANISATIONS:
        return all(word in _KINDS or _KINDS.issuperset(word.split("-")) for word in _WORD.findall(plain))
    return plain in medicine.phrases() or _is_words(_WORD.findall(plain))


def _is_words(plain: Sequence[str]) -> bool:
    return all(map(_is_medical, plain))


def _is_medical(word: str) -> bool:
    key = word.removesuffix("'s").removesuffix("’s")
    return (word_lists.is_prose(key) or _is_in_medicine(key)) and key not in medicine.frequent_names()


def _is_in_medicine(key: str) -> bool:
    terms = (
        word_lists.eponyms, medicine.eponyms, medicine.instruments, medicine.drugs, medicine.organisms, medicine.genes,
    )  # fmt: skip
    return any(key in listed() for listed in terms)


def _is_in_token(text: str, s: Span) -> bool:
    """Whether a span lies in a token that is a term of medicine: "HAS-" in "HAS-BLED"."""
    start, end = s.start, s.end
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    token = word_lists.plain(text[start:end].strip("()[].,;:"))
    # "SMITH-JONES" is none, and a token of one word is judged by its own.
    return "-" in token and token in medicine.instruments() and token not in medicine.frequent_names()


def _is_method(text: str, s: Span) -> bool:
    """Whether an eponym or a term stands where a method, a formula or its author is named: "Qualitative by FISH",
    "Ideal body weight (Devine)", "Korotkoff V".
    """
    found = _WORD.findall(word_lists.plain(text[s.start : s.end]))
    named = [word for word in found if word not in _STAGES]
    if not named or not all(map(_is_method_name, named)):
        return False
    is_frequent = any(word in medicine.frequent_names() for word in named)
    if len(named) < len(found):
        return not is_frequent  # a stage stands behind it
    before = text[max(0, s.start - _BEFORE_METHOD) : s.start]
    if _BY_METHOD.search(before) and (
        not is_frequent or _LOINC_SCALE.search(before) or text[s.start : s.end].isupper()
    ):
        return True
    by_author = _BY_FORMULA if is_frequent else _BY_SCALE
    return by_author.search(before) is not None and _END_OF_METHOD.match(text, s.end) is not None


def _is_method_name(word: str) -> bool:
    if word in _TITLES:
        return False
    return any(part in medicine.eponyms() or part in medicine.terms() for part in (word, word.removesuffix("'s")))


def _is_abbreviation(text: str, s: Span) -> bool:
    """Whether the title of a name is an abbreviation, and the name a word of prose: "MR Conditional", "MS Contin"."""
    title = _CAPITALS.search(text, max(0, s.start - 4), s.start) or _CAPITALS_WITHIN.match(text, s.start)
    if title is None:
        return False
    found = [w for w in _WORD.findall(word_lists.plain(text[s.start : s.end])) if w != title[1].lower()]
    if not found or any(map(_is_listed, found)):
        return False
    return all(_is_medical(word) or word in medicine.terms() for word in found)


def _is_in_phrase(text: str, s: Span) -> bool:
    """Whether a span lies in a phrase of medicine, or is one: "Ann" in "Ann Arbor stage"."""
    found = list(_WORD.finditer(text, max(0, s.start - _AROUND), s.end + _AROUND))
    inside = [i for i, m in enumerate(found) if m.start() < s.end and s.start < m.end()]
    if not inside:
        return False
    first, last = inside[0], inside[-1] + 1
    return any(
        _phrase(found[a:b]) in medicine.phrases()
        for a in range(max(0, first - 2), first + 1)
        for b in range(last, min(len(found), last + 2) + 1)
        if b - a > 1
    )


def _phrase(found: Sequence[re.Match[str]]) -> str:
    return word_lists.plain(" ".join(m[0] for m in found))
