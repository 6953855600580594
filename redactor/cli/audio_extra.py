"""The extra that recordings need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redactor.cli.messages import fail

_PACKAGES = frozenset({"av", "faster_whisper", "silero_vad", "watchdog"})


@contextmanager
def audio_extra() -> Iterator[None]:
    """Say how to install the extra where an import fails for want of it."""
    try:
        yield
    except ModuleNotFoundError as e:
        if e.name not in _PACKAGES:
            raise
        fail('the audio extra is not installed; install it with: pip install "clinical-redactor[audio]"')
