"""What it costs a router to read a message, by Faust and by plain aiokafka: the same loop, and nothing is published."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from types import SimpleNamespace
from typing import cast

from benchmarks.common import Figure, argument, structured_lines
from benchmarks.streams.latency import ehr_messages, send_evenly
from benchmarks.streams.place import Place, place
from benchmarks.streams.plain_source import plain_source
from streams.agents import Router
from streams.app import faust_source
from streams.routing import RouterConfig, Source, route_topic
from streams.topics import EHR_IN

_BATCH = 500


def _drain(here: Place, kind: str, lines: list[bytes]) -> tuple[float, float]:
    """CPU seconds and wall seconds of this process, its threads included."""
    send_evenly(here, EHR_IN, list(ehr_messages(here, lines)), 1e9)
    streams = here.streams
    sources: dict[str, Callable[[], AbstractAsyncContextManager[Source]]] = {
        "Faust": partial(faust_source, streams, "benchmark", here.folder / "faust"),
        "plain aiokafka": partial(plain_source, streams, "benchmark"),
    }
    config = RouterConfig(streams, sources[kind], _BATCH, here.settings.batch_bytes, drain=True)
    router = cast(Router, SimpleNamespace(route=lambda messages: None))
    cpu, wall = time.process_time(), time.perf_counter()
    asyncio.run(route_topic(config, router, threading.Event(), lambda _: None, set()))
    return time.process_time() - cpu, time.perf_counter() - wall


def figures() -> list[Figure]:
    """Less what a tenth of the messages costs: the start is left out."""
    count = argument("messages", 20_000)
    found = []
    for kind in ("Faust", "plain aiokafka"):
        with place() as here:
            named, lines = structured_lines(here.folder)
            many = (lines * (count // len(lines) + 1))[:count]
            (small, _), (whole, wall) = (_drain(here, kind, some) for some in (many[: count // 10], many))
        note = f"{named}, {count:,} messages in batches of up to {_BATCH} in {wall:.1f} s; start left out"
        found.append(
            Figure(f"read by {kind}", (whole - small) / (count - count // 10) * 1e6, "us a message", note=note)
        )
    return found
