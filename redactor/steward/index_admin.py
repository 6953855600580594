"""This module exports and re-encrypts the stand-ins of a home. Erasure is in redactor.steward.forget."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from redactor.assemble.home import known_head_path, known_values_path
from redactor.assemble.llm_access import open_answers
from redactor.files.atomic_file import atomic_private
from redactor.keys import Keyring
from redactor.llm.batch_records import BatchRecords
from redactor.run.state.known_store import KnownStore
from redactor.run.state.lookup_rows import rotate_rows
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_state import is_recording_state, rotate_recordings
from redactor.run.state.review_marks import rotate_marks
from redactor.settings import Settings
from redactor.steward.phi_file import check_new_file
from redactor.steward.retractions import KINDS
from relex.index import Entry, Index
from relex.parts import Level, scope_parts

_PROGRESS_EVERY = 1_000


def export(index: Index, path: Path, report: Callable[[int], None]) -> int:
    """Write every index entry in clear, one JSON object per line, and return their number: PHI in a file of mode 0600.

    report: called now and then with the number of entries written. The file appears atomically. Raises RunError if the
    file exists, or would lie in the OUT of a run.
    """
    check_new_file(path)
    count = 0
    with atomic_private(path) as file:
        for count, entry in enumerate(index.scan(), start=1):
            file.write(json.dumps(_line(entry)).encode("ascii") + b"\n")
            if count % _PROGRESS_EVERY == 0:
                report(count)
    report(count)
    return count


def _line(entry: Entry) -> dict[str, object]:
    """Return the exported form of an entry. scope: the token of a household's subject, "site:" and a source, or
    "global".
    """
    recipient, epoch, level, name = scope_parts(entry.scope)
    scope = {Level.HOUSEHOLD: name, Level.SITE: f"site:{name}", Level.GLOBAL: "global"}[level]
    common = {"scope": scope, "kind": entry.kind, "original": entry.original, "standin": entry.standin}
    return {"recipient": recipient, "epoch": epoch, **common}


def rotate(settings: Settings, keyring: Keyring, index: Index | None, states: Sequence[Path]) -> dict[str, int]:
    """Re-encrypt what older keys encrypted, and return the number of changed documents by store.

    index: None if the home has none. states: the folders of runs. The call can be repeated after an interruption.
    """
    changed = {"stand-ins": 0 if index is None else index.rotate(), **dict.fromkeys(KINDS[1:-1], 0)}
    if (answers := open_answers(settings, keyring, create=False)) is not None:
        with closing(answers):
            changed["answers"] = answers.rotate() + BatchRecords(settings.home, keyring).rotate()
    if known_values_path(settings).is_file():
        head = known_head_path(settings)
        with KnownStore.open(known_values_path(settings), keyring, head_file=head) as store:
            changed["known"] = store.rotate()
    for state in states:
        quarantine = QuarantineStore(state, keyring, create=False)
        try:
            changed["quarantine"] += quarantine.rotate()
        finally:
            quarantine.close()
        changed["lookup"] += rotate_rows(state, keyring)
        changed["marks"] += rotate_marks(state, keyring)
        if is_recording_state(state):
            changed["recordings"] += rotate_recordings(state, keyring)
    return changed
