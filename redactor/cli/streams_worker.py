"""`redactor streams worker`: processes the records of phi.raw."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import typer

from redactor.assemble.runs import batch_seconds, build_stream
from redactor.cli.configuration import settings_told
from redactor.cli.messages import console, guarded
from redactor.cli.phases import Phases
from redactor.cli.streams_extra import kafka_answers, needs_client
from redactor.errors import StoppedError
from redactor.run.pool import Pool, Stage
from redactor.run.runner import process_work
from redactor.run.signals import stop_on_signal

_PHASES = {
    "working": "processing records",
    "kafka-away": "Kafka does not answer; waiting for it, nothing is lost",
    "service-away": "the index of stand-ins does not answer; waiting for it, nothing is lost",
}


@guarded
def worker(
    processes: Annotated[int, typer.Option(min=1, help="Processes that read texts.")] = 1,
    profile: Annotated[str | None, typer.Option(help="Profile: a name, or an approved .json file.")] = None,
    drain: Annotated[
        bool, typer.Option("--drain", help="End when all that the stream holds at the start is processed.")
    ] = False,
    skip_lost: Annotated[
        bool, typer.Option("--skip-lost", help="Go on behind records that Kafka deleted before they were processed.")
    ] = False,
) -> None:
    """De-identify the records of the stream, and send an envelope for each. Any number of workers share the partitions.

    All need the same settings, schemas and profile. While Kafka or the index of stand-ins is away, workers wait.
    """
    with needs_client():
        from streams.batches import BatchLimits, BatchProcessor
        from streams.processes import own_instance
        from streams.known_replica import KnownReplica
        from streams.processes import process_file, stream_name
        from streams.topics import DEID, KNOWN, RAW, check_topics
        from streams.worker import WorkerConfig, work
    settings = settings_told(profile=profile)
    parts = build_stream(settings, processes)
    if not kafka_answers(settings.streams):
        return
    asyncio.run(check_topics(settings.streams, (RAW, KNOWN, DEID)))
    limits = BatchLimits(settings.batch_records, settings.batch_bytes)
    with (
        stop_on_signal() as stop,
        own_instance(settings.home, parts.keyring) as instance,
        process_file(settings.home, "worker", stream_name(settings.streams), instance=instance) as file,
        Pool(processes, settings.streams.in_flight_bytes, stop, batch_seconds(settings)) as pool,
    ):
        config = WorkerConfig(settings.streams, parts.keyring, instance, limits, processes, drain, skip_lost)
        call = partial(pool.call, Stage(parts.processor, process_work))
        processor = BatchProcessor(call, parts.keyring, parts.fingerprint)
        replica = KnownReplica(settings, parts.keyring)
        try:
            asyncio.run(work(config, processor, replica, stop, Phases(_PHASES, file).show))
        except StoppedError as e:
            console().print(str(e))
