"""How recordings are redacted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from audio.gaps import Judge
from audio.mute import Filling
from audio.timeline import MARGIN
from audio.vad import VoiceDetector
from redactor.engine import Redacted

Process = Callable[[str], Redacted]
"""Reads a text with the detectors and replaces what they find, in the context of the recording (its patient, date and
known values): a closure over `Engine.process`."""


@dataclass(frozen=True, slots=True)
class Options:
    """detector: finds voice. margin: seconds muted on both sides of what is found. strict: mute all but confident
    speech without PHI. judge: decides which gaps stay audible; None mutes all. filling: what takes the place of muted
    sound."""

    detector: VoiceDetector
    margin: float = MARGIN
    strict: bool = False
    judge: Judge | None = None
    filling: Filling = Filling.SILENCE
