"""This module adds a patient to the list of the setting opt_out, whose records are withheld from then on."""

from __future__ import annotations

import os
from pathlib import Path

from redactor.errors import RunError
from redactor.files.atomic_file import atomic_private, locked
from redactor.files.paths import read_regular
from redactor.run.intake.patient_lists import read_opt_out

_LONGEST = 1000  # characters of a line


def add_to_list(path: Path, written: str) -> bool:
    """Add a line to the list, durably; return False if it stands there already.

    written: a patient's id, reference or identifier as the list has them. The file keeps its mode. Raises RunError for
    what is no line of the list, or a list that is a link; SettingsError for one that cannot be read; OSError.
    """
    if not written.strip() or written.startswith("#") or len(written) > _LONGEST or not written.isprintable():
        raise RunError(
            "this is no id of a patient: a line of the list has printable characters and does not begin with #"
        )
    if path.is_symlink():
        raise RunError("the list of opt_out is a link; add the line to the file that it leads to")
    with locked(path):
        if written.strip() in read_opt_out(path).values():
            return False
        before = read_regular(path)[0] if path.exists() else b""
        end = b"\n" if before and not before.endswith((b"\n", b"\r")) else b""
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
        with atomic_private(path) as file:
            file.write(before + end + written.strip().encode() + b"\n")
            os.fchmod(file.fileno(), mode)
    return True
