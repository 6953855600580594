from __future__ import annotations

import warnings

import pytest

from tests.audio.kit.voices import missing


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if absent := missing():
        warnings.warn(f"the audio tests skip: install the Debian packages {absent}", stacklevel=1)
        for item in items:
            if "tests/audio" in item.path.as_posix():
                item.add_marker(pytest.mark.skip(reason=f"not installed: {absent}"))
