"""Programs that stand in for espeak-ng and flite: a text becomes a tone whose pitch and length depend on it."""

from __future__ import annotations

import sys
from pathlib import Path

_SPEAKS = """#!{python}
import hashlib, struct, sys, wave
args = sys.argv[1:]
if "--version" in args:
    print("eSpeak NG text-to-speech: 0.fake  Data at: /nowhere")
    sys.exit()
text = sys.stdin.buffer.read()
with open("{log}", "ab") as log:
    log.write(text)
if b"unspeakable" in text:
    sys.exit(1)
voice, out = args[args.index("-v") + 1], args[args.index("-w") + 1]
if voice.startswith("xx"):
    sys.exit(1)
period = 20 + hashlib.sha256(text + voice.encode()).digest()[0]
count = 800 * len(text.split())
with wave.open(out, "wb") as file:
    file.setnchannels(1), file.setsampwidth(2), file.setframerate(8000)
    file.writeframes(b"".join(struct.pack("<h", 9000 if i % period < period // 2 else -9000) for i in range(count)))
"""


def install(folder: Path) -> Path:
    """Writes an espeak-ng into `folder` that speaks a tenth of a second a word; returns the log of what it read."""
    program, log = folder / "espeak-ng", folder / "read.log"
    program.write_text(_SPEAKS.format(python=sys.executable, log=log))
    program.chmod(0o755)
    return log
