"""Maps the annotations of public sets to this project's labels, and adds the identifiers that they leave out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.examples.existing_dates import times
from redactor.detect.patterns import gazetteer
from redactor.distill.examples import UNKNOWN
from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.lexicon.places import STATES
from redactor.sample.marked import Mark, Marked, Near

Label = Entity | Near | None
_Ranked = tuple[int, int, Label, int]  # start, end, label, rank: of two that overlap the lower rank stays


@dataclass(frozen=True, slots=True)
class Sentence:
    """An annotated sentence. spans: (start, end, label), label of the set (PERSON, LOCATION, ORGANIZATION, MISC)."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


_HANDLE = re.compile(r"(?<![\w@.])@ ?(?P<name>\w{2,30})")
_CAPITAL = re.compile(r"\b[A-Z][a-z]{2,}\b")
_HASHTAG = re.compile(r"#\w+")
_URL = re.compile(
    r"\b(?:https?://|www\.)[^\s<>\"]+(?<![.,;:!?)…'])"
    r"|(?<![@\w])(?:[\w-]+\.)+(?:(?:com|org|net|co|gov|edu|uk|ly)/[\w/-]+|(?:com|org|net|gov|edu|co\.uk)\b)"
)
_EMAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
_PHONE = re.compile(r"(?<![\d-])(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?!\d)")
_OLD_DATE = re.compile(
    r"\b(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"(?: \d{1,2},)? 1[0-8]\d\d\b"
)
_NUMBER = re.compile(r"\d[\d-]{3,}\d")
_TITLE = re.compile(
    r"(?:(?:Vice )?President|Prime Minister|Premier|Prince|Princess|King|Queen|Pope|Senator|Sen\.|Rep\.|Congressman|"
    r"Governor|Gov\.|Mayor|Dr\.?|Mr\.?|Mrs\.?|Ms\.?|Miss|Sir|Lady|Lord|Captain|Capt\.|General|Gen\.|Colonel|Col\.|Sgt\.|St\.|"
    r"Saint|Coach|Judge|Justice|Professor|Prof\.?|Rev\.?|Father|Sister|Brother|Uncle|Aunt|Emperor|Duke|Duchess|Chief|"
    r"Minister) ",
    re.I,
)
_NOBODY = frozenset(
    {
        "god", "allah", "jesus", "pope", "lord", "christ", "satan", "santa", "easter", "bunny", "duchess", "of",
        "cambridge"
    }
)  # fmt: skip
_ROLES = frozenset(
    {
        "borrower", "lender", "company", "bank", "agent", "holder", "executive", "employee", "servicer", "guarantor",
        "party", "parties", "trustee", "issuer", "investor", "purchaser", "seller", "paying", "remarketing",
        "commonwealth", "chief", "financial", "officer", "llc"
    }
)  # fmt: skip
_CARE = re.compile(r"\b(?:Hospital|Clinic|Medical Cent(?:er|re)|Infirmary|Hospice|Health System|Healthcare)\b")
_LEARNED = re.compile(r"\b(?:University|College|High School|Elementary School)\b")
_STREET = re.compile(r"\b(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Blvd|Boulevard|Terrace|Highway)\b\.?$")
_SIGHT = re.compile(
    r"\b(?:Park|Building|Tower|Towers|Airport|River|Lake|Mountains?|Mount|Stadium|Hall|House|Cent(?:er|re)|Bridge|Beach|Bay|"
    r"Island|Islands|Complex|Reservoir|Lounge|Museum|Hotel|Cathedral|Church|Station|Junction|District|Square|Valley|Coast|Sea|Ocean|Gardens?|"
    r"Palace|Castle|Plaza|Forest|Canyon|Theat(?:er|re)|Arena|Abbey|Temple|Fort|Base|Prison|Jail|Line|Railroad|Point|Hills?)\b"
)
_WIDE = frozenset(
    {"europe", "africa", "asia", "america", "americas", "earth", "jupiter", "mars", "moon", "hogwarts", "middle east",
     "mideast", "parliament", "eastern", "western", "commonwealth", "world", "north", "south", "east", "west",
     "latin america", "south america", "north america", "antarctica", "internet", "heaven", "hell", "downtown",
     "whiskey"}
)  # fmt: skip
_ADJECTIVE = re.compile(r"(?:ian|ish|ese|eli|aqi|ic|ans|ists?)$")
_STATES = frozenset(
    {*STATES, "DC", "D.C.", "NSW", "Vic", "WA", "Ontario", "Quebec", "British Columbia", "Alberta", "B.C.",
     "N.J.", "Manitoba", "Saskatchewan", "Nova Scotia", "Queensland", "Tasmania", "New South Wales"}
)  # fmt: skip
_COUNTRIES = frozenset(
    {"US", "U.S.", "U.S", "USA", "U.S.A.", "UK", "U.K.", "NZ", "Britain", "England", "Scotland", "Wales"}
)


def annotate(sentence: Sentence) -> Marked:
    """The sentence with this project's marks; among overlapping ones the more certain, then the earlier one is kept."""
    text = sentence.text
    ranked = sorted([*_web(text), *_annotated(sentence), *_rest(text)], key=lambda m: m[3])
    taken = bytearray(len(text))
    marks: list[Mark] = []
    for start, end, label, _ in ranked:
        if start < end and not any(taken[start:end]):
            taken[start:end] = b"\x01" * (end - start)
            entity, subject = (Entity.ID, UNKNOWN) if label is None else (label, None)
            marks.append(Mark(start, end, entity, subject, text[start:end]))
    return Marked(text, tuple(sorted(marks, key=lambda m: m.start)))


def _web(text: str) -> Iterator[_Ranked]:
    """Identifiers recognisable by their form alone."""
    for pattern, label in ((_EMAIL, Entity.EMAIL), (_URL, Entity.URL), (_PHONE, Entity.TELEPHONE_NUMBER)):
        for m in pattern.finditer(text):
            yield m.start(), m.end(), label, 0
    for m in _HANDLE.finditer(text):
        yield m.start("name") - (text[m.start("name") - 1] == "@"), m.end(), Entity.USERNAME, 1


def _annotated(sentence: Sentence) -> Iterator[_Ranked]:
    text = sentence.text
    for start, end, kind in sentence.spans:
        while start < end and not (text[start].isalnum() or text[start] in "'‘"):
            start += 1
        while start < end and not (text[end - 1].isalnum() or text[end - 1] in ".'"):
            end -= 1
        value = text[start:end]
        words = [w.casefold() for w in re.findall(r"[^\W\d_]+", value)]
        glued = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum() or "_" in value
        if not words or all(w in _ROLES for w in words):
            continue
        if kind == "PERSON":
            yield from _person(start, end, value, words, glued)
        elif kind == "LOCATION":
            for part in re.finditer(r"(?!\s)[^,]+", value):
                label = None if glued else place(part[0])
                yield start + part.start(), start + part.end(), label, 2
        elif kind == "ORGANIZATION":
            label = Entity.HOSPITAL if _CARE.search(value) else Entity.ORGANIZATION if _LEARNED.search(value) else None
            yield start, end, label, 2


def _person(start: int, end: int, value: str, words: list[str], glued: bool) -> Iterator[_Ranked]:
    title = _TITLE.match(value)
    while title:
        start, value = start + title.end(), value[title.end() :]
        title = _TITLE.match(value)
    listed = all(word_lists.plain(w) in name_lists.given() or word_lists.plain(w) in name_lists.family() for w in words)
    nobody = all(w in _NOBODY for w in words) or _TITLE.fullmatch(value + " ") is not None
    doubtful = glued or nobody or any(c.isdigit() for c in value) or not (value[:1].isupper() or listed)
    yield start, end, None if doubtful else Entity.PERSON, 2


def place(value: str) -> Entity | None:
    """The kind of place that is annotated; None if it is too large, an adjective, or undetermined."""
    plain = word_lists.plain(value)
    known = gazetteer.place_entities().get(plain)
    if value in _COUNTRIES or known is Entity.COUNTRY:
        return Entity.COUNTRY
    if value in _STATES or known is Entity.STATE:
        return Entity.STATE
    if plain in _WIDE or (" " not in value and _ADJECTIVE.search(plain) and plain not in gazetteer.cities()):
        return None
    if value.isupper() and len(value) < 5:
        return None
    if not value[:1].isupper() and plain not in gazetteer.cities():
        return None
    if re.search(r"\bCounty$", value):
        return Entity.COUNTY
    if _STREET.search(value):
        return Entity.STREET
    if any(c.isdigit() or c in "&/" for c in value):
        return None
    if _CARE.search(value):
        return Entity.HOSPITAL
    return Entity.LOCATION if _SIGHT.search(value) else Entity.CITY


def _rest(text: str) -> Iterator[_Ranked]:
    for m in _OLD_DATE.finditer(text):
        yield m.start(), m.end(), Entity.DATE, 2
    for f in times(text):
        yield f.start, f.end, f.label, 4 if f.label is None else 3
    for m in _HASHTAG.finditer(text):
        yield m.start(), m.end(), None, 5
    # names that the annotators of a set missed
    for m in _CAPITAL.finditer(text):
        plain = word_lists.plain(m[0])
        if plain in name_lists.plain_given() or gazetteer.place_entities().get(plain) is Entity.CITY:
            yield m.start(), m.end(), None, 6
    for m in _NUMBER.finditer(text):
        yield m.start(), m.end(), None, 5
