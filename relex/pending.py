"""Mentions on their way to stand-ins: as they are split, and as they wait for the stand-ins of their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from redactor.text import Mention
from relex.identity.context import ScopeContext
from relex.identity.people import Context
from relex.organisation_acronyms import FullName, NamedInFull
from relex.parts import Level, Part, PartKey, Pieces
from relex.prf import KeyedChoice

T = TypeVar("T")


class HashedOnce(Generic[T]):
    """Equal to another of an equal value. The value must not change."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: T) -> None:
        self.value = value
        self._hash = hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashedOnce) and self._hash == other._hash and bool(self.value == other.value)


@dataclass(frozen=True, slots=True)
class ClusteredMention:
    """A mention as the rules split it. at: its place in the batch. key: of its replacement in the cache.

    organisations: that its note names in full.
    """

    at: int
    mention: Mention
    scope_context: ScopeContext
    context: Context
    pieces: Pieces
    key: tuple[object, ...] | None
    organisations: tuple[FullName, ...]


@dataclass(slots=True)
class PendingMention:
    """A mention that waits for its stand-ins.

    at: its place in the batch. key: of its replacement in the cache. decoy: the keyed choices that its parts are made
    from in place of stand-ins.
    """

    at: int
    mention: Mention
    scope_context: ScopeContext
    pieces: Pieces
    level: Level
    key: tuple[object, ...] | None
    acronyms: Mapping[PartKey, NamedInFull]
    decoy: KeyedChoice | None = None

    def indexed_parts(self) -> Iterator[Part]:
        """The parts whose stand-ins are needed: those of a full name in place of its acronym."""
        yield from (part for part in self.pieces.indexed_parts() if part.key not in self.acronyms)
        for name in self.acronyms.values():
            if name.pieces is not None:
                yield from name.pieces.indexed_parts()
