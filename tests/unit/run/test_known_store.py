"""The store of known values: encrypted, deduplicated, shared by readers."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from redactor.entities import Entity, Role
from redactor.errors import KeyringError
from redactor.keys import Keyring
from redactor.run.contracts import PersonClue
from redactor.run.state import known_store
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind

KEYS = Keyring.generate()
DOE = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe")))
MRN = KnownValue("12345678", Entity.MEDICAL_RECORD_NUMBER)
ROE = KnownValue("Jane Roe", Entity.PERSON, Role.RELATIVE)
ODD = KnownValue("lone \ud800 surrogate", Entity.PERSON)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "known.sqlite"


def test_what_was_added_comes_back_sorted_whatever_the_order(path: Path, tmp_path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [MRN, DOE, ODD])
        store.add("a", [DOE])
        first = store.get("a")
    with KnownStore.open(tmp_path / "other", KEYS) as store:
        store.add("a", [ODD])
        store.add("a", [DOE, MRN, DOE])
        assert store.get("a") == first
        assert store.get("b") == ()
    assert len(first) == 3 and set(first) == {DOE, MRN, ODD}


def test_the_same_object_comes_back_until_something_changes(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [MRN])
        first = store.get("a")
        store.add("b", [ROE])
        assert store.get("a") is first
        store.add("a", [MRN])
        assert len(store.get("a")) == 2


def test_a_reader_sees_what_the_writer_committed(path: Path) -> None:
    with KnownStore.open(path, KEYS) as writer, KnownStore.open(path, KEYS, read_only=True) as reader:
        writer.add("a", [DOE])
        assert reader.get("a") == ()
        writer.flush()
        seen = reader.get("a")
        assert seen == (DOE,)
        writer.add("b", [MRN])
        writer.flush()
        assert reader.get("a") is seen
        with pytest.raises(PermissionError):
            reader.add("a", [MRN])


def test_a_reader_without_a_store_is_an_error(path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="first pass"):
        KnownStore.open(path, KEYS, read_only=True)


def tie(key: bytes, *scopes: str) -> list[PersonClue]:
    return [PersonClue(scope, b"", ClueKind.LINK, key, bytes(8)) for scope in scopes]


def test_households_share_what_they_hold_and_ties_chain(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [ROE])
        store.add("c", [MRN])
        store.add_clues([*tie(b"1", "c", "b"), *tie(b"2", "a", "b")])
        assert store.get("a") == (DOE,)
        store.join()
        assert set(store.get("a")) == {DOE, ROE, MRN}
        assert store.get("a") == store.get("b") == store.get("c")
        assert store.own("a") == (DOE,) and store.forget(["b"]) == 1 and store.forget(["b"]) == 0
        assert store.own("b") == ()
        assert set(store.get("a")) == {DOE, MRN} == set(store.get("c"))


def test_a_household_outlives_the_chart_that_named_it(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [ROE])
        store.add_clues(tie(b"1", "a", "b"))
        store.join()
        name = store.household("a")
        assert store.household("b") == name and store.members("b") == ("a", "b")
        assert store.forget(["a"]) == 1 and store.own("a") == ()
        assert store.household("b").name == name.name and store.get("b") == (ROE,) and store.members("b") == ("b",)
        # Who was forgotten and comes again is no member because of the name.
        assert store.household("a").name != name.name
        assert store.forget(["b"]) == 1
        assert store.household("a").name == name.name


def test_a_value_that_two_people_of_a_chart_have_comes_once(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE, ROE])
        store.add("a", [ROE], b"x")
        assert set(store.get("a")) == {DOE, ROE} and len(store.get("a")) == 2
        assert store.of_people("a", {b"x"}) == (ROE,)
        assert set(store.own("a", apart_from={b""})) == {ROE} and set(store.own("a", apart_from={b"x"})) == {DOE, ROE}


def test_rotation_writes_everything_again_under_the_new_key_and_once(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE, MRN])
        store.add("b", [ROE])
    new = KEYS.rotated()
    with KnownStore.open(path, new) as store:
        assert store.rotate() == 3 and store.rotate() == 0
    with KnownStore.open(path, new, read_only=True) as store:
        assert set(store.get("a")) == {DOE, MRN} and store.get("b") == (ROE,)
    with KnownStore.open(path, KEYS, read_only=True) as store, pytest.raises(KeyringError):
        store.get("a")


def test_nothing_on_disk_is_plain(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE, MRN])
        store.flush()
        raw = b"".join(p.read_bytes() for p in path.parent.iterdir())
        for word in (b"John", b"Doe", b"12345678", b"MEDICAL_RECORD"):
            assert word not in raw
    assert path.stat().st_mode & 0o077 == 0


def test_digests_are_keyed_and_bound_to_the_scope(path: Path, tmp_path: Path) -> None:
    digests = set()
    for place, keys in ((path, KEYS), (tmp_path / "two", Keyring.generate())):
        with KnownStore.open(place, keys) as store:
            store.add("a", [DOE])
            store.add("b", [DOE])
        db = sqlite3.connect(place)
        digests |= {row[0] for row in db.execute("SELECT digest FROM known")}
        db.close()
    assert len(digests) == 4


def test_an_entry_moved_to_another_scope_is_refused(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
    db = sqlite3.connect(path)
    db.execute("UPDATE known SET scope='b'")
    db.commit()
    db.close()
    with KnownStore.open(path, KEYS, read_only=True) as store, pytest.raises(KeyringError):
        store.get("b")


def test_a_scope_is_bounded_and_what_stays_does_not_depend_on_the_order(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_store, "_PER_SUBJECT", 10)
    values = [KnownValue(f"GUID{n:04}", Entity.GUID) for n in range(40)]
    with KnownStore.open(path, KEYS) as store:
        for value in [*values, DOE]:
            store.add("a", [value])
        first = store.get("a")
    with KnownStore.open(tmp_path / "other", KEYS) as store:
        store.add("a", [DOE, *reversed(values)])
        assert store.get("a") == first
        store.add("site:x", values)
        assert len(store.get("site:x")) == 40
    assert len(first) == 10 and DOE in first


def test_rotation_leaves_what_is_stored_readable_and_deduplicated(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
    with KnownStore.open(path, KEYS.rotated()) as store:
        store.add("a", [DOE, MRN])
        assert set(store.get("a")) == {DOE, MRN}
