"""Ids of patients as people write them into lists: as references, in quotes, with what ends a cell of a table."""

from __future__ import annotations

import re

from schemas.engine.references import id_in_url

_AROUND = " \t\r\n,;\"'\ufeff"
_REFERENCE = re.compile(r"(?:\S*/)?Patient/([^\s/]+)(?:/_history/\S*)?")


def listed_id(written: str) -> str:
    """The id that is meant: P2 of " P2,", of "Patient/P2" and of a URL that ends in it. "" where there is none."""
    text = written.strip(_AROUND)
    if found := _REFERENCE.fullmatch(text):
        return found[1]
    return id_in_url(text) if text.lower().startswith("urn:") else text
