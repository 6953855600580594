"""What OUT shows of its patients, in records, Bundles and tables, whatever the order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor.evaluate.date_attack.release import read_release
from redactor.evaluate.release_card import shown as shown_module
from redactor.evaluate.release_card.shown import read_shown
from tests.unit.evaluate.release_kit import condition, known_patients, patient


def test_order_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another order of the records, in other files, leaves patients, rare codes and the sample of texts as they are."""
    monkeypatch.setattr(shown_module, "DRIFT_NOTES", 5)
    texts = [{"resourceType": "Basic", "id": f"t{n}", "note": f"{n} said " + "so much more " * 20} for n in range(40)]
    lines = [json.dumps(record) + "\n" for record in [*known_patients(), *texts]]
    for folder, files in (("one", [lines]), ("two", [lines[::-2], lines[-2::-2]])):
        (tmp_path / folder).mkdir()
        for n, part in enumerate(files, 1):
            (tmp_path / folder / f"records-{n:05d}.ndjson").write_text("".join(part))
    here, there = read_shown(tmp_path / "one", 1 << 20), read_shown(tmp_path / "two", 1 << 20)
    assert here.people == there.people
    assert (len(here.people), len(here.texts), here.notes) == (25, 5, 40)
    assert (here.rare, here.codes, sorted(here.texts)) == (there.rare, there.codes, sorted(there.texts))


def test_the_attack_takes_the_first_patients_in_any_order(tmp_path: Path) -> None:
    names = [f"p{n:02d}" for n in range(20)]
    for folder, order in (("one", names), ("two", names[::-1])):
        (tmp_path / folder).mkdir()
        lines = [json.dumps(patient(name, "1950-01-02", "male", "MA", "021")) + "\n" for name in order]
        (tmp_path / folder / "records-00001.ndjson").write_text("".join(lines))
        lives = read_release(tmp_path / folder, 1 << 20, most=3).lives
        assert sorted(life.subject for life in lives) == ["Patient/p00", "Patient/p01", "Patient/p02"]


def test_deletions_links_and_what_cannot_be_read(tmp_path: Path) -> None:
    line = json.dumps(patient("p", "1950", "male", "MA", "02134")) + "\n"
    (tmp_path / "deleted-00001.ndjson").write_text(line)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.ndjson").write_text(line.replace('"p"', '"q"'))
    (tmp_path / "records-00002.ndjson").symlink_to(tmp_path / "elsewhere" / "x.ndjson")
    (tmp_path / "records-00003.ndjson").write_text('{"resourceType": "Patient", \n')
    (tmp_path / "records-00004.hl7").write_text("MSH|^~\\&|")
    (tmp_path / "captions.vtt").write_text("WEBVTT")
    shown = read_shown(tmp_path, 1 << 20)
    assert (list(shown.people), shown.unread, shown.not_read) == (["Patient/q"], 1, {"hl7": 1})


def test_a_tag_shows_nothing(tmp_path: Path) -> None:
    told = patient("p", "[BIRTH_DATE_TIME]", "[SEX]", "[STATE]", "<ZIP>")
    (tmp_path / "records-00001.ndjson").write_text(json.dumps(told) + "\n")
    person = read_shown(tmp_path, 1 << 20).people["Patient/p"]
    assert not (person.births or person.sexes or person.places or person.groups)


def test_a_table_shows_its_patients_and_codes(tmp_path: Path) -> None:
    rows = [f"p{n},19{50 + n},F,MA,02134,I10" for n in range(11)] + ["p0,[DATE],F,,,G30.9", ",1990,M,NY,10025,I10"]
    (tmp_path / "records-00001.csv").write_text(
        "patient_id,birth_year,Gender,state,zip_code,icd10_code\n" + "\n".join(rows) + "\n"
    )
    shown = read_shown(tmp_path, 1 << 20)
    assert len(shown.people) == 11
    first = shown.people["Patient/p0"]
    assert (first.births, first.sexes, first.places, first.birth_days) == ({"1950"}, {"f"}, {("MA", "021")}, set())
    assert (shown.codes, shown.of_nobody) == (2, 1)
    assert shown.rare == {("ICD-10", "G30.9"): {"Patient/p0"}}


def test_patients_of_a_bundle_are_those_of_its_conditions(tmp_path: Path) -> None:
    told = condition("x", "-", "G30.9") | {"subject": {"reference": "urn:uuid:1"}}
    entries = [
        {"fullUrl": "urn:uuid:1", "resource": patient("p", "1950", "male", "MA", "02134")},
        {"fullUrl": "urn:uuid:2", "resource": told},
    ]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    (tmp_path / "records-00001.json").write_text(json.dumps(bundle))
    shown = read_shown(tmp_path, 1 << 20)
    assert list(shown.people) == ["Patient/p"]
    assert shown.rare == {("ICD-10-CM", "G30.9"): {"Patient/p"}}


def test_drugs_and_reasons_for_visits_are_codes_that_outsiders_may_know(tmp_path: Path) -> None:
    subject = {"subject": {"reference": "Patient/p"}}
    coded = {"coding": [{"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": "E75.22"}]}
    drug = {"coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "1232082"}]}
    records = [
        patient("p", "1950", "male", "MA", "02134"),
        {"resourceType": "MedicationRequest", "id": "m", "medicationCodeableConcept": drug} | subject,
        {"resourceType": "Encounter", "id": "e", "reasonCode": [coded]} | subject,
        {"resourceType": "Observation", "id": "o", "code": drug} | subject,
    ]
    (tmp_path / "records-00001.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records))
    shown = read_shown(tmp_path, 1 << 20)
    assert shown.rare == {("", "1232082"): {"Patient/p"}, ("ICD-10-CM", "E75.22"): {"Patient/p"}}
