"""The commands `redactor streams router`, `worker` and `export` run until a signal ends them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.configuration_files import ConfigurationFiles
from redactor.assemble.home import default_state
from redactor.assemble.records import build_registry
from redactor.assemble.runs import batch_seconds, build_stream
from redactor.cli.common import (
    LogLines,
    PhaseReporter,
    announced_settings,
    disk_watch,
    require_kafka_client,
    wait_until_kafka_answers,
)
from redactor.cli.messages import guarded, logged, print_json, remark, warn
from redactor.cli.run_summary import places, print_facts
from redactor.errors import StoppedError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.logs import Level, are_lines, last_words
from redactor.run.pool import Pool, Stage
from redactor.run.runner import process_work
from redactor.run.signals import STOPPED, stop_on_signal
from redactor.sample.canaries import Tally, alarm_text
from redactor.settings import load_settings
from schemas.engine.records import Outcome

if TYPE_CHECKING:
    from streams.export import Exporter
    from streams.processes import ProcessFile

_STALLED_SECONDS = 300.0  # without progress while messages wait
_TIME_LIMIT, _SLOWEST_BYTES = 60.0, 1_000_000  # limits of reading a batch: seconds, and bytes a second beyond them
_ROUTER_PHASES = {
    "routing": "publishing what ehr.in.v1 holds",
    "kafka-away": "Kafka does not answer; waiting for it, nothing is lost",
    "beginning-again": "the reader has stopped; beginning again at the committed offsets, nothing is lost",
}


@logged
@guarded
def router(
    schema: Annotated[str | None, typer.Option(help="Schema of records that do not name one.")] = None,
    profile: Annotated[str | None, typer.Option(help="Profile of the workers: a name, or a .json file.")] = None,
    drain: Annotated[
        bool, typer.Option("--drain", help="End when all that ehr.in.v1 holds at the start is published.")
    ] = False,
    skip_lost: Annotated[
        bool, typer.Option("--skip-lost", help="Go on behind messages that Kafka deleted before they were read.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="At the end, the numbers for machines.")] = False,
    log_format: LogLines = None,
) -> None:
    """Publish what integration engines write to ehr.in.v1. Any number of routers share its partitions.

    A message is FHIR JSON, a resource or a Bundle, or flat JSON. While Kafka is away, routers wait.
    """
    with require_kafka_client():
        from streams.agents import Prepared, Router, preparation_stage
        from streams.app import faust_source, log_by_type_and_place
        from streams.known_sender import check_keyring
        from streams.processes import own_instance, process_file, stream_name
        from streams.routing import RouterConfig, is_waiting, route_topic
        from streams.topics import EHR_IN, KNOWN, RAW, check_topics
        from streams.watchdog import Watchdog
    settings = load_settings(profile=profile)
    streams, keyring = settings.streams, Keyring.load(settings.keyring)
    registry = build_registry(settings, keyring)
    registry.check()
    if schema is not None:
        registry.compiled(schema)
    log_by_type_and_place(_print_place)
    if not wait_until_kafka_answers(streams):
        return
    asyncio.run(check_topics(streams, (EHR_IN, RAW, KNOWN)))
    asyncio.run(check_keyring(streams, keyring))
    assigned: set[int] = set()
    watchdog = Watchdog(lambda: asyncio.run(is_waiting(streams, frozenset(assigned))), _exit_stalled, _STALLED_SECONDS)

    with (
        stop_on_signal() as stop,
        own_instance(settings.home, keyring, "router") as instance,
        process_file(settings.home, "router", stream_name(streams), instance=instance) as file,
        disk_watch({"home": settings.home}, file),
        watchdog,
        Pool(1, settings.batch_bytes, stop, _TIME_LIMIT, _SLOWEST_BYTES) as pool,
    ):
        phases = PhaseReporter(_ROUTER_PHASES, file)

        def report(phase: str) -> None:
            watchdog.progress()
            phases.show(phase)

        prepare = preparation_stage(settings, schema)

        def prepared(messages: Sequence[RawRecord]) -> Sequence[Prepared | str]:
            with watchdog.paused():
                return pool.call(prepare, messages)

        made = Router(settings, keyring, prepared, stop, report)
        folder = settings.home / "streams"
        limits = settings.batch_records, settings.batch_bytes
        source = partial(faust_source, streams, instance, folder / "faust")
        config = RouterConfig(streams, source, *limits, drain, skip_lost, folder / "router-topics.json")
        try:
            asyncio.run(route_topic(config, made, stop, report, assigned))
        except StoppedError as e:
            remark(str(e), event="stopped")
        finally:
            made.close()
    done = made.routed
    if json:
        print_json(asdict(done))
        return
    remark(
        f"{done.records:,} records from {done.messages:,} messages, {done.unread:,} of them unread; "
        f"{done.known:,} known values and links",
        event="done",
        fields=asdict(done),
    )


def _exit_stalled() -> None:
    os.write(2, last_words("messages wait and none was taken for minutes; nothing is lost: start the router again"))
    os._exit(2)  # whatever stalls would also block an orderly end


def _print_place(place: str) -> None:
    remark(f"{place}, in Kafka's client or Faust", Level.ERROR, "library")


_CHANGED = "the configuration has changed; beginning again under it"
_WORKER_PHASES = {
    "working": "processing records",
    "kafka-away": "Kafka does not answer; waiting for it, nothing is lost",
    "service-away": "the index of stand-ins does not answer; waiting for it, nothing is lost",
}


@logged
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
    log_format: LogLines = None,
) -> None:
    """De-identify the records of the stream, and send an envelope for each. Any number of workers share the partitions.

    All need the same settings, schemas and profile. While Kafka or the index of stand-ins is away, workers wait.
    """
    with require_kafka_client():
        from streams.batches import BatchLimits, BatchProcessor
        from streams.canaries import LIMIT, Canaries, read_canary
        from streams.known_replica import KnownReplica
        from streams.processes import own_instance, process_file, stream_name
        from streams.topics import DEID, KNOWN, RAW, check_topics
        from streams.worker import WorkerConfig, work

    def work_until_changed() -> bool:
        files = ConfigurationFiles(load_settings(profile=profile))
        settings = announced_settings(profile=profile)
        parts = build_stream(settings, processes)
        if not wait_until_kafka_answers(settings.streams):
            return False
        asyncio.run(check_topics(settings.streams, (RAW, KNOWN, DEID)))
        limits = BatchLimits(settings.batch_records, settings.batch_bytes)
        with (
            stop_on_signal() as stop,
            files.watched(stop) as ended,
            own_instance(settings.home, parts.keyring) as instance,
            process_file(settings.home, "worker", stream_name(settings.streams), instance=instance) as file,
            disk_watch({"home": settings.home}, file),
            ThreadPoolExecutor(1, "canary") as thread,  # joined once the pool has ended what runs in it
            Pool(processes, settings.streams.in_flight_bytes, ended, batch_seconds(settings)) as pool,
        ):
            stage = Stage(parts.processor, process_work)

            def read(seed: int) -> Tally | None:
                return pool.ask(stage, partial(read_canary, seed), LIMIT)

            canaries = Canaries(settings.canaries, read, thread, file.note_canaries, _tell_alarm, _tell_failed_canary)
            config = WorkerConfig(
                settings.streams, parts.keyring, instance, limits, processes, drain, skip_lost, canaries.idle
            )
            call = partial(pool.call, stage)
            processor = BatchProcessor(call, parts.keyring, parts.fingerprint)
            replica = KnownReplica(settings, parts.keyring)
            try:
                asyncio.run(work(config, processor, replica, ended, PhaseReporter(_WORKER_PHASES, file).show))
            except StoppedError as e:
                if stop.is_set():
                    remark(str(e), event="stopped")
        return files.has_changed and not stop.is_set()

    while work_until_changed():
        remark(_CHANGED, event="configuration-changed")


def _tell_alarm(recall: Mapping[str, float]) -> None:
    remark(alarm_text(recall), Level.ERROR, "canary-alarm", {"recall": dict(recall)})


def _tell_failed_canary(why: str) -> None:
    remark(f"a canary could not be read: {why}", Level.ERROR, "canary-failed")


_EXPORT_PHASES = {
    "exporting": "exporting records",
    "kafka-away": "Kafka does not answer; waiting for it, nothing is lost",
}


@logged
@guarded
def export(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder for released records and a manifest.")],
    profile: Annotated[str | None, typer.Option(help="Profile: a name, or an approved .json file.")] = None,
    state: Annotated[
        Path | None, typer.Option(help="Journal, audit and quarantine of this exporter (by default under home).")
    ] = None,
    drain: Annotated[
        bool, typer.Option("--drain", help="End when all that the stream holds at the start has left.")
    ] = False,
    skip_lost: Annotated[
        bool, typer.Option("--skip-lost", help="Go on behind records that Kafka deleted before they were exported.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="At the end, the number of records by outcome.")] = False,
    log_format: LogLines = None,
) -> None:
    """Write released records into files in OUT. One exporter for each recipient; the same command resumes.

    OUT may be read and emptied by its recipient: a file that the manifest names is complete.
    """
    with require_kafka_client():
        from streams.deliveries import ExportConfig
        from streams.export import Exporter
        from streams.export_topics import export as export_topic
        from streams.processes import process_file, stream_name
        from streams.topics import DEID, name_of
    outcomes: dict[str, int] = {}
    forged, where = 0, out

    def export_until_changed() -> bool:
        nonlocal outcomes, forged, where
        files = ConfigurationFiles(load_settings(profile=profile))
        settings = announced_settings(profile=profile)
        parts = build_stream(settings)
        streams = settings.streams
        where = state or default_state(settings, parts.keyring, None, out)
        config = ExportConfig(
            out=out,
            state=where,
            home=settings.home,
            keyring=parts.keyring,
            metadata=parts.metadata,
            fingerprint=parts.fingerprint,
            topic=name_of(streams, DEID),
            partitions=streams.partitions,
            delivery_bytes=streams.delivery_bytes,
            delivery_seconds=streams.delivery_seconds,
            hold_seconds=streams.hold_hours * 3600,
            processes_unseen=streams.after_hold == "process",
        )
        if not wait_until_kafka_answers(streams):
            raise StoppedError(STOPPED) if drain else typer.Exit
        with (
            stop_on_signal() as stop,
            files.watched(stop) as ended,
            Exporter(config) as exporter,
            process_file(settings.home, "exporter", stream_name(streams), state=where) as file,
            disk_watch({"home": settings.home, "the state": where, "OUT": out}, file),
        ):
            if exporter.deliveries.began_segment:
                number = exporter.deliveries.began_segment
                remark(
                    f"the configuration is another than before: segment {number} of the deliveries begins",
                    event="segment",
                    fields={"segment": number},
                )
            report = _export_reporter(file, exporter)
            try:
                run = export_topic(streams, parts.keyring, exporter, ended, report, drain=drain, skip_lost=skip_lost)
                asyncio.run(run)
            except StoppedError:
                if stop.is_set() or not files.has_changed:
                    raise
            outcomes, forged = exporter.outcomes(), forged + exporter.forged
        return files.has_changed and not stop.is_set()

    while export_until_changed():
        remark(_CHANGED, event="configuration-changed")
    if json:
        print_json({"outcomes": outcomes, "forged": forged})
    else:
        _tell_outcomes(outcomes, out, where)
        if forged:
            warn(f"{forged:,} messages were not written under this keyring", "forged", {"forged": forged})
    # An exporter that a signal ended has not processed all records.
    if drain and outcomes.get(Outcome.QUARANTINED.value, 0):
        raise typer.Exit(1)


def _tell_outcomes(outcomes: dict[str, int], out: Path, state: Path) -> None:
    counted = [(name, f"{n:,}") for name, n in outcomes.items()] or [("records", "0")]
    if are_lines():
        text = ", ".join(f"{name} {n}" for name, n in counted)
        remark(text, event="done", fields={"outcomes": outcomes, "out": str(out), "state": str(state)})
    else:
        print_facts([*counted, *places(out, state)])


def _export_reporter(file: ProcessFile, exporter: Exporter) -> Callable[[str], None]:
    phases = PhaseReporter(_EXPORT_PHASES, file)
    delivery = opened = 0

    def report(phase: str) -> None:
        nonlocal delivery, opened
        if exporter.deliveries.open_number != delivery:
            delivery = exporter.deliveries.open_number
            opened = int(time.time()) if delivery else 0
        phases.show(phase, forged=exporter.forged, opened=opened)

    return report
