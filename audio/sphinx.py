"""This module hears English with pocketsphinx, for tests and demonstrations: with the model in its wheel it mistakes 12
to 41 % of the words of clearly read speech, and does not know most names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import av
import numpy as np

from audio.words import MOST_SECONDS, RATE, Samples, Word, plain
from redactor.errors import ModelError

_FRAMES = 100
"""Frames a second."""

_LEAST_SAMPLES = 2 * RATE // _FRAMES
"""Pocketsphinx fails on less than a frame, so shorter sound has no words."""

_VARIANT = re.compile(r"\(\d+\)$")
"""Matches the number by which pocketsphinx tells which pronunciation of a word was heard."""

_SLOWER = 0.92
"""The speed at which sound is heard a second time."""

_SAME_TIME = 0.15
"""The greatest distance, in seconds, between the middles of a word that both speeds gave."""

_OF_POSTERIOR, _OF_AGREEMENT = 0.31, 1.68
"""The weights of a logistic regression of right words (fitted on 24 dialogues of flite, see docs/audio.md): of the log
odds of pocketsphinx's posterior, and of a word that both speeds gave.
"""

_LEAST_POSTERIOR, _GREATEST_POSTERIOR = 0.003, 0.9995


class SphinxRecognizer:
    """Recognises English with pocketsphinx. Raises ModelError if pocketsphinx is not installed."""

    name = "pocketsphinx"
    for_release = False

    def __init__(self) -> None:
        try:
            from pocketsphinx import Decoder

            self._decoder: Any = Decoder(samprate=RATE, loglevel="FATAL")
            self.version = f"{version('pocketsphinx')}, two speeds"
        except (ImportError, PackageNotFoundError, RuntimeError):
            raise ModelError(
                'audio.model = "pocketsphinx" needs pocketsphinx>=5.1.1 with its model; install it, or give the folder '
                "of a Whisper model"
            ) from None

    def hear(self, samples: Samples) -> list[Word]:
        """Returns the words of at most `MOST_SECONDS` of sound, in lower case and without punctuation.

        The sound is heard a second time at a slower speed. The posterior of pocketsphinx tells little of whether a word
        is right; that both hearings gave the word tells more. The probability of a word follows from both.
        """
        if len(samples) > MOST_SECONDS * RATE:
            raise ValueError(f"a recogniser hears at most {MOST_SECONDS} seconds at a time")
        if len(samples) < _LEAST_SAMPLES:
            return []
        words = self._decode(samples, 1.0)
        return _weighed(words, self._decode(_played(samples, _SLOWER), _SLOWER))

    def _decode(self, samples: Samples, speed: float) -> list[Word]:
        pcm = np.rint(np.clip(samples, -1.0, 1.0) * 32767).astype(np.int16)
        self._decoder.reinit_feat()  # else it is still tuned to the noise and the voice that it heard before
        self._decoder.start_utt()
        self._decoder.process_raw(pcm.tobytes(), full_utt=True)
        self._decoder.end_utt()
        length = len(samples) * speed / RATE
        return [
            Word(
                _VARIANT.sub("", part.word),
                part.start_frame * speed / _FRAMES,
                min((part.end_frame + 1) * speed / _FRAMES, length),
                min(max(float(part.prob), 0.0), 1.0),
                (0.0, length),
            )
            for part in self._decoder.seg() or ()
            if not part.word.startswith(("<", "[", "+"))
        ]


def _played(samples: Samples, speed: float) -> Samples:
    """Returns the sound at another speed, and with the pitch that follows from the speed."""
    resampler = av.AudioResampler(format="flt", layout="mono", rate=round(RATE / speed))
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples, np.float32)[None], format="flt", layout="mono")
    frame.sample_rate = RATE
    made = [*resampler.resample(frame), *resampler.resample(None)]
    return np.concatenate([part.to_ndarray().reshape(-1) for part in made])


def _weighed(words: Sequence[Word], again: Sequence[Word]) -> list[Word]:
    """Returns the words with the probability that they are right. again: the words of the second hearing."""
    times: dict[str, list[float]] = {}
    for word in again:
        times.setdefault(plain(word.text), []).append(_middle(word))
    weighed = []
    for word in words:
        posterior = min(max(word.probability, _LEAST_POSTERIOR), _GREATEST_POSTERIOR)
        agreed = any(abs(_middle(word) - time) <= _SAME_TIME for time in times.get(plain(word.text), ()))
        odds = _OF_POSTERIOR * math.log(posterior / (1 - posterior)) + _OF_AGREEMENT * agreed
        weighed.append(Word(word.text, word.start, word.end, 1 / (1 + math.exp(-odds)), word.segment))
    return weighed


def _middle(word: Word) -> float:
    return ((word.start or 0.0) + (word.end or 0.0)) / 2
