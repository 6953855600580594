"""`redactor streams export`: delivers what workers have processed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.home import default_state
from redactor.assemble.runs import build_stream
from redactor.cli.configuration import settings_told
from redactor.cli.messages import console, guarded, print_json
from redactor.cli.phases import Phases
from redactor.cli.streams_extra import kafka_answers, needs_client
from redactor.errors import StoppedError
from redactor.run.signals import STOPPED, stop_on_signal
from schemas.engine.records import Outcome

if TYPE_CHECKING:
    from streams.export import Exporter
    from streams.processes import ProcessFile


_PHASES = {
    "exporting": "exporting records",
    "kafka-away": "Kafka does not answer; waiting for it, nothing is lost",
}


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
) -> None:
    """Write released records into files in OUT. One exporter for each recipient; the same command resumes.

    OUT may be read and emptied by its recipient: a file that the manifest names is complete.
    """
    with needs_client():
        from streams.export import ExportConfig, Exporter
        from streams.export_topics import export as export_topic
        from streams.processes import process_file, stream_name
        from streams.topics import DEID, name_of
    settings = settings_told(profile=profile)
    parts = build_stream(settings)
    streams = settings.streams
    config = ExportConfig(
        out=out,
        state=state or default_state(settings, parts.keyring, None, out),
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
    if not kafka_answers(streams):
        if drain:
            raise StoppedError(STOPPED)
        return
    with (
        stop_on_signal() as stop,
        Exporter(config) as exporter,
        process_file(settings.home, "exporter", stream_name(streams), state=config.state) as file,
    ):
        report = _reporter(file, exporter)
        asyncio.run(export_topic(streams, parts.keyring, exporter, stop, report, drain=drain, skip_lost=skip_lost))
        outcomes, forged = exporter.outcomes(), exporter.forged
    if json:
        print_json({"outcomes": outcomes, "forged": forged})
    else:
        shown = ", ".join(f"{name} {n:,}" for name, n in outcomes.items()) or "no records"
        console().print(f"{shown}; released: {out}; journal, audit, quarantine: {config.state}", soft_wrap=True)
        if forged:
            console().print(f"warning: {forged:,} messages were not written under this keyring", soft_wrap=True)
    if drain and outcomes.get(Outcome.QUARANTINED.value, 0):  # one that a signal ends is not done with its records
        raise typer.Exit(1)


def _reporter(file: ProcessFile, exporter: Exporter) -> Callable[[str], None]:
    phases = Phases(_PHASES, file)
    delivery = opened = 0

    def report(phase: str) -> None:
        nonlocal delivery, opened
        if exporter.open_delivery != delivery:
            delivery = exporter.open_delivery
            opened = int(time.time()) if delivery else 0
        phases.show(phase, forged=exporter.forged, opened=opened)

    return report
