"""The recogniser that the settings name."""

from __future__ import annotations

from pathlib import Path

from audio.asr.sphinx import SphinxRecognizer
from audio.asr.whisper import WhisperRecognizer
from audio.words import Recognizer
from redactor.errors import SettingsError
from redactor.settings import AudioSettings

_SPHINX = "pocketsphinx"


def open_recognizer(settings: AudioSettings, threads: int) -> Recognizer:
    """threads: of a CPU. Raises SettingsError or ModelError, with what to do, unless all that it needs is there."""
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
