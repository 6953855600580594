"""What every index of stand-ins holds and guarantees.

A household scope is a roster: one document, written under compare-and-set. Site and global scopes hold one document per
entry under its exact key, written create-only. An original is stored as an HMAC of (scope, kind, canonical form), which
is the key, and as an AES-GCM ciphertext. OpenSearch also stores tokens and a vector of keyed n-grams for the search of
site and global entries. A roster is one ciphertext. Scopes are stored as HMACs. Every process that shares a store sees
what any of them committed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """A stand-in of an original within a scope. original: the canonical form.

    charts: of a household's original that came from texts and not from known values: tokens of the charts that have it.
    """

    scope: str
    kind: str
    original: str
    standin: str
    charts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Roster:
    """All entries of a household. retired: tokens of stand-ins whose originals were forgotten; they are never given
    again.

    version: opaque, identifies the state that was read; None: nothing is stored yet.
    """

    scope: str
    entries: tuple[Entry, ...] = ()
    retired: frozenset[str] = frozenset()
    version: str | None = None


class Index(Protocol):
    """Every method raises IndexUnavailableError after bounded retries; none returns a partial answer."""

    name: str

    def rosters(self, scopes: Sequence[str]) -> list[Roster]:
        """The roster of each scope, in order, as last committed; an empty one where none is stored."""
        ...

    def put(self, rosters: Sequence[Roster]) -> list[bool]:
        """Compare-and-set of each roster on its version, durable on return. False: another process wrote first; read
        again.
        """
        ...

    def get(self, wanted: Sequence[tuple[str, str, str]]) -> list[Entry | None]:
        """Entries by exact (scope, kind, original), in order, as last committed (by id, not by search)."""
        ...

    def create(self, entries: Sequence[Entry]) -> list[Entry | None]:
        """Create-only, durable on return. Returns for each: this entry, or the one already stored.

        None: another original of the scope and kind has that stand-in (compared folded); choose another.
        """
        ...

    def similar(self, scope: str, kind: str, text: str, k: int = 5) -> list[Entry]:
        """At most k entries of a site or global scope that resemble the text, best first. They are proposals only.

        May lag behind create until `refresh`.
        """
        ...

    def refresh(self) -> None:
        """Make everything created so far visible to `similar`."""
        ...

    def forget(self, scope: str) -> int:
        """Erase a roster's originals and retire its stand-ins. Returns the number of entries erased."""
        ...

    def scan(self) -> Iterator[Entry]:
        """Every entry in clear, for stewards' exports."""
        ...

    def rotate(self) -> int:
        """Re-encrypt what older keys wrote under the current key. Returns the number of documents changed."""
        ...

    def stats(self) -> Mapping[str, int]:
        """Counts that reveal no content: "rosters", "entries", "retired", "bytes"."""
        ...

    def close(self) -> None: ...
