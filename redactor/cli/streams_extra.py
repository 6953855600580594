"""What `redactor streams` says without the extra that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redactor.cli.messages import fail


@contextmanager
def needs_client() -> Iterator[None]:
    """Around imports of streams: exit 2 without Kafka's client."""
    try:
        yield
    except ModuleNotFoundError as e:
        if (e.name or "").partition(".")[0] not in ("aiokafka", "faust", "zstandard"):
            raise
        fail("Kafka's client is not installed: pip install 'clinical-redactor[streams]'")
