"""This module redacts a recording in steps: listen, find, then rewrite and prove.

Callers run the steps one by one, so that they can keep a journal; if no sound leaves, the last step is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from audio.find import find
from audio.listen import listen
from audio.proof import Proof, has_voice_left, prove
from audio.rewrite import Target, rewrite
from audio.steps import Found, Heard, Mute, Options, Process, Said, Voices
from redactor.errors import UnverifiedError

__all__ = [
    "Found", "Heard", "Mute", "Options", "Process", "Said", "Sound", "Voices", "find", "listen", "rewrite_proven",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sound:
    """Holds a redacted recording that was proven."""

    target: Target
    proof: Proof


def rewrite_proven(path: Path, out: Path, heard: Heard, found: Found, options: Options) -> Sound:
    """Writes `path` to `out` with everything in `found` muted, and proves the result.

    Raises UnverifiedError if voice is left in a recording without words, or if the proof fails; then there is no file
    at `out`. Raises MediaError and OSError like the steps.
    """
    if out.exists() and out.samefile(path):
        raise ValueError("a recording cannot be rewritten in its place")
    try:
        target = rewrite(path, out, heard.decoded, found.muted, options.filling)
        proof = prove(path, out, heard.decoded, found.muted, options.filling)
        if found.without_words and has_voice_left(out, proof.rewritten, heard, found.muted, options.detector):
            raise UnverifiedError("voice is left in a recording without words")
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    return Sound(target, proof)
