"""This module lists the input files of a run, and decompresses them as streams in bounded memory."""

from __future__ import annotations

import os
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from types import TracebackType
from typing import BinaryIO, Literal

from redactor.errors import RunError
from redactor.files.paths import open_below
from redactor.run.contracts import FileReason
from redactor.run.note_names import NoteNames

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Kind = Literal["ndjson", "json", "csv", "parquet", "note", "unreadable", "link"]
BLOCK = 256 * 1024
# Bytes given to zstd at a time: data behind the end of a frame is copied, and a file can hold many small frames.
_ZSTD_BITE = 16 * 1024
_ZSTD_WINDOW: Mapping[int, int] = {zstd.DecompressionParameter.window_log_max: 27}  # 128 MiB
# Clinical records compress 10 to 50 times; DEFLATE at most 1030 times. No output below BOMB_FREE bytes is a bomb.
BOMB_RATIO = 300
BOMB_FREE = 16 * 1024 * 1024
RECORD_WEIGHT = 256  # bytes; a smaller record counts as this many, since each costs a run more than its bytes

_KINDS: dict[str, Kind] = {
    ".ndjson": "ndjson", ".jsonl": "ndjson", ".json": "json", ".csv": "csv", ".tsv": "csv", ".txt": "note",
    ".rtf": "note", ".html": "note", ".htm": "note",
}  # fmt: skip
SOUND_SUFFIXES = frozenset({
    ".wav", ".wave", ".w64", ".rf64", ".flac", ".mp3", ".m4a", ".aac", ".ogg", ".oga", ".opus", ".weba", ".webm",
    ".amr", ".mp4", ".3gp", ".mka", ".dss", ".ds2", ".wma", ".aif", ".aiff", ".caf", ".au", ".gsm", ".awb",
})  # fmt: skip
"""Files with these suffixes go to `redactor audio`, which releases them or refuses them with a reason."""
_SOUND_MAGIC = (b"fLaC", b"OggS", b"#!AMR", b"ID3", b"caff", b".snd", b"\x02dss", b"\x03ds2")
_PACKINGS = {".gz": "gz", ".zst": "zst"}
# A suffix can hold a name ("record.Smith"): only these are ever reported.
_REPORTABLE = frozenset({
    ".pdf", ".xml", ".hl7", ".dcm", ".zip", ".tar", ".tgz", ".bz2", ".xz", ".7z", ".doc", ".docx", ".xls",
    ".xlsx", ".md", ".log", ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".db", ".sqlite", ".yaml",
    ".yml", ".avro", ".orc", ".feather",
}) | SOUND_SUFFIXES  # fmt: skip


@dataclass(frozen=True, slots=True)
class InputFile:
    """An input file is one file of the input.

    path: None for stdin. name: its relative path, which may hold PHI and is only hashed. suffix: safe to report. size
    in bytes and mtime in nanoseconds, both 0 for stdin. fields: what is known of a note beside its text. encoding: the
    encoding of a note or table that is not Unicode. root: the folder below which `name` is opened without
    following a link; None if the user named the file or asked to follow links.
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

    def open(self) -> BinaryIO:
        """Open the stored bytes. Raises OSError, also for a file that became a link after it was listed."""
        assert self.path is not None
        return self.path.open("rb") if self.root is None else os.fdopen(open_below(self.root, self.name), "rb")


def list_inputs(
    source: Path | None,
    notes: NoteNames | None = None,
    order: Callable[[str], bytes] = os.fsencode,
    *,
    follow_links: bool = False,
) -> list[InputFile]:
    """Return every file under `source` in the order of their paths' bytes, readable or not; notes last.

    Raises RunError.

    order: returns the place of a note among the notes. Names of notes often are those of patients, whose alphabetical
    order must not show in OUT. A sidecar within the input is left out. Links below `source` are listed, not followed:
    whoever can write there could have any file of this user read. follow_links: links to files are followed; links to
    folders are not, since they could form a cycle.
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
    others = [f for f in described if f.kind != "note"]
    last = sorted((f for f in described if f.kind == "note"), key=lambda f: (order(f.name), f.name))
    return [replace(f, number=i) for i, f in enumerate((*others, *last), 1)]


def check_readable(source: Path | None, files: Sequence[InputFile]) -> None:
    """Raise RunError if a folder holds no file of a kind that is read; its release would be empty.

    The message names what is read, and the suffixes of what the folder holds.
    """
    if source is None or not source.is_dir() or any(f.kind != "unreadable" for f in files):
        return
    held = ", ".join(f"{suffix} {n:,}" for suffix, n in sorted(Counter(f.suffix for f in files).items()))
    why = f"its files are of other kinds ({held})" if files else "it has no files"
    sound = "; recordings go to: redactor audio IN OUT" if any(f.suffix in SOUND_SUFFIXES for f in files) else ""
    raise RunError(
        f"IN holds nothing to read: {why}; read are "
        f"{', '.join(sorted({*_KINDS, '.parquet'}))}, and all but .parquet as .gz or .zst too; name the folder of such"
        f" files, or convert yours (docs/guide/first-run.md){sound}"
    )


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _raise_unlistable(_: OSError) -> None:
    raise RunError("a folder of the input cannot be listed; grant read access, or take it out of the input")


def _describe(name: str, path: Path, notes: NoteNames, root: Path | None) -> InputFile:
    last, packing = _suffixes(path)
    kind: Kind = "parquet" if last == ".parquet" and not packing else _KINDS.get(last, "unreadable")
    suffix = last if kind != "unreadable" or last in _REPORTABLE else ("(other)" if last else "(none)")
    if path.is_symlink() and (root is not None or path.is_dir()):
        return InputFile(0, path, name, "link", packing, suffix, 0, 0, root=root)
    try:
        stat = path.stat()
        size, mtime = stat.st_size, stat.st_mtime_ns
    except OSError:
        kind, size, mtime = "unreadable", 0, 0
    if kind != "unreadable" and not path.is_file():
        kind = "unreadable"
    encoding = notes.encoding if kind in ("note", "csv") else ""
    of_note = (notes.fields(name) if kind == "note" else {}, encoding)
    return InputFile(0, path, name, kind, packing, suffix, size, mtime, *of_note, root=root)


def _suffixes(path: PurePath) -> tuple[str, str]:
    """Return the suffix of a file's content in lower case, and its packing."""
    suffixes = [s.lower() for s in path.suffixes[-2:]]
    packing = _PACKINGS.get(suffixes[-1], "") if suffixes else ""
    last = suffixes[-2] if packing and len(suffixes) == 2 else ("" if packing else (suffixes[-1] if suffixes else ""))
    return last, packing


def is_note(name: str) -> bool:
    """Return whether a file of this name holds one note."""
    return _KINDS.get(_suffixes(PurePath(name))[0]) == "note"


def is_sound(head: bytes, suffix: str) -> bool:
    """Return whether a file is a recording, by its suffix or its first 12 bytes."""
    is_riff = head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE"
    return suffix in SOUND_SUFFIXES or is_riff or head.startswith(_SOUND_MAGIC)


def content_identity(digest: str, name: str) -> tuple[str, ...]:
    """Return what tells a content from others: its digest, and for a note also its name, which may say whose note
    it is.
    """
    return ("content", digest, name) if is_note(name) else ("content", digest)


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
            self._raw: BinaryIO | None = file.open() if file.path else content or sys.stdin.buffer
        except OSError:
            self._raw = None
            self.fault = FileReason.UNREADABLE
        unpack = {"": self._plain, "gz": self._gunzip, "zst": self._unzstd}[file.packing]
        self._blocks = unpack()
        self._packed = bool(file.packing)

    def __enter__(self) -> ByteSource:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._blocks.close()
        if self._owned and self._raw is not None:
            self._raw.close()

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
        except (OSError, zlib.error, zstd.ZstdError):
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
        self.consumed += len(block)
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
