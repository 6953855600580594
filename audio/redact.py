"""Redacting a recording: listen, find, then rewrite and prove. Steps of their own, so that a caller can keep a journal
of them; without sound that leaves the last one is left out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from audio.find import find
from audio.found import Found, Mute, Said
from audio.heard import Heard, Voices
from audio.listen import listen
from audio.options import Options, Process
from audio.proof import Proof
from audio.rewrite import Target
from audio.words import Recognizer

__all__ = [
    "Found",
    "Heard",
    "Mute",
    "Options",
    "Process",
    "Said",
    "Sound",
    "Voices",
    "find",
    "listen",
    "rewrite_proven",
]


@dataclass(frozen=True, slots=True)
class Sound:
    """A redacted recording that was proven.

    found: with the mutes that hearing it again added, and without the words in them: outputs are made of this one.
    envelope: the greatest level, in [0, 1], in each of equal parts of the redacted recording, for its drawing.
    """

    target: Target
    proof: Proof
    found: Found
    envelope: tuple[float, ...]


def rewrite_proven(
    path: Path, out: Path, heard: Heard, found: Found, recognizer: Recognizer, process: Process, options: Options
) -> Sound:
    """Write `path` to `out` with everything muted that was found, prove it, and hear it again around each mute.

    PHI that is still heard is muted too, once, from the original, and everything is proven again. Raises
    UnverifiedError where PHI is heard even then, voice is left in a recording without words, or the proof fails; then
    there is no file at `out`. Raises MediaError, TimelineError, UnreadTranscriptError and OSError like the steps.
    """
    raise NotImplementedError
