"""Defines what every index of stand-ins holds and guarantees.

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
    """A stand-in of an original, given in its canonical form, within a scope.

    `charts` holds tokens of the charts that have the original, for an original of a household known from texts and not
    from known values.
    """

    scope: str
    kind: str
    original: str
    standin: str
    charts: frozenset[str] = frozenset()

    @property
    def part_key(self) -> tuple[str, str, str]:
        """Return the key of the part that the entry belongs to, as `relex.parts.Part.key` does."""
        kind, _, subkind = self.kind.partition(".")
        return kind, subkind, self.original


@dataclass(frozen=True, slots=True)
class Roster:
    """All entries of a household.

    `retired` holds tokens of stand-ins whose originals were forgotten; they are never given again. `version` is opaque
    and identifies the state that was read; None means that nothing is stored yet.
    """

    scope: str
    entries: tuple[Entry, ...] = ()
    retired: frozenset[str] = frozenset()
    version: str | None = None


class Index(Protocol):
    """Stores stand-ins. Every method raises IndexUnavailableError after bounded retries; none returns a
    partial answer.
    """

    name: str

    def rosters(self, scopes: Sequence[str]) -> list[Roster]:
        """Return the roster of each scope, in order, as last committed; an empty roster where none is stored."""
        ...

    def put(self, rosters: Sequence[Roster]) -> list[bool]:
        """Write each roster if its version is current, durable on return; False tells that another process wrote first
        and the roster must be read again.
        """
        ...

    def get(self, wanted: Sequence[tuple[str, str, str]]) -> list[Entry | None]:
        """Return entries by exact (scope, kind, original), in order, as last committed (by id, not by search)."""
        ...

    def create(self, entries: Sequence[Entry]) -> list[Entry | None]:
        """Create entries, durable on return, and return for each this entry, or the entry already stored.

        The result is None if another original of the scope and kind has that stand-in (compared folded); choose another
        then.
        """
        ...

    def similar(self, scope: str, kind: str, text: str, k: int = 5) -> list[Entry]:
        """Return at most k entries of a site or global scope that resemble the text, best first, as proposals only.

        They may lag behind `create` until `refresh`.
        """
        ...

    def refresh(self) -> None:
        """Make everything created so far visible to `similar`."""
        ...

    def forget(self, scope: str) -> int:
        """Erase a roster's originals and retire its stand-ins; return the number of entries erased."""
        ...

    def scan(self) -> Iterator[Entry]:
        """Yield every entry in clear, for stewards' exports."""
        ...

    def rotate(self) -> int:
        """Encrypt again under the current key what older keys wrote; return the number of documents changed."""
        ...

    def stats(self) -> Mapping[str, int]:
        """Return counts that reveal no content: "rosters", "entries", "retired", "bytes"."""
        ...

    def close(self) -> None: ...
