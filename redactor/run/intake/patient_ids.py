"""Patients as people write them into lists: by id or identifier, as references, in quotes, with what ends a cell."""

from __future__ import annotations

import re

from schemas.engine.references import id_in_url, searched_identifiers

_AROUND = " \t\r\n,;\"'\ufeff"
_REFERENCE = re.compile(r"(?:\S*/)?Patient/([^\s/]+)(?:/_history/\S*)?")


def listed_id(written: str) -> str:
    """The id that is meant: P2 of " P2,", of "Patient/P2" and of a URL that ends in it. "" where there is none."""
    text = written.strip(_AROUND)
    if found := _REFERENCE.fullmatch(text):
        return found[1]
    return id_in_url(text) if text.lower().startswith("urn:") else text


def listed_identifier(written: str) -> tuple[str, str] | None:
    """The system and the value of "http://hospital.example/mrn|77"; None of what is no identifier.

    "|77" is one without a system. A line may also be the search by which records name the patient.
    """
    text = written.strip(_AROUND)
    for searched in searched_identifiers(text):
        return searched
    system, bar, value = (part.strip() for part in text.partition("|"))
    return (system, value) if bar and value else None
