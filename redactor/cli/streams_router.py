"""`redactor streams router`: publishes what integration engines send."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from redactor.assemble.records import build_registry
from redactor.cli.messages import console, guarded, print_json
from redactor.cli.phases import Phases
from redactor.cli.streams_extra import kafka_answers, needs_client
from redactor.errors import StoppedError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.pool import Pool
from redactor.run.signals import stop_on_signal
from redactor.settings import load_settings

_STALLED = 300.0  # seconds without progress while messages wait
_TIME_LIMIT, _SLOWEST = 60.0, 1_000_000  # of reading a batch: seconds, and bytes a second beside them
_PHASES = {
    "routing": "publishing what ehr.in.v1 holds",
    "kafka-away": "Kafka does not answer; waiting for it, nothing is lost",
    "beginning-again": "the reader has stopped; beginning again at the committed offsets, nothing is lost",
}


@guarded
def router(
    schema: Annotated[str | None, typer.Option(help="Schema of records that do not name one.")] = None,
    drain: Annotated[
        bool, typer.Option("--drain", help="End when all that ehr.in.v1 holds at the start is published.")
    ] = False,
    skip_lost: Annotated[
        bool, typer.Option("--skip-lost", help="Go on behind messages that Kafka deleted before they were read.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="At the end, the numbers for machines.")] = False,
) -> None:
    """Publish what integration engines write to ehr.in.v1. Any number of routers share its partitions.

    A message is FHIR JSON, a resource or a Bundle, or flat JSON. While Kafka is away, routers wait.
    """
    with needs_client():
        from streams.agents import Router
        from streams.app import RouterConfig, is_waiting, log_by_type_and_place, route_topic
        from streams.processes import own_instance
        from streams.known_sender import check_keyring
        from streams.agents import Prepared, stage
        from streams.processes import process_file, stream_name
        from streams.topics import EHR_IN, KNOWN, RAW, check_topics
        from streams.watchdog import Watchdog
    settings = load_settings()
    streams, keyring = settings.streams, Keyring.load(settings.keyring)
    registry = build_registry(settings, keyring)
    registry.check()
    if schema is not None:
        registry.compiled(schema)
    log_by_type_and_place(_tell_place)
    if not kafka_answers(streams):
        return
    asyncio.run(check_topics(streams, (EHR_IN, RAW, KNOWN)))
    asyncio.run(check_keyring(streams, keyring))
    assigned: set[int] = set()
    watchdog = Watchdog(lambda: asyncio.run(is_waiting(streams, frozenset(assigned))), _end_stalled, _STALLED)

    with (
        stop_on_signal() as stop,
        own_instance(settings.home, keyring, "router") as instance,
        process_file(settings.home, "router", stream_name(streams), instance=instance) as file,
        watchdog,
        Pool(1, settings.batch_bytes, stop, _TIME_LIMIT, _SLOWEST) as pool,
    ):
        phases = Phases(_PHASES, file)

        def report(phase: str) -> None:
            watchdog.progress()
            phases.show(phase)

        prepare = stage(settings, schema)

        def prepared(messages: Sequence[RawRecord]) -> Sequence[Prepared | str]:
            with watchdog.paused():
                return pool.call(prepare, messages)

        made = Router(settings, keyring, prepared, stop, report)
        folder = settings.home / "streams"
        limits = settings.batch_records, settings.batch_bytes
        config = RouterConfig(
            streams, instance, folder / "faust", *limits, drain, skip_lost, folder / "router-topics.json"
        )
        try:
            asyncio.run(route_topic(config, made, stop, report, watchdog.progress, assigned))
        except StoppedError as e:
            console().print(str(e))
        finally:
            made.close()
    done = made.routed
    if json:
        print_json(asdict(done))
        return
    console().print(
        f"{done.records:,} records from {done.messages:,} messages, {done.unread:,} of them unread; "
        f"{done.known:,} known values and links",
        soft_wrap=True,
    )


def _end_stalled() -> None:
    text = "error: messages wait and none was taken for minutes; nothing is lost: start the router again\n"
    os.write(2, text.encode())
    os._exit(2)  # whatever stalls would also hold up an orderly end


def _tell_place(place: str) -> None:
    console().print(f"{place}, in Kafka's client or Faust", soft_wrap=True)
