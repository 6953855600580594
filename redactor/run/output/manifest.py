"""The manifest: the files in OUT, the configuration that made them, and counts that add up.

It holds no clock and no path: the same run gives the same bytes. A holder of the keyring can check its `mac`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from redactor.keys import Keyring
from redactor.run.contracts import RunMetadata
from redactor.run.output.durable_files import write_atomic
from redactor.run.output.out_folder import MANIFEST
from redactor.run.state.journal import Journal

FORMAT = "redactor-manifest/1"
DERIVED = "derived"  # stands for an as_of from the input: a patient's newest shifted date minus it is the shift


def build(journal: Journal, metadata: RunMetadata, keyring: Keyring) -> dict[str, Any]:
    """The manifest as a dict. mac: over everything else in canonical form."""
    outcomes = journal.counts("outcome")
    schemas = [k.split("\t") for k in journal.counts("schema")]
    data: dict[str, Any] = {
        "format": FORMAT,
        "profile": {"name": metadata.profile, "digest": metadata.profile_digest, "claim": metadata.claim},
        "recipient": metadata.recipient,
        "source": metadata.source,
        "key": metadata.key_id,
        "as_of": metadata.as_of or (DERIVED if journal.get("as_of") else None),
        "known_values": journal.get("known") or "all",
        "harvest_failed": int(journal.get("harvest_failed") or 0),
        "detectors": dict(sorted(metadata.detectors.items())),
        "schemas": [{"name": s[0], "version": s[1], "digest": s[2]} for s in schemas],
        "files": [
            {"name": name, "sha256": digest, "bytes": size, "records": n}
            | ({"types": journal.file_counts(file, "type")} if not name.startswith("deleted-") else {})
            for name, file, digest, size, n in journal.outputs()
        ],
        "records": sum(outcomes.values()),
        "outcomes": outcomes,
        "reasons": journal.counts("reason"),
        "types": journal.counts("type"),
        "rules": journal.counts("rule"),
        "entities": journal.counts("entity"),
        "omitted": journal.counts("omitted"),
    }
    return data | {"mac": _mac(data, keyring)}


def _mac(data: dict[str, Any], keyring: Keyring) -> str:
    return keyring.internal("manifest").token(msgspec.json.encode(data, order="sorted").decode())


def write(out: Path, journal: Journal, metadata: RunMetadata, keyring: Keyring) -> None:
    """Write OUT/manifest.json atomically."""
    data = build(journal, metadata, keyring)
    write_atomic(out / MANIFEST, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")


def verify(out: Path, keyring: Keyring) -> bool:
    """Whether the manifest in OUT is unchanged since a run under this keyring wrote it."""
    data = msgspec.json.decode((out / MANIFEST).read_bytes())
    mac = data.pop("mac", None)
    return isinstance(mac, str) and mac == _mac(data, keyring)
