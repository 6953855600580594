"""This module counts what the service does, for Prometheus. Labels come from fixed lists: none is of the input."""

from __future__ import annotations

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

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)
