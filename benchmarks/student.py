"""The student: notes per second end to end, and on a CPU as a share of its bare ONNX session.

    python -m benchmarks.student [--notes 1000] [--json]
    python -m benchmarks.student --device cuda [--workers N] [--notes 40000] [--json]

On a CPU, end to end is `Student.detect`: text to spans, with tokenizer, features, session and marginals. Bare is the
same session on the same encoded windows with the same number of threads, in the same process. The two alternate, and
the share is the better of two rounds. `redactor detect` from JSON to JSON with all detectors is the third figure.

On a GPU: lines of JSON in, lines of JSON out, by several processes that share one card, like the workers of a run,
because a process spends longer on the words of a note than the card on its scores. Each process has its share of the
notes in its own file and reads some of them before the clock starts. The clock stops when the last one is done.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.common import Figure, argument, tell
from benchmarks.notes import CLINICAL, clinical, kilobytes
from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from redactor.assemble.detectors import build_detectors
from redactor.cli.detect import _note_row, _parse_note, detect
from redactor.detect.student import Student
from redactor.detect.student.detector import SHIPPED
from redactor.detect.student.features import encode, windows
from redactor.engine import read_all
from redactor.process import usable_cpus
from redactor.settings import Settings
from redactor.text import Note

_SHARE_AIM = 0.6
_GPU_AIM = 10_000
_DISTINCT = 3_000  # distinct notes; no batch holds one twice
_TOGETHER = 1_000  # notes: a megabyte, as a run reads them
_ALL = ("patterns", "known", "student")
# The types that the notes are of: visits and letters.
KINDS = (
    "outpatient/office_visit", "outpatient/well_child_visit", "outpatient/prenatal_visit",
    "outpatient/specialty_visits", "outpatient/telephone_encounter", "outpatient/telehealth_visit",
    "outpatient/nurse_visit", "outpatient/immunization_record", "outpatient/travel_clinic_visit",
    "outpatient/dental_note", "outpatient/occupational_health_visit", "outpatient/school_nurse_log",
    "outpatient/correctional_health_note", "outpatient/veterans_affairs_visit", "nursing/home_health_visit",
    "nursing/hospice_visit", "nursing/nursing_home_note", "outpatient/genetic_counseling_visit",
    "outpatient/trial_screening_visit", "outpatient/transplant_clinic_visit", "letters/clinical_letters",
    "letters/certificates",
)  # fmt: skip


def main() -> None:
    """Print the figures."""
    if "--device" in sys.argv and sys.argv[sys.argv.index("--device") + 1] == "cuda":
        _gpu()
    else:
        _cpu()


def _cpu() -> None:
    texts_of = islice(kilobytes(clinical(CLINICAL)), argument("notes", 1_000))
    notes = [Note(str(i), text) for i, text in enumerate(texts_of)]
    student = Student()
    card = student._card
    network: Any = student._network
    texts = encode(student._tokenizer, [n.text for n in notes])
    cut = [(p, a, b) for p in texts for a, b, _, _ in windows(len(p), card.window, card.stride)]
    encoded = [p.window(a, b) for p, a, b in cut]
    pieces = sum(len(p) for p in texts)
    student.detect(notes[:50])
    shares, rates, bare_rates = [], [], []
    for _ in range(2):
        at = time.perf_counter()
        for i in range(0, len(encoded), 64):
            network.session.emissions(encoded[i : i + 64])
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
        built = build_detectors(Settings(detectors=_ALL))
        for d in built:
            d.detect(notes[:20])
        os.environ["REDACTOR_DETECTORS"] = json.dumps(_ALL)
        at = time.perf_counter()
        detect(source, target, None, True)
        command = len(notes) / (time.perf_counter() - at)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = sum(f.stat().st_size for f in SHIPPED.iterdir()) / 1e6
    tell([
        Figure("student, end to end", max(rates), "notes of 1 KB/s", note=f"{usable_cpus()} threads"),
        Figure("student, pieces of the text", max(rates) * pieces / len(notes), "pieces/s"),
        Figure("bare session", max(bare_rates), "pieces/s", note="windows overlap"),
        Figure("share of the bare session", max(shares), "", aim=_SHARE_AIM),
        Figure("detect with all detectors, JSON to JSON", command, "notes/s"),
        Figure("peak memory", peak, "MB"),
        Figure("model folder", size, "MB", aim=30, less=True),
    ])  # fmt: skip


def _gpu() -> None:
    try:
        import torch
    except ImportError:
        print("NOT MEASURED on a GPU: torch is not installed (extra `train`)")
        return
    if not torch.cuda.is_available():
        print("NOT MEASURED on a GPU: torch finds none here")
        return
    card = torch.cuda.get_device_name()
    workers = argument("workers", max(1, usable_cpus() - 1))
    texts = list(islice(cycle(islice(kilobytes(_texts()), _DISTINCT)), argument("notes", 40_000)))
    kilo = sum(len(t) for t in texts) / len(texts) / 1024
    figures = []
    for name, detectors in (("the student alone", ("student",)), ("all detectors", _ALL)):
        rate, least = _shared(texts, detectors, workers)
        told = f"{card}, {workers} processes, {kilo:.2f} KB a note"
        figures.append(Figure(f"{name} on a GPU, JSON to JSON", rate, "notes/s", aim=_GPU_AIM, note=told))
        figures.append(Figure(f"{name} on a GPU, memory left on the card", least, "MB"))
    tell(figures)


def _texts() -> Iterator[str]:
    """Real notes if the shared data is available, else generated ones."""
    if CLINICAL.is_file():
        return clinical(CLINICAL)
    kinds = [kind for path in KINDS for kind in catalogue.types_in(f"notes/{path}")]
    return (kinds[n % len(kinds)].write(Cast(random.Random(n), FIELDS)).text for n in range(2 * _DISTINCT))


def _shared(texts: list[str], detectors: tuple[str, ...], workers: int) -> tuple[float, float]:
    """Notes per second by that many processes, and free memory of the card in MB."""
    import torch

    spawn = multiprocessing.get_context("spawn")
    begin, end = spawn.Barrier(workers + 1), spawn.Barrier(workers + 1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for i in range(workers):
            lines = (msgspec.json.encode({"id": f"{i}-{n}", "text": t}) for n, t in enumerate(texts[i::workers]))
            (folder / f"{i}.jsonl").write_bytes(b"\n".join(lines))
        started = [spawn.Process(target=_work, args=(folder, i, detectors, begin, end)) for i in range(workers)]
        for process in started:
            process.start()
        try:
            begin.wait(300)
            at = time.perf_counter()
            end.wait(600)
            took = time.perf_counter() - at
            left = torch.cuda.mem_get_info()[0] / 1e6
        finally:
            for process in started:
                process.join(30)
                process.kill()
        written = sum(f.read_bytes().count(b"\n") for f in folder.glob("*.out"))
    if written != len(texts):
        raise SystemExit(f"{written} of {len(texts)} notes came out")
    return len(texts) / took, left


def _work(folder: Path, number: int, detectors: tuple[str, ...], begin: Barrier, end: Barrier) -> None:
    os.environ.pop("REDACTOR_CONFIG", None)
    found = build_detectors(Settings(detectors=detectors, device="cuda"))
    source = folder / f"{number}.jsonl"
    with source.open("rb") as lines:
        _answers(found, list(islice(lines, _TOGETHER)))
    begin.wait(300)
    with source.open("rb") as lines, (folder / f"{number}.out").open("wb") as out:
        while batch := list(islice(lines, _TOGETHER)):
            out.writelines(_answers(found, batch))
    end.wait(600)


def _answers(detectors: list[Any], lines: list[bytes]) -> list[bytes]:
    notes = [note for n, line in enumerate(lines) if (note := _parse_note(line)) is not None]
    rows = zip(notes, read_all(detectors, notes), strict=True)
    return [msgspec.json.encode(_note_row(note, reading)) + b"\n" for note, reading in rows]


if __name__ == "__main__":
    main()
