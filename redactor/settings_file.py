"""The settings file: which it is, and whether it may be trusted. It decides what is found, so it is held like a key."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from redactor.errors import SettingsError
from redactor.files.own_files import why_not_ours
from redactor.files.paths import read_regular

NAMED_BY = "REDACTOR_CONFIG"
_USUAL = "redactor.toml"
_LARGEST = 1 << 24  # bytes


def settings_file() -> Path | None:
    """The file that REDACTOR_CONFIG names, else redactor.toml of the working directory; None without one.

    Raises SettingsError where there is something else of the name.
    """
    if named := os.environ.get(NAMED_BY):
        if not Path(named).is_file():
            raise SettingsError(
                f"--config or {NAMED_BY} names no file; point it at a redactor.toml, or leave it out for that of the "
                "working directory"
            )
        return Path(named)
    usual = Path(_USUAL)
    if usual.is_file():
        return usual
    if usual.exists() or usual.is_symlink():
        raise SettingsError(f"{usual} is not a file; its settings would be ignored: make it a file or remove it")
    return None


def read_settings_file() -> dict[str, Any]:
    """What it holds; nothing without one. Raises SettingsError where others may change it, and for no TOML."""
    path = settings_file()
    if path is None:
        return {}
    try:
        data, found = read_regular(path, _LARGEST)
        why = why_not_ours(path, found)
    except OSError as e:
        raise SettingsError(f"the settings file {path} cannot be read ({e.strerror}); grant read access") from None
    if why:
        raise SettingsError(f"the settings file {path} {why} {path}")
    try:
        return tomllib.loads(data.decode())
    except ValueError as e:
        place = re.search(r" \(at [^()]*\)$", str(e))
        fault = f"is not TOML{place[0] if place else ''}" if isinstance(e, tomllib.TOMLDecodeError) else "is not UTF-8"
        raise SettingsError(f"the settings file {path} {fault}; see docs/guide/install.md for an example") from None
