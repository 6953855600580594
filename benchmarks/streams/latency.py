"""How long a record takes through the streams while they are half loaded, by the broker's clock."""

from __future__ import annotations

import json
import pickle
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence

from benchmarks.common import Figure, argument, exported, structured_lines
from benchmarks.streams.place import Place, place, stop
from redactor.run.contracts import RawRecord
from streams.known_topic import KnownMessages
from streams.publish import RecordMessages, build_worker, harvest_and_key_work
from streams.raw_topic import RawMessages
from streams.sender import Message, Sender
from streams.topics import DEID, EHR_IN, KNOWN, RAW, name_of

_TICK = 0.02  # seconds
_WAIT = 120.0


def raw_messages(here: Place, lines: Iterable[bytes], known: int) -> Iterator[Message]:
    """Records as an ingest sends them."""
    keys = build_worker(pickle.dumps(here.settings)).keys
    messages = RecordMessages(here.settings, here.keyring)
    for i, line in enumerate(lines, 1):
        raw = RawRecord(line, f"1:{i}")
        yield from messages.encode_all([raw], [keys.key_of(raw)], known)[0]


def publish_known(here: Place, lines: Iterable[bytes]) -> int:
    """Send the known values of records, as an ingest does. Gives the position that the records need."""
    topic = name_of(here.streams, KNOWN)
    worker, messages = build_worker(pickle.dumps(here.settings)), KnownMessages(here.keyring, topic)
    raws = [RawRecord(line, f"1:{i}") for i, line in enumerate(lines, 1)]
    with Sender(here.streams) as sender:
        for found in harvest_and_key_work(worker, raws):
            assert not isinstance(found, str)
            sender.send(topic, [Message(m.key, messages.seal(m), 0) for m in found.known])
        join = messages.join(uuid.uuid4().hex.encode())
        return sender.send_last(topic, Message(join.key, messages.seal(join), 0))


def ehr_messages(here: Place, lines: Iterable[bytes]) -> Iterator[Message]:
    """Records as an integration engine sends them: without a key, to all partitions in turn."""
    return (Message(b"", line, i % here.streams.partitions) for i, line in enumerate(lines))


def send_evenly(here: Place, topic: str, messages: Sequence[Message], rate: float) -> None:
    """`rate` messages a second. topic: without the prefix."""
    name = name_of(here.streams, topic)
    with Sender(here.streams) as sender:
        begun, sent = time.perf_counter(), 0
        while sent < len(messages):
            due = min(len(messages), int((time.perf_counter() - begun) * rate))
            sender.send(name, messages[sent:due])
            sent = due
            time.sleep(_TICK)
        sender.flush()


def figures() -> list[Figure]:
    """Of a worker alone, then of a router and a worker. All that went through before gives the load."""
    with place() as here:
        alone = _half_load(
            here, RAW, ("worker",), lambda lines: list(raw_messages(here, lines, publish_known(here, lines)))
        )
        # A worker alone sends an envelope for each offset, in order.
        raw, deid = here.messages(RAW), here.messages(DEID)
        pairs = [pair for n in raw for pair in zip(raw[n], deid[n], strict=True)]
        pairs.sort(key=lambda pair: pair[0].timestamp)
        waits = [out.timestamp - into.timestamp for into, out in pairs]
        found = _percentiles("worker", "from phi.raw to envelope", alone, waits)
    with place() as here:
        both = _half_load(here, EHR_IN, ("router", "worker"), lambda lines: list(ehr_messages(here, lines)))
        routed, whole = zip(*_waits_from_ehr(here), strict=True)
    found += _percentiles("router", "from ehr.in to phi.raw, a worker beside it", both, routed)
    return found + _percentiles("router and worker", "from ehr.in to envelope", both, whole)


def _half_load(
    here: Place, topic: str, commands: Sequence[str], messages: Callable[[list[bytes]], list[Message]]
) -> tuple[int, float]:
    """Send to the topic at half the rate at which the commands drain a first part.

    Gives how many messages were sent at that rate, the last ones, and the rate in messages a second.
    """
    seconds = argument("seconds", 15)
    _, lines = structured_lines(here.folder)
    running = [here.start("streams", command) for command in commands]
    try:
        send_evenly(here, topic, messages(list(exported(lines, range(1, 3)))), 1e9)
        here.wait_for(DEID, 2 * len(lines), _WAIT)
        at = sorted(m.timestamp for n in here.messages(DEID).values() for m in n)
        rate = (len(at) - len(at) // 2) / (at[-1] - at[len(at) // 2]) * 1000 / 2
        turns = range(3, 4 + int(rate * seconds / len(lines)))
        some = list(exported(lines, turns))[: int(rate * seconds)]
        send_evenly(here, topic, messages(some), rate)
        here.wait_for(DEID, len(at) + len(some), _WAIT)
    finally:
        for process in running:
            stop(process)
    return len(some), rate


def _waits_from_ehr(here: Place) -> Iterator[tuple[int, int]]:
    """Milliseconds from the message of an engine to its record, and to the envelope, in the order of the messages."""
    raws = RawMessages(here.keyring, name_of(here.streams, RAW), here.streams.max_record_bytes)
    done: dict[tuple[str, str], tuple[int, int]] = {}
    raw, deid = here.messages(RAW), here.messages(DEID)
    for n in raw:
        for into, out in zip(raw[n], deid[n], strict=True):
            done[_name(raws.decode(into.key, into.value).raw.data)] = (into.timestamp, out.timestamp)
    came = {_name(m.value): m.timestamp for messages in here.messages(EHR_IN).values() for m in messages}
    for name, at in sorted(came.items(), key=lambda item: item[1]):
        routed, whole = done[name]
        yield routed - at, whole - at


def _name(data: bytes) -> tuple[str, str]:
    resource = json.loads(data)
    return resource["resourceType"], resource["id"]


def _percentiles(what: str, way: str, sent: tuple[int, float], waits: Sequence[int]) -> list[Figure]:
    """Of the last messages, which came at half load. waits: in the order in which messages came."""
    count, rate = sent
    note = f"{count:,} records at {rate:,.0f} a second, {way}"
    last = sorted(waits[-count:])
    return [
        Figure(f"latency of {what}, p50", last[len(last) // 2], "ms", note=note),
        Figure(f"latency of {what}, p99", last[len(last) * 99 // 100], "ms"),
    ]
