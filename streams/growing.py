"""This module adds partitions to the topics of a stream, once everything that they hold is delivered.

More partitions put a patient's records into another partition. Records keep their order because all earlier ones have
left before a later one is published. Processes that still run with the old number notice the new one and end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aiokafka.admin import NewPartitions
from aiokafka.errors import (
    ClusterAuthorizationFailedError,
    InvalidPartitionsError,
    KafkaError,
    TopicAuthorizationFailedError,
)

from redactor.errors import BrokerUnavailableError, TopicError
from redactor.settings import Settings, StreamsSettings
from streams.connection import admin
from streams.observation import Exporter, Observation
from streams.observe import observe
from streams.topics import DEID, KNOWN, RAW, check_topics, found_partitions, name_of, wait_for_partitions


@dataclass(frozen=True, slots=True)
class Grown:
    """Says which topics have more partitions now, by their full names: before and after. checked: what holds, in
    sentences.
    """

    topics: Mapping[str, tuple[int, int]]
    checked: tuple[str, ...]


async def grow_topics(settings: Settings, states: Sequence[Path]) -> Grown:
    """Gives phi.raw.v1 and deid.v1 the number of partitions of the settings.

    states: state folders of exporters, besides those that this home knows. Raises TopicError if something waits or
    runs, or if the number is lower; BrokerUnavailableError.
    """
    streams = settings.streams
    names = [name_of(streams, topic) for topic in (RAW, DEID)]
    found = await found_partitions(streams, (RAW, DEID))
    if missing := [name for name in names if name not in found]:
        raise TopicError(f"no topic {', '.join(missing)}: create them with redactor streams init")
    if max(found.values()) > streams.partitions:
        raise TopicError(
            f"the topics have {max(found.values())} partitions, and Kafka takes none away. Set streams.partitions to "
            f"that number. To have {streams.partitions}: let everything be delivered, choose another streams.prefix, "
            "run redactor streams init, and give the exporter a new --state and an empty OUT"
        )
    raw, deid = names
    if found[raw] > found[deid]:
        raise TopicError(
            f"{raw} has {found[raw]} partitions and {deid} has {found[deid]}, which this command never leaves: an "
            f"administrator gives {deid} as many (kafka-topics --alter --partitions)"
        )
    if found[raw] == streams.partitions:
        return Grown({}, ())
    before = streams.model_copy(update={"partitions": found[raw]})
    seen = await observe(settings.model_copy(update={"streams": before}), states, (RAW, KNOWN))
    # A call that was interrupted has found that nothing waits. What came since cannot be processed before the topics
    # have the same partitions again.
    is_resumed = found[deid] > found[raw]
    if waits := [*_running(seen), *(() if is_resumed else _waiting(seen))]:
        raise TopicError(f"no partition was added: {'; '.join(waits)}")
    # As long as phi.raw.v1 has its old partitions, no process begins with the new number.
    for name in (deid, raw):
        if found[name] < streams.partitions:
            await _add_partitions(streams, name)
    await wait_for_partitions(streams, (RAW, DEID))
    await check_topics(streams, (RAW, DEID))
    after = await observe(settings, states)
    if came := after.raw.waiting + sum(exporter.waiting for exporter in after.exporters):
        raise TopicError(
            f"the topics have {streams.partitions} partitions now, but {came:,} records were published meanwhile. End "
            "every ingest and router, start workers and exporter, and let everything be delivered before you publish "
            "again: otherwise a patient's records can leave out of order"
        )
    checked = (
        f"workers have processed all {sum(p.end for p in seen.raw.partitions):,} records of phi.raw.v1",
        f"exporters that have taken all of them: {len(seen.exporters)}",
        "no worker, router, ingest or exporter of this home runs",
    )
    return Grown({name: (n, streams.partitions) for name, n in found.items() if n < streams.partitions}, checked)


def _running(seen: Observation) -> Iterator[str]:
    """Yields which processes must end before partitions are added, as clauses."""
    kinds = sorted({p.status.kind for p in seen.processes if p.runs})
    if kinds:
        yield f"processes of this home run ({', '.join(kinds)}), so end them"
    if seen.raw.alive and "worker" not in kinds:
        yield f"Kafka knows {len(seen.raw.alive)} workers of other hosts, so end them, and wait 30 seconds"
    if seen.router is not None and seen.router.alive and "router" not in kinds:
        yield f"Kafka knows {len(seen.router.alive)} routers of other hosts, so end them, and wait 30 seconds"


def _waiting(seen: Observation) -> Iterator[str]:
    """Yields what must be delivered before partitions are added, as clauses."""
    if seen.raw.waiting or seen.raw.deleted:
        yield (
            f"{seen.raw.waiting + seen.raw.deleted:,} records of phi.raw.v1 wait for a worker, so run "
            "redactor streams worker --drain"
        )
    if not seen.exporters and any(p.end for p in seen.raw.partitions):
        yield "this home knows no exporter, so name its state with --state"
    for exporter in seen.exporters:
        yield from _exporter_waits(exporter)


def _exporter_waits(exporter: Exporter) -> Iterator[str]:
    if exporter.problem:
        yield f"the state of the exporter cannot be read ({exporter.problem})"
    elif exporter.waiting or exporter.is_ahead:
        yield (
            f"{exporter.waiting:,} processed records wait for the exporter, so run redactor streams export OUT --drain"
        )


async def _add_partitions(streams: StreamsSettings, topic: str) -> None:
    try:
        async with admin(streams) as client:
            await client.create_partitions({topic: NewPartitions(streams.partitions)})
    except (TopicAuthorizationFailedError, ClusterAuthorizationFailedError):
        raise TopicError(
            "Kafka does not add partitions: streams.user needs the right Alter on the topics, or an administrator "
            "adds them (kafka-topics --alter --partitions)"
        ) from None
    except InvalidPartitionsError:
        pass  # another call was first: what there is now is checked
    except KafkaError as e:
        raise BrokerUnavailableError(
            f"Kafka does not add partitions ({type(e).__name__}); run redactor streams init --grow again"
        ) from None
