"""Ids and references that texts quote become the pseudonyms that stand in the fields; words and doses stay."""

from __future__ import annotations

import base64
import json
from typing import Any

from redactor.run.intake.bundles import split_bundle
from redactor.run.worker import RecordProcessor
from schemas.engine.quoted_ids import names_in_id
from schemas.engine.records import RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, Words, make, observation, patient, released

NOBODY = Words()
PETER = KEYS.id("RelatedPerson", "peter")
SECOND = KEYS.version("RelatedPerson/peter", "2")


def text_of(text: str, **fields: Any) -> str:
    """The text after a run as the note of an observation. No detector finds anything."""
    (out,) = make(detector=NOBODY)[0].apply([RecordIn(observation(note=[{"text": text}], **fields), "1")])
    assert out.data is not None, out.reason
    return str(out.data["note"][0]["text"])


@each_row(
    ("text", "expected"),
    [
        ("seen by RelatedPerson/peter.", f"seen by RelatedPerson/{PETER}."),
        ("(RelatedPerson/peter/_history/2)", f"(RelatedPerson/{PETER}/_history/{SECOND})"),
        ("at https://ehr.example/fhir/RelatedPerson/peter", f"at https://deid.invalid/fhir/RelatedPerson/{PETER}"),
        ('"reference":"Patient/12"', f'"reference":"Patient/{KEYS.id("Patient", "12")}"'),
        ("Patient/Okonjo called", f"Patient/{KEYS.id('Patient', 'Okonjo')} called"),
        ("Encounter/f201; Observation/a-1", None),
        ("see RelatedPerson%2Fpeter", f"see RelatedPerson/{PETER}"),
        (r"see RelatedPerson\u002fp\u0065ter", f"see RelatedPerson/{PETER}"),
        ("urn:uuid:53FEFA32-fcbb-4ff8-8a92-55ee120877b7", None),
    ],
)  # fmt: skip
def test_any_reference_in_a_text_is_rewritten_as_in_a_field(text: str, expected: str | None) -> None:
    got = text_of(text)
    assert got != text
    if expected is not None:
        assert got == expected


@each_row(
    "text",
    [
        "Patient/family verbalized understanding", "Patient/Caregiver", "Person/place/time", "Patient/POA agrees",
        "Medication/10mg daily", "Goal/2wks", "Condition/diagnosis", "Procedure/thoracentesis", "Location/duration",
        "Group/individual therapy", "Device/lead", "mg/dL", "and/or", "N/A", "Organization/Mayo",
        "http://hl7.org/fhir/StructureDefinition/Patient", "Hemoglobin A1c/Hemoglobin.total in Blood",
        "List/Zithromax", "T/C/R", "Patient/", "patient/peter", "Medication/allergy reconciliation",
    ],
)  # fmt: skip
def test_prose_doses_and_published_urls_are_no_references(text: str) -> None:
    assert text_of(text) == text


@each_row(
    ("text", "quoted"),
    [
        ("Resource pat-0001234, or PAT-0001234.", ["pat-0001234", "PAT-0001234"]),
        ("id: 7", ["7"]),
        ('"id" : "7"', ["7"]),
        ("ID\n7", ["7"]),
        ("Generated Narrative: Observation 7", ["7"]),
        ('Resource Observation "7"', ["7"]),
        ("Observation (7)", ["7"]),
        ("observation/7, OBSERVATION_ID=7", ["7"]),
        ("Encounter?identifier=sys|99", ["Encounter?identifier=sys|99"]),
    ],
)
def test_ids_of_the_record_are_rewritten_as_in_its_fields(text: str, quoted: list[str]) -> None:
    fields: dict[str, Any] = {
        "id": "7",
        "subject": {"reference": "Patient/pat-0001234"},
        "encounter": {"reference": "Encounter?identifier=sys|99"},
    }
    new = {
        "7": KEYS.id("Observation", "7"),
        "pat-0001234": KEYS.id("Patient", "pat-0001234"),
        "Encounter?identifier=sys|99": released(observation(**fields))["encounter"]["reference"],
    }
    expected = text
    for old in dict.fromkeys(quoted):
        expected = expected.replace(old, new.get(old) or new[old.lower()])
    assert text_of(text, **fields) == expected


@each_row(
    "text",
    [
        "7 of 7 tests, pain 7/10, 7", "peter out", "2020-01-02", "Platelets 2500000/uL", "visit 7 ended",
        "12 apples (7)", "Glucose (7)", "paid: 7",
    ],
)  # fmt: skip
def test_short_ids_words_dates_and_measurements_are_not_replaced_blindly(text: str) -> None:
    fields: dict[str, Any] = {
        "id": "7",
        "performer": [{"reference": f"Practitioner/{i}"} for i in ("peter", "2020-01-02", "2500000", "visit", "ended")],
    }
    assert text_of(text, **fields) == text


def test_identifiers_are_replaced_as_numbers() -> None:
    identifiers = [{"system": "urn:x", "value": v} for v in ("943 476 5919", "12", "E86591", "NONE")]
    text = "MRN 943 476 5919 (943 476 5919), E86591. None, NONE, 12."
    assert text_of(text, identifier=identifiers) == "MRN [ID] ([ID]), [ID]. None, NONE, 12."


def test_a_narrative_of_a_relative_shows_neither_id_nor_name() -> None:
    narrative = (
        "<p><b>Generated Narrative: RelatedPerson</b></p><p><b>id</b>: peter</p><p>Resource RelatedPerson "
        "&quot;peter&quot;</p><p><b>patient</b>: <a href='#'>Patient/smith-john</a></p><p>Peter lives with SMITH</p>"
    )
    data = {
        "resourceType": "RelatedPerson", "id": "peter", "patient": {"reference": "Patient/smith-john"},
        "text": {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{narrative}</div>'},
    }  # fmt: skip
    (out,) = make(detector=NOBODY)[0].apply([RecordIn(data, "1")])
    assert out.data is not None
    div = out.data["text"]["div"]
    assert "peter" not in div.lower()
    assert "smith" not in div.lower()
    assert div.count(PETER) == 2
    assert out.data["patient"]["reference"] in div


def test_the_text_of_an_attachment_and_a_contained_resource() -> None:
    text = "see #p1, #will, Patient/pat-9912345 and pat-9912345"
    data = {
        "resourceType": "DocumentReference", "status": "current", "subject": {"reference": "Patient/pat-9912345"},
        "contained": [
            {"resourceType": "Practitioner", "id": "practitioner-00017"}, {"resourceType": "Device", "id": "will"},
        ],
        "author": [{"reference": "#practitioner-00017"}], "description": "by practitioner-00017",
        "content": [{"attachment": {"contentType": "text/plain", "data": base64.b64encode(text.encode()).decode()}}],
    }  # fmt: skip
    (out,) = make(detector=NOBODY)[0].apply([RecordIn(data, "1")])
    assert out.data is not None
    new = out.data["subject"]["reference"]
    body = base64.b64decode(out.data["content"][0]["attachment"]["data"]).decode()
    assert body == f"see #p1, #{out.data['contained'][1]['id']}, {new} and {new.partition('/')[2]}"
    assert out.data["description"] == "by " + out.data["author"][0]["reference"][1:]


def test_ids_of_the_other_entries_of_a_bundle_are_rewritten() -> None:
    uuid = "urn:uuid:0f2a91d4-0000-4c1e-8000-5a5a5a5a5a5a"
    text = f"for pat-9912345, {uuid}, {uuid[9:]}, id: e1, not e1"
    entries = [
        {"fullUrl": "https://ehr.example/fhir/Patient/pat-9912345", "resource": patient(id="pat-9912345")},
        {"fullUrl": uuid, "resource": {"resourceType": "Encounter", "id": "e1", "status": "planned"}},
        {"fullUrl": "https://ehr.example/fhir/Observation/o", "resource": observation(id="o", note=[{"text": text}])},
    ]
    raw = json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}).encode()
    records = split_bundle(raw, "1:1", None)
    assert records is not None
    *_, last = RecordProcessor(make(detector=NOBODY)[0], KEYS).process(list(records))
    assert last.payload is not None
    new_uuid = KEYS.uuid("uuid", uuid[9:])
    assert json.loads(last.payload)["note"][0]["text"] == (
        f"for {KEYS.id('Patient', 'pat-9912345')}, urn:uuid:{new_uuid}, {new_uuid}, "
        f"id: {KEYS.id('Encounter', 'e1')}, not e1"
    )


def test_a_text_that_records_share_is_rewritten_for_each() -> None:
    text = "id: 7"
    records = [RecordIn(observation(id=i, note=[{"text": text}]), i) for i in ("7", "8", "7")]
    out = make(detector=NOBODY)[0].apply(records)
    assert [o.data["note"][0]["text"] for o in out if o.data] == [
        f"id: {KEYS.id('Observation', '7')}", text, f"id: {KEYS.id('Observation', '7')}",
    ]  # fmt: skip


def test_a_word_that_a_detector_found_wider_than_the_id_is_covered_whole() -> None:
    text = "see Patient/Doe, Jane"
    (out,) = make(detector=Words("Doe, Jane"))[0].apply([RecordIn(observation(note=[{"text": text}]), "1")])
    assert out.data is not None
    assert "Jane" not in str(out.data)
    assert "Doe" not in str(out.data)


@each_row(
    ("ids", "own_type", "names"),
    [
        (["RelatedPerson/peter"], "Observation", ("peter",)),
        (["https://x.example/fhir/Patient/OkonjoSmith1952"], None, ("okonjo", "smith")),
        (["peter"], "Patient", ("peter",)),
        (["peter"], "Device", ()),
        (["Observation/smith-john-glucose"], None, ("smith", "john")),
        (["Medication/allegra", "Patient/example", "Patient/may", "Patient/f201", "Patient/rose-1"], None, ()),
        ([f"{kind}0f2a91d4-ada1-4c1e-8000-5a5a5a5a5a5a" for kind in ("Patient/", "urn:uuid:", "")], "Patient", ()),
    ],
)  # fmt: skip
def test_names_in_ids(ids: list[str], own_type: str | None, names: tuple[str, ...]) -> None:
    assert tuple(name for i in ids for name in names_in_id(i, own_type)) == names
