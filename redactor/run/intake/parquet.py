"""This module reads Parquet tables through a separate process (`parquet_worker`), which a hostile file may end."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from redactor.errors import RunError
from redactor.run.contracts import FileReason
from redactor.run.intake.files import InputFile
from redactor.run.intake.parquet_worker import REQUEST
from redactor.run.intake.parser_process import ParserPool
from redactor.run.intake.parsers import located
from redactor.run.intake.worker_limits import FILE_REASON, ROW
from schemas.engine.records import Reason

pool = ParserPool("redactor.run.intake.parquet_worker", "Parquet")


def read_rows(file: InputFile, limit: int) -> Iterator[bytes | Reason | FileReason]:
    """Yield each row as a JSON object, or why it cannot be one; a FileReason is the last: the rest cannot be read.

    limit: bytes of the largest row; a larger one is TOO_LARGE. A table whose columns have no proper names yields
    MALFORMED_TABLE and no row. Raises RunError if the process cannot be started, and as `check_installed`.
    """
    check_installed()
    assert file.path is not None
    root, name = located(file.root, file.path, file.name)
    for answer in pool.answers(REQUEST.pack(limit, len(root), len(name)) + root + name):
        if isinstance(answer, FileReason):
            yield answer
            return
        kind, data = answer
        if kind == ROW:
            yield data
        elif kind == FILE_REASON:
            yield FileReason(data.decode())
        else:
            yield Reason(data.decode())


def check_installed() -> None:
    """Raise RunError if the library is missing that reads and writes Parquet."""
    if find_spec("pyarrow") is None:
        raise RunError("Parquet files need an extra; install it: pip install 'clinical-redactor[parquet]'")
