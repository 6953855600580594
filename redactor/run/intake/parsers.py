"""This module asks the process of `redactor/run/intake/formats/worker.py` to read documents, tables and archives."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from redactor.run.contracts import REASONS, FileReason
from redactor.run.intake.parser_process import ParserPool
from redactor.run.intake.worker_limits import FILE_REASON, REASON
from schemas.engine.records import Reason

Item = TypeVar("Item")
LENGTH = struct.Struct(">Q")
pool = ParserPool("redactor.run.intake.formats.worker", "documents")


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A job says what to read of which file.

    limit: bytes of the largest record. encoding: of text that is not Unicode. table: which one, from 0. root, path: as
    in `parquet_worker`; content: the bytes of the file in their place. stored: how many of an archive stand in the one
    that holds it.
    """

    task: Literal["document", "tables", "header", "rows", "members"]
    suffix: str
    limit: int
    content: bytes = b""
    root: bytes = b""
    path: bytes = os.fsencode(os.devnull)
    packing: str = ""
    encoding: str = ""
    table: int = 0
    stored: int = 0


class Remark(msgspec.Struct, frozen=True):
    """A remark says why a file, or a part of it, is not read. where: a detail code."""

    reason: Reason | FileReason
    where: str = ""


def located(root: Path | None, path: Path, name: str) -> tuple[bytes, bytes]:
    """Return the root and the path of a file for a job: below a folder, it is opened through no link."""
    if root is None:
        return b"", os.fsencode(path.absolute())
    return os.fsencode(root.absolute()), os.fsencode(name)


def ask(job: Job) -> Iterator[bytes | Remark]:
    """Yield what is read, and remarks. Raises RunError if the process cannot be started."""
    request = msgspec.msgpack.encode(job)
    last: Remark | None = None  # held until the process has ended the file: then it is free for the next
    for given in pool.answers(LENGTH.pack(len(request)) + request):
        if isinstance(given, FileReason):
            last = Remark(given)
            continue
        kind, data = given
        if kind not in (REASON, FILE_REASON):
            yield data
            continue
        code, where = msgspec.json.decode(data, type=tuple[str, str])
        remark = Remark(REASONS[code], where)
        if kind == REASON:
            yield remark
        else:
            last = remark
    if last is not None:
        yield last


def listed(job: Job, kind: type[Item]) -> list[Item] | Remark:
    """Return the names of tables (str), or the members of an archive (Member), or why there are none."""
    found = []
    for item in ask(job):
        if isinstance(item, Remark):
            return item
        found.append(msgspec.json.decode(item, type=kind))
    return found
