"""The command `redactor lookup` gives the original of what was released, or what was released of an original."""

from __future__ import annotations

import json as json_lines
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.common import check_state, printable
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.files.atomic_file import atomic_private
from redactor.keys import Keyring
from redactor.run.intake.patient_lists import Canonical, read_crosswalk
from redactor.settings import load_settings
from redactor.steward.access_log import NAME, open_access_log
from redactor.steward.lookup import (
    Match,
    Runs,
    check_reason,
    find_file,
    find_originals,
    find_released,
    runs_to_search,
)
from redactor.steward.phi_file import check_new_file

app = typer.Typer(add_completion=False)
_MARK = "\ufeff"  # some editors begin a file with it
_MOST_ROWS = 1_000  # in a table, which takes a millisecond for each
_REPEATED = {"released": 1, "original": 3, "file": 0}  # the column of the table that only repeats what was asked


@app.command(epilog="Example: redactor lookup Patient/4mp2x7nd... --reason 'incidental finding, protocol 17'")
@guarded
def lookup(
    reason: Annotated[str, typer.Option(help="Why; the log keeps it, so name no patient.")],
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="A released id, alone or as Type/ID, or a record id of the audit."),
    ] = None,
    file: Annotated[Path | None, typer.Option(help="A file of OUT: every record in it.")] = None,
    original: Annotated[
        list[str] | None,
        typer.Option(metavar="TYPE/ID", help="What was released of this original; repeatable, - reads stdin."),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option(help="State of a run; by default all runs under home for the recipient of the settings."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the answers there, one JSON object a line. It is PHI.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Tell which original a released record was, or what was released of an original. The answer is PHI.

    Each call is a line in access.jsonl of home: who, when, why and which pseudonyms. Exits 1 if anything was not found.
    """
    if sum((bool(ids), file is not None, bool(original))) != 1:
        fail("name released ids, or give one of --file and --original")
    if out is not None:
        check_new_file(out)
    check_reason(reason, ())
    settings = load_settings()
    keyring = Keyring.load(settings.keyring)
    if state is not None:
        check_state(state)
    runs = runs_to_search(settings, state)
    asked = _asked(original or ids or ())
    with console().status("searching"):
        if file is not None:
            found = {file.name: find_file(runs, keyring, file)}
        elif original:
            found = find_originals(runs, keyring, asked, Canonical(read_crosswalk(settings.crosswalk)))
        else:
            found = find_released(runs, keyring, asked)
    matches = [match for own in found.values() for match in own]
    missing = [name for name, own in found.items() if not own]
    check_reason(reason, matches, asked if original else ())
    how = "file" if file is not None else "original" if original else "released"
    open_access_log(settings, keyring).note("lookup", reason.strip(), _logged(how, runs, file, matches, len(missing)))
    if out is not None:
        with atomic_private(out) as target:
            target.writelines(json_lines.dumps(_as_json(match)).encode("ascii") + b"\n" for match in matches)
    _tell(how, matches, missing, runs, out, json=json)
    if missing:
        raise typer.Exit(1)


def _asked(given: Sequence[str]) -> list[str]:
    """Return the ids without white space, each once; "-" stands for the lines of stdin."""
    lines = [line for text in given for line in (sys.stdin if text == "-" else (text,))]
    asked = list(dict.fromkeys(line.strip() for line in (line.removeprefix(_MARK) for line in lines) if line.strip()))
    if not asked and given:
        fail("no id was given; write one a line on stdin")
    return asked


def _logged(how: str, runs: Runs, file: Path | None, matches: Sequence[Match], missing: int) -> Mapping[str, object]:
    """Return what the log says of a call: no original, and nothing of a question that found none, which may be one."""
    found: object = [{"released": match.released, "record": match.record_id} for match in matches]
    if file is not None:
        found = {"file": file.name, "records": len(matches)}
    states = sorted({match.state.name for match in matches})
    return {"recipient": runs.recipient, "by_what": how, "found": found, "runs": states, "not_found": missing}


def _as_json(match: Match) -> dict[str, object]:
    return {
        "asked": match.asked,
        "type": match.type,
        "id": match.id,
        "patient": match.patient,
        "file": printable(match.file),
        "row": match.row,
        "released": match.released,
        "released_patient": match.released_patient,
        "record": match.record_id,
        "state": str(match.state),
    }


def _tell(
    how: str, matches: Sequence[Match], missing: Collection[str], runs: Runs, out: Path | None, *, json: bool
) -> None:
    without = [str(state) for state in runs.without_rows]
    if json:
        told: object = [_as_json(match) for match in matches] if out is None else str(out)
        print_json({"found": told, "not_found": list(missing), "runs_without_rows": without})
        return
    if out is None:
        columns = ("asked", "released", "type", "id", "patient", "input file", "row")
        rows = [(m.asked, m.released, m.type, m.id, m.patient, m.file, m.row) for m in matches[:_MOST_ROWS]]
        rows += [(name, "", "", "", "", "not found", "") for name in missing][: _MOST_ROWS - len(rows)]
        shown = [i for i in range(len(columns)) if i != _REPEATED[how]]
        cells = [[printable(row[i]) for i in shown] for row in rows]
        print_table("originals: PHI", [columns[i] for i in shown], cells)
        if rest := len(matches) + len(missing) - len(rows):
            console().print(f"{rest:,} more are not shown; give --out FILE or --json")
    else:
        console().print(f"{len(matches):,} answers: {out}. It holds originals: keep it apart from releases.")
    if missing:
        console().print(f"{len(missing):,} not found in the runs that were searched; redactor runs lists all")
    if without:
        console().print(
            f"not searched, because an older version made them: {', '.join(without)}; run their input again, with the "
            "same keyring, into a new OUT, and look there",
            soft_wrap=True,
        )
    console().print(f"logged in {NAME} of home", soft_wrap=True)
