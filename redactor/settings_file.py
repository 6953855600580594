"""This module finds and reads the settings file, and checks whether it may be trusted like a key."""

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
_DEFAULT_NAME = "redactor.toml"
_MAX_BYTES = 1 << 24  # bytes


def settings_file() -> Path | None:
    """Return the file that REDACTOR_CONFIG names, else redactor.toml of the working directory, or None if there is
    none.

    Raises SettingsError if the name belongs to something else than a file.
    """
    if named := os.environ.get(NAMED_BY):
        if not Path(named).is_file():
            raise SettingsError(
                f"--config or {NAMED_BY} names no file; point it at a redactor.toml, or leave it out for that of the "
                "working directory"
            )
        return Path(named)
    default = Path(_DEFAULT_NAME)
    if default.is_file():
        return default
    if default.exists() or default.is_symlink():
        raise SettingsError(f"{default} is not a file; its settings would be ignored: make it a file or remove it")
    return None


def read_settings_file() -> dict[str, Any]:
    """Return the content of the settings file, or {} if there is none.

    Raises SettingsError if other users may change the file, or if it is no TOML.
    """
    path, text = settings_text()
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        place = re.search(r" \(at [^()]*\)$", str(e))
        raise SettingsError(
            f"the settings file {path} is not TOML{place[0] if place else ''}; see docs/guide/install.md for an example"
        ) from None


def settings_text() -> tuple[Path | None, str]:
    """Return the settings file and its text; None and "" if there is none.

    Raises SettingsError if other users may change the file, or if it is not UTF-8.
    """
    path = settings_file()
    if path is None:
        return None, ""
    try:
        data, found = read_regular(path, _MAX_BYTES)
        why = why_not_ours(path, found)
    except OSError as e:
        raise SettingsError(f"the settings file {path} cannot be read ({e.strerror}); grant read access") from None
    if why:
        raise SettingsError(f"the settings file {path} {why} {path}")
    try:
        return path, data.decode()
    except ValueError:
        raise SettingsError(
            f"the settings file {path} is not UTF-8; see docs/guide/install.md for an example"
        ) from None
