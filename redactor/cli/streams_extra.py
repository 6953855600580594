"""What `redactor streams` says without what it needs: the extra, and Kafka."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from redactor.cli.messages import console, fail
from redactor.run.signals import stop_on_signal
from redactor.settings import StreamsSettings


@contextmanager
def needs_client() -> Iterator[None]:
    """Around imports of streams: exit 2 without Kafka's client."""
    try:
        yield
    except ModuleNotFoundError as e:
        if (e.name or "").partition(".")[0] not in ("aiokafka", "faust", "zstandard"):
            raise
        fail("Kafka's client is not installed: pip install 'clinical-redactor[streams]'")


def kafka_answers(streams: StreamsSettings) -> bool:
    """Wait for Kafka, for a minute at most; then the command says why it cannot start. False if a signal came."""
    from streams.connection import WAIT, wait_for_kafka

    def is_away() -> None:
        console().print(f"Kafka does not answer; waiting for it, {WAIT:.0f} seconds at most", soft_wrap=True)

    with stop_on_signal() as stop:
        return asyncio.run(wait_for_kafka(streams, stop, is_away, WAIT))
