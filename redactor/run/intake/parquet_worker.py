"""This module is the process that parses Parquet: bounded in memory and time, without keys, and expendable.

The parser is a large library of C++, and a hostile file may exhaust or crash it. Here that costs one file. A request on
standard input consists of 8 bytes of `max_record_bytes`, 4 bytes each of two lengths, a folder and the path below it,
which is opened through no link; or of an empty folder and a path. The answer on standard output is one byte for ready,
then for each file its rows, each with a kind (`KINDS`) and 8 bytes of a length before it, and END.
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path
from typing import BinaryIO

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

REQUEST = struct.Struct(">QII")


def main() -> None:
    """Serve requests until standard input ends."""
    requests, answers = take_pipes()
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # the others reserve address space ahead of need
    import pyarrow as pa

    import redactor.run.intake.parquet_rows  # noqa: F401 - loaded before memory is limited

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    watch = Watch(resident if sys.platform == "darwin" else pa.total_allocated_bytes)
    answers.write(READY)
    answers.flush()
    while head := requests.read(REQUEST.size):
        limit, *lengths = REQUEST.unpack(head)
        root, name = (os.fsdecode(requests.read(length)) for length in lengths)
        watch.budget = budget_of(limit)
        limit_address_space(watch.budget)
        with opened(root, name) as path:
            limit_time(size_of(path))
            serve(path, limit, answers)
        answers.flush()


def serve(path: Path, limit: int, answers: BinaryIO) -> None:
    """Answer with the rows of a file."""
    from redactor.run.contracts import FileReason
    from redactor.run.intake.parquet_rows import read_rows

    try:
        for row in read_rows(path, limit):
            if isinstance(row, bytes):
                answer(answers, ROW, row)
            else:
                answer(answers, FILE_REASON if isinstance(row, FileReason) else REASON, row.encode())
    except MemoryError:
        answer(answers, FILE_REASON, FileReason.BOMB.encode())
    answer(answers, END, b"")


if __name__ == "__main__":
    main()
