"""Erases one member's parts from a household's stand-ins; the other members keep theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry, Index
from relex.index.codec import standin_token
from relex.parts import PartKey

_TRIES = 100  # attempts at compare-and-set
_NOBODY = ""


@dataclass(frozen=True, slots=True)
class HouseholdErasure:
    """Names what is erased of a household: the parts of a member, and entries that only texts of given charts have.

    `kept` holds parts of other members, which stay in any case. `charts` holds tokens by
    `relex.index.codec.chart_token`.
    """

    parts: frozenset[PartKey]
    kept: frozenset[PartKey] = frozenset()
    charts: frozenset[str] = frozenset()

    def remainder(self, entry: Entry) -> Entry | None:
        """Return the entry without the erased charts, or None if nothing of it is left."""
        key, charts = entry.part_key, entry.charts - self.charts
        if key in self.parts or (entry.charts and not charts and key not in self.kept):
            return None
        return entry if charts == entry.charts else replace(entry, charts=charts)


def erase_parts(
    index: Index, keyring: Keyring, scopes: Sequence[str], erasure: HouseholdErasure
) -> tuple[int, tuple[Entry, ...]]:
    """Erase parts from a household's rosters and retire their stand-ins; return the number of entries erased and the
    entries left.

    `scopes` are those of the household; the first is the scope that the member would have alone. The call can be
    repeated after an interruption. Raises IndexUnavailableError, also while other processes keep the store from erasing
    its log.
    """
    retired_standins: set[tuple[str, str]] = set()
    erased = 0
    for _ in range(_TRIES):
        rosters = index.rosters(scopes)
        erased_entries = [[e for e in r.entries if erasure.remainder(e) is None] for r in rosters]
        retired_standins |= {(e.kind, e.standin) for entries in erased_entries for e in entries}
        changed = []
        for roster, entries in zip(rosters, erased_entries, strict=True):
            # The member's own roster retires all of them, for the case that the member comes again.
            newly_retired = retired_standins if roster.scope == scopes[0] else {(e.kind, e.standin) for e in entries}
            retired = roster.retired | {standin_token(keyring, roster.scope, *one) for one in newly_retired}
            remaining = tuple(e for e in map(erasure.remainder, roster.entries) if e is not None)
            if remaining != roster.entries or retired != roster.retired:
                changed.append((replace(roster, entries=remaining, retired=retired), len(entries)))
        if not changed:
            index.forget(_NOBODY)  # erases no entry, but the earlier rosters in the store's log
            return erased, tuple(e for r in rosters for e in r.entries)
        done = index.put([roster for roster, _ in changed])
        erased += sum(n for (_, n), ok in zip(changed, done, strict=True) if ok)
    raise IndexUnavailableError(
        "the household's stand-ins kept changing while they were erased; stop the workers and try again"
    )
