"""Compare the released files and the audit of two checkouts, byte by byte: proof that a change changes no behaviour.

    python -m benchmarks.same_bytes --against TREE [--profiles hipaa-safe-harbor,hips] [--detectors '["patterns"]']

Both checkouts de-identify the same input with the same keyring, once for each profile: resources and Bundles of the
sample, all texts and resources of benchmarks/data, and an eighth of Synthea's resources where the shared data lie
beside the checkout. Start times and lengths of a run are left out. The exit status is 1 where files differ.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import SYNTHEA, workplace
from redactor.run.output.manifest import MANIFEST
from redactor.sample.sink import write_sink

ROOT = Path(__file__).resolve().parent.parent
_DATA = ROOT / "benchmarks" / "data"
_PROFILES = "hipaa-safe-harbor,hips,limited-dataset,redactor"
_RULES = '["patterns","known"]'
_EVERY = 8
_TIME = re.compile(rb'"(?:at|time|started|finished|seconds|run|run_id|created)": ?(?:"[^"]*"|[0-9.]+)')
_SUBJECTS = 50


def _note(name: str, nth: int, text: str) -> bytes:
    """A DocumentReference that holds the text, of one of fifty patients."""
    attachment = {"contentType": "text/plain", "data": base64.b64encode(text.encode()).decode()}
    resource = {
        "resourceType": "DocumentReference",
        "id": f"{name}-{nth}",
        "status": "current",
        "subject": {"reference": f"Patient/{name}-{nth % _SUBJECTS}"},
        "date": "2024-03-04T10:00:00Z",
        "content": [{"attachment": attachment}],
    }
    return json.dumps(resource).encode()


def _data_lines(path: Path) -> Iterator[bytes]:
    """Resources of a file of benchmarks/data: its own, or one for each of its texts."""
    for nth, line in enumerate(path.read_bytes().splitlines()):
        row = json.loads(line)
        if isinstance(row.get("resource"), dict):
            yield json.dumps(row["resource"]).encode()
        elif isinstance(row.get("text"), str):
            yield _note(path.stem, nth, row["text"])


def _write_input(folder: Path) -> Path:
    """A folder of records: sample, Synthea, benchmarks/data."""
    write_sink(folder / "sample", 20, 7)
    records = folder / "sample" / "records"
    for path in sorted(SYNTHEA.glob("*.ndjson")):
        chosen = path.read_bytes().splitlines(keepends=True)[::_EVERY]
        (records / f"synthea-{path.name}").write_bytes(b"".join(chosen))
    for path in sorted(_DATA.glob("*.jsonl")):
        if lines := list(_data_lines(path)):
            (records / f"data-{path.stem}.ndjson").write_bytes(b"\n".join(lines) + b"\n")
    return records


def _run(tree: Path, source: Path, folder: Path, profile: str, env: dict[str, str]) -> dict[str, str]:
    """SHA-256 of each released file and of the sorted audit, by name, after a run of the checkout."""
    out, state = folder / "out", folder / "state"
    command = [
        sys.executable,
        "-m",
        "redactor",
        "run",
        str(source),
        str(out),
        "--state",
        str(state),
        "--profile",
        profile,
    ]
    ours = {"PYTHONPATH": str(tree), "REDACTOR_HOME": str(folder / "home")}
    done = subprocess.run(command, env=os.environ | env | ours, cwd=tree, capture_output=True, check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{tree}: redactor run ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
    audit = sorted(_TIME.sub(b"", line) for line in (state / "audit.ndjson").read_bytes().splitlines())
    found = {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    # The same names are dates of FHIR in records, where they count.
    found |= {"audit": b"\n".join(audit), MANIFEST: _TIME.sub(b"", found[MANIFEST])}
    return {name: hashlib.sha256(content).hexdigest() for name, content in found.items()}


def main() -> None:
    """Compare the checkouts under each profile, and end with 1 where they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, required=True, help="the other checkout")
    parser.add_argument("--profiles", default=_PROFILES, help=f"names, separated by commas (default: {_PROFILES})")
    parser.add_argument("--detectors", default=_RULES, help=f"JSON list of detectors (default: {_RULES})")
    chosen = parser.parse_args()
    different = 0
    with workplace() as (folder, settings):
        source = _write_input(folder)
        env = {"REDACTOR_KEYRING": str(settings.keyring), "REDACTOR_DETECTORS": chosen.detectors}
        for profile in chosen.profiles.split(","):
            results = []
            for name, tree in (("before", chosen.against.resolve()), ("after", ROOT)):
                place = folder / f"{profile}-{name}"
                place.mkdir()
                results.append(_run(tree, source, place, profile, env))
            before, after = results
            changed = sorted(n for n in before.keys() | after.keys() if before.get(n) != after.get(n))
            different += len(changed)
            print(
                f"{profile}: {len(before)} files, {len(changed)} different{': ' if changed else ''}{' '.join(changed)}"
            )
    raise SystemExit(1 if different else 0)


if __name__ == "__main__":
    main()
