"""What every index of stand-ins promises, as checks that a test module runs over its own store.

    @pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
    def test_contract(check: Check, store: Store) -> None:
        check(store)

Each check wants an empty store of its own. `open` gives one more handle on it and can be pickled.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from redactor.errors import IndexMismatchError
from redactor.keys import Keyring
from relex.index import Entry, Index, Roster
from relex.index.codec import standin_token
from tests.unit.golden_pseudonyms import keyring

SCOPE = "enclave\x1f1\x1fsite\x1fmercy"
HOME = "enclave\x1f1\x1fhousehold\x1fabc"
ODD = (
    "",
    " ",
    "x" * 10_000,
    "lone \ud800 surrogate",
    "\U0001f469\u200d\U0001f680",
    "שלום",
    "two\n lines",
    "nul\0",
    '"\\',
)
PROCESSES, SHARED = 8, 1_000


@dataclass(frozen=True, slots=True)
class Store:
    """An empty store. settle: waits until everything written can be counted and searched."""

    open: Callable[[Keyring], Index]
    settle: Callable[[], None] = lambda: None


Check = Callable[[Store], None]


def _entries(n: int, scope: str = SCOPE, kind: str = "hospital") -> list[Entry]:
    return [Entry(scope, kind, f"original {i}", f"standin {i}") for i in range(n)]


def _exact(entries: list[Entry]) -> list[tuple[str, str, str]]:
    return [(e.scope, e.kind, e.original) for e in entries]


def _roster(index: Index, *entries: tuple[str, str, str], scope: str = HOME) -> Roster:
    """The stored roster with added entries: (kind, original, stand-in)."""
    was = index.rosters([scope])[0]
    return Roster(scope, (*was.entries, *(Entry(scope, *e) for e in entries)), was.retired, was.version)


# -- entries


def what_was_created_stands_for_every_handle(store: Store) -> None:
    keys = Keyring.generate()
    index, other = store.open(keys), store.open(keys)
    entries = _entries(3_000)
    assert index.get(_exact(entries[:2])) == [None, None]
    assert index.create(entries) == entries
    wanted = [*_exact(entries)[::-1], (SCOPE, "hospital", "never seen"), _exact(entries)[7]]
    assert other.get(wanted) == [*entries[::-1], None, entries[7]]
    assert other.get([]) == [] and other.create([]) == []
    index.close()
    other.close()
    again = store.open(keys)
    assert again.get(_exact(entries[:1])) == entries[:1]
    again.close()


def who_creates_second_gets_what_the_first_created(store: Store) -> None:
    keys = Keyring.generate()
    index, other = store.open(keys), store.open(keys)
    first, late = Entry(SCOPE, "hospital", "mercy", "Grace"), Entry(SCOPE, "hospital", "mercy", "Hope")
    new = Entry(SCOPE, "hospital", "county", "Hope")
    assert index.create([first]) == [first]
    assert other.create([late, new]) == [first, new]
    assert other.create([first]) == [first]
    assert index.get([(SCOPE, "hospital", "mercy"), (SCOPE, "hospital", "county")]) == [first, new]
    index.close()
    other.close()


def no_two_originals_of_a_scope_and_kind_share_a_standin(store: Store) -> None:
    index = store.open(Keyring.generate())
    first = Entry(SCOPE, "hospital", "mercy", "Hôpital  Grace")
    assert index.create([first]) == [first]
    folded_alike = Entry(SCOPE, "hospital", "county", "HOPITAL GRACE")
    elsewhere = [
        Entry(SCOPE, "lab", "county", "Hôpital  Grace"),
        Entry(SCOPE + "x", "hospital", "county", "Hôpital  Grace"),
    ]
    assert index.create([folded_alike, *elsewhere]) == [None, *elsewhere]
    assert index.get(_exact([folded_alike, *elsewhere])) == [None, *elsewhere]
    second = Entry(SCOPE, "hospital", "county", "Other")
    assert index.create([second]) == [second]
    index.close()


def a_batch_may_name_an_original_or_a_standin_twice(store: Store) -> None:
    index = store.open(Keyring.generate())
    a, again = Entry(SCOPE, "lab", "a", "Grace"), Entry(SCOPE, "lab", "a", "Hope")
    taken = Entry(SCOPE, "lab", "b", "grace")
    assert index.create([a, again, taken, a]) == [a, a, None, a]
    assert index.get(_exact([a, taken, a])) == [a, None, a]
    index.close()


def any_text_comes_back_as_it_was(store: Store) -> None:
    keys = Keyring.generate()
    index = store.open(keys)
    entries = [Entry(SCOPE, f"kind{i}", odd, odd) for i, odd in enumerate(ODD)]
    entries += [Entry(odd, odd, odd, f"s{i}") for i, odd in enumerate(ODD)]
    assert index.create(entries) == entries
    roster = Roster(HOME, tuple(Entry(HOME, odd, odd, odd, frozenset(ODD)) for odd in ODD), frozenset({"token"}))
    assert index.put([roster, *(Roster(odd, (Entry(odd, "k", odd, odd),)) for odd in ODD)]) == [True] * (len(ODD) + 1)
    index.close()
    again = store.open(keys)
    assert again.get(_exact(entries)) == entries
    found = again.rosters([HOME, *ODD])
    assert (found[0].entries, found[0].retired) == (roster.entries, roster.retired)
    assert [r.entries for r in found[1:]] == [(Entry(odd, "k", odd, odd),) for odd in ODD]
    again.close()


# -- rosters


def a_roster_is_written_over_what_was_read_and_nothing_else(store: Store) -> None:
    keys = Keyring.generate()
    index, other = store.open(keys), store.open(keys)
    assert index.rosters([HOME]) == [Roster(HOME)]
    mine = _roster(index, ("family", "doe", "Chang"))
    theirs = _roster(other, ("family", "doe", "Webb"))
    assert index.put([mine]) == [True]
    assert other.put([theirs]) == [False]
    stands = other.rosters([HOME])[0]
    assert stands.entries == mine.entries and stands.version is not None
    grown = _roster(other, ("given", "john", "Kevin"))
    late = _roster(index, ("given", "jane", "Mia"))
    assert other.put([grown]) == [True]
    assert index.put([late]) == [False]
    now = index.rosters([HOME])[0]
    assert now.entries == grown.entries and now.version != stands.version
    assert index.put([Roster(HOME, (), frozenset(), "no such version")]) == [False]
    assert index.rosters([HOME]) == [now]
    index.close()
    other.close()


def rosters_of_one_call_are_judged_one_by_one(store: Store) -> None:
    index = store.open(Keyring.generate())
    a, b = (Roster(s, (Entry(s, "family", "doe", f"Chang {s}"),)) for s in ("a", "b"))
    assert index.put([a]) == [True]
    assert index.put([a, b]) == [False, True]
    found = index.rosters(["b", "none", "a"])
    assert [r.entries for r in found] == [b.entries, (), a.entries]
    assert [r.scope for r in found] == ["b", "none", "a"] and found[1].version is None
    assert index.rosters([]) == [] and index.put([]) == []
    index.close()


def a_roster_holds_no_entry_of_another_scope(store: Store) -> None:
    index = store.open(Keyring.generate())
    with pytest.raises(ValueError, match="another scope"):
        index.put([Roster(HOME, (Entry(SCOPE, "family", "doe", "Chang"),))])
    assert index.rosters([HOME]) == [Roster(HOME)]
    index.close()


def what_is_forgotten_is_gone_and_its_standins_stay_retired(store: Store) -> None:
    keys = Keyring.generate()
    index, other = store.open(keys), store.open(keys)
    assert index.put([_roster(index, ("family", "doe", "Chang"), ("given", "john", "Kévin"))]) == [True]
    before = _roster(other, ("city", "springfield", "Troy"))
    assert index.forget(HOME) == 2
    left = other.rosters([HOME])[0]
    tokens = {standin_token(keys, HOME, "family", "CHANG"), standin_token(keys, HOME, "given", "kevin")}
    assert left.entries == () and left.retired == tokens
    assert other.put([before]) == [False], "what was read before would bring back what was forgotten"
    assert other.put([_roster(other, ("family", "doe", "Webb"))]) == [True]
    assert index.rosters([HOME])[0].retired == tokens
    assert index.forget(HOME) == 1 and len(other.rosters([HOME])[0].retired) == 3
    assert index.forget(HOME) == 0 and index.forget("nobody") == 0
    assert index.rosters(["nobody"]) == [Roster("nobody")]
    index.close()
    other.close()


# -- all of it


def everything_is_scanned_and_counted(store: Store) -> None:
    index = store.open(Keyring.generate())
    assert dict(index.stats()) | {"bytes": 0} == {"rosters": 0, "entries": 0, "retired": 0, "bytes": 0}
    entries = _entries(1_200)
    index.create(entries)
    homes = [Roster(f"home {i}", (Entry(f"home {i}", "family", "doe", "Chang"),)) for i in range(700)]
    assert all(index.put(homes))
    assert index.forget("home 7") == 1
    store.settle()
    expected = entries + [e for r in homes for e in r.entries if r.scope != "home 7"]
    assert sorted(index.scan(), key=repr) == sorted(expected, key=repr)
    stats = index.stats()
    assert (stats["rosters"], stats["entries"], stats["retired"]) == (700, 1_899, 1) and stats["bytes"] > 0
    index.close()


def after_a_rotation_the_old_key_is_not_needed(store: Store) -> None:
    keys = Keyring.generate()
    old = store.open(keys)
    entries = _entries(1_100)
    old.create(entries)
    old.put([_roster(old, ("family", "doe", "Chang"))])
    stands = old.rosters([HOME])
    old.close()
    rotated = keys.rotated()
    index = store.open(rotated)
    assert index.get(_exact(entries[:2])) == entries[:2]
    store.settle()
    assert index.rotate() == 1_101
    store.settle()
    assert index.rotate() == 0
    index.close()
    newest = store.open(_newest(rotated))
    assert newest.get(_exact(entries)) == entries
    assert [(r.entries, r.retired) for r in newest.rosters([HOME])] == [(r.entries, r.retired) for r in stands]
    newest.close()


def a_store_of_another_keyring_is_refused(store: Store) -> None:
    index = store.open(Keyring.generate())
    index.create(_entries(1))
    index.close()
    with pytest.raises(IndexMismatchError, match="keyring"):
        store.open(Keyring.generate())


def what_is_alike_is_proposed_best_first(store: Store) -> None:
    index = store.open(keyring(2))  # under some keys other n-grams share a dimension, and the order changes
    names = ["mercy general hospital", "mercy hospital", "saint vincent clinic", "county medical center", "a", ""]
    names += [f"filler {word} house" for word in ("red", "green", "blue", "grey", "white", "black", "brown", "pink")]
    mine = [Entry(SCOPE, "hospital", n, f"standin {i}") for i, n in enumerate(names)]
    index.create([*mine, Entry(SCOPE, "lab", "mercy hospital", "x"), Entry("other", "hospital", "mercy hospital", "y")])
    index.refresh()
    found = index.similar(SCOPE, "hospital", "Mercy General Hosptial", k=3)
    assert [e.original for e in found[:2]] == ["mercy general hospital", "mercy hospital"] and len(found) <= 3
    assert all(e in mine for e in found)
    assert index.similar(SCOPE, "hospital", "hospital mercy", k=1) == [mine[1]]
    assert index.similar(SCOPE, "pharmacy", "mercy hospital") == [] and index.similar("none", "hospital", "mercy") == []
    for odd in ODD:
        assert len(index.similar(SCOPE, "hospital", odd)) <= 5
    late = Entry(SCOPE, "hospital", "saint vincents clinic", "z")
    index.create([late])
    index.refresh()
    assert {e.original for e in index.similar(SCOPE, "hospital", "st. vincent's clinic", k=2)} == {
        "saint vincent clinic",
        "saint vincents clinic",
    }
    index.close()


def eight_processes_agree(store: Store) -> None:
    """1,000 originals, and as many in a roster, created by all processes at once in any order, two per stand-in."""
    context = multiprocessing.get_context("spawn")
    start, told = context.Barrier(PROCESSES), context.Queue()
    with TemporaryDirectory() as folder:
        keyring = Path(folder) / "keyring.json"
        Keyring.generate().save(keyring)
        crowd = [context.Process(target=_worker, args=(n, store.open, keyring, start, told)) for n in range(PROCESSES)]
        for process in crowd:
            process.start()
        answers = [told.get(timeout=120) for _ in crowd]
        for process in crowd:
            process.join()
        index = store.open(Keyring.load(keyring))
    assert [p.exitcode for p in crowd] == [0] * PROCESSES
    assert all(answer == answers[0] for answer in answers)
    exact, shared = answers[0]
    stands = index.get([(SCOPE, "hospital", o) for o in exact])
    assert [e.standin if e else None for e in stands] == list(exact.values())
    assert {e.original: e.standin for e in index.rosters([HOME])[0].entries} == shared
    for found in (exact, shared):
        assert len(found) == SHARED and len(set(found.values())) == SHARED
    index.close()


def _worker(number: int, open_: Callable[[Keyring], Index], keyring: Path, start: Any, told: Any) -> None:
    index = open_(Keyring.load(keyring))
    order = [f"original {i}" for i in range(SHARED)]
    random.Random(number).shuffle(order)
    start.wait()
    exact: dict[str, str] = {}
    for at in range(0, SHARED, 50):
        tries = dict.fromkeys(order[at : at + 50], 0)
        while tries:
            wanted = [Entry(SCOPE, "hospital", o, _choice(o, n, number)) for o, n in tries.items()]
            for entry, stands in zip(wanted, index.create(wanted), strict=True):
                if stands is not None:
                    exact[entry.original] = stands.standin
            tries = {o: n + 1 for o, n in tries.items() if o not in exact}
    for at in range(0, SHARED, 100):
        while True:
            roster = index.rosters([HOME])[0]
            known = {e.original for e in roster.entries}
            taken = {e.standin for e in roster.entries}
            new = []
            for original in order[at : at + 100]:
                if original not in known:
                    standin = next(c for c in (_choice(original, n, number) for n in range(3)) if c not in taken)
                    taken.add(standin)
                    new.append(Entry(HOME, "family", original, standin))
            if not new or index.put([Roster(HOME, roster.entries + tuple(new), roster.retired, roster.version)])[0]:
                break
    shared = {e.original: e.standin for e in index.rosters([HOME])[0].entries}
    while len(shared) < SHARED:  # the others are still working
        shared = {e.original: e.standin for e in index.rosters([HOME])[0].entries}
    index.close()
    told.put((dict(sorted(exact.items())), dict(sorted(shared.items()))))


def _choice(original: str, n: int, number: int) -> str:
    """Candidates: the first is also another original's, the next ones are this process's own."""
    pair = int(re.sub(r"\D", "", original)) // 2
    return f"standin {pair}" if n == 0 else f"{original} by {number}, {n}"


def _newest(keyring: Keyring) -> Keyring:
    """The keyring without retired encryption keys."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "keyring.json"
        keyring.save(path)
        data = json.loads(path.read_text())
    data["encryption"] = data["encryption"][-1:]
    del data["checksum"]
    return Keyring.load(json.dumps(data))


CHECKS: tuple[Check, ...] = (
    what_was_created_stands_for_every_handle,
    who_creates_second_gets_what_the_first_created,
    no_two_originals_of_a_scope_and_kind_share_a_standin,
    a_batch_may_name_an_original_or_a_standin_twice,
    any_text_comes_back_as_it_was,
    a_roster_is_written_over_what_was_read_and_nothing_else,
    rosters_of_one_call_are_judged_one_by_one,
    a_roster_holds_no_entry_of_another_scope,
    what_is_forgotten_is_gone_and_its_standins_stay_retired,
    everything_is_scanned_and_counted,
    after_a_rotation_the_old_key_is_not_needed,
    a_store_of_another_keyring_is_refused,
    what_is_alike_is_proposed_best_first,
    eight_processes_agree,
)
