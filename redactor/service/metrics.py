"""This module counts what the service does, for Prometheus. Labels come from fixed lists: none is of the input."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
_METHODS = ("GET", "POST")


class Metrics:
    """These are the metrics of one service."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "redactor_requests", "Requests by route and status.", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "redactor_request_seconds", "Seconds to the end of the answer.", ("route",), buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip
        self._outcomes = Counter(
            "redactor_outcomes", "Texts and records by outcome and reason.", ("outcome", "reason"),
            registry=self._registry,
        )  # fmt: skip
        self._entities = Counter("redactor_entities", "Spans found in texts.", ("entity",), registry=self._registry)
        self.active = Gauge("redactor_active_requests", "Requests that are being answered.", registry=self._registry)

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

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request. route: one of the service, or "other". status: 0 if the client was gone."""
        self._requests.labels(route, method if method in _METHODS else "other", str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def outcome(self, outcome: str, reason: str = "") -> None:
        """Count the outcome of a text or record, as codes."""
        self._outcomes.labels(outcome, reason).inc()

    def entities(self, counts: dict[str, int]) -> None:
        """Count the spans of a text."""
        for entity, n in counts.items():
            self._entities.labels(entity).inc(n)

    def unsure(self, doubts: int, strange: int) -> None:
        """Count doubts that stayed, and texts unlike the student's."""
        self._doubts.inc(doubts)
        self._strange.inc(strange)

    def canary(self, outcome: str) -> None:
        """Count a canary: read, skipped or failed."""
        self._canaries.labels(outcome).inc()

    def canary_recall(self, recall: Mapping[str, float], missed: Mapping[str, int]) -> None:
        """Show the recall by entity, and count what a canary planted in vain."""
        for entity, share in recall.items():
            self._canary_recall.labels(entity).set(share)
        for entity, n in missed.items():
            self._canary_missed.labels(entity).inc(n)

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)
