"""Defines the words of a written name, and what lists and known names say of each word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words


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
    """A word of a name; the text between words is separators.

    `start` and `end` are offsets in the value, `key` is the canonical form. `group` is the number of the person, where
    several are named, and `segment` counts the commas before the word. `glued` says that only a hyphen separates it
    from the word before, `quoted` that it is a nickname, `born` that it follows "née".
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

    `title` is the first title, folded. `clinician` says that a title or credential names a clinician. `mixed` says that
    the value has lower case. With `carets` the value is written as in DICOM and HL7; the segment of a word is then the
    number of its component, 0 for the family name.
    """

    value: str
    tokens: tuple[Token, ...]
    title: str
    clinician: bool
    mixed: bool
    carets: bool = False


def with_kind(t: Token, kind: TokenKind) -> Token:
    """Return the word with another kind."""
    return Token(t.start, t.end, t.key, kind, t.group, t.segment, t.glued, t.quoted, t.born)


CLEAR = 10.0  # times as many people bear it as the one name than as the other
_HARDLY_A_SURNAME = 40.0  # times as many people bear it as a given name


@dataclass(slots=True)
class NameWord:
    """A word, or several joined by hyphens, that is classified as one."""

    tokens: list[Token]
    key: str
    side: TokenKind | None
    particle: bool = False
    kind: TokenKind = TokenKind.NAME
    only: bool = False

    @property
    def initial(self) -> bool:
        return self.tokens[0].kind is TokenKind.INITIAL and not self.particle


def shares_of(u: NameWord) -> tuple[float, float]:
    """Return the percentages of people with a word as given and as family name; of hyphenated words the whole counts,
    else the halves.
    """
    given, family = name_lists.shares(u.key)
    if len(u.tokens) > 1 and not given and not family:
        halves = [name_lists.shares(t.key) for t in u.tokens]
        return min(g for g, _ in halves), max(f for _, f in halves)
    return given, family


def is_surname(u: NameWord, share: float) -> bool:
    """Tell whether a word is a surname of more than this percentage of people, and hardly a given name."""
    given, family = shares_of(u)
    if len(u.tokens) > 1:
        return u.side is not TokenKind.GIVEN and family > max(share, CLEAR * given)
    return u.side is not TokenKind.GIVEN and not given and family > share


def is_given_name(u: NameWord) -> bool:
    """Tell whether a word is known as a given name, or is borne more often as one."""
    if u.side is not None:
        return u.side is TokenKind.GIVEN
    given, family = shares_of(u)
    return given > family


def is_full_name(words: list[NameWord]) -> bool:
    """Tell whether the words between commas are a full name, given name first: a list of people rather than "Doe,
    John".
    """
    return len(words) > 1 and is_given_name(words[0]) and not words[-1].initial and not is_given_name(words[-1])


def may_begin_list(words: list[NameWord]) -> bool:
    """Tell whether the words before a comma are one given name, known as no surname: "Ann, John Doe"."""
    if len(words) != 1 or words[0].initial:
        return False
    if words[0].side is not None:
        return words[0].side is TokenKind.GIVEN
    given, family = shares_of(words[0])
    return given > _HARDLY_A_SURNAME * family


def continues_list(words: list[NameWord], first: NameWord) -> bool:
    """Tell whether the words behind a comma are another person: a full name, or a known given name behind a known one.

    "Ann, J." and "Ann, Marie", where nobody is called Marie, are read as one person.
    """
    if _is_known_person(words) or is_full_name(words):
        return True
    return len(words) == 1 and words[0].side is first.side is TokenKind.GIVEN


def _is_known_person(words: list[NameWord]) -> bool:
    """Tell whether the words are a full name whose surname is known: John Doe, J. Doe."""
    if len(words) < 2 or words[-1].side is not TokenKind.FAMILY:
        return False
    return words[0].initial or words[0].side is TokenKind.GIVEN


def is_family_first(words: list[NameWord], value: str) -> bool:
    """Tell whether the family name comes first without a comma."""
    first, last = words[0], words[-1]
    if name_lists.unspaced(first.key):
        return "・" not in value and "·" not in value
    if last.key.endswith(title_words.PATRONYMIC) and len(words) == 3:
        return not first.key.endswith(title_words.PATRONYMIC)
    if first.key in title_words.VIETNAMESE:
        return last.key not in title_words.VIETNAMESE and not is_given_name(first)
    if len(words) != 2 or last.side is TokenKind.FAMILY or first.side is not None:
        return False
    given, family = shares_of(last)
    return is_surname(first, 0.0) and given > CLEAR * family and not first.particle
