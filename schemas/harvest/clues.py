"""What two records must have in common to be about one person, or about people of one household.

A clue is compared as a whole and as a keyed hash: deterministic record linkage (Fellegi and Sunter, A theory for record
linkage, 1969, give the probabilistic kind). A name alone decides nothing. A full name with a birth date does, a surname
with a phone, an e-mail or a street address, and an identifier whose holders do not contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from redactor.detect.known import split_name
from redactor.entities import Entity
from redactor.lexicon.names import canonical
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.titles import FAMILY_PARTICLES
from schemas.harvest.datatypes import identifier_entity, objects_of, string_of, strings_of
from schemas.harvest.placeholders import is_placeholder_birth_date, is_placeholder_name, is_placeholder_number
from schemas.harvest.results import Clue, ClueKind

_SSN_SYSTEM = "ssn"
_DATE_LENGTH = 10  # YYYY-MM-DD; a year or a month decides nothing
_PHONE_LENGTH = 10  # digits without the country's code
_ZIP_LENGTH = 5
_LEAST_NUMBER = 5  # letters and digits of an identifier
_LEAST_PHONE = 7
_LEAST_PART = 3  # letters of a part of a double name
_MAX_OF_A_KIND = 8  # names, numbers and addresses of a person that are compared


def clues_of(node: dict[str, Any], resource_type: str) -> Iterator[Clue]:
    """The clues of a person as a Patient, a Person, a RelatedPerson or a Patient.contact describes them.

    resource_type: of the resource. A node of any shape is accepted.
    """
    names = sorted({pair for name in objects_of(node.get("name")) for pair in _names(name)})[:_MAX_OF_A_KIND]
    born = string_of(node.get("birthDate"))
    born = born if len(born) == _DATE_LENGTH and not is_placeholder_birth_date(born) else ""
    given = names[0][0] if names else ""
    for system, value in dict.fromkeys(_identifiers(node, resource_type)):
        yield Clue(ClueKind.IDENTIFIER, (system, value), given, born)
    for name in names:
        yield Clue(ClueKind.NAME, name, given, born)
        if born:
            yield Clue(ClueKind.BIRTH_DATE, (born, *name), given, born)
    families = dict.fromkeys(f for name in objects_of(node.get("name")) for f in _families(_family(name)))
    contacts = list(dict.fromkeys(_contacts(node)))[:_MAX_OF_A_KIND]
    for contact, family in product(contacts, list(families)[:_MAX_OF_A_KIND]):
        yield Clue(ClueKind.CONTACT, (*contact, family), given, born)


def clues_of_reference(node: dict[str, Any]) -> Iterator[Clue]:
    """The clues of a person whom a Reference names by its display or a logical identifier."""
    name = {"text": node.get("display")}
    yield from clues_of({"name": name, "identifier": node.get("identifier")}, string_of(node.get("type")))


def _names(name: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(given name, family name) of a HumanName, in comparable form; each part of a double name, and the whole."""
    givens = strings_of(name.get("given")) or [text for part, text in _parts(name) if part == "given"]
    for given in givens[:1]:
        first = root_of(canonical(given.split()[0]))
        if len(first) > 1 and not is_placeholder_name(first):
            yield from ((first, last) for last in _families(_family(name)))


def _family(name: dict[str, Any]) -> str:
    found = strings_of(name.get("family")) or [text for part, text in _parts(name) if part == "family"]
    return next(iter(found), "")


def _parts(name: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return split_name(string_of(name.get("text")))


def _families(family: str) -> Iterator[str]:
    """A family name in comparable form, and each part of a double one; nothing for a placeholder."""
    if not is_placeholder_name(canonical(family)):
        yield from _forms_of_family(family)


def _forms_of_family(family: str) -> Iterator[str]:
    words = family.replace("-", " ").replace("‐", " ").split()
    parts = [canonical(w) for w in words if canonical(w) not in FAMILY_PARTICLES]
    if len(parts) > 1:
        yield from (p for p in parts if len(p) >= _LEAST_PART)
    whole = "".join(map(canonical, words))
    if len(whole) > 1:
        yield whole


def _identifiers(node: dict[str, Any], resource_type: str) -> Iterator[tuple[str, str]]:
    """(system, value) of the identifiers that are one person's. A number without a system is the number's class."""
    for identifier in list(objects_of(node.get("identifier")))[:_MAX_OF_A_KIND]:
        value = _alphanumeric(string_of(identifier.get("value")))
        if len(value) < _LEAST_NUMBER or is_placeholder_number(value):
            continue
        entity = identifier_entity(identifier, resource_type)
        system = string_of(identifier.get("system")).lower().rstrip("/")
        if entity is Entity.SSN_OR_TAXPAYER:
            yield _SSN_SYSTEM, value
        elif system or entity is not Entity.ID:
            yield system or entity.value, value


def _contacts(node: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for telecom in objects_of(node.get("telecom")):
        value = string_of(telecom.get("value")).lower()
        digits = "".join(c for c in value if c in "0123456789")
        if "@" in value:
            yield "email", value.removeprefix("mailto:")
        elif len(digits) >= _LEAST_PHONE and not is_placeholder_number(digits):
            yield "phone", digits[-_PHONE_LENGTH:]
    for address in objects_of(node.get("address")):
        street = _alphanumeric(" ".join(strings_of(address.get("line"))))
        code = string_of(address.get("postalCode"))[:_ZIP_LENGTH]
        if any(c.isdigit() for c in street) and not is_placeholder_number(code):
            yield "address", street, code


def _alphanumeric(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())
