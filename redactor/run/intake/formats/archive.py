"""This module lists the members of ZIP and tar archives, and refuses archives that claim more than they can hold."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from redactor.run.contracts import FileReason
from redactor.run.intake.archive_members import DEFLATED, STORED, Member
from redactor.run.intake.files import RECORD_WEIGHT, is_bomb
from redactor.run.intake.formats.refusals import RefusedError

_MAX_MEMBERS = 200_000
_IS_ENCRYPTED = 1  # a flag of ZIP
_BLOCK = 512  # bytes of tar
_STRETCH = 1 << 20


def members(source: Path | bytes, suffix: str, packing: str, stored: int = 0) -> list[Member]:
    """Return the files in an archive, in its order; folders are left out. Raises RefusedError.

    source: a path, or the bytes of the archive. stored: bytes that these take in the archive that holds them.
    """
    stored = stored or (len(source) if isinstance(source, bytes) else source.stat().st_size)
    try:
        with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as f:
            if suffix == ".zip":
                return list(_zip(f, stored))
            found = list(_tar(f, stored, suffix == ".tgz" or packing == "gz"))
    except (EOFError, tarfile.ReadError):
        raise RefusedError(FileReason.TRUNCATED) from None
    except (OSError, ValueError, zlib.error, zipfile.BadZipFile, tarfile.TarError, NotImplementedError, OverflowError):
        raise RefusedError(FileReason.UNREADABLE) from None
    total = max(stored, sum(member.size for member in found))
    return [member._replace(stored=member.size * stored // total) for member in found]  # its share of a packed tar


def _zip(f: BinaryIO, stored: int) -> Iterator[Member]:
    with zipfile.ZipFile(f) as archive:
        infos = archive.infolist()
        total = sum(info.file_size + RECORD_WEIGHT for info in infos)
        overlap = sum(info.compress_size for info in infos) > f.seek(0, io.SEEK_END)
        if len(infos) > _MAX_MEMBERS or overlap or is_bomb(total, stored):
            raise RefusedError(FileReason.BOMB)
        for info in infos:
            if info.is_dir():
                continue
            fault = ""
            if info.flag_bits & _IS_ENCRYPTED:
                fault = FileReason.ENCRYPTED
            elif stat.S_ISLNK(info.external_attr >> 16):
                fault = FileReason.LINK
            elif info.compress_type not in (STORED, DEFLATED):
                fault = FileReason.NESTED
            yield Member(
                info.filename, info.header_offset, info.compress_size, info.file_size, info.compress_type, info.CRC,
                str(fault),
            )  # fmt: skip


def _tar(f: BinaryIO, stored: int, is_packed: bool) -> Iterator[Member]:
    with gzip.GzipFile(fileobj=f) if is_packed else nullcontext(f) as unpacked:
        archive = tarfile.open(fileobj=unpacked, mode="r:", errors="replace")  # noqa: SIM115 - holds nothing but `unpacked`
        number = 0
        while (info := archive.next()) is not None:
            number += 1
            if number > _MAX_MEMBERS or is_bomb(info.offset_data + info.size, stored):
                raise RefusedError(FileReason.BOMB)
            if info.isdir():
                continue
            fault = "" if info.isreg() and not info.issparse() else FileReason.UNREADABLE
            if info.issym() or info.islnk():
                fault = FileReason.LINK
            yield Member(info.name, info.offset_data, info.size, info.size, STORED, -1, str(fault))
        unpacked.seek(archive.offset)
        if unpacked.read(_BLOCK) != bytes(_BLOCK):  # tarfile takes a damaged head for the end
            raise RefusedError(FileReason.TRUNCATED)
        while block := unpacked.read(_STRETCH):  # to the end of the stream, where its checksum is
            if block.strip(b"\0"):  # another tar, which tarfile does not list
                raise RefusedError(FileReason.NESTED)
            if is_bomb(unpacked.tell(), stored):
                raise RefusedError(FileReason.BOMB)
