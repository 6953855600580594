"""The same proof on records of independent origin: ten patients of Synthea's bulk export.

There is no gold, so the identifiers are harvested from the raw JSON by their place. Single values shorter than four
characters, and words that also occur in lower case in the input, prove nothing when seen again and are skipped. Full
names are always searched.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from tests.conftest import PROOF
from tests.leak import links, proof, times, validity
from tests.leak.conftest import Run
from tests.leak.reading import Release

# Publishers of terminologies and profiles: their names do not identify a hospital.
PUBLISHERS = {
    "hl7.org", "terminology.hl7.org", "loinc.org", "snomed.info", "nucc.org", "www.nlm.nih.gov", "www.nubc.org",
    "ihe.net", "www.w3.org",
}  # fmt: skip
NUMBERS = ("serialNumber", "distinctIdentifier", "lotNumber", "deviceIdentifier", "carrierHRF")


@pytest.fixture(scope="module")
def source(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All resources, but only every eighth of the 1,215 notes, which cover all patients; all notes for `make proof`."""
    path = shared_data / "fhir" / "synthea_bulk_10"
    if not path.is_dir():
        pytest.skip("the Synthea sample is not here")
    if PROOF:
        return path
    part = tmp_path_factory.mktemp("synthea")
    for file in path.glob("*.ndjson"):
        lines = file.read_text("utf-8").splitlines(keepends=True)
        some = lines[::8] if file.name.startswith("DocumentReference") else lines
        (part / file.name).write_text("".join(some), "utf-8")
    return part


@pytest.fixture(scope="module", params=["hipaa-safe-harbor", "hips"])
def release(request: pytest.FixtureRequest, source: Path, run_redactor: Run) -> Release:
    return run_redactor(source, request.param)


@cache
def resources(source: Path) -> list[dict[str, Any]]:
    """Every resource, with numbers as they are written."""
    lines = (line for path in sorted(source.glob("*.ndjson")) for line in path.read_text("utf-8").splitlines())
    return [json.loads(line, parse_float=str) for line in lines]


def harvest(node: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """(value, entity) of every identifying value, by the name of its field."""
    if isinstance(node, list):
        for item in node:
            yield from harvest(item, key)
    elif isinstance(node, dict):
        if "family" in node:
            parts = [*node.get("given", []), node["family"]]
            yield from ((part, "PERSON") for part in parts)
            yield " ".join(parts), "FULL_NAME"
            yield f"{parts[0]} {parts[-1]}", "FULL_NAME"
        if key == "identifier" and "value" in node:
            yield node["value"].removeprefix("urn:uuid:"), "ID"
        if key == "telecom":
            yield node["value"], "TELEPHONE_NUMBER" if node["system"] != "email" else "EMAIL"
        if node.get("url") in ("latitude", "longitude"):
            yield node["valueDecimal"], "COORDINATE"
        if str(node.get("url")).endswith("mothersMaidenName"):
            yield node["valueString"], "FULL_NAME"
        for name, value in node.items():
            yield from _field(key, name, value)
            yield from harvest(value, name)


def _field(holder: str, name: str, value: Any) -> Iterator[tuple[str, str]]:
    if name in ("latitude", "longitude"):
        yield str(value), "COORDINATE"
    elif name in ("city", "postalCode"):
        yield value, "CITY" if name == "city" else "ZIP"
    elif name == "line":
        yield from ((line, "STREET") for line in value)
    elif name == "id" or name in NUMBERS:
        yield value, "ID"
    elif name == "display" and isinstance(value, str) and value.startswith("Dr. "):
        yield value, "FULL_NAME"
        yield value.removeprefix("Dr. "), "FULL_NAME"
    elif name == "name" and isinstance(value, str) and holder != "deviceName":
        yield value, "HOSPITAL"
    elif name == "div":
        yield from ((seed, "ID") for seed in re.findall(r"Person seed: -?(\d+)", value))
    elif name == "birthDate":
        yield value, "BIRTH_DATE_TIME"


@cache
def planted(source: Path) -> set[tuple[str, str]]:
    found = {pair for resource in resources(source) for pair in harvest(resource)}
    words = proof.common_words("\n".join(s for r in resources(source) for s in proof.strings(r)))
    return {(v, e) for v, e in found if e == "FULL_NAME" or (len(v) >= 4 and v.lower() not in words)}


def standins(release: Release) -> bool:
    return str(release.manifest["profile"]["name"]).startswith("hips")


def test_no_identifier_survives(release: Release, source: Path) -> None:
    values = planted(source)
    kinds = Counter(entity for _, entity in values)
    for kind in ("PERSON", "FULL_NAME", "CITY", "ZIP", "STREET", "ID", "TELEPHONE_NUMBER", "COORDINATE", "HOSPITAL"):
        assert kinds[kind] > 5, f"nothing of the kind {kind} was harvested"
    if standins(release):
        # One patient's days and towns are stand-ins of another's; tests below check them in place.
        values = {(v, e) for v, e in values if e not in ("BIRTH_DATE_TIME", "CITY", "ZIP")}
    found = proof.survivors(proof.release_text(release.out), values)
    assert not found, sorted(found.items(), key=lambda x: -x[1])[:30]


def test_no_town_remains_in_its_field(release: Release) -> None:
    seen = 0
    for pair in release.pairs:
        for path, before, after in links.paired_leaves(pair.source, pair.result):
            if path[-1] in ("city", "postalCode"):
                seen += 1
                assert after is None or str(after).casefold() != str(before).casefold(), (pair.kind, path)
    assert seen > 100


def test_no_coordinate_survives_rounded(release: Release, source: Path) -> None:
    text = proof.release_text(release.out)
    coordinates = {v for v, e in planted(source) if e == "COORDINATE"}
    assert not [v for v in coordinates if re.search(re.escape(v[: v.index(".") + 4]), text)]


def test_no_host_of_the_source_survives(release: Release, source: Path) -> None:
    found: set[str] = set()
    for resource in resources(source):
        for text in proof.strings(resource):
            found.update(h for h in re.findall(r"https?://([^/\s\"'<>|]+)", text) if h not in PUBLISHERS)
    assert {"hospital.smarthealthit.org", "synthetichealth.github.io", "standardhealthrecord.org"} <= found
    found |= {v.partition("@")[2] for v, e in planted(source) if e == "EMAIL"}
    if standins(release):
        found.discard("example.com")  # the reserved domain in which stand-ins also have their mail
    # The narrative names its generator, which is not the host of a hospital.
    left = [json.loads(line) for p in release.out.glob("*.ndjson") for line in p.read_text("utf-8").splitlines()]
    without = [{k: v for k, v in r.items() if k != "text"} for r in left]
    text = "\n".join(s for r in without for s in proof.strings(r))
    assert not [h for h in found if h in text]
    named = {urlparse(u).netloc for u in re.findall(r"https?://[^\s\"'<>|]+", text)}
    assert named - PUBLISHERS <= {"deid.invalid", "www.hl7.org"}


def test_a_patients_dates_move_together_and_birth_dates_do_not_survive(release: Release) -> None:
    if not standins(release):
        for r in release.resources:
            assert not [s for s in proof.strings(r) if re.match(r"(19|20)\d\d-\d\d", s)], r["resourceType"]
        return
    shifts, wrong, seen = times.structured_moves(release.pairs)
    assert not wrong, Counter(wrong).most_common(10)
    assert len(shifts) == 13 and seen["instant"] > 5_000
    own: dict[str, list[str]] = {}
    born = {p.name: p.source["birthDate"] for p in release.pairs if p.kind == "Patient"}
    for p, owner in zip(release.pairs, links.patients(release.pairs), strict=True):
        if p.result is not None and owner is not None:
            own.setdefault(owner, []).extend(proof.strings(p.result))
    for owner, day in born.items():
        assert not proof.survivors("\n".join(own[owner]), [(day, "BIRTH_DATE_TIME")]), owner


def test_references_keep_their_targets(release: Release) -> None:
    wrong, seen = links.broken_references(release.pairs)
    assert not wrong, Counter(wrong).most_common(10)
    assert seen["relative"] > 5_000 and seen["conditional"] > 5_000


def test_every_resource_is_valid_and_counted(release: Release, source: Path) -> None:
    assert release.manifest["outcomes"] == {"released": len(release.pairs)}
    wrong = validity.invalid(release.resources)
    assert len(release.resources) == len(release.pairs) == len(resources(source)) > 4_000
    assert not wrong, wrong.most_common(10)
