"""The words of a written name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TokenKind(StrEnum):
    """The kind of a word in a written name."""

    NAME = "name"  # given or family name, not yet classified
    GIVEN = "given"
    FAMILY = "family"
    INITIAL = "initial"
    FAMILY_INITIAL = "family initial"
    NUMBER = "number"
    TITLE = "title"
    SUFFIX = "suffix"
    CREDENTIAL = "credential"
    PARTICLE = "particle"
    POSSESSIVE = "possessive"
    JOINER = "joiner"
    BORN = "born"


@dataclass(frozen=True, slots=True)
class Token:
    """A word; the text between words is separators.

    start, end: in the value. key: canonical form. group: number of the person, where several are named. segment: number
    of commas before it. glued: only a hyphen separates it from the word before. quoted: a nickname. born: after "née".
    """

    start: int
    end: int
    key: str
    kind: TokenKind
    group: int = 0
    segment: int = 0
    glued: bool = False
    quoted: bool = False
    born: bool = False


@dataclass(frozen=True, slots=True)
class ScannedName:
    """The words of a value.

    title: the first title, folded. clinician: a title or credential says so. mixed: has lower case. carets: written as
    DICOM and HL7 do; the segment of a word is the number of its component, the family name's 0.
    """

    value: str
    tokens: tuple[Token, ...]
    title: str
    clinician: bool
    mixed: bool
    carets: bool = False


def with_kind(t: Token, kind: TokenKind) -> Token:
    """The word with another kind."""
    return Token(t.start, t.end, t.key, kind, t.group, t.segment, t.glued, t.quoted, t.born)
