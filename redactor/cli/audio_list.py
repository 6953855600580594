"""`redactor audio list`: what became of each recording, and the name that it came under."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.messages import fail, guarded, print_json, print_table
from redactor.cli.states import find_state, printable
from redactor.keys import Keyring
from redactor.run.state.recording_journal import NAME, RecordingJournal
from redactor.run.state.recording_state import is_of_recordings
from redactor.settings import load_settings

EPILOG = "Example: redactor audio list --files --state state"
_SHOWN = ("number", "record_id", "status", "outcome", "reason")


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
    if not is_of_recordings(where):
        fail("this is no state of recordings; name the one of redactor audio with --state DIR")
    with closing(RecordingJournal(where, Keyring.load(settings.keyring))) as journal:
        rows = [
            {field: getattr(row, field) for field in _SHOWN}
            | ({"source": printable(journal.name(row.number))} if files else {})
            for row in journal.recordings()
        ]
    if json:
        print_json(rows)
        return
    columns = ("number", "record id", "status", "outcome", "reason", *(("input file",) if files else ()))
    print_table("recordings", columns, (tuple(row.values()) for row in rows))
