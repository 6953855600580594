"""The command `redactor verify` checks a released folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.messages import console, counted, fail, guarded, print_json
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.output.verification import verify as check
from redactor.settings import Settings, load_settings
from redactor.steward.access_log import NAME, AccessLog, open_access_log
from redactor.steward.access_reading import check_export, check_log
from redactor.steward.access_reading import public_key as export_key

app = typer.Typer(add_completion=False)
_SHOWN_FAULTS = 10
_LONGEST_KEY_FILE = 4096  # bytes that are read of a file with a key


@app.command(epilog="Example: redactor verify out --public-key sender.pub")
@guarded
def verify(
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The folder of a release, an exported audit, or access.jsonl."),
    ],
    public_key: Annotated[
        str | None, typer.Option(help="The sender's public key, or a file that holds it; instead of the keyring.")
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(min=0, help="The number that the release must be above, in place of the highest one seen."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Name each file and every fault.")] = False,
    json: Annotated[bool, typer.Option("--json", help="The result, with every fault, as JSON on stdout.")] = False,
) -> None:
    """Check that OUT is as its run left it, and no older than a release seen before. Exit code 1 if not.

    Checked are who wrote it, names, digests and numbers of records. Home remembers the releases that it has seen. Of an
    audit that the console exported, the signature is checked; of access.jsonl in home, the chain of its lines.
    """
    settings = load_settings()
    keyring, key = keys_of_sender(public_key, settings)
    if keyring is not None and out.resolve() == (settings.home / NAME).resolve():
        log = open_access_log(settings, keyring)
        if not out.exists() and log.kept() is None:
            fail(f"there is no {NAME} in home, and nothing apart from home remembers one")
        _verify_log(log, json=json)
        return
    if out.is_file():
        _verify_export(out, keyring, key, json=json)
        return
    report = _print_progress if everything and not json else None
    found = check(out, keyring, key, report, home=settings.home, after=after)
    if json:
        counts = {"files": found.files, "records": found.records, "release": found.release}
        print_json({"intact": not found.faults, "faults": found.faults} | counts)
    elif not found.faults:
        console().print(
            f"{out} is intact: release {found.release}, {found.files} files, {found.records:,} records (a Bundle is "
            "one)",
            soft_wrap=True,
        )
        if not found.is_remembered:
            console().print("home cannot be written: an older release will not be noticed", soft_wrap=True)
    else:
        shown = len(found.faults) if everything else _SHOWN_FAULTS
        for fault in found.faults[:shown]:
            console().print(f"- {fault}", soft_wrap=True)
        if more := found.faults[shown:]:
            console().print(f"- and {len(more):,} further faults: --all lists them", soft_wrap=True)
        console().print("OUT is not as its run left it; do not rely on it, and ask its sender", soft_wrap=True)
    if found.faults:
        raise typer.Exit(1)


def _verify_export(path: Path, keyring: Keyring | None, key: str | None, *, json: bool) -> None:
    try:
        found = check_export(path, export_key(keyring) if keyring is not None else key or "")
    except RunError as e:
        if not json:
            console().print(f"- {e}", soft_wrap=True)
        else:
            print_json({"intact": False})
        raise typer.Exit(1) from None
    if json:
        print_json({"intact": not found["faults"], **found})
    else:
        of = " on ".join(part for part in (found["person"], found["day"]) if part)
        lines = counted(found["lines"], "line") + (f", only of {of}" if of else "")
        told = f"{path} is intact: {lines}, exported by {found['by']} at {found['exported']}"
        console().print(told, soft_wrap=True)
        _tell_of_log(found["faults"], found["cut_short"], end_is_known=found["end_is_known"])
    if found["faults"]:
        raise typer.Exit(1)


def _verify_log(log: AccessLog, *, json: bool) -> None:
    found = check_log(log)
    faults = found.told()
    if json:
        counts = {"lines": found.lines, "cut_short": found.cut_short, "end_is_known": found.end_is_known}
        print_json({"intact": not faults, "faults": faults} | counts)
    else:
        if not faults:
            console().print(f"{NAME} of home is as it was written: {counted(found.lines, 'line')}", soft_wrap=True)
        _tell_of_log(faults, found.cut_short, end_is_known=found.end_is_known)
    if faults:
        raise typer.Exit(1)


def _tell_of_log(faults: Sequence[str], cut_short: int, *, end_is_known: bool) -> None:
    """Say what is wrong with the log of home, or was when it was exported."""
    for fault in faults:
        console().print(f"- {fault}", soft_wrap=True)
    if faults:
        console().print(f"{NAME} of home is not as it was written: find out who changed it", soft_wrap=True)
    if cut_short:
        console().print(
            f"{counted(cut_short, 'line')} at the end cut short by a crash, or being written; nothing was shown for it",
            soft_wrap=True,
        )
    if not end_is_known:
        console().print("its end is not remembered apart from home: missing last lines are not noticed", soft_wrap=True)


def _print_progress(name: str) -> None:
    console().print(f"checking {name}", soft_wrap=True)


def keys_of_sender(public_key: str | None, settings: Settings) -> tuple[Keyring | None, str | None]:
    """Return what tells who wrote a manifest: one's own keyring, or the public key of --public-key, which may name a
    file. Exits with 2 if there is neither.
    """
    if public_key is not None:
        return None, _read_key(public_key)
    if settings.keyring is None:
        fail("give the sender's key with --public-key, or your own keyring in REDACTOR_KEYRING")
    return Keyring.load(settings.keyring), None


def _read_key(given: str) -> str:
    if not Path(given).is_file():
        return given
    with Path(given).open("rb") as file:
        return file.read(_LONGEST_KEY_FILE).decode("ascii", "replace").strip()
