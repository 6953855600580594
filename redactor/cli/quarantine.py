"""The commands `redactor quarantine` list, show, release and purge quarantined records."""

from __future__ import annotations

import base64
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.common import announced_settings, as_argument, find_state, printable, require_audio_extra
from redactor.cli.messages import console, counted, fail, guarded, print_json, print_table
from redactor.cli.remedies import remedies
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.state.quarantine import Header, QuarantineStore
from redactor.run.state.run_facts import read_facts
from redactor.settings import load_settings
from redactor.steward.access_log import open_access_log
from redactor.steward.quarantine import STAYS, is_of_exporter, seen
from redactor.steward.quarantine import purge as purge_entries
from redactor.steward.quarantine import release as release_entries
from streams.hold_clock import WaitingFor

app = typer.Typer(help="List, show, release and purge quarantined records.", no_args_is_help=True, add_completion=False)

State = Annotated[Path | None, typer.Option("--state", help="State of the run; by default the only one under home.")]
_QUARANTINE_FILE = "quarantine.db"
_HEADER_FIELDS = ("id", "file", "position", "part", "record_id", "reason", "where", "bytes", "truncated", "status")
Json = Annotated[bool, typer.Option("--json", help="For machines.")]


@app.command("list", epilog="Example: redactor quarantine list --files --state runs/may")
@guarded
def list_entries(
    state: State = None,
    files: Annotated[bool, typer.Option("--files", help="Show the input files too, whose names may be PHI.")] = False,
    json: Json = False,
) -> None:
    """List entries with their reasons, without content."""
    settings = load_settings()
    where = find_state(settings, state, _QUARANTINE_FILE)
    store = QuarantineStore(where, Keyring.load(settings.keyring), create=False)
    waits = WaitingFor(settings, where)
    entries = store.list()
    sources = {e.id: printable(store.source(e.id)) for e in entries} if files else {}
    store.close()
    if json:
        source_fields = ({"source": sources[e.id]} if files else {} for e in entries)
        print_json([_entry_as_json(e, waits) | more for e, more in zip(entries, source_fields, strict=True)])
        return
    if waits:
        _print_waiting(entries, waits)
        return
    columns = ("entry", "status", "reason", "where", "file:line", "bytes", *(("input file",) if files else ()))
    rows = (
        (e.id, e.status, e.reason, e.where, e.position, e.bytes, *((sources[e.id],) if files else ())) for e in entries
    )
    print_table("quarantine", columns, rows)
    _print_remedies(entries)
    if any(e.status == "held" for e in entries):
        _print_next_steps(where, Keyring.load(settings.keyring), has_files=files)


def _print_next_steps(state: Path, keyring: Keyring, *, has_files: bool) -> None:
    where = as_argument(state)
    if not has_files:
        told = f"which file a number stands for (a name may be PHI): redactor quarantine list --files --state {where}"
        console().print(told, soft_wrap=True)
    facts = None
    with suppress(RunError, sqlite3.DatabaseError):  # of a journal, which the list does not need
        facts = read_facts(state, keyring)
    if facts is not None and facts.out:
        profile = f" --profile {facts.profile.partition('@')[0]}" if facts.profile else ""
        command = f"redactor quarantine release {as_argument(Path(facts.out))} --all --state {where}{profile}"
        console().print(f"to process them again once the cause is mended: {command}", soft_wrap=True)


def _entry_as_json(entry: Header, waits: WaitingFor) -> dict[str, object]:
    found: dict[str, object] = {f: getattr(entry, f) for f in _HEADER_FIELDS}
    if waits:
        found |= {"subject": entry.subject, "waits_for": waits.what(entry), "waited_hours": waits.hours(entry)}
    return found


def _print_waiting(entries: Sequence[Header], waits: WaitingFor) -> None:
    columns = ("entry", "status", "reason", "where", "waits for", "hours", "bytes")
    rows = ((e.id, e.status, e.reason, e.where, waits.what(e), waits.hours(e), e.bytes) for e in entries)
    print_table("quarantine", columns, rows)
    _print_remedies(entries)


def _print_remedies(entries: Sequence[Header]) -> None:
    for remedy in remedies(e.reason for e in entries if e.status == "held"):
        console().print(remedy, soft_wrap=True)


@app.command("show", epilog="Example: redactor quarantine show 00001-00000042 --state runs/may")
@guarded
def show(
    entry: Annotated[str, typer.Argument(help="An entry of `quarantine list`.")],
    state: State = None,
    json: Annotated[
        bool, typer.Option("--json", help="The payload as text, or in base64 where it is not UTF-8, with its entry.")
    ] = False,
) -> None:
    """Decrypt one entry to stdout. The output is PHI. A recording comes as the file that it was.

    Each call is a line in access.jsonl of home.
    """
    settings = load_settings()
    where = find_state(settings, state, _QUARANTINE_FILE)
    keyring = Keyring.load(settings.keyring)
    store = QuarantineStore(where, keyring, create=False)
    header = store.header(entry)
    if header.part == "recording":
        _refuse_recording(json=json)
    open_access_log(settings, keyring).note("quarantine-show", "quarantine", seen(where, header))
    if header.part == "recording":
        _write_recording(store, entry)
        return
    payload = store.show(entry)
    store.close()
    if not json:
        sys.stdout.buffer.write(payload + b"\n")
        return
    try:
        told = {"payload": payload.decode("utf-8")}
    except UnicodeDecodeError:
        told = {"payload_base64": base64.b64encode(payload).decode("ascii")}
    print_json({f: getattr(header, f) for f in _HEADER_FIELDS} | told)


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _refuse_recording(*, json: bool) -> None:
    if json:
        fail("a recording has no JSON; leave --json out and redirect it: redactor quarantine show ENTRY > FILE")
    if _is_terminal():
        fail("a recording is not for a terminal; redirect it: redactor quarantine show ENTRY > FILE")


def _write_recording(store: QuarantineStore, entry: str) -> None:
    for piece in store.read_recording(entry):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    store.close()


@app.command("release", epilog="Example: redactor quarantine release out --all --state runs/may")
@guarded
def release(
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="The OUT of the run; left out with the state of an exporter.")
    ] = None,
    entries: Annotated[list[str] | None, typer.Argument(help="Entries; or --all.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every held entry.")] = False,
    profile: Annotated[str | None, typer.Option(help="The profile of the run.")] = None,
    state: State = None,
    json: Json = False,
) -> None:
    """Process entries again under the current configuration, and add those that pass to OUT.

    Entries of an exporter go into phi.raw again: its state is named, and no OUT. It may run, or sends them when it
    starts. Records of a patient who is not known are then processed without known values.
    """
    settings = announced_settings(profile=profile)
    where = find_state(settings, state, _QUARANTINE_FILE)
    if to_exporter := is_of_exporter(where):
        entries = [*([str(out)] if out is not None else []), *(entries or [])]
    elif out is None:
        fail("name the OUT of the run: redactor quarantine release OUT --all, or entries in place of --all")
    if bool(entries) == everything:
        fail("name entries, or give --all")
    with require_audio_extra():
        done = release_entries(settings, where, None if to_exporter else out, entries or None)
    if json:
        print_json({"released": list(done.released), "held": dict(done.held)})
    else:
        how = "for the exporter to send again" if to_exporter else "released"
        console().print(f"{len(done.released)} {how}, {len(done.held)} still held")
        if done.held:
            print_table("still held", ("entry", "why"), list(done.held.items()))
        for told in (*remedies(done.held.values()), *(f"{r}: {STAYS[r]}" for r in STAYS if r in done.held.values())):
            console().print(told, soft_wrap=True)
    if done.held:
        raise typer.Exit(1)


@app.command("purge", epilog="Example: redactor quarantine purge 00001-00000042 --state runs/may")
@guarded
def purge(
    entries: Annotated[list[str] | None, typer.Argument(help="Entries; or --all.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every entry.")] = False,
    state: State = None,
    json: Json = False,
) -> None:
    """Delete payloads for good. Headers stay, so that counts add up."""
    if bool(entries) == everything:
        fail("name entries, or give --all")
    settings = load_settings()
    where = find_state(settings, state, _QUARANTINE_FILE)
    n = purge_entries(Keyring.load(settings.keyring), where, entries or None)
    if json:
        print_json({"purged": n})
    else:
        console().print(f"{counted(n, 'payload')} deleted")
