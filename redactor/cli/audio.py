"""The commands `redactor audio folder`, `watch` and `list` de-identify recordings and list them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.json import encode
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from typer.core import TyperGroup

from redactor.cli import audio_evaluate
from redactor.cli.common import LogLines, announced_settings, disk_watch, find_state, printable, require_audio_extra
from redactor.cli.messages import console, fail, guarded, logged, print_json, print_table, remark
from redactor.cli.remedies import remedies
from redactor.cli.run_summary import places, print_facts
from redactor.keys import Keyring
from redactor.run.state.recording_journal import NAME, RecordingJournal
from redactor.run.state.recording_state import is_recording_state
from redactor.settings import Settings, load_settings
from schemas.engine.records import Outcome

if TYPE_CHECKING:
    from redactor.run.recordings.runner import Summary

_ENGINE_BYTES = (
    500_000_000  # memory of a process; 334 MB were measured with the student and pocketsphinx on recordings of seconds
)
_PER_MODEL_BYTE = 1.5  # estimated bytes of memory for each byte of a model
_TORCH_BYTES = 900_000_000  # memory of torch and transformers, as measured


class _FolderByDefault(TyperGroup):
    """This group runs `folder` if no command is named: `redactor audio IN OUT`. A folder named like a command is
    given as ./watch.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["folder", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_FolderByDefault,
    help="De-identify recordings: transcripts, and sound where the profile lets voices leave.",
    epilog="Without a command: `redactor audio IN OUT ...` is `redactor audio folder IN OUT ...`. A folder named "
    "like a command is given as ./watch.",
    no_args_is_help=True,
    add_completion=False,
)

Profile = Annotated[str | None, typer.Option(help="Profile: a name, or an approved .json file.")]
State = Annotated[Path | None, typer.Option(help="Journal, audit and quarantine (by default under home).")]
Workers = Annotated[
    int, typer.Option(min=1, help="Processes, a recogniser each. The output is the same for any number.")
]
TranscriptOnly = Annotated[bool, typer.Option("--transcript-only", help="No sound leaves, whatever the profile says.")]
Out = Annotated[Path, typer.Argument(metavar="OUT", help="A folder for what is released and a manifest, nothing else.")]


FOLDER_EPILOG = "Example: REDACTOR_KEYRING=keys.json redactor audio calls out --transcript-only --workers 2"


@guarded
def folder(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A recording, or a folder of recordings and sidecars.")],
    out: Out,
    profile: Profile = None,
    state: State = None,
    workers: Workers = 1,
    transcript_only: TranscriptOnly = False,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """De-identify a recording or a folder of them. After an interruption, the same command resumes."""
    with require_audio_extra():
        from redactor.assemble.recordings import build_audio
        from redactor.run.recordings.runner import run
    settings = announced_settings(profile=profile)
    config, callbacks = build_audio(settings, source, out, state, workers, transcript_only=transcript_only)
    print_memory_need(settings, workers)
    if json or not console().is_terminal:
        summary = run(source, config, callbacks, workers, lambda step: None)
    else:
        with _recordings_bar() as bar:
            task = bar.add_task("recordings", total=None)
            summary = run(
                source, config, callbacks, workers, lambda s: bar.update(task, completed=s.done, total=s.total)
            )
    if json:
        print_json(_summary_as_json(summary))
    else:
        _print_summary(summary)
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0):
        raise typer.Exit(1)


WATCH_EPILOG = "Example: REDACTOR_AS_OF=2026-01-01 redactor audio watch incoming out --transcript-only"


@logged
@guarded
def watch_folder(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A folder into which other programs drop recordings.")],
    out: Out,
    profile: Profile = None,
    state: State = None,
    workers: Workers = 1,
    transcript_only: TranscriptOnly = False,
    settle: Annotated[float, typer.Option(min=0, help="Seconds without a change after which a file is complete.")] = 10,
    drain: Annotated[bool, typer.Option("--drain", help="End when nothing waits but sidecars.")] = False,
    json: Annotated[bool, typer.Option("--json", help="A line of JSON on stdout for each change.")] = False,
    log_format: LogLines = None,
) -> None:
    """Process recordings as they are dropped into IN, with their sidecars, until a signal comes (exit code 0)."""
    with require_audio_extra():
        from redactor.assemble.recordings import build_audio
        from redactor.run.recordings.watch import Status, WatchOptions, watch
    settings = announced_settings(profile=profile)
    built = build_audio(settings, source, out, state, workers, transcript_only=transcript_only, learning=True)
    print_memory_need(settings, workers)

    def report(status: Status) -> None:
        if json:
            typer.echo(encode(asdict(status)))
            return
        outcomes = ", ".join(f"{name} {n:,}" for name, n in status.outcomes.items()) or "no recordings yet"
        waiting = f"waiting: {status.recordings:,} recordings, {status.sidecars:,} sidecars without a recording"
        others = f"{status.unfinished:,} files not complete, {status.passed_over:,} passed over"
        remark(f"{outcomes}; {waiting}; {others}", event="recordings", fields=asdict(status))

    def is_over(status: Status) -> bool:
        return drain and not status.recordings and not status.unfinished

    folders = {"home": settings.home, "the state": built[0].state, "OUT": out, "IN": source}
    with disk_watch(folders):
        watch(source, *built, workers, WatchOptions(settle, settings.audio.sidecar_seconds), report, is_over)


def print_memory_need(settings: Settings, workers: int) -> None:
    """Print how much memory the workers will need, before any of them starts."""
    audio = settings.audio
    models = [Path(model) for model in (audio.model, audio.speaker_model) if model is not None]
    size = sum(p.stat().st_size for model in models if model.is_dir() for p in model.iterdir() if p.is_file())
    torch = _TORCH_BYTES if audio.speaker_model is not None else 0
    need = workers * (_ENGINE_BYTES + torch + int(_PER_MODEL_BYTE * size))
    processes = f"{workers} process{'es' if workers > 1 else ''}"
    remark(f"{processes} with a recogniser each: about {need / 1e9:.1f} GB of memory", event="memory")


def _recordings_bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console()
    )


def _summary_as_json(summary: Summary) -> dict[str, object]:
    return {
        "recordings": summary.recordings,
        "outcomes": dict(summary.outcomes),
        "reasons": dict(summary.reasons),
        "entities": dict(summary.entities),
        "as_of": f"{summary.as_of.year:04d}"
        if summary.as_of
        else None,  # the year alone, since a derived day would show a shift
        "release_voice": asdict(summary.release_voice) if summary.release_voice is not None else None,
        "out": str(summary.out),
        "state": str(summary.state),
    }


def _print_summary(summary: Summary) -> None:
    table = Table(title=f"{summary.recordings:,} recordings", title_justify="left")
    table.add_column("outcome")
    table.add_column("recordings", justify="right")
    for name, n in summary.outcomes.items():
        table.add_row(name, f"{n:,}")
    console().print(table)
    if summary.reasons:
        console().print("why: " + ", ".join(f"{reason} {n:,}" for reason, n in summary.reasons.items()), soft_wrap=True)
    voice = summary.release_voice
    decision = [] if voice is None else [("voices leave: decided by", voice.by), ("voices leave: basis", voice.basis)]
    print_facts([*places(summary.out, summary.state), *decision])
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0):
        for remedy in remedies(summary.reasons):
            console().print(remedy, soft_wrap=True)
        console().print(f"to review: redactor quarantine list --state {summary.state}", soft_wrap=True)


LIST_EPILOG = "Example: redactor audio list --files --state state"
_LISTED_FIELDS = ("number", "record_id", "status", "outcome", "reason")


@guarded
def list_recordings(
    state: Annotated[
        Path | None, typer.Option("--state", help="State of the run; by default the only one of recordings under home.")
    ] = None,
    files: Annotated[bool, typer.Option("--files", help="Show the input files too, whose names may be PHI.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """List recordings in the order received. A record id is the name of the folder in OUT.

    Also while another command uses the state.
    """
    settings = load_settings()
    where = find_state(settings, state, NAME)
    if not is_recording_state(where):
        fail("this is no state of recordings; name the one of redactor audio with --state DIR")
    with closing(RecordingJournal(where, Keyring.load(settings.keyring))) as journal:
        rows = [
            {field: getattr(row, field) for field in _LISTED_FIELDS}
            | ({"source": printable(journal.name(row.number))} if files else {})
            for row in journal.recordings()
        ]
    if json:
        print_json(rows)
        return
    columns = ("number", "record id", "status", "outcome", "reason", *(("input file",) if files else ()))
    print_table("recordings", columns, (tuple(row.values()) for row in rows))


# The commands are listed in this order by --help.
app.command("evaluate", epilog=audio_evaluate.EPILOG)(audio_evaluate.evaluate)
app.command("list", epilog=LIST_EPILOG)(list_recordings)
app.command("folder", epilog=FOLDER_EPILOG)(folder)
app.command("watch", epilog=WATCH_EPILOG)(watch_folder)
