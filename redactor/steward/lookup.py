"""This module finds the original of what was released, and what was released of an original, by the rows of runs.

It reads all rows of the runs once for any number of questions: rows hold no key to search by (docs/adr/0054). A patient
is also found whom records of a run name, and who has no record there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.output.durable_files import sha256
from redactor.run.state.lookup_rows import Found, LookupRows, Row, has_rows
from redactor.run.state.unchecked_journal import output_files, value_of
from redactor.settings import Settings

_PATIENT = "Patient"
_OF_PATIENT = f"{_PATIENT}/"
_SHORTEST_NAMED = 4  # characters; shorter ids stand in any reason by chance


@dataclass(frozen=True, slots=True)
class Match:
    """A match is a record that left, or a patient of such records; it is PHI.

    asked: the question that it answers. type, id: of the original, with the path of its input file and its place there:
    the number of the line, row or item, and of the entry in a Bundle ("3/2"). patient: the id of its patient. released,
    released_patient: what stands for both in OUT. record_id: as the audit has it; "" for a patient without a record.
    """

    asked: str
    type: str
    id: str
    patient: str
    released: str
    released_patient: str
    record_id: str
    file: str
    row: str
    state: Path


@dataclass(frozen=True, slots=True)
class Runs:
    """A `Runs` holds the states that are searched, of one recipient, and those that keep no rows."""

    recipient: str
    states: tuple[Path, ...]
    without_rows: tuple[Path, ...]


def runs_to_search(settings: Settings, given: Path | None) -> Runs:
    """Return the given state, or all states of runs under home that were made for the recipient of the settings.

    Raises RunError if none of them keeps rows.
    """
    if given is not None:
        found = [given]
        recipient = value_of(given, "recipient") or ""
    else:
        recipient = settings.recipient
        under_home = sorted(p.parent for p in (settings.home / "runs").glob("*/journal.db"))
        found = [state for state in under_home if value_of(state, "recipient") == recipient]
        if not found:
            raise RunError(
                f"no run under home was made for the recipient {recipient}; name the run's state with --state, or set "
                "REDACTOR_HOME or REDACTOR_RECIPIENT to the run's (redactor runs lists them)"
            )
    states = tuple(state for state in found if has_rows(state))
    if not states:
        raise RunError(
            "this state keeps no rows for lookups: an older version began the run, or it is of recordings or a stream; "
            "run the same input with the same keyring and settings into a new OUT, which gives every record the same "
            "pseudonyms, and look them up there"
        )
    return Runs(recipient, states, tuple(state for state in found if state not in states))


def find_released(runs: Runs, keyring: Keyring, ids: Collection[str]) -> dict[str, list[Match]]:
    """Return the matches of each id: a released id alone or as Type/id, a released fullUrl, or a record id.

    Raises RunError for rows that were changed without the keyring.
    """

    def of_record(row: Row) -> tuple[str, ...]:
        released = row.original.released
        return (row.record_id, row.original.url, released, f"{row.original.type}/{released}" if released else "")

    patients = [(text.removeprefix(_OF_PATIENT), text) for text in ids]
    return _find(runs, keyring, ids, patients, of_record, lambda row: row.original.released_patient)


def find_originals(
    runs: Runs, keyring: Keyring, ids: Collection[str], crosswalk: Callable[[str], str] = str
) -> dict[str, list[Match]]:
    """Return the matches of each original, as Type/id; a patient is Patient/id in tables, too.

    crosswalk: maps an id of a patient to the one under which all records of the patient were released. Raises as
    `find_released`.
    """

    def of_record(row: Row) -> tuple[str, ...]:
        return (f"{row.original.type}/{row.original.id}",)

    patients = [(text.removeprefix(_OF_PATIENT), text) for text in ids if text.startswith(_OF_PATIENT)]
    patients += [(crosswalk(patient), text) for patient, text in patients]
    return _find(runs, keyring, ids, patients, of_record, lambda row: row.original.patient)


def find_file(runs: Runs, keyring: Keyring, file: Path) -> list[Match]:
    """Return the match of each record in a file of OUT, in the order of its input.

    The run is the one that wrote a file of these bytes, or, if only one is searched, of this name. Raises RunError for
    a file of no such run.
    """
    digest = sha256(file) if file.is_file() else ""
    for state in runs.states:
        number, written = output_files(state).get(file.name, (None, ""))
        if number is not None and (digest == written or len(runs.states) == 1):
            with closing(LookupRows(state, keyring)) as rows:
                return [_match(file.name, found, state) for found in rows.read(number)]
    raise RunError(
        "no run that is searched wrote this file as it is; give the file as it left in OUT, or name the run's state "
        "with --state (redactor runs lists them)"
    )


def check_reason(reason: str, matches: Iterable[Match], asked: Iterable[str] = ()) -> None:
    """Raise RunError if a reason, which the log keeps in clear, is empty or quotes an original id.

    asked: originals that were asked for, as Type/id.
    """
    if not reason.strip():
        raise RunError("--reason is empty; say why the original is needed, without naming it")
    ids = {text for match in matches for text in (match.id, match.patient)} | {a.rpartition("/")[2] for a in asked}
    for text in ids:
        if (
            len(text) >= _SHORTEST_NAMED
            and text in reason
            and re.search(rf"(?<![A-Za-z0-9]){re.escape(text)}(?![A-Za-z0-9])", reason)
        ):
            raise RunError("--reason quotes an original id, and the log keeps it in clear; write the reason without it")


def _find(
    runs: Runs,
    keyring: Keyring,
    asked: Collection[str],
    asked_patients: Iterable[tuple[str, str]],
    of_record: Callable[[Row], tuple[str, ...]],
    of_patient: Callable[[Row], str],
) -> dict[str, list[Match]]:
    """Return the matches by what was asked. asked_patients: ids that a patient would have, with what was asked."""
    records: dict[str, list[Match]] = {text: [] for text in asked if text}
    patients: dict[str, Match] = {}
    by_patient: dict[str, set[str]] = {}
    for patient, text in asked_patients:
        by_patient.setdefault(patient, set()).add(text)
    for state in runs.states:
        with closing(LookupRows(state, keyring)) as rows:
            for found in rows.read():
                names = of_record(found.row)
                if not records.keys().isdisjoint(names):
                    for text in {*names} & records.keys():
                        records[text].append(_match(text, found, state))
                patient = of_patient(found.row)
                for text in by_patient.get(patient, ()) if patient else ():
                    patients.setdefault(text, _of_patient(text, found, state))
    return {text: found or [patients[text]] if text in patients else found for text, found in records.items()}


def _match(asked: str, found: Found, state: Path) -> Match:
    row, original = found.row, found.row.original
    return Match(
        asked=asked,
        type=original.type,
        id=original.id,
        patient=original.patient,
        released=f"{original.type}/{original.released}" if original.released else original.url,
        released_patient=original.released_patient,
        record_id=row.record_id,
        file=found.file,
        row=row.at.partition(":")[2],
        state=state,
    )


def _of_patient(asked: str, found: Found, state: Path) -> Match:
    """Return the match of the patient of a record."""
    original = found.row.original
    released = f"{_OF_PATIENT}{original.released_patient}" if original.released_patient else ""
    match = _match(asked, found, state)
    return replace(match, type=_PATIENT, id=original.patient, released=released, record_id="", file="", row="")
