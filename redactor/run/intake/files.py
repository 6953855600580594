"""This module lists the input files of a run, and decompresses them as streams in bounded memory."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import BinaryIO, Literal

from redactor.errors import RunError
from redactor.files.paths import open_below
from redactor.run.contracts import FileReason
from redactor.run.intake.archive_members import Member, Unpacked, ZipMember, open_inner, open_tar_member
from redactor.run.intake.kinds import ARCHIVES, WORKBOOKS, Kind, kind_of, suffixes_of
from redactor.run.intake.parsers import Job, Remark, listed, located
from redactor.run.intake.unread_suffixes import CONVERTED
from redactor.run.note_names import NoteNames
from schemas.engine.records import Reason

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_BY_NAME = ("note", "hl7v2", "cda")
BLOCK = 256 * 1024
# Bytes given to zstd at a time: data behind the end of a frame is copied, and a file can hold many small frames.
_ZSTD_BITE = 16 * 1024
_ZSTD_WINDOW: Mapping[int, int] = {zstd.DecompressionParameter.window_log_max: 27}  # 128 MiB
# Clinical records compress 10 to 50 times; DEFLATE at most 1030 times. No output below BOMB_FREE bytes is a bomb.
BOMB_RATIO = 300
BOMB_FREE = 16 * 1024 * 1024
_MAX_INNER = 1_000  # members of an archive, among which archives are read
_MAX_LISTED = 200_000  # files of all archives in an archive
RECORD_WEIGHT = 256  # bytes; a smaller record counts as this many, since each costs a run more than its bytes

_LOGS = ("-wal", "-journal")  # what SQLite appends to the name of a database, for changes that it lacks


@dataclass(frozen=True, slots=True)
class InputFile:
    """An input file is one file of the input.

    path: None for stdin. name: its relative path, which may hold PHI and is only hashed. suffix: safe to report. size
    in bytes and mtime in nanoseconds, both 0 for stdin. fields: what is known of a note beside its text. encoding: the
    encoding of a note or table that is not Unicode. root: the folder below which `name` is opened without following a
    link; None if the user named the file or asked to follow links. outer: the name of the archive, workbook or database
    that holds it, for which path, root and mtime are. member: what it is in an archive; is_packed: whether that is a
    packed tar. holder: the archive that holds it, if that is within another archive.
    table: the number of a sheet or table, from 0. fault: why it is not read.
    """

    number: int
    path: Path | None
    name: str
    kind: Kind
    packing: str
    suffix: str
    size: int
    mtime_ns: int
    fields: Mapping[str, str] = field(default_factory=dict)
    encoding: str = ""
    root: Path | None = None
    outer: str = ""
    member: Member | None = None
    is_packed: bool = False
    holder: InputFile | None = None
    table: int = 0
    fault: Reason | FileReason | None = None

    def open(self) -> BinaryIO:
        """Open the stored file. Raises OSError, also for a file that became a link after it was listed."""
        assert self.path is not None
        name = self.outer or self.name
        return self.path.open("rb") if self.root is None else os.fdopen(open_below(self.root, name), "rb")

    def open_content(self) -> BinaryIO | Unpacked:
        """Open the stored bytes: of a member of an archive, its own. Raises OSError."""
        if self.member is None:
            return self.open()
        inner = self.holder
        key = str(self.path), self.mtime_ns, -1 if inner is None or inner.member is None else inner.member.offset
        archive = self.open if inner is None else lambda: open_inner(key, inner.held)
        if self.member.crc < 0:
            return open_tar_member(key, archive, self.member, is_packed=self.is_packed)
        stored = archive()
        try:
            return ZipMember(stored, self.member)
        except OSError:
            stored.close()
            raise

    def held(self) -> bytes:
        """Return the bytes of an archive within an archive, as many as when it was listed. Raises OSError."""
        if isinstance(content := _content(self, sys.maxsize), bytes):
            return content
        raise OSError("the archive has changed since it was listed")


def list_inputs(
    source: Path | None,
    notes: NoteNames | None = None,
    order: Callable[[str], bytes] = os.fsencode,
    *,
    follow_links: bool = False,
    whole: bool = False,
    limit: int = 64 * 1024 * 1024,
) -> list[InputFile]:
    """Return every file under `source` in the order of their paths' bytes, readable or not; last are notes,
    messages and documents, whose names often are those of patients.

    The files of an archive, the sheets of a workbook and the tables of a database count as files. Raises RunError.

    order: returns the place of a file among those whose names often are those of patients; their alphabetical order
    must not show in OUT. A sidecar within the input is left out. Links below `source` are listed, not followed:
    whoever can write there could have any file of this user read. follow_links: links to files are followed; links to
    folders are not, since they could form a cycle. whole: archives, workbooks and databases are one file each. limit:
    bytes of the largest record, and of the largest workbook.
    """
    if source is None:
        return [InputFile(1, None, "-", "json", "", "", 0, 0)]
    root = None
    if source.is_file():
        found = [(source.name, source)]
    elif source.is_dir():
        found = []
        root = None if follow_links else source
        for folder, folders, names in os.walk(source, onerror=_raise_unlistable):
            here = Path(folder)
            names.extend(n for n in folders if (here / n).is_symlink())
            found.extend(((here / n).relative_to(source).as_posix(), here / n) for n in names)
        found.sort(key=lambda x: os.fsencode(x[0]))
    else:
        raise RunError("the input is neither a file nor a folder; name one, or - for stdin")
    naming = notes or NoteNames()
    if (sidecar := naming.sidecar_path) is not None:
        found = [(name, path) for name, path in found if not _is_same(path, sidecar)]
    described = [_describe(name, path, naming, root) for name, path in found]
    if not whole:
        described = [inner for file in described for inner in _inner_files(file, naming, limit)]
    others = [f for f in described if f.kind not in _BY_NAME]
    # Notes of an archive stay in its order: a packed tar is then unpacked once.
    last = sorted(
        (f for f in described if f.kind in _BY_NAME), key=lambda f: (order(f.outer or f.name), f.outer or f.name)
    )
    return [replace(f, number=i) for i, f in enumerate((*others, *last), 1)]


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _raise_unlistable(_: OSError) -> None:
    raise RunError("a folder of the input cannot be listed; grant read access, or take it out of the input")


def _describe(name: str, path: Path, notes: NoteNames, root: Path | None) -> InputFile:
    last, packing = suffixes_of(path)
    kind, suffix = kind_of(last, packing)
    if path.is_symlink() and (root is not None or path.is_dir()):
        return InputFile(0, path, name, "link", packing, suffix, 0, 0, root=root)
    try:
        stat = path.stat()
        size, mtime = stat.st_size, stat.st_mtime_ns
    except OSError:
        kind, size, mtime = "unreadable", 0, 0
    if kind != "unreadable" and not path.is_file():
        kind = "unreadable"
    of_note = _of_note(kind, name, notes)
    fault = CONVERTED.get(last) if kind == "unreadable" else None
    return InputFile(0, path, name, kind, packing, suffix, size, mtime, *of_note, root=root, fault=fault)


def _of_note(kind: Kind, name: str, notes: NoteNames) -> tuple[Mapping[str, str], str]:
    """Return the fields and the encoding of a file by its name."""
    return notes.fields(name) if kind == "note" else {}, notes.encoding if kind in (*_BY_NAME, "csv") else ""


def _inner_files(file: InputFile, notes: NoteNames, limit: int) -> list[InputFile]:
    """Return the files in an archive, or the tables of a workbook or database; of any other file, itself."""
    if file.kind != "container":
        return [file]
    if file.suffix in ARCHIVES:
        if not isinstance(members := _members(file, limit), list):
            return [_refused(file, members)]
        found: list[InputFile] = []
        unpacked, is_over = 0, False  # bytes of the files of archives within
        for number, member in enumerate(members):
            inner = _describe_member(file, member, notes)
            is_archive = inner.suffix in ARCHIVES and inner.kind == "container"
            if is_archive and (number >= _MAX_INNER or is_over):
                inner = _refused(inner, FileReason.BOMB if is_over else FileReason.NESTED)
            within = _inner_files(inner, notes, limit)
            if is_archive and not is_over and within != [inner]:
                unpacked += sum(each.member.size + RECORD_WEIGHT for each in within if each.member is not None)
                is_over = is_bomb(unpacked, file.size) or len(found) + len(within) > _MAX_LISTED
                within = [_refused(inner, FileReason.BOMB)] if is_over else within
            found += within
        return found
    job = table_job(file, "tables", limit)
    names = listed(job, str) if isinstance(job, Job) else job
    if isinstance(names, list) and names:
        share = file.size // len(names)
        tables = [replace(file, kind="table", name=f"{file.name}/{name}", size=share) for name in names]
        return [replace(table, outer=file.outer or file.name, table=i) for i, table in enumerate(tables)]
    reason = names.reason if isinstance(names, Remark) else names
    return [_refused(file, FileReason.NO_TEXT if isinstance(reason, list) else reason)]


def _members(archive: InputFile, limit: int) -> list[Member] | Reason | FileReason:
    """Return the members of an archive, or why there are none. limit: bytes of the largest archive in an archive."""
    if archive.member is None:
        root, path = located(archive.root, archive.path or Path(), archive.name)
        job = Job("members", archive.suffix, limit, root=root, path=path, packing=archive.packing)
    else:
        content = _content(archive, limit)
        if not isinstance(content, bytes):
            return content
        job = Job("members", archive.suffix, limit, content, stored=archive.member.stored)
    found = listed(job, Member)
    return found.reason if isinstance(found, Remark) else found or FileReason.NO_TEXT


def _content(file: InputFile, limit: int) -> bytes | Reason | FileReason:
    with ByteSource(file) as source:
        return source.content(limit)


def _refused(file: InputFile, reason: Reason | FileReason) -> InputFile:
    return replace(file, kind="unreadable", fault=reason)


def _describe_member(archive: InputFile, member: Member, notes: NoteNames) -> InputFile:
    last, packing = suffixes_of(PurePosixPath(member.name))
    kind, suffix = kind_of(last, packing)
    fault: Reason | FileReason | None = CONVERTED.get(last) if kind == "unreadable" else None
    if member.fault:
        fault = FileReason(member.fault)
    elif kind == "parquet" or (suffix in ARCHIVES and archive.member is not None):
        fault = FileReason.NESTED
    is_packed = archive.suffix == ".tgz" or (bool(archive.packing) and archive.member is None)
    name = f"{archive.name}/{member.name}"
    of_note = _of_note(kind, name, notes)
    return InputFile(
        0, archive.path, name, "unreadable" if fault else kind, packing, suffix, member.stored, archive.mtime_ns,
        *of_note, archive.root, archive.outer or archive.name, member, is_packed,
        archive if archive.member is not None else None, fault=fault,
    )  # fmt: skip


def table_job(file: InputFile, task: Literal["tables", "header", "rows"], limit: int) -> Job | Reason | FileReason:
    """Return the job that lists or reads a table of a workbook or database, or why it cannot be read."""
    if file.suffix in WORKBOOKS or file.member is not None or file.packing:
        content = _content(file, limit)
        return Job(task, file.suffix, limit, content, table=file.table) if isinstance(content, bytes) else content
    assert file.path is not None
    for log in (Path(f"{file.path}{end}") for end in _LOGS):
        if log.is_file() and log.stat().st_size:
            return FileReason.OPEN_DATABASE
    root, path = located(file.root, file.path, file.outer or file.name)
    return Job(task, file.suffix, limit, root=root, path=path, table=file.table)


def note_fields(files: Iterable[InputFile]) -> dict[str, Mapping[str, str]]:
    """Return what is known of each note beside its text, by the path of its file."""
    return {f.name: f.fields for f in files if f.kind == "note"}


def is_bomb(size: int, stored: int) -> bool:
    """Return whether `size` bytes of content are more than `stored` bytes of a file can honestly hold."""
    return size > BOMB_FREE and size > BOMB_RATIO * stored


class ByteSource:
    """A `ByteSource` gives the decompressed bytes of a file, block by block; a fault ends it early and is kept in
    `fault`.

    consumed: bytes taken of the stored file, for progress. content: read in place of stdin if the file has no path.
    """

    def __init__(self, file: InputFile, content: BinaryIO | None = None) -> None:
        self.fault: FileReason | None = None
        self.consumed = 0
        self._given = 0
        self._pushed: bytes = b""
        self._owned = file.path is not None
        try:
            # Held open across many reads and closed by __exit__.
            self._raw: BinaryIO | Unpacked | None = file.open_content() if file.path else content or sys.stdin.buffer
        except OSError:
            self._raw = None
            self.fault = FileReason.UNREADABLE
        unpack = {"": self._plain, "gz": self._gunzip, "zst": self._unzstd}[file.packing]
        self._blocks = unpack()
        self._packed = bool(file.packing) or file.member is not None
        self._stored = sys.maxsize if file.member is None else file.member.stored

    def __enter__(self) -> ByteSource:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._blocks.close()
        if self._owned and self._raw is not None:
            self._raw.close()

    def content(self, limit: int) -> bytes | Reason | FileReason:
        """Return all bytes to the end, or why they cannot be read. limit: the most that are held."""
        held = bytearray()
        while len(held) <= limit and (block := self.read()):
            held += block
        return self.fault or (bytes(held) if len(held) <= limit else Reason.TOO_LARGE)

    def read(self) -> bytes:
        """Return the next block, or b"" at the end or at a fault."""
        if self._pushed:
            block, self._pushed = self._pushed, b""
            return block
        if self.fault is not None:
            return b""
        try:
            block = next(self._blocks, b"")
        except EOFError:
            self.fault = FileReason.TRUNCATED
            return b""
        except (OSError, ValueError, zlib.error, zstd.ZstdError):
            self.fault = FileReason.UNREADABLE
            return b""
        self._given += len(block)
        if self._packed and is_bomb(self._given, self.consumed):
            self.fault = FileReason.BOMB  # the blocks so far may hold whole records; nothing more is read
        return block

    def count_records(self, number: int) -> None:
        """End the source if it has held so many records that it is a bomb."""
        if self._packed and self.fault is None and is_bomb(RECORD_WEIGHT * number, self.consumed):
            self.fault = FileReason.BOMB

    def push(self, block: bytes) -> None:
        """Put a block back, to be read next."""
        self._pushed = block + self._pushed

    def _take(self) -> bytes:
        if self._raw is None:
            return b""
        # read1 returns what a pipe holds now; read would wait for a full block
        block: bytes = self._raw.read1(BLOCK) if hasattr(self._raw, "read1") else self._raw.read(BLOCK)
        self.consumed = min(self.consumed + len(block), self._stored)
        return block

    def _plain(self) -> Generator[bytes, None, None]:
        while block := self._take():
            yield block

    def _gunzip(self) -> Generator[bytes, None, None]:
        member = zlib.decompressobj(31)
        begun = False
        while data := self._take():
            while data:
                if member.eof:
                    data = data.lstrip(b"\0")  # padding between members is legal
                    if not data:
                        break
                    member, begun = zlib.decompressobj(31), False
                begun = True
                out = member.decompress(data, BLOCK)
                data = member.unused_data if member.eof else member.unconsumed_tail
                if out:
                    yield out
                while not data and not member.eof and len(out) == BLOCK:  # all read, not all given
                    out = member.decompress(b"", BLOCK)
                    if out:
                        yield out
        if begun and not member.eof:
            raise EOFError

    def _unzstd(self) -> Generator[bytes, None, None]:
        frame = zstd.ZstdDecompressor(options=_ZSTD_WINDOW)
        begun = False
        while data := self._take():
            at = 0
            while at < len(data) or not (frame.eof or frame.needs_input):  # all read, not all given
                if frame.eof:
                    frame = zstd.ZstdDecompressor(options=_ZSTD_WINDOW)
                begun = True
                bite = data[at : at + _ZSTD_BITE] if frame.needs_input else b""
                at += len(bite)
                out = frame.decompress(bite, BLOCK)
                if frame.eof:
                    at -= len(frame.unused_data)
                if out:
                    yield out
        if begun and not frame.eof:
            raise EOFError
