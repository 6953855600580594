"""The words of a name that carets separate: DICOM and HL7 v2 say by position what each is.

FAMILY^GIVEN^MIDDLE^SUFFIX^PREFIX^DEGREE; HL7 puts a person's number in front where a field holds staff, DICOM swaps
prefix and suffix. "~" separates names of the same kind, "=" the same name in other scripts, "&" parts of a component.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from relex.identity.name_tokens import Token, TokenKind

_NUMBER = re.compile(r"[A-Za-z]{0,5}[0-9][0-9A-Za-z.\-]*")
_LABELS = frozenset(["patient", "pt"])
_SUFFIX, _AUTHORITY = 3, 6  # components: the first that holds no name, and the first that holds no degree
_TYPE_CODES = frozenset(["l", "npi", "d", "iso", "legal"])


def assign_components(value: str, words: Sequence[Token]) -> list[Token]:
    """The words with the number of their name as group and that of their component as segment."""
    out: list[Token] = []
    start = group = 0
    for name in _names(value):
        end = start + len(name)
        inside = [t for t in words if start <= t.start < end]
        offset = _first_component(name)
        for t in inside:
            component = value.count("^", start, t.start) - offset
            glued = bool(out) and value[out[-1].end : t.start] in name_lists.HYPHENS
            out.append(Token(t.start, t.end, t.key, _kind(t, component), group, max(component, 0), glued))
        start, group = end + 1, group + 1
    return out


def _names(value: str) -> list[str]:
    return re.split("[~=]", value)


def _first_component(name: str) -> int:
    """The number of the component that holds the family name: those before are empty, a label or a person's number."""
    parts = [part.strip() for part in name.split("^")]
    first = 0
    while first < len(parts) - 2 and not parts[first]:
        first += 1
    if first < len(parts) - 1 and (
        parts[first].lower() in _LABELS or _NUMBER.fullmatch(parts[first].partition("&")[0]) is not None
    ):
        first += 1
    return first


def _kind(t: Token, component: int) -> TokenKind:
    """NAME and INITIAL are classified later, by component."""
    if component < 0:
        return TokenKind.TITLE if t.key in _LABELS else TokenKind.NUMBER
    if component >= _SUFFIX:
        if t.key in title_words.SUFFIXES:
            return TokenKind.SUFFIX
        if t.key in title_words.NAME_PREFIXES:
            return TokenKind.TITLE
        if t.key in title_words.CREDENTIAL_KEYS:
            return TokenKind.CREDENTIAL
        if component >= _AUTHORITY and t.key in _TYPE_CODES:
            return TokenKind.SUFFIX
        if component >= _AUTHORITY and t.key in title_words.PARTICLES:
            return TokenKind.PARTICLE
    return t.kind
