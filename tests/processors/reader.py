"""Reads texts with the shipped student: TEXTS (a JSON list) to READINGS (JSON), by any interpreter on any processor.

    python tests/processors/reader.py TEXTS READINGS

It needs msgspec, numpy, onnxruntime and tokenizers, and the project on PYTHONPATH.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from redactor.detect.student import Student, detector
from redactor.detect.student.features import Window
from redactor.detect.student.onnx_session import OnnxSession, Scores
from redactor.text import Note


def main(source: Path, target: Path) -> None:
    """Write [spans, doubts, digest] of each text: (start, end, entity, score) each, and the digest of its emissions."""
    heard: list[bytes] = []

    class Listening(OnnxSession):
        def emissions(self, windows: Sequence[Window]) -> list[Scores]:
            found = super().emissions(windows)
            heard.extend(scores.tobytes() for scores in found)
            return found

    detector.OnnxSession = Listening  # type: ignore[misc]
    student = Student(threads=2)
    readings = []
    for i, text in enumerate(json.loads(source.read_bytes())):
        heard.clear()
        (reading,) = student.detect([Note(str(i), text)])
        found = ([(s.start, s.end, s.entity, s.score) for s in held] for held in (reading.spans, reading.doubts))
        readings.append([*found, hashlib.sha256(b"".join(heard)).hexdigest()])
    target.write_text(json.dumps(readings))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
