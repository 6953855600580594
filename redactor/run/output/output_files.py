"""Output files: a part of released records, one a line, becomes the form its input had, and is moved into OUT.

Names are our own: the input's hold names of people as often as not. Packed inputs come out plain, since the bytes of
a compressor change with its version.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import RunError
from redactor.run.commit import part_path
from redactor.run.intake.files import ByteSource, InputFile
from redactor.run.intake.lines import cells, lines, rows
from redactor.run.output.durable_files import move, sha256, sync_file
from redactor.run.state.journal import FileProgress, Journal

MANIFEST = "manifest.json"
RELEASED = "released-00001.ndjson"
_EXTENSIONS = {"ndjson": "ndjson", "array": "json", "single": "json", "csv": "csv", "parquet": "parquet"}
_Parse = msgspec.json.Decoder()
_Raw = msgspec.json.Decoder(dict[str, msgspec.Raw])
_Output = tuple[str, str, int, int]


def own_names(numbers: Iterable[int]) -> set[str]:
    """Every name that a run over these input files may have in OUT, the unfinished ones included."""
    names = {MANIFEST, RELEASED}
    for n in numbers:
        names.add(f"deleted-{n:05d}.ndjson")
        names.update(f"records-{n:05d}.{x}" for x in _EXTENSIONS.values())
    return names | {f".{n}.part" for n in names}


def check_out(out: Path, journal: Journal) -> None:
    """OUT holds nothing but what this run may have there, and all that its journal says. Raises RunError.

    Released records that an interrupted release left behind the journal's end are cut off.
    """
    if strange := {p.name for p in out.iterdir()} - own_names(journal.numbers()):
        raise RunError(
            f"OUT holds {len(strange)} files that are not this run's; name the OUT it wrote, or an empty folder"
        )
    sizes = {name: size for name, _, _, size, _ in journal.outputs()}
    for name, size in sizes.items():
        path = out / name
        if not path.is_file() or (path.stat().st_size != size and name != RELEASED) or path.stat().st_size < size:
            raise RunError("OUT lacks files that this run has put there; name that OUT, or a new --state")
    released = out / RELEASED
    if RELEASED not in sizes:
        released.unlink(missing_ok=True)
    elif released.stat().st_size > sizes[RELEASED]:
        with released.open("r+b") as f:
            f.truncate(sizes[RELEASED])
        sync_file(released)


def finish(state: Path, out: Path, file: InputFile, progress: FileProgress) -> list[_Output]:
    """Put a file's outputs into OUT: (name, sha256, bytes, records) each. It can be repeated after a crash anywhere."""
    done = []
    if progress.records_n:
        name = f"records-{file.number:05d}.{_EXTENSIONS[progress.form]}"
        part = part_path(state, "records", file.number)
        if part.exists():
            whole = _convert(part, file, progress)
            move(whole, out / name)
        done.append(_describe(out / name, progress.records_n))
    if progress.deleted_n:
        name = f"deleted-{file.number:05d}.ndjson"
        part = part_path(state, "deleted", file.number)
        if part.exists():
            move(part, out / name)
        done.append(_describe(out / name, progress.deleted_n))
    return done


def discard_parts(state: Path, number: int) -> None:
    """Remove what a finished file leaves in the state: empty parts, and parts that were converted."""
    for kind in ("records", "deleted"):
        part = part_path(state, kind, number)
        part.unlink(missing_ok=True)
        part.with_suffix(".whole").unlink(missing_ok=True)


def _describe(path: Path, records: int) -> _Output:
    if not path.is_file():
        raise RunError("OUT lacks a file that this run has put there; name a new --state and an empty OUT")
    return path.name, sha256(path), path.stat().st_size, records


def _convert(part: Path, file: InputFile, progress: FileProgress) -> Path:
    if progress.form in ("ndjson", "single"):
        return part
    # The part stays until the journal has the file as done: this can be done over.
    target = part.with_suffix(".whole")
    target.touch(mode=0o600)
    if progress.form == "array":
        _write_array(_records(part), target)
    elif progress.form == "csv":
        _write_csv(_header(file), part, target)
    else:
        from redactor.run.intake.parquet import write_table

        write_table(file.path, _records(part), _records(part), target)
    sync_file(target)
    return target


def _records(part: Path) -> Iterator[bytes]:
    with part.open("rb") as f:
        for line in f:
            yield line[:-1]


def _write_array(records: Iterator[bytes], target: Path) -> None:
    with target.open("wb") as f:
        f.write(b"[")
        for i, record in enumerate(records):
            f.write((b",\n" if i else b"\n") + record)
        f.write(b"\n]\n")


def _header(file: InputFile) -> list[str]:
    """The columns of a CSV input, [] when they can no longer be read (a pipe)."""
    if file.path is None:
        return []
    with ByteSource(file) as source:
        first = source.read()
        source.push(first.removeprefix(b"\xef\xbb\xbf"))
        row = next(rows(lines(source.read, 1 << 24), 1 << 24), None)
        return cells(row.data) if row is not None else []


def _write_csv(header: list[str], part: Path, target: Path) -> None:
    """Columns that no released row has are left out; the others keep the input's order."""
    used: dict[str, None] = {}
    for record in _records(part):
        used.update(dict.fromkeys(_Raw.decode(record)))
    columns = [c for c in header if c in used] + [c for c in used if c not in set(header)]
    with target.open("w", encoding="utf-8", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(columns)
        for record in _records(part):
            row = _Raw.decode(record)
            out.writerow([_cell(row.get(c)) for c in columns])


def _cell(value: msgspec.Raw | None) -> str:
    if value is None:
        return ""
    text = bytes(value)
    if text[:1] == b'"':
        parsed: Any = _Parse.decode(text)
        return str(parsed)
    return "" if text == b"null" else text.decode("utf-8")
