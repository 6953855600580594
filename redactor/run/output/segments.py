"""This module writes the manifest of a stream: a head of bounded size, and a file in OUT for each closed segment.

The file of a segment states the configuration that made its deliveries, their files, and its predecessor by digest. It
is never changed. Only the head is signed, which covers the whole chain. A segment is closed in this order: the journal
keeps it as it is, its file is created in OUT, the journal begins the next one, the head is written. Each step can be
repeated after a kill.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec

from redactor.files.atomic_file import part_of
from redactor.files.paths import read_regular
from redactor.keys import Keyring
from redactor.run.output import manifest
from redactor.run.output.durable_files import create_new, write_atomic
from redactor.run.state.journal import Journal
from redactor.run.state.segments import ClosedSegment, Segments
from schemas.engine.json_codec import parse
from schemas.engine.records import RecordError

_NAME = re.compile(r"manifest-[0-9]{5,}\.json")
_MAX_BYTES = 64 * 1024 * 1024
_STAGED = "segment.json"  # in the state


def is_segment_file(name: str) -> bool:
    """Return whether a file of OUT has the name of a closed segment's file."""
    return _NAME.fullmatch(name) is not None


def segment_file(number: int) -> str:
    """Return the name that the file of a closed segment has in OUT. number: of the segment, from 1."""
    return f"manifest-{number:05d}.json"


def write_head(out: Path, journal: Journal, segments: Segments, keyring: Keyring, home: Path | None) -> None:
    """Write OUT/manifest.json as `manifest.overwrite` does."""
    manifest.overwrite_head(out, journal, segments.configuration, keyring, home, _stated(segments))


def close_segment(out: Path, state: Path, journal: Journal, segments: Segments) -> None:
    """Close the open segment. Called again after a kill, it goes on. Raises RunError if somebody else took its name."""
    segments.begin_closing()
    data = {
        "format": manifest.FORMAT,
        **manifest.stated_configuration(journal, segments.configuration),
        **_stated(segments),
    }
    content = msgspec.json.encode(data) + b"\n"
    target = out / segment_file(segments.number)
    write_atomic(state / _STAGED, content)
    create_new(state / _STAGED, target)
    digest, listed = hashlib.sha256(content).hexdigest(), data["files"]
    segments.close(ClosedSegment(target.name, digest, len(listed), sum(f["records"] for f in listed)))
    discard(out, state, segments)


def discard(out: Path, state: Path, segments: Segments) -> None:
    """Remove what the last closed segment needs no longer; what is gone is no error."""
    if (before := segments.before) is not None:
        part_of(out / before.name).unlink(missing_ok=True)
        (state / _STAGED).unlink(missing_ok=True)


def _stated(segments: Segments) -> dict[str, Any]:
    """Return what head and segment files alike state of the open segment."""
    files = [
        {"name": f.name, "sha256": f.sha256, "bytes": f.bytes, "records": f.records}
        | ({"types": f.types} if f.types else {})
        for f in segments.files()
    ]
    before = segments.before
    previous = None if before is None else msgspec.to_builtins(before)
    return {"segment": segments.number, "previous": previous, "files": files}


def read_segment(out: Path, previous: dict[str, Any], number: int) -> dict[str, Any] | str:
    """Return the content of a closed segment's file, or what is wrong with the file.

    previous: as its successor states it. number: of the segment.
    """
    name = segment_file(number)
    if previous.get("name") != name:
        return "is not what its successor names"
    if (out / name).is_symlink():
        return "is a link"
    try:
        raw, _ = read_regular(out / name, _MAX_BYTES)
    except FileNotFoundError:
        return "is missing"
    except OSError:
        return "cannot be read"
    if hashlib.sha256(raw).hexdigest() != previous.get("sha256"):
        return "was changed"
    try:
        data = parse(raw)
        if data["format"] != manifest.FORMAT or data["segment"] != number:
            raise ValueError("format")
    except (ValueError, KeyError, TypeError, RecursionError, RecordError):
        return "is of another version"
    return dict(data)
