"""A mention as pieces: literal text that stays, and parts that are replaced by stand-ins.

"Dr. Jane O'Neil's" is "Dr. ", a given name, " ", a family name, "'s". The stand-in of a part depends on its kind, its
scope and its canonical form only. The same part therefore gets the same stand-in in every spelling, record, modality
and worker, in whatever order they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

_BETWEEN = "\x1f"


class Level(StrEnum):
    """The reach of a stand-in: one household, one site (the source), or all sources."""

    HOUSEHOLD = "household"
    SITE = "site"
    GLOBAL = "global"


def scope_name(recipient: str, epoch: int, level: Level, name: str) -> str:
    """name: for a household the token of the subject that names it, for a site its source, else ""."""
    return _BETWEEN.join((recipient, str(epoch), level.value, name))


def scope_parts(scope: str) -> tuple[str, int, Level, str]:
    """The inverse of scope_name."""
    recipient, epoch, level, name = scope.rsplit(_BETWEEN, 3)
    return recipient, int(epoch), Level(level), name


PartKey = tuple[str, str, str]  # kind, subkind, canonical


class Kind(StrEnum):
    """Parts of one kind share a pool of stand-ins. The values are stored in the index."""

    FAMILY = "family"
    GIVEN = "given"
    LETTER = "letter"  # an initial; agrees with the given name that begins with it
    CITY = "city"
    COUNTY = "county"
    STREET = "street"
    HOUSE = "house"  # the number of a house, a flat or a box
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
    """A piece that is replaced by a stand-in.

    canonical: what all spellings have in common ("john" for "Johnny", "springfield|IL"; behind the bar what tells it
    from its likes); the stand-in depends on nothing else. surface: as written; the stand-in is rendered like it.
    subkind: a distinction that the kind's generator makes (a saint's name in that of a hospital, the last four digits
    of a ZIP code); part of the key.
    recorded: structured records of the scope have it, so that it gets its stand-in before what only texts have. Its
    stand-in may then be drawn, because those that come later avoid it.
    """

    kind: Kind
    canonical: str
    surface: str
    subkind: str = ""
    recorded: bool = False

    @property
    def key(self) -> PartKey:
        """Two parts with the same key are the same entity."""
        return self.kind.value, self.subkind, self.canonical

    @property
    def name(self) -> str:
        """The canonical form without what tells it from its likes."""
        return self.canonical.partition("|")[0]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a mention, in order. level: the scope of its parts; None: the default of the entity."""

    items: tuple[str | Part, ...]
    level: Level | None = None
    ambiguous: bool = False  # the mention may mean two people; counted

    def indexed_parts(self) -> Iterator[Part]:
        """The parts whose stand-ins are stored in the index."""
        return (item for item in self.items if isinstance(item, Part) and not has_few_values(item))


_SMALL = frozenset({Kind.LETTER, Kind.HOUSE})
_COUNTED = frozenset({Kind.NUMBER, Kind.PHONE, Kind.ZIP})
_FEW = 4


def has_few_values(part: Part) -> bool:
    """Whether the kind has too few values to keep stand-ins apart by an index; a keyed permutation does it instead."""
    return part.kind in _SMALL or (part.kind in _COUNTED and len(part.canonical) < _FEW)


def joined(items: Sequence[str | Part]) -> str:
    """The pieces as written."""
    return "".join(item if isinstance(item, str) else item.surface for item in items)
