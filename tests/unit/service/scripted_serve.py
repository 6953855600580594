"""The command line with a recogniser that hears tones (tests/unit/audio/scripted.py), also in its worker processes.

A worker runs this file again, so that it is patched too. The recogniser waits while there is a file `wait` in the
folder SCRIPTED, writes the file `hears`, and ends its process where there is a file `die`.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from audio.words import Samples, Word
from redactor.assemble import hearing, recordings
from redactor.cli import main
from tests.unit.audio.scripted import LoudVoice, Scripted, lines

SAID = "hello Tarquil Vexholm is fine today and takes two tablets"
FOLDER = Path(os.environ["SCRIPTED"])


class Hearing(Scripted):
    def hear(self, samples: Samples) -> list[Word]:
        (FOLDER / "hears").touch()
        while (FOLDER / "wait").exists():
            time.sleep(0.02)
        if (FOLDER / "die").exists():
            os._exit(7)
        return super().hear(samples)


recordings.open_recognizer = lambda *_: Hearing(lines(SAID))  # type: ignore[assignment]
hearing.VoiceDetector = LoudVoice  # type: ignore[misc]
if "no-audio" in os.environ["SCRIPTED"]:
    for name in [name for name in sys.modules if name == "redactor.assemble.recordings" or name.startswith("audio")]:
        del sys.modules[name]
    sys.modules["av"] = None  # type: ignore[assignment]

if __name__ == "__main__":
    main()
