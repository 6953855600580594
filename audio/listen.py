"""Hearing a recording: its words, its voice and its tones, channel by channel, in bounded memory."""

from __future__ import annotations

from pathlib import Path

from audio.heard import Heard
from audio.options import Options
from audio.words import Recognizer


def listen(path: Path, recognizer: Recognizer, options: Options) -> Heard:
    """Decode `path` and hear each of its channels; channels that sound alike are heard once.

    Raises MediaError where the recording cannot be decoded, OSError where it cannot be read.
    """
    raise NotImplementedError
