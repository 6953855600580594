"""Derives clues: values that two records of one person, or of people of one household, have in common.

A clue is compared as a whole and as a keyed hash: deterministic record linkage (Fellegi and Sunter, A theory for record
linkage, 1969, give the probabilistic kind). A name alone decides nothing. A full name with a birth date does, a surname
with a phone, an e-mail or a street address, and an identifier whose holders do not contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from redactor.entities import Entity
from redactor.lexicon.names import canonical
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.titles import FAMILY_PARTICLES
from redactor.lexicon.words import word_set
from schemas.harvest.datatypes import identifier_entity, objects_of, split_name_of_layperson, string_of, strings_of
from schemas.harvest.fillers import is_placeholder_birth_date, is_placeholder_name, is_placeholder_number, is_whole_ssn
from schemas.harvest.results import Clue, ClueKind

_SSN_SYSTEM = "ssn"
_ADDRESS = "address"
_HYPHENS = re.compile(r"[-\u2010-\u2015]")
_EXTENSION = re.compile(r"\s*(?:ext|x|#|;)")
_WORD = re.compile(r"[^\W_]+")
# Written or left out, in several spellings.
_STREET_WORDS = word_set(
    "street st avenue ave av road rd drive dr lane ln boulevard blvd court ct place pl terrace ter circle cir highway "
    "hwy parkway pkwy way trail trl loop apartment apt unit suite ste no number north south east west n s e w"
)
_DATE_LENGTH = 10  # YYYY-MM-DD; a year or a month decides nothing
_PHONE_LENGTH = 10  # digits without the country's code
_ZIP_LENGTH = 5
_MIN_NUMBER = 5  # letters and digits of an identifier
_MIN_PHONE = 7
_MIN_PART = 3  # letters of a part of a double name
_MAX_OF_A_KIND = 8  # names, numbers and addresses of a person that are compared


def clues_of(node: dict[str, Any], resource_type: str) -> Iterator[Clue]:
    """Yield the clues of a person as a Patient, a Person, a RelatedPerson or a Patient.contact describes them.

    `resource_type` is that of the resource. A node of any shape is accepted.
    """
    written = list(objects_of(node.get("name")))[:_MAX_OF_A_KIND]
    givens = list(dict.fromkeys(g for name in written for g in _givens(name)))[:_MAX_OF_A_KIND]
    families = list(dict.fromkeys(f for name in written for f in _families(name)))[:_MAX_OF_A_KIND]
    born = string_of(node.get("birthDate"))
    born = born if len(born) == _DATE_LENGTH and not is_placeholder_birth_date(born) else ""
    given = givens[0] if givens else ""
    for identifier in dict.fromkeys(_identifiers(node, resource_type)):
        yield Clue(ClueKind.IDENTIFIER, identifier, given, born)
    for name in product(givens, families):
        yield Clue(ClueKind.NAME, name, given, born)
        if born:
            yield Clue(ClueKind.BIRTH_DATE, (born, *name), given, born)
    for contact in list(dict.fromkeys(_contact_values(node)))[:_MAX_OF_A_KIND]:
        own = contact[0] != _ADDRESS  # people of one given name live in one house, but do not share a phone
        for kind, names in (("family", families), ("given", givens if own else [])):
            yield from (Clue(ClueKind.CONTACT, (*contact, kind, name), given, born) for name in names)


def clues_of_reference(node: dict[str, Any]) -> Iterator[Clue]:
    """Yield the clues of a person whom a Reference names by its display or a logical identifier."""
    name = {"text": node.get("display")}
    yield from clues_of({"name": name, "identifier": node.get("identifier")}, string_of(node.get("type")))


def _givens(name: dict[str, Any]) -> Iterator[str]:
    """Yield the first given name of a HumanName in comparable form, and the first part of a double name."""
    written = strings_of(name.get("given")) or [text for part, text in _parts_of_text(name) if part == "given"]
    for given in written[:1]:
        whole = given.split()[0]
        for form in (_HYPHENS.split(whole)[0], whole):
            found = root_of(canonical(form))
            if len(found) > 1 and not is_placeholder_name(found):
                yield found


def _families(name: dict[str, Any]) -> Iterator[str]:
    """Yield the family name of a HumanName in comparable form, without its particles, and each part of a
    double name.
    """
    written = strings_of(name.get("family")) or [text for part, text in _parts_of_text(name) if part == "family"]
    for family in written[:1]:
        words = [w for w in map(canonical, _HYPHENS.sub(" ", family).split()) if w]
        if not any(map(is_placeholder_name, words)):
            yield from (w for w in words if len(words) > 1 and len(w) >= _MIN_PART and w not in FAMILY_PARTICLES)
            yield from ("".join(words),) if len("".join(words)) > 1 else ()


def _parts_of_text(name: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return split_name_of_layperson(string_of(name.get("text")))


def _identifiers(node: dict[str, Any], resource_type: str) -> Iterator[tuple[str, str]]:
    """Yield (system, value) of the identifiers of one person; a number without a system gets the class of the
    number.
    """
    for identifier in list(objects_of(node.get("identifier")))[:_MAX_OF_A_KIND]:
        value = "".join(filter(str.isalnum, string_of(identifier.get("value")).lower()))
        if len(value) < _MIN_NUMBER or is_placeholder_number(value):
            continue
        entity = identifier_entity(identifier, resource_type)
        system = string_of(identifier.get("system")).lower().rstrip("/")
        if entity is Entity.SSN_OR_TAXPAYER:
            if is_whole_ssn(value):
                yield _SSN_SYSTEM, value
        elif system or entity is not Entity.ID:
            yield system or entity.value, value


def _contact_values(node: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for telecom in objects_of(node.get("telecom")):
        value = string_of(telecom.get("value")).lower()
        digits = "".join(c for c in _EXTENSION.split(value)[0] if c in "0123456789")
        if "@" in value:
            yield "email", value.removeprefix("mailto:")
        elif len(digits) >= _MIN_PHONE and not is_placeholder_number(digits):
            yield "phone", digits[-_PHONE_LENGTH:]
    for address in objects_of(node.get("address")):
        words = _WORD.findall(" ".join(strings_of(address.get("line"))).lower())
        street = " ".join(w for w in words if w not in _STREET_WORDS)
        code = string_of(address.get("postalCode"))[:_ZIP_LENGTH]
        if any(c.isdigit() for c in street) and len(set(code)) > 1:
            yield _ADDRESS, street, code
