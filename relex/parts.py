"""What a mention is made of: pieces that stay as they stand, and parts that a stand-in replaces.

"Dr. Jane O'Neil's" is "Dr. ", a given name, " ", a family name, "'s". A part is replaced by what its kind, its scope
and its canonical form say and by nothing else, so that the same part gets the same stand-in in every spelling, record,
modality and worker, whichever comes first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from redactor.entities import Role

Key = tuple[str, str, str]  # of a part: kind, sub, canonical


class Kind(StrEnum):
    """Parts that share a pool of stand-ins. The value stands in the index."""

    FAMILY = "family"
    GIVEN = "given"
    LETTER = "letter"  # an initial: agrees with the given name that begins with it
    CITY = "city"
    COUNTY = "county"
    STREET = "street"
    HOUSE = "house"  # the number of a house, a flat, a box
    ZIP = "zip"
    PLACE = "place"
    HOSPITAL = "hospital"
    PHARMACY = "pharmacy"
    LAB = "lab"
    ORGANIZATION = "organization"
    PHONE = "phone"
    DOMAIN = "domain"
    HANDLE = "handle"
    PATH = "path"
    IP = "ip"
    MAC = "mac"
    NUMBER = "number"


class Level(StrEnum):
    """How far one stand-in reaches: one household, one site (the source), or every source."""

    HOUSEHOLD = "household"
    SITE = "site"
    GLOBAL = "global"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece that a stand-in replaces.

    canonical: what all spellings share, and all that a stand-in may depend on ("john" for "Johnny", "springfield|IL").
    surface: as it stands; rendering follows it. sub: a sort within the kind that its generator tells apart
    (the entity of a number, "hospital" or "clinic"); it is part of the identity.
    """

    kind: Kind
    canonical: str
    surface: str
    subkind: str = ""

    @property
    def key(self) -> Key:
        """What makes two parts one."""
        return self.kind.value, self.subkind, self.canonical


@dataclass(frozen=True, slots=True)
class Pieces:
    """A mention taken apart, in order. level: where its parts belong; None: where the entity's setting says."""

    items: tuple[str | Part, ...]
    level: Level | None = None
    ambiguous: bool = False  # it may be two people's; counted

    def indexed_parts(self) -> Iterator[Part]:
        """The parts that an index holds."""
        return (item for item in self.items if isinstance(item, Part) and not has_few_values(item))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's name, folded: ("jane", "marie"), ("oneil",). role: who they are to the record."""

    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What is known where a mention stands; nothing in it depends on which record came first.

    household: people whom structured records name for the subject. site: those of the source (clinicians), by each
    folded family and given name. record: names read in the same note. states: the household's cities, folded -> state
    ("IL"). state: where the household lives, "" when unknown.
    """

    household: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] = field(default_factory=lambda: MappingProxyType({}))
    record: tuple[Person, ...] = ()
    states: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    state: str = ""


_SMALL = frozenset({Kind.LETTER, Kind.HOUSE})
_COUNTED = frozenset({Kind.NUMBER, Kind.PHONE, Kind.ZIP})
_FEW = 4


def has_few_values(part: Part) -> bool:
    """Whether there are too few such parts to keep them apart in an index: a permutation keeps them apart."""
    return part.kind in _SMALL or (part.kind in _COUNTED and len(part.canonical) < _FEW)


def folded(text: str) -> str:
    """Compatibility forms, case, accents, invisible characters and runs of white space taken away."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(c for c in plain if unicodedata.category(c) not in ("Mn", "Cf", "Cc") or c.isspace())
    return " ".join(kept.split())


def surface(items: Sequence[str | Part]) -> str:
    """The pieces as they stood."""
    return "".join(item if isinstance(item, str) else item.surface for item in items)


def cased(like: str, text: str) -> str:
    """The text in the case of another: ALL CAPS, lower case, or as it is."""
    letters = [c for c in like if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return text.upper()
    if letters and all(c.islower() for c in letters):
        return text.lower()
    return text
