"""Defines a mention as pieces, literal text that stays and parts that get stand-ins, and the scopes of stand-ins.

"Dr. Jane O'Neil's" is "Dr. ", a given name, " ", a family name, "'s". The stand-in of a part depends on its kind, its
scope and its canonical form only. The same part therefore gets the same stand-in in every spelling, record, modality
and worker, in whatever order they are read. A scope belongs to a recipient and an epoch of the keyring, so that
releases to two recipients share no stand-in.
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
    """Return the name of a scope, which `scope_parts` takes apart.

    `name` is the token of the subject that names a household, the source of a site, or "".
    """
    return _BETWEEN.join((recipient, str(epoch), level.value, name))


def scope_parts(scope: str) -> tuple[str, int, Level, str]:
    """Return recipient, epoch, level and name of a scope, the inverse of `scope_name`."""
    recipient, epoch, level, name = scope.rsplit(_BETWEEN, 3)
    return recipient, int(epoch), Level(level), name


PartKey = tuple[str, str, str]  # kind, subkind, canonical


class Kind(StrEnum):
    """The kind of a part. Parts of one kind share a pool of stand-ins; the values are stored in the index."""

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
    """A piece of a mention that is replaced by a stand-in.

    `canonical` is the form that all spellings share ("john" for "Johnny", "springfield|IL"; a detail behind the bar
    separates equal names), and the stand-in depends on it alone. `surface` is the text as written, and the stand-in is
    rendered like it. `subkind` is a distinction of the kind's generator (a hospital named after a saint, the last four
    digits of a ZIP code) and belongs to the key. `recorded` says that structured records of the scope have the part, so
    that it gets its stand-in before parts known from texts only. Its stand-in may then be drawn, because later parts
    avoid it.
    """

    kind: Kind
    canonical: str
    surface: str
    subkind: str = ""
    recorded: bool = False

    @property
    def key(self) -> PartKey:
        """Return the key of the part; parts with equal keys are the same entity."""
        return self.kind.value, self.subkind, self.canonical

    @property
    def name(self) -> str:
        """Return the canonical form without the detail behind the bar."""
        return self.canonical.partition("|")[0]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a mention, in order, for example `Pieces(("Dr. ", Part(Kind.FAMILY, "doe", "Doe")))`.

    `level` is the scope of the parts, or None for the default of the entity.
    """

    items: tuple[str | Part, ...]
    level: Level | None = None
    ambiguous: bool = False  # the mention may mean two people; counted

    def indexed_parts(self) -> Iterator[Part]:
        """Yield the parts whose stand-ins are stored in the index."""
        return (item for item in self.items if isinstance(item, Part) and not has_few_values(item))


_SMALL = frozenset({Kind.LETTER, Kind.HOUSE})
_COUNTED = frozenset({Kind.NUMBER, Kind.PHONE, Kind.ZIP})
_FEW = 4


def has_few_values(part: Part) -> bool:
    """Tell whether a part has too few possible values for the index to keep them apart; a keyed permutation does so."""
    return part.kind in _SMALL or (part.kind in _COUNTED and len(part.canonical) < _FEW)


def joined(items: Sequence[str | Part]) -> str:
    """Return the pieces as written."""
    return "".join(item if isinstance(item, str) else item.surface for item in items)
