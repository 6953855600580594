"""Whose a record is by its identifier depends on the Patients of the source alone, not on order, batches or workers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.run.harvester import RecordHarvester, clue_digest
from redactor.run.state.known_store import KnownStore
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import RecordIn
from schemas.engine.references import search_by, searched_identifiers
from tests.unit.record_kit import KEYS, REGISTRY, RING, Words

Json = dict[str, Any]
NUMBERS = [(system, value) for system in ("", "urn:a", "urn:b") for value in ("48", "A|7")]
MERGED = {"P3": "P4"}  # by the crosswalk
DAY = "2014-03-04"


def identifier(number: tuple[str, str]) -> Json:
    system, value = number
    return {"value": value} | ({"system": system} if system else {})


def canonical(patient: str) -> str:
    return MERGED.get(patient, patient)


def observation(number: tuple[str, str], form: int) -> Json:
    searched = search_by(*number)
    subject = [
        {"identifier": identifier(number)},
        {"reference": searched},
        {"reference": f"http://x.example/{searched}"},
    ]
    code = {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}
    data = {"resourceType": "Observation", "status": "final", "code": code, "effectiveDateTime": DAY}
    return data | {"subject": subject[form]}


held = st.dictionaries(
    st.sampled_from([f"P{n}" for n in range(5)]),
    st.lists(st.sampled_from(NUMBERS), unique=True, max_size=3),
    max_size=5,
)


def subjects(folder: Path, batches: list[list[Json]], records: list[Json]) -> list[tuple[str | None, str | None]]:
    """The subject and the date of each record, after the batches were harvested in this order."""
    harvester = RecordHarvester(REGISTRY, KEYS, "site:x", canonical, clue_digest(RING, "enclave", "default"))
    with KnownStore.open(folder / "known.db", RING) as store:
        for batch in batches:
            found = harvester.harvest_records((RecordIn(r, "1:1"), b"") for r in batch)
            for scope, person, values, indexed in found.values:
                store.add(scope, values, person, indexed)
        store.flush()
        replacer = TagReplacer(load_profile("hips"), RING, "enclave")
        with KnownStore.open(folder / "known.db", RING, read_only=True) as reader:
            holders = reader.identifiers.holders
            applier = Applier(
                REGISTRY, Engine([Words()], replacer), KEYS, ApplyOptions(), crosswalk=canonical, holders=holders
            )
            outs = applier.apply([RecordIn(r, "1:1") for r in records])
    return [(out.subject, (out.data or {}).get("effectiveDateTime")) for out in outs]


@given(held, st.data())
@settings(max_examples=40)
def test_the_subject_follows_from_the_set_of_patients(
    held: dict[str, list[tuple[str, str]]], data: st.DataObject
) -> None:
    patients = [
        {"resourceType": "Patient", "id": p, "identifier": list(map(identifier, numbers))}
        for p, numbers in held.items()
    ]
    records = [observation(number, data.draw(st.integers(0, 2))) for number in NUMBERS]
    mixed = data.draw(st.permutations([*patients, *records, *patients[:1]]))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(mixed)), max_size=3)))
    batches = [mixed[a:b] for a, b in zip([0, *cuts], [*cuts, len(mixed)], strict=True)]
    with TemporaryDirectory() as name:
        found = subjects(Path(name), data.draw(st.permutations(batches)), records)
    for number, (subject, date) in zip(NUMBERS, found, strict=True):
        owners = {canonical(p) for p, numbers in held.items() if number in numbers}
        assert subject == (KEYS.subject(owners.pop()) if len(owners) == 1 else None)
        assert (date is None) is (subject is None) and date != DAY[:4]


@given(st.text(max_size=12), st.text(max_size=12))
def test_a_search_gives_back_the_identifier_that_it_is_made_of(system: str, value: str) -> None:
    searched = search_by(system, value)
    assert (searched is None) is (not value.strip() or "\\" in system + value)
    if searched is not None:
        assert searched_identifiers(searched) == ((system.strip(), value.strip()),)
