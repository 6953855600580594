"""This module has the types of paths and texts in settings. Errors do not show a value that may be a secret."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from redactor.files.paths import NOT_SHOWN, is_path, is_utf8


def _require_path(given: Path | str) -> Path | str:
    if not is_path(given):
        raise ValueError(f"is {NOT_SHOWN}")
    return given


def require_utf8(given: str) -> str:
    """Return a text. Raises ValueError for one of bytes that are not UTF-8."""
    if not is_utf8(given):
        raise ValueError("is not UTF-8 text")
    return given


SettingPath = Annotated[Path, AfterValidator(_require_path)]
Text = Annotated[str, AfterValidator(require_utf8)]
PathOrName = Annotated[str, AfterValidator(require_utf8), AfterValidator(_require_path)]
