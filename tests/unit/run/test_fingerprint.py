"""A run is resumed only under the configuration that it began with: whatever changes the output bytes stops it."""

from __future__ import annotations

import hashlib
import json
import platform
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble import runs
from redactor.assemble.runs import build_run
from redactor.detect.student.detector import SHIPPED
from redactor.errors import RunError, SchemaError, StoppedError
from redactor.keys import Keyring
from redactor.run.contracts import Progress, Summary
from redactor.run.runner import run
from redactor.service_settings import McpSettings
from redactor.settings import load_settings


class Desk:
    """A source of two patients, and the files that settings name."""

    def __init__(self, root: Path, keyring: Path) -> None:
        self.root = root
        for folder in ("in", "schemas", "profiles"):
            (root / folder).mkdir()
        for name in "ab":
            patient = {"resourceType": "Patient", "id": name, "gender": "male"}
            (root / "in" / f"{name}.ndjson").write_text(json.dumps(patient))
        (root / "crosswalk.csv").write_text("id,canonical\n")
        (root / "opt_out.txt").write_text("")
        self.base: dict[str, Any] = {
            "home": root / "home", "keyring": str(keyring), "detectors": ("patterns",),
            "schema_dirs": (root / "schemas",),
            "crosswalk": root / "crosswalk.csv", "opt_out": root / "opt_out.txt",
        }  # fmt: skip

    def fingerprint(self, schema_name: str | None = None, workers: int = 1, **changed: Any) -> str:
        settings = load_settings(**self.base | changed)
        return build_run(settings, self.root / "in", self.root / "out", self.root / "state", schema_name, workers)[
            0
        ].fingerprint

    def run(self, report: Any = None) -> Summary:
        made = build_run(load_settings(**self.base), self.root / "in", self.root / "out", self.root / "state")
        return run(*made, report)


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


CHANGES: dict[str, dict[str, Any]] = {
    "profile": {"profile": "limited-dataset"},
    "recipient": {"recipient": "other"},
    "source": {"source": "other"},
    "as_of": {"as_of": "2024-01-01"},
    "shift": {"shift_weeks": 9},
    "unknown fields": {"unknown_fields": "quarantine"},
    "withheld labels": {"withhold_labels": ("R",)},
    "length of texts": {"max_text_chars": 1_000_000},
    "known hosts": {"known_hosts": ("example.org",)},
    "always redact": {"site": {"always_redact": ("Riverside",)}},
    "site pattern": {"site": {"patterns": ({"name": "badge", "regex": "B[0-9]{5}", "entity": "ID"},)}},
    "detectors": {"detectors": ("patterns", "known")},
    "disabled rules": {"disabled_rules": ("us-phone",)},
    "levels": {"relex": {"levels": {"PATIENT": "site"}}},
    "decoys": {"relex": {"decoys": 0.05}},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_setting_that_changes_the_output_changes_the_fingerprint(desk: Desk, change: dict[str, Any]) -> None:
    assert desk.fingerprint(**change) != desk.fingerprint()


def test_a_setting_that_changes_only_the_way_there_does_not(desk: Desk) -> None:
    streams = {"servers": "127.0.0.1:9", "prefix": "x.", "partitions": 3}
    limits: dict[str, Any] = {"batch_records": 7, "batch_bytes": 2048, "log_format": "json"}
    changed = desk.fingerprint(workers=2, threads=1, streams=streams, mcp=McpSettings(http=True), **limits)
    assert changed == desk.fingerprint()


@pytest.mark.parametrize(
    ("name", "content"),
    [("crosswalk.csv", "id,canonical\na,b\n"), ("opt_out.txt", "a\n"), ("schemas/x.json", "{}")],
)
def test_the_content_of_a_file_that_settings_name_changes_the_fingerprint(desk: Desk, name: str, content: str) -> None:
    before = desk.fingerprint()
    (desk.root / name).write_text(content)
    assert desk.fingerprint() != before


def test_another_keyring_epoch_or_schema_changes_the_fingerprint(desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    Keyring.load(desk.base["keyring"]).next_epoch().save(other)
    found = {
        desk.fingerprint(),
        desk.fingerprint(keyring=str(other)),
        desk.fingerprint(schema_name="records/notesTable"),
    }
    assert len(found) == 3


def stop_behind_the_first_file(step: Progress) -> None:
    if step.phase == "process":
        raise StoppedError("stopped")


def test_a_run_goes_on_on_a_processor_of_another_kind_and_both_are_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "kernel_class", lambda: "x86_64 AVX2")
    with pytest.raises(StoppedError):
        desk.run(stop_behind_the_first_file)
    monkeypatch.setattr(runs, "kernel_class", lambda: "aarch64 ASIMD")
    desk.run()
    manifest = json.loads((desk.root / "out" / "manifest.json").read_bytes())
    assert manifest["kernels"] == {"aarch64 ASIMD": 1, "x86_64 AVX2": 1}
    lines = (desk.root / "state" / "audit.ndjson").read_text().splitlines()
    assert [json.loads(line)["kernels"] for line in lines] == ["x86_64 AVX2", "aarch64 ASIMD"]


def test_manifest_and_audit_name_the_model_and_the_processor(desk: Desk) -> None:
    desk.base["detectors"] = ("patterns", "student")
    desk.run()
    told = json.loads((desk.root / "out" / "manifest.json").read_bytes())
    (audited, *_) = map(json.loads, (desk.root / "state" / "audit.ndjson").read_text().splitlines())
    digest = hashlib.sha256((SHIPPED / "student.onnx").read_bytes()).hexdigest()
    assert digest[:12] in told["detectors"]["student"] and digest[:12] in audited["detectors"]["student"]
    assert told["kernels"] == {audited["kernels"]: 2} and platform.machine() in audited["kernels"]


def test_a_patient_who_opts_out_during_a_run_stops_its_resumption(desk: Desk) -> None:
    """What was released before cannot be taken back, so the steward must decide: the run does not go on in silence."""
    with pytest.raises(StoppedError):
        desk.run(stop_behind_the_first_file)
    (desk.root / "opt_out.txt").write_text("a\n")
    with pytest.raises(RunError, match="state"):
        desk.run()


def test_a_schema_that_nobody_has_is_refused_before_anything_is_read(desk: Desk) -> None:
    with pytest.raises(SchemaError, match="redactor schema list"):
        desk.fingerprint("records/nonesuch")
    assert desk.fingerprint("records/notesTable") != desk.fingerprint("notesTable@1.0.0") != desk.fingerprint()
