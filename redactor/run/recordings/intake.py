"""The files of a folder of recordings: recordings, each with its sidecar, and sidecars without a recording."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NoReturn

from redactor.errors import RunError

_SUFFIXES = (".wav", ".wave", ".flac", ".mp3", ".m4a", ".mp4", ".aac", ".ogg", ".oga", ".opus", ".webm", ".amr")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file to account for. name: its path below IN, PHI. sidecar: the file that says what is known of it, if there is
    one. path: of the recording; None of a sidecar without a recording."""

    name: str = field(repr=False)
    path: Path | None = field(repr=False)
    sidecar: Path | None = field(default=None, repr=False)


def is_sidecar(name: str) -> bool:
    """Whether a file of this name is a sidecar and no recording."""
    return name.lower().endswith(".json")


def stem_of(name: str) -> str:
    """What a recording and its sidecar share: the path without the last suffix, in one form of Unicode, since systems
    differ in it. A sidecar visit.wav.json has the stem of visit.wav and of visit.json."""
    path = PurePosixPath(unicodedata.normalize("NFC", name)).with_suffix("")
    return str(path.with_suffix("") if path.suffix.lower() in _SUFFIXES else path)


def list_recordings(source: Path) -> list[Arrival]:
    """Every file under `source` in the order of their paths' bytes, whatever it holds. Raises RunError.

    Links below a folder are listed as recordings, and never followed: `file_of` refuses them. A recording that the user
    named may be a link.
    """
    if source.is_file():
        try:
            beside = [(p.name, p) for p in source.parent.iterdir() if is_sidecar(p.name) and p.name != source.name]
        except OSError as e:
            _refuse(e)
        (arrival,) = (a for a in paired([(source.name, source.resolve()), *beside]) if a.name == source.name)
        return [arrival]
    if not source.is_dir():
        raise RunError("the input is neither a file nor a folder; name one")
    found: dict[str, Path] = {}
    for folder, folders, names in os.walk(source, onerror=_refuse):
        here = Path(folder)
        for name in (*names, *(n for n in folders if (here / n).is_symlink())):
            found[(here / name).relative_to(source).as_posix()] = here / name
    return paired(found.items())


def paired(files: Iterable[tuple[str, Path]]) -> list[Arrival]:
    """Recordings with their sidecars, then files that have no other, both in the order of their names' bytes.

    A copy without a sidecar thus comes when it is known whose recording it is.
    """
    ordered = sorted(files, key=lambda x: os.fsencode(x[0]))
    sidecars = {stem_of(name): path for name, path in ordered if is_sidecar(name)}
    recorded = {stem_of(name) for name, _ in ordered if not is_sidecar(name)}
    arrivals = [
        Arrival(name, None, path) if is_sidecar(name) else Arrival(name, path, sidecars.get(stem_of(name)))
        for name, path in ordered
        if not (is_sidecar(name) and stem_of(name) in recorded and sidecars[stem_of(name)] == path)
    ]
    return sorted(arrivals, key=lambda a: a.path is None or a.sidecar is None)


def _refuse(_: OSError) -> NoReturn:
    raise RunError("a folder of the input cannot be listed; grant read access, or take it out of the input")
