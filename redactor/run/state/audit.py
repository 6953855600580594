"""This module writes the audit: one line of JSON per record, with everything that decided its outcome and no content.

The audit is for people. Nothing reads it back to decide or to count: the manifest's numbers come from the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from redactor.run.contracts import FileReason, Processed, RunMetadata
from schemas.engine.records import Outcome, Reason

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
