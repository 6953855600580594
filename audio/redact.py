"""Redacting a recording: listen, find, then rewrite and prove. Steps of their own, so that a caller can keep a journal
of them; without sound that leaves the last one is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from audio.find import find
from audio.listen import listen
from audio.proof import Proof, hear_again, in_samples, left_voice, prove, widened
from audio.rewrite import Target, rewrite
from audio.steps import Found, Heard, Mute, Options, Process, Said, Voices
from audio.words import Recognizer
from redactor.errors import UnverifiedError

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
    """

    target: Target
    proof: Proof
    found: Found


def rewrite_proven(
    path: Path, out: Path, heard: Heard, found: Found, recognizer: Recognizer, process: Process, options: Options
) -> Sound:
    """Write `path` to `out` with everything muted that was found, prove it, and hear it again around each mute.

    PHI that is still heard is muted too, once, from the original, and everything is proven again: heard from the
    beginning, since a recogniser that is given a shorter part of the same sound hears other words in it. Raises
    UnverifiedError where PHI is heard even then, voice is left in a recording without words, or the proof fails; then
    there is no file at `out`. Raises MediaError, TimelineError, UnreadTranscriptError and OSError like the steps.
    """
    if out.exists() and out.samefile(path):
        raise ValueError("a recording cannot be rewritten in its place")
    try:
        return _rewrite_proven(path, out, heard, found, recognizer, process, options)
    except BaseException:
        out.unlink(missing_ok=True)
        raise


def _rewrite_proven(
    path: Path, out: Path, heard: Heard, found: Found, recognizer: Recognizer, process: Process, options: Options
) -> Sound:
    around = in_samples(found.muted)
    silent = around
    for is_last in (False, True):
        target = rewrite(path, out, heard.decoded, found.muted, options.filling)
        proof = prove(path, out, heard.decoded, found.muted, options.filling)
        if found.without_words and left_voice(out, proof.rewritten, heard, silent, options.detector):
            raise UnverifiedError("voice is left in a recording without words")
        findings = hear_again(out, proof.rewritten, heard, silent, around, recognizer, process)
        if not findings:
            return Sound(target, proof, found)
        if is_last:
            break
        found = widened(found, findings, heard, options)
        silent = in_samples(found.muted)
        around = [*around, *(finding.time for finding in findings)]
    raise UnverifiedError("PHI is heard in the redacted recording")
