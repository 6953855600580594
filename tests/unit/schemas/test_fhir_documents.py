"""FHIR's documents: identifying values of a resource are never passed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from redactor.entities import Entity, Role
from schemas.documents.registry import Registry
from schemas.documents.schema_files import DOCUMENTS
from schemas.engine.compiled_schema import Branch, Kind, Leaf, Node, Rule
from schemas.engine.fhir_types import TYPE_NAMES, UNSUPPORTED
from schemas.fhir_build.documents import DocumentBuilder, make_documents, render
from schemas.fhir_build.element_rules import PATH_TABLES
from tests.each_row import each_row

R4 = DOCUMENTS / "fhir" / "r4"
NAMES = sorted(
    p.relative_to(DOCUMENTS).with_suffix("").as_posix()
    for p in DOCUMENTS.glob("fhir/*/*.json")
    if p.stem != "datatypes"
)


@cache
def registry() -> Registry:
    return Registry()


@cache
def builder(release: str) -> DocumentBuilder:
    return DocumentBuilder(release)


def node(path: str) -> Node:
    """The node at a path such as "Patient.contact.name.family"."""
    resource, *keys = path.split(".")
    at: Node = registry().compiled(f"fhir/r4/{resource}").root
    for key in keys:
        assert isinstance(at, Branch), path
        at = at.children[key]
    return at


def leaf(path: str) -> Leaf:
    found = node(path)
    assert isinstance(found, Leaf), path
    return found


def passes(path: str, value: str) -> bool:
    at = leaf(path)
    if at.rule is not Rule.PASS:
        return False
    return (at.enum is None or value in at.enum) and (at.check is None or at.check(value))


def all_leaves(root: Branch) -> list[Leaf]:
    seen: set[int] = set()
    found: list[Leaf] = []
    stack: list[Node] = [root]
    while stack:
        at = stack.pop()
        if isinstance(at, Leaf):
            found.append(at)
        elif id(at.children) not in seen:
            seen.add(id(at.children))
            stack.extend(at.children.values())
    return found


@pytest.mark.slow  # it changes when the generator or its packages do
@pytest.mark.parametrize("release", ["r4", "r5"])
def test_the_committed_documents_are_the_generated_ones(release: str) -> None:
    made, folder = make_documents(release.upper()), DOCUMENTS / "fhir" / release
    assert sorted(p.name for p in folder.glob("*.json")) == sorted(made)
    for name, document in made.items():
        assert (folder / name).read_text("utf-8") == render(document), (
            f"{name}: run python -m schemas.fhir_build {release} schemas/documents/fhir/{release}"
        )


def test_the_rendered_text_is_the_document() -> None:
    document = make_patient("R4")
    assert json.loads(render(document)) == document


def make_patient(release: str) -> dict[str, Any]:
    return builder(release).document("Patient")


def test_every_resource_type_of_r4_has_a_schema_or_is_named_as_unsupported() -> None:
    shipped = {p.stem for p in R4.glob("*.json")} - {"datatypes"}
    models = {t.name for t in builder("R4").types.values() if t.is_resource}
    assert models - shipped == {"Bundle"}
    assert shipped | UNSUPPORTED <= TYPE_NAMES
    assert not shipped & UNSUPPORTED


def test_every_path_that_a_table_names_is_an_element_of_r4_or_r5() -> None:
    elements: set[str] = set()
    for release in ("R4", "R5"):
        made = builder(release)
        for kind in made.types.values():
            path = made.path_of(kind.name)
            elements |= {f"{path}.{f.name}" for f in kind.elements} | {f"*.{f.name}" for f in kind.elements}
    for table in PATH_TABLES:
        assert table <= elements, sorted(table - elements)


@each_row("name", NAMES)
def test_what_passes_is_bounded_everywhere(name: str) -> None:
    """Texts, URIs and codes pass only with an enum or a check, except those that the handlers check."""
    decided_by_the_walk = {"Coding.system", "Coding.code", "Extension.url"}
    for at in all_leaves(registry().compiled(name).root):
        if at.rule is Rule.PASS and at.format not in ("boolean", "integer", "decimal"):
            assert at.enum or at.check or at.path in decided_by_the_walk, at.path
        if at.format in ("date", "dateTime", "instant"):
            assert at.rule is Rule.MASK, at.path
        if at.format in ("string", "markdown") and at.rule is Rule.PASS:
            assert not (at.check and at.check("John Doe")), at.path
        if at.rule is Rule.MASK:
            assert at.entity is not None, at.path


@each_row("name", NAMES)
def test_every_resource_has_what_all_have(name: str) -> None:
    schema = registry().compiled(name)
    assert schema.id_path == ("id",)
    own = schema.root.children
    rules = {"id": Rule.HASH, "resourceType": Rule.PASS, "implicitRules": Rule.DROP}
    for key, rule in rules.items():
        found = own[key]
        assert isinstance(found, Leaf)
        assert found.rule is rule
        assert key != "resourceType" or found.enum == {name.rpartition("/")[2]}
    meta = own["meta"]
    assert isinstance(meta, Branch)
    assert meta.kind is Kind.META


@each_row(
    ("path", "entity", "role"),
    [
        ("Patient.name.family", Entity.PATIENT, Role.PATIENT),
        ("Patient.birthDate", Entity.BIRTH_DATE_TIME, Role.PATIENT),
        ("Patient.deceasedDateTime", Entity.DEATH_DATE_TIME, Role.PATIENT),
        ("Patient.contact.name.text", Entity.PERSON, Role.RELATIVE),
        ("Patient.address.postalCode", Entity.ZIP, Role.PATIENT),
        ("Patient.telecom.value", Entity.TELEPHONE_NUMBER, Role.PATIENT),
        ("Patient.telecom.period.start", Entity.ADMINISTRATIVE_DATE, Role.PATIENT),
        ("RelatedPerson.name.given", Entity.PERSON, Role.RELATIVE),
        ("Practitioner.name.family", Entity.DOCTOR, Role.CLINICIAN),
        ("Practitioner.birthDate", Entity.BIRTH_DATE_TIME, Role.CLINICIAN),
        ("Organization.name", Entity.HOSPITAL, Role.SITE),
        ("Location.name", Entity.HOSPITAL, Role.SITE),
        ("Coverage.subscriberId", Entity.HEALTH_PLAN_ID, Role.PAYER),
        ("Coverage.class.value", Entity.HEALTH_PLAN_ID, Role.PAYER),
        ("Device.serialNumber", Entity.DEVICE_ID, None),
        ("Device.udiCarrier.carrierHRF", Entity.DEVICE_ID, None),
        ("Immunization.lotNumber", Entity.DEVICE_ID, None),
        ("AuditEvent.agent.network.address", Entity.IP_ADDRESS, None),
        ("Observation.note.authorString", Entity.PERSON, None),
        ("Observation.subject.display", Entity.PERSON, None),
        ("Observation.effectiveDateTime", Entity.DATE, None),
        ("FamilyMemberHistory.name", Entity.PERSON, Role.RELATIVE),
        ("Condition.onsetAge.value", Entity.AGE, None),
        ("Condition.onsetRange.high.value", Entity.AGE, None),
        ("Patient.extension.valueHumanName.family", Entity.PERSON, None),
        ("Patient._birthDate.extension.valueDateTime", Entity.DATE, None),
    ],
)
def test_identifying_elements_are_masked_as_their_entity(path: str, entity: Entity, role: Role | None) -> None:
    at = leaf(path)
    assert (at.rule, at.entity, at.role) == (Rule.MASK, entity, role)


@each_row(
    "path",
    [
        "Patient.photo",
        "Patient.meta.source",
        "Patient.extension.id",
        "Location.position.latitude",
        "Location.position.longitude",
        "Endpoint.address",
        "Endpoint.header",
        "Subscription.criteria",
        "DocumentReference.content.attachment.url",
        "DocumentReference.content.attachment.size",
        "DocumentReference.content.attachment.hash",
        "Provenance.signature.data",
        "Observation.extension.valueDecimal",
        "Observation.extension.valueInteger",
        "Observation.extension.valueUri",
        "Observation.extension.valueBase64Binary",
        "Observation.extension.valueId",
        "Observation.code.coding.version",
        "MolecularSequence.observedSeq",
        "Task.input.valueInteger",
        "Parameters.parameter.valueDecimal",
        "Device.udiCarrier.carrierAIDC",
    ],
)
def test_elements_that_could_hold_anything_are_dropped(path: str) -> None:
    assert leaf(path).rule is Rule.DROP


@each_row(
    "path",
    [
        "Patient.identifier.value",
        "Patient.identifier.system",
        "Observation.subject.reference",
        "Patient.meta.versionId",
        "Patient.meta.profile",
        "Questionnaire.url",
        "QuestionnaireResponse.questionnaire",
        "QuestionnaireResponse.item.linkId",
        "ImagingStudy.series.uid",
    ],
)
def test_linking_elements_are_hashed(path: str) -> None:
    assert leaf(path).rule is Rule.HASH


@each_row(
    "path",
    [
        "Observation.valueString",
        "Observation.code.text",
        "Observation.code.coding.display",
        "Observation.note.text",
        "Communication.payload.contentString",
        "DocumentReference.content.attachment.data",
        "DocumentReference.content.attachment.title",
        "Binary.data",
        "Patient.text.div",
        "Patient.extension.valueString",
        "Patient.extension.extension.valueMarkdown",
    ],
)
def test_texts_go_to_the_detectors(path: str) -> None:
    assert leaf(path).rule is Rule.AUTODEID


@each_row(
    ("path", "good", "bad"),
    [
        ("Patient.gender", "female", "John"),
        ("Observation.status", "corrected", "Doe"),
        ("Encounter.status", "entered-in-error", "planned for Doe"),
        ("Observation.valueQuantity.code", "mg/dL", "John"),
        ("Observation.valueQuantity.system", "http://unitsofmeasure.org", "http://st-mary.example/units"),
        ("Patient.language", "en-US", "en-John"),
        ("Binary.contentType", "text/plain; charset=utf-8", "text/plain; name=john.txt"),
        ("Claim.total.currency", "USD", "John Doe"),
        ("Observation.subject.type", "Patient", "JohnDoe"),
        ("Patient.name.prefix", "Mrs.", "John"),
        ("Patient.name.suffix", "MD", "Kennedy"),
        ("Condition.onsetAge.unit", "years", "years of John"),
        ("Observation.valueSampledData.data", "1.5 2.0 E -3", "1.5 John"),
        ("Observation.valueInteger", "42", "6505551234"),
        ("QuestionnaireResponse.item.answer.valueInteger", "7", "94301"),
        ("QuestionnaireResponse.item.answer.valueDecimal", "7.25", "1931.5"),
        ("MedicationRequest.dosageInstruction.timing.repeat.when", "MORN", "John"),
        ("Patient.extension.valueCode", "asked-unknown", "JohnDoe"),
        ("Observation.valueTime", "08:30:00", "08:30 Doe"),
    ],
)
def test_short_values_pass_only_in_their_form(path: str, good: str, bad: str) -> None:
    assert passes(path, good)
    assert not passes(path, bad)


@each_row(
    ("path", "kind"),
    [
        ("Patient.name", Kind.HUMAN_NAME),
        ("Patient.address", Kind.ADDRESS),
        ("Patient.telecom", Kind.CONTACT_POINT),
        ("Patient.identifier", Kind.IDENTIFIER),
        ("Patient.managingOrganization", Kind.REFERENCE),
        ("Patient.text", Kind.NARRATIVE),
        ("Patient.extension", Kind.EXTENSION),
        ("Patient.contained", Kind.RESOURCE),
        ("Parameters.parameter.resource", Kind.RESOURCE),
        ("Parameters.parameter.part.part.resource", Kind.RESOURCE),
        ("Condition.onsetAge", Kind.AGE),
        ("Observation.code.coding", Kind.CODING),
        ("DocumentReference.content.attachment", Kind.ATTACHMENT),
        ("Binary", Kind.BINARY),
    ],
)
def test_datatypes_with_handlers_have_a_kind(path: str, kind: Kind) -> None:
    at = node(path)
    assert isinstance(at, Branch)
    assert at.kind is kind


def test_references_have_their_target_types() -> None:
    at = node("Patient.managingOrganization")
    assert isinstance(at, Branch)
    assert at.targets == ("Organization",)


def test_parts_of_names_are_named() -> None:
    assert (leaf("Patient.name.given").part, leaf("Patient.name.given").is_array) == ("given", True)
    assert leaf("Patient.birthDate").part is None


def test_paths_are_those_of_fhir() -> None:
    assert leaf("Patient.contact.gender").path == "Patient.contact.gender"
    assert leaf("Patient.contact.name.family").path == "HumanName.family"
    assert leaf("ClaimResponse.item.adjudication.value").path == "ClaimResponse.item.adjudication.value"
    assert leaf("ValueSet.compose.exclude.concept.display").path == "ValueSet.compose.include.concept.display"


def test_every_primitive_can_carry_extensions() -> None:
    at = node("Patient.name._given")
    assert isinstance(at, Branch)
    assert at.is_array
    assert leaf("Patient.name._given.extension.valueString").rule is Rule.AUTODEID


@each_row(
    ("name", "subject"),
    [
        ("Patient", [("id",)]),
        ("Observation", [("subject", "reference")]),
        ("Immunization", [("patient", "reference")]),
        ("ResearchSubject", [("individual", "reference")]),
        ("Coverage", [("beneficiary", "reference")]),
        ("Task", [("for", "reference")]),
        ("Appointment", [("participant", "actor", "reference")]),
        ("RelatedPerson", [("patient", "reference")]),
        ("Account", [("subject", "reference")]),
        ("AuditEvent", []),
        ("Provenance", []),
        ("Organization", []),
        ("ValueSet", []),
    ],
)
def test_every_schema_names_its_subject(name: str, subject: list[tuple[str, ...]]) -> None:
    assert list(registry().compiled(f"fhir/r4/{name}").subject) == subject


def test_every_patient_reference_with_a_common_name_is_a_subject_path() -> None:
    for kind in builder("R4").types.values():
        if kind.is_resource and any(f.name == "patient" and "Patient" in f.targets for f in kind.elements):
            assert registry().compiled(f"fhir/r4/{kind.name}").subject, kind.name


def test_every_resource_type_of_r5_has_a_schema() -> None:
    models = {t.name for t in builder("R5").types.values() if t.is_resource}
    assert models - {name.rpartition("/")[2] for name in NAMES if name.startswith("fhir/r5/")} == {"Bundle"}
