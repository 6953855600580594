"""This module opens the recogniser that the settings name."""

from __future__ import annotations

from pathlib import Path

from audio.sphinx import SphinxRecognizer
from audio.timeline import MARGIN
from audio.whisper import WhisperRecognizer
from audio.words import Recognizer
from redactor.errors import SettingsError
from redactor.settings import AudioSettings

_SPHINX = "pocketsphinx"


_MARGINS = {_SPHINX: 0.1}
"""Of pocketsphinx 99 of 100 words begin and end within 0.06 s of the spoken ones (docs/audio.md)."""


def margin_of(settings: AudioSettings) -> float:
    """Returns the seconds that are muted on both sides of PHI: those of the settings, else more than the times of the
    recogniser were measured to err, or `MARGIN` if they were not measured.
    """
    return _MARGINS.get(settings.model or "", MARGIN) if settings.margin is None else settings.margin


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
