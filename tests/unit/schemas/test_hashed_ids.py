"""Versions are tokens of their resource, and ids of items that identify nobody stay."""

from __future__ import annotations

from typing import Any

from schemas.engine.pseudonyms import is_item_path
from schemas.engine.records import RecordIn
from schemas.engine.references import References
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, make


def released(record: dict[str, Any]) -> dict[str, Any]:
    (out,) = make("hipaa-safe-harbor")[0].apply([RecordIn(record, "1:1")])
    assert out.data is not None, out.reason
    return out.data


def version_of(resource_type: str, rid: str, version: str) -> str:
    record = {"resourceType": resource_type, "id": rid, "meta": {"versionId": version}}
    return str(released(record)["meta"]["versionId"])


def test_equal_versions_of_two_resources_are_two_tokens() -> None:
    found = {version_of(t, rid, v) for t in ("Patient", "Practitioner") for rid in ("a", "b") for v in ("1", "2")}
    assert len(found) == 8
    assert version_of("Patient", "a", "1") == version_of("Patient", "a", "1")


def test_a_reference_to_a_version_names_it_as_the_resource_does() -> None:
    token = version_of("Patient", "a", "3")
    links = References(KEYS, lambda uri: False)
    assert links.reference("Patient/a/_history/3") == f"Patient/{KEYS.id('Patient', 'a')}/_history/{token}"


@each_row("link", ["1", "1.2", "1.2.3", "/1/2", "q1", "Q3a", "2a", "item-4", "section1.q2", "10.11"])
def test_the_path_of_an_item_stays(link: str) -> None:
    assert is_item_path(link)
    items = [{"linkId": link, "answer": [{"valueBoolean": True}]}]
    form = {"resourceType": "QuestionnaireResponse", "id": "r", "status": "completed", "item": items}
    assert released(form)["item"][0]["linkId"] == link


NAMING = (
    "smith 1.smith 614-555-0142 123-45-6789 12.05.1926 12.05.26 5/12/26 1234567 123.456.789 /54126-8 jdoe1 "
    "1.2.3.4.5.6.7.8"
)


@each_row("link", ["", *NAMING.split()])
def test_what_may_name_somebody_is_a_token(link: str) -> None:
    assert not is_item_path(link)
