"""Writes what leaves of a recording into its folder in the state, from redacted text alone."""

from __future__ import annotations

from pathlib import Path

import msgspec

from audio.heard import Heard
from audio.redact import Found, Sound
from redactor.run.contracts import OutputFile
from redactor.run.recordings.placing import describe

TRANSCRIPT = "transcript.json"
SIDECAR = "recording.json"


def write_outputs(folder: Path, heard: Heard, redacted: Sound | Found, sidecar: bytes | None) -> tuple[OutputFile, ...]:
    """The files of `folder`, into which sound was written already, synced."""
    found = redacted.found if isinstance(redacted, Sound) else redacted
    (folder / TRANSCRIPT).write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    if sidecar is not None:
        (folder / SIDECAR).write_bytes(sidecar)
    return describe(folder, [path.name for path in folder.iterdir()], TRANSCRIPT)
