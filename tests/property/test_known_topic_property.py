"""phi.known.v1: a home that reads what compaction left knows what one knows that read every message."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state.forgotten import Erasure, Heir
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind
from streams.known_topic import AddLink, AddValue, Change, Day, Gone, Join, apply

KEYRING = Keyring.generate()
CHARTS = ("a", "b", "c", "d")
PEOPLE = (PATIENT, b"child")
Log = list[tuple[object, Change]]

_values = st.builds(
    lambda chart, person, n: AddValue(chart, person, KnownValue(f"Name{n}", Entity.PERSON), None),
    st.sampled_from(CHARTS), st.sampled_from(PEOPLE), st.integers(1, 2),
)  # fmt: skip
_links = st.builds(
    lambda chart, person, n: AddLink(PersonClue(chart, person, ClueKind.IDENTIFIER, bytes([n]) * 16, b"h" * 8)),
    st.sampled_from(CHARTS), st.sampled_from(PEOPLE), st.integers(1, 2),
)  # fmt: skip
_days = st.dates(dt.date(2028, 1, 1), dt.date(2028, 1, 9)).map(Day)
_steps = st.lists(
    st.one_of(_values, _links, _links, _days, st.just("join"), st.sampled_from([f"forget {c}" for c in CHARTS[:2]])),
    max_size=25,
)
_numbers = count()


def _send(store: KnownStore, log: Log, key: object, change: Change) -> list[int]:
    log.append((key, change))
    return _apply(store, [change])


def _apply(store: KnownStore, changes: Sequence[Change]) -> list[int]:
    """As a home does, with the position of the topic."""
    with store.transaction("phi.known.v1", store.position("phi.known.v1") + len(changes)):
        return apply(store, changes)


def _forget(store: KnownStore, log: Log, chart: str) -> None:
    """What streams/forget.py sends."""
    people = [(scope, p) for scope, them in store.people_like([chart]).items() for p in sorted(them)]
    stay = {m: store.household(m) for m in store.members(chart) if m != chart}
    heirs = tuple(Heir(m, h.initial_name, h.name) for m, h in stay.items())
    former = tuple(sorted({(old, h.name) for h in stay.values() for old in h.former_names}))
    erasure = Erasure(next(_numbers).to_bytes(16, "big"), (chart,), people=tuple(people), heirs=heirs, former=former)
    _send(store, log, ("first", erasure.id), erasure)
    keys = {key: None for key, c in log if _is_of(c, chart, people)}
    for key in keys:
        _send(store, log, key, Gone(erasure.id))
    _send(store, log, ("last", erasure.id), replace(erasure, last=True))


def _is_of(change: Change, chart: str, people: Sequence[tuple[str, bytes]]) -> bool:
    if isinstance(change, AddLink):
        return change.clue.scope == chart or (change.clue.scope, change.clue.person) in people
    return isinstance(change, AddValue) and (change.scope == chart or (change.scope, change.person) in people)


def _compacted(log: Log) -> list[Change]:
    last = {key: place for place, (key, _) in enumerate(log)}
    return [change for place, (key, change) in enumerate(log) if last[key] == place]


def _known(store: KnownStore) -> dict[str, object]:
    found: dict[str, object] = {c: (store.values_of_chart(c), c in store.forgotten()) for c in CHARTS}
    return found | {"newest day": store.days.newest()}


def _fill(store: KnownStore, steps: Sequence[object]) -> Log:
    log: Log = []
    for step in steps:
        if step == "join":
            _send(store, log, ("join", next(_numbers)), Join())
        elif isinstance(step, str):
            _forget(store, log, step.removeprefix("forget "))
        elif isinstance(step, AddValue | AddLink | Day):
            _send(store, log, step, step)
    _send(store, log, ("join", next(_numbers)), Join())
    return log


@settings(max_examples=20, deadline=None)
@given(_steps)
def test_compaction_changes_nothing_that_is_known(steps: Sequence[object]) -> None:
    """Charts are joined alike, and each household is looked up under the same names.

    Its present name can be another one of them (ADR 0030).
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        KnownStore.open(Path(folder) / "live.db", KEYRING) as live,
        KnownStore.open(Path(folder) / "new.db", KEYRING) as new,
    ):
        _apply(new, _compacted(_fill(live, steps)))
        assert _known(new) == _known(live)
        for chart in CHARTS:
            assert new.members(chart) == live.members(chart)
            one, other = new.household(chart), live.household(chart)
            if chart not in live.forgotten():
                assert {one.initial_name, one.name, *one.former_names} == {
                    other.initial_name,
                    other.name,
                    *other.former_names,
                }


@settings(max_examples=20, deadline=None)
@given(_steps, st.data())
def test_a_genuine_message_that_is_sent_again_changes_nothing(steps: Sequence[object], data: st.DataObject) -> None:
    """A message of an erasure is skipped and told. A home that is set up later can miss what it replaced (ADR 0064)."""
    with (
        tempfile.TemporaryDirectory() as folder,
        KnownStore.open(Path(folder) / "live.db", KEYRING) as live,
        KnownStore.open(Path(folder) / "new.db", KEYRING) as new,
    ):
        log = _fill(live, steps)
        before = _known(live)
        again = data.draw(st.lists(st.sampled_from(log), min_size=1, max_size=3))
        erased = {key for key, change in log if isinstance(change, Gone)}
        for key, change in again:
            assert bool(_send(live, log, key, change)) == isinstance(change, Erasure | Gone)
        if erased.isdisjoint(key for key, _ in again):  # another chart may be told again what it was told before
            assert _known(live) == before
        assert not any(live.values_of_chart(chart) for chart in CHARTS if chart in live.forgotten())
        if not any(isinstance(change, Erasure | Gone) for _, change in again):
            _apply(new, _compacted(log))
            assert _known(new) == _known(live)
