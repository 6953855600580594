"""pocketsphinx with the English model in its wheel, for tests and demonstrations.

It mistakes 12 to 41 % of the words of clearly read speech, and does not know most names.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from audio.words import MOST_SECONDS, RATE, Samples, Word
from redactor.errors import ModelError

_FRAMES = 100
"""A second."""

_LEAST_SAMPLES = 2 * RATE // _FRAMES
"""It fails on less than a frame."""

_VARIANT = re.compile(r"\(\d+\)$")
"""Which pronunciation of a word was heard."""


class SphinxRecognizer:
    """Raises ModelError where pocketsphinx is not installed."""

    name = "pocketsphinx"
    for_release = False

    def __init__(self) -> None:
        try:
            from pocketsphinx import Decoder

            self._decoder: Any = Decoder(samprate=RATE, loglevel="FATAL")
            self.version = version("pocketsphinx")
        except (ImportError, PackageNotFoundError, RuntimeError):
            raise ModelError(
                'audio.model = "pocketsphinx" needs pocketsphinx>=5.1.1 with its model; install it, or give the folder '
                "of a Whisper model"
            ) from None

    def hear(self, samples: Samples) -> list[Word]:
        """The words of at most `MOST_SECONDS`, in lower case and without punctuation."""
        if len(samples) > MOST_SECONDS * RATE:
            raise ValueError(f"a recogniser hears at most {MOST_SECONDS} seconds at a time")
        if len(samples) < _LEAST_SAMPLES:
            return []
        pcm = np.rint(np.clip(samples, -1.0, 1.0) * 32767).astype(np.int16)
        self._decoder.reinit_feat()  # else it is still tuned to the noise and the voice that it heard before
        self._decoder.start_utt()
        self._decoder.process_raw(pcm.tobytes(), full_utt=True)
        self._decoder.end_utt()
        stretch = (0.0, len(samples) / RATE)
        return [
            Word(
                _VARIANT.sub("", part.word),
                part.start_frame / _FRAMES,
                min((part.end_frame + 1) / _FRAMES, stretch[1]),
                min(max(float(part.prob), 0.0), 1.0),
                stretch,
            )
            for part in self._decoder.seg() or ()
            if not part.word.startswith(("<", "[", "+"))
        ]
