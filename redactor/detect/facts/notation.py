"""Spans that lie in a variant of genetics: "NM_007294.4:c.68_69del".

What notation is: `redactor.lexicon.nomenclature`.
"""

from __future__ import annotations

import re

from redactor.lexicon.nomenclature import is_nomenclature
from redactor.text import KNOWN, Span

_LONGEST = 80  # characters of a span, and of its token on either side
_PUNCTUATION = ".,;:"
_HGVS = re.compile(r"(?:^|:)[cgmnpr]\.")
_MAY_HOLD_HGVS = re.compile(r"[cgmnpr]\.\S")


def may_hold_variants(text: str) -> bool:
    """Cheap pre-check; False means that `is_variant` is False for all spans of the text."""
    return _MAY_HOLD_HGVS.search(text) is not None


def is_variant(text: str, s: Span) -> bool:
    """Whether the span is a part of a variant in HGVS notation, "NM_007294.4:c.68_69del", and no known value."""
    if s.end - s.start > _LONGEST or KNOWN in s.sources:
        return False
    token = _token(text, s).strip(_PUNCTUATION)
    return _HGVS.search(token) is not None and is_nomenclature(token)


def _token(text: str, s: Span) -> str:
    """The stretch without white space around the span, as far as it is read, with the span."""
    before, behind = text[max(0, s.start - _LONGEST) : s.start], text[s.end : s.end + _LONGEST]
    head = before.split()[-1] if before and not before[-1].isspace() else ""
    tail = behind.split(maxsplit=1)[0] if behind and not behind[0].isspace() else ""
    return f"{head}{text[s.start : s.end]}{tail}"
