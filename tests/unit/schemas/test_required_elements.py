"""What FHIR requires of a resource is there after its release: a valid record leaves valid, whatever was withheld."""

from __future__ import annotations

import functools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import fhir.resources
import fhir.resources.R4B
import pytest
from pydantic import ValidationError

import schemas.engine
from redactor.run.worker import rewrite_entry
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.records import Outcome, RecordIn
from schemas.engine.walk_state import DATA_ABSENT
from schemas.fhir_build.element_lists import required_elements
from tests.each_row import each_row
from tests.unit.record_kit import Words, make, observation, released
from tests.unit.schemas.fhir_instances import PLAIN, TELLING, instance, resource_types
from tests.unit.schemas.test_id_classes import REFS

PROFILES = ("hips", "hips-markov", "hipaa-safe-harbor", "limited-dataset", "redactor")
RICH = Path(__file__).parents[3] / "benchmarks" / "data" / "rich-resources.jsonl"
MASKED = {"extension": [DATA_ABSENT]}


def faults(release: str, resource: dict[str, Any]) -> list[str]:
    models = fhir.resources.R4B if release == "R4" else fhir.resources
    try:
        models.get_fhir_model_class(resource["resourceType"]).model_validate(resource)
    except ValidationError as e:
        told = e.errors(include_input=False, include_url=False)
        return [f"{resource['resourceType']}.{'.'.join(map(str, x['loc']))}: {x['msg']}" for x in told]
    return []


@functools.cache
def with_what_is_required(release: str) -> list[dict[str, Any]]:
    """Valid resources that all profiles share."""
    kinds = resource_types(release)
    made = [instance(release, kind, values, whole=False) for kind in kinds for values in (PLAIN, TELLING)]
    assert not [fault for resource in made for fault in faults(release, resource)]
    return made


def new_faults(release: str, profile: str, resources: list[dict[str, Any]]) -> Counter[str]:
    """Faults of released resources that came without any, and of how many resources that came so."""
    return faults_of_release(release, profile, [r for r in resources if not faults(release, r)])


def faults_of_release(release: str, profile: str, valid: list[dict[str, Any]]) -> Counter[str]:
    applier, _ = make(profile, Words("Doe", "Jane"), Registry(allow_unapproved=True, release=release))  # type: ignore[arg-type]
    outs = applier.apply([RecordIn(json.loads(json.dumps(r)), f"1:{i}") for i, r in enumerate(valid)])
    found = Counter(valid=len(valid))
    for resource, out in zip(valid, outs, strict=True):
        assert out.outcome is Outcome.RELEASED and out.data is not None, (resource["resourceType"], out.reason)
        found.update(faults(release, json.loads(json_codec.encode(out.data))))
    return found


@each_row("profile", PROFILES)
@each_row("release", ["R4", "R5"])
def test_a_resource_with_what_is_required_alone_leaves_valid(release: str, profile: str) -> None:
    made = with_what_is_required(release)
    assert len(made) == 2 * len(resource_types(release))
    assert faults_of_release(release, profile, made) == {"valid": len(made)}


@pytest.mark.slow
@pytest.mark.parametrize(("release", "profile"), [("R4", "redactor"), ("R5", "hips")])
def test_a_resource_with_all_elements_leaves_valid(release: str, profile: str) -> None:
    kinds = resource_types(release)
    made = [instance(release, kind, TELLING, whole=True, turn=turn) for kind in kinds for turn in range(2)]
    assert new_faults(release, profile, made) == {"valid": 2 * len(kinds)}


# The types in whose modules choices have many alternatives.
@pytest.mark.parametrize(("release", "kind"), [("R4", "Task"), ("R5", "Transport"), ("R5", "QuestionnaireResponse")])
def test_every_alternative_of_a_required_choice_leaves_valid(release: str, kind: str) -> None:
    made = [instance(release, kind, TELLING, whole=True, turn=turn) for turn in range(55)]
    assert new_faults(release, "redactor", made) == {"valid": 55}


@each_row("profile", PROFILES)
def test_the_rich_resources_leave_valid(profile: str) -> None:
    rich = [json.loads(line)["resource"] for line in RICH.read_text("utf-8").splitlines()]
    found = new_faults("R4", profile, [r for r in rich if "resourceType" in r and r["resourceType"] != "Bundle"])
    assert found.pop("valid") > 100 and not found, found.most_common(10)


def test_a_required_primitive_that_is_dropped_says_why() -> None:
    out = released(
        {
            "resourceType": "Endpoint",
            "status": "active",
            "address": "https://fhir.doe.example/jane",
            "connectionType": {"display": "any"},
            "payloadType": [{"text": "any"}],
        }
    )  # fmt: skip
    assert "address" not in out and out["_address"] == MASKED
    assert out["status"] == "active"


def test_a_required_object_of_which_nothing_is_left_says_why() -> None:
    out = released(
        {
            "resourceType": "MessageHeader",
            "eventUri": "http://hl7.org/fhir/b",
            "source": {"endpoint": "http://d.example"},
        }
    )
    assert out["source"] == MASKED | {"_endpoint": MASKED}


def test_an_optional_object_of_which_nothing_is_left_goes() -> None:
    out = released({"resourceType": "Location", "position": {"latitude": 42.361145, "longitude": -71.05708}})
    assert "position" not in out


def test_what_never_came_is_not_said_to_be_masked() -> None:
    assert released({"resourceType": "Endpoint", "status": "active"}) == {
        "resourceType": "Endpoint",
        "status": "active",
    }


def test_an_own_reason_for_absence_stays() -> None:
    own = {"extension": [{"url": DATA_ABSENT["url"], "valueCode": "unknown"}]}
    out = released({"resourceType": "Observation", "_status": own, "code": {"text": "pulse"}})
    assert out["_status"] == own


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ({"valueBase64Binary": "AAECAwQFBgc="}, {"valueString": "masked", "_valueString": MASKED}),
        ({"valueString": "kept"}, {"valueString": "kept"}),
    ],
)
def test_a_required_choice_that_is_dropped_is_a_string_that_says_so(
    choice: dict[str, Any], left: dict[str, Any]
) -> None:
    detail = {"type": "parameter", **choice}
    out = released({"resourceType": "AuditEvent", "entity": [{"detail": [detail]}]})
    assert out["entity"][0]["detail"] == [{"type": "parameter"} | left]


def test_a_required_day_that_is_masked_is_a_period_without_one_or_a_string() -> None:
    given = released({"resourceType": "MedicationAdministration", "effectiveDateTime": "2020-03-05"}, "redactor")
    assert given["effectivePeriod"] == MASKED
    vaccinated = released({"resourceType": "Immunization", "occurrenceDateTime": "2020-03-05"}, "redactor")
    assert vaccinated["occurrenceString"] == "masked" and vaccinated["_occurrenceString"] == MASKED
    assert not [k for k in (*given, *vaccinated) if k.endswith("DateTime")]


def test_what_takes_a_required_elements_place_tells_nothing_of_it() -> None:
    """Two records that differ in what is dropped alone leave alike."""

    def record(address: str, detail: str) -> dict[str, Any]:
        inner = {"resourceType": "AuditEvent", "entity": [{"detail": [{"type": "t", "valueBase64Binary": detail}]}]}
        return {
            "resourceType": "MessageHeader", "id": "m", "eventUri": "http://hl7.org/fhir/b",
            "source": {"endpoint": address}, "destination": [{"endpoint": address, "name": "ward"}],
            "contained": [inner],
        }  # fmt: skip

    assert released(record("http://a.example/1", "AAEC")) == released(record("urn:x:2", "AAECAwQFBgcICQ=="))


def test_a_modifier_of_which_nothing_is_left_still_modifies() -> None:
    modifier = {"url": "http://doe.example/negated", "valueCode": "JaneDoe1"}
    out = released(observation(modifierExtension=[modifier]))
    (left,) = out["modifierExtension"]
    assert left["extension"] == [DATA_ABSENT] and "doe" not in left["url"]
    assert not faults("R4", out)


def test_a_bundle_entry_keeps_what_its_request_and_response_need() -> None:
    entry = {"request": {"method": "purge", "url": "Patient/1"}, "response": {"status": "done"}}
    out = rewrite_entry(entry, REFS, {}, {}, Counter())
    assert out["request"]["_method"] == MASKED and out["response"] == {"_status": MASKED}
    assert not faults("R4", {"resourceType": "Bundle", "type": "batch", "entry": [json.loads(json.dumps(out))]})


def test_the_committed_list_is_the_generated_one() -> None:
    path = Path(schemas.engine.__file__).with_name("data") / "required_elements.json"
    assert path.read_text("ascii") == required_elements()
