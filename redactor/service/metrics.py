"""This module counts what the service does, for Prometheus. Labels come from fixed lists: none is of the input.

Workers count in files of one folder, which any of them sums. A worker that takes the place of another goes on with the
files of its place, so that no count is lost with a worker.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MultiProcessValue

from redactor.service.telemetry import current

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


def share_metrics(folder: Path, slot: int) -> None:
    """Let this process count in files of a folder, which the workers of a service share; before `Metrics` is made.

    slot: the place of the worker, which no other process has at the same time.
    """
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.ValueClass = MultiProcessValue(lambda: slot)  # type: ignore[no-untyped-call]


class Metrics:
    """These are the metrics of one worker, and the sum of those of all workers.

    A gauge needs a `multiprocess_mode`, by which those of the workers become one.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "redactor_requests", "Requests by route and status.", ("route", "method", "status"), registry=self._registry
        )
        # Apart from the requests, whose labels an alert would first see with an error counted.
        self._failures = Counter(
            "redactor_failures", "Requests that were answered with an error of the service.", registry=self._registry
        )
        self._seconds = Histogram(
            "redactor_request_seconds", "Seconds to the end of the answer.", ("route",), buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip
        self._outcomes = Counter(
            "redactor_outcomes", "Texts and records by outcome and reason.", ("outcome", "reason"),
            registry=self._registry,
        )  # fmt: skip
        self._idempotency = Counter(
            "redactor_idempotency", "Requests with an idempotency key: stored, repeated, in-progress or key-reused.",
            ("result",), registry=self._registry,
        )  # fmt: skip
        self._entities = Counter("redactor_entities", "Spans found in texts.", ("entity",), registry=self._registry)
        self.active = Gauge(
            "redactor_active_requests", "Requests that are being answered.", registry=self._registry,
            multiprocess_mode="livesum",
        )  # fmt: skip
        self.queue = Gauge(
            "redactor_queue_length", "Pieces of work that wait for an engine or are in it.", registry=self._registry,
            multiprocess_mode="livesum",
        )  # fmt: skip
        self._queue_seconds = Histogram(
            "redactor_queue_seconds", "Seconds that a piece of work waited for an engine.", buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip
        self._doubts = Counter(
            "redactor_doubts", "Ranges that stayed although a detector was unsure of them.", registry=self._registry
        )
        self._strange = Counter(
            "redactor_strange_texts", "Texts that are unlike those from which the student learnt.",
            registry=self._registry,
        )  # fmt: skip
        self._canaries = Counter(
            "redactor_canaries", "Synthetic notes: read, skipped under load, or failed.", ("outcome",),
            registry=self._registry,
        )  # fmt: skip
        self._canary_missed = Counter(
            "redactor_canary_missed", "Planted identifiers that were not found in whole.", ("entity",),
            registry=self._registry,
        )  # fmt: skip
        self._canary_recall = Gauge(
            "redactor_canary_recall", "Share of planted identifiers that were found, over the window.", ("entity",),
            registry=self._registry, multiprocess_mode="livemin",
        )  # fmt: skip
        self.canary_alarm = Gauge(
            "redactor_canary_alarm", "1 while the recall of an entity is below the setting.", registry=self._registry,
            multiprocess_mode="livemax",
        )  # fmt: skip
        for gauge in (self.active, self.queue, self.canary_alarm):
            gauge.set(0)  # a worker that was killed in this place left its own
        self._outcomes.labels("quarantined", "internal-error")  # at 0, so that an alert sees the first

    def begun(self, seconds: float) -> None:
        """Count a piece of work that has waited for some seconds."""
        self._queue_seconds.observe(seconds)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. route, method: those of the service, or "other". status: 0 if the client was gone."""
        self._requests.labels(route, method, str(status)).inc()
        if status >= 500 and status != 501:  # which says that an extra is not installed
            self._failures.inc()
        self._seconds.labels(route).observe(seconds)

    def outcome(self, outcome: str, reason: str = "") -> None:
        """Count the outcome of a text or record, as codes."""
        self._outcomes.labels(outcome, reason).inc()
        if facts := current.get():
            facts.outcomes[f"{outcome}.{reason}" if reason else outcome] += 1

    def idempotency(self, result: str) -> None:
        """Count what became of a request with an idempotency key."""
        self._idempotency.labels(result).inc()

    def entities(self, counts: dict[str, int]) -> None:
        """Count the spans of a text."""
        for entity, n in counts.items():
            self._entities.labels(entity).inc(n)

    def unsure(self, doubts: int, strange: int) -> None:
        """Count doubts that stayed, and texts unlike the student's."""
        self._doubts.inc(doubts)
        self._strange.inc(strange)

    def begin_canaries(self) -> None:
        """Show the counts of canaries, at 0 at first, so that alerts see the first failure, and that none is sent."""
        for outcome in ("read", "skipped", "failed"):
            self._canaries.labels(outcome)

    def canary(self, outcome: str) -> None:
        """Count a canary: read, skipped or failed."""
        self._canaries.labels(outcome).inc()

    def canary_recall(self, recall: Mapping[str, float], missed: Mapping[str, int]) -> None:
        """Show the recall by entity, and count what a canary planted in vain."""
        for entity, share in recall.items():
            self._canary_recall.labels(entity).set(share)
        for entity, n in missed.items():
            self._canary_missed.labels(entity).inc(n)

    @property
    def folder(self) -> Path | None:
        """The folder that the workers share; None if this process is alone."""
        found = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        return None if found is None else Path(found)

    def exposition(self) -> bytes:
        """Return the metrics of all workers in Prometheus' text format."""
        if self.folder is None:
            return generate_latest(self._registry)
        summed = CollectorRegistry()
        MultiProcessCollector(summed)  # type: ignore[no-untyped-call]
        return generate_latest(summed)
