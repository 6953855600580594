"""How long a record takes through the streams while they are half loaded, by the broker's clock."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from benchmarks.common import Figure, argument, exported, structured_lines
from benchmarks.streams.place import Place, place, stop
from redactor.assemble.records import build_registry
from redactor.run.contracts import RawRecord
from streams.known_topic import KnownMessages
from streams.publish import RecordMessages
from streams.record_keys import build_record_keys
from streams.sender import Message, Sender
from streams.topics import DEID, KNOWN, RAW, name_of

_TICK = 0.02  # seconds
_WAIT = 120.0


def raw_messages(here: Place, lines: Iterable[bytes], known: int) -> Iterator[Message]:
    """Records as an ingest sends them."""
    registry = build_registry(here.settings, here.keyring)
    keys = build_record_keys(here.settings, here.keyring, registry)
    messages = RecordMessages(here.settings, here.keyring)
    for i, line in enumerate(lines, 1):
        raw = RawRecord(line, f"1:{i}")
        yield from messages.of([raw], [keys.of(raw)], known)[0]


def publish_join(here: Place) -> int:
    """A position of phi.known.v1 for records without known values."""
    topic = name_of(here.streams, KNOWN)
    messages = KnownMessages(here.keyring, topic)
    join = messages.join("benchmark")
    with Sender(here.streams) as sender:
        return sender.send_last(topic, Message(join.key, messages.seal(join), 0))


def _send(here: Place, messages: Sequence[Message], rate: float) -> None:
    """Evenly at `rate` a second."""
    topic = name_of(here.streams, RAW)
    with Sender(here.streams) as sender:
        begun, sent = time.perf_counter(), 0
        while sent < len(messages):
            due = min(len(messages), int((time.perf_counter() - begun) * rate))
            sender.send(topic, messages[sent:due])
            sent = due
            time.sleep(_TICK)
        sender.flush()


def figures() -> list[Figure]:
    """A worker of one process drains some records, which gives its rate; then others come at half of it."""
    seconds = argument("seconds", 15)
    with place() as here:
        named, lines = structured_lines(here.folder)
        known = publish_join(here)
        worker = here.start("streams", "worker")
        try:
            warm = len(lines)
            _send(here, list(raw_messages(here, lines, known)), 1e9)
            here.wait_for(DEID, warm, _WAIT)
            at = sorted(chain.from_iterable(here.appended(DEID).values()))
            rate = (warm - warm // 2) / (at[-1] - at[warm // 2]) * 1000 / 2
            turns = range(1, 2 + int(rate * seconds / len(lines)))
            some = list(exported(lines, turns))[: int(rate * seconds)]
            _send(here, list(raw_messages(here, some, known)), rate)
            here.wait_for(DEID, warm + len(some), _WAIT)
        finally:
            stop(worker)
        raw, deid = here.appended(RAW), here.appended(DEID)
    # A worker alone sends an envelope for each offset, in order.
    waits = sorted(out - into for n in raw for into, out in zip(raw[n], deid[n], strict=True) if into > at[-1])
    note = f"{named}, {len(waits):,} records at {rate:,.0f} a second, from phi.raw to envelope"
    return [
        Figure("latency of a worker, p50", waits[len(waits) // 2], "ms", note=note),
        Figure("latency of a worker, p99", waits[len(waits) * 99 // 100], "ms"),
    ]
