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

from redactor.llm.contract import Failure
from redactor.service.telemetry import current

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_TOKENS = ("asked", "answered")
LLM_STATES = ("llm-down", "llm-budget", "llm-refuses")
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
        self._llm_requests = Counter("redactor_llm_requests", "Requests to the LLM.", registry=self._registry)
        self._llm_failures = Counter(
            "redactor_llm_failures", "Requests to the LLM without a usable answer.", ("failure",),
            registry=self._registry,
        )  # fmt: skip
        self._llm_questions = Counter(
            "redactor_llm_questions", "Questions about ranges of texts.", registry=self._registry
        )
        self._llm_open = Counter(
            "redactor_llm_open_questions", "Questions that no answer settled.", registry=self._registry
        )
        self._llm_tokens = Counter(
            "redactor_llm_tokens", "Tokens that the endpoint reports: asked or answered.", ("kind",),
            registry=self._registry,
        )  # fmt: skip
        # Workers learn of an outage when they ask: the one that asked last knows best.
        self._llm_away = Gauge(
            "redactor_llm_away", "1 while the LLM cannot be asked: llm-down, llm-budget or llm-refuses.", ("why",),
            registry=self._registry, multiprocess_mode="livemostrecent",
        )  # fmt: skip
        self._llm_held_back = Gauge(
            "redactor_llm_breaker_open", "Workers that hold requests to the LLM back for a while.",
            registry=self._registry, multiprocess_mode="livesum",
        )  # fmt: skip
        self._llm_tokens_left = Gauge(
            "redactor_llm_tokens_left", "Tokens of llm.token_budget that are left.", registry=self._registry,
            multiprocess_mode="livemostrecent",
        )  # fmt: skip
        for gauge in (self.active, self.queue, self.canary_alarm, self._llm_held_back):
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

    def begin_llm(self, tokens_left: int | None) -> None:
        """Show the counts of an LLM, at 0 at first. tokens_left: of its budget; None without one."""
        for failure in Failure:
            self._llm_failures.labels(failure.value)
        for kind in _TOKENS:
            self._llm_tokens.labels(kind)
        if self.llm_away() is None:  # a worker that takes the place of another knows nothing yet
            self.llm_state("llm-budget" if tokens_left == 0 else "", held_back=False)
        self.llm_tokens_left(tokens_left)

    def llm(self, new: Mapping[str, int]) -> None:
        """Count requests, questions, open (questions), asked and answered (tokens), and failures by their codes."""
        self._llm_requests.inc(new.get("requests", 0))
        self._llm_questions.inc(new.get("questions", 0))
        self._llm_open.inc(new.get("open", 0))
        for kind in _TOKENS:
            self._llm_tokens.labels(kind).inc(new.get(kind, 0))
        for failure in Failure:
            self._llm_failures.labels(failure.value).inc(new.get(failure.value, 0))

    def llm_state(self, state: str, *, held_back: bool) -> None:
        """Show why the LLM cannot be asked, "" if it can, and whether requests are held back."""
        for why in LLM_STATES:
            self._llm_away.labels(why).set(why == state)
        self._llm_held_back.set(held_back)

    def llm_tokens_left(self, tokens: int | None) -> None:
        """Show how many tokens of the budget are left; nothing is shown without a budget."""
        if tokens is not None:
            self._llm_tokens_left.set(tokens)

    def llm_away(self) -> str | None:
        """Return the state of the worker that asked the LLM last; None if none is shown."""
        if self.folder is None:
            shown = list(self._llm_away.collect())
        else:
            files = [str(path) for path in self.folder.glob("gauge_livemostrecent_*.db")]
            shown = list(MultiProcessCollector.merge(files))  # type: ignore[no-untyped-call]
        samples = [one for metric in shown if metric.name == "redactor_llm_away" for one in metric.samples]
        return next((one.labels["why"] for one in samples if one.value), "") if samples else None

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
