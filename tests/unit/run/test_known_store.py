"""The store of known values: encrypted, deduplicated, shared by readers."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from redactor.detect.known.search_keys import Indexed, indexed, text_keys
from redactor.detect.known.search_text import SearchText
from redactor.detect.known.value_index import terms_of
from redactor.entities import Entity, Role
from redactor.errors import KeyringError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state import charts, known_entries
from redactor.run.state.known_identifiers import holder
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
        assert store.values_of_chart("a") == (DOE,) and store.forget(["b"]) == 1 and store.forget(["b"]) == 0
        assert store.values_of_chart("b") == ()
        assert set(store.get("a")) == {DOE, MRN} == set(store.get("c"))


def test_a_household_outlives_the_chart_that_named_it(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [ROE])
        store.add_clues(tie(b"1", "a", "b"))
        store.join()
        name = store.household("a")
        assert store.household("b") == name and store.members("b") == ("a", "b")
        assert store.forget(["a"]) == 1 and store.values_of_chart("a") == ()
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
        assert store.values_of_people("a", {b"x"}) == (ROE,)
        assert set(store.values_of_chart("a", without={b""})) == {ROE} and set(
            store.values_of_chart("a", without={b"x"})
        ) == {DOE, ROE}


def test_rotation_writes_everything_again_under_the_new_key_and_once(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE, MRN])
        store.add("b", [ROE])
        store.add("site:x", [DOE])
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
            store.add("site:a", [DOE])
            store.add("site:b", [DOE])
        db = sqlite3.connect(place)
        digests |= {row[0] for row in db.execute("SELECT digest FROM entry")}
        db.close()
    assert len(digests) == 4


def test_an_entry_moved_to_another_scope_is_refused(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [MRN])
    with KnownStore.open(path, KEYS) as store:
        store.add("site:a", [DOE])
        store.add("site:b", [MRN])
    db = sqlite3.connect(path)
    db.execute("UPDATE entry SET entry=(SELECT entry FROM entry ORDER BY place LIMIT 1)")
    db.execute("UPDATE chart SET data=(SELECT data FROM chart ORDER BY place LIMIT 1)")
    db.commit()
    db.close()
    for scopes in (("a", "b"), ("site:a", "site:b")):
        with KnownStore.open(path, KEYS, read_only=True) as store, pytest.raises(KeyringError):
            store.get(scopes[0]), store.get(scopes[1])


def test_a_scope_is_bounded_and_what_stays_does_not_depend_on_the_order(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SUBJECT", 10)
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


def test_every_ciphertext_has_one_of_a_few_sizes_and_no_column_tells_the_kind(path: Path) -> None:
    short, long = KnownValue("Li", Entity.PATIENT), KnownValue("A" * 300, Entity.ADDRESS)
    noise = KnownValue("".join(map(chr, random.Random(3).choices(range(33, 126), k=300))), Entity.ADDRESS)
    with KnownStore.open(path, KEYS) as store:
        store.add("site:x", [DOE, MRN, ROE, ODD, short, long, noise])
        for scope, values in {"a": [DOE], "b": [MRN], "c": [short], "d": [DOE, MRN], "e": [noise]}.items():
            store.add(scope, values)
    db = sqlite3.connect(path)
    rows = db.execute("SELECT place, digest, entry FROM entry").fetchall()
    sizes = sorted(len(entry) for _, _, entry in rows)
    assert len(set(sizes[:6])) == 1 and sizes[6] - sizes[0] == 512 - 128
    assert all(len(place) == len(digest) == 16 for place, digest, _ in rows)
    sizes = sorted(size for (size,) in db.execute("SELECT length(data) FROM chart"))
    assert len(set(sizes[:4])) == 1 and (sizes[4] - sizes[0]) % 256 == 0
    db.close()


def test_a_name_and_a_number_of_a_subject_lie_in_places_that_nothing_connects(path: Path, tmp_path: Path) -> None:
    places: list[set[bytes]] = []
    for where, keys in ((path, KEYS), (tmp_path / "two", Keyring.generate())):
        with KnownStore.open(where, keys) as store:
            store.add("site:x", [DOE, MRN])
            store.add("a", [DOE, MRN])
            store.add("b", [DOE])
        db = sqlite3.connect(where)
        places.append({row[0] for row in db.execute("SELECT place FROM entry UNION SELECT place FROM chart")})
        db.close()
    assert len(places[0]) == 4 == len(places[1]) and not places[0] & places[1]


def test_two_writers_take_turns(path: Path) -> None:
    with KnownStore.open(path, KEYS) as one, KnownStore.open(path, KEYS) as two:
        for n, store in enumerate((one, two, one)):
            store.add("a", [KnownValue(f"1234567{n}", Entity.MEDICAL_RECORD_NUMBER)])
            store.flush()
        assert len(two.get("a")) == 3
    with KnownStore.open(path, KEYS) as store:
        assert len(store.get("a")) == 3


def keys(text: str) -> frozenset[int]:
    return text_keys(SearchText.from_text(text))


def test_only_values_that_a_text_may_name_are_decrypted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("a", [MRN, DOE], indexed=[indexed(MRN), indexed(DOE)])
        store.add("b", [ROE])
        store.add_clues(tie(b"1", "a", "b"))
        store.join()
    with KnownStore.open(path, KEYS, read_only=True) as store:
        held = store.keyed("a")
        assert held.select(keys("Seen by Jane Roe.")) == (ROE,) and held.select(keys("John, MRN 1234-5678")) == (
            MRN,
            DOE,
        )
        assert held.select(keys("Nobody is named")) == () and store.keyed("nobody").select(keys("John Doe")) == ()
        assert store.keyed("a") is held and tuple(held) == store.get("a") and len(held) == 3
        assert sorted(held.terms) == sorted(map(terms_of, (DOE, MRN, ROE)))


def test_keys_of_another_version_are_not_used_and_are_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(charts, "keys_version", lambda: b"formerly")
        with KnownStore.open(path, KEYS) as store:
            store.add("a", [DOE], indexed=[Indexed(b"", "||||")])
            assert store.keyed("a").select(keys("John Doe")) == ()
    with KnownStore.open(path, KEYS) as store:
        assert store.keyed("a").select(keys("John Doe")) == (DOE,)
        store.add("a", [MRN], indexed=[indexed(MRN)])
    with KnownStore.open(path, KEYS) as store:
        monkeypatch.setattr(store, "get", lambda scope: ())
        assert store.keyed("a").select(keys("John Doe 12345678")) == (MRN, DOE)
        assert store.forget(["a"]) == 2 and store.keyed("a").select(keys("John Doe")) == ()


def test_a_subject_with_more_values_than_are_searched_for_has_no_stored_keys(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SUBJECT", 10)
    values = [KnownValue(f"GUID{n:04}", Entity.GUID) for n in range(12)]
    with KnownStore.open(path, KEYS) as store:
        store.add("a", values)
        store.add("a", [DOE])
        assert set(store.keyed("a")) == set(store.get("a")) and len(store.get("a")) == 10
        assert store.keyed("a").select(keys("John Doe")) == (DOE,)


def test_a_chart_whose_number_another_chart_has_is_stored_a_row_a_value(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of eight bytes of a keyed hash two can be equal."""
    monkeypatch.setattr(charts, "_number", lambda place: 7)
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [ROE, MRN])
        store.add("b", [ODD])
        assert store.get("a") == (DOE,) and set(store.get("b")) == {ROE, MRN, ODD}
        assert store.keyed("b").select(keys("Jane Roe")) == (ROE,)
        assert store.forget(["a"]) == 1 and set(store.get("b")) == {ROE, MRN, ODD}
        store.add("b", [DOE])
        store.add("a", [DOE])
        assert store.get("a") == (DOE,) and store.forget(["b"]) == 4 and store.get("a") == (DOE,)


def test_charts_are_encrypted_again_with_the_values(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("site:x", [DOE])
    rotated = KEYS.rotated()
    with KnownStore.open(path, rotated) as store:
        store.rotate()
    db = sqlite3.connect(path)
    current = rotated.encrypt("known", b"").partition(b"\0")[0]
    rows = db.execute("SELECT entry FROM entry UNION ALL SELECT data FROM chart").fetchall()
    assert [row[0].partition(b"\0")[0] for row in rows] == [current, current]
    db.close()


@pytest.mark.parametrize(
    ("value", "person", "tells"),
    [
        (DOE, PATIENT, True),
        (KnownValue("1970-01-02", Entity.BIRTH_DATE_TIME, Role.PATIENT), PATIENT, False),
        (KnownValue("5 Quay Street", Entity.ADDRESS, Role.PATIENT), PATIENT, False),
        (KnownValue("12345678", Entity.MEDICAL_RECORD_NUMBER, Role.PATIENT), PATIENT, False),  # a note gives it, too
        (KnownValue("Doe", Entity.PERSON), PATIENT, True),  # a column of a table
        (DOE, b"contact", False),
        (ROE, PATIENT, False),
        (MRN, PATIENT, False),
        (KnownValue("Dr. Quackenbush", Entity.DOCTOR, Role.CLINICIAN), PATIENT, False),
        (KnownValue("2024-05-01", Entity.DATE), PATIENT, False),
        (KnownValue("D-1", Entity.ID, Role.PATIENT), PATIENT, False),
    ],
)
def test_a_patient_is_seen_when_a_value_tells_who_that_is(
    path: Path, value: KnownValue, person: bytes, tells: bool
) -> None:
    with KnownStore.open(path, KEYS) as writer, KnownStore.open(path, KEYS, read_only=True) as reader:
        assert not reader.is_seen("a")
        writer.add("a", [value], person)
        writer.flush()
        assert writer.is_seen("a") is reader.is_seen("a") is tells
        assert not reader.is_seen("b")
        writer.forget(["a"])
        assert not reader.is_seen("a")


def test_a_patient_is_seen_by_an_identifier_of_the_patients_own_record(path: Path) -> None:
    with KnownStore.open(path, KEYS) as writer, KnownStore.open(path, KEYS, read_only=True) as reader:
        writer.add("a", [MRN])
        writer.flush()
        assert not reader.is_seen("a")
        for _ in range(2):
            writer.add("identifier:x", [holder("Patient/1", "a", "b")])
            writer.flush()
            assert writer.is_seen("a") and reader.is_seen("a") and reader.is_seen("b")
        versions = reader._versions.versions_of(("a", "b"))
        writer.add("identifier:x", [holder("Patient/1", "a", "b")])
        writer.flush()
        assert reader._versions.versions_of(("a", "b")) == versions  # what is known already makes nobody read again
        writer.forget(["a"])
        assert not reader.is_seen("a") and reader.is_seen("b")


def test_the_household_does_not_tell_who_a_patient_is(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.add("b", [MRN])
        store.add_clues([PersonClue(s, b"", ClueKind.LINK, b"k" * 16, bytes(8)) for s in "ab"])
        store.join()
        assert store.members("b") == ("a", "b") and DOE in store.get("b")
        assert store.is_seen("a") and not store.is_seen("b")
