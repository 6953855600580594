"""Puts a bounded in-process cache in front of an index."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from relex.index.contract import Entry, Index, Roster

K = TypeVar("K")
V = TypeVar("V")
_DEFAULT_BUDGET = 64_000_000
_ENTRY_OVERHEAD = 600  # memory per entry beyond its characters, including its place in the cache


class CachedIndex:
    """An index that keeps the most recently used entries and rosters in memory, at most about 64 MB of each.

    Entries never change, so they are answered from memory. A roster is answered as it was last read: its content stays
    valid, and a put on an outdated version fails and makes the caller read it again. An original that another process
    forgets stays in this process's memory until then; `forget` removes it at once.
    """

    def __init__(self, index: Index, budget: int = _DEFAULT_BUDGET) -> None:
        """Take the bytes for entries, and the same again for rosters."""
        self.name = index.name
        self._index = index
        self._entries: _LruCache[tuple[str, str, str], Entry] = _LruCache(budget)
        self._rosters: _LruCache[str, Roster] = _LruCache(budget)

    def rosters(self, scopes: Sequence[str]) -> list[Roster]:
        """Return rosters from memory where they were read before and not written since."""
        found = [self._rosters.get(s) for s in scopes]
        missing = list(dict.fromkeys(s for s, r in zip(scopes, found, strict=True) if r is None))
        if missing:
            read = dict(zip(missing, self._index.rosters(missing), strict=True))
            for scope, roster in read.items():
                if roster.version is not None:
                    self._rosters.put(scope, roster, _weight(scope, roster))
            return [r or read[s] for s, r in zip(scopes, found, strict=True)]
        return [r for r in found if r is not None]

    def put(self, rosters: Sequence[Roster]) -> list[bool]:
        """Write the rosters through, and read them again at the next request, whether the write succeeds or not."""
        for roster in rosters:
            self._rosters.drop(roster.scope)
        return self._index.put(rosters)

    def get(self, wanted: Sequence[tuple[str, str, str]]) -> list[Entry | None]:
        """Return entries from memory where they are known to exist."""
        found = [self._entries.get(w) for w in wanted]
        missing = list(dict.fromkeys(w for w, e in zip(wanted, found, strict=True) if e is None))
        if not missing:
            return found
        read = dict(zip(missing, self._remember(self._index.get(missing)), strict=True))
        return [e or read[w] for w, e in zip(wanted, found, strict=True)]

    def create(self, entries: Sequence[Entry]) -> list[Entry | None]:
        """Return the cached entries; write only the others, and return what the index says of them."""
        found = [self._entries.get((e.scope, e.kind, e.original)) for e in entries]
        new = [e for e, f in zip(entries, found, strict=True) if f is None]
        if not new:
            return found
        created = iter(self._remember(self._index.create(new)))
        return [f if f is not None else next(created) for f in found]

    def similar(self, scope: str, kind: str, text: str, k: int = 5) -> list[Entry]:
        return self._index.similar(scope, kind, text, k)

    def refresh(self) -> None:
        self._index.refresh()

    def forget(self, scope: str) -> int:
        """Remove a roster from memory first, so that nothing stays when the store cannot be reached."""
        self._rosters.drop(scope)
        return self._index.forget(scope)

    def scan(self) -> Iterator[Entry]:
        return self._index.scan()

    def rotate(self) -> int:
        return self._index.rotate()

    def stats(self) -> Mapping[str, int]:
        return self._index.stats()

    def close(self) -> None:
        """Close the underlying index and clear the cache."""
        self._entries.clear()
        self._rosters.clear()
        self._index.close()

    def _remember(self, entries: list[Entry | None]) -> list[Entry | None]:
        for e in entries:
            if e is not None:
                key = (e.scope, e.kind, e.original)
                self._entries.put(key, e, _ENTRY_OVERHEAD + 4 * (len(e.original) + len(e.standin)))
        return entries


class _LruCache(Generic[K, V]):
    """Maps keys to values with weights and drops the least recently used items beyond its budget."""

    __slots__ = ("_budget", "_items", "_weight")

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._items: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._weight = 0

    def get(self, key: K) -> V | None:
        found = self._items.get(key)
        if found is None:
            return None
        self._items.move_to_end(key)
        return found[0]

    def put(self, key: K, value: V, weight: int) -> None:
        self.drop(key)
        self._items[key] = (value, weight)
        self._weight += weight
        while self._weight > self._budget:
            self._weight -= self._items.popitem(last=False)[1][1]

    def drop(self, key: K) -> None:
        found = self._items.pop(key, None)
        if found is not None:
            self._weight -= found[1]

    def clear(self) -> None:
        self._items.clear()
        self._weight = 0


def _weight(scope: str, roster: Roster) -> int:
    letters = sum(len(e.original) + len(e.standin) for e in roster.entries)
    return _ENTRY_OVERHEAD + 4 * (len(scope) + letters) + _ENTRY_OVERHEAD * (len(roster.entries) + len(roster.retired))
