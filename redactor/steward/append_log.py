"""This module appends lines of JSON to a log of home, each durable before it counts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from redactor.files.atomic_file import sync
from redactor.files.own_files import make_own_folder, open_own


def append_lines(path: Path, *lines: Mapping[str, object]) -> None:
    """Append lines, durable when this returns; the file is readable by the owner alone (mode 0600)."""
    make_own_folder(path.parent)
    fd = open_own(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    with os.fdopen(fd, "rb+", buffering=0) as f:
        size = f.seek(0, os.SEEK_END)
        # A line cut short by a crash stays a line of its own.
        torn = size > 0 and os.pread(fd, 1, size - 1) != b"\n"
        rest = (b"\n" if torn else b"") + b"".join(json.dumps(line).encode("ascii") + b"\n" for line in lines)
        while rest:  # a disk that fills up takes a part, and refuses the rest at the next call
            rest = rest[f.write(rest) :]
        os.fsync(fd)
    sync(path.parent)
