"""Large sites: their values are packed once, and a run over them releases what it released before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor import Redactor
from redactor.assemble.runs import build_run
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.run.contracts import Summary
from redactor.run.runner import run
from redactor.run.state import known_entries, site_tables
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
    return sorted({span.entity for span in tables.find(SearchText.of(text))})


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
    monkeypatch.setattr(known_entries, "MOST_OF_SITE", 1)
    packed, summary = released(tmp_path, keyring_path, "packed")
    assert summary.known_left_out == 0
    assert not any(name in b"".join(packed) for name in (b"Orban", b"Vidal", b"Quintero"))
    _, summary = released(tmp_path, keyring_path, "standins", profile="hips")
    assert summary.known_left_out == 2  # by the stand-ins


def test_the_library_searches_for_all_of_a_packed_site(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_entries, "MOST_OF_SITE", 1)
    released(tmp_path, keyring_path, "packed")
    home = tmp_path / "packed" / "home"
    redactor = Redactor(home=home, keyring=keyring_path, detectors=("known",))
    text = redactor.text("Rosaline Quintero with Ana Orban and Leo Vidal").text
    assert not any(name in text for name in ("Orban", "Vidal", "Quintero"))
