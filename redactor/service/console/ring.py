"""This module keeps what the service and the stream did over the last hour.

Workers keep it together, beside their metrics: whichever is due first takes a sample, a file, which all of them show.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from redactor.errors import RedactorError
from redactor.files.atomic_file import atomic_private, locked
from redactor.files.own_files import make_own_folder
from redactor.service.metrics import Metrics
from redactor.settings import Settings

if TYPE_CHECKING:
    from streams.status import Finding

SECONDS = 3600
EVERY = 10  # seconds between two samples
_DUE = 0.9  # of that time must have passed: the clocks of workers do not tick together
_STREAM_EVERY = 3  # samples between two looks at a stream, each of which asks Kafka
Labels = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sample:
    """The values of all metrics at one time. at: seconds of a clock that never goes back, and is that of the machine.
    stream: of StreamSeen.
    """

    at: float
    values: Mapping[tuple[str, Labels], float]
    stream: Mapping[str, float]

    def total(self, name: str, **labels: str) -> float | None:
        """Return the sum of a metric over the series that have these labels; None if there is no series."""
        found = [v for (n, has), v in self.values.items() if n == name and labels.items() <= dict(has).items()]
        return sum(found) if found else None

    def by(self, name: str, label: str) -> dict[str, float]:
        """Return the values of a metric by a label."""
        found: dict[str, float] = {}
        for (n, has), value in self.values.items():
            if n == name and label in (labels := dict(has)):
                found[labels[label]] = found.get(labels[label], 0.0) + value
        return found


@dataclass(frozen=True)
class StreamSeen:
    """What `redactor streams status` told last. why: why it could not be asked, or ""."""

    numbers: Mapping[str, float] = field(default_factory=dict)
    findings: Sequence[Finding] = ()
    why: str = ""


class Ring:
    """A ring takes samples in a thread of its own until `close` is called.

    told: is told of failures.
    """

    def __init__(self, metrics: Metrics, settings: Settings, told: Callable[[BaseException], None]) -> None:
        self._metrics, self._settings, self._told = metrics, settings, told
        self.samples: deque[Sample] = deque(maxlen=SECONDS // EVERY + 1)
        self.stream = StreamSeen()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="console-ring", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._end.set()
        self._thread.join(1.0)  # a look at Kafka may take longer; the thread ends with the process

    def _run(self) -> None:
        n = 0
        while True:
            try:
                if self._settings.streams.servers is not None and n % _STREAM_EVERY == 0:
                    self.stream = _look(self._settings)
                if self._metrics.folder is None:
                    self.samples.append(self._sample())
                else:
                    self._share(self._metrics.folder / "console-hour")
            except Exception as e:  # the next sample may be better
                self._told(e)
            n += 1
            if self._end.wait(EVERY):
                return

    def _sample(self) -> Sample:
        return Sample(time.monotonic(), dict(_values(self._metrics)), self.stream.numbers)

    def _share(self, folder: Path) -> None:
        """Take a sample unless another worker has just done so, and read what is new."""
        with locked(folder):
            make_own_folder(folder)
            known, now = {_name(sample) for sample in self.samples}, time.monotonic()
            for path in sorted(folder.iterdir()):
                if path.name < _name_at(now - SECONDS):
                    path.unlink()
                elif path.name not in known and not path.name.startswith("."):
                    self.samples.append(msgspec.msgpack.decode(path.read_bytes(), type=Sample))
            if not self.samples or now - self.samples[-1].at >= EVERY * _DUE:
                self.samples.append(sample := self._sample())
                with atomic_private(folder / _name(sample), new=True) as file:
                    file.write(msgspec.msgpack.encode(sample))


def _name_at(seconds: float) -> str:
    return f"{max(0, seconds):020.6f}"


def _name(sample: Sample) -> str:
    return _name_at(sample.at)


def _values(metrics: Metrics) -> Iterator[tuple[tuple[str, Labels], float]]:
    for family in text_string_to_metric_families(metrics.exposition().decode()):
        for sample in family.samples:
            yield (sample.name, tuple(sorted(sample.labels.items()))), sample.value


def _look(settings: Settings) -> StreamSeen:
    try:
        from streams.observe import observe
        from streams.status import findings
    except ImportError:
        return StreamSeen(why="Kafka's client is not installed where the service runs.")
    try:
        seen = asyncio.run(observe(settings, ()))
    except RedactorError as e:
        return StreamSeen(why=str(e))
    numbers = {
        "waiting for workers": float(seen.raw.waiting),
        "waiting for exporters": float(sum(e.waiting for e in seen.exporters)),
        "quarantined in exporters": float(sum(sum(e.held.values()) for e in seen.exporters)),
    }
    if seen.router is not None:
        numbers["waiting for the router"] = float(seen.router.waiting)
    return StreamSeen(numbers, findings(seen))
