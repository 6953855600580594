"""A patient with a surname of two letters, in the texts of records that rules and known values read alone."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.settings import load_settings
from tests.unit.record_kit import RING

HEADER = "RADIOLOGY REPORT\nPatient: LE, HUNG   MRN 771204\nEXAM: CT chest\nLE^HUNG^^\nLE edema, 5 ng/mL."
PATIENT = {"reference": "Patient/p1"}
RECORDS = [
    {"resourceType": "Patient", "id": "p1", "name": [{"family": "Lê", "given": ["Hùng"]}]},
    {
        "resourceType": "Appointment", "id": "a1", "status": "booked", "description": "Follow-up of Lê, Hùng (Hung Le)",
        "participant": [{"status": "accepted", "actor": PATIENT}],
    },
    {
        "resourceType": "Communication", "id": "c1", "status": "completed", "subject": PATIENT,
        "payload": [{"contentString": "Could not log in to the portal as hle98. Thanks, Le Hung (H. Le, mr le hung)"}],
    },
    {
        "resourceType": "DocumentReference", "id": "d1", "status": "current", "subject": PATIENT,
        "content": [{"attachment": {"contentType": "text/plain", "data": base64.b64encode(HEADER.encode()).decode()}}],
    },
]  # fmt: skip


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "redactor"])
def test_short_names_and_logins_leave_no_record(profile: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "all.ndjson").write_text("".join(f"{json.dumps(r)}\n" for r in RECORDS), "utf-8")
    RING.save(tmp_path / "keys.json")
    told = {"keyring": str(tmp_path / "keys.json"), "home": tmp_path / "home", "detectors": ("patterns", "known")}
    run(*build_run(load_settings(profile=profile, **told), tmp_path / "in", tmp_path / "out", tmp_path / "state"))
    texts = {}
    released = "".join(path.read_text("utf-8") for path in sorted((tmp_path / "out").rglob("*.ndjson")))
    for line in released.splitlines():
        record = json.loads(line)
        if record["resourceType"] == "Appointment":
            texts["description"] = record["description"]
        elif record["resourceType"] == "Communication":
            texts["payload"] = record["payload"][0]["contentString"]
        elif record["resourceType"] == "DocumentReference":
            texts["note"] = base64.b64decode(record["content"][0]["attachment"]["data"]).decode()
    assert set(texts) == {"description", "payload", "note"}
    assert "LE edema, 5 ng/mL" in texts["note"]
    for text in texts.values():
        words = set(re.findall(r"[^\W_]+", text.replace("LE edema", "").lower()))
        assert not words & {"lê", "le", "hùng", "hung", "hle98"}, text
