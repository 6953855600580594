"""What a stream does for minutes: at half load, and while its broker is away. Each process and its memory."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread

from benchmarks.common import Figure, argument, exported, structured_lines
from benchmarks.streams.latency import ehr_messages, send_evenly
from benchmarks.streams.place import Place, place, resident, stop
from streams.raw_topic import RawMessages
from streams.topics import DEID, EHR_IN, RAW, name_of
from tests.crash.own_kafka import own_kafka

_WAIT = 1800.0  # seconds without an end
_EVERY = 1.0
_DELIVERY_SECONDS = 5
_GROWTH = 5  # megabytes
_FIRST = 6  # turns of the lines before what is measured


@contextmanager
def _commands(here: Place) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """A router, a worker and an exporter."""
    export = ("export", here.folder / "out", "--state", here.folder / "state")
    running = {
        name: here.start("streams", *args)
        for name, args in {"router": ("router",), "worker": ("worker",), "exporter": export}.items()
    }
    try:
        yield running
    finally:
        for process in running.values():
            stop(process)


def _released(here: Place, seen: dict[Path, int]) -> int:
    """Lines in OUT. seen: kept from call to call, since a file does not change."""
    for path in (here.folder / "out").glob("*.ndjson"):
        if path not in seen:
            seen[path] = path.read_bytes().count(b"\n")
    return sum(seen.values())


class _Watch:
    """Lines of OUT and memory, each second. times, lines: in step. memory: of each process, in megabytes."""

    def __init__(self, here: Place, running: dict[str, subprocess.Popen[bytes]]) -> None:
        self._here, self._running, self._seen = here, running, dict[Path, int]()
        self.times: list[float] = []
        self.lines: list[int] = []
        self.memory: dict[str, list[float]] = {name: [] for name in running}

    def look(self) -> int:
        ended = [name for name, process in self._running.items() if process.poll() is not None]
        if ended:
            raise RuntimeError(f"{ended} have ended")
        self.times.append(time.time())
        self.lines.append(_released(self._here, self._seen))
        for name, process in self._running.items():
            self.memory[name].append(resident(process))
        return self.lines[-1]

    def until(self, lines: int) -> None:
        until = time.monotonic() + _WAIT
        while self.look() < lines:
            if time.monotonic() > until:
                raise RuntimeError(f"{self.lines[-1]:,} of {lines:,} records are in OUT after {_WAIT:,.0f} s")
            time.sleep(_EVERY)

    def for_seconds(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.look()
            time.sleep(_EVERY)


def _first(here: Place, watch: _Watch, lines: list[bytes]) -> float:
    """Send two turns, then four, each at once, and give the rate at which the four came to OUT, in records a second."""
    for turns in (range(1, 3), range(3, _FIRST + 1)):
        begun, some = time.monotonic(), list(exported(lines, turns))
        send_evenly(here, EHR_IN, list(ehr_messages(here, some)), 1e9)
        watch.until((turns.stop - 1) * len(lines))
    return len(some) / (time.monotonic() - begun)


def steady_figures() -> list[Figure]:
    """At half load for `--minutes`: memory in the last quarter over that in the second, and the way to OUT."""
    minutes = argument("minutes", 2)
    with place({"delivery_seconds": _DELIVERY_SECONDS}) as here:
        _, lines = structured_lines(here.folder)
        with _commands(here) as running:
            watch = _Watch(here, running)
            rate = _first(here, watch, lines) / 2
            count, before = int(rate * minutes * 60), _FIRST * len(lines)
            turns = exported(lines, range(_FIRST + 1, _FIRST + 2 + count // len(lines)))
            messages = list(islice(ehr_messages(here, turns), count))
            begun = len(watch.times)
            sending = Thread(target=send_evenly, args=(here, EHR_IN, messages, rate))
            sending.start()
            watch.until(before + count)
            sending.join()
        came = _came(here)[before:]
    waits = _waits(came, watch.times, [n - before for n in watch.lines])
    note = f"{count:,} records at {rate:,.0f} a second for {minutes} minutes, deliveries of {_DELIVERY_SECONDS} s"
    found = [
        Figure("from phi.raw to OUT, p50", waits[len(waits) // 2] * 1000, "ms", note=note),
        Figure("from phi.raw to OUT, p99", waits[len(waits) * 99 // 100] * 1000, "ms", note="to a second"),
    ]
    return found + [_growth(name, memory[begun:]) for name, memory in watch.memory.items()]


def _came(here: Place) -> list[float]:
    """When each record was first appended to phi.raw.v1, in seconds: some have several messages there."""
    raws = RawMessages(here.keyring, name_of(here.streams, RAW), here.streams.max_record_bytes)
    first: dict[str, int] = {}
    for message in (m for n in here.messages(RAW).values() for m in n):
        position = raws.decode(message.key, message.value).raw.position
        first[position] = min(message.timestamp, first.get(position, message.timestamp))
    return sorted(at / 1000 for at in first.values())


def _waits(came: Sequence[float], times: Sequence[float], lines: Sequence[int]) -> list[float]:
    """Seconds until as many records were in OUT as had come, by the number of each record, sorted."""
    found, at = [], 0
    for n, began in enumerate(came, 1):
        while lines[at] < n:
            at += 1
        found.append(max(0.0, times[at] - began))
    return sorted(found)


def _growth(name: str, memory: Sequence[float]) -> Figure:
    quarter = max(1, len(memory) // 4)
    second, last = memory[quarter : 2 * quarter] or memory, memory[-quarter:]
    grown = sum(last) / len(last) - sum(second) / len(second)
    note = f"{sum(last) / len(last):,.0f} MB in the last quarter, with the processes it started"
    return Figure(f"growth of the {name}", grown, "MB", _GROWTH, less=True, note=note)


def away_figures() -> list[Figure]:
    """The broker is killed in mid-stream for `--minutes`, and comes back: records in OUT, time, memory."""
    minutes, turns = argument("minutes", 1), argument("turns", 6)
    with (
        tempfile.TemporaryDirectory(prefix="redactor-bench-kafka-") as folder,
        own_kafka(Path(folder)) as kafka,
        place({"servers": kafka.servers["PLAINTEXT"], "delivery_seconds": _DELIVERY_SECONDS}) as here,
    ):
        _, lines = structured_lines(here.folder)
        with _commands(here) as running:
            watch = _Watch(here, running)
            rate = _first(here, watch, lines)
            messages = list(ehr_messages(here, exported(lines, range(_FIRST + 1, _FIRST + 1 + turns))))
            send_evenly(here, EHR_IN, messages, 1e9)
            whole = _FIRST * len(lines) + len(messages)
            here.wait_for(DEID, here.count(DEID) + len(messages) // 4, _WAIT)  # of OUT a delivery would hold all
            kafka.kill()
            begun, left = len(watch.times), watch.look()
            watch.for_seconds(minutes * 60)
            kafka.start()
            back, at = time.time(), watch.lines[-1]
            watch.until(at + 1)
            again = watch.times[-1] - back
            watch.until(whole)
            taken = watch.times[-1] - back
    note = f"{whole - left:,} of {whole:,} records were not in OUT when the broker went for {minutes} minutes"
    return [
        Figure("lost", whole - watch.lines[-1], "records", note=note),
        Figure("first delivery after the broker came back", again, "s", note="its start left out"),
        Figure("all in OUT after the broker came back", taken, "s", note=f"{(whole - at) / rate:,.0f} s at full speed"),
        *(_growth(name, memory[begun:]) for name, memory in watch.memory.items()),
    ]
