"""Known values that a record without a single subject gives to its own texts."""

from __future__ import annotations

from typing import Any

import pytest

from redactor.detect.known import Known
from redactor.engine import Engine
from redactor.entities import Entity, Role
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.compiled_schema import Branch, CompiledSchema, Leaf, Rule
from schemas.engine.records import RecordIn
from schemas.harvest.known_values import identifying_fields, nested_fields, own_values
from tests.unit.record_kit import KEYS, REGISTRY, RING, One


def leaf(path: str, rule: Rule = Rule.MASK, entity: Entity | None = None, **more: Any) -> Leaf:
    return Leaf(rule, path, "string", entity, Role.PATIENT if entity else None, **more)


CONTACT = Branch(
    "row.contact",
    {"name": leaf("row.contact.name", entity=Entity.PERSON), "phones": leaf("row.contact.phones", is_array=True)},
    is_array=True,
)
ROOT: dict[str, Leaf | Branch] = {
    "patient": leaf("row.patient", entity=Entity.PATIENT),
    "mrn": leaf("row.mrn", Rule.HASH, Entity.MEDICAL_RECORD_NUMBER),
    "aliases": leaf("row.aliases", entity=Entity.PATIENT, is_array=True),
    "ward": leaf("row.ward", Rule.PASS),
    "note": leaf("row.note", Rule.AUTODEID),
    "contact": CONTACT,
}
FLAT = CompiledSchema("row", "1", "", Branch("row", ROOT))
ROW: dict[str, Any] = {
    "patient": "Rose Young", "mrn": "D4471", "aliases": ["Bo Hope"], "ward": "Cedar", "note": "Will came",
    "contact": [{"name": "Will Price", "phones": ["555-0100", "555-0101"]}, None, "x"],
}  # fmt: skip


def test_the_identifying_fields_of_a_row_at_any_depth() -> None:
    assert [value for *_, value in identifying_fields(ROW, FLAT)] == ["Rose Young", "D4471", ["Bo Hope"]]
    assert [value for *_, value in nested_fields(ROW, FLAT)] == ["Bo Hope", "Will Price", "555-0100", "555-0101"]
    assert {v.value for v in own_values(ROW, FLAT)} == {
        "Rose Young", "D4471", "Bo Hope", "Will Price", "555-0100", "555-0101",
    }  # fmt: skip


def texts(registry: Any, *records: dict[str, Any]) -> list[str]:
    engine = Engine([Known()], TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave"))
    applier = Applier(registry, engine, KEYS, ApplyOptions(), own_values=own_values)
    return [str(out.data) for out in applier.apply([RecordIn(r, str(i)) for i, r in enumerate(records)])]


def test_a_row_without_a_subject_is_searched_for_its_own_names() -> None:
    note = "Mr. Price called. Will said that Rose Young, MRN D-4471, slept. Will she?"
    (out,) = texts(One(FLAT), ROW | {"note": note, "contact": ROW["contact"][:1]})
    assert "'note': 'Mr. [PERSON] called. [PERSON] said that [PERSON], MRN [MEDICAL_RECORD_NUMBER], slept." in out


@pytest.mark.parametrize("order", [(0, 1, 0), (1, 0)])
def test_equal_texts_of_two_records_are_read_with_the_values_of_each(order: tuple[int, ...]) -> None:
    note = [{"text": "Dear Ms. Rose"}]
    contained = [{"resourceType": "RelatedPerson", "id": "r", "name": [{"family": "Rose", "given": ["May"]}]}]
    plain = {"resourceType": "Observation", "status": "final", "code": {"text": "x"}, "note": note}
    records = [plain, plain | {"contained": contained}]
    got = texts(REGISTRY, *(records[i] for i in order))
    assert [("Dear Ms. [PERSON]" in out) for out in got] == [i == 1 for i in order]
