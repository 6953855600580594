"""The list of patients who opted out."""

from __future__ import annotations

from pathlib import Path

from redactor.errors import SettingsError
from redactor.paths import read_regular


def read_opt_out(path: Path | None) -> list[str]:
    """Patient ids, one per line; lines that begin with # are comments. Raises SettingsError."""
    if path is None:
        return []
    try:
        lines = read_regular(path)[0].decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise SettingsError("opt_out: the file cannot be read as UTF-8") from None
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
