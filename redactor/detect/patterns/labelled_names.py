"""Find names of people in labelled fields."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import name_grammar
from redactor.detect.patterns.name_grammar import is_listed, word_at
from redactor.detect.patterns.rule import Doc, Rule, span_of
from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import titles
from redactor.text import Span

_ROLE = (
    r"patient|pt|client|child|resident|subject|member|insured|subscriber|guarantor|beneficiary|"
    r"mother|father|spouse|wife|husband|son|daughter|parent|guardian|emergency contact|next of kin|"
    r"nok|contact|contact person|witness|informant|employee|caller|caregiver|healthcare proxy|"
    r"poa|policy holder|cardholder|account holder|recipient|sender|from|to|re"
)
_STAFF = (
    r"attending|attending physician|attending md|surgeon|assistant surgeon|assistant|first assistant|"
    r"anesthesiologist|anesthetist|referring|referring physician|referring provider|referring md|"
    r"referred by|primary care|primary care physician|primary care provider|pcp|provider|"
    r"physician|doctor|clinician|nurse|rn|author|therapist|consultant|consulting physician|"
    r"consultants?|ordering|ordering physician|ordering provider|requesting physician|radiologist|"
    r"pathologist|cardiologist|resident physician|intern|fellow|pharmacist|dictated by|dictating|"
    r"transcribed by|transcriptionist|signed by|electronically signed by|e-signed by|reviewed by|"
    r"performed by|interpreted by|prepared by|reported by|ordered by|seen by|staff|case manager|"
    r"social worker|interpreter|gp|cc|scribe|technologist|technician|sonographer|midwife|"
    r"investigator|principal investigator|coordinator|admitting|admitting physician|discharging physician|"
    r"supervising physician|family physician|family doctor"
)
LABELLED = Rule(
    "labelled-name",
    Entity.PERSON,
    (
        rf"(?im:(?:^|[;,|(\t>~*]|\s{{2}}|[.:]\s)[ \t>*~-]{{0,4}}({_ROLE}|(?:(?:{_ROLE}|full|first|"
        rf"last|middle|maiden|preferred|legal|given|family|birth|print(?:ed)?)(?:'s)?[ _-]?)?name|"
        rf"surname|forename|alias(?:es)?)?((?:{_STAFF})(?:'s)?(?: name)?)?[ \t]{{0,3}}(?:\([^()"
        rf"\n]{{1,20}}\))?[ \t]{{0,2}}[:=][ \t]{{0,4}})"
    ),
    ":|=",
    digits=False,
    also=(Entity.PATIENT, Entity.DOCTOR),
)


def find(doc: Doc) -> Iterator[Span]:
    """Yield names in the fields of a form: "Patient: Doe, John Q.", "Attending: Jane Roe"."""
    if not doc.may_match(LABELLED):
        return
    for m in LABELLED.regex.finditer(doc.ascii_bytes):
        patient, staff = m.span(1), m.span(2)
        if (patient[0] < 0) == (staff[0] < 0):
            continue
        end = m.end()
        label = m.group(1 if patient[0] >= 0 else 2).decode("ascii").lower()
        entity = (
            Entity.DOCTOR
            if staff[0] >= 0
            else Entity.PATIENT
            if "patient" in label or label in ("pt", "name")
            else Entity.PERSON
        )
        yield from _name_in_field(doc, end, entity, "name" in label or label in ("surname", "forename"))


def _name_in_field(doc: Doc, offset: int, entity: Entity, sure: bool) -> Iterator[Span]:
    """Yield the name in a field.

    sure: whether the label contains "name", so that ordinary words and lower case are accepted.
    """
    i = word_at(doc, offset)
    if i is None or "\n" in doc.text[offset : doc.words[i].start]:
        return
    words = doc.words
    if words[i].lower in titles.DOCTOR_TITLES or words[i].lower in titles.NON_DOCTOR_TITLES:
        return  # the rule on titles finds this name
    listed = is_listed(words[i])
    if not sure and name_grammar.is_word(words[i]) and not (listed and name_grammar.is_capitalised(words[i])):
        return
    run = name_grammar.name_from(doc, i, word_allowed=True, lower_allowed=sure)
    if run is None:
        return
    spoken = wordy = False
    if not sure and run.first == run.last:
        # "Patient: Buckle up" is speech, "Patient: Buckle" a name, "Patient: Okey." may be either
        between = name_grammar.gap_after(doc, run.last)
        spoken, wordy = between[:1] in (".", ",", "?", "!", "'"), name_grammar.is_word(words[i])
        if wordy:  # weak: the student tells "Client: White, affect flat" from "Patient: Well, yes"
            if not listed or name_grammar.is_never_name(words[i]) or between[:1] not in (",", ".", "\n", ";", ""):
                return
        else:
            closed = between[:1] in ("", "\n", "\t", ";", "(", ".") or between[:2] == "  "
            behind = words[run.last + 1] if run.last + 1 < len(words) else None
            closed = closed or (
                between == ", " and behind is not None and name_grammar.is_capitalised(behind) and is_listed(behind)
            )
            closed = closed or words[i].key in name_lists.plain_given()
            if not closed or not (listed or name_grammar.is_capitalised(words[i])):
                return
    last = run.last
    end = run.end
    # "Doe, John Q."
    if (
        name_grammar.gap_after(doc, last) in (", ", ",")
        and last + 1 < len(words)
        and not words[last + 1].text.isupper() | (words[last + 1].text in titles.CREDENTIALS)
    ):
        more = name_grammar.name_from(doc, last + 1, word_allowed=False, lower_allowed=sure, limit=3)
        end = more.end if more is not None and (sure or is_listed(words[last + 1])) else end
    elif (
        name_grammar.gap_after(doc, last) in (", ", ",")
        and last + 1 < len(words)
        and sure
        and words[last + 1].text not in titles.CREDENTIALS
    ):
        more = name_grammar.name_from(doc, last + 1, word_allowed=True, limit=3)
        end = more.end if more is not None else end
    # "Doe, John" is a name, even where a dialogue is possible
    yield span_of(LABELLED, run.start, end, entity, "weak" if wordy or (spoken and end == run.end) else "strong")
