"""Find names with carets between their parts, as DICOM (PN) and HL7 v2 (XPN, XCN, CNN) write them: "DOE^JANE^M^^DR".

Coded values have carets, too ("718-7^Hemoglobin^LN"), and so do exponents. A value in a field of a segment that holds
people, or behind a label, is a name. Elsewhere the words decide: a family and a given name on the lists of names, no
coding system and no ordinary word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile

from redactor.detect.patterns.name_grammar import PARTICLES
from redactor.detect.patterns.rule import CodedRule, Doc, span_of
from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import titles
from redactor.lexicon import words as word_lists
from redactor.lexicon.words import word_set
from redactor.text import Span, Strength

CARETS = CodedRule(
    "caret-name",
    (Entity.PERSON, Entity.PATIENT, Entity.DOCTOR, Entity.ID),
    context="carets between the parts, as in DOE^JANE^M",
    check="a field of a segment or a label that says so; else names on the lists, no coding system, no ordinary word",
)

# Fields that hold people, by segment (HL7 v2.9): XPN first, then XCN, whose first component is a number.
_XPN = {
    "PID": (5, 6, 9), "NK1": (2, 26, 30), "GT1": (3, 4, 42, 45), "IN1": (7, 16), "MRG": (7,), "STF": (3,), "PRD": (2,),
    "CTD": (2,), "NST": (), "AFF": (),
}  # fmt: skip
_XCN = {
    "PV1": (7, 8, 9, 17, 52), "PV2": (13,), "ORC": (10, 11, 12, 19), "OBR": (10, 16, 28, 32, 33, 34, 35),
    "OBX": (16,), "PD1": (4,), "TXA": (5, 9, 10, 11, 22), "RXA": (10,), "RXE": (13, 14), "RXO": (14, 15),
    "RXD": (10,), "DG1": (16,), "PR1": (8, 11, 12), "EVN": (5,), "ROL": (4,), "PRT": (5,), "AIP": (3,),
    "SCH": (12, 16, 20), "ARQ": (15, 19), "ACC": (7,), "IAM": (14, 18), "SPM": (), "FT1": (20, 21), "TQ1": (),
}  # fmt: skip
_SEGMENT = re.compile(rf"(?im)(?:^|\r)[ \t>]*({'|'.join(sorted({*_XPN, *_XCN}))})\|([^\n\r]*)")
_CODING_SYSTEMS = frozenset(
    word_set(
        "ln loinc lnc sct snm snm3 snt snomed i9 i9c i9cp i9cdx i10 i10c i10p icd9 icd10 icd10cm icd10pcs ibt cvx mvx "
        "ndc rxnorm rxn c4 c5 cpt cpt4 cptm hcpcs hcpt ucum iso iso+ ansi+ acr ada art as4 ast astm bethesda cdcrec "
        "cdcm cdt dcm meddra medr mesh mdns nda nic nanda omaha pos rc umls usps vin w1 w2 who hl7 nubc fda fips "
    )
)
_TABLE = re.compile(r"(?i)(?:hl7)?[0-9]{4}|hl7[0-9]{3,5}|99[a-z0-9]{1,8}|[a-z]{1,4}[0-9]{2,}[a-z]{0,4}")
# On one line and within delimiters. It says nothing of carets: a search for one would begin anew at each character.
_STRETCH = re.compile(r"[^|~=\[\]{}<>()/\"\n\r\t;:\\]++")
_BLANK = " \t"
_LABELS = word_set(
    "name pn patientname physician physicians operator operators physicianname operatorname operatorsname xpn xcn "
    "performingphysicianname referringphysicianname patientsname personname personnelname surname otherpatientnames"
)
_LEADING = word_set("patient pt name pn dicom xpn xcn provider physician attending")
_PATIENTS = word_set("patient pt patientname patientsname")
_LABEL = re.compile(r"([A-Za-z']{2,40})[ \t]{0,3}[\])]?[ \t]{0,2}[:=]?[ \t]{0,2}[\[\"'<]?[ \t]*$")
_NUMBER = re.compile(r"[A-Za-z]{0,5}[0-9][0-9A-Za-z.\-]{0,24}")
_NUMBER_BEFORE = re.compile(r"(?:^|[\s,(\"'/])([A-Za-z]{0,5}[0-9][0-9A-Za-z.\-]{0,24})[ \t]*$")
# Letters are never divided without a sign between them: there are 2**n ways to divide n letters.
_NAME_WORD = r"[^\W\d_]+(?:(?:\.+|\.*['\-]['.\-]?)[^\W\d_]+)*\.*"
_NAME_TEXT = re.compile(rf"{_NAME_WORD}(?:[ ,&]{{1,3}}{_NAME_WORD})*")
_WORD = re.compile(r"[^\W\d_]+(?:['\-][^\W\d_]+)*")
_MAX_FAMILY_WORDS = 8
_MIN_GIVEN = 2  # letters; a longer given name need not be listed
_MIN_UNLISTED = 3  # letters; a longer word on no list may be a name
_PERSONAL = 6  # components that name: family, given, middle, suffix, prefix, degree


@dataclass(frozen=True, slots=True)
class _Component:
    """A component is a part of a name between carets. start, end: in the folded text, without blanks around it."""

    start: int
    end: int
    text: str

    @property
    def words(self) -> list[str]:
        """Return the words of the component as the lists have them."""
        return [word_lists.plain(w.lower()) for w in _WORD.findall(self.text)]


def find(doc: Doc) -> Iterator[Span]:
    """Yield names with carets, each repetition as a span, and the numbers in front of them."""
    if "^" not in doc.text and "|" not in doc.text:
        return
    ends: list[int] = []  # the ends of segments
    starts: list[int] = []
    for line in _SEGMENT.finditer(doc.text):
        starts.append(line.start())
        ends.append(line.end())
        yield from _segment(doc, line[1].upper(), line.start(2), line[2])
    for start, stretch in _stretches(doc.text):
        segment = bisect_right(starts, start) - 1
        if segment < 0 or start >= ends[segment]:
            yield from _in_prose(doc, start, stretch)


def _stretches(text: str) -> Iterator[tuple[int, str]]:
    """Yield the stretches around carets, with their offsets."""
    if "^" in text:
        yield from ((m.start(), m[0]) for m in _STRETCH.finditer(text) if "^" in m[0])


# --- Segments ---------------------------------------------------------------------------------------------------------


def _segment(doc: Doc, name: str, start: int, fields: str) -> Iterator[Span]:
    """Yield the people in the fields of a segment that hold people, and elsewhere only names that the lists confirm."""
    at = start
    for number, text in enumerate(fields.split("|"), 1):
        in_xcn = number in _XCN.get(name, ())
        if number in _XPN.get(name, ()) or in_xcn:
            entity = Entity.PATIENT if name == "PID" and number != 6 else Entity.DOCTOR if in_xcn else Entity.PERSON
            for begin, part_text in _repetitions(at, text):
                yield from _person(_components(begin, part_text), entity, numbered=in_xcn)
        else:
            for start, stretch in _stretches(text):
                yield from _in_prose(doc, at + start, stretch)
        at += len(text) + 1


def _repetitions(start: int, text: str) -> Iterator[tuple[int, str]]:
    """Yield repetitions (~) and groups of other scripts (=), with their offsets."""
    at = start
    for part_text in re.split("[~=]", text):
        yield at, part_text
        at += len(part_text) + 1


def _components(start: int, text: str, separator: str = "^") -> list[_Component]:
    """Return the components of a text, with their offsets."""
    found = []
    for part_text in text.split(separator):
        lead = len(part_text) - len(part_text.lstrip(_BLANK))
        bare = part_text.strip(_BLANK)
        found.append(_Component(start + lead, start + lead + len(bare), bare))
        start += len(part_text) + 1
    return found


def _person(parts: list[_Component], entity: Entity, *, numbered: bool) -> Iterator[Span]:
    """Yield the spans of a field that holds a person."""
    if numbered and "&" in parts[0].text and _NUMBER.match(parts[0].text):
        first = parts[0]
        parts = _components(first.start, first.text, "&")  # CNN: 77&LITTLE&MAY
    if numbered and (len(parts) > 1 or _NUMBER.fullmatch(parts[0].text)):
        number, parts = parts[0], parts[1:]
        if any(c.isalnum() for c in number.text):
            yield span_of(CARETS, number.start, number.end, Entity.ID)
    yield from _name(parts, entity)


def _name(parts: list[_Component], entity: Entity, strength: Strength = "strong") -> Iterator[Span]:
    """Yield the span from the first to the last component that belongs to the name."""
    named = [p for p in parts[:_PERSONAL] if any(c.isalpha() for c in p.text)]
    if named:
        yield span_of(CARETS, named[0].start, named[-1].end, entity, strength)


# --- Prose ------------------------------------------------------------------------------------------------------------


def _in_prose(doc: Doc, start: int, text: str) -> Iterator[Span]:
    """Yield the names in a stretch of text with carets."""
    parts = list(dropwhile(lambda p: not p.text, _components(start, text)))
    for group in _name_groups(parts):
        yield from _name_in_prose(doc, group)


def _name_groups(parts: list[_Component]) -> Iterator[list[_Component]]:
    """Yield groups of components, cut where one name ends and prose follows: DOE^JOHN and ROE^JANE."""
    group: list[_Component] = []
    for part in parts:
        group.append(part)
        if len(group) > 1 and part is not parts[-1] and _is_cut(part):
            yield group
            group = [part]
    if len(group) > 1:
        yield group


def _is_cut(part: _Component) -> bool:
    """Return whether a component between two carets holds the end of one name and the beginning of another."""
    words = part.text.split()
    return "," in part.text or (len(words) > 1 and any(map(_ends_name, words)))


def _ends_name(word: str) -> bool:
    """Return whether a word ends a name: an ordinary word, an abbreviation or a number."""
    ordinary = _is_ordinary(word_lists.plain(word.lower())) and not _is_listed_word(word)
    return ordinary or word[-1] == "." or any(c.isdigit() for c in word)


def _is_listed_word(word: str) -> bool:
    """Return whether a capitalised word is a name on the lists."""
    plain = word_lists.plain(word.lower())
    return word[0].isupper() and (plain in name_lists.given() or plain in name_lists.family())


def _name_in_prose(doc: Doc, parts: list[_Component]) -> Iterator[Span]:
    label = _label(doc, parts[0])
    entity = Entity.PATIENT if label in _PATIENTS or parts[0].text.lower() in _PATIENTS else Entity.PERSON
    if len(parts) > 2 and parts[0].text.rpartition(" ")[2].lower() in _LEADING and parts[1].text:
        label, parts = label or "name", parts[1:]
    if _is_coded(parts):
        return
    number = _NUMBER_BEFORE.search(parts[0].text)
    offset = parts[0].start
    if number is not None and len(parts) > 2:
        parts, entity = parts[1:], Entity.DOCTOR
    else:
        number, parts = None, [_family_name_at_end(parts[0]), *parts[1:]]
    if len(parts) > 1:
        parts = [*parts[:-1], _given_names_at_start(parts[-1])]
    strength = _strength(parts, labelled=label in _LABELS or label == "name")
    if strength is None:
        return
    if _titles(parts) & (titles.DOCTOR_TITLES | titles.DEGREES):
        entity = Entity.DOCTOR
    if number is not None:
        yield span_of(CARETS, offset + number.start(1), offset + number.end(1), Entity.ID)
    yield from _name(parts, entity, strength)
    yield from _other_scripts(doc, parts)


def _label(doc: Doc, first: _Component) -> str:
    """Return the word before the name that labels it, as in "PN [" and "Patient Name: "; "" without a label."""
    m = _LABEL.search(doc.text[max(0, first.start - 60) : first.start])
    return word_lists.plain(m[1].lower()).replace("'", "") if m else ""


def _is_coded(parts: list[_Component]) -> bool:
    """Return whether the third or the sixth component is a coding system: 718-7^Hemoglobin^LN^HGB^Hemoglobin^L."""
    return any(
        p.text.lower() in _CODING_SYSTEMS or _TABLE.fullmatch(p.text) is not None for p in (*parts[2:3], *parts[5:6])
    )


def _family_name_at_end(part: _Component) -> _Component:
    """Return the family name at the end of the text before the first caret."""
    words = list(re.finditer(r"[^\s&,.]+", part.text))
    first = len(words)
    caps = bool(words) and words[-1][0].isupper()
    while first and len(words) - first < _MAX_FAMILY_WORDS:
        word, last = words[first - 1], first == len(words)
        particle = word[0].lower() in PARTICLES
        if _NAME_TEXT.fullmatch(word[0]) is None:
            break
        if not last:
            gap = part.text[word.end() : words[first].start()]
            if "," in gap or ("." in gap and not particle):
                break
            if not particle and not (word[0].isupper() == caps and _is_listed_word(word[0])):
                break
        first -= 1
    at = words[first].start() if first < len(words) else len(part.text)
    return _Component(part.start + at, part.end, part.text[at:])


def _given_names_at_start(part: _Component) -> _Component:
    """Return the words of a name at the start of the text behind the last caret."""
    end = 0
    caps = None
    for m in _WORD.finditer(part.text):
        gap = part.text[end : m.start()]
        word = word_lists.plain(m[0].lower())
        if end == 0:
            if gap:
                break
            end, caps = m.end(), m[0].isupper()
            continue
        listed = word in name_lists.given() or word in name_lists.family()
        if gap != " " or not m[0][0].isupper() or m[0].isupper() != caps or not listed:
            break
        end = m.end()
    return _Component(part.start, part.start + end, part.text[:end])


def _titles(parts: list[_Component]) -> set[str]:
    """Return the titles, suffixes and degrees behind the names."""
    found = {w for p in parts[3:_PERSONAL] for w in p.words}
    return found & (titles.RECORD_TITLES | titles.RECORD_SUFFIXES | titles.DEGREES | titles.DOCTOR_TITLES)


def _strength(parts: list[_Component], *, labelled: bool) -> Strength | None:
    """Return how certainly the components are those of a name, or None if they are not.

    labelled: whether a label says that they are a name.
    """
    parts = parts[:_PERSONAL]
    family = parts[0]
    given = next((p for p in parts[1:3] if p.text), parts[min(1, len(parts) - 1)])
    if len(family.text) < 2 or any(p.text and _NAME_TEXT.fullmatch(p.text) is None for p in parts):
        return None
    titled = bool(_titles(parts))
    if not given.text:
        return "strong" if titled and _is_surname(family) else None
    if labelled:
        return "strong"
    if family.words == given.words:
        return None
    if _is_initial(given):
        return "strong" if _is_plain_surname(family) else None
    if not _is_surname(family) or not all(_is_given(p) for p in parts[1:3] if p.text and not _is_initial(p)):
        return None
    if titled or _is_listed(family) or _is_listed(given):
        return "strong"
    return "weak" if all(map(_is_like_name, (family, given))) else None


def _is_initial(part: _Component) -> bool:
    return len(part.text.rstrip(".")) == 1


def _is_like_name(part: _Component) -> bool:
    """Return whether an unlisted word has the shape of a name."""
    return part.text[0].isupper() and all(
        len(w) > _MIN_UNLISTED and not w.endswith(word_lists.CLINICAL_ENDINGS) for w in part.words
    )


def _is_surname(part: _Component) -> bool:
    """Return whether each word is a surname on the list, a particle, or on no list of words."""
    return bool(part.words) and all(
        w in PARTICLES or w in name_lists.family() or not _is_ordinary(w) for w in part.words
    )


def _is_plain_surname(part: _Component) -> bool:
    return bool(part.words) and all(w in name_lists.plain_family() or w in PARTICLES for w in part.words)


def _is_given(part: _Component) -> bool:
    """Return whether each word is a given name on the list, or on no list of words."""
    return bool(part.words) and all(
        w in name_lists.given() or (len(w) > _MIN_GIVEN and not _is_ordinary(w)) for w in part.words
    )


def _is_ordinary(word: str) -> bool:
    return word in word_lists.words() or word in word_lists.clinical()


def _is_listed(part: _Component) -> bool:
    return any(w in name_lists.given() or w in name_lists.family() for w in part.words)


def _other_scripts(doc: Doc, parts: list[_Component]) -> Iterator[Span]:
    """Yield the groups of other scripts behind a name: KIM^MINJUN=金^民俊=김^민준."""
    at = parts[-1].end
    while doc.text[at : at + 1] == "=":
        m = re.compile(r"[^\W\d_]+(?:[\^ ][^\W\d_]+)*").match(doc.text, at + 1)
        if m is None:
            return
        yield span_of(CARETS, m.start(), m.end(), Entity.PERSON)
        at = m.end()
