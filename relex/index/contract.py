"""What an index holds and promises, whichever store it is.

Household scopes are rosters: one document a scope, written under compare-and-set. Site and global scopes hold an entry
a document under its exact key, written create-only. What is stored of an original: an HMAC of (scope, kind, canonical
form) as key and its AES-GCM ciphertext; in OpenSearch, for the search of site and global entries, tokens and a vector
of keyed n-grams too. A roster is one ciphertext. Scopes are stored as HMACs. Every process that shares a store sees
what any of them committed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """An original part and its stand-in within a scope. original: the canonical form."""

    scope: str
    kind: str
    original: str
    standin: str


@dataclass(frozen=True, slots=True)
class Roster:
    """All entries of a household. retired: tokens of stand-ins of what was forgotten; they are never given again.

    version: opaque, of the state that was read; None: nothing is stored yet.
    """

    scope: str
    entries: tuple[Entry, ...] = ()
    retired: frozenset[str] = frozenset()
    version: str | None = None


class Index(Protocol):
    """Every method raises IndexUnavailableError, after bounded retries, rather than give half an answer."""

    name: str

    def rosters(self, scopes: Sequence[str]) -> list[Roster]:
        """The roster of each scope, in order, as last committed; an empty one where there is none."""
        ...

    def put(self, rosters: Sequence[Roster]) -> list[bool]:
        """Compare-and-set each roster on its version, all durable on return. False: somebody was faster; read again."""
        ...

    def get(self, wanted: Sequence[tuple[str, str, str]]) -> list[Entry | None]:
        """Entries by exact (scope, kind, original), in order, as last committed (by id, never by search)."""
        ...

    def create(self, entries: Sequence[Entry]) -> list[Entry | None]:
        """Create-only, all durable on return. Of each the entry that stands: this one or the one there was before.

        None: another original of the scope and kind holds that stand-in (compared folded); choose another.
        """
        ...

    def similar(self, scope: str, kind: str, text: str, k: int = 5) -> list[Entry]:
        """At most k entries of a site or global scope like the text, best first: proposals, nothing is decided here.

        May lag behind create until `refresh`.
        """
        ...

    def refresh(self) -> None:
        """Let `similar` see what was created before."""
        ...

    def forget(self, scope: str) -> int:
        """Erase a roster's originals and leave its stand-ins' tokens retired. How many entries were erased."""
        ...

    def scan(self) -> Iterator[Entry]:
        """Every entry in clear, for stewards' exports."""
        ...

    def rotate(self) -> int:
        """Encrypt again, under the keyring's current key, what older keys wrote. How many documents changed."""
        ...

    def stats(self) -> Mapping[str, int]:
        """Counts without content: "rosters", "entries", "retired", "bytes"."""
        ...

    def close(self) -> None: ...
