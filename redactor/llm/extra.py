"""Whether the package that asks endpoints is installed: it is in the extra `llm`."""

from __future__ import annotations

import importlib.util

from redactor.errors import SettingsError


def need_openai() -> None:
    """Raises SettingsError without the package openai."""
    if importlib.util.find_spec("openai") is None:
        raise SettingsError("[llm] needs the package openai: install it with pip install 'clinical-redactor[llm]'")
