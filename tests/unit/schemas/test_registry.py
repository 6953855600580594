"""Schemas are selected, approved and bound to their content."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import NotInForceError, SchemaError
from redactor.keys import Keyring
from schemas.documents import schema_files
from schemas.documents.approvals import Approvals
from schemas.documents.registry import Registry
from schemas.documents.schema_files import DOCUMENTS, digest_of
from schemas.engine.compiled_schema import Branch, Leaf, Rule, node_at
from schemas.engine.records import Reason, RecordError
from tests.each_row import each_row


def document(name: str = "records/visit", version: str = "1.0", rule: str = "hash", **more: Any) -> dict[str, Any]:
    return {
        "title": name,
        "version": version,
        "dataType": "visit",
        "subject": [],
        "type": "object",
        "properties": {"x": {"type": "string", "rule": rule}},
    } | more


def write(folder: Path, name: str, doc: dict[str, Any]) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(doc))
    return path


def reason(registry: Registry, record: dict[str, Any], explicit: str | None = None) -> RecordError:
    with pytest.raises(RecordError) as e:
        registry.select(record, explicit)
    return e.value


def test_shipped_schemas_are_selected_and_approved() -> None:
    registry = Registry()
    assert registry.select({"resourceType": "Patient"}).name == "fhir/r4/Patient"
    assert registry.select({"dataType": "clinicalRecord"}).name == "records/clinicalRecord"
    assert registry.select({}, "notesTable").name == "records/notesTable"
    assert registry.select({"resourceType": "Patient"}, "fhir/r4/Observation").resource_type == "Observation"
    assert registry.select({}, "fhir/r4/Patient@1.0.0").version == "1.0.0"


def test_a_schema_is_compiled_once_for_all_registries() -> None:
    schema = Registry().select({"resourceType": "Patient"})
    assert Registry().select({"resourceType": "Patient"}) is schema


def test_every_shipped_schema_is_approved_and_named_by_its_path() -> None:
    registry = Registry()
    assert len(registry.names()) > 140
    for name in registry.names():
        assert registry.compiled(name).name == name
        assert registry.status(name) == "approved", name


def test_types_without_a_model_and_bundles_are_unsupported() -> None:
    registry = Registry()
    for name in ("MedicinalProduct", "EffectEvidenceSynthesis", "SubstanceSpecification", "Bundle"):
        error = reason(registry, {"resourceType": name})
        assert (error.reason, error.where) == (Reason.UNSUPPORTED_TYPE, name)


@each_row(
    "record", [{}, {"resourceType": "John Doe"}, {"dataType": "John Doe"}, {"resourceType": 5}, {"dataType": None}]
)
def test_an_unknown_type_is_refused_without_showing_it(record: dict[str, Any]) -> None:
    error = reason(Registry(), record)
    assert error.reason is Reason.NO_SCHEMA
    assert "John" not in str(error)
    assert reason(Registry(), {}, "records/none").reason is Reason.NO_SCHEMA
    assert reason(Registry(), {}, "fhir/r4/Patient@9").reason is Reason.NO_SCHEMA


def test_a_sites_schema_runs_after_a_person_approved_it(tmp_path: Path) -> None:
    write(tmp_path / "s", "visit.json", document())
    approvals = Approvals(tmp_path / "home", Keyring.generate())
    registry = Registry([tmp_path / "s"], approvals)
    assert reason(registry, {"dataType": "visit"}).reason is Reason.NOT_APPROVED
    approvals.approve("schema", "records/visit", "1.0", registry.digest("records/visit"), "Ada", "2026-01-01")
    assert registry.select({"dataType": "visit"}).name == "records/visit"
    # An approval is bound to content: a changed rule needs another approval.
    write(tmp_path / "s", "visit.json", document(rule="passThrough"))
    assert reason(Registry([tmp_path / "s"], approvals), {"dataType": "visit"}).reason is Reason.NOT_APPROVED


def test_a_registry_of_a_process_that_runs_on_follows_the_approvals(tmp_path: Path) -> None:
    write(tmp_path / "s", "visit.json", document())
    home, keyring = tmp_path / "home", Keyring.generate()
    followed = Registry([tmp_path / "s"], Approvals(home, keyring), follows=True)
    digest, others = followed.digest("records/visit"), Approvals(home, keyring)  # in another process
    for _ in range(2):
        others.approve("schema", "records/visit", "1.0", digest, "Ada", "2026-01-01")
        assert followed.select({"dataType": "visit"}) is followed.select({"dataType": "visit"})
        others.withdraw("schema", "records/visit", digest, "Ada", "2026-01-02")
        assert reason(followed, {"dataType": "visit"}).reason is Reason.APPROVAL_WITHDRAWN
    (home / "approvals.jsonl").write_text("damaged\n")
    for look in (lambda: followed.select({"dataType": "visit"}), lambda: followed.status("records/visit")):
        with pytest.raises(NotInForceError, match="approvals"):
            look()


def test_an_approval_is_bound_to_referenced_documents(tmp_path: Path) -> None:
    types = {"$defs": {"T": {"type": "object", "properties": {"y": {"type": "string", "rule": "hash"}}}}}
    write(tmp_path / "s", "types.json", types)
    write(tmp_path / "s", "visit.json", document(properties={"x": {"$ref": "types.json#/$defs/T"}}))
    before = Registry([tmp_path / "s"]).digest("records/visit")
    types["$defs"]["T"]["properties"]["y"]["rule"] = "passThrough"
    write(tmp_path / "s", "types.json", types)
    assert Registry([tmp_path / "s"]).digest("records/visit") != before


def test_what_is_compiled_is_what_was_hashed_even_if_a_file_is_swapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def types(rule: str) -> dict[str, Any]:
        return {"$defs": {"T": {"type": "object", "properties": {"y": {"type": "string", "rule": rule}}}}}

    harmless = document(properties={"x": {"$ref": "types.json#/$defs/T"}})
    write(tmp_path / "s", "types.json", types("drop"))
    write(tmp_path / "s", "visit.json", harmless)
    digests = {Rule.DROP: Registry([tmp_path / "s"]).digest("records/visit")}
    write(tmp_path / "s", "types.json", types("passThrough"))
    digests[Rule.PASS] = Registry([tmp_path / "s"]).digest("records/visit")
    real = Path.read_bytes

    def swapping(path: Path) -> bytes:
        data = real(path)
        if path.name == "types.json":
            write(path.parent, path.name, types("drop" if b"passThrough" in data else "passThrough"))
        elif path.name == "visit.json":
            write(path.parent, path.name, document(rule="passThrough"))
        return data

    schema_files._read_cached.cache_clear()
    monkeypatch.setattr(Path, "read_bytes", swapping)
    registry = Registry([tmp_path / "s"])
    compiled = registry.compiled("records/visit")
    branch = compiled.root.children["x"]
    assert isinstance(branch, Branch)
    leaf = branch.children["y"]
    assert isinstance(leaf, Leaf)
    assert compiled.digest == digests[leaf.rule]
    assert registry.document("records/visit") == harmless


def test_without_approvals_only_shipped_schemas_run(tmp_path: Path) -> None:
    write(tmp_path / "s", "visit.json", document())
    assert reason(Registry([tmp_path / "s"]), {"dataType": "visit"}).reason is Reason.NOT_APPROVED
    assert Registry([tmp_path / "s"], allow_unapproved=True).select({"dataType": "visit"}).version == "1.0"


def test_a_sites_schema_replaces_a_shipped_one(tmp_path: Path) -> None:
    patient = document("site/Patient", resourceType="Patient")
    del patient["dataType"]
    write(tmp_path / "s", "p.json", patient)
    registry = Registry([tmp_path / "s"])
    assert reason(registry, {"resourceType": "Patient"}).reason is Reason.NOT_APPROVED
    assert registry.select({}, "fhir/r4/Patient").resource_type == "Patient"


def test_the_highest_version_counts_and_others_can_be_named(tmp_path: Path) -> None:
    for version in ("1.9", "1.10", "1.2"):
        write(tmp_path / "s", f"v{version}.json", document(version=version))
    registry = Registry([tmp_path / "s"], allow_unapproved=True)
    assert registry.select({"dataType": "visit"}).version == "1.10"
    assert registry.select({}, "records/visit@1.2").version == "1.2"


def test_a_sites_schema_may_use_the_shipped_datatypes(tmp_path: Path) -> None:
    write(tmp_path / "s", "v.json", document(properties={"n": {"$ref": "datatypes.json#/$defs/HumanName"}}))
    assert "n" in Registry([tmp_path / "s"]).compiled("records/visit").root.children


def test_a_changed_definition_is_noticed_by_the_next_registry(tmp_path: Path) -> None:
    field = {"n": {"$ref": "own.json#/$defs/Note"}}
    write(tmp_path / "s", "v.json", document(properties=field, fhirVersion="R4", resourceType="Patient"))
    found = []
    for rule in ("hash", "drop"):
        write(tmp_path / "s", "own.json", {"$defs": {"Note": {"properties": {"x": {"type": "string", "rule": rule}}}}})
        compiled = Registry([tmp_path / "s"]).compiled("records/visit")
        leaf = node_at(compiled.root, ("n", "x"))
        assert isinstance(leaf, Leaf)
        found.append((leaf.rule, compiled.digest))
    assert [rule for rule, _ in found] == [Rule.HASH, Rule.DROP]
    assert found[0][1] != found[1][1]


@pytest.mark.parametrize("ref", ["../secret.json#/x", "/etc/passwd#/x", "none.json#/x"])
def test_refs_cannot_leave_their_folders(tmp_path: Path, ref: str) -> None:
    write(tmp_path / "s", "v.json", document(properties={"n": {"$ref": ref}}))
    with pytest.raises(SchemaError, match=r"\$ref"):
        Registry([tmp_path / "s"]).compiled("records/visit")


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"properties": {"a": {"rule": "hash", "rule": "passThrough"}}}', '{"properties": {}}']
)
def test_documents_that_cannot_be_read_stop_the_start(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(SchemaError, match=r"bad\.json"):
        Registry([tmp_path])


def test_a_missing_folder_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SchemaError, match="not there"):
        Registry([tmp_path / "none"])


def test_a_changed_shipped_document_is_no_longer_approved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("approved.json", "records/notesTable.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((DOCUMENTS / name).read_bytes())
    monkeypatch.setattr(schema_files, "DOCUMENTS", tmp_path)
    assert Registry().select({"dataType": "notesTable"})
    path = tmp_path / "records/notesTable.json"
    path.write_text(path.read_text().replace('"autoDeID"', '"passThrough"'))
    assert reason(Registry(), {"dataType": "notesTable"}).reason is Reason.NOT_APPROVED


def test_the_digest_does_not_depend_on_order_or_layout() -> None:
    assert digest_of({"a": 1, "b": {"c": 2, "d": 3}}, {}) == digest_of({"b": {"d": 3, "c": 2}, "a": 1}, {})
    assert digest_of({"a": 1}, {}) != digest_of({"a": 2}, {})
    assert digest_of({"a": 1}, {"t": {"b": 1}}) != digest_of({"a": 1}, {"t": {"b": 2}})


@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_a_schema_file_that_is_no_regular_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.json"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(SchemaError, match="not a regular file"):
        list(schema_files.files_in(tmp_path))
