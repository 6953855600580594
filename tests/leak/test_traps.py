"""The trap records, released under each profile: nothing planted survives, no clinical value changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor.assemble.home import open_approvals
from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.run.state.unchecked_journal import inputs_of
from redactor.settings import load_settings
from schemas.documents.registry import Registry
from tests.conftest import PROOF
from tests.leak.trap_records import kept, planted, schemas, write_records
from tests.leak.trap_search import Release
from tests.unit.record_kit import RING

# What a profile keeps by its table.
KEPT: dict[str, frozenset[str]] = {
    "hipaa-safe-harbor": frozenset(),
    "hips": frozenset(),
    "redactor": frozenset(),
    "limited-dataset": frozenset({"DATE", "BIRTHDATE", "AGE_OVER_89", "CITY", "ZIP"}),
}
PROFILES = tuple(KEPT) if PROOF else ("hipaa-safe-harbor", "hips")
AGES = ("fhir/Condition.ndjson", "onsetAge.value")  # `redactor` has a tag for every age
# By design (ADR 0009): numbers of somebody unknown that are codes of RxNorm and CPT.
PASSES = {("fhir/Observation.ndjson", "code.coding[2].code"), ("fhir/Observation.ndjson", "code.coding[3].code")}


@pytest.fixture(scope="module", params=PROFILES)
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def release(profile: str, tmp_path_factory: pytest.TempPathFactory) -> Release:
    place = tmp_path_factory.mktemp("traps")
    names = write_records(place / "in")
    (place / "schemas").mkdir()
    for schema in schemas():
        (place / "schemas" / f"{schema['dataType']}.json").write_text(json.dumps(schema), "utf-8")
    registry = Registry([place / "schemas"], allow_unapproved=True)
    # Fixed, as the recipient: a random stand-in may be a word that was planted elsewhere.
    RING.save(place / "keys.json")
    told = {"keyring": str(place / "keys.json"), "home": place / "home", "schema_dirs": (place / "schemas",)}
    settings = load_settings(profile=profile, recipient="north", **told)
    approvals = open_approvals(settings, RING)
    for schema in schemas():
        title = schema["title"]
        approvals.approve("schema", title, schema["version"], registry.digest(title), "A. Reviewer", "2026-01-01")
    run(*build_run(settings, place / "in", place / "out", place / "state"))
    inputs = inputs_of(place / "state")
    return Release(place / "out", [names[inputs[name] - 1] for name in sorted(inputs)])


def test_nothing_planted_survives(profile: str, release: Release) -> None:
    searched = [gold for gold in planted() if gold.entity not in KEPT[profile]]
    found = [
        f"{gold.entity} {form} of {gold.file} {gold.path} in {cell}"
        for gold, form, cell in release.survivors(searched)
        if (cell.file, cell.path) not in PASSES
    ]
    assert not found, "\n".join(found)


def test_no_clinical_value_changes(profile: str, release: Release) -> None:
    expected = [value for value in kept() if profile != "redactor" or (value.file, value.path) != AGES]
    assert not list(release.lost(expected))


def test_the_search_finds_what_the_records_hold(tmp_path: Path) -> None:
    names = write_records(tmp_path / "in")
    source = Release(tmp_path / "in", names)
    seen = {gold for gold, _, _ in source.survivors(planted())}
    missed = [gold for gold in planted() if gold not in seen]
    assert not missed
    assert not list(source.lost(kept()))
