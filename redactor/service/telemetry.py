"""This module tells an OpenTelemetry collector of each request: route, status, codes and durations, and nothing else.

It is on where OTEL_EXPORTER_OTLP_ENDPOINT is set; the standard variables say the rest. Of a request only the header
`traceparent` is read, which joins its span to the trace of the client. No span holds an address, a path that is no
route, a query, a header or a message of an error.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from redactor.errors import RunError

if TYPE_CHECKING:
    from opentelemetry.trace import Span

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
_FLUSH_SECONDS = 2.0


@dataclass
class Facts:
    """What is known of a request that is being answered. code: of an error. outcomes: by outcome and reason.

    waited, worked: seconds in the queue of the engine, and in the engine.
    """

    code: str = ""
    outcomes: Counter[str] = field(default_factory=Counter)
    waited: float = 0.0
    worked: float = 0.0


current: ContextVar[Facts | None] = ContextVar("current", default=None)
"""The facts of the request in whose task this code runs; None where nobody asks for them."""


class Tracing:
    """A tracing makes a span of each request, and sends it to the collector in a thread of its own.

    Raises RunError without the packages of the extra `telemetry`.
    """

    def __init__(self) -> None:
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
            from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
        except ImportError:
            raise RunError(
                f"{ENDPOINT} is set; install what sends traces: pip install 'clinical-redactor[telemetry]', or unset it"
            ) from None
        is_named = "OTEL_SERVICE_NAME" in os.environ or "service.name" in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
        resource = Resource.create({} if is_named else {"service.name": "redactor"})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("redactor.service")
        self._propagator = TraceContextTextMapPropagator()

    def begin(self, headers: Headers, method: str, route: str) -> Span:
        """Begin the span of a request. method, route: from fixed lists."""
        from opentelemetry.trace import SpanKind

        given = headers.getlist("traceparent")
        parent = self._propagator.extract({"traceparent": given[0]} if len(given) == 1 else {})
        current.set(Facts())
        return self._tracer.start_span(
            f"{method} {route}",
            context=parent,
            kind=SpanKind.SERVER,
            attributes={"http.request.method": method, "http.route": route},
        )

    def end(self, span: Span, status: int) -> None:
        """End the span of the request in whose task this is called. status: 0 if the client was gone."""
        from opentelemetry.trace import StatusCode

        facts = current.get() or Facts()
        span.set_attributes(
            {
                "http.response.status_code": status,
                "redactor.queue_seconds": round(facts.waited, 6),
                "redactor.engine_seconds": round(facts.worked, 6),
                **{f"redactor.outcomes.{name}": n for name, n in facts.outcomes.items()},
            }
        )
        if facts.code:
            span.set_attribute("redactor.code", facts.code)
        if status >= 500:
            span.set_status(StatusCode.ERROR)
        span.end()

    def close(self) -> None:
        """Send what waits, for two seconds; a collector that is away would take ten."""
        flush = threading.Thread(target=self._provider.force_flush, daemon=True)
        flush.start()
        flush.join(_FLUSH_SECONDS)


def tracing() -> Tracing | None:
    """Return what makes spans, or None where no collector is named. Raises RunError."""
    return Tracing() if os.environ.get(ENDPOINT) else None
