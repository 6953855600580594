"""What the copy of known values costs a value, beside the store alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from benchmarks.common import Figure, argument
from benchmarks.streams.place import Place, place
from redactor.detect.known.search_keys import indexed
from redactor.entities import Entity
from redactor.run.contracts import PATIENT, HarvestBatch, PersonValues
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from streams.known_replica import KnownReplica
from streams.known_topic import KnownMessages
from streams.sender import Message, Sender
from streams.topics import KNOWN, name_of

_AIM = 60_000
_A_PERSON = 10
_CHUNK = 500  # people


def batches(values: int) -> Iterator[HarvestBatch]:
    """Known values of people who have ten each: names, numbers, streets."""
    for begin in range(0, values // _A_PERSON, _CHUNK):
        people = []
        for n in range(begin, min(begin + _CHUNK, values // _A_PERSON)):
            own = [KnownValue(f"Given{n * 7919 % 100_003} Family{n}-{i}", Entity.PATIENT) for i in range(4)]
            own += [KnownValue(f"{n:07d}-{i:02d}", Entity.MEDICAL_RECORD_NUMBER) for i in range(3)]
            own += [KnownValue(f"{n % 997} Street of the {n}th, {i}", Entity.STREET) for i in range(_A_PERSON - 7)]
            people.append(PersonValues(f"subject{n:024d}", PATIENT, own, list(map(indexed, own))))
        yield HarvestBatch(people, [], None, 0)


def _publish(here: Place, values: int) -> int:
    """The position behind the last of them."""
    topic = name_of(here.streams, KNOWN)
    messages = KnownMessages(here.keyring, topic)
    with Sender(here.streams) as sender:
        for batch in batches(values):
            sender.send(topic, [Message(m.key, messages.seal(m), 0) for m in messages.from_harvest(batch)])
        join = messages.join(b"benchmark")
        return sender.send_last(topic, Message(join.key, messages.seal(join), 0)) + 1


async def _follow(here: Place, end: int) -> tuple[float, float]:
    """CPU and wall seconds until the replica has applied everything."""
    cpu, wall = time.process_time(), time.perf_counter()
    async with KnownReplica(here.settings, here.keyring).running() as replica:
        await replica.wait_for(end - 1)
        return time.process_time() - cpu, time.perf_counter() - wall


def _store_alone(here: Place, values: int) -> float:
    """CPU seconds of the store."""
    made, taken = list(batches(values)), time.process_time()
    with KnownStore.open(here.folder / "alone" / "known.db", here.keyring) as store:
        for batch in made:
            for scope, person, own, index in batch.values:
                store.add(scope, own, person, index)
        store.flush()
        return time.process_time() - taken


def figures(full: bool) -> list[Figure]:
    values = argument("values", 1_000_000 if full else 60_000)
    with place() as here:
        end = _publish(here, values)
        cpu, wall = asyncio.run(_follow(here, end))
        alone = _store_alone(here, values)
    note = f"{values:,} values of {values // _A_PERSON:,} people in {wall:.1f} s"
    return [
        Figure("replica", values / cpu, "values/s/core", _AIM, note=note),
        Figure("the store alone", values / alone, "values/s/core", note="the same values without topic and seals"),
    ]
