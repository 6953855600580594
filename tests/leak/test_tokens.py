"""Names and numbers where codes, units, urls, languages, media types and computable names stand."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from redactor import Redactor
from redactor.engine import Engine
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import Outcome, RecordIn
from tests.margin import THRESHOLDS, thresholds_moved
from tests.unit.record_kit import KEYS, REGISTRY, RING, Words, patient

Json = dict[str, Any]
HL7 = "http://terminology.hl7.org/CodeSystem/"
UCUM = "http://unitsofmeasure.org"
CORE = "http://hl7.org/fhir/us/core/StructureDefinition/"

SECRETS = [
    "JohnSmith",
    "smith_john",
    "MARTINEZ-4471",
    "jsmith4471",
    "Delgado",
    "NGUYEN",
    "maria.gonzalez",
    "PatelFamily",
    "StMarysHospital",
    "mass-general-icu",
    "rm312-Jones",
    "jOHNsMITH",
    "S_m_i_t_h",
    "johnsmith",
    "MRN4471882",
    "617-555-1234",
    "617.555.1234",
    "123-45-6789",
    "6175551234",
    "1950-03-04",
    "19500304",
    "04MAR1950",
    "4-471-882",
    "one617two555three1234",
    "john@example.org",
    "Smith%20John",
]


def observation(**fields: Any) -> Json:
    return {"resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "x"}} | fields


def coded(system: str, code: str) -> Json:
    return observation(code={"coding": [{"system": system, "code": code}]})


def definition(kind: str, **fields: Any) -> Json:
    return {"resourceType": kind, "id": "q1", "status": "active"} | fields


PLACES: dict[str, Callable[[str], Json]] = {
    "open system": lambda s: coded(HL7 + "v3-ActCode", s),
    "system by OID": lambda s: coded("urn:oid:2.16.840.1.113883.5.9999", s),
    "manufacturer of a vaccine": lambda s: coded("http://hl7.org/fhir/sid/mvx", s),
    "modality": lambda s: coded("http://dicom.nema.org/resources/ontology/DCM", s),
    "variant": lambda s: coded("http://varnomen.hgvs.org", s),
    "RxNorm": lambda s: coded("http://www.nlm.nih.gov/research/umls/rxnorm", s),
    "NDC": lambda s: coded("http://hl7.org/fhir/sid/ndc", s),
    "ICD-10-PCS": lambda s: coded("http://www.cms.gov/Medicare/Coding/ICD10", s),
    "language code": lambda s: coded("urn:ietf:bcp:47", "en-" + s),
    "path of a system": lambda s: coded("http://hl7.org/fhir/" + s, "active"),
    "version of a system": lambda s: coded("http://loinc.org|" + s, "8867-4"),
    "host of a system": lambda s: coded(f"http://{s.lower()}.hl7.org/x", "active"),
    "arc of an OID": lambda s: coded("urn:oid:2.16.840.1.113883.6." + s, "active"),
    "unit": lambda s: observation(valueQuantity={"value": 5, "system": UCUM, "code": s}),
    "annotation": lambda s: observation(valueQuantity={"value": 5, "system": UCUM, "code": "{" + s + "}/min"}),
    "unit as text": lambda s: observation(valueQuantity={"value": 5, "unit": s}),
    "profile": lambda s: observation(meta={"profile": ["http://hl7.org/fhir/StructureDefinition/" + s]}),
    "version of a profile": lambda s: observation(meta={"profile": [CORE + "us-core-patient|" + s]}),
    "tag": lambda s: observation(meta={"tag": [{"system": HL7 + "common-tags", "code": s}]}),
    "extension": lambda s: observation(extension=[{"url": CORE + s, "valueBoolean": True}]),
    "extension within": lambda s: observation(
        extension=[{"url": CORE + "us-core-race", "extension": [{"url": s, "valueBoolean": True}]}]
    ),
    "identifier system": lambda s: observation(identifier=[{"system": "http://hl7.org/fhir/sid/" + s, "value": "1"}]),
    "language": lambda s: observation(language=s),
    "media type": lambda s: {
        "resourceType": "DocumentReference", "id": "d1", "status": "current",
        "content": [{"attachment": {"contentType": f"text/{s}; charset={s}", "title": "x"}}],
    },
    "currency": lambda s: {"resourceType": "Invoice", "id": "i1", "status": "issued", "totalNet": {"currency": s}},
    "computable name": lambda s: definition("Questionnaire", name=s),
    "url of a definition": lambda s: definition("ValueSet", url="http://hl7.org/fhir/ValueSet/" + s),
    "questionnaire answered": lambda s: {
        "resourceType": "QuestionnaireResponse", "id": "r1", "status": "completed",
        "questionnaire": "http://hl7.org/fhir/Questionnaire/" + s,
    },
    "release of FHIR": lambda s: definition("CapabilityStatement", fhirVersion="4.0.1-" + s.lower()),
    "allele": lambda s: {"resourceType": "MolecularSequence", "id": "m1", "variant": [{"observedAllele": s}]},
    "path of an error": lambda s: {
        "resourceType": "OperationOutcome",
        "issue": [{"severity": "error", "code": "invalid", "location": [f"/f:Patient[{s}]"],
                   "expression": [f"Patient.name.where(family = '{s}')", f"Patient.{s}", s]}],
    },
    "name of a parameter": lambda s: {"resourceType": "Parameters", "id": "p1", "parameter": [{"name": s}]},
}  # fmt: skip


@pytest.fixture(scope="module", params=THRESHOLDS)
def redactor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redactor]:
    folder = tmp_path_factory.mktemp("tokens")
    Keyring.generate().save(folder / "keys.json")
    with thresholds_moved(request.param):
        yield Redactor(
            profile="limited-dataset", keyring=folder / "keys.json", home=folder / "home", as_of=dt.date(2026, 1, 1)
        )


def release(redactor: Redactor, records: list[Json]) -> list[str]:
    outs = list(redactor.records([json_codec.parse(json.dumps(record).encode()) for record in records]))
    assert {out.outcome for out in outs} == {Outcome.RELEASED}
    return [json_codec.encode(out.data or {}).decode() for out in outs]


def test_no_secret_passes_as_a_token(redactor: Redactor) -> None:
    planted = [(place, secret, make(secret)) for place, make in PLACES.items() for secret in SECRETS]
    texts = release(redactor, [record for _, _, record in planted])
    found = [(place, s) for (place, s, _), text in zip(planted, texts, strict=True) if s.lower() in text.lower()]
    assert not found


ORDINARY = """
us-core-observation-lab clinical-note patient-reported sdoh-clinical-data food-insecurity housing-instability deductible
discharge-status inpatient-facility primary-tumor-category hearing-loss opioid-overdose video-visit chart-review phq-9
telephone-encounter VitalSignsPanel LipidPanelFasting cardiacTroponin MedicationRequestCategory ShareableLibrary v2-0203
"""


def test_ordinary_tokens_pass_everywhere(redactor: Redactor) -> None:
    free = ("open system", "system by OID", "path of a system", "profile", "extension", "extension within", "tag")
    named = (*free, "computable name", "url of a definition", "questionnaire answered", "name of a parameter")
    planted = [
        (s, PLACES[place](s)) for s in ORDINARY.split() for place in named if s.isalpha() or "within" not in place
    ]
    texts = release(redactor, [record for _, record in planted])
    assert not [(token, text) for (token, _), text in zip(planted, texts, strict=True) if token not in text]


def test_a_known_name_that_no_detector_finds_is_withheld() -> None:
    held = (KnownValue("Ngozi Zyzzyva", Entity.PATIENT, parts=(("given", "Ngozi"), ("family", "Zyzzyva"))),)
    engine = Engine([Words()], TagReplacer(load_profile("limited-dataset"), RING, "enclave"))
    records = [
        patient(meta={"tag": [{"system": HL7 + "common-tags", "code": "zyzzyva-program"}]}, language="en"),
        definition("Questionnaire", name="ZyzzyvaForm"),
    ]
    for known, count in ((held, 0), ((), 1)):

        def site(known: tuple[KnownValue, ...] = known) -> tuple[KnownValue, ...]:
            return known

        applier = Applier(REGISTRY, engine, KEYS, ApplyOptions(), known=lambda _: site(), site=site)
        texts = [
            json_codec.encode(out.data or {}).decode() for out in applier.apply([RecordIn(r, "1") for r in records])
        ]
        assert [text.lower().count("zyzzyva") for text in texts] == [count, count]
