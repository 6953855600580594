"""What a run takes away from records: input and output matched without a keyring, and the facts compared."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import EvaluationError
from redactor.evaluate.record_utility import (
    CODES,
    DISPLAYS,
    DOSES,
    NUMBERS,
    UNITS,
    VALUES,
    RecordUtility,
    compare_records,
)
from redactor.evaluate.release_pairs import record_pairs
from tests.conftest import Command

LIMIT = 1 << 20
LOINC = "http://loinc.org"


def observation(value: float, unit: str = "mg/dL", display: str = "Creatinine", **more: Any) -> dict[str, Any]:
    return {
        "resourceType": "Observation",
        "id": f"o{value}",
        "code": {"coding": [{"system": LOINC, "code": "2160-0", "display": display}], "text": "Creatinine"},
        "subject": {"reference": "Patient/1", "display": "Zebulon Quartermain"},
        "valueQuantity": {"value": value, "unit": unit},
        **more,
    }


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    before, after = tmp_path / "in", tmp_path / "out"
    before.mkdir()
    after.mkdir()
    return before, after


def write(path: Path, *records: Any) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def report(before: Path, after: Path, audit: Path | None = None) -> RecordUtility:
    return compare_records(record_pairs(before, after, LIMIT, audit), 100)


def lost(found: RecordUtility) -> dict[str, int]:
    return {kind: int(figure.above) for kind, figure in found.lost.items() if figure.above}


def test_records_that_keep_their_facts_lose_none(folders: tuple[Path, Path]) -> None:
    before, after = folders
    write(before / "a.ndjson", observation(1.1), observation(2.2))
    released = [r | {"id": "x", "subject": {"reference": "Patient/y", "display": "[PERSON]"}} for r in
                (observation(1.1), observation(2.2))]  # fmt: skip
    write(after / "records-00001.ndjson", *released)
    found = report(before, after)
    assert (found.records, found.released, lost(found), found.changes) == (2, 2, {}, ())
    assert found.lost[VALUES].below == found.lost[CODES].below == 2


def test_losses_are_counted_by_kind_and_field_and_a_change_apart(folders: tuple[Path, Path]) -> None:
    before, after = folders
    write(before / "a.ndjson", observation(1.1))
    write(after / "records-00001.ndjson", observation(7.1, unit="g", display="[PERSON]"))
    found = report(before, after)
    assert lost(found) == {DISPLAYS: 1, UNITS: 1, VALUES: 1}
    assert found.changed[VALUES] == 1
    assert found.fields[VALUES, "Observation.valueQuantity"] == 1
    assert {(c.path, c.lost, c.new) for c in found.changes} >= {("Observation.valueQuantity", ("1.1",), ("7.1",))}
    gone = observation(1.1)
    del gone["valueQuantity"]
    write(after / "records-00001.ndjson", gone)
    assert (lost(report(before, after)), report(before, after).changed[VALUES]) == ({UNITS: 1, VALUES: 1}, 0)


def test_numbers_are_compared_as_they_are_written(folders: tuple[Path, Path]) -> None:
    before, after = folders
    text = json.dumps(observation(1.5)).replace("1.5", "1.50")
    (before / "a.ndjson").write_text(text + "\n")
    (after / "records-00001.ndjson").write_text(text.replace("1.50", "1.5") + "\n")
    assert lost(report(before, after)) == {VALUES: 1}


def test_doses_other_numbers_and_texts_of_attachments(folders: tuple[Path, Path]) -> None:
    before, after = folders

    def record(dose: float, count: int, text: str) -> dict[str, Any]:
        data = base64.b64encode(text.encode()).decode()
        return {
            "resourceType": "MedicationRequest",
            "dosageInstruction": [{"doseAndRate": [{"doseQuantity": {"value": dose, "unit": "mg"}}]}],
            "dispenseRequest": {"numberOfRepeatsAllowed": count},
            "contained": [{"resourceType": "Binary", "contentType": "text/plain", "data": data}],
        }

    write(before / "a.ndjson", record(40, 3, "furosemide 40 MG for Zebulon"))
    write(after / "records-00001.ndjson", record(10, 2, "furosemide 10 MG for [PERSON]"))
    assert lost(report(before, after)) == {DOSES: 1, NUMBERS: 1, "in texts: doses, vital signs, results": 1}


def test_files_are_matched_by_their_order(folders: tuple[Path, Path]) -> None:
    before, after = folders
    write(before / "a.ndjson", observation(1.1))
    write(before / "b.ndjson", observation(2.2))  # nothing of it was released
    write(before / "c.ndjson", observation(3.3))
    write(after / "records-00001.ndjson", observation(1.1))
    write(after / "records-00003.ndjson", observation(3.3))
    found = report(before, after)
    assert (found.records, found.released, lost(found)) == (3, 2, {})


@pytest.mark.parametrize("gone", [(0,), (4,), (2, 3), (0, 1, 9), (1, 4, 8)])
def test_records_beside_withheld_ones_are_aligned_by_what_they_hold(
    folders: tuple[Path, Path], gone: tuple[int, ...]
) -> None:
    before, after = folders
    values = [1.1, 2.2, 3.3, 4.4, 5.5, 6.6, 7.7, 8.8, 9.9, 10.1]
    write(before / "a.ndjson", *(observation(v) for v in values))
    write(after / "records-00001.ndjson", *(observation(v) for i, v in enumerate(values) if i not in gone))
    found = report(before, after)
    assert (found.records, found.released, lost(found)) == (10, 10 - len(gone), {})


def test_the_audit_says_which_records_were_released(folders: tuple[Path, Path], tmp_path: Path) -> None:
    before, after = folders
    write(before / "a.ndjson", observation(1.1), observation(1.2))
    write(after / "records-00001.ndjson", observation(1.1))  # a release of the second, with its value changed
    audit = tmp_path / "audit.ndjson"
    write(audit, {"at": "1:1", "outcome": "quarantined"}, {"at": "1:2", "outcome": "released"})
    assert lost(report(before, after)) == {}
    assert lost(report(before, after, audit)) == {VALUES: 1}
    write(audit, {"at": "1:1", "outcome": "quarantined"})
    with pytest.raises(EvaluationError, match="audit"):
        report(before, after, audit)
    audit.write_text("Zebulon")
    with pytest.raises(EvaluationError) as error:
        report(before, after, audit)
    assert "Zebulon" not in str(error.value)


def test_a_bundle_is_one_record(folders: tuple[Path, Path]) -> None:
    before, after = folders
    entries = [{"resource": observation(v)} for v in (1.1, 2.2)]
    write(before / "a.ndjson", {"resourceType": "Bundle", "type": "collection", "entry": entries})
    write(after / "records-00001.ndjson", {"resourceType": "Bundle", "type": "collection", "entry": entries[1:]})
    found = report(before, after)
    assert (found.records, lost(found)[VALUES]) == (1, 1)


def test_tables_are_read_by_their_columns(folders: tuple[Path, Path]) -> None:
    before, after = folders
    (before / "a.csv").write_text("pat_id,weight_kg,icd10,fname,note\n7,71.5,I10,Zebulon,gave 40 MG today\n")
    (after / "records-00001.csv").write_text("pat_id,weight_kg,icd10,fname,note\nx,,[ID],[PERSON],gave 40 MG today\n")
    found = report(before, after)
    assert lost(found) == {CODES: 1, VALUES: 1}
    assert dict(found.fields) == {(CODES, "icd10"): 1, (VALUES, "weight_kg"): 1}


def test_keys_that_may_be_data_are_not_shown(folders: tuple[Path, Path]) -> None:
    before, after = folders
    write(before / "a.ndjson", {"vitals": {"Zebulon": {"weight": 71}}})
    write(after / "records-00001.ndjson", {"vitals": {"Zebulon": {"weight": 72}}})
    assert dict(report(before, after).fields) == {(VALUES, "vitals.(nested)"): 1}


def test_keys_of_a_resource_that_are_no_elements_are_not_shown(folders: tuple[Path, Path]) -> None:
    before, after = folders
    keys = {"Zebulon Quartermain": {"x": 7}, "zebulon.quartermain": 8, "component": [{"zebulon": 9}]}
    write(before / "a.ndjson", observation(1.1, **keys), {"resourceType": "Zebulon", "id": "z", "note": 10})
    write(after / "records-00001.ndjson", observation(1.1), {"resourceType": "Zebulon", "id": "z"})
    paths = {path for _, path in report(before, after).fields}
    assert paths == {
        "Observation.(other).(other)", "Observation.component.(other)", "(other).note",
    }  # fmt: skip


def test_a_folder_that_no_run_wrote_is_refused(folders: tuple[Path, Path]) -> None:
    before, after = folders
    write(before / "a.ndjson", observation(1.1))
    with pytest.raises(EvaluationError, match="OUT"):
        report(before, after)
    write(after / "records-00001.ndjson", observation(1.1), observation(1.2))
    with pytest.raises(EvaluationError, match="fewer records"):
        report(before, after)


def test_the_command_reports_on_the_folders_of_one_run(tmp_path: Path, called: Command, keyring_path: Path) -> None:
    before, after = tmp_path / "in", tmp_path / "out"
    before.mkdir()
    write(before / "a.ndjson", observation(1.1, display="Vexholm test"))
    env = {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(tmp_path / "home"),
           "REDACTOR_DETECTORS": '["patterns"]', "REDACTOR_SITE": '{"always_redact": ["Vexholm"]}'}  # fmt: skip
    assert called("run", before, after, "--profile", "redactor", env=env).returncode == 0
    done = called("evaluate", "utility", before, after, "--json", env=env)
    told = json.loads(done.stdout)
    assert (told["records"], told["released"], told["lost"][VALUES]["above"]) == (1, 1, 0)
    assert sum(told["changed"].values()) == 1
    done = called("evaluate", "utility", before, after, "--show", "5", env=env)
    assert "'Vexholm test'" in done.stderr
    (after / "records-00001.ndjson").write_text((after / "records-00001.ndjson").read_text().replace("1.1", "7.1"))
    done = called("evaluate", "utility", before, after, env=env)
    assert done.returncode == 2 and "records-00001.ndjson" in done.stderr
