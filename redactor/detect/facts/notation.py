"""Spans that are, or lie in, notation of genetics, staging or obstetrics, "c.68_69del", "pT2N1a", "G2P1", and strains.

What notation is: `redactor.lexicon.nomenclature`.
"""

from __future__ import annotations

import re

from redactor.lexicon.nomenclature import is_nomenclature
from redactor.text import KNOWN, Span

_LONGEST = 80  # characters of a span, and of its token on either side
_PUNCTUATION, _BRACKETS = ".,;:", "()[],;"
# Influenza strains: type, host where it is no human, place, number, year. "A/Hong Kong/4801/2014"
_STRAIN = re.compile(r"\b[AB]/(?:[A-Za-z][A-Za-z .-]{2,24}/){1,2}[A-Z0-9-]{1,12}/(?:19|20)?[0-9]{2}\b")
_HGVS = re.compile(r"(?:^|:)[cgmnpr]\.")
_MAY_HOLD_HGVS = re.compile(r"[cgmnpr]\.\S")


def is_notation(text: str, s: Span) -> bool:
    """Whether the span is notation itself. It may be a part of something else: "MRN:CD45"."""
    return is_nomenclature(text[s.start : s.end].strip(_PUNCTUATION))


def is_in_notation(text: str, s: Span) -> bool:
    """Whether the span is a part of notation, or each of the tokens that it touches is notation."""
    if s.end - s.start > _LONGEST:
        return False
    token = _token(text, s)
    return is_nomenclature(token.strip(_PUNCTUATION)) or all(
        is_nomenclature(part.strip(_BRACKETS)) for part in token.split()
    )


def is_in_strain(text: str, s: Span) -> bool:
    """Whether the span is a part of an influenza strain."""
    return "/" in text and any(m.start() <= s.start and s.end <= m.end() for m in _STRAIN.finditer(text))


def may_hold_variants(text: str) -> bool:
    """Cheap pre-check; False means that `is_variant` is False for all spans of the text."""
    return _MAY_HOLD_HGVS.search(text) is not None


def is_variant(text: str, s: Span) -> bool:
    """Whether the span is a part of a variant in HGVS notation, "NM_007294.4:c.68_69del", and no known value."""
    if s.end - s.start > _LONGEST or KNOWN in s.sources or not any(map(str.isdigit, text[s.start : s.end])):
        return False
    token = _token(text, s).strip(_PUNCTUATION)
    return _HGVS.search(token) is not None and is_nomenclature(token)


def _token(text: str, s: Span) -> str:
    """The stretch without white space around the span, as far as it is read, with the span."""
    before, behind = text[max(0, s.start - _LONGEST) : s.start], text[s.end : s.end + _LONGEST]
    head = before.split()[-1] if before and not before[-1].isspace() else ""
    tail = behind.split(maxsplit=1)[0] if behind and not behind[0].isspace() else ""
    return f"{head}{text[s.start : s.end]}{tail}"
