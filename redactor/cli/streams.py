"""The commands `redactor streams init` and `ingest` create topics and publish records; the group lists all commands
for Kafka.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.common import LogLines, PhaseReporter, disk_watch, require_kafka_client, wait_until_kafka_answers
from redactor.cli.messages import console, guarded, logged, print_json, remark
from redactor.cli.streams_compact import compact
from redactor.cli.streams_run import export, router, worker
from redactor.cli.streams_skipped import skipped
from redactor.cli.streams_status import status
from redactor.errors import StoppedError
from redactor.keys import Keyring
from redactor.run.signals import STOPPED
from redactor.settings import load_settings

if TYPE_CHECKING:
    from streams.ingest import State
    from streams.processes import ProcessFile

app = typer.Typer(
    help="De-identify records that come through Kafka: create the topics, publish what lies in folders or comes from "
    "integration engines, process it, deliver what leaves, see what waits.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor streams init",
)

Json = Annotated[bool, typer.Option("--json", help="For machines.")]


@app.command("init", epilog="Example: REDACTOR_STREAMS__SERVERS=kafka.example:9092 redactor streams init")
@guarded
def init(
    grow: Annotated[
        bool,
        typer.Option(
            "--grow", help="Add partitions, up to streams.partitions. Refused unless everything is delivered."
        ),
    ] = False,
    state: Annotated[
        list[Path] | None, typer.Option(help="With --grow: state of an exporter that has another home; repeatable.")
    ] = None,
    json: Json = False,
) -> None:
    """Create the topics that are missing, as the settings under `streams` say.

    Existing topics are checked and not changed, but by --grow: exit code 2 if one has other settings.
    """
    with require_kafka_client():
        from streams.topics import create_topics, topics
    if grow:
        _grow(state or (), json)
        return
    settings = load_settings().streams
    created = asyncio.run(create_topics(settings))
    existing = [t.name for t in topics(settings) if t.name not in created]
    if json:
        print_json({"created": created, "existing": existing})
        return
    for title, names in (("created", created), ("existing, as the settings want them", existing)):
        if names:
            console().print(f"{title}: {', '.join(names)}", soft_wrap=True)


def _grow(states: Sequence[Path], json: bool) -> None:
    with require_kafka_client():
        from streams.growing import grow_topics
    grown = asyncio.run(grow_topics(load_settings(), states))
    if json:
        print_json({"grown": {name: list(counts) for name, counts in grown.topics.items()}, "checked": grown.checked})
        return
    for checked in grown.checked:
        console().print(f"checked: {checked}", soft_wrap=True)
    for name, (before, after) in grown.topics.items():
        console().print(f"{name}: {before} partitions became {after}", soft_wrap=True)
    if not grown.topics:
        console().print("the topics have the partitions of streams.partitions already", soft_wrap=True)


@app.command("ingest", epilog="Example: redactor streams ingest /data/inbox --watch --profile hips")
@logged
@guarded
def ingest(
    source: Annotated[Path, typer.Argument(metavar="DIR", help="A file or folder, as redactor run reads it.")],
    watch: Annotated[
        bool, typer.Option("--watch", help="DIR is a drop folder: files that come are moved to DIR/done or DIR/failed.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    schema: Annotated[str | None, typer.Option(help="Schema of records that do not name one.")] = None,
    profile: Annotated[str | None, typer.Option(help="Profile of the workers: a name, or a .json file.")] = None,
    settle: Annotated[
        float, typer.Option(min=0, help="With --watch: seconds without a change after which a file is complete.")
    ] = 10.0,
    json: Json = False,
    log_format: LogLines = None,
) -> None:
    """Publish records: first everybody's known values, then the records. The same command resumes.

    Each content is published once, under whatever name it comes. With --watch until a signal ends it.
    """
    with require_kafka_client():
        from streams.ingest import ingest_folder
        from streams.processes import process_file, stream_name
    settings = load_settings(profile=profile)
    Keyring.load(settings.keyring)  # a wrong one is told at once, not once Kafka answers
    if not wait_until_kafka_answers(settings.streams):
        if not watch:
            raise StoppedError(STOPPED)
        return
    try:
        with (
            process_file(settings.home, "ingest", stream_name(settings.streams)) as file,
            disk_watch({"home": settings.home, **({"the drop folder": source} if watch else {})}, file),
        ):
            published = ingest_folder(settings, source, watch, workers, schema, settle, _ingest_reporter(file))
    except StoppedError as e:
        if not watch:
            raise
        remark(str(e), event="stopped")
        return
    if json:
        print_json(asdict(published))
        return
    remark(
        f"{published.records:,} records from {published.files:,} files, {published.unread:,} of them unread; "
        f"{published.known:,} known values and links",
        event="done",
        fields=asdict(published),
    )


_INGEST_PHASES = {
    "known-values": "publishing known values",
    "records": "publishing records",
    "kafka-away": "waiting for Kafka",
    "idle": "waiting for files",
}


def _ingest_reporter(file: ProcessFile) -> Callable[[State], None]:
    phases = PhaseReporter(_INGEST_PHASES, file, "idle")

    def report(state: State) -> None:
        done = state.published
        so_far = f" ({done.files:,} files, {done.records:,} records so far)"
        phases.show(state.phase, ": ".join(filter(None, (so_far, state.detail))))

    return report


app.command("compact", epilog="Example: redactor streams compact --audit-days 730")(compact)
app.command("export", epilog="Example: redactor streams export /data/deliveries --profile hips")(export)
app.command("skipped", epilog="Example: redactor streams skipped --show 4711")(skipped)
app.command("status", epilog="Example: redactor streams status --watch")(status)
app.command("router", epilog="Example: redactor streams router")(router)
app.command("worker", epilog="Example: redactor streams worker --processes 2 --profile hips")(worker)
