"""This module redacts a recording in steps: listen, find, then rewrite and prove.

Callers run the steps one by one, so that they can keep a journal; if no sound leaves, the last step is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from audio.find import find
from audio.listen import listen
from audio.proof import Proof, find_audible_phi, has_voice_left, prove, to_samples, with_findings_muted
from audio.rewrite import Target, rewrite
from audio.steps import Found, Heard, Mute, Options, Process, Said, Voices
from audio.words import Recognizer
from redactor.errors import UnverifiedError

__all__ = [
    "Found", "Heard", "Mute", "Options", "Process", "Said", "Sound", "Voices", "find", "listen", "rewrite_proven",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sound:
    """Holds a redacted recording that was proven.

    found: with the mutes that hearing the recording again added, and without the words in them; outputs are made of it.
    """

    target: Target
    proof: Proof
    found: Found


def rewrite_proven(
    path: Path, out: Path, heard: Heard, found: Found, recognizer: Recognizer, process: Process, options: Options
) -> Sound:
    """Writes `path` to `out` with everything in `found` muted, proves the result, and hears it again around each mute.

    PHI that is still heard is muted too, once, from the original, and everything is proven again from the beginning,
    since a recogniser that is given a shorter part of the same sound hears other words in it. Raises UnverifiedError if
    PHI is heard even then, if voice is left in a recording without words, or if the proof fails; then there is no file
    at `out`. Raises MediaError, TimelineError, UnreadTranscriptError and OSError like the steps.
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
    around = to_samples(found.muted)
    silent = around
    for is_last in (False, True):
        target = rewrite(path, out, heard.decoded, found.muted, options.filling)
        proof = prove(path, out, heard.decoded, found.muted, options.filling)
        if found.without_words and has_voice_left(out, proof.rewritten, heard, silent, options.detector):
            raise UnverifiedError("voice is left in a recording without words")
        findings = find_audible_phi(out, proof.rewritten, heard, silent, around, recognizer, process)
        if not findings:
            return Sound(target, proof, found)
        if is_last:
            break
        found = with_findings_muted(found, findings, heard, options)
        silent = to_samples(found.muted)
        around = [*around, *(finding.time for finding in findings)]
    raise UnverifiedError("PHI is heard in the redacted recording")
