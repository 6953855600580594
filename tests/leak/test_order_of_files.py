"""Files leave in an order that is drawn with the keyring, and nothing tells who was withheld."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.keys import Keyring
from redactor.run.contracts import Summary
from redactor.run.output.verification import verify
from redactor.run.runner import run
from redactor.settings import load_settings

SURNAMES = [f"{first}quist" for first in "ABCDEFGHIJKLMNOPQRST"]
HELD = 7  # the patient who opted out


def bundle(i: int, *more: dict[str, Any]) -> dict[str, Any]:
    """Of a patient whose year of birth tells who it is."""
    patient = {"resourceType": "Patient", "id": f"p{i}", "name": [{"family": SURNAMES[i]}], "birthDate": f"{1950 + i}"}
    condition = {
        "resourceType": "Condition",
        "id": f"c{i}",
        "subject": {"reference": f"Patient/p{i}"},
        "recordedDate": f"2024-01-{i + 1:02d}",
    }
    entries = [{"resource": r} for r in (patient, condition, *more)]
    return {"resourceType": "Bundle", "id": f"b{i}", "type": "collection", "entry": entries}


class Site:
    def __init__(self, root: Path, keyring: Path) -> None:
        self.root, self.keyring, self.source = root, keyring, root / "in"
        self.source.mkdir()
        self.opted = root / "opted"
        self.opted.write_text("nobody\n")

    def run(self, name: str, workers: int = 1, **more: Any) -> Summary:
        self.out, self.state = self.root / f"out-{name}", self.root / f"state-{name}"
        settings = load_settings(
            keyring=str(self.keyring), home=self.root / f"home-{name}", detectors=("patterns", "known"),
            opt_out=self.opted, **more,
        )  # fmt: skip
        return run(*build_run(settings, self.source, self.out, self.state, workers=workers))

    def births(self) -> list[int]:
        """The patients by the order of the files in OUT."""
        found = []
        for path in sorted(self.out.glob("records-*")):
            text = json.loads(path.read_text("utf-8"))
            found += [int(e["resource"]["birthDate"]) - 1950 for e in text["entry"] if "birthDate" in e["resource"]]
        return found

    @property
    def manifest(self) -> dict[str, Any]:
        return dict(json.loads((self.out / "manifest.json").read_text("utf-8")))


@pytest.fixture
def site(tmp_path: Path, keyring_path: Path) -> Site:
    made = Site(tmp_path, keyring_path)
    for i, surname in enumerate(SURNAMES):
        (made.source / f"{surname}.json").write_text(json.dumps(bundle(i)))
    return made


def test_bundles_leave_in_no_order_of_their_names(site: Site) -> None:
    site.run("one", recipient="one")
    first = site.births()
    times = [path.stat().st_mtime_ns for path in sorted(site.out.glob("records-*"))]
    assert times == sorted(times), "the times tell another order than the names"
    site.run("two", recipient="two")
    second = site.births()
    assert sorted(first) == sorted(second) == list(range(20))
    assert first not in (list(range(20)), second)
    site.run("again", workers=2, recipient="one")
    assert site.births() == first


def test_a_patient_who_opted_out_leaves_no_gap_no_bundle_and_no_count(site: Site) -> None:
    site.run("all")
    everybody = site.births()
    site.opted.write_text(f"p{HELD}\n")
    summary = site.run("held")
    assert summary.outcomes == {"released": 57, "withheld": 3} and summary.reasons == {"opted-out": 3}
    assert site.births() == [i for i in everybody if i != HELD]
    names = [path.name for path in sorted(site.out.glob("records-*"))]
    assert names == [f"records-{n:05d}.json" for n in range(1, 20)]
    manifest = site.manifest
    assert manifest["outcomes"] == {"released": 57} and manifest["records"] == 57
    assert manifest["types"] == {"Bundle": 19, "Condition": 19, "Patient": 19}
    assert sum(manifest["kernels"].values()) in (0, 38), "heads of Bundles are not read by detectors"
    told = (site.out / "manifest.json").read_text("utf-8")
    assert "withheld" not in told and "opted" not in told and "20" not in json.dumps(manifest["rules"])
    checked = verify(site.out, Keyring.load(str(site.keyring)), None)
    assert checked.faults == () and checked.files == 19
    audit = [json.loads(line) for line in (site.state / "audit.ndjson").read_text("utf-8").splitlines()]
    assert sum(line["outcome"] == "withheld" for line in audit) == 3, "the audit tells the sender"


def test_a_bundle_is_withheld_whatever_its_chunks(site: Site) -> None:
    for path in site.source.iterdir():
        path.unlink()
    site.opted.write_text("p0\n")
    (site.source / "all.ndjson").write_text("".join(json.dumps(bundle(i)) + "\n" for i in range(3)))
    outs = []
    for size in (1, 2, 500):
        summary = site.run(f"{size}", batch_records=size)
        assert summary.outcomes == {"released": 6, "withheld": 3}
        outs.append((site.out / "records-00001.ndjson").read_bytes())
        assert [json.loads(line)["entry"][0]["resource"]["birthDate"] for line in outs[-1].splitlines()] == [
            "1951",
            "1952",
        ]
    assert outs[0] == outs[1] == outs[2]


def test_a_bundle_of_which_something_leaves_leaves(site: Site) -> None:
    site.opted.write_text(f"p{HELD}\n")
    other = {"resourceType": "Organization", "id": "o", "active": True}
    (site.source / f"{SURNAMES[HELD]}.json").write_text(json.dumps(bundle(HELD, other)))
    assert site.run("mixed").outcomes == {"released": 59, "withheld": 2}
    assert len(list(site.out.glob("records-*"))) == 20


def test_the_derived_day_stands_nowhere_in_clear(site: Site) -> None:
    summary = site.run("derived")
    assert str(summary.as_of) == "2024-01-20"
    files = [p for folder in (site.out, site.state) for p in folder.rglob("*") if p.is_file()]
    assert files and not any(b"2024-01-20" in p.read_bytes() for p in files)
    again = site.run("derived")
    assert again.as_of == summary.as_of


def test_a_day_of_the_settings_is_told(site: Site) -> None:
    site.run("given", as_of="2025-02-03")
    assert site.manifest["as_of"] == "2025-02-03"
    assert json.loads((site.state / "audit.ndjson").read_text("utf-8").splitlines()[0])["as_of"] == "2025-02-03"
