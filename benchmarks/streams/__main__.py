"""Figures of the streams over a real Kafka (make services), with topics of their own.

    python -m benchmarks.streams [PART ...] [--full] [--times 2] [--turns N] [--minutes N] [--json]

Parts: seal, ingest, router, sources, replica, exporter, growth, worker, processes, workers, security, latency, memory,
year, steady, away. Without a name all but the last two, each in less than two minutes; with --full the replica reads
1,000,000 values, growth and memory are those over 1,000,000 records, and the year has all its 525,600 deliveries
(hours). steady (half load) and away (no broker) take --minutes and a few more; security and away start a broker of
their own.
REDACTOR_STREAMS__SERVERS names the broker.

Speed is per second of CPU time of the processes measured, without the broker, or a ratio of two such times in one run.
Wall-clock time counts for latency and for the speed-up by a second process alone.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

from benchmarks.common import Figure, tell
from benchmarks.streams import (
    exporter,
    growth,
    ingest,
    lasting,
    latency,
    memory,
    replica,
    router,
    sealing,
    security,
    sources,
    worker,
    year,
)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # topics are deleted all the same
    full = "--full" in sys.argv
    parts: dict[str, Callable[[], list[Figure]]] = {
        "seal": sealing.figures,
        "ingest": ingest.figures,
        "router": router.figures,
        "sources": sources.figures,
        "replica": lambda: replica.figures(full),
        "exporter": exporter.figures,
        "growth": lambda: growth.figures(full),
        "worker": worker.figures,
        "processes": worker.process_figures,
        "workers": worker.worker_figures,
        "security": security.figures,
        "latency": latency.figures,
        "memory": lambda: memory.figures(full),
        "year": lambda: year.figures(full),
        "steady": lasting.steady_figures,
        "away": lasting.away_figures,
    }
    chosen = [name for name in parts if name in sys.argv[1:]] or list(parts)[:-2]
    for name in chosen:
        tell(parts[name]())


if __name__ == "__main__":
    main()
