"""Large sites: their values are packed once, and a run over them releases what it released before."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.assemble.home import known_values_path, site_scope
from redactor.assemble.runs import build_run, make_processor
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord, Summary
from redactor.run.runner import run
from redactor.run.state import known_entries, site_tables
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.settings import load_settings
from redactor.text import KnownValue

SITE = "site:x"
ORBAN = KnownValue("Ana Orban", Entity.DOCTOR, Role.CLINICIAN, (("given", "Ana"), ("family", "Orban")))
VIDAL = KnownValue("Leo Vidal", Entity.DOCTOR, Role.CLINICIAN, (("given", "Leo"), ("family", "Vidal")))
NPI = KnownValue("1234567893", Entity.CERTIFICATE_NUMBER, Role.CLINICIAN)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "known.sqlite"


@pytest.fixture(autouse=True)
def _packs_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_tables, "FEW", 0)


def found(store: KnownStore, text: str) -> list[Entity]:
    tables = store.site_values(SITE)
    assert tables is not None
    return sorted({span.entity for span in tables.find(SearchText.from_text(text))})


def test_a_packed_site_is_found_and_compared(path: Path) -> None:
    keyring = Keyring.generate()
    with KnownStore.open(path, keyring) as store:
        store.add(SITE, [ORBAN, NPI])
        store.pack_site(SITE)
    with KnownStore.open(path, keyring, read_only=True) as reader:
        assert found(reader, "seen by Dr. Orban, NPI 1234567893") == [Entity.CERTIFICATE_NUMBER, Entity.DOCTOR]
        assert found(reader, "seen by Dr. Vidal") == []
        tables = reader.site_values(SITE)
        assert tables is not None
        assert tables.index.has_number("1234567893") and tables.index.has_name(("ana", "orban"))
        assert not tables.index.has_number("1234567894") and not tables.index.has_name(("leo", "vidal"))


@pytest.mark.parametrize("few", [0, 1, 10])
def test_values_that_came_after_packing_are_found_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    keyring = Keyring.generate()
    with KnownStore.open(path, keyring) as store:
        store.add(SITE, [ORBAN])
        store.pack_site(SITE)
        store.flush()
        with KnownStore.open(path, keyring, read_only=True) as reader:
            assert found(reader, "NPI 1234567893") == []
            monkeypatch.setattr(site_tables, "FEW", few)
            for value in (VIDAL, NPI):
                store.add(SITE, [value])
                store.flush()
            if few == 10:
                assert reader.site_values(SITE) is None  # so few are searched for as they are
                return
            assert found(reader, "Dr. Vidal, NPI 1234567893") == [Entity.CERTIFICATE_NUMBER, Entity.DOCTOR]
            assert reader.site_values(SITE).index.has_number("1234567893")
            store.pack_site(SITE)
            assert found(reader, "Dr. Orban and Dr. Vidal") == [Entity.DOCTOR]


def test_a_small_site_is_not_packed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with KnownStore.open(path, Keyring.generate()) as store:
        store.add(SITE, [ORBAN])
        store.pack_site(SITE)
        monkeypatch.setattr(site_tables, "FEW", 1)
        store.pack_site(SITE)
        assert store.site_values(SITE) is None


def test_rotation_reaches_the_tables_and_no_byte_is_plain(path: Path) -> None:
    keyring = Keyring.generate()
    with KnownStore.open(path, keyring) as store:
        store.add(SITE, [ORBAN, NPI])
        store.pack_site(SITE)
        before = {bytes(row[0]) for row in store._db.execute("SELECT data FROM site_table")}
    with KnownStore.open(path, keyring.rotated()) as store:
        store.rotate()
        after = {bytes(row[0]) for row in store._db.execute("SELECT data FROM site_table")}
        assert before and before.isdisjoint(after)
        assert found(store, "Dr. Orban") == [Entity.DOCTOR]
    stored = b"".join(p.read_bytes() for p in path.parent.iterdir())
    assert not any(word in stored for word in (b"orban", b"Orban", b"1234567893"))


def released(tmp_path: Path, keyring: Path, name: str, **changed: str) -> tuple[list[bytes], Summary]:
    """The output of a run over two clinicians, a patient and texts that name them."""
    rows: list[dict[str, object]] = [
        {"resourceType": "Patient", "id": "p", "name": [{"family": "Kovacsfalvi"}]},
        *(
            {"resourceType": "Practitioner", "id": f, "name": [{"family": f, "given": [g]}]}
            for g, f in (("Ana", "Orban"), ("Leo", "Vidal"), ("Rosaline", "Quintero"))
        ),
        {"resourceType": "Observation", "id": "o", "status": "final", "code": {"text": "Mood"},
         "subject": {"reference": "Patient/p"}, "valueString": "Dr. Quintero, with Ana Orban"},
        {"resourceType": "Questionnaire", "id": "q", "status": "draft", "title": "Form of Leo Vidal"},
    ]  # fmt: skip
    folder = tmp_path / name
    folder.mkdir()
    source = folder / "in.ndjson"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    home = {"home": folder / "home", "keyring": str(keyring), "detectors": ("patterns", "known")}
    summary = run(*build_run(load_settings(**home, **changed), source, folder / "out", folder / "state"))
    return [p.read_bytes() for p in sorted((folder / "out").glob("*.ndjson"))], summary


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_a_packed_site_releases_the_same(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    packed, _ = released(tmp_path, keyring_path, "packed", profile=profile)
    monkeypatch.setattr(site_tables, "FEW", 10_000)
    plain, _ = released(tmp_path, keyring_path, "plain", profile=profile)
    assert packed == plain
    assert not any(name in b"".join(packed) for name in (b"Orban", b"Vidal", b"Quintero"))


def test_a_packed_site_has_no_bound(tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SITE", 1)
    packed, summary = released(tmp_path, keyring_path, "packed")
    assert summary.known_left_out == 0
    assert not any(name in b"".join(packed) for name in (b"Orban", b"Vidal", b"Quintero"))
    _, summary = released(tmp_path, keyring_path, "standins", profile="hips")
    assert summary.known_left_out == 2  # by the stand-ins


def test_the_library_searches_for_all_of_a_packed_site(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SITE", 1)
    released(tmp_path, keyring_path, "packed")
    home = tmp_path / "packed" / "home"
    redactor = Redactor(home=home, keyring=keyring_path, detectors=("known",))
    text = redactor.text("Rosaline Quintero with Ana Orban and Leo Vidal").text
    assert not any(name in text for name in ("Orban", "Vidal", "Quintero"))


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_a_worker_of_a_stream_searches_for_all_values_of_a_growing_site(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SITE", 1)
    monkeypatch.setattr(site_tables, "FEW", 2)
    settings = load_settings(
        home=tmp_path, keyring=str(keyring_path), detectors=("known",), profile=profile, as_of="2026-01-01"
    )
    site, names = site_scope(settings), ["Orban", "Vidal", "Quintero", "Brandsma", "Okonkwo", "Thibault"]
    staff = [KnownValue(n, Entity.DOCTOR, Role.CLINICIAN, (("family", n),)) for n in names]
    number = NPI.value
    text = f"{number}; " + ", ".join(f"Dr. {n}" for n in names)
    note = {"resourceType": "Observation", "id": "o", "status": "final", "code": {"text": "Mood"},
            "valueString": text, "valueInteger": int(number)}  # fmt: skip
    with KnownStore.open(known_values_path(settings), Keyring.load(keyring_path)) as store:
        processor = make_processor(settings, settings.as_of, learning=True)
        for n in range(3, len(names) + 1):
            store.add(site, staff[:n])
            store.flush()
            if n % 2:
                store.pack_site(site)
            (out,) = processor.process([RawRecord(json.dumps(note).encode(), f"1:{n}")])
            released = (out.payload or b"").decode()
            assert [name in released for name in names] == [False] * n + [True] * (len(names) - n)
            assert number in released
        store.add(site, [NPI])
        store.flush()
        (out,) = processor.process([RawRecord(json.dumps(note).encode(), "1:9")])
        assert out.payload and number not in out.payload.decode()


def test_tables_that_are_joined_while_a_reader_opens_them_are_read_from_one_commit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring = Keyring.generate()
    text = "Dr. Orban, Dr. Vidal, NPI 1234567893"
    with KnownStore.open(path, keyring) as store:
        for value in (ORBAN, VIDAL):
            store.add(SITE, [value])
            store.pack_site(SITE, largest=1)
        before = site_tables.StoredSites._table

        def meanwhile(self: site_tables.StoredSites, *args: Any) -> Any:
            monkeypatch.setattr(site_tables.StoredSites, "_table", before)
            store.add(SITE, [NPI])
            assert store.pack_site(SITE)
            return before(self, *args)

        with KnownStore.open(path, keyring, read_only=True) as reader:
            monkeypatch.setattr(site_tables.StoredSites, "_table", meanwhile)
            assert found(reader, text) == [Entity.DOCTOR]
            assert found(reader, text) == [Entity.CERTIFICATE_NUMBER, Entity.DOCTOR]


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> Iterator[bytes]:
        yield b"x"
        raise sqlite3.OperationalError("disk is full")

    with KnownStore.open(path, Keyring.generate()) as store:
        store.add(SITE, [ORBAN])
        store.pack_site(SITE)
        store.add(SITE, [VIDAL])
        store.flush()
        with monkeypatch.context() as patched:
            patched.setattr(site_tables, "build_tables", fails)
            with pytest.raises(sqlite3.OperationalError):
                store.pack_site(SITE)
        assert found(store, "Dr. Orban and Dr. Vidal") == [Entity.DOCTOR]
        assert [n for (n,) in store._db.execute("SELECT count(*) FROM site_table WHERE part=0")] == [1]
        assert store.pack_site(SITE) and not store.pack_site(SITE)


def test_values_of_a_site_that_are_erased_are_in_no_table(path: Path) -> None:
    with KnownStore.open(path, Keyring.generate()) as store:
        store.add(SITE, [ORBAN], b"\1" * 8)
        store.add(SITE, [VIDAL])
        store.pack_site(SITE)
        assert store.erase(Erasure(b"1" * 16, ("a",), people=((SITE, b"\1" * 8),)))
        assert found(store, "Dr. Orban") == [] and found(store, "Dr. Vidal") == [Entity.DOCTOR]
        assert not store._db.execute("SELECT 1 FROM site_table").fetchone()
        store.forget([SITE])
        assert not store._db.execute("SELECT 1 FROM site_value").fetchone() and store.site_values(SITE) is None


def test_a_site_that_was_forgotten_and_comes_back_is_read_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = Keyring.generate()
    monkeypatch.setattr(site_tables, "FEW", 1)
    with KnownStore.open(path, keyring) as store:
        store.add(SITE, [ORBAN, NPI])
        store.flush()
        with KnownStore.open(path, keyring, read_only=True) as reader:
            assert found(reader, "Dr. Orban") == [Entity.DOCTOR]
            store.forget([SITE])
            store.add(SITE, [VIDAL, NPI])
            store.flush()
            assert found(reader, "Dr. Vidal") == [Entity.DOCTOR] and found(reader, "Dr. Orban") == []


def test_what_was_rolled_back_is_not_taken_for_what_came_after(path: Path) -> None:
    with KnownStore.open(path, Keyring.generate()) as store:
        store.add(SITE, [NPI])
        with pytest.raises(ZeroDivisionError), store.transaction("topic", 1):
            store.add(SITE, [ORBAN])
            assert found(store, "Dr. Orban") == [Entity.DOCTOR]
            raise ZeroDivisionError
        store.add(SITE, [VIDAL])
        assert found(store, "Dr. Vidal") == [Entity.DOCTOR] and found(store, "Dr. Orban") == []


def test_tables_of_other_word_lists_are_not_read_and_made_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with KnownStore.open(path, Keyring.generate()) as store:
        store.add(SITE, [ORBAN])
        store.pack_site(SITE)
        (before,) = store._db.execute("SELECT data FROM site_table WHERE part=0").fetchone()
        monkeypatch.setattr(site_tables, "keys_version", lambda: b"another!")
        monkeypatch.setattr(site_tables.StoredSites, "_table", lambda *_: pytest.fail("a stale table was read"))
        assert found(store, "Dr. Orban") == [Entity.DOCTOR]
        assert store.pack_site(SITE)
        assert store._db.execute("SELECT data FROM site_table WHERE part=0").fetchall() != [(before,)]
