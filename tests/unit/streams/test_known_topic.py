from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from redactor.detect.known.search_keys import indexed
from redactor.entities import Entity, Role
from redactor.errors import ForgedMessageError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, HarvestBatch, PersonClue, PersonValues
from redactor.run.state.forgotten import Erasure, Heir
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind
from streams import known_topic
from streams.known_topic import AddLink, AddValue, Change, Day, Gone, Join, KnownMessage, KnownMessages, apply
from tests.each_row import each_row

KEYRING = Keyring.generate()
NAME = KnownValue("Ada Featherstone", Entity.PERSON, Role.PATIENT, (("given", "Ada"), ("family", "Featherstone")))
BROKEN = KnownValue("\ud800 Street", Entity.HOSPITAL)
CLUES = [PersonClue(scope, b"p", ClueKind.IDENTIFIER, b"k" * 16, b"h" * 8) for scope in ("a", "b")]
BATCH = HarvestBatch(
    [
        PersonValues("a", PATIENT, [NAME, BROKEN], [indexed(NAME), indexed(BROKEN)]),
        PersonValues("b", b"p", [NAME], [indexed(NAME)]),
        PersonValues("site:x", PATIENT, [NAME]),
    ],
    CLUES,
)
HEIRS = (Heir("b", "own", "name"),)
ERASURE = Erasure(b"1" * 16, ("a",), False, ("tie:a",), (), (b"k" * 16,), HEIRS, (("old", "name"),))
VALUES = [("a", PATIENT, NAME), ("a", PATIENT, BROKEN), ("b", b"p", NAME), ("site:x", PATIENT, NAME)]


def _opened(*messages: known_topic.KnownMessage) -> list[Change]:
    made = KnownMessages(KEYRING, "t")
    return [made.open(m.key, made.seal(m)) for m in messages]


def test_what_was_harvested_comes_back() -> None:
    found = _opened(*KnownMessages(KEYRING, "t").from_harvest(BATCH))
    values = [c for c in found if isinstance(c, AddValue)]
    assert [(c.scope, c.person, c.value) for c in values] == VALUES
    assert [c.indexed for c in values] == [indexed(NAME), None, indexed(NAME), None]
    assert [c.clue for c in found if isinstance(c, AddLink)] == CLUES


def test_a_key_shows_nothing_and_is_the_same_for_the_same_value_alone() -> None:
    messages = list(KnownMessages(KEYRING, "t").from_harvest(BATCH))
    assert [m.key for m in messages] == [m.key for m in KnownMessages(KEYRING, "t").from_harvest(BATCH)]
    assert len({m.key for m in messages}) == len(messages)
    assert not any(b"Ada" in m.key or b"Ada" in KnownMessages(KEYRING, "t").seal(m) for m in messages)


def test_joins_and_erasures_keep_keys_of_their_own() -> None:
    made = KnownMessages(KEYRING, "t")
    erasures = [ERASURE, replace(ERASURE, last=True)]
    messages = [made.join(b"1"), made.join(b"2"), *map(made.erasure, erasures)]
    assert len({m.key for m in messages}) == 4
    assert _opened(*messages, made.gone(b"key", ERASURE.id)) == [Join(), Join(), *erasures, Gone(ERASURE.id)]


def test_a_day_comes_back_and_has_a_key_of_its_own() -> None:
    made, days = KnownMessages(KEYRING, "t"), [dt.date(2028, 3, 4), dt.date(2028, 3, 5)]
    messages = [*map(made.day, days), KnownMessages(KEYRING, "t").day(days[0])]
    assert len({m.key for m in messages}) == 2 and messages[0].key == messages[2].key
    assert _opened(*messages) == [Day(days[0]), Day(days[1]), Day(days[0])]
    assert not any(b"2028" in m.key + made.seal(m) for m in messages)
    assert len({len(made.seal(m)) for m in messages}) == 1


def test_the_newest_day_stays_whatever_comes_and_whoever_is_forgotten(tmp_path: Path) -> None:
    path, newest = tmp_path / "a.db", dt.date(2028, 3, 4)
    with KnownStore.open(path, KEYRING) as store:
        with store.transaction("t", 1):
            apply(store, [*_opened(*KnownMessages(KEYRING, "t").from_harvest(BATCH))])
        with KnownStore.open(path, KEYRING, read_only=True) as reader:
            assert reader.days.newest() is None
            with store.transaction("t", 3):
                apply(store, [Day(newest), Day(dt.date(2019, 1, 1))])
            assert reader.days.newest() == newest and reader.position("t") == 3
            with pytest.raises(RuntimeError), store.transaction("t", 4):
                apply(store, [Day(dt.date(2030, 1, 1))])
                raise RuntimeError
            assert (reader.days.newest(), reader.position("t")) == (newest, 3)
    with KnownStore.open(path, KEYRING) as store:
        with store.transaction("t", 6):
            apply(store, [ERASURE, replace(ERASURE, last=True), Day(dt.date(2027, 1, 1))])
        assert "a" in store.forgotten() and store.days.newest() == newest
    assert b"2028-03-04" not in path.read_bytes()
    with KnownStore.open(path, KEYRING.rotated()) as store:
        assert store.rotate() and store.days.newest() == newest


def test_search_keys_of_another_version_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    messages = list(KnownMessages(KEYRING, "t").from_harvest(BATCH))
    monkeypatch.setattr(known_topic, "keys_version", lambda: b"another.")
    assert all(c.indexed is None for c in _opened(*messages) if isinstance(c, AddValue))


@each_row("change", ["key", "value", "keyring", "topic", "nothing"])
def test_a_forged_message_is_refused(change: str) -> None:
    made = KnownMessages(Keyring.generate() if change == "keyring" else KEYRING, "u" if change == "topic" else "t")
    message = made.join(b"1")
    sealed = made.seal(message)
    key = b"other" if change == "key" else message.key
    value = None if change == "nothing" else sealed[:-1] + b"\0" if change == "value" else sealed
    with pytest.raises(ForgedMessageError):
        KnownMessages(KEYRING, "t").open(key, value)


def test_a_store_holds_what_the_first_pass_of_a_run_would_give_it(tmp_path: Path) -> None:
    messages = _opened(*KnownMessages(KEYRING, "t").from_harvest(BATCH), KnownMessages(KEYRING, "t").join(b"1"))
    with KnownStore.open(tmp_path / "a.db", KEYRING) as own, KnownStore.open(tmp_path / "b.db", KEYRING) as run:
        with own.transaction("t", len(messages)):
            apply(own, messages)
        for scope, person, values, index in BATCH.values:
            run.add(scope, values, person, index)
        run.add_clues(BATCH.clues)
        run.join()
        for scope in ("a", "b", "site:x"):
            assert own.get(scope) == run.get(scope) != ()
            assert own.household(scope) == run.household(scope)
        assert own.members("a") == ("a", "b")
        assert own.position("t") == len(messages)


def test_who_is_forgotten_does_not_come_back(tmp_path: Path) -> None:
    values, other = _opened(*KnownMessages(KEYRING, "t").from_harvest(BATCH)), KnownValue("Bo", Entity.PERSON)
    with KnownStore.open(tmp_path / "a.db", KEYRING) as store:
        apply(store, [*values, Join(), ERASURE, AddValue("a", PATIENT, other, None), *values, Join()])
        assert "a" in store.forgotten() and "b" not in store.forgotten()
        assert store.values_of_chart("a") == () and store.members("b") == ("b",)
        assert store.values_of_chart("b") == store.values_of_chart("site:x") == (NAME,)


def test_an_erasure_that_comes_twice_is_skipped(tmp_path: Path) -> None:
    """Sent again by whoever may write the topic, it could erase what others' charts were told since."""
    hers = AddValue("b", b"p", NAME, None)
    erasure = replace(ERASURE, people=(("b", b"p"),))
    with KnownStore.open(tmp_path / "a.db", KEYRING) as store:
        apply(store, [hers, erasure, hers])
        assert apply(store, [Join(), erasure, hers]) == [1]
        assert store.values_of_chart("b") == (NAME,)
        assert apply(store, [Gone(erasure.id), replace(erasure, last=True)]) == []
        assert store.values_of_chart("b") == ()
        assert apply(store, [hers, Gone(erasure.id), replace(erasure, last=True)]) == [1, 2]
        assert store.values_of_chart("b") == (NAME,)


@each_row("body", [(99,), (0, "a", b"", "Ada", "no-such-entity", None, [], None), (2, "a"), ("x",), b"\xc1"])
def test_a_genuine_message_of_another_version_stops_the_reader(body: object) -> None:
    """It was written under the keyring, and could hold a name."""
    made = KnownMessages(KEYRING, "t")
    message = KnownMessage(b"k", body if isinstance(body, bytes) else known_topic._encode(body))
    with pytest.raises(RunError, match="update Redactor"):
        made.open(message.key, made.seal(message))
