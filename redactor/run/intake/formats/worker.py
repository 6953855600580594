"""This module is the process that parses documents: bounded in memory and time, without keys, and expendable.

A request on standard input is 8 bytes of its length, then a `Job` as msgpack. The answer on standard output is one byte
for ready, then for each job answers as `parquet_worker` writes them. ROW holds JSON or, for a document, its text.
REASON holds a code and a detail code as JSON, and so does FILE_REASON for a file of which the rest is not read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from redactor.run.intake.kinds import WORKBOOKS
from redactor.run.intake.parsers import LENGTH, Job
from redactor.run.intake.worker_limits import (
    END,
    FILE_REASON,
    READY,
    REASON,
    ROW,
    Watch,
    answer,
    budget_of,
    limit_address_space,
    limit_time,
    opened,
    resident,
    size_of,
    take_pipes,
)


def main() -> None:
    """Serve jobs until standard input ends."""
    requests, answers = take_pipes()
    from redactor.run.intake.formats import documents, workbook  # noqa: F401 - loaded before memory is limited

    watch = Watch(resident) if sys.platform == "darwin" else None
    decode = msgspec.msgpack.Decoder(Job).decode
    answers.write(READY)
    answers.flush()
    while head := requests.read(LENGTH.size):
        job = decode(requests.read(*LENGTH.unpack(head)))
        if job.suffix not in WORKBOOKS:
            workbook.forget()  # before memory is measured
        budget = budget_of(job.limit)
        if watch is not None:
            watch.budget = budget
        limit_address_space(budget)
        with opened(os.fsdecode(job.root), os.fsdecode(job.path)) as path:
            limit_time(len(job.content) or size_of(path))
            serve(job, path, answers)
        answers.flush()


def serve(job: Job, path: Path, answers: BinaryIO) -> None:
    """Answer a job. path: of the file, if the job does not hold its bytes."""
    from redactor.run.contracts import FileReason
    from redactor.run.intake.formats.refusals import RefusedError

    def refuse(kind: int, reason: str, where: str = "") -> None:
        answer(answers, kind, msgspec.json.encode((str(reason), where)))

    try:
        for kind, data in _answers(job, path):
            answer(answers, kind, data)
    except MemoryError:
        refuse(FILE_REASON, FileReason.BOMB)
    except ImportError:
        refuse(FILE_REASON, FileReason.NO_FORMATS)
    except RefusedError as e:
        refuse(FILE_REASON, e.reason, e.where)
    except Exception:  # parsers of hostile data raise anything
        refuse(FILE_REASON, FileReason.UNREADABLE)
    answer(answers, END, b"")


def _answers(job: Job, path: Path) -> Iterator[tuple[int, bytes]]:
    from redactor.run.intake.formats import archive, documents

    encode = msgspec.json.encode
    if job.task == "document":
        document = documents.read(job.content, job.suffix, job.encoding, job.limit)
        if document.text:
            yield ROW, document.text.encode()
        for reason, where in document.remarks:
            yield REASON, encode((str(reason), where))
    elif job.task == "members":
        for member in archive.members(job.content or path, job.suffix, job.packing, job.stored):
            yield ROW, encode(member)
    else:
        items = _of_tables(job, path)
        yield from ((ROW, encode(item)) for item in (islice(items, 1) if job.task == "header" else items))


def _of_tables(job: Job, path: Path) -> Iterable[str] | Iterable[list[str]]:
    """Return the names of the tables, or the header and the rows of one."""
    from redactor.run.intake.formats import database, workbook

    if job.suffix in WORKBOOKS:
        return workbook.tables(job.content) if job.task == "tables" else workbook.rows(job.content, job.table)
    source = job.content or path
    listed = job.task == "tables"
    return database.tables(source, job.limit) if listed else database.rows(source, job.table, job.limit)


if __name__ == "__main__":
    main()
