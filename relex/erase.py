"""Erases one member's parts from a household's stand-ins; the other members keep theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry, Index
from relex.index.codec import standin_token
from relex.parts import PartKey

_TRIES = 100  # attempts at compare-and-set
_NOBODY = ""


def key_of(entry: Entry) -> PartKey:
    """The key of the part that the entry belongs to."""
    kind, _, subkind = entry.kind.partition(".")
    return kind, subkind, entry.original


def erase_parts(
    index: Index, keyring: Keyring, scopes: Sequence[str], gone: frozenset[PartKey]
) -> tuple[int, tuple[Entry, ...]]:
    """Erase these parts from a household's rosters and retire their stand-ins. Returns the number of entries erased and
    the entries left.

    scopes: of the household; the first is the one that the member would have alone. Can be called again after an
    interruption. Raises IndexUnavailableError, also while other processes keep the store from erasing its log.
    """
    given: set[tuple[str, str]] = set()
    erased = 0
    for _ in range(_TRIES):
        rosters = index.rosters(scopes)
        leaving = [[e for e in r.entries if key_of(e) in gone] for r in rosters]
        given |= {(e.kind, e.standin) for entries in leaving for e in entries}
        changed = []
        for roster, entries in zip(rosters, leaving, strict=True):
            # The member's own roster retires all of them, for the case that the member comes again.
            lost = given if roster.scope == scopes[0] else {(e.kind, e.standin) for e in entries}
            retired = roster.retired | {standin_token(keyring, roster.scope, *one) for one in lost}
            if entries or retired != roster.retired:
                left = tuple(e for e in roster.entries if e not in entries)
                changed.append((replace(roster, entries=left, retired=retired), len(entries)))
        if not changed:
            index.forget(_NOBODY)  # erases no entry, but the earlier rosters in the store's log
            return erased, tuple(e for r in rosters for e in r.entries)
        done = index.put([roster for roster, _ in changed])
        erased += sum(n for (_, n), ok in zip(changed, done, strict=True) if ok)
    raise IndexUnavailableError(
        "the household's stand-ins kept changing while they were erased; stop the workers and try again"
    )
