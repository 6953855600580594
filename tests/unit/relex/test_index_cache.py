"""The cache in front of an index: the same contract, fewer requests, bounded memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pytest

from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry, Roster
from relex.index.cache import CachedIndex
from relex.index.embedded import EmbeddedIndex
from tests.unit.relex.index_contract import (
    CHECKS,
    HOME,
    SCOPE,
    Check,
    Store,
    eight_processes_agree,
    what_is_forgotten_is_gone_and_its_standins_stay_retired,
)

A, B = Entry(SCOPE, "lab", "a", "A"), Entry(SCOPE, "lab", "b", "B")


def _cached(path: Path, keyring: Keyring) -> CachedIndex:
    return CachedIndex(EmbeddedIndex.open(path, keyring))


# Without the checks in which a second process reads what the first erased or added: a cache shows a roster as last
# read.
_ALONE = frozenset({what_is_forgotten_is_gone_and_its_standins_stay_retired, eight_processes_agree})


@pytest.mark.parametrize("check", [c for c in CHECKS if c not in _ALONE], ids=lambda c: c.__name__)
def test_contract(check: Check, tmp_path: Path) -> None:
    check(Store(partial(_cached, tmp_path / "index.sqlite")))


@dataclass(slots=True)
class CountingIndex:
    """An index that counts requests."""

    inner: EmbeddedIndex
    name: str = "asked"
    calls: list[tuple[str, int]] = field(default_factory=list)
    broken: bool = False

    def __getattr__(self, name: str) -> object:
        def call(items: Sequence[object] | str, *more: object) -> object:
            self.calls.append((name, len(items)))
            if self.broken:
                raise IndexUnavailableError("down")
            return getattr(self.inner, name)(items, *more)

        return call


@pytest.fixture
def keys() -> Keyring:
    return Keyring.generate()


@pytest.fixture
def counting(tmp_path: Path, keys: Keyring) -> CountingIndex:
    return CountingIndex(EmbeddedIndex.open(tmp_path / "index.sqlite", keys))


def _wanted(*entries: Entry) -> list[tuple[str, str, str]]:
    return [(e.scope, e.kind, e.original) for e in entries]


def test_a_stored_entry_is_requested_once(counting: CountingIndex) -> None:
    cached = CachedIndex(counting)  # type: ignore[arg-type]
    assert cached.create([A]) == [A]
    assert cached.get(_wanted(A, A)) == [A, A]
    assert cached.create([replace(A, standin="other")]) == [A]
    assert counting.calls == [("create", 1)]
    assert cached.get(_wanted(B, A, B)) == [None, A, None]
    assert cached.get(_wanted(B)) == [None], "what is not there yet may come any moment"
    assert counting.calls[1:] == [("get", 1), ("get", 1)]
    counting.inner.create([B])
    assert cached.get(_wanted(B, A)) == [B, A] and cached.get(_wanted(B)) == [B]
    assert len(counting.calls) == 4


def test_a_refused_standin_is_not_cached(counting: CountingIndex) -> None:
    cached = CachedIndex(counting)  # type: ignore[arg-type]
    assert cached.create([A, replace(B, standin="a")]) == [A, None]
    assert cached.create([A, replace(B, standin="a")]) == [A, None]
    assert cached.create([B, A]) == [B, A]
    assert cached.get(_wanted(B)) == [B]


def test_a_roster_is_read_again_after_it_was_written_or_refused(
    counting: CountingIndex, tmp_path: Path, keys: Keyring
) -> None:
    cached = CachedIndex(counting)  # type: ignore[arg-type]
    entry = Entry(HOME, "family", "doe", "Chang")
    assert cached.rosters([HOME, HOME]) == [Roster(HOME), Roster(HOME)]
    assert cached.put([Roster(HOME, (entry,))]) == [True]
    first = cached.rosters([HOME])[0]
    assert cached.rosters([HOME, "none", HOME]) == [first, Roster("none"), first]
    assert counting.calls == [("rosters", 1), ("put", 1), ("rosters", 1), ("rosters", 1)]
    more = Entry(HOME, "given", "john", "Kevin")
    with EmbeddedIndex.open(tmp_path / "index.sqlite", keys) as other:
        assert other.put([replace(first, entries=(entry, more))]) == [True]
    assert cached.rosters([HOME]) == [first]
    assert cached.put([replace(first, entries=(entry, Entry(HOME, "given", "jane", "Mia")))]) == [False]
    assert cached.rosters([HOME])[0].entries == (entry, more)


def test_forgotten_entries_are_not_answered_from_the_cache(counting: CountingIndex) -> None:
    cached = CachedIndex(counting)  # type: ignore[arg-type]
    cached.put([Roster(HOME, (Entry(HOME, "family", "doe", "Chang"),))])
    assert cached.rosters([HOME])[0].entries
    assert cached.forget(HOME) == 1
    left = cached.rosters([HOME])[0]
    assert left.entries == () and len(left.retired) == 1


def test_failed_writes_are_not_answered_from_the_cache(counting: CountingIndex) -> None:
    cached = CachedIndex(counting)  # type: ignore[arg-type]
    cached.put([Roster(HOME)])
    stands = cached.rosters([HOME])[0]
    counting.broken = True
    for call in (lambda: cached.create([A]), lambda: cached.put([stands]), lambda: cached.get(_wanted(A))):
        with pytest.raises(IndexUnavailableError):
            call()
    counting.broken = False
    assert cached.get(_wanted(A)) == [None]
    counting.calls.clear()
    assert cached.rosters([HOME]) == [stands] and counting.calls == [("rosters", 1)]


def test_the_least_recently_used_entries_are_evicted(counting: CountingIndex) -> None:
    cached = CachedIndex(counting, budget=100_000)  # type: ignore[arg-type]
    big = [Entry(SCOPE, "lab", f"{i}" + "x" * 5_000, f"{i}") for i in range(8)]
    cached.create(big)
    counting.calls.clear()
    assert cached.get(_wanted(big[7])) == [big[7]] and cached.get(_wanted(big[4])) == [big[4]] and not counting.calls
    assert cached.get(_wanted(big[0])) == [big[0]] and counting.calls == [("get", 1)]
    assert cached.get(_wanted(big[4])) == [big[4]] and len(counting.calls) == 1
    huge = Entry(SCOPE, "lab", "y" * 60_000, "z")
    assert cached.create([huge]) == [huge]
    assert cached.get(_wanted(huge)) == [huge] and len(counting.calls) == 3
    rosters = [Roster(f"{i}", (Entry(f"{i}", "family", "x" * 5_000, "y"),)) for i in range(8)]
    cached.put(rosters)
    cached.rosters([r.scope for r in rosters])
    counting.calls.clear()
    assert cached.rosters(["7"]) and not counting.calls
    assert cached.rosters(["0"]) and counting.calls == [("rosters", 1)]
