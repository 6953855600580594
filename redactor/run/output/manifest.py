"""The manifest: what lies in OUT, how it came about, and counts that add up. No clock, no path: the same run, the
same bytes. Its `mac` shows a holder of the keyring that nobody changed it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from redactor.keys import Keyring
from redactor.run.contracts import RunMetadata
from redactor.run.output.durable_files import write_whole
from redactor.run.output.out_folder import MANIFEST
from redactor.run.state.journal import Journal

FORMAT = "redactor-manifest/1"


def build(journal: Journal, facts: RunMetadata, keyring: Keyring) -> dict[str, Any]:
    """The manifest as a dict, its mac over everything else in canonical form."""
    outcomes = journal.counts("outcome")
    schemas = [k.split("\t") for k in journal.counts("schema")]
    data: dict[str, Any] = {
        "format": FORMAT,
        "profile": {"name": facts.profile, "digest": facts.profile_digest, "claim": facts.claim},
        "recipient": facts.recipient,
        "source": facts.source,
        "key": facts.key_id,
        "as_of": journal.get("as_of") or None,
        "known_values": journal.get("known") or "all",
        "harvest_failed": int(journal.get("harvest_failed") or 0),
        "detectors": dict(sorted(facts.detectors.items())),
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


def write(out: Path, journal: Journal, facts: RunMetadata, keyring: Keyring) -> None:
    """Write OUT/manifest.json, all or nothing."""
    data = build(journal, facts, keyring)
    write_whole(out / MANIFEST, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")


def verify(out: Path, keyring: Keyring) -> bool:
    """Whether the manifest in OUT is as this keyring's run wrote it."""
    data = msgspec.json.decode((out / MANIFEST).read_bytes())
    mac = data.pop("mac", None)
    return isinstance(mac, str) and mac == _mac(data, keyring)
