"""This module keeps when a run began and ended and what it was called with, and lists the runs of a home.

Paths are encrypted: the journal otherwise holds keyed hashes of them, as their names can be those of patients.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from redactor.errors import KeyringError
from redactor.files.sqlite import connect_read_only, has_tables
from redactor.keys import Keyring
from redactor.run.contracts import RunConfig
from redactor.run.state.journal import STREAM, Journal
from redactor.run.state.locks import is_locked
from redactor.run.state.lookup_rows import has_rows
from redactor.run.state.recording_journal import NAME as RECORDINGS
from redactor.run.state.recording_journal import RecordingJournal

_PURPOSE = "run-facts"
Status = Literal["done", "running", "interrupted", "stopped"]
Kind = Literal["records", "recordings", "stream"]


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A `RunFacts` describes a run as its state tells.

    began, ended: UTC, ISO 8601, or "" where an older version did not keep them; recordings of a folder end with the
    last start that was done with them. profile, source, out: "" where another keyring encrypted them, or an older
    version began the run. profile: name and version. source: the folder of the input, "-" for stdin, "" for recordings;
    the name of a single file is left out, as it can be that of a patient. status: "stopped" for streams and drop
    folders, which have no end. outcomes: numbers of records. has_rows: whether `redactor lookup` can answer for the
    run.
    """

    state: Path
    kind: Kind
    recipient: str
    profile: str
    source: str
    out: str
    began: str
    ended: str
    status: Status
    outcomes: dict[str, int]
    has_rows: bool


def note_begin(journal: Journal, config: RunConfig, marks: Mapping[str, str]) -> None:
    """Store what the run was called with, at its first start; called once the journal has begun.

    marks: values of the journal to store with it.
    """
    if journal.get("facts") is not None or journal.get("harvested") is not None:  # of an older version
        return
    begun = begin_values(config.keyring, journal.run, config.metadata.profile, _folder(config.source), config.out)
    journal.put(**begun, **marks)


def begin_values(keyring: Keyring, run: str, profile: str, source: str, out: Path) -> dict[str, str]:
    """Return the values of a journal that tell when a run began, and what it was called with.

    run: the random name of the run. source: "" where it is not kept.
    """
    facts = {"profile": profile, "source": source, "out": str(out.absolute())}
    sealed = keyring.encrypt(_PURPOSE, json.dumps(facts).encode("ascii"), run.encode())
    return {"began": _now(), "facts": sealed.hex()}


def note_end(journal: Journal) -> None:
    """Store that the run has ended; a later start that finds nothing to do changes nothing."""
    if journal.get("began") and not journal.get("ended"):
        journal.put(ended=_now())


def note_recordings_begin(journal: RecordingJournal) -> None:
    """Store that a folder of recordings is processed, which has an end again when `note_recordings_end` is called."""
    journal.set("ended", "")


def note_recordings_end(journal: RecordingJournal) -> None:
    """Store that all recordings of a folder are done with."""
    journal.set("ended", _now())


def list_runs(home: Path, keyring: Keyring) -> list[RunFacts]:
    """Return the runs whose states lie under home, the latest last; a run in progress is not disturbed.

    Raises sqlite3.DatabaseError for a damaged state.
    """
    states = [p.parent for name in ("journal.db", RECORDINGS) for p in (home / "runs").glob(f"*/{name}")]
    found = (read_facts(state, keyring) for state in states)
    return sorted((run for run in found if run is not None), key=lambda run: (run.began, str(run.state)))


def read_facts(state: Path, keyring: Keyring) -> RunFacts | None:
    """Return the description of the run that a state belongs to; None if it was killed before it wrote anything.

    The seal of the journal is not checked.
    """
    of_recordings = not (state / "journal.db").is_file()
    with closing(connect_read_only(state / (RECORDINGS if of_recordings else "journal.db"))) as db:
        db.execute("BEGIN")
        if not has_tables(db):
            return None
        meta = {str(k): str(v) for k, v in db.execute("SELECT key, value FROM meta")}
        counts = (
            "SELECT outcome, count(*) FROM recordings WHERE outcome<>'' GROUP BY outcome ORDER BY outcome"
            if of_recordings
            else "SELECT key, SUM(n) FROM counts WHERE kind='outcome' GROUP BY key HAVING SUM(n)<>0 ORDER BY key"
        )
        outcomes = {str(k): int(n) for k, n in db.execute(counts)}
        name = str(db.execute("SELECT name FROM seal").fetchone()[0])
        unfinished = "" if of_recordings else "SELECT 1 FROM files WHERE status<>'done'"
        is_done = bool(meta.get("ended")) or (
            "began" not in meta and "harvested" in meta and db.execute(unfinished).fetchone() is None
        )
    facts = _opened(keyring, meta.get("facts"), name)
    kind: Kind = "recordings" if of_recordings else "stream" if STREAM in meta else "records"
    is_endless = kind == "stream" or (of_recordings and meta.get("known") != "all")
    at_rest: Status = "stopped" if is_endless else "done" if is_done else "interrupted"
    return RunFacts(
        state=state,
        kind=kind,
        recipient=meta.get("recipient", ""),
        profile=facts.get("profile", ""),
        source=facts.get("source", ""),
        out=facts.get("out", ""),
        began=meta.get("began", ""),
        ended=meta.get("ended", ""),
        status="running" if is_locked(state) else at_rest,
        outcomes=outcomes,
        has_rows=has_rows(state),
    )


def _opened(keyring: Keyring, sealed: str | None, name: str) -> dict[str, str]:
    if sealed is None:
        return {}
    try:
        facts: dict[str, str] = json.loads(keyring.decrypt(_PURPOSE, bytes.fromhex(sealed), name.encode()))
    except (KeyringError, ValueError):
        return {}
    return facts


def _folder(source: Path | None) -> str:
    if source is None:
        return "-"
    return str(source.parent.absolute() if source.is_file() else source.absolute())


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
