"""Profiles as people write them: each wrong one is refused, and each right one does what it says."""

# ruff: noqa: E501 (a case a line is easier to compare)

import json
from pathlib import Path

import pytest

from tests.unit import golden_pseudonyms
from tests.unit.cli.pipe_kit import piped

pytestmark = pytest.mark.slow
BASE: dict[str, object] = {"profile": "ours", "version": "1", "default": "tag"}
SHIFTS = {"default": "surrogate", "dates": {"level": "visits"}}
# what is added to BASE; None: it is approved, else what the refusal must say
PROFILES: list[tuple[dict[str, object], str | None]] = [
    ({}, None),
    ({"tag_texts": {"default": "[NAME]"}}, None),
    ({"tag_texts": {"default": "***"}}, None),
    ({"tag_texts": {"default": "<{entity}_{n}>"}}, None),
    ({"tag_texts": {"PERSON": "____"}}, None),
    ({"tag_texts": {"default": ""}}, "tag_texts"),
    ({"tag_texts": {"default": " "}}, "tag_texts"),
    ({"tag_texts": {"default": "[NAME]\n"}}, "tag_texts"),
    ({"tag_texts": {"default": "=cmd|' /C calc'!A0"}}, "tag_texts"),
    ({"tag_texts": {"default": "@SUM"}}, "tag_texts"),
    ({"tag_texts": {"default": "<script>"}}, "tag_texts"),
    ({"tag_texts": {"default": "<b>{entity}</b>"}}, "tag_texts"),
    ({"tag_texts": {"default": "{name}"}}, "tag_texts"),
    ({"tag_texts": {"default": "{0}"}}, "tag_texts"),
    ({"tag_texts": {"default": "{entity.__class__}"}}, "tag_texts"),
    ({"tag_texts": {"default": "{entity"}}, "tag_texts"),
    ({"tag_texts": {"default": "{entity!r:>9}"}}, "tag_texts"),
    ({"tag_texts": {"default": "x" * 41}}, "tag_texts"),
    ({"tag_texts": {"default": "[NAME 7]"}}, "tag_texts"),
    ({"tag_texts": {"default": 'a"b'}}, "tag_texts"),
    ({"tag_texts": {"default": "\u202eNAME"}}, "tag_texts"),
    ({"tag_texts": {"default": 7}}, "tag_texts"),
    ({"tag_texts": {"PERSN": "[NAME]"}}, "PERSON"),
    ({"tag_texts": "[NAME]"}, "tag_texts"),
    ({"actions": {"PERSN": "tag"}}, "PERSON"),
    ({"actions": {"CITY": "kep"}}, "keep"),
    ({"actions": {"PERSON": "keep"}}, "PERSON"),
    ({"default": "keep"}, "default"),
    ({"paths": {"Patient.address.city": "keep"}}, None),
    ({"paths": {"Patient.address.postalCode": "keep"}}, None),
    ({"paths": {"Practitioner.name.family": "keep"}}, None),
    ({"paths": {"Encounter.period.start": "tag"}}, None),
    ({"paths": {"Patient.address[0].city": "keep"}}, "Patient.address"),
    ({"paths": {"patient.address.city": "keep"}}, "redactor schema show"),
    ({"paths": {"Patient.adress.city": "keep"}}, "redactor schema show"),
    ({"paths": {"Patient.address.*": "keep"}}, "Patient.address"),
    ({"paths": {"Patient": "keep"}}, "Patient"),
    ({"paths": {"": "keep"}}, "path"),
    ({"paths": {"Patient.name.family": "keep"}}, "Patient.name.family"),
    ({"paths": {"Patient.name.text": "keep"}}, "Patient.name.text"),
    ({"paths": {"Patient.telecom.value": "keep"}}, "Patient.telecom.value"),
    ({"paths": {"Patient.address.line": "keep"}}, "Patient.address.line"),
    ({"paths": {"Patient.address.text": "keep"}}, "Patient.address.text"),
    ({"paths": {"Patient.contact.name.family": "keep"}}, "Patient.contact"),
    ({"paths": {"RelatedPerson.name.family": "keep"}}, "RelatedPerson"),
    ({"paths": {"Patient.identifier.value": "keep"}}, "hash"),
    ({"paths": {"Patient.id": "keep"}}, "hash"),
    ({"paths": {"Patient.photo": "keep"}}, "drop"),
    ({"paths": {"Patient.gender": "tag"}}, "passThrough"),
    ({"paths": {"Observation.note.text": "keep"}}, "text"),
    ({"paths": {"Patient.address.city": "shift"}}, "must be one of"),
    ({"paths": {"Patient.address.city": ["keep"]}}, "paths"),
    ({**SHIFTS, "paths": {"Patient.birthDate": "keep"}}, "dates"),
    ({**SHIFTS, "paths": {"Encounter.period.start": "generalize"}}, "dates"),
    ({"dates": {"level": "yearly"}}, "years"),
    ({"dates": {"level": "years", "jitter_days": -1}}, "jitter_days"),
    ({"dates": "years"}, "dates"),
    ({"wombat": 1}, "wombat"),
    ({"profile": "a\nb"}, "profile"),
    ({"version": ""}, "version"),
]  # fmt: skip


def test_profiles_are_approved_or_refused_with_what_is_wrong(tmp_path: Path) -> None:
    golden_pseudonyms.keyring(2).save(tmp_path / "keys.json")
    wrong = []
    for added, says in PROFILES:
        (tmp_path / "ours.json").write_text(json.dumps({**BASE, **added}))
        rc, _, err = piped(tmp_path, b"", "schema", "approve", "ours.json", "--profile", "--by", "A. Reviewer")
        if (rc != 0) != (says is not None) or (says or "") not in err or "Traceback" in err:
            wrong.append((added, rc, err[-300:]))
    assert not wrong, "\n".join(map(str, wrong))


PATIENT = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"family": "Vexholm", "given": ["Tarquil"]}],
    "birthDate": "1932-02-03",
    "address": [{"city": "Tuppwich", "line": ["12 Quarrel Lane"]}, {"city": "Vexholm Falls"}, {"city": "tarquil"}],
    "contact": [{"address": {"city": "Ossory"}}],
    "contained": [
        {"resourceType": "RelatedPerson", "id": "c", "patient": {"reference": "#"}, "address": [{"city": "Brackley"}]}
    ],
    "extension": [
        {"url": "http://hl7.org/fhir/StructureDefinition/patient-birthPlace", "valueAddress": {"city": "Mossop"}}
    ],
}


def released(folder: Path, profile: dict[str, object], *records: dict[str, object]) -> list[dict[str, object]]:
    (folder / "ours.json").write_text(json.dumps({**BASE, **profile}))
    rc, _, err = piped(folder, b"", "schema", "approve", "ours.json", "--profile", "--by", "A. Reviewer")
    assert rc == 0, err
    given = "".join(json.dumps(one) + "\n" for one in records).encode()
    rc, out, err = piped(folder, given, "run", "-", "-", "--profile", "ours.json")
    assert rc == 0, err
    return [json.loads(line) for line in out.splitlines()]


def test_a_path_keeps_its_field_alone_and_no_known_name(tmp_path: Path) -> None:
    related = {
        "resourceType": "RelatedPerson",
        "id": "r",
        "patient": {"reference": "Patient/p1"},
        "address": [{"city": "Crail"}],
    }
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": {**PATIENT, "id": "p2"}}]}
    note = {"resourceType": "Observation", "id": "o", "status": "final", "code": {"text": "K"}, "subject": {"reference": "Patient/p1"},
            "note": [{"text": "Lives in Tuppwich."}]}  # fmt: skip
    got = released(tmp_path, {"paths": {"Patient.address.city": "keep"}}, PATIENT, related, bundle, note)
    text = json.dumps(got)
    assert next(one["city"] for one in got[0]["address"]) == "Tuppwich"  # type: ignore[index,attr-defined]
    assert not [
        word for word in ("Vexholm", "arquil", "Quarrel", "Ossory", "Brackley", "Mossop", "Crail") if word in text
    ]
    assert "Tuppwich" not in json.dumps(got[3])


def test_a_profile_that_changed_needs_a_new_approval(tmp_path: Path) -> None:
    released(tmp_path, {"paths": {"Patient.address.city": "keep"}}, PATIENT)
    (tmp_path / "ours.json").write_text(json.dumps({**BASE, "paths": {"Patient.address.postalCode": "keep"}}))
    rc, out, err = piped(tmp_path, json.dumps(PATIENT).encode(), "run", "-", "-", "--profile", "ours.json")
    assert (rc, out) == (2, b"") and "approve" in err


def test_numbers_of_tags_within_a_note(tmp_path: Path) -> None:
    (tmp_path / "ours.json").write_text(json.dumps({**BASE, "tag_texts": {"default": "<{entity}_{n}>", "DATE": "***"}}))
    golden_pseudonyms.keyring(2).save(tmp_path / "keys.json")
    piped(tmp_path, b"", "schema", "approve", "ours.json", "--profile", "--by", "A. Reviewer")
    rows = [
        (
            "Call 617-555-0142 or 617-555-0143, not 617-555-0142.",
            "Call <TELEPHONE_NUMBER_1> or <TELEPHONE_NUMBER_2>, not <TELEPHONE_NUMBER_1>.",
        ),
        ("Mr. Lee, 617-555-0142, 617-555-0143, (617) 555-0142.", None),
        ("<PERSON_1> was written here. Mr. Lee came.", None),
        ("Seen 3/4/2024, called 3/5/2024.", "Seen ***, called ***."),
    ]
    for text, want in rows:
        rc, out, err = piped(tmp_path, b"", "text", "--profile", "ours.json", text)
        assert rc == 0, err
        assert want is None or out.decode().splitlines()[0] == want
        assert "Lee" not in out.decode() and "0142" not in out.decode()


def test_years_with_stand_ins_show_no_birth_of_a_very_old_patient(tmp_path: Path) -> None:
    note = {"resourceType": "Observation", "id": "o", "status": "final", "code": {"text": "K"}, "subject": {"reference": "Patient/p1"},
            "effectiveDateTime": "2024-03-04T10:00:00Z", "note": [{"text": "Tarquil Vexholm, 93 years old, b. 1932, seen March 2024."}]}  # fmt: skip
    got = released(tmp_path, {"default": "surrogate", "dates": {"level": "years"}}, PATIENT, note)
    text = json.dumps(got)
    assert "1932" not in text and "93 years" not in text and "03-04" not in text and "March" not in text
    assert "2024" in got[1]["note"][0]["text"]  # type: ignore[index]
    assert not [word for word in ("Vexholm", "Tarquil", "[PERSON]") if word in got[1]["note"][0]["text"]]  # type: ignore[index]
