"""The student on a CPU: notes a second end to end, and as a share of its bare ONNX session.

    python -m benchmarks.student [--notes 1000] [--json]

End to end is `Student.detect`: text to spans, tokenizer, features, session, marginals. Bare is the same session on the
same windows, already encoded, on the same number of threads, in the same process, one after the other; the share is the
better of two rounds. `redactor detect` from JSON to JSON with all detectors is the third figure.
"""

from __future__ import annotations

import json
import os
import resource
import tempfile
import time
from itertools import islice
from pathlib import Path

from benchmarks.common import Figure, argument, tell
from benchmarks.notes import CLINICAL, clinical, kilobytes
from redactor.assemble import build_detectors
from redactor.cli.text import detect
from redactor.detect.student import Student
from redactor.detect.student.detector import SHIPPED
from redactor.detect.student.features import read
from redactor.detect.student.windows import windows
from redactor.settings import Settings
from redactor.text import Note

_SHARE_AIM = 0.6


def main() -> None:
    """Print the figures."""
    texts_of = islice(kilobytes(clinical(CLINICAL)), argument("notes", 1_000))
    notes = [Note(str(i), text) for i, text in enumerate(texts_of)]
    student = Student()
    card, network = student._card, student._network
    texts = read(student._tokenizer, [n.text for n in notes])
    cut = [(p, a, b) for p in texts for a, b, _, _ in windows(len(p), card.window, card.stride)]
    encoded = [(p.ids[a:b], p.shapes[a:b], p.gaps[a:b]) for p, a, b in cut]
    pieces = sum(len(p) for p in texts)
    student.detect(notes[:50])
    shares, rates, bare_rates = [], [], []
    for _ in range(2):
        at = time.perf_counter()
        for i in range(0, len(encoded), 64):
            network.emissions(encoded[i : i + 64])
        bare = time.perf_counter() - at
        at = time.perf_counter()
        student.detect(notes)
        whole = time.perf_counter() - at
        shares.append(bare / whole)
        rates.append(len(notes) / whole)
        bare_rates.append(sum(len(e[0]) for e in encoded) / bare)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
        source.write_text("".join(json.dumps({"id": n.id, "text": n.text}) + "\n" for n in notes))
        built = build_detectors(Settings(detectors=("patterns", "known", "student")))
        for d in built:
            d.detect(notes[:20])
        os.environ["REDACTOR_DETECTORS"] = '["patterns","known","student"]'
        at = time.perf_counter()
        detect(source, target, None, True)
        command = len(notes) / (time.perf_counter() - at)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = sum(f.stat().st_size for f in SHIPPED.iterdir()) / 1e6
    tell([
        Figure("student, end to end", max(rates), "notes of 1 KB/s", note=f"{len(os.sched_getaffinity(0))} threads"),
        Figure("student, pieces of the text", max(rates) * pieces / len(notes), "pieces/s"),
        Figure("bare session", max(bare_rates), "pieces/s", note="windows overlap"),
        Figure("share of the bare session", max(shares), "", aim=_SHARE_AIM),
        Figure("detect with all detectors, JSON to JSON", command, "notes/s"),
        Figure("peak memory", peak, "MB"),
        Figure("model folder", size, "MB", aim=30, less=True),
    ])  # fmt: skip


if __name__ == "__main__":
    main()
