"""Tokens that no list holds are read word by word, once for all records, and withheld where they name somebody."""

from __future__ import annotations

from typing import Any

import pytest

from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import Outcome, RecordIn
from schemas.engine.token_check import TokenReader
from tests.each_row import each_row
from tests.unit import record_kit
from tests.unit.record_kit import KEYS, REGISTRY, RING, Words, observation, patient

ACT = "http://terminology.hl7.org/CodeSystem/v3-ActCode"
MASKED = {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}]}


QUUX = Words("Quux", "John Doe")  # what the detector finds; no list of names holds it


def released(data: dict[str, Any]) -> dict[str, Any]:
    return record_kit.released(data, detector=QUUX)


def coded(system: str, code: str) -> dict[str, Any]:
    return observation(code={"coding": [{"system": system, "code": code}]})


def test_a_code_that_names_somebody_is_hashed_with_its_system() -> None:
    (coding,) = released(coded(ACT, "QuuxForm_v2"))["code"]["coding"]
    assert coding == {"system": KEYS.system(ACT), "code": KEYS.code(ACT, "QuuxForm_v2")}


@pytest.mark.parametrize("code", ["AMB", "AmbulatoryVisit", "Zyzzyva-9"])
def test_a_code_that_names_nobody_passes(code: str) -> None:
    assert released(coded(ACT, code))["code"]["coding"] == [{"system": ACT, "code": code}]


def test_a_code_that_is_no_string_is_omitted() -> None:
    record = coded(ACT, "AMB")
    record["code"]["coding"][0]["code"] = 4471882
    assert released(record)["code"]["coding"] == [{"system": ACT, "_code": MASKED}]


def test_alleles_pass_and_names_of_their_letters_do_not() -> None:
    def alleles(*texts: str) -> list[Any]:
        variants = [{"observedAllele": text, "cigar": "1M"} for text in texts]
        released_variants = released({"resourceType": "MolecularSequence", "variant": variants})["variant"]
        return [variant.get("observedAllele") for variant in released_variants]

    kept = ["A", "CAT", "acgtacgt", "GCCAUUAUA", "ACGTNNNNACGT"]
    assert alleles(*kept) == kept
    assert alleles("MURRAY", "TANG", "CANTU", "HARDY") == [None] * 4


def test_the_system_of_a_code_is_read() -> None:
    system = "http://terminology.hl7.org/CodeSystem/quux-list"
    (coding,) = released(coded(system, "AMB"))["code"]["coding"]
    assert coding == {"system": KEYS.system(system), "code": KEYS.code(system, "AMB")}
    other = "http://terminology.hl7.org/CodeSystem/zyzzyva-list"
    assert released(coded(other, "AMB"))["code"]["coding"] == [{"system": other, "code": "AMB"}]


def test_a_unit_with_a_name_is_omitted() -> None:
    quantity = {"value": 5, "system": "http://unitsofmeasure.org", "code": "{Quux}/min"}
    got = released(observation(valueQuantity=quantity))["valueQuantity"]
    assert got["_code"] == MASKED
    assert "code" not in got
    kept = quantity | {"code": "{zyzzyvas}/min"}
    assert released(observation(valueQuantity=kept))["valueQuantity"] == kept


@each_row(
    ("profile", "keeps"),
    [
        ("http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient", True),
        ("http://hl7.org/fhir/StructureDefinition/zyzzyva-patient|1.0.0", True),
        ("http://hl7.org/fhir/StructureDefinition/quux-patient|1.0.0", False),
        ("http://hl7.org/fhir/StructureDefinition/JohnSmith", False),
        ("http://quux.hl7.org/fhir/StructureDefinition/Patient", False),
    ],
)
def test_profiles(profile: str, keeps: bool) -> None:
    other = "http://hl7.org/fhir/StructureDefinition/Patient"
    (first, second) = released(patient(meta={"profile": [profile, other]}))["meta"]["profile"]
    assert second == other
    assert (first == profile) is keeps
    if not keeps:
        assert first.startswith("urn:redactor:uri:")
        assert first.endswith("|1.0.0") is profile.endswith("|1.0.0")


def test_extension_urls() -> None:
    def urls(outer: str, inner: str) -> list[str]:
        extension = {"url": outer, "extension": [{"url": inner, "valueBoolean": True}]}
        (got,) = released(patient(extension=[extension]))["extension"]
        return [got["url"], got["extension"][0]["url"]]

    known = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race"
    assert urls(known, "ombCategory") == [known, "ombCategory"]
    assert urls(known, "zyzzyva") == [known, "zyzzyva"]
    assert urls(known, "quuxForm") == [known, KEYS.uri("quuxForm")]
    named = "http://hl7.org/fhir/StructureDefinition/quux-form"
    assert urls(named, "ombCategory") == [KEYS.uri(named), "ombCategory"]


def test_identifier_systems() -> None:
    def system(url: str) -> str:
        return released(patient(identifier=[{"system": url, "value": "1"}]))["identifier"][0]["system"]

    assert system("http://hl7.org/fhir/sid/us-ssn") == "http://hl7.org/fhir/sid/us-ssn"
    assert system("http://hl7.org/fhir/sid/quux") == KEYS.system("http://hl7.org/fhir/sid/quux")
    assert system("http://hl7.org/fhir/sid/zyzzyva") == "http://hl7.org/fhir/sid/zyzzyva"


def test_computable_names() -> None:
    def name(text: str) -> dict[str, Any]:
        return released({"resourceType": "Questionnaire", "status": "active", "name": text})

    assert name("ShareableIntakeForm")["name"] == "ShareableIntakeForm"
    assert name("ZyzzyvaForm2")["name"] == "ZyzzyvaForm2"
    for text in ("JohnSmithForm", "QuuxForm", "form_for_quux", "Form4471882", "Form1950-03-04"):
        got = name(text)
        assert "name" not in got
        assert got["_name"] == MASKED
    assert name("Form for John Doe")["name"] == "Form for [PERSON]", "several words are text"


def test_a_name_in_an_array_keeps_the_places_of_the_others() -> None:
    record = {
        "resourceType": "OperationDefinition", "status": "active", "kind": "query", "code": "x", "system": False,
        "type": False, "instance": True, "name": "Find", "overload": [{"parameterName": ["start", "forQuux", "end"]}],
    }  # fmt: skip
    (overload,) = released(record)["overload"]
    assert overload["parameterName"] == ["start", None, "end"]
    assert overload["_parameterName"] == [None, MASKED, None]


@pytest.mark.parametrize("language", ["en-US", "de", "zh-Hans"])
def test_languages(language: str) -> None:
    assert released(patient(language=language))["language"] == language


@pytest.mark.parametrize("language", ["en-Doe", "joe", "x-john"])
def test_other_languages(language: str) -> None:
    assert "language" not in released(patient(language=language))


def test_words_are_read_once_for_all_records_and_batches() -> None:
    detector = Words("Quux")
    engine = Engine([detector], TagReplacer(load_profile("hips"), RING, "enclave"))
    applier = Applier(REGISTRY, engine, KEYS, ApplyOptions())
    records = [RecordIn(coded(ACT, code), f"1:{i}") for i, code in enumerate(["zyzzyva", "quux", "zyzzyva", "AMB"])]
    first, again = applier.apply(records), applier.apply(records[::-1])
    read = [note.text for note in detector.seen if note.id.startswith("token#")]
    assert read == ["Zyzzyva", "Quux"]
    assert all(note.subject is None and not note.known for note in detector.seen if note.text in read)
    assert [out.data for out in again][::-1] == [out.data for out in first]


def test_what_cannot_be_read_in_whole_is_withheld() -> None:
    reader = TokenReader(Engine([Words()], TagReplacer(load_profile("hips"), RING, "enclave")).read)
    reader.read(["Zyzzyva UNREADABLE", "Zyzzyva"])
    assert reader.is_name("Zyzzyva UNREADABLE")
    assert not reader.is_name("Zyzzyva")


def test_a_detector_that_fails_on_a_token_quarantines_its_record_alone() -> None:
    class Fails(Words):
        def detect(self, notes: Any) -> Any:
            if any("Quux" in note.text for note in notes):
                raise ValueError
            return super().detect(notes)

    engine = Engine([Fails()], TagReplacer(load_profile("hips"), RING, "enclave"))
    records = [RecordIn(coded(ACT, code), f"1:{i}") for i, code in enumerate(["quux", "zyzzyva"])]
    outcomes = [out.outcome for out in Applier(REGISTRY, engine, KEYS, ApplyOptions()).apply(records)]
    assert outcomes == [Outcome.QUARANTINED, Outcome.RELEASED]
