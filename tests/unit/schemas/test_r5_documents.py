"""The documents of FHIR R5: what it adds to R4 is as strict."""

from __future__ import annotations

from functools import cache

from redactor.entities import Entity
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import Branch, Leaf, Node, Rule
from tests.each_row import each_row


@cache
def registry() -> Registry:
    return Registry()


@each_row(
    ("path", "rule", "entity"),
    [
        ("AuditEvent.agent.networkString", Rule.MASK, Entity.IP_ADDRESS),
        ("AuditEvent.agent.networkUri", Rule.DROP, None),
        ("Organization.contact.name.family", Rule.MASK, Entity.PERSON),
        ("ResearchStudy.associatedParty.name", Rule.MASK, Entity.PERSON),
        ("Schedule.name", Rule.MASK, Entity.PERSON),
        ("Coverage.subscriberId.value", Rule.HASH, None),
        ("Coverage.class.value.value", Rule.HASH, None),
        ("PaymentReconciliation.accountNumber", Rule.MASK, Entity.FIN),
        ("PaymentReconciliation.processor", Rule.MASK, Entity.ORGANIZATION),
        ("Appointment.virtualService.addressString", Rule.MASK, Entity.URL),
        ("Appointment.virtualService.addressUrl", Rule.DROP, None),
        ("Appointment.virtualService.sessionKey", Rule.DROP, None),
        ("BiologicallyDerivedProduct.division", Rule.MASK, Entity.DEVICE_ID),
        ("Device.name.value", Rule.AUTODEID, None),
        ("InventoryItem.instance.lotNumber", Rule.MASK, Entity.DEVICE_ID),
        ("MolecularSequence.literal", Rule.DROP, None),
        ("MolecularSequence.relative.startingSequence.sequenceString", Rule.DROP, None),
        ("Subscription.filterBy.value", Rule.DROP, None),
        ("Subscription.parameter.value", Rule.DROP, None),
        ("Transport.input.valueUri", Rule.DROP, None),
        ("Encounter.actualPeriod.start", Rule.MASK, Entity.DATE),
        ("MedicationRequest.medication.concept.text", Rule.AUTODEID, None),
        ("MedicationRequest.medication.reference.reference", Rule.HASH, None),
        ("ServiceRequest.intent", Rule.PASS, None),
        ("ImagingSelection.seriesUid", Rule.HASH, None),
    ],
)
def test_elements_of_r5(path: str, rule: Rule, entity: Entity | None) -> None:
    name, *keys = path.split(".")
    at: Node = registry().compiled(f"fhir/r5/{name}").root
    for key in keys:
        assert isinstance(at, Branch), path
        at = at.children[key]
    assert isinstance(at, Leaf)
    assert (at.rule, at.entity if rule is Rule.MASK else None) == (rule, entity)


def test_a_codeable_reference_has_the_targets_of_its_reference() -> None:
    medication = registry().compiled("fhir/r5/MedicationRequest").root.children["medication"]
    assert isinstance(medication, Branch)
    reference = medication.children["reference"]
    assert isinstance(reference, Branch)
    assert reference.targets == ("Medication",)
