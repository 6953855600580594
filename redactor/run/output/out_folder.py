"""The folder OUT: the names that a run may have there, and the check against the journal.

Output files get names of our own, since names of input files often hold names of people.
"""

from __future__ import annotations

from pathlib import Path

from redactor.errors import RunError
from redactor.files.atomic_file import part_of, sync
from redactor.run.output.durable_files import sha256
from redactor.run.output.forms import EXTENSIONS, NOTE_TEXT
from redactor.run.state.journal import Journal

MANIFEST = "manifest.json"
RELEASED = "released-00001.ndjson"


def _own_names(out: Path, journal: Journal) -> set[str]:
    """The names that this run may have in OUT now: journaled files, and those that a crash left out of the journal."""
    names = {name for name, *_ in journal.outputs()}
    if (out / MANIFEST).exists():  # which was checked to be this run's
        names.add(RELEASED)
    # Numbers of files in OUT are drawn once all of the input is read: a file in progress may have any of them.
    for n in range(1, journal.last_number() + 1) if journal.numbers("read") else ():
        names.add(f"deleted-{n:05d}.ndjson")
        names.update(f"records-{n:05d}.{x}" for x in (*EXTENSIONS.values(), NOTE_TEXT))
    names.add(MANIFEST)
    return names | {part_of(Path(name)).name for name in names}


def check_out(out: Path, journal: Journal) -> None:
    """Raise RunError unless OUT holds all files of the journal, and no file that this run cannot have there.

    Released records that an interrupted release wrote after the journaled size are cut off. The manifest must have been
    checked before.
    """
    if any(p.is_symlink() for p in out.iterdir()):
        raise RunError("OUT holds links, and a run makes none; find out who made them, and name an empty folder")
    if foreign := {p.name for p in out.iterdir()} - _own_names(out, journal):
        raise RunError(
            f"OUT holds {len(foreign)} files that are not this run's; name the OUT it wrote, or an empty folder"
        )
    is_unnamed = not (out / MANIFEST).exists()
    sizes = {name: size for name, _, _, size, _ in journal.outputs()}
    for name, _, digest, size, _ in journal.outputs():
        path = out / name
        if not path.is_file() or (path.stat().st_size != size and name != RELEASED) or path.stat().st_size < size:
            raise RunError(
                "OUT lacks files that this run has put there; give the original OUT folder, or use a new --state"
            )
        if is_unnamed and name != RELEASED and sha256(path) != digest:
            raise RunError(f"OUT holds another {name} than this run has put there; name the OUT it wrote")
    released = out / RELEASED
    if RELEASED not in sizes:
        released.unlink(missing_ok=True)
    elif released.stat().st_size > sizes[RELEASED]:
        with released.open("r+b") as f:
            f.truncate(sizes[RELEASED])
        sync(released)
