"""The attack on hashed ids: who holds OUT decodes a column of public values and looks for its tokens among patients.

Every id in the source is a small number, so that without classes the tokens of one kind of id are those of all others.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import open_approvals
from redactor.assemble.runs import build_run
from redactor.keys import Keyring
from redactor.run.runner import run
from redactor.settings import load_settings
from schemas.documents.registry import Registry

Json = dict[str, Any]

PEOPLE = 12
# How often each public concept occurs. The attacker knows it from other databases.
CONCEPTS = {n: 40 - 3 * n for n in range(1, PEOPLE + 1)}
_TOKEN = re.compile(r"([A-Za-z_]+[/=?]|[|#])?(?<![a-z0-9])([a-z2-7]{32})(?![a-z0-9])")
# Places of ids that name the same things and therefore share tokens. Any other place shares none with another.
JOINED = [
    {"Patient.id", "Patient/", "_id=", "visits.person_id", "labs.pid"},
    {"Encounter.id", "Encounter/", "visits.id", "labs.visit_id"},
    {"Observation.contained.id", "#"},
    {"Patient.meta.versionId", "_history/"},
    {"Patient.identifier.value", "Observation.subject.identifier.value", "identifier="},
]


def _hash(id_class: str | None = None) -> Json:
    return {"type": "string", "rule": "hash"} | ({"idClass": id_class} if id_class else {})


SCHEMAS: dict[str, Json] = {
    "visits": {"id": _hash("Encounter"), "person_id": _hash("Patient"), "concept": _hash(), "ward": _hash()},
    "labs": {"id": _hash(), "pid": _hash(), "visit_id": _hash("encounter"), "row": _hash(), "mrn": _hash("MRN")},
}
SUBJECTS = {"visits": ["person_id"], "labs": ["pid"]}


def _rows() -> Iterator[tuple[str, Json]]:
    concepts = [c for c, n in CONCEPTS.items() for _ in range(n)]
    for i, concept in enumerate(concepts):
        person = str(1 + i % PEOPLE)
        yield "visits", {"id": str(i), "person_id": person, "concept": str(concept), "ward": "0"}
    for n in range(1, PEOPLE + 1):
        yield "labs", {"id": str(n), "pid": str(n), "visit_id": str(n), "row": str(n), "mrn": str(n)}


def _resources() -> Iterator[Json]:
    for n in map(str, range(1, PEOPLE + 1)):
        patient, encounter = {"reference": f"Patient/{n}"}, {"reference": f"Encounter/{n}"}
        meta = {"meta": {"versionId": n}}
        yield {"resourceType": "Patient", "id": n, "identifier": [{"value": n}], **meta}
        yield {"resourceType": "Encounter", "id": n, "status": "finished", "subject": patient, **meta}
        yield {
            "resourceType": "Observation", "id": n, "contained": [{"resourceType": "Device", "id": n}],
            "status": "final", "subject": patient | {"identifier": {"value": n}}, "encounter": encounter,
            "code": {"coding": [{"code": n}]}, "identifier": [{"value": n}, {"system": "urn:oid:1.2", "value": n}],
            "device": {"reference": f"#{n}"},
            "focus": [{"reference": n}, {"reference": f"urn:uuid:{n}"}, {"reference": f"Patient/1/_history/{n}"}],
        }  # fmt: skip
        answer = {
            "linkId": n,
            "answer": [{"valueReference": {"reference": f"Patient?_id={n}&identifier={n}&name={n}"}}],
        }
        form = {"resourceType": "QuestionnaireResponse", "id": n, "status": "completed", "subject": patient}
        yield form | {"item": [answer], "questionnaire": f"Questionnaire/{n}"}
    entry = {"fullUrl": "https://ehr.example/fhir/Patient/1", "request": {"method": "PUT", "url": "Patient/1"}}
    yield {"resourceType": "Bundle", "id": "1", "identifier": {"value": "1"}, "type": "transaction", "entry": [entry]}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ids")
    (root / "schemas").mkdir()
    for name, fields in SCHEMAS.items():
        document = {"title": f"records/{name}", "version": "1", "dataType": name, "subject": SUBJECTS[name]}
        (root / "schemas" / f"{name}.json").write_text(json.dumps(document | {"properties": fields}))
    (root / "in").mkdir()
    lines: dict[str, list[str]] = defaultdict(list)
    for name, row in _rows():
        lines[name].append(json.dumps({"dataType": name} | row))
    for resource in _resources():
        lines[resource["resourceType"]].append(json.dumps(resource))
    for name, texts in lines.items():
        (root / "in" / f"{name}.ndjson").write_text("\n".join(texts) + "\n")
    return root


def released(source: Path, place: Path, keyring: Path) -> dict[str, list[Json]]:
    """The released records by their type."""
    home = place / "home"
    schemas = Registry([source / "schemas"], allow_unapproved=True)
    approvals = open_approvals(load_settings(keyring=str(keyring), home=home), Keyring.load(keyring))
    for name in SCHEMAS:
        title = f"records/{name}"
        approvals.approve("schema", title, "1", schemas.digest(title), "A. Reviewer", "2026-01-01")
    told = {"keyring": str(keyring), "home": home, "schema_dirs": (source / "schemas",), "detectors": ("patterns",)}
    run(*build_run(load_settings(profile="hips", **told), source / "in", place / "out", place / "state"))
    found: dict[str, list[Json]] = defaultdict(list)
    for file in sorted((place / "out").rglob("*.ndjson")):
        for line in file.read_text("utf-8").splitlines():
            record = json.loads(line)
            found[str(record.get("resourceType") or record.get("dataType"))].append(record)
    return found


@pytest.fixture
def old_keyring(tmp_path: Path, keyring_path: Path) -> Path:
    """The keyring as versions wrote it that knew no classes."""
    data = json.loads(keyring_path.read_bytes())
    del data["checksum"]
    for key in data["pseudonym"]:
        del key["format"]
    path = tmp_path / "old-keys.json"
    path.write_text(json.dumps(data | {"format": "redactor-keyring/1"}))
    path.chmod(0o600)
    return path


def places(records: dict[str, list[Json]]) -> dict[str, set[str]]:
    """The tokens in the release by the place where they stand: what comes before them in a reference, else the path."""
    found: dict[str, set[str]] = defaultdict(set)

    def visit(value: Any, path: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                visit(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for inner in value:
                visit(inner, path)
        else:
            for before, token in _TOKEN.findall(str(value)):
                found[before if before and before != "|" else path].add(token)

    for name, rows in records.items():
        for record in rows:
            visit(record, name)
    return found


def recovered(records: dict[str, list[Json]]) -> set[str]:
    """Tokens of patients that the decoded column of concepts names."""
    ranked = [token for token, _ in Counter(row["concept"] for row in records["visits"]).most_common()]
    decoded = dict(zip(ranked, sorted(CONCEPTS, key=lambda c: -CONCEPTS[c]), strict=True))
    by_place = places(records)
    return set(decoded) & (by_place["Patient.id"] | by_place["visits.person_id"] | by_place["labs.pid"])


def test_a_decoded_column_names_no_patient(source: Path, tmp_path: Path, keyring_path: Path, old_keyring: Path) -> None:
    assert len(recovered(released(source, tmp_path / "old", old_keyring))) == PEOPLE, "the attack works"
    assert recovered(released(source, tmp_path / "new", keyring_path)) == set()


def test_ids_share_tokens_where_they_name_the_same_and_nowhere_else(
    source: Path, tmp_path: Path, keyring_path: Path
) -> None:
    records = released(source, tmp_path, keyring_path)
    found = places(records)
    assert len(found) > 25
    for group in JOINED:
        assert group <= found.keys()
        assert all(found[a] & found[b] for a in group for b in group), group
    group_of = {place: min(group) for group in JOINED for place in group}
    owner: dict[str, str] = {}
    for place, tokens in found.items():
        for token in tokens:
            group = group_of.get(place, place)
            assert owner.setdefault(token, group) == group, (place, owner[token])
    focus = [[link["reference"] for link in row["focus"]] for row in records["Observation"]]
    assert {bare for bare, _, _ in focus}.isdisjoint({urn for _, urn, _ in focus})
    assert len({row["ward"] for row in records["visits"]} | {row["id"] for row in records["visits"][:1]}) == 2
