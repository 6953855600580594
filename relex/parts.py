"""What a mention is made of: pieces that stay as they stand, and parts that a stand-in replaces.

"Dr. Jane O'Neil's" is "Dr. ", a given name, " ", a family name, "'s". A part is replaced by what its kind, its scope
and its canonical form say and by nothing else, so that the same part gets the same stand-in in every spelling, record,
modality and worker, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from relex.identity.scopes import Level

PartKey = tuple[str, str, str]  # of a part: kind, sub, canonical


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
    def key(self) -> PartKey:
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


_SMALL = frozenset({Kind.LETTER, Kind.HOUSE})
_COUNTED = frozenset({Kind.NUMBER, Kind.PHONE, Kind.ZIP})
_FEW = 4


def has_few_values(part: Part) -> bool:
    """Whether there are too few such parts to keep them apart in an index: a permutation keeps them apart."""
    return part.kind in _SMALL or (part.kind in _COUNTED and len(part.canonical) < _FEW)


def joined(items: Sequence[str | Part]) -> str:
    """The pieces as they stood."""
    return "".join(item if isinstance(item, str) else item.surface for item in items)
