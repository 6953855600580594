"""The quarantine store: encrypted payloads, headers without data, no duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.state.quarantine import Entry, QuarantineStore
from redactor.run.state.sealed_sqlite import SealedDatabase

KEYS = Keyring.generate()
RAW = RawRecord(
    b'{"name":"Zebulon","ref":"urn:1"}',
    "1:7/2",
    "person",
    part="entry",
    entry=b'{"fullUrl":"urn:2"}',
    full_url="urn:2",
    aliases={"urn:1": "Patient/1", "urn:9": "Patient/9"},
    table="person",
)
ID = "00001-00000004"
SOURCE = "ward/Zebulon_1.txt"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[QuarantineStore]:
    s = QuarantineStore(tmp_path, KEYS)
    s.add([Entry(1, 4, RAW, "rid", "unknown-field", "Patient.x", SOURCE)])
    yield s
    s.close()


def test_a_stored_record_keeps_the_context_of_its_bundle(store: QuarantineStore) -> None:
    raw = store.raw(ID)
    assert (raw.data, raw.entry, raw.full_url, raw.schema_name, raw.part) == (
        RAW.data, RAW.entry, "urn:2", "person", "entry"
    )  # fmt: skip
    assert raw.table == "person"
    assert raw.aliases == {"urn:1": "Patient/1"}, "aliases that it refers to"
    assert store.show(ID) == RAW.data


def test_nothing_on_the_disk_can_be_read(store: QuarantineStore, tmp_path: Path) -> None:
    assert all(b"Zebulon" not in p.read_bytes() and b"urn:" not in p.read_bytes() for p in tmp_path.iterdir())
    assert "Zebulon" not in repr(store.list())


def test_the_same_file_and_turn_twice_is_one_entry(store: QuarantineStore) -> None:
    store.add([Entry(1, 4, RAW, "rid", "unknown-field", "")])
    assert [h.id for h in store.list()] == [ID]


def test_entries_after_the_journaled_turn_are_dropped(store: QuarantineStore) -> None:
    store.add([Entry(1, 5, RAW, "r", "x", ""), Entry(2, 9, RAW, "r", "x", "")])
    store.drop_after(1, 4)
    assert [h.id for h in store.list()] == [ID, "00002-00000009"]


def test_entries_are_listed_in_the_order_of_the_input_however_long_it_is(store: QuarantineStore) -> None:
    """An offset of a topic has more digits than the record of a file."""
    store.add([Entry(2, 1, RAW, "r", "x", ""), *(Entry(1, n, RAW, "r", "x", "") for n in (1_000_000_000, 999_999_999))])
    assert [h.id for h in store.list()] == [ID, "00001-999999999", "00001-1000000000", "00002-00000001"]


def test_purging_destroys_the_payload_and_keeps_the_header(store: QuarantineStore) -> None:
    assert store.purge([ID]) == 1 and store.purge() == 0
    assert [(h.id, h.status) for h in store.list()] == [(ID, "purged")]
    with pytest.raises(RunError, match="purged"):
        store.show(ID)


def test_what_was_purged_released_or_rotated_is_in_no_file_even_encrypted(tmp_path: Path) -> None:
    def ciphertexts(store: QuarantineStore) -> list[bytes]:
        return [blob[40:] for row in store._db.execute("SELECT payload, source FROM entries") for blob in row if blob]

    def are_left(blobs: list[bytes]) -> list[bool]:
        data = b"".join(p.read_bytes() for p in tmp_path.glob("quarantine.db*"))
        return [blob in data for blob in blobs]

    store = QuarantineStore(tmp_path, KEYS)
    store.add([Entry(1, turn, RAW, "rid", "x", "", SOURCE) for turn in (4, 5, 6)])
    before = ciphertexts(store)
    assert all(are_left(before))
    store.purge([ID])
    store.mark_released(["00001-00000005"])
    assert are_left(before) == [False] * 4 + [True] * 2
    store.close()
    store = QuarantineStore(tmp_path, KEYS.rotated())
    assert store.rotate() == 1
    assert not any(are_left(before))
    assert len(ciphertexts(store)) == 2
    store.close()


def test_released_entries_are_not_held(store: QuarantineStore) -> None:
    store.mark_released([ID])
    assert store.list("held") == [] and store.header(ID).status == "released"


def test_a_payload_cannot_be_moved_under_another_entry(store: QuarantineStore) -> None:
    store.add([Entry(1, 5, RAW, "r", "x", "")])
    store._db.execute("UPDATE entries SET payload=(SELECT payload FROM entries WHERE turn=4) WHERE turn=5")
    with pytest.raises(KeyringError):
        store.show("00001-00000005")


def test_another_keyring_reads_nothing(store: QuarantineStore, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="another keyring"):
        QuarantineStore(tmp_path, Keyring.generate())
    with pytest.raises(RunError, match="another keyring, run"):
        QuarantineStore(tmp_path, KEYS, "another")


def test_missing_entries_and_stores_say_what_to_do(store: QuarantineStore, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="quarantine list"):
        store.show("nothing")
    with pytest.raises(RunError, match="--state"):
        QuarantineStore(tmp_path / "none", KEYS, create=False)


def test_the_source_of_an_entry_is_told_and_goes_with_its_payload(store: QuarantineStore) -> None:
    odd = "ward/\udcff.txt"
    store.add([Entry(1, 5, RawRecord(b"", "1:end"), "r", "x", "", odd), Entry(1, 6, RAW, "r", "x", "", SOURCE)])
    assert [store.source(e) for e in (ID, "00001-00000005")] == [SOURCE, odd]
    store.purge([ID])
    store.mark_released(["00001-00000006"])
    assert [store.source(e) for e in (ID, "00001-00000006", "nonesuch")] == ["", "", ""]


def test_a_source_cannot_be_moved_under_another_entry_or_shown_as_a_payload(store: QuarantineStore) -> None:
    store.add([Entry(1, 5, RAW, "r", "x", "", "b.txt")])
    store._db.execute("UPDATE entries SET source=(SELECT source FROM entries WHERE turn=4) WHERE turn=5")
    store._db.execute("UPDATE entries SET payload=source WHERE turn=4")
    with pytest.raises(KeyringError):
        store.source("00001-00000005")
    with pytest.raises(KeyringError):
        store.show(ID)


def test_a_quarantine_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    columns = ("id", "file", "turn", "position", "part", "record_id", "reason", "place", "bytes", "truncated", "status")
    table = f"CREATE TABLE entries({', '.join(columns)}, payload, source, PRIMARY KEY(id)) WITHOUT ROWID"
    key = KEYS.internal("quarantine-seal")
    SealedDatabase(tmp_path / "quarantine.db", table, {"entries": (*columns, "source")}, key).close()
    with pytest.raises(RunError, match="version"):
        QuarantineStore(tmp_path, KEYS)
