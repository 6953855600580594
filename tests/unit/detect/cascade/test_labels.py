"""Types that models write become entities; what they call a dose is none."""

from __future__ import annotations

import pytest

from redactor.detect.cascade.labels import entity_from_label
from redactor.entities import FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, Entity
from tests.each_row import each_row


@each_row("label", list(Entity))
def test_our_own_names_mean_themselves(label: Entity) -> None:
    assert entity_from_label(label.value, tuple(Entity)) is label
    assert entity_from_label(label.value.lower().replace("_", " "), tuple(Entity)) is label


@pytest.mark.parametrize("vocabulary", [FROM_SHIELD, FROM_REDACTOR, FROM_I2B2])
def test_names_of_other_vocabularies(vocabulary: dict[str, Entity]) -> None:
    for name, entity in vocabulary.items():
        assert entity_from_label(name, tuple(Entity)) is entity


@each_row(
    ("label", "entity"),
    [("Name", Entity.PERSON), ("MRN", Entity.MEDICAL_RECORD_NUMBER), ("Date of Birth", Entity.BIRTH_DATE_TIME),
     ("names", Entity.PERSON), ("C", Entity.DATE), ("[PERSON]", Entity.PERSON), ("HCW", Entity.DOCTOR),
     ("QUASI-IDENTIFIER", Entity.ID), ("", Entity.ID), ("\ud800", Entity.ID), ("姓名", Entity.ID)],
)  # fmt: skip
def test_names_that_models_give(label: str, entity: Entity) -> None:
    assert entity_from_label(label, tuple(Entity)) is entity


@each_row("label", ["DOSAGE", "[DOSAGE]", "Medication", "lab value", "VITAL_SIGN", "Diagnosis", "none"])
def test_what_a_model_calls_clinical_is_no_identifier(label: str) -> None:
    assert entity_from_label(label, tuple(Entity)) is None


def test_entities_that_were_not_asked_for() -> None:
    asked = (Entity.PATIENT, Entity.CITY)
    assert entity_from_label("PATIENT", asked) is Entity.PATIENT
    assert entity_from_label("PERSON", asked) is Entity.PATIENT  # a name is a name
    assert entity_from_label("DATE", asked) is None
    assert entity_from_label("OCCUPATION", asked) is None
    assert entity_from_label("OCCUPATION", (Entity.RACE,)) is None  # neither is in the list of HIPAA
    assert entity_from_label("SECRET NUMBER", asked) is Entity.ID
