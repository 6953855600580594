"""This module writes the audit: one line of JSON per record, with everything that decided its outcome and no content.

The audit is for people. Nothing reads it back to decide or to count: the manifest's numbers come from the journal.
`check_audit` only tells whether the audit that the journal speaks of is there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec

from redactor.errors import RunError
from redactor.run.contracts import FileReason, Processed, RunMetadata
from schemas.engine.records import Outcome, Reason

AUDIT_DAY = "audit_day"
"""The journal of an exporter, which keeps a file for each day, holds the day of its last commit under this key."""
_MAX_TAILS = 4096
_Counts = tuple[tuple[str, int], ...]
CountKey = tuple[
    Outcome, Reason | FileReason | None, str, str, str, str, str, _Counts, _Counts, _Counts, _Counts, _Counts, _Counts
]


def count_key(done: Processed) -> CountKey:
    """Return everything that is counted of a record; thousands of records share one key, so counts are computed
    once per key.
    """
    return (
        done.outcome, done.reason, done.resource_type, done.schema, done.schema_version, done.schema_digest,
        done.kernels,
        tuple(done.rules.items()), tuple(done.entities.items()), tuple(done.omitted.items()),
        tuple(done.emptied.items()), tuple(done.unknown.items()), tuple(done.second.items()),
    )  # fmt: skip


class Auditor:
    """An auditor builds the lines of the audit.

    known: whether known values came from "all" input, or from what was "seen" of a pipe so far. as_of: the day on which
    ages are judged, as `stated_as_of` gives it, or None. known_left_out: gives the number of known values that are not
    searched for.
    """

    def __init__(
        self,
        metadata: RunMetadata,
        known: Literal["all", "seen"],
        as_of: str | None,
        known_left_out: Callable[[], int] = int,
    ) -> None:
        self._constants: dict[str, object] = {
            "as_of": as_of,
            "detectors": dict(sorted(metadata.detectors.items())),
            "key": metadata.key_id,
            "known": known,
            "profile": metadata.profile_digest,
            **({"llm_host": metadata.llm_host} if metadata.llm_host is not None else {}),
            **({"reduced": metadata.reduced} if metadata.reduced else {}),
        }
        self._known_left_out = known_left_out
        self._tails: dict[tuple[CountKey, str | None], bytes] = {}

    def entry(self, at: str, done: Processed, supersedes: str | None, key: CountKey, as_of: str | None = None) -> bytes:
        """Return the line of one record.

        at: the record's position, never a file name. supersedes: a record id. key: the `count_key` of `done`. as_of: of
        this record, in a stream, where each record has its own.
        """
        if (left_out := self._known_left_out()) != self._constants.get("known_left_out", 0):
            self._constants["known_left_out"] = left_out
            self._tails.clear()
        tail = self._tails.get((key, as_of))
        if tail is None:
            if len(self._tails) >= _MAX_TAILS:
                self._tails.clear()
            tail = self._tails[key, as_of] = self._tail(done, as_of)
        head = msgspec.json.encode(
            {
                "record": done.record_id,
                "supersedes": supersedes,
                "outcome": done.outcome.value,
                "reason": done.reason.value if done.reason else None,
                "where": done.where,
                "at": at,
            }
        )
        return head[:-1] + tail

    def _tail(self, done: Processed, as_of: str | None) -> bytes:
        tail = msgspec.json.encode(
            {
                "type": done.resource_type,
                "schema": done.schema,
                "version": done.schema_version,
                "digest": done.schema_digest,
                "rules": dict(sorted(done.rules.items())),
                "entities": dict(sorted(done.entities.items())),
                "omitted": dict(sorted(done.omitted.items())),
                **({"llm": dict(sorted(done.second.items()))} if done.second else {}),
                **({"kernels": done.kernels} if done.kernels else {}),
                **self._constants,
                **({"as_of": as_of} if as_of is not None else {}),
            }
        )
        return b"," + tail[1:] + b"\n"


def check_audit(state: Path, get: Callable[[str], str | None], released: int | None) -> None:
    """Raise RunError unless the audit of a state is as long as the journal says, and has its lines.

    It has no seal: what else a line says is not checked. Of an exporter only the file of the last day is read, since
    earlier ones may be moved away. get: gives a value of the journal. released: the number of released records that the
    journal counts; None to count no lines.
    """
    end, day = int(get("audit_at") or 0), get(AUDIT_DAY)
    path = state / (f"audit/{day}.ndjson" if day else "audit.ndjson")
    if not end:  # nothing was read
        return
    read = found = 0
    try:
        with path.open("rb") as lines:
            for line in lines:
                read += len(line)
                found += msgspec.json.decode(line, type=dict[str, Any])["outcome"] == Outcome.RELEASED.value
                if read >= end:
                    break
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, KeyError):
        read = 0
    if read != end or released not in (None, found):
        raise RunError(
            f"the audit of this state ({path.relative_to(state)}) is not whole: it is missing, cut short or changed; "
            "restore the state folder from a backup"
        )
