"""Writes what leaves of a recording into its folder in the state, from redacted text alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from audio.steps import Heard
from audio.outputs import subrip, webvtt
from audio.outputs import document
from audio.outputs import waveform
from audio.redact import Found, Sound
from redactor.run.contracts import OutputFile
from redactor.run.recordings.placing import describe
from redactor.run.sidecars import NoteContext

_TRANSCRIPT = "transcript.json"  # at which the record is counted


def speakers_of(context: NoteContext, channels: int) -> dict[int, str]:
    """De-identified names, or roles, by channel."""
    named = enumerate(context.speakers(channels))
    return {number: channel.name or channel.role for number, channel in named if channel.name or channel.role}


def write_outputs(
    folder: Path,
    heard: Heard,
    redacted: Sound | Found,
    versions: Mapping[str, str],
    speakers: Mapping[int, str],
    sidecar: bytes | None,
) -> tuple[OutputFile, ...]:
    """Write the files of a recording into `folder`, beside its sound where that leaves, and describe them all."""
    found = redacted.found if isinstance(redacted, Sound) else redacted
    written = {
        _TRANSCRIPT: document(heard, found, versions, speakers),
        "captions.vtt": webvtt(found.said, speakers),
        "captions.srt": subrip(found.said, speakers),
    }
    if isinstance(redacted, Sound):
        written["waveform.svg"] = waveform(redacted.proof.envelope, heard.decoded.seconds, found)
    if sidecar is not None:
        written["recording.json"] = sidecar
    for name, content in written.items():
        (folder / name).write_bytes(content)
    return describe(folder, [path.name for path in folder.iterdir()], _TRANSCRIPT)
