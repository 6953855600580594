"""The commands `redactor index` count, export and re-encrypt stand-ins, and erase a patient."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from redactor.assemble.replacers import open_index
from redactor.cli.common import require_kafka_client
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.keys import Keyring
from redactor.run.state.forgotten import Erasure
from redactor.settings import Settings, load_settings
from redactor.steward import index_admin
from redactor.steward.forget import Forgotten
from redactor.steward.forget import forget as forget_patient
from redactor.steward.forget_report import erased_table, sentences
from redactor.steward.patient_home import has_index, run_states
from relex.index import Index

app = typer.Typer(
    help="Count, export and re-encrypt stand-ins; erase a patient.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor index stats",
)

Json = Annotated[bool, typer.Option("--json", help="For machines.")]
States = Annotated[
    list[Path] | None, typer.Option("--state", help="State of a run that does not lie under home; repeatable.")
]


def _open_index(settings: Settings) -> Index:
    if not has_index(settings):
        fail(
            "home holds no index of stand-ins: no run here used a profile with stand-ins; check REDACTOR_HOME"
            " and relex.index"
        )
    return open_index(settings, Keyring.load(settings.keyring))


@app.command("stats", epilog="Example: redactor index stats --json")
@guarded
def stats(json: Json = False) -> None:
    """Show how much the index holds, without content."""
    with closing(_open_index(load_settings())) as index:
        counts = {"store": index.name, **index.stats()}
    if json:
        print_json(counts)
        return
    print_table(
        "index of stand-ins", ("what", "count"), [(k, f"{v:,}" if k != "store" else v) for k, v in counts.items()]
    )


@app.command("export", epilog="Example: redactor index export map.jsonl")
@guarded
def export(
    out: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="A new file, outside the OUT of any run.")],
    json: Json = False,
) -> None:
    """Write each original with its stand-in, one per line. The file is PHI."""
    with closing(_open_index(load_settings())) as index:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console(), disable=json or not console().is_terminal) as bar:
            task = bar.add_task("writing", total=index.stats()["entries"])
            n = index_admin.export(index, out, lambda done: bar.update(task, completed=done))
    if json:
        print_json({"path": str(out), "entries": n})
    console().print(
        f"{n:,} entries: {out}. It holds originals: keep it apart from releases, and delete it after use.",
        soft_wrap=True,
    )


@app.command("rotate-keys", epilog="Example: redactor keys rotate keys.json && redactor index rotate-keys")
@guarded
def rotate_keys(state: States = None, json: Json = False) -> None:
    """Re-encrypt stand-ins, answers of LLMs, known values and quarantines under the current key.

    No stand-in changes.
    """
    settings = load_settings()
    keyring = Keyring.load(settings.keyring)
    states = run_states(settings, state or ())
    index = open_index(settings, keyring) if has_index(settings) else None
    try:
        with console().status("re-encrypting"):
            changed = index_admin.rotate(settings, keyring, index, states)
    finally:
        if index is not None:
            index.close()
    if json:
        print_json(changed)
    else:
        print_table("re-encrypted", ("what", "documents"), list(changed.items()))


@app.command("forget", epilog="Example: redactor index forget --subject - --by 'A. Steward' < patient-id.txt")
@guarded
def forget(
    subject: Annotated[
        str, typer.Option(metavar="PATIENT_ID", help="The patient's id in the source; - reads it from stdin.")
    ],
    source: Annotated[str | None, typer.Option(help="The source of the id; by default that of the settings.")] = None,
    by: Annotated[str | None, typer.Option(help="Who requests it; recorded in the retractions.")] = None,
    recipient: Annotated[
        list[str] | None, typer.Option(help="A recipient that neither index nor states record; repeatable.")
    ] = None,
    state: States = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """Erase a patient's stand-ins, answers of LLMs, known values, quarantined records, lookup rows and review marks.

    Where settings name a Kafka (`streams.servers`), every home that follows its phi.known.v1 erases the patient for
    good, and releases nothing more of the patient. Exits 1 if nothing was stored about the patient.
    """
    settings = load_settings(source=source)
    keyring = Keyring.load(settings.keyring)
    patient = sys.stdin.readline().strip() if subject == "-" else subject
    if not patient:
        fail("--subject is empty; give the patient's id as the source writes it")
    if not yes:
        _confirm_erasure(subject == "-")
    with console().status("erasing"):
        publish = _stream_publisher(settings, keyring)
        recipients = recipient or ()
        done = forget_patient(
            settings, keyring, patient, by=by, states=state or (), recipients=recipients, publish=publish
        )
    if json:
        print_json(_erasure_as_json(done))
    else:
        _print_erasure(done, settings)
    if not done.found:
        raise typer.Exit(1)


def _stream_publisher(settings: Settings, keyring: Keyring) -> Callable[[Erasure], None] | None:
    """Return the function that tells the other homes of a stream to forget a patient; None if no stream is set."""
    if settings.streams.servers is None:
        return None
    with require_kafka_client():
        from streams.forget import publisher
    return publisher(settings, keyring)


def _confirm_erasure(stdin_is_read: bool) -> None:
    erased_data = "stand-ins, answers of LLMs, known values and quarantined records"
    question = f"Erase this patient's {erased_data}? It cannot be undone."
    try:
        agreed = not stdin_is_read and typer.confirm(question, err=True)
    except typer.Abort:
        agreed = False
    if not agreed:
        fail("nothing was erased; answer yes, or give --yes")


def _erasure_as_json(done: Forgotten) -> dict[str, object]:
    return {
        "found": done.found,
        "retractions": [
            {"subject": r.subject, "released_as": r.released_as, "recipient": r.recipient, "erased": dict(r.erased)}
            for r in done.retractions
        ],
        "linked": done.linked,
        "undecided": done.undecided,
        "namesakes": done.namesakes,
        "jobs": done.jobs,
        "answers": done.answers,
        "look_at": [{"state": str(state), "entry": entry} for state, entry in done.look_at],
    }


def _print_erasure(done: Forgotten, settings: Settings) -> None:
    print_table("erased", *erased_table(done))
    for words in sentences(done, settings):
        console().print(words, soft_wrap=True)
    if done.look_at:
        print_table("to review", ("state", "entry"), done.look_at)
