"""Defines mentions on their way to stand-ins: split by the rules, then waiting for the stand-ins of their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from redactor.entities import NAMES
from redactor.text import Mention
from relex.identity import names
from relex.identity.context import ScopeContext
from relex.identity.people import Context, Person
from relex.organisation_acronyms import FullName, NamedInFull
from relex.parts import Level, Part, PartKey, Pieces
from relex.prf import KeyedChoice

T = TypeVar("T")


class HashedOnce(Generic[T]):
    """Wraps an immutable value whose hash is computed once; wrappers of equal values are equal.

    The people of a note are such a value: they are part of the cache key of each of its mentions.
    """

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
    """A mention as the rules split it.

    `at` is its place in the batch, `key` the cache key of its replacement, and `organisations` are those that its note
    names in full.
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

    `at` is its place in the batch, and `key` the cache key of its replacement. `decoy` holds the keyed choices that
    replace the stand-ins of its parts, for a mention that becomes a decoy.
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
        """Yield the parts whose stand-ins are needed: those of a full name in place of its acronym."""
        yield from (part for part in self.pieces.indexed_parts() if part.key not in self.acronyms)
        for name in self.acronyms.values():
            if name.pieces is not None:
                yield from name.pieces.indexed_parts()


def people_by_note(mentions: Sequence[Mention]) -> dict[str, HashedOnce[tuple[Person, ...]]]:
    """Return the people whom each note names, by the id of the note."""
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        if mention.note and mention.entity in NAMES:
            found.setdefault(mention.note, []).append(mention)
    return {note: HashedOnce(names.people_in_note(named)) for note, named in found.items()}
