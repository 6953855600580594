"""Names and numbers in the displays of codes, the texts of concepts and dosages."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.entities import Entity
from redactor.text import KnownValue, Note, TextKind
from schemas.engine import json_codec
from tests.margin import THRESHOLDS, thresholds_moved
from tests.unit.record_kit import SYNTHEA

Json = dict[str, Any]
ICD, SNOMED = "http://hl7.org/fhir/sid/icd-10-cm", "http://snomed.info/sct"
PUBLISHED = "Essential (primary) hypertension"


def condition(**code: Any) -> Json:
    return {"resourceType": "Condition", "id": "c1", "subject": {"reference": "Patient/p1"}, "code": code}


def display(system: str, code: str) -> Callable[[str], Json]:
    return lambda text: condition(coding=[{"system": system, "code": code, "display": text}])


PLACES: dict[str, Callable[[str], Json]] = {
    "code in the list": display(ICD, "I10"),
    "code without a list": display(SNOMED, "38341003"),
    "code of a vaccine": display("http://hl7.org/fhir/sid/cvx", "140"),
    "code of HL7": display("http://terminology.hl7.org/CodeSystem/v3-ActCode", "AMB"),
    "forged system": display("http://terminology.hl7.org/CodeSystem/v3-Forged", "condition"),
    "forged host": display("http://snomed.info.example/sct", "38341003"),
    "forged code": display(SNOMED, "38341004"),
    "text of a concept": lambda text: condition(text=text),
    "dosage": lambda text: {
        "resourceType": "MedicationRequest", "id": "m1", "status": "active", "intent": "order",
        "dosageInstruction": [{"text": text, "patientInstruction": text}],
    },
    "dosage given": lambda text: {
        "resourceType": "MedicationAdministration", "id": "m2", "status": "completed", "dosage": {"text": text},
        "medicationCodeableConcept": {"coding": [{"code": "x"}]},
    },
    "name of a device": lambda text: {
        "resourceType": "Device", "id": "d1", "deviceName": [{"name": text, "type": "patient-reported-name"}],
    },
    "model of a device": lambda text: {"resourceType": "Device", "id": "d2", "modelNumber": text},
    "series of images": lambda text: {
        "resourceType": "ImagingStudy", "id": "i1", "status": "available", "description": text,
        "series": [{"uid": "1", "modality": {"code": "CT"}, "description": text}],
    },
    "title of a plan": lambda text: {
        "resourceType": "CarePlan", "id": "p1", "status": "active", "intent": "plan", "title": text,
    },
    "question": lambda text: {
        "resourceType": "QuestionnaireResponse", "id": "q1", "status": "completed",
        "item": [{"linkId": "1", "text": text}],
    },
    "range of reference": lambda text: {
        "resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "x"},
        "referenceRange": [{"text": text}],
    },
}  # fmt: skip

LEAKS = {
    "Observation by Dr. Okonjo": ("Okonjo",),
    "Smith, John - chest pain": ("Smith", "John"),
    "SMITH, JOHN - CHEST PAIN": ("SMITH", "JOHN"),
    "Okonjo, Adaeze: fracture of hip": ("Okonjo", "Adaeze"),
    "Chest pain, per daughter Denise Walker": ("Denise", "Walker"),
    f"{PUBLISHED} John Smith": ("Smith",),
    f"{PUBLISHED} - Smith, John": ("Smith",),
    f"Delgado {PUBLISHED}": ("Delgado",),
    "Asthma [John Smith]": ("Smith",),
    "asthma per Young": ("Young",),
    "Attending - Rose": ("Rose",),
    "asthma / Kowalczyk": ("Kowalczyk",),
    "Boston Children's Hospital": ("Boston",),
    "John Parkinson": ("Parkinson",),
    "Mary Graves - hypothyroid": ("Graves",),
    "Bell, Alexander - fracture": ("Bell",),
    "Hideyoshi fell at home": ("Hideyoshi",),
    "chest pain, Mr Walker was seen": ("Walker",),
    "Seen by Maria Gonzalez RN": ("Maria", "Gonzalez"),
    "Reviewed with Priya Raghunathan": ("Priya", "Raghunathan"),
    "Fracture of hip, Mr. Abernathy": ("Abernathy",),
    "pt: Jane Roe": ("Jane", "Roe"),
    "asthma melissa colley": ("melissa", "colley"),
    "Chest pain, seen at Mercy General Hospital": ("Mercy",),
    "Asthma, lives at 12 Oak Street, Springfield": ("Oak", "Springfield"),
    "MRN 44718823 chest pain": ("44718823",),
    "Chest pain, call 617-555-1234": ("555",),
    "Chest pain jane.roe@example.com": ("jane",),
    "SSN 123-45-6789": ("6789",),
    "Hypertension (DOB 3/4/1950)": ("3/4",),
    # Beside what names a formula, a method or an abbreviation that is a title, too.
    "Ideal body weight (Dr. Devine)": ("Devine",),
    "Ideal body weight (Okonjo, Adaeze)": ("Okonjo", "Adaeze"),
    "QTc interval, Maria Gonzalez RN": ("Maria", "Gonzalez"),
    "HER2 ratio by Priya Raghunathan": ("Priya", "Raghunathan"),
    "Pain score by Kowalczyk": ("Kowalczyk",),
    "MR SMITH FRACTURE OF HIP": ("SMITH",),
    "MS Walker, chest pain": ("Walker",),
    "MR ABERNATHY": ("ABERNATHY",),
    "DR YOUNG": ("YOUNG",),
    "body weight, per Young": ("Young",),
    "Zebulon's pump, John Smith": ("Smith",),
    "Pacemaker SN 44718823": ("44718823",),
}

CLINICAL = """\
Hodgkin lymphoma, nodular sclerosis
Glasgow Coma Scale total score
Karnofsky Performance Status
Bence Jones protein [Mass/volume] in Urine
NM_007294.3(BRCA1):c.5266dupC (p.Gln1756fs)
HLA-B*57:01 allele
atorvastatin 20 MG Oral Tablet [Lipitor]
salmeterol 0.05 MG/ACTUAT Dry Powder Inhaler [Advair Diskus]
Insulin glargine 100 UNT/ML Pen Injector [Lantus]
Jackson-Pratt drain removal
Body mass index (BMI) [Ratio]
Maisonneuve's fracture of left leg
Cockcroft-Gault formula creatinine clearance
Influenza A virus A/Victoria/2570/2019 (H1N1)
Marasmic kwashiorkor
Friedewald LDL
Ann Arbor stage III
Christmas disease
Colorado tick fever
Morse Fall Scale
Take 1 tablet by mouth twice daily as needed for pain
Off Campus-Outpatient Hospital
Body surface area, Haycock
Lean body mass (Janmahasatian)
HER2/CEP17 ratio by FISH
Korotkoff V
HAS-BLED
TIMI flow, LAD
Gail model (BCRAT) and Tyrer-Cuzick v8
MR Conditional
MS Contin 15 mg
Resource 1.5 Cal
eGFR by CKD-EPI formula
Creatinine clearance, Cockcroft-Gault
Azure XT DR MRI SureScan
Hickman dual-lumen catheter 9.5 Fr
NM_005228.5:c.2573T>G"""


@pytest.fixture(scope="module", params=THRESHOLDS)
def redactor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, keyring_path: Path
) -> Iterator[Redactor]:
    """Under one keyring: under a random one a pseudonym of many digits now and then holds those of a leak."""
    home = tmp_path_factory.mktemp("clinical")
    with thresholds_moved(request.param):
        yield Redactor("hipaa-safe-harbor", keyring=keyring_path, home=home, as_of=dt.date(2026, 1, 1))


def release(redactor: Redactor, records: Sequence[Json]) -> list[str]:
    parsed = [json_codec.parse(json.dumps(record).encode()) for record in records]
    return [json_codec.encode(out.data or {}).decode() for out in redactor.records(parsed)]


def test_names_and_numbers_are_found_beside_any_code(redactor: Redactor) -> None:
    planted = [(place, text, make(text)) for place, make in PLACES.items() for text in LEAKS]
    texts = release(redactor, [record for _, _, record in planted])
    found = [(p, t) for (p, t, _), out in zip(planted, texts, strict=True) if any(s in out for s in LEAKS[t])]
    assert not found


def test_clinical_texts_pass_unchanged(redactor: Redactor) -> None:
    places = ("code in the list", "code without a list", "text of a concept", "dosage")
    lines = CLINICAL.splitlines()
    texts = release(redactor, [PLACES[place](line) for place in places for line in lines])
    asked = [(place, line) for place in places for line in lines]
    assert not [(p, line) for (p, line), out in zip(asked, texts, strict=True) if json.dumps(line) not in out]


def test_known_values_count_in_texts_of_every_kind(redactor: Redactor) -> None:
    known = (KnownValue("Zyzzyva", Entity.PATIENT),)
    notes = [Note("n", "zyzzyva: Zyzzyva asthma", "s", known=known, kind=kind) for kind in TextKind]
    for reading in redactor._engine.read(notes):
        assert {(s.start, s.end) for s in reading.spans} == {(0, 7), (9, 16)}


def test_a_published_display_is_the_same_for_a_patient_of_its_name(redactor: Redactor) -> None:
    text = "Hodgkin lymphoma, unspecified, unspecified site"
    patient = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Hodgkin", "given": ["Unspecified"]}]}
    redactor.learn([patient])
    coded, other = release(redactor, [display(ICD, "C81.90")(text), condition(text="Referred by Hodgkin, Adaeze")])
    assert json.dumps(text) in coded
    assert "Hodgkin" not in other


def test_the_codes_of_synthea_keep_their_displays(redactor: Redactor) -> None:
    if not SYNTHEA.is_dir():
        pytest.skip("the Synthea sample is not here")
    displays = set[tuple[str, str, str]]()
    for name in ("Condition", "Procedure", "AllergyIntolerance", "Immunization", "Encounter"):
        for line in (SYNTHEA / f"{name}.000.ndjson").read_text("utf-8").splitlines():
            record = json.loads(line)
            for key in ("code", "vaccineCode", "reasonCode", "type"):
                found = record.get(key, [])
                for concept in found if isinstance(found, list) else [found]:
                    if isinstance(concept, dict):
                        displays |= {(c["system"], c["code"], c["display"]) for c in concept["coding"]}
    some = sorted(displays)
    texts = release(redactor, [display(system, code)(text) for system, code, text in some])
    texts_of_concepts = release(redactor, [condition(text=text) for _, _, text in some])
    assert len(some) > 100
    assert not [d for d, out in zip(some, texts, strict=True) if json.dumps(d[2]) not in out]
    assert not [d for d, out in zip(some, texts_of_concepts, strict=True) if json.dumps(d[2]) not in out]
