"""What tests read of the audit of an exporter."""

from __future__ import annotations

import io
from pathlib import Path

import zstandard

from streams.audit_days import DayFile, day_files


def audit_lines(state: Path) -> list[bytes]:
    """Every line, in the order of the days; a day that is plain and packed counts once."""
    days = {file.day: file for file in day_files(state)}
    return [line for file in days.values() for line in lines_of(file)]


def lines_of(file: DayFile) -> list[bytes]:
    data = file.path.read_bytes()
    if file.is_packed:
        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    return data.splitlines()
