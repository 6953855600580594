"""This module opens the recogniser that the settings name, and holds pocketsphinx for tests and demonstrations.

With the English model in its wheel pocketsphinx mistakes 12 to 41 % of the words of clearly read speech, and does not
know most names.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from audio.whisper import WhisperRecognizer
from audio.words import MOST_SECONDS, RATE, Recognizer, Samples, Word
from redactor.errors import ModelError, SettingsError
from redactor.settings import AudioSettings

_FRAMES = 100
"""Frames a second."""

_LEAST_SAMPLES = 2 * RATE // _FRAMES
"""Pocketsphinx fails on less than a frame, so shorter sound has no words."""

_VARIANT = re.compile(r"\(\d+\)$")
"""Matches the number by which pocketsphinx tells which pronunciation of a word was heard."""


class SphinxRecognizer:
    """Recognises English with pocketsphinx. Raises ModelError if pocketsphinx is not installed."""

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
        """Returns the words of at most `MOST_SECONDS` of sound, in lower case and without punctuation."""
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


_SPHINX = "pocketsphinx"


def open_recognizer(settings: AudioSettings, threads: int) -> Recognizer:
    """Opens the recogniser that the settings name, to run on this number of CPU threads.

    Raises SettingsError or ModelError, with what to do, if a setting, a library or a model file is missing.
    """
    if settings.model is None:
        raise SettingsError(
            "recordings need audio.model: the folder of a Whisper model in the format of CTranslate2, or "
            '"pocketsphinx" for demonstrations'
        )
    if settings.model == _SPHINX:
        if "en" not in settings.languages:
            raise SettingsError("pocketsphinx knows English alone: add en to audio.languages, or give a Whisper model")
        return SphinxRecognizer()
    return WhisperRecognizer(Path(settings.model), settings.device, settings.languages, threads)
