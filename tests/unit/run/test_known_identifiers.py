"""Whose identifiers are, in the store of known values: encrypted, in any order, and forgotten with the patient."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, HarvestBatch, PersonValues
from redactor.run.state.event_days import DAYS
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_identifiers import holder
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from schemas.engine.pseudonyms import IDENTIFIER, RecordPseudonyms
from streams.known_topic import KnownMessages, apply

RING = Keyring.generate()
KEYS = RecordPseudonyms(RING, "enclave")
MRN = KEYS.identifier_scope("http://hospital.example/mrn", "MRN-7001")
SSN = KEYS.identifier_scope("http://hl7.org/fhir/sid/us-ssn", "524-71-0093")
HERS, HIS = (holder(f"Patient/Zorbatine{n}", KEYS.subject(f"Zorbatine{n}")) for n in (1, 2))
HER_TOKEN = KEYS.subject("Zorbatine1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "known.db"


def test_an_identifier_has_the_set_of_its_patients(tmp_path: Path) -> None:
    given = [(MRN, HERS), (SSN, HERS), (SSN, HIS), (SSN, HERS)]
    for n, order in enumerate(permutations(given)):
        with KnownStore.open(tmp_path / str(n), RING) as store:
            for scope, value in order:
                store.add(scope, [value])
            assert store.identifiers.holders(MRN) == {HERS.value}
            assert store.identifiers.holders(SSN) == {HERS.value, HIS.value}
            assert store.identifiers.scopes_of(HER_TOKEN) == tuple(sorted((MRN, SSN)))
            assert not store.identifiers.holders(KEYS.identifier_scope("", "MRN-7001"))


def test_a_scope_is_of_system_value_and_source() -> None:
    other, url = RecordPseudonyms(RING, "enclave", "another"), "http://hospital.example/mrn"
    scopes = {MRN, other.identifier_scope(url, "MRN-7001")}
    scopes |= {KEYS.identifier_scope("", "MRN-7001"), KEYS.identifier_scope(url + "MRN-", "7001")}
    assert len(scopes) == 4 and all(scope.startswith(IDENTIFIER) and "7001" not in scope for scope in scopes)


def test_nothing_of_it_is_in_clear_nor_searched_for(path: Path) -> None:
    with KnownStore.open(path, RING) as store:
        store.add(MRN, [HERS])
        assert list(store.all_values()) == [] and store.get(MRN) == (HERS,) and store.count_left_out() == 0
        assert store.join().joined == 0 and store.members(MRN) == (MRN,)
    for file in path.parent.iterdir():
        held = file.read_bytes()
        assert b"Zorbatine" not in held and b"7001" not in held and MRN.encode() not in held


def test_a_reader_sees_what_came_since(path: Path) -> None:
    with KnownStore.open(path, RING) as store, KnownStore.open(path, RING, read_only=True) as reader:
        before = reader.identifiers.changes()
        store.add(MRN, [HERS])
        assert not reader.identifiers.holders(MRN)
        store.flush()
        assert reader.identifiers.holders(MRN) == {HERS.value} and reader.identifiers.changes() != before


def test_forgetting_takes_the_patients_part_alone(path: Path) -> None:
    with KnownStore.open(path, RING) as store:
        for scope, value in ((MRN, HERS), (SSN, HERS), (SSN, HIS)):
            store.add(scope, [value])
        store.forget([HER_TOKEN])
        assert not store.identifiers.holders(MRN) and store.identifiers.holders(SSN) == {HIS.value}
        assert store.identifiers.scopes_of(HER_TOKEN) == ()
        store.add(MRN, [HERS])  # the patient may come back
        assert store.identifiers.holders(MRN) == {HERS.value}


def test_who_is_forgotten_for_good_has_no_identifiers_again(path: Path) -> None:
    with KnownStore.open(path, RING) as store:
        store.add(MRN, [HERS])
        store.erase(Erasure(b"e" * 16, (HER_TOKEN, MRN)))
        store.add(MRN, [HERS])
        store.add(SSN, [HERS])
        assert not store.identifiers.holders(MRN) and not store.identifiers.holders(SSN)
        # Records that name them are withheld, also by an identifier that came later.
        assert all(scope in store.forgotten() for scope in (HER_TOKEN, MRN, SSN))
        assert KEYS.identifier_scope("", "x") not in store.forgotten()


def test_days_of_records_by_an_identifier_are_days_of_the_patient_who_alone_has_it(path: Path) -> None:
    one, two, three = (KnownValue(f"2020-03-0{n}", Entity.DATE) for n in (1, 2, 3))
    with KnownStore.open(path, RING) as store:
        for scope, value in ((HER_TOKEN, one), (MRN, two), (SSN, three)):
            store.add(DAYS + scope, [value])
        store.join()
        assert store.days.days_of(HER_TOKEN) == (one.value,)
        store.add(MRN, [HERS])
        store.add(SSN, [HERS])
        store.flush()
        found = store.days.days_of(HER_TOKEN)
        assert found == (one.value, two.value, three.value) and store.days.days_of(HER_TOKEN) is found
        store.add(SSN, [HIS])
        assert store.days.days_of(HER_TOKEN) == (one.value, two.value)
        store.forget([HER_TOKEN])
        store.add(MRN, [HERS])
        assert store.days.days_of(HER_TOKEN) == ()


def test_a_stream_carries_them_as_known_values(path: Path) -> None:
    made = KnownMessages(RING, "t")
    batch = HarvestBatch([PersonValues(MRN, PATIENT, [HERS]), PersonValues(SSN, PATIENT, [HERS, HIS])])
    messages = list(made.from_harvest(batch))
    assert not any(b"Zorbatine" in made.seal(m) for m in messages)
    with KnownStore.open(path, RING) as store:
        apply(store, [made.open(m.key, made.seal(m)) for m in messages])
        assert store.identifiers.holders(MRN) == {HERS.value}
        assert store.identifiers.holders(SSN) == {HERS.value, HIS.value}


def test_they_are_encrypted_again_with_the_rest(path: Path) -> None:
    with KnownStore.open(path, RING) as store:
        store.add(MRN, [HERS])
    with KnownStore.open(path, RING.rotated()) as store:
        assert store.rotate() == 2 and store.identifiers.holders(MRN) == {HERS.value}
