"""What a worker costs a record over the second pass of `redactor run`, and what a second process brings."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import cast

from benchmarks.common import Figure, argument, exported, note_lines, structured_lines
from benchmarks.streams.place import Place, place
from benchmarks.workers import ceiling
from redactor.assemble.runs import build_run, make_processor
from redactor.run.contracts import Progress, RawRecord
from redactor.run.pool import build_frozen
from redactor.run.runner import run
from redactor.run.worker import RecordProcessor
from streams.topics import DEID

_WITHOUT_TEXT, _WITH_NOTES, _SPEED_UP, _WORKERS_SPEED_UP = 1.15, 1.02, 1.7, 1.8
_BATCH = 500


def _worker_seconds(here: Place, small: Sequence[bytes], lines: Sequence[bytes], name: str) -> float:
    """CPU seconds a record of a worker and its pool, less those of a worker over a few records."""
    taken = []
    for i, some in enumerate((small, lines)):
        here.run("streams", "ingest", here.file(f"{name}{i}", some))
        taken.append(here.run("streams", "worker", "--drain").cpu)
    return (taken[1] - taken[0]) / (len(lines) - len(small))


def _second_pass_seconds(here: Place, source: Path, records: int, name: str) -> tuple[float, float]:
    """CPU seconds a record of the second pass of a run in this process, and of its record engine alone.

    Reading, journal, audit and output belong to the pass. The first chunk is left out, with what is built for it.
    """
    settings = here.settings.model_copy(update={"home": here.folder / f"home-{name}", "as_of": None})
    begun: list[tuple[float, int]] = []

    def note_start(progress: Progress) -> None:
        if progress.phase == "process" and not begun:
            begun.append((time.process_time(), _BATCH))

    run(*build_run(settings, source, here.folder / f"out-{name}"), note_start)
    at, before = begun[0]
    whole = (time.process_time() - at) / (records - before)
    processor = cast(RecordProcessor, build_frozen(partial(make_processor, settings, None)))
    lines = (source / "records.ndjson").read_bytes().splitlines()
    raws = [RawRecord(line, f"1:{i}") for i, line in enumerate(lines, 1)]
    processor.process(raws[:_BATCH])
    at = time.process_time()
    for begin in range(_BATCH, len(raws), _BATCH):
        processor.process(raws[begin : begin + _BATCH])
    return whole, (time.process_time() - at) / (records - _BATCH)


def _ratio(name: str, aim: float, small: Sequence[bytes], lines: Sequence[bytes], note: str) -> list[Figure]:
    times = argument("times", 2)
    rounds = []
    for i in range(times):
        with place() as here:
            worker = _worker_seconds(here, small, lines, f"in{i}-")
            rounds.append((worker, *_second_pass_seconds(here, here.folder / f"in{i}-1", len(lines), str(i))))
    worker, whole, engine = (min(taken) for taken in zip(*rounds, strict=True))
    text = f"{note}; {worker * 1e6:.0f} us for {whole * 1e6:.0f}, best of {times}"
    return [
        Figure(f"worker over second pass, {name}", worker / whole, "times the CPU", aim, less=True, note=text),
        Figure(f"worker over record engine, {name}", worker / engine, "times the CPU", note=f"{engine * 1e6:.0f} us"),
    ]


def figures() -> list[Figure]:
    turns = argument("turns", 3)
    with place() as here:
        named, lines = structured_lines(here.folder)
        notes = note_lines(here.folder)
    many = list(exported(lines, range(2, 2 + turns)))
    # Texts wait for known values of their patients.
    patients = [line for line in lines if line.startswith(b'{"resourceType":"Patient"')]
    found = _ratio(
        "without text", _WITHOUT_TEXT, [*patients, *lines[:1_000]], many, f"{named}, {len(many):,} resources"
    )
    turns = argument("note-turns", 2)
    noted = list(chain(exported(patients, range(turns)), exported(notes, range(turns))))
    return found + _ratio("with notes", _WITH_NOTES, patients, noted, f"{named}, {len(noted):,} records")


def process_figures() -> list[Figure]:
    """The speed-up by a second process of a worker: by the times at which the broker appended the envelopes."""
    turns, times = argument("turns", 4), argument("times", 2)
    rates: dict[int, float] = {1: 0.0, 2: 0.0}
    ceilings = []
    with place() as here:
        named, lines = structured_lines(here.folder)
        seen = turn = 0
        for i in range(times):
            ceilings.append(ceiling())
            for processes in (1, 2):
                turn += turns
                some = list(exported(lines, range(turn, turn + turns)))
                here.run("streams", "ingest", here.file(f"in{i}-{processes}", some))
                here.run("streams", "worker", "--drain", "--processes", processes)
                times_of = sorted(m.timestamp for n in here.messages(DEID).values() for m in n)[seen:]
                seen += len(times_of)
                rates[processes] = max(rates[processes], _rate(times_of))
    note = f"{named}, {turns * len(lines):,} resources; {rates[1]:,.0f} and {rates[2]:,.0f} records/s, best of {times}"
    return [
        Figure("1 -> 2 worker processes", rates[2] / rates[1], "times as fast", _SPEED_UP, note=note),
        Figure("two loops at once", max(ceilings), "times as fast", note="the machine's ceiling, best"),
    ]


def _rate(appended: Sequence[int]) -> float:
    """Records a second between the first third, in which processes start, and the last envelopes."""
    begin, end = len(appended) // 3, len(appended) * 19 // 20
    return (end - begin) / (appended[end] - appended[begin]) * 1000


def worker_figures() -> list[Figure]:
    """The speed-up by a second worker, which shares the home: envelopes a second, and CPU seconds a record."""
    turns, times = argument("turns", 4), argument("times", 2)
    rates: dict[int, float] = {1: 0.0, 2: 0.0}
    costs: dict[int, float] = {1: float("inf"), 2: float("inf")}
    ceilings = []
    with place({"partitions": 4}) as here:  # half for each
        named, lines = structured_lines(here.folder)
        seen = turn = 0
        for i in range(times):
            ceilings.append(ceiling())
            for workers in (1, 2):
                turn += turns
                some = list(exported(lines, range(turn, turn + turns)))
                here.run("streams", "ingest", here.file(f"in{i}-{workers}", some))
                cpu = here.run_together(workers, "streams", "worker", "--drain").cpu
                times_of = sorted(m.timestamp for n in here.messages(DEID).values() for m in n)[seen:]
                seen += len(times_of)
                rates[workers] = max(rates[workers], _rate(times_of))
                costs[workers] = min(costs[workers], cpu / len(some))
    note = f"{named}, {turns * len(lines):,} resources; {rates[1]:,.0f} and {rates[2]:,.0f} records/s, best of {times}"
    return [
        Figure("1 -> 2 workers", rates[2] / rates[1], "times as fast", _WORKERS_SPEED_UP, note=note),
        Figure("CPU of 2 workers a record", costs[2] * 1e6, "us", note=f"{costs[1] * 1e6:.0f} us of one; with starts"),
        Figure("two loops at once", max(ceilings), "times as fast", note="the machine's ceiling, best"),
    ]
