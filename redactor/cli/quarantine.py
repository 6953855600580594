"""`redactor quarantine`: lists, shows, releases and purges quarantined records."""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from typing import Annotated

import typer

from redactor.assemble.runs import build_run
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.cli.remedies import remedies
from redactor.keys import Keyring
from redactor.run.release import release as release_entries
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import Settings, load_settings

app = typer.Typer(help="List, show, release and purge quarantined records.", no_args_is_help=True, add_completion=False)

State = Annotated[Path | None, typer.Option("--state", help="State of the run; by default the only one under home.")]
Json = Annotated[bool, typer.Option("--json", help="For machines.")]


def _state(settings: Settings, given: Path | None) -> Path:
    if given is not None:
        return given
    found = sorted(p.parent for p in (settings.home / "runs").glob("*/quarantine.db"))
    if len(found) != 1:
        which = f"{len(found)} runs" if found else "no run"
        fail(f"{which} under home; give the state of the run with --state DIR (redactor run prints it)")
    return found[0]


def _open(given: Path | None) -> QuarantineStore:
    settings = load_settings()
    return QuarantineStore(_state(settings, given), Keyring.load(settings.keyring), create=False)


@app.command("list", epilog="Example: redactor quarantine list --files --state runs/may")
@guarded
def list_entries(
    state: State = None,
    files: Annotated[bool, typer.Option("--files", help="Show the input files too, whose names may be PHI.")] = False,
    json: Json = False,
) -> None:
    """List entries with their reasons, without content."""
    store = _open(state)
    entries = store.list()
    sources = {e.id: _shown(store.source(e.id)) for e in entries} if files else {}
    store.close()
    if json:
        own = ({"source": sources[e.id]} if files else {} for e in entries)
        print_json([{f: getattr(e, f) for f in e.__slots__} | more for e, more in zip(entries, own, strict=True)])
        return
    columns = ("entry", "status", "reason", "where", "file:line", "bytes", *(("input file",) if files else ()))
    rows = (
        (e.id, e.status, e.reason, e.where, e.position, e.bytes, *((sources[e.id],) if files else ())) for e in entries
    )
    print_table("quarantine", columns, rows)
    for remedy in remedies(e.reason for e in entries if e.status == "held"):
        console().print(remedy, soft_wrap=True)


def _shown(path: str) -> str:
    """A path for the terminal: without control characters, and bytes that are not UTF-8 as escapes."""
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


@app.command("show", epilog="Example: redactor quarantine show 00001-00000042 --state runs/may")
@guarded
def show(
    entry: Annotated[str, typer.Argument(help="An entry of `quarantine list`.")],
    state: State = None,
    json: Annotated[
        bool, typer.Option("--json", help="The payload as text, or in base64 where it is not UTF-8, with its entry.")
    ] = False,
) -> None:
    """Decrypt one entry to stdout. The output is PHI."""
    store = _open(state)
    payload, header = store.show(entry), store.header(entry)
    store.close()
    if not json:
        sys.stdout.buffer.write(payload + b"\n")
        return
    try:
        told = {"payload": payload.decode("utf-8")}
    except UnicodeDecodeError:
        told = {"payload_base64": base64.b64encode(payload).decode("ascii")}
    print_json({f: getattr(header, f) for f in header.__slots__} | told)


@app.command("release", epilog="Example: redactor quarantine release out --all --state runs/may")
@guarded
def release(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The OUT of the run.")],
    entries: Annotated[list[str] | None, typer.Argument(help="Entries; or --all.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every held entry.")] = False,
    profile: Annotated[str | None, typer.Option(help="The profile of the run.")] = None,
    state: State = None,
    json: Json = False,
) -> None:
    """Process entries again under the current configuration, and add those that pass to OUT."""
    if bool(entries) == everything:
        fail("name entries, or give --all")
    settings = load_settings(profile=profile)
    config, callbacks = build_run(settings, None, out, _state(settings, state))
    done = release_entries(config, callbacks.processor, entries or None)
    if json:
        print_json({"released": list(done.released), "held": dict(done.held)})
    else:
        console().print(f"{len(done.released)} released, {len(done.held)} still held")
        print_table("still held", ("entry", "why"), list(done.held.items()))
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
    store = _open(state)
    n = store.purge(entries or None)
    store.close()
    if json:
        print_json({"purged": n})
    else:
        console().print(f"{n} payloads deleted")
