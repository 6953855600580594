"""Read what the state of a release tells the sender beside the manifest: all outcomes, reasons, fields and times."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from redactor.errors import EvaluationError
from redactor.keys import Keyring
from redactor.run.output import manifest
from redactor.run.recordings.session import Ledger
from redactor.run.state.audit import check_audit
from redactor.run.state.journal import Journal
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_journal import RecordingJournal
from redactor.run.state.recording_state import is_recording_state
from redactor.run.state.run_facts import Kind

_KINDS = ("outcome", "reason", "type", "entity", "rule", "omitted", "emptied", "unknown", "second")


@dataclass(frozen=True, slots=True)
class StateFacts:
    """What a state tells.

    began, ended: days as ISO dates, "" where the state does not tell them. status: whether the run is done; streams and
    recordings have no end. settings: the keyed fingerprint of everything that changes the output. sources: files or
    recordings that were read; of a stream, deliveries. unresolved, known_left_out: as in
    `redactor.run.contracts.Summary`; None where the state does not count them.
    """

    kind: Kind
    began: str
    ended: str
    status: Literal["done", "interrupted", "without end"]
    settings: str
    sources: int
    unresolved: int | None
    known_left_out: int | None


@dataclass(frozen=True, slots=True)
class Canaries:
    """What workers of a stream found last in synthetic notes, of which every identifier is known.

    notes: read since each worker began. recall: the lowest of a worker, by entity, over its last notes. alarm: entities
    whose recall is too low.
    """

    workers: int
    notes: int
    recall: Mapping[str, float]
    alarm: tuple[str, ...]


StateCounts = Mapping[str, Mapping[str, int]]
"""All counts of a state by kind, as the summary of the run has them: small cells, too, so that no card holds them."""


def read_state(state: Path, keyring: Keyring, mac: str) -> tuple[StateFacts, StateCounts]:
    """Read a state while no other process uses it. mac: that of the manifest that the state must have written.

    Raises EvaluationError for a state of another release, and RunError for one that is damaged, not whole or in use:
    quarantine and audit are no source of the figures, but have to be there as the journal says.
    """
    of_recordings = is_recording_state(state)
    if not of_recordings and not (state / "journal.db").is_file():
        raise EvaluationError("this --state is no state of a run; redactor runs lists them")
    with ExitStack() as stack:
        stack.enter_context(StateLock(state))
        journal = RecordingJournal(state, keyring) if of_recordings else Journal(state, keyring)
        stack.callback(journal.close)
        ledger: manifest.Ledger = Ledger(journal) if isinstance(journal, RecordingJournal) else journal
        if not manifest.wrote(ledger, mac):
            raise EvaluationError(
                "this --state belongs to another release, or OUT was released again since; name the state of the run "
                "that wrote OUT: redactor runs lists them"
            )
        kind: Kind = "recordings"
        if isinstance(journal, Journal):
            kind = "stream" if journal.is_stream() else "records"
            sources = journal.last_number()
        else:
            sources = sum(journal.counts("outcome").values())
        get = ledger.get
        quarantine = QuarantineStore(state, keyring, journal.run, create=False)
        stack.callback(quarantine.close)
        quarantine.check_kept(journal.held())
        check_audit(state, get, ledger.counts("outcome").get("released", 0) if kind == "records" else None)
        facts = StateFacts(
            kind,
            (get("began") or "")[:10],
            (get("ended") or "")[:10],
            "without end" if kind != "records" else "done" if get("ended") else "interrupted",
            get("fingerprint") or "",
            sources,
            _number(get("unresolved")),
            _number(get("known_left_out")),
        )
        return facts, {name: ledger.counts(name) for name in _KINDS}


def _number(kept: str | None) -> int | None:
    return None if kept is None else int(kept)
