"""Recognises fillers and placeholders: the texts that registration types where it knows no value.

"NO INSURANCE" harvested as a company would be taken out of every note that says so. A value is a filler only where it
cannot be somebody's: a doubtful word, such as a surname Young, is harvested and counts beside a title or a name.
Placeholders are values that many people have, so that they link nobody.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from redactor.detect.known import split_name
from redactor.entities import NAMES, Entity
from redactor.lexicon.words import word_set
from redactor.text import KnownValue

_E = Entity
_CACHE = 8192
_WORD = re.compile(r"[^\W_]+")
_PHONES = frozenset({_E.TELEPHONE_NUMBER, _E.FAX_NUMBER})
_PLACES = frozenset({_E.ADDRESS, _E.STREET, _E.CITY, _E.COUNTY, _E.STATE, _E.COUNTRY, _E.ZIP})
_FACILITIES = frozenset({_E.HOSPITAL, _E.PHARMACY, _E.DIAGNOSTIC_LABS, _E.ORGANIZATION, _E.LOCATION})


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split(";"))


# Fillers of any field. Numbers such as 123456789 are missing: as known values they remove nothing clinical.
_NOTHING = _phrases(
    "unknown; unk; unkn; ukn; none; no name; noname; nil; null; n a; not applicable; not available; not given;"
    "not provided; not recorded; not known; not specified; not stated; not listed; not on file; none on file;"
    "none given; none known; none recorded; none listed; no info; no information; no data; no response;"
    "unavailable; unspecified; undisclosed; unidentified; unassigned; not assigned; to be assigned;"
    "to be determined; tbd; tba; withheld; anonymous; anon; declined; declined to answer; declined to provide;"
    "patient declined; refused; refused to answer; patient refused; pending; pending verification; same as above;"
    "same as patient; same as guarantor; same as subscriber; see above; see below; see chart; see notes;"
    "see note; see comments; see attached; ask patient; do not use; donotuse; unable to obtain; uto; asdf;"
    "qwerty; test test"
)
# As the whole of a value other than a name; as all of a name.
_KINDS = word_set(
    "na nn test testing tst same other various multiple missing blank empty deceased dummy fake sample example "
    "temp temporary invalid error deleted inactive void obsolete default generic x xx xxx xxxx zz zzz zzzz aaa "
    "abc"
)
_NO_PART = _phrases(
    "fnu; lnu; nfn; nln; nmn; nmi; no first name; no last name; no middle name; nofirst; nolast; nomiddle;"
    "babyboy; babygirl"
)
_NEWBORN = word_set("baby babyboy babygirl boy girl male female infant newborn neonate twin triplet a b c one two")
_NEWBORN_SURE = word_set("baby babyboy babygirl infant newborn neonate twin triplet")
# Roles in place of a name.
_ROLES = (_KINDS - {"na"}) | _NEWBORN | word_set(
    "patient pt client person child adult mother father mom dad mum parent guardian spouse husband wife partner "
    "son daughter sister brother sibling friend relative family contact emergency next of kin nok self provider "
    "physician doctor nurse staff resident attending practitioner clinician surgeon specialist referring outside "
    "external historical unlisted system interface admin administrator user conversion pcp md np pa rn trauma "
    "alias unknown none no name unassigned unidentified anonymous self pay selfpay"
)  # fmt: skip
# A name of nothing but these words, and words with digits, tells nobody's name.
_NO_NAME = _ROLES | _NEWBORN | word_set(
    "the in of at herr frau mr mrs ms unbekannt unbekannte inconnu inconnue desconocido desconocida "
    "sconosciuto sconosciuta onbekend ukjent okand nobody someone mrn id nr urn uuid icu er ed bed ward room unit"
)  # fmt: skip
_ALIAS = "trauma"  # before a letter or a word of an alphabet, for who came unconscious
_NO_FACILITY = _phrases(
    "no insurance; noinsurance; uninsured; self pay; selfpay; private pay; cash; cash pay; no coverage; no payer;"
    "no payor; not insured; without insurance; charity; charity care; financial assistance; indigent; medicare;"
    "medicaid; medicare part a; medicare part b; dual eligible; tricare; workers comp; workers compensation;"
    "work comp; auto insurance; motor vehicle accident; commercial; commercial insurance; government;"
    "private insurance; insurance; unemployed; not employed; retired; self employed; disabled; homemaker;"
    "housewife; student; minor; child; self; home; patient home; patient s home; patients home; own home;"
    "residence; private residence; community; school; work; workplace; homeless; shelter; unknown provider;"
    "unknown organization; unknown facility; unknown location; unknown hospital; unknown pharmacy; unknown payer;"
    "other facility; other provider; outside facility; outside hospital; outside provider; outside lab;"
    "outside pharmacy; referring facility; referring provider; no provider; no pcp; no pharmacy;"
    "no preferred pharmacy; hospital; clinic; pharmacy; test hospital; test clinic; test facility;"
    "test organization"
)
# A facility of nothing but these words is a department of any hospital.
_DEPARTMENTS = word_set(
    "emergency department dept room ed er unit ward floor intensive critical care icu nicu picu micu sicu ccu "
    "cvicu pacu operating theatre theater recovery observation inpatient outpatient ambulatory surgery surgical "
    "medical medicine internal general family practice primary urgent radiology imaging xray x ray mri ct "
    "ultrasound laboratory lab pathology pharmacy cardiology cardiac neurology neurosurgery oncology hematology "
    "orthopedics orthopaedics orthopedic pediatrics paediatrics pediatric obstetrics gynecology ob gyn obgyn "
    "labor labour delivery maternity nursery newborn psychiatry psychology behavioral mental health dermatology "
    "urology nephrology dialysis endocrinology gastroenterology gi ent ophthalmology dentistry dental anesthesia "
    "anesthesiology rehabilitation rehab physical occupational speech therapy nutrition dietetics respiratory "
    "pulmonary sleep wound pain infectious disease diseases rheumatology allergy immunology geriatrics palliative "
    "hospice home nursing social work services service clinic office telehealth telemedicine virtual video visit "
    "admission discharge triage registration billing and of the for"
)
_NO_PLACE = _phrases(
    "homeless; undomiciled; unhoused; transient; no fixed address; no fixed abode; nfa; no address;"
    "no known address; nka; no permanent address; address unknown; unknown address; general delivery; shelter;"
    "homeless shelter; bad address; wrong address; incorrect address; invalid address; return mail;"
    "returned mail; mail returned; return to sender; do not mail; same address; lives in car; on the street;"
    "on the streets; anytown; nowhere; city; unknown city; unknown county; zzzzz"
)
_NO_STATE = word_set("xx zz unk un")
_NO_MAILBOX = word_set(
    "none noemail nomail no na unknown unk test declined refused decline notgiven notprovided noreply donotreply n a"
)
_LOCAL = 7  # digits of a phone number without its area
_FEWEST_ALIKE = 5  # the same digit so many times is no number
_NO_DATES = frozenset({"0001-01-01", "1800-01-01", "1900-01-01", "1111-11-11", "9999-12-31"})


def without_filler(value: KnownValue) -> KnownValue | None:
    """Return the value without the parts that are fillers, or None if nothing else is left."""
    if value.entity in NAMES:
        return _name_without_filler(value)
    if value.parts:
        return _address_without_filler(value)
    return None if _is_filler(value.value, value.entity) else value


def _plain(text: str) -> str:
    """Return the words of a text in lower case, one blank between them."""
    return " ".join(_WORD.findall(text.lower()))


@lru_cache(maxsize=_CACHE)
def _is_filler(text: str, entity: Entity) -> bool:
    plain = _plain(text)
    if not plain or plain in _NOTHING or plain in _KINDS:
        return True
    digits = "".join(ch for ch in plain if ch.isdigit())
    if entity in _PHONES:
        local = digits[-_LOCAL:]
        alike = len(local) == _LOCAL and len(set(local)) == 1
        return alike or not digits.strip("0")
    if entity is _E.EMAIL:
        local_part, _, domain = text.lower().removeprefix("mailto:").partition("@")
        return local_part in _NO_MAILBOX and (local_part.startswith("no") or domain.partition(".")[0] in _NO_MAILBOX)
    if entity in _FACILITIES:
        return plain in _NO_FACILITY or all(word in _DEPARTMENTS for word in plain.split())
    if entity is _E.BIRTH_DATE_TIME:
        return text[:10] in _NO_DATES
    if entity in _PLACES:
        return _is_no_place(plain, digits)
    number = plain.replace(" ", "")
    return number.isdigit() and (not number.strip("0") or (len(number) >= _FEWEST_ALIKE and len(set(number)) == 1))


def _is_no_place(plain: str, digits: str) -> bool:
    if plain in _NO_PLACE or plain in _NO_STATE:
        return True
    return plain.replace(" ", "") == digits and len(set(digits)) == 1 and digits[0] in "09"  # 00000, 99999-9999


@lru_cache(maxsize=_CACHE)
def _name_without_filler(value: KnownValue) -> KnownValue | None:
    """Return a name without the parts that are fillers, or None."""
    if _plain(value.value) in _NOTHING:
        return None
    parts = value.parts or split_name(value.value)
    named = [(part, text) for part, text in parts if part not in ("prefix", "suffix")]
    kept = [(part, text) for part, text in named if not _is_no_name(text)]
    given = [word for part, text in kept if part != "family" for word in _plain(text).split()]
    if all(word in _NEWBORN for word in given) and not _NEWBORN_SURE.isdisjoint(given):
        kept = [(part, text) for part, text in kept if part == "family"]
    words = [word for _, text in kept for word in _plain(text).split()]
    if all(word in _ROLES for word in words):
        return None
    if len(kept) == len(named):
        return value
    parts = tuple(p for p in parts if p in kept or p[0] in ("prefix", "suffix"))
    return replace(value, value=" ".join(text for _, text in parts), parts=parts)


def _is_no_name(text: str) -> bool:
    plain = _plain(text)
    # "Na" is a surname, "NA" is not.
    return not plain or plain in _NOTHING or plain in _NO_PART or text == "NA"


def _address_without_filler(value: KnownValue) -> KnownValue | None:
    """Return an address without the parts that are fillers, or None."""
    kept = tuple((part, text) for part, text in value.parts if not _is_filler(text, _E.ADDRESS))
    if len(kept) == len(value.parts):
        return value
    if all(part in ("state", "country") for part, _ in kept):
        return None
    return replace(value, value=", ".join(text for _, text in kept), parts=kept)


# --- Placeholders -----------------------------------------------------------------------------------------------------

_RUNS = ("0123456789012345", "9876543210987654")
# Numbers of the Social Security Administration's own leaflets, and what forms show as an example.
_EXAMPLES = frozenset({"078051120", "219099999", "457555462", "5555555555", "1234567890", "123456789", "8005551212"})
_LONG_NUMBER, _MIN_DIFFERENT = 9, 3  # different characters in a number of this length that somebody has
_BIRTH_DATES = frozenset({"1900-01-01", "1901-01-01", "1800-01-01", "1111-11-11", "1970-01-01", "9999-12-31"})
_NAMES = word_set(
    "unknown unk none na nn null test testing patient baby babyboy babygirl boy girl male female newborn infant twin "
    "doe trauma anonymous anon unidentified nobody self same noname nofirst nolast relative contact mother father "
    "spouse husband wife parent guardian son daughter"
)


def is_placeholder_number(value: str) -> bool:
    """Tell whether a number is a placeholder; `value` holds its letters and digits, in lower case."""
    digits = value.strip("x")
    if len(set(digits)) < (_MIN_DIFFERENT if len(digits) >= _LONG_NUMBER else 2) or digits in _EXAMPLES:
        return True
    return digits.isdigit() and any(digits in run for run in _RUNS)


def is_whole_ssn(value: str) -> bool:
    """Tell whether a social security number, given as letters and digits, can be somebody's: nine digits, no part of
    which is zero.
    """
    parts = value[:3], value[3:5], value[5:]
    return len(value) == _LONG_NUMBER and value.isdigit() and all(int(part) for part in parts)


def is_placeholder_name(name: str) -> bool:
    """Tell whether a name is a placeholder."""
    return name in _NAMES


def tells_name(text: str) -> bool:
    """Tell whether a text that stands for a person can be that person's name, and not a number, a bed or a filler."""
    words = _WORD.findall(text.lower())
    return _ALIAS not in words and any(
        word not in _NO_NAME and not any(c.isdigit() for c in word) and (len(word) > 1 or not word.isascii())
        for word in words
    )


def is_placeholder_birth_date(born: str) -> bool:
    """Tell whether many people have a birth date because nobody knows theirs."""
    return born in _BIRTH_DATES
