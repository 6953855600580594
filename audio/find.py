"""From what was heard to what is muted, and to the words that may leave."""

from __future__ import annotations

from audio.found import Found
from audio.heard import Heard
from audio.options import Options, Process


def find(heard: Heard, process: Process, options: Options) -> Found:
    """Read the transcript, find the time of its PHI, and everything else that must be muted.

    `process` is called once, with the whole transcript: turns in order of time, a line each. PHI that it keeps as it is
    (a profile's `keep`) stays audible. Raises UnreadTranscriptError where it could not read all of it, TimelineError
    where PHI has no place in the recording.
    """
    raise NotImplementedError
